"""Writing open records (records.md) of games of which every face is known."""

from collections.abc import Sequence
from typing import Any

from engines.record import FORMAT, record_module
from engines.table import Options, Rules
from engines.vocabulary import Faces, Fact


def record_of(
    rules: Rules, seats: int, options: Options, players: Sequence[str], facts: Sequence[Fact], faces: Faces
) -> dict[str, Any]:
    """The record of a game, finished or not. `options` are complete; `players` in seat order."""
    rounds = record_module(rules.name).write_rounds(rules.start(seats, options), facts, faces)
    return {
        "format": FORMAT,
        "game": rules.name,
        "players": list(players),
        "options": dict(options),
        "rounds": rounds,
    }
