"""Networks of peers over real sockets on the loopback interface."""

import asyncio
import gc
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import ifaddr
import msgspec
import pytest

from peer import network as network_module
from peer.beacon import ANSWER, MAX_EACH_SECOND, Speaker, read_beacon
from peer.discovery import Discovery
from peer.home import Home
from peer.identity import Identity
from peer.network import CannotReach, Changed, Linked, Network, Received, Unlinked
from protocol.genesis import PROTOCOL_VERSION
from protocol.wire import MAX_FRAME, encode
from tests.peer.lab import Peer
from tests.peer.loopback import free_port, holds, key_of, network, networks, run, until


@pytest.fixture(autouse=True)
def port(monkeypatch: pytest.MonkeyPatch) -> int:
    """A port of this test's own, so that it meets nobody else."""
    found = free_port()
    monkeypatch.setenv("CHABUDAI_PORT", str(found))
    monkeypatch.setenv("CHABUDAI_INTERFACES", "lo")
    return found


@pytest.fixture
def child(tmp_path: Path, port: int) -> Iterator[Peer]:
    """A peer in a process of its own."""
    environment = {"CHABUDAI_PORT": str(port), "CHABUDAI_INTERFACES": "lo"}
    with Peer("child", tmp_path / "child", **environment) as peer:
        peer.wait("ready")
        yield peer


def states(of: Network) -> dict[str, tuple[str, str]]:
    """How a network sees the others."""
    return {peer.name: (peer.state, peer.reason) for peer in of.peers()}


def test_link(tmp_path: Path) -> None:
    """Peers on one machine find each other and link, told once each; frames go both ways."""

    async def work() -> None:
        async with networks(tmp_path, "a", "b", "c") as (a, b, c):
            assert states(a) == {"b": ("linked", ""), "c": ("linked", "")}
            assert b.send(key_of(a), b"from b")
            assert (await until(a, Received)) == Received(key_of(b), b"from b")
            assert a.send(key_of(b), b"from a")
            assert (await until(b, Received)) == Received(key_of(a), b"from a")
            assert c.addresses()[0] == f"127.0.0.1:{c.port}"

    run(work())


def test_sizes(tmp_path: Path) -> None:
    """The largest frame passes, on each of the two connections of a pair; a larger one is not taken."""

    async def work() -> None:
        async with networks(tmp_path, "a", "b") as (a, b):
            await holds(lambda: len(a._links.peers[key_of(b)].connections) == 2)
            for connection in a._links.peers[key_of(b)].connections:
                assert connection.send(b"D" + bytes(MAX_FRAME))
                assert len((await until(b, Received)).data) == MAX_FRAME
            assert a.send(key_of(b), b"")
            assert (await until(b, Received)).data == b""
            assert not a.send(key_of(b), bytes(MAX_FRAME + 1))
            assert not a.send(bytes(32), b"nobody has this key")

    run(work())


def test_next_may_be_cancelled(tmp_path: Path) -> None:
    """Whoever gives up waiting loses nothing."""

    async def work() -> None:
        async with networks(tmp_path, "a", "b") as (a, b):
            got: list[bytes] = []
            for number in range(100):
                assert a.send(key_of(b), b"%d" % number)
            while len(got) < 100:
                try:
                    async with asyncio.timeout(0.0005):
                        happening = await b.next()
                except TimeoutError:
                    continue
                if isinstance(happening, Received):
                    got.append(happening.data)
            assert got == [b"%d" % number for number in range(100)]

    run(work())


def test_last_words(tmp_path: Path) -> None:
    """What a peer sends before it leaves arrives before the news that it left."""

    async def work() -> None:
        async with networks(tmp_path, "a") as (a,):
            b = network(tmp_path, "b")
            async with b:
                await until(b, Linked)
                await until(a, Linked)
                for number in range(20):
                    assert b.send(key_of(a), b"%d" % number)
            for number in range(20):
                assert (await until(a, Received)).data == b"%d" % number
            assert await until(a, Unlinked) == Unlinked(key_of(b), "left")
            assert states(a) == {}

    run(work())


def test_killed(tmp_path: Path, port: int, child: Peer) -> None:
    """A killed peer is missed, and linked again when it runs anew."""

    async def work() -> None:
        async with networks(tmp_path, "a") as (a,):
            await until(a, Linked)
            assert (await until(a, Received)).data == b"hello"
            child.kill()
            assert (await until(a, Unlinked)).reason == "lost"
            environment = {"CHABUDAI_PORT": str(port), "CHABUDAI_INTERFACES": "lo"}
            with Peer("child", tmp_path / "child", **environment) as again:
                assert (await until(a, Linked)).name == "child"
                await asyncio.to_thread(again.wait, "linked", name="a")

    run(work())


