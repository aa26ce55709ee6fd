"""What must come of a lie."""

from collections.abc import Callable
from functools import lru_cache

import pytest

import engines
from peer.audit import FAIR, INCOMPLETE, REFUSED, Verdict, audit_transcript
from peer.blame import Blame, Refusal
from peer.evidence import judge
from peer.outcome import Halted
from peer.table import Table
from protocol.events import read_body
from protocol.transcript import read_transcript
from tests.peer.liars import AT_ONCE, BY_AUDIT, Lie, LyingGame, tell
from tests.peer.memory_network import MemoryGame
from tests.peer.recorded_game import When, events_sent, recorded

TICKS = 12

Links = Callable[[int, int], bool]


@lru_cache(maxsize=2)
def audited(data: bytes) -> Verdict:
    """The verdict on a transcript; honest peers mostly hold the same one."""
    return audit_transcript(data).verdict


def is_caught(lie: Lie, seats: int = 3, links: Links | None = None) -> LyingGame:
    """Play this lie, and hold everything that must be true of it. Returns the game as it ended."""
    game = tell(recorded(lie.game, seats), lie, links)
    game.begin()
    game.run(TICKS)
    if lie.caught == BY_AUDIT:
        is_found_by_audit(game)
    else:
        names_the_liar(game)
    return game


def names_the_liar(game: LyingGame) -> None:
    """Every honest peer blames the liar for what the lie says, says nothing more, and can show it."""
    lie, blame = game.lie, blamed(game)
    assert (blame.code, blame.detail) == (lie.code, lie.detail)
    if lie.caught == AT_ONCE:
        assert blame.step <= game.scene.number + 1


def blamed(game: LyingGame, audits: bool = True) -> Blame:
    """Why every honest peer blames the liar: all alike, each with evidence for it, and with not a word
    more.
    """
    blames = {table.halted for table in game.honest}
    assert len(blames) == 1, blames
    (blame,) = blames
    assert blame is not None, f"nobody is blamed; waiting for {dict(game.honest[0].position.waiting)}"
    assert blame.seat == game.scene.seat
    for table in game.honest:
        is_quiet(game, table.seat, blame)
        shows(table, blame, audits)
    return blame


def is_quiet(game: LyingGame, seat: int, blame: Blame) -> None:
    """After it halted, once, a peer says nothing new, does not ask and takes no answer.

    Until then it has answered no step after the lie; where the liar told each peer something that would
    have been good, the next ones at most, until the other peers' answers differ.
    """
    halts = [n for n, (who, output) in enumerate(game.heard) if who == seat and isinstance(output, Halted)]
    codes = [output.blame.code for who, output in game.heard if who == seat and isinstance(output, Halted)]
    assert codes in ([blame.code], ["position", "equivocation"])
    sent = events_sent(game, seat)
    before = {event.id for place, _, event in sent if place < halts[0]}
    assert all(event.id in before for place, _, event in sent if place > halts[0])
    last = max(blame.step, game.scene.number) + 2 * (blame.code == "equivocation")
    assert all(body.step <= last for _, body, _ in sent)
    table = game.tables[seat]
    assert table.ask() is None
    with pytest.raises(Refusal):
        table.answer(0)
    count = len(table.events())
    table.tick()
    assert len(table.events()) == count


def shows(table: Table, blame: Blame, audits: bool) -> None:
    """The transcript of this table is refused for the same reason, with evidence signed by the one who is
    blamed.
    """
    evidence = read_transcript(table.transcript()).evidence
    assert evidence
    assert {read_body(event).seat for event in evidence} == {blame.seat}
    assert judge(table.position, evidence) == blame
    if audits and table.position.genesis.game in engines.GAMES:
        seat = None if blame.code == "position" else blame.seat
        assert found(audited(table.transcript())) == (REFUSED, seat, blame.code, blame.step, blame.detail)


def is_found_by_audit(game: LyingGame) -> None:
    """The game ends for everybody; the audit of every transcript names the liar and the step of the lie."""
    assert all(table.position.finished and not table.halted for table in game.honest)
    for table in game.honest:
        verdict = audited(game.transcript(table.seat))
        assert found(verdict)[:3] == (REFUSED, game.scene.seat, game.lie.code)
        assert (verdict.step, verdict.detail) == (game.scene.number, game.lie.detail)


def stops_the_game(name: str, seats: int, kind: str, when: When, last: bool) -> None:
    """Hold what must be true where a seat keeps an answer back: nobody is blamed, everybody waits for it and
    says nothing of a later step, and the audit calls the game incomplete.

    `last`: it hears all others before it stops.
    """
    lie = Lie("withheld", "", when, lambda liar: liar.table.stop(), "", "", patient=last)
    game = tell(recorded(name, seats), lie)
    game.begin()
    game.run(TICKS)
    liar = game.scene.seat
    for table in game.honest:
        assert table.halted is None
        assert dict(table.position.waiting) == {liar: kind}
        assert all(body.step <= game.scene.number for _, body, _ in events_sent(game, table.seat))
        verdict = audited(game.transcript(table.seat))
        assert (verdict.outcome, verdict.waiting, verdict.seat) == (INCOMPLETE, (liar,), None)


def keeps_to_the_steps(game: MemoryGame) -> None:
    """No seat has said anything in a step before every event of the step before it was signed."""
    said_at: dict[tuple[int, int], int] = {}
    for seat in range(game.seats):
        for place, body, _ in events_sent(game, seat):
            said_at.setdefault((body.step, seat), place)
    lying = game.scene.seat if isinstance(game, LyingGame) else None
    for (step, seat), place in said_at.items():
        before = [at for (number, _), at in said_at.items() if number == step - 1]
        assert seat == lying or all(at < place for at in before)


def found(verdict: Verdict) -> tuple[str, int | None, str, int | None, str]:
    """The finding of a verdict."""
    return verdict.outcome, verdict.seat, verdict.code, verdict.step, verdict.detail


def ends_well(game: MemoryGame) -> None:
    """The game goes on to its end, nobody is blamed, and the audit finds it fair."""
    assert all(table.position.finished and table.halted is None for table in game.tables)
    assert len({game.transcript(seat) for seat in range(game.seats)}) == 1
    assert game.misbehaved == []
    if game.rules.name in engines.GAMES:
        assert audit_transcript(game.transcript()).verdict.outcome == FAIR
