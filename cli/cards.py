"""Cards of a standard pack in words, and as people type them."""

import unicodedata
from collections.abc import Iterable, Sequence

from cli.language import N_, _

SUITS = {"S": N_("spades"), "H": N_("hearts"), "D": N_("diamonds"), "C": N_("clubs")}
ONE_OF = {"S": N_("a spade"), "H": N_("a heart"), "D": N_("a diamond"), "C": N_("a club")}
RANKS = {"A": N_("ace"), "K": N_("king"), "Q": N_("queen"), "J": N_("jack"), "T": N_("10")}

_ORDER = "AKQJT98765432"
_SIGNS = str.maketrans({"\u2660": "S", "\u2665": "H", "\u2666": "D", "\u2663": "C"})


def named(item: str) -> str:
    """A card in full: "AS" is the ace of spades."""
    rank, suit = item[0], item[1]
    return _("the {rank} of {suit}").format(rank=_(RANKS.get(rank, rank)), suit=_(SUITS[suit]))


def short(item: str) -> str:
    """The rank alone, as it stands beside its suit: 10 for T."""
    return "10" if item[0] == "T" else item[0]


def in_order(items: Iterable[str]) -> list[str]:
    """Cards by suit, in the order spades, hearts, diamonds, clubs, each from the highest."""
    return sorted(items, key=lambda item: ("SHDC".index(item[1]), _ORDER.index(item[0])))


def by_suit(items: Sequence[str]) -> dict[str, list[str]]:
    """Cards grouped by suit, without the suits that there are none of."""
    groups = {suit: [item for item in items if item[1] == suit] for suit in SUITS}
    return {suit: cards for suit, cards in groups.items() if cards}


def typed(text: str) -> str | None:
    """The card that a person typed: "as", "SA", "10h", "T H"; None if it is none."""
    letters = "".join(unicodedata.normalize("NFKC", text).translate(_SIGNS).upper().split()).replace(
        "10", "T"
    )
    if len(letters) != 2:
        return None
    rank, suit = (letters[0], letters[1]) if letters[1] in SUITS else (letters[1], letters[0])
    return rank + suit if rank in _ORDER and suit in SUITS else None
