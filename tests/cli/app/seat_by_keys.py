"""A seat on the screen of a table, played by keys: the game goes on in this process, from a seed."""

from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from cli.app.frame import Size, text_of
from cli.app.screen import Back, Bell, Effect, Open, Replace, Screen
from cli.app.table import TableScreen
from cli.lesson_table import LessonTable
from engines.table import pending
from engines.vocabulary import Choice, Deal, Fact, Play, Request, Roll, Seal, Show, Shuffle, TurnUp
from peer.audit import Verdict
from peer.blame import Refusal
from peer.gathering import SeatedPlayer
from peer.outcome import Ask, Happened, Over
from peer.sitting import Began, Notice, Waiting

PEOPLE = ("Aki", "Ben", "千恵", "Dai", "Emi", "Fumi", "Gen", "Hana", "Ichi", "Jun")
SIZE = Size(24, 80)

_KINDS = {Shuffle: "shuffle", Deal: "shares", TurnUp: "shares", Roll: "coin", Play: "play", Show: "play"}


class Game(LessonTable):
    """A sitting at the table of a lesson."""

    def __init__(
        self, game: str, seats: int, me: int = 0, seed: int = 1, names: Sequence[str] = PEOPLE, **options: Any
    ) -> None:
        super().__init__(game, seats, me, seed, options)
        self.game, self.seat, self.short = game, me, "ABCD-EFGH"
        self.seats = seats
        self.players = tuple(SeatedPlayer(name, name == "Dai", name.encode()) for name in names[:seats])
        self.transcript_path = Path("/games/x.chabudai")
        self.verdict: Verdict | None = None
        self.ended: Notice | None = None
        self.absent: dict[int, str] = {}
        self.answers: list[Choice] = []
        self.said: list[str] = []
        self.facts: list[Fact] = []
        self.notices: list[Notice] = [Began(me, ())]

    async def __aiter__(self) -> AsyncIterator[Notice]:
        for notice in self.notices:
            yield notice

    def asked(self) -> Ask | None:
        """The question to this seat."""
        request = self._next()
        return Ask(len(self.facts), request, ()) if self._asked() else None  # type: ignore[arg-type]

    def answer(self, choice: Choice) -> Fact:
        """Take a legal choice."""
        legal = self.view()["ask"]["choices"]
        if choice not in [tuple(each) if isinstance(each, list) else each for each in legal]:
            raise Refusal("rule", "not-held")
        self.answers.append(choice)
        fact = super().answer(choice)
        self._tell(fact)
        return fact

    def step(self) -> list[Notice]:
        """Let somebody else do something, or the game end; what is told about it and what came before."""
        if self.ended is None and self.asked() is None:
            fact = self.next()
            if fact is not None:
                self._tell(fact)
        if self.ended is None and not pending(self.rules, self._state):
            self.verdict, self.ended = Verdict("fair", opened=True), Over()
            self.notices.append(self.ended)
        told, self.notices = self.notices, []
        return told

    def presence(self, seat: int) -> str:
        """Everybody is here who was not said to be absent."""
        return self.absent.get(seat, "here")

    def say(self, text: str) -> str:
        """Remember it."""
        self.said.append(text)
        return text

    def _tell(self, fact: Fact) -> None:
        self.facts.append(fact)
        self.notices.append(Happened(len(self.facts), fact))
        waiting = pending(self.rules, self._state)
        if waiting:
            seats = tuple(sorted({seat for each in waiting for seat in self._owing(each)}))
            kind = _KINDS.get(type(waiting[0]), "seal" if isinstance(waiting[0], Seal) else "choose")
            self.notices.append(Waiting(len(self.facts), seats, kind))
        if self.asked():
            self.notices.append(self.asked())  # type: ignore[arg-type]

    def _owing(self, request: Request) -> Sequence[int]:
        return [request.seat] if hasattr(request, "seat") else range(self.seats)


class Seat:
    """What a person at the keys sees and does. Screens that open lie on top of the table."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.house: Any = SimpleNamespace(table=None, bots_sent=None, node=None)
        self.table = TableScreen(self.house, game)  # type: ignore[arg-type]
        self.stack: list[Screen] = [self.table]
        self.bells = 0
        self.other: list[Effect] = []
        self.now = 100.0

    def go_on(self) -> bool:
        """One more thing happens; whether anything did."""
        told = self.game.step()
        for notice in told:
            self._do(self.table.heard(notice), self.table)
        return bool(told)

    def until_asked(self, what: str = "") -> None:
        """Let others play, and read whatever comes up, until this seat is asked (this); or to the end."""
        for _step in range(5000):
            ask = self.game.view()["ask"]
            if ask and what in ("", ask["what"]) and not self.game.notices and self.table.at_rest:
                return
            if ask and what not in ("", ask["what"]) and self.table.at_rest:
                self.press("<enter>")
            self.read()
            if not self.go_on() and self.game.ended and self.on_top is not self.table:
                return
        raise AssertionError("nobody asks")

    def read(self) -> None:
        """Let time pass until nothing stays to be looked at, and close what is to be read."""
        self.wait(0.1)
        while self.on_top is not self.table and len(self.stack) > 1:
            self.press("<enter>")
        while not self.table.at_rest and self.on_top is self.table:
            self.wait(0.1)

    def wait(self, seconds: float) -> None:
        """Time passes, in tenths."""
        for _tenth in range(round(seconds * 10)):
            self.now += 0.1
            self._do(self.on_top.tick(self.now), self.on_top)

    def press(self, *keys: str) -> None:
        """Press these keys, one after the other."""
        for key in keys:
            self._do(self.on_top.key(key), self.on_top)

    def type(self, text: str) -> None:
        """Type a line."""
        self.press(*text, "<enter>")

    def shown(self, rows: int = SIZE.rows, columns: int = SIZE.columns) -> str:
        """What stands on the screen."""
        return text_of(self.on_top.draw(Size(rows, columns)).lines)

    @property
    def on_top(self) -> Screen:
        """The screen that one sees."""
        return self.stack[-1]

    def _do(self, effects: Sequence[Effect], origin: Screen) -> None:
        for effect in effects:
            match effect:
                case Bell():
                    self.bells += 1
                case Open(screen):
                    self.stack.append(screen)
                case Replace(screen):
                    self.stack[self.stack.index(origin) :] = [screen]
                case Back():
                    self.stack.remove(origin)
                case _:
                    self.other.append(effect)
