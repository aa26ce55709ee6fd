"""Lessons on the whole screen: by keys alone to the end, all that is taught can be seen, at any size."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from cli import language
from cli.app.lesson import Lessons, LessonScreen
from cli.app.lobby import Lobby
from cli.app.screen import Quit, Screen
from engines import GAMES
from tests.cli.app.fake_house import FakeHouse
from tests.cli.app.pressing import SMALL, USUAL, Pressing, is_golden

NAME = "Mika"


def begun(game: str) -> Pressing:
    """The lesson of a game, from the list of lessons."""
    pressing = Pressing(Screen())
    pressing.stack.append(Lessons(NAME))
    pressing.press(*["<down>"] * GAMES.index(game), "<enter>")
    assert isinstance(pressing.top, LessonScreen)
    return pressing


def squeezed(text: str) -> str:
    """Without the places where lines are broken."""
    return re.sub(r"\s", "", text)


def on_to(pressing: Pressing, condition: str) -> Any:
    """Read, and let time pass, until something is so of the lesson."""
    lesson: Any = pressing.top
    for _turn in range(3000):
        if lesson._talk.over:
            # The table is at the next round already, which is none of the lesson.
            assert not pressing.shown().split("\n")[1].startswith("Round")
        if lesson._ended or getattr(lesson, condition):
            return lesson
        if lesson._reading:
            pressing.press("<enter>")
        pressing.wait(5)
    raise AssertionError(condition)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", language.LANGUAGES)
def test_a_lesson_by_keys(game: str, lang: str) -> None:
    """Arrows and Enter are enough for a whole lesson, and afterwards one is where one came from."""
    language.use(lang)
    pressing = begun(game)
    for _question in range(60):
        lesson = on_to(pressing, "_asked")
        pressing.shown(SMALL)
        if lesson._ended:
            break
        for _key in range(3):
            if lesson._asked:
                pressing.press("<enter>", "<right>")
    assert lesson._ended
    assert f"chabudai practice {game}" in pressing.shown()
    pressing.press("<enter>")
    assert len(pressing.stack) == 1


@pytest.mark.parametrize("game", GAMES)
def test_after_a_lesson(game: str, tmp_path: Path) -> None:
    """The game that was learnt can be practised at once, as it is usually played, or one goes back."""
    house: Any = FakeHouse(tmp_path)
    pressing = Pressing(Lobby(house)).press("l", *["<down>"] * GAMES.index(game), "<enter>")
    lesson: Any = pressing.top
    while not on_to(pressing, "_asked")._ended:
        view = lesson._talk.table.view()
        pressing.press(lesson._talk.lesson.course.typed(lesson._talk.lesson.choice(view), view), "<enter>")
    pressing.press("<enter>")
    assert "Practise this game now" in pressing.shown()
    pressing.press("p").wait()
    [terms] = house.asked
    assert terms.game == game and terms.alone
    assert "Aki (you)" in pressing.shown()


def test_back_from_a_lesson() -> None:
    """Who does not want to practise is where they came from."""
    pressing = Pressing(Screen())
    pressing.stack.append(LessonScreen("notice", NAME, practises=lambda game: [Quit(9)]))
    lesson: Any = pressing.top
    lesson._ended = True
    pressing.press("<enter>", "b")
    assert len(pressing.stack) == 1 and pressing.code is None


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", language.LANGUAGES)
def test_what_is_taught_is_seen(game: str, lang: str) -> None:
    """At 80x24 everything that the teacher says before a choice, or after a move, stands on the screen."""
    language.use(lang)
    pressing = begun(game)
    lesson: Any = pressing.top
    said: list[list[str]] = []
    teach = lesson._teach

    def note(lines: Sequence[str]) -> None:
        said.append(list(lines))
        teach(lines)

    lesson._teach = note
    while not lesson._ended:
        on_to(pressing, "_reading" if lesson._asked else "_asked")
        screen = squeezed(pressing.shown(USUAL))
        for line in said[-1] if said else []:
            assert squeezed(line) in screen
        if lesson._asked:
            view = lesson._talk.table.view()
            pressing.press(
                lesson._talk.lesson.course.typed(lesson._talk.lesson.choice(view), view), "<enter>"
            )


@pytest.mark.parametrize("lang", language.LANGUAGES)
def test_screens(lang: str) -> None:
    """The list of lessons, the first words, and a question with a hint."""
    language.use(lang)
    pressing = begun("notice")
    is_golden(f"lesson-begins.{lang}", pressing.shown())
    on_to(pressing, "_asked")
    pressing.press("hint", "<enter>")
    is_golden(f"lesson-hint.{lang}", pressing.shown())
    pressing.stack.pop()
    is_golden(f"lessons.{lang}", pressing.shown())


def test_what_may_not_be_chosen() -> None:
    """A thing that may not be chosen says why, typed or picked; help and leaving are there."""
    pressing = begun("notice")
    for _prediction in range(2):
        on_to(pressing, "_asked")
        pressing.press("3", "<enter>")
    lesson = on_to(pressing, "_asked")
    pressing.press("AS", "<enter>")
    assert "You hold a diamond, so you must play a diamond." in pressing.shown()
    pressing.press("<home>", "<enter>")
    assert lesson._asked and "Not *AS: You hold a diamond" in " ".join(pressing.shown().split())
    pressing.press("?")
    assert "Help: Notice" in pressing.shown()
    assert "PgUp" in pressing.shown() and "Tab" not in pressing.shown() and "- /" not in pressing.shown()
    pressing.press("<escape>", "<escape>")
    assert "Leave the lesson" in pressing.shown()
    pressing.press("s")
    assert pressing.top is lesson
    pressing.press("q", "<enter>", "l")
    assert len(pressing.stack) == 1


def test_leaving_where_it_stands_alone() -> None:
    """A lesson from the command line ends the program, by Ctrl-C after a question."""
    pressing = Pressing(LessonScreen("nokosu", NAME, Quit(0)))
    for effect in pressing.top.interrupted():
        pressing._do([effect], pressing.top)
    pressing.press("l")
    assert pressing.code == 0
