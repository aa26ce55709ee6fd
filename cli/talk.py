"""What a game adds to the conversation at a table, and what the conversations of the games share."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from cli.language import _
from cli.words import Names, Words, listed
from engines.vocabulary import Fact

View = dict[str, Any]


class Query(NamedTuple):
    """A letter that may be typed at any time: its text in the help, marked for translation, and its answer.

    The letters ? t w r q are every table's; y and g answer the question whether to leave.
    """

    letter: str
    help: str
    answer: Callable[[View, Names], list[str]]


class Refused(NamedTuple):
    """What a person typed is understood, but it is none of the choices, by this rule."""

    rule: str


class Talk(Protocol):
    """A game in words: its module `cli.talk_GAME`.

    Where a fact can let everybody see something for a time only, there also is `glimpse(before, after,
    names)`, with the views as in `told`: a `cli.glimpse.Glimpse` or None.
    """

    SHOWS: tuple[Query, ...]
    OWED: Words
    """By the phase of a view: what a seat owes that others wait for. Without a word here the kind of the
    answer is named.
    """
    ENDING: str
    """That the game is over, with the final {points}; marked for translation."""

    def told(self, before: View, fact: Fact, after: View, names: Names) -> list[str]:
        """What there is to say about a fact. The views are those of the seat, but without its hand."""

    def so_far(self, view: View, names: Names) -> list[str]:
        """Where a game stands that goes on. What is asked of the seat comes after this."""

    def question(self, view: View, names: Names) -> list[str]:
        """What the seat has to decide, with what it needs to know for that."""

    def understood(self, text: str, view: View) -> Any:
        """The choice that a person typed (NFKC), legal or not, or Refused; None if it means nothing here.

        The text is empty where Enter alone was pressed.
        """

    def refusal(self, rule: str, view: View) -> str:
        """Why a choice is not legal."""

    def done(self, choice: Any, view: View, names: Names) -> list[str]:
        """What to say at once when a choice was taken; what `told` says soon anyway is not said twice."""


def counted(counts: Sequence[int | None], names: Names) -> str:
    """A number for each player; those who have none are left out."""
    each = [f"{names.of(seat)} {count}" for seat, count in enumerate(counts) if count is not None]
    return listed(each)


def taken(view: View, names: Names) -> str:
    """The tricks of this round so far."""
    return _("Tricks: {list}.").format(list=counted(view["tricks"], names))


def seated(items: Sequence[dict[str, Any]], names: Names, named: Callable[[str], str]) -> str:
    """Items with those who played them."""
    return listed([f"{names.of(item['seat'])} {named(item['item'])}" for item in items])


def scores(view: View, names: Names) -> list[str]:
    """The points so far, by round, and in all."""
    lines = [
        _("Round {round}: {points}").format(round=number, points=counted(gained, names))
        for number, gained in enumerate(view["scores"], start=1)
    ]
    return [*lines, _("Total: {points}").format(points=counted(view["totals"], names))]


def yes_or_no(text: str) -> bool | None:
    """What a person answered; None if it is neither."""
    word = text.lower()
    if word in ("y", "yes", "はい"):
        return True
    return False if word in ("n", "no", "いいえ") else None
