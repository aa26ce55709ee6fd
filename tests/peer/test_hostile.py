"""Strangers and members who keep to nothing: it costs them the connection, and nobody else anything."""

import asyncio
import socket
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from peer.connection import BYE, DATA, PING
from peer.door import MAX_STRANGERS
from peer.network import Changed, Linked, Network, Received, Unlinked
from protocol.wire import MAX_FRAME
from tests.peer.loopback import Stranger, free_port, holds, key_of, network, networks, run, until


@pytest.fixture(autouse=True)
def port(monkeypatch: pytest.MonkeyPatch) -> None:
    """A port of this test's own, so that it meets nobody else."""
    monkeypatch.setenv("CHABUDAI_PORT", str(free_port()))
    monkeypatch.setenv("CHABUDAI_INTERFACES", "lo")


async def talk(a: Network, b: Network) -> None:
    """Two honest peers are linked, and hear each other."""
    for one, other in ((a, b), (b, a)):
        assert one.send(key_of(other), b"can you hear me")
        got = await until(other, Received)
        assert got == Received(key_of(one), b"can you hear me")


NO_HELLO: dict[str, Callable[[Stranger], list[bytes]]] = {
    "data": lambda _: [DATA + b"x"],
    "ping": lambda _: [PING],
    "bye": lambda _: [BYE],
    "nothing": lambda _: [b""],
    "unknown": lambda _: [b"Z"],
    "cut short": lambda stranger: [stranger.hello()[:-1]],
    "too long": lambda stranger: [stranger.hello() + bytes(2000)],
    "garbage": lambda _: [b"H" + bytes(range(200))],
    "two frames": lambda stranger: [stranger.hello(), b"x"],
    "many frames": lambda _: [b"x"] * 10_000,
    "largest frame": lambda _: [bytes(MAX_FRAME)],
    "larger frame": lambda _: [bytes(MAX_FRAME + 1000)],
    "a million": lambda _: [bytes(1_000_000)],
}


@pytest.mark.parametrize("name", NO_HELLO)
def test_no_hello(tmp_path: Path, name: str) -> None:
    """Whoever begins with anything but a good hello is cut off at once."""

    async def work() -> None:
        async with networks(tmp_path, "a", "b") as (a, b), Stranger(a, tmp_path) as stranger:
            await stranger.socket.send_multipart(NO_HELLO[name](stranger))
            await stranger.is_cut()
            await talk(a, b)
            assert key_of(a) != stranger.key
            assert stranger.key not in {peer.key for peer in a.peers()}

    run(work())


def test_stolen_hello(tmp_path: Path) -> None:
    """A hello of somebody else, said on one's own connection, opens nothing."""

    async def work() -> None:
        async with (
            networks(tmp_path, "a") as (a,),
            Stranger(a, tmp_path, "victim") as victim,
            Stranger(a, tmp_path, "thief") as thief,
        ):
            await thief.socket.send(victim.hello())
            await thief.is_cut()
            assert a.peers() == []
            await victim.become_linked()
            assert (await until(a, Linked)).key == victim.key

    run(work())


MISBEHAVIOUR: dict[str, Callable[[Stranger], list[bytes]]] = {
    "unknown": lambda _: [b"Z"],
    "nothing": lambda _: [b""],
    "ping that says something": lambda _: [PING + b"x"],
    "bye that says something": lambda _: [BYE + b"x"],
    "second hello": lambda member: [member.hello()],
    "two frames": lambda _: [DATA + b"x", b"y"],
    "larger frame": lambda _: [DATA + bytes(MAX_FRAME + 1000)],
}


@pytest.mark.parametrize("name", MISBEHAVIOUR)
def test_member(tmp_path: Path, name: str) -> None:
    """A linked peer that sends what no honest one does loses its link."""

    async def work() -> None:
        async with networks(tmp_path, "a", "b") as (a, b), Stranger(a, tmp_path) as member:
            await member.become_linked()
            await until(a, Linked)
            await member.socket.send_multipart(MISBEHAVIOUR[name](member))
            await member.is_cut()
            assert (await until(a, Unlinked)).key == member.key
            await talk(a, b)

    run(work())


def test_name(tmp_path: Path) -> None:
    """A name that would steer a terminal is harmless wherever it is shown, on every connection of a peer."""

    async def work() -> None:
        async with networks(tmp_path, "a") as (a,):
            for _ in range(2):
                async with Stranger(a, tmp_path, "\x1b[2J\u202ename") as stranger:
                    await stranger.become_linked()
                    assert (await until(a, Linked)).name == "[2Jname"
                    assert [peer.name for peer in a.peers()] == ["[2Jname"]
                await until(a, Unlinked)

    run(work())


def test_dropped_stays_out(tmp_path: Path) -> None:
    """One who was dropped does not come back by dialling again."""

    async def work() -> None:
        async with networks(tmp_path, "a") as (a,):
            async with Stranger(a, tmp_path) as member:
                await member.become_linked()
                await until(a, Linked)
                a.drop(member.key, 60)
                await member.is_cut()
                await until(a, Unlinked)
            async with Stranger(a, tmp_path) as again:
                await again.socket.send(again.hello())
                await again.is_cut()
                assert [peer.reason for peer in a.peers()] == ["dropped"]

    run(work())


