"""Nobody cheats with joint numbers, keys, shuffles, shares or seeds."""

import pytest

from tests.peer.caught import is_caught
from tests.peer.lies_deals import LIES


@pytest.mark.parametrize("name", LIES)
def test_who_lies_about_a_deal_is_named(name: str) -> None:
    """Every honest peer stops the game or finds the lie when it is over, and names the liar and nobody
    else.
    """
    is_caught(LIES[name])
