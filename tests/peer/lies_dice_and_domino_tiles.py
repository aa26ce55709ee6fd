"""Lies about tiles turned up or kept down in Dice And Domino."""

from engines.dice_and_domino_state import (
    SHOW,
    UP,
    placed,
    turned_up,
)
from protocol import payloads as said
from protocol.deck import card_point
from protocol.group import add, base, some, sub
from protocol.shares import make_shares
from tests.peer.false_answers import (
    IDENTITY,
    faces,
    hollow,
    laid,
    no_suit,
    none_of,
    owed,
    state,
    undealt,
)
from tests.peer.liars import Liar, Lies, Told, answer, changed, section
from tests.peer.lies_dice_and_domino import whole
from tests.peer.recorded_game import Scene, When

LIES = Lies("dice-and-domino")


def up(scene: Scene) -> bool:
    """What fits is turned up, and it has placed two tiles."""
    return bool(scene.state.section == UP and len(scene.hand) > 1)


def fits(count: int, possible: int = 1) -> When:
    """So many of its two placed tiles are turned up, in so many possible ways."""

    def condition(scene: Scene) -> bool:
        if not up(scene):
            return False
        found = turned_up(scene.state.dice, scene.hand[:2])
        return len(found) == possible and len(found[0]) == count

    return condition


def must(liar: Liar) -> tuple[int, ...]:
    """What it has to turn up."""
    slots: tuple[int, ...] = liar.honest.slots
    return slots


def other(liar: Liar) -> int:
    """The placed tile that it does not turn up."""
    return next(slot for slot in placed(state(liar), liar.seat) if slot not in must(liar))


@LIES.lie(answer(said.Play, fits=fits(1)), "proof", "claim")
def matching_tile_kept_down(liar: Liar) -> Told:
    """Does not turn up a tile that fits, and proves nothing."""
    return liar.says(laid(liar))


@LIES.lie(answer(said.Play, fits=fits(1)), "proof", "claim")
def matching_tile_kept_down_with_a_lying_witness(liar: Liar) -> Told:
    """Does not turn up a tile that fits, and proves it as if it were another one."""
    claim = owed(liar)
    return liar.says(laid(liar, claims=[none_of(liar, claim.slots, claim.faces)]))


@LIES.lie(answer(said.Play, fits=fits(1)), "proof", "claim")
def matching_tile_kept_down_with_a_hollow_proof(liar: Liar) -> Told:
    """Does not turn up a tile that fits, with equations that hold because they say nothing."""
    claim = owed(liar)
    return liar.says(laid(liar, claims=[hollow(liar, claim.slots, claim.faces)]))


@LIES.lie(answer(said.Play, fits=fits(1)), "proof", "claim")
def matching_tile_kept_down_with_the_point_of_another_pair(liar: Liar) -> Told:
    """Puts the point of a tile that it has not in the place of one that would be zero."""
    claim = owed(liar)
    proof = hollow(liar, claim.slots, claim.faces)
    spare = next(C for C in proof.C if C != IDENTITY)
    C = tuple(spare if point == IDENTITY else point for point in proof.C)
    return liar.says(laid(liar, claims=[changed(proof, C=C)]))


@LIES.lie(answer(said.Play, fits=fits(1)), "proof", "claim")
def matching_tile_kept_down_over_fewer_faces(liar: Liar) -> Told:
    """Proves of its tiles that they are none of those that fit, without the one that it has."""
    claim, known = owed(liar), faces(liar)
    few = [face for face in claim.faces if face not in {known[slot] for slot in claim.slots}]
    return liar.says(laid(liar, claims=[none_of(liar, claim.slots, few)]))


@LIES.lie(answer(said.Play, fits=fits(1)), "proof", "claim")
def matching_tile_kept_down_with_the_faces_of_one_die(liar: Liar) -> Told:
    """Proves only that its tiles do not bear the face of the die that they indeed do not bear."""
    claim, known = owed(liar), faces(liar)
    mine = {known[slot] for slot in claim.slots}
    free = [face for face in range(49) if face not in mine and face not in claim.faces]
    kept = [face for face in claim.faces if face not in mine]
    many = sorted(kept + free[: len(claim.faces) - len(kept)])
    return liar.says(laid(liar, claims=[none_of(liar, claim.slots, many)]))


@LIES.lie(answer(said.Play, fits=fits(1), more=lambda s: len(s.hand) > 3), "proof", "claim")
def matching_tile_kept_down_with_a_proof_of_the_hand(liar: Liar) -> Told:
    """Proves of the tiles that it keeps, in the place of those that it has placed, that they do not fit."""
    claim = owed(liar)
    return liar.says(laid(liar, claims=[none_of(liar, state(liar).hands[liar.seat][2:4], claim.faces)]))


@LIES.lie(answer(said.Play, fits=fits(1)), "proof", "claim")
def matching_tile_kept_down_with_the_proof_of_a_suit(liar: Liar) -> Told:
    """Proves by the other kind of proof that its tiles are none of [6-6]."""
    claim = owed(liar)
    return liar.says(laid(liar, claims=[no_suit(liar, claim.slots, 6)]))


@LIES.lie(answer(said.Play, fits=fits(2)), "proof", "claim")
def one_of_two_matching_tiles_kept_down(liar: Liar) -> Told:
    """Turns up one of two tiles that fit two dice, and proves of the other what is not so."""
    slot = must(liar)[0]
    claim = owed(liar, slot)
    return liar.says(laid(liar, slot, claims=[hollow(liar, claim.slots, claim.faces)]))


