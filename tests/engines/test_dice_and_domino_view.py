"""What a seat is shown of Dice And Domino, moment by moment."""

import json
import random
from typing import Any

import pytest

from engines import dice_and_domino_state as state
from engines.dice_and_domino import RULES
from engines.dice_and_domino_state import Past, State, item
from engines.simulate import answer, simulate
from engines.table import choices, pending, then
from engines.vocabulary import NOBODY, Chose, Mix, SeatRequest
from tests.engines.domino_table import DECK, Faces, begin, draw, place, show, table, turn

IDLE = "0-5 0-6 5-5"


def see(s: State, seat: int | None, faces: Any = NOBODY) -> dict[str, Any]:
    return RULES.view(s, seat, faces)


def test_before_the_first_roll_nothing_is_known() -> None:
    """No roller, no dice, no turn; the antes lie in the pot."""
    view = see(begin(6, ante=2, rounds=3), 1)
    assert (view["game"], view["seats"], view["seat"]) == ("dice-and-domino", 6, 1)
    assert view["options"] == {"sets": 2, "rounds": 3, "ante": 2, "perfect_alone": False, "w0_draws": False}
    assert (view["phase"], view["round"], view["rounds"], view["turn"]) == ("deal", 1, 3, 0)
    assert (view["roller"], view["dice"], view["kept"], view["last"], view["ask"]) == (
        None,
        None,
        False,
        None,
        None,
    )
    assert (view["ante"], view["pot"], view["chips"], view["totals"]) == (2, 12, [4] * 6, [6] * 6)
    assert (view["boneyard"], view["hand"], view["hand_sizes"]) == (0, [], [0] * 6)
    assert (view["up"], view["placed"], view["placed_slots"]) == ([None] * 6, [0] * 6, [])
    assert (view["scores"], view["rounds_detail"], view["discarded"]) == ([], [], [])
    assert see(begin(6)._replace(section=state.SHUFFLE, roller=4), 1)["roller"] == 4


def test_who_has_not_placed_is_asked_for_two_tiles() -> None:
    """Every pair of the hand is offered, single tiles are refused with the rule; who has placed sees it."""
    s, faces = table(["1-3 2-3 6-6", IDLE], (1, 4), "2-2 2-3", roller=1)
    view = see(s, 0, faces)
    assert view["ask"] == {
        "request": "mix",
        "what": "place",
        "choices": [[0, 1], [0, 2], [1, 2]],
        "refused": [{"choice": [slot], "rule": "place"} for slot in (0, 1, 2)],
    }
    assert view["hand"] == [{"slot": n, "item": tile} for n, tile in enumerate(["1-3", "2-3", "6-6"])]
    assert (view["dice"], view["roller"], view["turn"], view["boneyard"]) == ([1, 4], 1, 1, 2)
    request = pending(RULES, s)[0]
    assert isinstance(request, Mix)
    s = then(RULES, s, answer(RULES, s, request, (1, 2), faces))
    after = see(s, 0, faces)
    assert (after["ask"], after["placed"]) == (None, [2, 0])
    named = {each["slot"]: each["item"] for each in after["hand"]}
    assert [named[slot] for slot in after["placed_slots"]] == ["2-3", "6-6"]
    assert sorted(named.values()) == ["1-3", "2-3", "6-6"]
    assert not {0, 1, 2} & set(named)
    assert see(s, 1, faces)["placed_slots"] == []


def test_one_tile_alone_is_placed_alone() -> None:
    """Who holds one tile is offered it, and nothing is refused."""
    s, faces = table(["1-3", IDLE], (1, 4))
    assert see(s, 0, faces)["ask"] == {"request": "mix", "what": "place", "choices": [[0]], "refused": []}


def test_where_one_die_serves_both_one_chooses() -> None:
    """Either tile is offered; neither and both are refused with the rule."""
    s, faces = table(["1-3 1-5 6-6", IDLE], (1, 4))
    s = place(s, faces, "1-3 1-5", "0-5 0-6")
    one, other = state.placed(s, 0)
    assert see(s, 0, faces)["ask"] == {
        "request": "show",
        "what": "up",
        "choices": [[one], [other]],
        "refused": [{"choice": [], "rule": "fit"}, {"choice": [one, other], "rule": "fit"}],
    }
    assert see(s, 1, faces)["ask"]["choices"] == [[]]
    assert (see(s, 0)["up"], see(s, 0)["placed"]) == ([None, None], [2, 2])


