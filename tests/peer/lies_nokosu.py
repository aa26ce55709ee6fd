"""Lies about the dice, the declarations and the trumps of Nokosu Dice."""

from collections.abc import Callable

from engines.nokosu_state import (
    BAG,
    CARDS,
    DRAFT,
    NOTHING,
    TRICKS,
    TRUMP,
    ZERO,
    State,
    colour,
    dice,
    draw_count,
    first_die,
    number,
    suits,
    trick,
    trump_die,
)
from engines.vocabulary import Played
from protocol import payloads as said
from protocol.events import read_body
from tests.peer.false_answers import (
    IDENTITY,
    better_contribution,
    faces,
    hollow,
    laid,
    no_suit,
    none_of,
    owed,
    state,
    with_a_share,
)
from tests.peer.liars import Liar, Lies, Told, answer, changed, section
from tests.peer.recorded_game import Scene

GAME = "nokosu"
LIES = Lies(GAME)


# dice


@LIES.lie(answer(said.CoinReveal, bag=section(BAG)), "opening", "coin-open", patient=True)
def dice_rolled_again(liar: Liar) -> Told:
    """Having seen what all others contribute to the dice, shows a number with which its own die is a six."""
    mine = 2 * liar.seat + 1
    return liar.says(better_contribution(liar, lambda numbers: numbers[mine] == 5))


@LIES.lie(answer(said.CoinReveal, bag=section(BAG)), "opening", "coin-open", patient=True)
def dice_of_another_colour(liar: Liar) -> Told:
    """Having seen what all others contribute, draws the first die from another place in the bag."""
    return liar.says(better_contribution(liar, lambda numbers: numbers[0] == 0))


@LIES.lie(answer(said.CoinReveal, bag=section(BAG)), "turn", "coin-open")
def dice_named_by_hand(liar: Liar) -> Told:
    """Says what its dice are, in the place of its part of the roll."""
    return liar.says(said.Choose((0, 5)))


@LIES.lie(answer(said.Choose, draft=section(DRAFT)), "rule", "not-held")
def die_that_is_still_in_the_bag(liar: Liar) -> Told:
    """Takes a die that was not drawn."""
    return liar.says(said.Choose(first_die(state(liar)) + draw_count(state(liar))))


@LIES.lie(
    answer(said.Choose, draft=section(DRAFT), later=lambda s: len(s.state.pool) < 9), "rule", "not-held"
)
def pool_die_taken_twice(liar: Liar) -> Told:
    """Takes a die from the middle that it has taken already."""
    return liar.says(said.Choose(dice(state(liar), liar.seat)[-1]))


@LIES.lie(
    answer(said.Choose, draft=section(DRAFT), later=lambda s: len(s.state.pool) < 9), "rule", "not-held"
)
def pool_die_of_another(liar: Liar) -> Told:
    """Takes a die that another seat has taken from the middle."""
    return liar.says(said.Choose(dice(state(liar), liar.others[0])[-1]))


@LIES.lie(answer(said.Choose, draft=section(DRAFT)), "rule", "not-held")
def two_dice_at_once(liar: Liar) -> Told:
    """Takes two dice from the middle."""
    return liar.says(said.Choose(state(liar).pool[:2]))


@LIES.lie(answer(said.Choose, draft=section(DRAFT)), "rule", "not-held")
def no_die(liar: Liar) -> Told:
    """Takes none, so that another die is left for the trump."""
    return liar.says(said.Choose(NOTHING))


@LIES.lie(answer(said.Choose, draft=section(DRAFT)), "turn", "nothing", by_another=True)
def die_out_of_turn(liar: Liar) -> Told:
    """Takes a die before the seat whose turn it is."""
    return liar.says(said.Choose(state(liar).pool[0]))


# declarations


@LIES.lie(answer(said.Choose, zero=section(ZERO)), "turn", "nothing", by_another=True)
def zero_out_of_turn(liar: Liar) -> Told:
    """Declares zero before the seat whose turn it is."""
    return liar.says(said.Choose(dice(state(liar), liar.seat)[0]))


def declares(scene: Scene) -> bool:
    """It declares zero."""
    return bool(scene.state.section == ZERO and scene.payload.choice != NOTHING)


@LIES.lie(answer(said.Choose, zero=section(ZERO)), "rule", "not-held")
def zero_with_the_trump_die(liar: Liar) -> Told:
    """Declares zero and puts the trump die back into the bag."""
    return liar.says(said.Choose(state(liar).pool[0]))


@LIES.lie(answer(said.Choose, zero=section(ZERO)), "rule", "not-held")
def zero_with_the_die_of_another(liar: Liar) -> Told:
    """Declares zero and puts back a die of another seat."""
    return liar.says(said.Choose(dice(state(liar), liar.others[0])[0]))


