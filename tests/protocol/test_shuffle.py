"""A shuffle keeps every face and hides where it went."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.shuffle import shuffle
from tests.protocol.deal import SmallDeal

DEAL = SmallDeal(faces=(0, 1, 2, 3))


@given(st.permutations(range(4)), st.lists(st.integers(1, 2**200), min_size=4, max_size=4))
def test_the_faces_are_in_the_order_of_the_permutation(order: list[int], r: list[int]) -> None:
    """Card i of the result shows what card permutation[i] showed, and is another ciphertext."""
    shuffled = shuffle(DEAL.joint, DEAL.first, order, r)
    x = sum(DEAL.secrets)
    assert [DEAL.face_under(card, x) for card in shuffled] == order
    assert not {point for card in shuffled for point in card} & {
        point for card in DEAL.first for point in card
    }


def test_a_factor_belongs_to_the_card_before_the_shuffle() -> None:
    """With one order undone, the factors line up with the deck before: what the audit relies on."""
    straight = shuffle(DEAL.joint, DEAL.first, range(4), [5, 6, 7, 8])
    turned = shuffle(DEAL.joint, DEAL.first, [3, 2, 1, 0], [5, 6, 7, 8])
    assert turned == straight[::-1]


@pytest.mark.parametrize(
    ("order", "r"),
    [
        ([0, 1, 2, 2], [1, 1, 1, 1]),
        ([0, 1, 2], [1, 1, 1, 1]),
        ([0, 1, 2, 4], [1] * 4),
        ([0, 1, 2, 3], [1] * 3),
        ([], []),
    ],
)
def test_only_permutations_shuffle(order: list[int], r: list[int]) -> None:
    """A card twice, a card too few, a card that is not there, a factor too few."""
    with pytest.raises(ValueError, match="permutation"):
        shuffle(DEAL.joint, DEAL.first, order, r)
