"""`chabudai rules`: the rules of a game, in our own words."""

import argparse
from pathlib import Path

from cli.arguments import add_game
from cli.exits import OK
from cli.language import N_, language

SUMMARY = N_("the rules of a game")
EXAMPLES = (("chabudai rules notice", N_("how Notice is played, with its options")),)

TEXTS = Path(__file__).parent.parent / "rules"


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    add_game(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the rules in the language in use."""
    from cli.games import known

    game = known(arguments.game)
    print((TEXTS / language() / f"{game}.md").read_text(encoding="utf-8"), end="")
    return OK
