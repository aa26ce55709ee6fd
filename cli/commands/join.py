"""`chabudai join`: take a seat at somebody's table and play at it."""

import argparse

from cli.arguments import add_interfaces, add_name, add_passcode, add_plain
from cli.language import N_, _
from cli.terminal import full_screen

SUMMARY = N_("take a seat at a table, and play at it")
EXAMPLES = (
    ("chabudai join", N_("the tables on this network, to choose from")),
    ("chabudai join ABCD-EFGH", N_("the table of this name")),
    ("chabudai join 192.168.1.5:40123", N_("the table of whoever is at this address")),
    ("chabudai join ABCDE-FGHIJ-...", N_("with an invite, which also admits where a passcode is asked for")),
)


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument(
        "table", metavar=_("TABLE"), nargs="?", help=_("name of the table, address of its opener, or invite")
    )
    add_name(parser)
    add_passcode(parser)
    add_plain(parser)
    add_interfaces(parser)


def run(arguments: argparse.Namespace) -> int:
    """Find the table, take a seat, and play."""
    if full_screen(arguments):
        from cli.app import application

        return application.join(arguments)
    from cli import joining

    return joining.run(arguments)
