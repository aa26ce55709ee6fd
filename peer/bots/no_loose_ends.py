"""A bot for No Loose Ends (rules.md 4) by rules of thumb.

Every card has a chance to take a trick, and less of one when it need not. From these follows what the round
should bring with some bid cards and the rest of the hand (peer/bots/loose_ends.py); the bot bids, passes,
crosses, plays and covers for what brings most.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any

from peer.bots.loose_ends import Held, Plan, covers, outlook
from peer.bots.tricks import NO_SUIT, Card, Later, Trick

SUITS = "GRYB"
TRUMP = "B"
ESCAPE = "X"

_FOLLOWING = 0.5
"""What part of its tricks a card takes when others lead."""
_STANDING = {2: (0.9, 0.8), 3: (1.5, 0.5), 4: (2.6, 0.35), 5: (3.0, 0.3)}
"""By seats: how fast the chance of a trump falls with its rank, and the chance of the best cards of other
suits but the top ones; measured over the bot's games against itself.
"""
_INFORMED = 0.4
"""How likely an informant without a trick stays without."""
_SPOILT = 1.5
"""What it is worth to give such an informant a trick."""
_OTHER_CARD = -1000.0


def choose(view: Mapping[str, Any], rng: Random) -> int:
    """The index of the bot's choice among view["ask"]["choices"]."""
    choices: Sequence[Any] = view["ask"]["choices"]
    if len(choices) == 1:
        return 0
    worth = {"plan": _planned, "cross": _crossed, "tricks": _played, "cover": _covered}
    found = worth[view["ask"]["what"]](view, choices)
    return max(range(len(choices)), key=lambda at: found[at])


def card_of(item: str) -> Card:
    """A card as records write it, `G12` or `X`."""
    return Card(item, NO_SUIT, 0) if item == ESCAPE else Card(item, item[0], int(item[1:]))


# what a card is worth


def standing(card: Card, seats: int) -> float:
    """The chance of a card to take a trick, before anything has been played."""
    if not card.suit:
        return 0.0
    top = 12 if seats <= 3 else 15
    steep, share = _STANDING[seats]
    if card.suit == TRUMP:
        return float((card.rank / top) ** steep)
    return 0.9 if card.rank == top else float(share * (card.rank / top) ** (steep / 2.0))


def _held(view: Mapping[str, Any], cards: Iterable[Card]) -> list[Held]:
    """Cards of one's own with their chances to take a later trick."""
    fresh = trick_of(view, ())
    return [Held(card, _prospect(card, fresh.chance(card), view["seats"])) for card in cards]


def _prospect(card: Card, led: float, seats: int) -> float:
    """The chance of a card to take a later trick, from that to take this one if it were led."""
    return _FOLLOWING * standing(card, seats) + (1.0 - _FOLLOWING) * led


def trick_of(view: Mapping[str, Any], played: Sequence[Mapping[str, Any]]) -> Trick:
    """The trick to play to, with what the view shows of the others."""
    seat, seats = view["seat"], view["seats"]
    unseen = Counter(f"{suit}{number}" for suit in SUITS for number in range(1, 13 if seats <= 3 else 16))
    unseen[ESCAPE] = 4 if view["options"]["escape"] else 0
    unseen.subtract(thing["item"] for thing in view["hand"])
    unseen.subtract(view["played"])
    unseen.subtract(bid["item"] for bids in view["bids"] for bid in bids if not bid["plan_b"])
    unseen.subtract(item for other, items in enumerate(view["known"]) if other != seat for item in items)
    later = []
    for step in range(1, seats - len(played)):
        other = (seat + step) % seats
        known = view["known"][other]
        later.append(
            Later(
                view["hand_sizes"][other] - len(known),
                frozenset(view["voids"][other]),
                tuple(card_of(item) for item in known),
            )
        )
    return Trick(
        TRUMP,
        tuple(card_of(thing["item"]) for thing in played),
        tuple(later),
        tuple(card_of(item) for item in unseen.elements()),
    )


# planning


def _plan(view: Mapping[str, Any], bids: Iterable[Card], *, tricks_left: int) -> Plan:
    """How the round stands for this seat, with these uncovered bid cards."""
    seat, options = view["seat"], view["options"]
    told = any(view["tricks"][other] == 0 for other in view["informants"] if other != seat)
    return Plan(
        bids=tuple(bids),
        covered=sum(bid["covered"] for bid in view["bids"][seat]),
        loose=view["loose"][seat],
        won=view["tricks"][seat],
        tricks_left=tricks_left,
        simple=options["simple_scoring"],
        plan_b=options["plan_b"],
        informed=_INFORMED if told else 0.0,
    )


def _own_bids(view: Mapping[str, Any]) -> list[Card]:
    return [card_of(bid["item"]) for bid in view["bids"][view["seat"]] if not bid["covered"]]


