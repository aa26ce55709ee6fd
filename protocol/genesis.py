"""The genesis of a table: who plays what, with which options. Everybody signs the same bytes before
anything else.
"""

from typing import Annotated

import msgspec

from protocol.context import tagged_hash
from protocol.wire import Bytes32, Wired, decode_exactly, encode

PROTOCOL_VERSION = 1
"""Raised by any change to a byte, a proof or an order of messages.

Peers of different versions do not play.
"""

MAX_GENESIS = 4096

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=48)]
Word = Annotated[str, msgspec.Meta(min_length=1, max_length=32, pattern="^[a-z0-9_-]+$")]
OptionValue = bool | int | float | Annotated[str, msgspec.Meta(max_length=32)]


class Player(Wired, frozen=True):
    """One seat: the Ed25519 key that it belongs to, the name shown for it, and whether a bot holds it."""

    key: Bytes32
    name: Name
    bot: bool


class Genesis(Wired, frozen=True):
    """What all agree on. `options` are complete (no defaults are left out) and sorted by name;

    `players` in seat order.
    """

    version: int
    nonce: Bytes32
    game: Word
    rules_version: int
    options: Annotated[tuple[tuple[Word, OptionValue], ...], msgspec.Meta(max_length=16)]
    players: Annotated[tuple[Player, ...], msgspec.Meta(min_length=2, max_length=10)]
    sealed: bool


def encode_genesis(genesis: Genesis) -> bytes:
    """The bytes that are hashed and kept."""
    return encode(genesis)


def decode_genesis(data: bytes) -> Genesis:
    """Read a genesis; Malformed if it is not one in its only encoding."""
    return decode_exactly(data, Genesis, MAX_GENESIS)


def table_id(genesis: bytes) -> bytes:
    """The 32 bytes that name the table: the hash of its genesis. Also the position before the first step."""
    return tagged_hash("genesis", genesis)
