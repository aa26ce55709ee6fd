"""The bot for Nokosu Dice: always legal, clearly better than chance, and never silly."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from engines import load
from peer.bots import bot_for
from peer.bots.nokosu import card_of, choose, standing
from tests.peer.bot_games import against_chance, among_themselves, every_option, scores

RULES = load("nokosu")


def things(items: str, first: int) -> list[dict[str, Any]]:
    return [{"slot": first + at, "item": item} for at, item in enumerate(items.split())]


def view_of(hand: str, dice: str, trump: str | None, **more: Any) -> dict[str, Any]:
    """What the last seat of four sees, in the parts that the bot looks at."""
    view: dict[str, Any] = {
        "seats": 4,
        "seat": 3,
        "options": {"dropped": "P"},
        "hand": things(hand, 0),
        "dice": [[], [], [], things(dice, 50)],
        "trump": trump,
    }
    return view | more


def position(
    hand: str,
    dice: str,
    won: int,
    trick: str = "",
    *,
    trump: str = "P4d",
    zero: bool = False,
    others: tuple[str, str, str] = ("R1d", "R1d", "R1d"),
    others_won: tuple[int, int, int] = (2, 2, 2),
    others_zero: tuple[bool, bool, bool] = (False, False, False),
    later_void: str = "",
    gone: str = "",
) -> dict[str, Any]:
    """A trick to play to, after those before have played `trick`.

    `later_void`: a suit that all others are known to have none of. `gone`: what earlier tricks took.
    """
    played = [{"seat": (3 - len(trick.split()) + at) % 4, "item": i} for at, i in enumerate(trick.split())]
    playable = things(hand, 0) + (things(dice, 50) if zero or len(dice.split()) > 1 else [])
    suits = {thing["slot"]: card_of(thing["item"], trump).suit for thing in playable}
    led = card_of(trick.split()[0], trump).suit if trick else None
    follows = [slot for slot, suit in suits.items() if suit == led]
    view = view_of(
        hand,
        dice,
        trump,
        hand_sizes=[len(hand.split())] * 4,
        declared=[*others_zero, zero],
        tricks=[*others_won, won],
        trick=played,
        played=[*({"seat": 0, "item": item} for item in gone.split()), *played],
        voids=[[later_void] if later_void else []] * 3 + [[]],
        ask={"request": "play", "what": "tricks", "choices": [[slot] for slot in follows or suits]},
    )
    view["dice"][:3] = [things(each, 60 + 10 * at) for at, each in enumerate(others)]
    return view


def chosen(view: Mapping[str, Any]) -> str:
    """The item that the bot takes, plays or puts back; "no" where it does not declare."""
    choice = view["ask"]["choices"][choose(view, Random(1))]
    slot = choice[0] if isinstance(choice, list) else choice
    every = [*view["hand"], *view["dice"][3], *view.get("pool", [])]
    return next((str(thing["item"]) for thing in every if thing["slot"] == slot), "no")


PLAYS = [
    ("wins the trick it lacks, being last", position("R7 R2", "B1d", 0, "R5 R3 R1"), "R7"),
    ("leads what nobody can cut in on", position("R2 R7", "B1d", 0, later_void="trump"), "R7"),
    ("ducks under what it does not need", position("R6 R2 Y1", "B1d", 1, "R5 R3 R1"), "R2"),
    ("throws its best away where it cannot win", position("G7 Y2 B1", "R1d", 1, "R5 R3 R1"), "G7"),
    ("throws off a trump under a higher one", position("P2 Y2 B1", "G1d", 1, "R5 P7 R1"), "P2"),
    ("does not waste a trump under a higher one it needs", position("P5 Y0 B0", "G1d", 0, "R5 P7 R1"), "Y0"),
    ("does not waste a high card on a trick that is trumped", position("R7 R0", "B1d", 0, "R5 P3 R1"), "R0"),
    ("takes a trick with the die it does not keep", position("Y0 G0", "R6d B1d", 0, "R5 R3 R1"), "R6d"),
    ("keeps the die that fits", position("Y0 G0 B0", "R1d R6d", 1, "G5 G7 Y1"), "G0"),
    ("does not trump what it does not need", position("P7 Y0", "G1d", 1, "R5 R3 R1"), "Y0"),
    ("beats an equal number that was played before", position("R4 Y1 Y0", "B1d", 0, "R5 G4 R1"), "R4"),
    (
        "needs no trump where another number-trump comes first",
        position("R4 Y1 Y0", "B2d", 2, "R5 R3 R1"),
        "Y1",
    ),
    ("still takes points when its goal is past", position("R7 R2", "B1d", 3, "R5 R3 R1"), "R7"),
    ("a declarer ducks", position("R6 R2 G1", "B5d", 0, "R5 R3 R1", zero=True), "R2"),
    (
        "a declarer throws off its trump under another",
        position("P2 G0", "B1d", 0, "R5 P7 R1", zero=True),
        "P2",
    ),
    ("a failed declarer takes what it can", position("R6 R2 G1", "B5d", 1, "R5 R3 R1", zero=True), "R6"),
    (
        "does not lead into a void for nothing",
        position("R7 G7", "B1d", 0, later_void="R", gone="G6 G5"),
        "G7",
    ),
    (
        "leaves the trick to a declarer who must not have it",
        position("R6 R2", "B1d", 3, "R5 R3 R1", others_zero=(True, False, False), others_won=(0, 5, 5)),
        "R2",
    ),
]


@pytest.mark.parametrize(("view", "item"), [case[1:] for case in PLAYS], ids=[case[0] for case in PLAYS])
def test_the_bot_is_not_silly(view: dict[str, Any], item: str) -> None:
    """In this position a person would play this."""
    assert chosen(view) == item


def drafting(hand: str, dice: str, pool: str) -> dict[str, Any]:
    """A die to take from the middle."""
    view = view_of(hand, dice, None, pool=things(pool, 80))
    view["ask"] = {"request": "choose", "what": "draft", "choices": [die["slot"] for die in view["pool"]]}
    return view


DRAFTS = [
    (
        "leaves the trump that its hand wants",
        drafting("R7 R6 R5 R4 R3 R2 Y7 G7 B7 Y6", "R6d R5d B5d B4d", "Y1d R2d"),
        "Y1d",
    ),
    (
        "leaves the number of which it has most",
        drafting("R3 G3 Y3 B3 P3 P0 G0 B0 R0 Y0", "B3d G3d P5d P6d", "Y1d B3d"),
        "Y1d",
    ),
]


@pytest.mark.parametrize(("view", "die"), [case[1:] for case in DRAFTS], ids=[case[0] for case in DRAFTS])
def test_it_drafts_towards_a_goal(view: dict[str, Any], die: str) -> None:
    """A die is taken for the trump that is left by it, and for the tricks that the hand should take."""
    assert chosen(view) == die


def declaring(hand: str, dice: str, trump: str) -> dict[str, Any]:
    """Whether to declare zero."""
    view = view_of(hand, dice, trump)
    view["ask"] = {"request": "choose", "what": "zero", "choices": [-1, *range(50, 50 + len(dice.split()))]}
    return view


ZEROS = [
    (
        "nothing that takes a trick",
        declaring("R0 Y0 G0 B0 R1 Y1 G1 B1 R2 Y2", "G2d B2d R3d Y3d P6d", "P4d"),
        "P6d",
    ),
    ("a hand of trumps", declaring("P0 P1 P2 P3 P4 P5 P6 P7 R4 Y4", "G2d B2d R3d Y3d P6d", "P4d"), "no"),
    ("a middling hand", declaring("P0 R1 G2 Y3 R4 G5 B6 Y7 B4 R2", "G2d B4d R3d Y5d P6d", "P4d"), "no"),
]


@pytest.mark.parametrize(("view", "answer"), [case[1:] for case in ZEROS], ids=[case[0] for case in ZEROS])
def test_it_declares_zero_with_nothing_else(view: dict[str, Any], answer: str) -> None:
    """A weak hand is declared and its most dangerous die goes back; a better one is not declared."""
    assert chosen(view) == answer


def test_what_is_stronger_counts_more() -> None:
    """The chance of a card never falls with its rank."""
    for seats, most in ((3, 6), (4, 7)):
        plain = [standing(card_of(f"R{number}", "P0d"), seats) for number in range(1, most + 1)]
        trumps = [standing(card_of(item, "P4d"), seats) for item in ("P0", "P1", "P6", "R4", "P4")]
        assert plain == sorted(plain)
        assert trumps == sorted(trumps)


@pytest.mark.parametrize("seats", list(RULES.seats))
def test_always_legal(seats: int) -> None:
    """With any options and in any seat the answer is one of the choices."""
    for at, options in enumerate(every_option(RULES, seats, 4)):
        scores(RULES, options, [choose] * seats, Random(at))


@pytest.mark.parametrize("seats", list(RULES.seats))
def test_clearly_better_than_chance(seats: int) -> None:
    """Bots that play at random score less than half as much."""
    mine, theirs = against_chance(RULES, seats, {}, choose, 20, Random(1))
    assert mine > 2 * theirs


def test_among_themselves_they_often_reach_their_goals() -> None:
    """Against its like it earns well more than the tricks alone would bring."""
    assert among_themselves(RULES, 4, {}, choose, 6, Random(3)) > 14 + 14


def test_it_is_found_by_the_name_of_the_game() -> None:
    """The bot of Nokosu Dice."""
    assert bot_for("nokosu") is choose
