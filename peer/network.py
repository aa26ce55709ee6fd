"""The network of a peer: discovery and links behind one face. What comes from outside is told by `next`.

It needs a selector event loop, which is not what Windows has by default: the sockets of ZeroMQ are watched
by their descriptors.
"""

import asyncio
import contextlib
import socket
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

import zmq

from peer.beacon import BYE, Beacon, Speaker
from peer.connection import written
from peer.discovery import Address, Discovery
from peer.identity import Identity
from peer.interfaces import (
    Interface,
    belongs,
    chosen_interfaces,
    in_own_zones,
    is_loopback,
    own_hosts,
    rank,
    read_interfaces,
)
from peer.known import Peer
from peer.links import MISBEHAVED_SECONDS, Links
from peer.names import clean_name
from peer.typed import CannotReach, resolve
from peer.udp import own_sockets, udp_port
from protocol.genesis import PROTOCOL_VERSION
from protocol.wire import MAX_FRAME

__all__ = [
    "CannotReach",
    "Changed",
    "Happening",
    "Linked",
    "Network",
    "PeerState",
    "Received",
    "Unlinked",
    "udp_port",
]

REACH_SECONDS = 5.0
_MAX_UNREAD = 8_000_000
_FRAME_COSTS = 1000
_MAX_TOLD = 64
_PORT_TRIES = 16


@dataclass(frozen=True, slots=True)
class Linked:
    """There is a link to this peer now, where there was none."""

    key: bytes
    name: str
    bot: bool


@dataclass(frozen=True, slots=True)
class Unlinked:
    """There is no link to this peer any more: "left", "lost", "silent", "dropped"."""

    key: bytes
    reason: str


@dataclass(frozen=True, slots=True)
class Received:
    """A frame came over a link."""

    key: bytes
    data: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Changed:
    """What is known of a peer has changed."""

    key: bytes


Happening = Linked | Unlinked | Received | Changed


@dataclass(frozen=True, slots=True)
class PeerState:
    """A peer as seen from here.

    `state` is "seen", "connecting", "linked" or "unreachable"; `reason` says why the last one: "version",
    "no-answer", "dropped"; "cloned" in any state if the same identity runs twice.
    """

    key: bytes
    name: str
    bot: bool
    state: str
    reason: str
    addresses: tuple[str, ...]


