"""Opening a table from the command line, with bots of this machine in some of its seats."""

import argparse
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from cli import games, peering
from cli.bot_table import NAMES
from cli.children import Children
from cli.exits import USAGE, Stop
from cli.language import _
from cli.lines import Lines
from cli.plain import Plain
from cli.words import shown
from engines.table import OptionValue
from peer.lobby import NotPossible
from peer.node import Node
from peer.sitting import Sitting


class AskedTable(NamedTuple):
    """The table that a person wants to open."""

    game: str
    seats: int
    options: dict[str, OptionValue]
    bots: int


def asked(arguments: argparse.Namespace) -> AskedTable:
    """What was asked for, checked against the game; Stop if it is not possible."""
    rules, seats, options = games.asked(arguments.game, arguments.seats, arguments.option)
    if not 0 <= arguments.bots < seats:
        raise Stop(
            _("At a table with {seats} seats there can be 0 to {most} bots.").format(
                seats=seats, most=seats - 1
            ),
            USAGE,
        )
    return AskedTable(rules.name, seats, options, arguments.bots)


def run(arguments: argparse.Namespace, table: AskedTable) -> int:
    """Host the table and play at it, to the end."""

    async def work(node: Node) -> int:
        passcode = arguments.passcode
        sitting = await node.open(
            table.game, table.seats, table.options, passcode=passcode, sealed=arguments.sealed
        )
        with ExitStack() as stack:
            if table.bots:
                children = stack.enter_context(Children())
                start_bots(children, node, sitting, passcode, range(table.bots), arguments.interfaces)
            if table.bots < table.seats - 1:
                _show_how_to_join(node, sitting, passcode is not None)
            return await Plain(sitting, Lines()).play()

    return peering.run(arguments, work)


def start_bots(
    children: Children,
    node: Node,
    sitting: Sitting,
    passcode: str | None,
    bots: range,
    interfaces: Sequence[str] | None,
) -> None:
    """Send these of the bots that this machine has to a table that is open here."""
    environment = {"CHABUDAI_PASSCODE": passcode} if passcode else {}
    free = [name for name in NAMES if name != node.name]
    for name in free[bots.start : bots.stop]:
        way = [sitting.short, "--name", name]
        _start_bot(children, _bots_of(node, sitting) / name, way, interfaces, environment)


def wake_bots(children: Children, node: Node, sitting: Sitting, interfaces: Sequence[str] | None) -> None:
    """Let the bots that this machine had put at a table go on too."""
    folder = _bots_of(node, sitting)
    for home in sorted(folder.iterdir()) if folder.is_dir() else []:
        _start_bot(children, home, ["--resume", "--name", home.name], interfaces, {})


def _start_bot(
    children: Children,
    home: Path,
    way: Sequence[str],
    interfaces: Sequence[str] | None,
    environment: Mapping[str, str],
) -> None:
    limits = [word for name in interfaces or [] for word in ("--interface", name)]
    children.start(home, ["bot", *way, "--json", "--with-input", *limits], environment)


def _bots_of(node: Node, sitting: Sitting) -> Path:
    return node.home.bots / sitting.short


def _show_how_to_join(node: Node, sitting: Sitting, passcode: bool) -> None:
    """The lines that friends type, from the easiest to the one that always works."""
    lines = [_("The table is open. Friends on this network type one of these lines:")]
    extra = " --passcode ..." if passcode else ""
    lines += [f"  chabudai join {sitting.short}{extra}"]
    lines += [f"  chabudai join {shown(address)}{extra}" for address in node.network.addresses()[:2]]
    try:
        lines += [f"  chabudai join {node.invite(sitting)}"]
    except NotPossible:
        lines += [_("  (no invite: this machine has no address that others could reach)")]
    lines += [_("q and Enter: close the table.")]
    print("\n".join(lines), file=sys.stderr, flush=True)
