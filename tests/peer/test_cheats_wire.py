"""What cannot be laid at an author's door - rubbish, forged names, other tables, floods - costs the link
that it came over, and the others nothing: nobody is blamed, and the game goes on.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import msgpack
import msgspec
import pytest

from peer.audit import INCOMPLETE, REFUSED, audit_transcript
from peer.journal import Journal
from peer.outcome import Misbehaved, Output, Send
from peer.table import Table
from protocol import payloads as said
from protocol.events import Body, Event, read_body
from protocol.genesis import Genesis, decode_genesis, encode_genesis, table_id
from protocol.messages import Have, Said, decode_message, encode_message
from protocol.transcript import write_transcript
from protocol.wire import MAX_FRAME, encode
from tests.peer.caught import TICKS, audited, ends_well
from tests.peer.liars import Liar, Lie, LyingGame, answer, tell
from tests.peer.memory_network import MemoryGame
from tests.peer.mini_game import MINI
from tests.peer.recorded_game import recorded

# frames that no honest peer sends


def frame(liar: Liar, event: Event) -> bytes:
    """An event in a frame of this table."""
    return encode_message(Said(liar.position.table, event))


def forged(liar: Liar) -> bytes:
    """An answer in the name of another seat, signed by the liar."""
    other = liar.others[0]
    return frame(liar, liar.event(seat=other, previous=liar.position.heads[other][1]))


def flipped(liar: Liar) -> bytes:
    """Its own answer, with one bit of the signature changed."""
    event = liar.event()
    return frame(liar, Event(event.body, bytes([event.signature[0] ^ 1]) + event.signature[1:]))


def changed_after_signing(liar: Liar) -> bytes:
    """Somebody else's honest answer, with another payload."""
    event = next(e for e in liar.table.events() if read_body(e).seat != liar.seat)
    body = msgspec.structs.replace(read_body(event), payload=encode(("choose", True)))
    return frame(liar, Event(encode(body), event.signature))


def of_another_table(liar: Liar) -> bytes:
    """An answer that was signed for another table, in a frame of this one."""
    return frame(liar, liar.event(table=bytes(32)))


def for_another_table(liar: Liar) -> bytes:
    """A frame of another table."""
    return encode_message(Said(bytes(32), liar.event()))


def of_no_seat(liar: Liar) -> bytes:
    """An answer of a seat that there is not."""
    return frame(liar, liar.event(seat=9))


def have(liar: Liar, **changes: Any) -> bytes:
    """Its honest word of what it has, changed."""
    output = liar.table._have(liar.others[0])
    assert isinstance(output, Send)
    return encode_message(msgspec.structs.replace(decode_message(output.data), **changes))


MALFORMED: Mapping[str, Callable[[Liar], bytes]] = {
    "forged-name": forged,
    "flipped-signature": flipped,
    "changed-after-signing": changed_after_signing,
    "of-another-table": of_another_table,
    "for-another-table": for_another_table,
    "of-no-seat": of_no_seat,
    "empty": lambda liar: b"",
    "cut-off": lambda liar: frame(liar, liar.event())[:-1],
    "too-long": lambda liar: frame(liar, liar.event()) + b"\0",
    "oversized": lambda liar: bytes(MAX_FRAME + 1),
    "oversized-and-well-formed": lambda liar: encode(
        ["event", liar.position.table, [bytes(70_000), bytes(64)]]
    ),
    "deep": lambda liar: b"\x91" * 30_000,
    "huge-array": lambda liar: b"\xdd\xff\xff\xff\xff",
    "huge-string": lambda liar: b"\xdb\xff\xff\xff\xff",
    "map": lambda liar: msgpack.packb({"event": 1}),
    "extension": lambda liar: msgpack.packb(msgpack.ExtType(5, b"x")),
    "unknown-message": lambda liar: encode(["halt", liar.position.table]),
    "a-field-more": lambda liar: encode(["event", liar.position.table, [b"", bytes(64)], 1]),
    "a-field-less": lambda liar: encode(["event", liar.position.table]),
    "short-signature": lambda liar: encode(["event", liar.position.table, [liar.event().body, bytes(63)]]),
    "body-of-another-shape": lambda liar: frame(liar, Event(encode([1, 2, 3]), bytes(64))),
    "heads-of-another-number-of-seats": lambda liar: have(liar, heads=()),
    "have-of-another-table": lambda liar: have(liar, table=bytes(32)),
    "have-of-a-negative-step": lambda liar: encode(["have", liar.position.table, -1, bytes(32), [], []]),
}


