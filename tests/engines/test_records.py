"""Open records: what is refused, where, by which rule; and that writing and reading them is the identity."""

import json
import random
from typing import Any

import pytest

import engines
from engines.export import record_of
from engines.record import RecordError
from engines.score import score
from engines.simulate import simulate
from engines.table import settle_options
from tests.engines.wrong_records import FOLDER, base, check_listed

REFUSED: list[dict[str, Any]] = json.loads((FOLDER / "refused.json").read_text("utf-8"))
NOTICE = engines.load("notice")
TABLES = [
    (seats, options)
    for seats in NOTICE.seats
    for options in ({}, {"penalty": "both"}, {"thirteen": True}, {"thirteen": True, "penalty": "both"})
    if seats == 4 or "thirteen" not in options
]


@pytest.mark.parametrize("case", REFUSED, ids=[case["what"] for case in REFUSED])
def test_what_is_wrong_is_refused_with_its_place_and_rule(case: dict[str, Any]) -> None:
    """Each changed record is refused by the rule and at the place that the file of refusals names."""
    check_listed(case, "three")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"null",
        b"[]",
        b'{"format": NaN}',
        b'{"format": "record/1", "format": "record/1"}',
        b"[" * 100_000,
        (FOLDER / "three.json").read_bytes().replace(b'"dealer": 2,', b'"dealer": 2, "dealer": 2,', 1),
        (FOLDER / "three.json").read_bytes().replace(b'"dealer": 2', b'"dealer": Infinity', 1),
        (FOLDER / "three.json").read_bytes() + b"{}",
    ],
    ids=[
        "empty",
        "cut",
        "not-utf-8",
        "null",
        "list",
        "nan",
        "twice",
        "deep",
        "twice-inside",
        "infinity",
        "more",
    ],
)
def test_what_is_not_such_json_is_refused(data: bytes) -> None:
    """Files that are not JSON, or hold a key twice or a number that is none, are refused for their form."""
    with pytest.raises(RecordError) as refused:
        score(data)
    assert refused.value.rule == "format"


@pytest.mark.parametrize("name", ["three", "thirteen"])
def test_a_good_record_is_scored(name: str) -> None:
    """Good records are complete and have winners; the shown card may lie anywhere in its hand."""
    record = base(name)
    scored = score(json.dumps(record).encode())
    assert scored.next is None
    assert scored.winners is not None
    for data in record["rounds"]:
        for hand in data["hands"]:
            hand.reverse()
    assert score(json.dumps(record).encode()) == scored


def test_options_left_out_have_their_defaults() -> None:
    """A record without options is scored like one that names the defaults."""
    record = base("three")
    scored = score(json.dumps(record).encode())
    record["options"] = {}
    assert score(json.dumps(record).encode()) == scored


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_a_written_record_scores_as_the_game_did(seats: int, options: dict[str, Any]) -> None:
    """Random games, written at their end or at any moment before, are read back to the same scores."""
    for seed in range(3):
        final, faces, facts = simulate(NOTICE, seats, options, random.Random(seed))
        settled = settle_options(NOTICE, seats, options)
        names = ["同じ名前"] * seats
        whole = score(json.dumps(record_of(NOTICE, seats, settled, names, facts, faces)).encode())
        assert whole.totals == NOTICE.totals(final)
        assert whole.next is None
        for cut in range(0, len(facts) - seats, 11):
            part = record_of(NOTICE, seats, settled, names, facts[:cut], faces)
            scored = score(json.dumps(part).encode())
            assert scored.next is not None
            assert scored.winners is None
            assert whole.rounds[: len(scored.rounds)] == scored.rounds


def test_next_says_who_must_act() -> None:
    """An unfinished record tells round, phase and the seats that must act; no seat where chance acts."""
    record = base("three")
    first = record["rounds"][0]

    def due(rounds: list[Any]) -> Any:
        return score(json.dumps({**record, "rounds": rounds}).encode()).to_json()["next"]

    assert due([]) == {"round": 1, "phase": "deal", "seats": []}
    bare = {key: first[key] for key in ("dealer", "hands", "turn_up")}
    assert due([bare]) == {"round": 1, "phase": "predict_other", "seats": [0, 1, 2]}
    said = {**bare, "predict_other": first["predict_other"]}
    assert due([said]) == {"round": 1, "phase": "predict_own", "seats": [0, 1, 2]}
    own = {**said, "predict_own": first["predict_own"], "plays": []}
    assert due([own]) == {"round": 1, "phase": "tricks", "seats": [0]}
    assert due([{**own, "plays": first["plays"][:1]}]) == {"round": 1, "phase": "tricks", "seats": [1]}
    assert due([first]) == {"round": 2, "phase": "deal", "seats": []}
