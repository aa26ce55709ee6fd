"""Records of Dice And Domino: what is read, what is refused and where, and that writing and reading agree."""

import json
from typing import Any

import pytest

from engines.score import score
from tests.engines.wrong_records import (
    FOLDER,
    Case,
    base,
    both,
    check_exactly,
    check_listed,
    drop,
    place,
    put,
    refusal,
)

GOOD = "dice_and_domino"
REFUSED: list[dict[str, Any]] = json.loads((FOLDER / "dice_and_domino_refused.json").read_text("utf-8"))


def read(record: Any) -> dict[str, Any]:
    return score(json.dumps(record).encode()).to_json()


@pytest.mark.parametrize("case", REFUSED, ids=[case["what"] for case in REFUSED])
def test_what_is_wrong_is_refused_with_its_place_and_rule(case: dict[str, Any]) -> None:
    """Each changed record is refused by the rule and at the place that the file of refusals names."""
    check_listed(case, GOOD)


def test_every_rule_that_dice_and_domino_has_is_refused_somewhere() -> None:
    """Of the rules of records.md, those that can be broken in this game."""
    rules = {"format", "option", "deal", "range", "turn", "not-held", "place", "fit", "draw", "after-end"}
    assert {case["error"]["rule"] for case in REFUSED} == rules


def turned(number: int, *path: Any) -> tuple[Any, ...]:
    """Where a turn of the first round stands."""
    return ("rounds", 0, "turns", number, *path)


# In round 1 seat 1 rolls first. Turn 2, on 5 and 1: seat 1 places 5-6 and 0-6. Turn 3, on 3 and 5: seat 2
# turns up 0-3 where 3-6 fits as well. Turn 5, on 6 and 2: seat 1 is rid of 6-6 and 2-2, and keeps the faces.
EXACTLY: list[Case] = [
    ("seat", put("rounds", 0, "roller", 3), "range", "seat", {"number": 3}, {"round": 1}),
    ("roller", put("rounds", 1, "roller", 2), "turn", "roller", {}, {"round": 2, "seat": 2}),
    (
        "hand",
        drop("rounds", 0, "hands", 2, 0),
        "deal",
        "hand-tiles",
        {"count": 3, "wanted": 4},
        {"round": 1, "seat": 2},
    ),
    (
        "twice",
        put("rounds", 0, "hands", 2, 0, "0-0"),
        "deal",
        "tile-too-often",
        {"tile": "0-0"},
        {"round": 1, "seat": 2},
    ),
    (
        "dice",
        put(*turned(1, "dice", [])),
        "deal",
        "dice-count",
        {"count": 0, "wanted": 2},
        {"round": 1, "trick": 2},
    ),
    ("face", put(*turned(1, "dice", [5, 8])), "range", "face", {"number": 8}, {"round": 1, "trick": 2}),
    ("kept", put(*turned(5, "dice", [2, 2])), "turn", "dice-kept", {}, {"round": 1, "trick": 6}),
    (
        "not held",
        put(*turned(1, "placed", 1, 0, "6-6")),
        "not-held",
        "tile",
        {"tile": "6-6"},
        {"round": 1, "trick": 2, "seat": 1},
    ),
    (
        "placed",
        put(*turned(1, "placed", 1, ["5-6"])),
        "place",
        "place",
        {},
        {"round": 1, "trick": 2, "seat": 1},
    ),
    (
        "not placed",
        put(*turned(1, "up", 1, ["4-6"])),
        "fit",
        "tile-not-placed",
        {"tile": "4-6"},
        {"round": 1, "trick": 2, "seat": 1},
    ),
    ("fit", put(*turned(1, "up", 1, [])), "fit", "fit", {}, {"round": 1, "trick": 2, "seat": 1}),
    (
        "not drawn",
        put(*turned(1, "drawn", 1, None)),
        "draw",
        "draw-missing",
        {},
        {"round": 1, "trick": 2, "seat": 1},
    ),
    (
        "drawn by one who does not",
        put(*turned(3, "drawn", 1, "0-1")),
        "draw",
        "draw-not",
        {"tile": "0-1"},
        {"round": 1, "trick": 4, "seat": 1},
    ),
    (
        "drawn what is gone",
        put(*turned(1, "drawn", 1, "5-6")),
        "draw",
        "draw-gone",
        {"tile": "5-6"},
        {"round": 1, "trick": 2, "seat": 1},
    ),
    ("unfinished", put(*turned(1, "up", [])), "turn", "unfinished", {}, {"round": 1, "trick": 2}),
    (
        "roll or keep where nobody is asked",
        put(*turned(1, "after", "keep")),
        "format",
        "key-unknown",
        {"key": "after"},
        {"round": 1, "trick": 2},
    ),
    (
        "a key missing in a turn",
        drop(*turned(1, "up")),
        "format",
        "key-missing",
        {"key": "up"},
        {"round": 1, "trick": 2},
    ),
    (
        "a word in a turn",
        put(*turned(1, "up", 1, ["6-5"])),
        "format",
        "word",
        {"key": "up", "word": "6-5"},
        {"round": 1, "trick": 2, "seat": 1},
    ),
    (
        "a turn that is null",
        put(*turned(1, None)),
        "format",
        "type",
        {"key": "turns"},
        {"round": 1, "trick": 2},
    ),
]

