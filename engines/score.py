"""Scores of open records: everything that follows from the moves, computed by the rules (records.md, "What
score answers").
"""

from dataclasses import dataclass
from typing import Any

from engines.record import record_module, replay
from engines.table import pending, winners


@dataclass(frozen=True, slots=True)
class Score:
    """The scores of a record. `rounds` are the finished ones; `next` says who must act, None when the game is
    over.
    """

    game: str
    players: tuple[str, ...]
    rounds: tuple[dict[str, Any], ...]
    totals: tuple[int | None, ...]
    winners: tuple[int, ...] | None
    next: dict[str, Any] | None

    def to_json(self) -> dict[str, Any]:
        """As records.md has it."""
        return {
            "game": self.game,
            "complete": self.next is None,
            "rounds": list(self.rounds),
            "totals": list(self.totals),
            "winners": None if self.winners is None else list(self.winners),
            "next": self.next,
        }


def score(data: bytes) -> Score:
    """Score a record; engines.record.RecordError with the first thing that is wrong with it."""
    played = replay(data)
    rules, s = played.rules, played.state
    view = rules.view(s, None, {})
    rounds = tuple(
        {"scores": scores, "detail": detail}
        for scores, detail in zip(view["scores"], view["rounds_detail"], strict=True)
    )
    waiting = pending(rules, s)
    due = None
    if waiting:
        seats = [request.seat for request in waiting if hasattr(request, "seat")]
        due = {"round": record_module(rules.name).round_of(s) + 1, "phase": view["phase"], "seats": seats}
    won = winners(rules, s) if due is None else None
    return Score(rules.name, played.players, rounds, rules.totals(s), won, due)
