"""Discovery: this peer's datagrams out on every interface, other peers' datagrams in.

Two kinds of UDP sockets. The *shared* one has the port that all peers know, and hears broadcast and
multicast; several processes on one machine share it. This peer's *own* one has the number of its TCP port:
announcements leave from it, so that answers come back to this process, and a typed address or an invite
reaches it. An announcement is answered from the socket that received it, since a firewall in between lets
only that answer through.
"""

import asyncio
import contextlib
import ipaddress
import logging
import random
import socket
import sys
import time
from collections.abc import Callable
from itertools import pairwise
from typing import cast

from peer.beacon import (
    ANNOUNCE,
    ANSWER,
    BURST,
    BYE,
    EVERY,
    MAX_EACH_SECOND,
    Beacon,
    Ears,
    Speaker,
    read_beacon,
)
from peer.interfaces import Interface, belongs, own_hosts, read_interfaces, zoned
from peer.udp import GROUP_V4, GROUP_V6, bound, sockaddr, udp_port
from protocol.errors import BadSignature, Malformed

log = logging.getLogger("chabudai.discovery")

_REREAD = 3.0
_BURST_AGAIN = 5.0
_ASK_AT = (0.0, 0.2, 0.5, 1.0, 2.0)
_SWEEP_SOCKETS = 8
_SWEEP_SECONDS = 1.5
_SLEPT = 5.0

Address = tuple[str, int]
Heard = Callable[[Beacon, Address], None]


