"""A share is x a with the x of the seat's key, or it is refused."""

import pytest

from protocol import shares as shares_module
from protocol.context import Context
from protocol.deck import Card
from protocol.errors import BadPoint, BadProof, Malformed
from protocol.group import REFUSED_POINTS, Q, add, base, encode_scalar, mul, multi, some, sub
from protocol.shares import SharesProof, check_shares, make_shares
from tests.protocol.deal import TABLE, SmallDeal

DEAL = SmallDeal(seats=3)
HERE = DEAL.context(0, 6)
x, X = DEAL.secrets[0], DEAL.keys[0]
CARDS = DEAL.shuffled


@pytest.mark.parametrize("n", [1, 2, 6])
def test_shares_are_proven_for_one_card_or_many(n: int) -> None:
    """They are x a, and the proof passes."""
    shares, proof = make_shares(HERE, x, X, CARDS[:n])
    assert list(shares) == [mul(x, card.a) for card in CARDS[:n]]
    check_shares(HERE, X, CARDS[:n], shares, proof)


def test_shares_of_equal_cards_are_proven() -> None:
    """The same card twice is no reason to refuse, and none to accept a wrong second share."""
    twice = (CARDS[0], CARDS[0])
    shares, proof = make_shares(HERE, x, X, twice)
    check_shares(HERE, X, twice, shares, proof)
    with pytest.raises(BadProof):
        check_shares(HERE, X, twice, (shares[0], some(base(3))), proof)


def test_no_shares_of_no_card() -> None:
    """An empty batch would prove nothing and is refused on both sides."""
    _, proof = make_shares(HERE, x, X, CARDS[:1])
    with pytest.raises(Malformed):
        check_shares(HERE, X, (), (), proof)
    with pytest.raises(ValueError, match="no card"):
        make_shares(HERE, x, X, ())


def test_another_key_makes_other_shares() -> None:
    """Shares made with another secret than that of the seat's key are refused, whoever's it is."""
    for wrong in (DEAL.secrets[1], x + 1, 1):
        shares, proof = make_shares(HERE, wrong, X, CARDS)
        with pytest.raises(BadProof):
            check_shares(HERE, X, CARDS, shares, proof)


@pytest.mark.parametrize("place", range(3))
def test_one_wrong_share_spoils_the_batch(place: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A liar who proves honestly over a false share is caught, in every place of the batch."""
    target = CARDS[place].a
    real = mul

    def lying(k: int, P: bytes | None) -> bytes | None:
        return add(real(k, P), base(1)) if target == P else real(k, P)

    monkeypatch.setattr("protocol.shares.mul", lying)
    shares, proof = make_shares(HERE, x, X, CARDS[:3])
    monkeypatch.undo()
    assert shares[place] != mul(x, target)
    with pytest.raises(BadProof):
        check_shares(HERE, X, CARDS[:3], shares, proof)


def test_errors_that_cancel_out_are_caught() -> None:
    """Two false shares whose sum is right are refused: the weights are not known before the shares are."""
    shares, _ = make_shares(HERE, x, X, CARDS[:2])
    false = (some(add(shares[0], base(1))), some(sub(shares[1], base(1))))
    challenge, weights = shares_module._statement(HERE, X, CARDS[:2], false)
    A = multi(weights, [card.a for card in CARDS[:2]])
    c = shares_module._challenged(challenge, base(9), mul(9, A))
    proof = SharesProof(encode_scalar(c), encode_scalar((9 + c * x) % Q))
    with pytest.raises(BadProof):
        check_shares(HERE, X, CARDS[:2], false, proof)


def test_shares_are_for_these_cards_in_this_place() -> None:
    """Another card, another order, another count, another step or table or seat: refused."""
    shares, proof = make_shares(HERE, x, X, CARDS[:2])
    with pytest.raises(BadProof):
        check_shares(HERE, X, CARDS[1:3], shares, proof)
    with pytest.raises(BadProof):
        check_shares(HERE, X, CARDS[:2], shares[::-1], proof)
    for count in (1, 3):
        with pytest.raises(Malformed):
            check_shares(HERE, X, CARDS[:count], shares, proof)
    for ctx in (Context(TABLE, 7, 0), Context(TABLE, 6, 1), Context(b"", 6, 0)):
        with pytest.raises(BadProof):
            check_shares(ctx, X, CARDS[:2], shares, proof)
    with pytest.raises(BadProof):
        check_shares(HERE, DEAL.keys[1], CARDS[:2], shares, proof)


@pytest.mark.parametrize("bad", REFUSED_POINTS, ids=lambda bad: bad.hex()[:12])
def test_bad_points_are_malformed(bad: bytes) -> None:
    """A share, a card or a key that is no point of the group is refused as such."""
    shares, proof = make_shares(HERE, x, X, CARDS[:2])
    for place in range(2):
        with pytest.raises(BadPoint):
            check_shares(HERE, X, CARDS[:2], (*shares[:place], bad, *shares[place + 1 :]), proof)
    with pytest.raises(BadPoint):
        check_shares(HERE, X, (Card(bad, CARDS[0].b), CARDS[1]), shares, proof)
    with pytest.raises(BadPoint):
        check_shares(HERE, bad, CARDS[:2], shares, proof)
