"""`chabudai` without a command: the lobby, on the whole screen or line by line."""

import argparse
import sys

from cli.exits import USAGE
from cli.language import _
from cli.terminal import full_screen

_COMMANDS = ("--plain", "join", "host notice", "practice notice", "resume", "rules notice", "--help")


def run(arguments: argparse.Namespace) -> int:
    """Open the lobby; where nobody is there to choose, explain what else can be typed."""
    if full_screen(arguments):
        from cli.app import application
        from cli.peering import settled

        return application.run(settled(), None)
    if arguments.plain or (sys.stdin is not None and sys.stdin.isatty()):
        from cli import plain_lobby

        return plain_lobby.run()
    from cli.arguments import build

    build().print_usage(sys.stderr)
    print(
        _("There is no terminal here to show a full screen on. Line by line, type one of these:"),
        file=sys.stderr,
    )
    print("\n".join(f"  chabudai {command}" for command in _COMMANDS), file=sys.stderr)
    return USAGE
