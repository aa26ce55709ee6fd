"""Opening a table and waiting at it: forms give just what games allow, and seats are seen filling."""

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from cli import language
from cli.app.frame import Size
from cli.app.gathering import GatheringScreen
from cli.app.house import Terms
from cli.app.lobby import Lobby
from cli.app.menu import Text
from cli.app.open_table import OpenTable, Practice, chosen, game_fields
from cli.app.screen import Listen
from cli.words_games import GAMES, OPTIONS, option_value, options
from engines import GAMES as NAMES
from engines import load
from engines.table import settle_options
from peer.gathering import Closed
from tests.cli.app.fake_house import FakeHouse, FakeSitting
from tests.cli.app.pressing import SMALL, Pressing, is_golden


@pytest.fixture
def house(tmp_path: Path) -> FakeHouse:
    """Nobody is there yet."""
    return FakeHouse(tmp_path)


def at(house: Any, sitting: Any) -> Pressing:
    """A table above the lobby."""
    house.sitting = sitting
    pressing = Pressing(Lobby(house))
    pressing.stack.append(GatheringScreen(house, sitting))
    return pressing.wait()


@pytest.mark.parametrize("lang", language.LANGUAGES)
@pytest.mark.parametrize("game", NAMES)
def test_every_game_and_option_has_its_words(game: str, lang: str) -> None:
    """Each game says what it is, and each option what it does, in one line of a usual terminal."""
    language.use(lang)
    assert set(OPTIONS[game]) == {option.name for option in load(game).options}
    for words in (GAMES[game], *OPTIONS[game].values()):
        for text in words:
            assert len(language._(text)) <= 90
            assert (language._(text) != text) == (lang == "ja"), text


def test_options_that_change_nothing() -> None:
    """A table tells the options that change something there, and no others."""
    assert options("nokosu", 4, {"dropped": "P"}) == []
    assert options("nokosu", 3, {"dropped": "P"}) == ["Colour left out: purple"]


@pytest.mark.parametrize("game", NAMES)
def test_forms_give_what_games_take(game: str) -> None:
    """With any number of players, the form's usual values are the rules' own, and all others possible."""
    rules = load(game)
    for seats in rules.seats:
        fields = {field.name: field for field in game_fields({"game": game, "seats": seats})}
        values = {name: field.value for name, field in fields.items()}
        usual = settle_options(rules, seats, {})
        assert settle_options(rules, seats, chosen(values)) == usual
        for name, field in fields.items():
            for key in ("<right>", "<right>", "<left>"):
                field.key(key)
                if name.startswith("option "):
                    option = name.removeprefix("option ")
                    settled = settle_options(rules, seats, {option: field.value})
                    assert option_value(option, settled[option])


@pytest.mark.parametrize("lang", language.LANGUAGES)
def test_the_form(house: Any, lang: str) -> None:
    """The form as it is at first, and for the game with the most options, marked in the middle."""
    language.use(lang)
    form = Pressing(OpenTable(house))
    form.press("<right>", "<right>")
    is_golden(f"open-notice.{lang}", form.shown())
    form.press("<right>", "<right>", *["<down>"] * 4)
    is_golden(f"open-dice-watching.{lang}", form.shown())
    is_golden(f"open-small.{lang}", form.shown(SMALL))


def test_opening(house: Any) -> None:
    """What is filled in is what is opened."""
    form = Pressing(OpenTable(house))
    form.press("<right>", "<right>", "<down>", "<left>", "<down>", " ", "<down>", "<right>")
    form.press("<down>", "cherry", "<tab>", "<right>", "<enter>")
    assert "Thirteen" not in form.shown()
    form.press("<enter>").wait()
    options = {"penalty": "both"}
    assert house.asked == [Terms("notice", 3, options, passcode="cherry", sealed=True, bots=1)]
    assert "1 of 3" in form.shown()


def test_options_come_and_go(house: Any) -> None:
    """An option is there just when it can matter; one that was chosen stays chosen."""
    form = Pressing(OpenTable(house))
    assert "Colour left out" not in form.shown()
    form.press("<down>", "3")
    assert "Colour left out    < purple >" in form.shown()
    form.press("<down>", "<right>", "<up>", "<right>", "<left>")
    assert "Colour left out    < red >" in form.shown()


