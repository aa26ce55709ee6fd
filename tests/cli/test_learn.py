"""Lessons: all of them are told, what is hinted at can be done, and nothing hidden is given away."""

import re
from random import Random

import pytest

from cli import language
from cli.lesson import Lesson
from cli.lesson_talk import ME, LessonTalk
from engines import GAMES
from tests.cli.lesson_runs import LEARNER, by_chance, play

BY_CHANCE = {"nokosu": 12, "no-loose-ends": 24, "dice-and-domino": 24, "notice": 8, "dice-watching": 1}
"""How many lessons played by chance it takes until everything has come up."""


@pytest.mark.parametrize("game", GAMES)
def test_no_lesson_is_dead(game: str) -> None:
    """Everything that there is to teach is told in some lesson."""
    runs = [play(game), *(play(game, by_chance(seed)) for seed in range(BY_CHANCE[game]))]
    told = set().union(*(run.talk.lesson.told for run in runs))
    course = runs[0].talk.lesson.course
    assert told == {each.__name__ for each in (*course.LOOKS, *course.COMMENTS)}


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_taught_twice(game: str) -> None:
    """What was told once is not told again, and every text is filled in."""
    for run in (play(game), play(game, by_chance(99))):
        assert len(set(run.teacher)) == len(run.teacher)
        assert not [line for line in run.teacher if re.search(r"[{}]|\bNone\b(?! of)", line)]


@pytest.mark.parametrize("game", GAMES)
def test_the_first_lesson_shows_the_game(game: str) -> None:
    """Who does what the teacher would do sees at least nine tenths of the lesson, and gets points for it."""
    run = play(game)
    course = run.talk.lesson.course
    assert len(run.talk.lesson.told) >= 0.9 * len({*course.LOOKS, *course.COMMENTS})
    gained = run.talk.table.view()["scores"][0]
    assert gained[ME] > 0


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", language.LANGUAGES)
def test_hints_can_be_typed(game: str, lang: str) -> None:
    """A hint names, with a reason, something that may be typed just so, and that is then what was meant."""
    language.use(lang)
    talk = LessonTalk(game, LEARNER)
    while not talk.over:
        if talk.next() is not None:
            continue
        view = talk.table.view()
        typed = talk.lesson.course.typed(talk.lesson.choice(view), view)
        (hint,) = talk.typed("hint")[0].teacher
        assert f" {typed}. " in hint or f" {typed} と" in hint
        assert len(hint) > len(typed) + 20
        assert talk.typed("\uff48\uff49\uff4e\uff54")[0].teacher == [hint]
        assert talk.lesson.choice(view) in view["ask"]["choices"]
        assert talk.typed(typed)[1], typed


@pytest.mark.parametrize("game", GAMES)
def test_nothing_hidden_is_given_away(game: str) -> None:
    """What the teacher says, and hints at, is the same whatever lies where the learner cannot look."""
    talk, rng = LessonTalk(game, LEARNER), Random(1)
    while not talk.over:
        if talk.next() is not None:
            continue
        table, view = talk.table, talk.table.view()
        known = table._known[ME]
        hidden = [slot for slot in table._faces if slot not in known]
        before = dict(table._faces)
        faces = [before[slot] for slot in hidden]
        table._faces.update(zip(hidden, rng.sample(faces, len(faces)), strict=True))
        again = Lesson(game, talk.names)
        assert table.view() == view
        assert again.hint(table.view()) == Lesson(game, talk.names).hint(view)
        table._faces.update(before)
        talk.typed(talk.lesson.course.typed(rng.choice(view["ask"]["choices"]), view))


@pytest.mark.parametrize("game", ["nokosu", "notice", "no-loose-ends"])
def test_the_learner_s_view_is_of_the_own_hand(game: str) -> None:
    """Of what others hold the learner knows what lies open, and in Notice the hand that was given away."""
    talk = LessonTalk(game, LEARNER)
    while not talk.over:
        if talk.next() is not None:
            continue
        table, view = talk.table, talk.table.view()
        hands = table._state.hands
        others = {slot for seat, hand in enumerate(hands) if seat != ME for slot in hand}
        given = set(hands[view["gives_to"]]) if game == "notice" else set()
        assert others & set(table._known[ME]) <= given | set(table.rules.face_up(table._state))
        talk.typed(talk.lesson.course.typed(talk.lesson.choice(view), view))


@pytest.mark.parametrize("game", GAMES)
def test_the_deal_is_always_the_same(game: str) -> None:
    """Two lessons begin with the same question, and by the same choices they are the same to the end."""
    one, other = play(game), play(game)
    assert one[1:] == other[1:]


def test_a_wrong_move_is_explained() -> None:
    """What may not be chosen gets the reason of the game, and can be chosen anew."""
    talk = LessonTalk("notice", LEARNER)
    while talk.next() is not None:
        pass
    said, answered = talk.typed("13")
    assert (said.table, answered) == (["That is not from 0 to 12."], False)
    assert talk.typed("/hello")[0].table == ["Bots do not talk."]
    assert "hint" in talk.typed("?")[0].teacher[0]
    assert talk.typed("3")[1]


def test_leaving() -> None:
    """`q` leaves at once: there is nobody whom it could harm."""
    talk = LessonTalk("nokosu", "Aki")
    assert talk.names.names == ("Aki", "Ben", "Chie", "Dai")
    while talk.next() is not None:
        pass
    assert talk.typed("q")[0].teacher and talk.over and talk.closing() == []


def test_a_bot_does_not_bear_the_learner_s_name() -> None:
    """Names at the table of a lesson are different."""
    for name in ("Aki", "Chie", LEARNER):
        names = LessonTalk("notice", name).names.names
        assert len(set(names)) == len(names)
