"""`chabudai demo`: bots play a whole game on this machine, and every transcript is checked."""

import argparse

from cli.arguments import add_json, add_options, add_seats
from cli.language import N_, _

SUMMARY = N_("watch bots play a whole game on this machine, and check it")
EXAMPLES = (
    ("chabudai demo", N_("four peers play Notice; takes about a minute")),
    ("chabudai demo dice-watching", N_("four peers play another game")),
    ("chabudai demo --seats 3 --option penalty=both --json", N_("with an option, and JSON at the end")),
)


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    game = parser.add_mutually_exclusive_group()
    game.add_argument("game", nargs="?", metavar=_("GAME"), help=_("the game (default: notice)"))
    game.add_argument("--game", dest="named", metavar=_("GAME"), help=_("the same"))
    add_seats(parser)
    add_options(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Start the peers, tell what happens, and audit what each of them kept."""
    from cli import demo, games

    game = arguments.named or arguments.game or "notice"
    rules, seats, options = games.asked(game, arguments.seats, arguments.option)
    return demo.run(rules, seats, options, as_json=arguments.json)