def test_numbers(house: Any) -> None:
    """A number is typed or stepped, also full-width; one out of bounds is not taken."""
    form = Pressing(OpenTable(house)).press("<right>", "<down>", "7")
    assert "Seats               < 7 >" in form.shown()
    assert "Sets of tiles" not in form.shown()
    form.press("<backspace>", "1", "0", "<down>", "<up>")
    assert "< 10 >" in form.shown()
    form.press("9", "9", "<down>")
    assert "Seats               9" in form.shown()
    form.press("<up>", "<left>")
    assert "< 8 >" in form.shown()


def test_practice(house: Any) -> None:
    """Practice has no passcode and no bots to count: all others are bots, and nobody hears of it."""
    form = Pressing(Practice(house)).press("<right>", "<right>")
    assert "Passcode" not in form.shown()
    form.press(*["<enter>"] * 5).wait()
    assert house.asked == [Terms("notice", 4, {"penalty": "other", "thirteen": False}, alone=True)]


@pytest.mark.parametrize("lang", language.LANGUAGES)
def test_gathering(house: Any, lang: str) -> None:
    """Seats, ways in, and what can be done, for the opener and for a guest."""
    language.use(lang)
    house.bots_sent = 0
    pressing = at(house, FakeSitting("notice", 4, {}, "Aki", "\u79cb\u5b50"))
    is_golden(f"gathering.{lang}", pressing.shown())
    is_golden(f"gathering-small.{lang}", pressing.shown(SMALL))
    assert "cherry" not in pressing.shown()
    house.passcode = "cherry"
    assert "cherry" in pressing.shown()
    house.passcode = None
    house.bots_sent = None
    is_golden(f"gathering-guest.{lang}", at(house, FakeSitting("notice", 3, {}, "Ben", "Aki")).shown())


def test_filling_seats(house: Any) -> None:
    """Bots are sent to free seats, no more than there are; those on their way are told."""
    house.bots_sent = 0
    sitting = FakeSitting("notice", 5, {}, "Aki", "Ben")
    pressing = at(house, sitting).press("b")
    assert house.asked == [1] and "1 bot is on its way." in pressing.shown()
    pressing.press("f")
    assert house.asked == [1, 2] and "3 bots are on their way." in pressing.shown()
    assert "Send a bot" not in pressing.press("b", "f").shown()
    sitting.come("Chie!", "Dai!")
    assert house.asked == [1, 2] and "1 bot is on its way." in pressing.wait().shown()


def test_leaving_is_asked(house: Any) -> None:
    """Escape and q ask first; the seat is given up only then."""
    pressing = at(house, FakeSitting("notice", 3, {}, "Ben", "Aki")).press("<escape>")
    assert house.asked == [] and "Your seat becomes free again." in pressing.shown()
    assert "Ben" in pressing.press("s").shown()
    pressing.press("q", "l")
    assert house.asked == ["left"] and len(pressing.stack) == 1


def test_a_closed_table(house: Any) -> None:
    """When the opener goes, that is told, and the lobby is one key away."""
    sitting = FakeSitting("notice", 3, {}, "Ben", "Aki")
    pressing = at(house, sitting)
    sitting.ended = Closed("opener-gone")
    assert "The one who opened the table is gone." in pressing.wait().shown()
    assert "Open a table" in pressing.press("<enter>").shown()


def test_a_game_that_begins(house: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the game begins, its table is shown in place of the seats, and hears everything."""

    class Table(Text):
        def __init__(self, house: Any, sitting: Any) -> None:
            super().__init__("table", [sitting.short])

        def listen(self) -> Listen:
            async def nothing() -> Any:
                yield

            return Listen(nothing(), lambda notice: ())

    monkeypatch.setitem(sys.modules, "cli.app.table", SimpleNamespace(TableScreen=Table))
    sitting = FakeSitting("notice", 3, {}, "Aki", "Ben")
    pressing = at(house, sitting)
    sitting.table = "00ff"
    pressing.wait()
    assert "ABCD-EFGH" in pressing.shown(Size(5, 30)) and len(pressing.stack) == 2
