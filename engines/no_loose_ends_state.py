"""What a game of No Loose Ends is made of (rules.md 4): cards and numbers, the state, and what follows.

A card's face is `suit * 15 + number - 1`, suits G R Y B; an escape card, four times there, is the first of a
fifth suit.
"""

from collections.abc import Sequence
from typing import NamedTuple

from engines.tricks import UNKNOWN, best
from engines.vocabulary import Face, Faces, Seat, Slot

SUITS = "GRYB"
RANKS = 15
TRUMP = 3
ESCAPE = 60
ESCAPES = 4
NOTHING = -1

FIRST_START, SHUFFLE, DEAL, PLAN, CROSS, TRICKS, COVER, OVER = range(8)
PHASES = ("deal", "deal", "deal", "plan", "cross", "tricks", "cover", "over")

ROUNDS = 3
HAND = {2: 15, 3: 16, 4: 15, 5: 12}
LIMIT = {2: 6, 3: 5, 4: 4, 5: 3}
AT_FIRST = 5

_SLOTS_A_ROUND = 100

Card = tuple[Slot, Face]
"""A card that everybody sees."""


class Bid(NamedTuple):
    """A bid card before its seat. `plan_b` marks the winning card of a trick that covered nothing."""

    slot: Slot
    face: Face
    covered: bool = False
    plan_b: bool = False


class Past(NamedTuple):
    """A finished round: who started it, and by seat the tricks won and the bid cards."""

    start: Seat
    won: tuple[int, ...]
    bids: tuple[tuple[Bid, ...], ...]


class State(NamedTuple):
    """What everybody knows.

    `known` are cards in hands that were bid cards; `passed` is in the order of passing; `turn` is who plans.
    `cover` is the bid card that the last trick covered, if any; `voids` are bits by suit.
    """

    seats: int
    double_cross: bool
    escape: bool
    simple: bool
    plan_b: bool
    section: int
    round: int
    start: Seat
    hands: tuple[tuple[Slot, ...], ...]
    known: tuple[Card, ...]
    bids: tuple[tuple[Bid, ...], ...]
    turn: Seat
    passed: tuple[Seat, ...]
    leader: Seat
    trick: tuple[Card, ...]
    last_leader: Seat
    last_trick: tuple[Card, ...]
    cover: tuple[Card, ...]
    won: tuple[int, ...]
    played: tuple[Face, ...]
    voids: tuple[int, ...]
    past: tuple[Past, ...]


# the things and the numbers of rules.md 4


def item(face: Face) -> str:
    """A card as records write it: `G12` is the grey twelve, `X` an escape card."""
    return "X" if face == ESCAPE else f"{SUITS[face // RANKS]}{face % RANKS + 1}"


def deck(s: State) -> tuple[Face, ...]:
    """The cards of this game; with two or three players without the 13s, 14s and 15s."""
    numbers = 12 if s.seats <= 3 else RANKS
    cards = tuple(suit * RANKS + number for suit in range(4) for number in range(numbers))
    return cards + (ESCAPE,) * (ESCAPES if s.escape else 0)


