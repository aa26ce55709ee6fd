"""A bot for Dice Watching (rules.md 5): what it knows of the dice is a glimpse (peer/bots/eye.py).

It imagines boxes that would have looked as this one did, and takes the face that scores most in them.
"""

from collections.abc import Mapping
from random import Random
from typing import Any

from engines.dice_watching_state import worth
from peer.bots.eye import FACES, Glimpse, glance, taken_for

_IMAGINED = 150
_MARKED_COUNTS = 3


def choose(view: Mapping[str, Any], rng: Random) -> int:
    """The index of the bot's choice among view["ask"]["choices"]."""
    ask = view["ask"]
    if ask["request"] != "seal":
        return 0
    glimpse = glance(view["box"], view["seconds"], rng)
    expected = points(glimpse, view["scoring"], view["options"]["odd_plus_one"], rng)
    return max(range(len(ask["choices"])), key=lambda at: expected[ask["choices"][at] - 1])


def points(glimpse: Glimpse, scoring: str, odd_plus_one: bool, rng: Random) -> list[float]:
    """What each face, from 1 to 6, scores on average in boxes that would have looked so."""
    sums = [0] * len(FACES)
    for _ in range(_IMAGINED):
        counts = [face % 2 if odd_plus_one else 0 for face in FACES]
        for face in glimpse.seen:
            counts[taken_for(face, glimpse.trust, rng) - 1] += 1
        if glimpse.marked is not None:
            counts[taken_for(glimpse.marked, glimpse.trust, rng) - 1] += _MARKED_COUNTS
        for face in FACES:
            sums[face - 1] += worth(scoring, counts, face)[1]
    return [total / _IMAGINED for total in sums]
