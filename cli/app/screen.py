"""What a screen is: it draws itself, takes keys and the passing of time, and says what follows.

Keys come as one printable letter in NFKC, or as a name: `<up> <down> <left> <right> <enter> <escape> <tab>
<s-tab> <backspace> <delete> <home> <end> <pageup> <pagedown> <f1> <c-l>` and the like. Ctrl-C is
`interrupted`.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from cli.app.frame import Frame, Size
from cli.exits import INTERRUPTED

TAKING_IN = 0.5
"""Seconds for which Enter chooses nothing on what came up by itself: it may be meant for what was there
before.
"""


class Screen:
    """One screen. The shell shows the topmost of a stack of them."""

    def draw(self, size: Size) -> Frame:
        """What it shows now."""
        raise NotImplementedError

    def key(self, key: str) -> Sequence["Effect"]:
        """A key was pressed."""
        return ()

    def interrupted(self) -> Sequence["Effect"]:
        """Ctrl-C was pressed."""
        return [Quit(INTERRUPTED)]

    def stopped(self) -> None:
        """The program is about to be stopped (Ctrl-Z), and may go on at any time later."""

    def paste(self, text: str) -> Sequence["Effect"]:
        """Text was pasted: as if every letter had been typed."""
        return [effect for letter in text if letter.isprintable() for effect in self.key(letter)]

    def tick(self, now: float) -> Sequence["Effect"]:
        """A tenth of a second has passed. `now` is a clock in seconds that never goes back."""
        return ()

    def left(self) -> None:
        """It is taken off the stack."""


@dataclass(frozen=True, slots=True)
class Open:
    """Show another screen on top of this one."""

    screen: Screen


@dataclass(frozen=True, slots=True)
class Replace:
    """Show another screen instead of this one."""

    screen: Screen


@dataclass(frozen=True, slots=True)
class Back:
    """Return to the screen below."""


@dataclass(frozen=True, slots=True)
class Home:
    """Return to the lowest screen."""


@dataclass(frozen=True, slots=True)
class Quit:
    """End the program with this exit code."""

    code: int


@dataclass(frozen=True, slots=True)
class Bell:
    """Ring once, if sound is on."""


@dataclass(frozen=True, slots=True)
class Work:
    """Do something that takes time, then go on with what came of it. Anything that `failed` does not take is
    an accident of the program.
    """

    make: Callable[[], Awaitable[Any]]
    then: Callable[[Any], Sequence["Effect"]] = lambda result: ()
    failed: Callable[[Exception], Sequence["Effect"] | None] = lambda error: None


@dataclass(frozen=True, slots=True)
class Listen:
    """Hear everything that a source tells until it ends."""

    source: AsyncIterator[Any]
    heard: Callable[[Any], Sequence["Effect"]]


Effect = Open | Replace | Back | Home | Quit | Bell | Work | Listen
