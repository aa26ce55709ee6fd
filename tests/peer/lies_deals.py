"""Lies about joint numbers, keys, shuffles and shares."""

from secrets import token_bytes

from peer.outcome import Output
from protocol import payloads as said
from protocol.commitments import commit
from protocol.deck import Card, first_deck
from protocol.group import add, base, mul, some, sub, total
from protocol.keys import prove_key
from protocol.seed import commit_seed, deal_key, factors, permutation
from protocol.shares import make_shares
from protocol.shuffle import shuffle
from protocol.shuffle_proof import prove_shuffle
from tests.peer.liars import AT_THE_END, BY_AUDIT, Liar, Lies, answer, changed
from tests.peer.recorded_game import Scene
from tests.protocol.chance import random_scalar

LIES = Lies()


def last(scene: Scene) -> bool:
    """In the last deal, so that the game is over soon."""
    return scene.last_deal


def middle(scene: Scene) -> bool:
    """Of the second seat, so that another shuffle comes before it and one after it."""
    return scene.seat == 1


# joint numbers


@LIES.lie(answer(said.CoinReveal), "opening", "coin-open", patient=True)
def another_contribution(liar: Liar) -> list[Output] | None:
    """Having seen what all others contribute to the first dealer, shows another number than it had
    committed to.
    """
    return liar.says(said.CoinReveal(token_bytes(32)))


@LIES.lie(answer(said.CoinCommit), "opening", "coin-open", patient=True)
def copied_contribution(liar: Liar) -> list[Output] | None:
    """Commits to the same bytes as another seat, and opens them as that seat does."""
    other = liar.others[0]
    if isinstance(liar.honest, said.CoinCommit):
        return liar.goes_on(said.CoinCommit(liar.said_now(other).commitment))
    return liar.says(said.CoinReveal(liar.said_now(other).nonce))


@LIES.lie(answer(said.CoinCommit), "opening", "coin-open")
def commitment_to_nothing(liar: Liar) -> list[Output] | None:
    """Commits to random bytes, so that it can still choose, and then has nothing that opens them."""
    if isinstance(liar.honest, said.CoinCommit):
        return liar.goes_on(said.CoinCommit(token_bytes(32)))
    return None


# keys


@LIES.lie(answer(said.DeckKey), "proof", "key", patient=True)
def rogue_key(liar: Liar) -> list[Output] | None:
    """Shows the key that takes all others' keys away, so that the joint key is one that it knows."""
    x = random_scalar()
    others = total([liar.said_now(seat).key for seat in liar.others])
    return liar.says(changed(liar.honest, key=some(sub(base(x), others)), proof=prove_key(liar.context, x)))


@LIES.lie(answer(said.DeckKey), "proof", "key", patient=True)
def copied_key(liar: Liar) -> list[Output] | None:
    """Shows the key of another seat with the proof of that seat."""
    copied = liar.said_now(liar.others[0])
    return liar.says(said.DeckKey(copied.seed, copied.key, copied.proof))


@LIES.lie(answer(said.DeckKey), "shape", "key")
def key_of_small_order(liar: Liar) -> list[Output] | None:
    """Shows a point of small order as its key."""
    return liar.says(changed(liar.honest, key=bytes(32)))


# shuffles


def proven(liar: Liar, deck: list[Card]) -> said.Shuffled:
    """The deck, with a proof made as well as a liar can make it: for its honest permutation and factors."""
    place, position = liar.deck, liar.position
    seed, before = liar.own._seed(place), place.stages[-1]
    derived = position.deck_context(place, liar.seat)
    order, secrets = permutation(derived, seed, len(before)), factors(derived, seed, len(before))
    return said.Shuffled(tuple(deck), prove_shuffle(liar.context, place.joint, before, deck, order, secrets))


def shuffled(liar: Liar) -> list[Card]:
    """Its honest shuffle."""
    return [Card(*card) for card in liar.honest.deck]