def test_frozen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A peer that is connected and says nothing any more is given up."""
    monkeypatch.setattr("peer.links.DEAD_AFTER", 1.5)
    monkeypatch.setattr("peer.links.Links._keep_time", lambda links: _for_ever())

    async def work() -> None:
        mute = network(tmp_path, "mute")
        async with mute:
            monkeypatch.undo()
            monkeypatch.setattr("peer.links.DEAD_AFTER", 1.5)
            async with network(tmp_path, "a") as a:
                await until(a, Linked)
                assert (await until(a, Unlinked)).reason == "silent"

    run(work())


def test_busy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A peer that computes for long does not take the others for dead afterwards."""
    monkeypatch.setattr("peer.links.DEAD_AFTER", 1.5)

    async def work() -> None:
        async with networks(tmp_path, "a", "b") as (a, b):
            time.sleep(3)  # noqa: ASYNC251  (that is the point)
            await asyncio.sleep(1)
            assert b.send(key_of(a), b"here")
            assert (await until(a, Received)).data == b"here"

    run(work())


async def _for_ever() -> None:
    await asyncio.Event().wait()


def test_lost_connections(tmp_path: Path) -> None:
    """A link that has lost one of its connections is still a link; one that lost both comes back."""

    async def work() -> None:
        async with networks(tmp_path, "a", "b") as (a, b):
            peer = a._links.peers[key_of(b)]
            await holds(lambda: len(peer.connections) == 2)
            peer.connections[0].close()
            assert a.send(key_of(b), b"still there")
            assert (await until(b, Received)).data == b"still there"
            for connection in peer.connections:
                connection.close()
            for each in (a, b):
                assert (await until(each, Unlinked)).reason in ("lost", "silent")
                await until(each, Linked)

    run(work())


def test_reach(tmp_path: Path) -> None:
    """Peers that announce nothing are linked by a typed address, also by one that answers come not from."""

    async def work() -> None:
        a, b = network(tmp_path, "a"), network(tmp_path, "b")
        async with a, b:
            for each in (a, b):
                each.visible(False)
            assert await a.reach(f"127.0.0.2:{b.port}") == key_of(b)
            assert await a.reach(f" 127.0.0.1:{b.port} ") == key_of(b)
            assert await b.reach(f"localhost:{a.port}") == key_of(a)

    run(work())


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("", "address"),
        ("127.0.0.1:0", "address"),
        ("127.0.0.1:65536", "address"),
        ("127.0.0.1:４", "address"),
        ("no.such.name.invalid", "address"),
        ("x" * 300, "address"),
        ("127.0.0.1:" + "1" * 5000, "address"),
        ("127.0.0.1:9", "no-answer"),
        ("[::1]:9", "no-answer"),
        ("192.0.2.1:40000", "unreachable"),
    ],
)
def test_cannot_reach(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str, code: str) -> None:
    """Why a typed address leads to nobody is said; with the loopback alone, nothing leaves the machine."""
    monkeypatch.setattr(network_module, "REACH_SECONDS", 1.0)

    async def work() -> None:
        async with network(tmp_path, "a") as a:
            with pytest.raises(CannotReach) as refused:
                await a.reach(address)
            assert refused.value.code == code
            with pytest.raises(CannotReach, match="self"):
                await a.reach(f"127.0.0.1:{a.port}")

    run(work())


class _Answers(asyncio.DatagramProtocol):
    """Answers every datagram."""

    def __init__(self, answer: bytes) -> None:
        self.answer = answer

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport

    def datagram_received(self, data: bytes, addr: tuple[object, ...]) -> None:
        self.transport.sendto(self.answer, addr)  # type: ignore[attr-defined]


def test_other_version(tmp_path: Path) -> None:
    """A peer of another version is shown as one, and stays shown."""
    other = Identity.load_or_create(Home.at(tmp_path / "other"))

    async def work() -> None:
        speaker = Speaker(other.sign, other.key, bytes(32), other.epoch, 9, "later", False)
        beacon = msgspec.structs.replace(read_beacon(speaker.say(ANSWER)), version=PROTOCOL_VERSION + 1)
        body = encode(beacon)
        answer = encode((body, other.sign(b"chabudai/beacon/1\0" + body)))
        transport, _ = await asyncio.get_running_loop().create_datagram_endpoint(
            lambda: _Answers(answer), local_addr=("127.0.0.1", 0)
        )
        async with network(tmp_path, "a") as a:
            with pytest.raises(CannotReach, match="version"):
                await a.reach(f"127.0.0.1:{transport.get_extra_info('sockname')[1]}")
            await asyncio.sleep(1.2)
            assert states(a) == {"later": ("unreachable", "version")}
        transport.close()

    run(work())


