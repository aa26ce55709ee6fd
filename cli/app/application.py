"""The whole application on a terminal: the first start, then the lobby, until the person quits."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from cli.app.house import House
from cli.app.lobby import Lobby
from cli.app.screen import Screen
from cli.app.settings import FirstStart
from cli.app.shell import Shell
from cli.exits import OK
from cli.files import data_folder
from cli.peering import explained, keep_log, login_name
from cli.settings import Settings, save
from cli.terminal import wants_colour


def run(settings: Settings, interfaces: Sequence[str] | None) -> int:
    """Show the application until it ends; the exit code."""
    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
        return runner.run(_run(settings, interfaces))


async def _run(settings: Settings, interfaces: Sequence[str] | None) -> int:
    with explained():
        with data_folder() as home:
            keep_log(home)
            if not settings.name:
                first = FirstStart(login_name())
                code = await _shell(first, settings).run()
                if code != OK:
                    return code
                settings = replace(settings, name=first.given)
                save(home, settings)
        async with House(home, settings, interfaces) as house:
            return await _shell(Lobby(house), settings).run()


def _shell(first: Screen, settings: Settings) -> Shell:
    return Shell(first, colour=wants_colour(settings.colour), sound=settings.sound)
