"""Something that a screen shows for some seconds and then no longer holds: first covered, then open."""

from cli.app.frame import Frame, Line, Size, bar, line
from cli.glimpse import COUNTDOWN, Glimpse

_HALF_A_TICK = 0.05
"""Seconds. Time comes in tenths, so that closing half a one early is as often too soon as too late."""


class Showing:
    """A glimpse on its way: `done` when its time is over, and then nothing of it is left here."""

    def __init__(self, glimpse: Glimpse) -> None:
        self._glimpse: Glimpse | None = glimpse
        self._began: float | None = None
        self._opened: float | None = None
        self._left = COUNTDOWN
        self.after = glimpse.after

    @property
    def done(self) -> bool:
        """Whether it is over."""
        return self._glimpse is None

    def tick(self, now: float) -> None:
        """Let time pass. What is open was drawn with the tick before."""
        if self._glimpse is None:
            return
        if self._began is None:
            self._began = now
        if self._opened is None:
            self._left = COUNTDOWN - int(now - self._began)
            if self._left <= 0:
                self._opened = now
        elif now - self._opened >= self._glimpse.seconds - _HALF_A_TICK:
            self.close()

    def close(self) -> None:
        """Be done with it, and forget it."""
        self._glimpse = None

    def stop(self) -> None:
        """The program stands still from now on: what is open is over; what is covered opens after that."""
        if self._opened is not None:
            self.close()
        self._began = None

    def draw(self, size: Size) -> Frame:
        """The cover with the seconds until it opens, or what is to be seen."""
        if self._glimpse is None:
            return Frame([])
        covered = self._opened is None
        picture = self._glimpse.draw(size.columns, max(1, size.rows - 2), covered=covered)
        below = self._glimpse.counting(self._left) if covered else ""
        lines: list[Line] = [bar(self._glimpse.title, "", size.columns), *[line(row) for row in picture]]
        return Frame([*lines, line(below)][: size.rows])
