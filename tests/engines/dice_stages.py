"""Stages of Dice Watching played by hand: dice are given as a text of their faces."""

from typing import Any

from engines.dice_watching import RULES
from engines.dice_watching_state import State, guessers
from engines.table import apply, settle_options
from engines.vocabulary import Chose, Fact, Opened, Rolled, Sealed


def begin(seats: int = 3, **options: Any) -> State:
    """Before the first throw; the number of dice is an option like the others."""
    state: State = RULES.start(seats, settle_options(RULES, seats, options))
    return state


def thrown(s: State, dice: str, marked: int | None = None) -> State:
    """The stage whose dice show these faces, side by side from the first place."""
    faces = tuple(int(face) - 1 for face in dice)
    which = () if marked is None else (marked,)
    referee = RULES.view(s, None, {})["referee"]
    return done(s, Chose(referee, "throw"), Rolled((*faces, *(0,) * len(faces), *which)))


def done(s: State, *facts: Fact) -> State:
    """The state after facts, each allowed."""
    for fact in facts:
        s = apply(RULES, s, fact)
    return s


def stage(s: State, dice: str, guesses: str, marked: int | None = None) -> State:
    """The next stage after this one: the guesses are those of the guessers, in seat order."""
    s = thrown(s, dice, marked)
    chosen = list(zip(guessers(s), map(int, guesses), strict=True))
    s = done(s, *(Sealed(seat) for seat, _ in chosen))
    return done(s, *(Opened(seat, (face,)) for seat, face in chosen))
