"""Records of Dice Watching: what is read, what is refused and where, and that writing and reading agree."""

import json
import random
from typing import Any

import pytest

from engines.dice_watching import RULES
from engines.dice_watching_state import OPENING, PHASES, THROW, State, guessers
from engines.export import record_of
from engines.record import replay
from engines.score import score
from engines.simulate import simulate
from engines.table import pending, settle_options, then, winners
from engines.vocabulary import Fact, Opened, Seal, Sealed
from tests.engines.wrong_records import FOLDER, Case, base, both, check_exactly, check_listed, drop, put

REFUSED: list[dict[str, Any]] = json.loads((FOLDER / "dice_watching_refused.json").read_text("utf-8"))
GOOD = ("dice_watching", "dice_watching_rotating")
TABLES: list[tuple[int, dict[str, Any]]] = [
    (3, {}),
    (4, {"referee": 3, "marked_die": True}),
    (3, {"mode": "rotating", "odd_plus_one": True, "dice": 10}),
    (5, {"mode": "rotating", "marked_die": True, "odd_plus_one": True, "seconds": 0.25}),
    (10, {"referee": 9, "dice": 60, "turns_each": 3}),
]


def read(record: Any) -> dict[str, Any]:
    return score(json.dumps(record).encode()).to_json()


@pytest.mark.parametrize("case", REFUSED, ids=[case["what"] for case in REFUSED])
def test_what_is_wrong_is_refused_with_its_place_and_rule(case: dict[str, Any]) -> None:
    """Each changed record is refused by the rule and at the place that the file of refusals names."""
    check_listed(case, "dice_watching")


def test_every_rule_that_dice_watching_has_is_refused_somewhere() -> None:
    """Of the rules of records.md, those that can be broken in this game."""
    rules = {"format", "option", "deal", "range", "turn", "referee", "after-end"}
    assert {case["error"]["rule"] for case in REFUSED} == rules


# In dice_watching.json seat 1 of four is the referee.
EXACTLY: list[Case] = [
    (
        "unknown",
        put("rounds", 0, "marked", 2),
        "format",
        "key-unknown",
        {"key": "marked"},
        {"round": 1},
    ),
    (
        "missing",
        put("options", "marked_die", True),
        "format",
        "key-missing",
        {"key": "marked"},
        {"round": 1},
    ),
    (
        "length",
        put("rounds", 0, "guesses", [1]),
        "format",
        "length",
        {"key": "guesses", "count": 1, "wanted": 4},
        {"round": 1},
    ),
    (
        "dice",
        drop("rounds", 1, "dice", 0),
        "deal",
        "dice-count",
        {"count": 29, "wanted": 30},
        {"round": 2},
    ),
    ("face", put("rounds", 1, "dice", 0, 7), "range", "face", {"number": 7}, {"round": 2}),
    ("guess", put("rounds", 1, "guesses", 0, 7), "range", "range", {}, {"round": 2, "seat": 0}),
    ("referee", put("rounds", 1, "guesses", 1, 1), "referee", "referee", {}, {"round": 2, "seat": 1}),
    ("no guess", put("rounds", 1, "guesses", 3, None), "referee", "referee", {}, {"round": 2, "seat": 3}),
    ("unfinished", put("rounds", 1, "guesses", []), "turn", "unfinished", {}, {"round": 2}),
    (
        "one more",
        lambda record: record["rounds"].append(record["rounds"][0]),
        "after-end",
        "after-end",
        {},
        {"round": 6},
    ),
    (
        "the number of dice comes before what they show",
        both(drop("rounds", 1, "dice", 0), put("rounds", 1, "dice", 0, 7)),
        "deal",
        "dice-count",
        {"count": 29, "wanted": 30},
        {"round": 2},
    ),
    (
        "the dice come before the guesses",
        both(put("rounds", 1, "guesses", 1, 1), put("rounds", 1, "dice", 0, 7)),
        "range",
        "face",
        {"number": 7},
        {"round": 2},
    ),
    (
        "a stage comes before the next one",
        both(put("rounds", 2, "dice", 0, 7), put("rounds", 1, "guesses", 3, 9)),
        "range",
        "range",
        {},
        {"round": 2, "seat": 3},
    ),
]


