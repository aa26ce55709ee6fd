"""What a seat is shown of Nokosu Dice, moment by moment."""

import json
import random
from typing import Any

import pytest

from engines import nokosu_state
from engines.nokosu import RULES
from engines.nokosu_state import NOTHING, UNDECIDED, Past, State
from engines.simulate import simulate
from engines.table import choices, pending, then
from engines.vocabulary import NOBODY, Faces, Play
from tests.engines.nokosu_table import ITEMS, begin, play, tricks


def see(s: State, seat: int | None, faces: Faces = NOBODY) -> dict[str, Any]:
    return RULES.view(s, seat, faces)


def things(*told: tuple[int, str]) -> list[dict[str, Any]]:
    """Slots with what they show."""
    return [{"slot": slot, "item": word} for slot, word in told]


def at_the_dice(section: int, **changes: Any) -> State:
    """Three players, seat 0 deals; before them R1d, Y2d, G3d, and in the middle R4d, Y5d, G6d, B1d."""
    draws = tuple(ITEMS[word] for word in ("R1d", "Y2d", "G3d", "R4d", "Y5d", "G6d", "B1d"))
    s = begin(3)._replace(section=section, draws=draws, pool=(53, 54, 55, 56))
    return s._replace(hands=((0, 50), (9, 51), (18, 52)), **changes)


def test_before_the_first_deal_nothing_is_known() -> None:
    """There is no dealer, no trump, no die and no card yet, and nobody is asked."""
    view = see(begin(3, dropped="Y"), 1)
    assert (view["game"], view["seats"], view["seat"]) == ("nokosu", 3, 1)
    assert (view["phase"], view["round"], view["rounds"]) == ("deal", 1, 3)
    assert view["options"] == {"dropped": "Y"}
    assert (view["dealer"], view["trump"], view["led"], view["last_winner"]) == (None, None, None, None)
    assert (view["hand"], view["trick"], view["last_trick"], view["ask"]) == ([], [], [], None)
    assert (view["dice"], view["pool"], view["drafting"]) == ([[], [], []], [], [])
    assert view["declared"] == view["put_back"] == view["goals"] == [None] * 3
    assert (view["totals"], view["scores"], view["rounds_detail"]) == ([0, 0, 0], [], [])
    assert see(begin(3)._replace(section=nokosu_state.SHUFFLE, dealer=2), 1)["dealer"] == 2


@pytest.mark.parametrize(("seats", "size"), [(3, 9), (4, 10)])
def test_the_numbers_of_the_game_are_told(seats: int, size: int) -> None:
    """As many rounds as seats, and the cards each."""
    view = see(begin(seats), 0)
    assert (view["rounds"], view["hand_size"]) == (seats, size)


def test_in_the_draft_the_middle_lies_open() -> None:
    """Everybody sees all dice and who will take one when; who is asked is offered the slots of the middle."""
    s = at_the_dice(nokosu_state.DRAFT)
    view = see(s, 1, {9: ITEMS["B6"], 0: ITEMS["B5"]})
    assert view["phase"] == "draft"
    assert view["hand"] == things((9, "B6"))
    assert view["hand_sizes"] == [1, 1, 1]
    assert view["dice"] == [things((50, "R1d")), things((51, "Y2d")), things((52, "G3d"))]
    assert view["pool"] == things((53, "R4d"), (54, "Y5d"), (55, "G6d"), (56, "B1d"))
    assert view["drafting"] == [1, 2, 0]
    assert view["trump"] is None
    assert view["ask"] == {"request": "choose", "what": "draft", "choices": [53, 54, 55, 56], "refused": []}
    assert see(s, 0)["ask"] is None


def test_with_the_trump_die_alone_the_draft_is_over() -> None:
    """The die that is left is trump, and no longer in the middle; then each may declare."""
    s = at_the_dice(nokosu_state.ZERO, zero=(UNDECIDED, NOTHING, 52))
    s = s._replace(pool=(54,), hands=((0, 50, 53), (9, 51, 55), (18, 56)))
    view = see(s, 0, {0: ITEMS["B5"]})
    assert (view["trump"], view["pool"], view["drafting"]) == ("Y5d", [], [])
    assert view["declared"] == [None, False, True]
    assert view["put_back"] == [None, None, "G3d"]
    assert view["goals"] == [None, None, 0]
    assert view["ask"] == {"request": "choose", "what": "zero", "choices": [-1, 50, 53], "refused": []}


def test_in_a_trick_every_own_item_is_offered_or_refused_with_the_rule() -> None:
    """Yellow was led: seat 1 has one yellow card, others that do not follow, and a last die."""
    s, faces = tricks(
        ["Y1 B1 G2d", "Y2 B2 Y6d", "Y3 B3 G1d G4d"], "R5d", zero=[2], voids=(0, 0b100001, 0), dealer=2
    )
    s = play(s, faces, "Y1")
    view = see(s, 1, faces)
    first = s.hands[1]
    assert view["hand"] == things((first[0], "Y2"), (first[1], "B2"))
    assert view["dice"][1] == things((first[2], "Y6d"))
    assert view["ask"] == {
        "request": "play",
        "what": "tricks",
        "choices": [[first[0]]],
        "refused": [{"choice": [first[1]], "rule": "follow"}, {"choice": [first[2]], "rule": "last-die"}],
    }
    assert view["hand_sizes"] == [1, 2, 2]
    assert (view["leader"], view["led"], view["trump"]) == (0, "Y", "R5d")
    assert view["trick"] == view["played"] == [{"seat": 0, "item": "Y1"}]
    assert (view["last_trick"], view["last_winner"]) == ([], None)
    assert view["goals"] == [2, 6, 0]
    assert view["voids"] == [[], ["R", "trump"], []]
    assert see(s, 0, faces)["ask"] is None


