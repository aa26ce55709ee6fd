"""A table of peers comes to the same end for everyone, whatever the network does and whoever is killed
when.
"""

import json

import pytest

import engines
from engines.score import score
from engines.table import OptionValue, pending
from peer.audit import audit_transcript
from peer.blame import Refusal
from peer.export import export_record
from peer.outcome import Ask, Happened, Over, Send
from tests.peer.memory_network import MemoryGame, Weather
from tests.peer.mini_game import MINI

NOTICE = engines.load("notice")
STORM = Weather(lost=0.2, doubled=0.15, reordered=0.4, cut=0.1)


def ends_alike(game: MemoryGame) -> None:
    """All seats are done, undisturbed, hold the same transcript and know the same state."""
    assert [table.halted for table in game.tables] == [None] * game.seats
    assert game.misbehaved == []
    assert len({game.transcript(seat) for seat in range(game.seats)}) == 1
    assert len({table.position.state for table in game.tables}) == 1
    assert all(table.position.finished for table in game.tables)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_comes_to_the_same_end(seats: int) -> None:
    """On a good network all peers end with the same transcript, and each hears of every fact once and of
    the end once.
    """
    game = MemoryGame(MINI, seats)
    game.play()
    ends_alike(game)
    facts = game.tables[0].position.facts
    for seat in range(seats):
        assert [o.fact for s, o in game.heard if s == seat and isinstance(o, Happened)] == facts
        assert sum(s == seat and isinstance(o, Over) for s, o in game.heard) == 1
    assert pending(MINI, game.tables[0].position.state) == ()


@pytest.mark.parametrize("block", range(10))
def test_bad_weather_changes_nothing(block: int) -> None:
    """Lost, doubled and reordered frames and cut links, from 200 seeds, end in one state on all peers."""
    for seed in range(block * 20, block * 20 + 20):
        game = MemoryGame(MINI, 3, seed=seed, weather=STORM)
        game.play(3000)
        ends_alike(game)


@pytest.mark.parametrize(
    ("name", "seats", "options"),
    [
        ("nokosu", 3, {"dropped": "B"}),
        ("nokosu", 4, {}),
        ("dice-and-domino", 2, {"rounds": 1, "perfect_alone": True}),
        ("dice-and-domino", 4, {"rounds": 2, "sets": 2, "w0_draws": True}),
        ("notice", 3, {}),
        ("notice", 4, {"thirteen": True, "penalty": "both"}),
        ("notice", 5, {}),
        ("notice", 6, {"penalty": "both"}),
        ("no-loose-ends", 2, {"simple_scoring": True}),
        ("no-loose-ends", 4, {"double_cross": True, "escape": True, "plan_b": True}),
        ("no-loose-ends", 5, {}),
        ("dice-watching", 3, {}),
        ("dice-watching", 10, {"mode": "rotating", "marked_die": True}),
    ],
)
def test_a_whole_game_in_bad_weather(name: str, seats: int, options: dict[str, OptionValue]) -> None:
    """Every game comes to its end through a storm; the audit finds it fair and open, and its open record
    scores the same.
    """
    rules = engines.load(name)
    game = MemoryGame(rules, seats, options, seed=seats, weather=STORM)
    game.play(3000)
    ends_alike(game)
    verdict = audit_transcript(game.transcript()).verdict
    assert (verdict.outcome, verdict.opened, verdict.code) == ("fair", True, "")
    assert verdict.totals == rules.totals(game.tables[0].position.state)
    scored = score(json.dumps(export_record(game.transcript())).encode())
    assert (scored.totals, scored.winners) == (verdict.totals, verdict.winners)


def test_a_sealed_table_stays_shut() -> None:
    """At a sealed table nobody shows a seed, and the audit holds without."""
    game = MemoryGame(NOTICE, 3, sealed=True)
    game.play()
    ends_alike(game)
    verdict = audit_transcript(game.transcript()).verdict
    assert (verdict.outcome, verdict.opened) == ("fair", False)


def test_two_who_cannot_reach_each_other_play_through_the_third() -> None:
    """Events are passed on by whoever is linked to both sides."""
    game = MemoryGame(MINI, 3, links=lambda a, b: {a, b} != {1, 2})
    game.play()
    ends_alike(game)


@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize("sent", [True, False], ids=["after-sending", "before-sending"])
def test_killed_at_any_moment_and_started_again(seat: int, sent: bool) -> None:
    """A peer that is killed at each thing it sends, before or after it leaves, goes on with the same cards
    to the same end.
    """
    plain = MemoryGame(MINI, 3, seed=5)
    plain.play()
    sends = sum(s == seat and isinstance(o, Send) for s, o in plain.heard)
    moments = range(seat, sends, 3)
    assert len(moments) > 15
    for moment in moments:
        game = MemoryGame(MINI, 3, seed=5)
        Killer(game, seat, moment, sent).play()
        ends_alike(game)


def test_all_killed_at_once_and_started_again() -> None:
    """Everybody loses power at the same moment, again and again; the game goes on from the journals."""
    game = MemoryGame(MINI, 3, seed=8)
    game.begin()
    restarts = 0
    while not game.done:
        for _ in range(30):
            if game.wire:
                game.step()
        if not game.wire and not game.answer_all():
            for seat, table in enumerate(game.tables):
                game.take(seat, table.tick())
        hands = [dict(table.own.faces) for table in game.tables]
        game.restart_all()
        restarts += 1
        for before, table in zip(hands, game.tables, strict=True):
            assert all(table.own.faces.get(slot, face) == face for slot, face in before.items())
        assert restarts < 500
    assert restarts > 5
    ends_alike(game)


def test_an_illegal_answer_costs_nothing() -> None:
    """A choice that the rules do not allow is refused with its rule, and the same question stands."""
    game = MemoryGame(NOTICE, 3)
    game.begin()
    while (asked := game.tables[0].ask()) is None:
        game.step()
    assert isinstance(asked, Ask)
    with pytest.raises(Refusal) as refusal:
        game.tables[0].answer(99)
    assert (refusal.value.code, refusal.value.detail) == ("rule", "range")
    assert game.tables[0].ask() == asked
    game.play_on()
    ends_alike(game)


class Killer:
    """Plays a game in which one seat is killed at the n-th frame that it sends."""

    def __init__(self, game: MemoryGame, seat: int, moment: int, sent: bool) -> None:
        self.game, self.seat, self.moment, self.sent = game, seat, moment, sent
        self.count = -1
        game.before = self.before

    def before(self, seat: int, output: object) -> bool:
        """Whether this output still leaves."""
        if seat != self.seat or not isinstance(output, Send):
            return True
        if seat in self.game.dead:
            return False
        self.count += 1
        if self.count == self.moment:
            self.game.dead.add(seat)
            return self.sent
        return True

    def play(self) -> None:
        """To the end, with the restart in between."""
        self.game.begin()
        for _ in self.game.turns():
            if self.game.dead:
                self.game.restart(self.seat)
