"""The shuffle itself: every card re-encrypted, all in a new order."""

from collections.abc import Sequence

from protocol.deck import Card
from protocol.group import add, base, mul, some


def shuffle(
    X: bytes, deck: Sequence[Card], permutation: Sequence[int], factors: Sequence[int]
) -> tuple[Card, ...]:
    """The deck whose card i is (a + r G, b + r X) for j = permutation[i], (a, b) = deck[j], r = factors[j].

    Who knows neither permutation nor factors cannot tell which card went where.
    """
    if sorted(permutation) != list(range(len(deck))) or len(factors) != len(deck):
        raise ValueError(f"no permutation with factors for {len(deck)} cards")
    return tuple(_again(X, deck[j], factors[j]) for j in permutation)


def _again(X: bytes, card: Card, r: int) -> Card:
    return Card(some(add(card.a, base(r))), some(add(card.b, mul(r, X))))
