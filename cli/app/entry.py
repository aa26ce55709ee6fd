"""A line of text that a person types, with the cursor in it."""

import unicodedata

from cli.app.cells import width


class Entry:
    """The text so far, and the place in it. Full-width letters and digits become plain ones if `plain`.

    A `suggested` text gives way to the first letter that is typed, unless another key came before it.
    """

    def __init__(
        self, text: str = "", *, most: int = 200, plain: bool = True, suggested: bool = False
    ) -> None:
        self.text = text
        self.place = len(text)
        self._most = most
        self._plain = plain
        self._suggested = suggested

    def key(self, key: str) -> bool:
        """Take a key if it is one for editing."""
        match key:
            case "<backspace>":
                self._replace(self.place - 1, self.place)
            case "<delete>":
                self._replace(self.place, self.place + 1)
            case "<left>":
                self.place = max(0, self.place - 1)
            case "<right>":
                self.place = min(len(self.text), self.place + 1)
            case "<home>":
                self.place = 0
            case "<end>":
                self.place = len(self.text)
            case _ if len(key) == 1 and key.isprintable():
                if self._suggested:
                    self.clear()
                self._insert(key)
            case _:
                return False
        self._suggested = False
        return True

    def clear(self) -> str:
        """Empty the line; what stood in it."""
        text, self.text, self.place = self.text, "", 0
        return text

    @property
    def column(self) -> int:
        """The cell of the cursor, from the beginning of the text."""
        return width(self.text[: self.place])

    def _insert(self, letter: str) -> None:
        typed = unicodedata.normalize("NFKC" if self._plain else "NFC", letter)
        if len(self.text) + len(typed) <= self._most:
            self.text = self.text[: self.place] + typed + self.text[self.place :]
            self.place += len(typed)

    def _replace(self, start: int, end: int) -> None:
        if start >= 0:
            self.text = self.text[:start] + self.text[end:]
            self.place = start
