"""Whole peers over real sockets on the loopback interface: discovery, links, lobby, table and journal."""

import asyncio
import os
import socket
import sys
from pathlib import Path
from random import Random

import pytest

from peer.audit import audit_file
from peer.bots.seat import hold_seat
from peer.finding import JoinRefused
from peer.home import Home
from peer.node import Node
from peer.sitting import Sitting

PATIENCE = 90

HEADLESS = """
import asyncio, sys
from pathlib import Path
from random import Random
from peer.bots.seat import hold_seat, take_any_seat
from peer.home import Home
from peer.node import Node

async def main(folder, name, what):
    async with Node(Home.at(Path(folder)), name=name, bot=True) as node:
        if what == "open":
            sitting = await node.open("notice", 3, {})
        elif what == "resume":
            sitting = await node.resume()
        else:
            sitting = await take_any_seat(node)
        print("seated", flush=True)
        tell = lambda notice: print(type(notice).__name__, flush=True)
        await hold_seat(sitting, Random(1), pace=0.01, tell=tell)

asyncio.run(main(*sys.argv[1:]))
"""


@pytest.fixture(autouse=True)
def own_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing leaves this machine, and parallel tests do not see each other."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    monkeypatch.setenv("CHABUDAI_INTERFACES", "lo")
    monkeypatch.setenv("CHABUDAI_PORT", str(port))


def node(folder: Path, name: str) -> Node:
    return Node(Home.at(folder / name), name=name)


def test_three_peers_find_each_other_and_play(tmp_path: Path) -> None:
    """By discovery, by a typed address, and by an invite past the passcode; one game, and it is fair."""

    async def work() -> None:
        async with (
            asyncio.timeout(PATIENCE),
            node(tmp_path, "aki") as aki,
            node(tmp_path, "ken") as ken,
            node(tmp_path, "rin") as rin,
        ):
            mine = await aki.open("notice", 3, {}, passcode="sakura")
            with pytest.raises(JoinRefused, match="passcode"):
                await ken.join(mine.short, "wrong")
            others = [await ken.join(aki.network.addresses()[0], "sakura"), await rin.join(aki.invite(mine))]
            sittings = [mine, *others]
            await asyncio.gather(*(hold_seat(sitting, Random(1), pace=0.0) for sitting in sittings))
        assert {sitting.verdict.outcome for sitting in sittings if sitting.verdict} == {"fair"}
        assert len({path.read_bytes() for path in paths_of(sittings)}) == 1

    asyncio.run(work())


def paths_of(sittings: list[Sitting]) -> list[Path]:
    return [sitting.transcript_path for sitting in sittings if sitting.transcript_path]


def test_processes_that_are_killed_go_on(tmp_path: Path) -> None:
    """SIGKILL for one peer, then for all at once, in the middle of a game: resumed, they end it alike."""

    async def work() -> None:
        async with asyncio.timeout(PATIENCE):
            running = {
                name: await start(tmp_path, name, "open" if name == "aki" else "join") for name in NAMES
            }
            try:
                for victims in (NAMES[:1], NAMES[2:], NAMES):
                    await asyncio.gather(*(lines(running[name], 12) for name in victims))
                    for name in victims:
                        running[name].kill()
                        await running[name].wait()
                    for name in victims:
                        running[name] = await start(tmp_path, name, "resume")
                ends = [await each.communicate() for each in running.values()]
            finally:
                for each in running.values():
                    if each.returncode is None:
                        each.kill()
                        await each.wait()
        assert [end[0].split()[-1] for end in ends] == [b"Over"] * 3, ends
        files = [path for name in NAMES for path in Home.at(tmp_path / name).games.iterdir()]
        assert len(files) == 3 and len({path.read_bytes() for path in files}) == 1
        assert audit_file(files[0]).outcome == "fair"

    asyncio.run(work())


NAMES = ("aki", "ken", "rin")


async def start(folder: Path, name: str, what: str) -> asyncio.subprocess.Process:
    """A headless peer in a process of its own, once it has its seat."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        HEADLESS,
        str(folder / name),
        name,
        what,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        limit=2**22,
    )
    if what != "join" or name == NAMES[-1]:
        await lines(process, 1)
    return process


async def lines(process: asyncio.subprocess.Process, count: int) -> None:
    """Wait for so many lines of a process."""
    assert process.stdout is not None
    for _ in range(count):
        assert await process.stdout.readline()
