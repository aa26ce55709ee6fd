"""What a seat is shown of Notice, moment by moment. Cards lie in slots as they are named in each test."""

import json
import random
from typing import Any

import pytest

from engines import notice_state
from engines.notice import RULES
from engines.notice_state import Past, State, item
from engines.simulate import simulate
from engines.table import choices, pending, settle_options, then
from engines.vocabulary import NOBODY, Face, Faces

CARDS = {item(face): face for face in range(52)}


def at(
    section: int, seats: int = 3, *, thirteen: bool = False, penalty: str = "other", **changes: Any
) -> State:
    """The state of a first round in this section, changed as a test wants it."""
    options = settle_options(RULES, seats, {"thirteen": thirteen, "penalty": penalty})
    s: State = RULES.start(seats, options)
    return s._replace(section=section, **changes)


def laid(*cards: str) -> dict[int, Face]:
    """These cards in the slots from 0."""
    return {slot: CARDS[card] for slot, card in enumerate(cards)}


def see(s: State, seat: int | None, faces: Faces = NOBODY) -> dict[str, Any]:
    return RULES.view(s, seat, faces)


def test_before_the_first_deal_nothing_is_known() -> None:
    """There is no dealer, no trump and no card yet, and nobody is asked."""
    view = see(at(notice_state.FIRST_DEALER), 1)
    assert (view["game"], view["seats"], view["seat"]) == ("notice", 3, 1)
    assert (view["phase"], view["round"], view["rounds"]) == ("deal", 1, 6)
    assert view["options"] == {"penalty": "other", "thirteen": False}
    assert (view["dealer"], view["trump"], view["turned"], view["last_winner"]) == (None, None, None, None)
    assert (view["hand"], view["trick"], view["last_trick"], view["ask"]) == ([], [], [], None)
    assert view["totals"] == [0, 0, 0]
    assert (view["scores"], view["rounds_detail"]) == ([], [])
    assert see(at(notice_state.SHUFFLE, dealer=2), 1)["dealer"] == 2


def test_who_predicts_is_asked_for_a_number() -> None:
    """A seat that has not predicted is offered 0 to the size of a hand; one that has is asked nothing, and
    sees its own number alone.
    """
    s = at(notice_state.PREDICT_OTHER, dealer=0, turned=CARDS["7H"], trump=1, sealed=(False, True, False))
    asked = see(s, 0)
    assert asked["ask"] == {
        "request": "seal",
        "what": "predict_other",
        "choices": list(range(11)),
        "refused": [],
    }
    assert (asked["trump"], asked["turned"], asked["dealer"]) == ("H", "7H", 0)
    assert asked["predicted_other"] == [False, True, False]
    assert asked["predicted_own"] == [False, False, False]
    assert asked["predict_other"] == [None, None, None]
    done = see(s, 1, {61: 4, 60: 9, 62: 9})
    assert done["ask"] is None
    assert done["predict_other"] == [None, 4, None]
    assert done["predict_own"] == [None, None, None]


def test_the_hand_is_given_whole_to_the_seat_of_the_round() -> None:
    """In round 2 of three players hands go to the right: from 1 to 0, from 0 to 2."""
    hands = ((100, 101), (110, 111), (120, 121))
    s = at(notice_state.PASS, round=1, hands=hands, sealed=(False, False, True))
    view = see(s, 0, {100: CARDS["AS"], 101: CARDS["8C"], 160: 3})
    assert view["phase"] == "pass"
    assert view["round"] == 2
    assert view["ask"] == {"request": "give", "what": "pass", "choices": [[100, 101]], "refused": []}
    assert (view["gives_to"], view["gets_from"]) == (2, 1)
    assert view["hand"] == [{"slot": 100, "item": "AS"}, {"slot": 101, "item": "8C"}]
    assert view["hand_sizes"] == [2, 2, 2]
    assert view["predicted_other"] == [True, True, True]
    assert view["predicted_own"] == [False, False, False]
    assert view["predict_other"] == [3, None, None]
    assert see(s, 2)["ask"] is None


def test_the_own_prediction_comes_after_the_pass() -> None:
    """Those about others are all done; of the own ones, those that are."""
    view = see(at(notice_state.PREDICT_OWN, sealed=(True, False, False)), 0, {60: 1, 70: 2})
    assert see(at(notice_state.PREDICT_OWN, sealed=(True, False, False)), 1)["ask"]["what"] == "predict_own"
    assert view["ask"] is None
    assert (view["predicted_other"], view["predicted_own"]) == ([True, True, True], [True, False, False])
    assert (view["predict_other"], view["predict_own"]) == ([1, None, None], [2, None, None])


