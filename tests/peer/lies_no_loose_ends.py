"""Lies about bid cards, informants, following and covering in No Loose Ends."""

from engines.no_loose_ends_state import (
    COVER,
    CROSS,
    ESCAPE,
    LIMIT,
    PLAN,
    RANKS,
    TRICKS,
    coverable,
    led_suit,
    must_bid,
    of_suit,
)
from engines.tricks import UNKNOWN
from protocol import payloads as said
from protocol.deck import card_point
from protocol.events import read_body
from protocol.group import add, some, sub
from tests.peer.false_answers import faces, laid, no_suit, none_of, owed, state, with_a_share
from tests.peer.liars import Liar, Lies, Told, answer, changed, section
from tests.peer.recorded_game import Scene, When

LIES = Lies("no-loose-ends")


def hand(liar: Liar) -> tuple[int, ...]:
    """The slots that it holds."""
    slots: tuple[int, ...] = state(liar).hands[liar.seat]
    return slots


def bids(liar: Liar, seat: int) -> list[int]:
    """The bid cards of a seat."""
    return [bid.slot for bid in state(liar).bids[seat]]


# planning


def has_bid(scene: Scene) -> bool:
    """It has a bid card, and might place another one."""
    return 0 < len(scene.state.bids[scene.seat]) < LIMIT[scene.state.seats]


def at_limit(scene: Scene) -> bool:
    """It has as many bid cards as are allowed."""
    return len(scene.state.bids[scene.seat]) == LIMIT[scene.state.seats]


def other_has_bid(scene: Scene) -> bool:
    """The other seat has a bid card."""
    return bool(scene.state.bids[1 - scene.seat])


def plans(**more: When) -> When:
    """A bid or a pass, and whatever else is asked for."""
    return answer(said.Play, None, plan=section(PLAN), **more)


@LIES.lie(plans(), "rule", "not-held")
def bid_of_another_hand(liar: Liar) -> Told:
    """Places a card of another hand."""
    return liar.says(laid(liar, state(liar).hands[liar.others[0]][0]))


@LIES.lie(plans(), "rule", "not-held")
def bid_of_a_leftover(liar: Liar) -> Told:
    """Places a card that nobody was dealt."""
    return liar.says(laid(liar, max(liar.position.cards)))


@LIES.lie(plans(bid=has_bid), "rule", "not-held")
def bid_placed_twice(liar: Liar) -> Told:
    """Places a bid card that lies before it already."""
    return liar.says(laid(liar, bids(liar, liar.seat)[0]))


@LIES.lie(plans(bid=other_has_bid), "rule", "not-held")
def bid_card_of_another_placed(liar: Liar) -> Told:
    """Places the bid card of another seat as its own."""
    return liar.says(laid(liar, bids(liar, liar.others[0])[0]))


@LIES.lie(plans(), "rule", "not-held")
def two_bids_at_once(liar: Liar) -> Told:
    """Places two bid cards in one turn."""
    known = faces(liar)
    return liar.says(laid(liar, *[slot for slot in hand(liar) if known[slot] != ESCAPE][:2]))


@LIES.lie(plans(), "proof", "play")
def bid_shown_as_another_card(liar: Liar) -> Told:
    """Turns a bid card up as another card of the deck."""
    card = next(slot for slot in hand(liar) if liar.own.faces[slot] not in (0, ESCAPE))
    honest = laid(liar, card)
    shift = sub(card_point(liar.own.faces[card], RANKS), card_point(0, RANKS))
    return liar.says(changed(honest, shares=(some(add(honest.shares[0], shift)),)))


@LIES.lie(plans(escape=lambda s: ESCAPE in s.hand and not at_limit(s)), "rule", "escape-bid")
def escape_bid(liar: Liar) -> Told:
    """Places an escape card as a bid card."""
    return liar.says(laid(liar, next(slot for slot in hand(liar) if liar.own.faces[slot] == ESCAPE)))


@LIES.lie(plans(limit=at_limit), "rule", "bid-limit")
def bid_beyond_the_limit(liar: Liar) -> Told:
    """Places one bid card more than is allowed."""
    return liar.says(laid(liar, next(slot for slot in hand(liar) if liar.own.faces[slot] != ESCAPE)))


def second_informant(scene: Scene) -> bool:
    """There is an informant, and it has no bid card."""
    return must_bid(scene.state) and not scene.state.bids[scene.seat]


@LIES.lie(plans(second=second_informant), "rule", "must-bid")
def pass_that_makes_a_second_informant(liar: Liar) -> Told:
    """Passes without a bid card though there is an informant."""
    return liar.says(laid(liar))


@LIES.lie(plans(other=lambda s: 1 - s.seat in s.state.passed), "turn", "nothing", by_another=True)
def bid_after_passing(liar: Liar) -> Told:
    """Places a bid card though it has passed."""
    return liar.says(laid(liar, hand(liar)[0]))


