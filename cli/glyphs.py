"""The signs that stand for suits on the whole screen: letters, or the signs printed on cards.

A sign that some terminals show in one cell and others in two is counted as the person has settled.
"""

import unicodedata

_SIGNS = {"S": "\u2660", "H": "\u2665", "D": "\u2666", "C": "\u2663"}

_signs = False
_cells = 1


def use(glyphs: str, ambiguous: int) -> None:
    """Write "ascii" or "unicode" from now on, with so many cells for letters of ambiguous width."""
    global _signs, _cells
    _signs, _cells = glyphs == "unicode", ambiguous


def suit(letter: str) -> str:
    """A suit of a standard pack."""
    return _SIGNS.get(letter, letter) if _signs else letter


def ambiguous(text: str) -> dict[str, int]:
    """The letters of a text that take one cell in some terminals and two in others, and how many they take
    here.
    """
    if text.isascii():
        return {}
    return {letter: _cells for letter in text if unicodedata.east_asian_width(letter) == "A"}


def wider(text: str) -> int:
    """How many cells more a text takes here than where all its letters of ambiguous width take one."""
    return sum(text.count(letter) * (cells - 1) for letter, cells in ambiguous(text).items())
