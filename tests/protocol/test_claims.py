"""Who claims to hold no card of a suit cannot lie."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol import claims
from protocol.claims import NoSuitProof, check_no_suit, prove_no_suit
from protocol.context import Context
from protocol.deck import Card, R, S
from protocol.errors import BadPoint, BadProof, Malformed
from protocol.group import REFUSED_POINTS, Q, base, encode_scalar, mul, multi, some, sub
from protocol.shuffle import shuffle
from tests.protocol.deal import TABLE, SmallDeal

RANKS = 5
DEAL = SmallDeal(faces=tuple(range(20)), ranks=RANKS)
HERE = DEAL.context(0, 12)
x, X = DEAL.secrets[0], DEAL.keys[0]
BY_FACE = {DEAL.face_in(place): card for place, card in enumerate(DEAL.held_by(0))}


def _cards(faces: Sequence[int]) -> list[Card]:
    return [BY_FACE[face] for face in faces]


def _forge(cards: Sequence[Card], witnesses: Sequence[tuple[int, int, int]], suit: int) -> NoSuitProof:
    """A proof with any witnesses (w, alpha, gamma): what a liar can compute."""
    challenge = claims._statement(HERE, X, RANKS, cards, suit)
    k = (1001, 1002, 1003)
    limit = mul(suit + 1, S)
    T = tuple(
        (
            some(multi((k[0], -k[1], -k[2]), (sub(card.b, limit), card.a, R))),
            some(sub(mul(k[0], X), base(k[1]))),
        )
        for card in cards
    )
    c = claims._challenged(challenge, T)
    return NoSuitProof(T, tuple(claims._responses(k, c, witness) for witness in witnesses))


def _honest(face: int, suit: int) -> tuple[int, int, int]:
    w = pow(face // RANKS - suit, -1, Q)
    return w, w * x, w * (face % RANKS + 1)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(0, 19), min_size=1, max_size=5, unique=True), st.integers(0, 4))
def test_a_claim_is_proven_if_and_only_if_it_is_true(faces: list[int], suit: int) -> None:
    """Hands without the suit pass; for a hand with it no proof is made, and a liar's does not pass."""
    cards = _cards(faces)
    if all(face // RANKS != suit for face in faces):
        check_no_suit(HERE, X, RANKS, cards, suit, prove_no_suit(HERE, x, X, RANKS, cards, faces, suit))
        check_no_suit(HERE, X, RANKS, cards, suit, _forge(cards, [_honest(f, suit) for f in faces], suit))
    else:
        with pytest.raises(ValueError, match="of the suit"):
            prove_no_suit(HERE, x, X, RANKS, cards, faces, suit)
        lies = [_honest(face, suit) if face // RANKS != suit else (7, 7 * x, 7) for face in faces]
        with pytest.raises(BadProof):
            check_no_suit(HERE, X, RANKS, cards, suit, _forge(cards, lies, suit))


@pytest.mark.parametrize(
    "witness",
    [
        (0, 0, 0),
        (0, 0, -1),
        (1, x, 4),
        (1, x + 1, 4),
        (1, 0, 0),
        (0, x, 1),
        (Q - 1, Q - x, 1),
    ],
)
def test_no_witness_serves_for_a_card_of_the_suit(witness: tuple[int, int, int]) -> None:
    """w = 0, an alpha that is not w x, the honest gamma: all refused, alone and among honest cards."""
    with pytest.raises(BadProof):
        check_no_suit(HERE, X, RANKS, _cards([13]), 2, _forge(_cards([13]), [witness], 2))
    faces = [0, 13, 6]
    witnesses = [_honest(0, 2), witness, _honest(6, 2)]
    with pytest.raises(BadProof):
        check_no_suit(HERE, X, RANKS, _cards(faces), 2, _forge(_cards(faces), witnesses, 2))


def test_a_known_relation_between_the_generators_would_lie(monkeypatch: pytest.MonkeyPatch) -> None:
    """With S = 7 R a card of the suit passes as another one, hence both are hashed from labels."""
    weak = some(mul(7, R))
    with monkeypatch.context() as patched:
        patched.setattr(claims, "S", weak)
        patched.setitem(globals(), "S", weak)
        M = some(multi((3, 4), (weak, R)))
        card = Card(some(base(5)), some(multi((1, 5), (M, X))))
        lie = (1, x, 4 - 7)
        check_no_suit(HERE, X, RANKS, [card], 2, _forge([card], [lie], 2))
    with pytest.raises(BadProof):
        check_no_suit(HERE, X, RANKS, _cards([13]), 2, _forge(_cards([13]), [lie], 2))


def test_a_claim_about_other_faces_fails() -> None:
    """A prover who is mistaken about a face makes a proof that is refused, not one that is believed."""
    proof = prove_no_suit(HERE, x, X, RANKS, _cards([0, 13]), [0, 14 + 5], 2)
    with pytest.raises(BadProof):
        check_no_suit(HERE, X, RANKS, _cards([0, 13]), 2, proof)


def test_no_card_can_be_left_out() -> None:
    """The claim over a part of the hand is refused for the hand, and so is one with another card in it."""
    faces = [0, 6, 19]
    proof = prove_no_suit(HERE, x, X, RANKS, _cards(faces), faces, 2)
    for hand in ([0, 6, 19, 13], [0, 6], [13, 0, 6, 19], []):
        with pytest.raises(Malformed):
            check_no_suit(HERE, X, RANKS, _cards(hand), 2, proof)
    for hand in ([0, 6, 13], [6, 0, 19], [0, 0, 19]):
        with pytest.raises(BadProof):
            check_no_suit(HERE, X, RANKS, _cards(hand), 2, proof)


def test_a_stale_ciphertext_is_refused() -> None:
    """The same face in another encryption is another card."""
    faces = [0, 6]
    proof = prove_no_suit(HERE, x, X, RANKS, _cards(faces), faces, 2)
    again = shuffle(X, _cards(faces), range(2), [3, 4])
    with pytest.raises(BadProof):
        check_no_suit(HERE, X, RANKS, again, 2, proof)


def test_a_claim_is_for_one_suit_in_one_place() -> None:
    """Another suit, number of ranks, key, step, seat or table: refused."""
    faces = [0, 19]
    cards = _cards(faces)
    proof = prove_no_suit(HERE, x, X, RANKS, cards, faces, 2)
    for suit in (0, 1, 3):
        with pytest.raises(BadProof):
            check_no_suit(HERE, X, RANKS, cards, suit, proof)
    with pytest.raises(BadProof):
        check_no_suit(HERE, X, RANKS + 1, cards, 2, proof)
    with pytest.raises(BadProof):
        check_no_suit(HERE, DEAL.keys[1], RANKS, cards, 2, proof)
    for ctx in (Context(TABLE, 13, 0), Context(TABLE, 12, 1), Context(b"", 12, 0)):
        with pytest.raises(BadProof):
            check_no_suit(ctx, X, RANKS, cards, 2, proof)


def test_only_the_holder_can_claim() -> None:
    """Another secret than that of the key is refused."""
    proof = prove_no_suit(HERE, x + 1, X, RANKS, _cards([0]), [0], 2)
    with pytest.raises(BadProof):
        check_no_suit(HERE, X, RANKS, _cards([0]), 2, proof)


def test_errors_that_cancel_out_are_caught() -> None:
    """Two commitments that are off by opposite amounts are refused: the weights are hashed from all of it."""
    faces = [0, 6]
    cards = _cards(faces)
    good = _forge(cards, [_honest(face, 2) for face in faces], 2)
    one, two = good.z
    shift = 5
    false = NoSuitProof(
        good.T,
        (
            (one[0], one[1], encode_scalar((int.from_bytes(one[2], "little") + shift) % Q)),
            (two[0], two[1], encode_scalar((int.from_bytes(two[2], "little") - shift) % Q)),
        ),
    )
    check_no_suit(HERE, X, RANKS, cards, 2, good)
    with pytest.raises(BadProof):
        check_no_suit(HERE, X, RANKS, cards, 2, false)


def test_two_checks_come_to_one_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    """Checking draws no randomness: the audit says what the table said."""
    proof = prove_no_suit(HERE, x, X, RANKS, _cards([0]), [0], 2)
    monkeypatch.setattr("protocol.context.token_bytes", None)
    for _ in range(2):
        check_no_suit(HERE, X, RANKS, _cards([0]), 2, proof)


def test_wrong_lists_are_mistakes_of_the_prover() -> None:
    """No cards, or faces that are not as many as the cards."""
    for hand, faces in (([], []), ([0], []), ([0], [0, 6])):
        with pytest.raises(ValueError, match="faces for"):
            prove_no_suit(HERE, x, X, RANKS, _cards(hand), faces, 2)


@pytest.mark.parametrize("bad", REFUSED_POINTS, ids=lambda bad: bad.hex()[:12])
def test_bad_points_are_malformed(bad: bytes) -> None:
    """A card, a key or a commitment that is no point of the group is refused as such."""
    faces = [0, 6]
    cards = _cards(faces)
    proof = prove_no_suit(HERE, x, X, RANKS, cards, faces, 2)
    for card in (Card(bad, cards[0].b), Card(cards[0].a, bad)):
        with pytest.raises(BadPoint):
            check_no_suit(HERE, X, RANKS, [card, cards[1]], 2, proof)
    with pytest.raises(BadPoint):
        check_no_suit(HERE, bad, RANKS, cards, 2, proof)
    for pair in ((bad, proof.T[0][1]), (proof.T[0][0], bad)):
        with pytest.raises(BadPoint):
            check_no_suit(HERE, X, RANKS, cards, 2, NoSuitProof((pair, proof.T[1]), proof.z))