@LIES.lie(answer(said.Shuffled, middle=middle), "proof", "shuffle")
def duplicated_card(liar: Liar) -> list[Output] | None:
    """Puts one card into the deck twice, in the place of another one, encrypted afresh."""
    deck, r = shuffled(liar), random_scalar()
    twice = Card(some(add(deck[0].a, base(r))), some(add(deck[0].b, mul(r, liar.deck.joint))))
    return liar.says(proven(liar, [*deck[:-1], twice]))


@LIES.lie(answer(said.Shuffled, middle=middle), "proof", "shuffle")
def replaced_card(liar: Liar) -> list[Output] | None:
    """Replaces a card by a good one of its own making, of which it knows where it lies."""
    deck, place = shuffled(liar), liar.deck
    ace = first_deck(place.request.faces, place.request.ranks, place.joint)[12 - 5]
    return liar.says(proven(liar, [ace, *deck[1:]]))


@LIES.lie(answer(said.Shuffled, middle=middle), "proof", "shuffle")
def swapped_cards(liar: Liar) -> list[Output] | None:
    """Exchanges two cards after its proof was made."""
    deck = shuffled(liar)
    return liar.says(changed(liar.honest, deck=(deck[1], deck[0], *deck[2:])))


@LIES.lie(answer(said.Shuffled, middle=middle), "proof", "shuffle")
def mixed_halves(liar: Liar) -> list[Output] | None:
    """Exchanges only the second halves of two cards."""
    deck = shuffled(liar)
    one, two = Card(deck[0].a, deck[1].b), Card(deck[1].a, deck[0].b)
    return liar.says(proven(liar, [one, two, *deck[2:]]))


@LIES.lie(answer(said.Shuffled, middle=middle), "proof", "shuffle")
def proof_of_another_shuffle(liar: Liar) -> list[Output] | None:
    """Shows one shuffle of the deck and the good proof of another one."""
    place, n = liar.deck, len(liar.deck.stages[-1])
    order, secrets = tuple(range(n))[::-1], tuple(random_scalar() for _ in range(n))
    return liar.says(changed(liar.honest, deck=shuffle(place.joint, place.stages[-1], order, secrets)))


@LIES.lie(answer(said.Shuffled, middle=middle), "proof", "shuffle")
def skipped_shuffle(liar: Liar) -> list[Output] | None:
    """Shuffles the deck as it was before the seat in front of it did, whose shuffle then counts for
    nothing.
    """
    place = liar.deck
    before, n = place.stages[-2], len(place.stages[-2])
    order, secrets = tuple(range(n))[::-1], tuple(random_scalar() for _ in range(n))
    deck = shuffle(place.joint, before, order, secrets)
    return liar.says(
        said.Shuffled(deck, prove_shuffle(liar.context, place.joint, before, deck, order, secrets))
    )


@LIES.lie(answer(said.Shuffled, middle=middle), "proof", "shuffle")
def proof_for_another_seat(liar: Liar) -> list[Output] | None:
    """Shows the deck and the proof of the seat before it, as if nobody had to shuffle twice."""
    before = next(event for event in reversed(liar.table.events()) if event.id == liar.position.heads[0][1])
    from protocol.events import read_body
    from protocol.payloads import decode_payload

    return liar.says(decode_payload(read_body(before).payload))


@LIES.lie(answer(said.Shuffled, middle=middle), "shape", "shuffle")
def card_left_out(liar: Liar) -> list[Output] | None:
    """Leaves a card out of the deck."""
    return liar.says(proven_shorter(liar))


def proven_shorter(liar: Liar) -> said.Shuffled:
    """The honest shuffle without its last card, with a proof shortened in the same way."""
    proof = liar.honest.proof
    short = changed(
        proof, c=proof.c[1:], c_hat=proof.c_hat[1:], s_hat=proof.s_hat[1:], s_prime=proof.s_prime[1:]
    )
    return said.Shuffled(liar.honest.deck[1:], short)


# shares


