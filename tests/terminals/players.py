"""Who sits at a terminal in a test: somebody who reads the screen, in their language, and presses keys.

Nothing but what is on the screen is known here, so that whoever plays by it plays as a person would.
"""

import gettext
import json
import re
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from cli.children import command
from cli.language import DOMAIN, LOCALES
from tests.terminals.tmux import SECONDS, Pane, Tmux

_SHORT = re.compile(r"\b[A-Z0-9]{4}-[A-Z0-9]{4}\b")
_UNDER_CURSOR = re.compile(r">[ +-](\[)?\*?([A-Z0-9]{2,3})\]?(?= |$)", re.MULTILINE)
"""A card or a die under the cursor."""

_CURSOR = re.compile(r"^(?: .*)?>[ +-]\S", re.MULTILINE)

_BY_ARROWS = 5
"""So many answers are picked with the cursor. Cards are typed after those, which is quicker: for Enter alone
the screen waits a moment, in case it was meant for something else.
"""


class Player:
    """Somebody at the application on a terminal of their own. `seen`: the screens they have acted on."""

    def __init__(
        self, tmux: Tmux, home: Path, name: str, language: str, environment: Mapping[str, str]
    ) -> None:
        home.mkdir(parents=True)
        (home / "settings.json").write_text(json.dumps({"name": name}), encoding="utf-8")
        self.name, self.home = name, home
        self.said = gettext.translation(DOMAIN, LOCALES, [language], fallback=True).gettext
        self.seen: list[str] = []
        here = {**environment, "CHABUDAI_HOME": str(home)}
        self.pane: Pane = tmux.open(name, [*command(), "--lang", language], here)
        self.pane.until(self.said("What to do"))

    # menus and forms

    def open_table(self, fields: Sequence[tuple[str, str]]) -> str:
        """Open a table by its form: its fields, in English and in their order, with what has to stand in
        them. Returns the name of the table.
        """
        self.pane.type("o")
        self.pane.until(lambda shown: shown.startswith(self.said("Open a table")))
        for label, wanted in fields:
            self._fill(self.said(label), self.said(wanted))
        self._go_to(self.said("Open the table"))
        self.pane.keys("Enter")
        shown = self.pane.until(lambda shown: bool(_SHORT.search(shown)))
        found = _SHORT.search(shown)
        assert found
        return found[0]

    def join(self, table: str) -> None:
        """Take a seat at this table, which is seen in the lobby."""
        self.pane.until(table)
        self._go_to(table)
        self.pane.keys("Enter")
        self.pane.until(lambda shown: table in shown.split("\n")[0])

    def _fill(self, label: str, wanted: str) -> None:
        self._go_to(label)
        for _step in range(100):
            shown = self.pane.screen()
            if re.search(rf"^> {re.escape(label)} +< {re.escape(wanted)} >", shown, re.MULTILINE):
                return
            if wanted[0].isdigit():
                self.pane.type(wanted)
            else:
                self.pane.keys("Right")
            self._changed(shown)
        raise AssertionError(self.pane.screen())

    def _go_to(self, text: str) -> None:
        """Move the cursor down, or back to the beginning, until it stands on a row that begins so."""
        for _step in range(30):
            shown = self.pane.screen()
            if f"\n> {text}" in shown:
                return
            self.pane.keys("Down")
            self._changed(shown)
        raise AssertionError(self.pane.screen())

    def _changed(self, shown: str) -> None:
        """Wait until something else is on the screen, but not for long."""
        deadline = time.monotonic() + 0.6
        while self.pane.screen() == shown and time.monotonic() < deadline:
            time.sleep(0.03)

    # at the table

    @property
    def at_the_end(self) -> bool:
        """Whether the screen says that the game is over."""
        return self.said("the end") in self.pane.screen().split("\n")[0]

    def act(self) -> None:
        """Do what the screen asks for, if it asks for anything."""
        shown = self.pane.screen()
        if self.said("* YOUR TURN *") in shown.split("\n")[0]:
            self._answer(shown)
        elif self.said("Enter: go on.") in shown:
            self.pane.keys("Enter")
        else:
            return
        self.seen.append(shown)
        self._changed(shown)

    def _answer(self, shown: str) -> None:
        """Take what the cursor stands on; bring it to something first that is neither refused nor picked."""
        held = _UNDER_CURSOR.search(shown)
        again = self.seen[-1:] == [shown]
        if again or ">+" in shown or ">-" in shown:
            self.pane.keys("Right", "Enter")
        elif held and len(self.seen) > _BY_ARROWS:
            self.pane.type(held[2] + ("d" if held[1] else ""))
            self.pane.keys("Enter")
        else:
            self.pane.keys(*([] if _CURSOR.search(shown) else ["Right"]), "Enter")

    def leave(self) -> int:
        """From the end to the lobby, and out; the exit code."""
        self.pane.keys("Escape")
        self.pane.until(self.said("What to do"))
        self.pane.type("q")
        deadline = time.monotonic() + SECONDS
        while (code := self.pane.code) is None:
            assert time.monotonic() < deadline, self.pane.screen()
            time.sleep(0.05)
        return code

    def transcript(self) -> Path:
        """The transcript in their data folder."""
        [path] = self.home.rglob("*.chabudai")
        return path
