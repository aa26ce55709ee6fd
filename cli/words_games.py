"""The games and their options in words: their titles, what they are about, and what can be chosen."""

from collections.abc import Mapping
from typing import NamedTuple

from cli.coloured import NOKOSU
from cli.games import matters, written
from cli.language import N_, _
from cli.words import shown
from engines.table import OptionValue


class GameWords(NamedTuple):
    """The title of a game, what it is about in one sentence, and what kind of game it is."""

    title: str
    about: str


class OptionWords(NamedTuple):
    """What is chosen, and what it does, in one line each."""

    label: str
    note: str


GAMES = {
    "nokosu": GameWords(
        N_("Nokosu Dice"),
        N_("Hidden cards and open dice in tricks: the die you keep says how many tricks to take."),
    ),
    "dice-and-domino": GameWords(
        N_("Dice And Domino"),
        N_("Two dice say which tiles may go; the first without tiles takes the pot. Luck, and a bluff."),
    ),
    "notice": GameWords(
        N_("Notice"),
        N_("Predict in secret how many tricks a hand will take, and give the hand away."),
    ),
    "no-loose-ends": GameWords(
        N_("No Loose Ends"),
        N_("Plan a bank robbery with open cards, and cover up each of them with a trick that fits it."),
    ),
    "dice-watching": GameWords(
        N_("Dice Watching"),
        N_("Thirty dice, seen for a moment: which face came most often, or second, or least often?"),
    ),
}

OPTIONS = {
    "nokosu": {
        "dropped": OptionWords(
            N_("Colour left out"), N_("With three players, one colour stays out of the game.")
        ),
    },
    "dice-and-domino": {
        "sets": OptionWords(N_("Sets of tiles"), N_("One set, or two for more players and longer rounds.")),
        "rounds": OptionWords(N_("Rounds"), N_("How many rounds are played.")),
        "ante": OptionWords(N_("Ante"), N_("How many chips everybody pays into the pot in each round.")),
        "perfect_alone": OptionWords(
            N_("Perfect tile alone"),
            N_("A perfect tile is discarded alone; the tile beside it goes back into the hand."),
        ),
        "w0_draws": OptionWords(
            N_("W0 draws"), N_("Whoever has turned up a W0 and nothing stronger draws a tile after all.")
        ),
    },
    "notice": {
        "penalty": OptionWords(
            N_("Wrong predictions"),
            N_("Whether only predictions about the other cost points, or those about yourself too."),
        ),
        "thirteen": OptionWords(
            N_("Thirteen cards"),
            N_("Everybody gets 13 cards, and the last one dealt is shown and says what is trump."),
        ),
    },
    "no-loose-ends": {
        "double_cross": OptionWords(
            N_("Double-cross"),
            N_("The first to pass may take all own bid cards back and become the only informant."),
        ),
        "escape": OptionWords(
            N_("Escape cards"), N_("Four escape cards can be played at any time and take no trick.")
        ),
        "simple_scoring": OptionWords(
            N_("Simple scoring"), N_("Only loose ends count: none is 4 points, one is 2, more cost points.")
        ),
        "plan_b": OptionWords(
            N_("Plan B"), N_("The winning card of a trick that covers nothing becomes a new bid card.")
        ),
    },
    "dice-watching": {
        "dice": OptionWords(N_("Dice"), N_("How many dice are thrown into the box.")),
        "mode": OptionWords(N_("Referee"), N_("One referee for five stages, or everybody in turn.")),
        "referee": OptionWords(
            N_("Seat of the referee"), N_("Who is the referee, where one is for the whole game.")
        ),
        "turns_each": OptionWords(
            N_("Turns as referee"), N_("How often everybody is the referee, where that goes round.")
        ),
        "seconds": OptionWords(
            N_("Time"), N_("All times for which the dice are seen are multiplied by this.")
        ),
        "marked_die": OptionWords(
            N_("Marked die"), N_("One of the dice looks different and counts three times.")
        ),
        "odd_plus_one": OptionWords(
            N_("Odd faces"), N_("Each odd face counts as if there were one more of it.")
        ),
    },
}

_VALUES = {
    ("penalty", "other"): N_("about the other"),
    ("penalty", "both"): N_("about both"),
    ("mode", "referee"): N_("one for the game"),
    ("mode", "rotating"): N_("everybody in turn"),
}


def title(game: str) -> str:
    """The title of a game; of one that is not known, what its peer calls it."""
    return _(GAMES[game].title) if game in GAMES else shown(game)


def option_value(name: str, value: OptionValue) -> str:
    """A value of an option in words."""
    if isinstance(value, bool):
        return _("on") if value else _("off")
    if name == "dropped" and value in NOKOSU:
        return _(NOKOSU[str(value)].name)
    if name == "referee":
        return _("seat {number}").format(number=int(value) + 1)
    text = _VALUES.get((name, str(value)))
    return _(text) if text else written(value)


def option(game: str, name: str, value: OptionValue) -> str:
    """An option with its value, in one phrase."""
    words = OPTIONS.get(game, {}).get(name)
    label = _(words.label) if words else shown(name)
    return _("{option}: {value}").format(option=label, value=option_value(name, value))


def options(game: str, seats: int, chosen: Mapping[str, OptionValue]) -> list[str]:
    """The options of a table that change anything there, each in a phrase."""
    return [option(game, name, value) for name, value in chosen.items() if matters(name, seats, chosen)]
