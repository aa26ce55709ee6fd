"""What one seat may know of a game of No Loose Ends, as plain values that JSON can hold."""

from typing import Any

from engines.asking import asked
from engines.no_loose_ends_state import (
    COVER,
    FIRST_START,
    HAND,
    LIMIT,
    PHASES,
    PLAN,
    ROUNDS,
    SUITS,
    TRICKS,
    Bid,
    Card,
    Past,
    State,
    covered,
    informant,
    informed,
    item,
    led_suit,
    loose_ends,
    loose_tricks,
    makes_plan_b,
    planned_nothing,
    score_lines,
    score_round,
    totals,
    winner,
)
from engines.showing import lines, things
from engines.table import Rules
from engines.tricks import UNKNOWN
from engines.vocabulary import Choice, Faces, Seat


def view_no_loose_ends(rules: Rules, s: State, seat: Seat | None, faces: Faces) -> dict[str, Any]:
    """The game as this seat knows it; as everybody knows it where `seat` is None.

    Cards are written as in records. A list "by seat" has one entry for each seat; seats are numbers.

    - `game`, `seats`, `seat`, `options` (`double_cross`, `escape`, `simple_scoring`, `plan_b`, each true or
      false), `round` (from 1), `rounds` (3)
    - `phase`: "deal", "plan", "cross" (the first who passed may take the bid cards back), "tricks", "cover"
      (the winner of a trick chooses the bid card that it covers), "over"
    - `start`: who begins the planning of this round; None before the first is known
    - `hand_size`: cards dealt to each; `limit`: the most bid cards that one may place
    - `hand`: [{"slot", "item"}] of this seat; `hand_sizes` by seat
    - `known`: by seat, the cards in the hand that everybody knows (bid cards taken back)
    - `bids`: by seat, [{"slot", "item", "covered", "plan_b"}] in the order placed; `plan_b` marks a winning
      card that was put there by a trick which covered nothing
    - `passed`: the seats that have passed, in that order; the last one leads the first trick
    - `informants`: the seats that have passed and have no bid card of their own (with or without a trick)
    - `leader`: who leads the trick (None before the tricks); `trick`: [{"seat", "item"}]; `led`: the led suit
      as a letter, None where no card but escape cards has been played
    - `last_trick`: [{"seat", "item"}], with `last_winner`, and `last_cover`: what it covered, {"slot",
      "item"}, None where nothing (or, in "cover", not yet); `last_plan_b`: whether its winning card has
      become a bid card. They stay after the last trick of a round, until the next deal.
    - `tricks`: by seat, the number won; `loose`: by seat, how many of them are loose ends
    - `played`: the cards of the round's tricks, in the order played, the trick on the table included
    - `voids`: by seat, the letters of the suits of which there surely is no card in the hand
    - `scores`: by finished round and seat, without the 5 points at the start; `totals`: by seat, with them
    - `rounds_detail`: by finished round, {"start", "bids" (as above, without slots), "tricks", "covered",
      "loose" (the loose ends, uncovered bid cards included), all by seat; "informants"; "informed" (whether
      an informant succeeded and changed what others get); "lines": by seat, [{"what", "points"}]}. `what` is
      "informant" (a successful one), "covered", "loose", "perfect" or, in simple scoring, "simple".
    - `ask`: what this seat has to answer now, or None: {"request", "what" (the phase), "choices", "refused"}

      | what | request | choices | refused |
      |---|---|---|---|
      | plan | play | [[slot], ...], and [] to pass | cards that cannot be bid, [] if one must bid |
      | cross | choose | [False, True] | |
      | tricks | play | [[slot], ...] | the other cards of the hand |
      | cover | choose | [slot, ...] of bid cards | the other uncovered bid cards of this seat |

      `refused` is [{"choice", "rule"}] with a rule of records.md: bid-limit, escape-bid, must-bid, follow,
      cover.
    """
    known = {**faces, **dict(s.known)}
    seats = range(s.seats)
    return {
        "game": "no-loose-ends",
        "seats": s.seats,
        "seat": seat,
        "options": {
            "double_cross": s.double_cross,
            "escape": s.escape,
            "simple_scoring": s.simple,
            "plan_b": s.plan_b,
        },
        "round": s.round + 1,
        "rounds": ROUNDS,
        "phase": PHASES[s.section],
        "start": s.start if s.section != FIRST_START else None,
        "hand_size": HAND[s.seats],
        "limit": LIMIT[s.seats],
        "hand": things(() if seat is None else s.hands[seat], known, item),
        "hand_sizes": [len(hand) for hand in s.hands],
        "known": [[item(face) for slot, face in s.known if slot in hand] for hand in s.hands],
        "bids": [[{"slot": bid.slot, **_bid(bid)} for bid in bids] for bids in s.bids],
        "passed": list(s.passed),
        "informants": [each for each in seats if informant(s, each)],
        "leader": s.leader if s.section in (TRICKS, COVER) else None,
        "trick": _cards(s, s.leader, s.trick),
        "led": None if (led := led_suit(s.trick)) == UNKNOWN else SUITS[led],
        **_last(s),
        "tricks": list(s.won),
        "loose": [loose_tricks(s.won[each], s.bids[each]) for each in seats],
        "played": [item(face) for face in s.played],
        "voids": [[letter for suit, letter in enumerate(SUITS) if void >> suit & 1] for void in s.voids],
        "scores": [list(score_round(s, past)) for past in s.past],
        "totals": list(totals(s)),
        "rounds_detail": [_detail(s, past) for past in s.past],
        "ask": asked(rules, s, seat, known, PHASES[s.section], _thinkable(s, seat)),
    }


def _bid(bid: Bid) -> dict[str, Any]:
    return {"item": item(bid.face), "covered": bid.covered, "plan_b": bid.plan_b}


def _cards(s: State, leader: Seat, trick: tuple[Card, ...]) -> list[dict[str, Any]]:
    return [{"seat": (leader + i) % s.seats, "item": item(face)} for i, (_, face) in enumerate(trick)]


def _last(s: State) -> dict[str, Any]:
    """The last trick, who took it, and what became of it."""
    if not s.last_trick:
        return {"last_trick": [], "last_winner": None, "last_cover": None, "last_plan_b": False}
    return {
        "last_trick": _cards(s, s.last_leader, s.last_trick),
        "last_winner": winner(s),
        "last_cover": next(({"slot": slot, "item": item(face)} for slot, face in s.cover), None),
        "last_plan_b": s.section != COVER and not s.cover and makes_plan_b(s),
    }


def _detail(s: State, past: Past) -> dict[str, Any]:
    """A finished round, with the lines that add up to its scores."""
    seats = range(s.seats)
    return {
        "start": past.start,
        "bids": [[_bid(bid) for bid in bids] for bids in past.bids],
        "tricks": list(past.won),
        "covered": [covered(bids) for bids in past.bids],
        "loose": [loose_ends(past.won[seat], past.bids[seat]) for seat in seats],
        "informants": [seat for seat in seats if planned_nothing(past.bids[seat])],
        "informed": informed(s, past),
        "lines": lines(score_lines(s, past, seat) for seat in seats),
    }


def _thinkable(s: State, seat: Seat | None) -> list[Choice]:
    """What a person may think of, and should be told why not."""
    if seat is not None and s.section == COVER:
        return [bid.slot for bid in s.bids[seat] if not bid.covered]
    if seat is None or s.section not in (PLAN, TRICKS):
        return []
    cards: list[Choice] = [(slot,) for slot in s.hands[seat]]
    return [*cards, ()] if s.section == PLAN else cards
