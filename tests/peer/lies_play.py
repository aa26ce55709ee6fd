"""Lies about gifts, cards, suits and predictions."""

from typing import Any

from engines.notice_state import PREDICT_OWN
from peer.outcome import Output
from protocol import payloads as said
from protocol.claims import NoSuitProof, prove_no_suit
from protocol.commitments import commit
from protocol.deck import card_point
from protocol.give import give_cards
from protocol.group import add, some, sub
from protocol.shares import make_shares
from tests.peer.liars import AT_OPENING, Liar, Lies, answer, changed
from tests.peer.recorded_game import Scene

LIES = Lies()

# gifts


def gift(liar: Liar, slots: tuple[int, ...], to: int | None = None, like: Any = None) -> said.Give:
    """These slots given, with a good proof, to a seat (to whom they are due by default)."""
    request: Any = liar.position.step.request_of(liar.seat)
    cards = [liar.position.cards[slot].card for slot in (like or slots)]
    keys = liar.deck.keys
    goal = keys[request.to if to is None else to]
    given, proof = give_cards(liar.context, liar.key, keys[liar.seat], goal, cards)
    return said.Give(slots, given, proof)


def receiver(liar: Liar) -> int:
    """Who should get the gift."""
    request: Any = liar.position.step.request_of(liar.seat)
    to: int = request.to
    return to


@LIES.lie(answer(said.Give), "proof", "give")
def gift_to_the_wrong_seat(liar: Liar) -> list[Output] | None:
    """Gives its hand to the seat that should not get it."""
    (other,) = [seat for seat in liar.others if seat != receiver(liar)]
    return liar.says(gift(liar, liar.honest.slots, other))


@LIES.lie(answer(said.Give), "proof", "give")
def gift_to_itself(liar: Liar) -> list[Output] | None:
    """Gives its hand in a form that only itself can read."""
    return liar.says(gift(liar, liar.honest.slots, liar.seat))


@LIES.lie(answer(said.Give), "rule", "not-held")
def gift_of_some_cards(liar: Liar) -> list[Output] | None:
    """Keeps one card of its hand back."""
    return liar.says(gift(liar, liar.honest.slots[:-1]))


@LIES.lie(answer(said.Give), "rule", "not-held")
def gift_of_nothing(liar: Liar) -> list[Output] | None:
    """Gives no slots, though cards."""
    return liar.says(changed(liar.honest, slots=()))


@LIES.lie(answer(said.Give), "shape", "give")
def gift_with_a_card_missing(liar: Liar) -> list[Output] | None:
    """Names all its slots and sends one card less."""
    return liar.says(changed(liar.honest, cards=liar.honest.cards[:-1]))


@LIES.lie(answer(said.Give), "rule", "not-held")
def gift_of_others_cards(liar: Liar) -> list[Output] | None:
    """Names the slots of another hand."""
    return liar.says(gift(liar, liar.position.state.hands[receiver(liar)]))


@LIES.lie(answer(said.Give), "rule", "not-held")
def gift_of_one_card_twice(liar: Liar) -> list[Output] | None:
    """Names one slot twice and another one not at all."""
    slots = liar.honest.slots
    return liar.says(gift(liar, (slots[0], *slots[:-1])))


@LIES.lie(answer(said.Give), "proof", "give")
def gift_with_one_card_twice(liar: Liar) -> list[Output] | None:
    """Names all its slots, and gives its first card for its last one as well."""
    slots = liar.honest.slots
    return liar.says(gift(liar, slots, like=(*slots[:-1], slots[0])))


@LIES.lie(answer(said.Give), "rule", "not-held")
def gift_in_another_order(liar: Liar) -> list[Output] | None:
    """Gives the right cards in another order than the rules name them."""
    return liar.says(gift(liar, liar.honest.slots[::-1]))


@LIES.lie(answer(said.Give), "proof", "give")
def gift_of_exchanged_cards(liar: Liar) -> list[Output] | None:
    """Exchanges two cards after their proof was made."""
    one, two, *rest = liar.honest.cards
    return liar.says(changed(liar.honest, cards=(two, one, *rest)))


@LIES.lie(answer(said.Give), "proof", "give")
def gift_of_a_better_card(liar: Liar) -> list[Output] | None:
    """Makes another face of one of the cards that it gives."""
    (a, b), *rest = liar.honest.cards
    shift = sub(card_point(6, 13), card_point(5, 13))
    return liar.says(changed(liar.honest, cards=((a, some(add(b, shift))), *rest)))


