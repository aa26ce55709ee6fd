"""The end of a game: who won, how it went, what the check of the transcript says, and what to do next."""

import asyncio
from collections.abc import Sequence

from cli import words_verdict
from cli.app import standings
from cli.app.cells import wrapped
from cli.app.doing import Doing
from cli.app.frame import Frame, Line, Size, line, text_of
from cli.app.house import House
from cli.app.menu import Item, Menu, Row, Text
from cli.app.rematch import rematch
from cli.app.screen import TAKING_IN, Effect, Home, Open, Replace
from cli.language import _
from cli.talk import View
from cli.words import Names, shown
from cli.words_games import title
from peer.outcome import Over
from peer.sitting import Sitting

_LEAST_PLOT, _MOST_PLOT = 6, 12
"""Rows."""

_OTHER_ROWS = 8
"""Rows of an end that are neither told above nor plotted: the title, what can be chosen, the keys."""


class EndScreen(Menu):
    """`told`: what the table said last. Of a game that is over that are the points, and then the winners."""

    def __init__(self, house: House, sitting: Sitting, names: Names, told: Sequence[str]) -> None:
        super().__init__()
        self._house = house
        self._sitting = sitting
        self._names = names
        # The points are in the table below.
        self._told = list(told[-1:] if isinstance(sitting.ended, Over) else told)
        self._view = {**sitting.view(), "ask": None}
        self._size = Size(24, 80)
        self._now = 0.0
        self._came_at: float | None = None

    def named(self) -> tuple[str, str]:
        """The game, and that it is over."""
        over = isinstance(self._sitting.ended, Over)
        return title(self._sitting.game), _("the end") if over else _("stopped")

    def draw(self, size: Size) -> Frame:
        """With a plot where there is room for one."""
        self._size = size
        return super().draw(size)

    def above(self) -> Sequence[str]:
        """Winners and verdict; the rounds if they fit; the plot if there is room left."""
        rows, cells = self._size
        told = [*self._told, words_verdict.sentence(self._sitting.verdict), ""]
        told += text_of(standings.by_player(self._view, self._names, cells)).split("\n")
        taken = sum(len(wrapped(text, cells)) for text in told)
        room = min(_MOST_PLOT, rows - _OTHER_ROWS - taken - 1)
        if room >= _LEAST_PLOT:
            told += ["", *text_of(standings.plot(self._view, cells, room)).split("\n")]
        return told

    def rows(self) -> Sequence[Row]:
        """What to do next."""
        again = rematch(self._house, self._sitting, self._names)
        return [
            *([Item("again", _("Play again at the same table"), lambda: again, "a")] if again else []),
            Item("rounds", _("All rounds, and how the points went"), self._rounds, "p"),
            Item("replay", _("Look at the game again, step by step"), self._replay, "r"),
            Item("lobby", _("Back to the lobby"), self.back, "q", note=self._kept()),
        ]

    def keys(self) -> str:
        """Which keys do what."""
        return _("Arrows and Enter, or a letter. Escape: lobby.")

    def tick(self, now: float) -> Sequence[Effect]:
        """Time passes."""
        self._came_at = now if self._came_at is None else self._came_at
        self._now = now
        return super().tick(now)

    def key(self, key: str) -> Sequence[Effect]:
        """As in every menu, when the person has had the time to see what is asked here."""
        early = self._came_at is None or self._now - self._came_at < TAKING_IN
        return () if key == "<enter>" and early else super().key(key)

    def back(self) -> Sequence[Effect]:
        """To the lobby."""
        return [Home()]

    def _kept(self) -> str:
        path = shown(self._sitting.transcript_path)
        return _("The transcript: {path} (check it with 'chabudai verify')").format(path=path)

    def _rounds(self) -> Sequence[Effect]:
        return [Open(Rounds(self._view, self._names))]

    def _replay(self) -> Sequence[Effect]:
        from cli.app.replay_screen import ReplayScreen
        from cli.played import Unreadable, read_played
        from cli.replay import Story
        from cli.replay_place import Place

        path = self._sitting.transcript_path
        assert path is not None

        def read() -> Story | None:
            try:
                return Story(read_played(path.read_bytes()))
            except Unreadable:
                return None

        def then(story: Story | None) -> Sequence[Effect]:
            if story is None:
                told = words_verdict.lines(self._sitting.verdict)
                return [Replace(Text(_("No game can be read from the transcript"), told))]
            return [Replace(ReplayScreen(Place(story, story.eyes[0])))]

        return [Open(Doing(_("Reading the transcript"), lambda: asyncio.to_thread(read), then))]


class Rounds(Text):
    """Every round with the points of each player, and a plot of the standings."""

    def __init__(self, view: View, names: Names) -> None:
        super().__init__(_("The rounds"), [])
        self._view, self._names = view, names

    def lines(self, columns: int) -> list[Line]:
        """The table, then the plot."""
        table = standings.by_round(self._view, self._names, columns)
        plot = standings.plot(self._view, columns, _MOST_PLOT + 4)
        letters = standings.letters(self._view, self._names)
        return [*table, [], *plot, [], *[line(text) for text in wrapped(letters, columns)]]
