"""Open records of Nokosu Dice: scored, refused, written and read again (records.md)."""

import json
import random
from typing import Any

import pytest

from engines.export import record_of
from engines.nokosu import RULES
from engines.nokosu_state import OVER, ZERO, State
from engines.record import replay
from engines.score import score
from engines.simulate import simulate
from engines.table import Options, pending, settle_options, then
from engines.vocabulary import Face, Fact, Shuffle
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

REFUSED: list[dict[str, Any]] = json.loads((FOLDER / "nokosu_refused.json").read_text("utf-8"))

# In round 1 of nokosu_three.json seat 0 deals, green is dropped, and yellow and 5 are trump.
EXACTLY: list[Case] = [
    ("dealer", put("rounds", 1, "dealer", 0), "turn", "dealer", {}, {"round": 2, "seat": 0}),
    (
        "own dice",
        put("rounds", 0, "dice", 1, ["R6d", "R5d"]),
        "deal",
        "dice-count",
        {"count": 2, "wanted": 1},
        {"round": 1, "seat": 1},
    ),
    (
        "dice in the middle",
        drop("rounds", 0, "pool", 0),
        "deal",
        "dice-count",
        {"count": 9, "wanted": 10},
        {"round": 1},
    ),
    (
        "another colour",
        put("rounds", 0, "pool", 0, "G1d"),
        "deal",
        "die-foreign",
        {"die": "G1d"},
        {"round": 1},
    ),
    (
        "a fifth yellow one",
        put("rounds", 0, "pool", 0, "Y1d"),
        "deal",
        "die-gone",
        {"die": "Y4d"},
        {"round": 1},
    ),
    (
        "not in the middle",
        put("rounds", 0, "picks", 2, "P1d"),
        "not-held",
        "die-pool",
        {"die": "P1d"},
        {"round": 1, "seat": 0},
    ),
    (
        "not one's own",
        put("rounds", 0, "zero", 0, "R4d"),
        "not-held",
        "die-own",
        {"die": "R4d"},
        {"round": 1, "seat": 0},
    ),
    (
        "a card that one does not hold",
        put("rounds", 0, "plays", 5, "Y0"),
        "not-held",
        "card",
        {"card": "Y0"},
        {"round": 1, "trick": 2, "seat": 1},
    ),
    (
        "a die that one does not have",
        put("rounds", 0, "plays", 5, "Y5d"),
        "not-held",
        "die-own",
        {"die": "Y5d"},
        {"round": 1, "trick": 2, "seat": 1},
    ),
]

FIRST: list[Case] = [
    (
        "the hands come before the dice",
        both(put("rounds", 0, "dice", 0, []), put("rounds", 0, "hands", 2, 0, "G1")),
        "deal",
        "card-foreign",
        {"card": "G1"},
        {"round": 1, "seat": 2},
    ),
    (
        "the own dice come before those in the middle",
        both(put("rounds", 0, "pool", 0, "G1d"), put("rounds", 0, "dice", 2, ["G2d"])),
        "deal",
        "die-foreign",
        {"die": "G2d"},
        {"round": 1, "seat": 2},
    ),
    (
        "own dice are looked at though none are in the middle yet",
        both(put("rounds", 2, "pool", []), put("rounds", 2, "dice", 1, ["G1d"])),
        "deal",
        "die-foreign",
        {"die": "G1d"},
        {"round": 3, "seat": 1},
    ),
    (
        "who is left of the dealer declares first",
        both(put("rounds", 0, "zero", 0, "R4d"), put("rounds", 0, "zero", 2, "R4d")),
        "not-held",
        "die-own",
        {"die": "R4d"},
        {"round": 1, "seat": 2},
    ),
    (
        "the draft comes before the declarations, and these before the tricks",
        both(
            put("rounds", 0, "plays", 0, "B6"),
            both(put("rounds", 0, "zero", 1, "B5d"), put("rounds", 0, "picks", 8, "Y4d")),
        ),
        "not-held",
        "die-pool",
        {"die": "Y4d"},
        {"round": 1, "seat": 0},
    ),
]

EARLY: list[tuple[str, dict[str, Any]]] = [
    ("dice in the middle before the own ones", {"dice": [], "picks": [], "zero": [], "plays": []}),
    ("a draft before the roll", {"dice": [], "pool": [], "zero": [], "plays": []}),
    ("declarations before the draft", {"picks": [], "plays": []}),
    ("tricks before the declarations", {"zero": []}),
]


