"""Playing line by line: carries what a table says to the screen, and what a person types to the table."""

import asyncio
import sys
from collections.abc import AsyncIterator, Callable, Sequence

from cli import words_verdict
from cli.exits import FAILURE, INCOMPLETE, OK, REFUSED
from cli.glimpse import Screen, screen_here
from cli.language import _
from cli.lines import Lines
from cli.table_talk import TableTalk
from cli.words import Names, listed, say, shown, told_apart
from cli.words_peer import JOINING
from peer.blame import Refusal
from peer.gathering import Closed, Gathering, SeatedPlayer
from peer.outcome import Ask, Halted, Happened, Over
from peer.sitting import Began, Notice, Sitting

Write = Callable[[str], None]

PATIENCE = 5.0
"""Seconds without anything new after which the screen says whom the table waits for."""


def names_of(players: Sequence[SeatedPlayer], me: int | None) -> Names:
    """The players of a table, as the screens take them."""
    names = told_apart([player.name for player in players])
    return Names(names, tuple(player.bot for player in players), me)


def gathered(members: Sequence[SeatedPlayer], seats: int) -> str:
    """Who has come to a table so far."""
    everybody = names_of(members, None)
    names = listed([everybody.full(seat) for seat in range(len(members))])
    text = _("At the table: {names}. {taken} of {seats} seats are taken.")
    return text.format(names=names, taken=len(members), seats=seats)


def put(line: str) -> None:
    """Write a line where the game is told."""
    print(line, flush=True)


class Plain:
    """One seat at one table, played by typed lines."""

    def __init__(
        self,
        sitting: Sitting,
        lines: Lines,
        write: Write = put,
        find_screen: Callable[[], Screen | None] = screen_here,
    ) -> None:
        self._sitting = sitting
        self._lines = lines
        self._write = write
        self._find_screen = find_screen
        self._talk: TableTalk | None = None
        self._gathered: str = ""
        self._ends: int | None = None

    async def play(self) -> int:
        """Play until the game is over, is broken or is left; the exit code."""
        notices = aiter(self._sitting)
        heard = asyncio.ensure_future(_following(notices))
        typed = asyncio.ensure_future(self._lines.next())
        try:
            while self._ends is None:
                done, _rest = await asyncio.wait(
                    {heard, typed}, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED
                )
                if not done and self._talk is not None:
                    self._say(self._talk.patience())
                if heard in done:
                    await self._hear(heard.result())
                    heard = asyncio.ensure_future(_following(notices))
                elif typed in done:
                    # Only when everything that happened before has been heard: the line may answer it.
                    await self._type(typed.result())
                    typed = asyncio.ensure_future(self._lines.next())
        except asyncio.CancelledError:
            # Ctrl-C: a game can be gone on with, a seat at a table that waits is given back.
            if self._talk is None:
                await self._sitting.leave()
            else:
                self._step_out(_("You have left the table."))
            raise
        finally:
            heard.cancel()
            typed.cancel()
        return self._ends

    def _say(self, lines: Sequence[str]) -> None:
        for line in lines:
            self._write(line)

    # what the table says

    async def _hear(self, notice: Notice | None) -> None:
        match notice:
            case None:
                self._ends = FAILURE
            case Gathering(members, seats):
                self._gathered = gathered(members, seats)
                self._say([self._gathered])
            case Began():
                self._begin(notice)
            case Closed(code):
                self._say([say(JOINING, code)])
                self._ends = FAILURE
            case _ if self._talk is not None:
                await self._hear_game(self._talk, notice)

    def _begin(self, began: Began) -> None:
        sitting = self._sitting
        names = names_of(sitting.players, sitting.seat)
        self._talk = TableTalk(sitting.rules, sitting.options, names, began.facts)
        self._say(self._talk.began())
        if began.facts:
            self._say(self._talk.so_far(sitting.view()))

    async def _hear_game(self, talk: TableTalk, notice: Notice) -> None:
        self._say(talk.heard(notice))
        if isinstance(notice, Happened):
            await self._see(talk)
        elif isinstance(notice, Ask):
            self._say(talk.asked(self._sitting.view()))
        elif isinstance(notice, Halted):
            self._say([self._kept()])
            self._ends = REFUSED
        elif isinstance(notice, Over):
            self._say(["", *self._judged()])
            self._ends = OK

    async def _see(self, talk: TableTalk) -> None:
        """Show what is to be seen for a time. Nothing else is said or answered before it is wiped."""
        glimpse = talk.glimpse()
        if glimpse is None:
            return
        screen = self._find_screen()
        if screen is None:
            self._say([glimpse.unseen])
        else:
            await screen.show(glimpse)
            self._say([glimpse.after])

    def _judged(self) -> list[str]:
        verdict = self._sitting.verdict
        return [words_verdict.sentence(verdict), self._kept()] if verdict else [self._kept()]

    def _kept(self) -> str:
        path = shown(self._sitting.transcript_path)
        return _("The transcript: {path} (check it with 'chabudai verify')").format(path=path)

    # what the person says

    async def _type(self, line: str | None) -> None:
        if line is None:
            await self._end_of_input()
        elif self._talk is None:
            await self._type_before(line)
        else:
            await self._type_in_game(self._talk, line)

    async def _end_of_input(self) -> None:
        if self._talk is None:
            await self._sitting.leave()
            self._ends = OK
        else:
            self._step_out(_("The input has ended."))

    async def _type_before(self, line: str) -> None:
        if line.strip().lower() == "q":
            await self._sitting.leave()
            self._ends = OK
        else:
            self._say([_("The game has not begun. q: leave the table."), self._gathered])

    async def _type_in_game(self, talk: TableTalk, line: str) -> None:
        reply = talk.typed(line, self._sitting.view())
        self._say(reply.lines)
        if reply.leave == "gone":
            await self._sitting.leave()
            self._ends = INCOMPLETE
        elif reply.leave == "away":
            self._step_out(_("You have left the table."))
        elif reply.say:
            said = self._sitting.say(reply.say)
            self._say([talk.said(self._sitting.seat, said)] if said else [])
        elif reply.choice is not None:
            self._answer(talk, reply.choice)

    def _answer(self, talk: TableTalk, choice: int | tuple[int, ...]) -> None:
        try:
            self._sitting.answer(choice)
        except Refusal as refusal:
            self._say(
                talk.refused(refusal.detail if refusal.code == "rule" else refusal.code, self._sitting.view())
            )

    def _step_out(self, why: str) -> None:
        """Go away from a game that goes on, in a way that it can be gone on with."""
        text = _("{why} Nothing is lost; go on with: chabudai resume {table}")
        print(text.format(why=why, table=self._sitting.short), file=sys.stderr)
        self._ends = INCOMPLETE


async def _following(notices: AsyncIterator[Notice]) -> Notice | None:
    return await anext(notices, None)
