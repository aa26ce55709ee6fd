"""Choosing among things with a cursor: what it stands on, what is picked already, and how they are drawn."""

from collections.abc import Sequence
from typing import Any

from cli.app.cells import width
from cli.app.frame import CHOSEN, DIM, GOOD, PLAIN, Line, width_of
from cli.app.picture import Thing
from cli.language import _

REFUSED, PICKED, CURSOR = "-", "+", ">"
"""The signs before a thing that may not be chosen, that is picked, and that the cursor stands on."""


_NOWHERE: Any = object()


class Picking:
    """A cursor over things, and those that are picked, in the order of picking.

    The things may change between two calls: it holds on to their parts.
    """

    def __init__(self) -> None:
        self._on: Any = _NOWHERE
        self._picked: list[Any] = []
        self._row = 1

    def begin(self) -> None:
        """A new question: nothing is picked, and the cursor stands on the first thing that may be."""
        self._on, self._picked = _NOWHERE, []

    def at(self, things: Sequence[Thing]) -> Thing | None:
        """The thing that the cursor stands on."""
        return things[self._place(things)] if things else None

    def move(self, key: str, things: Sequence[Thing]) -> bool:
        """Take a key if it moves the cursor."""
        steps = {"<left>": -1, "<right>": 1, "<up>": -self._row, "<down>": self._row}
        ends = {"<home>": 0, "<end>": len(things) - 1}
        if not things or key not in steps | ends:
            return False
        place = self._place(things)
        to = ends[key] if key in ends else place + steps[key]
        if key in ("<left>", "<right>"):
            to %= len(things)
        if 0 <= to < len(things):
            self._on = things[to].part
        return True

    def toggle(self, thing: Thing, most: int) -> None:
        """Pick a thing, or put it back. When so many are picked already, the first of them makes room."""
        if thing.part in self._picked:
            self._picked.remove(thing.part)
        else:
            self._picked = [*self._picked, thing.part][-most:]

    def picked(self, things: Sequence[Thing]) -> list[Any]:
        """The parts that are picked and still there."""
        there = [thing.part for thing in things]
        return [part for part in self._picked if part in there]

    def confirm(self, things: Sequence[Thing], most: int) -> list[Any]:
        """Enter: pick the thing that the cursor stands on as well, or all where there is no choice.

        The parts that are picked then; the choice is made when there are as many of them as are wanted.
        """
        free = [thing.part for thing in things if not thing.refused]
        thing = self.at(things)
        if thing is None or thing.refused:
            pass
        elif most > 1 and len(free) == most:
            self._picked = free
        elif thing.part not in self._picked and len(self.picked(things)) < most:
            self._picked = [*self.picked(things), thing.part]
        return self.picked(things)

    def still(self, things: Sequence[Thing], most: int) -> str:
        """What is to be told while some are picked, but too few."""
        picked = len(self.picked(things))
        if not 0 < picked < most:
            return ""
        told = _("{picked} of {most} picked: move to another one and press Enter. Space puts one back.")
        return told.format(picked=picked, most=most)

    def drawn(self, things: Sequence[Thing], columns: int, *, choosing: bool) -> list[Line]:
        """The things in lines; with the cursor if one is to choose."""
        on = self._place(things) if things and choosing else -1
        picked = self.picked(things) if choosing else []
        lines: list[Line] = [[]]
        for at, thing in enumerate(things):
            piece = _piece(thing, on=at == on, picked=thing.part in picked)
            if lines[-1] and width_of(lines[-1]) + width(piece[1]) > columns:
                lines.append([])
            lines[-1].append(piece)
        self._row = max(1, len(lines[0]))
        return lines if things else []

    def _place(self, things: Sequence[Thing]) -> int:
        for at, thing in enumerate(things):
            if thing.part == self._on:
                return at
        return next((at for at, thing in enumerate(things) if not thing.refused), 0)


def _piece(thing: Thing, *, on: bool, picked: bool) -> tuple[str, str]:
    sign = REFUSED if thing.refused else PICKED if picked else " "
    text = f"{CURSOR if on else ' '}{sign}{thing.label}{' ' + thing.note if thing.note else ''}"
    return CHOSEN if on else DIM if thing.refused else GOOD if picked else PLAIN, text
