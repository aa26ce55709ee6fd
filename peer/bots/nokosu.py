"""A bot for Nokosu Dice (rules.md 1) by rules of thumb.

Every card and die has a chance to take a trick. From these follows how likely the hand takes exactly as many
tricks as one of its dice shows, or none; the bot drafts, declares and plays for what makes that likeliest,
and counts each trick as the point that it is.
"""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

from peer.bots.tricks import Card, Later, Trick, how_many

COLOURS = "RYGBP"
TRUMP = "trump"

_GOAL = 18.0
"""What reaching the goal is worth on average; how many others reach theirs decides in the end."""
_ZERO = 10.0
_SPOILT = 2.5
"""What it is worth to spoil the goal of another one."""
_DUCKING = 1.5
"""By how much a chance shrinks, as a power, if one does not want to take tricks."""
_OTHER_DICE = 0.3
"""What the goals beside the likeliest one add: one can still turn to them."""
_CUTTING = 0.5
"""What part of its tricks a trump takes when others lead."""
_NOT_LEADING = 0.85
"""What is left of the chance of a card that is no trump, as it takes the lead to play it well."""
_PLAIN = {3: (0.0, 0.04, 0.1, 0.2, 0.33, 0.5, 0.7), 4: (0.0, 0.02, 0.02, 0.04, 0.08, 0.18, 0.28, 0.7)}
"""How often a number that is no trump takes its trick; measured over the bot's games against itself."""


def choose(view: Mapping[str, Any], rng: Random) -> int:
    """The index of the bot's choice among view["ask"]["choices"]."""
    choices: Sequence[Any] = view["ask"]["choices"]
    worth = {"draft": _drafted, "zero": _declared, "tricks": _played}[view["ask"]["what"]](view)
    return max(range(len(choices)), key=lambda at: worth[_slot(choices[at])])


def _slot(choice: Any) -> int:
    return int(choice[0] if isinstance(choice, list) else choice)


# what cards and dice are worth


def card_of(item: str, trump: str | None) -> Card:
    """A card or a die as records write it, `R5` or `R3d`, under a trump die."""
    colour, number = item[0], int(item[1])
    if trump is not None and number == int(trump[1]):
        return Card(item, TRUMP, 50 if colour == trump[0] else 40)
    if trump is not None and colour == trump[0]:
        return Card(item, TRUMP, number)
    return Card(item, colour, number)


def standing(card: Card, seats: int) -> float:
    """The chance of a card or die to take a trick, before anything has been played."""
    if card.suit == TRUMP:
        return 0.9 if card.rank >= 50 else 0.6 if card.rank >= 40 else 0.13 + 0.03 * card.rank
    return _PLAIN[seats][card.rank]


def value(held: Sequence[tuple[str, float]], won: int, *, zero: bool = False) -> float:
    """What is still to be had with these cards and dice, each with its chance to take a trick.

    One die is to be kept and to be the number of tricks; or, with `zero`, there are to be none.
    """
    expected = sum(chance for _, chance in held)
    if zero:
        none = how_many(chance for _, chance in held)[0] if won == 0 else 0.0
        return expected + (_GOAL + _ZERO) * none
    hits: dict[int, float] = {}
    for kept, (item, _) in enumerate(held):
        if item.endswith("d"):
            need = int(item[1]) - won
            spread = how_many(chance for at, (_, chance) in enumerate(held) if at != kept)
            hits[need] = max(hits.get(need, 0.0), spread[need] if 0 <= need < len(spread) else 0.0)
    best = max(hits.values(), default=0.0)
    return expected + _GOAL * (best + _OTHER_DICE * (sum(hits.values()) - best))


# drafting and declaring


def _drafted(view: Mapping[str, Any]) -> dict[int, float]:
    """What each die in the middle is worth, whichever of the others becomes trump."""
    pool, own = view["pool"], [thing["item"] for thing in _own(view)]
    return {
        die["slot"]: sum(
            value(_standings([*own, die["item"]], other["item"], view["seats"]), 0)
            for other in pool
            if other is not die
        )
        for die in pool
    }


