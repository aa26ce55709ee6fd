"""Lies about trumps and following in Nokosu Dice."""

from collections.abc import Callable

from engines.nokosu_state import (
    CARDS,
    NOTHING,
    TRICKS,
    TRUMP,
    State,
    colour,
    dice,
    first_die,
    number,
    suits,
    trick,
    trump_die,
)
from protocol import payloads as said
from tests.peer.false_answers import (
    IDENTITY,
    faces,
    hollow,
    laid,
    no_suit,
    none_of,
    owed,
    state,
)
from tests.peer.liars import Liar, Lies, Told, answer, changed
from tests.peer.recorded_game import Scene

LIES = Lies("nokosu")


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
