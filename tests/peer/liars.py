"""A table of lies. Each is told by a peer that otherwise behaves, and says what must come of it.

A lie is a function that gets the liar at the moment of an honest answer and returns what it sends instead.
Its docstring is the lie in words; its decorator says which answer it takes the place of, and what everybody
must find.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from msgspec import structs

from peer.blame import Blame, Refusal
from peer.checks import trust
from peer.outcome import Output, Send
from peer.own import Own
from peer.position import Deck, Position
from peer.table import Table
from protocol import payloads as said
from protocol.context import Context
from protocol.events import Body, Event, Sign, sign_event
from protocol.messages import Said, encode_message
from protocol.payloads import encode_payload
from tests.peer.recorded_game import Record, Retaken, Scene, When

AT_ONCE = "at once"
AT_OPENING = "at the opening"
AT_THE_END = "at the end"
BY_AUDIT = "by the audit"

Told = list[Output] | None
Tell = Callable[["Liar"], Told]


@dataclass(frozen=True)
class Lie:
    """`tell` takes the place of the honest answer of the scene that `when` finds, and is called for every
    later answer of the liar, too; where it returns None, the liar is honest. `code` and `detail` are
    what everybody must blame the liar with. A `patient` liar hears all others in a step before it
    speaks. `by_another`: the liar is the seat after the one whose scene it is, and speaks unasked.
    """

    name: str
    words: str
    when: When
    tell: Tell
    code: str
    detail: str
    caught: str = AT_ONCE
    patient: bool = False
    game: str = "notice"
    by_another: bool = False


class LyingTable(Table):
    """The table of a liar: it says what the lie makes of its answers."""

    lie: Lie
    scene: Scene
    partners: frozenset[int] | None = None
    """Those whom a careful liar goes on playing with; the others hear nothing more that it signs, and
    nobody what it has.
    """

    @property
    def signing(self) -> Sign:
        """How this seat signs."""
        return self._sign

    def waits(self) -> bool:
        """Whether it is still listening to the others of this step."""
        return self.lie.patient and set(self.position.waiting) - {self.seat} != set()

    def ask(self) -> Any:
        return None if self.waits() else super().ask()

    def _speak(self) -> list[Output]:
        out: list[Output] = []
        if self.lie.by_another and self.position.number == self.scene.number:
            out += self.lie.tell(Liar(self, None)) or []
        while not self.halted and not self.waits():
            wanted = self.position.waiting.get(self.seat)
            if wanted is None or self.ask() is not None:
                break
            out += self._say(self._unasked(wanted))
        return out

    def _say(self, payload: said.Payload) -> list[Output]:
        told = self.lie.tell(Liar(self, payload)) if self.position.number >= self.scene.number else None
        return super()._say(payload) if told is None else told

    def tick(self) -> list[Output]:
        return super().tick() if self.partners is None else []

    def _answer_have(self, sender: int, have: Any) -> list[Output]:
        return super()._answer_have(sender, have) if self.partners is None else []

    def _blame(self, refusal: Refusal, seat: int, *evidence: Event) -> list[Output]:
        return super()._blame(refusal, seat, *evidence) if self.partners is None else []

    def _pass_on(self, event: Event, author: int, sender: int | None) -> list[Output]:
        sent = super()._pass_on(event, author, sender)
        if self.partners is None or author != self.seat:
            return sent
        return [output for output in sent if isinstance(output, Send) and output.seat in self.partners]

    def go_on(self, event: Event, payload: said.Payload) -> list[Output]:
        """Keep an event of its own as if it were honest."""
        self._journal.keep_own(self.position.table, self.position.number, self.seat, event, self.own.sealed)
        return self._moved() if self._keep(trust(self.position, self.seat, event, payload)) else []

    def stop(self) -> list[Output]:
        """Say nothing more."""
        self.halted = Blame(self.seat, "", self.position.number, "")
        return []


@dataclass
class Liar:
    """A liar at the moment of an honest answer, with everything that it may use."""

    table: LyingTable
    honest: Any

    @property
    def seat(self) -> int:
        return self.table.seat

    @property
    def position(self) -> Position:
        return self.table.position

    @property
    def own(self) -> Own:
        return self.table.own

    @property
    def scene(self) -> Scene:
        """The answer of the recorded game that the lie began with."""
        return self.table.scene

    @property
    def deck(self) -> Deck:
        return self.position.deck

    @property
    def key(self) -> int:
        """Its secret key of the deal."""
        return self.own._key(self.position, self.deck)

    @property
    def context(self) -> Context:
        return self.position.context(self.seat)

    @property
    def others(self) -> list[int]:
        return [seat for seat in self.position.seats if seat != self.seat]

    def said_now(self, seat: int) -> Any:
        """What another seat has said in this step."""
        return self.position.said[seat].payload

    def event(self, payload: said.Payload | bytes | None = None, **changes: Any) -> Event:
        """A signed event of the liar for this step, with another payload or with changes of the body."""
        payload = self.honest if payload is None else payload
        data = payload if isinstance(payload, bytes) else encode_payload(payload)
        position = self.position
        fields = {
            "table": position.table,
            "seat": self.seat,
            "step": position.number,
            "previous": position.heads[self.seat][1],
            "position": position.digest,
            "payload": data,
        }
        return sign_event(self.table.signing, Body(**{**fields, **changes}))

    def send(self, *events: Event, to: Sequence[int] | None = None) -> list[Output]:
        """Send events, to everybody if nobody is named."""
        table = self.position.table
        frames = [encode_message(Said(table, event)) for event in events]
        return [Send(seat, data) for seat in (self.others if to is None else to) for data in frames]

    def says(self, payload: said.Payload | bytes | None = None, **changes: Any) -> list[Output]:
        """Send one event to everybody, and wait for what comes of it."""
        return self.send(self.event(payload, **changes)) + self.table.stop()

    def goes_on(self, payload: said.Payload) -> list[Output]:
        """Say this, and go on as if nothing were wrong with it."""
        event = self.event(payload)
        return self.send(event) + self.table.go_on(event, payload)

    def says_two(self, first: said.Payload | Event, second: said.Payload | Event) -> list[Output]:
        """Say one thing to the first of the others and another one to the rest; go on with the first."""
        one, two = (each if isinstance(each, Event) else self.event(each) for each in (first, second))
        sent = self.send(one, to=self.others[:1]) + self.send(two, to=self.others[1:])
        kept = self.honest if isinstance(first, Event) else first
        return sent + self.table.go_on(one, kept)


@dataclass
class LyingGame(Retaken):
    """The recorded game, taken up again where the lie is told."""

    lie: Lie = field(kw_only=True)
    scene: Scene = field(kw_only=True)

    def sit(self, seat: int) -> Table:
        if seat != self.scene.seat:
            return super().sit(seat)
        game = self.journals[seat].games()[0]
        table = LyingTable(
            self.genesis, self.rules, seat, game.secret, self.signers[seat].sign, self.journals[seat]
        )
        table.lie, table.scene = self.lie, self.scene
        return table

    @property
    def liar(self) -> LyingTable:
        table = self.tables[self.scene.seat]
        assert isinstance(table, LyingTable)
        return table

    @property
    def honest(self) -> list[Table]:
        return [table for table in self.tables if table.seat != self.scene.seat]

    @property
    def done(self) -> bool:
        return all(table.halted or table.position.finished for table in self.honest)


def tell(record: Record, lie: Lie, links: Callable[[int, int], bool] | None = None) -> LyingGame:
    """The recorded game with this lie, ready to begin. `links` tells who is linked to whom."""
    scene = record.first(lie.when)
    if lie.by_another:
        scene = replace(scene, seat=(scene.seat + 1) % record.seats)
    return LyingGame(
        record.rules,
        record.seats,
        dict(record.options),
        seed=record.seed,
        record=record,
        at=scene.number,
        lie=lie,
        scene=scene,
        links=links or (lambda a, b: True),
    )


class Lies(dict[str, Lie]):
    """Lies about one game, by name."""

    def __init__(self, game: str = "notice") -> None:
        super().__init__()
        self.game = game

    def lie(
        self,
        when: When,
        code: str,
        detail: str,
        caught: str = AT_ONCE,
        *,
        patient: bool = False,
        by_another: bool = False,
    ) -> Callable[[Tell], Tell]:
        """Add a lie; see Lie."""

        def add(tell: Tell) -> Tell:
            name = tell.__name__.replace("_", "-")
            assert tell.__doc__
            assert name not in self
            self[name] = Lie(
                name, tell.__doc__, when, tell, code, detail, caught, patient, self.game, by_another
            )
            return tell

        return add


def answer(kind: type, round: int | None = None, **more: Callable[[Scene], bool]) -> When:
    """Scenes whose answer is of this kind, in this round (from 0), and whatever else is asked for."""

    def when(scene: Scene) -> bool:
        return (
            isinstance(scene.payload, kind)
            and (round is None or scene.state.round == round)
            and all(condition(scene) for condition in more.values())
        )

    return when


def section(number: int) -> When:
    """Scenes in this section of the rules."""
    return lambda scene: bool(scene.state.section == number)


def changed(payload: Any, **fields: Any) -> Any:
    """A payload with some fields changed."""
    return structs.replace(payload, **fields)


def merged(*tables: Mapping[str, Lie]) -> dict[str, Lie]:
    """Several tables of lies as one."""
    return {name: lie for table in tables for name, lie in table.items()}
