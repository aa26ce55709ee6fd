"""How a finished round was scored, to be read before the table is looked at again. The game goes on below."""

from collections.abc import Sequence

from cli.app import standings
from cli.app.frame import DIM, Frame, Line, Size, line
from cli.app.menu import Text
from cli.app.screen import Back, Effect
from cli.app.table_frame import folded
from cli.app.watched import Watched
from cli.language import _
from cli.replay import round_title
from cli.talk import View


class Scoring(Text):
    """Line by line, and the standing after it. The lowest line is that of the table."""

    def __init__(self, game: Watched, view: View, number: int, explained: Sequence[Line]) -> None:
        super().__init__(_("{round}: the points").format(round=round_title(view["game"], number)), [])
        self._game = game
        self._explained = explained
        self._standing = standings.after(view, number, game.names)

    def lines(self, columns: int) -> list[Line]:
        """The scoring, and the points of all, the most first."""
        told = [row for each in self._explained for row in folded(each, columns)]
        return [*told, [], line(_("The standing:")), *[line(text) for text in self._standing]]

    def draw(self, size: Size) -> Frame:
        """With whom the table waits for in the lowest line."""
        frame = super().draw(Size(max(1, size.rows - 1), size.columns))
        lines = frame.lines[:-1] if len(frame.lines) > 2 else frame.lines
        keys = line(_("Enter: go on."), DIM)
        return Frame([*lines, keys, self._game.status()][: size.rows], frame.cursor)

    def tick(self, now: float) -> Sequence[Effect]:
        """The table goes on counting."""
        self._game.now = now
        return ()

    def key(self, key: str) -> Sequence[Effect]:
        """Space goes on as well when everything can be seen."""
        return [Back()] if key == " " and not self._last else super().key(key)