def test_a_round_without_passing_gives_to_oneself() -> None:
    """In the last round of five players everybody keeps the hand."""
    view = see(at(notice_state.PREDICT_OWN, 5, round=4), 3)
    assert (view["gives_to"], view["gets_from"]) == (3, 3)


def test_in_a_trick_every_card_is_offered_or_refused_with_the_rule() -> None:
    """Seat 1 must follow hearts: one heart is offered, the two other cards are refused for that rule."""
    faces = laid("AS", "8D", "9H", "KC")
    s = at(
        notice_state.TRICKS,
        dealer=2,
        trump=2,
        turned=CARDS["7D"],
        hands=((0,), (1, 2, 3), (7, 8)),
        leader=0,
        trick=(CARDS["TH"],),
        last_leader=2,
        last_trick=(CARDS["QS"], CARDS["KS"], CARDS["JS"]),
        won=(3, 1, 0),
        voids=(0, 0b0001, 0b1100),
    )
    view = see(s, 1, faces)
    assert view["ask"] == {
        "request": "play",
        "what": "tricks",
        "choices": [[2]],
        "refused": [{"choice": [1], "rule": "follow"}, {"choice": [3], "rule": "follow"}],
    }
    assert view["hand"] == [
        {"slot": 1, "item": "8D"},
        {"slot": 2, "item": "9H"},
        {"slot": 3, "item": "KC"},
    ]
    assert view["hand_sizes"] == [1, 3, 2]
    assert view["leader"] == 0
    assert view["trick"] == [{"seat": 0, "item": "TH"}]
    assert view["last_trick"] == [
        {"seat": 2, "item": "QS"},
        {"seat": 0, "item": "KS"},
        {"seat": 1, "item": "JS"},
    ]
    assert view["last_winner"] == 0
    assert view["tricks"] == [3, 1, 0]
    assert view["voids"] == [[], ["S"], ["D", "C"]]
    assert view["predicted_other"] == view["predicted_own"] == [True, True, True]
    assert see(s, 0, faces)["ask"] is None
    assert see(s, 2, faces)["ask"] is None


def test_an_onlooker_sees_what_lies_open() -> None:
    """Without a seat there is no hand, no prediction, no neighbour and no question, whatever faces there
    are.
    """
    faces = {**laid("AS", "8D", "9H"), **dict.fromkeys((60, 61, 62, 70, 71, 72), 1)}
    s = at(notice_state.TRICKS, trump=2, hands=((0,), (1,), (2,)), turned=CARDS["7D"])
    view = see(s, None, faces)
    assert (view["seat"], view["hand"], view["ask"]) == (None, [], None)
    assert (view["gives_to"], view["gets_from"]) == (None, None)
    assert view["predict_other"] == view["predict_own"] == [None, None, None]
    assert view["hand_sizes"] == [1, 1, 1]
    assert (view["trump"], view["turned"]) == ("D", "7D")


def test_opened_predictions_are_seen_by_everybody() -> None:
    """Seat 2 has opened its two predictions, about another first; of the rest one knows one's own."""
    view = see(at(notice_state.OPENING, opened=((), (), (4, 6))), 0, {60: 1, 70: 2, 61: 9, 71: 9})
    assert view["phase"] == "open"
    assert view["ask"] is None
    assert view["predict_other"] == [1, None, 4]
    assert view["predict_own"] == [2, None, 6]


