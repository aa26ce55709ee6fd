"""`chabudai learn`: a guided round for whoever has never played a game."""

import argparse

from cli.arguments import add_name, add_plain
from cli.exits import OK
from cli.language import N_, _

SUMMARY = N_("learn a game in a guided round against bots")
EXAMPLES = (
    ("chabudai learn", N_("which games there are to learn")),
    ("chabudai learn nokosu", N_("a first round of Nokosu Dice, explained as it goes")),
)


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument("game", nargs="?", metavar=_("GAME"), help=_("the game, such as notice"))
    add_name(parser)
    add_plain(parser)


def run(arguments: argparse.Namespace) -> int:
    """Give the lesson of a game, or say which there are."""
    from cli import games
    from cli.peering import own_name

    if arguments.game is None:
        from cli.lesson import course_of
        from engines import GAMES

        for game in GAMES:
            print(f"chabudai learn {game}")
            print("    " + _(course_of(game).ABOUT[0]))
        return OK
    from cli.learning import learn

    return learn(games.known(arguments.game), own_name(arguments))
