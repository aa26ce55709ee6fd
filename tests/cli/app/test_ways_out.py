"""On a real terminal: the application opens, and on every way out the terminal is as it was."""

import json
import os
import signal
import stat
import sys
from pathlib import Path

import pytest

from cli.exits import INTERRUPTED, OK, TERMINATED, USAGE
from tests.cli.app.on_screen import children_of, ended, is_as_before, on_screen, until, words, written
from tests.cli.running import alive, run

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals of this kind")


def test_first_start(tmp_path: Path) -> None:
    """The first start asks for a name, keeps it for the owner only, and opens the lobby."""
    home = tmp_path / "home"
    with on_screen(home, name="") as terminal:
        terminal.until("What shall the others call you")
        terminal.type("\x7f" * 12 + "Chie\r")
        terminal.until("Open a table")
        terminal.type("q")
        assert ended(terminal) == OK
        is_as_before(terminal)
    assert json.loads((home / "settings.json").read_text("utf-8"))["name"] == "Chie"
    assert stat.S_IMODE((home / "settings.json").stat().st_mode) == 0o600
    with on_screen(home, name="") as terminal:
        assert "Chi" in words(terminal.until("Open a table"))


@pytest.mark.parametrize(
    ("way", "code"),
    [
        ("q", OK),
        ("\x1b", OK),
        ("\x03", INTERRUPTED),
        (signal.SIGTERM, TERMINATED),
        (signal.SIGHUP, TERMINATED),
        (signal.SIGINT, INTERRUPTED),
    ],
    ids=["q", "escape", "ctrl-c", "term", "hup", "int"],
)
def test_ways_out_of_the_lobby(way: str | signal.Signals, code: int, tmp_path: Path) -> None:
    """Each of them leaves the terminal as it was, with its exit code."""
    with on_screen(tmp_path) as terminal:
        terminal.until("Open a table")
        if isinstance(way, str):
            terminal.type(way)
        else:
            os.kill(terminal.process.pid, way)
        if way == "\x1b":
            terminal.until("Stay in the lobby")
            terminal.type("q")
        assert ended(terminal) == code
        is_as_before(terminal)
        assert "Traceback" not in written(terminal)


@pytest.mark.parametrize("way", ["keys", "ctrl-c", "term"])
def test_bots_end_with_their_table(way: str, tmp_path: Path) -> None:
    """Bots that were sent to a table are ended when it is left, whichever way, and so is the table."""
    with on_screen(tmp_path) as terminal:
        terminal.until("Open a table")
        terminal.type("o" + "\x1b[C" * 2 + "\x1b[B" * 8 + "\r")
        terminal.until("Send a bot to a free seat")
        terminal.type("b")
        terminal.until("\\(bot\\)")
        bots = children_of(terminal.process.pid)
        assert len(bots) == 1 and alive(bots[0])
        if way == "keys":
            terminal.type("ql")
            terminal.until("Practice against bots")
            assert until(lambda: not alive(bots[0]))
            terminal.type("q")
        elif way == "ctrl-c":
            terminal.type("\x03")
        else:
            os.kill(terminal.process.pid, signal.SIGTERM)
        assert ended(terminal) == {"keys": OK, "ctrl-c": INTERRUPTED, "term": TERMINATED}[way]
        is_as_before(terminal)
        assert not alive(bots[0])


def test_stopped_and_gone_on(tmp_path: Path) -> None:
    """Ctrl-Z gives the terminal back to the shell, and `fg` brings the screen back."""
    with on_screen(tmp_path, program=["bash", "--norc", "--noprofile", "-i"]) as terminal:
        program = f"'{sys.executable}' -P -m cli"
        terminal.type(f"PS1='ready> '\r{program}\r")
        terminal.until("Open a table")
        terminal.type("\x1a")
        terminal.until("Stopped[^$]*ready> ")
        terminal.type("fg\r")
        terminal.until("Open a table")
        terminal.type("q")
        terminal.until("ready> ")
        terminal.type("echo code=$?; exit\r")
        terminal.until("code=0")
        ended(terminal)


def test_an_accident(tmp_path: Path) -> None:
    """If the program itself goes wrong, the terminal is restored first, and the error can be read then."""
    program = (
        "import asyncio\n"
        "from cli.app.menu import Text\nfrom cli.app.shell import Shell\n"
        "class Wrong(Text):\n"
        "    def key(self, key): raise ZeroDivisionError('by ' + key)\n"
        "asyncio.run(Shell(Wrong('title', ['here'])).run())\n"
    )
    with on_screen(tmp_path, "-c", program, program=[sys.executable]) as terminal:
        terminal.until("here")
        terminal.type("x")
        assert ended(terminal) == 1
        is_as_before(terminal)
        assert "ZeroDivisionError: by x" in written(terminal).rpartition("\x1b[?1049l")[2]


@pytest.mark.parametrize("term", ["dumb", ""])
def test_a_terminal_that_cannot_draw(term: str, tmp_path: Path) -> None:
    """There the lobby is line by line, by itself, and without any escape sequence."""
    with on_screen(tmp_path, TERM=term) as terminal:
        terminal.until("o: open a table")
        terminal.type("q\n")
        assert ended(terminal) == OK
        assert "\x1b" not in written(terminal)


def test_without_a_terminal() -> None:
    """In a pipe the commands are told on the error output, with the exit code of wrong usage."""
    ran = run()
    assert (ran.returncode, ran.stdout) == (USAGE, "")
    assert "chabudai join" in ran.stderr and "Traceback" not in ran.stderr


def test_no_colour(tmp_path: Path) -> None:
    """With NO_COLOR nothing is coloured, and what is chosen can still be told by its sign."""
    with on_screen(tmp_path, NO_COLOR="1") as terminal:
        told = terminal.until("Quit")
        assert "> " in words(told)
        assert not [
            code for code in ("\x1b[31", "\x1b[32", "\x1b[33", "\x1b[36", "[0;3", "[0;9") if code in told
        ]


def test_in_japanese(tmp_path: Path) -> None:
    """The language is that of the option, else of the settings, else of the environment."""
    (tmp_path / "settings.json").write_text(json.dumps({"name": "Aki", "language": "ja"}), encoding="utf-8")
    with on_screen(tmp_path, name="") as terminal:
        terminal.until("\u5353\u3092\u958b\u304f")
    with on_screen(tmp_path, "--lang", "en", name="") as terminal:
        terminal.until("Open a table")


def test_damaged_settings(tmp_path: Path) -> None:
    """Settings that make no sense are told, with what is wrong in them, and left as they are."""
    (tmp_path / "settings.json").write_text('{"name": "Aki", "sound": "loud"}', encoding="utf-8")
    with on_screen(tmp_path, name="") as terminal:
        assert ended(terminal) == 1
        assert 'sound = "loud"' in terminal.written
    assert "loud" in (tmp_path / "settings.json").read_text("utf-8")
