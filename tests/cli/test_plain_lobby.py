"""The lobby line by line: without knowing a command one gets to every game, in both languages."""

import json
import re
from pathlib import Path

import pytest

from cli import language, own_machine
from cli.peering import login_name
from peer.journal import Journal
from peer.sitting import transcript_of
from tests.cli.app.fake_house import FakeHouse
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
    for typed in ("c\n", "g\nb\ng\n1\n"):
        again = start(tmp_path, "--plain", LANGUAGE="en")
        out, _none = again.communicate(typed, timeout=WAIT)
        assert "The game goes on." in out and again.returncode == 4
    assert out.count("1: Notice with ") == 2 and "): goes on" in out


def test_no_past_games(tmp_path: Path) -> None:
    """At first there are none, and that is said."""
    out, _none = start(tmp_path, "--plain", LANGUAGE="en").communicate("g\nq\n", timeout=WAIT)
    assert "No game has been played yet." in out


def test_a_past_game_is_checked(tmp_path: Path) -> None:
    """Of a game that has ended the transcript is checked, or it is told that there is none."""
    house = FakeHouse(tmp_path)
    journal = Journal(house.home.journal)
    for number, how in enumerate(("over", "broken"), start=1):
        game = house.remember(number, how, "Aki", "Ben", "Chie")
        journal.open_game(game.table, game.genesis, 0, bytes(32), number)
        journal.close_game(game.table, how)
    journal.close()
    transcript_of(house.home, house.saved[0].table).write_bytes(b"nothing of the kind")
    lobby = start(tmp_path, "--plain", LANGUAGE="en")
    out, _none = lobby.communicate("g\n1\ng\n2\nq\n", timeout=WAIT)
    assert "no transcript" in out and "The file is no transcript" in out
    assert out.count("q: quit") == 3 and lobby.returncode == 0


def test_settings(tmp_path: Path) -> None:
    """The name and the language are kept, and the next question is in that language."""
    lobby = start(tmp_path, "--plain", LANGUAGE="en")
    out, _none = lobby.communicate("s\nChie\nja\nq\n", timeout=WAIT)
    assert lobby.returncode == 0 and "q: \u7d42\u4e86" in out
    kept = json.loads((tmp_path / "settings.json").read_text("utf-8"))
    assert (kept["name"], kept["language"]) == ("Chie", "ja")


def test_without_anybody() -> None:
    """Without a terminal nothing is asked: the commands are told, with the exit code of wrong usage."""
    ran = run()
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "chabudai --plain" in ran.stderr and "COMMAND" in ran.stderr
