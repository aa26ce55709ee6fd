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
    from cli.terminal import can_draw

    game, name = games.known(arguments.game), own_name(arguments)
    if not arguments.plain and can_draw():
        return _on_the_whole_screen(game, name)
    from cli.learning import learn

    return learn(game, name)


def _on_the_whole_screen(game: str, name: str) -> int:
    import asyncio

    from cli.app.lesson import LessonScreen
    from cli.app.screen import Quit
    from cli.app.shell import Shell
    from cli.peering import settled
    from cli.terminal import wants_colour

    settings = settled()
    screen = LessonScreen(game, name, Quit(OK))
    return asyncio.run(Shell(screen, colour=wants_colour(settings.colour), sound=settings.sound).run())
