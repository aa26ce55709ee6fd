"""The network of a peer:

Discovery and links behind one face. Everything that comes from outside is told by `next`.
"""

import asyncio
import contextlib
import ipaddress
import socket
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

import zmq

from peer.beacon import ANSWER, BYE, Beacon, Speaker
from peer.discovery import Address, Discovery, own_sockets, udp_port
from peer.identity import Identity
from peer.interfaces import Interface, chosen_interfaces, own_hosts, rank, read_interfaces
from peer.links import Links, Peer
from peer.names import clean_name
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
_MAX_UNREAD = 1000
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
    "no-answer", "dropped", "left".
    """

    key: bytes
    name: str
    bot: bool
    state: str
    reason: str
    addresses: tuple[str, ...]


class CannotReach(Exception):
    """Nobody could be linked at a typed address: "address", "silent", "self", "version", "no-link"."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


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
        self._answers: dict[Address, Beacon] = {}
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
        self._discovery = Discovery(speaker, self._names, self._heard, self._on_interfaces, own)
        try:
            await self._discovery.start()
        except BaseException:
            await self._links.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        await self._discovery.close()
        await self._links.close()

    async def next(self) -> Happening:
        """The next thing that happens. May be cancelled; nothing is lost then. An error of this program is
        raised.
        """
        happening = await self._happenings.get()
        if self._failures:
            raise self._failures[0]
        if isinstance(happening, Received):
            self._unread[happening.key] -= 1
        return happening

    # links

    def peers(self) -> list[PeerState]:
        """The peers that are known now."""
        return [self._state(peer) for peer in self._links.peers.values() if not peer.gone]

    @property
    def cloned(self) -> bool:
        """Whether the identity of this peer is running somewhere else as well."""
        return self._links.cloned or self._discovery.cloned

    def send(self, key: bytes, data: bytes) -> bool:
        """Send one frame of at most 64 kB; False if there is no link that takes it. It may still get lost."""
        return len(data) <= MAX_FRAME and self._links.send(key, data)

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
        return [_written(host, self.port) for host in sorted(own, key=self._host_rank)]

    async def reach(self, address: str) -> bytes:
        """Link to whoever answers at a typed address, and give its key; CannotReach after some seconds.

        `192.168.1.5:40123`, `[fe80::1%eth0]:40123`, `laptop.local:40123`; without a port the one that all
        peers know.
        """
        host, port = await _resolved(address)
        if port == self.port and self._is_own(host):
            raise CannotReach("self")
        deadline = time.monotonic() + REACH_SECONDS
        self._answers.pop((host, port), None)
        asked = lambda: (host, port) in self._answers  # noqa: E731
        await self._discovery.ask_until(host, port, asked, REACH_SECONDS)
        beacon = self._answers.get((host, port))
        if beacon is None:
            raise CannotReach("silent")
        if beacon.key == self._identity.key:
            raise CannotReach("self")
        if beacon.version != PROTOCOL_VERSION:
            raise CannotReach("version")
        while time.monotonic() < deadline:
            peer = self._links.peers.get(beacon.key)
            if peer is not None and peer.connections:
                return beacon.key
            await asyncio.sleep(0.02)
        raise CannotReach("no-link")

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
            self._happenings.put_nowait(Changed(beacon.key))
            return
        if beacon.kind == ANSWER:
            self._answers[source] = beacon
            for old in list(self._answers)[:-64]:
                del self._answers[old]
        name = clean_name(beacon.name) or "?"
        if beacon.version != PROTOCOL_VERSION:
            self._links.refuse(beacon.key, name, "version", _written(source[0], beacon.port))
        else:
            address = _written(source[0], beacon.port)
            self._links.saw(beacon.key, name, beacon.bot, beacon.epoch, beacon.curve, address)
        self._happenings.put_nowait(Changed(beacon.key))

    def _on_failure(self, error: BaseException) -> None:
        self._failures.append(error)
        self._happenings.put_nowait(Changed(self._identity.key))

    def _on_linked(self, peer: Peer) -> None:
        peer.name = clean_name(peer.name) or "?"
        self._happenings.put_nowait(Linked(peer.key, peer.name, peer.bot))

    def _on_unlinked(self, peer: Peer, reason: str) -> None:
        self._happenings.put_nowait(Unlinked(peer.key, reason))

    def _on_received(self, key: bytes, data: bytes) -> None:
        self._unread[key] += 1
        if self._unread[key] > _MAX_UNREAD:
            self.drop(key, REACH_SECONDS)
            return
        self._happenings.put_nowait(Received(key, data))

    def _state(self, peer: Peer) -> PeerState:
        if peer.connections:
            state, reason = "linked", ""
        elif peer.reason:
            state, reason = "unreachable", peer.reason
        else:
            state, reason = ("connecting" if peer.dial else "seen"), ""
        return PeerState(peer.key, peer.name, peer.bot, state, reason, tuple(peer.addresses))

    def _rank(self, address: str) -> int:
        return self._host_rank(address.rpartition(":")[0].strip("[]"))

    def _host_rank(self, host: str) -> int:
        with contextlib.suppress(ValueError):
            return rank(host, self._discovery.interfaces)
        return 9

    def _is_own(self, host: str) -> bool:
        return any(host == own.rpartition(":")[0].strip("[]") for own in self.addresses())


def _written(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


async def _resolved(address: str) -> Address:
    """The host, as a number, and the port of a typed address."""
    text = address.strip()
    host, port = text, udp_port()
    if text.startswith("["):
        host, _, rest = text[1:].partition("]")
        digits = rest.removeprefix(":")
    elif text.count(":") == 1:
        host, _, digits = text.partition(":")
    else:
        digits = ""
    if digits:
        if not digits.isascii() or not digits.isdigit() or not 0 < int(digits) < 65536:
            raise CannotReach("address")
        port = int(digits)
    plain, _, zone = host.partition("%")
    with contextlib.suppress(ValueError):
        number = ipaddress.ip_address(plain)
        return (f"{number}%{zone}" if zone else str(number)), port
    if not plain or len(plain) > 253 or zone:
        raise CannotReach("address")
    try:
        async with asyncio.timeout(REACH_SECONDS):
            found = await asyncio.get_running_loop().getaddrinfo(plain, port, type=socket.SOCK_DGRAM)
    except (OSError, UnicodeError):
        raise CannotReach("address") from None
    return str(found[0][4][0]), port
