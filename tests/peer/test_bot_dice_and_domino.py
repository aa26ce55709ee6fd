"""The bot for Dice And Domino: always legal, clearly better than chance, and never silly."""

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Any

import pytest

from engines import load
from peer.bots import bot_for
from peer.bots.dice_and_domino import burden, choose, tile
from tests.peer.bot_games import against_chance, every_option, scores

RULES = load("dice-and-domino")


def view_of(hand: str, dice: Sequence[int]) -> dict[str, Any]:
    """What the first seat of three sees, in the parts that the bot looks at."""
    return {
        "seats": 3,
        "seat": 0,
        "options": {"sets": 1, "perfect_alone": False, "w0_draws": False},
        "dice": list(dice),
        "hand": [{"slot": 20 + at, "item": item} for at, item in enumerate(hand.split())],
        "hand_sizes": [len(hand.split()), 4, 4],
        "boneyard": 16,
        "discarded": [],
    }


def placed(hand: str, dice: Sequence[int]) -> set[str]:
    """The tiles that the bot places."""
    view = view_of(hand, dice)
    slots = [thing["slot"] for thing in view["hand"]]
    pairs = [list(pair) for pair in combinations(slots, min(2, len(slots)))]
    view["ask"] = {"request": "mix", "what": "place", "choices": pairs}
    choice = pairs[choose(view, Random(1))]
    return {thing["item"] for thing in view["hand"] if thing["slot"] in choice}


PLACINGS: list[tuple[str, str, Sequence[int], set[str]]] = [
    ("two that fit rather than one", "1-2 4-5 2-2 3-6", (1, 4), {"1-2", "4-5"}),
    ("two with the face of a double roll", "4-5 2-4 1-2 3-3", (4, 4), {"4-5", "2-4"}),
    ("a perfect tile with one that fits", "1-4 1-6 2-3 3-3", (1, 4), {"1-4", "1-6"}),
    ("a perfect tile with either face beside it", "2-4 0-2 3-3 5-5", (2, 4), {"2-4", "0-2"}),
    ("a W0 with one that fits", "0-0 1-6 2-3 3-3", (1, 4), {"0-0", "1-6"}),
    ("no W0 beside a perfect tile that has better company", "0-0 1-4 1-6 3-3", (1, 4), {"1-4", "1-6"}),
    ("the double perfect", "1-1 4-4 2-3 3-5", (1, 4), {"1-1", "4-4"}),
    ("what is harder to be rid of", "1-2 1-1 4-5 3-6", (1, 4), {"1-1", "4-5"}),
    ("the same out of many", "1-2 1-1 4-5 3-6 2-3 5-6 2-2", (1, 4), {"1-1", "4-5"}),
    ("its last two", "1-2 4-5", (1, 4), {"1-2", "4-5"}),
    ("its last one", "2-3", (1, 4), {"2-3"}),
    ("what goes out", "0-0 4-4", (2, 4), {"0-0", "4-4"}),
]


@pytest.mark.parametrize(
    ("hand", "dice", "tiles"), [case[1:] for case in PLACINGS], ids=[case[0] for case in PLACINGS]
)
def test_the_bot_is_not_silly(hand: str, dice: Sequence[int], tiles: set[str]) -> None:
    """With this hand and these dice a person would place these tiles."""
    assert placed(hand, dice) == tiles
    assert placed(hand, dice[::-1]) == tiles


def test_it_turns_up_what_is_harder_to_be_rid_of() -> None:
    """Where both tiles fit only the same die, the one that fits fewer rolls goes."""
    view = view_of("1-5 1-1 3-6", (1, 4))
    view["ask"] = {"request": "show", "what": "up", "choices": [[20], [21]]}
    assert choose(view, Random(1)) == 1


@pytest.mark.parametrize(
    ("hand", "dice", "answer"),
    [("4-6", (4, 4), "keep"), ("2-3", (4, 4), "roll"), ("2-3 5-5", (1, 4), "roll")],
)
def test_it_keeps_faces_that_let_it_go_out(hand: str, dice: Sequence[int], answer: str) -> None:
    """After a double perfect it keeps what its last tiles fit, and rolls again otherwise."""
    view = view_of(hand, dice)
    view["ask"] = {"request": "choose", "what": "after", "choices": ["roll", "keep"]}
    assert view["ask"]["choices"][choose(view, Random(1))] == answer


def test_a_burden_grows_with_the_tiles_and_shrinks_with_what_they_fit() -> None:
    """More tiles weigh more, and tiles that fit fewer rolls; no tile at all is what everybody wants."""
    hands = ["", "1-2", "1-1", "1-2 3-4", "1-1 0-2", "1-2 3-4 5-6", "1-1 2-2 3-3", "1-2 3-4 5-6 2-3"]
    weights = [burden(tuple(map(tile, hand.split())), False) for hand in hands]
    assert weights == sorted(weights)


@pytest.mark.parametrize("seats", list(RULES.seats))
def test_always_legal(seats: int) -> None:
    """With any options and in any seat the answer is one of the choices."""
    for at, options in enumerate(every_option(RULES, seats, 6)):
        scores(RULES, {**options, "rounds": 2}, [choose] * seats, Random(at))


@pytest.mark.parametrize("seats", [2, 4, 8])
def test_clearly_better_than_chance(seats: int) -> None:
    """It wins at least twice the chips of those that play at random."""
    mine, theirs = against_chance(RULES, seats, {}, choose, 16, Random(1))
    assert mine > 2 * theirs


def test_it_is_found_by_the_name_of_the_game() -> None:
    """The bot of Dice And Domino."""
    assert bot_for("dice-and-domino") is choose
