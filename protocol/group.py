"""The group of the deck: the prime-order subgroup of edwards25519.

A point is its canonical encoding, 32 bytes, and never the identity; where a computation gives the
identity, the value is None. A scalar is an int in 0..Q-1. Everything received goes through `decode_point`
and `decode_scalar`, or is a factor of `mul` or `multi` in the same check: those refuse every point that
`decode_point` refuses. `add` and `sub` do not, so no result of theirs counts before that check is through.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from hashlib import sha512

from nacl.bindings import (
    crypto_core_ed25519_add,
    crypto_core_ed25519_from_uniform,
    crypto_core_ed25519_is_valid_point,
    crypto_core_ed25519_sub,
    crypto_scalarmult_ed25519_base_noclamp,
    crypto_scalarmult_ed25519_noclamp,
)
from nacl.exceptions import CryptoError

from protocol.errors import BadLibrary, BadPoint, BadScalar

NAME = b"edwards25519 prime-order subgroup"
"""The name that every proof binds."""

Q = 2**252 + 27742317777372353535851937790883648493
"""The order of the group, a prime (RFC 8032, 5.1)."""

_IDENTITY = (1).to_bytes(32, "little")
G = (4 * pow(5, -1, 2**255 - 19) % (2**255 - 19)).to_bytes(32, "little")
"""The standard generator, the point with y = 4/5 and even x (RFC 8032, 5.1)."""


def base(k: int) -> bytes | None:
    """k G."""
    k %= Q
    return None if k == 0 else crypto_scalarmult_ed25519_base_noclamp(k.to_bytes(32, "little"))


def mul(k: int, P: bytes | None) -> bytes | None:
    """k P. Refuses a point that is not of the group, like `decode_point`."""
    if P is None:
        return None
    k %= Q
    if k == 0:
        decode_point(P)
        return None
    try:
        return crypto_scalarmult_ed25519_noclamp(k.to_bytes(32, "little"), P)
    except (CryptoError, TypeError):
        raise BadPoint(_shown(P)) from None


def add(P: bytes | None, R: bytes | None) -> bytes | None:
    """P + R, of points that have been checked."""
    if P is None:
        return R
    if R is None:
        return P
    return _computed(crypto_core_ed25519_add, P, R)


def sub(P: bytes | None, R: bytes | None) -> bytes | None:
    """P - R, of points that have been checked."""
    if R is None:
        return P
    return _computed(crypto_core_ed25519_sub, _IDENTITY if P is None else P, R)


def total(points: Iterable[bytes | None]) -> bytes | None:
    """The sum of points that have been checked."""
    result: bytes | None = None
    for P in points:
        result = add(result, P)
    return result


def multi(scalars: Sequence[int], points: Sequence[bytes | None]) -> bytes | None:
    """The sum of k P over the pairs. Refuses points like `mul`.

    Equal points cost one multiplication, and the standard generator is the cheapest of them.
    """
    factors: dict[bytes, int] = {}
    for k, P in zip(scalars, points, strict=True):
        if P is not None:
            factors[P] = factors.get(P, 0) + k
    return total(base(k) if P == G else mul(k, P) for P, k in factors.items())


def decode_point(data: bytes) -> bytes:
    """The point that these bytes encode, or BadPoint.

    Refused: the identity, points of small or mixed order or off the curve, and second encodings.
    """
    if type(data) is not bytes or len(data) != 32 or not crypto_core_ed25519_is_valid_point(data):
        raise BadPoint(_shown(data))
    return data


def decode_scalar(data: bytes) -> int:
    """The scalar that these 32 bytes encode in little-endian order, or BadScalar if it is not below Q."""
    if type(data) is not bytes or len(data) != 32:
        raise BadScalar(_shown(data))
    k = int.from_bytes(data, "little")
    if k >= Q:
        raise BadScalar(_shown(data))
    return k


def encode_scalar(k: int) -> bytes:
    """The 32 bytes of a scalar, little-endian."""
    if not 0 <= k < Q:
        raise BadScalar("not reduced")
    return k.to_bytes(32, "little")


def some(P: bytes | None) -> bytes:
    """A point where the identity has no place, or BadPoint."""
    if P is None:
        raise BadPoint("the identity")
    return P


def hash_to_group(label: bytes) -> bytes:
    """A point to which nobody knows a relation: the sum of two Elligator images of SHA-512 of the label.

    No player ever chooses a generator; all come from here, from fixed labels.
    """
    digest = sha512(b"chabudai/1/hash-to-group\0" + label).digest()
    halves = (crypto_core_ed25519_from_uniform(digest[:32]), crypto_core_ed25519_from_uniform(digest[32:]))
    return some(add(*halves))


_TORSION = (
    # The seven points of small order, by y and the sign bit: of order 2, 4, 4, 8, 8, 8, 8.
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0000000000000000000000000000000000000000000000000000000000000080",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
)
_MIXED = (
    # The generator plus a point of order 2, 4, 8. Libraries with CVE-2025-69277 accept the first.
    "9599999999999999999999999999999999999999999999999999999999999999",
    "5252cc0a7f208133b620acbd4537eba2a4123bf0a8c2e4f980c3b31bb69765ea",
    "98519eadf35b995233b51b5cd23e9cc5a28b639b5a4af0ec903cb960d81b7819",
)
_SECOND_ENCODINGS = (
    # The identity with y = 1 + p, the identity with the sign bit, and points with y = 3 + p and y = 9 + p.
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "0100000000000000000000000000000000000000000000000000000000000080",
    "f0ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "f6ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
)
_OFF_CURVE = ("0200000000000000000000000000000000000000000000000000000000000000", "ff" * 32)
REFUSED_POINTS = tuple(
    bytes.fromhex(text) for text in (_IDENTITY.hex(), *_TORSION, *_MIXED, *_SECOND_ENCODINGS, *_OFF_CURVE)
)
"""One encoding of every kind that must never be accepted as a point."""


_HASHED = "12da30436b166564fca6151ed5fdb6720816608cee1eac3637f32867ccc51040"


def self_test() -> None:
    """Raise BadLibrary unless the library computes right and refuses every bad point."""
    for point in REFUSED_POINTS:
        if not _refused(partial(decode_point, point)):
            raise BadLibrary(f"accepts {point.hex()}")
        for k in (1, 2, 8, Q - 1):
            if not _refused(partial(mul, k, point)):
                raise BadLibrary(f"multiplies {point.hex()}")
    if not _computes_right():
        raise BadLibrary("computes wrong")


def _refused(attempt: Callable[[], object]) -> bool:
    try:
        attempt()
    except BadPoint:
        return True
    return False


def _computes_right() -> bool:
    double = add(G, G)
    return (
        base(1) == decode_point(G) == mul(1, G)
        and base(2) == double == mul(2, G)
        and base(Q) is None
        and add(base(Q - 1), G) is None
        and sub(G, G) is None
        and sub(None, G) == base(Q - 1) == mul(-1, G)
        and sub(double, G) == G
        and mul(2**200 + 1, double) == base(2**201 + 2) == add(base(2**201), double)
        and decode_point(hash_to_group(b"self-test")).hex() == _HASHED
    )


def _computed(operation: Callable[[bytes, bytes], bytes], P: bytes, R: bytes) -> bytes | None:
    try:
        result = operation(P, R)
    except (CryptoError, TypeError):
        raise BadPoint(f"{_shown(P)} or {_shown(R)}") from None
    return None if result == _IDENTITY else result


def _shown(data: object) -> str:
    return data.hex() if isinstance(data, bytes) and len(data) <= 64 else type(data).__name__
