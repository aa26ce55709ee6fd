"""Whole lessons, played without a process: by the hints, or by chance."""

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from cli.lesson_talk import LessonTalk, Said
from cli.talk import View

LEARNER = "Mika"

Pick = Callable[[LessonTalk, View], Any]


class Run(NamedTuple):
    """What a lesson said, and what was typed in it."""

    talk: LessonTalk
    table: list[str]
    """The lines of the table, with its questions, and with what it says where nothing can be shown."""
    teacher: list[str]
    typed: list[str]


def by_hints(talk: LessonTalk, view: View) -> Any:
    """Do what the teacher would do."""
    return talk.lesson.choice(view)


def by_chance(seed: int) -> Pick:
    """Do anything that is legal."""
    rng = Random(seed)
    return lambda talk, view: rng.choice(view["ask"]["choices"])


def play(game: str, pick: Pick = by_hints) -> Run:
    """Give a whole lesson to somebody who picks their choices so."""
    talk = LessonTalk(game, LEARNER)
    run = Run(talk, [], [], [])
    run.teacher.extend(talk.begin())
    while not talk.over:
        said = talk.next()
        _note(run, said if said is not None else _answer(run, pick))
    run.teacher.extend(talk.closing())
    return run


def _answer(run: Run, pick: Pick) -> Said:
    _note(run, run.talk.ask())
    view = run.talk.table.view()
    line = run.talk.lesson.course.typed(pick(run.talk, view), view)
    run.typed.append(line)
    said, answered = run.talk.typed(line)
    assert answered, line
    return said


def _note(run: Run, said: Said) -> None:
    unseen = [said.glimpse.unseen] if said.glimpse else []
    run.table.extend([*said.table, *unseen, *said.question])
    run.teacher.extend(said.teacher)
