"""The block of the seats: what a player has to see of the others can be read at any usual width."""

import pytest

from cli.app import seats
from cli.app.frame import text_of, width_of
from cli.words import Names

NAMES = ("Aki", "Konstantinos", "千恵", "Dai", "Emi", "Fumi", "Gen", "Hana", "Ichi", "Jun")


def drawn(heads: tuple[str, ...], cells: list[tuple[str, ...]], columns: int) -> str:
    """The block of so many seats, the first of them one's own, the second one waited for."""
    count = len(cells)
    names = Names(NAMES[:count], (False,) * count, 0)
    lines = seats.block(names, ["here"] * count, {1}, heads, cells, columns)
    assert all(width_of(each) <= columns for each in lines)
    return text_of(lines)


@pytest.mark.parametrize("columns", [40, 60, 80])
@pytest.mark.parametrize(
    ("heads", "cell", "count"),
    [
        (
            ("goal", "tricks", "cards", "points", "dice"),
            ("10", "10", "10", "-25", "[R6] *[Y6] [P5] *[G2]"),
            4,
        ),
        (("bid cards", "tricks", "loose ends", "cards"), ("R12 [Y10] [G14+] B5 (passed)", "9", "9", "15"), 5),
        (("chips", "tiles", "before them"), ("10", "6", "4-5 *3-3"), 5),
        (("chips", "tiles", "before them"), ("10", "6", "4-5 *3-3"), 10),
    ],
)
def test_nothing_of_a_seat_is_cut(
    heads: tuple[str, ...], cell: tuple[str, ...], count: int, columns: int
) -> None:
    """Every cell stands there whole for every seat, and every word of the titles, from 40 columns on."""
    text = drawn(heads, [cell] * count, columns)
    unbroken = " ".join(text.split())
    for value in cell:
        assert unbroken.count(value) >= count
    for word in " ".join(heads).split():
        assert word in text
    assert "> Konst" in text


def test_what_is_longest_stands_below_the_name() -> None:
    """Where a line is too short, the longest of a seat stands below it, and an empty one nowhere."""
    cells: list[tuple[str, ...]] = [("1", "[R6] [R5] [R4] [R3] [R2]"), ("2", "")]
    text = drawn(("goal", "dice"), cells, 30).split("\n")
    assert [row.strip() for row in text] == [
        "goal",
        "Aki          you  1",
        "dice: [R6] [R5] [R4] [R3]",
        "[R2]",
        "> Konstantinos here 2",
    ]


def test_many_seats_stand_in_two_columns() -> None:
    """Ten seats take five lines where there is room for that."""
    assert len(drawn(("chips", "tiles", "before them"), [("3", "6", "[?] [?]")] * 10, 90).split("\n")) <= 7
