"""Running a peer for a command: its data folder, its name, its interfaces, and what to say when it cannot."""

import argparse
import asyncio
import contextlib
import getpass
import logging
import sqlite3
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager

from cli import settings
from cli.exits import USAGE, Stop
from cli.files import data_folder
from cli.language import _
from cli.settings import BadSettings, Settings
from cli.words import listed, say, shown
from cli.words_peer import DAMAGED, JOINING, RESUMING
from peer.finding import JoinRefused
from peer.home import Home
from peer.identity import BadIdentity
from peer.interfaces import chosen_interfaces, interface_names
from peer.journal import FolderInUse, JournalUnreadable
from peer.names import clean_name
from peer.node import Node
from peer.saved import CannotResume, all_others_are_own_bots
from peer.udp import BadPort

Work = Callable[[Node], Awaitable[int]]

_NAMELESS = "player"
"""Who has no name on this machine and gives none. It goes to others, whatever their language."""


def run(arguments: argparse.Namespace, work: Work, *, bot: bool = False) -> int:
    """Be a peer on the network for as long as `work` takes; its exit code."""
    # ZeroMQ needs a loop that watches sockets; the usual one of Windows does not.
    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
        return runner.run(_run(arguments, work, bot))


async def _run(arguments: argparse.Namespace, work: Work, bot: bool) -> int:
    async with peering(arguments, bot=bot) as node:
        return await work(node)


@asynccontextmanager
async def peering(arguments: argparse.Namespace, *, bot: bool = False) -> AsyncIterator[Node]:
    """A peer with the name and the interfaces that the person asked for."""
    name = own_name(arguments)
    _warn_of_interfaces(arguments.interfaces)
    with explained():
        with data_folder() as home:
            keep_log(home)
            node = Node(home, name=name, bot=bot, interfaces=arguments.interfaces)
        async with node:
            yield node


@contextmanager
def explained() -> Iterator[None]:
    """Whatever keeps a peer from being one is told to the person: Stop."""
    try:
        yield
    except JoinRefused as refused:
        raise Stop(say(JOINING, refused.code)) from None
    except CannotResume as cannot:
        raise Stop(say(RESUMING, cannot.code)) from None
    except BrokenPipeError:
        raise
    except (OSError, sqlite3.Error) as error:
        text = _("The data folder cannot be used: {why}")
        raise Stop(text.format(why=shown(error))) from None
    except (BadIdentity, JournalUnreadable) as damaged:
        raise Stop(say(DAMAGED, type(damaged).__name__, file=damaged)) from None
    except BadPort as bad:
        raise Stop(
            _("CHABUDAI_PORT is {port}, which is no port number.").format(port=shown(bad)), USAGE
        ) from None
    except FolderInUse:
        raise Stop(
            _("Another chabudai already runs with this data folder. CHABUDAI_HOME can name another one.")
        ) from None


def only_own_bots(table: str | None) -> bool:
    """Whether the game to go on with is against bots of this machine: nobody else needs to hear of it."""
    with contextlib.suppress(OSError, CannotResume, FolderInUse, JournalUnreadable):
        return all_others_are_own_bots(Home.find(), table)
    return False


def _warn_of_interfaces(given: Sequence[str] | None) -> None:
    """Say which of the interfaces that this peer is limited to are not there. They may come later."""
    there = interface_names()
    for name in chosen_interfaces(given) or ():
        if name not in there:
            text = _("There is no network interface {name} now; there are: {names}")
            print(text.format(name=shown(name), names=listed(sorted(there))), file=sys.stderr)


def own_name(arguments: argparse.Namespace) -> str:
    """The name that was asked for, was settled, or is that of the login; Stop if it cannot be shown."""
    given: str | None = getattr(arguments, "name", None)
    if given is not None:
        name = clean_name(given)
        if not name:
            raise Stop(_("A name needs at least one letter that can be shown."), USAGE)
        return name
    return settled().name or login_name()


def settled() -> Settings:
    """The settings of this account; Stop if they cannot be read."""
    try:
        return settings.load()
    except BadSettings as bad:
        text = _("The settings in {file} are not possible ({what}). Correct the file, or move it away.")
        raise Stop(text.format(file=shown(bad.path), what=shown(bad.what))) from None


def login_name() -> str:
    """What to call a person who has said nothing about it."""
    with contextlib.suppress(OSError, KeyError, ImportError):
        return clean_name(getpass.getuser()) or _NAMELESS
    return _NAMELESS


def keep_log(home: Home) -> None:
    """What the peer notes goes into a file of the data folder, never to the screen."""
    handler = logging.FileHandler(home.log, encoding="utf-8", delay=True)
    handler.setFormatter(logging.Formatter("%(asctime)s %(name)s %(message)s"))
    log = logging.getLogger("chabudai")
    log.handlers = [handler]
    log.propagate = False
    logging.raiseExceptions = False  # a full disk is told once, and not by the log