@pytest.mark.parametrize("case", REFUSED, ids=[case["what"] for case in REFUSED])
def test_what_is_wrong_is_refused_with_its_place_and_rule(case: dict[str, Any]) -> None:
    """Each changed record is refused by the rule and at the place that the file of refusals names."""
    check_listed(case, "nokosu_three")


@pytest.mark.parametrize("case", EXACTLY + FIRST, ids=[case[0] for case in EXACTLY + FIRST])
def test_a_refusal_says_what_and_where(case: Case) -> None:
    """Rule, code and the values for the sentence; round, trick and seat where they apply; of two errors the
    first.
    """
    check_exactly(case, "nokosu_three")


@pytest.mark.parametrize("lists", [case[1] for case in EARLY], ids=[case[0] for case in EARLY])
def test_what_comes_before_its_time_is_refused(lists: dict[str, Any]) -> None:
    """In the last round, whatever is told after the first thing that is not told."""
    record = base("nokosu_three")
    record["rounds"][2] |= lists
    refused = refusal(json.dumps(record).encode())
    assert (refused.rule, refused.code, refused.round) == ("turn", "unfinished", 3)


def test_every_rule_that_the_game_has_is_refused_somewhere() -> None:
    """Of the rules of records.md, those that can be broken in Nokosu Dice."""
    rules = {"format", "option", "deal", "range", "turn", "not-held", "follow", "last-die", "after-end"}
    assert {case["error"]["rule"] for case in REFUSED} == rules


@pytest.mark.parametrize("name", ["nokosu", "nokosu_three"])
def test_a_good_record_is_scored(name: str) -> None:
    """Good records are complete and have winners, in whatever order a hand is written."""
    record = base(name)
    scored = score(json.dumps(record).encode())
    assert scored.next is None
    assert scored.winners is not None
    for data in record["rounds"]:
        for hand in data["hands"]:
            hand.reverse()
    assert score(json.dumps(record).encode()) == scored


def test_dropped_is_read_and_ignored_with_four_players() -> None:
    """The game of four scores the same whatever colour three players would drop."""
    record = base("nokosu")
    scored = score(json.dumps(record).encode())
    for options in ({}, {"dropped": "G"}):
        assert score(json.dumps({**record, "options": options}).encode()) == scored


def test_the_first_round_of_the_example_by_hand() -> None:
    """Tricks counted and scores added up with pencil and paper."""
    # Round 1 of nokosu_three.json. Left in the middle: Y5d, so yellow and every 5 are trump. Seat 0 deals,
    # declares zero and puts P6d back; it has P3d P6d B6d, seat 1 R6d R4d Y4d R1d, seat 2 B6d B5d Y5d Y5d.
    # R6d R6 R3 (seat 1 leads): die and card alike, the later one: 2. B5 Y0 Y5: number and colour: 1.
    # Y4d B5d Y1: number: 2. B6d B3 B1: 2. P3 P2 P0: 2. R5 R0 Y3: 2. Y5d B6 P5: 2. Y4 P3d R4d: 2.
    # Y6 B6d R4: 2. B4 B0 P4: 2. Y2 R2 P6: 2. B2 P6d P1: 2. So 0, 1, 11.
    # Seat 0: declared and took none. Seat 1 kept R1d: 1, reached. Seat 2 kept Y5d: not. Two reached: 20 each.
    scored = score((FOLDER / "nokosu_three.json").read_bytes())
    assert scored.rounds[0]["scores"] == [30, 21, 11]
    assert scored.rounds[0]["detail"] == {
        "tricks": [0, 1, 11],
        "goals": [0, 1, 5],
        "declared": [True, False, False],
        "reached": [True, True, False],
        "lines": [
            [{"what": "tricks", "points": 0}, {"what": "goal", "points": 20}, {"what": "zero", "points": 10}],
            [{"what": "tricks", "points": 1}, {"what": "goal", "points": 20}, {"what": "zero", "points": 0}],
            [{"what": "tricks", "points": 11}, {"what": "goal", "points": 0}, {"what": "zero", "points": 0}],
        ],
    }