def _planned(view: Mapping[str, Any], choices: Sequence[Any]) -> list[float]:
    """What each card promises as the next bid card, with the best ones to follow; and what passing does."""
    slots = {thing["slot"]: at for at, thing in enumerate(view["hand"])}
    held = _held(view, [card_of(thing["item"]) for thing in view["hand"]])
    bids = _own_bids(view)
    left = min(view["hand_sizes"])

    def promise(more: Sequence[int]) -> float:
        rest = [each for at, each in enumerate(held) if at not in more]
        placed = [*bids, *(held[at].card for at in more)]
        return outlook(_plan(view, placed, tricks_left=min(left, len(rest))), rest)

    most = view["limit"] - len(bids)
    # Step by step the best next card may lead away from the best few: so low cards alone are tried as well.
    best, first = max(_best_few(held, most, promise, low) for low in (True, False))
    return [
        promise(()) if not choice else best if slots[choice[0]] == first else _OTHER_CARD
        for choice in choices
    ]


def _best_few(
    held: Sequence[Held], most: int, promise: Callable[[Sequence[int]], float], low: bool
) -> tuple[float, int]:
    """The most that some bid cards more promise, chosen one after the other, and the first of them."""
    more: list[int] = []
    best = _OTHER_CARD
    for _ in range(most):
        found = {at: promise([*more, at]) for at in _candidates(held, more, low)}
        if not found:
            break
        more.append(max(found, key=lambda at: found[at]))
        best = max(best, found[more[-1]])
    return best, more[0] if more else -1


def _candidates(held: Sequence[Held], taken: Sequence[int], low: bool) -> list[int]:
    """The lowest of every suit, or besides it the next one and the highest: no other one promises more."""
    found: list[int] = []
    for suit in SUITS:
        of_suit = [at for at, each in enumerate(held) if each.card.suit == suit and at not in taken]
        of_suit.sort(key=lambda at: held[at].card.rank)
        found += of_suit[:1] if low else of_suit[:2] + of_suit[2:][-1:]
    return found


def _crossed(view: Mapping[str, Any], choices: Sequence[Any]) -> list[float]:
    """What it promises to go on with the bid cards, or to take them back and tell on the others."""
    cards = [card_of(thing["item"]) for thing in view["hand"]]
    bids, left = _own_bids(view), min(view["hand_sizes"])
    stays = outlook(_plan(view, bids, tricks_left=left), _held(view, cards))
    tells = outlook(_plan(view, (), tricks_left=left), _held(view, [*cards, *bids]))
    return [tells if choice else stays for choice in choices]


# playing and covering


def _played(view: Mapping[str, Any], choices: Sequence[Any]) -> list[float]:
    """What the round promises after playing each of the cards that may be played."""
    trick = trick_of(view, view["trick"])
    cards = {thing["slot"]: card_of(thing["item"]) for thing in view["hand"]}
    held = dict(zip(cards, _held(view, cards.values()), strict=True))
    spoils = _spoils(view, trick)
    done = {thing["seat"] for thing in view["trick"]}
    left = min(size - (seat not in done) for seat, size in enumerate(view["hand_sizes"]))
    plan = _plan(view, _own_bids(view), tricks_left=left)
    found = []
    for (slot,) in choices:
        card, rest = cards[slot], [each for other, each in held.items() if other != slot]
        chance = trick.chance(card)
        beaten = trick.best is not None and not trick.beats(card, trick.best)
        lost = outlook(plan, rest) + (spoils if beaten else 0.0) if chance < 1.0 else 0.0
        taken = _taken(plan, card, trick.led or card.suit, rest) if chance > 0.0 else 0.0
        found.append(chance * taken + (1.0 - chance) * lost)
    return found


def _taken(plan: Plan, card: Card, led: str, rest: Sequence[Held]) -> float:
    """What the round promises when this card has taken a trick in which `led` was led."""
    fitting = [bid for bid in plan.bids if covers(card, bid, led)]
    if fitting:
        return max(outlook(plan.covering(bid), rest) for bid in fitting)
    return outlook(plan.uncovering(card), rest)


def _spoils(view: Mapping[str, Any], trick: Trick) -> float:
    """What one gains if who has the trick now keeps it: something if that is an informant without one."""
    if trick.winning is None:
        return 0.0
    seat = view["trick"][trick.winning]["seat"]
    return _SPOILT if seat in view["informants"] and view["tricks"][seat] == 0 else 0.0


def _covered(view: Mapping[str, Any], choices: Sequence[Any]) -> list[float]:
    """What the round promises after covering each of the bid cards that the trick can cover."""
    held = _held(view, [card_of(thing["item"]) for thing in view["hand"]])
    names = {bid["slot"]: bid["item"] for bid in view["bids"][view["seat"]]}
    plan = _plan(view, _own_bids(view), tricks_left=min(view["hand_sizes"]))
    # Until it covers something the trick counts as a loose one.
    plan = plan._replace(loose=plan.loose - 1)
    return [outlook(plan.covering(card_of(names[slot]), again=False), held) for slot in choices]
