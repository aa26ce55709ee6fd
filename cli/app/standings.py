"""The points of a game: the standing after a round, all rounds as a table, and a plot of how they went."""

from cli.app.cells import columns, cut, fit, width
from cli.app.frame import Line, clipped, line
from cli.language import _
from cli.talk import View
from cli.words import Names

Totals = list[int | None]

LETTERS = "ABCDEFGHIJ"
"""By seat, how the plot calls its player."""


def totals_after(view: View, number: int) -> Totals:
    """The points by seat after the round `number` (from 0); None for who plays for none.

    Where a game does not begin with nothing, what was there at first is what the final totals have more than
    all rounds together.
    """
    gained = view["scores"]
    result: Totals = []
    for seat, total in enumerate(view["totals"]):
        later = [round_[seat] or 0 for round_ in gained[number + 1 :]]
        result.append(None if total is None else total - sum(later))
    return result


def after(view: View, number: int, names: Names) -> list[str]:
    """The standing after a round, a line for each player, the most points first."""
    totals = totals_after(view, number)
    standing = [(total, seat) for seat, total in enumerate(totals) if total is not None]
    standing.sort(key=lambda each: (-each[0], each[1]))
    rows = [
        (str(1 + sum(more > total for more, _seat in standing)), names.of(seat), str(total))
        for total, seat in standing
    ]
    return columns(rows, right=(0, 2))


def by_player(view: View, names: Names, cells: int) -> list[Line]:
    """A row for each player, a column for each round, and the total. Rounds are left out where they do not
    fit.
    """
    rounds = [[_points(round_[seat]) for round_ in view["scores"]] for seat in range(view["seats"])]
    head = ["", "", *[str(number + 1) for number in range(len(view["scores"]))], _("total")]
    rows = [
        [LETTERS[seat], names.of(seat), *rounds[seat], _points(total)]
        for seat, total in enumerate(view["totals"])
    ]
    whole = columns([head, *rows], right=range(2, len(head)))
    if max(map(width, whole)) > cells:
        whole = columns([[row[0], row[1], row[-1]] for row in [head, *rows]], right=(2,))
    return [clipped(line(text), cells) for text in whole]


def by_round(view: View, names: Names, cells: int) -> list[Line]:
    """A row for each round, a column for each player, and the total below."""
    seats = range(view["seats"])
    room = max(3, (cells - 8) // len(seats) - 2)
    head = ["", *[cut(f"{LETTERS[seat]} {names.of(seat)}", room) for seat in seats]]
    rows = [[str(number), *map(_points, gained)] for number, gained in enumerate(view["scores"], start=1)]
    total = [_("total"), *map(_points, view["totals"])]
    text = columns([head, *rows, total], right=range(len(head)))
    return [clipped(line(each), cells) for each in text]


def letters(view: View, names: Names) -> str:
    """Whose letter is which."""
    return "  ".join(f"{LETTERS[seat]} {names.of(seat)}" for seat in range(view["seats"]))


def plot(view: View, cells: int, rows: int) -> list[Line]:
    """The standings after each round, the points upwards, each player by a letter; `*` where several are,
    which is then told below, in the last of the rows.
    """
    seats = [seat for seat, total in enumerate(view["totals"]) if total is not None]
    count = len(view["scores"])
    if not seats or not count or rows < 4:
        return []
    courses = [totals_after(view, number) for number in range(-1, count)]
    values = [total for course in courses for total in course if total is not None]
    low, high = min(values), max(values)
    margin = max(len(str(low)), len(str(high)))
    step = max(1, min(8, (cells - margin - 3) // (count + 1)))
    grid = [[" "] * (step * count + 1) for _row in range(rows - 2)]
    for number, course in enumerate(courses):
        for seat in seats:
            total = course[seat]
            assert total is not None
            row = round((high - total) * (rows - 3) / max(1, high - low))
            _put(grid[row], number * step, LETTERS[seat])
    lines = []
    for row, marks in enumerate(grid):
        label = str(high) if row == 0 else str(low) if row == rows - 3 else ""
        lines.append(line(f"{fit(label, margin, right=True)} | {''.join(marks)}".rstrip()))
    axis = "".join(fit(str(number), step) for number in range(count + 1))
    lines.append(line(f"{' ' * margin}   {axis}".rstrip()))
    if any("*" in marks for marks in grid):
        lines.append(line(_("*: several of them at once")))
    return [clipped(each, cells) for each in lines]


def _put(row: list[str], at: int, letter: str) -> None:
    row[at] = letter if row[at] == " " else "*"


def _points(points: int | None) -> str:
    return "-" if points is None else str(points)
