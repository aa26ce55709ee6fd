"""Peers' networks over real sockets on the loopback interface, and strangers who do not keep to anything."""

import asyncio
import secrets
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TypeVar

import zmq
import zmq.asyncio
from zmq.utils import z85
from zmq.utils.monitor import parse_monitor_message

from peer.connection import HELLO
from peer.hello import Introduction
from peer.home import Home
from peer.identity import Identity
from peer.names import clean_name
from peer.network import Changed, Happening, Linked, Network

PATIENCE = 30
Wanted = TypeVar("Wanted", bound=Happening)


def free_port() -> int:
    """A port that is free now, and the one after it."""
    while True:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as first, socket.socket() as second:
            port = secrets.randbelow(30_000) + 20_000
            try:
                first.bind(("", port))
                second.bind(("", port + 1))
            except OSError:
                continue
            return port


def run(work: Awaitable[None]) -> None:
    """Run a test with a bound."""

    async def bounded() -> None:
        async with asyncio.timeout(PATIENCE):
            await work

    asyncio.run(bounded())


def network(folder: Path, name: str) -> Network:
    """A network of the peer with this data folder, not yet begun."""
    return Network(Identity.load_or_create(Home.at(folder / name)), name, interfaces=["lo"])


def key_of(of: Network) -> bytes:
    """The key of the peer that has this network."""
    return of._identity.key


@asynccontextmanager
async def networks(folder: Path, *names: str) -> AsyncIterator[list[Network]]:
    """Networks of so many peers, each linked to all others."""
    async with AsyncExitStack() as stack:
        made = [network(folder, name) for name in names]
        for each in made:
            await stack.enter_async_context(each)
        for each in made:
            for _ in range(len(made) - 1):
                await until(each, Linked)
        yield made


async def until(of: Network, kind: type[Wanted]) -> Wanted:
    """The next happening of this kind; nothing else may happen before, but changes."""
    while True:
        happening = await of.next()
        if isinstance(happening, kind):
            return happening
        assert isinstance(happening, Changed), happening


async def holds(true: Callable[[], bool]) -> None:
    """Until something is true."""
    while not true():  # noqa: ASYNC110  (nothing tells when)
        await asyncio.sleep(0.01)


class Stranger:
    """A ZeroMQ client with any key that sends what it likes to a network."""

    def __init__(self, to: Network, folder: Path, name: str = "stranger") -> None:
        public, secret = zmq.curve_keypair()
        self.identity = Identity.load_or_create(Home.at(folder / clean_name(name)))
        self._to = to
        self._me = Introduction(self.identity, z85.decode(public), 9, name, False)
        self._context = zmq.asyncio.Context()
        self.socket = self._context.socket(zmq.DEALER)
        self._monitor = self.socket.get_monitor_socket(zmq.EVENT_HANDSHAKE_SUCCEEDED | zmq.EVENT_DISCONNECTED)
        self.socket.linger = 0
        self.socket.reconnect_ivl = -1
        self.socket.curve_publickey, self.socket.curve_secretkey = public, secret
        self.socket.curve_serverkey = z85.encode(to._links.curve)
        self.socket.connect(f"tcp://127.0.0.1:{to.port}")

    @property
    def key(self) -> bytes:
        """Who it says it is."""
        return self.identity.key

    def hello(self) -> bytes:
        """A frame with a good hello."""
        nonce = secrets.token_bytes(32)
        return HELLO + self._me.say("hello", key_of(self._to), self._to._links.curve, nonce)

    async def become_linked(self) -> None:
        """Say a good hello."""
        await self.socket.send(self.hello())
        await self.socket.recv()

    async def is_cut(self) -> None:
        """Until the other side has ended the connection."""
        while parse_monitor_message(await self._monitor.recv_multipart())["event"] != zmq.EVENT_DISCONNECTED:
            pass

    async def __aenter__(self) -> "Stranger":
        event = parse_monitor_message(await self._monitor.recv_multipart())["event"]
        assert event == zmq.EVENT_HANDSHAKE_SUCCEEDED
        return self

    async def __aexit__(self, *error: object) -> None:
        self.socket.disable_monitor()
        self._monitor.close(0)
        self.socket.close()
        self._context.term()
