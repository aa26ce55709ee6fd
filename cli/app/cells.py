"""Text in the cells of a terminal: how wide it is, cut and filled, wrapped, in columns that stay straight.

Letters of the default look (ASCII, kana, kanji) have one width in every terminal.
"""

from collections.abc import Sequence

from wcwidth import wcswidth, wcwidth


def width(text: str) -> int:
    """How many cells a text takes. What cannot be printed counts as nothing."""
    cells = wcswidth(text)
    return cells if cells >= 0 else sum(max(0, wcwidth(letter)) for letter in text)


def cut(text: str, cells: int) -> str:
    """The text, or its beginning with two dots where it does not fit."""
    if width(text) <= cells:
        return text
    kept, used, room = "", 0, max(0, cells - 2)
    for letter in text:
        used += max(0, wcwidth(letter))
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
    """The text in lines that fit: broken at a space where there is one, else between two letters."""
    lines, line = [], ""
    for letter in text:
        if width(line + letter) <= cells or not line:
            line += letter
            continue
        before, space, after = line.rpartition(" ")
        if letter == " ":
            lines.append(line)
            line = ""
        elif space and before:
            lines.append(before)
            line = after + letter
        else:
            lines.append(line)
            line = letter
    return [*lines, line] if line or not lines else lines


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
