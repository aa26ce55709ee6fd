"""Whole peers in one process, for tests: started, seated, killed and started again."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from random import Random

from peer.bots.seat import hold_seat, take_any_seat
from peer.home import Home
from peer.node import Node
from peer.sitting import Notice, Sitting
from tests.peer.memory_network import power_cut
from tests.peer.memory_peers import Hub

PATIENCE = 120


def run(work: Awaitable[None]) -> None:
    """Run a test with a bound."""

    async def bounded() -> None:
        async with asyncio.timeout(PATIENCE):
            await work

    asyncio.run(bounded())


def node(hub: Hub, folder: Path, name: str, bot: bool = False) -> Node:
    """A peer on this hub with a folder of its own, not yet begun."""
    return Node(Home.at(folder / name), name=name, bot=bot, network=hub.network)


async def until(fits: Callable[[], bool]) -> None:
    """Until something is true."""
    while not fits():  # noqa: ASYNC110  (what is waited for is of many kinds)
        await asyncio.sleep(0.02)


async def play(sitting: Sitting, seed: int = 1) -> list[Notice]:
    """Hold a seat as a bot does; what it was told."""
    told: list[Notice] = []
    await hold_seat(sitting, Random(seed), pace=0.0, tell=told.append)
    return told


async def kill(hub: Hub, victim: Node, *playing: "asyncio.Task[Sitting]") -> None:
    """As SIGKILL does: nothing is written or said any more."""
    tasks = [*victim._tasks, *playing]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await victim._reaching.close()
    hub.peers[victim.key].vanish()
    power_cut(victim._journal)
    victim._journal.close()


async def go_on(hub: Hub, folder: Path, name: str) -> "tuple[Node, asyncio.Task[Sitting]]":
    """Start a killed peer again, and play on where it was."""
    again = await node(hub, folder, name).__aenter__()
    return again, asyncio.create_task(hold(again))


async def hold(at: Node) -> Sitting:
    """Resume the latest game, and hold the seat to its end."""
    sitting = await at.resume()
    await hold_seat(sitting, Random(1), pace=0.0)
    return sitting


async def sit_down(
    hub: Hub, folder: Path, names: Sequence[str], game: str = "notice"
) -> "dict[str, tuple[Node, asyncio.Task[Sitting]]]":
    """Peers that play as bots do, by name; the first has opened the table."""
    nodes = {name: await node(hub, folder, name).__aenter__() for name in names}
    first, *others = nodes.values()
    sittings = [await first.open(game, len(names), {}), *[await take_any_seat(other) for other in others]]
    await until(lambda: all(sitting.table for sitting in sittings))

    async def bot(sitting: Sitting) -> Sitting:
        await hold_seat(sitting, Random(1), pace=0.0)
        return sitting

    return {
        name: (nodes[name], asyncio.create_task(bot(sitting)))
        for name, sitting in zip(names, sittings, strict=True)
    }
