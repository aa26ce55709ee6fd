"""What the views of several games show in the same form: things that lie in slots, the lines of a score."""

from collections.abc import Callable, Iterable
from typing import Any

from engines.vocabulary import Face, Faces, Slot


def things(slots: Iterable[Slot], known: Faces, item: Callable[[Face], str]) -> list[dict[str, Any]]:
    """`slot` and `item` of everything of which the face is known."""
    return [{"slot": slot, "item": item(known[slot])} for slot in slots if slot in known]


def lines(by_seat: Iterable[Iterable[tuple[str, int]]]) -> list[list[dict[str, Any]]]:
    """By seat, `what` and `points` of every line."""
    return [[{"what": what, "points": points} for what, points in each] for each in by_seat]
