"""What a game of Nokosu Dice is made of (rules.md 1): cards and dice, the state, and what follows from it.

A card's face is `colour * 8 + number`, colours R Y G B P, numbers 0 to 7. A die's face is
`40 + colour * 6 + (value - 1)`, values 1 to 6. Dice lie in slots of their own and are always face up.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from engines.tricks import best
from engines.vocabulary import Face, Faces, Seat, Slot

COLOURS = "RYGBP"
TRUMP = 5
"""The suit of trumps, beside the colours 0 to 4."""
NOTHING, UNDECIDED = -1, -2

FIRST_DEALER, SHUFFLE, DEAL, BAG, DRAFT, ZERO, TRICKS, OVER = range(8)
PHASES = ("deal", "deal", "deal", "dice", "draft", "zero", "tricks", "over")

RANKS = 8
CARDS = 40
FACES = 70
"""Faces below CARDS are cards, the others up to here dice."""

HAND = {3: 9, 4: 10}
OWN_DICE = {3: 1, 4: 2}
DICE_OF_A_COLOUR = {3: 4, 4: 5}
PICKS = 3
REACHED = {1: 30, 2: 20, 3: 10, 4: 0}
"""What reaching the goal gives, by how many reached theirs."""
ZERO_REACHED = 10

_SLOTS_A_ROUND = 100
_FIRST_DIE = 50


class Past(NamedTuple):
    """A finished round: by seat, the tricks won and the goal, which is 0 after a declaration only."""

    won: tuple[int, ...]
    goals: tuple[int, ...]


class State(NamedTuple):
    """What everybody knows. The number of finished rounds is that of the round in play, from 0.

    `hands` hold cards and, behind them, dice. `draws` are the dice as they came out of the bag, the seats'
    own ones first; `pool` are the slots in the middle, at last the trump die alone. `zero` is by seat the die
    put back, NOTHING or UNDECIDED. `plays` are all items of the round in order, `leaders` who led each trick
    and, at last, who took the last one; both stand until the next shuffle. `voids` are bits by suit.
    """

    seats: int
    dropped: int
    section: int
    dealer: Seat
    hands: tuple[tuple[Slot, ...], ...]
    draws: tuple[Face, ...]
    pool: tuple[Slot, ...]
    zero: tuple[Slot, ...]
    plays: tuple[Face, ...]
    leaders: tuple[Seat, ...]
    voids: tuple[int, ...]
    past: tuple[Past, ...]


# the things and the numbers of rules.md 1


def colour(face: Face) -> int:
    """The colour printed on a card or a die, 0 to 4."""
    return face // RANKS if face < CARDS else (face - CARDS) // 6


def number(face: Face) -> int:
    """The number on a card, 0 to 7, or on a die, 1 to 6."""
    return face % RANKS if face < CARDS else (face - CARDS) % 6 + 1


def die(of_colour: int, value: int) -> Face:
    """The face of a die that shows a value, 1 to 6."""
    return CARDS + of_colour * 6 + value - 1


def item(face: Face) -> str:
    """A card or a die as records write it: `R5`, `R3d`."""
    return f"{COLOURS[colour(face)]}{number(face)}{'d' if face >= CARDS else ''}"


def colours(s: State) -> tuple[int, ...]:
    """The colours in play: with three players without the dropped one."""
    return tuple(each for each in range(5) if s.seats == 4 or each != s.dropped)


def deck(s: State) -> tuple[Face, ...]:
    """All cards; with three players without the dropped colour and every 7."""
    numbers = range(7 if s.seats == 3 else RANKS)
    return tuple(each * RANKS + value for each in colours(s) for value in numbers)


def bag(s: State) -> list[int]:
    """The colours of the dice in the bag before a round."""
    return [each for each in colours(s) for _ in range(DICE_OF_A_COLOUR[s.seats])]


def draw_count(s: State) -> int:
    """How many dice are drawn in a round: each seat's own ones and the dealer's for the middle."""
    return s.seats * OWN_DICE[s.seats] + s.seats * PICKS + 1


def card_slots(s: State) -> range:
    """The slots of this round's cards."""
    first = len(s.past) * _SLOTS_A_ROUND
    return range(first, first + len(deck(s)))


def dealt_hands(s: State) -> tuple[tuple[Slot, ...], ...]:
    """The slots that each seat is dealt."""
    size, first = HAND[s.seats], card_slots(s)[0]
    return tuple(tuple(range(first + seat * size, first + (seat + 1) * size)) for seat in range(s.seats))


def first_die(s: State) -> Slot:
    """The slot of this round's first die drawn; slots of the round from here on are dice."""
    return len(s.past) * _SLOTS_A_ROUND + _FIRST_DIE


def own_dice(s: State, seat: Seat) -> range:
    """The slots of the dice that a seat draws for itself."""
    count = OWN_DICE[s.seats]
    return range(first_die(s) + seat * count, first_die(s) + (seat + 1) * count)


