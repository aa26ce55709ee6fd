"""A game that is over for some is answered from their journals, for its players alone and within bounds."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from peer.afterwards import Afterwards
from peer.bots.seat import take_any_seat
from peer.lacking import SENT_AT_ONCE
from peer.outcome import Over, Send
from peer.sitting import Sitting
from protocol.errors import Malformed
from protocol.events import FIRST, Body, Event, read_body, sign_event
from protocol.messages import Have, Head, Said, encode_message
from protocol.payloads import Settle, encode_payload
from tests.peer.memory_network import MemoryGame
from tests.peer.memory_peers import Hub
from tests.peer.mini_game import MINI
from tests.peer.whole_peers import go_on, kill, node, play, run, sit_down, until

NOTHING = Head(-1, FIRST)


@pytest.fixture(scope="module")
def played() -> MemoryGame:
    """A game that everybody has ended."""
    game = MemoryGame(MINI, 3)
    game.play()
    return game


def key_of(game: MemoryGame, seat: int) -> bytes:
    return game.tables[seat].position.genesis.players[seat].key


def asking(table: bytes, heads: Sequence[Head]) -> bytes:
    return encode_message(Have(table, 0, bytes(32), tuple(heads), ()))


def heads_after(events: Sequence[Event], seats: int) -> list[Head]:
    heads = [NOTHING] * seats
    for event in events:
        body = read_body(event)
        heads[body.seat] = Head(body.step, event.id)
    return heads


def test_the_journal_answers_as_the_table_did(played: MemoryGame) -> None:
    """Whatever a player has of the game, the journal of another one answers it with the same frames as that
    one's table would.
    """
    afterwards = Afterwards(played.journals[0])
    events = played.tables[0].events()
    assert len(events) > 30
    for count in range(len(events) + 1):
        data = asking(played.table, heads_after(events[:count], 3))
        played.tables[0].tick()
        afterwards.tick()
        frames = afterwards.answer(key_of(played, 1), data)
        assert frames == [
            output.data for output in played.tables[0].receive(1, data) if isinstance(output, Send)
        ]
        assert len(frames) == min(len(events) - count, SENT_AT_ONCE)


def test_who_broke_the_game_is_shown_afterwards() -> None:
    """A player who was not there when somebody said two things gets the evidence, and blames the same."""
    game = MemoryGame(MINI, 3)
    game.begin()
    while game.tables[0].position.number < 4:
        game.step()
    first = next(event for event in game.tables[0].events() if read_body(event).seat == 1)
    body = read_body(first)
    lie = Body(body.table, 1, body.step, body.previous, body.position, encode_payload(Settle((), ())))
    frame = encode_message(Said(game.table, sign_event(game.signers[1].sign, lie)))
    game.tables[0].receive(1, frame)
    assert game.tables[0].halted is not None and game.tables[2].halted is None
    have = game.tables[2].linked(0)[0]
    assert isinstance(have, Send)
    for answer in Afterwards(game.journals[0]).answer(key_of(game, 2), have.data):
        game.tables[2].receive(0, answer)
    assert game.tables[2].halted == game.tables[0].halted


def test_nobody_else_gets_an_answer(played: MemoryGame) -> None:
    """A stranger, a game of which nothing is known, and a game that is not over here are answered with
    nothing, and nothing is written for them.
    """
    data = asking(played.table, [NOTHING] * 3)
    unknown = asking(bytes(32), [NOTHING] * 3)
    running = MemoryGame(MINI, 3, seed=1)
    running.begin()
    asked = asking(running.table, [NOTHING] * 3)
    for game, key, frame in (
        (played, bytes(32), data),
        (played, key_of(played, 1), unknown),
        (running, key_of(running, 1), asked),
    ):
        before = game.journals[0]._db.total_changes
        assert Afterwards(game.journals[0]).answer(key, frame) == []
        assert game.journals[0]._db.total_changes == before
    running.journals[0].close_game(running.table, "left")
    assert Afterwards(running.journals[0]).answer(key_of(running, 1), asked) == []


def test_a_flood_gets_one_answer_from_tick_to_tick(played: MemoryGame) -> None:
    """A player who asks without end is answered once until the next tick, without a look at the journal;
    other players are answered all the same.
    """
    looked: list[str] = []
    journal = played.journals[0]
    journal._db.set_trace_callback(looked.append)
    afterwards = Afterwards(journal)
    data = asking(played.table, [NOTHING] * 3)
    assert afterwards.answer(key_of(played, 1), data)
    once = len(looked)
    assert not any(afterwards.answer(key_of(played, 1), data) for _ in range(1000))
    assert len(looked) == once > 0
    assert afterwards.answer(key_of(played, 2), data)
    afterwards.tick()
    assert afterwards.answer(key_of(played, 1), data)
    journal._db.set_trace_callback(None)


def test_a_question_of_another_shape_is_malformed(played: MemoryGame) -> None:
    """Too few heads, and bytes that are no message."""
    for data in (asking(played.table, [NOTHING] * 2), asking(played.table, [NOTHING] * 3)[:-1]):
        with pytest.raises(Malformed):
            Afterwards(played.journals[0]).answer(key_of(played, 1), data)


# whole peers

NAMES = ("aki", "ken", "rin")
GAME = "dice-watching"


def end_of(sitting: Sitting) -> bytes:
    assert isinstance(sitting.ended, Over) and sitting.transcript_path is not None
    return sitting.transcript_path.read_bytes()


@pytest.mark.parametrize("where", ["lobby", "table"])
def test_who_was_cut_before_the_end_gets_it_when_the_others_have_left(tmp_path: Path, where: str) -> None:
    """It resumes, finds one of them at the old address, started again without a seat or at another table,
    and ends with the same transcript.
    """

    async def work() -> None:
        hub = Hub()
        peers = await sit_down(hub, tmp_path, NAMES, GAME)
        hub.lose = lambda source, target, data: target == "aki" and b"settle" in data
        ended = [await peers[name][1] for name in ("ken", "rin")]
        assert not peers["aki"][1].done()
        await kill(hub, *peers["aki"])
        hub.lose = lambda source, target, data: False
        await kill(hub, *peers["rin"])
        ken = peers["ken"][0]
        if where == "lobby":
            await kill(hub, *peers["ken"])
            ken = await node(hub, tmp_path, "ken").__aenter__()
        else:
            await ken.open(GAME, 3, {})
        hub.discovery = False  # it dials where the others were
        aki, playing = await go_on(hub, tmp_path, "aki")
        sitting = await playing
        assert end_of(sitting) == end_of(ended[0]) == end_of(ended[1])
        await kill(hub, aki, playing)
        await kill(hub, ken)

    run(work())


def test_questions_about_an_old_game_do_not_disturb_the_next(tmp_path: Path) -> None:
    """At their next table, a stranger and a player ask for the game before again and again: only the player
    is answered, and the second game comes to its end with all links.
    """

    async def work() -> None:
        hub = Hub()
        peers = await sit_down(hub, tmp_path, NAMES, GAME)
        ended = [await task for _, task in peers.values()]
        aki, ken, rin = (peers[name][0] for name in NAMES)
        mal = await node(hub, tmp_path, "mal").__aenter__()
        table = bytes.fromhex(ended[0].table)
        answered: list[str] = []

        def watch(source: str, target: str, frame: bytes) -> bool:
            if source == "aki" and table in frame:
                answered.append(target)
            return False

        sittings = [await aki.open(GAME, 3, {}), await take_any_seat(ken), await take_any_seat(rin)]
        await until(lambda: all(sitting.table for sitting in sittings))
        hub.lose = watch
        for _ in range(500):
            for asker in (mal, ken):
                asker.network.send(aki.key, asking(table, [NOTHING] * 3))
        await until(lambda: bool(answered))
        await asyncio.gather(*(play(sitting) for sitting in sittings))
        assert {sitting.verdict.outcome for sitting in sittings if sitting.verdict} == {"fair"}
        assert {sitting.table for sitting in sittings}.isdisjoint({table.hex()})
        assert set(answered) == {"ken"}
        assert hub.dropped == []
        for at in (aki, ken, rin, mal):
            await kill(hub, at)

    run(work())
