"""`chabudai doctor`: can this machine play?"""

import argparse

from cli.arguments import add_interfaces, add_json
from cli.language import N_

SUMMARY = N_("can this machine play? libraries, ports, interfaces, firewall hints")
EXAMPLES = (
    ("chabudai doctor", N_("a line for each check; exit code 1 if something is in the way")),
    ("chabudai doctor --interface lo --json", N_("only this machine, for programs")),
)


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    add_json(parser)
    add_interfaces(parser)


def run(arguments: argparse.Namespace) -> int:
    """Make all checks and tell them."""
    from cli import doctor

    return doctor.run(arguments)
