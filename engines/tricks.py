"""What all trick-taking games share: which suit must be followed, and who takes the trick."""

from collections.abc import Sequence

from engines.vocabulary import Slot

UNKNOWN = -1
"""The suit of what lies face down."""


def following(slots: Sequence[Slot], suits: Sequence[int], led: int) -> list[tuple[Slot]]:
    """What a hand may play when a suit is led. `suits` are those of the slots.

    Everything, unless something surely is of the led suit; then what is of it, and what may be.
    """
    if led not in suits:
        return [(slot,) for slot in slots]
    return [(slot,) for slot, suit in zip(slots, suits, strict=True) if suit in (led, UNKNOWN)]


def best(strengths: Sequence[int], *, later: bool = False) -> int:
    """The place, in the order of play, of the strongest; of equals the first, or the last if `later`."""
    top = max(strengths)
    return len(strengths) - 1 - strengths[::-1].index(top) if later else strengths.index(top)
