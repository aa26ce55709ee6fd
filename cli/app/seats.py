"""The seats of a table in a block: who is waited for, the name, whether they are there, and what a game puts
beside them.
"""

from collections.abc import Collection, Sequence
from itertools import zip_longest

from cli.app.cells import fit, width
from cli.app.frame import BAD, DIM, PLAIN, TURN, Line, filled, line
from cli.language import N_
from cli.words import Names, Words, say

TWO_COLUMNS = 7
"""So many seats stand in two columns, if there is room."""

_LEAST_NAME, _LEAST_CELL = 5, 3

_SHORT: Words = {
    "here": N_("here"),
    "away": N_("away"),
    "gone": N_("gone"),
    "you": N_("you"),
    "bot": N_("bot"),
}


def block(
    names: Names,
    presence: Sequence[str],
    waited: Collection[int],
    heads: Sequence[str],
    cells: Sequence[Sequence[str]],
    columns: int,
) -> list[Line]:
    """A line of titles, and one for each seat. Those who are waited for have a `>`."""
    seats = range(len(names.names))
    titles = ["", "", *heads]
    rows = [[names.of(seat), _state(seat, presence[seat], names), *cells[seat]] for seat in seats]
    whole = _widths([titles, *rows])
    if len(rows) >= TWO_COLUMNS:
        half = (columns - 2) // 2
        if 2 + sum(whole) + 2 * (len(whole) - 1) <= half:
            return _beside(_drawn(titles, rows, whole, presence, waited), half)
    return _drawn(titles, rows, _narrowed(whole, rows, columns), presence, waited)


def _state(seat: int, presence: str, names: Names) -> str:
    if seat == names.me:
        return say(_SHORT, "you")
    return say(_SHORT, "bot" if presence == "here" and names.bots[seat] else presence)


def _widths(rows: Sequence[Sequence[str]]) -> list[int]:
    return [max(width(cell) for cell in column) for column in zip(*rows, strict=True)]


def _narrowed(whole: list[int], rows: Sequence[Sequence[str]], columns: int) -> list[int]:
    """Widths that fit into a line if that is possible: titles are cut first, then names."""
    widths = list(whole)
    least = [_LEAST_NAME, *[max(_LEAST_CELL, each) for each in _widths(rows)[1:]]]
    for at in [*range(len(widths) - 1, 0, -1), 0]:
        over = 2 + sum(widths) + 2 * (len(widths) - 1) - columns
        widths[at] = max(min(least[at], widths[at]), widths[at] - max(0, over))
    return widths


def _drawn(
    titles: Sequence[str],
    rows: Sequence[Sequence[str]],
    widths: Sequence[int],
    presence: Sequence[str],
    waited: Collection[int],
) -> list[Line]:
    lines: list[Line] = [[(DIM, _row("  ", titles, widths))]]
    for seat, row in enumerate(rows):
        style = BAD if presence[seat] != "here" else TURN if seat in waited else PLAIN
        lines.append([(style, _row("> " if seat in waited else "  ", row, widths))])
    return lines


def _row(mark: str, cells: Sequence[str], widths: Sequence[int]) -> str:
    return (mark + "  ".join(fit(cell, wide) for cell, wide in zip(cells, widths, strict=True))).rstrip()


def _beside(lines: list[Line], half: int) -> list[Line]:
    """The second half of the seats beside the first, under titles of their own."""
    title, *rows = lines
    middle = -(-len(rows) // 2)
    left, right = [title, *rows[:middle]], [title, *rows[middle:]]
    beside = zip_longest(left, right, fillvalue=line(""))
    return [[*filled(one, half + 2), *other] for one, other in beside]
