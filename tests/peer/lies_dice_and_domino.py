"""Lies about hands laid anew, draws and rolls in Dice And Domino."""

from engines.dice_and_domino_state import (
    AFTER,
    DRAW,
    ROLL,
)
from engines.vocabulary import Deal
from protocol import payloads as said
from protocol.deck import Card, card_point
from protocol.events import read_body
from protocol.group import add, base, mul, some, sub
from tests.peer.false_answers import (
    better_contribution,
    cards,
    laid,
    mixed,
    proven,
    request,
    state,
    undealt,
)
from tests.peer.liars import Liar, Lies, Told, answer, changed, section
from tests.peer.recorded_game import Scene
from tests.protocol.chance import random_scalar

LIES = Lies("dice-and-domino")


# dice


@LIES.lie(answer(said.CoinReveal, dice=section(ROLL)), "opening", "coin-open", patient=True)
def dice_rolled_again(liar: Liar) -> Told:
    """Having seen what all others contribute, shows a number that rolls a tile that it holds."""
    hand = {tuple(divmod(liar.own.faces[slot], 7)) for slot in state(liar).hands[liar.seat]}
    return liar.says(better_contribution(liar, lambda n: (n[0] + 1, n[1] + 1) in hand))


@LIES.lie(answer(said.CoinCommit, dice=section(ROLL)), "turn", "coin")
def faces_kept_without_leave(liar: Liar) -> Told:
    """Keeps the faces of the dice of the turn before, though it discarded no double perfect."""
    return liar.says(said.Choose("keep"))


# hands laid anew


def whole(scene: Scene) -> bool:
    """It holds at least three tiles, so that one stays in the hand."""
    return len(scene.hand) > 2


def own_cards(liar: Liar) -> list[Card]:
    """Its hand, laid anew honestly."""
    return [Card(*card) for card in liar.honest.cards]


@LIES.lie(answer(said.Mixed, whole=whole), "proof", "mix")
def mix_with_a_tile_exchanged(liar: Liar) -> Told:
    """Exchanges a placed tile and one that it keeps after its proof was made."""
    first, *middle, last = liar.honest.cards
    return liar.says(changed(liar.honest, cards=(last, *middle, first)))


@LIES.lie(answer(said.Mixed, whole=whole), "proof", "mix")
def mix_with_a_tile_twice(liar: Liar) -> Told:
    """Lays one tile twice, in the place of another, encrypted afresh."""
    hand, r, key = own_cards(liar), random_scalar(), liar.deck.keys[liar.seat]
    twice = Card(some(add(hand[0].a, base(r))), some(add(hand[0].b, mul(r, key))))
    return liar.says(proven(liar, [*hand[:-1], twice]))


@LIES.lie(answer(said.Mixed, whole=whole), "proof", "mix")
def mix_with_a_better_tile(liar: Liar) -> Told:
    """Makes another tile of one of its own: one that bears the faces of both dice."""
    hand = own_cards(liar)
    low, high = sorted(state(liar).dice)
    shift = sub(card_point(low * 7 + high, 7), card_point(liar.own.faces[request(liar).slots[0]], 7))
    return liar.says(proven(liar, [Card(hand[0].a, some(add(hand[0].b, shift or base(1)))), *hand[1:]]))


@LIES.lie(answer(said.Mixed, whole=whole), "shape", "mix")
def mix_with_a_tile_left_out(liar: Liar) -> Told:
    """Lays one tile less than it holds, with a good proof for the others."""
    return liar.says(mixed(liar, cards(liar, request(liar).slots[:-1])))


@LIES.lie(answer(said.Mixed, whole=whole), "shape", "mix")
def mix_with_a_tile_more(liar: Liar) -> Told:
    """Lays a tile of the boneyard among its own."""
    return liar.says(mixed(liar, cards(liar, (*request(liar).slots, undealt(liar)))))


@LIES.lie(answer(said.Mixed, whole=whole), "proof", "mix")
def mix_with_a_tile_of_the_boneyard(liar: Liar) -> Told:
    """Lays a tile of the boneyard in the place of one of its own."""
    return liar.says(mixed(liar, cards(liar, (*request(liar).slots[:-1], undealt(liar)))))


@LIES.lie(answer(said.Mixed, whole=whole), "proof", "mix")
def mix_of_another_hand(liar: Liar) -> Told:
    """Lays the tiles of another hand as its own."""
    theirs = state(liar).hands[liar.others[0]]
    count = len(request(liar).slots)
    return liar.says(mixed(liar, cards(liar, [theirs[i % len(theirs)] for i in range(count)])))


@LIES.lie(answer(said.Mixed, whole=whole), "proof", "mix")
def mix_with_a_tile_of_another_hand(liar: Liar) -> Told:
    """Lays one tile of another hand in the place of one of its own."""
    theirs = state(liar).hands[liar.others[0]][0]
    return liar.says(mixed(liar, cards(liar, (*request(liar).slots[:-1], theirs))))


