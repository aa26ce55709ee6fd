"""Bots: a seat that answers by itself, from what its own view shows and nothing else."""

from collections.abc import Callable, Mapping
from importlib import import_module
from random import Random
from typing import Any

Bot = Callable[[Mapping[str, Any], Random], int]
"""From a view (engines/GAME_view.py) with an `ask` in it, the index of one of its choices. The same for the
same view and numbers.
"""


def bot_for(game: str) -> Bot:
    """The bot of a game; LookupError if nobody has written one."""
    try:
        bot: Bot = import_module(f"peer.bots.{game.replace('-', '_')}").choose
    except ModuleNotFoundError:
        raise LookupError(game) from None
    return bot
