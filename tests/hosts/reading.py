"""What somebody at the line interface reads: whether the last line asks for something, and what may be typed.

Nothing but printed lines is known here, so that whoever plays by it plays as a person would.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

_SUITS = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}
_DIE = re.compile(r"\b[RYGBP]\dd\b")
_COLOURED = re.compile(r"\b(?:[GRYBP]\d+d?|X)(?=;| |$)")
_NUMBERED = re.compile(r"(\d+)=(\S+)")
_ALL_DICE = [f"{colour}{face}d" for colour in "RYGBP" for face in range(1, 7)]


class Asked(NamedTuple):
    """A question: its kind, what may be typed, and what is understood but not allowed."""

    what: str
    answers: Sequence[str]
    refused: Sequence[str] = ()


def asked(lines: Sequence[str]) -> Asked | None:
    """What the last of these lines asks for, if it asks for anything in a game."""
    for question, read in _QUESTIONS:
        if found := re.search(question, lines[-1]):
            return read(lines, found)
    return None


def _below(lines: Sequence[str], title: str) -> str:
    """What stands after a title, where it was printed last, with the lines that go on with it; nothing if it
    was not.
    """
    starts = [at for at, line in enumerate(lines) if line.startswith(title)]
    if not starts:
        return ""
    text = lines[starts[-1]].removeprefix(title)
    for line in lines[starts[-1] + 1 :]:
        if not line.startswith("  "):
            break
        text += line
    return text


def _without(items: Iterable[str], others: Iterable[str]) -> list[str]:
    return sorted(set(items) - set(others))


# Notice


def _prediction(lines: Sequence[str], found: re.Match[str]) -> Asked:
    most = int(found[1])
    return Asked("predict", [str(number) for number in range(most + 1)], [str(most + 1), "99"])


def _pack(text: str) -> dict[str, str]:
    """The cards of a text like "spades 1=A 2=10; hearts (trump) 3=7", each with its number."""
    return {
        rank.replace("10", "T") + _SUITS[group.split()[0]]: number
        for group in text.strip().split("; ")
        if group
        for number, rank in _NUMBERED.findall(group)
    }


def _pack_card(lines: Sequence[str], found: re.Match[str]) -> Asked:
    hand = _pack(_below(lines, "Your hand:"))
    may = hand if found[0].startswith("You lead") else _pack(_below(lines, "You may play:"))
    answers = [way for card, number in may.items() for way in (card, card.lower(), card[::-1], number)]
    return Asked("card", answers, _without(hand, may))


# Nokosu Dice


def _draft(lines: Sequence[str], found: re.Match[str]) -> Asked:
    pool = _DIE.findall(_below(lines, "In the middle:"))
    return Asked("draft", [way for die in pool for way in (die, die.rstrip("d"))], _without(_ALL_DICE, pool))


def _zero(lines: Sequence[str], found: re.Match[str]) -> Asked:
    dice = _DIE.findall(_below(lines, "Your dice:"))
    return Asked("zero", ["n", *dice], ["y", *_without(_ALL_DICE, dice)])


def _held(lines: Sequence[str]) -> tuple[list[str], list[str]]:
    """One's cards and dice, as they were printed last. Where there are none, they have no line."""
    shown = "\n".join(lines).replace("\n  ", " ").split("\n")
    titles = [line.partition(":")[0] for line in shown]
    at = max(place for place, title in enumerate(titles) if title in ("Your cards", "Your dice"))
    there = shown[at - 1 : at + 1] if titles[at - 1 : at + 1] == ["Your cards", "Your dice"] else [shown[at]]
    items = _COLOURED.findall("; ".join(there))
    return [item for item in items if item[-1] != "d"], [item for item in items if item[-1] == "d"]