FIRST: list[Case] = [
    (
        "the roller comes before the deal",
        both(put("rounds", 0, "roller", 3), put("rounds", 0, "hands", 0, [])),
        "range",
        "seat",
        {"number": 3},
        {"round": 1},
    ),
    (
        "the deal comes before the dice",
        both(put(*turned(0, "dice", [0, 0])), put("rounds", 0, "hands", 0, [])),
        "deal",
        "hand-tiles",
        {"count": 0, "wanted": 4},
        {"round": 1, "seat": 0},
    ),
    (
        "the dice come before what is placed",
        both(put(*turned(1, "dice", [0, 1])), put(*turned(1, "placed", 0, []))),
        "range",
        "face",
        {"number": 0},
        {"round": 1, "trick": 2},
    ),
    (
        "what all have placed comes before what anybody turns up",
        both(put(*turned(1, "up", 0, ["2-4"])), put(*turned(1, "placed", 2, []))),
        "place",
        "place",
        {},
        {"round": 1, "trick": 2, "seat": 2},
    ),
    (
        "what is turned up comes before what is drawn",
        both(put(*turned(1, "drawn", 2, None)), put(*turned(1, "up", 1, []))),
        "fit",
        "fit",
        {},
        {"round": 1, "trick": 2, "seat": 1},
    ),
    (
        "draws come in their order, from the roller's left",
        both(put(*turned(1, "drawn", 2, None)), put(*turned(1, "drawn", 1, "5-6"))),
        "draw",
        "draw-gone",
        {"tile": "5-6"},
        {"round": 1, "trick": 2, "seat": 1},
    ),
    (
        "the draw comes before roll or keep",
        both(put(*turned(1, "after", "keep")), put(*turned(1, "drawn", 1, None))),
        "draw",
        "draw-missing",
        {},
        {"round": 1, "trick": 2, "seat": 1},
    ),
    (
        "an earlier turn comes before a later one",
        both(put(*turned(2, "dice", [0, 0])), put(*turned(1, "drawn", 1, None))),
        "draw",
        "draw-missing",
        {},
        {"round": 1, "trick": 2, "seat": 1},
    ),
    (
        "the last turn of a round comes before the next round",
        both(put("rounds", 1, "roller", 2), put(*turned(10, "drawn", 1, "0-6"))),
        "draw",
        "draw-not",
        {"tile": "0-6"},
        {"round": 1, "trick": 11, "seat": 1},
    ),
]


@pytest.mark.parametrize("case", EXACTLY + FIRST, ids=[case[0] for case in EXACTLY + FIRST])
def test_a_refusal_says_what_and_where(case: Case) -> None:
    """Rule, code and the values for the sentence; round, turn and seat; of two errors the first."""
    check_exactly(case, GOOD)


def test_the_example_by_hand() -> None:
    """Seat 2 goes out in the 11th turn of round 1, seat 1 in the 3rd of round 2; each takes three antes."""
    scored = read(base(GOOD))
    assert [one["scores"] for one in scored["rounds"]] == [[-1, -1, 2], [-1, 2, -1]]
    assert (scored["totals"], scored["winners"], scored["next"]) == ([0, 3, 3], [1, 2], None)
    assert scored["rounds"][0]["detail"] == {
        "turns": 11,
        "pot": 3,
        "carried": 0,
        "out": [2],
        "lines": [
            [{"what": "ante", "points": -1}, {"what": "pot", "points": 0}],
            [{"what": "ante", "points": -1}, {"what": "pot", "points": 0}],
            [{"what": "ante", "points": -1}, {"what": "pot", "points": 3}],
        ],
    }


DOUBLE = {"dice": [2, 1], "placed": [["1-1", "2-2"], ["0-5", "0-6"]], "up": [["1-1", "2-2"], []]}
PERFECT = {"dice": [1, 2], "placed": [["1-2", "3-3"], ["0-5", "5-5"]], "up": [["1-2"], []]}
LAST = {"dice": [3, 6], "placed": [["3-3"], ["0-5", "0-6"]], "up": [["3-3"], ["0-6"]]}


