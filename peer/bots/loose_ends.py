"""What a round of No Loose Ends (rules.md 4) should bring, from the chance of each card to take a trick."""

from collections.abc import Sequence
from typing import NamedTuple

from peer.bots.tricks import Card

_WANTING = 1.5
"""By how much the chance of a card to lose shrinks, as a power, if one wants the trick."""
_UNWANTED = 0.6
"""How much of the chance of a card that is no trump is left if one throws it off where one can."""
_BY_LED_SUIT = 0.5
"""How often a trump that fits no bid card takes a trick whose led suit fits one."""
_TRUMP = "B"
_NEVER = 0.03
_TOO_RARE = 0.001


class Held(NamedTuple):
    """A card of the hand, and its chance to take a trick."""

    card: Card
    chance: float


class Plan(NamedTuple):
    """How a round stands for one seat.

    `bids` are the uncovered bid cards, `covered` how many others there are; `loose` are the tricks won that
    are loose ends, `won` all tricks won; `informed` is the chance of an informant to spoil perfect crimes.
    """

    bids: tuple[Card, ...]
    covered: int
    loose: int
    won: int
    tricks_left: int
    simple: bool
    plan_b: bool
    informed: float

    def covering(self, bid: Card, *, again: bool = True) -> "Plan":
        """After a trick that covers this bid card; `again`: the trick is not yet among those won."""
        left = list(self.bids)
        left.remove(bid)
        return self._replace(bids=tuple(left), covered=self.covered + 1, won=self.won + again)

    def uncovering(self, card: Card) -> "Plan":
        """After a trick won by this card that covers nothing."""
        if self.plan_b and card.suit:
            return self._replace(bids=(*self.bids, card), won=self.won + 1)
        return self._replace(loose=self.loose + 1, won=self.won + 1)

    def score(self, uncovered: int, covered: int, loose: int) -> float:
        """The points of a round that ends so."""
        ends = uncovered + loose
        if self.simple:
            return {0: 4.0, 1: 2.0}.get(ends, -float(ends))
        if not self.won and not (uncovered or covered or loose):
            return 10.0
        perfect = 5.0 * (1.0 - self.informed) if not ends else 0.0
        return 2.0 * covered - ends * (1.0 + self.informed) + perfect


def covers(card: Card, bid: Card, led: str) -> bool:
    """Whether a trick that `card` has won, in which `led` was led, covers this bid card."""
    return bool(card.suit) and (bid.suit in (card.suit, led) or bid.rank == card.rank)


def outlook(plan: Plan, hand: Sequence[Held]) -> float:
    """The points that a round should bring, with these cards in hand.

    The cards are gone through once, likely winners first: one that fits a bid card is played to win, any
    other one to lose.
    """
    hand = sorted((held for held in hand if held.chance > _NEVER), key=lambda held: -held.chance)
    start, ables, becomes = _as_bits(plan, hand)
    played = min(1.0, plan.tricks_left / max(1, len(hand)))
    states = {(start, plan.covered, plan.loose): 1.0}
    for held, able, new in zip(hand, ables, becomes, strict=True):
        states = _played(states, held, able, new, played)
    whole = sum(states.values())
    points = sum(
        likelihood * plan.score(open_bids.bit_count(), covered, loose)
        for (open_bids, covered, loose), likelihood in states.items()
    )
    return points / whole


_States = dict[tuple[int, int, int], float]
"""How likely it is that these bid cards (as bits) are uncovered, so many covered, so many tricks loose."""


def _played(states: _States, held: Held, able: int, new: int, played: float) -> _States:
    """After a card that covers any of the bid cards `able`, or else becomes the bid card `new` if that is not
    0. `played` is the chance that a card is played at all that one would rather keep.
    """
    trump = held.card.suit == _TRUMP
    wanted = 1.0 - (1.0 - held.chance) ** _WANTING
    unwanted = played * held.chance * (1.0 if trump else _UNWANTED)
    after: _States = {}
    for state, likelihood in states.items():
        open_bids, covered, loose = state
        fitting, chance = open_bids & able, wanted
        if not fitting and trump:
            fitting, chance = open_bids, wanted * _BY_LED_SUIT
        if fitting:
            taken = (open_bids & ~(fitting & -fitting), covered + 1, loose)
        else:
            taken, chance = (open_bids | new, covered, loose + (not new)), unwanted
        for reached, part in ((taken, chance * likelihood), (state, (1.0 - chance) * likelihood)):
            if part > _TOO_RARE:
                after[reached] = after.get(reached, 0.0) + part
    return after


def _as_bits(plan: Plan, hand: Sequence[Held]) -> tuple[int, list[int], list[int]]:
    """The bid cards as bits, what each card of the hand can cover, and with plan B the bit that it becomes.

    What few cards cover has the lowest bit: it is covered first.
    """
    marks = [*plan.bids, *(held.card for held in hand)] if plan.plan_b else list(plan.bids)
    fits = [
        [covers(held.card, mark, held.card.suit) and held.card is not mark for mark in marks] for held in hand
    ]
    likely = [
        sum(held.chance for held, row in zip(hand, fits, strict=True) if row[at]) for at in range(len(marks))
    ]
    order = sorted(range(len(marks)), key=lambda at: likely[at])
    bit = {mark: 1 << place for place, mark in enumerate(order)}
    ables = [sum(bit[at] for at, fit in enumerate(row) if fit) for row in fits]
    becomes = [bit[len(plan.bids) + at] if plan.plan_b else 0 for at in range(len(hand))]
    return sum(bit[at] for at in range(len(plan.bids))), ables, becomes
