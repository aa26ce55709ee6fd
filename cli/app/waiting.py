"""Whom a table waits for: for how long, and how far a deal has come."""

from cli.language import _
from peer import steps
from peer.sitting import Waiting

PATIENCE = 3.0
"""Seconds after which they are counted."""


class Wait:
    """What the table waits for now, and since when (a clock in seconds)."""

    def __init__(self) -> None:
        self.seats: tuple[int, ...] = ()
        self.kind = ""
        self._since = 0.0
        self._dealing = False

    def heard(self, waiting: Waiting, now: float) -> None:
        """The table waits for somebody else or something else now. Its clock goes on while the same ones owe
        the same.
        """
        if (waiting.seats, waiting.kind) != (self.seats, self.kind):
            self._since = now
        self._dealing = waiting.kind == steps.SHARES and self.kind in (steps.DECK, steps.SHARES)
        self.seats, self.kind = waiting.seats, waiting.kind

    def begin(self, now: float) -> None:
        """The clock starts: what is waited for already is waited for from now on."""
        self._since = now

    def lasts(self, now: float) -> str:
        """For how long, once that is worth a word."""
        seconds = now - self._since
        return _("{count} s").format(count=int(seconds)) if seconds >= PATIENCE else ""

    def progress(self, seats: int) -> tuple[int, int] | None:
        """How many steps of a deal are done, and of how many; None if there is none going on.

        The steps are a key of all, a shuffle of each in turn, the deck signed by all, and the shares.
        """
        whole = seats + 3
        match self.kind:
            case steps.KEY:
                return 0, whole
            case steps.SHUFFLE:
                return 1 + min(self.seats, default=0), whole
            case steps.DECK:
                return seats + 1, whole
            case steps.SHARES if self._dealing:
                return seats + 2, whole
        return None


def meter(done: int, whole: int) -> str:
    """A deal's progress, drawn and in numbers."""
    text = _("deal: step {done} of {whole}").format(done=done + 1, whole=whole)
    return f"[{'#' * done}{'.' * (whole - done)}] {text}"