def test_tricks_and_what_was_played() -> None:
    """The last trick and who took it, the trick in play, and all items of the round with their players."""
    s, faces = tricks(["Y1 B1 G2d", "Y2 B2 P6d", "Y3 B3 G1d"], "R5d", leader=1)
    s = play(s, faces, "Y2", "Y3", "Y1", "B3")
    view = see(s, None)
    first = [{"seat": 1, "item": "Y2"}, {"seat": 2, "item": "Y3"}, {"seat": 0, "item": "Y1"}]
    assert view["last_trick"] == first
    assert (view["last_winner"], view["leader"], view["tricks"]) == (2, 2, [0, 0, 1])
    assert view["trick"] == [{"seat": 2, "item": "B3"}]
    assert view["played"] == [*first, {"seat": 2, "item": "B3"}]
    assert view["led"] == "B"
    end = see(play(s, faces, "B1", "B2"), None)
    assert (end["phase"], end["round"], end["tricks"], end["last_winner"]) == ("deal", 2, [0, 0, 2], 2)
    assert [each["item"] for each in end["last_trick"]] == ["B3", "B1", "B2"]
    assert end["trick"] == []
    assert len(end["played"]) == 6
    assert end["dice"] == [[], [], []]


def test_where_trump_is_led() -> None:
    """The suit to follow is trump, whatever colour is printed on the item."""
    s, faces = tricks(["Y5 B1 G2d", "Y2 B2 P6d", "Y3 B3 G1d"], "R5d")
    assert see(play(s, faces, "Y5"), None)["led"] == "trump"


def test_an_onlooker_sees_what_lies_open() -> None:
    """Without a seat there is no hand and no question, whatever faces there are; dice are seen."""
    s, faces = tricks(["Y1 B1 G2d", "Y2 B2 P6d", "Y3 B3 G1d"], "R5d")
    view = see(s, None, faces)
    assert (view["seat"], view["hand"], view["ask"]) == (None, [], None)
    assert view["hand_sizes"] == [2, 2, 2]
    assert [before[0]["item"] for before in view["dice"]] == ["G2d", "P6d", "G1d"]


def test_finished_rounds_are_explained_line_by_line() -> None:
    """The lines of each seat add up to its scores, and the scores of the rounds to the totals."""
    past = (Past((6, 4, 2), (6, 3, 3)), Past((0, 9, 3), (0, 5, 3)), Past((4, 4, 4), (1, 1, 1)))
    view = see(begin(3)._replace(section=nokosu_state.OVER, past=past), 0)
    assert (view["phase"], view["ask"], view["round"]) == ("over", None, 3)
    assert view["scores"] == [[36, 4, 2], [30, 9, 23], [4, 4, 4]]
    assert view["totals"] == [70, 17, 29]
    assert view["rounds_detail"][1] == {
        "tricks": [0, 9, 3],
        "goals": [0, 5, 3],
        "declared": [True, False, False],
        "reached": [True, False, True],
        "lines": [
            [{"what": "tricks", "points": 0}, {"what": "goal", "points": 20}, {"what": "zero", "points": 10}],
            [{"what": "tricks", "points": 9}, {"what": "goal", "points": 0}, {"what": "zero", "points": 0}],
            [{"what": "tricks", "points": 3}, {"what": "goal", "points": 20}, {"what": "zero", "points": 0}],
        ],
    }


@pytest.mark.parametrize("seats", [3, 4])
def test_views_tell_no_more_than_a_seat_may_know_in_plain_json(seats: int) -> None:
    """At every moment, for every seat and an onlooker: the same keys, nothing that others' cards change, and
    the choices of the rules in their order; every own item is offered or refused.
    """
    _, faces, facts = simulate(RULES, seats, {}, random.Random(seats))
    s = begin(seats)
    keys = set(see(s, 0))
    for fact in facts:
        waiting = pending(RULES, s)[0]
        for seat in range(seats):
            own = {slot: faces[slot] for slot in s.hands[seat] if slot in faces}
            view = see(s, seat, own)
            assert view == see(s, seat, faces)
            assert set(view) == keys
            assert json.loads(json.dumps(view)) == view
            assert {**view, "seat": None, "hand": [], "ask": None} == see(s, None)
            assert len(view["hand"]) == view["hand_sizes"][seat]
            if getattr(waiting, "seat", None) != seat:
                assert view["ask"] is None
                continue
            as_choices = [tuple(c) if isinstance(c, list) else c for c in view["ask"]["choices"]]
            assert as_choices == list(choices(RULES, s, seat, own))
            if isinstance(waiting, Play):
                listed = [*as_choices, *(tuple(each["choice"]) for each in view["ask"]["refused"])]
                assert sorted(listed) == [(slot,) for slot in sorted(s.hands[seat])]
        s = then(RULES, s, fact)
