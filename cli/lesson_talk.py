"""A lesson as a conversation: the table of the lesson, its talk and the teacher's words. Without any IO."""

import unicodedata
from typing import Any, NamedTuple

from cli.bot_table import NAMES
from cli.glimpse import Glimpse
from cli.language import N_, _
from cli.lesson import Lesson, course_of
from cli.lesson_table import LessonTable
from cli.table_talk import Reply, TableTalk
from cli.words import Names
from engines.vocabulary import Fact
from peer.outcome import Happened
from peer.sitting import Waiting

ME = 0
_HINTS = ("hint", "ヒント", "ひんと")
_HELP = N_("hint and Enter: what I would do here, and why. q: leave the lesson.")


class Said(NamedTuple):
    """Lines of the table, of the teacher, and of the table again; and maybe something to see for a moment."""

    table: list[str]
    teacher: list[str]
    question: list[str]
    glimpse: Glimpse | None = None


class LessonTalk:
    """The lesson of one game for one person, step by step."""

    def __init__(self, game: str, name: str) -> None:
        course = course_of(game)
        bots = [each for each in NAMES if each != name][: course.SEATS - 1]
        seats = (name, *bots)
        self.names = Names(seats, (False, *[True] * len(bots)), ME)
        self.lesson = Lesson(game, self.names)
        self.table = LessonTable(game, course.SEATS, ME, course.SEED, course.OPTIONS)
        self._talk = TableTalk(self.table.rules, self.table.options, self.names)
        self._step = 0
        self.leaving = False

    @property
    def over(self) -> bool:
        """Whether the lesson has come to its end."""
        return self.leaving or self.lesson.course.over(self._talk.public())

    def begin(self) -> list[str]:
        """The first words of the teacher."""
        return self.lesson.opening()

    def next(self) -> Said | None:
        """The next thing that happens without the person; None if they are asked, or the lesson is over."""
        fact = None if self.over else self.table.next()
        return None if fact is None else self._happened(fact)

    def ask(self) -> Said:
        """What the person is asked, after what the teacher has to say to it."""
        self._talk.heard(Waiting(self._step, (ME,), "play"))
        return Said([], self.lesson.before(self.table.view()), self.question())

    def question(self) -> list[str]:
        """What the person is asked."""
        return self._talk.asked(self.table.view())

    def typed(self, line: str) -> tuple[Said, bool]:
        """What a typed line leads to; and whether the question is answered by it."""
        view = self.table.view()
        word = unicodedata.normalize("NFKC", line).strip().lower()
        if word in _HINTS:
            return Said([], self.lesson.hint(view), []), False
        if word == "q":
            self.leaving = True
            return Said([], [_("You leave the lesson.")], []), False
        reply = self._talk.typed(line, view)
        if reply.choice is None:
            return Said(self._but_no_chat(reply), [_(_HELP)] if word == "?" else [], []), False
        return self._answered(reply)

    def chosen(self, choice: Any) -> tuple[Said, bool]:
        """What a choice as the rules write it leads to; and whether the question is answered by it."""
        reply = self._talk.chosen(choice, self.table.view())
        return (Said(reply.lines, [], []), False) if reply.choice is None else self._answered(reply)

    def _answered(self, reply: Reply) -> tuple[Said, bool]:
        said = self._happened(self.table.answer(reply.choice))
        return said._replace(table=[*reply.lines, *said.table]), True

    @staticmethod
    def _but_no_chat(reply: Reply) -> list[str]:
        return [_("Bots do not talk.")] if reply.say else reply.lines

    def _happened(self, fact: Fact) -> Said:
        before = self._talk.public()
        self._step += 1
        told = self._talk.heard(Happened(self._step, fact))
        after = self._talk.public()
        return Said(told, self.lesson.after(before, fact, after), [], self._talk.glimpse())

    def closing(self) -> list[str]:
        """The last words of the teacher."""
        return [] if self.leaving else self.lesson.closing()
