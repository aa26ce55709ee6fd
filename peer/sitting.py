"""One seat at one table, as the person or bot in it has it: notices come out, choices go in."""

import asyncio
import contextlib
import logging
import sys
import time
import traceback
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from engines.table import Rules
from engines.vocabulary import Choice, Fact, Seat
from peer import outcome
from peer.audit import Verdict, audit_file
from peer.blame import Refusal
from peer.chat import Chatted, Listening, to_say
from peer.gathering import Closed, Gathering, SeatedPlayer, short_name
from peer.home import Home
from peer.outcome import Ask, Halted, Happened, Over
from peer.presence import CUT_OFF, Attendance, Presence
from peer.table import Table
from protocol.errors import Malformed
from protocol.genesis import Genesis, OptionValue
from protocol.messages import Have, decode_message

log = logging.getLogger("chabudai.sitting")


@dataclass(frozen=True, slots=True)
class Began:
    """The game begins, or goes on after it was resumed, with this peer in `seat`. `facts`: all that happened
    before.
    """

    seat: Seat
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Waiting:
    """The table waits for these seats; `kind` is what is wanted of them (a kind of peer/steps.py)."""

    step: int
    seats: tuple[Seat, ...]
    kind: str


@dataclass(frozen=True, slots=True)
class Cloned:
    """The identity of this peer is in use by another running program, so others may hear either of them."""


Notice = Gathering | Began | Happened | Ask | Waiting | Presence | Chatted | Cloned | Halted | Over | Closed


def transcript_of(home: Home, table: bytes) -> Path:
    """Where the transcript of a table is kept."""
    return home.games / f"{table.hex()}.chabudai"


def places_of(error: BaseException) -> str:
    """What went wrong where, for a log. Not the message of the error, which could name a closed card."""
    places = (f"{at.filename}:{at.lineno}" for at in reversed(traceback.extract_tb(error.__traceback__)))
    return " < ".join((type(error).__name__, *places))


class Outside(Protocol):
    """What a seat needs of its peer."""

    def send(self, key: bytes, data: bytes) -> bool:
        """Send a frame to a linked peer."""

    def drop(self, key: bytes, code: str) -> None:
        """Be rid of a peer that misbehaves."""

    def is_linked(self, key: bytes) -> bool:
        """Whether there is a link to this peer."""