def test_next_says_who_must_act() -> None:
    """An unfinished record tells round, phase and the seat that must act; no seat where chance acts. Lists
    that have not begun are empty or absent.
    """
    record = base("nokosu_three")
    first = record["rounds"][0]

    def due(*rounds: dict[str, Any]) -> tuple[int, str, list[int]]:
        said = score(json.dumps({**record, "rounds": rounds}).encode()).to_json()["next"]
        return said["round"], said["phase"], said["seats"]

    def told(*keys: str, **changes: Any) -> dict[str, Any]:
        return {**{key: first[key] for key in ("dealer", "hands", *keys)}, **changes}

    assert due() == (1, "deal", [])
    assert due(told()) == (1, "dice", [])
    assert due(told("dice")) == (1, "dice", [])
    assert due(told("dice", "pool")) == (1, "draft", [1])
    assert due(told("dice", "pool", picks=first["picks"][:2], zero=[], plays=[])) == (1, "draft", [0])
    assert due(told("dice", "pool", "picks")) == (1, "zero", [1])
    assert due(told("dice", "pool", "picks", "zero")) == (1, "tricks", [1])
    whole = ("dice", "pool", "picks", "zero")
    assert due(told(*whole, plays=first["plays"][:1])) == (1, "tricks", [2])
    assert due(told(*whole, plays=first["plays"][:3])) == (1, "tricks", [2])
    assert due(first) == (2, "deal", [])


# written and read


def game(seats: int, dropped: str, seed: int) -> tuple[list[Fact], dict[int, Face], State, Options]:
    """The facts, faces and start of a random game, and its complete options."""
    options = settle_options(RULES, seats, {"dropped": dropped})
    _, faces, facts = simulate(RULES, seats, options, random.Random(seed))
    return facts, faces, RULES.start(seats, options), options


def due(s: State) -> tuple[str, list[int]]:
    """Who must act next, as far as a record can tell: declarations are told when all are made, a deal when
    the cards are dealt.
    """
    phase = RULES.view(s, None, {})["phase"]
    if s.section == ZERO:
        return phase, [(s.dealer + 1) % s.seats]
    return phase, [request.seat for request in pending(RULES, s) if hasattr(request, "seat")]


@pytest.mark.parametrize(("seats", "dropped"), [(3, "P"), (3, "R"), (4, "P")])
def test_a_game_cut_after_every_fact_is_read_back_to_where_it_was(seats: int, dropped: str) -> None:
    """The finished rounds, the totals and the seat that must act are those of the game at the cut."""
    facts, faces, s, options = game(seats, dropped, seats)
    names = ["同じ名前"] * seats
    for cut in range(len(facts) + 1):
        scored = score(json.dumps(record_of(RULES, seats, options, names, facts[:cut], faces)).encode())
        assert scored.totals == RULES.totals(s)
        if s.section == OVER:
            assert scored.next is None
            break
        assert scored.next is not None
        assert (scored.next["phase"], scored.next["seats"]) == due(s), cut
        assert scored.next["round"] == len(s.past) + 1
        s = then(RULES, s, facts[cut])
    assert s.section == OVER


@pytest.mark.parametrize("name", ["nokosu", "nokosu_three"])
def test_a_record_holds_what_was_done_and_no_more(name: str) -> None:
    """Dealer, hands, the dice of the seats and of the middle, picks, declarations and plays: read and written
    again it is the same.
    """
    record = base(name)
    played = replay(json.dumps(record).encode())
    options, names = record["options"], record["players"]
    assert record_of(RULES, len(names), options, names, played.facts, played.faces) == record


def test_only_what_is_known_at_the_cut_is_needed() -> None:
    """Where a game was broken off there are no faces of later deals."""
    facts, faces, s, options = game(3, "B", 2)
    known: dict[int, Face] = {}
    for cut, fact in enumerate(facts):
        whole = record_of(RULES, 3, options, ["a", "b", "c"], facts[:cut], faces)
        assert record_of(RULES, 3, options, ["a", "b", "c"], facts[:cut], known) == whole
        for request in pending(RULES, s):
            if isinstance(request, Shuffle):
                known |= {slot: faces[slot] for slot in request.slots}
        s = then(RULES, s, fact)


def test_declarations_are_told_when_all_are_made() -> None:
    """A list by seat is empty until all seats have acted."""
    facts, faces, s, options = game(4, "P", 3)
    lengths = []
    for cut, fact in enumerate(facts):
        if s.section == ZERO and not s.past:
            record = record_of(RULES, 4, options, ["a"] * 4, facts[: cut + 1], faces)
            lengths.append(len(record["rounds"][0]["zero"]))
        s = then(RULES, s, fact)
    assert lengths == [0, 0, 0, 4]
