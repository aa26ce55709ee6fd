"""The real thing: processes that find each other here, play, keep transcripts, and end in order."""

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from cli import own_machine
from cli.children import environment_of_child
from tests.cli.running import WAIT, alive, run, start


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What `demo --json` says about a game of three, run in a folder where nothing may be written."""
    folder = tmp_path_factory.mktemp("demo")
    here = folder / "here"
    here.mkdir()
    ran = run("demo", "--seats", "3", "--json", cwd=here, env={"CHABUDAI_HOME": str(folder / "home")})
    assert ran.returncode == 0, ran.stderr
    assert list(here.iterdir()) == []
    assert "Aki starts" in ran.stderr
    assert "Round 6 of 6" in ran.stderr
    told: dict[str, Any] = json.loads(ran.stdout)
    return told


def test_demo(played: dict[str, Any]) -> None:
    """The demo's object has game, seats, scores and winners, and per peer a transcript found fair."""
    assert (played["version"], played["game"], played["seats"]) == (1, "notice", 3)
    assert len(played["scores"]) == len(played["players"]) == 3
    assert {played["scores"][seat] for seat in played["winners"]} == {max(played["scores"])}
    assert played["verdicts"] == ["fair"] * 3
    assert len(set(played["digests"])) == 1
    assert len({Path(path).parent.parent for path in played["transcripts"]}) == 3
    assert set(played["seconds"]) == {"meeting", "playing", "verifying", "total"}


