"""What a seat is shown of No Loose Ends, moment by moment."""

import json
import random
from itertools import product
from typing import Any

import pytest

from engines import no_loose_ends_state as state
from engines.no_loose_ends import RULES
from engines.no_loose_ends_state import State
from engines.simulate import simulate
from engines.table import choices, pending, then
from engines.vocabulary import NOBODY, Faces
from tests.engines.no_loose_ends_table import begin, go, planning, tricks

OPTIONS = ("double_cross", "escape", "simple_scoring", "plan_b")


def see(s: State, seat: int | None, faces: Faces = NOBODY) -> dict[str, Any]:
    return RULES.view(s, seat, faces)


def own(s: State, seat: int, faces: Faces) -> dict[str, Any]:
    """What a seat sees that knows its own cards alone."""
    return see(s, seat, {slot: faces[slot] for slot in s.hands[seat]})


def bid(slot: int, item: str, *, covered: bool = False, plan_b: bool = False) -> dict[str, Any]:
    return {"slot": slot, "item": item, "covered": covered, "plan_b": plan_b}


def test_before_the_first_deal_nothing_is_known() -> None:
    """There is no start player and no card, everyone has five points, and nobody is asked."""
    view = see(begin(3, escape=True), 1)
    assert (view["game"], view["seats"], view["seat"]) == ("no-loose-ends", 3, 1)
    assert view["options"] == {**dict.fromkeys(OPTIONS, False), "escape": True}
    assert (view["phase"], view["round"], view["rounds"], view["start"]) == ("deal", 1, 3, None)
    assert (view["hand"], view["hand_sizes"], view["bids"]) == ([], [0, 0, 0], [[], [], []])
    assert (view["leader"], view["trick"], view["led"]) == (None, [], None)
    assert (view["last_trick"], view["last_winner"], view["last_cover"]) == ([], None, None)
    assert (view["totals"], view["scores"], view["rounds_detail"]) == ([5, 5, 5], [], [])
    assert view["ask"] is None
    assert see(begin(3)._replace(section=state.SHUFFLE, start=2), 1)["start"] == 2


@pytest.mark.parametrize(("seats", "size", "limit"), [(2, 15, 6), (3, 16, 5), (4, 15, 4), (5, 12, 3)])
def test_the_numbers_of_the_game_are_told(seats: int, size: int, limit: int) -> None:
    """Cards each, and the most bid cards."""
    view = see(begin(seats), 0)
    assert (view["hand_size"], view["limit"]) == (size, limit)


def test_in_the_planning_one_is_asked_for_a_card_or_a_pass() -> None:
    """With the own cards, and without the escape cards; the bid cards lie before all eyes."""
    s, faces = planning(["R1 X", "Y1 Y2"], escape=True)
    view = own(s, 0, faces)
    assert view["phase"] == "plan"
    assert view["hand"] == [{"slot": 0, "item": "R1"}, {"slot": 1, "item": "X"}]
    assert view["ask"] == {
        "request": "play",
        "what": "plan",
        "choices": [[0], []],
        "refused": [{"choice": [1], "rule": "escape-bid"}],
    }
    assert own(s, 1, faces)["ask"] is None
    s = go(s, faces, "R1")
    for seat in (None, 0, 1):
        assert see(s, seat)["bids"] == [[bid(0, "R1")], []]
        assert see(s, seat)["hand_sizes"] == [1, 2]
        assert see(s, seat)["hand"] == []


def test_at_the_limit_the_cards_are_refused() -> None:
    """A pass is all that is left."""
    s, faces = planning(["R1 R2 R3 R4", "Y1", "Y2", "Y3", "Y4"])
    s = go(s, faces, "R1 pass pass pass pass R2 R3")
    assert own(s, 0, faces)["ask"] == {
        "request": "play",
        "what": "plan",
        "choices": [[]],
        "refused": [{"choice": [3], "rule": "bid-limit"}],
    }


def test_who_must_bid_is_told_why() -> None:
    """Passing is refused beside an informant, who is named, as are those who have passed."""
    s, faces = planning(["R1 R2", "Y1 Y2"], double_cross=True)
    s = go(s, faces, "pass")
    view = own(s, 1, faces)
    assert (view["passed"], view["informants"]) == ([0], [0])
    assert view["ask"]["choices"] == [[2], [3]]
    assert view["ask"]["refused"] == [{"choice": [], "rule": "must-bid"}]


