"""`chabudai` without a command: the full-screen application, or where there is no terminal, what to type."""

import argparse
import sys

from cli.exits import USAGE
from cli.language import _
from cli.terminal import full_screen

_COMMANDS = ("join", "host notice", "practice notice", "resume", "rules notice", "--help")


def run(arguments: argparse.Namespace) -> int:
    """Open the application, or explain how to do without it."""
    if full_screen(arguments):
        from cli.app import application
        from cli.peering import settled

        return application.run(settled(), None)
    from cli.arguments import build

    build().print_usage(sys.stderr)
    print(
        _("There is no terminal here to show a full screen on. Line by line, type one of these:"),
        file=sys.stderr,
    )
    print("\n".join(f"  chabudai {command}" for command in _COMMANDS), file=sys.stderr)
    return USAGE
