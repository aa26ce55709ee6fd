"""`chabudai replay`: a game that was played, step by step, or as one page."""

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from cli.exits import FAILURE, INCOMPLETE, OK, REFUSED, USAGE, Stop
from cli.files import read
from cli.language import N_, _
from cli.words import shown

if TYPE_CHECKING:
    from cli.played import Played, Recollection
    from cli.replay import Eyes, Story
    from peer.position import Position

SUMMARY = N_("look at a game again, step by step, or write it as one page for a browser")
EXAMPLES = (
    (
        "chabudai replay game.chabudai",
        N_("step by step, all hands open where the players opened them; exit code as of verify"),
    ),
    ("chabudai replay game.chabudai --seat 2", N_("as the second player saw it")),
    ("chabudai replay game.json --plain", N_("an open record, line by line")),
    ("chabudai replay game.chabudai --html game.html", N_("one page with everything in it")),
)

_CODES = {"fair": OK, "refused": REFUSED, "incomplete": INCOMPLETE}


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument(
        "file", metavar=_("FILE"), type=Path, help=_("the transcript of a game, or an open record")
    )
    eyes = parser.add_mutually_exclusive_group()
    eyes.add_argument("--seat", type=int, metavar="N", help=_("as this player saw it, the first being 1"))
    eyes.add_argument("--open", action="store_true", help=_("with all hands open"))
    parser.add_argument("--at", type=int, default=1, metavar="N", help=_("begin at this step"))
    parser.add_argument(
        "--plain",
        action="store_true",
        help=_("line by line: all of it, or step by step where the input is a terminal"),
    )
    parser.add_argument(
        "--html",
        type=Path,
        metavar=_("PAGE"),
        help=_("write one page for a browser to this file, which must not be there yet"),
    )


def run(arguments: argparse.Namespace) -> int:
    """Read the file, and show its game in the way that was asked for."""
    from cli.replay import Story

    played = _played(arguments.file)
    story = Story(played)
    eyes = _eyes(story, arguments)
    if arguments.html is not None:
        _write_page(story, eyes, arguments.html)
    elif arguments.plain or not _can_draw():
        _tell(story, eyes, arguments.at - 1)
    else:
        return _show(story, eyes, arguments.at - 1)
    return _code(story)


def _played(path: Path) -> "Played":
    data = read(path, USAGE)
    from cli import words_record, words_verdict
    from cli.played import Unreadable, read_played
    from engines.record import RecordError

    try:
        return read_played(data, _recollection())
    except RecordError as error:
        raise Stop(words_record.error(error)["message"], REFUSED) from None
    except Unreadable as unreadable:
        raise Stop(words_verdict.sentence(unreadable.verdict), REFUSED) from None


def _recollection() -> "Recollection":
    """What the journal of this machine knows of a game; nothing while another program uses it."""
    from peer.home import Home
    from peer.journal import FolderInUse, Journal, JournalUnreadable
    from peer.recollection import own_faces

    def recall(position: "Position") -> tuple[int, dict[int, int]] | None:
        path = Home(Home.place()).journal
        if not path.exists():
            return None
        try:
            journal = Journal(path)
        except (FolderInUse, JournalUnreadable, OSError):
            return None
        try:
            return own_faces(journal, position)
        finally:
            journal.close()

    return recall


def _eyes(story: "Story", arguments: argparse.Namespace) -> "Eyes":
    from cli.replay import OPEN

    if arguments.open:
        wanted: Eyes = OPEN
    elif arguments.seat is not None:
        seats = len(story.names.names)
        if not 1 <= arguments.seat <= seats:
            raise Stop(_("There are the seats 1 to {seats}.").format(seats=seats), USAGE)
        wanted = arguments.seat - 1
    else:
        return story.eyes[0]
    if wanted not in story.eyes:
        raise Stop(_("This file does not show these hands: the players did not open the game."), USAGE)
    return wanted


def _code(story: "Story") -> int:
    return OK if story.verdict is None else _CODES[story.verdict.outcome]


def _can_draw() -> bool:
    from cli.glimpse import screen_here

    return sys.stdin is not None and sys.stdin.isatty() and screen_here() is not None


def _tell(story: "Story", eyes: "Eyes", start: int) -> None:
    from cli import replay_plain
    from cli.replay_place import Place

    if sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty():
        typed = replay_plain.Typed(Place(story, eyes, start))
        replay_plain.run(typed, sys.stdin, lambda line: print(line, flush=True))
        return
    for line in replay_plain.whole(story, eyes, Place(story, eyes, start).number):
        print(line)


def _show(story: "Story", eyes: "Eyes", start: int) -> int:
    import asyncio

    from cli.app.replay_screen import ReplayScreen
    from cli.app.screen import Quit
    from cli.app.shell import Shell
    from cli.peering import settled
    from cli.replay_place import Place

    colour = settled().colour and not os.environ.get("NO_COLOR")
    screen = ReplayScreen(Place(story, eyes, start), Quit(_code(story)))
    return asyncio.run(Shell(screen, colour=colour).run())


def _write_page(story: "Story", eyes: "Eyes", path: Path) -> None:
    from cli.replay_page import page

    text = page(story, eyes)
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise Stop(
            _("{file} is there already, and is left as it is.").format(file=shown(path)), FAILURE
        ) from None
    except OSError as error:
        why = shown(error.strerror or type(error).__name__)
        raise Stop(_("{file} cannot be written: {why}").format(file=shown(path), why=why), FAILURE) from None
    print(_("The page: {file}").format(file=shown(path)), file=sys.stderr)
