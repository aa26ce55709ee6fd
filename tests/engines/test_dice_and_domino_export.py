"""Records of Dice And Domino: a game that stops anywhere is written as it stands, and read back to there."""

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
    assert score(json.dumps(record).encode()).winners == winners(RULES, final)


def _begun(s: State) -> tuple[str, list[int]]:
    return ("deal", []) if s.section <= state.DEAL else waits(s)
