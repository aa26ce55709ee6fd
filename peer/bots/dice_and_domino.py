"""A bot for Dice And Domino (rules.md 2) by rules of thumb.

A tile is a burden, more so the fewer rolls it fits; a small hand is measured by what the next roll can make
of it. The bot places what leaves the least burden, as likely as it is that nobody's special tile forbids it.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import Any

from engines.dice_and_domino_state import (
    DOUBLE_PERFECT,
    HALVES,
    PERFECT,
    PLAIN,
    TILES,
    W0,
    discards,
    strongest,
    turned_up,
)

_ROLLS = tuple((low, high) for low in range(1, 7) for high in range(low, 7))
_OUT = 3.0
"""What it is worth to have no tile left, in tiles."""
_DRAWN = 1.05
"""The burden of a tile that is yet to be drawn."""
_BLOCKING = 0.1
"""What it is worth to forbid the discard of somebody else, in tiles; more if that could end the round."""
_LOOKED_AHEAD = 3
"""Up to how many tiles the next roll is looked at."""
_KEEPING = 0.6
"""How much better than new faces the old ones must be: all tiles of the others that fit them are in hand."""

Hand = tuple[int, ...]


def choose(view: Mapping[str, Any], rng: Random) -> int:
    """The index of the bot's choice among view["ask"]["choices"]."""
    choices: Sequence[Any] = view["ask"]["choices"]
    if len(choices) == 1:
        return 0
    burden = {"place": _placing, "up": _turning_up, "after": _going_on}[view["ask"]["what"]](view, choices)
    return min(range(len(choices)), key=lambda at: burden[at])


def tile(item: str) -> int:
    """The face of a tile as records write it, `2-5`."""
    low, high = item.split("-")
    return int(low) * HALVES + int(high)


# burdens


def weight(face: int) -> float:
    """The burden of a tile in a hand: less where many rolls let it go."""
    if face == 0:
        return 0.7
    low, high = divmod(face, HALVES)
    return 1.0 if 0 < low < high else 1.2


def burden(hand: Hand, perfect_alone: bool) -> float:
    """What a hand weighs after a turn."""
    if not hand:
        return -_OUT
    now = sum(weight(face) for face in hand)
    if len(hand) > _LOOKED_AHEAD:
        return now
    return (now + _ahead(tuple(sorted(hand)), perfect_alone)) / 2.0


@lru_cache(maxsize=10_000)
def _ahead(hand: Hand, perfect_alone: bool) -> float:
    """What is left of a hand on average after one more roll, if nobody interferes."""
    total = 0.0
    for dice in _ROLLS:
        left = min(_after(dice, hand, placed, perfect_alone)[1] for placed in _placings(hand))
        total += left * (1 if dice[0] == dice[1] else 2)
    return total / 36.0


def _placings(hand: Hand) -> Iterator[tuple[int, ...]]:
    return combinations(range(len(hand)), min(2, len(hand)))


def _after(
    dice: tuple[int, ...], hand: Hand, placed: Sequence[int], perfect_alone: bool
) -> tuple[int, float]:
    """The strongest kind that placing these turns up, and the sum of burdens if nothing stronger is turned
    up.
    """
    mine = tuple([hand[place] for place in placed])
    best: tuple[int, float] | None = None
    for up in turned_up(dice, mine):
        kind, rest = _discarded(dice, hand, [placed[place] for place in up], perfect_alone)
        left = sum(map(weight, rest)) + (_DRAWN if kind == PLAIN and rest else 0.0) if rest else -_OUT
        if best is None or left < best[1]:
            best = kind, left
    assert best is not None
    return best


def _discarded(dice: tuple[int, ...], hand: Hand, up: Sequence[int], perfect_alone: bool) -> tuple[int, Hand]:
    """The strongest kind of what is turned up, and the hand that is left if nothing stronger is."""
    faces = tuple([hand[place] for place in up])
    (goes,) = discards(dice, [faces], perfect_alone)
    gone = {place for place, away in zip(up, goes, strict=True) if away}
    return strongest(dice, faces), tuple([face for place, face in enumerate(hand) if place not in gone])


# choosing


def _placing(view: Mapping[str, Any], choices: Sequence[Any]) -> list[float]:
    """What each pair of tiles to place leaves one with, as the others may have specials of their own."""
    dice, alone = tuple(view["dice"]), view["options"]["perfect_alone"]
    slots = [thing["slot"] for thing in view["hand"]]
    hand = tuple(tile(thing["item"]) for thing in view["hand"])
    spared = W0 if view["options"]["w0_draws"] else PLAIN
    against = _stronger(view, hand)
    found = []
    for choice in choices:
        placed = [slots.index(slot) for slot in choice]
        ways = []
        for up in turned_up(dice, tuple([hand[place] for place in placed])):
            kind, rest = _discarded(dice, hand, [placed[place] for place in up], alone)
            draw = _DRAWN if kind <= spared and view["boneyard"] else 0.0
            good = burden(rest, alone) + (draw if rest else 0.0)
            bad = burden(hand, alone) + draw
            blocks = _blocked(view) if kind != PLAIN else 0.0
            ways.append(against[kind] * bad + (1.0 - against[kind]) * (good - blocks))
        found.append(min(ways))
    return found


def _blocked(view: Mapping[str, Any]) -> float:
    others = [size for seat, size in enumerate(view["hand_sizes"]) if seat != view["seat"]]
    return sum(_BLOCKING * (3.0 if size <= 2 else 1.0) for size in others)


def _stronger(view: Mapping[str, Any], hand: Hand) -> dict[int, float]:
    """By kind: how likely another one turns up something stronger."""
    unseen = list(TILES) * view["options"]["sets"]
    for face in [*hand, *map(tile, view["discarded"])]:
        unseen.remove(face)
    held = sum(size for seat, size in enumerate(view["hand_sizes"]) if seat != view["seat"])
    share = min(1.0, held / max(1, len(unseen)))
    low, high = sorted(view["dice"])
    without_perfect = (1.0 - share) ** unseen.count(low * HALVES + high)
    without_w0 = (1.0 - share) ** unseen.count(0)
    return {
        DOUBLE_PERFECT: 0.0,
        PERFECT: 0.0,
        W0: 1.0 - without_perfect,
        PLAIN: 1.0 - without_perfect * without_w0,
    }


def _turning_up(view: Mapping[str, Any], choices: Sequence[Any]) -> list[float]:
    """What each way to turn up leaves in the hand."""
    alone = view["options"]["perfect_alone"]
    return [
        burden(tuple(tile(thing["item"]) for thing in view["hand"] if thing["slot"] not in choice), alone)
        for choice in choices
    ]


def _going_on(view: Mapping[str, Any], choices: Sequence[Any]) -> list[float]:
    """What the next turn leaves one with, after a roll or with the faces of this turn."""
    alone = view["options"]["perfect_alone"]
    hand = tuple(sorted(tile(thing["item"]) for thing in view["hand"]))
    kept = min(_after(tuple(view["dice"]), hand, placed, alone)[1] for placed in _placings(hand))
    by_choice = {"roll": _ahead(hand, alone), "keep": kept + _KEEPING}
    return [by_choice[choice] for choice in choices]