def play_beside(extra: Callable[[Liar], list[Output]], name: str = "mini") -> LyingGame:
    """A game in which one peer sends more than it should, from its first card on, and is honest besides."""

    def more(liar: Liar) -> list[Output] | None:
        return extra(liar) + liar.goes_on(liar.honest)

    game = tell(recorded(name, 3), Lie("beside", "", answer(said.Play), more, "", ""))
    game.begin()
    game.run(5 * TICKS)
    return game


@pytest.mark.parametrize("name", MALFORMED)
def test_rubbish_costs_the_link_and_nothing_else(name: str) -> None:
    """Each frame that no honest peer sends is laid to the link it came over; nobody is blamed, and the game
    goes on.
    """
    game = play_beside(lambda liar: [Send(seat, MALFORMED[name](liar)) for seat in liar.others])
    assert {output.seat for output in game.misbehaved} == {game.scene.seat}
    told = {seat for seat, output in game.heard if isinstance(output, Misbehaved)}
    assert told == {table.seat for table in game.honest}
    game.misbehaved.clear()
    ends_well(game)


def test_any_bytes_are_read_without_an_accident() -> None:
    """Random bytes, and real frames with random bytes in them, never raise and never halt; at worst the
    link is dropped.
    """
    game = recorded("mini", 3).game
    rng = Random(7)
    frames = rng.sample(game.frames, 60)
    table = tell(recorded("mini", 3), Lie("", "", answer(said.Play), lambda liar: None, "", "")).honest[0]
    table.start()
    for _ in range(1500):
        data = bytearray(rng.choice(frames)[2])
        for _ in range(rng.randrange(1, 4)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        if rng.random() < 0.2:
            data = data[: rng.randrange(len(data))]
        for output in table.receive(rng.randrange(3), bytes(data)):
            assert isinstance(output, Misbehaved | Send)
        assert table.halted is None


@pytest.mark.parametrize("field", sorted({field.name for field in msgspec.structs.fields(Have)} - {"table"}))
def test_lies_about_what_one_has_change_nothing(field: str) -> None:
    """`have` is not signed and nothing follows from it but sending: a peer that lies in any field of it all
    game long hurts nobody.
    """
    rng = Random(field)

    class Boaster(Table):
        def _have(self, seat: int) -> Output:
            output = super()._have(seat)
            assert isinstance(output, Send)
            message = decode_message(output.data)
            assert isinstance(message, Have)
            lies: dict[str, Any] = {
                "step": rng.randrange(1000),
                "position": rng.randbytes(32),
                "heads": tuple(
                    msgspec.structs.replace(head, step=rng.randrange(-1, 99), id=rng.randbytes(32))
                    for head in message.heads
                ),
                "links": tuple(range(10)) if rng.random() < 0.5 else (),
            }
            return Send(seat, encode_message(msgspec.structs.replace(message, **{field: lies[field]})))

    class Game(MemoryGame):
        def sit(self, seat: int) -> Table:
            if seat:
                return super().sit(seat)
            secret = self.journals[0].games()[0].secret
            return Boaster(self.genesis, self.rules, 0, secret, self.signers[0].sign, self.journals[0])

    game = Game(MINI, 3, seed=3)
    game.play()
    ends_well(game)


def test_floods_are_bounded() -> None:
    """Of a member that signs a thousand answers to steps that are far away, a peer keeps 16; and if it asks
    ten thousand times for everything, it gets at most eight times 100 events until the next tick.
    """

    def flood(liar: Liar) -> list[Output]:
        if liar.position.number > liar.scene.number:
            return []
        frames = [frame(liar, liar.event(step=5000 + n)) for n in range(1000)]
        return [Send(seat, data) for seat in liar.others for data in frames]

    game = play_beside(flood)
    ends_well(game)
    for table in game.honest:
        assert len(table._early[game.scene.seat]) == 16
        nothing = tuple(msgspec.structs.replace(head, step=-1, id=bytes(32)) for head in _heads(game))
        ask = have(Liar(game.liar, said.Agree()), heads=nothing)
        table.tick()
        answers = [table.receive(game.scene.seat, ask) for _ in range(10_000)]
        assert 78 <= sum(map(len, answers)) <= 8 * 101
        table.tick()
        assert table.receive(game.scene.seat, ask)


def _heads(game: LyingGame) -> tuple[Any, ...]:
    output = game.liar._have(0)
    assert isinstance(output, Send)
    message = decode_message(output.data)
    assert isinstance(message, Have)
    return message.heads


# who sits at another table


def other_genesis(field: str) -> bytes:
    """The genesis of the recorded game with one field changed."""
    genesis = decode_genesis(recorded("notice", 3).game.genesis)
    first, second, *rest = genesis.players
    other: dict[str, Any] = {
        "version": genesis.version + 1,
        "nonce": bytes(32),
        "game": "spades",
        "rules_version": genesis.rules_version + 1,
        "options": (("penalty", "both"), *genesis.options[1:]),
        "players": (second, first, *rest),
        "sealed": not genesis.sealed,
    }
    return encode_genesis(msgspec.structs.replace(genesis, **{field: other[field]}))


@pytest.mark.parametrize("field", [field.name for field in msgspec.structs.fields(Genesis)])
def test_who_agreed_to_something_else_sits_at_another_table(field: str) -> None:
    """A peer whose genesis differs in any field - version, options, order of players ... - is understood by
    nobody: its frames cost it its links, nobody is blamed, and the others wait for it to agree.
    """
    record = recorded("notice", 3)
    other = other_genesis(field)
    game = MemoryGame(record.rules, 3, seed=record.seed)
    assert game.genesis == record.game.genesis
    assert table_id(other) != game.table
    journal = Journal(None)
    journal.open_game(table_id(other), other, 2, bytes(32), 0)
    game.tables[2] = Table(other, record.rules, 2, bytes(32), game.signers[2].sign, journal)
    game.begin()
    for _ in range(TICKS):
        while game.wire:
            game.step()
        for seat, table in enumerate(game.tables):
            game.take(seat, table.tick())
    for table in game.tables[:2]:
        assert table.halted is None
        assert dict(table.position.waiting) == {2: "agree"}
        verdict = audited(table.transcript())
        assert (verdict.outcome, verdict.waiting) == (INCOMPLETE, (2,))
    assert {output.code for output in game.misbehaved} == {"malformed"}


@pytest.mark.parametrize("field", [field.name for field in msgspec.structs.fields(Genesis)])
def test_a_transcript_belongs_to_one_genesis(field: str) -> None:
    """A good transcript with one field of its genesis changed is refused, and no seat is named for it."""
    events = recorded("notice", 3).game.tables[0].events()
    verdict = audit_transcript(write_transcript(other_genesis(field), events)).verdict
    assert (verdict.outcome, verdict.seat) == (REFUSED, None)
    if field in ("version", "game", "rules_version"):
        assert verdict.code == "version"


@pytest.mark.parametrize("field", [field.name for field in msgspec.structs.fields(Body)])
def test_every_field_of_a_body_counts(field: str) -> None:
    """A signed answer in which one field of the body is changed is never taken: it is laid to the link, or
    to its author, or kept aside for a step that never comes like that.
    """

    def lie(liar: Liar) -> list[Output] | None:
        body = read_body(liar.event())
        other: dict[str, Any] = {
            "table": bytes(32),
            "seat": liar.others[0],
            "step": body.step + 1,
            "previous": bytes(32),
            "position": bytes(32),
            "payload": b"\x91\xa4rust",
        }
        return liar.says(**{field: other[field]})

    game = tell(recorded("notice", 3), Lie(field, "", answer(said.Seal), lie, "", ""))
    game.begin()
    game.run(TICKS)
    liar = game.scene.seat
    expected: dict[str, tuple[str | None, set[str]]] = {
        "table": (None, {"malformed"}),
        "seat": (None, {"signature"}),
        "step": (None, set()),
        "previous": ("chain", set()),
        "position": (None, set()),
        "payload": ("shape", set()),
    }
    code, misbehaved = expected[field]
    assert {output.code for output in game.misbehaved} == misbehaved
    for table in game.honest:
        assert (table.halted.code if table.halted else None) == code
        assert table.halted is None or table.halted.seat == liar
        assert table.position.number == game.scene.number
