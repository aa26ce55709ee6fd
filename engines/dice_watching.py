"""Dice Watching: rules.md 5. See many dice for a moment, choose a face, and score by how many there were.

One class a section of the rulebook, in its order. Dice, stages and the state are in
`engines/dice_watching_state.py`.
"""

from collections.abc import Sequence
from typing import Any

from engines.dice_watching_state import (
    COLUMNS,
    FACES,
    GUESS,
    LANDING,
    NOTHING,
    OPENING,
    OVER,
    ROWS,
    THROW,
    Past,
    State,
    guess_slot,
    guessers,
    item,
    landed,
    referee_of,
    stages,
    totals,
)
from engines.dice_watching_view import view_dice_watching
from engines.table import Option, Options, OptionValue, Rules, Section, Span, always, default_first, put
from engines.vocabulary import (
    Choice,
    Choose,
    Chose,
    Faces,
    Open,
    Opened,
    Request,
    Roll,
    Rolled,
    Seal,
    Sealed,
    Seat,
)

# the sections


class _Throwing(Section):
    """The referee throws all dice."""

    def waits(self, s: State) -> tuple[Request, ...]:
        return (Choose(referee_of(s, s.stage)),)

    def choices(self, s: State, seat: Seat, faces: Faces) -> Sequence[Choice]:
        return ("throw",)

    def then(self, s: State, fact: Chose) -> State:
        return s._replace(section=LANDING)


class _Landing(Section):
    """They land in the box, at places that do not overlap, the same for everyone.

    First the faces, then which of the free places each die takes, then which die is the marked one.
    """

    def waits(self, s: State) -> tuple[Request, ...]:
        free = range(COLUMNS * ROWS, COLUMNS * ROWS - s.dice, -1)
        return (Roll((len(FACES),) * s.dice + tuple(free) + (s.dice,) * s.marked_die),)

    def then(self, s: State, fact: Rolled) -> State:
        n = s.dice
        return s._replace(
            section=GUESS,
            faces=tuple([number + FACES[0] for number in fact.numbers[:n]]),
            places=landed(fact.numbers[n : 2 * n]),
            marked=fact.numbers[2 * n] if s.marked_die else NOTHING,
        )


class _Guessing(Section):
    """Everybody sees the dice for a while; then every player but the referee chooses a face in secret."""

    def waits(self, s: State) -> tuple[Request, ...]:
        return tuple([Seal(seat, guess_slot(s, seat)) for seat in guessers(s) if not s.sealed[seat]])

    def choices(self, s: State, seat: Seat, faces: Faces) -> Sequence[Choice]:
        return FACES

    def reason(self, s: State, seat: Seat, faces: Faces, choice: Choice) -> str:
        return "range"

    def then(self, s: State, fact: Sealed) -> State:
        sealed = put(s.sealed, fact.seat, True)
        done = sum(sealed) == s.seats - 1
        return s._replace(section=OPENING if done else GUESS, sealed=sealed)


class _Opening(Section):
    """All faces are opened together; then the box is opened and counted."""

    def waits(self, s: State) -> tuple[Request, ...]:
        return tuple(
            [Open(seat, (guess_slot(s, seat),)) for seat in guessers(s) if s.opened[seat] == NOTHING]
        )

    def choices(self, s: State, seat: Seat, faces: Faces) -> Sequence[Choice]:
        return [(face,) for face in FACES]

    def reason(self, s: State, seat: Seat, faces: Faces, choice: Choice) -> str:
        return "range"

    def then(self, s: State, fact: Opened) -> State:
        opened = put(s.opened, fact.seat, fact.faces[0])
        if opened.count(NOTHING) > 1:
            return s._replace(opened=opened)
        dice = tuple([s.faces.count(face) for face in FACES])
        past = (*s.past, Past(dice, s.faces[s.marked] if s.marked_die else NOTHING, opened))
        over = len(past) == stages(s)
        return s._replace(
            section=OVER if over else THROW,
            stage=s.stage + (not over),
            sealed=(False,) * s.seats,
            opened=(NOTHING,) * s.seats,
            past=past,
        )


def start(seats: int, options: Options) -> State:
    """The state before the first throw."""
    return State(
        seats=seats,
        dice=int(options["dice"]),
        rotating=options["mode"] == "rotating",
        referee=int(options["referee"]),
        turns_each=int(options["turns_each"]),
        factor=round(float(options["seconds"]) * 1000),
        marked_die=options["marked_die"] is True,
        odd_plus_one=options["odd_plus_one"] is True,
        section=THROW,
        stage=0,
        faces=(),
        places=(),
        marked=NOTHING,
        sealed=(False,) * seats,
        opened=(NOTHING,) * seats,
        past=(),
    )


def _referee(seats: int) -> tuple[OptionValue, ...]:
    """Any seat."""
    return tuple(range(seats))


def _turns_each(seats: int) -> tuple[OptionValue, ...]:
    """Few players referee more often."""
    return default_first(2 if seats <= 4 else 1, range(1, 6))


def _seconds(seats: int) -> Span:
    """A factor for all times."""
    return Span(1.0, 0.2, 5.0)


def _view(s: State, seat: Seat | None, faces: Faces) -> dict[str, Any]:
    return view_dice_watching(RULES, s, seat, faces)


RULES = Rules(
    name="dice-watching",
    version=1,
    seats=range(3, 11),
    options=(
        Option("dice", always(*default_first(30, range(10, 61)))),
        Option("mode", always("referee", "rotating")),
        Option("referee", _referee),
        Option("turns_each", _turns_each),
        Option("seconds", _seconds),
        Option("marked_die", always(False, True)),
        Option("odd_plus_one", always(False, True)),
    ),
    start=start,
    sections=(_Throwing(), _Landing(), _Guessing(), _Opening()),
    totals=totals,
    view=_view,
    item=item,
)
