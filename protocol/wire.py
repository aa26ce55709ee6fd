"""The wire codec: MessagePack in, frozen shapes out.

MessagePack has many encodings of one value, so nothing here promises that encoding a decoded value gives
back the same bytes. Whoever signs or hashes keeps the received bytes. `encode` itself is deterministic: a
value of ours always gives the same bytes.
"""

from typing import Annotated, Any, NoReturn, TypeVar

import msgpack
import msgspec

from protocol.errors import Malformed

MAX_FRAME = 64 * 1024
"""Bytes of the largest message that any peer accepts."""

MAX_ITEMS = 2048
"""Elements of the longest array in a message."""

Bytes32 = Annotated[bytes, msgspec.Meta(min_length=32, max_length=32)]
Bytes64 = Annotated[bytes, msgspec.Meta(min_length=64, max_length=64)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=9)]
SlotNumber = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
StepNumber = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]

Shape = TypeVar("Shape")


class Wired(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A value that travels as a MessagePack array of its fields, in order, with none missing and none
    added.
    """


def encode(value: Any) -> bytes:
    """The bytes of a shape, or of plain nested tuples, ints, bools, strings and bytes."""
    return bytes(msgpack.packb(msgspec.to_builtins(value, builtin_types=(bytes,)), use_bin_type=True))


def decode(data: bytes, shape: type[Shape], limit: int = MAX_FRAME, items: int = MAX_ITEMS) -> Shape:
    """Read bytes from a stranger as `shape`, or raise Malformed saying where it is not one.

    Sizes are bounded before anything is built: `limit` bytes in all, `items` elements in one array, no
    maps, no extension types.
    """
    if len(data) > limit:
        raise Malformed(f"{len(data)} bytes where at most {limit} are allowed")
    try:
        plain = msgpack.unpackb(
            data,
            use_list=False,
            strict_map_key=True,
            ext_hook=_refuse_extension,
            max_array_len=items,
            max_map_len=0,
            max_ext_len=0,
            max_str_len=limit,
            max_bin_len=limit,
        )
        return msgspec.convert(plain, shape, strict=True, builtin_types=(bytes,))
    except (ValueError, TypeError, OverflowError, RecursionError, msgpack.UnpackException) as error:
        raise Malformed(str(error)) from None


def decode_exactly(data: bytes, shape: type[Shape], limit: int, items: int = MAX_ITEMS) -> Shape:
    """`decode`, and refuse also bytes that are not the one encoding that `encode` gives for the value."""
    value = decode(data, shape, limit, items)
    if encode(value) != data:
        raise Malformed("not in its only allowed encoding")
    return value


def _refuse_extension(code: int, data: bytes) -> NoReturn:
    raise ValueError(f"extension type {code}")
