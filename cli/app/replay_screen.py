"""A replay on the whole screen: the table as it was after a step, what happened in it, and what before."""

from collections.abc import Callable, Sequence

from cli.app.cells import columns, width, wrapped
from cli.app.frame import BAD, DIM, GOOD, KEY, PLAIN, TURN, Frame, Line, Size, bar, clipped, line
from cli.app.kana import hint
from cli.app.screen import Back, Effect, Screen
from cli.app.table_frame import folded
from cli.language import _
from cli.replay import Box, Eyes, Moment, Story, hand_line
from cli.replay_place import Place
from cli.talk_dice_watching import drawn
from cli.words_games import title

_PAGE = 5
"""Lines by which the table is moved where it does not fit."""


class ReplayScreen(Screen):
    """Steps through a story. `leaving` is what follows when one has seen enough."""

    def __init__(self, place: Place, leaving: Effect | None = None) -> None:
        self._place = place
        self._leaving = leaving or Back()
        self._top = 0
        self._helps = False
        self._hint = ""
        self._drawn: tuple[tuple[object, ...], Frame] | None = None

    # keys

    def key(self, key: str) -> Sequence[Effect]:
        """Move, or look with other eyes."""
        self._hint = ""
        if self._helps:
            self._helps = False
            return []
        if key in ("q", "Q", "<escape>"):
            return [self._leaving]
        if key in ("?", "<f1>"):
            self._helps = True
            return []
        move = self._moves().get(key.lower())
        if move is None:
            self._hint = hint(key)
            return []
        move()
        return []

    def _moves(self) -> dict[str, Callable[[], object]]:
        place = self._place
        moves: dict[str, Callable[[], object]] = {
            "<home>": lambda: place.go(0),
            "<end>": place.end,
            "s": place.other_eyes,
            "o": self._open,
            "<pageup>": lambda: self._scroll(-_PAGE),
            "<pagedown>": lambda: self._scroll(_PAGE),
        }
        for key in ("<right>", "<enter>", " ", "n"):
            moves[key] = lambda: place.step(1)
        for key in ("<left>", "<backspace>", "p"):
            moves[key] = lambda: place.step(-1)
        for key in ("<down>", "]"):
            moves[key] = lambda: place.round(1)
        for key in ("<up>", "["):
            moves[key] = lambda: place.round(-1)
        return moves

    def _open(self) -> None:
        if not self._place.open():
            self._hint = _("The players did not open the hands of this game.")

    def _scroll(self, by: int) -> None:
        self._top = max(0, self._top + by)

    # drawing

    def draw(self, size: Size) -> Frame:
        """The table above, the words below it, the keys at the lower edge; drawn anew only if it changes."""
        place = self._place
        shown = (size, place.number, place.eyes, self._top, self._helps, self._hint)
        if self._drawn is None or self._drawn[0] != shown:
            frame = self._frame(size)
            # The place of the table is known better now.
            self._drawn = ((*shown[:3], self._top, *shown[4:]), frame)
        return self._drawn[1]

    def _frame(self, size: Size) -> Frame:
        place = self._place
        game, eyes = title(place.story.rules.name), place.story.seen_by(place.eyes)
        head = _("{game}: {place} ({eyes})").format(game=game, place=place.title, eyes=eyes)
        first = bar(head, place.count, size.columns)
        last = line(self._hint, BAD) if self._hint else line(_keys(size.columns), KEY)
        room = max(0, size.rows - 2)
        body = _help(size.columns)[:room] if self._helps else self._body(room, size.columns)
        space: list[Line] = [line("")] * (room - len(body))
        rows = [first, *body, *space, last][: size.rows]
        return Frame([clipped(each, size.columns) for each in rows])

    def _body(self, rows: int, cells: int) -> list[Line]:
        place = self._place
        now = [line(each, TURN) for each in self._words(place.moment, cells)][:rows]
        room = max(0, rows - len(now) - 1)
        above = _table(place.story, place.moment, place.eyes, cells, room)
        self._top = max(0, min(self._top, len(above) - room))
        above = above[self._top : self._top + room]
        before = self._before(rows - len(above) - len(now) - 1, cells)
        space: list[Line] = [line("")] * (rows - len(above) - len(before) - len(now))
        return [*above, *space, *before, *now]

    def _before(self, rows: int, cells: int) -> list[Line]:
        """As much of what happened before as there is room for."""
        lines: list[Line] = []
        for moment in reversed(self._place.story.moments[: self._place.number]):
            if len(lines) >= rows:
                break
            lines = [line(each, DIM) for each in self._words(moment, cells)] + lines
        return lines[-rows:] if rows > 0 else []

    def _words(self, moment: Moment, cells: int) -> list[str]:
        return [
            row for each in self._place.story.told(moment, self._place.eyes) for row in wrapped(each, cells)
        ]


def _table(story: Story, moment: Moment, eyes: Eyes, cells: int, rows: int) -> list[Line]:
    """The state of the game, the seats with a `>` at those whose turn it is, the middle, and the hands."""
    picture, waited = story.picture(moment, eyes), story.waited(moment)
    seats: list[tuple[str, ...]] = [("", "", *picture.heads)]
    for seat, beside in enumerate(picture.seats):
        seats.append((">" if seat in waited else "", story.names.of(seat), *beside))
    block = [line(each, TURN if each.startswith(">") else PLAIN) for each in columns(seats, gap=1)]
    lines = [*[row for each in picture.about for row in folded(each, cells)], *block]
    hands = [
        line(row, GOOD)
        for seat, things in story.hands(moment, eyes)
        for row in wrapped(hand_line(story.names.of(seat), things), cells)
    ]
    box = story.box(moment)
    if box is not None:
        return _with_box(box, lines, cells, rows)
    return [*lines, *[row for each in picture.table for row in folded(each, cells)], *hands]


def _with_box(box: Box, lines: list[Line], cells: int, rows: int) -> list[Line]:
    """The box of dice below these lines, or, where it does not fit there but does alone, alone."""
    alone = drawn(*box, cells, rows)
    below = drawn(*box, cells, max(3, rows - len(lines)))
    return [*([] if len(alone) != len(below) else lines), *map(line, alone)]


def _keys(cells: int) -> str:
    whole = _("left right: step  up down: round  s: eyes  o: open  ?: help  q: leave")
    return whole if width(whole) <= cells else _("left right: step  ?: help  q: leave")


def _help(cells: int) -> list[Line]:
    """The help, which is there until the next key."""
    texts = [
        _("Right arrow, Enter or n: the next step. Left arrow or p: a step back."),
        _("Down arrow or ]: the next round. Up arrow or [: a round back."),
        _("Home and End: the beginning and the end."),
        _("s: as the next player saw it. o: with all hands open, if the players opened them."),
        _("Page up and page down: move the table where it does not fit."),
        _("Escape or q: leave."),
        _("Any key: back to the game."),
    ]
    return [line(row) for text in texts for row in wrapped(text, cells)]