def test_cloned(tmp_path: Path) -> None:
    """One identity on two machines: both are told; everybody else goes on with the newer one, and sees it."""

    async def work() -> None:
        async with networks(tmp_path, "twin", "other") as (old, other), network(tmp_path, "twin") as new:
            await until(other, Unlinked)
            await until(other, Linked)
            told = [await new.next()]
            while Changed(key_of(new)) not in told or not any(isinstance(each, Linked) for each in told):
                told.append(await new.next())
            await holds(lambda: old.cloned and new.cloned)
            assert not other.cloned
            assert new.send(key_of(other), b"from the new one")
            assert (await until(other, Received)).data == b"from the new one"

    run(work())


def test_drop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A dropped peer has no link for a while, and cannot make one; then it can."""

    async def work() -> None:
        async with networks(tmp_path, "a", "b") as (a, b):
            a.drop(key_of(b), 3)
            assert await until(a, Unlinked) == Unlinked(key_of(b), "dropped")
            assert not a.send(key_of(b), b"x")
            assert states(a) == {"b": ("unreachable", "dropped")}
            await until(b, Unlinked)
            await asyncio.sleep(1)
            assert states(a) == {"b": ("unreachable", "dropped")}
            await until(a, Linked)
            await until(b, Linked)

    run(work())


def test_ports_taken(tmp_path: Path, port: int) -> None:
    """Where another program has the usual TCP port, another one is used, and found."""

    async def work() -> None:
        with socket.create_server(("127.0.0.1", port + 1)):
            async with networks(tmp_path, "a", "b") as (a, b):
                assert port + 1 not in (a.port, b.port)

    run(work())


def test_many_on_one_machine(tmp_path: Path) -> None:
    """Ten peers in one room, all on one machine, link all with all."""

    async def work() -> None:
        async with networks(tmp_path, *"abcdefghij") as made:
            assert all(len(states(each)) == len(made) - 1 for each in made)

    run(work())


def test_own_machine_is_many_sources(tmp_path: Path) -> None:
    """Processes of one's own machine are told apart by their ports; another machine is one source."""
    heard: list[str] = []
    me, other = (Identity.load_or_create(Home.at(tmp_path / name)) for name in ("me", "other"))
    speaker = Speaker(other.sign, other.key, bytes(32), other.epoch, 9, "other", False)
    own = Speaker(me.sign, me.key, bytes(32), me.epoch, 9, "me", False)

    async def work() -> None:
        tell: Callable[[object], None] = lambda what: None  # noqa: E731
        discovery = Discovery(own, None, lambda beacon, source: heard.append(source[0]), tell, tell, [])
        discovery._own_hosts = {"127.0.0.1"}
        transport, _ = await asyncio.get_running_loop().create_datagram_endpoint(
            asyncio.DatagramProtocol, local_addr=("127.0.0.1", 0)
        )
        for number in range(2 * MAX_EACH_SECOND):
            for host in ("127.0.0.1", "127.0.0.9"):
                discovery.received(transport, speaker.say(ANSWER), (host, 1000 + number))
        transport.close()

    run(work())
    assert heard.count("127.0.0.1") == 2 * MAX_EACH_SECOND
    assert heard.count("127.0.0.9") == MAX_EACH_SECOND


def test_loopback_only(tmp_path: Path) -> None:
    """With the loopback alone, no other address of this machine takes a connection."""
    found = [
        str(ip.ip)
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if isinstance(ip.ip, str) and not ip.ip.startswith("127.")
    ]
    if not found:
        pytest.skip("this machine has no other address")

    async def work() -> None:
        async with network(tmp_path, "a") as a:
            for host in found:
                with pytest.raises(ConnectionRefusedError):
                    await asyncio.open_connection(host, a.port)
            _, writer = await asyncio.open_connection("127.0.0.1", a.port)
            writer.close()
            await writer.wait_closed()

    run(work())


@pytest.mark.parametrize("turns", [0, 1, 2, 3, 5, 8, 13, 21])
def test_cancelled(tmp_path: Path, turns: int) -> None:
    """A network cancelled at any moment of its start or its end leaves nothing open."""

    async def live() -> None:
        async with network(tmp_path, "a"):
            await asyncio.sleep(0.02)

    async def work() -> None:
        for wait in (0.0, 0.02):
            task = asyncio.create_task(live())
            await asyncio.sleep(wait)
            for _ in range(turns):
                await asyncio.sleep(0.001)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    run(work())
    gc.collect()


def test_defects_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error of this program in the midst of a network ends in front of whoever waits, not in silence."""

    def defect(self: object, peer: object, now: float) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("peer.links.Links._check", defect)

    async def work() -> None:
        async with network(tmp_path, "a") as a, network(tmp_path, "b"):
            await until(a, Linked)
            with pytest.raises(ZeroDivisionError):
                await until(a, Unlinked)

    run(work())
