"""One's own things: the name, the settings, the games that were played, and the rules to read."""

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest

from cli import language, settings
from cli.app import past
from cli.app.frame import Size
from cli.app.lobby import Lobby
from cli.app.rules import TEXTS, Rules, paragraphs
from cli.app.settings import FirstStart
from cli.exits import INTERRUPTED, OK, Stop
from cli.peering import own_name
from cli.settings import BadSettings, Settings
from engines import GAMES
from peer.audit import Verdict
from peer.home import Home
from peer.sitting import transcript_of
from tests.cli.app.fake_house import FakeHouse
from tests.cli.app.pressing import SMALL, USUAL, Pressing, is_golden


@pytest.fixture
def house(tmp_path: Path) -> FakeHouse:
    """Nobody is there yet."""
    return FakeHouse(tmp_path)


def lobby(house: Any) -> Pressing:
    """The lobby of this house."""
    return Pressing(Lobby(house))


@pytest.mark.parametrize("lang", language.LANGUAGES)
def test_first_start(lang: str) -> None:
    """One field, with the login name in it, that is taken with Enter."""
    language.use(lang)
    first = FirstStart("root")
    is_golden(f"first-start.{lang}", Pressing(first).shown())
    assert Pressing(first).press("<enter>").code == OK
    assert first.given == "root"


@pytest.mark.parametrize(
    ("keys", "given"),
    [(["Ken"], "Ken"), (["<backspace>", "t"], "root"), (["<left>", "n"], "roont"), (["\uff2b"], "\uff2b")],
)
def test_suggested_name(keys: list[str], given: str) -> None:
    """The name that is proposed gives way to what is typed, unless it is edited."""
    first = FirstStart("root")
    Pressing(first).press(*keys, "<enter>")
    assert first.given == given


@pytest.mark.parametrize(
    ("typed", "given"),
    [
        ("Ken", "Ken"),
        ("\u79cb\u5b50", "\u79cb\u5b50"),
        ("  A b  ", "A b"),
        ("a?q", "a?q"),
        ("\uff21", "\uff21"),
    ],
)
def test_names(typed: str, given: str) -> None:
    """A name is taken as it is typed, made safe; keys that do something elsewhere are letters here."""
    first = FirstStart("")
    assert Pressing(first).press(typed, "<enter>").code in (OK, None)
    Pressing(first).press("<enter>")
    assert first.given == given


def test_no_name() -> None:
    """Without a letter there is no name; Escape and Ctrl-C leave."""
    first = FirstStart("")
    pressing = Pressing(first).press("<down>", "<enter>")
    assert pressing.code is None and "at least one letter" in pressing.shown()
    assert pressing.press("<escape>").code == INTERRUPTED


@pytest.mark.parametrize("lang", language.LANGUAGES)
def test_settings(house: FakeHouse, lang: str) -> None:
    """The form shows what is settled, and keeps what was changed."""
    language.use(lang)
    pressing = lobby(house).press("s")
    is_golden(f"settings.{lang}", pressing.shown())
    pressing.press("<backspace>", "ra", "<down>", "<right>", "<down>", " ", "<down>", "<left>")
    pressing.press("<down>", " ", "<down>", " ", "<enter>", "<enter>")
    assert house.asked == [Settings("Akra", "en", "unicode", 2, False, False)]
    assert "Open a table" in pressing.shown()


def test_settings_are_kept(tmp_path: Path) -> None:
    """What is saved is what is loaded; without a file it is the usual."""
    assert settings.load() == Settings()
    mine = Settings("\u79cb\u5b50", "ja", "unicode", 2, False, False)
    settings.save(Home.find(), mine)
    assert settings.load() == mine
    assert settings.load_or_usual() == mine


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "JSON"),
        ("[]", "JSON"),
        ("{", "JSON"),
        ('{"name": "\\u001b[2J"}', "name"),
        ('{"name": 7}', "name"),
        ('{"name": "much too long a name"}', "name"),
        ('{"language": "fr"}', "language"),
        ('{"glyphs": ["ascii"]}', "glyphs"),
        ('{"ambiguous": true}', "ambiguous"),
        ('{"ambiguous": 3}', "ambiguous"),
        ('{"colour": 1}', "colour"),
        ('{"sound": null}', "sound"),
        ("9" * 20_000, "JSON"),
    ],
)
def test_settings_that_make_no_sense(text: str, what: str) -> None:
    """A file that was damaged is refused with what is wrong in it, and is not touched."""
    path = Home.find().root / Home.SETTINGS
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadSettings) as refused:
        settings.load()
    assert refused.value.what.startswith(what)
    assert path.read_text("utf-8") == text
    assert settings.load_or_usual() == Settings()


