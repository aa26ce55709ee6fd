"""Whole peers: links, lobby, table, journal and bots together, over a network within this process."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

from peer.audit import Verdict
from peer.bots.seat import hold_seat, take_any_seat
from peer.gathering import Gathering
from peer.home import Home
from peer.node import Node
from peer.outcome import Happened, Over
from peer.sitting import Began, Notice, Sitting, Waiting
from tests.peer.memory_peers import Hub

PATIENCE = 120


def run(work: Awaitable[None]) -> None:
    """Run a test with a bound."""

    async def bounded() -> None:
        async with asyncio.timeout(PATIENCE):
            await work

    asyncio.run(bounded())


def node(hub: Hub, folder: Path, name: str, bot: bool = False) -> Node:
    return Node(Home.at(folder / name), name=name, bot=bot, network=hub.network)


async def until(fits: Callable[[], bool]) -> None:
    while not fits():  # noqa: ASYNC110  (what is waited for is of many kinds)
        await asyncio.sleep(0.02)


async def play(sitting: Sitting, seed: int = 1) -> list[Notice]:
    told: list[Notice] = []
    await hold_seat(sitting, Random(seed), pace=0.0, tell=told.append)
    return told


def test_three_peers_play_a_whole_game(tmp_path: Path) -> None:
    """They find the table, begin by themselves, end with one transcript, and each one's audit finds it fair."""

    async def work() -> None:
        hub = Hub()
        async with (
            node(hub, tmp_path, "aki") as aki,
            node(hub, tmp_path, "ken") as ken,
            node(hub, tmp_path, "rin", bot=True) as rin,
        ):
            mine = await aki.open("notice", 3, {"penalty": "both"})
            others = [await take_any_seat(ken), await take_any_seat(rin)]
            assert {mine.short, *(sitting.short for sitting in others)} == {mine.short}
            told = await asyncio.gather(*(play(sitting) for sitting in (mine, *others)))
            verdicts = [sitting.verdict for sitting in (mine, *others)]
        files = {
            sitting.transcript_path.read_bytes() for sitting in (mine, *others) if sitting.transcript_path
        }
        assert len(files) == 1
        first = verdicts[0]
        assert isinstance(first, Verdict) and first.outcome == "fair" and first.opened
        assert len({verdict.digest for verdict in verdicts if verdict}) == 1
        assert first.players == ("aki", "ken", "rin")
        for seat, notices in enumerate(told):
            assert isinstance(notices[-1], Over)
            began = next(each for each in notices if isinstance(each, Began))
            assert began == Began(seat, ())
            facts = tuple(each.fact for each in notices if isinstance(each, Happened))
            assert facts == (mine, *others)[seat].facts()
            assert any(isinstance(each, Waiting) for each in notices)
        assert [each.members[-1].name for each in told[0] if isinstance(each, Gathering)] == [
            "aki",
            "ken",
            "rin",
        ]

    run(work())
