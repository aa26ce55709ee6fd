"""The lobby: what is on the network is seen, everything can be reached by keys, and nothing is too wide."""

from pathlib import Path
from typing import Any

import pytest

from cli import language
from cli.app.frame import Size
from cli.app.lobby import Lobby
from cli.app.menu import Text
from cli.exits import INTERRUPTED, OK
from tests.cli.app.fake_house import FakeHouse
from tests.cli.app.pressing import SMALL, USUAL, Pressing, is_golden


@pytest.fixture
def house(tmp_path: Path) -> FakeHouse:
    """Nobody is there yet."""
    return FakeHouse(tmp_path)


def lobby(house: Any) -> Pressing:
    """The lobby of this house."""
    return Pressing(Lobby(house))


def crowded(house: FakeHouse) -> None:
    """Tables and players of all kinds."""
    house.offer(1)
    house.offer(2, passcode=True, sealed=True, game="no-loose-ends", options={}, host_name="\u79cb\u5b50")
    house.offer(3, why_not="rules-version", rules_version=9)
    house.meet("Ben1")
    house.meet("Robo", bot=True)
    house.meet("\u79cb\u5b50", "connecting")
    house.meet("Dai", "unreachable", "no-answer")


@pytest.mark.parametrize("lang", language.LANGUAGES)
def test_screens(house: FakeHouse, lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The lobby as it is at first, and with people in it, at the usual size and a small one."""
    monkeypatch.setattr("cli.app.lobby.__version__", "1.2")
    language.use(lang)
    pressing = lobby(house)
    is_golden(f"lobby-empty.{lang}", pressing.shown())
    crowded(house)
    is_golden(f"lobby.{lang}", pressing.shown())
    is_golden(f"lobby-small.{lang}", pressing.shown(SMALL))


def test_a_link_and_its_reason(house: FakeHouse) -> None:
    """Who cannot be reached is told, with what to do about it; Enter tells the address and the key."""
    crowded(house)
    pressing = lobby(house).press("<end>", "<up>", "<up>")
    assert "Dai  seen, but cannot connect" in pressing.shown()
    assert "Let its firewall allow Python" in pressing.shown()
    told = pressing.press("<enter>").shown()
    assert "192.168.1.7:40123" in told and "Key: " in told
    assert isinstance(pressing.top, Text)
    assert "Open a table" in pressing.press("<escape>").shown()


def test_joining(house: FakeHouse) -> None:
    """Enter on a table takes a seat at it; the table is seen with everybody at it."""
    house.offer(1)
    pressing = lobby(house).press("<home>", "<enter>").wait()
    assert house.asked == [("AEAQ-CAIB", None)]
    assert "1  Ben\n" in pressing.shown() and "2  Aki (you)" in pressing.shown()


def test_joining_with_a_passcode(house: FakeHouse) -> None:
    """A passcode is asked for first, and a wrong one is told."""
    house.offer(1, passcode=True)
    house.refuses = "passcode"
    pressing = lobby(house).press("<home>", "<enter>")
    pressing.press("<enter>", "<enter>")
    assert "at least one letter" in pressing.shown() and house.asked == []
    pressing.press("<up>", "plum?", "<enter>").wait()
    assert house.asked == [("AEAQ-CAIB", "plum?")]
    assert "The passcode is not right." in pressing.shown() and "plum?" in pressing.shown()
    house.refuses = ""
    pressing.press("<backspace>", "<enter>").wait()
    assert house.asked[1:] == [("AEAQ-CAIB", "plum")] and "Aki (you)" in pressing.shown()


def test_a_wrong_passcode_for_what_was_typed(house: FakeHouse) -> None:
    """The address stays, and the passcode can be typed again; any other refusal is told alone."""
    house.refuses = "passcode"
    pressing = lobby(house).press("j", "ABCD-EFGH", "<enter>", "no", "<enter>", "<enter>").wait()
    assert "The passcode is not right." in pressing.shown()
    pressing.press("t", "<enter>", "<enter>")
    house.refuses = "full"
    pressing.wait()
    assert house.asked == [("ABCD-EFGH", "no"), ("ABCD-EFGH", "not")]
    assert "Open a table" in pressing.press("<enter>").shown()


def test_a_table_that_cannot_be_played(house: FakeHouse) -> None:
    """Such a table says why, and does not let anybody in."""
    house.offer(1, why_not="rules-version")
    pressing = lobby(house).press("<home>", "<enter>")
    assert house.asked == [] and "different versions of the rules" in pressing.shown()


@pytest.mark.parametrize("target", ["192.168.1.5:40123", "[fe80::1]:40123", "ABCD-EFGH", "ABCDE-FGHIJ-KLMNO"])
def test_typing_where_to_go(house: FakeHouse, target: str) -> None:
    """An address, an invite or a name is typed, or pasted, and goes to the peer as it is."""
    pressing = lobby(house).press("j", target, "<enter>", "<enter>", "<enter>").wait()
    assert house.asked == [(target, None)]
    assert "At the table" not in pressing.shown() and "Aki (you)" in pressing.shown()


def test_full_width_letters(house: FakeHouse) -> None:
    """What an input method makes wide is taken as the letter that it is."""
    pressing = lobby(house).press("j", "\uff11\uff10\uff0e\uff11", "<enter>", "<enter>", "<enter>").wait()
    assert house.asked == [("10.1", None)] and pressing.code is None


def test_kana_is_answered_with_a_hint(house: FakeHouse) -> None:
    """A letter that an input method holds back, or has made kana of, does nothing silently."""
    assert "input method" in lobby(house).press("\u3042").shown()


def test_the_mark_stays_on_its_table(house: FakeHouse) -> None:
    """When tables come and go above it, the marked item is still the same one."""
    house.offer(2)
    pressing = lobby(house).press("<home>")
    assert "> AIBA-EAQC" in pressing.shown()
    house._offers.insert(0, house.offer(1))
    house._offers.pop()
    assert "> AIBA-EAQC" in pressing.shown()
    house._offers.clear()
    assert "> J  Type an address" in pressing.shown()


def test_going_on_with_a_game(house: FakeHouse) -> None:
    """A game that is not over can be gone on with from here."""
    game = house.remember(7, None, "Aki", "Ben", "Chie")
    house.offer(1)
    pressing = lobby(house)
    first = pressing.shown().split("\n")[1]
    assert first == "> C  Go on with Notice with Aki, Ben, Chie (A4DQ-OBYH)"
    pressing.press("<enter>").wait()
    assert house.asked == [game.table.hex()]
    house.table = Text("the table", [])
    assert "Go on with" not in lobby(house).shown()


def test_a_game_that_goes_on_meanwhile(house: FakeHouse) -> None:
    """While one has a seat, the lobby leads back to it, opens no other table, and asks before it quits."""
    house.table = Text("the table", ["here"])
    pressing = lobby(house)
    assert "Open a table" not in pressing.shown()
    assert "here" in pressing.press("b").shown()
    pressing.press("<escape>", "q")
    assert pressing.code is None and "A game goes on" in pressing.shown()
    assert "here" in pressing.press("b").shown()
    pressing.press("<escape>", "q", "q")
    assert pressing.code == OK


def test_tidying_up(house: FakeHouse) -> None:
    """What an ended game leaves is cleared away when the lobby is shown again, once."""
    house.untidy = True
    lobby(house).wait(3)
    assert house.asked == ["tidied"]
    house.untidy = True
    waiting = Lobby(house)  # type: ignore[arg-type]
    assert [len(waiting.tick(now)) for now in (0.1, 0.2)] == [1, 0]


def test_a_game_that_has_ended(house: FakeHouse) -> None:
    """Before it is cleared away, it is no game that one could go back to, or that waits for anybody."""
    house.table, house.untidy = Text("the table", ["here"]), True
    pressing = lobby(house)
    assert "Back to the game" not in pressing.shown()
    assert pressing.press("q").code == OK


def test_ways_out(house: FakeHouse) -> None:
    """q leaves the lobby and the program with 0, Escape asks before that, Ctrl-C leaves with 130."""
    assert lobby(house).press("q").code == OK
    asked = lobby(house).press("<escape>")
    assert asked.code is None and "Quit?" in asked.shown()
    assert "What to do" in asked.press("<enter>").shown()
    assert "What to do" in asked.press("<escape>", "<escape>").shown()
    assert asked.press("<escape>", "q").code == OK
    first = Lobby(house)  # type: ignore[arg-type]
    assert [effect.code for effect in first.interrupted()] == [INTERRUPTED]  # type: ignore[union-attr]


@pytest.mark.parametrize("lang", language.LANGUAGES)
def test_every_place_at_every_size(house: FakeHouse, lang: str) -> None:
    """Whatever the size of the terminal, each screen that the lobby leads to fits into it."""
    language.use(lang)
    crowded(house)
    house.remember(7, None, "Aki", "Ben", "Chie")
    house.remember(8, "over", "Aki", "Ben", "\u79cb\u5b50")
    pressing = lobby(house)
    ways: list[tuple[str, ...]] = [
        (),
        ("o",),
        ("p",),
        ("j",),
        ("g",),
        ("r",),
        ("r", "<enter>"),
        ("s",),
        ("?",),
    ]
    ways += [("o", "<f1>"), ("o", *["<down>"] * 9), ("g", "?"), ("r", "<enter>", "<end>")]
    for way in ways:
        pressing.press(*way)
        for size in (USUAL, SMALL, Size(50, 200), Size(1, 1), Size(2, 7), Size(5, 20), Size(24, 12)):
            pressing.shown(size)
        while len(pressing.stack) > 1:
            pressing.press("<escape>")