def by_hand(hand: list[str], *turns: dict[str, Any]) -> dict[str, Any]:
    """A record of two players with these tiles of the first; options left out have their default."""
    return {
        "format": "record/1",
        "game": "dice-and-domino",
        "players": ["Aki", "Aki"],
        "options": {"rounds": 3, "ante": 2},
        "rounds": [{"roller": 1, "hands": [hand, ["0-5", "0-6", "5-5", "5-6"]], "turns": list(turns)}],
    }


def test_a_record_written_by_hand() -> None:
    """A double perfect, the faces kept, a perfect tile, and a last tile alone."""
    double = {**DOUBLE, "drawn": [None, "4-4"], "after": "keep"}
    perfect = {**PERFECT, "drawn": [None, "6-6"]}
    scored = read(by_hand(["1-1", "2-2", "1-2", "3-3"], double, perfect, LAST))
    assert scored["rounds"][0]["scores"] == [2, -2]
    assert scored["totals"] == [8, 4]
    assert scored["next"] == {"round": 2, "phase": "deal", "seats": []}


def test_roll_or_keep_comes_after_the_draw() -> None:
    """Also in the last turn of a record: without the list of draws there is nothing to say yet."""
    for told in ({**DOUBLE, "after": "keep"}, {**DOUBLE, "drawn": [], "after": "roll"}):
        refused = refusal(json.dumps(by_hand(["1-1", "2-2", "1-2", "3-3"], told)).encode())
        assert (refused.rule, refused.code) == ("turn", "unfinished")
        assert place(refused) == {"round": 1, "trick": 1}


def test_going_out_with_a_double_perfect_asks_nothing() -> None:
    """Then neither roll nor keep may be told."""
    hand = ["1-2", "3-3", "1-1", "2-2"]
    turns = [
        {**PERFECT, "drawn": [None, "4-4"]},
        {
            "dice": [3, 3],
            "placed": [["1-1", "3-3"], ["0-5", "5-5"]],
            "up": [["3-3"], []],
            "drawn": [None, "6-6"],
        },
    ]
    out = {**DOUBLE, "placed": [["2-2", "1-1"], ["0-5", "4-4"]]}
    assert read(by_hand(hand, *turns, out))["rounds"][0]["scores"] == [2, -2]
    refused = refusal(json.dumps(by_hand(hand, *turns, {**out, "after": "roll"})).encode())
    assert (refused.rule, refused.values) == ("format", {"key": "after"})
    assert place(refused) == {"round": 1, "trick": 3}


def test_lists_that_have_not_begun_may_be_empty_or_absent() -> None:
    """In the last turn of the last round; `drawn` in a turn in which somebody goes out in any round; and the
    order of keys, of tiles and of kept dice is free.
    """
    record = base(GOOD)
    whole = read(record)
    empty, absent = base(GOOD), base(GOOD)
    for number in (0, 1):
        empty["rounds"][number]["turns"][-1]["drawn"] = []
        del absent["rounds"][number]["turns"][-1]["drawn"]
    assert read(empty) == read(absent) == whole
    for data in record["rounds"]:
        data["turns"] = [dict(reversed(turn.items())) for turn in data["turns"]]
        for turn in data["turns"]:
            turn["dice"].reverse()
            turn["placed"] = [mine[::-1] for mine in turn["placed"]]
            turn["up"] = [mine[::-1] for mine in turn["up"]]
    assert read(record) == whole


def test_next_says_who_must_act() -> None:
    """An unfinished record tells round, phase and the seats that must act; no seat where chance acts."""
    record = base(GOOD)
    first = record["rounds"][0]
    turns = first["turns"]

    def due(*told: Any) -> Any:
        return read({**record, "rounds": [{**first, "turns": list(told)}]})["next"]

    def part(number: int, *keys: str) -> Any:
        return {key: turns[number][key] for key in ("dice", *keys)}

    assert read({**record, "rounds": []})["next"] == {"round": 1, "phase": "deal", "seats": []}
    assert due() == {"round": 1, "phase": "roll", "seats": []}
    assert due(part(0)) == {"round": 1, "phase": "place", "seats": [0, 1, 2]}
    assert due({**part(0), "placed": [], "up": [], "drawn": []}) == due(part(0))
    assert due(part(0, "placed")) == {"round": 1, "phase": "up", "seats": [0, 1, 2]}
    assert due(part(0, "placed", "up")) == {"round": 1, "phase": "draw", "seats": []}
    assert due(turns[0]) == {"round": 1, "phase": "roll", "seats": []}
    assert due(*turns[:4], part(4, "placed", "up", "drawn")) == {"round": 1, "phase": "after", "seats": [1]}
    assert due(*turns[:5]) == {"round": 1, "phase": "place", "seats": [0, 1, 2]}
    assert due(*turns[:7], part(7, "placed", "up")) == {"round": 1, "phase": "roll", "seats": []}
    assert due(*turns) == {"round": 2, "phase": "deal", "seats": []}
