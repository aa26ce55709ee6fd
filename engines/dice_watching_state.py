"""What a game of Dice Watching is made of (rules.md 5): dice, stages, the state, and what follows from it.

A face is 1 to 6, as it is on a die. A place is a cell of the box, `row * COLUMNS + column`.
"""

from collections.abc import Sequence
from typing import NamedTuple

from engines.vocabulary import Face, Seat, Slot

FACES = range(1, 7)
COLUMNS, ROWS = 20, 12
NOTHING = -1

THROW, LANDING, GUESS, OPENING, OVER = range(5)
PHASES = ("throw", "throw", "guess", "open", "over")

COUNT, NOT_LARGEST, SMALLEST, DOUBLE = "count", "not-largest", "smallest", "double"


class Stage(NamedTuple):
    """How long the dice are seen, before the factor of the table, and by which rule a face is scored."""

    seconds: int
    scoring: str


STAGES = (Stage(5, COUNT), Stage(3, NOT_LARGEST), Stage(1, NOT_LARGEST), Stage(3, SMALLEST), Stage(3, DOUBLE))
"""With one referee for the whole game."""

ROTATING = STAGES[1]
"""Every stage with rotating referees."""


class Past(NamedTuple):
    """A stage that was counted: how many dice show each face, the face of the marked die, and the guesses by
    seat; -1 where there is none.
    """

    dice: tuple[int, ...]
    marked: Face
    guesses: tuple[Face, ...]


class State(NamedTuple):
    """What everybody knows.

    `referee` and `turns_each` are the options, whether they apply or not; `factor` is that of all times, in
    thousandths. `faces` and `places` are of the dice thrown last, `marked` is the place in them of the marked
    one. `marked` and the guesses in `opened` are -1 where there is none.
    """

    seats: int
    dice: int
    rotating: bool
    referee: Seat
    turns_each: int
    factor: int
    marked_die: bool
    odd_plus_one: bool
    section: int
    stage: int
    faces: tuple[Face, ...]
    places: tuple[int, ...]
    marked: int
    sealed: tuple[bool, ...]
    opened: tuple[Face, ...]
    past: tuple[Past, ...]


def stages(s: State) -> int:
    """How many stages the game has."""
    return s.seats * s.turns_each if s.rotating else len(STAGES)


def stage_at(s: State, number: int) -> Stage:
    """Time and scoring of a stage (from 0)."""
    return ROTATING if s.rotating else STAGES[number]


def referee_of(s: State, number: int) -> Seat:
    """Who throws in a stage (from 0), and does not guess."""
    return number % s.seats if s.rotating else s.referee


def thousandths(s: State) -> int:
    """How long the dice of this stage are seen, in thousandths of a second."""
    return stage_at(s, s.stage).seconds * s.factor


def guessers(s: State) -> tuple[Seat, ...]:
    """Who guesses in this stage."""
    referee = referee_of(s, s.stage)
    return tuple(seat for seat in range(s.seats) if seat != referee)


def guess_slot(s: State, seat: Seat) -> Slot:
    """The slot of a guess in this stage."""
    return s.stage * s.seats + seat


def item(face: Face) -> str:
    """A die as records write it."""
    return str(face)


def landed(numbers: Sequence[int]) -> tuple[int, ...]:
    """The places of dice that take, one after the other, the n-th place that is still free."""
    free = list(range(COLUMNS * ROWS))
    return tuple([free.pop(number) for number in numbers])


def counts(s: State, past: Past) -> tuple[int, ...]:
    """What each face, from 1 to 6, counts: its dice, the marked one as three, odd faces one more."""
    return tuple(
        past.dice[face - 1] + 2 * (face == past.marked) + (s.odd_plus_one and face % 2) for face in FACES
    )


def worth(scoring: str, counted: Sequence[int], face: Face) -> tuple[str, int]:
    """What a chosen face gains, and why: a word of its own for each case."""
    count = counted[face - 1]
    if scoring == SMALLEST:
        fewest, *others = sorted(set(counted))
        if count == fewest:
            return "smallest", 4 * count
        return ("second", 2 * count) if count == others[0] else ("too-many", 0)
    if scoring != COUNT and count == max(counted):
        return "largest", -10 if scoring == DOUBLE else 0
    return ("double", 2 * count) if scoring == DOUBLE else ("count", count)


def score_lines(s: State, number: int, seat: Seat) -> tuple[tuple[str, int], ...]:
    """What a seat gets for the finished stage `number` (from 0); nothing at all for its referee."""
    past = s.past[number]
    if past.guesses[seat] == NOTHING:
        return ()
    return (worth(stage_at(s, number).scoring, counts(s, past), past.guesses[seat]),)


def score_stage(s: State, number: int) -> tuple[int | None, ...]:
    """The points of the finished stage `number` (from 0), by seat; None for its referee."""
    lines = [score_lines(s, number, seat) for seat in range(s.seats)]
    return tuple(sum(points for _, points in each) if each else None for each in lines)


def totals(s: State) -> tuple[int | None, ...]:
    """The standing after the finished stages; None for who referees the whole game."""
    rounds = [score_stage(s, number) for number in range(len(s.past))]
    return tuple(
        None if not s.rotating and seat == s.referee else sum(scores[seat] or 0 for scores in rounds)
        for seat in range(s.seats)
    )