def test_what_is_up_is_seen_with_its_kind() -> None:
    """None before a seat has turned up, then its tiles; whoever has not yet is asked."""
    s, faces = table(["0-0 1-4 6-6", "1-1 4-4 6-6", IDLE], (1, 4), sets=2)
    s = place(s, faces, "0-0 1-4", "1-1 4-4", "0-5 0-6")
    for request in pending(RULES, s)[:2]:
        assert isinstance(request, SeatRequest)
        (choice,) = choices(RULES, s, request.seat, faces)
        s = then(RULES, s, answer(RULES, s, request, choice, faces))
    view = see(s, 2, faces)
    assert view["phase"] == "up"
    assert view["up"] == [
        [{"item": "0-0", "special": "w0"}, {"item": "1-4", "special": "perfect"}],
        [{"item": "1-1", "special": "double_perfect"}, {"item": "4-4", "special": "double_perfect"}],
        None,
    ]
    assert view["ask"]["what"] == "up"
    assert see(s, 0, faces)["ask"] is None


def test_a_w0_makes_the_others_show() -> None:
    """One choice: what of the placed tiles is not up; what was shown stands there until the discard."""
    s, faces = table(["0-0 1-3 6-6", "1-5 2-5 6-6", IDLE], (1, 4), sets=2)
    s = show(place(s, faces, "0-0 1-3", "1-5 2-5", "0-5 0-6"), faces)
    (down,) = [slot for slot in state.placed(s, 1) if item(faces[slot]) == "2-5"]
    view = see(s, 1, faces)
    assert view["phase"] == "show"
    assert view["ask"] == {"request": "show", "what": "show", "choices": [[down]], "refused": []}
    assert [up and [each["item"] for each in up] for up in view["up"]] == [["0-0", "1-3"], ["1-5"], []]
    assert view["shown"] == [[], [], []]
    request = pending(RULES, s)[0]
    assert isinstance(request, SeatRequest)
    s = then(RULES, s, answer(RULES, s, request, (down,), faces))
    assert see(s, None)["shown"] == [[], ["2-5"], []]


def test_the_last_turn_is_told() -> None:
    """What was rolled, turned up, shown, discarded, taken back and drawn, and what all know of the hands."""
    s, faces = table(["0-0 1-3 6-6", "1-5 2-5 6-6", IDLE], (1, 4), "2-2 2-3", roller=1, sets=2)
    s = show(show(place(s, faces, "0-0 1-3", "1-5 2-5", "0-5 0-6"), faces), faces)
    view = see(s, None)
    story = {
        "round": 1,
        "turn": 1,
        "roller": 1,
        "dice": [1, 4],
        "kept": False,
        "up": [
            [{"item": "0-0", "special": "w0"}, {"item": "1-3", "special": None}],
            [{"item": "1-5", "special": None}],
            [],
        ],
        "shown": [[], ["2-5"], ["0-5", "0-6"]],
        "strongest": "w0",
        "discarded": [["0-0", "1-3"], [], []],
        "returned": [[], ["1-5", "2-5"], ["0-5", "0-6"]],
        "drew": [False, True, True],
        "out": [],
        "won": [0, 0, 0],
        "chooser": None,
        "after": None,
    }
    assert (view["phase"], view["last"]) == ("draw", story)
    assert (view["up"], view["placed"], view["shown"]) == ([None] * 3, [0] * 3, [[]] * 3)
    assert view["known"] == [[], ["1-5", "2-5"], ["0-5", "0-6"]]
    assert (view["discarded"], view["boneyard"], view["hand_sizes"]) == (["0-0", "1-3"], 2, [1, 3, 3])
    after = see(draw(s), 2, faces)
    assert (after["phase"], after["turn"], after["roller"], after["dice"]) == ("roll", 2, 2, None)
    assert (after["last"], after["boneyard"], after["hand_sizes"]) == (story, 0, [1, 4, 4])
    assert [each["item"] for each in after["hand"]][-1] == "2-2"
    assert after["hand"][-1]["slot"] == DECK + 54


def test_after_a_double_perfect_its_player_is_asked() -> None:
    """Roll or keep; what was said is part of the story, and kept faces are marked."""
    s, faces = table(["1-1 4-4 6-6", IDLE], (1, 4), roller=1)
    s = turn(s, faces, "1-1 4-4", "0-5 0-6")
    view = see(s, 0, faces)
    assert (view["phase"], view["last"]["chooser"], view["last"]["after"]) == ("after", 0, None)
    assert view["ask"] == {"request": "choose", "what": "after", "choices": ["roll", "keep"], "refused": []}
    assert see(s, 1, faces)["ask"] is None
    kept = see(then(RULES, s, Chose(0, "keep")), 1, faces)
    assert (kept["phase"], kept["dice"], kept["kept"], kept["roller"]) == ("place", [1, 4], True, 0)
    assert (kept["last"]["after"], kept["last"]["kept"]) == ("keep", False)
    rolled = see(then(RULES, s, Chose(0, "roll")), 1, faces)
    assert (rolled["phase"], rolled["dice"], rolled["kept"], rolled["roller"]) == ("roll", None, False, 0)