class Discovery:
    """Speaks and hears beacons on these interfaces until it is closed.

    `heard` gets every beacon with its source, `changed` the interfaces when they have changed, `failed` an
    error of this program.
    """

    def __init__(
        self,
        speaker: Speaker,
        names: tuple[str, ...] | None,
        heard: Heard,
        changed: Callable[[tuple[Interface, ...]], None],
        failed: Callable[[BaseException], None],
        own: list[socket.socket],
    ) -> None:
        self.interfaces: tuple[Interface, ...] = ()
        self._own_hosts: set[str] = set()
        self.quiet = False
        """Whether announcements are held back. Questions are answered all the same."""
        self._speaker = speaker
        self._names = names
        self._heard = heard
        self._changed = changed
        self._failed = failed
        self._ears = Ears(speaker.key, speaker.epoch)
        self._own_sockets = own
        self._own: dict[int, asyncio.DatagramTransport] = {}
        self._shared: dict[int, asyncio.DatagramTransport] = {}
        self._joined: set[tuple[int, str]] = set()
        self._burst = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Open the sockets and begin to announce. If that fails, everything is closed again."""
        try:
            for sock in self._own_sockets:
                self._own[sock.family] = await self._listen(sock)
            for family in list(self._own):
                try:
                    self._shared[family] = await self._listen(bound(family, udp_port(), shared=True))
                except OSError as error:
                    log.warning("the shared port is not to be had: %s", error)
            self.interfaces = await self._read()
            self._join()
        except BaseException:
            self._close_sockets()
            raise
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self._announce()), loop.create_task(self._watch())]
        for task in self._tasks:
            task.add_done_callback(self._stopped)

    async def close(self) -> None:
        """Say goodbye, three times since datagrams get lost, and close the sockets."""
        for task in self._tasks:
            task.cancel()
        try:
            await asyncio.gather(*self._tasks, return_exceptions=True)
        finally:
            if not self.quiet:
                for _ in range(3):
                    self._to_all(self._speaker.say(BYE))
            self._close_sockets()
        await asyncio.sleep(0)

    def _close_sockets(self) -> None:
        for transport in (*self._own.values(), *self._shared.values()):
            transport.close()
        for sock in self._own_sockets:
            if sock.family not in self._own:
                sock.close()

    async def ask(self, host: str, port: int, seconds: float) -> Beacon | None:
        """Ask for a beacon at one address; None if none comes in time.

        Asked from a socket of its own, since a machine may answer from another of its addresses.
        """
        answer: asyncio.Future[Beacon] = asyncio.get_running_loop().create_future()
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        try:
            transport = await self._listen(bound(family, 0, shared=False), _Asker(answer))
        except OSError:
            return None
        try:
            for at, until in pairwise((*_ASK_AT, seconds)):
                self._guard(lambda: transport.sendto(self._speaker.say(ANNOUNCE), sockaddr(host, port)))
                done, _ = await asyncio.wait([answer], timeout=until - at)
                if done:
                    beacon = answer.result()
                    self._heard(beacon, (host, port))
                    return beacon
            return None
        finally:
            answer.cancel()
            transport.close()

    async def sweep(self) -> None:
        """Ask every address of one's own IPv4 networks (at most 256 around one's own address), once.

        From several sockets: addresses that nobody has fill the buffer of one for seconds.
        """
        socks: list[socket.socket] = []
        transports: list[asyncio.DatagramTransport] = []
        try:
            for _ in range(_SWEEP_SOCKETS):
                socks.append(bound(socket.AF_INET, 0, shared=False))
                transports.append(await self._listen(socks[-1]))
            for number, target in enumerate(self._neighbours()):
                with contextlib.suppress(OSError):
                    sock = socks[number % _SWEEP_SOCKETS]
                    sock.sendto(self._speaker.say(ANNOUNCE), (target, udp_port()))
                if number % 32 == 31:
                    await asyncio.sleep(0.01)
            await asyncio.sleep(_SWEEP_SECONDS)
        finally:
            for transport in transports:
                transport.close()

    def burst(self) -> None:
        """Announce several times soon: something has changed."""
        self._burst.set()

    # in

    def received(self, transport: asyncio.DatagramTransport, data: bytes, source: tuple[object, ...]) -> None:
        """A datagram came in."""
        host, port = str(source[0]), int(str(source[1]))
        if len(source) == 4:
            host = zoned(host, int(str(source[3])))
        if self._names is not None and not belongs(host, self.interfaces):
            return
        now = time.monotonic()
        # All processes of one machine have one address, so that each of them is told apart by its port.
        beacon = self._ears.hear(data, f"{host}:{port}" if host in self._own_hosts else host, now)
        if beacon is None:
            return
        if beacon.kind == ANNOUNCE and self._ears.may_answer((host, port), now):
            self._guard(lambda: transport.sendto(self._speaker.say(ANSWER), source))
        self._heard(beacon, (host, port))

    async def _listen(
        self, sock: socket.socket, protocol: asyncio.DatagramProtocol | None = None
    ) -> asyncio.DatagramTransport:
        try:
            loop = asyncio.get_running_loop()
            transport, _ = await loop.create_datagram_endpoint(lambda: protocol or _Ear(self), sock=sock)
        except BaseException:
            sock.close()
            raise
        return transport

    def _stopped(self, task: "asyncio.Task[None]") -> None:
        """No part of this stops without a word."""
        if not task.cancelled() and (error := task.exception()) is not None:
            self._failed(error)

    # out

    def _send_to(self, data: bytes, host: str, port: int) -> None:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        transport = self._own.get(family)
        if transport is not None:
            self._guard(lambda: transport.sendto(data, sockaddr(host, port)))

    def _to_all(self, data: bytes) -> None:
        """By broadcast and by multicast, IPv4 and IPv6, on every interface."""
        for interface in self.interfaces:
            for own in interface.v4:
                self._multicast_v4(data, str(own.ip))
                if own.network.prefixlen < 31:
                    self._send_to(data, str(own.network.broadcast_address), udp_port())
            if interface.v6 and interface.index:
                self._multicast_v6(data, interface.index)

    def _multicast_v4(self, data: bytes, address: str) -> None:
        transport = self._own.get(socket.AF_INET)
        if transport is None:
            return
        sock = transport.get_extra_info("socket")

        def send() -> None:
            sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(address))
            transport.sendto(data, (GROUP_V4, udp_port()))

        self._guard(send)

    def _multicast_v6(self, data: bytes, index: int) -> None:
        transport = self._own.get(socket.AF_INET6)
        if transport is not None:
            self._guard(lambda: transport.sendto(data, (GROUP_V6, udp_port(), 0, index)))

    def _guard(self, send: Callable[[], None]) -> None:
        """No failure to send ends anything: cables come back, and firewalls are opened."""
        try:
            send()
        except OSError as error:
            log.debug("not sent: %s", error)

    async def _announce(self) -> None:
        # Jitter keeps peers that started together apart; it is no secret.
        jitter = random.Random(self._speaker.curve)  # noqa: S311
        while True:
            self._burst.clear()
            start = time.monotonic()
            for at in BURST:
                await asyncio.sleep(max(0.0, start + at - time.monotonic()))
                self._announce_once()
            while not self._burst.is_set():
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._burst.wait(), EVERY * jitter.uniform(0.85, 1.15))
                self._announce_once()
            await asyncio.sleep(max(0.0, min(_BURST_AGAIN, start + _BURST_AGAIN - time.monotonic())))

    def _announce_once(self) -> None:
        if not self.quiet:
            self._to_all(self._speaker.say(ANNOUNCE))

    # interfaces

    async def _read(self) -> tuple[Interface, ...]:
        try:
            found = await asyncio.to_thread(read_interfaces, self._names)
        except OSError:
            return self.interfaces
        self._own_hosts = {*own_hosts(found), "127.0.0.1", "::1"}
        return found

    async def _watch(self) -> None:
        """Notice interfaces that come and go, and a machine that wakes up."""
        while True:
            lag = time.time() - time.monotonic()
            await asyncio.sleep(_REREAD)
            now = await self._read()
            woke = abs(time.time() - time.monotonic() - lag) > _SLEPT
            if now != self.interfaces or woke:
                self.interfaces = now
                self._joined.clear()
                self._join()
                self._changed(now)
                self.burst()

    def _join(self) -> None:
        for interface in self.interfaces:
            for own in interface.v4:
                request = socket.inet_aton(GROUP_V4) + own.ip.packed
                self._join_one(
                    socket.AF_INET, str(own.ip), socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, request
                )
            if interface.v6 and interface.index:
                request = ipaddress.IPv6Address(GROUP_V6).packed + interface.index.to_bytes(4, sys.byteorder)
                level, option = socket.IPPROTO_IPV6, socket.IPV6_JOIN_GROUP
                self._join_one(socket.AF_INET6, str(interface.index), level, option, request)

    def _join_one(self, family: int, key: str, level: int, option: int, request: bytes) -> None:
        transport = self._shared.get(family)
        if transport is None or (family, key) in self._joined:
            return
        self._joined.add((family, key))
        with contextlib.suppress(OSError):  # already a member
            transport.get_extra_info("socket").setsockopt(level, option, request)

    def _neighbours(self) -> list[str]:
        found: dict[str, None] = {}
        for interface in self.interfaces:
            for own in interface.v4:
                network = own.network
                if network.prefixlen < 24:
                    network = ipaddress.IPv4Network(f"{own.ip}/24", strict=False)
                found |= dict.fromkeys(str(host) for host in network.hosts() if host != own.ip)
        return list(found)[:1024]


class _Ear(asyncio.DatagramProtocol):
    def __init__(self, discovery: Discovery) -> None:
        self._discovery = discovery

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # The selector loop's own transport is no subclass of the class that describes it.
        self._transport = cast(asyncio.DatagramTransport, transport)

    def datagram_received(self, data: bytes, addr: tuple[object, ...]) -> None:
        self._discovery.received(self._transport, data, addr)

    def error_received(self, exc: Exception) -> None:
        log.debug("not sent: %s", exc)


class _Asker(asyncio.DatagramProtocol):
    """Takes the first answer that is one."""

    def __init__(self, answer: "asyncio.Future[Beacon]") -> None:
        self._answer = answer
        self._left = MAX_EACH_SECOND

    def datagram_received(self, data: bytes, addr: tuple[object, ...]) -> None:
        self._left -= 1
        with contextlib.suppress(Malformed, BadSignature):
            if self._left >= 0 and not self._answer.done():
                beacon = read_beacon(data)
                if beacon.kind == ANSWER:
                    self._answer.set_result(beacon)

    def error_received(self, exc: Exception) -> None:
        log.debug("not sent: %s", exc)
