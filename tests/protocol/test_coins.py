"""Joint numbers depend on everybody, and are fair."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.coins import numbers
from protocol.context import Context
from protocol.errors import Malformed
from tests.protocol.deal import TABLE

HERE = Context(TABLE, 4, 0)
contributions = st.lists(st.binary(min_size=32, max_size=32), min_size=1, max_size=5)


@given(contributions, st.lists(st.integers(1, 1000), max_size=5))
def test_everybody_gets_the_same_numbers_in_range(said: list[bytes], sides: list[int]) -> None:
    """The i-th number is below the i-th limit, and a matter of the contributions alone."""
    thrown = numbers(HERE, said, sides)
    assert len(thrown) == len(sides)
    assert all(0 <= number < limit for number, limit in zip(thrown, sides, strict=True))
    assert thrown == numbers(HERE, tuple(said), tuple(sides))


def test_every_contribution_and_its_place_counts() -> None:
    """One changed bit, an exchange, one left out or another place in the game gives other numbers."""
    a, b = bytes(32), bytes(31) + b"\1"
    c = bytes(31) + b"\2"
    sides = [2**64] * 2
    variants = [
        numbers(HERE, said, sides) for said in ([a, b], [b, a], [a, c], [a], [b], [a, b, b], [a, a, b])
    ]
    variants += [
        numbers(ctx, [a, b], sides)
        for ctx in (Context(b"", 4, 0), Context(TABLE, 5, 0), Context(TABLE, 4, 1))
    ]
    assert len(set(variants)) == len(variants)


def test_dice_are_fair_and_independent() -> None:
    """Chi-square over the 36 pairs of two dice, 3600 throws: below 66.6 (0.1 per cent, 35 degrees)."""
    counts = Counter(numbers(HERE, [number.to_bytes(32, "big")], (6, 6)) for number in range(3600))
    pairs = [(one, two) for one in range(6) for two in range(6)]
    assert sum((counts[pair] - 100) ** 2 / 100 for pair in pairs) < 66.6


@pytest.mark.parametrize("said", [[], [b""], [bytes(32), bytes(31)], [bytes(33)]])
def test_contributions_are_32_bytes_of_somebody(said: list[bytes]) -> None:
    """Nobody's contribution, or one of another length, is refused."""
    with pytest.raises(Malformed):
        numbers(HERE, said, [6])


def test_a_die_has_sides() -> None:
    """A number below zero is a mistake of the caller."""
    with pytest.raises(ValueError, match="below 0"):
        numbers(HERE, [bytes(32)], [6, 0])
