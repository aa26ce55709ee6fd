"""What one seat may know of a game of Dice Watching, as plain values that JSON can hold."""

from typing import Any

from engines.asking import asked
from engines.dice_watching_state import (
    COLUMNS,
    GUESS,
    NOTHING,
    OVER,
    PHASES,
    ROWS,
    THROW,
    State,
    counts,
    guess_slot,
    referee_of,
    score_lines,
    score_stage,
    stage_at,
    stages,
    thousandths,
    totals,
)
from engines.showing import lines
from engines.table import Rules
from engines.vocabulary import Faces, Seat


def view_dice_watching(rules: Rules, s: State, seat: Seat | None, faces: Faces) -> dict[str, Any]:
    """The game as this seat knows it; as everybody knows it where `seat` is None.

    - `game`, `seats`, `seat`, `options` (all of them, those that do not apply too).
    - `round`: the stage, from 1; `rounds`: how many there are.
    - `phase`: `throw`, `guess`, `open` or `over`.
    - `referee`: the seat that throws in this stage and does not guess.
    - `scoring`: how this stage scores a chosen face, of which there are n: `count` (n), `not-largest` (0 for
      the largest count, else n), `smallest` (4n for the smallest count, 2n for the second smallest distinct
      one, else 0) or `double` (-10 for the largest count, else 2n).
    - `seconds`: how long the dice of this stage are seen, a float.
    - `grid`: [columns, rows] of the box.
    - `box`: while the phase is `guess` the dice, [{"face", "place", "marked"}] in the order of their places,
      for everybody; else None. `face` is 1 to 6, `place` is row * columns + column, from 0. It is to be seen
      for `seconds` and no longer: whoever shows it wipes it, and writes it nowhere else.
    - `last_box`: the dice of the stage counted last, likewise, until the next throw; else None.
    - `sealed`: by seat, whether it has guessed; the referee never has.
    - `guesses`: by seat, the faces chosen in this stage; None for the referee, and where this seat does not
      know it: before the opening it knows its own alone.
    - `scores`: of each finished stage the points by seat, None for its referee.
    - `totals`: by seat; None for who referees the whole game.
    - `rounds_detail`: of each finished stage `referee`, `scoring`, `dice` (how many show 1, 2, ... 6),
      `marked` (the face of the marked die, or None), `counts` (what each face counts, after the options),
      `guesses` by seat and `lines` by seat: [] for the referee, else one {"what", "points"}, `what` being
      `count` (n), `largest` (0 or -10), `smallest` (4n), `second` (2n), `too-many` (0) or `double` (2n).
    - `ask`: None, or `request` `choose`, `what` `throw`, `choices` ["throw"] for the referee, or `request`
      `seal`, `what` `guess`, `choices` [1, ... 6]; `refused` is always [].
    """
    return {
        "game": "dice-watching",
        "seats": s.seats,
        "seat": seat,
        "options": {
            "dice": s.dice,
            "mode": "rotating" if s.rotating else "referee",
            "referee": s.referee,
            "turns_each": s.turns_each,
            "seconds": s.factor / 1000,
            "marked_die": s.marked_die,
            "odd_plus_one": s.odd_plus_one,
        },
        "round": s.stage + 1,
        "rounds": stages(s),
        "phase": PHASES[s.section],
        "referee": referee_of(s, s.stage),
        "scoring": stage_at(s, s.stage).scoring,
        "seconds": thousandths(s) / 1000,
        "grid": [COLUMNS, ROWS],
        "box": _box(s) if s.section == GUESS else None,
        "last_box": _box(s) if s.past and s.section in (THROW, OVER) else None,
        "sealed": list(s.sealed),
        "guesses": _guesses(s, seat, faces),
        "scores": [list(score_stage(s, number)) for number in range(len(s.past))],
        "totals": list(totals(s)),
        "rounds_detail": [_detail(s, number) for number in range(len(s.past))],
        "ask": asked(rules, s, seat, faces, PHASES[s.section]),
    }


def _box(s: State) -> list[dict[str, Any]]:
    dice = sorted(zip(s.places, s.faces, range(s.dice), strict=True))
    return [{"face": face, "place": place, "marked": die == s.marked} for place, face, die in dice]


def _guesses(s: State, seat: Seat | None, faces: Faces) -> list[int | None]:
    """Opened ones for everybody; before that one's own alone."""
    known: list[int | None] = [None if face == NOTHING else face for face in s.opened]
    if seat is not None and s.sealed[seat]:
        known[seat] = faces.get(guess_slot(s, seat))
    return known


def _detail(s: State, number: int) -> dict[str, Any]:
    """A finished stage, with the lines that make its scores."""
    past = s.past[number]
    return {
        "referee": referee_of(s, number),
        "scoring": stage_at(s, number).scoring,
        "dice": list(past.dice),
        "marked": None if past.marked == NOTHING else past.marked,
        "counts": list(counts(s, past)),
        "guesses": [None if face == NOTHING else face for face in past.guesses],
        "lines": lines(score_lines(s, number, seat) for seat in range(s.seats)),
    }
