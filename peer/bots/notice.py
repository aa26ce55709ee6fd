"""A bot for Notice (rules.md 3) by rules of thumb.

It predicts the tricks that a hand should take, and then plays to take exactly as many: while it needs tricks
it wins them as cheaply as it can, and once it has them it throws off what could still win. Where its own
prediction cannot come true any more, every trick is still a point.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from peer.bots.tricks import Card, Later, Trick

RANKS = "23456789TJQKA"
SUITS = "SHDC"

_WORTH_TRYING = 0.5
_NEARLY = 0.06
_BY_SEATS = {3: 1.06, 4: 1.1, 5: 0.9, 6: 0.79}
"""What a count is worth against so many players; measured over the bot's games against itself."""


def choose(view: Mapping[str, Any], rng: Random) -> int:
    """The index of the bot's choice among view["ask"]["choices"]."""
    ask = view["ask"]
    choices: Sequence[Any] = ask["choices"]
    if ask["request"] == "seal":
        return _nearest(choices, expected_tricks(view))
    if ask["request"] == "play":
        return _play(view, choices)
    return 0


# predicting


def expected_tricks(view: Mapping[str, Any]) -> float:
    """How many tricks the hand that the view shows should take."""
    hand = [card["item"] for card in view["hand"]]
    return tricks_of(hand, view["trump"], view["seats"])


def tricks_of(hand: Sequence[str], trump: str | None, seats: int) -> float:
    """Counts high cards by their chance to hold, trumps by rank and number, and short suits that trumps can
    cut in on.
    """
    lengths = {suit: sum(card[1] == suit for card in hand) for suit in SUITS}
    trumps = lengths.get(trump or "", 0)
    fair_share = len(hand) / seats
    tricks = 0.0
    for card in hand:
        below_top = len(RANKS) - 1 - RANKS.index(card[0])
        if card[1] == trump:
            tricks += max(0.2, 0.97 - 0.12 * below_top)
        else:
            tricks += _side_card(below_top, lengths[card[1]])
    # Trumps beyond one's share win at the end, when the others have none left.
    tricks += 0.25 * max(0.0, trumps - fair_share)
    short = sum(max(0, 2 - lengths[suit]) for suit in SUITS if suit != trump)
    return _BY_SEATS[seats] * (tricks + 0.12 * min(short, trumps))


def _side_card(below_top: int, length: int) -> float:
    """The chance of a card outside trump: the top ones hold unless their suit is long (others cut in) or
    bare.
    """
    chance = (0.8, 0.48, 0.22, 0.08)[below_top] if below_top < 4 else 0.0
    if below_top and length <= below_top:
        chance *= 0.5
    return chance * (1.0 - 0.06 * max(0, length - 3))


def _nearest(choices: Sequence[Any], wanted: float) -> int:
    return min(range(len(choices)), key=lambda at: (abs(choices[at] - wanted), at))


# playing


def _play(view: Mapping[str, Any], choices: Sequence[Any]) -> int:
    items = {card["slot"]: card["item"] for card in view["hand"]}
    cards = [card_of(items[choice[0]]) for choice in choices]
    trick = trick_of(view)
    need = view["predict_own"][view["seat"]] - view["tricks"][view["seat"]]
    left = len(items)
    hand = list(items.values())
    if 0 <= need <= left:
        wants = need > 0
        spare = wants and tricks_of(hand, view["trump"], view["seats"]) > need + 1.0
    else:
        wants, spare, need = True, False, left
    card = _taking(trick, cards, hand, need >= left, spare) if wants else _ducking(trick, cards)
    return cards.index(card)


def card_of(item: str) -> Card:
    """A card as records write it, `TS` for the ten of spades."""
    return Card(item, item[1], RANKS.index(item[0]))


def trick_of(view: Mapping[str, Any]) -> Trick:
    """What the view shows of the trick to play to."""
    seats, seat = view["seats"], view["seat"]
    played = tuple(card["item"] for card in view["trick"])
    after = [(seat + step) % seats for step in range(1, seats - len(played))]
    known = {card["item"] for card in view["hand"]} | set(played)
    known |= {card["item"] for card in view["last_trick"]} | {view["turned"]}
    lowest = 5 if seats == 3 else 0
    deck = [rank + suit for suit in SUITS for rank in RANKS[lowest:]]
    return Trick(
        view["trump"],
        tuple(card_of(item) for item in played),
        tuple(Later(view["hand_sizes"][other], frozenset(view["voids"][other])) for other in after),
        tuple(card_of(item) for item in deck if item not in known),
    )


def _taking(trick: Trick, cards: Sequence[Card], hand: Sequence[str], all_needed: bool, spare: bool) -> Card:
    """A card for who needs tricks: the cheapest that should win, else one that is not missed."""
    chances = {card: trick.chance(card) for card in cards}
    best = max(chances.values())
    if best > 0 and (best >= _WORTH_TRYING or all_needed):
        enough = [card for card in cards if chances[card] >= best - _NEARLY]
        return min(enough, key=trick.worth)
    lost = [card for card in cards if chances[card] == 0.0] or list(cards)
    if spare and trick.played:
        return max(lost, key=trick.worth)
    return min(lost, key=lambda card: (trick.worth(card), -_length(card, hand)))


def _ducking(trick: Trick, cards: Sequence[Card]) -> Card:
    """A card for who needs no more: the most dangerous of those that surely, or most likely, lose."""
    chances = {card: trick.chance(card) for card in cards}
    least = min(chances.values())
    if least >= 1.0:
        # The trick is one's own whatever one plays: at least the card that could win another one goes.
        return max(cards, key=trick.worth)
    safe = [card for card in cards if chances[card] <= least + (_NEARLY if least > 0 else 0.0)]
    return max(safe, key=trick.worth)


def _length(card: Card, hand: Sequence[str]) -> int:
    return sum(other[1] == card.suit for other in hand)
