"""Records of Dice And Domino: what is read, what is refused and where, and that writing and reading agree."""

import json
import random
from typing import Any

import pytest

from engines import dice_and_domino_state as state
from engines.dice_and_domino import RULES
from engines.dice_and_domino_state import State
from engines.export import record_of
from engines.record import replay
from engines.score import score
from engines.simulate import simulate
from engines.table import pending, settle_options, then, winners
from engines.vocabulary import Played, Show
from tests.engines.domino_table import begin
from tests.engines.wrong_records import FOLDER, Case, base, both, check_exactly, check_listed, drop, put

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


def test_a_record_written_by_hand() -> None:
    """A double perfect, the faces kept, a perfect tile, and a last tile alone; options left out have their
    default.
    """
    first = {"dice": [2, 1], "placed": [["1-1", "2-2"], ["0-5", "0-6"]], "up": [["1-1", "2-2"], []]}
    second = {"dice": [1, 2], "placed": [["1-2", "3-3"], ["0-5", "5-5"]], "up": [["1-2"], []]}
    third = {"dice": [3, 6], "placed": [["3-3"], ["0-5", "0-6"]], "up": [["3-3"], ["0-6"]]}
    record = {
        "format": "record/1",
        "game": "dice-and-domino",
        "players": ["Aki", "Aki"],
        "options": {"rounds": 3, "ante": 2},
        "rounds": [
            {
                "roller": 1,
                "hands": [["1-1", "2-2", "1-2", "3-3"], ["0-5", "0-6", "5-5", "5-6"]],
                "turns": [
                    {**first, "drawn": [None, "4-4"], "after": "keep"},
                    {**second, "drawn": [None, "6-6"]},
                    third,
                ],
            }
        ],
    }
    scored = read(record)
    assert scored["rounds"][0]["scores"] == [2, -2]
    assert scored["totals"] == [8, 4]
    assert scored["next"] == {"round": 2, "phase": "deal", "seats": []}


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


OPTIONS: list[tuple[int, dict[str, Any]]] = [
    (2, {"rounds": 1, "sets": 2}),
    (3, {"rounds": 2, "w0_draws": True}),
    (5, {"rounds": 2, "perfect_alone": True}),
    (5, {"rounds": 1, "sets": 2}),
    (7, {"rounds": 1, "w0_draws": True, "perfect_alone": True}),
    (10, {"rounds": 1, "ante": 10}),
]


def waits(s: State) -> tuple[str, list[int]]:
    """What is due, as far as a record can tell.

    What a W0 makes others show is shown without a choice, so a record stands behind it, and what all do at
    once it has from all or from nobody.
    """
    while s.section == state.SHOW:
        request = pending(RULES, s)[0]
        assert isinstance(request, Show)
        up = [slot for slot, _ in s.up[request.seat]]
        rest = tuple(slot for slot in state.placed(s, request.seat) if slot not in up)
        s = then(RULES, s, Played(request.seat, rest, (1,) * len(rest)))
    phase = state.PHASES[s.section]
    if s.section in (state.PLACE, state.UP):
        return phase, list(range(s.seats))
    return phase, [r.seat for r in pending(RULES, s) if hasattr(r, "seat")]


@pytest.mark.parametrize(("seats", "options"), OPTIONS)
def test_a_game_cut_after_every_fact_is_read_back_to_where_it_was(
    seats: int, options: dict[str, Any]
) -> None:
    """Export and score are the inverse of each other: totals, what is due, and the record itself."""
    settled = settle_options(RULES, seats, options)
    final, faces, facts = simulate(RULES, seats, settled, random.Random(seats))
    names = [f"player {seat}" for seat in range(seats)]
    s = begin(seats, **options)
    for cut, fact in enumerate(facts):
        record = record_of(RULES, seats, settled, names, facts[:cut], faces)
        if s.section > state.DEAL or not record["rounds"]:
            scored = score(json.dumps(record).encode())
            due = scored.next or {"phase": "over", "seats": []}
            assert (due["phase"], due["seats"]) == _begun(s), cut
        s = then(RULES, s, fact)
    record = record_of(RULES, seats, settled, names, facts, faces)
    whole = replay(json.dumps(record).encode())
    assert whole.state._replace(last=()) == final._replace(last=())
    assert record_of(RULES, seats, settled, names, whole.facts, whole.faces) == record
    assert read(record)["winners"] == list(winners(RULES, final))


def _begun(s: State) -> tuple[str, list[int]]:
    return ("deal", []) if s.section <= state.DEAL else waits(s)