def pool_slots(s: State) -> range:
    """The slots of the dice that the dealer rolls into the middle."""
    return range(first_die(s) + s.seats * OWN_DICE[s.seats], first_die(s) + draw_count(s))


def face_up(s: State) -> Faces:
    """All dice drawn in this round, wherever they are now."""
    return _laid_out(first_die(s), s.draws)


@lru_cache(maxsize=64)
def _laid_out(first: Slot, draws: tuple[Face, ...]) -> Faces:
    return dict(enumerate(draws, first))


def dice(s: State, seat: Seat) -> tuple[Slot, ...]:
    """The dice before a seat."""
    first = first_die(s)
    return tuple([slot for slot in s.hands[seat] if slot >= first])


def trump_die(s: State) -> Face:
    """The die that was left in the middle; NOTHING while there is no such die."""
    return s.draws[s.pool[0] - first_die(s)] if len(s.pool) == 1 else NOTHING


def drafters(s: State) -> list[Seat]:
    """Who has yet to take a die from the middle, in order: from the dealer's left, clockwise, three each."""
    picks = s.seats * PICKS
    return [(s.dealer + 1 + turn) % s.seats for turn in range(picks + 1 - len(s.pool), picks)]


def undecided(s: State) -> list[Seat]:
    """Who has yet to say whether they declare zero, from the dealer's left."""
    order = [(s.dealer + 1 + step) % s.seats for step in range(s.seats)]
    return [seat for seat in order if s.zero[seat] == UNDECIDED]


# trumps and tricks


@lru_cache(maxsize=32)
def suits(trump: Face) -> tuple[int, ...]:
    """The suit of every face under a trump die: its colour, or TRUMP, which is then its only suit."""
    return tuple(TRUMP if _matches(face, trump) else colour(face) for face in range(FACES))


def _matches(face: Face, trump: Face) -> bool:
    return number(face) == number(trump) or colour(face) == colour(trump)


@lru_cache(maxsize=32)
def _strengths(trump: Face) -> tuple[int, ...]:
    """How strong every face is under a trump die, among its own suit; any trump beats any other suit."""
    return tuple(_strength(face, trump) for face in range(FACES))


def _strength(face: Face, trump: Face) -> int:
    if number(face) == number(trump):
        return 50 if colour(face) == colour(trump) else 40
    return number(face) + (30 if colour(face) == colour(trump) else 10)


def leader(s: State) -> Seat:
    """Who leads the trick in play: the dealer's left, then who took the last one."""
    return s.leaders[-1] if s.leaders else (s.dealer + 1) % s.seats


def takers(s: State) -> tuple[Seat, ...]:
    """Who took each finished trick of the round: who led the one after it."""
    return s.leaders[1:]


def trick(s: State) -> tuple[Face, ...]:
    """What has been played to the trick in play."""
    return s.plays[len(takers(s)) * s.seats :]


def winner(trump: Face, played: Sequence[Face]) -> int:
    """The place, from the leader's, of what takes a trick. Between equals the one played later wins."""
    suit, strength = suits(trump), _strengths(trump)
    able = (TRUMP, suit[played[0]])
    return best([strength[face] if suit[face] in able else 0 for face in played], later=True)


def won(s: State) -> tuple[int, ...]:
    """Tricks taken in the round, by seat."""
    return tuple([takers(s).count(seat) for seat in range(s.seats)])


# scores


def goal(s: State, seat: Seat) -> int:
    """How many tricks a seat wants: 0 where it declared, else the face of its last die; NOTHING while that is
    open.
    """
    if s.zero[seat] == UNDECIDED:
        return NOTHING
    if s.zero[seat] != NOTHING:
        return 0
    kept = dice(s, seat)
    return number(s.draws[kept[0] - first_die(s)]) if len(kept) == 1 else NOTHING


def reached(past: Past) -> tuple[bool, ...]:
    """Whose tricks are their goal, by seat."""
    return tuple(tricks == wanted for tricks, wanted in zip(past.won, past.goals, strict=True))


def score_lines(past: Past, seat: Seat) -> tuple[tuple[str, int], ...]:
    """What a seat gets for a finished round: for tricks, for its goal, for a declaration that came true."""
    hit = reached(past)
    for_goal = REACHED[sum(hit)] if hit[seat] else 0
    for_zero = ZERO_REACHED if hit[seat] and past.goals[seat] == 0 else 0
    return (("tricks", past.won[seat]), ("goal", for_goal), ("zero", for_zero))


def score_round(past: Past) -> tuple[int, ...]:
    """The points of a finished round, by seat."""
    return tuple(sum(points for _, points in score_lines(past, seat)) for seat in range(len(past.won)))


def totals(s: State) -> tuple[int, ...]:
    """The standing after the finished rounds."""
    rounds = [score_round(past) for past in s.past]
    return tuple(sum(scores[seat] for scores in rounds) for seat in range(s.seats))