def _declared(view: Mapping[str, Any]) -> dict[int, float]:
    """What it is worth to declare zero and put back a die, by its slot; -1: not to declare."""
    own, trump, seats = _own(view), view["trump"], view["seats"]
    worth = {-1: value(_standings([thing["item"] for thing in own], trump, seats), 0)}
    for die in view["dice"][view["seat"]]:
        rest = [thing["item"] for thing in own if thing["slot"] != die["slot"]]
        ducking = [(item, chance**_DUCKING) for item, chance in _standings(rest, trump, seats)]
        worth[die["slot"]] = value(ducking, 0, zero=True)
    return worth


def _own(view: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [*view["hand"], *view["dice"][view["seat"]]]


def _standings(items: Iterable[str], trump: str, seats: int) -> list[tuple[str, float]]:
    return [(item, standing(card_of(item, trump), seats)) for item in items]


# playing


def _played(view: Mapping[str, Any]) -> dict[int, float]:
    """What is to be had after playing each of the things that one holds."""
    seat, seats = view["seat"], view["seats"]
    own, zero, won = _own(view), view["declared"][seat], view["tricks"][seat]
    trick, fresh = trick_of(view, view["trick"]), trick_of(view, ())
    cards = [card_of(thing["item"], view["trump"]) for thing in own]
    held = [(card.name, _prospect(card, fresh.chance(card), seats)) for card in cards]
    spoils = _spoils(view, view["trick"][trick.winning]["seat"]) if trick.winning is not None else 0.0
    worth = {}
    for at, card in enumerate(cards):
        rest = held[:at] + held[at + 1 :]
        chance = trick.chance(card)
        taken = 1.0 + value(rest, won + 1, zero=zero)
        left = value(rest, won, zero=zero)
        if trick.best is not None and not trick.beats(card, trick.best):
            left += spoils
        worth[own[at]["slot"]] = chance * taken + (1.0 - chance) * left
    return worth


def _prospect(card: Card, led: float, seats: int) -> float:
    """The chance of a card or die to take a later trick, from that to take this one if it were led."""
    if card.suit == TRUMP:
        return _CUTTING * standing(card, seats) + (1.0 - _CUTTING) * led
    return _NOT_LEADING * led


def _spoils(view: Mapping[str, Any], seat: int) -> float:
    """What one gains if this seat takes one more trick: something if its goal is then out of reach."""
    won = view["tricks"][seat]
    goals = [0] if view["declared"][seat] else [int(die["item"][1]) for die in view["dice"][seat]]
    return _SPOILT if won in goals and won == max(goals) else 0.0


def trick_of(view: Mapping[str, Any], played: Sequence[Mapping[str, Any]]) -> Trick:
    """The trick to play to, with what the view shows of the others."""
    seat, seats, trump = view["seat"], view["seats"], view["trump"]
    gone = {thing["item"] for thing in view["hand"]} | {thing["item"] for thing in view["played"]}
    colours = [each for each in COLOURS if seats == 4 or each != view["options"]["dropped"]]
    deck = [f"{colour}{number}" for colour in colours for number in range(8 if seats == 4 else 7)]
    later = []
    for step in range(1, seats - len(played)):
        other = (seat + step) % seats
        dice = view["dice"][other]
        playable = dice if view["declared"][other] or len(dice) > 1 else []
        later.append(
            Later(
                view["hand_sizes"][other],
                frozenset(view["voids"][other]),
                tuple(card_of(die["item"], trump) for die in playable),
            )
        )
    return Trick(
        TRUMP,
        tuple(card_of(thing["item"], trump) for thing in played),
        tuple(later),
        tuple(card_of(item, trump) for item in deck if item not in gone),
        later_wins=True,
    )
