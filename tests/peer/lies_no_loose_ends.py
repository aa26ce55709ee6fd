"""Lies about bid cards, informants and covering in No Loose Ends."""

from engines.no_loose_ends_state import (
    COVER,
    CROSS,
    ESCAPE,
    LIMIT,
    PLAN,
    RANKS,
    coverable,
    must_bid,
    of_suit,
)
from protocol import payloads as said
from protocol.deck import card_point
from protocol.events import read_body
from protocol.group import add, some, sub
from tests.peer.false_answers import faces, laid, none_of, state
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


@LIES.lie(answer(said.Choose, cross=section(CROSS)), "rule", "cross")
def one_for_yes(liar: Liar) -> Told:
    """Takes its bid cards back by the number 1, which some programs take for yes and others do not."""
    return liar.says(said.Choose(1))


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
