"""Screens without a terminal: keys in, frames out, in the same stack as the shell keeps, and no clock."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

from cli.app.frame import Size, clipped, text_of, width_of
from cli.app.screen import Back, Effect, Home, Open, Quit, Replace, Screen, Work

USUAL, SMALL = Size(24, 80), Size(12, 40)
SCREENS = Path(__file__).parent / "screens"


class Pressing:
    """A stack of screens, and the keys for them. Work is done at once; `code` is there after Quit."""

    def __init__(self, first: Screen) -> None:
        self.stack = [first]
        self.code: int | None = None
        self._now = 0.0

    @property
    def top(self) -> Screen:
        """What is shown."""
        return self.stack[-1]

    def press(self, *keys: str) -> "Pressing":
        """Press keys: names in angle brackets, or letters."""
        for key in keys:
            for each in [key] if key.startswith("<") else key:
                self._do(self.top.key(each), self.top)
        return self

    def wait(self, ticks: int = 1) -> "Pressing":
        """Let tenths of a second pass."""
        for _tick in range(ticks):
            self._now += 0.1
            self._do(self.top.tick(self._now), self.top)
        return self

    def shown(self, size: Size = USUAL) -> str:
        """The frame as text; that it fits is made sure of."""
        frame = self.top.draw(size)
        assert len(frame.lines) <= size.rows
        lines = [clipped(each, size.columns) for each in frame.lines]
        assert all(width_of(each) <= size.columns for each in lines), lines
        if frame.cursor is not None:
            row, column = frame.cursor
            assert 0 <= row < size.rows and 0 <= column < size.columns
        return text_of(lines)

    def _do(self, effects: Sequence[Effect], origin: Screen) -> None:
        for effect in effects:
            match effect:
                case Open(screen):
                    self.stack.append(screen)
                    origin = screen
                case Replace(screen):
                    self.stack.pop().left()
                    self.stack.append(screen)
                    origin = screen
                case Back():
                    self.stack.pop().left()
                case Home():
                    while len(self.stack) > 1:
                        self.stack.pop().left()
                case Quit(code):
                    self.code = code
                case Work():
                    self._do(asyncio.run(_worked(effect)), origin)


async def _worked(work: Work) -> Sequence[Effect]:
    try:
        result = await work.make()
    except Exception as error:
        answer = work.failed(error)
        if answer is None:
            raise
        return answer
    return work.then(result)


def is_golden(name: str, text: str) -> None:
    """The screen is the one that was looked at once and kept. A new one is kept, and to be looked at."""
    path = SCREENS / f"{name}.txt"
    if not path.exists():
        path.write_text(text + "\n", encoding="utf-8", newline="\n")
        raise AssertionError(f"{path} is new: look at it")
    assert text + "\n" == path.read_text(encoding="utf-8")