@pytest.mark.parametrize("case", EXACTLY, ids=[case[0] for case in EXACTLY])
def test_a_refusal_says_what_and_where(case: Case) -> None:
    """Rule, code, the values for the sentence, and the place; of two errors the first."""
    check_exactly(case, "dice_watching")


@pytest.mark.parametrize("die", [-1, 10])
def test_a_marked_die_that_is_not_there_is_named(die: int) -> None:
    """After the dice, before the guesses."""
    change = both(put("rounds", 0, "marked", die), put("rounds", 0, "guesses", 0, 1))
    case = ("marked", change, "range", "marked", {"number": die}, {"round": 1})
    check_exactly(case, "dice_watching_rotating")


def test_a_record_by_hand() -> None:
    """Counted with pencil and paper from dice_watching.json; the referee has no score and no total."""
    # Stage 1 shows 4 6 1 6 7 6 dice of 1 to 6: 5, 4 and 4 give 7, 6 and 6.
    # Stage 2 shows 6 3 5 4 5 7: 3, 2 and 3 give 5, 3 and 5. Stage 3 shows 3 2 7 5 7 6: 1, 4 and 3 give 3, 5
    # and, one of the largest, 0. Stage 4 shows 5 6 6 3 4 6: 1 gives 0, and 5, the second smallest, 8 twice.
    # Stage 5 shows 9 5 3 3 7 3: 3, 3 and 1 give 6, 6 and, the largest, -10.
    told = read(base("dice_watching"))
    assert [each["scores"] for each in told["rounds"]] == [
        [7, None, 6, 6],
        [5, None, 3, 5],
        [3, None, 5, 0],
        [0, None, 8, 8],
        [6, None, 6, -10],
    ]
    assert (told["totals"], told["winners"], told["next"]) == ([21, None, 28, 9], [2], None)
    assert (told["game"], told["complete"]) == ("dice-watching", True)
    assert told["rounds"][0]["detail"]["dice"] == [4, 6, 1, 6, 7, 6]


def test_a_rotating_record_by_hand() -> None:
    """With a marked die, and odd faces one more; everybody has a total and shares the win."""
    # Stage 1 shows 3 1 1 3 1 1 with a marked 4, so the faces count 4 1 2 5 2 1: 6 gives 1, 2 gives 1.
    told = read(base("dice_watching_rotating"))
    assert told["rounds"][0]["scores"] == [None, 1, 1]
    assert told["rounds"][0]["detail"]["counts"] == [4, 1, 2, 5, 2, 1]
    assert [each["scores"].index(None) for each in told["rounds"]] == [0, 1, 2, 0, 1, 2]
    assert (told["totals"], told["winners"]) == ([6, 6, 6], [0, 1, 2])


def test_the_referee_of_a_whole_game_never_wins() -> None:
    """Not even where all others are below zero: totals and winners leave that seat out."""
    record = base("dice_watching")
    record["rounds"] = [
        {"dice": [1] * 12 + [2] * 10 + [3] * 4 + [4] * 4, "guesses": [face, None, face, face]}
        for face in (6, 6, 6, 6, 1)
    ]
    told = read(record)
    assert (told["totals"], told["winners"]) == ([-10, None, -10, -10], [0, 2, 3])


def test_options_left_out_have_their_defaults() -> None:
    """Naming the defaults changes nothing; nor does an option that does not apply."""
    record = base("dice_watching")
    told = read(record)
    for name, value in {"dice": 30, "mode": "referee", "seconds": 1, "turns_each": 4}.items():
        record["options"][name] = value
        assert read(record) == told