# cards


def turned(liar: Liar, *slots: int, claims: tuple[NoSuitProof, ...] = ()) -> said.Play:
    """A play of these slots, with good shares made with its own key, whoever holds them."""
    cards = [liar.position.cards[slot].card for slot in slots]
    shares, proof = make_shares(liar.context, liar.key, liar.deck.keys[liar.seat], cards)
    return said.Play(tuple(slots), shares, proof, claims)


def hand(liar: Liar) -> tuple[int, ...]:
    """The slots that it holds."""
    slots: tuple[int, ...] = liar.position.state.hands[liar.seat]
    return slots


def leads(scene: Scene) -> bool:
    """It begins the trick."""
    return not scene.state.trick


@LIES.lie(answer(said.Play), "rule", "not-held")
def card_of_another_hand(liar: Liar) -> list[Output] | None:
    """Plays a card that another seat holds."""
    return liar.says(turned(liar, liar.position.state.hands[liar.others[0]][0]))


@LIES.lie(answer(said.Play), "rule", "not-held")
def card_of_the_rest(liar: Liar) -> list[Output] | None:
    """Plays a card that nobody was dealt."""
    rest = next(slot for slot, held in liar.position.cards.items() if held.holder is None)
    return liar.says(turned(liar, rest))


@LIES.lie(answer(said.Play), "rule", "not-held")
def card_that_does_not_exist(liar: Liar) -> list[Output] | None:
    """Plays a slot that there is not."""
    return liar.says(changed(turned(liar, hand(liar)[0]), slots=(999_999,)))


@LIES.lie(answer(said.Play, later=lambda s: len(s.hand) < 8), "rule", "not-held")
def card_played_before(liar: Liar) -> list[Output] | None:
    """Plays a card that it has played already."""
    from engines.vocabulary import Played

    played = next(fact for fact in liar.position.facts if isinstance(fact, Played) and fact.seat == liar.seat)
    return liar.says(turned(liar, *played.slots))


@LIES.lie(answer(said.Play), "rule", "not-held")
def card_twice(liar: Liar) -> list[Output] | None:
    """Plays one card twice at once."""
    slot = hand(liar)[0]
    return liar.says(turned(liar, slot, slot))


@LIES.lie(answer(said.Play, leads=leads), "rule", "not-held")
def two_cards(liar: Liar) -> list[Output] | None:
    """Plays two of its cards at once."""
    return liar.says(turned(liar, *hand(liar)[:2]))


@LIES.lie(answer(said.Play, leads=leads), "shape", "play")
def no_card(liar: Liar) -> list[Output] | None:
    """Plays nothing, with the proof for something."""
    return liar.says(changed(liar.honest, slots=(), shares=()))


@LIES.lie(answer(said.Play, leads=leads), "rule", "not-held")
def nothing(liar: Liar) -> list[Output] | None:
    """Plays nothing, and proves nothing."""
    return liar.says(changed(liar.honest, slots=(), shares=(), proof=None))


@LIES.lie(answer(said.Play, leads=leads), "shape", "play")
def card_without_a_proof(liar: Liar) -> list[Output] | None:
    """Turns a card up without the proof that it is that card."""
    return liar.says(changed(liar.honest, proof=None))


@LIES.lie(answer(said.Play, leads=leads), "proof", "play")
def another_face(liar: Liar) -> list[Output] | None:
    """Turns a card up as another one that is in the deck."""
    (slot,), face = liar.honest.slots, liar.own.faces[liar.honest.slots[0]]
    other = face + 1 if face % 13 < 12 else face - 1
    shift = sub(card_point(face, 13), card_point(other, 13))
    assert slot in hand(liar)
    return liar.says(changed(liar.honest, shares=(some(add(liar.honest.shares[0], shift)),)))


@LIES.lie(answer(said.Play), "turn", "play")
def another_kind_of_answer(liar: Liar) -> list[Output] | None:
    """Answers something else than what is asked."""
    return liar.says(said.Seal(bytes(32)))


@LIES.lie(answer(said.Play, leads=leads), "turn", "nothing")
def out_of_turn(liar: Liar) -> list[Output] | None:
    """Plays, and plays the next card as well, before the seat whose turn it is."""
    sent = liar.goes_on(liar.honest)
    return sent + liar.says(turned(liar, hand(liar)[0]))