def test_verify_and_its_exit_codes(played: dict[str, Any], tmp_path: Path) -> None:
    """The transcript is fair: 0. With one byte changed: 3. Cut off between two steps: 4."""
    from protocol.transcript import read_transcript, write_transcript

    path = Path(played["transcripts"][0])
    fair = run("verify", str(path))
    assert fair.returncode == 0
    assert "complete and fair" in fair.stdout
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    (tmp_path / "changed").write_bytes(data)
    assert run("verify", str(tmp_path / "changed")).returncode == 3
    whole = read_transcript(path.read_bytes())
    (tmp_path / "cut").write_bytes(write_transcript(whole.genesis, whole.events[: len(whole.events) // 2]))
    cut = run("verify", str(tmp_path / "cut"), "--json")
    assert cut.returncode == 4
    assert json.loads(cut.stdout)["outcome"] == "incomplete"
    assert run("export", str(tmp_path / "cut")).returncode == 4


def test_record_gives_the_same_scores(played: dict[str, Any], tmp_path: Path) -> None:
    """What `score` computes from the exported record is what the table played for."""
    record = run("export", played["transcripts"][1])
    assert record.returncode == 0, record.stderr
    (tmp_path / "game.json").write_text(record.stdout, encoding="utf-8")
    scored = json.loads(run("score", str(tmp_path / "game.json"), "--json").stdout)
    assert (scored["totals"], scored["winners"]) == (played["scores"], played["winners"])
    assert scored["complete"]


def test_a_person_through_pipes(tmp_path: Path) -> None:
    """A person who hosts, types into a pipe and never sees a screen plays a whole game with two bots."""
    here = own_machine.environment()
    host = start(tmp_path / "host", "host", "notice", "--seats", "3", "--name", "Aki", **here)
    bots = [start(tmp_path / name, "bot", "--name", name, "--pace", "0", **here) for name in ("Ben", "Chie")]
    told = _drive(host)
    assert host.wait(WAIT) == 0
    for bot in bots:
        out, _none = bot.communicate(timeout=WAIT)
        assert bot.returncode == 0
        assert "The game is over." in out
    assert re.search(r"^  chabudai join [A-Z2-7]{4}-[A-Z2-7]{4}$", told, re.MULTILINE)
    assert "Round 6 of 6." in told
    assert told.count("takes the trick.") + told.count("You take the trick.") == 60
    assert "The game is complete and fair" in told


def test_a_passcode_keeps_others_out(tmp_path: Path) -> None:
    """With a wrong passcode there is no seat, and the reason is said; tables tell that one is needed."""
    here = own_machine.environment()
    host = start(
        tmp_path / "host", "bot", "--open", "notice", "--passcode", "cherry", "--json", "--with-input", **here
    )
    assert host.stdout is not None
    table = json.loads(host.stdout.readline())["table"]
    listed = run("tables", "--wait", "2", "--json", env={**here, "CHABUDAI_HOME": str(tmp_path / "looking")})
    assert [
        (each["table"], each["passcode"], each["taken"]) for each in json.loads(listed.stdout)["tables"]
    ] == [(table, True, 1)]
    refused = run("bot", table, "--passcode", "plum", env={**here, "CHABUDAI_HOME": str(tmp_path / "plum")})
    assert (refused.returncode, refused.stderr) == (1, "The passcode is not right.\n")
    host.communicate(timeout=WAIT)


def test_no_tables(tmp_path: Path) -> None:
    """Where nobody plays, the list is empty, and that is no failure."""
    here = own_machine.environment()
    found = run("tables", "--wait", "0.3", "--json", env=here)
    assert (found.returncode, json.loads(found.stdout)) == (0, {"version": 1, "tables": []})
    assert run("join", "ABCD-EFGH", "--name", "Aki", env=here).stderr.startswith("No table of this name")


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_children_end_with_their_parent(tmp_path: Path) -> None:
    """A host that is killed without warning leaves no bot behind."""
    here = own_machine.environment()
    host = start(tmp_path / "host", "host", "notice", "--seats", "4", "--bots", "2", "--name", "Aki", **here)
    assert host.stdout is not None
    for line in host.stdout:
        if "3 of 4 seats" in line:
            break
    listed = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(host.pid)], capture_output=True, text=True, check=False
    )
    children = [int(pid) for pid in listed.stdout.split()]
    assert len(children) == 2
    host.kill()
    host.communicate(timeout=WAIT)
    deadline = time.monotonic() + 30
    while any(map(alive, children)) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not any(map(alive, children))


def test_a_killed_host_goes_on_with_its_bots(tmp_path: Path) -> None:
    """A host that is killed in the middle of a round resumes the game, and so do its bots."""
    here = own_machine.environment()
    host = start(tmp_path, "host", "notice", "--seats", "3", "--bots", "2", "--name", "Aki", **here)
    assert "takes the trick" not in _drive(host, "You lead:", "Your turn")
    host.kill()
    host.communicate(timeout=WAIT)
    again = start(tmp_path, "resume", **here)
    told = _drive(again, "Round 2 of 6")
    again.kill()
    again.communicate(timeout=WAIT)
    assert told.startswith("The game goes on.")
    assert told.count("Round 1 of 6") == 1 and "Turned up" not in told
    assert "All predictions are opened. Round 1:" in told


def _drive(process: subprocess.Popen[str], *until: str) -> str:
    """Answer every question with the first thing that is possible, up to a line; everything that was said."""
    assert process.stdin is not None
    assert process.stdout is not None
    told, first = [], "1"
    for line in process.stdout:
        told.append(line)
        if line.startswith(until):
            return "".join(told)
        possible = re.match(r"(?:You may play|Your hand): .*?(\d+)=", line)
        first = possible.group(1) if possible else first
        answer = first if line.startswith(("Your turn", "You lead:")) else "3" if "0 to 10" in line else ""
        if answer:
            process.stdin.write(answer + "\n")
            process.stdin.flush()
    process.stdin.close()
    process.stdout.close()
    return "".join(told)


def test_environment_of_children_finds_the_program(tmp_path: Path) -> None:
    """A child runs this very program, also when the person is in a folder with a module of the same name."""
    (tmp_path / "cli.py").write_text("raise SystemExit(9)")
    assert run("--version", cwd=tmp_path).returncode == 0
    assert os.pathsep.join(environment_of_child()["PYTHONPATH"].split(os.pathsep)[:1]).endswith(
        str(Path(__file__).parents[2])
    )
