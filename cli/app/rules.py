"""The rules of the games, to read and scroll."""

import re
from collections.abc import Sequence
from functools import partial
from itertools import groupby, zip_longest
from pathlib import Path

from cli.app.cells import columns as straight
from cli.app.cells import width, wrapped
from cli.app.frame import TITLE, Line, line
from cli.app.menu import Item, Menu, Row, Text
from cli.app.screen import Effect, Open
from cli.language import N_, _, language
from cli.words_games import GAMES, title
from engines import GAMES as NAMES

TEXTS = Path(__file__).parent.parent / "rules"

_MARKS = re.compile(r"\*\*|`")
_NARROWEST = 4
"""Cells to which a column of a table may be broken."""
_LIST = re.compile(r"(- |\d+\. )")


class Rulebook(Menu):
    """Which game's."""

    title = N_("Rules")

    def rows(self) -> Sequence[Row]:
        """The games."""
        return [
            Item(name, title(name), partial(self._read, name), note=_(GAMES[name].about)) for name in NAMES
        ]

    @staticmethod
    def _read(name: str) -> Sequence[Effect]:
        return [Open(Rules(name))]


class Rules(Text):
    """The rules of one game, in the language in use."""

    def __init__(self, game: str) -> None:
        text = (TEXTS / language() / f"{game}.md").read_text(encoding="utf-8")
        super().__init__(title(game), paragraphs(text))

    def lines(self, columns: int) -> list[Line]:
        """Headings stand out, and items of lists are set in from their signs."""
        lines: list[Line] = []
        for table, group in groupby(self._paragraphs, lambda each: each.startswith("|")):
            if table:
                lines += [line(text) for text in _table(list(group), columns)]
            else:
                lines += self._set(list(group), columns)
        return lines[1:] if lines and not lines[0] else lines

    @staticmethod
    def _set(paragraphs: Sequence[str], columns: int) -> list[Line]:
        lines: list[Line] = []
        for each in paragraphs:
            if each.startswith("#"):
                lines += [[], line(each.lstrip("# "), TITLE)]
                continue
            indent = len(each) - len(each.lstrip(" "))
            found = _LIST.match(each, indent)
            deep = " " * (indent + (len(found.group()) if found else 0))
            broken = wrapped(each[len(deep) :], max(8, columns - len(deep)))
            lines += [line((each[: len(deep)] if at == 0 else deep) + text) for at, text in enumerate(broken)]
        return lines


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a text with line breaks and marks in it; each item of a list is one of its own."""
    found: list[str] = []
    for row in _MARKS.sub("", text).splitlines():
        if row.startswith("|"):
            found += [] if row.startswith("|--") else [row]
            continue
        joined = found and found[-1] and row.strip() and not _LIST.match(row.lstrip()) and row[0] != "#"
        if joined and found[-1][0] not in "#|":
            found[-1] += _gap(found[-1], row.strip()) + row.strip()
        else:
            found.append(row)
    return found


def _table(rows: Sequence[str], cells: int) -> list[str]:
    """A table that fits into so many cells: its widest columns are broken into lines where it does not."""
    texts = [[text.strip() for text in row.strip("|").split("|")] for row in rows]
    widths = [max(map(width, column)) for column in zip(*texts, strict=True)]
    while sum(widths) + 2 * (len(widths) - 1) > cells and max(widths) > _NARROWEST:
        widths[widths.index(max(widths))] -= 1
    broken: list[Sequence[str]] = []
    for row in texts:
        parts = [wrapped(text, room) for text, room in zip(row, widths, strict=True)]
        broken += zip_longest(*parts, fillvalue="")
    return straight(broken)


def _gap(before: str, after: str) -> str:
    """Between two lines of Japanese there is no space."""
    return "" if ord(before[-1]) > 0x2E7F or ord(after[0]) > 0x2E7F else " "