def test_a_double_cross_is_asked_and_its_cards_stay_known() -> None:
    """No first, then yes; afterwards everybody knows the cards, their holder among the others."""
    s, faces = planning(["R1 R2", "Y1 Y2"], double_cross=True)
    s = go(s, faces, "R1 Y1 pass")
    assert own(s, 0, faces)["phase"] == "cross"
    assert own(s, 0, faces)["ask"] == {
        "request": "choose",
        "what": "cross",
        "choices": [False, True],
        "refused": [],
    }
    s = go(s, faces, "cross")
    assert see(s, None)["known"] == [["R1"], []]
    assert (see(s, 1)["bids"][0], see(s, 1)["informants"]) == ([], [0])
    assert own(s, 0, faces)["hand"] == [{"slot": 1, "item": "R2"}, {"slot": 0, "item": "R1"}]
    s = go(s, faces, "pass")._replace(leader=0)
    assert see(go(s, faces, "R1"), None)["known"] == [[], []]


def test_in_a_trick_the_cards_that_may_not_be_played_are_named() -> None:
    """The led suit, the trick so far, and the rule."""
    s, faces = tricks(["X R5", "R9 R2", "R1 G1 X"], leader=0, escape=True)
    view = own(s, 0, faces)
    assert (view["phase"], view["leader"], view["led"], view["passed"]) == ("tricks", 0, None, [1, 2, 0])
    s = go(s, faces, "X")
    assert see(s, None)["led"] is None
    s = go(s, faces, "R9")
    view = own(s, 2, faces)
    assert view["trick"] == [{"seat": 0, "item": "X"}, {"seat": 1, "item": "R9"}]
    assert (view["led"], view["played"]) == ("R", ["X", "R9"])
    assert view["ask"] == {
        "request": "play",
        "what": "tricks",
        "choices": [[4], [6]],
        "refused": [{"choice": [5], "rule": "follow"}],
    }


def test_the_last_trick_and_what_it_covered() -> None:
    """Who took it, which bid card it covered, and what is void."""
    s, faces = tricks(["R5 R6", "R9 G1", "G3 G2"], ["", "R1", ""])
    s = go(s, faces, "R5 R9 G3")
    view = see(s, None)
    assert [card["item"] for card in view["last_trick"]] == ["R5", "R9", "G3"]
    assert (view["last_winner"], view["leader"]) == (1, 1)
    assert (view["last_cover"], view["last_plan_b"]) == ({"slot": 6, "item": "R1"}, False)
    assert view["bids"][1] == [bid(6, "R1", covered=True)]
    assert (view["tricks"], view["loose"]) == ([0, 1, 0], [0, 0, 0])
    assert view["voids"] == [[], [], ["R"]]


def test_a_cover_is_asked_among_the_bid_cards() -> None:
    """The trick lies in `last_trick`, nothing is covered yet; other uncovered bid cards are refused."""
    s, faces = tricks(["R9 R5", "R2 R3"], ["R1 R7 G2 Y9", ""], plan_b=True)
    s = go(s, faces, "R9 R2")
    view = own(s, 0, faces)
    assert (view["phase"], view["trick"], view["last_winner"]) == ("cover", [], 0)
    assert (view["last_cover"], view["last_plan_b"]) == (None, False)
    assert view["ask"] == {
        "request": "choose",
        "what": "cover",
        "choices": [4, 5, 7],
        "refused": [{"choice": 6, "rule": "cover"}],
    }
    assert own(s, 1, faces)["ask"] is None


def test_loose_ends_and_cards_of_plan_b_are_told() -> None:
    """A trick that covers nothing counts, or becomes a bid card that is marked."""
    for plan_b in (False, True):
        s, faces = tricks(["R9 R5", "R2 R3"], plan_b=plan_b)
        view = see(go(s, faces, "R9 R2"), None)
        assert (view["loose"], view["last_plan_b"]) == ([0 if plan_b else 1, 0], plan_b)
        assert view["bids"][0] == ([bid(0, "R9", plan_b=True)] if plan_b else [])
        assert view["informants"] == [0, 1]
    s, faces = tricks(["X R5", "X R3"], plan_b=True, escape=True)
    view = see(go(s, faces, "X X"), None)
    assert (view["loose"], view["last_plan_b"], view["last_winner"]) == ([1, 0], False, 0)