@LIES.lie(answer(said.Play, leads=leads), "turn", "nothing")
def out_of_turn_and_early(liar: Liar) -> list[Output] | None:
    """Shows its card only to the next seat and the one after it only a card that is out of turn."""
    following, last = (liar.seat + 1) % 3, (liar.seat + 2) % 3
    event = liar.event()
    liar.table.go_on(event, liar.honest)
    later = liar.event(turned(liar, hand(liar)[0]))
    liar.table.stop()
    return liar.send(event, to=[following]) + liar.send(later, to=[last])


# suits


def could_follow(scene: Scene) -> bool:
    """It holds cards of the led suit, cards of another one, and none of a third one."""
    suits = {face // 13 for face in scene.hand}
    return bool(scene.state.trick) and scene.state.trick[0] // 13 in suits and 1 < len(suits) < 4


def revoke(liar: Liar) -> tuple[int, int]:
    """A slot that it should not play, and the led suit."""
    led = liar.position.state.trick[0] // 13
    return next(slot for slot in hand(liar) if liar.own.faces[slot] // 13 != led), led


def claim(liar: Liar, slots: list[int], suit: int, steps: int = 0) -> NoSuitProof:
    """A proof that none of these slots is of this suit; where one is, the witness is another suit."""
    faces = [liar.own.faces[slot] for slot in slots]
    faces = [face if face // 13 != suit else (face + 13) % 52 for face in faces]
    cards = [liar.position.cards[slot].card for slot in slots]
    ctx = liar.position.context(liar.seat, liar.position.number - steps)
    return prove_no_suit(ctx, liar.key, liar.deck.keys[liar.seat], 13, cards, faces, suit)


def hidden(liar: Liar, played: int) -> list[int]:
    """What it keeps when it plays this slot."""
    return [slot for slot in hand(liar) if slot != played]


@LIES.lie(answer(said.Play, could=could_follow), "proof", "claim")
def revoke_without_a_proof(liar: Liar) -> list[Output] | None:
    """Does not follow suit, and says nothing about the rest of its hand."""
    slot, _ = revoke(liar)
    return liar.says(turned(liar, slot))


@LIES.lie(answer(said.Play, could=could_follow), "proof", "claim")
def revoke_with_a_proof_over_too_few_slots(liar: Liar) -> list[Output] | None:
    """Proves that it has none of the suit among some of its cards."""
    slot, led = revoke(liar)
    few = [other for other in hidden(liar, slot) if liar.own.faces[other] // 13 != led]
    return liar.says(turned(liar, slot, claims=(claim(liar, few, led),)))


@LIES.lie(answer(said.Play, could=could_follow), "proof", "claim")
def revoke_with_a_proof_over_other_slots(liar: Liar) -> list[Output] | None:
    """Proves as many cards as it holds to be of another suit, some of them twice."""
    slot, led = revoke(liar)
    kept = hidden(liar, slot)
    few = [other for other in kept if liar.own.faces[other] // 13 != led] or [slot]
    many = (few * len(kept))[: len(kept)]
    return liar.says(turned(liar, slot, claims=(claim(liar, many, led),)))


@LIES.lie(answer(said.Play, could=could_follow), "proof", "claim")
def revoke_with_the_proof_of_another_suit(liar: Liar) -> list[Output] | None:
    """Proves that its hand has none of a suit that was not led."""
    slot, _ = revoke(liar)
    missing = next(suit for suit in range(4) if suit not in {liar.own.faces[s] // 13 for s in hand(liar)})
    return liar.says(turned(liar, slot, claims=(claim(liar, hidden(liar, slot), missing),)))


@LIES.lie(answer(said.Play, could=could_follow), "proof", "claim")
def revoke_with_a_lying_witness(liar: Liar) -> list[Output] | None:
    """Proves the claim as if its cards of the led suit were of another one."""
    slot, led = revoke(liar)
    return liar.says(turned(liar, slot, claims=(claim(liar, hidden(liar, slot), led),)))


@LIES.lie(answer(said.Play, claims=lambda s: s.payload.claims != ()), "proof", "claim")
def claim_of_an_earlier_step(liar: Liar) -> list[Output] | None:
    """Uses a proof again that was good in the step before."""
    (slot,), led = liar.honest.slots, liar.position.state.trick[0] // 13
    again = claim(liar, hidden(liar, slot), led, steps=1)
    return liar.says(changed(liar.honest, claims=(again,)))


@LIES.lie(answer(said.Play, claims=lambda s: s.payload.claims != ()), "proof", "claim")
def claim_left_out(liar: Liar) -> list[Output] | None:
    """Cannot follow, and does not prove it."""
    return liar.says(changed(liar.honest, claims=()))


@LIES.lie(answer(said.Play, leads=leads), "proof", "claim")
def claim_that_nobody_asked_for(liar: Liar) -> list[Output] | None:
    """Adds a proof where none is owed."""
    (slot,) = liar.honest.slots
    return liar.says(changed(liar.honest, claims=(claim(liar, hidden(liar, slot), 0),)))


# predictions


def own_count(scene: Scene) -> bool:
    """The prediction about itself."""
    return bool(scene.state.section == PREDICT_OWN)


@LIES.lie(answer(said.Open), "opening", "open", AT_OPENING)
def prediction_opened_differently(liar: Liar) -> list[Output] | None:
    """Opens its own prediction as the number of tricks that it took."""
    first, second = liar.honest.openings
    won = liar.position.state.won[liar.seat]
    value = won if won != second.value else won + 1
    return liar.says(said.Open((first, said.Opening(second.nonce, value))))


@LIES.lie(answer(said.Open), "opening", "open", AT_OPENING)
def prediction_opened_with_another_nonce(liar: Liar) -> list[Output] | None:
    """Opens a prediction with a nonce that does not fit."""
    first, second = liar.honest.openings
    return liar.says(said.Open((said.Opening(bytes(32), first.value), second)))


@LIES.lie(answer(said.Open), "opening", "open", AT_OPENING)
def predictions_exchanged(liar: Liar) -> list[Output] | None:
    """Opens each of its predictions as the other one."""
    return liar.says(said.Open(liar.honest.openings[::-1]))


@LIES.lie(answer(said.Open), "shape", "open", AT_OPENING)
def prediction_kept_back(liar: Liar) -> list[Output] | None:
    """Opens only one of its predictions."""
    return liar.says(said.Open(liar.honest.openings[:1]))


@LIES.lie(answer(said.Seal, 0), "turn", "seal")
def opened_before_the_last_seal(liar: Liar) -> list[Output] | None:
    """Opens where it should seal."""
    return liar.says(said.Open((said.Opening(bytes(32), 3),)))


@LIES.lie(answer(said.Seal, 0, own=own_count), "opening", "open", AT_OPENING, patient=True)
def copied_seal(liar: Liar) -> list[Output] | None:
    """Seals the same bytes as another seat, and opens them as that seat does."""
    other = liar.others[0]
    if isinstance(liar.honest, said.Seal):
        return liar.goes_on(said.Seal(liar.said_now(other).commitment))
    if isinstance(liar.honest, said.Open):
        first, _ = liar.honest.openings
        return liar.says(said.Open((first, liar.said_now(other).openings[1])))
    return None


@LIES.lie(answer(said.Seal, 0, own=own_count), "rule", "range", AT_OPENING)
def impossible_prediction(liar: Liar) -> list[Output] | None:
    """Predicts more tricks than there are."""
    if not isinstance(liar.honest, said.Seal):
        return None
    request: Any = liar.position.step.request_of(liar.seat)
    liar.own.sealed[request.slot] = 99
    nonce = liar.own._nonce("seal", liar.position.number)
    return liar.goes_on(said.Seal(commit(liar.context, "seal", nonce, (99).to_bytes(4, "big"))))


@LIES.lie(answer(said.Seal, 1, own=own_count), "opening", "open", AT_OPENING)
def seal_of_an_earlier_round(liar: Liar) -> list[Output] | None:
    """Seals the bytes of its prediction of the round before, and opens them as it did then."""
    position = liar.position
    before = next(seal for slot, seal in position.seals.items() if seal.seat == liar.seat and 70 <= slot < 80)
    if isinstance(liar.honest, said.Seal):
        return liar.goes_on(said.Seal(before.commitment))
    if isinstance(liar.honest, said.Open):
        nonce = liar.own._nonce("seal", before.step)
        old = next(value for slot, value in liar.own.sealed.items() if 70 <= slot < 80)
        return liar.says(said.Open((liar.honest.openings[0], said.Opening(nonce, old))))
    return None


@LIES.lie(answer(said.Seal, 0, own=own_count), "opening", "open", AT_OPENING)
def seal_of_nothing(liar: Liar) -> list[Output] | None:
    """Seals random bytes, to decide later."""
    return liar.goes_on(said.Seal(bytes(32))) if isinstance(liar.honest, said.Seal) else None
