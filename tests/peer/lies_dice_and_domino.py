"""Lies about hands laid anew, tiles turned up or kept down, draws and rolls in Dice And Domino."""

from engines.dice_and_domino_state import (
    AFTER,
    DRAW,
    ROLL,
    SHOW,
    UP,
    placed,
    turned_up,
)
from engines.vocabulary import Deal
from protocol import payloads as said
from protocol.deck import Card, card_point
from protocol.events import read_body
from protocol.group import add, base, mul, random_scalar, some, sub
from protocol.shares import make_shares
from tests.peer.false_answers import (
    IDENTITY,
    better_contribution,
    cards,
    faces,
    hollow,
    laid,
    mixed,
    no_suit,
    none_of,
    owed,
    proven,
    request,
    state,
)
from tests.peer.liars import Liar, Lies, Told, answer, changed, section
from tests.peer.recorded_game import Scene, When

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
    return liar.says(mixed(liar, cards(liar, (*request(liar).slots, _undealt(liar)))))


@LIES.lie(answer(said.Mixed, whole=whole), "proof", "mix")
def mix_with_a_tile_of_the_boneyard(liar: Liar) -> Told:
    """Lays a tile of the boneyard in the place of one of its own."""
    return liar.says(mixed(liar, cards(liar, (*request(liar).slots[:-1], _undealt(liar)))))


def _undealt(liar: Liar) -> int:
    return next(slot for slot, held in liar.position.cards.items() if held.holder is None)


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


# tiles turned up


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
    return liar.says(laid(liar, _undealt(liar)))


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
