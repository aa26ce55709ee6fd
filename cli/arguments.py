"""The command line: one parser a sub-command, with examples, and the options that several of them share."""

import argparse
import importlib
import os
import textwrap
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from cli import __version__
from cli.commands import NAMES
from cli.language import LANGUAGES, _
from cli.settings import GLYPHS

JSON_VERSION = 1
"""The `version` in everything that `--json` prints."""

Configure = Callable[[argparse.ArgumentParser], None]


class Command(NamedTuple):
    """What a sub-command's module gives."""

    name: str
    summary: str
    examples: Sequence[tuple[str, str]]
    configure: Configure
    run: Callable[[argparse.Namespace], int]


def command(name: str) -> Command:
    """The sub-command of this name."""
    module: Any = importlib.import_module(f"cli.commands.{name}")
    return Command(name, module.SUMMARY, module.EXAMPLES, module.configure, module.run)


def build() -> argparse.ArgumentParser:
    """The whole parser, in the language in use. After parsing, `run` is the sub-command's function."""
    parser = argparse.ArgumentParser(
        prog="chabudai",
        description=_(
            "Japanese table games with hidden hands between friends on one network, without a server."
        ),
        epilog=_epilog([("chabudai demo", _("watch four bots play a whole game here, and check it"))])
        + "\n\n"
        + _("'chabudai COMMAND --help' explains one command."),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "--version", action="version", version=f"chabudai {__version__}", help=_("show the version and exit")
    )
    _add_looks(parser, None)
    add_plain(parser)
    parser.set_defaults(run=_without_command)
    commands = parser.add_subparsers(dest="command", metavar=_("COMMAND"), title=_("commands"))
    for name in NAMES:
        each = command(name)
        sub = commands.add_parser(
            name,
            help=_(each.summary),
            description=_(each.summary),
            epilog=_epilog([(line, _(text)) for line, text in each.examples]),
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        _add_looks(sub, argparse.SUPPRESS)
        each.configure(sub)
        sub.set_defaults(run=each.run)
    return parser


def _without_command(arguments: argparse.Namespace) -> int:
    """`chabudai` alone."""
    from cli import without_command

    return without_command.run(arguments)


def _add_looks(parser: argparse.ArgumentParser, default: str | None) -> None:
    parser.add_argument("--lang", choices=LANGUAGES, default=default, help=_("language of the texts"))
    parser.add_argument(
        "--glyphs", choices=GLYPHS, default=default, help=_("suits on the whole screen: letters or signs")
    )


def _epilog(examples: Sequence[tuple[str, str]]) -> str:
    lines = [_("examples:")]
    for line, text in examples:
        lines += [f"  {line}", textwrap.indent(text, "      ")]
    return "\n".join(lines)


# options that several commands share


def add_game(parser: argparse.ArgumentParser) -> None:
    """The game as an argument."""
    parser.add_argument("game", metavar=_("GAME"), help=_("the game, such as notice"))


def add_seats(parser: argparse.ArgumentParser) -> None:
    """How many seats."""
    parser.add_argument(
        "--seats", type=int, metavar="N", help=_("number of players (default: 4, or what the game allows)")
    )


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of the game, repeatable."""
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="K=V",
        help=_("an option of the game, such as thirteen=true; may be repeated"),
    )


def add_name(parser: argparse.ArgumentParser) -> None:
    """The name that others see."""
    parser.add_argument(
        "--name", metavar=_("NAME"), help=_("the name that the others see (default: your login name)")
    )


def add_passcode(parser: argparse.ArgumentParser) -> None:
    """The passcode of a table, which the environment may hold instead."""
    parser.add_argument(
        "--passcode",
        metavar=_("CODE"),
        default=os.environ.get("CHABUDAI_PASSCODE", "").strip() or None,
        type=_passcode,
        help=_(
            "the passcode of the table (also CHABUDAI_PASSCODE, which other users of this machine cannot see)"
        ),
    )


def _passcode(text: str) -> str:
    if not text.strip():
        raise argparse.ArgumentTypeError(_("a passcode needs at least one letter or digit"))
    return text


def add_interfaces(parser: argparse.ArgumentParser) -> None:
    """The interfaces that discovery and links may use, repeatable."""
    parser.add_argument(
        "--interface",
        action="append",
        dest="interfaces",
        metavar=_("INTERFACE"),
        help=_("use only this network interface; may be repeated (also CHABUDAI_INTERFACES, with commas)"),
    )


def add_plain(parser: argparse.ArgumentParser) -> None:
    """Line mode."""
    parser.add_argument(
        "--plain", action="store_true", help=_("line by line, for screen readers, pipes and small windows")
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    """Output for programs."""
    parser.add_argument("--json", action="store_true", help=_("print JSON for programs"))