@LIES.lie(plans(early=lambda s: not s.state.passed), "turn", "nothing", by_another=True)
def pass_out_of_turn(liar: Liar) -> Told:
    """Passes before the seat whose turn it is."""
    return liar.says(laid(liar))


@LIES.lie(plans(passes=lambda s: s.payload.slots == ()), "proof", "claim")
def pass_with_a_claim(liar: Liar) -> Told:
    """Passes and proves something that nobody asked for."""
    missing = [face for face in of_suit(state(liar), 0) if face not in liar.own.faces.values()]
    return liar.says(laid(liar, claims=[none_of(liar, hand(liar), missing)]))


@LIES.lie(plans(passes=lambda s: s.payload.slots == () and s.state.bids[s.seat] != ()), "turn", "play")
def bids_taken_back_in_the_place_of_a_pass(liar: Liar) -> Told:
    """Takes its bid cards back in the place of passing."""
    return liar.says(said.Choose(True))


@LIES.lie(
    plans(passes=lambda s: s.payload.slots == () and s.state.passed != () and s.state.bids[s.seat] != ()),
    "turn",
    "play",
)
def bids_taken_back_by_the_second(liar: Liar) -> Told:
    """Takes its bid cards back after passing though another seat passed first."""
    return liar.goes_on(liar.honest) + liar.says(said.Choose(True))


@LIES.lie(answer(said.Choose, cross=section(CROSS)), "turn", "nothing", by_another=True)
def bids_taken_back_by_another(liar: Liar) -> Told:
    """Takes its bid cards back when another seat may."""
    return liar.says(said.Choose(True))


@LIES.lie(answer(said.Choose, cross=section(CROSS)), "rule", "cross")
def one_bid_taken_back(liar: Liar) -> Told:
    """Takes back one of its bid cards only."""
    return liar.says(said.Choose((bids(liar, liar.seat)[0],)))


@LIES.lie(answer(said.Choose, cross=section(CROSS)), "turn", "choose")
def bid_in_the_place_of_a_decision(liar: Liar) -> Told:
    """Places another bid card where it says whether it takes them back."""
    return liar.says(laid(liar, hand(liar)[0]))


@LIES.lie(
    answer(said.Choose, cross=section(CROSS), crosses=lambda s: s.payload.choice is True), "equivocation", ""
)
def decision_taken_back(liar: Liar) -> Told:
    """Takes its bid cards back, and then says that it leaves them."""
    if liar.position.number != liar.scene.number:
        return None
    body = read_body(liar.scene.event)
    sent = liar.goes_on(liar.honest)
    second = liar.event(said.Choose(False), step=body.step, previous=body.previous, position=body.position)
    return sent + liar.send(second) + liar.table.stop()


# tricks


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


# covering


def some_do_not(scene: Scene) -> bool:
    """It has a bid card that the trick cannot cover, and that is not covered."""
    able = coverable(scene.state)
    return any(bid.slot not in able and not bid.covered for bid in scene.state.bids[scene.seat])


def covers(**more: When) -> When:
    """A bid card is to be covered, and more than one could be."""
    return answer(said.Choose, None, cover=section(COVER), **more)


@LIES.lie(covers(some=some_do_not), "rule", "cover")
def cover_that_does_not_qualify(liar: Liar) -> Told:
    """Covers a bid card that has neither the number nor the suits of the trick."""
    able = coverable(state(liar))
    mine = state(liar).bids[liar.seat]
    return liar.says(said.Choose(next(bid.slot for bid in mine if bid.slot not in able and not bid.covered)))


@LIES.lie(covers(covered=lambda s: any(bid.covered for bid in s.state.bids[s.seat])), "rule", "cover")
def cover_of_a_covered_card(liar: Liar) -> Told:
    """Covers a bid card a second time."""
    return liar.says(said.Choose(next(bid.slot for bid in state(liar).bids[liar.seat] if bid.covered)))


@LIES.lie(covers(other=other_has_bid), "rule", "cover")
def cover_of_anothers_card(liar: Liar) -> Told:
    """Covers a bid card of another seat."""
    return liar.says(said.Choose(bids(liar, liar.others[0])[0]))


@LIES.lie(covers(), "rule", "cover")
def cover_of_a_card_in_the_hand(liar: Liar) -> Told:
    """Covers a card that it holds."""
    return liar.says(said.Choose(hand(liar)[0]))


@LIES.lie(covers(), "rule", "cover")
def cover_of_two_cards(liar: Liar) -> Told:
    """Covers all bid cards that the trick could cover."""
    return liar.says(said.Choose(tuple(coverable(state(liar)))))


@LIES.lie(covers(), "rule", "cover")
def no_cover(liar: Liar) -> Told:
    """Covers nothing though something must be covered."""
    return liar.says(said.Choose(()))


@LIES.lie(covers(), "turn", "nothing", by_another=True)
def cover_by_the_loser(liar: Liar) -> Told:
    """Covers a bid card with a trick that another seat took."""
    return liar.says(said.Choose((bids(liar, liar.seat) or [0])[0]))
