"""Records of No Loose Ends: what is read, what is refused and where, and that writing and reading agree."""

import json
import random
from itertools import product
from typing import Any

import pytest

from engines import no_loose_ends_state as state
from engines.export import record_of
from engines.no_loose_ends import RULES
from engines.record import replay
from engines.score import score
from engines.simulate import simulate
from engines.table import pending, settle_options, then, winners
from tests.engines.no_loose_ends_table import begin
from tests.engines.wrong_records import (
    FOLDER,
    Case,
    base,
    both,
    check_exactly,
    check_listed,
    drop,
    put,
    refusal,
)

PLAIN, CROSSED = "no_loose_ends", "no_loose_ends_crossed"
REFUSED: list[dict[str, Any]] = json.loads((FOLDER / "no_loose_ends_refused.json").read_text("utf-8"))
OPTIONS = ("double_cross", "escape", "simple_scoring", "plan_b")
COMBINATIONS = [dict(zip(OPTIONS, values, strict=True)) for values in product((False, True), repeat=4)]


def read(record: Any) -> dict[str, Any]:
    return score(json.dumps(record).encode()).to_json()


@pytest.mark.parametrize("case", REFUSED, ids=[case["what"] for case in REFUSED])
def test_what_is_wrong_is_refused_with_its_place_and_rule(case: dict[str, Any]) -> None:
    """Each changed record is refused by the rule and at the place that the file of refusals names."""
    check_listed(case, PLAIN)


def test_every_rule_that_no_loose_ends_has_is_refused_somewhere() -> None:
    """Of the rules of records.md, those that can be broken in this game."""
    rules = {"format", "option", "deal", "range", "turn", "not-held", "follow", "after-end"}
    rules |= {"bid-limit", "must-bid", "escape-bid", "cross", "cover"}
    assert {case["error"]["rule"] for case in REFUSED} == rules


# In round 1 of no_loose_ends.json seat 1 starts, everybody bids five cards, and seat 0 leads. Trick 1: Y2 Y1
# Y12, and seat 2 covers Y10, not Y5. Trick 3: G12 G2 G10, seat 1 has no green and no twelve. Trick 7: R8 R12
# R9, seat 1 has R6 left.
EXACTLY: list[Case] = [
    ("seat", put("rounds", 0, "start", 3), "range", "seat", {"number": 3}, {"round": 1}),
    ("start", put("rounds", 1, "start", 1), "turn", "start", {}, {"round": 2, "seat": 1}),
    (
        "hand",
        drop("rounds", 0, "hands", 2, 0),
        "deal",
        "hand-size",
        {"count": 15, "wanted": 16},
        {"round": 1, "seat": 2},
    ),
    (
        "twice",
        put("rounds", 0, "hands", 2, 0, "R5"),
        "deal",
        "card-twice",
        {"card": "R5"},
        {"round": 1, "seat": 2},
    ),
    (
        "escape cards without the option",
        put("rounds", 0, "hands", 2, 0, "X"),
        "deal",
        "card-foreign",
        {"card": "X"},
        {"round": 1, "seat": 2},
    ),
    (
        "a word",
        put("rounds", 0, "covers", 1, "none"),
        "format",
        "word",
        {"key": "covers", "word": "none"},
        {"round": 1},
    ),
    (
        "bid",
        put("rounds", 0, "plan", 0, "R5"),
        "not-held",
        "card",
        {"card": "R5"},
        {"round": 1, "seat": 1},
    ),
    ("limit", put("rounds", 0, "plan", 15, "Y6"), "bid-limit", "bid-limit", {}, {"round": 1, "seat": 1}),
    ("cross", put("rounds", 0, "plan", 15, "cross"), "cross", "cross", {}, {"round": 1, "seat": 1}),
    (
        "a wrong cover among several",
        put("rounds", 0, "covers", 0, "G1"),
        "cover",
        "cover",
        {},
        {"round": 1, "trick": 1, "seat": 2},
    ),
    (
        "no cover, of several",
        put("rounds", 0, "covers", 0, None),
        "cover",
        "cover-none",
        {},
        {"round": 1, "trick": 1, "seat": 2},
    ),
    (
        "no cover, of one",
        put("rounds", 0, "covers", 6, None),
        "cover",
        "cover-none",
        {},
        {"round": 1, "trick": 7, "seat": 1},
    ),
    (
        "a cover that is none",
        put("rounds", 0, "covers", 2, "B7"),
        "cover",
        "cover",
        {},
        {"round": 1, "trick": 3, "seat": 1},
    ),
    (
        "a cover that is missing",
        put("rounds", 2, "covers", []),
        "cover",
        "cover-missing",
        {},
        {"round": 3, "trick": 1, "seat": 1},
    ),
    ("covers cut", put("rounds", 0, "covers", []), "turn", "unfinished", {}, {"round": 1}),
    ("plays cut", put("rounds", 0, "plays", []), "turn", "unfinished", {}, {"round": 1}),
    # of two errors the first
    (
        "the start comes before the deal",
        both(drop("rounds", 1, "hands", 0, 0), put("rounds", 1, "start", 1)),
        "turn",
        "start",
        {},
        {"round": 2, "seat": 1},
    ),
    (
        "the deal comes before the planning",
        both(put("rounds", 0, "plan", 0, "R5"), put("rounds", 0, "hands", 2, 0, "R5")),
        "deal",
        "card-twice",
        {"card": "R5"},
        {"round": 1, "seat": 2},
    ),
    (
        "the planning comes before the tricks",
        both(put("rounds", 0, "plays", 0, "B8"), lambda record: record["rounds"][0]["plan"].append("pass")),
        "after-end",
        "after-end",
        {},
        {"round": 1},
    ),
    (
        "the last card of a trick comes before its cover",
        both(put("rounds", 0, "covers", 6, None), put("rounds", 0, "plays", 20, "Y3")),
        "not-held",
        "card",
        {"card": "Y3"},
        {"round": 1, "trick": 7, "seat": 2},
    ),
    (
        "the cover comes before the next trick",
        both(put("rounds", 0, "covers", 6, None), put("rounds", 0, "plays", 21, "Y2")),
        "cover",
        "cover-none",
        {},
        {"round": 1, "trick": 7, "seat": 1},
    ),
    (
        "the last cover comes before what is too much",
        both(put("rounds", 0, "covers", 10, None), lambda record: record["rounds"][0]["covers"].append(None)),
        "cover",
        "cover-none",
        {},
        {"round": 1, "trick": 11, "seat": 1},
    ),
]