class Network:
    """The peers around this one. Use it as `async with Network(...) as network`."""

    def __init__(
        self,
        identity: Identity,
        name: str,
        *,
        bot: bool = False,
        interfaces: Sequence[str] | None = None,
    ) -> None:
        self._identity = identity
        self._name = name
        self._bot = bot
        self._names = chosen_interfaces(interfaces)
        self._happenings: asyncio.Queue[Happening] = asyncio.Queue()
        self._unread: Counter[bytes] = Counter()
        self._told: set[bytes] = set()
        self._cloned = False
        self._failures: list[BaseException] = []
        self.port = 0
        """The TCP port that others dial, and this peer's own UDP port."""

    async def __aenter__(self) -> Self:
        self._links = Links(
            self._identity,
            self._name,
            self._bot,
            self._on_linked,
            self._on_unlinked,
            self._on_received,
            self._on_double,
            self._on_failure,
            self._rank,
        )
        own = await self._listen()
        identity = self._identity
        speaker = Speaker(
            identity.sign,
            identity.key,
            self._links.curve,
            identity.epoch,
            self.port,
            self._name,
            self._bot,
        )
        self._discovery = Discovery(
            speaker, self._names, self._heard, self._on_interfaces, self._on_failure, own
        )
        try:
            await self._discovery.start()
        except BaseException:
            await self._links.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        try:
            await self._discovery.close()
        finally:
            await self._links.close()

    async def next(self) -> Happening:
        """The next thing that happens. May be cancelled; nothing is lost then.

        An error of this program is raised.
        """
        happening = await self._happenings.get()
        if self._failures:
            raise self._failures[0]
        if isinstance(happening, Received):
            self._unread[happening.key] -= len(happening.data) + _FRAME_COSTS
            if self._unread[happening.key] <= 0:
                del self._unread[happening.key]
        elif isinstance(happening, Changed):
            self._told.discard(happening.key)
        return happening

    # links

    def peers(self) -> list[PeerState]:
        """The peers that are known now."""
        return [self._state(peer) for peer in self._links.peers.values() if peer.gone_at is None]

    @property
    def cloned(self) -> bool:
        """Whether the identity of this peer is running somewhere else as well.

        `Changed` of one's own key tells when that is found out.
        """
        return self._cloned

    def send(self, key: bytes, data: bytes) -> bool:
        """Send one frame of at most 64 kB; False if there is no link that takes it. It may still get lost."""
        return len(data) <= MAX_FRAME and self._links.send(key, data)

    def expect(self, keys: Iterable[bytes]) -> None:
        """Always have a place for these peers, and for no others than these, however many strangers there
        are.
        """
        self._links.expected = frozenset(keys)

    def drop(self, key: bytes, seconds: float) -> None:
        """End the link to one who misbehaved, and refuse it for a while."""
        self._links.drop(key, seconds)

    # finding

    def visible(self, shown: bool) -> None:
        """Announce this peer, or be quiet. A quiet peer still answers who asks."""
        self._discovery.quiet = not shown
        self._discovery.burst()

    async def sweep(self) -> None:
        """Ask every address of this peer's own networks. Only where somebody wishes it."""
        await self._discovery.sweep()

    def addresses(self) -> list[str]:
        """Where others may dial this peer, the best first."""
        own = own_hosts(self._discovery.interfaces)
        return [written(host, self.port) for host in sorted(own, key=self._host_rank)]

    async def reach(self, address: str) -> bytes:
        """Link to whoever answers at a typed address, and give its key; CannotReach after some seconds.

        `192.168.1.5:40123`, `[fe80::1%eth0]:40123` (with anybody's zone, or none), `laptop.local:40123`;
        without a port the one that all peers know.
        """
        host, port = await resolve(address)
        interfaces = self._discovery.interfaces
        hosts = [
            each
            for each in in_own_zones(host, interfaces)
            if self._names is None or belongs(each, interfaces)
        ]
        if not hosts:
            raise CannotReach("unreachable")
        if port == self.port and any(map(self._is_own, hosts)):
            raise CannotReach("self")
        deadline = time.monotonic() + REACH_SECONDS
        for peer in self._links.peers.values():
            if peer.linked and any(written(each, port) in peer.addresses for each in hosts):
                return peer.key
        beacon = await self._ask_any(hosts, port)
        if beacon is None:
            raise CannotReach("no-answer")
        if beacon.key == self._identity.key:
            raise CannotReach("self")
        if beacon.version != PROTOCOL_VERSION:
            raise CannotReach("version")
        while time.monotonic() < deadline:
            found = self._links.peers.get(beacon.key)
            if found is not None and found.linked:
                return beacon.key
            await asyncio.sleep(0.02)
        raise CannotReach("unreachable")

    async def _ask_any(self, hosts: Sequence[str], port: int) -> Beacon | None:
        """The first beacon that comes from one of these."""
        asked = [asyncio.ensure_future(self._discovery.ask(host, port, REACH_SECONDS)) for host in hosts]
        try:
            for answer in asyncio.as_completed(asked):
                beacon = await answer
                if beacon is not None:
                    return beacon
            return None
        finally:
            for question in asked:
                question.cancel()
            await asyncio.gather(*asked, return_exceptions=True)

    # what happens

    async def _listen(self) -> list[socket.socket]:
        """Take one port number for TCP and for UDP, the usual one if it is free."""
        interfaces = await asyncio.to_thread(read_interfaces, self._names)
        for port in (udp_port() + 1, *[0] * _PORT_TRIES):
            try:
                own = own_sockets(port if port < 65536 else 0)
            except OSError:
                continue
            self.port = own[0].getsockname()[1]
            try:
                await self._links.start(self.port, self._hosts(interfaces))
            except zmq.ZMQError:
                for sock in own:
                    sock.close()
                continue
            return own
        raise OSError("no free port")

    def _hosts(self, interfaces: Sequence[Interface]) -> list[str]:
        """Where to listen: everywhere, or only on the interfaces that this peer is limited to."""
        if self._names is None:
            return ["*"]
        return own_hosts(interfaces)

    def _on_interfaces(self, interfaces: Sequence[Interface]) -> None:
        if self._names is not None:
            self._links.listen_too(self._hosts(interfaces))

    def _heard(self, beacon: Beacon, source: Address) -> None:
        if beacon.kind == BYE:
            self._links.leaves(beacon.key, beacon.epoch)
            self._tell_change(beacon.key)
            return
        address = written(source[0], beacon.port)
        name = clean_name(beacon.name) or "?"
        if beacon.version != PROTOCOL_VERSION:
            self._links.refuse(beacon.key, name, "version", address)
        else:
            self._links.saw(beacon.key, name, beacon.bot, beacon.epoch, beacon.curve, address)
        if beacon.key != self._identity.key:
            self._tell_change(beacon.key)

    def _tell_change(self, key: bytes) -> None:
        """Once until it is read, and for no more peers than can be known."""
        if key not in self._told and len(self._told) < _MAX_TOLD:
            self._told.add(key)
            self._happenings.put_nowait(Changed(key))

    def _on_double(self) -> None:
        if not self._cloned:
            self._cloned = True
            self._tell_change(self._identity.key)

    def _on_failure(self, error: BaseException) -> None:
        self._failures.append(error)
        self._happenings.put_nowait(Changed(self._identity.key))

    def _on_linked(self, peer: Peer) -> None:
        self._happenings.put_nowait(Linked(peer.key, peer.name, peer.bot))

    def _on_unlinked(self, peer: Peer, reason: str) -> None:
        self._happenings.put_nowait(Unlinked(peer.key, reason))

    def _on_received(self, key: bytes, data: bytes) -> None:
        self._unread[key] += len(data) + _FRAME_COSTS
        if self._unread[key] > _MAX_UNREAD:
            self.drop(key, MISBEHAVED_SECONDS)
            return
        self._happenings.put_nowait(Received(key, data))

    def _state(self, peer: Peer) -> PeerState:
        if peer.linked:
            state = "linked"
        elif peer.reason:
            state = "unreachable"
        else:
            state = "connecting" if peer.dial else "seen"
        return PeerState(peer.key, peer.name, peer.bot, state, peer.reason, tuple(peer.addresses))

    def _rank(self, address: str) -> int:
        return self._host_rank(address.rpartition(":")[0].strip("[]"))

    def _host_rank(self, host: str) -> int:
        with contextlib.suppress(ValueError):
            return rank(host, self._discovery.interfaces)
        return 9

    def _is_own(self, host: str) -> bool:
        return is_loopback(host) or host in own_hosts(self._discovery.interfaces)
