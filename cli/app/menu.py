"""A list to choose from: rows under headings, one of them marked, scrolled so that it can be seen."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from cli.app.cells import wrapped
from cli.app.frame import CHOSEN, DIM, KEY, PLAIN, Frame, Line, Size, bar, line, stacked
from cli.app.kana import hint
from cli.app.screen import Back, Effect, Open, Screen
from cli.language import _

Does = Callable[[], Sequence[Effect]]


class Item(NamedTuple):
    """Something to choose. `name` stays the same while the list changes around it.

    `letter` chooses it at once, if there is one; `note` says more about it while it is marked.
    """

    name: str
    text: str
    does: Does
    letter: str = ""
    note: str = ""


class Heading(NamedTuple):
    """A row that cannot be chosen."""

    text: str


Row = Item | Heading


class Choosing:
    """Which item of a list is marked."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows: Sequence[Row] = rows
        self._marked = ""
        self._place = 0
        self._top = 0

    @property
    def items(self) -> list[Item]:
        """What there is to choose."""
        return [row for row in self.rows if isinstance(row, Item)]

    @property
    def marked(self) -> Item | None:
        """The item that Enter chooses. Where the marked one is gone, it is the one in its place."""
        items = self.items
        for place, item in enumerate(items):
            if item.name == self._marked:
                self._place = place
                return item
        return items[min(self._place, len(items) - 1)] if items else None

    def mark(self, name: str) -> None:
        """Mark the item of this name."""
        self._marked = name

    def key(self, key: str) -> Sequence[Effect] | None:
        """Take a key; None if it means nothing here."""
        moves = {"<up>": -1, "<down>": 1, "<pageup>": -10, "<pagedown>": 10, "<home>": -9999, "<end>": 9999}
        marked = self.marked
        if key in moves and marked is not None:
            items = self.items
            self._mark_at(items.index(marked) + moves[key])
            return []
        if key == "<enter>" and marked is not None:
            self._marked = marked.name
            return marked.does()
        for item in self.items:
            if item.letter and item.letter == key.lower():
                self._marked = item.name
                return item.does()
        return None

    def draw(self, rows: int) -> tuple[list[Line], int]:
        """So many rows of the list, and the row among them that the marked item is in."""
        marked, place = self.marked, 0
        lines: list[Line] = []
        for row in self.rows:
            if isinstance(row, Heading):
                lines.append(line(row.text, DIM))
                continue
            if row is marked:
                place = len(lines)
            sign, style = ("> ", CHOSEN) if row is marked else ("  ", PLAIN)
            letter = f"{row.letter.upper()}  " if row.letter else ""
            lines.append([(style, sign), (KEY if style == PLAIN else style, letter), (style, row.text)])
        self._top = min(self._top, max(0, len(lines) - rows), place)
        # The heading above the first item is shown with it.
        self._top = 0 if place < rows and place <= 2 else max(self._top, place - rows + 1)
        return lines[self._top : self._top + rows], place - self._top

    def _mark_at(self, place: int) -> None:
        items = self.items
        self._marked = items[max(0, min(len(items) - 1, place))].name


class Menu(Screen):
    """A screen that is a list. A kind of menu overrides `rows`, and what else it wants to say."""

    title = ""
    help = ""

    def __init__(self) -> None:
        self.choosing = Choosing([])
        self.said = ""
        """Something to be told, until the next key."""

    def rows(self) -> Sequence[Row]:
        """What there is to choose now."""
        raise NotImplementedError

    def named(self) -> tuple[str, str]:
        """The two ends of the title line."""
        return _(self.title), ""

    def above(self) -> Sequence[str]:
        """Sentences above the list."""
        return ()

    def keys(self) -> str:
        """Which keys do what."""
        return _("Arrows and Enter: choose. Escape: back. ?: help.")

    def draw(self, size: Size) -> Frame:
        """The title, what is above, the list, what is said about the marked item, the keys."""
        self.choosing.rows = self.rows()
        marked = self.choosing.marked
        top = [bar(*self.named(), size.columns)]
        above = [line(text) for each in self.above() for text in wrapped(each, size.columns)]
        notes = wrapped(self.said or (marked.note if marked else ""), size.columns)[: max(3, size.rows // 5)]
        bottom = [*map(line, notes), line(self.keys(), DIM)]
        if size.rows - len(bottom) - len(above) < 6:
            above = above[: max(0, size.rows - len(bottom) - 6)]
        room = max(1, size.rows - len(top) - len(above) - len(bottom))
        listed, place = self.choosing.draw(room)
        row = len(top) + len(above) + place
        return Frame(stacked([*top, *above, *listed], bottom, size.rows), (min(row, size.rows - 1), 0))

    def key(self, key: str) -> Sequence[Effect]:
        """Keys of the list, help, and the way back."""
        self.said = ""
        self.choosing.rows = self.rows()
        if key in ("?", "<f1>"):
            return [Open(Text(*self.helped()))]
        taken = self.choosing.key(key)
        if taken is not None:
            return taken
        if key in ("<escape>", "q", "<left>"):
            return self.back()
        self.said = hint(key)
        return ()

    def back(self) -> Sequence[Effect]:
        """The way out of here."""
        return [Back()]

    def helped(self) -> tuple[str, Sequence[str]]:
        """The title and the paragraphs of the help."""
        return _("Help"), [_(self.help)] if self.help else [self.keys()]


class Question(Menu):
    """Something to decide: a few items under some sentences."""

    def __init__(self, title: str, told: Sequence[str], items: Sequence[Item]) -> None:
        super().__init__()
        self._title, self._told, self._items = title, told, items

    def named(self) -> tuple[str, str]:
        """The title."""
        return self._title, ""

    def above(self) -> Sequence[str]:
        """The sentences."""
        return self._told

    def rows(self) -> Sequence[Row]:
        """What can be decided."""
        return self._items


class Text(Screen):
    """Paragraphs to read and scroll."""

    def __init__(self, title: str, paragraphs: Sequence[str]) -> None:
        self._title = title
        self._paragraphs = paragraphs
        self._top = 0
        self._page = 1
        self._last = 0

    def lines(self, columns: int) -> list[Line]:
        """The text in lines of this width."""
        return [line(text) for each in self._paragraphs for text in (*wrapped(each, columns), "")][:-1]

    def draw(self, size: Size) -> Frame:
        """As much of it as there is room for."""
        lines = self.lines(size.columns)
        room = max(1, size.rows - 2)
        self._page, self._last = max(1, room - 1), max(0, len(lines) - room)
        self._top = min(self._top, self._last)
        keys = _("Escape: back.")
        if self._last:
            keys = _("Arrows, Page Up, Page Down: read on. Escape: back.")
        upto = min(len(lines), self._top + room)
        end = f"{upto}/{len(lines)}" if self._last else ""
        top = [bar(self._title, end, size.columns), *lines[self._top : upto]]
        return Frame(stacked(top, [line(keys, DIM)], size.rows), (0, 0))

    def key(self, key: str) -> Sequence[Effect]:
        """Scrolling, and the way back."""
        moves = {"<up>": -1, "<down>": 1, "<pageup>": -self._page, "<pagedown>": self._page, " ": self._page}
        moves |= {"<home>": -self._top, "<end>": self._last}
        if key in moves:
            self._top = max(0, min(self._last, self._top + moves[key]))
            return ()
        return [Back()] if key in ("<escape>", "q", "<enter>", "?", "<f1>", "<left>") else ()
