"""How a game looks on its screen, apart from what all games share: pictures, drawn from a view alone.

Each game has a module `cli.app.picture_GAME` with the functions of `Painter`.
"""

from collections.abc import Sequence
from importlib import import_module
from typing import Any, NamedTuple, Protocol, cast

from cli.app.frame import Line
from cli.talk import View
from cli.words import Names


class Thing(NamedTuple):
    """Something that a player holds or chooses from.

    `part` is a slot or a value; `refused` says in a sentence why it may not be chosen now; `note` is a short
    mark beside it.
    """

    label: str
    part: Any
    refused: str = ""
    note: str = ""


class Picture(NamedTuple):
    """What there is to see.

    `about`: a line or two on where the game stands. `heads`: titles of the columns beside the seats' names,
    `seats`: by seat, what stands in them. `table`: the middle of the table. `things`: what this seat holds or
    chooses from, in order, and `pick`, how many of them make an answer (0: nothing is to be picked).
    `orders`: codes of the orders in which the things can be shown, the usual one first.
    `unmarked`: the cursor stands nowhere at first, for an answer that nobody should give by a careless Enter.
    """

    about: list[Line]
    heads: tuple[str, ...]
    seats: list[tuple[str, ...]]
    table: list[Line]
    things: list[Thing]
    pick: int = 0
    orders: tuple[str, ...] = ()
    unmarked: bool = False


class Painter(Protocol):
    """What a game's module of pictures has."""

    def picture(self, view: View, names: Names, order: str = "") -> Picture:
        """The game as this seat sees it."""

    def choice(self, view: View, parts: Sequence[Any]) -> Any:
        """The choice, as the rules write it, that these picked parts make."""

    def explained(self, view: View, number: int, names: Names) -> list[Line]:
        """How the finished round `number` (from 0) was scored."""


def painter(game: str) -> Painter:
    """The pictures of a game."""
    return cast(Painter, import_module(f"cli.app.picture_{game.replace('-', '_')}"))


def marked(mine: bool, text: str) -> str:
    """A text with a sign if it is the one that counts, so that it does not rest on colour."""
    return f"*{text}" if mine else text
