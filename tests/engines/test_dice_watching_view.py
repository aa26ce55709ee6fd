"""What a seat is shown of Dice Watching, moment by moment."""

import json
import random
from typing import Any

import pytest

from engines.dice_watching import RULES
from engines.dice_watching_state import COLUMNS, ROWS, State
from engines.simulate import simulate
from engines.table import choices, pending, settle_options, then
from engines.vocabulary import NOBODY, Chose, Faces, Open, Opened, Rolled, Sealed
from tests.engines.dice_stages import begin, done, stage, thrown

TEN = "1112223345"


def see(s: State, seat: int | None, faces: Faces = NOBODY) -> dict[str, Any]:
    return RULES.view(s, seat, faces)


def test_before_the_throw_the_referee_is_asked_to_throw() -> None:
    """There are no dice yet; only the referee has a question, with one answer."""
    s = begin(4, referee=2, seconds=0.5)
    view = see(s, 2)
    assert (view["game"], view["seats"], view["seat"]) == ("dice-watching", 4, 2)
    assert (view["round"], view["rounds"], view["phase"], view["referee"]) == (1, 5, "throw", 2)
    assert view["options"] == {
        "dice": 30,
        "mode": "referee",
        "referee": 2,
        "turns_each": 2,
        "seconds": 0.5,
        "marked_die": False,
        "odd_plus_one": False,
    }
    assert (view["box"], view["last_box"], view["scores"], view["rounds_detail"]) == (None, None, [], [])
    assert (view["sealed"], view["guesses"], view["totals"]) == ([False] * 4, [None] * 4, [0, 0, None, 0])
    assert view["grid"] == [COLUMNS, ROWS]
    assert view["ask"] == {"request": "choose", "what": "throw", "choices": ["throw"], "refused": []}
    assert see(s, 0)["ask"] is None
    assert see(done(s, Chose(2, "throw")), 2)["ask"] is None
    assert see(done(s, Chose(2, "throw")), 2)["phase"] == "throw"


def test_while_faces_are_chosen_the_box_is_open_to_all() -> None:
    """Dice in the order of their places, the marked one told apart; guessers are asked for a face."""
    s = begin(3, dice=10, marked_die=True)
    # The first die takes place 239, the second the last free one before it, and so on down to 230.
    numbers = (*(int(face) - 1 for face in TEN), *range(239, 229, -1), 8)
    s = done(s, Chose(0, "throw"), Rolled(numbers))
    view = see(s, 1)
    assert view["phase"] == "guess"
    assert [die["place"] for die in view["box"]] == list(range(230, 240))
    assert "".join(str(die["face"]) for die in view["box"]) == TEN[::-1]
    assert [die["place"] for die in view["box"] if die["marked"]] == [231]
    assert view["ask"] == {"request": "seal", "what": "guess", "choices": [1, 2, 3, 4, 5, 6], "refused": []}
    for seat in (0, None):
        assert see(s, seat)["box"] == view["box"]
        assert see(s, seat)["ask"] is None


def test_who_has_guessed_sees_the_own_face_alone() -> None:
    """Until the opening; that somebody has guessed is seen by all, and the box is still there."""
    s = done(thrown(begin(4, dice=10), TEN), Sealed(2))
    view = see(s, 2, {2: 5, 1: 6})
    assert (view["sealed"], view["guesses"]) == ([False, False, True, False], [None, None, 5, None])
    assert view["ask"] is None
    assert len(view["box"]) == 10
    assert see(s, 1, {2: 5, 1: 6})["guesses"] == [None] * 4


def test_opened_guesses_are_seen_by_everybody() -> None:
    """Seat 2 has opened; of the rest one knows one's own, and nobody is asked anything."""
    s = done(thrown(begin(4, dice=10), TEN), Sealed(2), Sealed(1), Sealed(3), Opened(2, (5,)))
    assert see(s, None)["guesses"] == [None, None, 5, None]
    view = see(s, 1, {1: 6, 3: 2})
    assert (view["phase"], view["guesses"], view["ask"]) == ("open", [None, 6, 5, None], None)
    assert (view["box"], view["last_box"]) == (None, None)


def test_a_counted_stage_is_explained() -> None:
    """Dice and counts by face, the guesses, and for each guesser one line that makes the score."""
    s = stage(begin(3, dice=10, marked_die=True, odd_plus_one=True, referee=1), TEN, "24", 9)
    view = see(s, 0)
    assert (view["round"], view["phase"]) == (2, "throw")
    assert (view["scoring"], view["seconds"]) == ("not-largest", 3.0)
    assert (view["scores"], view["totals"]) == ([[3, None, 1]], [3, None, 1])
    assert view["rounds_detail"] == [
        {
            "referee": 1,
            "scoring": "count",
            "dice": [3, 3, 2, 1, 1, 0],
            "marked": 5,
            "counts": [4, 3, 3, 1, 4, 0],
            "guesses": [2, None, 4],
            "lines": [[{"what": "count", "points": 3}], [], [{"what": "count", "points": 1}]],
        }
    ]
    assert (view["sealed"], view["guesses"]) == ([False] * 3, [None] * 3)


