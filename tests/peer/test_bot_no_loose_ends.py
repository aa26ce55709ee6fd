"""The bot for No Loose Ends: always legal, clearly better than chance, and never silly."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from engines import load
from peer.bots import bot_for
from peer.bots.loose_ends import Held, Plan, outlook
from peer.bots.no_loose_ends import card_of, choose
from tests.peer.bot_games import against_chance, among_themselves, every_option, scores

RULES = load("no-loose-ends")
LIMIT = {2: 6, 3: 5, 4: 4, 5: 3}


def view_of(hand: str, bids: str = "", seats: int = 4, **options: bool) -> dict[str, Any]:
    """What the last seat sees before the first trick, in the parts that the bot looks at."""
    me = seats - 1
    return {
        "seats": seats,
        "seat": me,
        "options": {"double_cross": False, "escape": False, "simple_scoring": False, "plan_b": False}
        | options,
        "limit": LIMIT[seats],
        "hand": [{"slot": at, "item": item} for at, item in enumerate(hand.split())],
        "hand_sizes": [len(hand.split())] * seats,
        "known": [[] for _ in range(seats)],
        "bids": [[] for _ in range(me)]
        + [
            [
                {"slot": 50 + at, "item": item.strip("+"), "covered": "+" in item, "plan_b": False}
                for at, item in enumerate(bids.split())
            ]
        ],
        "informants": [],
        "trick": [],
        "tricks": [0] * seats,
        "loose": [0] * seats,
        "played": [],
        "voids": [[] for _ in range(seats)],
    }


def planning(hand: str, bids: str = "", **options: bool) -> dict[str, Any]:
    """A bid card to place, or to pass."""
    view = view_of(hand, bids, **options)
    cards = range(len(hand.split())) if len(bids.split()) < LIMIT[4] else ()
    view["ask"] = {"what": "plan", "choices": [*([at] for at in cards), []]}
    return view


def position(
    hand: str,
    bids: str,
    trick: str = "",
    won: int = 0,
    loose: int = 0,
    informants: tuple[int, ...] = (),
    later_void: str = "",
    **options: bool,
) -> dict[str, Any]:
    """A trick to play to, after those before have played `trick`; covered bid cards have a `+`.

    `later_void`: suits that all others are known to have none of.
    """
    view, cards = view_of(hand, bids, **options), hand.split()
    suits = [card_of(item).suit for item in trick.split()]
    led = next((suit for suit in suits if suit), None)
    legal = [at for at, item in enumerate(cards) if item[0] in (led, "X")]
    if not any(cards[at][0] == led for at in legal):
        legal = list(range(len(cards)))
    first = 3 - len(suits)
    view["trick"] = [{"seat": first + at, "item": item} for at, item in enumerate(trick.split())]
    view["played"] = trick.split()
    view["hand_sizes"] = [len(cards) - (first <= seat < 3) for seat in range(4)]
    view["tricks"][3], view["loose"][3], view["informants"] = won, loose, list(informants)
    view["voids"][:3] = [list(later_void)] * 3
    view["ask"] = {"what": "tricks", "choices": [[at] for at in legal]}
    return view


def chosen(view: Mapping[str, Any]) -> str:
    """The card that the bot plays, bids or covers; "pass"."""
    choice = view["ask"]["choices"][choose(view, Random(1))]
    if choice == []:
        return "pass"
    slot = choice[0] if isinstance(choice, list) else choice
    every = [*view["hand"], *view["bids"][3]]
    return next(str(thing["item"]) for thing in every if thing["slot"] == slot)


PLAYS = [
    ("covers with the cheapest winner, being last", position("R14 R12", "R3 R4", "R5 R9 R6"), "R12"),
    ("wins to cover by the led suit with a trump", position("B2 Y1 Y2", "R3", "R5 R9 R4"), "B2"),
    ("wins to cover by number", position("R7 R2 Y2", "Y7", "R5 R6 R4"), "R7"),
    ("does not win what covers nothing", position("R14 R2 Y1", "Y3", "R5 R9 R4"), "R2"),
    ("does not trump what covers nothing", position("B9 Y1 G1", "Y3+", "R5 R9 R4", won=1), "Y1"),
    ("does not waste a trump under a higher one", position("B5 Y1", "B3", "R5 B9 R4"), "Y1"),
    ("does not waste a high card on what is trumped", position("R15 R2", "R3", "R5 B9 R4"), "R2"),
    (
        "throws off what could still win, when all is covered",
        position("Y15 G1", "R3+", "R5 R9 R4", won=1),
        "Y15",
    ),
    ("ducks with an escape card", position("R15 X", "Y3+", "R5 R9 R4", won=1, escape=True), "X"),
    (
        "keeps its escape card where it wants the trick",
        position("R15 X", "R3", "R5 R9 R4", escape=True),
        "R15",
    ),
    ("an informant ducks", position("R15 R2 Y1", "", "R5 R9 R4", informants=(3,)), "R2"),
    ("does not lead what others will trump", position("R15 Y15", "R3 Y3", later_void="R"), "Y15"),
    ("leads the top of the suit it has to cover", position("Y2 R15 G9", "R3", later_void="B"), "R15"),
    ("leads low when all is covered", position("Y1 R12", "R3+", won=1), "Y1"),
    (
        "plan B: lets a trick be that it could not cover later",
        position("R15 R1", "", "R5 R9 R4", plan_b=True, won=1),
        "R1",
    ),
    (
        "leaves a trick to an informant who must not have it",
        position("B15 Y1", "Y3+", "R9 R3 R4", won=1, informants=(0,)),
        "Y1",
    ),
]


@pytest.mark.parametrize(("view", "card"), [case[1:] for case in PLAYS], ids=[case[0] for case in PLAYS])
def test_the_bot_is_not_silly(view: dict[str, Any], card: str) -> None:
    """In this position a person would play this card."""
    assert chosen(view) == card


WEAK = "G1 G2 G3 G4 R1 R2 R3 R4 Y1 Y2 Y3 Y4 B1 R5 Y5"
STRONG = "G1 G3 G4 G5 G6 R1 R3 R4 R15 Y1 Y2 Y3 Y15 B15 B14"

PLANS = [
    ("passes with nothing that takes a trick", planning(WEAK), {"pass"}),
    ("bids as many cards as it has sure tricks", planning("G1 G3 R1 R2 Y1 Y2 B1 B2 B15"), {"B1", "B2"}),
    ("passes with as many bid cards as tricks", planning("G1 G3 R1 R2 Y1 Y3 B15", "B2"), {"pass"}),
    ("bids what its long suit covers", planning("G1 G2 G15 G14 R1 R2 R3 Y1 Y2 Y3", "G3"), {"G1", "G2"}),
]


@pytest.mark.parametrize(("view", "cards"), [case[1:] for case in PLANS], ids=[case[0] for case in PLANS])
def test_it_bids_what_it_can_cover(view: dict[str, Any], cards: set[str]) -> None:
    """Low cards of suits in which it takes tricks are bid, and no more than it takes tricks."""
    assert chosen(view) in cards


def test_the_sure_tricks_of_a_hand_are_all_bid_for() -> None:
    """With two trumps and two other suits on top it places three bid cards at least, and covers them all."""
    hand, bids = STRONG.split(), list[str]()
    while (card := chosen(planning(" ".join(hand), " ".join(bids)))) != "pass":
        hand.remove(card)
        bids.append(card)
    assert len(bids) >= 3
    assert {card[0] for card in bids} <= {"R", "Y", "B"}


@pytest.mark.parametrize(
    ("hand", "bids", "crosses"), [(WEAK, "R6", True), (STRONG, "Y2 G3 R2", False)], ids=["weak", "strong"]
)
def test_it_crosses_with_a_weak_hand(hand: str, bids: str, crosses: bool) -> None:
    """Bid cards are taken back by who will take no trick, not by who can cover them."""
    view = view_of(hand, bids, double_cross=True)
    view["ask"] = {"what": "cross", "choices": [False, True]}
    assert (choose(view, Random(1)) == 1) == crosses


def test_it_covers_what_the_rest_of_its_hand_cannot() -> None:
    """Of two bid cards that a trick can cover, the one that later tricks can cover stays."""
    for hand, covered in (("B15 Y15", "G7"), ("G15 Y2", "B3")):
        view = view_of(hand, "G7 B3")
        view["tricks"][3] = view["loose"][3] = 1
        view["ask"] = {"what": "cover", "choices": [50, 51]}
        assert chosen(view) == covered


def test_it_counts_on_covering_as_it_will() -> None:
    """A card that fits two bid cards is counted for the one that no other card fits."""
    plan = Plan((card_of("G7"), card_of("Y3")), 0, 0, 0, 2, simple=False, plan_b=False, informed=0.0)
    sure = [Held(card_of("G3"), 1.0), Held(card_of("G2"), 1.0)]
    assert outlook(plan, sure) == outlook(plan, sure[::-1]) == 2 * 2 + 5


EVERYTHING = {"double_cross": True, "escape": True, "simple_scoring": True, "plan_b": True}


@pytest.mark.parametrize("seats", list(RULES.seats))
def test_always_legal(seats: int) -> None:
    """With any options and in any seat the answer is one of the choices."""
    for at, options in enumerate([EVERYTHING, *every_option(RULES, seats, 6)]):
        scores(RULES, options, [choose] * seats, Random(at))


@pytest.mark.parametrize(
    ("seats", "options", "margin"),
    [
        (2, {}, 10),
        (3, {"escape": True, "double_cross": True}, 10),
        (4, {}, 10),
        (4, {"plan_b": True}, 8),
        (4, {"simple_scoring": True}, 6),
        (5, {}, 7),
    ],
)
def test_clearly_better_than_chance(seats: int, options: dict[str, bool], margin: float) -> None:
    """It scores far more than those that play at random."""
    mine, theirs = against_chance(RULES, seats, options, choose, 16, Random(1))
    assert mine > theirs + margin


def test_among_themselves_they_cover_most_of_their_bids() -> None:
    """Against its like it earns far more than the points at the start."""
    assert among_themselves(RULES, 4, {}, choose, 10, Random(3)) > 5 + 8


def test_it_is_found_by_the_name_of_the_game() -> None:
    """The bot of No Loose Ends."""
    assert bot_for("no-loose-ends") is choose