def test_commands_go_by_the_settings() -> None:
    """A command uses the settled name unless one is given; damaged settings stop it with a sentence."""
    from argparse import Namespace

    home = Home.find()
    settings.save(home, Settings(name="Chie"))
    assert own_name(Namespace(name=None)) == "Chie"
    assert own_name(Namespace(name="Dai")) == "Dai"
    (home.root / Home.SETTINGS).write_text(json.dumps({"name": "\t"}), encoding="utf-8")
    with pytest.raises(Stop, match="name ="):
        own_name(Namespace(name=None))


@pytest.mark.parametrize(
    ("arguments", "environment", "settled", "spoken"),
    [
        ([], {"LANG": "en_US.UTF-8"}, "ja", "ja"),
        ([], {"CHABUDAI_LANG": "en", "LANG": "ja_JP"}, "ja", "en"),
        (["--lang", "en"], {}, "ja", "en"),
        ([], {"LANG": "ja_JP"}, "", "ja"),
    ],
)
def test_language_settled(
    arguments: list[str], environment: dict[str, str], settled: str, spoken: str
) -> None:
    """What is settled goes before the environment, and after the option and our own variable."""
    assert language.choose(arguments, environment, settled) == spoken


def test_past_games(house: FakeHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are listed with how they ended and what their check found, which is made one by one."""
    monkeypatch.setattr(time, "localtime", time.gmtime)
    closed = (None, "over", "over", "over", "broken", "left")
    for number, how in enumerate(closed):
        house.remember(number, how, "Aki", "Ben", "\u79cb\u5b50")
    places = [transcript_of(house.home, game.table) for game in house.saved]
    found = {places[1]: Verdict("fair", opened=True), places[2]: Verdict("refused", "file")}

    def audit(path: Path) -> Verdict:
        if path in found:
            return found[path]
        raise FileNotFoundError(path)

    monkeypatch.setattr(past, "audit_file", audit)
    pressing = lobby(house).press("g")
    assert pressing.shown().count("not checked yet") == 3
    pressing.wait(5)
    is_golden("past.en", pressing.shown())
    pressing.press("<enter>")
    pressing.wait()
    assert house.asked == [house.saved[0].table.hex()]


def test_transcripts_are_checked_one_at_a_time(house: Any) -> None:
    """While one is checked, no other is begun."""
    house.remember(1, "over", "Aki", "Ben", "Chie")
    house.remember(2, "over", "Aki", "Ben", "Chie")
    screen = past.Past(house)
    assert [len(screen.tick(now)) for now in (0.1, 0.2, 0.3)] == [1, 0, 0]


def test_one_past_game(house: FakeHouse) -> None:
    """A transcript that is none is refused in a sentence, and one that is not there is told."""
    game = house.remember(1, "over", "Aki", "Ben", "Chie")
    house.found[game.table] = "fair"
    pressing = lobby(house).press("g", "<enter>").wait()
    assert "No such file" in pressing.shown()
    transcript_of(house.home, game.table).write_bytes(b"nothing of the kind")
    pressing = lobby(house).press("g", "<enter>").wait()
    assert "Refused: The file is no transcript" in pressing.shown()
    assert "step by step" not in pressing.shown()
    assert "Past games" in pressing.press("b").shown()


def test_no_past_games(house: FakeHouse) -> None:
    """At first there are none, and that is said."""
    pressing = lobby(house).press("g", "<enter>", "<down>")
    assert "No game has been played yet." in pressing.shown()


@pytest.mark.parametrize("lang", language.LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_rules_can_be_read_whole(game: str, lang: str) -> None:
    """Whoever reads on sees every line of the rules, without the marks of their format."""
    language.use(lang)
    text = (TEXTS / lang / f"{game}.md").read_text("utf-8")
    passages = [re.sub(r"[\s#*`]", "", each) for each in re.split(r"(?m)^\|.*\n", text)]
    for size in (USUAL, SMALL):
        pressing = Pressing(Rules(game))
        seen = pressing.shown(size).split("\n")[1:-1]
        while (page := pressing.press("<down>").shown(size).split("\n")[1:-1]) != seen[-len(page) :]:
            seen.append(page[-1])
        told = re.sub(r"\s", "", "".join(seen))
        assert all(passage in told for passage in passages)
        assert not set("*`#") & set(told)


def test_paragraphs() -> None:
    """Lines are joined to paragraphs, with a space where the language has one."""
    text = "# A\n\nOne\ntwo.\n\n- `x`: a\n  b\n1. **c**\n\n\u5c71\n\u5ddd\n"
    assert paragraphs(text) == ["# A", "", "One two.", "", "- x: a b", "1. c", "", "\u5c71\u5ddd"]


def test_reading_at_any_size() -> None:
    """However small the screen, there is a line of text and a way back."""
    for size in (Size(1, 1), Size(2, 10), Size(3, 5)):
        Pressing(Rules("notice")).press("<end>", "<up>").shown(size)
