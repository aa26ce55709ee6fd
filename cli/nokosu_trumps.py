"""Cards and dice of Nokosu Dice under a trump die: their suits, in words and in order.

The trump die is given as an item, `B6d`, or None while there is none.
"""

from collections.abc import Callable, Iterable
from typing import Any

from cli import coloured
from cli.coloured import NOKOSU, in_order, number
from cli.language import _


def suit_of(item: str, die: str | None) -> str:
    """The letter of its colour, or "trump", which an item is by its colour or by its number."""
    return "trump" if die and (item[0] == die[0] or number(item) == number(die)) else item[0]


def suit_name(suit: str | None) -> str:
    """A colour or trump in words; nothing for None."""
    if suit is None:
        return ""
    return _("trump") if suit == "trump" else _(NOKOSU[suit].name)


def shown_value(die: str) -> str:
    """What a die shows, where it is clear that it is a die: "red 5"."""
    return coloured.named(die.rstrip("d"), NOKOSU)


def in_words(item: str) -> str:
    """An item in words: "red 5", "red die 5"."""
    return coloured.named(item, NOKOSU)


def named(item: str, die: str | None, words: Callable[[str], str] = in_words) -> str:
    """An item in words, marked if it is trump."""
    text = _("{item} (trump)") if suit_of(item, die) == "trump" else "{item}"
    return text.format(item=words(item))


def strongest_first(things: Iterable[dict[str, Any]], die: str | None) -> list[str]:
    """Items by suit, trumps last, the strongest of a suit first."""
    items = in_order([thing["item"] for thing in things], NOKOSU)
    if die is None:
        return items
    trumps = [item for item in items if suit_of(item, die) == "trump"]
    trumps.sort(key=lambda item: (number(item) != number(die), item[0] != die[0], -number(item)))
    return [item for item in items if suit_of(item, die) != "trump"] + trumps


def grouped(things: Iterable[dict[str, Any]], die: str | None) -> list[str]:
    """Items as they are typed, by suit."""
    groups: dict[str, list[str]] = {}
    for item in strongest_first(things, die):
        groups.setdefault(suit_of(item, die), []).append(item)
    return [f"{suit_name(suit)} {' '.join(items)}" for suit, items in groups.items()]
