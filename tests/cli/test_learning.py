"""Lessons line by line: through pipes as processes, and on a terminal that is only played."""

import asyncio
import os
import re
import subprocess
from pathlib import Path

import pytest

from cli import language
from cli.app.cells import width
from cli.children import command, environment_of_child
from cli.glimpse import Glimpse
from cli.learning import Learning
from cli.lesson import course_of
from cli.lesson_talk import LessonTalk
from cli.lines import Lines
from engines import GAMES
from tests.cli.lesson_runs import LEARNER, play
from tests.cli.running import WAIT, run


def learn(home: Path, typed: list[str], *arguments: str) -> subprocess.CompletedProcess[str]:
    """`chabudai learn` with these lines typed into a pipe."""
    return subprocess.run(
        [*command(), "learn", *arguments],
        input="".join(f"{line}\n" for line in typed),
        env={**environment_of_child(), "CHABUDAI_HOME": str(home)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=WAIT,
        check=False,
    )


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", language.LANGUAGES)
def test_a_whole_lesson_through_pipes(game: str, lang: str, tmp_path: Path) -> None:
    """A lesson is given to its end, in the language asked for, and leaves nothing behind."""
    language.use(lang)
    expected = play(game)
    done = learn(tmp_path / "none", expected.typed, game, "--plain", "--lang", lang, "--name", LEARNER)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert [line[2:] for line in lines if line.startswith("* ")] == expected.teacher
    assert [line for line in lines if line and not line.startswith("* ")] == list(
        filter(None, expected.table)
    )
    assert not (tmp_path / "none").exists()
    for line in expected.teacher:
        assert bool(re.search("[\u3040-\u30ff]", line)) == (lang == "ja"), line


def test_no_dice_on_a_pipe(tmp_path: Path) -> None:
    """Where what is written stays, no die of Dice Watching is written before it is counted."""
    done = learn(tmp_path, ["3"] * 5, "dice-watching", "--name", LEARNER)
    assert done.returncode == 0
    assert "[" not in done.stdout and "The dice are not shown here" in done.stdout


def test_the_list_of_lessons() -> None:
    """Without a game every game is listed, with what it is about."""
    done = run("learn")
    assert done.returncode == 0
    for game in GAMES:
        assert f"chabudai learn {game}\n    {course_of(game).ABOUT[0]}\n" in done.stdout


def test_ends(tmp_path: Path) -> None:
    """An unknown game is 2, an input that ends 4, and `q` 0."""
    assert learn(tmp_path, [], "chess").returncode == 2
    ended = learn(tmp_path, ["hint"], "nokosu")
    assert (ended.returncode, ended.stderr) == (4, "The input has ended.\n")
    left = learn(tmp_path, ["Q"], "nokosu")
    assert left.returncode == 0 and left.stdout.endswith("* You leave the lesson.\n")


class FakeScreen:
    """A terminal that remembers how much had been written when something was shown on it."""

    def __init__(self, written: list[str]) -> None:
        self.written = written
        self.shown: list[tuple[str, int]] = []

    async def show(self, glimpse: Glimpse) -> None:
        """Remember it."""
        self.shown.append((glimpse.draw(80, 22, covered=False)[1], len(self.written)))


def on_a_terminal(typed: str, columns: int, game: str) -> tuple[list[str], FakeScreen]:
    """A lesson on a terminal; everything that was written, and the screen."""
    written: list[str] = []
    screen = FakeScreen(written)
    reading, writing = os.pipe()
    os.write(writing, typed.encode())
    os.close(writing)

    async def main() -> int:
        learning = Learning(
            LessonTalk(game, LEARNER),
            Lines(reading),
            written.append,
            lambda: screen,  # type: ignore[arg-type,return-value]
            columns=columns,
        )
        return await asyncio.wait_for(learning.play(), 60)

    assert asyncio.run(main()) == 0
    os.close(reading)
    return written, screen


def test_the_box_waits_for_the_learner() -> None:
    """The box opens when the learner says so, five times, and nothing of it is among the lines."""
    written, screen = on_a_terminal("\n3\n" * 5, 80, "dice-watching")
    assert len(screen.shown) == 5
    for _box, lines in screen.shown:
        assert written[lines - 1] == "Press Enter when you are ready to look."
        assert written[lines] == "The lid is closed."
    assert not [line for line in written if "[" in line]


@pytest.mark.parametrize("lang", language.LANGUAGES)
@pytest.mark.parametrize("columns", [40, 80])
def test_the_teacher_s_words_fit(lang: str, columns: int) -> None:
    """On a terminal the words of the teacher are broken between words, and stay in its columns."""
    language.use(lang)
    written, _screen = on_a_terminal("q\n", columns, "no-loose-ends")
    teacher = [line for line in written if line.startswith(("* ", "  "))]
    assert len(teacher) > len([line for line in written if line.startswith("* ")])
    assert max(width(line) for line in teacher if not line.startswith("  B")) <= columns
