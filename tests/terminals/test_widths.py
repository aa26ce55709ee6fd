"""Every letter that the program prints by itself takes the same cells in every terminal, and every file and
pipe of a Japanese Windows can hold it.
"""

import subprocess
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from wcwidth import wcwidth

from cli import own_machine
from cli.children import command, environment_of_child
from cli.commands import NAMES
from cli.exits import FAILURE, OK, USAGE
from cli.language import LOCALES
from engines import GAMES
from tests.cli.app.pressing import SCREENS

RULES = LOCALES.parent / "rules"


def _texts() -> Iterator[tuple[str, str]]:
    with (LOCALES / "ja/LC_MESSAGES/chabudai.po").open("rb") as file:
        for message in read_po(file):
            for text in (message.id, message.string):
                for each in [text] if isinstance(text, str) else text or ():
                    yield f"the catalogue: {each}", each
    for folder, kind in ((SCREENS, "*.txt"), (RULES, "*/*.md")):
        for path in sorted(folder.glob(kind)):
            yield path.name, path.read_text(encoding="utf-8")


def _safe(letter: str) -> bool:
    """Whether a letter is one of ASCII, or a kana, a kanji or another wide one that is no picture."""
    if letter.isascii():
        return True
    wide = unicodedata.east_asian_width(letter) in "WF" and wcwidth(letter) == 2
    return wide and unicodedata.category(letter) in ("Lo", "Lm", "Po", "Ps", "Pe", "Pd", "Sm", "Nd", "Lu")


def test_what_is_safe() -> None:
    """Letters that are two cells in some terminals, and pictures, are told from those that never are."""
    assert all(map(_safe, "aA1~あア卓、。「」（）ー・９Ａ"))
    assert not any(map(_safe, "♠♥♦─│█●→×…★“—°é🎲⚀ｱ"))


def test_one_width_everywhere() -> None:
    """No text, screen or rules in either language hold a letter whose width depends on the terminal."""
    texts = list(_texts())
    assert len(texts) > 1000
    found = {(where, letter) for where, text in texts for letter in text if not _safe(letter)}
    assert not found


def test_encodable_in_japan() -> None:
    """All of it can be written in the encoding of a Japanese console."""
    for where, text in _texts():
        try:
            text.encode("cp932")
        except UnicodeEncodeError as error:
            raise AssertionError(where) from error


def said(*arguments: str, home: Path, code: int = 0) -> str:
    """What a command says in Japanese where all is written in the encoding of a Japanese console."""
    ran = subprocess.run(
        [*command(), *arguments, "--lang", "ja"],
        env={
            **environment_of_child(),
            **own_machine.environment(),
            "CHABUDAI_HOME": str(home),
            "PYTHONIOENCODING": "cp932",
        },
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=120,
        check=False,
    )
    whole = ran.stdout.decode("cp932") + ran.stderr.decode("cp932")
    assert ran.returncode == code, whole
    assert "Traceback" not in whole, whole
    # A letter that the encoding does not have is written as its number.
    assert "\\u" not in whole and "\\x" not in whole, whole
    return whole


@pytest.mark.parametrize("name", NAMES)
def test_help(name: str, tmp_path: Path) -> None:
    """The help of every command can be read on a Japanese console."""
    assert any("\u3040" <= letter <= "\u9fff" for letter in said(name, "--help", home=tmp_path))


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["doctor"], OK),
        (["tables", "--wait", "0.2"], OK),
        (["resume", "--plain"], FAILURE),
        (["score", "none.json"], USAGE),
        ([], USAGE),
        *((["rules", game], OK) for game in GAMES),
    ],
    ids=lambda each: "-".join(each) if isinstance(each, list) else "",
)
def test_commands(arguments: list[str], code: int, tmp_path: Path) -> None:
    """So can what they tell of this machine, the network and the rules, and that there is nothing."""
    assert said(*arguments, home=tmp_path, code=code)


def test_a_whole_game_and_what_comes_after(tmp_path: Path) -> None:
    """So can a game as it is told line by line, its check, its replay and its points."""
    home, record = tmp_path / "home", tmp_path / "record.json"
    options = [f"--option={each}" for each in ("dice=10", "seconds=0.2")]
    said("demo", "dice-watching", "--seats", "3", *options, home=home)
    [transcript, *_others] = home.rglob("*.chabudai")
    assert "公正" in said("verify", str(transcript), home=home)
    assert "ダイス" in said("replay", str(transcript), "--plain", home=home)
    record.write_text(said("export", str(transcript), home=home), encoding="utf-8")
    assert "Chie" in said("score", str(record), home=home)
