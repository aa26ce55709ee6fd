"""What a screen shows at one moment: lines of styled text, and where the cursor stands.

Styles are names of what a thing is; what they look like is decided by the shell. No style carries a meaning
that the text does not.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cli.app.cells import cut, fit, width

TITLE, PLAIN, DIM, TURN, CHOSEN, GOOD, BAD, TRUMP, KEY = (
    "title", "", "dim", "turn", "chosen", "good", "bad", "trump", "key",
)  # fmt: skip

Piece = tuple[str, str]
Line = list[Piece]
"""Pieces of (style, text)."""


class Size(NamedTuple):
    """Rows and columns of the terminal."""

    rows: int
    columns: int


class Frame(NamedTuple):
    """Lines from the top, at most as many as there are rows; the cursor as (row, column) where one types."""

    lines: list[Line]
    cursor: tuple[int, int] | None = None


def line(text: str, style: str = PLAIN) -> Line:
    """A line of one style."""
    return [(style, text)]


def width_of(pieces: Line) -> int:
    """The cells of a line."""
    return sum(width(text) for _style, text in pieces)


def clipped(pieces: Line, cells: int) -> Line:
    """A line that fits into so many cells."""
    kept: Line = []
    left = cells
    for style, text in pieces:
        if left <= 0:
            break
        short = cut(text, left)
        kept.append((style, short))
        left -= width(short)
    return kept


def filled(pieces: Line, cells: int) -> Line:
    """A line in exactly so many cells."""
    short = clipped(pieces, cells)
    return [*short, (PLAIN, " " * (cells - width_of(short)))]


def bar(left: str, right: str, cells: int) -> Line:
    """A line across the screen with something at both ends, such as the title."""
    room = max(0, cells - width(right) - 1)
    return [(TITLE, fit(left, room) + (" " + right if right else ""))]


def text_of(lines: Iterable[Line]) -> str:
    """The frame without its styles, line by line, as golden files keep it."""
    return "\n".join("".join(text for _style, text in each).rstrip() for each in lines)


def stacked(top: Sequence[Line], bottom: Sequence[Line], rows: int) -> list[Line]:
    """The top lines above, the bottom lines at the lower edge; the top gives way where there is no room."""
    room = max(0, rows - len(bottom))
    space: list[Line] = [line("")] * max(0, room - len(top))
    return [*top[:room], *space, *bottom][:rows]
