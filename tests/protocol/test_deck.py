"""Faces become points and come back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.deck import Card, card_point, first_deck, read_face, take_shares
from protocol.errors import BadPoint, NoSuchFace
from protocol.group import G, base, mul, some
from tests.protocol.deal import SmallDeal


def test_points_of_faces_are_all_different() -> None:
    """No two faces of a large deck share a point, whatever the ranks, and none is the generator."""
    for ranks in (1, 7, 13, 15):
        points = {card_point(face, ranks) for face in range(130)}
        assert len(points) == 130
        assert G not in points


@given(st.integers(0, 9), st.integers(0, 9), st.integers(1, 10))
def test_a_face_is_its_suit_and_rank(suit: int, rank: int, ranks: int) -> None:
    """The point depends on suit and rank alone: a deck with more ranks has the same points."""
    if rank < ranks:
        assert card_point(suit * ranks + rank, ranks) == card_point(suit * 20 + rank, 20)


@pytest.mark.parametrize(("face", "ranks"), [(-1, 13), (0, 0), (5, -2)])
def test_there_are_no_other_faces(face: int, ranks: int) -> None:
    """A negative face or no ranks is a mistake of the caller."""
    with pytest.raises(ValueError, match="no face"):
        card_point(face, ranks)


def test_the_first_deck_is_the_same_for_everybody() -> None:
    """Nothing in it is random, and it decrypts to its faces in order."""
    deal = SmallDeal(seats=3)
    assert first_deck(deal.faces, 2, deal.joint) == deal.first
    assert tuple(deal.face_under(card, sum(deal.secrets)) for card in deal.first) == deal.faces


@given(st.lists(st.integers(0, 27), min_size=1, max_size=6))
def test_faces_may_be_there_twice(faces: list[int]) -> None:
    """A deck with equal faces is shuffled, dealt and read like any other, and loses none."""
    deal = SmallDeal(faces=tuple(faces), ranks=7)
    seen = [deal.face_under(card, deal.secrets[0]) for card in deal.held_by(0)]
    assert seen == [deal.face_in(place) for place in range(len(faces))]
    assert sorted(face for face in seen if face is not None) == sorted(faces)


def test_only_faces_of_the_deck_are_read() -> None:
    """A point that is of another deck's face, or of none, is refused, and so is a wrong share."""
    deal = SmallDeal()
    card = deal.held_by(0)[0]
    share = some(mul(deal.secrets[0], card.a))
    assert read_face(card, share, deal.faces, 2) == deal.face_in(0)
    with pytest.raises(NoSuchFace):
        read_face(card, share, [face for face in deal.faces if face != deal.face_in(0)], 2)
    with pytest.raises(NoSuchFace):
        read_face(card, some(mul(deal.secrets[1], card.a)), deal.faces, 2)
    with pytest.raises(NoSuchFace):
        read_face(card, card.b, deal.faces, 2)


def test_taking_shares_leaves_the_missing_keys() -> None:
    """After all shares but one the card is under the missing seat's key, in any order of taking them."""
    deal = SmallDeal(seats=3)
    card = deal.shuffled[0]
    shares = [some(mul(x, card.a)) for x in deal.secrets]
    held = take_shares(card, shares[1:])
    assert held == take_shares(take_shares(card, shares[2:]), shares[1:2])
    assert deal.face_under(held, deal.secrets[0]) == deal.face_in(0)
    assert deal.face_under(held, deal.secrets[1]) is None
    assert take_shares(card, []) == card
    with pytest.raises(BadPoint):
        take_shares(Card(card.a, some(base(5))), [some(base(5))])