@pytest.mark.parametrize("case", EXACTLY, ids=[case[0] for case in EXACTLY])
def test_a_refusal_says_what_and_where(case: Case) -> None:
    """Rule, code, the values for the sentence, and the place; of two errors the first."""
    check_exactly(case, PLAIN)


def test_the_first_round_of_the_example_by_hand() -> None:
    """Covered bid cards, loose ends and points counted with pencil and paper."""
    # Seat 0 took Y9 (covers Y8), B11 (B12), G7 (G9); R11 and R5 stay open: 6 - 2.
    # Seat 1 took B8 (B4), G12 (nothing), R10 (R4), R12 (R6), G11 (nothing), Y11 (Y4); B7 stays open: 8 - 3.
    # Seat 2 took Y12 (Y10), B10 (B3); G1, G5 and Y5 stay open: 4 - 3.
    told = read(base(PLAIN))
    assert told["rounds"][0]["scores"] == [4, 5, 1]
    detail = told["rounds"][0]["detail"]
    assert (detail["tricks"], detail["covered"], detail["loose"]) == ([3, 6, 2], [3, 4, 2], [2, 3, 3])
    assert (detail["start"], detail["informants"], detail["informed"]) == (1, [], False)
    assert detail["bids"][0][0] == {"item": "Y8", "covered": True, "plan_b": False}
    assert detail["lines"][1] == [
        {"what": "covered", "points": 8},
        {"what": "loose", "points": -3},
        {"what": "perfect", "points": 0},
    ]
    assert told["totals"] == [5 + sum(each["scores"][seat] for each in told["rounds"]) for seat in range(3)]
    assert (told["complete"], told["winners"], told["next"]) == (True, [0], None)


def test_a_cross_without_a_bid_card_is_a_pass() -> None:
    """In round 2 of the crossed record the first to act passes at once."""
    record = base(CROSSED)
    assert "cross" in record["rounds"][0]["plan"]
    assert record["rounds"][1]["plan"][0] == "pass"
    scored = read(record)
    record["rounds"][1]["plan"][0] = "cross"
    assert read(record) == scored


def test_another_cover_may_be_chosen() -> None:
    """In trick 1 of round 1 seat 2 may cover Y5 as well; then B10 may cover Y10 instead of B3 in trick 9."""
    record = base(PLAIN)
    scored = read(record)["totals"]
    record["rounds"][0]["covers"][8] = "Y10"
    assert refusal(json.dumps(record).encode()).trick == 9
    record["rounds"][0]["covers"][0] = "Y5"
    assert read(record)["totals"] == scored
    record["rounds"][0]["covers"][8] = "B3"
    assert read(record)["totals"] == scored


def test_the_tie_is_broken_in_a_record() -> None:
    """Equal totals: `winners` are those with more points in the last round."""
    found = 0
    for seed in range(400):
        end, faces, facts = simulate(RULES, 2, {"simple_scoring": True}, random.Random(seed))
        totals = RULES.totals(end)
        last = state.score_round(end, end.past[-1])
        if totals[0] == totals[1] and last[0] != last[1]:
            options = settle_options(RULES, 2, {"simple_scoring": True})
            record = record_of(RULES, 2, options, ["a", "b"], facts, faces)
            assert read(record)["winners"] == [last.index(max(last))]
            found += 1
    assert found > 3


