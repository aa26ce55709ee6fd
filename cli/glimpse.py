"""Something that is on the terminal for a time, and then wiped so that nothing of it is left there.

It is drawn on the alternate screen, which has no scrollback, without a line feed that could push anything off
the screen.
"""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from prompt_toolkit.output import Output

COUNTDOWN = 3
"""Seconds for which the cover is shown first, so that eyes can find the place."""

_CLOSING = ("SIGTSTP", "SIGQUIT", "SIGTERM", "SIGHUP")
"""Signals that stop or end the program, or interrupt it wherever it is. Ctrl-C unwinds `show`."""


class Draw(Protocol):
    """The lines of a picture that fits a screen of this size: what is seen, or first its cover."""

    def __call__(self, columns: int, rows: int, *, covered: bool) -> list[str]: ...


class Glimpse(NamedTuple):
    """Something to be seen for some seconds.

    `counting` says how many whole seconds are left until then. `after` is said when it is over, `unseen`
    where it cannot be shown.
    """

    title: str
    draw: Draw
    seconds: float
    counting: Callable[[int], str]
    after: str
    unseen: str


class Screen:
    """A terminal on which something can be drawn and wiped again."""

    def __init__(self, output: "Output", keyboard: int = 0) -> None:
        self._output = output
        self._keyboard = keyboard

    async def show(self, glimpse: Glimpse) -> None:
        """Count down, show, and wipe, on every way out of here. What is typed meanwhile stays to be read.

        If the program is stopped meanwhile, what is seen is wiped before, for good; before that the countdown
        begins again with the program.
        """
        while not await self._has_shown(glimpse):
            pass

    async def _has_shown(self, glimpse: Glimpse) -> bool:
        with _closing() as close, self._other_screen(), _unseen_typing(self._keyboard):
            for left in range(COUNTDOWN, 0, -1):
                self._draw(glimpse, glimpse.counting(left))
                if await _passes(close, 1.0):
                    return False
            self._draw(glimpse)
            await _passes(close, glimpse.seconds)
        return True

    @contextmanager
    def _other_screen(self) -> Iterator[None]:
        output = self._output
        output.enter_alternate_screen()
        output.hide_cursor()
        try:
            yield
        finally:
            # Line by line, because where there is no other screen, to clear this one may push it into the
            # scrollback.
            self._put([""] * output.get_size().rows)
            output.cursor_goto(1, 1)
            output.quit_alternate_screen()
            output.show_cursor()
            output.flush()

    def _draw(self, glimpse: Glimpse, below: str | None = None) -> None:
        """The cover with a line below it, or without one what is to be seen."""
        size = self._output.get_size()
        picture = glimpse.draw(size.columns, size.rows - 2, covered=below is not None)
        self._put([glimpse.title, *picture, below or ""])

    def _put(self, lines: Sequence[str]) -> None:
        for row, line in enumerate(lines, start=1):
            self._output.cursor_goto(row, 1)
            self._output.write(line)
            self._output.erase_end_of_line()
        self._output.flush()


def screen_here() -> Screen | None:
    """The terminal that standard output goes to; None if what is written there cannot be wiped."""
    if sys.stdout is None or not sys.stdout.isatty():
        return None
    from prompt_toolkit.output import create_output
    from prompt_toolkit.utils import is_dumb_terminal

    named = sys.platform == "win32" or os.environ.get("TERM")
    return Screen(create_output(sys.stdout)) if named and not is_dumb_terminal() else None


async def _passes(close: asyncio.Event, seconds: float) -> bool:
    """Let time pass; whether it was cut short."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await close.wait()
    return close.is_set()


@contextmanager
def _closing() -> Iterator[asyncio.Event]:
    """An event that comes with a signal, which has its usual effect only after the block."""
    close = asyncio.Event()
    came: list[signal.Signals] = []
    loop = asyncio.get_running_loop()

    def on(number: signal.Signals) -> None:
        came.append(number)
        close.set()

    known = [signal.Signals[name] for name in _CLOSING if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in known}
    watched = [number for number, handler in before.items() if handler not in (signal.SIG_IGN, None)]
    try:
        for number in watched:
            loop.add_signal_handler(number, on, number)
    except (NotImplementedError, RuntimeError, ValueError):
        # There are no such signals here, or they are the affair of another thread.
        watched = []
    try:
        yield close
    finally:
        for number in watched:
            loop.remove_signal_handler(number)
            signal.signal(number, before[number])
        for number in came[:1]:
            os.kill(os.getpid(), number)


@contextmanager
def _unseen_typing(keyboard: int) -> Iterator[None]:
    """Let the terminal neither show what is typed nor stand still for it; it is kept all the same."""
    if sys.platform == "win32" or not os.isatty(keyboard):
        yield
        return
    import termios

    before = termios.tcgetattr(keyboard)
    during = [*before]
    during[0] &= ~termios.IXON
    during[3] &= ~termios.ECHO
    termios.tcsetattr(keyboard, termios.TCSANOW, during)
    try:
        yield
    finally:
        termios.tcsetattr(keyboard, termios.TCSANOW, before)
