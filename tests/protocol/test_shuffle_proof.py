"""No deck passes that is not the deck before, permuted and re-encrypted."""

from collections.abc import Callable, Sequence
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol import shuffle_proof
from protocol.context import Context
from protocol.deck import Card, first_deck
from protocol.errors import BadPoint, BadProof, Malformed
from protocol.group import REFUSED_POINTS, Q, add, base, encode_scalar, hash_to_group, mul, multi, some
from protocol.shuffle import shuffle
from protocol.shuffle_proof import Generators, ShuffleProof, check_shuffle, generators, prove_shuffle
from tests.protocol.deal import TABLE, SmallDeal

HERE = Context(TABLE, 7, 1)
FACES = (0, 1, 2, 3)
DEAL = SmallDeal(faces=FACES, ranks=4)
X, DECK = DEAL.joint, DEAL.first
OWN_X, HAND = DEAL.keys[0], DEAL.held_by(0)
R = [11, 22, 33, 44]


def _combined(
    rows: Sequence[Sequence[int]], rho: Sequence[int], deck: Sequence[Card] = DECK, key: bytes = X
) -> tuple[Card, ...]:
    """The deck whose card i is the sum of rows[i][j] times card j, re-encrypted with rho[i]."""
    return tuple(
        Card(
            some(add(multi(row, [card.a for card in deck]), base(r))),
            some(add(multi(row, [card.b for card in deck]), mul(r, key))),
        )
        for row, r in zip(rows, rho, strict=True)
    )


def _rows(places: Sequence[int]) -> list[list[int]]:
    return [[int(j == place) for j in range(len(places))] for place in places]


def _faces(deck: Sequence[Card]) -> list[int]:
    faces = [DEAL.face_under(card, sum(DEAL.secrets)) for card in deck]
    return [-1 if face is None else face for face in faces]


def _forge(
    matrix: Sequence[Sequence[int]],
    rho: Sequence[int],
    shuffled: Sequence[Card],
    trapdoor: int = 0,
    deck: Sequence[Card] = DECK,
    key: bytes = X,
) -> ShuffleProof:
    """The proof as good as it gets for any matrix m whose rows sum to 1: honest if it is a permutation.

    Then the cards before are the sums of m[i][j] times the cards after. With h = trapdoor G the chain can be
    closed over a wrong product of the weights, which is all that tells other matrices from permutations.
    """
    n = len(matrix)
    h, hs, _ = shuffle_proof.generators(n)
    challenge = shuffle_proof._statement(HERE, key, deck, shuffled)
    r = [100 + j for j in range(n)]
    c = [some(add(base(r[j]), multi([row[j] for row in matrix], hs))) for j in range(n)]
    u = shuffle_proof._weights(challenge, c)
    u_prime = [sum(x * y for x, y in zip(row, u, strict=True)) for row in matrix]
    chain, r_hat = [h], 0
    for i in range(n):
        chain.append(some(add(base(200 + i), mul(u_prime[i], chain[-1]))))
        r_hat = (200 + i + u_prime[i] * r_hat) % Q
    r_hat += trapdoor * (prod(u_prime) - prod(u))
    w, w_hat, w_prime = [1, 2, 3, 4], [300 + i for i in range(n)], [400 + i for i in range(n)]
    t = [
        base(w[0]),
        base(w[1]),
        add(base(w[2]), multi(w_prime, hs)),
        add(mul(-w[3], key), multi(w_prime, [card.b for card in shuffled])),
        add(base(-w[3]), multi(w_prime, [card.a for card in shuffled])),
        *(add(base(w_hat[i]), mul(w_prime[i], chain[i])) for i in range(n)),
    ]
    e = shuffle_proof._challenged(challenge, chain[1:], t)
    respond = shuffle_proof._response
    secrets = (
        sum(r),
        r_hat,
        sum(x * y for x, y in zip(r, u, strict=True)),
        sum(x * y for x, y in zip(rho, u_prime, strict=True)),
    )
    return ShuffleProof(
        tuple(c),
        tuple(chain[1:]),
        encode_scalar(e),
        shuffle_proof._four([respond(nonce, e, secret) for nonce, secret in zip(w, secrets, strict=True)]),
        tuple(respond(nonce, e, 200 + i) for i, nonce in enumerate(w_hat)),
        tuple(respond(nonce, e, u_prime[i]) for i, nonce in enumerate(w_prime)),
    )


