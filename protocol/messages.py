"""What the peers of a table send over their links while they play. Every message names its table first."""

from typing import Annotated

import msgspec

from protocol.events import Event
from protocol.wire import Bytes32, SeatNumber, StepNumber, Wired, decode, encode

MAX_CHAT = 200
"""Characters of the longest line of a chat."""


class Said(Wired, frozen=True, tag="event"):
    """An event, from its author or passed on."""

    table: Bytes32
    event: Event


class Head(Wired, frozen=True):
    """The last event that a peer has of one author: its step and id. Step -1 where it has none."""

    step: Annotated[int, msgspec.Meta(ge=-1, le=1_000_000)]
    id: Bytes32


class Have(Wired, frozen=True, tag="have"):
    """Where a peer is: its step and position, what it has of each author, and the seats that it is linked to.

    The answer is whatever the other one lacks.
    """

    table: Bytes32
    step: StepNumber
    position: Bytes32
    heads: Annotated[tuple[Head, ...], msgspec.Meta(max_length=10)]
    links: Annotated[tuple[SeatNumber, ...], msgspec.Meta(max_length=10)]


class Chat(Wired, frozen=True, tag="chat"):
    """What a player says to the others, from the player itself. It is no part of the game, and nobody passes
    it on.
    """

    table: Bytes32
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_CHAT)]


TableMessage = Said | Have
TABLE_TAGS = frozenset({"event", "have", "chat"})


def encode_message(message: TableMessage) -> bytes:
    """The bytes of one frame."""
    return encode(message)


def decode_message(data: bytes) -> TableMessage:
    """Read a frame; Malformed if it is no message of a table."""
    return decode(data, TableMessage)  # type: ignore[arg-type]


def encode_chat(chat: Chat) -> bytes:
    """The bytes of one frame."""
    return encode(chat)


def decode_chat(data: bytes) -> Chat:
    """Read a frame; Malformed if it is nothing said to others."""
    return decode(data, Chat)
