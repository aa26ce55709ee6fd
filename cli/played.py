"""A game that has been played, as far as it can be read: from a transcript, or from an open record."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from cli.words import Names, told_apart
from engines import record
from engines.table import Options, Rules
from engines.vocabulary import Faces, Fact, Seat, Slot
from peer.audit import Audited, Verdict, audit_transcript
from peer.position import Position

Recollection = Callable[[Position], tuple[Seat, dict[Slot, int]] | None]
"""What this machine knows itself of a game: its seat, and the faces that only this seat has seen."""


class Unreadable(Exception):
    """A transcript from which no game can be read. The verdict says why."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(verdict.code)
        self.verdict = verdict


@dataclass(frozen=True, slots=True)
class Played:
    """What happened, and which faces are known of it beside those that everybody saw.

    `seats`: those whose hands are known whole, all of them where the game is open. `verdict`: that of the
    audit; None for a record, which is no proof.
    """

    rules: Rules
    options: Options
    names: Names
    facts: Sequence[Fact] = field(repr=False)
    faces: Faces = field(repr=False)
    seats: tuple[Seat, ...]
    verdict: Verdict | None = None


def read_played(data: bytes, recollection: Recollection = lambda position: None) -> Played:
    """The game of a file. Unreadable, or engines.record.RecordError where a record is refused."""
    if data.lstrip()[:1] == b"{":
        return _of_record(record.replay(data))
    return _of_transcript(audit_transcript(data), recollection)


def _of_record(replayed: record.Replay) -> Played:
    count = len(replayed.players)
    names = Names(told_apart(replayed.players), (False,) * count, None)
    seats = tuple(range(count))
    return Played(replayed.rules, replayed.options, names, replayed.facts, replayed.faces, seats)


def _of_transcript(audited: Audited, recollection: Recollection) -> Played:
    position, verdict = audited.position, audited.verdict
    if position is None:
        raise Unreadable(verdict)
    players = position.genesis.players
    names = Names(told_apart([each.name for each in players]), tuple(each.bot for each in players), None)
    options: dict[str, Any] = dict(position.genesis.options)
    seats, faces = tuple(position.seats), audited.faces
    if faces is None:
        own = recollection(position)
        seats, faces = ((own[0],), own[1]) if own else ((), {})
    return Played(position.rules, options, names, position.facts, faces, seats, verdict)