@LIES.lie(answer(said.Shares), "proof", "shares")
def wrong_share(liar: Liar) -> list[Output] | None:
    """Gives a share that makes another card of the first one that is dealt."""
    first, *rest = liar.honest.shares
    return liar.says(changed(liar.honest, shares=(some(add(first, base(1))), *rest)))


@LIES.lie(answer(said.Shares), "proof", "shares")
def two_wrong_shares(liar: Liar) -> list[Output] | None:
    """Gives two wrong shares whose errors cancel out in a sum without weights."""
    one, two, *rest = liar.honest.shares
    return liar.says(changed(liar.honest, shares=(some(add(one, base(1))), some(sub(two, base(1))), *rest)))


@LIES.lie(answer(said.Shares), "proof", "shares")
def shares_of_another_key(liar: Liar) -> list[Output] | None:
    """Gives shares made, and well proven, with another key than the one it had shown."""
    other = random_scalar()
    held = [liar.position.cards[slot].card for slot in owed(liar)]
    return liar.says(said.Shares(*make_shares(liar.context, other, some(base(other)), held)))


@LIES.lie(answer(said.Shares), "proof", "shares")
def shares_of_its_own_cards(liar: Liar) -> list[Output] | None:
    """Gives good shares, but of other cards than those that it owes."""
    slots = [slot for slot in liar.position.cards if slot not in owed(liar)][: len(owed(liar))]
    slots += list(owed(liar))[len(slots) :]
    return liar.says(said.Shares(*liar.own._turned(liar.position, slots)))


@LIES.lie(answer(said.Shares), "shape", "shares")
def too_few_shares(liar: Liar) -> list[Output] | None:
    """Keeps the last share back, with a good proof for the others."""
    return liar.says(said.Shares(*liar.own._turned(liar.position, owed(liar)[:-1])))


@LIES.lie(answer(said.Shares, 0, turned=lambda s: len(s.payload.shares) == 1), "proof", "shares")
def another_trump(liar: Liar) -> list[Output] | None:
    """Gives a share that turns up a card of its choice, in the place of the one that is there."""
    slot = owed(liar)[0]
    card, place = liar.position.cards[slot].card, liar.deck
    honest = liar.honest.shares[0]
    faces = first_deck(place.request.faces, place.request.ranks, place.joint)
    shift = sub(faces[0].b, faces[1].b)
    assert card
    return liar.says(changed(liar.honest, shares=(some(add(honest, shift)),)))


@LIES.lie(answer(said.DeckAgree), "turn", "deck")
def shares_before_the_deck_is_signed(liar: Liar) -> list[Output] | None:
    """Gives shares where everybody signs the deck."""
    held = [liar.deck.stages[-1][0]]
    key, public = liar.key, liar.deck.keys[liar.seat]
    return liar.says(said.Shares(*make_shares(liar.context, key, public, held)))


def owed(liar: Liar) -> tuple[int, ...]:
    """The slots that it owes a share for."""
    assert liar.position.step.owed is not None
    return liar.position.step.owed[liar.seat]


# seeds, which only the end shows


@LIES.lie(answer(said.DeckKey, last=last), "opening", "settle", AT_THE_END)
def seed_of_no_commitment(liar: Liar) -> list[Output] | None:
    """Commits to random bytes where the commitment to its seed belongs."""
    if isinstance(liar.honest, said.DeckKey):
        return liar.goes_on(changed(liar.honest, seed=token_bytes(32)))
    return None


@LIES.lie(answer(said.Settle), "opening", "settle", AT_THE_END)
def another_seed(liar: Liar) -> list[Output] | None:
    """Shows another seed at the end than the one it had committed to."""
    return liar.says(changed(liar.honest, seeds=(*liar.honest.seeds[:-1], token_bytes(32))))


@LIES.lie(answer(said.Settle), "opening", "settle", AT_THE_END)
def exchanged_seeds(liar: Liar) -> list[Output] | None:
    """Shows its seeds in another order."""
    return liar.says(changed(liar.honest, seeds=liar.honest.seeds[::-1]))


