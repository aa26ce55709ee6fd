"""`chabudai bot`: a headless peer that holds a seat."""

import argparse

from cli.arguments import add_interfaces, add_json, add_name, add_options, add_passcode, add_seats
from cli.exits import USAGE, Stop
from cli.language import N_, _

SUMMARY = N_("a headless peer that holds a seat")
EXAMPLES = (
    ("chabudai bot --name Robo", N_("take a seat at the first table that has one")),
    ("chabudai bot ABCD-EFGH --games 3", N_("play three games at the tables of this name")),
    ("chabudai bot --open notice --seats 3", N_("open a table, and hold its first seat")),
)


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "table", metavar=_("TABLE"), nargs="?", help=_("name of the table, or address of its opener")
    )
    where.add_argument("--open", metavar=_("GAME"), help=_("open a table for this game"))
    where.add_argument(
        "--resume", action="store_true", help=_("go on with the latest game of this data folder")
    )
    add_seats(parser)
    add_options(parser)
    add_name(parser)
    add_passcode(parser)
    parser.add_argument(
        "--games", type=int, default=1, metavar="N", help=_("games to play before it ends (default: 1)")
    )
    parser.add_argument(
        "--pace",
        type=float,
        default=0.8,
        metavar="S",
        help=_("seconds that it takes over a choice (default: 0.8)"),
    )
    parser.add_argument("--with-input", action="store_true", help=_("end when the standard input ends"))
    add_json(parser)
    add_interfaces(parser)


def run(arguments: argparse.Namespace) -> int:
    """Hold a seat, and tell what happens."""
    if arguments.games < 1 or not 0 <= arguments.pace <= 60:
        raise Stop(_("--games takes a number from 1, --pace a number of seconds from 0 to 60."), USAGE)
    from cli import bot_seat

    return bot_seat.run(arguments)