@pytest.mark.parametrize("n", [1, 2, 3, 9, 60])
def test_honest_shuffles_pass_for_every_size(n: int) -> None:
    """One card or a whole deck, with faces that occur twice."""
    deck = first_deck([face // 2 for face in range(n)], 5, X)
    order = [*range(1, n), 0]
    r = list(range(1, n + 1))
    shuffled = shuffle(X, deck, order, r)
    check_shuffle(HERE, X, deck, shuffled, prove_shuffle(HERE, X, deck, shuffled, order, r))


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(0, 3), min_size=4, max_size=4))
def test_a_deck_passes_if_and_only_if_decryption_says_so(places: list[int]) -> None:
    """Judge by decrypting: the best forged proof passes exactly when the decks hold the same faces."""
    shuffled = _combined(_rows(places), R)
    proof = _forge(_rows(places), R, shuffled)
    assert _faces(shuffled) == places
    if sorted(places) == sorted(FACES):
        check_shuffle(HERE, X, DECK, shuffled, proof)
    else:
        with pytest.raises(BadProof):
            check_shuffle(HERE, X, DECK, shuffled, proof)


@pytest.mark.parametrize("places", [(0,), (0, 1), (1, 0)])
def test_a_hand_of_one_or_two_passes_under_its_own_key(places: tuple[int, ...]) -> None:
    """One seat's hand is shuffled like a deck: it shows the same faces, and the ciphertexts are all new."""
    n = len(places)
    hand = HAND[:n]
    mixed = shuffle(OWN_X, hand, places, R[:n])
    check_shuffle(HERE, OWN_X, hand, mixed, prove_shuffle(HERE, OWN_X, hand, mixed, places, R[:n]))
    check_shuffle(
        HERE,
        OWN_X,
        hand,
        mixed,
        _forge(_rows(places), [R[place] for place in places], mixed, deck=hand, key=OWN_X),
    )
    shown = [DEAL.face_under(card, DEAL.secrets[0]) for card in mixed]
    assert shown == [DEAL.face_in(place) for place in places]
    assert {half for card in hand for half in card}.isdisjoint(half for card in mixed for half in card)


@pytest.mark.parametrize("factor", [-1, 2, 3])
def test_a_hand_of_one_stays_that_card(factor: int) -> None:
    """No multiple of a single card passes for it, and no other card."""
    hand, times = HAND[:1], pow(factor, -1, Q)
    mixed = _combined([[times]], R[:1], hand, OWN_X)
    for matrix in ([[factor]], [[1]]):
        with pytest.raises(BadProof):
            check_shuffle(HERE, OWN_X, hand, mixed, _forge(matrix, R[:1], mixed, deck=hand, key=OWN_X))
    other = shuffle(OWN_X, HAND[1:2], [0], R[:1])
    for proof in (
        _forge([[1]], R[:1], other, deck=hand, key=OWN_X),
        prove_shuffle(HERE, OWN_X, HAND[1:2], other, [0], R[:1]),
    ):
        with pytest.raises(BadProof):
            check_shuffle(HERE, OWN_X, hand, other, proof)


