"""The command line: help, languages, exit codes, and what a start costs."""

import argparse
import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cli import games, hosting, language
from cli.__main__ import main
from cli.arguments import build
from cli.children import command, environment_of_child
from cli.commands import NAMES
from cli.exits import Stop
from engines import GAMES, load
from tests.cli.running import run

HEAVY = {"zmq", "nacl", "msgspec", "msgpack", "cryptography", "prompt_toolkit", "asyncio", "spake2", "ifaddr"}


@pytest.mark.parametrize("lang", language.LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_every_command_explains_itself(name: str, lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    """`COMMAND --help` ends well, shows an example that begins with the command, and speaks the language."""
    with pytest.raises(SystemExit) as ended:
        main(["--lang", lang, name, "--help"])
    assert ended.value.code == 0
    told = capsys.readouterr().out
    assert f"\n  chabudai {name}" in told
    assert ("使い方: " in told) == (lang == "ja")


def test_examples_are_possible() -> None:
    """Every example in the help is a command line that the parser takes."""
    from cli.arguments import command

    for name in NAMES:
        for line, _text in command(name).examples:
            words = line.partition(" > ")[0].split()
            assert words[0] == "chabudai"
            assert build().parse_args(words[1:]).run is command(name).run


def test_help_imports_nothing_heavy() -> None:
    """`chabudai --help` loads no network, no cryptography and no event loop: that is why it is instant."""
    program = "import sys\nfrom cli.__main__ import main\ntry: main(['--help'])\nexcept SystemExit: pass\n"
    program += "print(*sys.modules, file=sys.stderr)"
    ran = subprocess.run(
        [sys.executable, "-c", program],
        env=environment_of_child(),
        capture_output=True,
        text=True,
        check=True,
    )
    modules = {name.partition(".")[0] for name in ran.stderr.split()}
    assert "argparse" in modules
    assert not modules & HEAVY


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        ([], 2, "COMMAND"),
        (["dance"], 2, "dance"),
        (["rules"], 2, "GAME"),
        (["rules", "bridge"], 2, "bridge"),
        (["demo", "--seats", "7"], 2, "3 to 6"),
        (["demo", "--seats", "3", "--option", "thirteen=true"], 2, "With 3 players the option thirteen"),
        (["demo", "--option", "thirteen"], 2, "name=value"),
        (["demo", "--option", "colour=red"], 2, "penalty"),
        (["host", "notice", "--option", "penalty=none"], 2, "other, both"),
        (["host", "notice", "--bots", "4"], 2, "0 to 3"),
        (["host", "nokosu", "--seats", "5"], 2, "3 to 4"),
        (["practice", "nokosu", "--option", "dropped=X"], 2, "P, R, Y, G, B"),
        (["host", "dice-and-domino", "--seats", "11"], 2, "2 to 10"),
        (["demo", "--game", "dice-and-domino", "--seats", "6", "--option", "sets=1"], 2, "sets can be 2,"),
        (["bot", "--open", "dice-and-domino", "--option", "rounds=21"], 2, "1 to 20"),
        (["host", "dice-and-domino", "--seats", "2", "--bots", "2"], 2, "0 to 1"),
        (["practice", "no-loose-ends", "--seats", "1"], 2, "2 to 5"),
        (["host", "no-loose-ends", "--option", "escape=maybe"], 2, "false, true"),
        (["host", "dice-watching", "--seats", "2"], 2, "3 to 10"),
        (["host", "dice-watching", "--option", "seconds=0.1"], 2, "0.2 to 5"),
        (["host", "dice-watching", "--option", "seconds=nan"], 2, "0.2 to 5"),
        (["host", "dice-watching", "--option", "referee=4"], 2, "0, 1, 2, 3"),
        (["host", "dice-watching", "--option", "dice=61"], 2, "10 to 60"),
        (["host", "dice-watching", "--option", "turns_each=0"], 2, "turns_each"),
        (["bench", "nothing"], 2, "nothing"),
        (["verify", "/no/such/file"], 2, "/no/such/file"),
        (["export", "/no/such/file"], 2, "/no/such/file"),
        (["replay", "/no/such/file"], 2, "/no/such/file"),
        (["tables", "--wait", "0"], 2, "--wait"),
        (["bot", "--games", "0"], 2, "--games"),
        (["bot", "ABCD-EFGH", "--resume"], 2, "--resume"),
        (["resume"], 1, "no game"),
        (["join", "nowhere:1", "--name", "\u202e\u200b"], 2, "name"),
        (["--lang", "fr", "rules", "notice"], 2, "fr"),
    ],
)
def test_exit_codes(arguments: list[str], code: int, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What cannot be done ends with its exit code, and stderr says what was wrong; stdout stays empty."""
    try:
        ended: object = main(arguments)
    except SystemExit as exit_:
        ended = exit_.code
    told = capsys.readouterr()
    assert ended == code
    assert said in told.err
    assert told.out == ""


def test_a_broken_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that is no transcript: 3, a verdict on stdout, also as JSON; and it has no record."""
    path = tmp_path / "x.chabudai"
    path.write_bytes(b"hello")
    assert main(["verify", str(path)]) == 3
    assert "Refused" in capsys.readouterr().out
    assert main(["verify", str(path), "--json"]) == 3
    verdict = json.loads(capsys.readouterr().out)
    assert (verdict["version"], verdict["outcome"], verdict["code"]) == (1, "refused", "file")
    assert main(["export", str(path)]) == 3
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("lang", language.LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_rules_in_both_languages(game: str, lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    """`rules GAME` prints the rules in the language asked for, on stdout, and tells of every option."""
    assert main(["rules", game, "--lang", lang]) == 0
    told = capsys.readouterr().out
    assert told.startswith("# ")
    assert bool(re.search("[\u3040-\u30ff]", told)) == (lang == "ja")
    assert [option.name for option in load(game).options if option.name not in told] == []


@pytest.mark.parametrize(
    ("asked", "settled"),
    [
        (["dice-watching", "--option", "seconds=0.5"], {"seconds": 0.5}),
        (["dice-watching", "--option", "seconds=5"], {"seconds": 5.0}),
        (["dice-watching", "--option", "referee=2", "--option", "mode=Rotating"], {"referee": 2}),
        (["dice-watching", "--option", "dice=60", "--option", "dice=10"], {"dice": 10}),
        (["dice-watching", "--seats", "5"], {"turns_each": 1}),
        (["dice-and-domino", "--seats", "10"], {"sets": 2, "rounds": 5}),
        (["dice-and-domino", "--seats", "5", "--option", "sets=2"], {"sets": 2}),
        (["nokosu", "--option", "dropped=b"], {"dropped": "B"}),
        (["no-loose-ends", "--option", "plan_b=TRUE"], {"plan_b": True, "escape": False}),
    ],
)
def test_options_as_they_are_typed(asked: list[str], settled: dict[str, object]) -> None:
    """An option is taken in the type that the rules give it, in any case; the last one of a name counts."""
    parsed = build().parse_args(["host", *asked])
    _rules, _seats, options = games.asked(parsed.game, parsed.seats, parsed.option)
    assert {name: options[name] for name in settled} == settled
    assert [type(options[name]) for name in settled] == [type(value) for value in settled.values()]


def test_who_practises_guesses(monkeypatch: pytest.MonkeyPatch) -> None:
    """In practice a bot is the referee of Dice Watching, unless another one is asked for."""
    tables: list[hosting.AskedTable] = []

    def run_at(arguments: argparse.Namespace, table: hosting.AskedTable) -> int:
        tables.append(table)
        return 0

    monkeypatch.setattr(hosting, "run", run_at)
    for name in ("CHABUDAI_INTERFACES", "CHABUDAI_PORT"):
        monkeypatch.setenv(name, "")
    for options in ([], ["--option", "referee=0"]):
        assert main(["practice", "dice-watching", *options]) == 0
    assert [table.options["referee"] for table in tables] == [1, 0]


def test_interrupted(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Ctrl-C ends with 130 and one quiet line."""

    def interrupted(name: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("cli.games.known", interrupted)
    assert main(["rules", "notice"]) == 130
    assert capsys.readouterr().err == "Stopped.\n"


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_signals_end_a_waiting_peer(number: int, code: int) -> None:
    """A peer that waits for a table ends in order on Ctrl-C and on termination, with no traceback."""
    with subprocess.Popen(
        [*command(), "bot", "--open", "notice", "--json"],
        env=environment_of_child(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert json.loads(process.stdout.readline())["event"] == "seated"
        process.send_signal(number)
        _out, errors = process.communicate(timeout=60)
    assert process.returncode == code
    assert "Traceback" not in errors


def test_closed_pipe() -> None:
    """When the reader of a pipe has gone, the program ends without a traceback."""
    with subprocess.Popen(
        [*command(), "rules", "notice"],
        env=environment_of_child(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        assert "Traceback" not in process.stderr.read()
    assert process.wait(60) in (0, 1)


def test_output_survives_a_poor_terminal() -> None:
    """Japanese on a terminal that has only ASCII is escaped, and nothing fails."""
    ran = run("rules", "notice", "--lang", "ja", env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert ran.returncode == 0
    assert "\\u30ce" in ran.stdout


@pytest.mark.parametrize(
    ("arguments", "environment", "expected"),
    [
        ([], {}, "en"),
        ([], {"LANG": "ja_JP.UTF-8"}, "ja"),
        ([], {"LANG": "ja_JP.UTF-8", "LC_ALL": "de_DE"}, "en"),
        ([], {"LANGUAGE": "de:ja:en", "LANG": "en_GB"}, "ja"),
        ([], {"LC_CTYPE": "ja_JP"}, "en"),
        ([], {"CHABUDAI_LANG": "en", "LANGUAGE": "ja"}, "en"),
        (["--lang", "ja"], {"CHABUDAI_LANG": "en"}, "ja"),
        (["rules", "--lang=ja"], {}, "ja"),
        (["--lang", "fr"], {"LANG": "ja"}, "en"),
        (["--", "--lang", "ja"], {}, "en"),
    ],
)
def test_choice_of_language(
    arguments: list[str], environment: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The option goes before our variable, that before the usual ones in gettext's order, English last."""
    monkeypatch.setattr(sys, "platform", "linux")
    assert language.choose(arguments, environment) == expected


def test_language_of_macos(tmp_path: Path) -> None:
    """On macOS the first language of the preferences that we speak is taken; a broken file means English."""
    import plistlib

    path = tmp_path / "preferences.plist"
    path.write_bytes(plistlib.dumps({"AppleLanguages": ["fr-FR", "ja-JP", "en-GB"]}))
    assert language._of_macos(path) == "ja"
    path.write_bytes(b"nonsense")
    assert language._of_macos(path) == "en"
    assert language._of_macos(tmp_path / "missing") == "en"


def test_doctor(capsys: pytest.CaptureFixture[str]) -> None:
    """The doctor finds this machine able to play, says where it keeps its files, and is strict on names."""
    assert main(["doctor"]) == 0
    told = capsys.readouterr().out
    assert "/home" in told
    assert "This machine can play." in told
    assert main(["doctor", "--json"]) == 0
    checks = json.loads(capsys.readouterr().out)
    assert checks["version"] == 1
    assert {check["name"] for check in checks["checks"]} >= {
        "library",
        "folder",
        "port",
        "loopback",
        "interfaces",
    }
    assert main(["doctor", "--interface", "none-such"]) == 1


def test_stop_carries_its_code() -> None:
    """The default code of an end with a text is 1."""
    assert Stop("why").code == 1
