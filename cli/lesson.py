"""A lesson beside a game: what to tell somebody who has never played it, moment by moment.

What is told follows from views alone, so it tells nothing that the seat may not know. Every piece is told
once, when it first applies.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from random import Random
from typing import Any, Protocol, cast

from cli.language import N_, _
from cli.talk import View
from cli.words import Names
from engines.table import OptionValue
from engines.vocabulary import Fact
from peer.bots import bot_for

Look = Callable[[View, Names], list[str]]
"""What there is to say about what a seat sees before it decides; nothing where it does not apply."""

Comment = Callable[[View, Fact, View, Names], list[str]]
"""What there is to say about a fact, with the views of everybody around it; nothing where it does not
apply.
"""

_FREELY = N_(
    "Decide as you like: nothing can break. Type hint for what I would do, ? for everything that you may "
    "ask, q to leave."
)


class Course(Protocol):
    """What a game has to teach: its module `cli.lessons.GAME`."""

    SEATS: int
    SEED: int
    """The deal and all dice of the lesson follow from it."""
    OPTIONS: Mapping[str, OptionValue]
    ABOUT: Sequence[str]
    """What the game is about, marked for translation."""
    LOOKS: Sequence[Look]
    COMMENTS: Sequence[Comment]
    AFTERWARDS: Sequence[str]
    """What else there is to a whole game, marked for translation."""

    def typed(self, choice: Any, view: View) -> str:
        """What one types to choose this."""

    def why(self, choice: Any, view: View, names: Names) -> str:
        """A reason for this choice, by rule of thumb."""

    def over(self, view: View) -> bool:
        """Whether the lesson has come to its end."""


class Lesson:
    """The lesson of one game for the seat names.me. `told` is what has been told so far, by name."""

    def __init__(self, game: str, names: Names) -> None:
        self._game = game
        self._names = names
        self._bot = bot_for(game)
        self.course = course_of(game)
        self.told: set[str] = set()

    def opening(self) -> list[str]:
        """What the game is about."""
        return [_(text) for text in (*self.course.ABOUT, _FREELY)]

    def before(self, view: View) -> list[str]:
        """What the seat should know, and look at, before it answers what it is asked."""
        if not view["ask"]:
            return []
        found = ((look.__name__, look(view, self._names)) for look in self._untold(self.course.LOOKS))
        return self._tell(found)

    def after(self, before: View, fact: Fact, after: View) -> list[str]:
        """What a fact means. The views are those of the seat without its hand."""
        comments = self._untold(self.course.COMMENTS)
        return self._tell(
            (comment.__name__, comment(before, fact, after, self._names)) for comment in comments
        )

    def choice(self, view: View) -> Any:
        """What a bot would choose that sees what this seat sees."""
        # The same answer whenever somebody asks again.
        rng = Random(view["round"])  # noqa: S311  (nothing secret comes from it)
        return view["ask"]["choices"][self._bot(view, rng)]

    def hint(self, view: View) -> list[str]:
        """What a bot would do, how one types it, and why."""
        if not view["ask"]:
            return [_("There is nothing to decide just now.")]
        choice = self.choice(view)
        text = _("I would type: {typed}. {why}")
        why = self.course.why(choice, view, self._names)
        return [text.format(typed=self.course.typed(choice, view), why=why)]

    def closing(self) -> list[str]:
        """Where the lesson ends, and where to go on."""
        return [
            _("That was the lesson. What else there is:"),
            *[_(text) for text in self.course.AFTERWARDS],
            _("A whole game against bots: chabudai practice {game}").format(game=self._game),
            _("All the rules: chabudai rules {game}").format(game=self._game),
        ]

    def _untold(self, teaching: Sequence[Any]) -> list[Any]:
        return [each for each in teaching if each.__name__ not in self.told]

    def _tell(self, found: Iterable[tuple[str, list[str]]]) -> list[str]:
        lines: list[str] = []
        for name, said in found:
            if said:
                self.told.add(name)
                lines += said
        return lines


def course_of(game: str) -> Course:
    """What there is to teach of a game."""
    return cast(Course, import_module(f"cli.lessons.{game.replace('-', '_')}"))
