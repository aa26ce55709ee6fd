"""What was said at a table so far: the latest lines, and older ones to scroll back to."""

from collections.abc import Iterable

from cli.app.cells import wrapped
from cli.app.frame import DIM, PLAIN, Line, line
from cli.language import _

_MOST = 2000
"""Lines that are kept."""


class Log:
    """Lines in the order in which they were said."""

    def __init__(self) -> None:
        self._said: list[tuple[str, str]] = []
        self._back = 0
        self._page = 1

    def say(self, lines: Iterable[str], style: str = PLAIN) -> None:
        """Add lines. Whoever reads older ones is not torn away from them."""
        before = len(self._said)
        # Empty lines are for those who listen; here they would take the place of others.
        self._said += [(style, text) for text in lines if text]
        if self._back:
            self._back += len(self._said) - before
        self._said = self._said[-_MOST:]

    def page(self, by: int) -> None:
        """Scroll so many pages back (or, if negative, forwards)."""
        self._back = min(max(0, self._back + by * self._page), max(0, len(self._said) - 1))

    def drawn(self, rows: int, columns: int) -> list[Line]:
        """The last lines, wrapped, or those that were scrolled to, at most so many rows."""
        if rows <= 0:
            return []
        self._page = max(1, rows - 1)
        room = rows - 1 if self._back and rows > 1 else rows
        shown: list[Line] = []
        for style, text in reversed(self._said[: len(self._said) - self._back]):
            shown[:0] = [line(part, style) for part in _indented(text, columns)]
            if len(shown) >= room:
                break
        shown = shown[-room:]
        if self._back and rows > 1:
            later = _("-- {count} later lines: PgDn --").format(count=self._back)
            shown.append(line(later, DIM))
        return shown


def _indented(text: str, columns: int) -> list[str]:
    """A text in lines; those that go on begin with spaces."""
    first, *rest = wrapped(text, max(1, columns - 2))
    return [first, *[f"  {part}" for part in rest]]
