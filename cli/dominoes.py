"""Domino tiles in words, and as people type them."""

import re
from collections.abc import Iterable
from typing import Any

from cli.language import N_, _, ngettext
from cli.words import Words, listed

SPECIALS: Words = {
    "w0": N_("{tile} (W0)"),
    "perfect": N_("{tile} (perfect tile)"),
    "double_perfect": N_("{tile} (double perfect)"),
}

_TILE = re.compile(r"\[?([0-6])[-|/:\u2010-\u2015\u2212\u30fc]?([0-6])\]?")
"""Both halves in either order, with any of the strokes that keyboards and input methods have, or none."""

_BETWEEN = re.compile(r"[\s,;&+\u3001\u3002]+")

_COUNTED = 9
"""Tiles of a hand that may be typed by their number; `10` is the tile 0-1."""


def numbered(items: Iterable[str]) -> str:
    """A hand as it is shown: each tile with the number by which it may be typed."""
    each = [f"{at}={item}" if at <= _COUNTED else item for at, item in enumerate(sorted(items), start=1)]
    return " ".join(each)


def together(items: Iterable[str]) -> str:
    """Some tiles in a sentence."""
    return listed(list(items))


def marked(tiles: Iterable[dict[str, Any]]) -> str:
    """Tiles that were turned up, each with the special tile that it is."""
    return listed([_(SPECIALS.get(tile["special"], "{tile}")).format(tile=tile["item"]) for tile in tiles])


def tiles(count: int) -> str:
    """So many tiles."""
    return ngettext("{count} tile", "{count} tiles", count).format(count=count)


def chips(count: int) -> str:
    """So many chips."""
    return ngettext("{count} chip", "{count} chips", count).format(count=count)


def typed(text: str, items: Iterable[str]) -> list[str] | None:
    """The tiles that a person typed, held or not: "2-5 33", "5/2, 3-3", or numbers in the hand.

    None if anything else is in the text.
    """
    held = sorted(items)
    found = []
    for word in filter(None, _BETWEEN.split(text)):
        if tile := _TILE.fullmatch(word):
            found.append("-".join(sorted(tile.groups())))
        elif word.isdecimal() and 1 <= int(word) <= min(len(held), _COUNTED):
            found.append(held[int(word) - 1])
        else:
            return None
    return found or None
