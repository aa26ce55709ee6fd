"""The proof that a deck is another one, permuted and re-encrypted: Terelius and Wikstroem's.

After Haenni, Locher, Koenig, Dubuis, "Pseudo-code algorithms for verifiable re-encryption mix-nets",
Financial Cryptography 2017 (written there for a multiplicative group): algorithms GenShuffleProof and
CheckShuffleProof, in the letters of that paper. The proof carries the challenge (here e) in place of the
commitments t, which the check computes again.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, NamedTuple

from msgspec import Meta

from protocol.context import Challenge, Context
from protocol.deck import Card
from protocol.errors import BadProof, Malformed
from protocol.group import G, Q, add, base, decode_scalar, encode_scalar, hash_to_group, mul, multi, some, sub
from protocol.group import total as sum_of
from protocol.wire import Bytes32, Wired

MAX_CARDS = 128
"""Cards of the largest deck."""

_PerCard = Annotated[tuple[Bytes32, ...], Meta(min_length=1, max_length=MAX_CARDS)]


class ShuffleProof(Wired, frozen=True):
    """Commitments c to the permutation and their chain c_hat, the challenge, and the responses s."""

    c: _PerCard
    c_hat: _PerCard
    challenge: Bytes32
    s: tuple[Bytes32, Bytes32, Bytes32, Bytes32]
    s_hat: _PerCard
    s_prime: _PerCard


class Generators(NamedTuple):
    """Independent points hashed from labels: h, h_1 ... h_N, and the sum of the latter."""

    h: bytes
    hs: tuple[bytes, ...]
    total: bytes


@lru_cache(maxsize=16)
def generators(n: int) -> Generators:
    """The generators of the commitments to a permutation of n cards."""
    hs = tuple(hash_to_group(b"shuffle/h/%d" % i) for i in range(1, n + 1))
    return Generators(hash_to_group(b"shuffle/h"), hs, some(sum_of(hs)))


def prove_shuffle(
    ctx: Context,
    X: bytes,
    deck: Sequence[Card],
    shuffled: Sequence[Card],
    permutation: Sequence[int],
    factors: Sequence[int],
) -> ShuffleProof:
    """Prove that `shuffled` is shuffle(X, deck, permutation, factors), without saying more about either."""
    n = len(deck)
    h, hs, _ = generators(n)
    challenge = _statement(ctx, X, deck, shuffled)
    nonces = challenge.nonces(*factors, *permutation)

    r = [next(nonces) for _ in range(n)]
    c = [b""] * n
    for i, j in enumerate(permutation):
        c[j] = some(add(base(r[j]), hs[i]))
    u = _weights(challenge, c)
    u_prime = [u[j] for j in permutation]

    r_hat = [next(nonces) for _ in range(n)]
    c_hat = [h]
    for i in range(n):
        c_hat.append(some(add(base(r_hat[i]), mul(u_prime[i], c_hat[i]))))
    v = [1] * n
    for i in range(n - 1, 0, -1):
        v[i - 1] = u_prime[i] * v[i] % Q

    omega = [next(nonces) for _ in range(4)]
    omega_hat = [next(nonces) for _ in range(n)]
    omega_prime = [next(nonces) for _ in range(n)]
    t = [
        base(omega[0]),
        base(omega[1]),
        multi([omega[2], *omega_prime], [G, *hs]),
        multi([-omega[3], *omega_prime], [X, *(card.b for card in shuffled)]),
        multi([-omega[3], *omega_prime], [G, *(card.a for card in shuffled)]),
    ]
    t += [add(base(omega_hat[i]), mul(omega_prime[i], c_hat[i])) for i in range(n)]
    e = _challenged(challenge, c_hat[1:], t)

    witness = (sum(r), _dot(r_hat, v), _dot(r, u), _dot(factors, u))
    return ShuffleProof(
        c=tuple(c),
        c_hat=tuple(c_hat[1:]),
        challenge=encode_scalar(e),
        s=_four([_response(w, e, x) for w, x in zip(omega, witness, strict=True)]),
        s_hat=tuple(_response(w, e, x) for w, x in zip(omega_hat, r_hat, strict=True)),
        s_prime=tuple(_response(w, e, x) for w, x in zip(omega_prime, u_prime, strict=True)),
    )


def check_shuffle(
    ctx: Context, X: bytes, deck: Sequence[Card], shuffled: Sequence[Card], proof: ShuffleProof
) -> None:
    """Raise BadProof (or Malformed) unless `shuffled` is `deck`, permuted and re-encrypted under X.

    Every point of the statement and the proof is a factor of a multiplication here, which validates it.
    """
    n = len(deck)
    sizes = {len(shuffled), len(proof.c), len(proof.c_hat), len(proof.s_hat), len(proof.s_prime)}
    if not 1 <= n <= MAX_CARDS or sizes != {n} or len(proof.s) != 4:
        raise Malformed(f"the proof is not for {n} cards")
    e = decode_scalar(proof.challenge)
    s = [decode_scalar(scalar) for scalar in proof.s]
    s_hat = [decode_scalar(scalar) for scalar in proof.s_hat]
    s_prime = [decode_scalar(scalar) for scalar in proof.s_prime]
    h, hs, hs_total = generators(n)
    challenge = _statement(ctx, X, deck, shuffled)
    u = _weights(challenge, proof.c)
    u_product = 1
    for weight in u:
        u_product = u_product * weight % Q

    c_hat = (h, *proof.c_hat)
    c_tilde = multi(u, proof.c)
    b_tilde = multi(u, [card.b for card in deck])
    a_tilde = multi(u, [card.a for card in deck])
    chain = [add(sub(base(s_hat[i]), mul(e, c_hat[i + 1])), mul(s_prime[i], c_hat[i])) for i in range(n)]
    c_bar = sub(sum_of(proof.c), hs_total)
    t = [
        sub(base(s[0]), mul(e, c_bar)),
        sub(base(s[1]), mul(e, sub(c_hat[n], mul(u_product, h)))),
        sub(multi([s[2], *s_prime], [G, *hs]), mul(e, c_tilde)),
        sub(multi([-s[3], *s_prime], [X, *(card.b for card in shuffled)]), mul(e, b_tilde)),
        sub(multi([-s[3], *s_prime], [G, *(card.a for card in shuffled)]), mul(e, a_tilde)),
        *chain,
    ]
    if None in t or _challenged(challenge, proof.c_hat, t) != e:
        raise BadProof("shuffle")


def _statement(ctx: Context, X: bytes, deck: Sequence[Card], shuffled: Sequence[Card]) -> Challenge:
    challenge = Challenge(ctx, "shuffle")
    challenge.absorb("X", X)
    challenge.absorb_all("deck", (point for card in deck for point in card))
    challenge.absorb_all("shuffled", (point for card in shuffled for point in card))
    return challenge


def _weights(challenge: Challenge, c: Sequence[bytes]) -> list[int]:
    challenge.absorb_all("c", c)
    return challenge.weights("u", len(c))


def _challenged(challenge: Challenge, c_hat: Sequence[bytes], t: Sequence[bytes | None]) -> int:
    challenge.absorb_all("c_hat", c_hat)
    challenge.absorb_all("t", map(some, t))
    return challenge.scalar("e")


def _dot(xs: Sequence[int], ys: Sequence[int]) -> int:
    return sum(x * y for x, y in zip(xs, ys, strict=True)) % Q


def _response(nonce: int, e: int, witness: int) -> bytes:
    return encode_scalar((nonce + e * witness) % Q)


def _four(items: Sequence[bytes]) -> tuple[bytes, bytes, bytes, bytes]:
    one, two, three, four = items
    return one, two, three, four
