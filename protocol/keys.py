"""The keys of a deal: X = x G of each seat, the proof that it knows x, and their sum, the joint key."""

from collections.abc import Sequence

from protocol.context import Challenge, Context
from protocol.errors import BadKey, BadProof
from protocol.group import Q, base, decode_point, decode_scalar, encode_scalar, mul, some, sub, total
from protocol.wire import Bytes32, Wired


class KeyProof(Wired, frozen=True):
    """Schnorr's proof of knowledge of x in X = x G: challenge c and response z."""

    c: Bytes32
    z: Bytes32


def prove_key(ctx: Context, x: int) -> KeyProof:
    """Prove that this seat knows the secret key x, in 1..Q-1, of X = x G."""
    challenge = _statement(ctx, some(base(x)))
    k = next(challenge.nonces(x))
    c = _challenged(challenge, base(k))
    return KeyProof(encode_scalar(c), encode_scalar((k + c * x) % Q))


def check_key(ctx: Context, X: bytes, proof: KeyProof) -> None:
    """Raise BadProof (or Malformed) unless the seat of this context knows the secret key of X.

    z G - c X must be the T that the challenge was made from. Without this proof the last seat could choose
    a key that cancels the others.
    """
    c, z = decode_scalar(proof.c), decode_scalar(proof.z)
    T = sub(base(z), mul(c, X))
    if T is None or _challenged(_statement(ctx, X), T) != c:
        raise BadProof("key")


def joint_key(keys: Sequence[bytes]) -> bytes:
    """The sum of the seats' keys. Raises BadKey if two are equal or the sum is the identity."""
    if not keys or len(set(keys)) != len(keys):
        raise BadKey("two seats have one key" if keys else "no key")
    X = total(decode_point(key) for key in keys)
    if X is None:
        raise BadKey("the keys cancel out")
    return X


def _statement(ctx: Context, X: bytes) -> Challenge:
    challenge = Challenge(ctx, "key")
    challenge.absorb("X", X)
    return challenge


def _challenged(challenge: Challenge, T: bytes | None) -> int:
    challenge.absorb("T", some(T))
    return challenge.scalar("c")
