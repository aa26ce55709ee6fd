"""Writing open records: a game that stops anywhere is written as it stands, and read back to where it was."""

import json
import random
from typing import Any

import pytest

import engines
from engines import notice_state
from engines.export import record_of
from engines.notice_state import item
from engines.score import score
from engines.simulate import simulate
from engines.table import State, pending, settle_options, then
from engines.vocabulary import Face, Fact, Gave, Give, Open, Opened, Play, Request, Seal, Sealed, Shuffle

NOTICE = engines.load("notice")
TABLES: list[tuple[int, dict[str, Any]]] = [
    (3, {}),
    (4, {"penalty": "both"}),
    (4, {"thirteen": True}),
    (4, {"thirteen": True, "penalty": "both"}),
    (5, {"penalty": "both"}),
    (6, {}),
]


def game(seats: int, options: dict[str, Any]) -> tuple[list[Fact], dict[int, Face], State, dict[str, Any]]:
    """The facts, faces and start of a random game, and its complete options."""
    settled = settle_options(NOTICE, seats, options)
    _, faces, facts = simulate(NOTICE, seats, settled, random.Random(seats))
    return facts, faces, NOTICE.start(seats, settled), settled


def due(s: State) -> tuple[str, list[int]]:
    """Who must act next, as far as a record can tell.

    A hand is passed and predictions are opened without a choice, so a record stands behind both; of
    predictions it has all or none, and a deal is written once its card is turned up.
    """
    while s.section in (notice_state.PASS, notice_state.OPENING):
        for request in pending(NOTICE, s):
            s = then(NOTICE, s, _without_choice(s, request))
    if s.section in (notice_state.FIRST_DEALER, notice_state.SHUFFLE, notice_state.DEAL, notice_state.TURN):
        return "deal", []
    if s.section == notice_state.TRICKS:
        return "tricks", [request.seat for request in pending(NOTICE, s) if isinstance(request, Play)]
    return notice_state.PHASES[s.section], list(range(s.seats))


def _without_choice(s: State, request: Request) -> Fact:
    if isinstance(request, Give):
        return Gave(request.seat, s.hands[request.seat])
    assert isinstance(request, Open)
    return Opened(request.seat, (0,) * len(request.slots))


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_a_game_cut_after_every_fact_is_read_back_to_where_it_was(
    seats: int, options: dict[str, Any]
) -> None:
    """The finished rounds and the seats that must act are those of the game at the cut; nothing that was
    sealed after it is told, although all faces are at hand.
    """
    facts, faces, s, settled = game(seats, options)
    names = [f"player {seat}" for seat in range(seats)]
    two_rounds = next(i for i, fact in enumerate(facts) if isinstance(fact, Opened)) * 2
    for cut in range(two_rounds + 1):
        scored = score(json.dumps(record_of(NOTICE, seats, settled, names, facts[:cut], faces)).encode())
        assert scored.next is not None
        assert (scored.next["phase"], scored.next["seats"]) == due(s), cut
        if s.section != notice_state.OPENING:
            assert scored.totals == NOTICE.totals(s)
            assert scored.next["round"] == len(s.past) + 1
        s = then(NOTICE, s, facts[cut])


def test_a_record_holds_what_was_done_and_no_more() -> None:
    """Hands as dealt, the card turned up, both predictions by seat, and the cards in the order played."""
    facts, faces, _, settled = game(3, {})
    record = record_of(NOTICE, 3, settled, ["Aki", "Ben", "Chie"], facts, faces)
    assert {key: value for key, value in record.items() if key != "rounds"} == {
        "format": "record/1",
        "game": "notice",
        "players": ["Aki", "Ben", "Chie"],
        "options": {"penalty": "other", "thirteen": False},
    }
    assert len(record["rounds"]) == 6
    second = record["rounds"][1]
    assert set(second) == {"dealer", "hands", "turn_up", "predict_other", "predict_own", "plays"}
    assert second["dealer"] == (record["rounds"][0]["dealer"] + 1) % 3
    assert second["hands"] == [
        [item(faces[100 + 10 * seat + place]) for place in range(10)] for seat in range(3)
    ]
    assert second["turn_up"] == item(faces[130])
    assert second["predict_other"] == [faces[160 + seat] for seat in range(3)]
    assert second["predict_own"] == [faces[170 + seat] for seat in range(3)]
    assert sorted(second["plays"]) == sorted(card for hand in second["hands"] for card in hand)


def test_only_what_is_known_at_the_cut_is_needed() -> None:
    """Where a game was broken off, there are no later predictions and no later deals to look up."""
    facts, faces, s, settled = game(3, {})
    known: dict[int, Face] = {}
    for cut, fact in enumerate(facts):
        whole = record_of(NOTICE, 3, settled, ["a", "b", "c"], facts[:cut], faces)
        assert record_of(NOTICE, 3, settled, ["a", "b", "c"], facts[:cut], known) == whole
        for request in pending(NOTICE, s):
            if isinstance(request, Shuffle):
                known |= {slot: faces[slot] for slot in request.slots}
            elif isinstance(request, Seal) and fact == Sealed(request.seat):
                known[request.slot] = faces[request.slot]
        s = then(NOTICE, s, fact)
