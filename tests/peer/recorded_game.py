"""A whole game that was played once, and can be taken up again where any step begins: with the same cards,
on new tables.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import engines
from engines.table import Options, Rules, State
from engines.vocabulary import Choice
from peer.checks import trust
from peer.outcome import Ask, Send
from peer.position import Position
from peer.steps import Step
from peer.table import Table
from protocol import payloads as said
from protocol.events import Body, Event, read_body
from protocol.genesis import decode_genesis
from protocol.messages import Said, decode_message
from tests.peer.memory_network import MemoryGame
from tests.peer.mini_game import MINI


@dataclass(frozen=True)
class Scene:
    """One answer of the recorded game, with what everybody knew before it."""

    number: int
    seat: int
    step: Step
    state: State
    payload: Any
    event: Event
    hand: tuple[int, ...]
    """The faces that the seat holds, in the order of its slots."""
    last_deal: bool
    """Whether no deck is shuffled after the one in use."""


When = Callable[[Scene], bool]


@dataclass
class Noted(MemoryGame):
    """A game that remembers what everybody chose, by step and seat."""

    chosen: dict[tuple[int, int], Choice] = field(default_factory=dict)

    def choose(self, seat: int, asked: Ask) -> Choice:
        choice = super().choose(seat, asked)
        self.chosen[asked.step, seat] = choice
        return choice


@dataclass(eq=False)
class Record:
    """The recorded game: its scenes in the order of the transcript, and every face."""

    rules: Rules
    seats: int
    options: Options = field(default_factory=dict)
    seed: int = 0

    def __post_init__(self) -> None:
        self.game = Noted(self.rules, self.seats, dict(self.options), seed=self.seed)
        self.game.play()
        self.data = self.game.transcript()
        self.faces = {slot: face for table in self.game.tables for slot, face in table.own.faces.items()}
        self.sealed = [dict(table.own.sealed) for table in self.game.tables]
        self.seals = dict(self.game.tables[0].position.seals)
        self.scenes = tuple(self._scenes())

    def _scenes(self) -> Iterator[Scene]:
        position = Position(self.game.genesis, decode_genesis(self.game.genesis), self.rules)
        last_deal = max((deck.step for deck in self.game.tables[0].position.decks), default=0)
        for event in self.game.tables[0].events():
            body = read_body(event)
            payload = said.decode_payload(body.payload)
            hands = getattr(position.state, "hands", ()) or ((),) * self.seats
            faces = {**self.faces, **position.face_up}
            yield Scene(
                number=body.step,
                seat=body.seat,
                step=position.step,
                state=position.state,
                payload=payload,
                event=event,
                hand=tuple(faces[slot] for slot in hands[body.seat]),
                last_deal=body.step >= last_deal,
            )
            position.accept(trust(position, body.seat, event, payload))

    def first(self, when: When) -> Scene:
        """The first scene like this."""
        return next(scene for scene in self.scenes if when(scene))


@dataclass
class Retaken(MemoryGame):
    """The recorded game again, from where step `at` begins. Everybody chooses as they did, as far as that
    is possible.
    """

    record: Record = field(kw_only=True)
    at: int = field(kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        assert self.genesis == self.record.game.genesis
        for seat, journal in enumerate(self.journals):
            sealed = {
                slot: value
                for slot, value in self.record.sealed[seat].items()
                if self.record.seals[slot].step < self.at
            }
            for scene in self.record.scenes:
                if scene.number < self.at:
                    journal.keep(self.table, scene.number, scene.seat, scene.event)
            journal.keep_own(self.table, self.at, self.seats, Event(b"", bytes(64)), sealed)
            journal._db.execute("DELETE FROM event WHERE seat = ?", (self.seats,))
        self.tables = [self.sit(seat) for seat in range(self.seats)]

    def choose(self, seat: int, asked: Ask) -> Choice:
        """As in the recorded game, else as it comes."""
        choice = self.record.game.chosen.get((asked.step, seat))
        return choice if choice is not None and choice in asked.choices else super().choose(seat, asked)

    def run(self, ticks: int) -> None:
        """Let it run for so many ticks, or until everybody is done."""
        for _ in range(ticks):
            self.quiet()
            if self.done:
                break
            for seat, table in enumerate(self.tables):
                self.take(seat, table.tick())
        self.quiet()

    def quiet(self) -> None:
        """Let the network run until nothing is on the way and nobody is asked."""
        busy = True
        while busy:
            while self.wire:
                self.step()
            busy = self.answer_all()


def events_sent(game: MemoryGame, seat: int) -> list[tuple[int, Body, Event]]:
    """Every event of its own that a seat has put on the wire: its place among all that was heard, body and
    event.
    """
    found = []
    for place, (sender, output) in enumerate(game.heard):
        if sender == seat and isinstance(output, Send):
            message = decode_message(output.data)
            if isinstance(message, Said) and (body := read_body(message.event)).seat == seat:
                found.append((place, body, message.event))
    return found


def table_of(game: MemoryGame, seat: int) -> Table:
    """The table of a seat."""
    return game.tables[seat]


OPTIONS: Mapping[str, Options] = {
    "dice-and-domino": {"rounds": 1},
    "no-loose-ends": {"double_cross": True, "escape": True},
    "dice-watching": {"dice": 10},
}
"""What makes the recorded games short, or gives more to lie about."""

SEEDS = {"dice-and-domino": 10, "no-loose-ends": 26}
"""Games in which something happens that is rare."""


@cache
def recorded(name: str, seats: int) -> Record:
    """The recorded game of this name, played once in a run of the tests."""
    return Record(
        MINI if name == "mini" else engines.load(name), seats, OPTIONS.get(name, {}), SEEDS.get(name, 11)
    )
