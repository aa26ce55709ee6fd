"""Text in the cells of a terminal: how wide it is, cut and filled, wrapped, in columns that stay straight.

Letters of the default look (ASCII, kana, kanji) have one width in every terminal.
"""

from collections.abc import Sequence

from wcwidth import wcswidth, wcwidth

from cli.glyphs import wider

_CLOSING, _OPENING = (
    "\u3001\u3002\uff0c\uff0e\uff1a\uff1b\uff01\uff1f\uff09\u300d\u300f\u30fc)",
    "\uff08\u300c\u300e(",
)


def width(text: str) -> int:
    """How many cells a text takes. What cannot be printed counts as nothing."""
    cells = wcswidth(text)
    cells = cells if cells >= 0 else sum(max(0, wcwidth(letter)) for letter in text)
    return cells + wider(text)


def cut(text: str, cells: int) -> str:
    """The text, or its beginning with two dots where it does not fit."""
    if width(text) <= cells:
        return text
    kept, used, room = "", 0, max(0, cells - 2)
    for letter in text:
        used += width(letter)
        if used > room:
            break
        kept += letter
    return kept + ".."[: max(0, cells - width(kept))]


def fit(text: str, cells: int, *, right: bool = False) -> str:
    """The text in exactly so many cells: cut, or filled with spaces (on its left side if `right`)."""
    short = cut(text, cells)
    space = " " * (cells - width(short))
    return space + short if right else short + space


def wrapped(text: str, cells: int) -> list[str]:
    """The text in lines that fit: broken at a space, between two wide letters, or else where the line ends.

    No line begins with a closing mark of Japanese if that can be helped.
    """
    lines, line = [], ""
    for letter in text:
        if width(line + letter) <= cells or not line:
            line += letter
            continue
        line += letter
        while width(line) > cells and len(line) > 1:
            place = _break(line)
            lines.append(line[:place].rstrip(" "))
            line = line[place:].lstrip(" ")
    return [*lines, line] if line or not lines else lines


def _break(text: str) -> int:
    """Where to break a text that has no room for its last letter."""
    for place in range(len(text) - 1, 0, -1):
        before, after = text[place - 1], text[place]
        if " " in (before, after):
            if text[:place].strip():
                return place
        elif (
            (wcwidth(before) == 2 or wcwidth(after) == 2) and after not in _CLOSING and before not in _OPENING
        ):
            return place
    return len(text) - 1


def columns(rows: Sequence[Sequence[str]], *, right: Sequence[int] = (), gap: int = 2) -> list[str]:
    """Rows of cells as lines with straight columns; those in `right` are filled on their left."""
    if not rows:
        return []
    widths = [max(width(row[at]) for row in rows) for at in range(len(rows[0]))]
    return [
        (" " * gap)
        .join(
            fit(text, cells, right=at in right)
            for at, (text, cells) in enumerate(zip(row, widths, strict=True))
        )
        .rstrip()
        for row in rows
    ]
