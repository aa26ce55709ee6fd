"""`chabudai resume`: go on with a game that this machine was part of."""

import argparse

from cli.arguments import add_interfaces, add_plain
from cli.language import N_, _
from cli.terminal import full_screen

SUMMARY = N_("go on with a game that this machine was part of")
EXAMPLES = (
    ("chabudai resume", N_("the latest game that is not over")),
    ("chabudai resume ABCD-EFGH", N_("the game at this table")),
)


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument(
        "table", metavar=_("TABLE"), nargs="?", help=_("name of the table (default: the latest)")
    )
    add_plain(parser)
    add_interfaces(parser)


def run(arguments: argparse.Namespace) -> int:
    """Take one's seat again, with the bots that this machine had put at the table, and play to the end."""
    if full_screen(arguments):
        from cli.app import application

        return application.resume(arguments)
    from cli import hosting, peering
    from cli.children import Children
    from cli.lines import Lines
    from cli.own_machine import stay_here
    from cli.plain import Plain
    from peer.node import Node

    if peering.only_own_bots(arguments.table):
        stay_here()
        arguments.interfaces = ["lo"]

    async def work(node: Node) -> int:
        sitting = await node.resume(arguments.table)
        with Children() as children:
            hosting.wake_bots(children, node, sitting, arguments.interfaces)
            return await Plain(sitting, Lines()).play()

    return peering.run(arguments, work)