def test_next_says_who_must_act() -> None:
    """The referee throws; then all the others choose a face."""
    record = base("dice_watching")
    first, second = record["rounds"][:2]

    def due(*rounds: Any) -> Any:
        return read({**record, "rounds": list(rounds)})["next"]

    assert due() == {"round": 1, "phase": "throw", "seats": [1]}
    assert due({"dice": first["dice"]}) == {"round": 1, "phase": "guess", "seats": [0, 2, 3]}
    assert due(first) == {"round": 2, "phase": "throw", "seats": [1]}
    assert due(first, {**second, "guesses": []}) == {"round": 2, "phase": "guess", "seats": [0, 2, 3]}
    told = read({**record, "rounds": [first]})
    assert (told["complete"], told["winners"], told["totals"]) == (False, None, [7, None, 6, 6])


@pytest.mark.parametrize("name", GOOD)
def test_dice_that_are_read_lie_at_places_of_their_own(name: str) -> None:
    """A record does not hold where they lay, so they are put anywhere, none on another."""
    state = replay(json.dumps(base(name)).encode()).state
    assert len(state.places) == len(set(state.places)) == state.dice


def test_a_record_holds_what_was_done_and_no_more() -> None:
    """Dice in the order rolled, the marked one by its index, and the guesses by seat."""
    seats, options = TABLES[3]
    settled = settle_options(RULES, seats, options)
    final, faces, facts = simulate(RULES, seats, settled, random.Random(2))
    record = record_of(RULES, seats, settled, ["a", "b", "c", "d", "e"], facts, faces)
    assert record["options"] == settled
    assert len(record["rounds"]) == 5
    for data, past in zip(record["rounds"], final.past, strict=True):
        assert set(data) == {"dice", "marked", "guesses"}
        assert [data["dice"].count(face) for face in range(1, 7)] == list(past.dice)
        assert data["dice"][data["marked"]] == past.marked
        assert [face or -1 for face in data["guesses"]] == list(past.guesses)
    settled = settle_options(RULES, 3, {})
    _, faces, facts = simulate(RULES, 3, settled, random.Random(2))
    written = record_of(RULES, 3, settled, ["a", "b", "c"], facts, faces)
    assert all(set(data) == {"dice", "guesses"} for data in written["rounds"])


def due_next(s: State) -> tuple[str, list[int]]:
    """Who must act, as far as a record can tell: guesses are there once all have sealed, and then they are
    opened without a choice.
    """
    if s.section == OPENING:
        over = len(s.past) + 1 == RULES.view(s, None, {})["rounds"]
        s = s._replace(section=THROW, stage=s.stage + (not over))
    if PHASES[s.section] == "throw":
        return "throw", [RULES.view(s, None, {})["referee"]]
    return "guess", list(guessers(s))


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_a_game_cut_after_every_fact_is_read_back_to_where_it_was(
    seats: int, options: dict[str, Any]
) -> None:
    """The finished stages and the seats that must act are those of the game at the cut; what the record needs
    to know is no more than was sealed by then.
    """
    settled = settle_options(RULES, seats, options)
    final, faces, facts = simulate(RULES, seats, settled, random.Random(seats))
    s: State = RULES.start(seats, settled)
    known: dict[int, int] = {}
    for cut, fact in enumerate(facts):
        record = record_of(RULES, seats, settled, ["同じ名前"] * seats, facts[:cut], known)
        told = read(record)
        opened = s.section == OPENING
        if not (opened and len(s.past) + 1 == len(final.past)):
            assert (told["next"]["phase"], told["next"]["seats"]) == due_next(s), cut
        if not opened:
            assert told["totals"] == list(RULES.totals(s))
        s = _follow(s, fact, faces, known)
    told = read(record_of(RULES, seats, settled, ["同じ名前"] * seats, facts, known))
    assert (told["totals"], told["winners"]) == (list(RULES.totals(final)), list(winners(RULES, final)))
    assert [each["detail"] for each in told["rounds"]] == RULES.view(final, None, {})["rounds_detail"]


def _follow(s: State, fact: Fact, faces: dict[int, int], known: dict[int, int]) -> State:
    """The next state; what has been sealed with this fact becomes known."""
    assert not isinstance(fact, Opened) or set(fact.faces) <= set(range(1, 7))
    for request in pending(RULES, s):
        if isinstance(request, Seal) and fact == Sealed(request.seat):
            known[request.slot] = faces[request.slot]
    after: State = then(RULES, s, fact)
    return after
