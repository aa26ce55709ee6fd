"""What a game of Notice is made of (rules.md 3): cards and numbers, the state, and what follows from it.

A card's face is `suit * 13 + rank`, suits S H D C, ranks 2 (0) to A (12).
"""

from collections.abc import Sequence
from typing import NamedTuple

from engines.tricks import best
from engines.vocabulary import Face, Faces, Seat, Slot

SUITS = "SHDC"
RANKS = "23456789TJQKA"
NOTHING = -1

FIRST_DEALER, SHUFFLE, DEAL, TURN, PREDICT_OTHER, PASS, PREDICT_OWN, TRICKS, OPENING, OVER = range(10)
PHASES = ("deal", "deal", "deal", "deal", "predict_other", "pass", "predict_own", "tricks", "open", "over")

ROUNDS = {3: 6, 4: 4, 5: 5, 6: 6}
HAND = {3: 10, 4: 12, 5: 10, 6: 8}
EXACT = {3: 5, 4: 5, 5: 3, 6: 3}

_SLOTS_A_ROUND = 100
_OTHER, _OWN = 60, 70


class Past(NamedTuple):
    """A finished round: by seat, the tricks won, and the two predictions."""

    won: tuple[int, ...]
    other: tuple[int, ...]
    own: tuple[int, ...]


class State(NamedTuple):
    """What everybody knows.

    `turned` and `trump` are -1 where there is none yet; `voids` are bits by suit.
    """

    seats: int
    thirteen: bool
    both: bool
    section: int
    round: int
    dealer: Seat
    hands: tuple[tuple[Slot, ...], ...]
    turned: Face
    trump: int
    sealed: tuple[bool, ...]
    leader: Seat
    trick: tuple[Face, ...]
    last_leader: Seat
    last_trick: tuple[Face, ...]
    won: tuple[int, ...]
    voids: tuple[int, ...]
    opened: tuple[tuple[int, ...], ...]
    past: tuple[Past, ...]


# the things and the numbers of rules.md 3


def suit(face: Face) -> int:
    """The suit of a card, 0 to 3 for S H D C."""
    return face // 13


def item(face: Face) -> str:
    """A card as records write it: `TS` is the ten of spades."""
    return RANKS[face % 13] + SUITS[face // 13]


def deck(seats: int) -> tuple[Face, ...]:
    """All 52 cards; with three players without 2 to 6."""
    lowest = 5 if seats == 3 else 0
    return tuple(colour * 13 + rank for colour in range(4) for rank in range(lowest, 13))


def hand_size(s: State) -> int:
    """Cards each."""
    return 13 if s.thirteen else HAND[s.seats]


def gives_to(seats: int, number: int, seat: Seat) -> Seat:
    """Who gets the hand of this seat in round `number` (from 0); the seat itself where nothing is passed."""
    step = number + 1
    if seats == 3:
        step = 1 if number % 2 == 0 else -1
    elif seats == 4:
        step = (1, -1, 2, 2)[number]
    return (seat + step) % seats


def card_slots(s: State) -> range:
    """The slots of this round's cards."""
    return range(s.round * _SLOTS_A_ROUND, s.round * _SLOTS_A_ROUND + len(deck(s.seats)))


def dealt_hands(s: State) -> tuple[tuple[Slot, ...], ...]:
    """The slots that each seat is dealt."""
    size, first = hand_size(s), card_slots(s)[0]
    return tuple(tuple(range(first + seat * size, first + (seat + 1) * size)) for seat in range(s.seats))


def dealt_last(s: State) -> Seat:
    """With `thirteen`: who is dealt the card that is shown.

    It is who will pass the hand to the dealer, so that over the four rounds each player is dealt it once and
    plays it once.
    """
    return next(seat for seat in range(s.seats) if gives_to(s.seats, s.round, seat) == s.dealer)


def turned_slot(s: State) -> Slot:
    """The slot of the card that is turned up.

    With `thirteen` it is the last card dealt.
    """
    if s.thirteen:
        return dealt_hands(s)[dealt_last(s)][-1]
    return card_slots(s)[s.seats * hand_size(s)]


def prediction_slot(s: State, seat: Seat, section: int) -> Slot:
    """The slot of a prediction of this round."""
    return s.round * _SLOTS_A_ROUND + (_OTHER if section == PREDICT_OTHER else _OWN) + seat


def face_up(s: State) -> Faces:
    """What lies face up in a hand."""
    return {turned_slot(s): s.turned} if s.thirteen and s.turned != NOTHING else {}


def winner(s: State, trick: Sequence[Face]) -> Seat:
    """Who takes a trick that the leader led: the highest trump, else the highest of the led suit."""
    led, trump = trick[0] // 13, s.trump
    return (s.leader + best([_strength(face, led, trump) for face in trick])) % s.seats


def _strength(face: Face, led: int, trump: int) -> int:
    colour, rank = divmod(face, 13)
    return rank + (40 if colour == trump else 20 if colour == led else 0)


def score_lines(s: State, number: int, seat: Seat) -> tuple[tuple[str, int], ...]:
    """What a seat gets for the finished round `number` (from 0): for tricks, for the own and the other's
    count.
    """
    past, exact = s.past[number], EXACT[s.seats]
    off_own = abs(past.own[seat] - past.won[seat])
    off_other = abs(past.other[seat] - past.won[gives_to(s.seats, number, seat)])
    own = exact if off_own == 0 else -off_own if s.both else 0
    other = exact if off_other == 0 else -off_other
    return (("tricks", past.won[seat]), ("own", own), ("other", other))


def score_round(s: State, number: int) -> tuple[int, ...]:
    """The points of the finished round `number` (from 0), by seat."""
    return tuple(sum(points for _, points in score_lines(s, number, seat)) for seat in range(s.seats))


def totals(s: State) -> tuple[int, ...]:
    """The standing after the finished rounds."""
    rounds = [score_round(s, number) for number in range(len(s.past))]
    return tuple(sum(scores[seat] for scores in rounds) for seat in range(s.seats))
