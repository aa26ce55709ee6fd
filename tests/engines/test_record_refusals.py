"""What exactly is said of a wrong record - for the words that a reader gets - and which of two errors."""

import json

import pytest

from engines.score import score
from tests.engines.wrong_records import FOLDER, Case, both, check_exactly, drop, put, refusal

# In round 1 of three.json seat 2 deals; seat 0 then holds 8H 8S QS 8D QD AS AC JS AD 9H and leads AD,
# seat 1 holds 7D TS AH 7C KH QC JD JH KS KC, seat 2 holds 9C 7S JC QH 8C TC 7H TH TD KD. 9D is turned up.
EXACTLY: list[Case] = [
    ("options are null", put("options", None), "format", "type", {"key": "options"}, {}),
    ("options are a list", put("options", []), "format", "type", {"key": "options"}, {}),
    ("format", put("format", "x"), "format", "word", {"key": "format", "word": "x"}, {}),
    ("game", put("game", "os"), "format", "word", {"key": "game", "word": "os"}, {}),
    ("unknown key", put("by", 1), "format", "key-unknown", {"key": "by"}, {}),
    ("missing key", drop("players"), "format", "key-missing", {"key": "players"}, {}),
    (
        "missing in a round",
        drop("rounds", 1, "hands"),
        "format",
        "key-missing",
        {"key": "hands"},
        {"round": 2},
    ),
    ("players", put("players", ["a"]), "format", "players", {"count": 1}, {}),
    ("name", put("players", 2, "\x7f"), "format", "name", {}, {}),
    ("option", put("options", "penalty", None), "option", "option", {"name": "penalty", "value": None}, {}),
    ("a round that is null", put("rounds", 4, None), "format", "type", {"key": "rounds"}, {"round": 5}),
    (
        "no hands",
        put("rounds", 0, "hands", []),
        "format",
        "length",
        {"key": "hands", "count": 0, "wanted": 3},
        {"round": 1},
    ),
    (
        "one prediction",
        put("rounds", 0, "predict_own", [1]),
        "format",
        "length",
        {"key": "predict_own", "count": 1, "wanted": 3},
        {"round": 1},
    ),
    (
        "a hand that is no list",
        put("rounds", 0, "hands", 1, "AS"),
        "format",
        "type",
        {"key": "hands"},
        {"round": 1, "seat": 1},
    ),
    (
        "a word",
        put("rounds", 0, "plays", 3, "as"),
        "format",
        "word",
        {"key": "plays", "word": "as"},
        {"round": 1},
    ),
    ("a seat", put("rounds", 1, "dealer", 3), "range", "seat", {"number": 3}, {"round": 2}),
    ("a dealer", put("rounds", 1, "dealer", 1), "turn", "dealer", {}, {"round": 2, "seat": 1}),
    (
        "a short hand",
        drop("rounds", 0, "hands", 2, 0),
        "deal",
        "hand-size",
        {"count": 9, "wanted": 10},
        {"round": 1, "seat": 2},
    ),
    (
        "twice",
        put("rounds", 0, "hands", 2, 0, "7D"),
        "deal",
        "card-twice",
        {"card": "7D"},
        {"round": 1, "seat": 2},
    ),
    (
        "not of this game",
        put("rounds", 0, "hands", 2, 0, "2D"),
        "deal",
        "card-foreign",
        {"card": "2D"},
        {"round": 1, "seat": 2},
    ),
    ("turned up", put("rounds", 0, "turn_up", "AS"), "deal", "turn-up", {"card": "AS"}, {"round": 1}),
    (
        "not in the hand",
        put("rounds", 0, "plays", 0, "9D"),
        "not-held",
        "card",
        {"card": "9D"},
        {"round": 1, "trick": 1, "seat": 0},
    ),
    (
        "a revoke",
        put("rounds", 0, "plays", 2, "9C"),
        "follow",
        "follow",
        {},
        {"round": 1, "trick": 1, "seat": 2},
    ),
    ("a number", put("rounds", 0, "predict_own", 1, 11), "range", "range", {}, {"round": 1, "seat": 1}),
    ("unfinished", drop("rounds", 0, "plays", 29), "turn", "unfinished", {}, {"round": 1}),
    (
        "a card after the end of the round",
        lambda record: record["rounds"][0]["plays"].append("AD"),
        "after-end",
        "after-end",
        {},
        {"round": 1},
    ),
    (
        "no trick played, last but one",
        put("rounds", 4, "plays", []),
        "turn",
        "unfinished",
        {},
        {"round": 5},
    ),
    (
        "too many cards",
        put("rounds", 0, "plays", ["AD"] * 31),
        "not-held",
        "card",
        {"card": "AD"},
        {"round": 1, "trick": 1, "seat": 1},
    ),
]

