"""Lies about cards played and following in No Loose Ends."""

from engines.no_loose_ends_state import (
    ESCAPE,
    RANKS,
    TRICKS,
    led_suit,
)
from engines.tricks import UNKNOWN
from protocol import payloads as said
from protocol.deck import card_point
from protocol.group import add, some, sub
from tests.peer.false_answers import faces, laid, no_suit, none_of, owed, state, with_a_share
from tests.peer.liars import Liar, Lies, Told, answer, changed, section
from tests.peer.lies_no_loose_ends import bids, hand, other_has_bid
from tests.peer.recorded_game import Scene, When

LIES = Lies("no-loose-ends")


def plays(**more: When) -> When:
    """A card played to a trick, and whatever else is asked for."""
    return answer(said.Play, None, tricks=section(TRICKS), **more)


def leads(scene: Scene) -> bool:
    """It begins the trick."""
    return not scene.state.trick


def owns_bid(scene: Scene) -> bool:
    """It has a bid card before it."""
    return bool(scene.state.bids[scene.seat])


@LIES.lie(plays(leads=leads, bid=owns_bid), "rule", "not-held")
def bid_card_played(liar: Liar) -> Told:
    """Plays a bid card as if it were in the hand."""
    return liar.says(laid(liar, bids(liar, liar.seat)[0]))


@LIES.lie(plays(leads=leads, bid=owns_bid), "shape", "play")
def bid_card_played_with_a_share(liar: Liar) -> Told:
    """Plays a bid card with the share of a hidden card."""
    down = next(slot for slot in hand(liar) if slot not in liar.position.face_up)
    return liar.says(with_a_share(liar, bids(liar, liar.seat)[0], down))


@LIES.lie(plays(bid=other_has_bid), "rule", "not-held")
def bid_card_of_another_played(liar: Liar) -> Told:
    """Plays a bid card of another seat."""
    return liar.says(laid(liar, bids(liar, liar.others[0])[0]))


@LIES.lie(plays(leads=leads), "rule", "not-held")
def nothing_played(liar: Liar) -> Told:
    """Passes where a card is due."""
    return liar.says(laid(liar))


@LIES.lie(plays(), "turn", "nothing", by_another=True)
def card_out_of_turn(liar: Liar) -> Told:
    """Plays a card before the seat whose turn it is."""
    return liar.says(laid(liar, hand(liar)[0]))


def holds_known(scene: Scene) -> bool:
    """It holds cards that it has taken back."""
    return bool(scene.state.known) and scene.state.known[0][0] in scene.state.hands[scene.seat]


