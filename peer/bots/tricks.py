"""What bots for trick-taking games share: what wins a trick so far, and how likely something wins it."""

from collections.abc import Iterable
from dataclasses import dataclass

NO_SUIT = ""
"""The suit of what has none: it follows nothing and beats nothing."""

_MAY_CUT = 0.7
"""How often who can trump in does."""
_MAY_BEAT = 0.8
"""How often who is seen to be able to win the trick does."""

_OVER_ALL_RANKS = 100


@dataclass(frozen=True, slots=True)
class Card:
    """A card, or whatever is played like one."""

    name: str
    suit: str
    rank: int
    """The higher one wins within a suit."""


@dataclass(frozen=True, slots=True)
class Later:
    """Somebody who is still to play to the trick."""

    hidden: int
    """How many cards are held that nobody else sees."""
    voids: frozenset[str] = frozenset()
    open: tuple[Card, ...] = ()
    """What is held, and playable, before everybody's eyes."""


@dataclass(frozen=True, slots=True)
class Trick:
    """The trick as one seat sees it before playing to it."""

    trump: str | None
    played: tuple[Card, ...]
    later: tuple[Later, ...]
    unseen: tuple[Card, ...]
    """Cards that this seat knows nothing of."""
    later_wins: bool = False
    """Whether of equals the one played later wins."""

    @property
    def led(self) -> str | None:
        """The suit that must be followed."""
        return next((card.suit for card in self.played if card.suit), None)

    def beats(self, card: Card, other: Card) -> bool:
        """Whether `card`, played later, beats `other`."""
        if not card.suit or not other.suit:
            return bool(card.suit)
        if card.suit == other.suit:
            return card.rank > other.rank or (self.later_wins and card.rank == other.rank)
        return card.suit == self.trump

    @property
    def best(self) -> Card | None:
        """The card that wins so far."""
        winning = self.winning
        return None if winning is None else self.played[winning]

    @property
    def winning(self) -> int | None:
        """The place, in the order of play, of the card that wins so far."""
        at: int | None = None
        for place, card in enumerate(self.played):
            if at is None or self.beats(card, self.played[at]):
                at = place
        return at

    def chance(self, card: Card) -> float:
        """How likely this card, played now, takes the trick."""
        if self.best is not None and not self.beats(card, self.best):
            return 0.0
        if not card.suit:
            return 0.0 if self.later else 1.0
        suit = self.led or card.suit
        hidden = max(1, len(self.unseen))
        of_suit = sum(other.suit == suit for other in self.unseen) / hidden
        trumps = sum(other.suit == self.trump for other in self.unseen) / hidden
        higher = sum(other.suit == card.suit and self.beats(other, card) for other in self.unseen)
        chance = 1.0
        for who in self.later:
            share = min(1.0, who.hidden / hidden)
            above = 1.0 - (1.0 - share) ** higher
            follows = self._has(suit, of_suit, who)
            seen = [other for other in who.open if follows < 1.0 or other.suit == suit]
            if any(other.suit == card.suit and self.beats(other, card) for other in seen):
                above = max(above, _MAY_BEAT)
            if card.suit == suit:
                cuts = 0.0 if suit == self.trump else self._has(self.trump, trumps, who) * _MAY_CUT
                chance *= (1.0 - (follows and above)) * (1.0 - (1.0 - follows) * cuts)
            else:
                chance *= 1.0 - (1.0 - follows) * above
        return chance

    def worth(self, card: Card) -> int:
        """What a card is worth in tricks to come, as an order."""
        return card.rank + (_OVER_ALL_RANKS if card.suit == self.trump else 0)

    @staticmethod
    def _has(suit: str | None, part: float, who: Later) -> float:
        """How likely somebody holds a suit that is such a part of what is unseen."""
        if any(card.suit == suit for card in who.open):
            return 1.0
        return 0.0 if suit in who.voids else 1.0 - (1.0 - part) ** who.hidden


def how_many(chances: Iterable[float]) -> list[float]:
    """The chance of none, one, two, ... of some things to happen that each have a chance of their own."""
    spread = [1.0]
    for chance in chances:
        spread = [
            stays * (1.0 - chance) + grows * chance
            for stays, grows in zip([*spread, 0.0], [0.0, *spread], strict=True)
        ]
    return spread