@LIES.lie(answer(said.Mixed, whole=whole), "proof", "mix")
def mix_under_another_key(liar: Liar) -> Told:
    """Encrypts its hand afresh under the key of another seat, with a good proof for that key."""
    before = cards(liar, request(liar).slots)
    return liar.says(mixed(liar, before, liar.deck.keys[liar.others[0]]))


def mixed_before(liar: Liar) -> said.Mixed:
    """What it said when it laid as many tiles the last time."""
    bodies = [body for body in map(read_body, liar.table.events()) if body.seat == liar.seat]
    payloads = [said.decode_payload(body.payload) for body in bodies]
    return next(
        payload
        for payload in reversed(payloads)
        if isinstance(payload, said.Mixed) and len(payload.cards) == len(liar.honest.cards)
    )


def not_the_first(scene: Scene) -> bool:
    """It has laid as many tiles before."""
    return bool(scene.state.turn > 0 and len(scene.hand) == 4)


@LIES.lie(answer(said.Mixed, later=not_the_first), "proof", "mix")
def mix_of_an_earlier_turn(liar: Liar) -> Told:
    """Lays its tiles as it did in a turn before, with the proof of then."""
    return liar.says(mixed_before(liar))


@LIES.lie(answer(said.Mixed, later=not_the_first), "proof", "mix")
def mix_with_the_proof_of_an_earlier_one(liar: Liar) -> Told:
    """Lays its hand anew with the proof of a turn before."""
    return liar.says(changed(liar.honest, proof=mixed_before(liar).proof))


@LIES.lie(answer(said.Mixed), "turn", "mix")
def turned_up_before_all_have_placed(liar: Liar) -> Told:
    """Turns tiles up where everybody still places."""
    return liar.says(laid(liar, *state(liar).hands[liar.seat][:2]))


@LIES.lie(answer(said.Mixed, again=lambda s: s.state.turn > 0), "equivocation", "")
def mix_taken_back(liar: Liar) -> Told:
    """Places, and then places something else, to everybody."""
    if liar.position.number != liar.scene.number:
        return None
    second = liar.event(mixed(liar, cards(liar, request(liar).slots)))
    return liar.goes_on(liar.honest) + liar.send(second) + liar.table.stop()


# draws


def one_draws(scene: Scene) -> bool:
    """It alone owes a share, since it alone does not draw."""
    return bool(scene.state.section == DRAW and len(scene.step.wanted) == 1)


@LIES.lie(answer(said.Shares, draw=section(DRAW)), "proof", "shares")
def share_of_the_next_tile(liar: Liar) -> Told:
    """Gives a share of the next tile in the boneyard, in the place of the one that is drawn."""
    (due,) = liar.position.step.owed[liar.seat]  # type: ignore[index]
    next_one = max(slot for slot, held in liar.position.cards.items() if held.holder is None)
    assert next_one != due
    return liar.says(said.Shares(*liar.own._turned(liar.position, [next_one])))


@LIES.lie(answer(said.Shares, draw=section(DRAW)), "proof", "shares")
def share_of_a_tile_of_its_own(liar: Liar) -> Told:
    """Gives a share of a tile that it holds, which is good for nobody."""
    return liar.says(said.Shares(*liar.own._turned(liar.position, state(liar).hands[liar.seat][:1])))


@LIES.lie(answer(said.Shares, draw=section(DRAW)), "shape", "shares")
def share_of_one_tile_more(liar: Liar) -> Told:
    """Gives a share of a tile that nobody draws as well."""
    (due,) = liar.position.step.owed[liar.seat]  # type: ignore[index]
    next_one = max(slot for slot, held in liar.position.cards.items() if held.holder is None)
    return liar.says(said.Shares(*liar.own._turned(liar.position, [due, next_one])))


@LIES.lie(answer(said.Shares, one=one_draws), "turn", "shares")
def draw_that_is_not_its_own(liar: Liar) -> Told:
    """Takes the tile that another seat draws, and lays its hand anew with it."""
    deal = liar.position.step.requests[0]
    assert isinstance(deal, Deal)
    drawn = next(slot for hand in deal.hands for slot in hand)
    return liar.says(mixed(liar, cards(liar, (*state(liar).hands[liar.seat][1:], drawn))))


# who rolls next


@LIES.lie(answer(said.Choose, after=section(AFTER)), "rule", "range")
def faces_of_its_choice(liar: Liar) -> Told:
    """Says after a double perfect which faces the next turn has."""
    return liar.says(said.Choose((6, 6)))


@LIES.lie(answer(said.Choose, after=section(AFTER)), "turn", "nothing", by_another=True)
def faces_kept_by_another(liar: Liar) -> Told:
    """Keeps the faces of the dice after the double perfect of another seat."""
    return liar.says(said.Choose("keep"))


@LIES.lie(answer(said.Choose, after=section(AFTER)), "turn", "nothing", by_another=True)
def share_that_nobody_asked_for(liar: Liar) -> Told:
    """Gives a share of the next tile in the boneyard, as if somebody drew it."""
    next_one = max(slot for slot, held in liar.position.cards.items() if held.holder is None)
    return liar.says(said.Shares(*liar.own._turned(liar.position, [next_one])))
