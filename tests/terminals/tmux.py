"""Terminals that tmux draws: keys go in as a person types them, and what stands on the screen comes out."""

import os
import shlex
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from cli.children import environment_of_child
from tests.cli.app.on_screen import children_of

COLUMNS, ROWS = 80, 24
SECONDS = 60.0
"""How long anything may take before a test gives up on it."""

MISSING = "" if shutil.which("tmux") else "NOTHING IS DRIVEN THROUGH A REAL TERMINAL: tmux is not installed"

_RUN = '"$@"; echo $? >"$0"'
"""For the shell: run a program and keep its exit code in a file. That of a terminal gets lost in tmux 3.3."""


class Tmux:
    """A tmux of the test's own, with no settings but its own, which is ended with the test."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._socket = str(folder / "tmux")
        self.panes: list[Pane] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        subprocess.run([*self._tmux, "kill-server"], capture_output=True, check=False, timeout=SECONDS)

    def open(self, name: str, command: Sequence[str], environment: Mapping[str, str]) -> "Pane":
        """A terminal on which this command runs. It stays when the command has ended."""
        given = {**environment_of_child(), **environment}
        chosen = {key: value for key, value in given.items() if os.environ.get(key) != value}
        variables = [f"{key}={value}" for key, value in chosen.items()]
        code = self._folder / f"{name}.code"
        words = ["env", "-u", "TMUX", *variables, "sh", "-c", _RUN, str(code), *command]
        # Without the first line the screen would be gone with the program.
        setting = ["set", "-g", "remain-on-exit", "on", ";", "set", "-g", "status", "off", ";"]
        size = ["-x", str(COLUMNS), "-y", str(ROWS)]
        self.run("-u", *setting, "new-session", "-d", "-s", name, *size, shlex.join(words))
        pane = Pane(self, name, code)
        self.panes.append(pane)
        return pane

    def run(self, *arguments: str) -> str:
        """What tmux answers."""
        ran = subprocess.run(
            [*self._tmux, *arguments], capture_output=True, encoding="utf-8", check=False, timeout=SECONDS
        )
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    @property
    def _tmux(self) -> list[str]:
        return ["tmux", "-S", self._socket, "-f", os.devnull]


class Pane:
    """One terminal."""

    def __init__(self, tmux: Tmux, name: str, code: Path) -> None:
        self._tmux = tmux
        self.name = name
        self._code = code

    def keys(self, *keys: str) -> None:
        """Press keys by the names that tmux gives them: Enter, Escape, Left, Tab, C-c ..."""
        self._tmux.run("send-keys", "-t", self.name, *keys)

    def type(self, text: str) -> None:
        """Type letters."""
        self._tmux.run("send-keys", "-t", self.name, "-l", text)

    def screen(self) -> str:
        """The rows that are shown, without the spaces at their ends."""
        return self._tmux.run("capture-pane", "-p", "-t", self.name).rstrip("\n")

    def everything(self) -> str:
        """What is shown, what was scrolled off it, and the other screen, if there is one."""
        shown = self._tmux.run("capture-pane", "-p", "-S", "-", "-t", self.name)
        other = self._tmux.run("capture-pane", "-p", "-a", "-q", "-S", "-", "-t", self.name)
        return shown + other

    def ask(self, what: str) -> str:
        """One of the variables of tmux, such as alternate_on."""
        return self._tmux.run("display-message", "-p", "-t", self.name, f"#{{{what}}}").strip()

    def resize(self, columns: int, rows: int) -> None:
        """Another size of the terminal."""
        self._tmux.run("resize-window", "-t", self.name, "-x", str(columns), "-y", str(rows))

    def until(self, is_there: str | Callable[[str], bool]) -> str:
        """The screen, once this is on it."""
        deadline = time.monotonic() + SECONDS
        while True:
            shown = self.screen()
            if is_there in shown if isinstance(is_there, str) else is_there(shown):
                return shown
            assert time.monotonic() < deadline, f"{is_there}\n{shown}"
            time.sleep(0.05)

    def after(self, *keys: str) -> str:
        """What is shown after these keys, once something else is and stays there for a moment."""
        before = self.screen()
        self.keys(*keys)
        shown = self.until(lambda shown: shown != before)
        while True:
            time.sleep(0.2)
            before, shown = shown, self.screen()
            if shown == before:
                return shown

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the program."""
        [program] = children_of(int(self.ask("pane_pid")))
        os.kill(program, number)

    @property
    def code(self) -> int | None:
        """The exit code of the program, once it has ended."""
        told = self._code.read_text() if self._code.exists() else ""
        return int(told) if told.endswith("\n") else None
