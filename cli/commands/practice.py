"""`chabudai practice`: you and bots on this machine."""

import argparse

from cli.arguments import add_game, add_name, add_options, add_plain, add_seats
from cli.language import N_
from cli.terminal import full_screen

SUMMARY = N_("play against bots on this machine")
EXAMPLES = (
    ("chabudai practice notice", N_("you and three bots")),
    ("chabudai practice notice --seats 3", N_("you and two bots")),
)


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    add_game(parser)
    add_seats(parser)
    add_options(parser)
    add_name(parser)
    add_plain(parser)


def run(arguments: argparse.Namespace) -> int:
    """Host a table that nothing outside this machine can see, with bots in all other seats."""
    from cli import games, hosting
    from cli.own_machine import stay_here
    from engines import load

    if any(option.name == "referee" for option in load(games.known(arguments.game)).options):
        # Who practises wants to play: a bot is the referee, unless something else was asked for.
        arguments.option.insert(0, "referee=1")
    arguments.interfaces, arguments.bots, arguments.passcode, arguments.sealed = None, 0, None, False
    table = hosting.asked(arguments)
    if full_screen(arguments):
        from cli.app import application
        from cli.app.house import Terms

        return application.open_table(arguments, Terms(table.game, table.seats, table.options, alone=True))
    stay_here()
    arguments.interfaces = ["lo"]
    return hosting.run(arguments, table._replace(bots=table.seats - 1))