def of_suit(s: State, suit: int) -> tuple[Face, ...]:
    """All cards of a suit in this game, sorted."""
    return tuple(face for face in deck(s) if face // RANKS == suit)


def card_slots(s: State) -> range:
    """The slots of this round's cards."""
    return range(s.round * _SLOTS_A_ROUND, s.round * _SLOTS_A_ROUND + len(deck(s)))


def dealt_hands(s: State) -> tuple[tuple[Slot, ...], ...]:
    """The slots that each seat is dealt."""
    size, first = HAND[s.seats], s.round * _SLOTS_A_ROUND
    return tuple(tuple(range(first + seat * size, first + (seat + 1) * size)) for seat in range(s.seats))


def face_up(s: State) -> Faces:
    """The bid cards, and those that were taken back into a hand."""
    return {**dict(s.known), **{bid.slot: bid.face for bids in s.bids for bid in bids}}


# planning


def informant(s: State, seat: Seat) -> bool:
    """Whether a seat has passed without a bid card. What plan B puts there later is none of its planning."""
    return seat in s.passed and planned_nothing(s.bids[seat])


def planned_nothing(bids: Sequence[Bid]) -> bool:
    """Whether none of these was placed in the planning."""
    return all(bid.plan_b for bid in bids)


def must_bid(s: State) -> bool:
    """Whether nobody may pass without a bid card: with `double_cross` there is one informant at the most."""
    return s.double_cross and any(informant(s, seat) for seat in s.passed)


def may_cross(s: State) -> bool:
    """Whether the next who passes may double-cross: only the first of the round."""
    return s.double_cross and not s.passed


# tricks and their covering


def led_suit(trick: Sequence[Card]) -> int:
    """The suit to follow: that of the first card that is no escape card."""
    return next((face // RANKS for _, face in trick if face != ESCAPE), UNKNOWN)


def winning(trick: Sequence[Card]) -> int:
    """The place of the highest blue, else of the highest of the led suit; of escapes alone the first."""
    led = led_suit(trick)
    return best([_strength(face, led) for _, face in trick])


def _strength(face: Face, led: int) -> int:
    suit, rank = divmod(face, RANKS)
    if face == ESCAPE:
        return NOTHING
    return rank + (2 * RANKS if suit == TRUMP else RANKS if suit == led else 0)


def winner(s: State) -> Seat:
    """Who took the last trick."""
    return (s.last_leader + winning(s.last_trick)) % s.seats


def winning_card(s: State) -> Card:
    """The card that took the last trick."""
    return s.last_trick[winning(s.last_trick)]


def makes_plan_b(s: State) -> bool:
    """Whether the last trick, covering nothing, puts its winning card before the winner as a bid card."""
    return s.plan_b and winning_card(s)[1] != ESCAPE


def coverable(s: State) -> list[Slot]:
    """The bid cards of its winner that the last trick can cover: by number, by suit or by the led suit."""
    _, face = winning_card(s)
    if face == ESCAPE:
        return []
    suit, number = divmod(face, RANKS)
    suits = (suit, led_suit(s.last_trick))
    return [
        bid.slot
        for bid in s.bids[winner(s)]
        if not bid.covered and (bid.face % RANKS == number or bid.face // RANKS in suits)
    ]


# scores


def covered(bids: Sequence[Bid]) -> int:
    """How many are covered."""
    return sum(bid.covered for bid in bids)


def loose_tricks(won: int, bids: Sequence[Bid]) -> int:
    """Tricks that covered nothing and did not become a bid card either."""
    return won - covered(bids) - sum(bid.plan_b for bid in bids)


def loose_ends(won: int, bids: Sequence[Bid]) -> int:
    """Loose ends at the end of a round: such tricks, and uncovered bid cards."""
    return loose_tricks(won, bids) + len(bids) - covered(bids)


def succeeded(past: Past, seat: Seat) -> bool:
    """Whether this seat was an informant without a trick."""
    return past.won[seat] == 0 and planned_nothing(past.bids[seat])


def informed(s: State, past: Past) -> bool:
    """Whether an informant changes what the others get."""
    return not s.simple and any(succeeded(past, seat) for seat in range(s.seats))


def score_lines(s: State, past: Past, seat: Seat) -> tuple[tuple[str, int], ...]:
    """What a seat gets for a finished round."""
    bids = past.bids[seat]
    loose = loose_ends(past.won[seat], bids)
    if s.simple:
        return (("simple", {0: 4, 1: 2}.get(loose, -loose)),)
    if succeeded(past, seat):
        return (("informant", 10),)
    told = informed(s, past)
    # whoever has no loose end here has bid cards, or would be an informant who succeeded
    perfect = 5 if not loose and not told else 0
    return ("covered", 2 * covered(bids)), ("loose", -loose * (2 if told else 1)), ("perfect", perfect)


def score_round(s: State, past: Past) -> tuple[int, ...]:
    """The points of a finished round, by seat."""
    return tuple(sum(points for _, points in score_lines(s, past, seat)) for seat in range(s.seats))


def totals(s: State) -> tuple[int, ...]:
    """The standing after the finished rounds, with the points at the start."""
    rounds = [score_round(s, past) for past in s.past]
    return tuple(AT_FIRST + sum(scores[seat] for scores in rounds) for seat in range(s.seats))


def last_round(s: State) -> tuple[int, ...]:
    """The points of the last finished round: they decide between equal totals."""
    return score_round(s, s.past[-1]) if s.past else (0,) * s.seats
