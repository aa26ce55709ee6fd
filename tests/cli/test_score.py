"""`score`: its text, its JSON, its refusals and its exit codes (records.md)."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cli.__main__ import main
from engines import load
from engines.export import record_of
from engines.simulate import simulate
from engines.table import settle_options

NOTICE = load("notice")
NAMES = ("Aki", "Ben", "Chie")


def record(seed: int = 1, facts: int | None = None) -> dict[str, Any]:
    """The record of a simulated game of three, whole or of its first facts."""
    options = settle_options(NOTICE, 3, {})
    _state, faces, happened = simulate(NOTICE, 3, options, Random(seed), any_order=False)
    return record_of(NOTICE, 3, options, NAMES, happened[:facts], faces)


def write(path: Path, value: Any) -> str:
    """A file with this as JSON; its name."""
    path.write_text(json.dumps(value), encoding="utf-8")
    return str(path)


def test_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """For people: a line a round, the total, and who has won, on stdout."""
    assert main(["score", write(tmp_path / "a.json", record())]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in lines] == [
        *(f"Round {n}" for n in range(1, 7)),
        "Total",
        "Won by",
    ]
    assert "Aki " in lines[0]


def test_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """For programs: the object of records.md."""
    assert main(["score", write(tmp_path / "a.json", record()), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["game"], told["complete"], told["next"]) == ("notice", True, None)
    gained = [sum(one["scores"][seat] for one in told["rounds"]) for seat in range(3)]
    assert gained == told["totals"]
    assert {told["totals"][seat] for seat in told["winners"]} == {max(told["totals"])}


def test_unfinished(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A record that stops somewhere is no error: it says who is due, in words and as JSON."""
    path = write(tmp_path / "a.json", record(facts=4))
    assert main(["score", path]) == 0
    assert "Next, in round 1: the predictions for others, from Aki, Ben, Chie." in capsys.readouterr().out
    assert main(["score", path, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["winners"], told["next"]["seats"]) == (None, [0, 1, 2])


def test_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A refused record: 3; the place and the reason on stderr, or an error object alone with --json."""
    wrong = record()
    wrong["rounds"][1]["hands"][2][0] = wrong["rounds"][1]["hands"][2][1]
    path = write(tmp_path / "a.json", wrong)
    assert main(["score", path]) == 3
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("round 2, seat 2: the card ")
    assert main(["score", path, "--json"]) == 3
    told = capsys.readouterr()
    error = json.loads(told.out)
    assert set(error) == {"error"}
    assert {name: error["error"].get(name) for name in ("round", "trick", "seat", "rule")} == {
        "round": 2,
        "trick": None,
        "seat": 2,
        "rule": "deal",
    }
    assert "trick" not in error["error"]


NO_JSON = "this is not JSON; a transcript becomes a record with 'chabudai export'"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", NO_JSON),
        ('{"format": NaN}', NO_JSON),
        ('{"a": 1, "a": 2}', "the key 'a' is there twice"),
        ("{}", "the key 'format' is missing"),
        ('{"\\u001b[2J": 1}', "the key '?[2J' is unknown"),
    ],
)
def test_what_is_no_record(
    text: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is no record is refused with a reason that is safe to print."""
    (tmp_path / "a.json").write_text(text)
    assert main(["score", str(tmp_path / "a.json"), "--json"]) == 3
    error = json.loads(capsys.readouterr().out)["error"]
    assert (error["rule"], error["message"]) == ("format", message)


def test_several_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Several files: one line of JSON each, in order; 3 if one was refused, 2 if one cannot be read."""
    good, bad = write(tmp_path / "good.json", record()), write(tmp_path / "bad.json", {})
    assert main(["score", good, bad, good]) == 3
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert ["error" in line for line in lines] == [False, True, False]
    assert main(["score", good, str(tmp_path / "missing.json"), bad]) == 2
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert ["error" in line for line in lines] == [False, True, True]
    assert "missing.json" in lines[1]["error"]["message"]


def test_in_japanese(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The message of a refusal is in the language in use; the codes are not."""
    path = write(tmp_path / "a.json", {})
    assert main(["score", path, "--json", "--lang", "ja"]) == 3
    error = json.loads(capsys.readouterr().out)["error"]
    assert (error["rule"], error["message"]) == ("format", "キー「format」がありません")
