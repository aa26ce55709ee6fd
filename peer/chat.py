"""What players say to each other beside the game: one safe line at a time, and not too many of them."""

from collections import defaultdict
from dataclasses import dataclass, field

from engines.vocabulary import Seat
from peer.allowance import Allowance
from peer.names import clean_line
from protocol.messages import MAX_CHAT, Chat, decode_chat, encode_chat

MOST = 120
"""Columns of the longest line."""

_AT_ONCE, _A_SECOND = 8, 0.5


@dataclass(frozen=True, slots=True)
class Chatted:
    """A player says this to the others: one line that is safe to print."""

    seat: Seat
    text: str = field(repr=False)


def to_say(table: bytes, text: str) -> tuple[str, bytes]:
    """What others get to read of a text, and the frame that says it to them. Both may be empty."""
    # Marks take no column, so a line that is not too wide may still have too many characters.
    line = clean_line(text, MOST)[:MAX_CHAT].rstrip()
    return line, encode_chat(Chat(table, line)) if line else b""


class Listening:
    """What is heard of the others. Who says too much is not heard for a while."""

    def __init__(self) -> None:
        self._allowed: dict[Seat, Allowance] = defaultdict(lambda: Allowance(_AT_ONCE, _A_SECOND))

    def hear(self, seat: Seat, data: bytes, now: float) -> Chatted | None:
        """The line in a frame, if there is one to show; Malformed if it is no frame of a chat."""
        line = clean_line(decode_chat(data).text, MOST)
        return Chatted(seat, line) if line and self._allowed[seat].take(1, now) else None
