"""Opening a table: which game, for how many, with which options, and who may come."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from cli.app.fields import Choice, Field, Number, Words
from cli.app.form import Form
from cli.app.gathering import sit_down
from cli.app.house import House, Terms
from cli.app.screen import Effect, Replace
from cli.games import USUAL_SEATS, matters
from cli.language import N_, _
from cli.words_games import GAMES, OPTIONS, option_value, title
from engines import GAMES as NAMES
from engines import load
from engines.table import Option, Span

_MANY = 6
"""More values than so many are a range of numbers."""


def game_fields(values: Mapping[str, Any]) -> list[Field]:
    """The game, the number of players, and the options that there are with those."""
    names = list(NAMES)
    game = values.get("game", names[0])
    rules = load(game)
    few, many = rules.seats[0], rules.seats[-1]
    seats = max(few, min(many, values.get("seats", USUAL_SEATS)))
    fields: list[Field] = [
        Choice("game", _("Game"), _(GAMES[game].about), values=names, said=title),
        Number("seats", _("Seats"), _("How many play, you among them."), least=few, most=many, value=seats),
    ]
    for option in rules.options:
        if matters(option.name, seats, chosen(values)):
            fields += _field(game, option, seats)
    return fields


def chosen(values: Mapping[str, Any]) -> dict[str, Any]:
    """The options among the values of a form."""
    return {
        name.removeprefix("option "): value for name, value in values.items() if name.startswith("option ")
    }


def _field(game: str, option: Option, seats: int) -> list[Field]:
    """The field of an option, if there is something to choose."""
    name, possible = f"option {option.name}", option.values(seats)
    label, note = (_(text) for text in OPTIONS[game][option.name])
    if isinstance(possible, Span):
        usual, least, most = possible
        return [Number(name, label, note, least=least, most=most, value=usual, step=0.1)]
    if len(possible) == 1:
        return []
    numbers = [value for value in possible if type(value) is int]
    if len(numbers) > _MANY:
        return [Number(name, label, note, least=min(numbers), most=max(numbers), value=numbers[0])]
    return [Choice(name, label, note, values=possible, said=partial(option_value, option.name))]


class OpenTable(Form):
    """A table on the network."""

    title = N_("Open a table")
    action = N_("Open the table")

    def __init__(self, house: House) -> None:
        self._house = house
        super().__init__()

    def fields(self, values: Mapping[str, Any]) -> list[Field]:
        """What a table is."""
        fields = game_fields(values)
        seats = next(field.value for field in fields if field.name == "seats")
        return [
            *fields,
            Number(
                "bots",
                _("Bots"),
                _("Bots of this machine in some of the seats; more can be added later."),
                least=0,
                most=seats - 1,
                value=0,
            ),
            Words(
                "passcode", _("Passcode"), _("Only who knows it can join. None: whoever is on this network.")
            ),
            Choice(
                "sealed",
                _("Hands stay closed"),
                _("Off: all hands are opened after the game, to check it. On: a weaker check."),
                values=(False, True),
                said=lambda value: _("on") if value else _("off"),
            ),
        ]

    def done(self, values: Mapping[str, Any]) -> Sequence[Effect]:
        """Open it."""
        terms = Terms(
            values["game"],
            values["seats"],
            chosen(values),
            passcode=values["passcode"] or None,
            sealed=values["sealed"],
            bots=values["bots"],
        )
        return [Replace(sit_down(self._house, lambda: self._house.open(terms)))]


class Practice(OpenTable):
    """A table on this machine, with bots in all other seats."""

    title = N_("Practice against bots")
    action = N_("Begin")

    def fields(self, values: Mapping[str, Any]) -> list[Field]:
        """The game and its options. Who practises wants to play: a bot is the referee, if there is one."""
        fields = game_fields(values)
        for field in fields:
            if field.name == "option referee":
                field.put(1)
        return fields

    def done(self, values: Mapping[str, Any]) -> Sequence[Effect]:
        """Begin it."""
        terms = Terms(values["game"], values["seats"], chosen(values), alone=True)
        return [Replace(sit_down(self._house, lambda: self._house.open(terms)))]

    def begin(self, game: str) -> Sequence[Effect]:
        """Begin this game as it is usually played."""
        values = {field.name: field.value for field in self.fields({"game": game})}
        return self.done({**values, "game": game})
