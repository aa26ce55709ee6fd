"""Cards and dice with a colour and a number, in words and as people type them: Nokosu Dice, No Loose Ends.

An item is written as in records: colour letter and number, `R5`; a die with a d, `R5d`; an escape card is
`X`. What a letter means depends on the game, so every function is told the colours of its game.
"""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from cli.language import N_, _

_WIDTH = 80


class Colour(NamedTuple):
    """A colour: its name, and in what other ways people type it, in capitals."""

    name: str
    typed: tuple[str, ...]


Colours = Mapping[str, Colour]

_RED = Colour(N_("red"), ("RED", "赤", "あか", "アカ", "レッド"))
_YELLOW = Colour(N_("yellow"), ("YELLOW", "黄色", "黄", "きいろ", "キイロ", "イエロー"))
_GREEN = Colour(N_("green"), ("GREEN", "緑", "みどり", "ミドリ", "グリーン"))
_BLUE = Colour(N_("blue"), ("BLUE", "青", "あお", "アオ", "ブルー"))
_PURPLE = Colour(N_("purple"), ("PURPLE", "紫", "むらさき", "ムラサキ", "パープル"))
_GREY = Colour(N_("grey"), ("GREY", "GRAY", "灰色", "灰", "はいいろ", "はい", "ハイ", "グレー", "グレイ"))

NOKOSU: Colours = {"R": _RED, "Y": _YELLOW, "G": _GREEN, "B": _BLUE, "P": _PURPLE}
NO_LOOSE_ENDS: Colours = {"G": _GREY, "R": _RED, "Y": _YELLOW, "B": _BLUE}

ESCAPE = "X"
_ESCAPE = ("ESCAPE", "ESCAPECARD", "逃走カード", "逃走", "とうそう", "黒")
_DIE = ("DIE", "DICE", "ダイス", "だいす", "サイコロ", "さいころ")
_FILLING = ("CARD", "カード", "かーど", "の")


def named(item: str, colours: Colours) -> str:
    """An item in words: "red 5", "red die 5", "an escape card"."""
    if item == ESCAPE:
        return _("an escape card")
    text = _("{colour} die {number}") if is_die(item) else _("{colour} {number}")
    return text.format(colour=_(colours[item[0]].name), number=number(item))


def is_die(item: str) -> bool:
    """Whether it is a die and no card."""
    return item.endswith("d")


def number(item: str) -> int:
    """The number on a card that is no escape card, or on a die."""
    return int(item[1:].rstrip("d"))


def typed(text: str, colours: Colours) -> str | None:
    """The item that a person typed: "r5", "5R", "R5d", "red die 5", "赤の5"; None if it is none."""
    rest = "".join(unicodedata.normalize("NFKC", text).upper().split())
    if rest in (ESCAPE, *_ESCAPE):
        return ESCAPE
    for letter, colour in colours.items():
        for word in colour.typed:
            rest = rest.replace(word, letter)
    for word in _FILLING:
        rest = rest.replace(word, "")
    for word in _DIE:
        rest = rest.replace(word, "D")
    die, rest = "D" in rest, rest.replace("D", "", 1)
    digits = "".join(sign for sign in rest if sign.isdecimal())
    letters = rest.replace(digits, "", 1)
    if letters not in colours or not 0 < len(digits) <= 2:
        return None
    return f"{letters}{int(digits)}{'d' if die else ''}"


def in_order(items: Iterable[str], colours: Colours) -> list[str]:
    """Items by colour, each from the highest, cards before dice; escape cards last."""
    places = [*colours, ESCAPE]
    return sorted(
        items, key=lambda item: (places.index(item[0]), item != ESCAPE and -number(item), is_die(item))
    )


def rows(title: str, groups: Sequence[str]) -> list[str]:
    """A titled list of groups, in one line or, where it is too wide for a screen, in several."""
    lines = [title]
    for place, group in enumerate(groups):
        text = group + (";" if place < len(groups) - 1 else "")
        # A wide colon has its space in itself.
        gap = "" if lines[-1].endswith("\uff1a") else " "
        if _width(lines[-1] + gap + text) <= _WIDTH:
            lines[-1] += gap + text
        else:
            lines.append("  " + text)
    return lines


def _width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)
