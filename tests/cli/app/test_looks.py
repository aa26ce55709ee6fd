"""How things look: widths that are those of the terminal, and signs of suits if they are wanted."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from prompt_toolkit.utils import get_cwidth

from cli import glyphs
from cli.app.cells import columns, cut, fit, width
from cli.app.menu import Text
from cli.app.screen import Quit
from cli.app.shell import Shell

STAR, HEART, DIAMOND, KANJI = "\u2605", "\u2665", "\u2666", "\u79cb"


@pytest.fixture(autouse=True)
def _usual() -> Iterator[None]:
    yield
    glyphs.use("ascii", 1)


def test_suits() -> None:
    """Suits are letters unless signs are wanted."""
    assert [glyphs.suit(letter) for letter in "SHDCR"] == ["S", "H", "D", "C", "R"]
    glyphs.use("unicode", 1)
    assert [glyphs.suit(letter) for letter in "SHDCR"] == ["\u2660", HEART, DIAMOND, "\u2663", "R"]


def test_letters_that_are_two_cells_here() -> None:
    """What is of ambiguous width is counted as it was settled; everything else has one width."""
    for cells in (1, 2):
        glyphs.use("ascii", cells)
        assert (width(STAR), width(HEART), width(DIAMOND), width(KANJI), width("aA1")) == (
            cells,
            cells,
            1,
            2,
            3,
        )
        assert width(f"{STAR}{KANJI}{HEART}") == 2 * cells + 2
        for text in (STAR * 5, KANJI * 5, f"a{STAR}b{KANJI}" * 3):
            for room in range(1, 12):
                assert width(fit(text, room)) == room
                assert width(cut(text, room)) <= room
        rows = columns([(STAR, "x"), (KANJI, "x"), ("aaa", "x")])
        assert len({width(row) for row in rows}) == 1


def test_the_shell_counts_as_we_do() -> None:
    """What draws on the terminal agrees on the widths, also after another setting."""

    class Starred(Text):
        def tick(self, now: float) -> Any:
            return [Quit(0)]

    async def show() -> int:
        with create_pipe_input() as pipe:
            return await Shell(Starred("t", [STAR]), input=pipe, output=DummyOutput()).run()

    for cells in (2, 1):
        glyphs.use("ascii", cells)
        assert asyncio.run(show()) == 0
        assert get_cwidth(STAR) == cells
        assert get_cwidth(f"{STAR}{KANJI}{cells}") == cells + 3