def _item(lines: Sequence[str], found: re.Match[str]) -> Asked:
    cards, dice = _held(lines)
    if not found[0].startswith("You lead"):
        may = _items(lines, "You may play:")
    else:
        # The last die is kept, unless one has declared zero: then it is the last thing that one has.
        may = cards + (dice if len(dice) != 1 or not cards else [])
    answers = [way for item in may for way in (item, item.lower())]
    return Asked("item", answers, _without(cards + dice, may))


def _items(lines: Sequence[str], title: str) -> list[str]:
    return _COLOURED.findall(_below(lines, title))


# Dice And Domino


def _tiles(lines: Sequence[str], found: re.Match[str]) -> Asked:
    hand = _NUMBERED.findall(_below(lines, "Your hand:"))
    pairs = [way for one, other in combinations(hand, 2) for way in zip(one, other, strict=True)]
    return Asked("place", [f"{one} {other}" for one, other in pairs], [tile for _number, tile in hand])


def _last_tiles(lines: Sequence[str], found: re.Match[str]) -> Asked:
    tiles = [tile for _number, tile in _NUMBERED.findall(_below(lines, "Your hand:"))]
    return Asked("place", ["", " ".join(tiles)], tiles if len(tiles) == 2 else [])


def _one_of_two(lines: Sequence[str], found: re.Match[str]) -> Asked:
    fitting = _NUMBERED.findall(lines[-1])
    both = " ".join(tile for _number, tile in fitting)
    return Asked("up", [way for tile in fitting for way in tile], [both])


# No Loose Ends


def _plan(lines: Sequence[str], found: re.Match[str]) -> Asked:
    hand = _items(lines, "Your hand:")
    cards = [card for card in hand if card != "X"]
    escapes = [card for card in hand if card == "X"]
    if lines[-1].endswith("p: pass."):
        return Asked("plan", ["p", "pass"], cards + escapes)
    if found[0].startswith("There is"):
        return Asked("plan", cards, ["p", *escapes])
    # As often the one as the other, so that somebody ends with few bid cards.
    return Asked("plan", [*cards, *["p"] * len(cards)], escapes)


def _coloured_card(lines: Sequence[str], found: re.Match[str]) -> Asked:
    hand = _items(lines, "Your hand:")
    may = hand if found[0].startswith("You lead") else _items(lines, "You may play:")
    return Asked("play", [way for card in may for way in (card, card.lower())], _without(hand, may))


def _cover(lines: Sequence[str], found: re.Match[str]) -> Asked:
    return Asked("cover", _items(lines, "You may cover:"), ["Y99", "X"])


_QUESTIONS: Sequence[tuple[str, Callable[[Sequence[str], re.Match[str]], Asked]]] = (
    (r"\? 0 to (\d+)$", _prediction),
    (r"^(?:Your turn|You lead): type a card, such as 9H, or its number\.$", _pack_card),
    (r"^Take a die from the middle: ", _draft),
    (r"^Do you declare zero ", _zero),
    (r"^(?:Your turn|You lead): type a card, such as R5, or a die, such as R5d\.$", _item),
    (r"Place two tiles: type them", _tiles),
    (r"Press Enter to place (?:your last tile|both tiles)\.$", _last_tiles),
    (r"Which one do you turn up\?", _one_of_two),
    (r"1: roll for the next turn; 2: keep", lambda lines, found: Asked("after", ["1", "2", "roll", "keep"])),
    (r"^(?:Type a card to bid|There is an informant already, so you must bid|You have as many bid)", _plan),
    (r"^Do you take all your bid cards back", lambda lines, found: Asked("cross", ["y", "n"])),
    (r"^(?:Your turn|You lead): type a card, such as R5\.$", _coloured_card),
    (r"Which bid card do you cover\?$", _cover),
    (r"press Enter to throw the dice\.$", lambda lines, found: Asked("throw", ["", "1", "throw"])),
    (
        r"^Which face do you choose\? 1 to 6$",
        lambda lines, found: Asked("guess", [str(face) for face in range(1, 7)], ["0", "7"]),
    ),
)
