"""What a game of Dice And Domino is made of (rules.md 2): tiles, the state, and what follows from it.

A tile's face is `lower half * 7 + higher half`, so that [a-a] is `8 * a`. Dice are 1 to 6.
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from engines.vocabulary import Face, Seat, Slot

HALVES = 7
TILES: tuple[Face, ...] = tuple(low * HALVES + high for low in range(HALVES) for high in range(low, HALVES))
DEALT = 4
PLACED = 2

FIRST_ROLLER, SHUFFLE, DEAL, ROLL, PLACE, UP, SHOW, DRAW, AFTER, OVER = range(10)
PHASES = ("deal", "deal", "deal", "roll", "place", "up", "show", "draw", "after", "over")

PLAIN, W0, PERFECT, DOUBLE_PERFECT = range(4)
SPECIALS = (None, "w0", "perfect", "double_perfect")
"""The kinds of special tiles from the weakest; a tile that is none is plain."""

Dice = tuple[int, ...]
Tiles = tuple[Face, ...]


class Turn(NamedTuple):
    """A turn of which the tiles are discarded. `up` and `shown` are faces by seat, `drew` says who draws."""

    round: int
    turn: int
    roller: Seat
    dice: Dice
    kept: bool
    up: tuple[Tiles, ...]
    shown: tuple[Tiles, ...]
    drew: tuple[bool, ...]
    after: str


class Past(NamedTuple):
    """A finished round: how many turns it had, and what each seat took from the pot."""

    turns: int
    won: tuple[int, ...]


class State(NamedTuple):
    """What everybody knows.

    `round` and `turn` count from 0. `dice` are empty before the roll. `fresh` is the next unused slot, `deck`
    the first slot of this round's tiles, `gone` how many of them have left the boneyard. `acted` says who has
    done what this section asks of each. `up` and `shown` hold, by seat, pairs of a slot and its face; `known`
    the tiles that everybody knows to be in a hand; `last` the last turn, if there is one.
    """

    seats: int
    sets: int
    rounds: int
    ante: int
    perfect_alone: bool
    w0_draws: bool
    section: int
    round: int
    turn: int
    roller: Seat
    dice: Dice
    kept: bool
    fresh: Slot
    deck: Slot
    gone: int
    hands: tuple[tuple[Slot, ...], ...]
    acted: tuple[bool, ...]
    up: tuple[tuple[tuple[Slot, Face], ...], ...]
    shown: tuple[tuple[tuple[Slot, Face], ...], ...]
    known: tuple[Tiles, ...]
    discarded: Tiles
    last: tuple[Turn, ...]
    past: tuple[Past, ...]


# things


def item(face: Face) -> str:
    """A tile as records write it, the lower half first: `2-5`."""
    low, high = divmod(face, HALVES)
    return f"{low}-{high}"


def tiles(s: State) -> Tiles:
    """All tiles of the game, once or twice."""
    return TILES * s.sets


def boneyard(s: State) -> int:
    """How many tiles are left to draw; 0 before the deal."""
    return len(tiles(s)) - s.gone if s.gone else 0


def placed(s: State, seat: Seat) -> tuple[Slot, ...]:
    """The slots that a seat has placed, once it has: the first ones of its hand."""
    return s.hands[seat][:PLACED]


# what fits


def kinds(dice: Dice, mine: Tiles) -> tuple[int, ...]:
    """The kind of each of a seat's tiles, of those placed together or of those of them that are turned up."""
    doubles = sorted(8 * die for die in dice)
    if sorted(mine) == doubles:
        return (DOUBLE_PERFECT,) * 2
    low, high = sorted(dice)
    perfect = low * HALVES + high
    return tuple([PERFECT if tile == perfect else W0 if tile == 0 else PLAIN for tile in mine])


def strongest(dice: Dice, up: Tiles) -> int:
    """The strongest kind among a seat's tiles that are turned up."""
    return max(kinds(dice, up), default=PLAIN)


def bears(tile: Face, die: int) -> bool:
    """Whether a tile bears the face of a die."""
    return die in divmod(tile, HALVES)


@lru_cache(maxsize=4096)
def turned_up(dice: Dice, mine: tuple[Face | None, ...]) -> tuple[tuple[int, ...], ...]:
    """Which of a seat's placed tiles may be turned up, as their places; None is a tile that one cannot see.

    One possibility where all tiles are seen, unless both fit through the same single die only.
    """
    if None not in mine:
        return _fitting(dice, tuple([tile for tile in mine if tile is not None]))
    found: set[tuple[int, ...]] = set()
    for full in product(*(TILES if tile is None else (tile,) for tile in mine)):
        found.update(_fitting(dice, full))
    return tuple(sorted(found))


