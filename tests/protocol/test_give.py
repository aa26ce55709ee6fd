"""A given card shows the same face, to its new holder alone."""

import pytest
from nacl.bindings import crypto_core_ed25519_add

from protocol.context import Context
from protocol.deck import Card, first_deck
from protocol.errors import BadPoint, BadProof, Malformed
from protocol.give import GiveProof, check_give, give_cards
from protocol.group import REFUSED_POINTS, add, base, mul, some, sub
from tests.protocol.deal import TABLE, SmallDeal

DEAL = SmallDeal(seats=3)
HERE = DEAL.context(0, 9)
x, X, Y = DEAL.secrets[0], DEAL.keys[0], DEAL.keys[1]
CARDS = DEAL.held_by(0)[:3]


def test_the_receiver_reads_the_faces_that_were_given() -> None:
    """The proof passes, the receiver sees the same faces in order, and the giver's key opens them no more."""
    given, proof = give_cards(HERE, x, X, Y, CARDS)
    check_give(HERE, X, Y, CARDS, given, proof)
    faces = [DEAL.face_in(place) for place in range(3)]
    assert [DEAL.face_under(card, DEAL.secrets[1]) for card in given] == faces
    assert all(DEAL.face_under(card, x) is None for card in given)


def test_a_card_may_travel_on() -> None:
    """What was received is given on in the same way, also back."""
    given, _ = give_cards(HERE, x, X, Y, CARDS[:1])
    there = DEAL.context(1, 10)
    back, proof = give_cards(there, DEAL.secrets[1], Y, X, given)
    check_give(there, Y, X, given, back, proof)
    assert DEAL.face_under(back[0], x) == DEAL.face_in(0)
    assert back[0] != CARDS[0]


def test_a_card_goes_to_the_key_that_was_named() -> None:
    """A proof for one receiver is refused for another one."""
    given, proof = give_cards(HERE, x, X, Y, CARDS)
    with pytest.raises(BadProof):
        check_give(HERE, X, DEAL.keys[2], CARDS, given, proof)
    with pytest.raises(BadProof):
        check_give(HERE, X, X, CARDS, given, proof)


def test_another_card_cannot_be_given() -> None:
    """Cards that are not those named, in another order, doubled or made up are refused, old proof or new."""
    given, proof = give_cards(HERE, x, X, Y, CARDS)
    made_up = first_deck([59], 2, Y)[0]
    for false in (given[::-1], (given[0], given[0], given[2]), (made_up, *given[1:])):
        with pytest.raises(BadProof):
            check_give(HERE, X, Y, CARDS, false, proof)
    other, other_proof = give_cards(HERE, x, X, Y, DEAL.held_by(0)[3:6])
    with pytest.raises(BadProof):
        check_give(HERE, X, Y, CARDS, other, other_proof)


def test_a_face_cannot_be_changed_on_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """A giver who encrypts another face and then proves as well as possible is refused."""
    with monkeypatch.context() as patched:
        patched.setattr("protocol.give.sub", _shifted)
        given, proof = give_cards(HERE, x, X, Y, CARDS[:1])
    assert DEAL.face_under(given[0], DEAL.secrets[1]) != DEAL.face_in(0)
    with pytest.raises(BadProof):
        check_give(HERE, X, Y, CARDS[:1], given, proof)


def _shifted(P: bytes | None, R: bytes | None) -> bytes | None:
    return add(sub(P, R), base(1)) if CARDS[0].b == P else sub(P, R)


def test_only_the_holder_gives() -> None:
    """A giver without the secret of the key, or under another seat's key, is refused."""
    for wrong in (DEAL.secrets[2], 1):
        given, proof = give_cards(HERE, wrong, X, Y, CARDS)
        with pytest.raises(BadProof):
            check_give(HERE, X, Y, CARDS, given, proof)
    given, proof = give_cards(HERE, DEAL.secrets[2], DEAL.keys[2], Y, CARDS)
    with pytest.raises(BadProof):
        check_give(HERE, X, Y, CARDS, given, proof)


def test_wrong_numbers_of_cards_are_refused() -> None:
    """None at all, one more, one less, in cards, given cards or responses."""
    given, proof = give_cards(HERE, x, X, Y, CARDS)
    for cards, new in (((), ()), (CARDS[:2], given), (CARDS, given[:2]), (CARDS[:2], given[:2])):
        with pytest.raises(Malformed):
            check_give(HERE, X, Y, cards, new, proof)
    with pytest.raises(Malformed):
        check_give(HERE, X, Y, (), (), GiveProof(proof.c, proof.z, ()))
    with pytest.raises(ValueError, match="no card"):
        give_cards(HERE, x, X, Y, ())


@pytest.mark.parametrize("ctx", [Context(TABLE, 10, 0), Context(TABLE, 9, 1), Context(b"", 9, 0)])
def test_a_gift_counts_once(ctx: Context) -> None:
    """Another step, seat or table: refused."""
    given, proof = give_cards(HERE, x, X, Y, CARDS)
    with pytest.raises(BadProof):
        check_give(ctx, X, Y, CARDS, given, proof)


def test_each_gift_is_encrypted_anew_even_with_broken_randomness(monkeypatch: pytest.MonkeyPatch) -> None:
    """With constant randomness the factors still differ between the cards and between the steps."""
    monkeypatch.setattr("protocol.context.token_bytes", bytes)
    twice = (CARDS[0], CARDS[0])
    one, _ = give_cards(HERE, x, X, Y, twice)
    two, _ = give_cards(DEAL.context(0, 10), x, X, Y, twice)
    assert len({card.a for card in (*one, *two)}) == 4


@pytest.mark.parametrize("bad", REFUSED_POINTS, ids=lambda bad: bad.hex()[:12])
def test_bad_points_are_malformed(bad: bytes) -> None:
    """A new card, an old one or a key that is no point of the group is refused as such."""
    given, proof = give_cards(HERE, x, X, Y, CARDS[:2])
    for card in (Card(bad, given[0].b), Card(given[0].a, bad)):
        with pytest.raises(BadPoint):
            check_give(HERE, X, Y, CARDS[:2], (card, given[1]), proof)
    with pytest.raises(BadPoint):
        check_give(HERE, X, Y, (Card(bad, CARDS[0].b), CARDS[1]), given, proof)
    for keys in ((bad, Y), (X, bad)):
        with pytest.raises(BadPoint):
            check_give(HERE, *keys, CARDS[:2], given, proof)


def test_a_card_with_a_part_of_small_order_is_refused() -> None:
    """The receiver's card plus a point of order 2 is refused, though eight times it is the same."""
    given, proof = give_cards(HERE, x, X, Y, CARDS[:1])
    mixed = crypto_core_ed25519_add(given[0].b, REFUSED_POINTS[1])
    with pytest.raises(BadPoint):
        check_give(HERE, X, Y, CARDS[:1], (Card(given[0].a, mixed),), proof)
    assert some(mul(1, given[0].b)) == given[0].b
