"""The application on a pseudo-terminal, as a person has it."""

import json
import re
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from cli import own_machine
from cli.children import command
from tests.cli.terminal import WAIT, OnTerminal, Picture

_MOVES = re.compile(r"\x1b\[[?>=]?[\d;]*[A-Za-z]|\x1b.|\r|\n")


class Written(Picture):
    """What is on the screen is not followed; only what was written is kept."""

    def __init__(self) -> None:
        super().__init__()
        self.whole = ""

    def take(self, piece: str) -> None:
        """Keep it."""
        self.whole += piece


@contextmanager
def on_screen(
    home: Path, *arguments: str, program: Sequence[str] = (), name: str = "Aki", **environment: str
) -> Iterator[OnTerminal]:
    """The program on a terminal, with a name settled if one is given; afterwards it has ended."""
    home.mkdir(parents=True, exist_ok=True)
    if name:
        (home / "settings.json").write_text(json.dumps({"name": name}), encoding="utf-8")
    here: Mapping[str, str] = {**own_machine.environment(), "LANGUAGE": "en", **environment}
    terminal = OnTerminal([*(program or command()), *arguments], home, here)
    terminal.picture = Written()
    try:
        yield terminal
    finally:
        terminal.close()


def words(written: str) -> str:
    """What was written, without colours and moves of the cursor."""
    return _MOVES.sub(" ", written)


def written(terminal: OnTerminal) -> str:
    """Everything that was written on the terminal so far."""
    assert isinstance(terminal.picture, Written)
    return terminal.picture.whole


def is_as_before(terminal: OnTerminal) -> None:
    """The terminal behaves as before the program, shows the main screen, and its cursor."""
    whole = written(terminal)
    assert terminal.modes() == terminal.modes_before
    for on, off in (("?1049h", "?1049l"), ("?25l", "?25h"), ("?2004h", "?2004l")):
        assert 0 <= whole.rfind(f"\x1b[{on}") < whole.rfind(f"\x1b[{off}")


def ended(terminal: OnTerminal) -> int:
    """The exit code, once the program has ended."""
    terminal.rest()
    return terminal.process.wait(WAIT)


def children_of(pid: int) -> list[int]:
    """The processes that a process has started."""
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True)
    pairs = [[int(each) for each in row.split()] for row in listed.stdout.splitlines()]
    return [child for child, parent in pairs if parent == pid]


def until(condition: object, seconds: float = 30) -> bool:
    """Wait until something is so, but not for ever."""
    deadline = time.monotonic() + seconds
    assert callable(condition)
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.05)
    return False
