"""What one seat may know of a game of Nokosu Dice, as plain values that JSON can hold."""

from typing import Any

from engines.asking import asked
from engines.nokosu_state import (
    COLOURS,
    FIRST_DEALER,
    HAND,
    NOTHING,
    PHASES,
    TRICKS,
    UNDECIDED,
    Past,
    State,
    dice,
    drafters,
    face_up,
    first_die,
    goal,
    item,
    leader,
    reached,
    score_lines,
    score_round,
    suits,
    takers,
    totals,
    trick,
    trump_die,
    won,
)
from engines.showing import lines, things
from engines.table import Rules
from engines.vocabulary import Choice, Faces, Seat, Slot

_SUITS = (*COLOURS, "trump")


def view_nokosu(rules: Rules, s: State, seat: Seat | None, faces: Faces) -> dict[str, Any]:
    """The game as this seat knows it; as everybody knows it where `seat` is None.

    Items are written as in records: card `R5`, die `R5d`; suits as `R`, `Y`, `G`, `B`, `P` or `trump`.

    - `game`, `seats`, `seat`, `options` ({"dropped"}), `round` (from 1), `rounds`, `dealer` (None before the
      first deal is known), `hand_size` (cards dealt each).
    - `phase`: deal, dice, draft, zero, tricks, over.
    - `hand`: the cards of this seat, [{"slot", "item"}]; `hand_sizes`: cards held, by seat.
    - `dice`: by seat, the dice before it that are still to be played or kept, [{"slot", "item"}].
    - `pool`: the dice in the middle while they are drafted, [{"slot", "item"}]; `drafting`: the seats that
      have yet to take one, in order, a seat as often as it will take.
    - `trump`: the die that was left, or None.
    - `declared`: by seat True, False, or None while it has not said; `put_back`: by seat the die that went
      back into the bag, or None.
    - `goals`: by seat how many tricks it needs: 0 where it declared, else the face of its last die; None
      while that is open.
    - `leader`, `led` (the suit to follow, or None), `trick`: [{"seat", "item"}].
    - `tricks`: taken in the round, by seat; `last_trick`, `last_winner`; `played`: all items of the round in
      order, [{"seat", "item"}], those of the trick in play included. When a round has ended these still tell
      of it, until the cards are shuffled again.
    - `voids`: by seat the suits of which it surely has nothing playable, for the rest of the round.
    - `scores`, `totals`; `rounds_detail`: for each finished round {"tricks", "goals", "declared", "reached",
      "lines"}, each by seat; the lines are `tricks`, `goal` and `zero`.
    - `ask`: None, or {"request", "what", "choices", "refused"}. draft: a slot of `pool`; zero: -1 not to
      declare, or the slot of the own die to put back; tricks: [slot] of a card of `hand` or of an own die in
      `dice`. `refused` are the own items that may not be played now, with the rule: follow or last-die.
    """
    known = {**faces, **face_up(s)}
    seats = range(s.seats)
    drafted = len(s.pool) <= 1
    played = _played(s)
    taken = len(takers(s)) * s.seats
    return {
        "game": "nokosu",
        "seats": s.seats,
        "seat": seat,
        "options": {"dropped": COLOURS[s.dropped]},
        "round": min(len(s.past) + 1, s.seats),
        "rounds": s.seats,
        "phase": PHASES[s.section],
        "dealer": s.dealer if s.section != FIRST_DEALER else None,
        "hand_size": HAND[s.seats],
        "hand": things(() if seat is None else _cards(s, seat), known, item),
        "hand_sizes": [len(_cards(s, each)) for each in seats],
        "dice": [things(dice(s, each), known, item) for each in seats],
        "pool": [] if drafted else things(s.pool, known, item),
        "drafting": [] if drafted else drafters(s),
        "trump": item(trump_die(s)) if trump_die(s) != NOTHING else None,
        "declared": [None if put == UNDECIDED else put != NOTHING for put in s.zero],
        "put_back": [item(known[put]) if put >= 0 else None for put in s.zero],
        "goals": [_or_none(goal(s, each)) for each in seats],
        "leader": leader(s),
        "led": _SUITS[suits(trump_die(s))[trick(s)[0]]] if trick(s) else None,
        "trick": played[taken:],
        "last_trick": played[max(0, taken - s.seats) : taken],
        "last_winner": s.leaders[-1] if taken else None,
        "tricks": list(won(s)),
        "played": played,
        "voids": [[suit for bit, suit in enumerate(_SUITS) if void >> bit & 1] for void in s.voids],
        "scores": [list(score_round(past)) for past in s.past],
        "totals": list(totals(s)),
        "rounds_detail": [_detail(past) for past in s.past],
        "ask": asked(rules, s, seat, known, PHASES[s.section], _thinkable(s, seat)),
    }


def _cards(s: State, seat: Seat) -> list[Slot]:
    return [slot for slot in s.hands[seat] if slot < first_die(s)]


def _or_none(count: int) -> int | None:
    return None if count == NOTHING else count


def _played(s: State) -> list[dict[str, Any]]:
    """All items of the round with who played them."""
    return [
        {"seat": (s.leaders[place // s.seats] + place) % s.seats, "item": item(face)}
        for place, face in enumerate(s.plays)
    ]


def _detail(past: Past) -> dict[str, Any]:
    """A finished round, with the lines that add up to its scores."""
    return {
        "tricks": list(past.won),
        "goals": list(past.goals),
        "declared": [wanted == 0 for wanted in past.goals],
        "reached": list(reached(past)),
        "lines": lines(score_lines(past, seat) for seat in range(len(past.won))),
    }


def _thinkable(s: State, seat: Seat | None) -> list[Choice]:
    """What somebody may well try to play."""
    return [(slot,) for slot in s.hands[seat]] if seat is not None and s.section == TRICKS else []