def _fitting(dice: Dice, mine: Tiles) -> tuple[tuple[int, ...], ...]:
    first, second = dice
    special = any(kinds(dice, mine))
    fits = tuple(
        [place for place, tile in enumerate(mine) if tile == 0 or bears(tile, first) or bears(tile, second)]
    )
    if special or len(fits) < PLACED:
        return (fits,)
    one, other = mine
    if (bears(one, first) and bears(other, second)) or (bears(one, second) and bears(other, first)):
        return (fits,)
    return tuple([(place,) for place in fits])


def impossible_below(dice: Dice, up: Tiles) -> Tiles:
    """What a placed tile that stays down beside those turned up cannot be."""
    whole = tuple(range(len(up)))
    return tuple([tile for tile in TILES if whole not in turned_up(dice, (*up, tile))])


# what becomes of it


def discards(dice: Dice, up: Sequence[Tiles], perfect_alone: bool) -> tuple[tuple[bool, ...], ...]:
    """By seat, for each tile turned up: whether it is discarded."""
    top = max(strongest(dice, mine) for mine in up)
    with_companion = not (top == PERFECT and perfect_alone)

    def goes(mine: Tiles) -> tuple[bool, ...]:
        if strongest(dice, mine) < top:
            return (False,) * len(mine)
        return tuple([kind == top or (kind == PLAIN and with_companion) for kind in kinds(dice, mine)])

    return tuple([goes(mine) for mine in up])


def known_after(before: Tiles, seen: Tiles, gone: Tiles) -> Tiles:
    """What everybody knows of a hand after some of its tiles were seen, and some of these discarded."""
    return tuple(sorted(((Counter(before) | Counter(seen)) - Counter(gone)).elements()))


def leftwards(seats: int, roller: Seat) -> tuple[Seat, ...]:
    """All seats from the roller's left, the roller last."""
    return tuple([(roller + step) % seats for step in range(1, seats + 1)])


def strengths(s: State) -> list[int]:
    """By seat, the strongest kind turned up in this turn."""
    return [strongest(s.dice, tuple([face for _, face in mine])) for mine in s.up]


def drawers(s: State) -> tuple[bool, ...]:
    """Who draws when this turn's tiles are discarded.

    Everyone who did not turn up a special tile, from the roller's left, as long as there are tiles.
    """
    drew, left = [False] * s.seats, boneyard(s)
    spared, strong = W0 if s.w0_draws else PLAIN, strengths(s)
    for seat in leftwards(s.seats, s.roller):
        if left and strong[seat] <= spared:
            drew[seat] = True
            left -= 1
    return tuple(drew)


def chooser(turn: Turn) -> Seat | None:
    """Who has discarded a double perfect, the first from the roller's left."""
    for seat in leftwards(len(turn.up), turn.roller):
        if strongest(turn.dice, turn.up[seat]) == DOUBLE_PERFECT:
            return seat
    return None


# chips


def carried(s: State, number: int) -> int:
    """What stays in the pot after `number` rounds."""
    return sum(s.ante * s.seats - sum(past.won) for past in s.past[:number])


def pot(s: State) -> int:
    """What lies in the pot now: what was carried over, and the antes of a round that goes on."""
    antes = s.ante * s.seats if s.section != OVER else 0
    return carried(s, len(s.past)) + antes


def score_lines(s: State, number: int, seat: Seat) -> tuple[tuple[str, int], ...]:
    """What a seat paid and took in the finished round `number` (from 0)."""
    return (("ante", -s.ante), ("pot", s.past[number].won[seat]))


def score_round(s: State, number: int) -> tuple[int, ...]:
    """Chips won or lost in the finished round `number` (from 0), by seat."""
    return tuple(sum(chips for _, chips in score_lines(s, number, seat)) for seat in range(s.seats))


def totals(s: State) -> tuple[int, ...]:
    """The chips after the finished rounds."""
    rounds = [score_round(s, number) for number in range(len(s.past))]
    return tuple(s.rounds * s.ante + sum(scores[seat] for scores in rounds) for seat in range(s.seats))


def chips(s: State) -> tuple[int, ...]:
    """The chips now: the ante of a round that goes on is paid."""
    paid = s.ante if s.section != OVER else 0
    return tuple(total - paid for total in totals(s))