def test_after_a_round_it_is_told_and_scored() -> None:
    """Its bid cards, tricks, loose ends and lines; the last trick can be seen until the next deal."""
    s, faces = tricks(["R9 R5", "R2"], ["R1 G2", "Y1"])
    s = go(s._replace(start=1), faces, "R9 R2")
    view = see(s, 0)
    assert (view["phase"], view["round"], view["start"]) == ("deal", 2, 0)
    assert view["rounds_detail"] == [
        {
            "start": 1,
            "bids": [
                [
                    {"item": "R1", "covered": True, "plan_b": False},
                    {"item": "G2", "covered": False, "plan_b": False},
                ],
                [{"item": "Y1", "covered": False, "plan_b": False}],
            ],
            "tricks": [1, 0],
            "covered": [1, 0],
            "loose": [1, 1],
            "informants": [],
            "informed": False,
            "lines": [
                [
                    {"what": "covered", "points": 2},
                    {"what": "loose", "points": -1},
                    {"what": "perfect", "points": 0},
                ],
                [
                    {"what": "covered", "points": 0},
                    {"what": "loose", "points": -1},
                    {"what": "perfect", "points": 0},
                ],
            ],
        }
    ]
    assert (view["scores"], view["totals"]) == ([[1, -1]], [6, 4])
    assert (view["bids"], view["tricks"], view["played"], view["passed"]) == ([[], []], [0, 0], [], [])
    assert (view["last_winner"], view["last_cover"]) == (0, {"slot": 3, "item": "R1"})
    dealt = then(RULES, s._replace(section=state.DEAL), None)  # type: ignore[arg-type]
    assert (see(dealt, 0)["last_trick"], see(dealt, 0)["last_winner"]) == ([], None)


def test_an_informant_who_told_is_in_the_detail() -> None:
    """Who was one, and whether it changed what the others get: not in simple scoring."""
    for simple in (False, True):
        s, faces = tricks(["R9 R5", "R2"], ["R1", ""], simple_scoring=simple)
        (detail,) = see(go(s, faces, "R9 R2"), None)["rounds_detail"]
        assert (detail["informants"], detail["informed"]) == ([1], not simple)
        expected = {"what": "simple", "points": 4} if simple else {"what": "informant", "points": 10}
        assert detail["lines"][1] == [expected]


@pytest.mark.parametrize("seats", list(RULES.seats))
def test_views_are_plain_json_with_the_same_keys_and_the_choices_of_the_rules(seats: int) -> None:
    """At every moment, for every seat and an onlooker; nobody sees a card of another hand but the known ones;
    who is asked is offered `choices`, in its order.
    """
    for seed, values in enumerate(list(product((False, True), repeat=4))[seats::4]):
        options = dict(zip(OPTIONS, values, strict=True))
        _, faces, facts = simulate(RULES, seats, options, random.Random(seed))
        s = begin(seats, **options)
        keys = set(see(s, 0))
        for fact in facts:
            waiting = {getattr(request, "seat", None) for request in pending(RULES, s)}
            for seat in (None, *range(seats)):
                view = see(s, seat, faces) if seat is None else own(s, seat, faces)
                assert set(view) == keys
                assert json.loads(json.dumps(view)) == view
                assert [card["slot"] for card in view["hand"]] == list(
                    s.hands[seat] if seat is not None else ()
                )
                if seat is None or seat not in waiting:
                    assert view["ask"] is None
                    continue
                as_choices = [tuple(c) if isinstance(c, list) else c for c in view["ask"]["choices"]]
                assert as_choices == list(choices(RULES, s, seat, faces))
                if view["phase"] in ("plan", "tricks"):
                    listed = [*view["ask"]["choices"], *(each["choice"] for each in view["ask"]["refused"])]
                    cards = [[slot] for slot in s.hands[seat]]
                    assert sorted(listed) == sorted(cards + [[]] * (view["phase"] == "plan"))
            s = then(RULES, s, fact)
        for scores, detail in zip(see(s, 0)["scores"], see(s, 0)["rounds_detail"], strict=True):
            assert scores == [sum(line["points"] for line in lines) for lines in detail["lines"]]
        end = see(s, 0)
        assert (end["phase"], end["round"], end["start"]) == ("over", 3, s.past[2].start)