@pytest.mark.parametrize("first", range(-1, 3))
@pytest.mark.parametrize("second", range(-1, 3))
def test_a_hand_of_two_stays_these_two_cards(
    first: int, second: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of all mixtures of two cards, with weights whose sum is 1, only the two permutations pass: no card
    twice, and no two others with the same sum. Who knew log h could prove the latter.
    """
    hand, matrix = HAND[:2], [[1 - first, first], [1 - second, second]]
    if first == second:
        rows = matrix
    else:
        inverse = pow(second - first, -1, Q)
        rows = [[second * inverse, (second - 1) * inverse], [-first * inverse, (1 - first) * inverse]]
    mixed = _combined(rows, R[:2], hand, OWN_X)
    proof = _forge(matrix, R[:2], mixed, deck=hand, key=OWN_X)
    if {first, second} == {0, 1}:
        check_shuffle(HERE, OWN_X, hand, mixed, proof)
        return
    with pytest.raises(BadProof):
        check_shuffle(HERE, OWN_X, hand, mixed, proof)
    if first != second:
        real, trapdoor = generators(2), 987654321
        weak = Generators(some(base(trapdoor)), real.hs, real.total)
        monkeypatch.setattr(shuffle_proof, "generators", lambda n: weak)
        check_shuffle(HERE, OWN_X, hand, mixed, _forge(matrix, R[:2], mixed, trapdoor, hand, OWN_X))


def test_a_hand_is_laid_anew_under_the_key_that_it_is_held_under() -> None:
    """Re-encrypted under another key, or proven for one, it is refused: nobody could open it any more."""
    for n in (1, 2):
        hand, order = HAND[:n], list(range(n))
        for key in (DEAL.keys[1], X):
            mixed = shuffle(key, hand, order, R[:n])
            for proven in (key, OWN_X):
                with pytest.raises(BadProof):
                    check_shuffle(
                        HERE, OWN_X, hand, mixed, prove_shuffle(HERE, proven, hand, mixed, order, R[:n])
                    )


def test_a_known_trapdoor_between_generators_forges(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who knows log h turns cards of rank 0 and 3 into two of rank 1 and 2; with the hashed h that fails."""
    third = pow(3, -1, Q)
    rows = [[2 * third, 0, 0, third], [0, 1, 0, 0], [0, 0, 1, 0], [third, 0, 0, 2 * third]]
    matrix = [[2, 0, 0, -1], [0, 1, 0, 0], [0, 0, 1, 0], [-1, 0, 0, 2]]
    shuffled = _combined(rows, R)
    assert _faces(shuffled) == [1, 1, 2, 2]
    trapdoor = 987654321
    with pytest.raises(BadProof):
        check_shuffle(HERE, X, DECK, shuffled, _forge(matrix, R, shuffled, trapdoor))
    real = generators(4)
    weak = Generators(some(base(trapdoor)), real.hs, real.total)
    monkeypatch.setattr(shuffle_proof, "generators", lambda n: weak)
    check_shuffle(HERE, X, DECK, shuffled, _forge(matrix, R, shuffled, trapdoor))
    with pytest.raises(BadProof):
        check_shuffle(HERE, X, DECK, shuffled, _forge(matrix, R, shuffled))


def test_generators_come_from_their_labels() -> None:
    """They are hashes of fixed labels, all different, and the same ones for decks of every size."""
    small, large = generators(5), generators(128)
    assert large.hs[:5] == small.hs
    assert small.h == large.h == hash_to_group(b"shuffle/h")
    assert small.hs[2] == hash_to_group(b"shuffle/h/3")
    assert len({large.h, *large.hs}) == 129


def _swapped(deck: list[Card]) -> None:
    deck[0], deck[1] = deck[1], deck[0]


def _replaced(deck: list[Card]) -> None:
    deck[2] = first_deck([9], 5, X)[0]


def _doubled(deck: list[Card]) -> None:
    deck[3] = deck[0]


def _other_face(deck: list[Card]) -> None:
    deck[1] = Card(deck[1].a, some(add(deck[1].b, base(1))))


def _other_key(deck: list[Card]) -> None:
    deck[1] = Card(deck[1].a, some(add(deck[1].b, DEAL.keys[0])))


@pytest.mark.parametrize("change", [_swapped, _replaced, _doubled, _other_face, _other_key])
def test_a_changed_deck_is_refused_with_its_own_proof(change: Callable[[list[Card]], None]) -> None:
    """Swapped, replaced, doubled, with another face or key: refused with the old proof and with a new one."""
    order = [2, 0, 3, 1]
    honest = shuffle(X, DECK, order, R)
    cards = list(honest)
    change(cards)
    with pytest.raises(BadProof):
        check_shuffle(HERE, X, DECK, cards, prove_shuffle(HERE, X, DECK, honest, order, R))
    with pytest.raises(BadProof):
        check_shuffle(HERE, X, DECK, cards, prove_shuffle(HERE, X, DECK, cards, order, R))


def test_a_proof_counts_once() -> None:
    """The proof of another step, seat, table, key or deck before is refused."""
    order = [2, 0, 3, 1]
    shuffled = shuffle(X, DECK, order, R)
    proof = prove_shuffle(HERE, X, DECK, shuffled, order, R)
    check_shuffle(HERE, X, DECK, shuffled, proof)
    for ctx in (Context(TABLE, 8, 1), Context(TABLE, 7, 0), Context(b"", 7, 1)):
        with pytest.raises(BadProof):
            check_shuffle(ctx, X, DECK, shuffled, proof)
    with pytest.raises(BadProof):
        check_shuffle(HERE, DEAL.keys[0], DECK, shuffled, proof)
    with pytest.raises(BadProof):
        check_shuffle(HERE, X, shuffled, DECK, proof)


def test_decks_of_other_sizes_are_refused() -> None:
    """A deck with a card more or less, an empty one and one that is too large."""
    order = [2, 0, 3, 1]
    shuffled = shuffle(X, DECK, order, R)
    proof = prove_shuffle(HERE, X, DECK, shuffled, order, R)
    huge = DECK * 33
    for before, after in (
        (DECK, shuffled[:3]),
        (DECK[:3], shuffled),
        (DECK[:3], shuffled[:3]),
        ([*DECK, DECK[0]], [*shuffled, shuffled[0]]),
        ((), ()),
        (huge, huge),
    ):
        with pytest.raises(Malformed):
            check_shuffle(HERE, X, before, after, proof)
    for n in (0, 129):
        per_card = (proof.c[0],) * n
        sized = ShuffleProof(per_card, per_card, proof.challenge, proof.s, per_card, per_card)
        with pytest.raises(Malformed, match=f"not for {n} cards"):
            check_shuffle(HERE, X, DECK[:1] * n, DECK[:1] * n, sized)


@pytest.mark.parametrize("bad", REFUSED_POINTS, ids=lambda bad: bad.hex()[:12])
def test_bad_points_are_malformed_in_every_place(bad: bytes) -> None:
    """A point that is none is refused as malformed: in a deck, as key, in the commitments or the chain."""
    order = [2, 0, 3, 1]
    shuffled = shuffle(X, DECK, order, R)
    proof = prove_shuffle(HERE, X, DECK, shuffled, order, R)
    for place in range(4):
        for card in (Card(bad, shuffled[place].b), Card(shuffled[place].a, bad)):
            changed = (*shuffled[:place], card, *shuffled[place + 1 :])
            with pytest.raises(BadPoint):
                check_shuffle(HERE, X, DECK, changed, proof)
            with pytest.raises(BadPoint):
                check_shuffle(HERE, X, changed, shuffled, proof)
        c = (*proof.c[:place], bad, *proof.c[place + 1 :])
        c_hat = (*proof.c_hat[:place], bad, *proof.c_hat[place + 1 :])
        tail = (proof.challenge, proof.s, proof.s_hat, proof.s_prime)
        for changed_proof in (ShuffleProof(c, proof.c_hat, *tail), ShuffleProof(proof.c, c_hat, *tail)):
            with pytest.raises(BadPoint):
                check_shuffle(HERE, X, DECK, shuffled, changed_proof)
    with pytest.raises(BadPoint):
        check_shuffle(HERE, bad, DECK, shuffled, proof)
