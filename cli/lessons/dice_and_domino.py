"""What there is to teach of Dice And Domino: one round with four players."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from cli.dominoes import chips, tiles, together
from cli.language import N_, _
from cli.talk import View
from cli.words import Names
from engines.dice_and_domino_state import turned_up
from engines.table import OptionValue
from engines.vocabulary import Dealt, Fact, Mixed, Played
from peer.bots.dice_and_domino import tile

SEATS = 4
SEED = 394
OPTIONS: Mapping[str, OptionValue] = {}

ABOUT = (
    N_("Dice And Domino: be the first to have no tile left; the dice say which tiles may go."),
    N_(
        "Every turn two dice are rolled. Then everybody puts two tiles face down, all at the same time, "
        "and turns up those that fit the dice. What fits is discarded - unless somebody has a special tile."
    ),
    N_("Everybody pays a chip into the pot, and whoever runs out of tiles takes it."),
    N_("We play one round. The three others are bots, and nobody but you sees your tiles."),
)
AFTERWARDS = (
    N_("A game has five rounds. The most chips win."),
    N_(
        "The rarest special is the double perfect: with 1 and 4 on the dice the tiles 1-1 and 4-4 "
        "together. It beats all others, and its owner may roll next, or keep the dice as they are."
    ),
    N_("With 6 players or more there are two sets of tiles."),
)

_NEAR = 2
"""With so many tiles somebody may be out after this turn."""


def over(view: View) -> bool:
    """After one round."""
    return bool(view["rounds_detail"])


def _items(view: View) -> list[str]:
    return sorted(thing["item"] for thing in view["hand"])


def _perfect(dice: Sequence[int]) -> str:
    return "{}-{}".format(*sorted(dice))


def _fits(item: str, dice: Sequence[int]) -> bool:
    return any(str(die) in item.split("-") for die in dice)


def _placing(view: View) -> bool:
    return bool(view["ask"]["what"] == "place")


# before the learner decides


def place(view: View, names: Names) -> list[str]:
    """The first turn."""
    if not _placing(view):
        return []
    return [
        _(
            "The dice show {one} and {other}. A tile fits a die whose number it bears, and each die takes "
            "one of your tiles. So at best two tiles go."
        ).format(one=view["dice"][0], other=view["dice"][1]),
        _(
            "You may place any two tiles, also such as do not fit: those go back to your hand, and nobody "
            "sees them."
        ),
    ]


def both_fit(view: View, names: Names) -> list[str]:
    """Two tiles fit different dice."""
    if not _placing(view):
        return []
    pair = next((pair for pair in _pairs(view) if _ups(view, pair) == 2 and not _special(view, pair)), None)
    if pair is None:
        return []
    text = _("Of your tiles {one} and {other} fit one die each: place both, and both can go.")
    return [text.format(one=pair[0], other=pair[1])]


def one_die(view: View, names: Names) -> list[str]:
    """Several tiles fit, but only through the same die."""
    if not _placing(view) or any(_ups(view, pair) == 2 for pair in _pairs(view)):
        return []
    fitting = [item for item in _items(view) if _fits(item, view["dice"])]
    if len(fitting) < 2:
        return []
    text = _("{tiles} all need the same die, so only one of them can go in this turn.")
    return [text.format(tiles=together(fitting))]


def nothing_fits(view: View, names: Names) -> list[str]:
    """No tile fits."""
    if not _placing(view) or any(_fits(item, view["dice"]) or item == "0-0" for item in _items(view)):
        return []
    return [_("None of your tiles fits. Place any two: they come back unseen.")]


def perfect(view: View, names: Names) -> list[str]:
    """The learner holds the perfect tile."""
    if not _placing(view) or _perfect(view["dice"]) not in _items(view):
        return []
    text = _(
        "Your {tile} is just what the dice show: a perfect tile. It goes, and so does the tile beside it "
        "if that bears one of the numbers; tiles of the others stay, unless they are perfect too. And you "
        "need not draw."
    )
    return [text.format(tile=_perfect(view["dice"]))]


def w0(view: View, names: Names) -> list[str]:
    """The learner holds the double blank."""
    if not _placing(view) or "0-0" not in _items(view):
        return []
    return [
        _(
            "Your 0-0 fits no die, but it is special: the W0. Placed, it goes, with the tile beside it if "
            "that fits; all others must show their tiles and keep them. Only a perfect tile beats it."
        )
    ]


def blank(view: View, names: Names) -> list[str]:
    """The learner holds a tile with one blank half."""
    half = next((item for item in _items(view) if item.startswith("0-") and item != "0-0"), None)
    if not _placing(view) or half is None:
        return []
    text = _("A 0 fits no die: of {tile} only the other number counts.")
    return [text.format(tile=half)]


def drawn(view: View, names: Names) -> list[str]:
    """A tile was drawn."""
    if not _placing(view) or view["turn"] < 2 or not view["last"]["drew"][view["seat"]]:
        return []
    return [
        _(
            "You drew a tile: so your hand gets smaller only in turns in which two tiles go. "
            "Who turned up a special tile did not draw."
        )
    ]


def nearly_out(view: View, names: Names) -> list[str]:
    """The learner could be out."""
    if not _placing(view) or len(view["hand"]) > _NEAR:
        return []
    return [
        _(
            "You have so few tiles that all of them may go at once: then the round is over, and the pot is "
            "yours."
        )
    ]


def in_danger(view: View, names: Names) -> list[str]:
    """Another player could be out."""
    near = [s for s, size in enumerate(view["hand_sizes"]) if s != view["seat"] and size <= _NEAR]
    if not _placing(view) or not near:
        return []
    text = _(
        "{name} has only {tiles}, and may be out after this turn. A special tile of yours could prevent that."
    )
    return [text.format(name=names.of(near[0]), tiles=tiles(view["hand_sizes"][near[0]]))]


def same_die(view: View, names: Names) -> list[str]:
    """One of two tiles is to be turned up."""
    if view["ask"]["what"] != "up":
        return []
    return [
        _(
            "Only one of the two can go. Keep the one whose other number you do not hold yet: it fits more "
            "rolls."
        )
    ]


def _pairs(view: View) -> list[tuple[str, str]]:
    return list(combinations(_items(view), 2))


def _ups(view: View, pair: tuple[str, str]) -> int:
    """How many tiles of a pair would be turned up."""
    return max(len(up) for up in turned_up(tuple(view["dice"]), tuple(map(tile, pair))))


def _special(view: View, pair: tuple[str, str]) -> bool:
    return "0-0" in pair or _perfect(view["dice"]) in pair


LOOKS = (place, drawn, both_fit, one_die, nothing_fits, perfect, w0, blank, nearly_out, in_danger, same_die)


# after something happened


def face_down(before: View, fact: Fact, after: View, names: Names) -> list[str]:
    """Somebody has placed."""
    if not isinstance(fact, Mixed) or fact.seat == names.me:
        return []
    return [
        _("Nobody can tell yet what {name} has placed, or whether it fits.").format(name=names.of(fact.seat))
    ]


def plainly(before: View, fact: Fact, after: View, names: Names) -> list[str]:
    """A discard without special tiles."""
    return _discard(before, after, None) and [
        _("No special tile this time, so everything that fits goes. What was not turned up nobody has seen.")
    ]


def by_w0(before: View, fact: Fact, after: View, names: Names) -> list[str]:
    """A W0 decides the discard."""
    return _discard(before, after, "w0") and [
        _(
            "That was a W0: it goes, and it kept the tiles of all others in their hands - for everybody to "
            "see."
        )
    ]


def by_perfect(before: View, fact: Fact, after: View, names: Names) -> list[str]:
    """A perfect tile decides the discard."""
    return _discard(before, after, "perfect") and [
        _("That was a perfect tile: both numbers of the dice on one tile. All others took their tiles back.")
    ]


def _discard(before: View, after: View, strongest: str | None) -> list[str]:
    """Something, if this kind of special has just decided what goes."""
    last = after["last"]
    # Whether it is the draw alone that has changed it is seen from the phase.
    if last is None or before["phase"] not in ("up", "show") or after["phase"] in ("up", "show"):
        return []
    return ["decided"] if last["strongest"] == strongest and any(last["discarded"]) else []


def draws(before: View, fact: Fact, after: View, names: Names) -> list[str]:
    """Somebody draws."""
    if not isinstance(fact, Dealt) or before["phase"] == "deal":
        return []
    return [_("Everybody draws a tile, also those who have discarded: only a special tile spares you that.")]


def scored(before: View, fact: Fact, after: View, names: Names) -> list[str]:
    """Who takes the pot, and what that means for the learner."""
    if not isinstance(fact, Played) or not after["rounds_detail"]:
        return []
    gained, me = after["scores"][-1], names.me or 0
    out = after["last"]["out"]
    if out == [me]:
        text = _("You have no tile left: the pot is yours, {chips} more than you paid in.")
        return [text.format(chips=chips(gained[me]))]
    if me in out:
        return [_("You have no tile left, and are not alone in that: so the pot is shared.")]
    who = names.of(out[0])
    text = _("{name} has no tile left, so the round is over at once. You lose what you paid in: {chips}.")
    return [text.format(name=who, chips=chips(-gained[me]))]


COMMENTS = (face_down, plainly, by_w0, by_perfect, draws, scored)


# hints


def typed(choice: Any, view: View) -> str:
    """What one types to choose this."""
    if isinstance(choice, str):
        return choice
    return " ".join(sorted(thing["item"] for thing in view["hand"] if thing["slot"] in choice))


def why(choice: Any, view: View, names: Names) -> str:
    """A reason, by rule of thumb."""
    if len(view["ask"]["choices"]) == 1:
        return _("There is no other choice.")
    if view["ask"]["what"] == "after":
        return _("With these dice or with new ones, that gets rid of more tiles.")
    if view["ask"]["what"] == "up":
        return _("What then stays in the hand fits more rolls.")
    placed = typed(choice, view).split()
    if _perfect(view["dice"]) in placed:
        return _("A perfect tile can hardly be stopped, and holds up all others.")
    if "0-0" in placed:
        return _("The W0 goes by itself, and holds up the others.")
    fitting = max(len(up) for up in turned_up(tuple(view["dice"]), tuple(map(tile, placed))))
    if fitting == len(placed):
        return _("All of it fits.")
    return (
        _("One of them can go; more is not to be had.")
        if fitting
        else _("Nothing fits, so it does not matter.")
    )
