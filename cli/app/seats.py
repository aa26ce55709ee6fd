"""The seats of a table in a block: who is waited for, the name, whether they are there, and what a game puts
beside them.
"""

from collections.abc import Collection, Sequence
from itertools import zip_longest
from typing import NamedTuple

from cli.app.cells import fit, width, wrapped
from cli.app.frame import BAD, DIM, PLAIN, TURN, Line, filled, line
from cli.language import N_
from cli.words import Names, Words, say

TWO_COLUMNS = 7
"""So many seats stand in two columns, if there is room."""

_LEAST_NAME, _LEAST_CELL = 5, 3

_LONG = 6
"""What takes so many cells may stand in a line of its own."""

_MARK, _INDENT = "> ", "    "

_SHORT: Words = {
    "here": N_("here"),
    "away": N_("away"),
    "gone": N_("gone"),
    "you": N_("you"),
    "bot": N_("bot"),
}


class _Form(NamedTuple):
    """How the block is set: rows of titles, the cells by seat, what stands between them, and what below."""

    titles: list[list[str]]
    rows: list[list[str]]
    gap: str
    below: Sequence[str] = ()

    def widths(self) -> list[int]:
        """The cells that each column takes."""
        return [max(map(width, column)) for column in zip(*self.titles, *self.rows, strict=True)]

    def fits(self, columns: int) -> bool:
        """Whether nothing has to be cut."""
        widths = self.widths()
        return len(_MARK) + sum(widths) + len(self.gap) * (len(widths) - 1) <= columns


def block(
    names: Names,
    presence: Sequence[str],
    waited: Collection[int],
    heads: Sequence[str],
    cells: Sequence[Sequence[str]],
    columns: int,
) -> list[Line]:
    """Titles, and a line for each seat. Those who are waited for have a `>`.

    Where there is little room, titles stand in two lines, then what is longest of a seat stands below it.
    """
    seats = range(len(names.names))
    rows = [[names.of(seat), _state(seat, presence[seat], names), *cells[seat]] for seat in seats]
    forms = [_Form([["", "", *heads]], rows, "  "), _close(heads, rows)]
    half = (columns - 2) // 2
    if len(rows) >= TWO_COLUMNS:
        for form in forms:
            if form.fits(half):
                lines = _drawn(form, half, presence, waited)
                return _beside(lines[: len(form.titles)], lines[len(form.titles) :], half)
    fitting = [form for form in forms if form.fits(columns)]
    return _drawn(fitting[0] if fitting else _folded(heads, rows), columns, presence, waited)


def _close(heads: Sequence[str], rows: list[list[str]], below: Sequence[str] = ()) -> _Form:
    """Little space between the columns, and titles of several words in two lines."""
    split = [head.partition(" ") for head in heads]
    upper = ["", "", *[first if rest else "" for first, _space, rest in split]]
    lower = ["", "", *[rest or first for first, _space, rest in split]]
    return _Form([upper, lower] if any(upper) else [lower], rows, " ", below)


def _folded(heads: Sequence[str], rows: list[list[str]]) -> _Form:
    """What is longest of a seat, with its title, gets a line of its own below the name."""
    longest = [max(width(row[2 + at]) for row in rows) for at in range(len(heads))]
    if not longest or max(longest) < _LONG:
        return _close(heads, rows)
    at = longest.index(max(longest))
    below = [f"{heads[at]}: {row[2 + at]}" if row[2 + at] else "" for row in rows]
    rest = [[*row[: 2 + at], *row[3 + at :]] for row in rows]
    return _close([*heads[:at], *heads[at + 1 :]], rest, below)


def _state(seat: int, presence: str, names: Names) -> str:
    if seat == names.me:
        return say(_SHORT, "you")
    return say(_SHORT, "bot" if presence == "here" and names.bots[seat] else presence)


def _narrowed(form: _Form, columns: int) -> list[int]:
    """Widths that fit into a line if that is possible: names are cut first, then titles."""
    widths, cells = form.widths(), [max(map(width, column)) for column in zip(*form.rows, strict=True)]
    least = [_LEAST_NAME, *[max(_LEAST_CELL, each) for each in cells[1:]]]
    for at in [0, *range(len(widths) - 1, 0, -1)]:
        over = len(_MARK) + sum(widths) + len(form.gap) * (len(widths) - 1) - columns
        widths[at] = max(min(least[at], widths[at]), widths[at] - max(0, over))
    return widths


def _drawn(form: _Form, columns: int, presence: Sequence[str], waited: Collection[int]) -> list[Line]:
    widths = _narrowed(form, columns)
    lines = [line(_row("", titles, widths, form.gap), DIM) for titles in form.titles]
    for seat, row in enumerate(form.rows):
        style = BAD if presence[seat] != "here" else TURN if seat in waited else PLAIN
        lines.append(line(_row(_MARK if seat in waited else "", row, widths, form.gap), style))
        if form.below and form.below[seat]:
            room = max(1, columns - len(_INDENT))
            lines += [line(_INDENT + text, style) for text in wrapped(form.below[seat], room)]
    return lines


def _row(mark: str, cells: Sequence[str], widths: Sequence[int], gap: str) -> str:
    return (fit(mark, len(_MARK)) + gap.join(map(fit, cells, widths))).rstrip()


def _beside(titles: list[Line], rows: list[Line], half: int) -> list[Line]:
    """The second half of the seats beside the first, under titles of their own."""
    middle = -(-len(rows) // 2)
    left, right = [*titles, *rows[:middle]], [*titles, *rows[middle:]]
    beside = zip_longest(left, right, fillvalue=line(""))
    return [[*filled(one, half + 2), *other] for one, other in beside]
