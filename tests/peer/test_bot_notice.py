"""The bot for Notice: always legal, clearly better than chance, and never silly."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from engines import load
from peer.bots import bot_for
from peer.bots.notice import choose, tricks_of
from tests.peer.bot_games import against_chance, among_themselves, scores

RULES = load("notice")


def position(
    hand: str,
    need: int,
    trick: str = "",
    trump: str = "H",
    later_void: str = "",
    won: int = 0,
    last_trick: str = "",
) -> dict[str, Any]:
    """What the last seat of four sees when it has to play: it needs `need` tricks more.

    `later_void`: a suit that all who play after it are known to have none of.
    """
    cards, played = hand.split(), trick.split()
    seat = 3
    led = played[0][1] if played else None
    follows = [card for card in cards if card[1] == led]
    legal = follows or cards
    return {
        "seats": 4,
        "seat": seat,
        "trump": trump,
        "turned": f"2{trump}",
        "hand": [{"slot": slot, "item": card} for slot, card in enumerate(cards)],
        "hand_sizes": [len(cards)] * 4,
        "trick": [{"seat": (seat - len(played) + at) % 4, "item": card} for at, card in enumerate(played)],
        "last_trick": [{"seat": at, "item": card} for at, card in enumerate(last_trick.split())],
        "tricks": [0, 0, 0, won],
        "predict_own": [None, None, None, won + need],
        "voids": [[later_void] if later_void else [] for _ in range(4)],
        "ask": {"request": "play", "choices": [[cards.index(card)] for card in legal]},
    }


def played(view: Mapping[str, Any]) -> str:
    (slot,) = view["ask"]["choices"][choose(view, Random(1))]
    return str(view["hand"][slot]["item"])


PLAYS = [
    ("wins as cheaply as it can, being last", position("KS 9S TS 2S", 1, "3S 8S 4S"), "9S"),
    ("trumps in with its lowest trump, being last", position("KH 3H 9H 4C", 1, "3S AS 4S"), "3H"),
    ("does not waste an ace on a trick that was trumped", position("AS 4S KS", 1, "QS 2S 5H"), "4S"),
    ("does not waste a trump below another one", position("5H 8H 3C QD", 1, "AS 9H 4S"), "3C"),
    ("does not win what it does not need", position("KS 9S 2S", 0, "3S TS 4S"), "9S"),
    ("throws off its ace where it cannot win", position("AD KC 5H 2C", 0, "3S TS 4S"), "AD"),
    ("does not trump in when it has enough", position("9H 2C 3C", 0, "3S TS 4S"), "3C"),
    ("lets a low trump go under a higher one", position("9H 2C 3C", 0, "3S JH 4S"), "9H"),
    ("gives its highest to a trick that it must take", position("AS KS QS", 0, "3S TS 4S"), "AS"),
    ("leads low when it has enough", position("AS 2D KH 9C", 0), "2D"),
    ("leads high when it needs all that are left", position("2H AH JH", 3), "AH"),
    ("leads a card that holds when it needs a trick", position("AS 4S 3D 6C", 1), "AS"),
    ("does not hope that others cut in on its ace", position("AS 2D", 0, later_void="S"), "2D"),
    (
        "saves its ace for a trick that nobody cuts in on",
        position("AS AH 5D", 1, "QS 3S", later_void="S"),
        "AS",
    ),
    ("follows low when it cannot win", position("JS 4S 9S", 2, "QS 3S 2S"), "4S"),
    ("still takes tricks when its prediction is past", position("KS 9S", -1, "3S 8S 4S", won=3), "9S"),
    ("still takes tricks when its prediction is out of reach", position("KS 2S", 5, "3S 8S 4S"), "KS"),
    ("keeps the king behind the ace", position("KS 4S 2D", 1, "AS 3S 5S"), "4S"),
]


@pytest.mark.parametrize(("view", "card"), [case[1:] for case in PLAYS], ids=[case[0] for case in PLAYS])
def test_the_bot_is_not_silly(view: dict[str, Any], card: str) -> None:
    """In this position a person would play this card."""
    assert played(view) == card


@pytest.mark.parametrize(
    ("hand", "least", "most"),
    [
        ("AH KH QH JH TH 9H 8H AS AD AC KS KD", 9, 12),
        ("2S 3S 4S 5S 2D 3D 4D 5D 2C 3C 4C 5C", 0, 0),
        ("AS KS 2S 3S AD 2D 3D 4D 2C 3C 4C 5C", 1, 4),
        ("AH 2S 3S 4S 5S 2D 3D 4D 2C 3C 4C 5C", 1, 2),
    ],
)
def test_predictions_count_what_is_sure(hand: str, least: int, most: int) -> None:
    """A hand of top trumps promises many tricks, one of low cards none."""
    cards = [{"slot": slot, "item": item} for slot, item in enumerate(hand.split())]
    view = {"seats": 4, "trump": "H", "hand": cards, "ask": {"request": "seal", "choices": list(range(13))}}
    assert least <= choose(view, Random(1)) <= most


def test_another_ace_or_trump_never_lowers_a_prediction() -> None:
    """Better cards promise more."""
    hand = ["2S", "5S", "2D", "5D", "2C", "5C"]
    for worse, better in [("5S", "AS"), ("5S", "KS"), ("2D", "3H"), ("5D", "QH")]:
        improved = [better if card == worse else card for card in hand]
        assert tricks_of(improved, "H", 4) > tricks_of(hand, "H", 4)


@pytest.mark.parametrize(
    ("seats", "options"),
    [(3, {}), (4, {}), (4, {"thirteen": True, "penalty": "both"}), (5, {"penalty": "both"}), (6, {})],
)
def test_the_bot_is_legal_and_clearly_better_than_chance(seats: int, options: dict[str, Any]) -> None:
    """Over whole games it never leaves the choices, and scores far above bots that choose at random."""
    mine, theirs = against_chance(RULES, seats, options, choose, 12, Random(7))
    assert mine > theirs + 10


def test_bots_among_themselves_mostly_reach_what_they_predict() -> None:
    """Against its like it earns well more than the tricks alone would bring."""
    assert among_themselves(RULES, 4, {}, choose, 10, Random(3)) > 12 + 8


def test_the_same_view_and_numbers_give_the_same_choice() -> None:
    """Nothing but the view and the numbers decides."""
    assert scores(RULES, {}, [choose] * 3, Random(5)) == scores(RULES, {}, [choose] * 3, Random(5))


def test_bots_are_found_by_game() -> None:
    """There is a bot for Notice, and none for a game that nobody wrote one for."""
    assert bot_for("notice") is choose
    with pytest.raises(LookupError):
        bot_for("whist")