class Sitting:
    """A seat. Iterate over it for the notices, in the order in which things happened; they end with the game.

    `Over` comes when the transcript is written and the audit of it is done, `Halted` likewise when a seat
    broke the game, and `Closed` when the table was given up: "withdrawn", "left", "opener-gone", "dropped",
    "roster", "wrong-..." (a genesis that is not what was agreed on), or "internal" after an error of this
    program. `seat` is -1 until the game begins.
    """

    def __init__(
        self,
        nonce: bytes,
        rules: Rules,
        seats: int,
        options: Mapping[str, OptionValue],
        outside: Outside,
        home: Home,
    ) -> None:
        self.short = short_name(nonce)
        self.rules = rules
        self.game = rules.name
        self.seats = seats
        self.options = dict(options)
        self.players: tuple[SeatedPlayer, ...] = ()
        self.seat: Seat = -1
        self.table = ""
        self.transcript_path: Path | None = None
        self.verdict: Verdict | None = None
        self.ended: Notice | None = None
        self._outside = outside
        self._home = home
        self._notices: asyncio.Queue[Notice] = asyncio.Queue()
        self._table: Table | None = None
        self._attendance: Attendance | None = None
        self._waiting: Waiting | None = None
        self._reached: dict[Seat, int] = {}
        self._listening = Listening()
        self._stirred = asyncio.Event()
        self._closing: asyncio.Task[None] | None = None
        self._on_leave: Callable[[], None] = lambda: None

    # for the person in the seat

    async def __aiter__(self) -> AsyncIterator[Notice]:
        while True:
            notice = await self._notices.get()
            yield notice
            if isinstance(notice, Halted | Over | Closed):
                return

    def view(self) -> dict[str, Any]:
        """What this seat may know, as plain JSON (the view of the game). Only once the game has begun.

        There is no question in it while others still answer what this seat has answered already.
        """
        view = self._begun.view()
        return view if self.asked() else {**view, "ask": None}

    def facts(self) -> tuple[Fact, ...]:
        """Everything that has happened so far."""
        return tuple(self._table.position.facts) if self._table else ()

    def asked(self) -> Ask | None:
        """What this seat has to choose now."""
        return self._table.ask() if self._table and self.ended is None else None

    def answer(self, choice: Choice) -> None:
        """Choose. peer.blame.Refusal with the rule's code if that is not allowed; nothing is lost then."""
        self._work(lambda table: table.answer(choice), self._begun, refusing=True)

    def say(self, text: str) -> str:
        """Say a line to everybody at the table who is linked; what they get to read (nothing if it is
        empty).
        """
        line, data = to_say(self._begun.position.table, text)
        for seat, player in enumerate(self.players):
            if line and seat != self.seat:
                self._outside.send(player.key, data)
        return line

    def presence(self, seat: Seat) -> str:
        """ "here", "away" or "gone"."""
        return self._attendance.state(seat) if self._attendance else "here"

    async def leave(self) -> None:
        """Give up the seat for good. The others are told."""
        self._on_leave()
        await asyncio.sleep(0)

    # for the peer

    def when_left(self, call: Callable[[], None]) -> None:
        """What the peer does when this seat is given up."""
        self._on_leave = call

    def gathered(self, gathering: Gathering) -> None:
        """Others came or went before the game."""
        self.players = gathering.members
        self._tell(gathering)

    def begin(self, genesis: Genesis, table: Table) -> None:
        """The game begins, or goes on."""
        self._table = table
        self.seat = table.seat
        self.players = tuple(SeatedPlayer(player.name, player.bot, player.key) for player in genesis.players)
        self.table = table.position.table.hex()
        self.transcript_path = transcript_of(self._home, table.position.table)
        others = set(range(len(self.players))) - {self.seat}
        self._attendance = Attendance(others, time.monotonic())
        self._tell(Began(self.seat, self.facts()))
        self._work(lambda at: at.start(), table)
        for seat in sorted(others):
            if self._outside.is_linked(self.players[seat].key):
                self.linked(self.players[seat].key)
        if table.position.finished and self._closing is None:
            self._end(Over())

    def seat_of(self, key: bytes) -> Seat | None:
        """The seat of a player of the game that has begun."""
        if self._table is None:
            return None
        return next((seat for seat, player in enumerate(self.players) if player.key == key), None)

    def missing(self) -> list[tuple[bytes, float]]:
        """The players to whom there is no link, and for how many seconds."""
        if self._attendance is None:
            return []
        now = time.monotonic()
        waits = [
            (player.key, self._attendance.without_link(seat, now))
            for seat, player in enumerate(self.players)
            if seat != self.seat
        ]
        return [(key, seconds) for key, seconds in waits if seconds > 0]

    def linked(self, key: bytes) -> None:
        """There is a link to this peer."""
        seat = self.seat_of(key)
        if seat is not None and self._attendance and self._table:
            self._tell_all(self._attendance.linked(seat, time.monotonic()))
            self._work(lambda table: table.linked(seat), self._table)

    def unlinked(self, key: bytes) -> None:
        """The link to this peer is gone."""
        self._stirred.set()
        seat = self.seat_of(key)
        if seat is not None and self._attendance and self._table:
            self._tell_all(self._attendance.unlinked(seat, time.monotonic()))
            self._work(lambda table: table.unlinked(seat), self._table)

    def cut_off(self, key: bytes) -> None:
        """The link to this player was ended for what came over it."""
        seat = self.seat_of(key)
        if seat is not None and self._attendance:
            self._tell(Presence(seat, CUT_OFF))

    def departed(self, key: bytes) -> None:
        """This player says that they will not come back."""
        seat = self.seat_of(key)
        if seat is not None and self._attendance:
            self._tell_all(self._attendance.departed(seat, time.monotonic()))

    def receive(self, key: bytes, tag: str, data: bytes) -> None:
        """A frame about this table; its tag is one of protocol.messages."""
        seat = self.seat_of(key)
        if seat is None or self._table is None:
            return
        if tag == "chat":
            self._hear(seat, key, data)
            return
        if tag == "have":
            self._note_reached(seat, data)
        self._work(lambda table: table.receive(seat, data), self._table)

    def tick(self) -> None:
        """About half a second has passed."""
        if self._table and self._attendance:
            reached = self._table.within_reach
            self._tell_all(self._attendance.reached(reached, time.monotonic()))
            self._work(lambda table: table.tick(), self._table)

    def cloned(self) -> None:
        """This peer's identity runs elsewhere, too."""
        self._tell(Cloned())

    def close(self, code: str) -> None:
        """The table is given up."""
        if self.ended is None and self._closing is None:
            self.keep_transcript()
            self.ended = Closed(code)
            self._tell(self.ended)

    def keep_transcript(self) -> None:
        """Write the transcript of the game as it stands, also of one that is broken off."""
        if self._table is None or self.transcript_path is None:
            return
        try:
            self._home.write(self.transcript_path, self._table.transcript())
        except OSError as error:  # the journal has the game, and writes the file at the next occasion
            log.error("table %s: the transcript is not written: %s", self.table[:8], error)

    async def linger(self, seconds: float) -> None:
        """Stay until everybody who is linked has the end of the game too, but not for ever."""
        if self._closing is None or self._table is None:
            return
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self._others_lack_the_end():
                    self._stirred.clear()
                    await self._stirred.wait()
        await self._closing

    # within

    @property
    def _begun(self) -> Table:
        if self._table is None:
            raise LookupError("the game has not begun")
        return self._table

    def _work(
        self, call: Callable[[Table], list[outcome.Output]], table: Table, refusing: bool = False
    ) -> None:
        """Let the table do something, and carry out what follows. An error in it ends this table, and nothing
        else.
        """
        if isinstance(self.ended, Closed):
            return
        try:
            for output in call(table):
                self._carry_out(output)
            self._tell_waiting(table)
        except Refusal:
            if refusing:
                raise
            self._fail()
        except Exception:
            self._fail()

    def _fail(self) -> None:
        error = sys.exception()
        log.error("table %s: %s", self.table[:8], places_of(error) if error else "")
        self.close("internal")

    def _carry_out(self, output: outcome.Output) -> None:
        match output:
            case outcome.Send(seat, data):
                self._outside.send(self.players[seat].key, data)
            case outcome.Misbehaved(seat, code):
                self._outside.drop(self.players[seat].key, code)
            case outcome.Moved():
                pass
            case Over() | Halted():
                self._end(output)
            case _:
                self._tell(output)

    def _tell_waiting(self, table: Table) -> None:
        waiting = table.position.waiting
        if not waiting or table.halted:
            return
        told = Waiting(table.position.number, tuple(sorted(waiting)), next(iter(waiting.values())))
        if told != self._waiting:
            self._waiting = told
            self._tell(told)

    def _end(self, notice: Over | Halted) -> None:
        """Write the transcript, let others know that this seat is done, and judge the game before the last
        notice.
        """
        if self._closing is not None or self._table is None or self.transcript_path is None:
            return
        table = self._table
        self.keep_transcript()
        self._closing = asyncio.get_running_loop().create_task(self._judge(notice, self.transcript_path))
        for seat, player in enumerate(self.players):
            if seat != self.seat and self._outside.is_linked(player.key):
                self._work(lambda at, seat=seat: at.linked(seat), table)  # type: ignore[misc]

    async def _judge(self, notice: Over | Halted, path: Path) -> None:
        try:
            self.verdict = await asyncio.to_thread(audit_file, path)
        except Exception:
            self._fail()
            return
        self.ended = notice
        self._tell(notice)

    def _hear(self, seat: Seat, key: bytes, data: bytes) -> None:
        try:
            heard = self._listening.hear(seat, data, time.monotonic())
        except Malformed:
            self._outside.drop(key, "malformed")
        else:
            self._tell_all([heard] if heard else [])

    def _note_reached(self, seat: Seat, data: bytes) -> None:
        with contextlib.suppress(Malformed):
            message = decode_message(data)
            if isinstance(message, Have):
                self._reached[seat] = message.step
                self._stirred.set()

    def _others_lack_the_end(self) -> bool:
        end = self._begun.position.number
        return any(
            self._reached.get(seat, -1) < end and self._outside.is_linked(player.key)
            for seat, player in enumerate(self.players)
            if seat != self.seat
        )

    def _tell(self, notice: Notice) -> None:
        self._notices.put_nowait(notice)

    def _tell_all(self, notices: Sequence[Notice]) -> None:
        for notice in notices:
            self._tell(notice)