@LIES.lie(answer(said.Choose, zero=section(ZERO)), "rule", "not-held")
def zero_with_a_card(liar: Liar) -> Told:
    """Declares zero and puts a card into the bag."""
    return liar.says(said.Choose(state(liar).hands[liar.seat][0]))


@LIES.lie(answer(said.Choose, zero=section(ZERO)), "rule", "not-held")
def zero_without_a_die(liar: Liar) -> Told:
    """Declares zero and keeps all its dice."""
    return liar.says(said.Choose(True))


@LIES.lie(answer(said.Choose, declares=declares), "turn", "nothing")
def zero_declared_twice(liar: Liar) -> Told:
    """Declares, and puts another die back before the seat whose turn it is."""
    return liar.goes_on(liar.honest) + liar.says(said.Choose(dice(state(liar), liar.seat)[0]))


@LIES.lie(answer(said.Play, tricks=section(TRICKS)), "turn", "play")
def zero_declared_late(liar: Liar) -> Told:
    """Declares zero when the tricks have begun."""
    return liar.says(said.Choose(dice(state(liar), liar.seat)[0]))


@LIES.lie(answer(said.Play, first=lambda s: not s.state.plays), "equivocation", "")
def zero_declared_after_the_first_card(liar: Liar) -> Told:
    """Leads, and then says that it had declared zero when it was asked."""
    if liar.position.number != liar.scene.number:
        return None
    sent = liar.goes_on(liar.honest)
    mine = [body for body in map(read_body, liar.table.events()) if body.seat == liar.seat]
    body = next(body for body in reversed(mine) if isinstance(said.decode_payload(body.payload), said.Choose))
    choice = said.Choose(dice(state(liar), liar.seat)[0])
    second = liar.event(choice, step=body.step, previous=body.previous, position=body.position)
    return sent + liar.send(second) + liar.table.stop()


# dice in the tricks


@LIES.lie(answer(said.Play, tricks=section(TRICKS)), "turn", "nothing", by_another=True)
def card_out_of_turn(liar: Liar) -> Told:
    """Plays a card before the seat whose turn it is."""
    return liar.says(laid(liar, state(liar).hands[liar.seat][0]))


def on_its_last(scene: Scene) -> bool:
    """It has one die left, which it may not play, and leads."""
    s = scene.state
    return bool(
        s.section == TRICKS
        and s.zero[scene.seat] == NOTHING
        and len(dice(s, scene.seat)) == 1
        and not trick(s)
    )


@LIES.lie(answer(said.Play, last=on_its_last), "rule", "last-die")
def last_die_played(liar: Liar) -> Told:
    """Plays its last die though it has not declared zero."""
    return liar.says(laid(liar, *dice(state(liar), liar.seat)))


@LIES.lie(answer(said.Play, tricks=section(TRICKS)), "rule", "not-held")
def trump_die_played(liar: Liar) -> Told:
    """Plays the die that lies in the middle."""
    return liar.says(laid(liar, state(liar).pool[0]))


@LIES.lie(answer(said.Play, tricks=section(TRICKS)), "rule", "not-held")
def die_of_another_played(liar: Liar) -> Told:
    """Plays a die that lies before another seat."""
    return liar.says(laid(liar, dice(state(liar), liar.others[0])[0]))


def has_played_a_die(scene: Scene) -> bool:
    """It has played one of its dice, or put one back."""
    s = scene.state
    held = 4 if s.zero[scene.seat] == NOTHING else 3
    return bool(s.section == TRICKS and len(dice(s, scene.seat)) < held)


@LIES.lie(answer(said.Play, gone=has_played_a_die), "rule", "not-held")
def die_played_twice(liar: Liar) -> Told:
    """Plays a die that it has played already."""
    s = state(liar)
    held = {*(die for seat in liar.position.seats for die in dice(s, seat)), *s.zero, *s.pool}
    facts = (f for f in liar.position.facts if isinstance(f, Played) and f.seat == liar.seat)
    gone = next(fact.slots for fact in facts if first_die(s) <= fact.slots[0] < first_die(s) + 50)
    assert gone[0] not in held
    return liar.says(laid(liar, *gone))


@LIES.lie(answer(said.Play, zero=lambda s: s.state.zero[s.seat] >= 0), "rule", "not-held")
def die_that_was_put_back_played(liar: Liar) -> Told:
    """Plays the die that it has put back when it declared zero."""
    return liar.says(laid(liar, state(liar).zero[liar.seat]))


@LIES.lie(answer(said.Play, dice=lambda s: len(dice(s.state, s.seat)) > 1), "shape", "play")
def die_with_a_share(liar: Liar) -> Told:
    """Plays a die with the share of a card, so that it might be read as that card."""
    return liar.says(with_a_share(liar, dice(state(liar), liar.seat)[0], state(liar).hands[liar.seat][0]))


