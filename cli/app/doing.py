"""Something that takes a moment, such as knocking at a table: said while it is done, and can be given up."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from cli.app.cells import wrapped
from cli.app.frame import DIM, Frame, Size, bar, line, stacked
from cli.app.screen import Back, Effect, Screen, Work
from cli.language import _
from cli.words import say, shown
from cli.words_peer import JOINING, RESUMING
from peer.finding import JoinRefused
from peer.lobby import NotPossible
from peer.saved import CannotResume

Then = Callable[[Any], Sequence[Effect]]


class Doing(Screen):
    """`make` is done; then this screen gives way to what `then` says.

    Where it is refused, the screen says why, unless `otherwise` says what follows from that. Where the person
    did not wait, what came of it is `undone`.
    """

    def __init__(
        self,
        text: str,
        make: Callable[[], Awaitable[Any]],
        then: Then,
        undone: Callable[[Any], Awaitable[None]] | None = None,
        otherwise: Callable[[Exception], Sequence[Effect]] = lambda error: (),
    ) -> None:
        self._text = text
        self._make, self._then, self._undone, self._otherwise = make, then, undone, otherwise
        self._began: float | None = None
        self._seconds = 0
        self._refused = ""
        self._left = False

    def draw(self, size: Size) -> Frame:
        """What is done, for how long, or why not."""
        told = [self._refused] if self._refused else [_("{what} ...").format(what=self._text)]
        if self._seconds and not self._refused:
            told.append(_("{count} s").format(count=self._seconds))
        lines = [line(text) for each in told for text in wrapped(each, size.columns)]
        keys = _("Enter: back.") if self._refused else _("Escape: do not wait.")
        return Frame(
            stacked([bar(self._text, "", size.columns), [], *lines], [line(keys, DIM)], size.rows),
            (min(2, size.rows - 1), 0),
        )

    def key(self, key: str) -> Sequence[Effect]:
        """Give it up, or go back after a refusal."""
        return [Back()] if key in ("<escape>", "q", *(("<enter>",) if self._refused else ())) else ()

    def tick(self, now: float) -> Sequence[Effect]:
        """It is begun with the first tick."""
        if self._began is None:
            self._began = now
            return [Work(self._make, self._done, self._failed)]
        self._seconds = int(now - self._began)
        return ()

    def left(self) -> None:
        """Nobody waits any more."""
        self._left = True

    def _done(self, result: Any) -> Sequence[Effect]:
        if not self._left:
            return self._then(result)
        undone = self._undone
        return [Work(lambda: undone(result))] if undone else ()

    def _failed(self, error: Exception) -> Sequence[Effect] | None:
        if not isinstance(error, JoinRefused | CannotResume | NotPossible | OSError):
            return None
        self._refused = why(error)
        return self._otherwise(error)


def why(error: Exception) -> str:
    """Why something was not done."""
    if isinstance(error, JoinRefused | NotPossible):
        return say(JOINING, error.code)
    if isinstance(error, CannotResume):
        return say(RESUMING, error.code)
    assert isinstance(error, OSError)
    text = _("The data folder cannot be used: {why}")
    return text.format(why=shown(error.strerror or type(error).__name__))