@pytest.mark.parametrize("frame", [PING, DATA + b"x"], ids=["pings", "data"])
def test_flood(tmp_path: Path, frame: bytes) -> None:
    """A member that floods is cut off, while others are heard and the clock goes on."""

    async def work() -> None:
        async with networks(tmp_path, "a", "b") as (a, b), Stranger(a, tmp_path) as member:
            await member.become_linked()
            await until(a, Linked)

            async def flood() -> None:
                while True:
                    await member.socket.send(frame)
                    await asyncio.sleep(0)

            flooding = asyncio.create_task(flood())
            while True:
                happening = await a.next()
                if isinstance(happening, Unlinked):
                    break
                assert isinstance(happening, Received | Changed)
            assert happening == Unlinked(member.key, "dropped")
            await talk(a, b)
            flooding.cancel()
            await asyncio.gather(flooding, return_exceptions=True)

    run(work())


def test_unread(tmp_path: Path) -> None:
    """What nobody reads is kept up to a limit; who sends more loses the link, not the reader its memory."""

    async def work() -> None:
        async with networks(tmp_path, "a") as (a,), Stranger(a, tmp_path) as member:
            await member.become_linked()
            await until(a, Linked)
            for _ in range(200):
                await member.socket.send(DATA + bytes(60_000))
            await member.is_cut()
            kept = 0
            while isinstance(happening := await a.next(), Received):
                kept += len(happening.data)
            assert happening == Unlinked(member.key, "dropped")
            assert kept <= 8_000_000

    run(work())


def test_silent_strangers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Connections on which nobody says hello end soon, whether they speak ZeroMQ or not."""
    monkeypatch.setattr("peer.door.HELLO_WITHIN", 1.0)

    async def work() -> None:
        async with networks(tmp_path, "a") as (a,), Stranger(a, tmp_path) as mute:
            silent = [socket.create_connection(("127.0.0.1", a.port)) for _ in range(10)]
            async with network(tmp_path, "b") as b:
                await until(a, Linked)
                await until(b, Linked)
                await mute.is_cut()
                for each in silent:
                    with each:
                        each.settimeout(20)
                        while await asyncio.to_thread(each.recv, 100):
                            pass
                await talk(a, b)

    run(work())


def test_many_strangers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many connect and are silent, only so many stay, and who has something to say gets in."""
    monkeypatch.setattr("peer.door.HELLO_WITHIN", 60.0)

    async def work() -> None:
        async with networks(tmp_path, "a") as (a,), AsyncExitStack() as stack:
            silent = [
                await stack.enter_async_context(Stranger(a, tmp_path, f"s{number}"))
                for number in range(MAX_STRANGERS + 3)
            ]
            for oldest in silent[:3]:
                await oldest.is_cut()
            async with network(tmp_path, "b") as b:
                await until(a, Linked)
                await until(b, Linked)
                await talk(a, b)

    run(work())


def test_many_identities(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many identities one stranger makes, only so many are linked, and nobody loses a link for it."""
    monkeypatch.setattr("peer.links._MAX_PEERS", 8)

    async def work() -> None:
        async with networks(tmp_path, "a", "b") as (a, b), AsyncExitStack() as stack:
            refused = 0
            for number in range(20):
                stranger = await stack.enter_async_context(Stranger(a, tmp_path, f"s{number}"))
                await stranger.socket.send(stranger.hello())
                if number < 7:
                    assert (await until(a, Linked)).key == stranger.key
                else:
                    await stranger.is_cut()
                    refused += 1
            assert refused == 13
            assert len(a.peers()) == 8
            await talk(a, b)

    run(work())


def test_a_crowd_keeps_no_player_of_the_table_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where strangers have taken every place, one of them gives way to a player who comes back."""
    monkeypatch.setattr("peer.links._MAX_PEERS", 4)

    async def work() -> None:
        async with networks(tmp_path, "a", "b") as (a, b), AsyncExitStack() as stack:
            player = network(tmp_path, "player")
            a.expect([key_of(b), key_of(player)])
            crowd = []
            for number in range(3):
                stranger = await stack.enter_async_context(Stranger(a, tmp_path, f"s{number}"))
                await stranger.socket.send(stranger.hello())
                crowd.append((await until(a, Linked)).key)
            async with player:
                dropped = await until(a, Unlinked)
                assert dropped == Unlinked(crowd[-1], "dropped")
                assert (await until(a, Linked)).key == key_of(player)
                assert {peer.key for peer in a.peers()} >= {key_of(b), key_of(player)}
                await until(b, Linked)
                await talk(a, b)

    run(work())


def test_false_host(tmp_path: Path) -> None:
    """A peer that is dialled and does not keep to the protocol loses the link as well."""

    async def work() -> None:
        async with networks(tmp_path, "a", "b") as (a, b):
            await holds(lambda: len(a._links.peers[key_of(b)].connections) == 2)
            caller = b._links.peers[key_of(a)].caller
            assert caller is not None
            caller.send(b"Z")
            assert await until(a, Unlinked) == Unlinked(key_of(b), "dropped")

    run(work())
