"""The eye of the bots that watch dice (rules.md 5): it never sees them exactly.

Of the dice in the box it looks at as many as a person can in the time there is, and catches the others from
the corner of the eye, where two in five are taken for something else. So the more dice and the less time,
the more mistakes; and one glance in twenty at a single die goes wrong however long it lasts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

FACES = range(1, 7)

_A_SECOND = 5.0
"""How many dice are looked at in a second."""

_AT_BEST = 0.95
_FROM_THE_CORNER = 0.6


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What is left in the mind when the lid has closed: the dice as they seemed, in no order."""

    seen: tuple[int, ...]
    """Faces, of all dice but the marked one."""
    marked: int | None
    """The face that the marked die seemed to show; None if there is no such die."""
    trust: float
    """The chance of each of them to be right."""


def glance(box: Sequence[Mapping[str, Any]], seconds: float, rng: Random) -> Glimpse:
    """A look of so many seconds at the dice {"face", "marked"} in a box."""
    trust = sharpness(len(box), seconds)
    # Sorted, so that where the dice lie decides nothing.
    plain = sorted(die["face"] for die in box if not die["marked"])
    marked = [die["face"] for die in box if die["marked"]]
    seen = tuple([taken_for(face, trust, rng) for face in plain])
    return Glimpse(seen, taken_for(marked[0], trust, rng) if marked else None, trust)


def sharpness(dice: int, seconds: float) -> float:
    """The chance of one of so many dice to be seen as what it is."""
    looked_at = min(1.0, _A_SECOND * seconds / dice)
    return looked_at * _AT_BEST + (1.0 - looked_at) * _FROM_THE_CORNER


def taken_for(face: int, trust: float, rng: Random) -> int:
    """A face as it seems to who is right so often, and else sees any other one.

    The other way round as well: what a face that seems to be this one may be.
    """
    if rng.random() < trust:
        return face
    return rng.choice([other for other in FACES if other != face])