@LIES.lie(answer(said.Settle), "opening", "settle", AT_THE_END)
def seed_kept_back(liar: Liar) -> list[Output] | None:
    """Shows the seeds of all deals but the last."""
    return liar.says(changed(liar.honest, seeds=liar.honest.seeds[:-1]))


@LIES.lie(answer(said.Settle), "opening", "settle", AT_THE_END)
def seeds_kept_back(liar: Liar) -> list[Output] | None:
    """Shows nothing at an open table, as if it were sealed."""
    return liar.says(said.Settle((), ()))


@LIES.lie(answer(said.Settle), "opening", "settle", AT_THE_END)
def opening_of_no_seal(liar: Liar) -> list[Output] | None:
    """Opens a seal that had been opened before."""
    slot = next(iter(liar.own.sealed))
    again = ((slot, liar.own._opening(liar.position, slot)),)
    return liar.says(changed(liar.honest, openings=again))


@LIES.lie(answer(said.Shuffled, middle=middle, last=last), "deal", "shuffle", BY_AUDIT)
def shuffle_of_its_choice(liar: Liar) -> list[Output] | None:
    """Proves a real shuffle, but not the one that its seed gives: the top card stays where it is."""
    if not isinstance(liar.honest, said.Shuffled):
        return None
    place, before = liar.deck, liar.deck.stages[-1]
    order = tuple(range(len(before)))
    secrets = tuple(random_scalar() for _ in order)
    deck = shuffle(place.joint, before, order, secrets)
    return liar.goes_on(
        said.Shuffled(deck, prove_shuffle(liar.context, place.joint, before, deck, order, secrets))
    )


@LIES.lie(answer(said.Shuffled, middle=middle, last=last), "deal", "shuffle", BY_AUDIT)
def factors_of_its_choice(liar: Liar) -> list[Output] | None:
    """Proves a shuffle with the permutation of its seed and other factors."""
    if not isinstance(liar.honest, said.Shuffled):
        return None
    place, before = liar.deck, liar.deck.stages[-1]
    derived = liar.position.deck_context(place, liar.seat)
    order = permutation(derived, liar.own._seed(place), len(before))
    secrets = tuple(random_scalar() for _ in order)
    deck = shuffle(place.joint, before, order, secrets)
    return liar.goes_on(
        said.Shuffled(deck, prove_shuffle(liar.context, place.joint, before, deck, order, secrets))
    )


@LIES.lie(answer(said.DeckKey, last=last), "deal", "key", BY_AUDIT)
def key_of_its_choice(liar: Liar) -> list[Output] | None:
    """Shows, and uses, a key that does not come from its seed."""
    if not isinstance(liar.honest, said.DeckKey):
        return None
    x = deal_key(liar.context, token_bytes(32))
    liar.own._keys[liar.position.number] = x
    return liar.goes_on(changed(liar.honest, key=some(base(x)), proof=prove_key(liar.context, x)))


@LIES.lie(answer(said.DeckKey, last=last), "deal", "key", BY_AUDIT)
def seed_of_another_deal(liar: Liar) -> list[Output] | None:
    """Commits to one seed and plays the deal with another."""
    if isinstance(liar.honest, said.DeckKey):
        return liar.goes_on(changed(liar.honest, seed=commit_seed(liar.context, bytes(32))))
    if isinstance(liar.honest, said.Settle):
        return liar.goes_on(changed(liar.honest, seeds=(*liar.honest.seeds[:-1], bytes(32))))
    return None


# everything fits but the coin: the commitment of a value


@LIES.lie(answer(said.CoinCommit), "opening", "coin-open")
def contribution_with_a_value(liar: Liar) -> list[Output] | None:
    """Hides a value beside its contribution in the commitment."""
    if isinstance(liar.honest, said.CoinCommit):
        nonce = liar.own._nonce("coin", liar.position.number)
        return liar.goes_on(said.CoinCommit(commit(liar.context, "coin", nonce, b"1")))
    return None
