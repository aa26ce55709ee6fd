"""The rules of the games: no input or output, no clock, no randomness of their own."""

from importlib import import_module

from engines.table import Rules

GAMES: tuple[str, ...] = ("nokosu", "dice-and-domino", "notice", "no-loose-ends", "dice-watching")
"""The games by the names that commands and records use."""


def load(name: str) -> Rules:
    """The rules of a game; KeyError if there is no such game."""
    if name not in GAMES:
        raise KeyError(name)
    rules: Rules = import_module(f"engines.{name.replace('-', '_')}").RULES
    return rules
