"""The lobby line by line: without knowing a command one gets to every game, in both languages."""

import json
import re
from pathlib import Path

import pytest

from cli import language, own_machine
from cli.peering import login_name
from tests.cli.app.on_screen import ended, on_screen
from tests.cli.running import WAIT, run, start


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("q\n", "quit"),
        ("", "quit"),
        ("x\nq\n", "Type one of these"),
        ("r\n3\nq\n", "# Notice"),
        ("\uff32\n\uff13\n\uff51\n", "# Notice"),
        ("r\n9\n3\nq\n", "# Notice"),
    ],
)
def test_asking(typed: str, told: str, tmp_path: Path) -> None:
    """What is typed is understood, also full-width; anything else is asked again; the end is the end."""
    lobby = start(tmp_path, "--plain", LANGUAGE="en")
    out, _none = lobby.communicate(typed, timeout=WAIT)
    assert lobby.returncode == 0
    assert told in out


@pytest.mark.parametrize(("typed", "name"), [("Chie\r", "Chie"), ("\u2067\r", login_name())])
def test_first_start(typed: str, name: str, tmp_path: Path) -> None:
    """At the first start a person is asked for a name, which is kept; where there is none, the login's is."""
    home = tmp_path / "home"
    with on_screen(home, "--plain", name="") as terminal:
        terminal.until("What shall the others call you")
        terminal.type(typed)
        terminal.until("q: quit")
        terminal.type("q\r")
        assert ended(terminal) == 0
    assert json.loads((home / "settings.json").read_text("utf-8"))["name"] == name


@pytest.mark.parametrize("lang", language.LANGUAGES)
def test_to_a_table(lang: str, tmp_path: Path) -> None:
    """A table is opened with the usual number of players; the rest of the input is for the table."""
    here = own_machine.environment()
    lobby = start(tmp_path, "--plain", "--lang", lang, **here)
    out, _none = lobby.communicate("o\n3\n11\n\n1\nq\n", timeout=WAIT)
    assert lobby.returncode == 0
    seats = {"en": "1 of 4 seats are taken", "ja": "4\u5e2d\u306e\u3046\u3061"}[lang]
    assert seats in out and re.search(r"chabudai join [A-Z2-7]{4}-", out)


def test_practice(tmp_path: Path) -> None:
    """Practice begins, and the end of the input leaves the game so that it can be gone on with."""
    lobby = start(tmp_path, "--plain", LANGUAGE="en")
    assert lobby.stdin is not None and lobby.stdout is not None
    lobby.stdin.write("p\n3\n3\n")
    lobby.stdin.flush()
    for line in lobby.stdout:
        if line.startswith("How many tricks will"):
            break
    lobby.communicate(timeout=WAIT)
    assert lobby.returncode == 4
    again = start(tmp_path, "--plain", LANGUAGE="en")
    out, _none = again.communicate("c\n", timeout=WAIT)
    assert "The game goes on." in out and again.returncode == 4


def test_without_anybody() -> None:
    """Without a terminal nothing is asked: the commands are told, with the exit code of wrong usage."""
    ran = run()
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "chabudai --plain" in ran.stderr and "COMMAND" in ran.stderr
