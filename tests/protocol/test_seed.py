"""A seed decides everything of a deal, and only for one seat in one place."""

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.context import Context
from protocol.errors import BadOpening, Malformed
from protocol.group import Q, base
from protocol.seed import check_seed, commit_seed, deal_key, factors, permutation
from tests.protocol.deal import TABLE, SmallDeal

HERE = Context(TABLE, 4, 2)
seeds = st.binary(min_size=32, max_size=32)


@given(seeds, st.integers(0, 70))
def test_all_is_derived_again_from_the_seed(seed: bytes, n: int) -> None:
    """The same seed in the same context gives the same deal, and a good one."""
    order, r = permutation(HERE, seed, n), factors(HERE, seed, n)
    assert sorted(order) == list(range(n))
    assert all(1 <= factor < Q for factor in r)
    assert len(set(r)) == n
    assert (order, r) == (permutation(HERE, seed, n), factors(HERE, seed, n))
    assert deal_key(HERE, seed) == deal_key(HERE, seed) not in r
    check_seed(HERE, commit_seed(HERE, seed), seed)


@pytest.mark.parametrize("other", [Context(b"x", 4, 2), Context(TABLE, 5, 2), Context(TABLE, 4, 3)])
def test_another_place_gives_another_deal(other: Context) -> None:
    """A seed used again at another table, step or seat gives unrelated secrets and another commitment."""
    seed = bytes(32)
    for derive in (deal_key, commit_seed):
        assert derive(HERE, seed) != derive(other, seed)
    for derive_many in (permutation, factors):
        assert derive_many(HERE, seed, 30) != derive_many(other, seed, 30)
    with pytest.raises(BadOpening):
        check_seed(other, commit_seed(HERE, seed), seed)


def test_more_factors_begin_with_the_same_ones() -> None:
    """Factors are a stream: the first ones do not depend on how many are asked for."""
    assert factors(HERE, bytes(32), 9)[:4] == factors(HERE, bytes(32), 4)


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33)])
def test_a_seed_is_32_bytes(seed: bytes) -> None:
    """Short seeds, which could be guessed, and long ones are refused everywhere."""
    for attempt in (
        lambda: commit_seed(HERE, seed),
        lambda: check_seed(HERE, bytes(32), seed),
        lambda: deal_key(HERE, seed),
        lambda: permutation(HERE, seed, 3),
        lambda: factors(HERE, seed, 3),
    ):
        with pytest.raises(Malformed):
            attempt()


def test_permutations_are_uniform() -> None:
    """Chi-square over the 24 orders of four cards, 4800 seeds: below 49.7 (0.1 per cent, 23 degrees)."""
    counts = Counter(permutation(HERE, number.to_bytes(32, "big"), 4) for number in range(4800))
    assert set(counts) == set(permutations(range(4)))
    assert sum((count - 200) ** 2 / 200 for count in counts.values()) < 49.7


def test_every_place_is_as_likely_in_a_long_deck() -> None:
    """Chi-square of where the first of 60 cards goes, 6000 seeds: below 98.3 (0.1 per cent, 59 degrees)."""
    counts = Counter(permutation(HERE, number.to_bytes(32, "big"), 60).index(0) for number in range(6000))
    assert sum((counts[place] - 100) ** 2 / 100 for place in range(60)) < 98.3


def test_published_seeds_repeat_the_whole_deal() -> None:
    """From the seeds alone: the keys, every deck, and the face in every place, without one proof."""
    deal, again = SmallDeal(seats=3), SmallDeal(seats=3)
    assert again.keys == deal.keys == [base(x) for x in deal.secrets]
    assert again.shuffled == deal.shuffled
    faces = [deal.face_under(card, sum(deal.secrets)) for card in deal.shuffled]
    assert faces == [again.face_in(place) for place in range(6)]
