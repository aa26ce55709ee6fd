"""`chabudai bench`: how fast this machine does what the game needs."""

import argparse

from cli.arguments import add_json
from cli.language import N_, _

SUMMARY = N_("measure what the game needs, next to its targets")
EXAMPLES = (
    ("chabudai bench deal", N_("a whole deal of 60 cards at 4 seats, with all proofs")),
    ("chabudai bench latency --json", N_("for programs")),
)

NAMES = ("deal", "claim", "play-card", "links", "latency", "audit", "playouts", "startup", "memory")


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument(
        "name", metavar=_("NAME"), choices=NAMES, help=_("one of: {names}").format(names=", ".join(NAMES))
    )
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Measure, and print each figure with its unit and target."""
    from cli import bench

    return bench.run(arguments.name, as_json=arguments.json)
