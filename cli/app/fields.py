"""Fields of a form: letters, one of some values, a number."""

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cli.app.cells import width
from cli.app.entry import Entry
from cli.language import _


class Field:
    """Something to fill in. `name` is what its value is known by, `note` says what it is about."""

    def __init__(self, name: str, label: str, note: str = "") -> None:
        self.name, self.label, self.note = name, label, note

    @property
    def value(self) -> Any:
        """What stands in it."""
        raise NotImplementedError

    def put(self, value: Any) -> None:
        """Put this in it, if it can be."""
        raise NotImplementedError

    def key(self, key: str) -> bool:
        """Take a key, if it means something in this field."""
        raise NotImplementedError

    def shown(self, marked: bool) -> str:
        """The value as it stands in the form."""
        raise NotImplementedError

    def column(self) -> int | None:
        """The cell of the cursor in what is shown, where one types."""
        return None

    def leave(self) -> None:
        """Another field is marked now."""


class Words(Field):
    """A field for letters. With `plain`, full-width ones become usual ones; a `suggested` text gives way."""

    def __init__(
        self,
        name: str,
        label: str,
        note: str = "",
        *,
        text: str = "",
        most: int = 200,
        plain: bool = True,
        suggested: bool = False,
    ) -> None:
        super().__init__(name, label, note)
        self._most, self._plain = most, plain
        self.entry = Entry(text, most=most, plain=plain, suggested=suggested)

    @property
    def value(self) -> str:
        """The text without the spaces around it."""
        return self.entry.text.strip()

    def put(self, value: Any) -> None:
        """Put a text in it."""
        self.entry = Entry(str(value), most=self._most, plain=self._plain)

    def key(self, key: str) -> bool:
        """Keys for editing."""
        return self.entry.key(key)

    def shown(self, marked: bool) -> str:
        """The text."""
        return self.entry.text if marked or self.entry.text else _("(none)")

    def column(self) -> int | None:
        """Where the next letter comes."""
        return self.entry.column


class Choice(Field):
    """One of some values, each with its label, changed with the left and right arrows or the space."""

    def __init__(
        self,
        name: str,
        label: str,
        note: str = "",
        *,
        values: Sequence[Any],
        said: Callable[[Any], str] = str,
        notes: Mapping[Any, str] | None = None,
    ) -> None:
        super().__init__(name, label, note)
        self._values, self._said, self._notes = list(values), said, notes or {}
        self._at = 0

    @property
    def value(self) -> Any:
        """The value that is chosen."""
        return self._values[self._at]

    def put(self, value: Any) -> None:
        """Choose this value, if it is there."""
        if value in self._values:
            self._at = self._values.index(value)

    def key(self, key: str) -> bool:
        """The arrows, or the space bar."""
        step = {"<left>": -1, "<right>": 1, " ": 1}.get(key)
        if step is None:
            return False
        self._at = (self._at + step) % len(self._values)
        return True

    def shown(self, marked: bool) -> str:
        """The value between signs that say that it can be changed."""
        said = self._said(self.value)
        return f"< {said} >" if len(self._values) > 1 else said


class Number(Field):
    """A number within bounds: typed, or changed with the left and right arrows."""

    def __init__(
        self,
        name: str,
        label: str,
        note: str = "",
        *,
        least: float,
        most: float,
        value: float,
        step: float = 1,
    ) -> None:
        super().__init__(name, label, note)
        self.least, self.most, self.step = least, most, step
        self._whole = isinstance(step, int)
        self._number = value
        self._typed = ""

    @property
    def value(self) -> Any:
        """The number; an int where steps are whole."""
        return int(self._number) if self._whole else round(self._number, 2)

    def put(self, value: Any) -> None:
        """Put this number in it, or the nearest that it may be."""
        self._number = max(self.least, min(self.most, value))
        self._typed = ""

    def key(self, key: str) -> bool:
        """Digits, and the arrows."""
        if key in ("<left>", "<right>"):
            self.put(self._number + (self.step if key == "<right>" else -self.step))
        elif key == "<backspace>":
            self._type(str(self.value)[:-1] if not self._typed else self._typed[:-1])
        elif len(key) == 1 and (key.isdecimal() or (key == "." and not self._whole)):
            self._type(self._typed + unicodedata.normalize("NFKC", key))
        else:
            return False
        return True

    def shown(self, marked: bool) -> str:
        """The number, or what was typed of it, with its bounds while it is marked."""
        if not marked:
            return str(self.value)
        text = self._typed or str(self.value)
        bounds = _("{least} to {most}").format(least=self.least, most=self.most)
        return f"< {text} >  ({bounds})"

    def leave(self) -> None:
        """What was typed and is no number within the bounds is forgotten."""
        self._typed = ""

    def _type(self, text: str) -> None:
        try:
            number = float(text)
        except ValueError:
            self._typed = ""
            return
        self._typed = text[:6]
        if self.least <= number <= self.most:
            self._number = number


def visible(field: Field, marked: bool, cells: int) -> str:
    """The value in so many cells; of a long text the end where the cursor is."""
    text = field.shown(marked)
    column = field.column()
    if marked and column is not None:
        while column > cells - 1 and text:
            column -= width(text[0])
            text = text[1:]
    return text
