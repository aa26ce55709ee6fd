"""A game on a real terminal: what is typed, pasted and cut in pieces arrives, any size of the terminal is
taken, and on every way out the terminal is as it was.
"""

import os
import signal
import sys
from pathlib import Path
from random import Random

import pytest

from cli.exits import INTERRUPTED, OK, TERMINATED
from tests.cli.app.on_screen import ended, is_as_before, on_screen, written
from tests.terminals.conftest import Opens
from tests.terminals.tmux import COLUMNS, ROWS, Pane

PRACTICE = ["practice", "notice", "--seats", "3"]


@pytest.fixture
def table(opens: Opens) -> Pane:
    """A table of Notice that asks for a prediction."""
    pane = opens(*PRACTICE)
    pane.until("* YOUR TURN *")
    return pane


def test_what_is_typed(table: Pane) -> None:
    """Full-width letters count as usual ones, a paste is typed and chooses nothing, kana gets a hint, and
    what the line brings in pieces is put together.
    """
    table.type("あ")
    table.until("switch the input method off")
    table.keys("Escape")
    table.until(lambda shown: "switch the input method off" not in shown)
    # Chat, in letters of three bytes each that come byte by byte.
    for byte in "/千恵".encode():
        table.keys("-H", f"{byte:02x}")
    table.until("/千恵")
    table.keys("Enter")
    table.until("千恵")
    # An arrow in pieces moves, and does not leave the table as Escape would.
    for byte in b"\x1b[D":
        table.keys("-H", f"{byte:02x}")
    # A bracketed paste with a line feed.
    for byte in b"\x1b[200~9\n9\x1b[201~":
        table.keys("-H", f"{byte:02x}")
    shown = table.until("99")
    assert "Leave" not in shown and "* YOUR TURN *" in shown
    table.keys("BSpace", "BSpace")
    table.type("２")
    table.keys("Enter")
    table.until("You predict 2")
    table.type("ｈ")
    table.keys("Enter")
    table.until("Your hand")


def test_200_sizes(table: Pane) -> None:
    """Any size, at any time, in any order: it goes on, fits, and is whole when there is room again."""
    rng = Random(200)
    for _time in range(200):
        table.resize(rng.randint(2, 160), rng.randint(1, 60))
    table.resize(40, 24)
    shown = table.until("TURN *")
    assert max(map(len, shown.split("\n"))) <= 40
    table.resize(COLUMNS, ROWS)
    shown = table.until(lambda shown: len(shown.split("\n")) == ROWS and "* YOUR TURN *" in shown)
    assert shown.startswith("Notice") and "Aki" in shown
    assert table.code is None
    table.keys("Escape")
    table.until("Leave")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals of this kind")
@pytest.mark.parametrize(
    ("way", "code"),
    [
        (signal.SIGTERM, TERMINATED),
        (signal.SIGHUP, TERMINATED),
        (signal.SIGINT, INTERRUPTED),
        (["\x03", "Leave, and come back later", "y", "What to do", "q", "If you quit", "q"], OK),
    ],
    ids=["term", "hup", "int", "keys"],
)
def test_ways_out_of_a_game(way: signal.Signals | list[str], code: int, tmp_path: Path) -> None:
    """Each of them leaves the terminal as it was, with its exit code. Ctrl-C asks first."""
    with on_screen(tmp_path / "home", *PRACTICE) as terminal:
        terminal.until("TURN")
        if isinstance(way, list):
            for keys, told in zip(way[::2], [*way[1::2], ""], strict=True):
                terminal.type(keys)
                terminal.until(told)
        else:
            os.kill(terminal.process.pid, way)
        assert ended(terminal) == code
        is_as_before(terminal)
        assert "Traceback" not in written(terminal)


def test_stopped_at_a_table(opens: Opens) -> None:
    """Ctrl-Z gives the terminal back, and `fg` brings the same question back."""
    pane = opens(*PRACTICE, in_shell=True)
    pane.until("* YOUR TURN *")
    pane.keys("C-z")
    pane.until("Stopped")
    assert pane.ask("alternate_on") == "0" and pane.ask("cursor_flag") == "1"
    pane.type("fg\n")
    pane.until("* YOUR TURN *")
    assert pane.ask("alternate_on") == "1"
