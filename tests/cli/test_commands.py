"""The command line: help, languages, exit codes, and what a start costs."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cli import language
from cli.__main__ import main
from cli.children import command, environment_of_child
from cli.commands import NAMES
from cli.exits import Stop
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
    from cli.arguments import build, command

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


def test_rules_in_both_languages(capsys: pytest.CaptureFixture[str]) -> None:
    """`rules notice` prints the rules in the language asked for, on stdout."""
    assert main(["rules", "notice"]) == 0
    assert capsys.readouterr().out.startswith("# Notice\n")
    assert main(["rules", "notice", "--lang", "ja"]) == 0
    assert capsys.readouterr().out.startswith("# ノーティス\n")


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
