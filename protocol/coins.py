"""Joint numbers: everyone contributes 32 bytes unseen, and the hash of all contributions decides."""

from collections.abc import Sequence

from protocol.commitments import NONCE_BYTES
from protocol.context import Context, Stream
from protocol.errors import Malformed


def numbers(ctx: Context, contributions: Sequence[bytes], sides: Sequence[int]) -> tuple[int, ...]:
    """Independent uniform numbers, the i-th in 0..sides[i]-1, from the contributions in seat order.

    One honest contribution that was committed to before any was shown makes them unpredictable.
    """
    if not contributions or any(len(contribution) != NONCE_BYTES for contribution in contributions):
        raise Malformed("contributions to joint numbers")
    stream = Stream("coins", ctx.bytes("coins"), *contributions)
    return tuple(stream.below(limit) for limit in sides)
