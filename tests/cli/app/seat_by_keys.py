"""A seat on the screen of a table, played by keys: the game goes on in this process, from a seed."""

from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from cli.app.scoring import Scoring
from cli.app.screen import Bell, Effect, Screen
from cli.app.table import TableScreen
from cli.lesson_table import LessonTable
from engines.table import pending
from engines.vocabulary import Choice, Deal, Fact, Play, Request, Roll, Seal, Show, Shuffle, TurnUp
from peer.audit import Verdict
from peer.blame import Refusal
from peer.gathering import SeatedPlayer
from peer.outcome import Ask, Happened, Over
from peer.sitting import Began, Notice, Waiting
from tests.cli.app.pressing import Pressing

PEOPLE = ("Aki", "Ben", "千恵", "Dai", "Emi", "Fumi", "Gen", "Hana", "Ichi", "Jun")

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


class Seat(Pressing):
    """What a person at the keys of a table sees and does."""

    def __init__(self, game: Game, house: Any = None) -> None:
        self.game = game
        self.house = house or SimpleNamespace(table=None, bots_sent=None)
        self.table = TableScreen(self.house, game)  # type: ignore[arg-type]
        self.bells = 0
        super().__init__(self.table)

    def go_on(self) -> bool:
        """One more thing happens; whether anything did."""
        told = self.game.step()
        for notice in told:
            self._do(self.table.heard(notice), self.table)
        return bool(told)

    def until_asked(self, what: str = "") -> None:
        """Let others play, and read whatever comes up, until this seat is asked (this), or to the end.

        What else it is asked on the way, it answers with what the cursor stands on.
        """
        for _step in range(5000):
            self.read()
            ask = self.game.view()["ask"]
            if ask and not self.game.notices and self.table.at_rest:
                self.wait(8)
                if what in ("", ask["what"]):
                    return
                self.answer()
            if not self.go_on() and self.game.ended and self.top is not self.table:
                return
        raise AssertionError("nobody asks")

    def answer(self) -> None:
        """Choose what the cursor stands on, and what comes after it where more is wanted."""
        before = len(self.game.answers)
        for _key in range(50):
            self.press("<enter>")
            if len(self.game.answers) > before:
                return
            self.press("<right>")
        raise AssertionError("nothing is chosen")

    def read(self) -> None:
        """Let time pass until nothing stays to be looked at, and close what is to be read."""
        self.wait()
        for _tenth in range(1000):
            if self.table.at_rest and not isinstance(self.top, Scoring):
                return
            if isinstance(self.top, Scoring):
                self.press("<enter>")
            self.wait()
        raise AssertionError("something stays for ever")

    def type(self, text: str) -> None:
        """Type a line."""
        self.press(text, "<enter>")

    def _do(self, effects: Sequence[Effect], origin: Screen) -> None:
        self.bells += sum(isinstance(effect, Bell) for effect in effects)
        super()._do(effects, origin)