def test_finished_rounds_are_explained_line_by_line() -> None:
    """The lines of each seat add up to its scores, and the scores of the rounds to the totals."""
    # Round 1, to the left. Seat 0 took 4, said 4 (5 more), and of seat 1, who took 6, said 5 (1 less).
    # Seat 1 took 6, said 4 (nothing), and of seat 2, who took 0, said 0 (5 more).
    # Seat 2 took 0, said 0 (5 more), and of seat 0, who took 4, said 8 (4 less).
    # Round 2, to the right: seat 0 about seat 2, seat 1 about seat 0, seat 2 about seat 1.
    past = (Past((4, 6, 0), (5, 0, 8), (4, 4, 0)), Past((1, 2, 7), (7, 3, 2), (0, 2, 6)))
    view = see(at(notice_state.OVER, past=past), 0)
    assert view["phase"] == "over"
    assert view["ask"] is None
    assert view["scores"] == [[8, 11, 1], [6, 5, 12]]
    assert view["totals"] == [14, 16, 13]
    assert view["predicted_own"] == [False, False, False]
    first, second = view["rounds_detail"]
    assert first == {
        "tricks": [4, 6, 0],
        "predict_other": [5, 0, 8],
        "predict_own": [4, 4, 0],
        "gives_to": [1, 2, 0],
        "lines": [
            [{"what": "tricks", "points": 4}, {"what": "own", "points": 5}, {"what": "other", "points": -1}],
            [{"what": "tricks", "points": 6}, {"what": "own", "points": 0}, {"what": "other", "points": 5}],
            [{"what": "tricks", "points": 0}, {"what": "own", "points": 5}, {"what": "other", "points": -4}],
        ],
    }
    assert second["gives_to"] == [2, 0, 1]
    strict = see(at(notice_state.OVER, past=past, penalty="both"), 0)
    assert strict["options"] == {"penalty": "both", "thirteen": False}
    assert strict["scores"] == [[8, 9, 1], [5, 5, 11]]


def test_the_shown_card_is_seen_in_its_hand() -> None:
    """With `thirteen` its holder sees it among the own cards, and nobody else does."""
    s = at(notice_state.TRICKS, 4, thirteen=True, dealer=1, trump=1, turned=CARDS["QH"])
    s = s._replace(hands=((20,), (12, 30), (40,), (50,)))
    assert see(s, 1)["hand"] == [{"slot": 12, "item": "QH"}]
    assert see(s, 0)["hand"] == []
    assert see(s, 0)["options"]["thirteen"] is True


def test_before_it_is_shown_the_card_is_known_to_its_holder_alone() -> None:
    """With `thirteen`, after the deal, each sees the own cards as they are, and no trump."""
    s = at(notice_state.TURN, 4, thirteen=True, dealer=1, hands=((12, 11), (20,), (30,), (40,)))
    view = see(s, 0, {12: CARDS["QH"], 11: CARDS["2S"]})
    assert view["hand"] == [{"slot": 12, "item": "QH"}, {"slot": 11, "item": "2S"}]
    assert (view["turned"], view["trump"]) == (None, None)
    assert see(s, 1)["hand"] == []


@pytest.mark.parametrize(
    ("seats", "rounds", "cards", "exact"), [(3, 6, 10, 5), (4, 4, 12, 5), (5, 5, 10, 3), (6, 6, 8, 3)]
)
def test_the_numbers_of_the_table_are_told(seats: int, rounds: int, cards: int, exact: int) -> None:
    """Rounds, size of a hand and worth of an exact hit, by number of players."""
    view = see(at(notice_state.SHUFFLE, seats), 0)
    assert (view["rounds"], view["hand_size"], view["exact"]) == (rounds, cards, exact)
    assert see(at(notice_state.SHUFFLE, 4, thirteen=True), 0)["hand_size"] == 13


@pytest.mark.parametrize("seats", list(RULES.seats))
def test_views_are_plain_json_with_the_same_keys_and_the_choices_of_the_rules(seats: int) -> None:
    """At every moment, for every seat and an onlooker; who is asked is offered `choices`, in its order."""
    _, faces, facts = simulate(RULES, seats, {}, random.Random(seats))
    s: State = RULES.start(seats, settle_options(RULES, seats, {}))
    keys = set(see(s, 0))
    for fact in facts:
        waiting = {getattr(request, "seat", None) for request in pending(RULES, s)}
        for seat in (None, *range(seats)):
            view = see(s, seat, faces)
            assert set(view) == keys
            assert json.loads(json.dumps(view)) == view
            if seat not in waiting or seat is None or s.section == notice_state.OPENING:
                assert view["ask"] is None
                continue
            offered = choices(RULES, s, seat, faces)
            as_choices = [tuple(c) if isinstance(c, list) else c for c in view["ask"]["choices"]]
            assert as_choices == list(offered)
            if view["phase"] == "tricks":
                listed = [*as_choices, *(tuple(each["choice"]) for each in view["ask"]["refused"])]
                assert sorted(listed) == [(slot,) for slot in sorted(s.hands[seat])]
        s = then(RULES, s, fact)
