"""Who claims that no hidden card shows one of some faces cannot lie, and gives away nothing else."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol import set_claims
from protocol.context import Context
from protocol.deck import Card, card_point
from protocol.errors import BadPoint, BadProof, Malformed
from protocol.group import REFUSED_POINTS, Q, base, encode_scalar, mul, multi, some, sub
from protocol.set_claims import MAX_FORBIDDEN, MAX_PAIRS, NoneOfProof, check_none_of, prove_none_of
from protocol.shuffle import shuffle
from protocol.wire import MAX_FRAME, encode
from tests.protocol.deal import TABLE, SmallDeal

RANKS = 5
DEAL = SmallDeal(faces=tuple(range(20)), ranks=RANKS)
HERE = DEAL.context(0, 12)
x, X = DEAL.secrets[0], DEAL.keys[0]
BY_FACE = {DEAL.face_in(place): card for place, card in enumerate(DEAL.held_by(0))}
IDENTITY = REFUSED_POINTS[0]
FACES, FORBIDDEN = (0, 13, 6), (1, 14)


def _cards(faces: Sequence[int]) -> list[Card]:
    return [BY_FACE[face] for face in faces]


def _proof(faces: Sequence[int] = FACES, forbidden: Sequence[int] = FORBIDDEN) -> NoneOfProof:
    return prove_none_of(HERE, x, X, RANKS, _cards(faces), faces, forbidden)


def _forge(
    cards: Sequence[Card],
    forbidden: Sequence[int],
    C: Sequence[bytes],
    witnesses: Sequence[tuple[int, int]],
    errors: Sequence[tuple[int, int]] | None = None,
) -> NoneOfProof:
    """A proof with any points C and witnesses (t, u): what a liar can compute.

    The T1 and T2 of each pair are off by `errors` times the generator.
    """
    challenge = set_claims._statement(HERE, X, RANKS, cards, forbidden)
    pairs = [(card, card_point(face, RANKS)) for card in cards for face in forbidden]
    nonces = [(1001 + 2 * i, 1002 + 3 * i) for i in range(len(pairs))]
    T = tuple(
        (
            some(multi((k1, -k2, e1), (sub(card.b, limit), card.a, base(1)))),
            some(multi((k1, e2 - k2), (X, base(1)))),
        )
        for (card, limit), (k1, k2), (e1, e2) in zip(pairs, nonces, errors or [(0, 0)] * len(C), strict=True)
    )
    c = set_claims._challenged(challenge, C, T)
    z = tuple(
        (encode_scalar((k1 + c * t) % Q), encode_scalar((k2 + c * u) % Q))
        for (k1, k2), (t, u) in zip(nonces, witnesses, strict=True)
    )
    return NoneOfProof(tuple(C), T, z)


def _shown(face: int, other: int, t: int) -> bytes:
    """The honest C of a pair; the identity if the card shows the face or t is 0."""
    return mul(t, sub(card_point(face, RANKS), card_point(other, RANKS))) or IDENTITY


def _with_identity(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the check take the identity for a point: the mistake that must not be made."""

    def lenient(scalars: Sequence[int], points: Sequence[bytes]) -> bytes | None:
        return multi(scalars, [None if point == IDENTITY else point for point in points])

    monkeypatch.setattr(set_claims, "multi", lenient)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.integers(0, 19), min_size=1, max_size=4, unique=True),
    st.sets(st.integers(0, 30), min_size=1, max_size=6),
)
def test_a_claim_is_proven_if_and_only_if_it_is_true(faces: list[int], set_of_faces: set[int]) -> None:
    """Hands without the faces pass; for others no proof is made, and the best that a liar has is refused."""
    cards, forbidden = _cards(faces), sorted(set_of_faces)
    ts = range(5, 5 + len(faces) * len(forbidden))
    pairs = [(face, other) for face in faces for other in forbidden]
    C = [_shown(face, other, t) for (face, other), t in zip(pairs, ts, strict=True)]
    forged = _forge(cards, forbidden, C, [(t, t * x) for t in ts])
    if set_of_faces.isdisjoint(faces):
        check_none_of(HERE, X, RANKS, cards, forbidden, _proof(faces, forbidden))
        check_none_of(HERE, X, RANKS, cards, forbidden, forged)
    else:
        with pytest.raises(ValueError, match="forbidden face"):
            _proof(faces, forbidden)
        with pytest.raises(BadPoint):
            check_none_of(HERE, X, RANKS, cards, forbidden, forged)


def test_every_face_of_a_hand_can_be_told_from_every_other() -> None:
    """A claim of one card against all other faces passes, and against one's own among them none is made."""
    others = tuple(face for face in range(20) if face != 13)
    check_none_of(HERE, X, RANKS, _cards([13]), others, _proof([13], others))
    with pytest.raises(ValueError, match="forbidden face"):
        _proof([13], tuple(range(20)))


