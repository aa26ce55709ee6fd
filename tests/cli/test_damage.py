"""What is broken around the program is told in one sentence, with the right exit code, and never as a
traceback.
"""

import os
import subprocess
from pathlib import Path

import pytest

from cli.children import command, environment_of_child
from tests.cli.running import WAIT, run


def told(home: Path, *arguments: str, **environment: str) -> tuple[int, str]:
    """The exit code and the talk of a command; nothing that it says may be a traceback."""
    done = run("--lang", "en", *arguments, env={"CHABUDAI_HOME": str(home), **environment})
    assert "Traceback" not in done.stderr
    return done.returncode, done.stderr


@pytest.mark.parametrize("arguments", [("demo",), ("tables", "--wait", "0.1"), ("practice", "notice")])
def test_a_data_folder_that_is_a_file(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    """Where the data folder cannot be made, every command that needs it says so."""
    path = tmp_path / "file"
    path.touch()
    code, said = told(path, *arguments)
    assert (code, said.startswith("The data folder cannot be used:")) == (1, True)


def test_a_damaged_key_and_damaged_saved_games(tmp_path: Path) -> None:
    """Files that are not what they should be are named, and left as they are."""
    (tmp_path / "identity.key").write_bytes(b"short")
    code, said = told(tmp_path, "tables", "--wait", "0.1")
    assert (code, "identity.key" in said) == (1, True)
    assert run("doctor", env={"CHABUDAI_HOME": str(tmp_path)}).returncode == 1
    (tmp_path / "identity.key").unlink()
    (tmp_path / "journal.sqlite3").write_bytes(b"no journal" * 100)
    for arguments in (("tables", "--wait", "0.1"), ("resume",)):
        code, said = told(tmp_path, *arguments)
        assert (code, "journal.sqlite3" in said) == (1, True)
    assert run("doctor", env={"CHABUDAI_HOME": str(tmp_path)}).returncode == 1
    assert (tmp_path / "journal.sqlite3").read_bytes() == b"no journal" * 100


def test_words_in_the_environment_that_mean_nothing(tmp_path: Path) -> None:
    """A port that is none ends the command;

    An interface that is not there, and an empty passcode, are told.
    """
    assert told(tmp_path, "tables", "--wait", "0.1", CHABUDAI_PORT="47730x") == (
        2,
        "CHABUDAI_PORT is 47730x, which is no port number.\n",
    )
    code, said = told(tmp_path, "tables", "--wait", "0.1", "--interface", "nope0")
    assert (code, "There is no network interface nope0 now" in said) == (0, True)
    code, said = told(tmp_path, "host", "notice", "--passcode", " ")
    assert (code, "at least one letter or digit" in said) == (2, True)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_output_that_cannot_be_written() -> None:
    """A full disk is told; a closed output is nobody's fault."""
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*command(), "rules", "notice"],
            env=environment_of_child(),
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=WAIT,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr.strip()
    assert "Traceback" not in done.stderr
    closed = subprocess.run(
        ["sh", "-c", 'exec "$@" >&-', "sh", *command(), "rules", "notice"],
        env={**environment_of_child(), "PATH": os.environ["PATH"]},
        stderr=subprocess.PIPE,
        text=True,
        timeout=WAIT,
        check=False,
    )
    assert (closed.returncode, closed.stderr) == (0, "")
