"""A lesson line by line: what is told goes to the screen, what is typed to the lesson."""

import asyncio
import shutil
import sys
from collections.abc import Callable, Sequence

from cli.app.cells import wrapped
from cli.exits import INCOMPLETE, OK
from cli.glimpse import Glimpse, Screen, screen_here
from cli.language import _
from cli.lesson_talk import LessonTalk, Said
from cli.lines import Lines
from cli.plain import Write, put

PACE = 0.7
"""Seconds between two things that happen, where a person reads along."""

_MARK = "* "
"""Before the lines of the teacher."""
_WIDEST = 100


class Learning:
    """One lesson, played by typed lines."""

    def __init__(
        self,
        talk: LessonTalk,
        lines: Lines,
        write: Write = put,
        find_screen: Callable[[], Screen | None] = screen_here,
        pace: float = 0.0,
        columns: int | None = None,
    ) -> None:
        self._talk = talk
        self._lines = lines
        self._write = write
        self._find_screen = find_screen
        self._pace = pace
        self._columns = columns

    async def play(self) -> int:
        """Play until the lesson is over or is left; the exit code."""
        self._teach(self._talk.begin())
        while not self._talk.over:
            said = self._talk.next()
            if said is not None:
                await self._tell(said)
            elif not await self._ask():
                print(_("The input has ended."), file=sys.stderr)
                return INCOMPLETE
        if not self._talk.leaving:
            self._write("")
            self._teach(self._talk.closing())
        return OK

    async def _ask(self) -> bool:
        """Ask until there is an answer; False if the input ends before."""
        await self._tell(self._talk.ask())
        answered = False
        while not (answered or self._talk.over):
            line = await self._lines.next()
            if line is None:
                return False
            said, answered = self._talk.typed(line)
            await self._tell(said)
        return True

    async def _tell(self, said: Said) -> None:
        for line in said.table:
            self._write(line)
        self._teach(said.teacher)
        for line in said.question:
            self._write(line)
        if said.glimpse is not None:
            await self._show(said.glimpse)
        elif self._pace and (said.table or said.teacher) and not said.question:
            await asyncio.sleep(self._pace)

    async def _show(self, glimpse: Glimpse) -> None:
        """Show what is to be seen for a time, as soon as the learner has read what was said before."""
        screen = self._find_screen()
        if screen is None:
            self._write(glimpse.unseen)
            return
        self._write(_("Press Enter when you are ready to look."))
        await self._lines.next()
        await screen.show(glimpse)
        self._write(glimpse.after)

    def _teach(self, lines: Sequence[str]) -> None:
        for text in lines:
            parts = wrapped(text, self._columns - len(_MARK)) if self._columns else [text]
            for at, part in enumerate(parts):
                self._write((" " * len(_MARK) if at else _MARK) + part)


def learn(game: str, name: str) -> int:
    """Give the lesson of a game; its exit code."""
    reads_along = sys.stdout is not None and sys.stdout.isatty()
    columns = max(20, min(_WIDEST, shutil.get_terminal_size().columns)) if reads_along else None

    async def main() -> int:
        talk = LessonTalk(game, name)
        return await Learning(talk, Lines(), pace=PACE if reads_along else 0.0, columns=columns).play()

    return asyncio.run(main())
