"""From codes to sentences: what peers, rules and audits say in codes, in words for people.

A table maps a code to an English text with named placeholders, marked for translation. Only codes travel
between peers; an unknown one
(a newer peer's) is shown as it is.
"""

import unicodedata
from collections.abc import Mapping, Sequence
from itertools import chain, count
from typing import NamedTuple

from cli.language import N_, _, ngettext

Words = Mapping[str, str]


def say(words: Words, code: str, **values: object) -> str:
    """The sentence of a code in the language in use; the code itself, made safe, if there is none."""
    text = words.get(code)
    if text is None:
        return shown(code)
    return _(text).format(**{name: shown(value) for name, value in values.items()})


def shown(value: object) -> str:
    """A value that may come from somebody else, safe to print: nothing in it moves the cursor or hides."""
    text = unicodedata.normalize("NFC", str(value))
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def listed(parts: list[str]) -> str:
    """Several things in one sentence."""
    return _(", ").join(parts)


def told_apart(names: Sequence[str]) -> tuple[str, ...]:
    """Names in the order of the seats, with a number after those that somebody before them has as well."""
    different: list[str] = []
    for name in names:
        numbered = (f"{name}#{number}" for number in count(2))
        different.append(next(each for each in chain([name], numbered) if each not in different))
    return tuple(different)


class Names(NamedTuple):
    """The players of a table as they are spoken of. `me` is the seat of who reads, None for an onlooker."""

    names: tuple[str, ...]
    bots: tuple[bool, ...]
    me: int | None

    def of(self, seat: int) -> str:
        """The name of a seat."""
        return shown(self.names[seat])

    def full(self, seat: int) -> str:
        """The name with what one should know about who bears it."""
        marks = [_("you")] if seat == self.me else []
        marks += [_("bot")] if self.bots[seat] else []
        name = self.of(seat)
        return _("{name} ({marks})").format(name=name, marks=listed(marks)) if marks else name


def points(count: int) -> str:
    """So many points."""
    return ngettext("{count} point", "{count} points", count).format(count=count)


def tricks(count: int) -> str:
    """So many tricks."""
    return ngettext("{count} trick", "{count} tricks", count).format(count=count)


# rule codes, as in the refusals of score and of a table

RULES: Words = {
    "format": N_("this is not in the form of a record"),
    "option": N_("an option that the game does not have, or not with this value or this number of players"),
    "deal": N_("what was dealt is not what the game deals"),
    "range": N_("this number is outside its range"),
    "turn": N_("it is not the turn for this"),
    "not-held": N_("this is not there to be taken or played"),
    "follow": N_("whoever can follow suit must do so"),
    "last-die": N_("the last die may not be played"),
    "bid-limit": N_("there may be no more bid cards"),
    "must-bid": N_("one may not pass without a bid card now"),
    "escape-bid": N_("an escape card cannot be bid"),
    "cross": N_("one may not double-cross now"),
    "cover": N_("this bid card cannot be covered by that trick"),
    "place": N_("this is not the number of tiles to place"),
    "fit": N_("these are not the tiles that fit"),
    "draw": N_("this may not be drawn"),
    "referee": N_("the referee does not guess, and everybody else does"),
    "after-end": N_("there is something after the end"),
}
