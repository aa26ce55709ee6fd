"""The open record of a finished table, from its transcript."""

from typing import Any

from engines.export import record_of
from peer.audit import FAIR, Verdict, audit_transcript


class NotOpen(Exception):
    """Only a fair and finished game whose players opened it has a record.

    The verdict says what it is instead.
    """

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(verdict.outcome)
        self.verdict = verdict


def export_record(data: bytes) -> dict[str, Any]:
    """The record (records.md) of a transcript's game; NotOpen if the transcript does not show one."""
    audited = audit_transcript(data)
    position = audited.position
    if audited.verdict.outcome != FAIR or audited.faces is None or position is None:
        raise NotOpen(audited.verdict)
    names = [player.name for player in position.genesis.players]
    options = dict(position.genesis.options)
    return record_of(position.rules, len(names), options, names, position.facts, audited.faces)