def test_next_says_who_must_act() -> None:
    """Round, phase and seats; a cover is due from the winner, also where nothing is left to choose."""
    record = base(PLAIN)
    first = record["rounds"][0]

    def due(rounds: list[Any]) -> Any:
        return read({**record, "rounds": rounds})["next"]

    assert due([]) == {"round": 1, "phase": "deal", "seats": []}
    bare = {key: first[key] for key in ("start", "hands")}
    assert due([bare]) == {"round": 1, "phase": "plan", "seats": [1]}
    assert due([{**bare, "plan": first["plan"][:2]}]) == {"round": 1, "phase": "plan", "seats": [0]}
    planned = {**bare, "plan": first["plan"]}
    assert due([planned]) == {"round": 1, "phase": "tricks", "seats": [0]}
    assert due([{**planned, "plays": first["plays"][:1], "covers": []}])["seats"] == [1]
    for trick, winner in ((1, 2), (3, 1), (7, 1), (11, 1)):
        played = {**planned, "plays": first["plays"][: 3 * trick]}
        cut = {**played, "covers": first["covers"][: trick - 1]}
        assert due([cut]) == {"round": 1, "phase": "cover", "seats": [winner]}
        covered = {**played, "covers": first["covers"][:trick]}
        follows = {"round": 1, "phase": "tricks", "seats": [winner]}
        assert due([covered]) == (follows if trick < 11 else {"round": 2, "phase": "deal", "seats": []})


def test_a_round_is_not_finished_before_its_last_cover() -> None:
    """The last one too must be there before the round counts as finished, and the game."""
    record = base(PLAIN)
    del record["rounds"][2]["covers"][-1]
    told = read(record)
    assert (told["complete"], told["winners"], len(told["rounds"])) == (False, None, 2)
    assert told["next"] == {"round": 3, "phase": "cover", "seats": [2]}
    assert told["totals"] == [5 + sum(each["scores"][seat] for each in told["rounds"]) for seat in range(3)]


@pytest.mark.parametrize("seats", list(RULES.seats))
def test_a_written_record_scores_as_the_game_did(seats: int) -> None:
    """Random games with every combination of options are read back to the same facts, totals and winners."""
    for seed, options in enumerate(COMBINATIONS):
        final, faces, facts = simulate(RULES, seats, options, random.Random(seed))
        record = record_of(RULES, seats, options, ["同じ名前"] * seats, facts, faces)
        scored = score(json.dumps(record).encode())
        assert (scored.totals, scored.winners) == (RULES.totals(final), winners(RULES, final))
        assert scored.next is None
        again = replay(json.dumps(record).encode())
        assert again.state._replace(**_without_slots(again.state)) == final._replace(**_without_slots(final))
        assert record_of(RULES, seats, options, record["players"], again.facts, again.faces) == record


def _without_slots(s: state.State) -> dict[str, Any]:
    """What may differ where escape cards, which are all alike, were played in another order."""
    return {"last_trick": tuple((0, face) for _, face in s.last_trick)}


@pytest.mark.parametrize("number", range(0, 16, 5))
def test_a_game_cut_after_every_fact_is_read_back_to_where_it_was(number: int) -> None:
    """What is due at the cut is due in the record; a pass that may become a double cross is not told yet."""
    options, seats = COMBINATIONS[number], 2 + number % 4
    _, faces, facts = simulate(RULES, seats, options, random.Random(number))
    s = begin(seats, **options)
    names = ["a"] * seats
    for cut, fact in enumerate(facts[: len(facts) // 2]):
        told = read(record_of(RULES, seats, options, names, facts[:cut], faces))
        phase = state.PHASES[s.section]
        asked = [
            seat for request in pending(RULES, s) if (seat := getattr(request, "seat", None)) is not None
        ]
        assert told["next"]["phase"] == ("plan" if phase == "cross" else phase)
        assert told["next"]["seats"] == asked
        assert tuple(told["totals"]) == RULES.totals(s)
        s = then(RULES, s, fact)


def test_a_record_holds_what_was_done_and_no_more() -> None:
    """Who started, hands as dealt, the planning, the cards and what they covered."""
    options = settle_options(RULES, 5, {"escape": True})
    _, faces, facts = simulate(RULES, 5, options, random.Random(1))
    record = record_of(RULES, 5, options, list("abcde"), facts, faces)
    assert len(record["rounds"]) == 3
    for data in record["rounds"]:
        assert set(data) == {"start", "hands", "plan", "plays", "covers"}
        assert [len(hand) for hand in data["hands"]] == [12] * 5
        assert len(data["plays"]) == 5 * len(data["covers"])
        assert data["plan"].count("pass") == 5
