"""A replay on the whole screen: every key, every size, every game."""

import asyncio
from pathlib import Path

import pytest
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from cli import language
from cli.app.cells import width
from cli.app.frame import Size, text_of, width_of
from cli.app.replay_screen import ReplayScreen
from cli.app.screen import Back, Quit
from cli.app.shell import Shell
from cli.replay import OPEN, PUBLIC, Eyes
from cli.replay_place import Place
from engines import GAMES
from tests.cli.replayed import story

USUAL = Size(24, 80)


def screen(game: str, eyes: Eyes = OPEN, number: int = 0) -> tuple[Place, ReplayScreen]:
    """A replay on the screen, and where it is."""
    place = Place(story(game), eyes, number)
    return place, ReplayScreen(place)


def shown(drawn: ReplayScreen, size: Size = USUAL) -> str:
    """What stands on the screen."""
    return text_of(drawn.draw(size).lines)


@pytest.mark.parametrize("lang", language.LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_it_fits(game: str, lang: str) -> None:
    """At any size there are as many rows as fit, none too wide, and in the usual size every word of the
    moment.
    """
    language.use(lang)
    place, drawn = screen(game)
    for number in range(0, len(place.story.moments), 7):
        place.go(number)
        for size in (USUAL, Size(24, 40), Size(10, 100), Size(3, 20), Size(1, 1), Size(60, 200)):
            frame = drawn.draw(size)
            assert len(frame.lines) == size.rows
            assert all(width_of(each) <= size.columns for each in frame.lines)
        said = "".join(shown(drawn).split())
        for line in place.story.told(place.moment, OPEN):
            assert "".join(line.split()) in said


@pytest.mark.parametrize("game", GAMES)
def test_only_letters_of_one_width(game: str) -> None:
    """Everything shown is ASCII, in English, so that every terminal draws it in the same columns."""
    place, drawn = screen(game)
    for number in range(len(place.story.moments)):
        place.go(number)
        assert shown(drawn).isascii()


def test_keys_move() -> None:
    """Arrows, brackets, letters, home and end; a step too far stays."""
    place, drawn = screen("notice")
    for key, number in [
        ("<right>", 1), ("n", 2), (" ", 3), ("<enter>", 4), ("<left>", 3), ("p", 2), ("<backspace>", 1),
        ("<home>", 0), ("<left>", 0), ("<end>", len(place.story.moments) - 1),
        ("<right>", len(place.story.moments) - 1),
    ]:  # fmt: skip
        assert not drawn.key(key)
        assert place.number == number, key
    starts = [told[0].number for told in place.story.rounds]
    drawn.key("<home>")
    for key, number in [("<down>", starts[0]), ("]", starts[1]), ("<down>", starts[2]), ("[", starts[1])]:
        drawn.key(key)
        assert place.number == number
    place.go(starts[1] + 3)
    drawn.key("<up>")
    assert place.number == starts[1]


def test_eyes() -> None:
    """s looks with the next eyes, and after the last with the first again; o opens all hands."""
    place, drawn = screen("notice", OPEN, 5)
    assert "all hands open" in shown(drawn)
    drawn.key("s")
    assert "as Aki saw it" in shown(drawn)
    assert "\nBen: " not in shown(drawn)
    drawn.key("S")
    assert place.eyes == 1
    drawn.key("o")
    assert place.eyes == OPEN
    for _ in place.story.eyes:
        drawn.key("s")
    assert place.eyes == OPEN


def test_leaving_help_and_kana() -> None:
    """q and Escape leave; ? explains until the next key; a kana is answered with a hint."""
    _place, drawn = screen("notice")
    assert drawn.key("q") == [Back()] == drawn.key("<escape>")
    drawn.key("?")
    assert "Page up" in shown(drawn)
    drawn.key("<right>")
    assert "Page up" not in shown(drawn)
    drawn.key("あ")
    assert "input method" in shown(drawn)


def test_what_does_not_fit_can_be_moved() -> None:
    """Page down shows the hands that had no room, and not more than there is."""
    place, drawn = screen("notice", OPEN, 20)
    small = Size(10, 60)
    assert "Dai: " not in shown(drawn, small)
    for _ in range(9):
        drawn.key("<pagedown>")
        text = shown(drawn, small)
    assert "Dai: " in text
    drawn.key("<pageup>")
    assert shown(drawn, small) != text
    assert place.number == 20


def test_the_box_of_dice() -> None:
    """The box is drawn whole where there is room for it, alone if need be, for everybody's eyes."""
    place, drawn = screen("dice-watching", PUBLIC)
    place.go(next(each.number for each in place.story.moments if place.story.box(each)))
    for size in (USUAL, Size(40, 80)):
        rows = [row for row in shown(drawn, size).splitlines() if row.startswith(("|", "+"))]
        assert len(rows) == 14 and {width(row) for row in rows} == {62}
        assert sum(row.count("[") + row.count("<") for row in rows) == 30
    assert "points" in shown(drawn, Size(40, 80))


def test_in_the_shell(tmp_path: Path) -> None:
    """On its own the screen ends the program with the code it was given."""

    async def steps() -> int:
        with create_pipe_input() as keys:
            place = Place(story("nokosu"), OPEN)
            keys.send_text("nn]q")
            code = await Shell(ReplayScreen(place, Quit(4)), input=keys, output=DummyOutput()).run()
            assert place.number == place.story.rounds[1][0].number
            return code

    assert asyncio.run(asyncio.wait_for(steps(), 30)) == 4
