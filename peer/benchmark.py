"""How long this machine takes for what peers do: the mathematics, and finding each other."""

import asyncio
import time
from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from peer.home import Home
from peer.identity import Identity
from peer.network import Linked, Network
from protocol.benchmark import time_claim, time_deal, time_play_card

_PATIENCE = 30.0


def deal() -> float:
    """Seconds for a whole deal of 60 cards at 4 seats, the work of all seats on one core."""
    return time_deal()


def claim() -> tuple[float, float]:
    """Seconds to prove, and to check, that none of 16 hidden cards is of a suit."""
    times = time_claim()
    return times.prove, times.check


def play_card() -> tuple[float, float]:
    """Seconds to turn up a card with its proof, and to check that."""
    times = time_play_card()
    return times.prove, times.check


def links(peers: int) -> float:
    """Seconds from the start of so many peers on the loopback until each is linked to all others."""
    with TemporaryDirectory() as folder, asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
        return runner.run(_links(Path(folder), peers))


async def _links(folder: Path, peers: int) -> float:
    identities = [Identity.load_or_create(Home.at(folder / str(number))) for number in range(peers)]
    start = time.perf_counter()
    async with asyncio.timeout(_PATIENCE), AsyncExitStack() as stack:
        networks = [Network(identity, "bench", interfaces=["lo"]) for identity in identities]
        for network in networks:
            await stack.enter_async_context(network)
        await asyncio.gather(*(_all_linked(network, peers - 1) for network in networks))
        return time.perf_counter() - start


async def _all_linked(network: Network, others: int) -> None:
    keys: set[bytes] = set()
    while len(keys) < others:
        happening = await network.next()
        if isinstance(happening, Linked):
            keys.add(happening.key)
