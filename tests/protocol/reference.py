"""The mathematics a second time, in plain Python from docs/ceremonies.md, as an oracle for the vectors.

Slow, not constant in time, and without one line of the project or of libsodium. Points are affine pairs of
coordinates; the identity is (0, 1).
"""

import hashlib
from collections.abc import Iterator, Sequence

P = 2**255 - 19
Q = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT = pow(2, (P - 1) // 4, P)
IDENTITY = (0, 1)

Point = tuple[int, int]
Pair = tuple[Point, Point]


class NoPoint(ValueError):
    """Bytes that are not the canonical encoding of a point of order Q."""


def add(one: Point, two: Point) -> Point:
    (x1, y1), (x2, y2) = one, two
    k = D * x1 * x2 * y1 * y2
    x = (x1 * y2 + x2 * y1) * pow(1 + k, -1, P)
    y = (y1 * y2 + x1 * x2) * pow(1 - k, -1, P)
    return x % P, y % P


def mul(k: int, point: Point) -> Point:
    result = IDENTITY
    for bit in bin(k)[2:]:
        result = add(result, result)
        if bit == "1":
            result = add(result, point)
    return result


def neg(point: Point) -> Point:
    return -point[0] % P, point[1]


def weighted(*terms: tuple[int, Point]) -> Point:
    """The sum of k times the point."""
    result = IDENTITY
    for k, point in terms:
        result = add(result, mul(k % Q, point))
    return result


def root(square: int) -> int | None:
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    return None if (x * x - square) % P else x


def decode(data: bytes) -> Point:
    """RFC 8032, 5.1.3, and then the order."""
    number = int.from_bytes(data, "little")
    y, sign = number % 2**255, number >> 255
    x = root((y * y - 1) * pow(D * y * y + 1, -1, P) % P)
    if len(data) != 32 or y >= P or x is None or (x == 0 and sign):
        raise NoPoint(data.hex())
    point = (x if x & 1 == sign else P - x, y)
    if point == IDENTITY or mul(Q, point) != IDENTITY:
        raise NoPoint(data.hex())
    return point


def encode(point: Point) -> bytes:
    return (point[1] | (point[0] & 1) << 255).to_bytes(32, "little")


def elligator(data: bytes) -> Point:
    """Elligator 2 for curve25519, to edwards25519, times 8; the top bit is the sign of x."""
    number = int.from_bytes(data, "little")
    r, sign = number % 2**255, number >> 255
    u = -486662 * pow(1 + 2 * r * r, -1, P) % P
    square = (u**3 + 486662 * u**2 + u) % P
    if pow(square, (P - 1) // 2, P) == P - 1:
        u = (-u - 486662) % P
        square = (u**3 + 486662 * u**2 + u) % P
    v = root(square)
    scale = root(-486664 % P)
    assert v is not None and scale is not None
    x = scale * u * pow(v, -1, P) % P
    y = (u - 1) * pow(u + 1, -1, P) % P
    return mul(8, (x if x & 1 == sign else P - x, y))


def hash_to_group(label: bytes) -> Point:
    digest = hashlib.sha512(b"chabudai/1/hash-to-group\0" + label).digest()
    return add(elligator(digest[:32]), elligator(digest[32:]))


G = decode((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
S, R = hash_to_group(b"card/suit"), hash_to_group(b"card/rank")


def frames(*parts: bytes) -> bytes:
    return b"".join(len(part).to_bytes(8, "big") + part for part in parts)


def tagged_hash(domain: bytes, *parts: bytes) -> bytes:
    return hashlib.sha256(frames(b"chabudai/1/" + domain, *parts)).digest()


def context(label: bytes, table: bytes, step: int, seat: int) -> bytes:
    return frames(label, table, step.to_bytes(8, "big"), seat.to_bytes(4, "big"))


def stream(domain: bytes, *parts: bytes) -> Iterator[bytes]:
    key = hashlib.sha512(frames(b"chabudai/1/" + domain, *parts)).digest()
    counter = 0
    while True:
        yield hashlib.sha512(key + counter.to_bytes(8, "big")).digest()
        counter += 1


def scalar_of(block: bytes) -> int:
    return 1 + int.from_bytes(block, "big") % (Q - 1)


def below(blocks: Iterator[bytes], limit: int) -> int:
    for block in blocks:
        number = int.from_bytes(block[:8], "big")
        if number < 2**64 - 2**64 % limit:
            return number % limit
    raise AssertionError


def permutation(blocks: Iterator[bytes], n: int) -> list[int]:
    order = list(range(n))
    for i in range(n - 1, 0, -1):
        j = below(blocks, i + 1)
        order[i], order[j] = order[j], order[i]
    return order


class Challenge:
    """The bytes absorbed so far."""

    def __init__(self, label: bytes, place: tuple[bytes, int, int]) -> None:
        self.data = frames(b"chabudai/1/challenge", b"group", b"edwards25519 prime-order subgroup")
        self.data += frames(b"context", context(label, *place))

    def absorb(self, name: bytes, data: bytes) -> None:
        self.data += frames(name, data)

    def points(self, name: bytes, points: Sequence[Point]) -> None:
        self.absorb(name, frames(*map(encode, points)))

    def squeeze(self, name: bytes) -> bytes:
        self.data += frames(b"challenge", name)
        return hashlib.sha512(self.data).digest()

    def scalar(self, name: bytes) -> int:
        return int.from_bytes(self.squeeze(name), "big") % Q

    def weights(self, name: bytes, n: int) -> list[int]:
        blocks = stream(b"weights", self.squeeze(name))
        return [1 + int.from_bytes(next(blocks)[:16], "big") for _ in range(n)]


def flat(cards: Sequence[Pair]) -> list[Point]:
    return [point for card in cards for point in card]


Place = tuple[bytes, int, int]


def key_holds(here: Place, X: Point, c: int, z: int) -> bool:
    challenge = Challenge(b"key", here)
    challenge.absorb(b"X", encode(X))
    challenge.absorb(b"T", encode(weighted((z, G), (-c, X))))
    return challenge.scalar(b"c") == c


def shares_hold(
    here: Place, X: Point, cards: Sequence[Pair], shares: Sequence[Point], c: int, z: int
) -> bool:
    challenge = Challenge(b"shares", here)
    challenge.absorb(b"X", encode(X))
    challenge.points(b"cards", flat(cards))
    challenge.points(b"shares", shares)
    weights = challenge.weights(b"w", len(cards))
    A = weighted(*zip(weights, [a for a, _ in cards], strict=True))
    DD = weighted(*zip(weights, shares, strict=True))
    challenge.absorb(b"T1", encode(weighted((z, G), (-c, X))))
    challenge.absorb(b"T2", encode(weighted((z, A), (-c, DD))))
    return challenge.scalar(b"c") == c


def give_holds(
    here: Place,
    X: Point,
    Y: Point,
    cards: Sequence[Pair],
    given: Sequence[Pair],
    c: int,
    z: int,
    z_s: Sequence[int],
) -> bool:
    challenge = Challenge(b"give", here)
    challenge.absorb(b"X", encode(X))
    challenge.absorb(b"Y", encode(Y))
    challenge.points(b"cards", flat(cards))
    challenge.points(b"given", flat(given))
    T = [weighted((z, G), (-c, X))]
    for (a, b), (a2, b2), k in zip(cards, given, z_s, strict=True):
        T += [weighted((k, G), (-c, a2)), weighted((z, a), (-k, Y), (-c, b), (c, b2))]
    challenge.points(b"T", T)
    return challenge.scalar(b"c") == c


def claim_holds(
    here: Place,
    X: Point,
    ranks: int,
    cards: Sequence[Pair],
    suit: int,
    T: Sequence[Pair],
    z: Sequence[Sequence[int]],
) -> bool:
    """Equation by equation, without weights."""
    challenge = Challenge(b"no suit", here)
    challenge.absorb(b"X", encode(X))
    challenge.absorb(b"ranks", ranks.to_bytes(8, "big"))
    challenge.absorb(b"suit", suit.to_bytes(8, "big"))
    challenge.points(b"cards", flat(cards))
    challenge.points(b"T", flat(T))
    c = challenge.scalar(b"c")
    return all(
        add(T1, mul(c, S)) == weighted((z1, b), (-z1 * (suit + 1), S), (-z2, a), (-z3, R))
        and weighted((z1, X), (-z2, G)) == T2
        for (a, b), (T1, T2), (z1, z2, z3) in zip(cards, T, z, strict=True)
    )


def none_of_holds(
    here: Place,
    X: Point,
    ranks: int,
    cards: Sequence[Pair],
    forbidden: Sequence[int],
    C: Sequence[Point],
    T: Sequence[Pair],
    z: Sequence[Sequence[int]],
) -> bool:
    """Equation by equation, without weights."""
    challenge = Challenge(b"none of", here)
    challenge.absorb(b"X", encode(X))
    challenge.absorb(b"ranks", ranks.to_bytes(8, "big"))
    challenge.absorb(b"forbidden", frames(*(face.to_bytes(8, "big") for face in forbidden)))
    challenge.points(b"cards", flat(cards))
    challenge.points(b"C", C)
    challenge.points(b"T", flat(T))
    c = challenge.scalar(b"c")
    pairs = [(card, face) for card in cards for face in forbidden]
    return IDENTITY not in C and all(
        add(T1, mul(c, blinded))
        == weighted((z1, b), (-z1 * (face // ranks + 1), S), (-z1 * (face % ranks + 1), R), (-z2, a))
        and weighted((z1, X), (-z2, G)) == T2
        for ((a, b), face), blinded, (T1, T2), (z1, z2) in zip(pairs, C, T, z, strict=True)
    )


def shuffle_holds(
    here: Place,
    X: Point,
    deck: Sequence[Pair],
    shuffled: Sequence[Pair],
    c: Sequence[Point],
    c_hat: Sequence[Point],
    e: int,
    s: Sequence[int],
    s_hat: Sequence[int],
    s_prime: Sequence[int],
) -> bool:
    n = len(deck)
    h, hs = hash_to_group(b"shuffle/h"), [hash_to_group(b"shuffle/h/%d" % (i + 1)) for i in range(n)]
    challenge = Challenge(b"shuffle", here)
    challenge.absorb(b"X", encode(X))
    challenge.points(b"deck", flat(deck))
    challenge.points(b"shuffled", flat(shuffled))
    challenge.points(b"c", c)
    u = challenge.weights(b"u", n)
    product = 1
    for weight in u:
        product = product * weight % Q
    places = range(n)
    before = [h, *c_hat]
    t = [
        weighted((s[0], G), *((-e, c[i]) for i in places), *((e, hs[i]) for i in places)),
        weighted((s[1], G), (-e, c_hat[-1]), (e * product, h)),
        weighted((s[2], G), *((s_prime[i], hs[i]) for i in places), *((-e * u[i], c[i]) for i in places)),
    ]
    for base, half in ((X, 1), (G, 0)):
        new = ((s_prime[i], shuffled[i][half]) for i in places)
        old = ((-e * u[i], deck[i][half]) for i in places)
        t.append(weighted((-s[3], base), *new, *old))
    t += [weighted((s_hat[i], G), (s_prime[i], before[i]), (-e, c_hat[i])) for i in places]
    challenge.points(b"c_hat", c_hat)
    challenge.points(b"t", t)
    return challenge.scalar(b"e") == e
