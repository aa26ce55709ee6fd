"""The journal keeps what must not be forgotten, for one process at a time."""

import stat
import subprocess
import sys
from pathlib import Path

import pytest

from peer.journal import FolderInUse, Journal, JournalUnreadable, SavedGame
from protocol.events import Event

TABLE = b"t" * 32


def event(number: int) -> Event:
    return Event(b"body %d" % number, bytes([number]) * 64)


def test_what_is_kept_is_there_after_closing(tmp_path: Path) -> None:
    """A game, its events in the order of steps and seats, sealed answers and evidence survive the process."""
    journal = Journal(tmp_path / "journal.sqlite3")
    journal.open_game(TABLE, b"genesis", 2, b"s" * 32, 1)
    journal.keep(TABLE, 1, 0, event(3))
    journal.keep(TABLE, 0, 1, event(2))
    journal.keep_own(TABLE, 0, 0, event(1), {7: 3})
    journal.keep_evidence(TABLE, [event(8)])
    journal.keep_evidence(TABLE, [event(8), event(9)])
    journal.close()
    again = Journal(tmp_path / "journal.sqlite3")
    (game,) = again.games()
    assert game == SavedGame(TABLE, b"genesis", 2, b"s" * 32, None, 1)
    assert again.events(TABLE) == [event(1), event(2), event(3)]
    assert again.sealed(TABLE) == {7: 3}
    assert again.evidence(TABLE) == (event(8), event(9))
    again.close_game(TABLE, "over")
    assert again.games()[0].closed == "over"
    again.close()


def test_one_process_at_a_time(tmp_path: Path) -> None:
    """While a process has the journal another one is refused; when it is killed the folder is free again."""
    holder = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import sys, pathlib, time; from peer.journal import Journal;"
            "j = Journal(pathlib.Path(sys.argv[1])); print('held', flush=True); time.sleep(60)",
            str(tmp_path / "journal.sqlite3"),
        ],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(FolderInUse):
            Journal(tmp_path / "journal.sqlite3")
    finally:
        holder.kill()
        holder.communicate()
    Journal(tmp_path / "journal.sqlite3").close()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other permissions")
def test_nobody_else_may_read_it(tmp_path: Path) -> None:
    """The file is readable and writable for its owner only."""
    journal = Journal(tmp_path / "journal.sqlite3")
    journal.open_game(TABLE, b"genesis", 0, b"s" * 32, 1)
    for path in tmp_path.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path.name
    journal.close()


def test_no_secret_shows(tmp_path: Path) -> None:
    """The text of a saved game does not hold its secret."""
    journal = Journal(None)
    journal.open_game(TABLE, b"genesis", 0, b"SECRETSECRETSECRETSECRETSECRETSE", 1)
    assert "SECRET" not in repr(journal.games())
    journal.close()


@pytest.mark.parametrize("damage", ["rubbish", "folder"])
def test_a_file_that_is_no_journal_is_left_alone(tmp_path: Path, damage: str) -> None:
    """What is no journal is refused with its name, and not changed; the lock is free again."""
    path = tmp_path / "journal.sqlite3"
    if damage == "folder":
        path.mkdir()
    else:
        path.write_bytes(b"this is no journal, but it is somebody's file\n" * 40)
    before = path.read_bytes() if path.is_file() else b""
    for _ in range(2):
        with pytest.raises(JournalUnreadable, match=r"journal\.sqlite3"):
            Journal(path)
    assert (path.read_bytes() if path.is_file() else b"") == before
