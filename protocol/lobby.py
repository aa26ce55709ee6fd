"""What peers say to each other about tables that are not being played yet.

Every message names a table by its nonce (32 random bytes of its opener, later the nonce of the genesis). All
of them travel over authenticated links, so none carries the key of its sender.

    opener            Offered, Withdrawn -> everybody
    who wants a seat  Knock -> opener;  Challenge <- ;  Confirm -> ;  Admitted or Declined <-
    opener            Roster -> all members at each change;  Start -> all members when the last seat is taken
    a member          Leave -> everybody at the table;  Again -> opener and members, while it has no Start
"""

from typing import Annotated

import msgpack
import msgspec

from protocol.errors import Malformed
from protocol.genesis import MAX_GENESIS, Name, OptionValue, Word
from protocol.wire import Bytes32, Wired, decode, encode

MAX_LOBBY_FRAME = 8 * 1024
"""Bytes of the largest lobby message."""

Address = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern=r"^[0-9a-f.:\[\]]+$")]
""""ip:port" without a zone, which would mean nothing elsewhere."""
Addresses = Annotated[tuple[Address, ...], msgspec.Meta(max_length=6)]
Number = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
SeatCount = Annotated[int, msgspec.Meta(ge=0, le=10)]
Options = Annotated[tuple[tuple[Word, OptionValue], ...], msgspec.Meta(max_length=16)]
PakeMessage = Annotated[bytes, msgspec.Meta(min_length=33, max_length=33)]


class Offered(Wired, frozen=True, tag="offered"):
    """My table has free seats. `options` are complete and sorted by name, `version` is the protocol's."""

    table: Bytes32
    version: Number
    game: Word
    rules_version: Number
    options: Options
    seats: SeatCount
    taken: SeatCount
    passcode: bool
    sealed: bool


class Withdrawn(Wired, frozen=True, tag="withdrawn"):
    """My table is no longer to be had; `code` is "withdrawn" or "started"."""

    table: Bytes32
    code: Word


class Knock(Wired, frozen=True, tag="knock"):
    """I want a seat, under this name. `addresses` ("ip:port", best first) are where the other members can
    reach me.

    `proof` is empty at an open table, the 32 bytes of an invite, or the first message of a passcode exchange.
    """

    table: Bytes32
    version: Number
    rules_version: Number
    name: Name
    bot: bool
    addresses: Addresses
    proof: Annotated[bytes, msgspec.Meta(max_length=33)]


class Challenge(Wired, frozen=True, tag="challenge"):
    """The second message of a passcode exchange, from the opener."""

    table: Bytes32
    pake: PakeMessage


class Confirm(Wired, frozen=True, tag="confirm"):
    """The third: who knocked shows that both sides used the same passcode."""

    table: Bytes32
    confirmation: Bytes32


class Admitted(Wired, frozen=True, tag="admitted"):
    """You have a seat. `confirmation` (the fourth message of a passcode exchange) is empty where there was
    none.
    """

    table: Bytes32
    confirmation: Annotated[bytes, msgspec.Meta(max_length=32)]


class Declined(Wired, frozen=True, tag="declined"):
    """You have no seat; `code` says why."""

    table: Bytes32
    code: Word


class Member(Wired, frozen=True):
    """Who sits at a table that is gathering, and where to reach them."""

    key: Bytes32
    name: Name
    bot: bool
    addresses: Addresses


class Roster(Wired, frozen=True, tag="roster"):
    """All members of my table, in the order of seats. I am the first."""

    table: Bytes32
    members: Annotated[tuple[Member, ...], msgspec.Meta(min_length=1, max_length=10)]


class Leave(Wired, frozen=True, tag="leave"):
    """I give up my seat. Once the game has begun: I shall not come back to it."""

    table: Bytes32


class Start(Wired, frozen=True, tag="start"):
    """Everybody is here. This is the genesis that we all sign."""

    table: Bytes32
    genesis: Annotated[bytes, msgspec.Meta(max_length=MAX_GENESIS)]


class NotStarted(Wired, frozen=True, tag="not-started"):
    """I do not sign this genesis; `code` names the field that is not what I agreed to."""

    table: Bytes32
    code: Word


class Again(Wired, frozen=True, tag="again"):
    """I have no Start yet: send it, if there was one."""

    table: Bytes32


LobbyMessage = (
    Offered
    | Withdrawn
    | Knock
    | Challenge
    | Confirm
    | Admitted
    | Declined
    | Roster
    | Leave
    | Start
    | NotStarted
    | Again
)


def encode_lobby(message: LobbyMessage) -> bytes:
    """The bytes of one frame."""
    return encode(message)


def decode_lobby(data: bytes) -> LobbyMessage:
    """Read a frame; Malformed if it is no message of the lobby."""
    return decode(data, LobbyMessage, MAX_LOBBY_FRAME)  # type: ignore[arg-type]


def route(data: bytes) -> tuple[str, bytes]:
    """The tag and the table of a frame, of a table or of the lobby, without reading the rest; Malformed if it
    has none.
    """
    head = msgpack.Unpacker(max_buffer_size=128, max_str_len=32, max_bin_len=32)
    try:
        head.feed(data[:128])
        head.read_array_header()
        tag, table = head.unpack(), head.unpack()
    except (ValueError, TypeError, msgpack.UnpackException) as error:
        raise Malformed(f"no tag and table: {error}") from None
    if not isinstance(tag, str) or not isinstance(table, bytes) or len(table) != 32:
        raise Malformed("no tag and table")
    return tag, table
