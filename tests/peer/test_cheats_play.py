"""Nobody cheats with gifts, cards, suits or predictions."""

import pytest

from tests.peer import lies_deals, lies_play
from tests.peer.caught import is_caught, names_the_liar
from tests.peer.liars import AT_ONCE, AT_OPENING, Lie, tell
from tests.peer.recorded_game import recorded

LIES = lies_play.LIES
FAST = {
    (lie.code, lie.detail, lie.caught): lie
    for lie in (*lies_deals.LIES.values(), *LIES.values())
    if lie.caught in (AT_ONCE, AT_OPENING) and lie.name != "out-of-turn-and-early"
}
"""One lie for each way of being caught while the game goes on."""


@pytest.mark.parametrize("name", LIES)
def test_who_lies_in_play_is_named(name: str) -> None:
    """Every honest peer stops the game, at once or when predictions are opened, and names the liar only."""
    is_caught(LIES[name])


@pytest.mark.parametrize("lie", FAST.values(), ids=lambda lie: lie.name)
def test_who_lies_is_named_also_by_those_who_only_hear_of_it(lie: Lie) -> None:
    """A peer that has no link to the liar finds out through another one, and blames the same seat for the
    same reason.
    """
    liar = recorded("notice", 3).first(lie.when).seat
    far = (liar + 2) % 3
    game = tell(recorded("notice", 3), lie, lambda a, b: {a, b} != {liar, far})
    game.begin()
    game.quiet()
    assert game.tables[far].halted, "it was not told at once"
    names_the_liar(game)
