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
    # Bid cards, and what may become one; those that few cards cover come first, and are covered first.
    marks = [*plan.bids, *(held.card for held in hand)] if plan.plan_b else list(plan.bids)
    fits = [
        [covers(held.card, mark, held.card.suit) and held.card is not mark for mark in marks] for held in hand
    ]
    likely = [
        sum(held.chance for held, row in zip(hand, fits, strict=True) if row[at]) for at in range(len(marks))
    ]
    order = sorted(range(len(marks)), key=lambda at: likely[at])
    bit = {mark: 1 << place for place, mark in enumerate(order)}
    able = [sum(bit[at] for at, fit in enumerate(row) if fit) for row in fits]
    start = sum(bit[at] for at in range(len(plan.bids)))
    played = min(1.0, plan.tricks_left / max(1, len(hand)))
    states = {(start, plan.covered, plan.loose): 1.0}
    for at, held in enumerate(hand):
        wanted = 1.0 - (1.0 - held.chance) ** _WANTING
        unwanted = played * held.chance * (1.0 if held.card.suit == _TRUMP else _UNWANTED)
        becomes = bit[len(plan.bids) + at] if plan.plan_b else 0
        after: dict[tuple[int, int, int], float] = {}
        for (mask, covered, loose), likelihood in states.items():
            fitting, chance = mask & able[at], wanted
            if not fitting and held.card.suit == _TRUMP:
                fitting, chance = mask, wanted * _BY_LED_SUIT
            if fitting:
                taken = (mask & ~(fitting & -fitting), covered + 1, loose)
            else:
                chance = unwanted
                taken = (mask | becomes, covered, loose + (not plan.plan_b))
            for state, part in ((taken, chance), ((mask, covered, loose), 1.0 - chance)):
                if part * likelihood > _TOO_RARE:
                    after[state] = after.get(state, 0.0) + part * likelihood
        states = after
    whole = sum(states.values())
    return (
        sum(
            likelihood * plan.score(mask.bit_count(), covered, loose)
            for (mask, covered, loose), likelihood in states.items()
        )
        / whole
    )
