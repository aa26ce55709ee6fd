"""What one seat may know of a game of Notice, as plain values that JSON can hold."""

from typing import Any

from engines.asking import asked
from engines.notice_state import (
    EXACT,
    FIRST_DEALER,
    NOTHING,
    OVER,
    PHASES,
    PREDICT_OTHER,
    PREDICT_OWN,
    ROUNDS,
    SUITS,
    TRICKS,
    State,
    face_up,
    gives_to,
    hand_size,
    item,
    prediction_slot,
    score_lines,
    score_round,
    totals,
)
from engines.showing import lines, things
from engines.table import Rules
from engines.vocabulary import Choice, Face, Faces, Seat


def view_notice(rules: Rules, s: State, seat: Seat | None, faces: Faces) -> dict[str, Any]:
    """The game as this seat knows it; as everybody knows it where `seat` is None.

    Cards are written as in records. Predictions are None where this seat does not know them. `ask` is what
    this seat has to answer now, with its choices in the order of the rules and the cards that it may not
    play, each with the rule.
    """
    known = {**faces, **face_up(s)}
    seats = range(s.seats)
    begun = s.section != FIRST_DEALER
    return {
        "game": "notice",
        "seats": s.seats,
        "seat": seat,
        "options": {"penalty": "both" if s.both else "other", "thirteen": s.thirteen},
        "round": s.round + 1,
        "rounds": ROUNDS[s.seats],
        "phase": PHASES[s.section],
        "dealer": s.dealer if begun else None,
        "hand_size": hand_size(s),
        "trump": SUITS[s.trump] if s.trump != NOTHING else None,
        "turned": item(s.turned) if s.turned != NOTHING else None,
        "hand": things(() if seat is None else s.hands[seat], known, item),
        "hand_sizes": [len(hand) for hand in s.hands],
        "leader": s.leader,
        "trick": _cards(s, s.leader, s.trick),
        "last_trick": _cards(s, s.last_leader, s.last_trick),
        "last_winner": s.leader if s.last_trick else None,
        "tricks": list(s.won),
        "predict_other": _predictions(s, seat, faces, PREDICT_OTHER),
        "predict_own": _predictions(s, seat, faces, PREDICT_OWN),
        "predicted_other": _predicted(s, PREDICT_OTHER),
        "predicted_own": _predicted(s, PREDICT_OWN),
        "gives_to": None if seat is None else gives_to(s.seats, s.round, seat),
        "gets_from": next((giver for giver in seats if gives_to(s.seats, s.round, giver) == seat), None),
        "exact": EXACT[s.seats],
        "voids": [[letter for suit, letter in enumerate(SUITS) if void >> suit & 1] for void in s.voids],
        "scores": [list(score_round(s, number)) for number in range(len(s.past))],
        "totals": list(totals(s)),
        "rounds_detail": [_detail(s, number) for number in range(len(s.past))],
        "ask": asked(rules, s, seat, known, PHASES[s.section], _thinkable(s, seat)),
    }


def _cards(s: State, leader: Seat, trick: tuple[Face, ...]) -> list[dict[str, Any]]:
    return [{"seat": (leader + i) % s.seats, "item": item(face)} for i, face in enumerate(trick)]


def _predictions(s: State, seat: Seat | None, faces: Faces, section: int) -> list[int | None]:
    """Opened ones for everybody; before that one's own alone."""
    place = 0 if section == PREDICT_OTHER else 1
    known: list[int | None] = [opened[place] if opened else None for opened in s.opened]
    if seat is not None and known[seat] is None:
        known[seat] = faces.get(prediction_slot(s, seat, section))
    return known


def _predicted(s: State, section: int) -> list[bool]:
    if s.section == section:
        return list(s.sealed)
    return [section < s.section < OVER] * s.seats


def _detail(s: State, number: int) -> dict[str, Any]:
    """A finished round, with the lines that add up to its scores."""
    past = s.past[number]
    return {
        "tricks": list(past.won),
        "predict_other": list(past.other),
        "predict_own": list(past.own),
        "gives_to": [gives_to(s.seats, number, seat) for seat in range(s.seats)],
        "lines": lines(score_lines(s, number, seat) for seat in range(s.seats)),
    }


def _thinkable(s: State, seat: Seat | None) -> list[Choice]:
    """What somebody may well try to play."""
    return [(slot,) for slot in s.hands[seat]] if seat is not None and s.section == TRICKS else []
