"""`chabudai host`: open a table and play at it."""

import argparse

from cli.arguments import (
    add_game,
    add_interfaces,
    add_name,
    add_options,
    add_passcode,
    add_plain,
    add_seats,
)
from cli.language import N_, _
from cli.terminal import full_screen

SUMMARY = N_("open a table, and play at it")
EXAMPLES = (
    ("chabudai host notice", N_("a table for four; the lines that friends type are shown")),
    ("chabudai host notice --seats 3 --option penalty=both", N_("for three, with an option of the game")),
    ("chabudai host notice --passcode cherry --bots 1", N_("with a passcode, and a bot in one seat")),
)


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    add_game(parser)
    add_seats(parser)
    add_options(parser)
    add_name(parser)
    add_passcode(parser)
    parser.add_argument(
        "--bots", type=int, default=0, metavar="N", help=_("seats that bots of this machine take")
    )
    parser.add_argument(
        "--sealed", action="store_true", help=_("keep all hands closed after the game too (a weaker check)")
    )
    add_plain(parser)
    add_interfaces(parser)


def run(arguments: argparse.Namespace) -> int:
    """Open the table, start the bots, show how to join, and play."""
    from cli import hosting

    table = hosting.asked(arguments)
    if full_screen(arguments):
        from cli.app import application
        from cli.app.house import Terms

        terms = Terms(
            table.game, table.seats, table.options, arguments.passcode, arguments.sealed, table.bots
        )
        return application.open_table(arguments, terms)
    return hosting.run(arguments, table)
