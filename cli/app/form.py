"""A form: fields to fill in, one under the other, and what to do with them at the end."""

from collections.abc import Mapping, Sequence
from typing import Any

from cli.app.cells import fit, width, wrapped
from cli.app.fields import Field, Words, visible
from cli.app.frame import BAD, CHOSEN, DIM, PLAIN, Frame, Line, Size, bar, clipped, line, stacked
from cli.app.kana import hint
from cli.app.menu import Text
from cli.app.screen import Back, Effect, Open, Replace, Screen
from cli.language import _


class Form(Screen):
    """Fields, and one thing to do with their values. A kind of form overrides `fields`, `done`, and texts.

    `fields` is called whenever something was changed, with the values so far, so that some fields can depend
    on others.
    """

    title = ""
    action = ""
    help = ""

    def __init__(self) -> None:
        self._at = 0
        self._values: dict[str, Any] = {}
        self.error = ""
        self._fields: list[Field] = []
        self._rebuild()

    # what a kind of form says

    def fields(self, values: Mapping[str, Any]) -> list[Field]:
        """The fields where these values have been chosen so far."""
        raise NotImplementedError

    def done(self, values: Mapping[str, Any]) -> Sequence[Effect]:
        """What follows when the form is filled in; it may set `error` instead."""
        raise NotImplementedError

    def above(self) -> Sequence[str]:
        """Sentences above the fields."""
        return ()

    # what all forms do

    @property
    def values(self) -> dict[str, Any]:
        """The values of all fields that there are now, by name."""
        return {field.name: field.value for field in self._fields}

    def draw(self, size: Size) -> Frame:
        """The title, the fields, a note on the marked one, the keys."""
        widest = max((width(field.label) for field in self._fields), default=0)
        widest = min(widest, max(8, size.columns // 2 - 4))
        lines: list[Line] = []
        cursor = 0
        for place, field in enumerate(self._fields):
            marked = place == self._at
            start: Line = [(CHOSEN if marked else PLAIN, "> " if marked else "  ")]
            value = visible(field, marked, max(4, size.columns - widest - 5))
            lines.append([*start, (PLAIN, fit(field.label, widest) + "  "), (CHOSEN * marked, value)])
            if marked:
                cursor = widest + 4 + min(field.column() or 0, max(0, size.columns - widest - 6))
        ready = self._at == len(self._fields)
        lines += [[], [(CHOSEN * ready, f"{'> ' if ready else '  '}{_(self.action)}")]]
        note = "" if ready else self._fields[self._at].note
        said = [line(text, BAD) for text in wrapped(self.error, size.columns)] if self.error else []
        said = said or [line(text) for text in wrapped(note, size.columns)[:3]]
        bottom = [*said, line(self._keys(), DIM)]
        above = [line(text) for each in self.above() for text in wrapped(each, size.columns)]
        room = max(1, size.rows - 1 - len(bottom) - len(above))
        if room < min(4, len(lines)):
            above, room = [], max(1, size.rows - 1 - len(bottom))
        place = self._at + (1 if ready else 0)
        first = max(0, place - room + 1)
        lines = [clipped(each, size.columns) for each in lines]
        top = [bar(_(self.title), "", size.columns), *above, *lines[first : first + room]]
        row = min(size.rows - 1, 1 + len(above) + place - first)
        return Frame(stacked(top, bottom, size.rows), (row, min(cursor, max(0, size.columns - 1))))

    def key(self, key: str) -> Sequence[Effect]:
        """Keys of the marked field, and those that go from one to the next."""
        self.error = ""
        field = self._fields[self._at] if self._at < len(self._fields) else None
        if key == "<f1>" or (key == "?" and not isinstance(field, Words)):
            return [Open(Text(_("Help"), [_(self.help) if self.help else self._keys()]))]
        if key == "<enter>":
            if field is None or (len(self._fields) == 1 and field.value != ""):
                return self.done(self.values)
            self._go(1)
        elif key in ("<down>", "<tab>"):
            self._go(1)
        elif key in ("<up>", "<s-tab>"):
            self._go(-1)
        elif key == "<escape>":
            return self.back()
        elif field is not None and field.key(key):
            self._values[field.name] = field.value
            self._rebuild()
        elif not isinstance(field, Words):
            self.error = hint(key)
        return ()

    def again(self, name: str, error: str) -> Sequence[Effect]:
        """Show it once more, at the field of this name, where what stands in it was not taken."""
        self._at, self.error = list(self.values).index(name), error
        return [Replace(self)]

    def back(self) -> Sequence[Effect]:
        """The way out without doing anything."""
        return [Back()]

    def _keys(self) -> str:
        return _("Up, down: field. Left, right: change. Enter: go on. Escape: back. F1: help.")

    def _go(self, step: int) -> None:
        if self._at < len(self._fields):
            self._fields[self._at].leave()
        self._at = max(0, min(len(self._fields), self._at + step))

    def _rebuild(self) -> None:
        """Make the fields anew, each with the value it had, but keep the one that is being filled in."""
        current = self._fields[self._at] if self._at < len(self._fields) else None
        fresh = self.fields(self._values)
        for field in fresh:
            if field.name in self._values:
                field.put(self._values[field.name])
        self._fields = [
            current if current is not None and field.name == current.name else field for field in fresh
        ]
        if current is not None:
            names = [field.name for field in self._fields]
            self._at = names.index(current.name)
