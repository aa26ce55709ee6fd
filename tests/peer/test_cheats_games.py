"""Nobody cheats in Nokosu Dice, Dice And Domino, No Loose Ends or Dice Watching."""

import pytest

from tests.peer import lies_dice_and_domino, lies_dice_watching, lies_no_loose_ends, lies_nokosu
from tests.peer.caught import is_caught
from tests.peer.liars import Lie

SEATS = {"nokosu": 3, "dice-and-domino": 2, "no-loose-ends": 2, "dice-watching": 3}
"""At how many seats the recorded games are played."""

GAMES = (lies_nokosu, lies_dice_and_domino, lies_no_loose_ends, lies_dice_watching)
OWN = [lie for game in GAMES for lie in game.LIES.values()]


def named(lie: Lie) -> str:
    """The game and the name of a lie."""
    return f"{lie.game}-{lie.name}"


@pytest.mark.parametrize("lie", OWN, ids=named)
def test_who_lies_in_a_game_is_named(lie: Lie) -> None:
    """Every honest peer stops the game, at once or when guesses are opened, and names the liar only."""
    is_caught(lie, SEATS[lie.game])
