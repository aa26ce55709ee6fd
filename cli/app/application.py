"""The whole application on a terminal: the first start, then the lobby, until the person quits."""

import argparse
import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace

from cli import glyphs
from cli.app.gathering import go_on, sit_down
from cli.app.house import House, Terms
from cli.app.lobby import Lobby
from cli.app.screen import Effect, Open, Screen
from cli.app.settings import FirstStart
from cli.app.shell import Shell
from cli.exits import OK
from cli.files import data_folder
from cli.peering import explained, keep_log, login_name, own_name, settled
from cli.settings import Settings, save
from cli.terminal import wants_colour

Begin = Callable[[House], Sequence[Effect]]
"""What the lobby does at first, in place of the person."""


def run(settings: Settings, interfaces: Sequence[str] | None, begin: Begin = lambda house: ()) -> int:
    """Show the application until it ends; the exit code."""
    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
        return runner.run(_run(settings, interfaces, begin))


def play(arguments: argparse.Namespace, begin: Begin) -> int:
    """Show the application for a command, under the name and with the interfaces that were asked for."""
    settings = settled()
    given = getattr(arguments, "name", None)
    if given is not None:
        settings = replace(settings, name=own_name(arguments))
    return run(settings, arguments.interfaces, begin)


def open_table(arguments: argparse.Namespace, terms: Terms) -> int:
    """Open a table and wait at it."""
    return play(arguments, lambda house: [Open(sit_down(house, lambda: house.open(terms)))])


def join(arguments: argparse.Namespace) -> int:
    """Take a seat at the table that was named, or look for one."""
    target, passcode = arguments.table, arguments.passcode
    if target is None:
        return play(arguments, lambda house: ())
    return play(arguments, lambda house: [Open(sit_down(house, lambda: house.join(target, passcode)))])


def resume(arguments: argparse.Namespace) -> int:
    """Go on with a game."""
    return play(arguments, lambda house: go_on(house, arguments.table))


async def _run(settings: Settings, interfaces: Sequence[str] | None, begin: Begin) -> int:
    with explained(), data_folder() as home:
        keep_log(home)
        if not settings.name:
            first = FirstStart(login_name())
            code = await _shell(first, settings).run()
            if code != OK:
                return code
            settings = replace(settings, name=first.given)
            save(home, settings)
        async with House(home, settings, interfaces) as house:
            shell = _shell(Lobby(house), settings)

            def look(new: Settings) -> None:
                shell.colour, shell.sound = wants_colour(new.colour), new.sound
                glyphs.use(new.glyphs, new.ambiguous)

            house.when_settled = look
            return await shell.run(begin(house))
    raise AssertionError


def _shell(first: Screen, settings: Settings) -> Shell:
    return Shell(first, colour=wants_colour(settings.colour), sound=settings.sound)
