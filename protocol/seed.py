"""Everything that a seat does in a deal, derived from 32 bytes that it commits to beforehand.

When the seed is shown after the game, anybody derives the same key, permutation and factors again, and so
repeats the shuffle without trusting its proof. `ctx` is everywhere the context of the event that carries the
commitment.
"""

from protocol.context import Context, Stream, tagged_hash
from protocol.errors import BadOpening, Malformed

SEED_BYTES = 32


def commit_seed(ctx: Context, seed: bytes) -> bytes:
    """The commitment, 32 bytes, to a seed of 32 random bytes."""
    return tagged_hash("seed", ctx.bytes("seed"), _checked(seed))


def check_seed(ctx: Context, commitment: bytes, seed: bytes) -> None:
    """Raise BadOpening unless the commitment is to this seed."""
    if commit_seed(ctx, seed) != commitment:
        raise BadOpening("seed")


def deal_key(ctx: Context, seed: bytes) -> int:
    """The secret key x of the deal, in 1..Q-1."""
    return _stream(ctx, "deal key", seed).scalar()


def permutation(ctx: Context, seed: bytes, n: int) -> tuple[int, ...]:
    """The order of the shuffled deck: its card i is card permutation[i] of the deck before.

    Fisher and Yates from the last place down: place i changes with a uniform place in 0..i.
    """
    stream = _stream(ctx, "permutation", seed)
    order = list(range(n))
    for i in range(n - 1, 0, -1):
        j = stream.below(i + 1)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


def factors(ctx: Context, seed: bytes, n: int) -> tuple[int, ...]:
    """The re-encryption factors, in 1..Q-1: factors[j] is for card j of the deck before the shuffle."""
    stream = _stream(ctx, "factors", seed)
    return tuple(stream.scalar() for _ in range(n))


def _stream(ctx: Context, label: str, seed: bytes) -> Stream:
    return Stream("deal", ctx.bytes(label), _checked(seed))


def _checked(seed: bytes) -> bytes:
    if len(seed) != SEED_BYTES:
        raise Malformed(f"a seed of {len(seed)} bytes")
    return seed