@LIES.lie(answer(said.Play, leads=lambda s: not trick(s.state)), "rule", "not-held")
def card_and_die_at_once(liar: Liar) -> Told:
    """Plays a card and a die together."""
    return liar.says(laid(liar, state(liar).hands[liar.seat][0], dice(state(liar), liar.seat)[0]))


# trumps and following


def led_suit(s: State) -> int:
    """The suit that is led."""
    return suits(trump_die(s))[trick(s)[0]]


def of_suit(scene: Scene, suit: int) -> list[int]:
    """The cards of the hand that count as this suit."""
    return [face for face in cards_of(scene) if suits(trump_die(scene.state))[face] == suit]


def cards_of(scene: Scene) -> list[int]:
    """The cards of the hand, without the dice."""
    return [face for face in scene.hand if face < CARDS]


def could_follow(scene: Scene) -> bool:
    """It must follow, as it alone can see: with a card, for no die of the led suit is playable; and it has
    two other cards.
    """
    s = scene.state
    if s.section != TRICKS or not trick(s):
        return False
    suit, able = suits(trump_die(s)), dice_suits(s, scene.seat)
    mine = of_suit(scene, suit[trick(s)[0]])
    return suit[trick(s)[0]] not in able and 0 < len(mine) < len(cards_of(scene)) - 1


def dice_suits(s: State, seat: int) -> set[int]:
    """The suits of the dice that this seat could play."""
    held = dice(s, seat)
    able = () if s.zero[seat] == NOTHING and len(held) == 1 else held
    return {suits(trump_die(s))[s.draws[die - first_die(s)]] for die in able}


def revoke(liar: Liar) -> int:
    """A card that it should not play."""
    s, known = state(liar), faces(liar)
    suit = suits(trump_die(s))
    return next(slot for slot in hidden(liar) if suit[known[slot]] != led_suit(s))


def hidden(liar: Liar, *played: int) -> list[int]:
    """The cards that it keeps when it plays these."""
    s = state(liar)
    return [slot for slot in s.hands[liar.seat] if slot < first_die(s) and slot not in played]


@LIES.lie(answer(said.Play, could=could_follow), "proof", "claim")
def revoke_without_a_proof(liar: Liar) -> Told:
    """Does not follow, and says nothing about the rest of its hand."""
    return liar.says(laid(liar, revoke(liar)))


@LIES.lie(answer(said.Play, could=could_follow), "proof", "claim")
def revoke_with_a_smaller_set(liar: Liar) -> Told:
    """Proves that it has none of the cards of the led suit that it indeed has not."""
    slot, known = revoke(liar), faces(liar)
    claim = owed(liar, slot)
    few = [face for face in claim.faces if face not in {known[n] for n in claim.slots}]
    return liar.says(laid(liar, slot, claims=[none_of(liar, claim.slots, few)]))


@LIES.lie(answer(said.Play, could=could_follow), "proof", "claim")
def revoke_with_another_set(liar: Liar) -> Told:
    """Proves that it has none of as many cards, but in part others than those of the led suit."""
    slot, known = revoke(liar), faces(liar)
    claim = owed(liar, slot)
    mine = {known[n] for n in claim.slots}
    free = [face for face in liar.deck.request.faces if face not in mine and face not in claim.faces]
    true = [face for face in claim.faces if face not in mine]
    other = sorted(true + free[: len(claim.faces) - len(true)])
    return liar.says(laid(liar, slot, claims=[none_of(liar, claim.slots, other)]))


@LIES.lie(answer(said.Play, could=could_follow), "proof", "claim")
def revoke_with_a_proof_over_other_slots(liar: Liar) -> Told:
    """Proves it of as many slots, but of others than those that it keeps."""
    slot, known = revoke(liar), faces(liar)
    claim = owed(liar, slot)
    free = [n for n in claim.slots if known[n] not in claim.faces]
    many = [free[i % len(free)] for i in range(len(claim.slots))]
    return liar.says(laid(liar, slot, claims=[none_of(liar, many, claim.faces)]))


@LIES.lie(answer(said.Play, could=could_follow), "proof", "claim")
def revoke_with_a_lying_witness(liar: Liar) -> Told:
    """Proves it as if its cards of the led suit were others."""
    claim = owed(liar, slot := revoke(liar))
    return liar.says(laid(liar, slot, claims=[none_of(liar, claim.slots, claim.faces)]))


@LIES.lie(answer(said.Play, could=could_follow), "proof", "claim")
def revoke_with_a_hollow_proof(liar: Liar) -> Told:
    """Proves it by equations that hold because they say nothing: the point of a card that it has is zero."""
    claim = owed(liar, slot := revoke(liar))
    return liar.says(laid(liar, slot, claims=[hollow(liar, claim.slots, claim.faces)]))