def test_the_box_last_counted_is_seen_until_the_next_throw() -> None:
    """Then it is gone; after the last stage it stays."""
    s = stage(begin(3, dice=10), TEN, "11")
    assert "".join(str(die["face"]) for die in see(s, 0)["last_box"]) == TEN
    assert see(done(s, Chose(0, "throw")), 0)["last_box"] is None
    for _ in range(4):
        s = stage(s, TEN, "11")
    view = see(s, 0)
    assert (view["phase"], view["round"], view["ask"], view["box"]) == ("over", 5, None, None)
    assert len(view["last_box"]) == 10


def test_each_case_of_scoring_has_its_word() -> None:
    """The lines say why a face gained what it did."""
    s = begin(8, dice=10)
    for _ in range(5):
        s = stage(s, TEN, "1123456")
    lines = see(s, 0)["rounds_detail"]
    words = [[each["lines"][seat][0]["what"] for seat in range(2, 8)] for each in lines]
    assert words == [
        ["count"] * 6,
        ["largest", "largest", "count", "count", "count", "count"],
        ["largest", "largest", "count", "count", "count", "count"],
        ["too-many", "too-many", "too-many", "second", "second", "smallest"],
        ["largest", "largest", "double", "double", "double", "double"],
    ]


def test_every_stage_says_how_it_is_scored_and_how_long_it_is_seen() -> None:
    """Five rules in a row with one referee; one and the same with rotating referees."""
    seen = [see(begin(seconds=0.5)._replace(stage=number), 0) for number in range(5)]
    assert [view["scoring"] for view in seen] == ["count", "not-largest", "not-largest", "smallest", "double"]
    assert [view["seconds"] for view in seen] == [2.5, 1.5, 0.5, 1.5, 1.5]
    rotating = begin(3, mode="rotating")._replace(stage=4)
    view = see(rotating, 0)
    assert (view["scoring"], view["seconds"], view["referee"]) == ("not-largest", 3.0, 1)
    assert (view["round"], view["rounds"]) == (5, 6)


# secrets


def test_nothing_about_a_guess_is_visible_before_everyone_has_sealed() -> None:
    """Whatever the others have sealed, the state and what a seat is shown are the same."""
    s = thrown(begin(4, dice=10), TEN)
    for fact in (Sealed(2), Sealed(3)):
        s = then(RULES, s, fact)
        for seat in (None, 0, 1):
            seen = see(s, seat, {2: 5, 3: 6})
            assert seen == see(s, seat, {2: 1, 3: 2}) == see(s, seat, NOBODY)
            assert seen["guesses"] == [None] * 4


def test_what_is_shown_ends_with_the_lid() -> None:
    """The dice are in a view while faces are being chosen, then not until the box is opened and counted."""
    s = thrown(begin(3, dice=10), TEN)
    assert len(see(s, 0)["box"]) == 10
    s = done(s, Sealed(1), Sealed(2))
    closed = see(s, 0)
    assert (closed["box"], closed["last_box"], closed["rounds_detail"]) == (None, None, [])
    s = done(s, Opened(1, (1,)), Opened(2, (2,)))
    assert len(see(s, 0)["last_box"]) == 10


@pytest.mark.parametrize("seats", list(RULES.seats))
def test_views_are_plain_json_with_the_same_keys_and_the_choices_of_the_rules(seats: int) -> None:
    """At every moment, for every seat and an onlooker; who is asked is offered `choices`, in its order."""
    options = settle_options(RULES, seats, {"mode": "rotating", "turns_each": 1, "marked_die": True})
    _, faces, facts = simulate(RULES, seats, options, random.Random(seats))
    s: State = RULES.start(seats, options)
    keys = set(see(s, 0))
    for fact in facts:
        waiting = {getattr(request, "seat", None) for request in pending(RULES, s)}
        for seat in (None, *range(seats)):
            view = see(s, seat, faces)
            assert set(view) == keys
            assert json.loads(json.dumps(view)) == view
            assert view["options"] == options
            if seat is None or seat not in waiting or isinstance(pending(RULES, s)[0], Open):
                assert view["ask"] is None
            else:
                assert view["ask"]["choices"] == list(choices(RULES, s, seat, faces))
        for detail, scores in zip(view["rounds_detail"], view["scores"], strict=True):
            for lines, points in zip(detail["lines"], scores, strict=True):
                assert [line["points"] for line in lines] == ([] if points is None else [points])
        s = then(RULES, s, fact)