def test_the_end_of_a_round_is_told_in_the_next() -> None:
    """Who went out and what they took is told until the next discard; nobody chooses after going out."""
    s, faces = table(["1-1 4-4", "1-1 4-4", IDLE], (1, 4), "2-2", sets=2, rounds=2)
    view = see(turn(s, faces, "1-1 4-4", "1-1 4-4", "0-5 0-6"), 0, faces)
    assert (view["phase"], view["round"], view["turn"], view["roller"]) == ("deal", 2, 0, 1)
    last = view["last"]
    assert (last["round"], last["out"], last["won"], last["chooser"]) == (1, [0, 1], [1, 1, 0], None)
    assert (last["drew"], last["strongest"]) == ([False] * 3, "double_perfect")
    assert (view["hand"], view["boneyard"], view["known"], view["discarded"]) == ([], 0, [[], [], []], [])
    assert (view["pot"], view["chips"], view["totals"]) == (4, [1, 1, 0], [2, 2, 1])


def test_finished_rounds_are_explained_line_by_line() -> None:
    """The lines of each seat add up to its scores; after the last round no ante is paid any more."""
    s = begin(3, rounds=2, ante=2)._replace(section=state.OVER)
    view = see(s._replace(past=(Past(5, (2, 2, 0)), Past(9, (0, 0, 8)))), 1)
    assert (view["phase"], view["ask"], view["turn"]) == ("over", None, 0)
    assert view["scores"] == [[0, 0, -2], [-2, -2, 6]]
    assert (view["totals"], view["chips"], view["pot"]) == ([2, 2, 8], [2, 2, 8], 0)
    assert view["rounds_detail"][0] == {
        "turns": 5,
        "pot": 6,
        "carried": 2,
        "out": [0, 1],
        "lines": [
            [{"what": "ante", "points": -2}, {"what": "pot", "points": 2}],
            [{"what": "ante", "points": -2}, {"what": "pot", "points": 2}],
            [{"what": "ante", "points": -2}, {"what": "pot", "points": 0}],
        ],
    }
    second = view["rounds_detail"][1]
    assert (second["turns"], second["pot"], second["carried"], second["out"]) == (9, 8, 0, [2])


def test_an_onlooker_sees_what_lies_open() -> None:
    """Without a seat there is no hand and no question, whatever faces there are."""
    s, faces = table(["1-3 1-5 6-6", IDLE], (1, 4))
    s = place(s, faces, "1-3 1-5", "0-5 0-6")
    view = see(s, None, faces)
    assert (view["seat"], view["hand"], view["ask"], view["placed_slots"]) == (None, [], None, [])
    assert (view["hand_sizes"], view["placed"]) == ([3, 3], [2, 2])


@pytest.mark.parametrize("seats", list(RULES.seats))
def test_views_are_plain_json_and_hold_no_tile_of_another(seats: int) -> None:
    """At every moment, for every seat and an onlooker: the same keys; who is asked is offered `choices`, in
    its order; and a view is the same whatever the faces of other hands and the boneyard are.
    """
    options = {"rounds": 1}
    _, faces, facts = simulate(RULES, seats, options, random.Random(seats))
    s = begin(seats, **options)
    keys = set(see(s, 0))
    for fact in facts:
        waiting = {getattr(request, "seat", None) for request in pending(RULES, s)}
        for seat in (None, *range(0, seats, 3)):
            view = see(s, seat, faces)
            assert set(view) == keys
            assert json.loads(json.dumps(view)) == view
            own: Faces = {slot: faces[slot] for slot in s.hands[seat]} if seat is not None else {}
            assert see(s, seat, own) == view
            if seat is None or seat not in waiting:
                assert view["ask"] is None
                continue
            offered = [tuple(c) if isinstance(c, list) else c for c in view["ask"]["choices"]]
            assert offered == list(choices(RULES, s, seat, own))
            assert not [each for each in view["ask"]["refused"] if tuple(each["choice"]) in offered]
        s = then(RULES, s, fact)