@LIES.lie(answer(said.Play, could=could_follow), "proof", "claim")
def revoke_with_the_point_of_another_pair(liar: Liar) -> Told:
    """Puts the point of a card that it has not in the place of one that would be zero."""
    claim = owed(liar, slot := revoke(liar))
    proof = hollow(liar, claim.slots, claim.faces)
    other = next(C for C in proof.C if C != IDENTITY)
    return liar.says(
        laid(liar, slot, claims=[changed(proof, C=tuple(other if C == IDENTITY else C for C in proof.C))])
    )


@LIES.lie(answer(said.Play, could=could_follow), "proof", "claim")
def revoke_with_the_proof_of_a_whole_colour(liar: Liar) -> Told:
    """Proves by the other kind of proof that it has none of a colour of which it has none."""
    slot = revoke(liar)
    kept = hidden(liar, slot)
    known = faces(liar)
    missing = next((c for c in range(4) if c not in {colour(known[n]) for n in kept}), 0)
    return liar.says(laid(liar, slot, claims=[no_suit(liar, kept, missing)]))


@LIES.lie(
    answer(
        said.Play,
        could=could_follow,
        trump=lambda s: TRUMP in dice_suits(s.state, s.seat) and led_suit(s.state) != TRUMP,
    ),
    "proof",
    "claim",
)
def revoke_with_a_trump_die(liar: Liar) -> Told:
    """Trumps with a die though it has a card of the led colour."""
    s = state(liar)
    suit = suits(trump_die(s))
    trumps = [slot for slot in dice(s, liar.seat) if suit[s.draws[slot - first_die(s)]] == TRUMP]
    return liar.says(laid(liar, trumps[0]))


def has_lost_its_colour(scene: Scene) -> bool:
    """A colour is led of which it has a card, and another that is a trump by its number."""
    return could_follow(scene) and any(map(lost(scene.state), cards_of(scene)))


def lost(s: State) -> Callable[[int], bool]:
    """Whether a card has the led colour printed on it, and is a trump by its number."""
    trump, led = trump_die(s), led_suit(s)
    return lambda face: colour(face) == led and number(face) == number(trump)


@LIES.lie(answer(said.Play, lost=has_lost_its_colour), "proof", "claim")
def trump_played_as_its_colour(liar: Liar) -> Told:
    """Follows with a card of the led colour that is a trump by its number, as if it followed."""
    known, is_lost = faces(liar), lost(state(liar))
    return liar.says(laid(liar, next(slot for slot in hidden(liar) if is_lost(known[slot]))))


@LIES.lie(answer(said.Play, could=could_follow, trump=lambda s: led_suit(s.state) == TRUMP), "proof", "claim")
def trump_kept_back(liar: Liar) -> Told:
    """Trump is led, and it keeps its trumps of other colours back, proving the colour of the die only."""
    slot, trump = revoke(liar), trump_die(state(liar))
    claim = owed(liar, slot)
    only = [face for face in claim.faces if colour(face) == colour(trump)]
    return liar.says(laid(liar, slot, claims=[none_of(liar, claim.slots, only)]))


def die_follows(scene: Scene) -> bool:
    """A die of the led suit is playable, and another item would be."""
    s = scene.state
    return bool(s.section == TRICKS and trick(s) and led_suit(s) in dice_suits(s, scene.seat)) and bool(
        [face for face in cards_of(scene) if suits(trump_die(s))[face] != led_suit(s)]
    )


@LIES.lie(answer(said.Play, die=die_follows), "rule", "follow")
def revoke_that_everybody_sees(liar: Liar) -> Told:
    """Does not follow though one of its dice, which everybody sees, is of the led suit."""
    slot = revoke(liar)
    return liar.says(laid(liar, slot, claims=[none_of(liar, hidden(liar, slot), owed(liar, slot).faces)]))


@LIES.lie(answer(said.Play, claims=lambda s: s.payload.claims != ()), "proof", "claim")
def claim_of_an_earlier_step(liar: Liar) -> Told:
    """Uses a proof again that was good in the step before."""
    claim = owed(liar, *liar.honest.slots)
    return liar.says(changed(liar.honest, claims=(none_of(liar, claim.slots, claim.faces, steps=1),)))


@LIES.lie(answer(said.Play, claims=lambda s: s.payload.claims != ()), "proof", "claim")
def claim_left_out(liar: Liar) -> Told:
    """Cannot follow, and does not prove it."""
    return liar.says(changed(liar.honest, claims=()))


@LIES.lie(answer(said.Play, leads=lambda s: not trick(s.state)), "proof", "claim")
def claim_that_nobody_asked_for(liar: Liar) -> Told:
    """Adds a proof where none is owed."""
    slot, *kept = hidden(liar)
    other = next(face for face in liar.deck.request.faces if face not in faces(liar).values())
    return liar.says(laid(liar, slot, claims=[none_of(liar, kept, [other])]))
