"""The transcript of a table: one file from which anybody can check the whole game.

The file is one MessagePack array `[format, genesis, events, evidence]` in its only encoding. `events` stand
in the order of steps, within a step in the order of seats. `evidence` is empty, or holds the signed event
(two events, where an author said two things) that ended the game.
"""

from typing import Annotated

import msgspec

from protocol.errors import Malformed
from protocol.events import Event
from protocol.genesis import MAX_GENESIS
from protocol.wire import Wired, decode_exactly, encode

FORMAT = "chabudai-transcript/1"
MAX_TRANSCRIPT = 32 * 1024 * 1024
MAX_EVENTS = 200_000


class Transcript(Wired, frozen=True):
    """A game as its players signed it. `genesis` are the bytes that the table id is the hash of."""

    format: Annotated[str, msgspec.Meta(max_length=32)]
    genesis: Annotated[bytes, msgspec.Meta(max_length=MAX_GENESIS)]
    events: Annotated[tuple[Event, ...], msgspec.Meta(max_length=MAX_EVENTS)]
    evidence: Annotated[tuple[Event, ...], msgspec.Meta(max_length=2)]


def write_transcript(genesis: bytes, events: tuple[Event, ...], evidence: tuple[Event, ...] = ()) -> bytes:
    """The bytes of the file."""
    return encode(Transcript(FORMAT, genesis, events, evidence))


def read_transcript(data: bytes) -> Transcript:
    """Read a file; Malformed, with what is wrong, if it is no transcript. No signature is checked here."""
    if not data:
        raise Malformed("the file is empty")
    transcript = decode_exactly(data, Transcript, MAX_TRANSCRIPT, MAX_EVENTS)
    if transcript.format != FORMAT:
        raise Malformed(f"format {transcript.format!r}")
    return transcript
