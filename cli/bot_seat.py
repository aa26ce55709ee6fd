"""A bot in a seat, from the command line: what happens goes to stdout, as sentences or as lines of JSON."""

import argparse
import asyncio
import os
from collections.abc import Awaitable, Callable
from random import Random

from cli import games, peering, progress
from cli.exits import FAILURE, OK, REFUSED
from cli.lines import Lines
from cli.plain import gathered, names_of, put
from cli.table_talk import TableTalk
from cli.words import say
from cli.words_peer import JOINING
from peer.bots.seat import hold_seat, take_any_seat
from peer.gathering import Closed, Gathering
from peer.node import LINGER_SECONDS, Node
from peer.outcome import Halted, Over
from peer.sitting import Began, Notice, Sitting

Tell = Callable[[Sitting], Callable[[Notice], None]]
TakeSeat = Callable[[Node], Awaitable[Sitting]]


def run(arguments: argparse.Namespace) -> int:
    """Hold seats for so many games. The exit code is that of the worst end."""
    take_seat = _way_to_a_seat(arguments)
    rng = Random()  # noqa: S311  (nothing secret comes from it)
    tell: Tell = _tell_json if arguments.json else _tell_people

    async def work(node: Node) -> int:
        codes = []
        for _game in range(arguments.games):
            sitting = await take_seat(node)
            if arguments.json:
                put(progress.line("seated", table=sitting.short, pid=os.getpid()))
            end = await hold_seat(sitting, rng, pace=arguments.pace, tell=tell(sitting))
            await sitting.linger(LINGER_SECONDS)
            codes.append(OK if isinstance(end, Over) else REFUSED if isinstance(end, Halted) else FAILURE)
        return max(codes)

    if arguments.with_input:
        return peering.run(arguments, lambda node: _while_input_lasts(work(node)), bot=True)
    return peering.run(arguments, work, bot=True)


def _way_to_a_seat(arguments: argparse.Namespace) -> TakeSeat:
    if arguments.open is not None:
        rules, seats, options = games.asked(arguments.open, arguments.seats, arguments.option)
        return lambda node: node.open(rules.name, seats, options, passcode=arguments.passcode)
    if arguments.resume:
        return lambda node: node.resume()
    if arguments.table is not None:
        return lambda node: node.join(arguments.table, arguments.passcode)
    return lambda node: take_any_seat(node, arguments.passcode)


async def _while_input_lasts(work: Awaitable[int]) -> int:
    """Work until the input ends: whoever started this program holds the other end of it, and is gone then."""
    working = asyncio.ensure_future(work)
    ended = asyncio.ensure_future(_end_of(Lines()))
    await asyncio.wait({working, ended}, return_when=asyncio.FIRST_COMPLETED)
    ended.cancel()
    if working.done():
        return working.result()
    working.cancel()
    await asyncio.gather(working, return_exceptions=True)
    return FAILURE


async def _end_of(lines: Lines) -> None:
    while await lines.next() is not None:
        pass


def _tell_json(sitting: Sitting) -> Callable[[Notice], None]:
    telling = progress.Telling(sitting)

    def tell(notice: Notice) -> None:
        for line in telling.lines(notice):
            put(line)

    return tell


def _tell_people(sitting: Sitting) -> Callable[[Notice], None]:
    talk: TableTalk | None = None

    def tell(notice: Notice) -> None:
        nonlocal talk
        match notice:
            case Gathering(members, seats):
                put(gathered(members, seats))
            case Began():
                talk = TableTalk(
                    sitting.rules, sitting.options, names_of(sitting.players, None), notice.facts
                )
                for line in talk.began():
                    put(line)
            case Closed(code):
                put(say(JOINING, code))
            case _ if talk is not None:
                for line in talk.heard(notice):
                    put(line)

    return tell