@pytest.mark.parametrize("t", [0, 1, 7, Q - 1])
def test_only_the_identity_stands_between_a_lie_and_its_proof(
    t: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The proof for a card that shows the face is right in every equation, but for its C: the identity."""
    cards, C = _cards([6, 13]), [_shown(6, 13, 9), IDENTITY]
    lie = _forge(cards, [13], C, [(9, 9 * x), (t, t * x)])
    with pytest.raises(BadPoint):
        check_none_of(HERE, X, RANKS, cards, [13], lie)
    with monkeypatch.context() as patched:
        _with_identity(patched)
        check_none_of(HERE, X, RANKS, cards, [13], lie)


def test_zero_would_hide_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    """With t = 0 the identity is proven for any card; the identity is refused in each of its encodings."""
    cards = _cards([6])
    lie = _forge(cards, [13], [IDENTITY], [(0, 0)])
    for bad in REFUSED_POINTS:
        with pytest.raises(BadPoint):
            check_none_of(HERE, X, RANKS, cards, [13], NoneOfProof((bad,), lie.T, lie.z))
    _with_identity(monkeypatch)
    check_none_of(HERE, X, RANKS, cards, [13], lie)


@pytest.mark.parametrize(
    ("C", "witness"),
    [
        (_shown(6, 13, 9), (9, 9 * x)),
        (_shown(13, 12, 9), (9, 9 * x)),
        (_shown(6, 13, 9), (0, 0)),
        (base(5), (7, 7 * x)),
        (mul(3, BY_FACE[13].a), (7, 7 * x - 3)),
        (mul(-3, BY_FACE[13].a), (0, 3)),
        (X, (1, x - 1)),
    ],
    ids=["another card's", "another face's", "no t", "any point", "u is not t x", "t is 0, u is not", "X"],
)
def test_no_other_point_serves_for_a_card_with_the_face(C: bytes, witness: tuple[int, int]) -> None:
    """C and t of another pair, a C that satisfies only the first equation, any other: all are refused, alone
    and in the midst of honest pairs.
    """
    with pytest.raises(BadProof):
        check_none_of(HERE, X, RANKS, _cards([13]), [13], _forge(_cards([13]), [13], [C], [witness]))
    cards = _cards([0, 13, 6])
    points = [_shown(0, 13, 3), C, _shown(6, 13, 4)]
    lie = _forge(cards, [13], points, [(3, 3 * x), witness, (4, 4 * x)])
    with pytest.raises(BadProof):
        check_none_of(HERE, X, RANKS, cards, [13], lie)


def test_a_point_that_satisfies_one_equation_satisfies_not_the_other() -> None:
    """The lies with u other than t x are true in the first equation, so that the second one refuses them."""
    a, b = BY_FACE[13]
    B = sub(b, card_point(13, RANKS))
    assert multi((7, -(7 * x - 3)), (B, a)) == mul(3, a)
    assert multi((0, -3), (B, a)) == mul(-3, a)


def test_pairs_cannot_be_exchanged() -> None:
    """The same C, T and responses in another order are refused, pair by pair and kind by kind."""
    honest = _proof()
    order = (1, 0, 2, 3, 4, 5)

    def moved(items: tuple[bytes, ...]) -> tuple[bytes, ...]:
        return tuple(items[place] for place in order)

    def moved_pairs(items: tuple[tuple[bytes, bytes], ...]) -> tuple[tuple[bytes, bytes], ...]:
        return tuple(items[place] for place in order)

    for changed in (
        NoneOfProof(moved(honest.C), honest.T, honest.z),
        NoneOfProof(honest.C, moved_pairs(honest.T), honest.z),
        NoneOfProof(honest.C, honest.T, moved_pairs(honest.z)),
        NoneOfProof(moved(honest.C), moved_pairs(honest.T), moved_pairs(honest.z)),
    ):
        with pytest.raises(BadProof):
            check_none_of(HERE, X, RANKS, _cards(FACES), FORBIDDEN, changed)


def test_no_card_and_no_face_can_be_left_out() -> None:
    """The claim over a part of the hand or of the faces is refused for the whole, also when that is cut to
    the same number of pairs.
    """
    cards = _cards(FACES)
    other_sizes: list[tuple[list[int], list[int]]] = [
        ([0, 13], [1, 14]),
        ([0, 13, 6], [1]),
        ([0, 13, 6], [1, 2, 14]),
        ([0, 13, 6, 7], [1, 14]),
    ]
    for faces, forbidden in other_sizes:
        with pytest.raises(Malformed):
            check_none_of(HERE, X, RANKS, cards, FORBIDDEN, _proof(faces, forbidden))
    six_pairs: list[tuple[list[int], list[int]]] = [
        ([0, 6, 13], [1, 14]),
        ([0, 13, 0], [1, 14]),
        ([0, 13, 6], [1, 15]),
        ([0, 13], [1, 3, 14]),
        ([0], [1, 2, 3, 4, 5, 14]),
    ]
    for faces, forbidden in six_pairs:
        with pytest.raises(BadProof):
            check_none_of(HERE, X, RANKS, cards, FORBIDDEN, _proof(faces, forbidden))


def test_a_claim_is_for_one_place() -> None:
    """Another number of ranks, key, step, seat or table: refused."""
    cards, proof = _cards(FACES), _proof()
    check_none_of(HERE, X, RANKS, cards, FORBIDDEN, proof)
    with pytest.raises(BadProof):
        check_none_of(HERE, X, RANKS + 1, cards, FORBIDDEN, proof)
    with pytest.raises(BadProof):
        check_none_of(HERE, DEAL.keys[1], RANKS, cards, FORBIDDEN, proof)
    for ctx in (Context(TABLE, 13, 0), Context(TABLE, 12, 1), Context(b"", 12, 0)):
        with pytest.raises(BadProof):
            check_none_of(ctx, X, RANKS, cards, FORBIDDEN, proof)


def test_a_stale_ciphertext_is_refused() -> None:
    """The same face in another encryption is another card."""
    again = shuffle(X, _cards(FACES), range(3), [3, 4, 5])
    with pytest.raises(BadProof):
        check_none_of(HERE, X, RANKS, again, FORBIDDEN, _proof())


def test_only_the_holder_who_knows_the_faces_can_claim() -> None:
    """A secret other than that of the key, or a mistaken face, makes a proof that is refused."""
    cards = _cards(FACES)
    for secret, faces in ((x + 1, FACES), (x, (0, 12, 6))):
        proof = prove_none_of(HERE, secret, X, RANKS, cards, faces, FORBIDDEN)
        with pytest.raises(BadProof):
            check_none_of(HERE, X, RANKS, cards, FORBIDDEN, proof)


def test_a_card_may_stand_there_twice() -> None:
    """It does no harm: what is proven holds for both, and their points C are not related."""
    proof = _proof([6, 6], [1])
    check_none_of(HERE, X, RANKS, _cards([6, 6]), [1], proof)
    assert proof.C[0] != proof.C[1]


def _blinds(proof: NoneOfProof) -> list[bytes | None]:
    """t R of each pair of face 6 with 7, 8 and 9 of its suit, where M - F is -R, -2 R and -3 R."""
    return [mul(pow(-(1 + i % 3), -1, Q), point) for i, point in enumerate(proof.C)]


def test_every_pair_has_a_secret_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """No t serves twice: in two pairs, in two proofs of one statement, or, when the computer's randomness is
    broken, in two statements.
    """
    seen = [blind for _ in range(2) for blind in _blinds(_proof([6, 6], [7, 8, 9]))]
    monkeypatch.setattr("protocol.context.token_bytes", bytes)
    for ctx in (HERE, DEAL.context(0, 13)):
        seen += _blinds(prove_none_of(ctx, x, X, RANKS, _cards([6]), [6], [7, 8, 9]))
    seen += _blinds(_proof([6], [7, 8, 9, 10]))[:3]
    assert len(seen) == len(set(seen)) == 2 * 6 + 2 * 3 + 3
    assert _blinds(_proof([6], [7, 8, 9])) == seen[12:15]


def test_someone_who_knows_nothing_can_make_up_what_a_proof_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the challenge known beforehand a proof is made up without x, even of a lie: it tells nothing."""
    c = 123456789
    monkeypatch.setattr(set_claims, "_challenged", lambda *_: c)
    cards, forbidden = _cards([6, 13]), (6, 13)
    C, T, z = [], [], []
    for i, (card, face) in enumerate((card, face) for card in cards for face in forbidden):
        point, z1, z2 = some(base(31 + i)), 41 + i, 51 + i
        B = sub(card.b, card_point(face, RANKS))
        C.append(point)
        T.append((some(multi((z1, -z2, -c), (B, card.a, point))), some(multi((z1, -z2), (X, base(1))))))
        z.append((encode_scalar(z1), encode_scalar(z2)))
    check_none_of(HERE, X, RANKS, cards, forbidden, NoneOfProof(tuple(C), tuple(T), tuple(z)))


@pytest.mark.parametrize(
    "errors", [[(5, 0), (-5, 0)], [(0, 5), (0, -5)], [(5, -5), (0, 0)]], ids=["T1", "T2", "T1 and T2"]
)
def test_errors_that_cancel_out_are_caught(errors: list[tuple[int, int]]) -> None:
    """Equations that are off by opposite amounts are refused, as each of them has a weight of its own."""
    cards, C, witnesses = _cards([6, 7]), [_shown(6, 1, 3), _shown(7, 1, 4)], [(3, 3 * x), (4, 4 * x)]
    check_none_of(HERE, X, RANKS, cards, [1], _forge(cards, [1], C, witnesses))
    with pytest.raises(BadProof):
        check_none_of(HERE, X, RANKS, cards, [1], _forge(cards, [1], C, witnesses, errors))


def test_responses_that_cancel_out_are_caught() -> None:
    """Responses that were shifted after the challenge are refused: the weights are hashed from them as well,
    and cannot be known before.
    """
    good = _proof([6, 6], [1])

    def shifted(pair: tuple[bytes, bytes], by: int) -> tuple[bytes, bytes]:
        z1, z2 = (int.from_bytes(response, "little") for response in pair)
        return encode_scalar((z1 + by) % Q), encode_scalar((z2 + by * x) % Q)

    z = (shifted(good.z[0], 5), shifted(good.z[1], -5))
    with pytest.raises(BadProof):
        check_none_of(HERE, X, RANKS, _cards([6, 6]), [1], NoneOfProof(good.C, good.T, z))


def test_two_checks_come_to_one_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    """Checking draws no randomness: the audit says what the table said."""
    proof = _proof()
    monkeypatch.setattr("protocol.context.token_bytes", None)
    for _ in range(2):
        check_none_of(HERE, X, RANKS, _cards(FACES), FORBIDDEN, proof)


@pytest.mark.parametrize(
    "forbidden", [(), (14, 1), (1, 1), (1, 14, 14), tuple(range(20, 21 + MAX_FORBIDDEN))]
)
def test_faces_have_one_order(forbidden: tuple[int, ...]) -> None:
    """No face, a face twice, an order other than ascending, too many: neither proven nor accepted."""
    with pytest.raises(ValueError, match="faces"):
        _proof([6], forbidden)
    n = len(forbidden)
    sized = NoneOfProof((_proof().C[0],) * n, (_proof().T[0],) * n, (_proof().z[0],) * n)
    with pytest.raises(Malformed, match="faces"):
        check_none_of(HERE, X, RANKS, _cards([6]), forbidden, sized)


def test_wrong_lists_are_mistakes_of_the_prover() -> None:
    """No cards, or faces that are not as many as the cards."""
    for hand, faces in (([], []), ([0], []), ([0], [0, 6])):
        with pytest.raises(ValueError, match="faces for"):
            prove_none_of(HERE, x, X, RANKS, _cards(hand), faces, [2])
    with pytest.raises(Malformed):
        check_none_of(HERE, X, RANKS, [], [2], _proof([6], [2]))


def test_the_largest_claim_fits_into_a_frame() -> None:
    """Proofs of the largest size leave a quarter of a frame for the rest; larger ones are not made."""
    proof = _proof([6], [1])
    largest = NoneOfProof(proof.C * MAX_PAIRS, proof.T * MAX_PAIRS, proof.z * MAX_PAIRS)
    assert len(encode(largest)) < MAX_FRAME * 3 // 4
    forbidden = tuple(range(20, 20 + MAX_FORBIDDEN))
    too_many = [6] * (MAX_PAIRS // MAX_FORBIDDEN + 1)
    with pytest.raises(ValueError, match="no claim about 3 cards and 128 faces"):
        _proof(too_many, forbidden)
    with pytest.raises(Malformed, match="no claim about 3 cards and 128 faces"):
        check_none_of(HERE, X, RANKS, _cards(too_many), forbidden, largest)


@pytest.mark.parametrize("bad", REFUSED_POINTS, ids=lambda bad: bad.hex()[:12])
def test_bad_points_are_malformed(bad: bytes) -> None:
    """A card, a key, a C or a commitment that is no point of the group is refused as such."""
    faces = (0, 6)
    cards, proof = _cards(faces), _proof(faces)
    for card in (Card(bad, cards[0].b), Card(cards[0].a, bad)):
        with pytest.raises(BadPoint):
            check_none_of(HERE, X, RANKS, [card, cards[1]], FORBIDDEN, proof)
    with pytest.raises(BadPoint):
        check_none_of(HERE, bad, RANKS, cards, FORBIDDEN, proof)
    for place in range(4):
        C = (*proof.C[:place], bad, *proof.C[place + 1 :])
        with pytest.raises(BadPoint):
            check_none_of(HERE, X, RANKS, cards, FORBIDDEN, NoneOfProof(C, proof.T, proof.z))
        for pair in ((bad, proof.T[place][1]), (proof.T[place][0], bad)):
            T = (*proof.T[:place], pair, *proof.T[place + 1 :])
            with pytest.raises(BadPoint):
                check_none_of(HERE, X, RANKS, cards, FORBIDDEN, NoneOfProof(proof.C, T, proof.z))
