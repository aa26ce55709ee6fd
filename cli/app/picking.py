"""Choosing among things with a cursor: what it stands on, what is picked already, and how they are drawn."""

from typing import Any

from cli.app.cells import width
from cli.app.frame import CHOSEN, DIM, GOOD, PLAIN, Line, width_of
from cli.app.picture import Picture, Thing
from cli.language import _

REFUSED, PICKED, CURSOR = "-", "+", ">"
"""The signs before a thing that may not be chosen, that is picked, and that the cursor stands on."""


_NOWHERE: Any = object()


class Picking:
    """A cursor over the things of a picture, and those that are picked, in the order of picking.

    The picture may be another one at each call: it holds on to the parts of the things.
    """

    def __init__(self) -> None:
        self._on: Any = _NOWHERE
        self._picked: list[Any] = []
        self._row = 1

    def begin(self) -> None:
        """A new question: nothing is picked, and the cursor stands where it stands at first."""
        self._on, self._picked = _NOWHERE, []

    def at(self, picture: Picture) -> Thing | None:
        """The thing that the cursor stands on."""
        place = self._place(picture)
        return None if place is None else picture.things[place]

    def move(self, key: str, picture: Picture) -> bool:
        """Take a key if it moves the cursor. Where it stands nowhere, an arrow puts it on the first thing."""
        things = picture.things
        steps = {"<left>": -1, "<right>": 1, "<up>": -self._row, "<down>": self._row}
        ends = {"<home>": 0, "<end>": len(things) - 1}
        if not things or key not in steps | ends:
            return False
        place = self._place(picture)
        to = ends[key] if key in ends else 0 if place is None else place + steps[key]
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

    def picked(self, picture: Picture) -> list[Any]:
        """The parts that are picked and still there."""
        there = [thing.part for thing in picture.things]
        return [part for part in self._picked if part in there]

    def confirm(self, picture: Picture) -> list[Any]:
        """Enter: pick the thing that the cursor stands on as well, or all where there is no choice.

        The parts that are picked then; the choice is made when there are as many of them as are wanted.
        """
        free = [thing.part for thing in picture.things if not thing.refused]
        thing, most = self.at(picture), picture.pick
        if thing is None or thing.refused:
            pass
        elif most > 1 and len(free) == most:
            self._picked = free
        elif thing.part not in self._picked and len(self.picked(picture)) < most:
            self._picked = [*self.picked(picture), thing.part]
        return self.picked(picture)

    def still(self, picture: Picture) -> str:
        """What is to be told while nothing is marked, or some are picked, but too few."""
        picked, most = len(self.picked(picture)), picture.pick
        if picture.things and self.at(picture) is None:
            return _("Nothing is marked yet: move there with the arrows, or type it; then Enter.")
        if not 0 < picked < most:
            return ""
        told = _("{picked} of {most} picked: move to another one and press Enter. Space puts one back.")
        return told.format(picked=picked, most=most)

    def drawn(self, picture: Picture, columns: int, *, choosing: bool) -> list[Line]:
        """The things in lines; with the cursor if one is to choose."""
        things = picture.things
        on = self._place(picture) if choosing else None
        picked = self.picked(picture) if choosing else []
        lines: list[Line] = [[]]
        for at, thing in enumerate(things):
            piece = _piece(thing, on=at == on, picked=thing.part in picked)
            if lines[-1] and width_of(lines[-1]) + width(piece[1]) > columns:
                lines.append([])
            lines[-1].append(piece)
        self._row = max(1, len(lines[0]))
        return lines if things else []

    def _place(self, picture: Picture) -> int | None:
        """Where the cursor stands; at first on what may be chosen, if anywhere."""
        things = picture.things
        for at, thing in enumerate(things):
            if thing.part == self._on:
                return at
        if picture.unmarked or not things:
            return None
        return next((at for at, thing in enumerate(things) if not thing.refused), 0)


def _piece(thing: Thing, *, on: bool, picked: bool) -> tuple[str, str]:
    sign = REFUSED if thing.refused else PICKED if picked else " "
    text = f"{CURSOR if on else ' '}{sign}{thing.label}{' ' + thing.note if thing.note else ''}"
    return CHOSEN if on else DIM if thing.refused else GOOD if picked else PLAIN, text
