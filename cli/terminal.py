"""The terminal that the program is run on, if there is one."""

import argparse
import os
import sys


def can_draw() -> bool:
    """Whether there is a terminal to draw on and to read keys from."""
    for stream in (sys.stdin, sys.stdout):
        if stream is None or not stream.isatty():
            return False
    return sys.platform == "win32" or os.environ.get("TERM", "").lower() not in ("", "dumb", "unknown")


def full_screen(arguments: argparse.Namespace) -> bool:
    """Whether a command that can be played line by line is shown on the whole screen."""
    return not arguments.plain and can_draw()


def wants_colour(settled: bool) -> bool:
    """Whether to use colours: the person has not settled otherwise, and NO_COLOR is not set."""
    return settled and not os.environ.get("NO_COLOR")