def known_follows(scene: Scene) -> bool:
    """A card that it has taken back is of the led suit, and it holds another card that is not."""
    s = scene.state
    led = led_suit(s.trick)
    suits = {face // RANKS for face in scene.hand if face != ESCAPE}
    return (
        led != UNKNOWN
        and holds_known(scene)
        and led in {face // RANKS for _, face in s.known}
        and len(suits) > 1
    )


def revoke(liar: Liar) -> int:
    """A card that it should not play."""
    known, led = faces(liar), led_suit(state(liar).trick)
    return next(
        slot
        for slot in hand(liar)
        if known[slot] // RANKS != led and known[slot] != ESCAPE and slot not in dict(state(liar).known)
    )


def hidden_but(liar: Liar, slot: int) -> list[int]:
    """The cards that nobody else knows, when it plays this one."""
    return [other for other in hand(liar) if other != slot and other not in dict(state(liar).known)]


@LIES.lie(plays(follows=known_follows), "rule", "follow")
def revoke_that_everybody_sees(liar: Liar) -> Told:
    """Does not follow though everybody knows a card of the led suit in its hand: a bid card taken back."""
    return liar.says(laid(liar, revoke(liar)))


@LIES.lie(plays(follows=known_follows), "rule", "follow")
def known_card_denied(liar: Liar) -> Told:
    """Proves of the cards that nobody knows that they are not of the led suit, of which it has taken one
    back.
    """
    slot = revoke(liar)
    return liar.says(
        laid(liar, slot, claims=[no_suit(liar, hidden_but(liar, slot), led_suit(state(liar).trick))])
    )


@LIES.lie(plays(leads=leads, known=holds_known), "shape", "play")
def known_card_played_with_a_share(liar: Liar) -> Told:
    """Plays a card that it has taken back with the share of another one."""
    up = next(slot for slot, _ in state(liar).known if slot in hand(liar))
    return liar.says(with_a_share(liar, up, hidden_but(liar, up)[0]))


def hidden_follows(scene: Scene) -> bool:
    """It must follow, as it alone can see: it has taken cards back, but none of the led suit."""
    s = scene.state
    led = led_suit(s.trick)
    suits = {face // RANKS for face in scene.hand if face != ESCAPE}
    return (
        holds_known(scene)
        and led in suits
        and led not in {face // RANKS for _, face in s.known}
        and suits != {led} | {face // RANKS for _, face in s.known}
    )


@LIES.lie(plays(follows=hidden_follows), "proof", "claim")
def revoke_with_a_proof_about_known_cards(liar: Liar) -> Told:
    """Proves of the cards that it has taken back, and everybody knows, that they are not of the led suit."""
    claim = owed(liar, slot := revoke(liar))
    known = [n for n, _ in state(liar).known]
    many = [known[i % len(known)] for i in range(len(claim.slots))]
    return liar.says(laid(liar, slot, claims=[no_suit(liar, many, claim.faces[0] // RANKS)]))


def could_follow(scene: Scene) -> bool:
    """It must follow, as it alone can see; and it has cards of two other suits, but not of all, nor a card
    that it has taken back.
    """
    s = scene.state
    led = led_suit(s.trick)
    suits = {face // RANKS for face in scene.hand if face != ESCAPE}
    return led in suits and len(suits) > 1 and not holds_known(scene)


@LIES.lie(plays(could=could_follow), "proof", "claim")
def revoke_without_a_proof(liar: Liar) -> Told:
    """Does not follow, and says nothing about the rest of its hand."""
    return liar.says(laid(liar, revoke(liar)))


@LIES.lie(plays(could=could_follow), "proof", "claim")
def revoke_with_a_lying_witness(liar: Liar) -> Told:
    """Proves it as if its cards of the led suit were of another one."""
    claim = owed(liar, slot := revoke(liar))
    return liar.says(laid(liar, slot, claims=[no_suit(liar, claim.slots, claim.faces[0] // RANKS)]))


@LIES.lie(plays(could=could_follow), "proof", "claim")
def revoke_with_a_proof_over_too_few_slots(liar: Liar) -> Told:
    """Proves it of those of its cards of which it is true."""
    claim = owed(liar, slot := revoke(liar))
    true = [n for n in claim.slots if liar.own.faces[n] not in claim.faces]
    return liar.says(laid(liar, slot, claims=[no_suit(liar, true, claim.faces[0] // RANKS)]))


@LIES.lie(plays(could=could_follow), "proof", "claim")
def revoke_with_a_proof_of_escape_cards(liar: Liar) -> Told:
    """Proves that it keeps no escape card, in the place of no card of the led suit."""
    claim = owed(liar, slot := revoke(liar))
    return liar.says(laid(liar, slot, claims=[no_suit(liar, claim.slots, ESCAPE // RANKS)]))


@LIES.lie(plays(could=could_follow), "proof", "claim")
def revoke_with_a_smaller_set(liar: Liar) -> Told:
    """Proves by the other kind of proof that it has none of those cards of the suit that it has not."""
    claim = owed(liar, slot := revoke(liar))
    mine = {liar.own.faces[n] for n in claim.slots}
    few = [face for face in claim.faces if face not in mine]
    return liar.says(laid(liar, slot, claims=[none_of(liar, claim.slots, few)]))


def claims_something(scene: Scene) -> bool:
    """It cannot follow, and proves it."""
    return bool(scene.payload.claims)


@LIES.lie(plays(claims=claims_something), "proof", "claim")
def claim_of_the_other_kind(liar: Liar) -> Told:
    """Cannot follow, and proves it truly, but by the slower proof for sets that are no suit."""
    claim = owed(liar, *liar.honest.slots)
    return liar.says(changed(liar.honest, claims=(none_of(liar, claim.slots, claim.faces),)))


@LIES.lie(plays(claims=claims_something), "proof", "claim")
def claim_of_an_earlier_step(liar: Liar) -> Told:
    """Uses a proof again that was good in the step before."""
    claim = owed(liar, *liar.honest.slots)
    again = no_suit(liar, claim.slots, claim.faces[0] // RANKS, steps=1)
    return liar.says(changed(liar.honest, claims=(again,)))


@LIES.lie(plays(claims=claims_something), "proof", "claim")
def claim_left_out(liar: Liar) -> Told:
    """Cannot follow, and does not prove it."""
    return liar.says(changed(liar.honest, claims=()))


def escapes(scene: Scene) -> bool:
    """It holds an escape card and another one, and need not lead."""
    return ESCAPE in scene.hand and led_suit(scene.state.trick) != UNKNOWN


@LIES.lie(plays(escape=escapes), "proof", "claim")
def escape_with_a_claim(liar: Liar) -> Told:
    """Plays an escape card and proves that it cannot follow, of which nobody asked a proof."""
    slot = next(slot for slot in hand(liar) if liar.own.faces[slot] == ESCAPE)
    suit = led_suit(state(liar).trick)
    return liar.says(laid(liar, slot, claims=[no_suit(liar, hidden_but(liar, slot), suit)]))


@LIES.lie(plays(escape=escapes), "proof", "play")
def card_played_as_an_escape(liar: Liar) -> Told:
    """Turns a card up as an escape card, so as not to have to follow."""
    slot = next(n for n in hand(liar) if n in liar.own.faces and liar.own.faces[n] != ESCAPE)
    down = next(n for n in (slot, *hidden_but(liar, slot)) if n not in dict(state(liar).known))
    honest = changed(laid(liar, down), claims=())
    shift = sub(card_point(liar.own.faces[down], RANKS), card_point(ESCAPE, RANKS))
    return liar.says(changed(honest, shares=(some(add(honest.shares[0], shift)),)))