FIRST: list[Case] = [
    (
        "the whole file is read before the options, and these before the game",
        both(put("rounds", 5, "by", 1), both(put("options", "by", 1), put("rounds", 0, "dealer", 9))),
        "format",
        "key-unknown",
        {"key": "by"},
        {"round": 6},
    ),
    (
        "the dealer comes before the deal",
        both(put("rounds", 1, "dealer", 9), drop("rounds", 1, "hands", 0, 0)),
        "range",
        "seat",
        {"number": 9},
        {"round": 2},
    ),
    (
        "the hands come before the card turned up",
        both(put("rounds", 0, "turn_up", "2D"), put("rounds", 0, "hands", 2, 9, "2C")),
        "deal",
        "card-foreign",
        {"card": "2C"},
        {"round": 1, "seat": 2},
    ),
    (
        "the card turned up comes before the predictions",
        both(put("rounds", 0, "predict_other", 0, 11), put("rounds", 0, "turn_up", "2D")),
        "deal",
        "turn-up",
        {"card": "2D"},
        {"round": 1},
    ),
    (
        "the predictions about others come before the own ones",
        both(put("rounds", 0, "predict_own", 0, 11), put("rounds", 0, "predict_other", 2, 11)),
        "range",
        "range",
        {},
        {"round": 1, "seat": 2},
    ),
    (
        "the predictions come before the tricks",
        both(put("rounds", 0, "plays", 0, "9D"), put("rounds", 0, "predict_own", 2, -1)),
        "range",
        "range",
        {},
        {"round": 1, "seat": 2},
    ),
    (
        "an earlier trick comes before a later one",
        both(put("rounds", 0, "plays", 29, "AD"), put("rounds", 0, "plays", 28, "AD")),
        "not-held",
        "card",
        {"card": "AD"},
        {"round": 1, "trick": 10, "seat": 1},
    ),
    (
        "the end of a round comes before the next one",
        both(put("rounds", 1, "dealer", 9), drop("rounds", 0, "plays", 29)),
        "turn",
        "unfinished",
        {},
        {"round": 1},
    ),
]


@pytest.mark.parametrize("case", EXACTLY + FIRST, ids=[case[0] for case in EXACTLY + FIRST])
def test_a_refusal_says_what_and_where(case: Case) -> None:
    """Rule, code and the values for the sentence; round, trick and seat where they apply; of two errors the
    first.
    """
    check_exactly(case, "three")


def test_json_is_looked_at_first() -> None:
    """What is no JSON, or holds a key twice, is said before anything else."""
    good = (FOLDER / "three.json").read_bytes()
    assert refusal(good.replace(b"notice", b"bridge") + b"]").code == "json"
    twice = refusal(good.replace(b"notice", b"bridge").replace(b'"dealer"', b'"by": 1, "by"', 1))
    assert (twice.code, twice.values) == ("key-twice", {"key": "by"})


def test_the_order_of_keys_is_free() -> None:
    """Only lists have an order."""
    record = json.loads((FOLDER / "three.json").read_text("utf-8"))
    turned = {key: record[key] for key in reversed(record)}
    turned["rounds"] = [{key: data[key] for key in reversed(data)} for data in record["rounds"]]
    assert score(json.dumps(turned).encode()) == score(json.dumps(record).encode())


def test_every_rule_that_notice_has_is_refused_somewhere() -> None:
    """Of the rules of records.md, those that can be broken in Notice."""
    listed = json.loads((FOLDER / "refused.json").read_text("utf-8"))
    rules = {"format", "option", "deal", "range", "turn", "not-held", "follow", "after-end"}
    assert {case["error"]["rule"] for case in listed} == rules


def test_a_score_says_whether_it_is_complete() -> None:
    """`complete` and `winners` stand for a whole game only, `next` for another one only."""
    record = json.loads((FOLDER / "three.json").read_text("utf-8"))
    whole = score(json.dumps(record).encode()).to_json()
    assert (whole["game"], whole["complete"], whole["next"]) == ("notice", True, None)
    assert whole["winners"] == [seat for seat in range(3) if whole["totals"][seat] == max(whole["totals"])]
    del record["rounds"][5]
    part = score(json.dumps(record).encode()).to_json()
    assert (part["complete"], part["winners"], len(part["rounds"])) == (False, None, 5)
    assert part["next"] == {"round": 6, "phase": "deal", "seats": []}
    assert list(part) == ["game", "complete", "rounds", "totals", "winners", "next"]
    assert part["rounds"] == whole["rounds"][:5]


def test_the_first_round_of_the_example_by_hand() -> None:
    """Tricks counted and scores added up with pencil and paper."""
    # Round 1 of three.json, trump diamonds, hands to the left. Predicted of others 5, 7, 10, own 10, 8, 1.
    # AD JD KD: 0. 8H AH 7H: 1. JH QH 9H: 2. TC AC KC: 0. QD 7D TD: 0. JS TS 7S: 0. 8D KS 9C: 0.
    # AS QC 8C: 0. QS 7C TH: 0. 8S KH JC: 0. So 8, 1, 1.
    # Seat 0: 8, own 10 missed, of seat 1 5 instead of 1: 8 - 4. Seat 1: 1, own 8 missed, of seat 2 7 instead
    # of 1: 1 - 6. Seat 2: 1, own 1 exact, of seat 0 10 instead of 8: 1 + 5 - 2.
    scored = score((FOLDER / "three.json").read_bytes())
    assert scored.rounds[0]["scores"] == [4, -5, 4]
    assert scored.rounds[0]["detail"]["tricks"] == [8, 1, 1]
    assert scored.rounds[0]["detail"]["lines"][2] == [
        {"what": "tricks", "points": 1},
        {"what": "own", "points": 5},
        {"what": "other", "points": -2},
    ]