@LIES.lie(answer(said.Play, fits=fits(0), again=lambda s: s.state.turn > 0), "proof", "claim")
def claim_of_an_earlier_step(liar: Liar) -> Told:
    """Uses a proof that was good in the step before, when it placed these tiles."""
    claim = owed(liar)
    return liar.says(laid(liar, claims=[none_of(liar, claim.slots, claim.faces, steps=1)]))


@LIES.lie(answer(said.Play, fits=fits(0)), "proof", "claim")
def claim_left_out(liar: Liar) -> Told:
    """Has nothing that fits, and does not prove it."""
    return liar.says(laid(liar))


@LIES.lie(answer(said.Play, fits=fits(0)), "proof", "claim")
def claim_about_one_of_two_tiles(liar: Liar) -> Told:
    """Proves of one of its two tiles only that it does not fit."""
    claim = owed(liar)
    return liar.says(laid(liar, claims=[none_of(liar, claim.slots[:1], claim.faces)]))


@LIES.lie(answer(said.Play, fits=fits(2)), "proof", "claim")
def claim_that_nobody_asked_for(liar: Liar) -> Told:
    """Turns both tiles up and adds a proof."""
    shown = changed(liar.honest, claims=(none_of(liar, must(liar), [48]),))
    return liar.says(shown)


@LIES.lie(answer(said.Play, fits=fits(1), kept=whole), "rule", "fit")
def tile_turned_up_that_was_not_placed(liar: Liar) -> Told:
    """Turns up a tile that it holds but did not place."""
    return liar.says(laid(liar, must(liar)[0], state(liar).hands[liar.seat][2]))


@LIES.lie(answer(said.Play, fits=fits(2), kept=whole), "rule", "fit")
def three_tiles_turned_up(liar: Liar) -> Told:
    """Has placed, as it says, one tile too many, and turns it up."""
    return liar.says(laid(liar, *must(liar), state(liar).hands[liar.seat][2]))


@LIES.lie(answer(said.Play, fits=fits(1)), "rule", "fit")
def tile_that_does_not_fit_turned_up(liar: Liar) -> Told:
    """Turns up its other tile as well, which fits no die."""
    return liar.says(laid(liar, *placed(state(liar), liar.seat)))


@LIES.lie(answer(said.Play, fits=fits(1)), "rule", "fit")
def tile_that_does_not_fit_instead(liar: Liar) -> Told:
    """Turns up the tile that does not fit, in the place of the one that does."""
    return liar.says(laid(liar, other(liar)))


@LIES.lie(answer(said.Play, fits=fits(1, possible=2)), "rule", "fit")
def two_tiles_on_one_die(liar: Liar) -> Told:
    """Turns up two tiles that fit through the same die."""
    return liar.says(laid(liar, *placed(state(liar), liar.seat)))


@LIES.lie(answer(said.Play, fits=fits(1, possible=2)), "proof", "claim")
def choice_without_a_proof(liar: Liar) -> Told:
    """Turns up one of two tiles that fit the same die, and does not prove that the other has no die."""
    return liar.says(changed(liar.honest, claims=()))


@LIES.lie(answer(said.Play, fits=fits(1)), "proof", "play")
def tile_turned_up_as_another(liar: Liar) -> Told:
    """Turns a tile up as the one that bears the faces of both dice."""
    slot = must(liar)[0]
    low, high = sorted(state(liar).dice)
    shift = sub(card_point(faces(liar)[slot], 7), card_point(low * 7 + high, 7))
    (share,) = liar.honest.shares
    return liar.says(changed(liar.honest, shares=(some(add(share, shift or base(1))),)))


@LIES.lie(answer(said.Play, up=up), "rule", "not-held")
def tile_of_another_hand(liar: Liar) -> Told:
    """Turns up a tile that another seat has placed."""
    return liar.says(laid(liar, state(liar).hands[liar.others[0]][0]))


@LIES.lie(answer(said.Play, up=up), "rule", "not-held")
def tile_of_the_boneyard(liar: Liar) -> Told:
    """Turns up a tile of the boneyard."""
    return liar.says(laid(liar, undealt(liar)))


@LIES.lie(answer(said.Play, up=up), "rule", "not-held")
def tile_in_its_old_slot(liar: Liar) -> Told:
    """Turns up a tile by the slot in which it lay before the hand was laid anew."""
    old = next(h for h in liar.position.holdings if h.card.holder == liar.seat)
    assert old.slot not in liar.position.cards
    shares = make_shares(liar.context, liar.key, liar.deck.keys[liar.seat], [old.card.card])
    return liar.says(said.Play((old.slot,), *shares, ()))


@LIES.lie(answer(said.Play, show=section(SHOW)), "rule", "fit")
def tile_not_shown_to_a_blank(liar: Liar) -> Told:
    """Keeps its placed tiles down where a [0-0] makes everybody show them."""
    return liar.says(laid(liar))


@LIES.lie(answer(said.Play, show=section(SHOW), kept=whole), "rule", "fit")
def another_tile_shown_to_a_blank(liar: Liar) -> Told:
    """Shows a tile of its hand in the place of a placed one."""
    return liar.says(laid(liar, *must(liar)[:-1], state(liar).hands[liar.seat][2]))
