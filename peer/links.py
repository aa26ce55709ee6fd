"""Links: encrypted, authenticated connections to other peers, over ZeroMQ.

One ROUTER that everybody may dial, one DEALER for each peer that is dialled; CURVE with a key pair of this
run, and a signed hello that binds it to the identity (peer/hello.py). Both sides dial, so there are up to
two connections; whichever lives is used, for both directions. A routing id is never an identity, and what
ZeroMQ has accepted has not arrived: whoever sends keeps what matters (peer/table.py).

Every frame begins with one byte that says what it is: a hello, a welcome, a ping, or data.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import cast

import zmq
import zmq.asyncio
from zmq.auth.asyncio import AsyncioAuthenticator
from zmq.utils import z85
from zmq.utils.monitor import parse_monitor_message

from peer.hello import Hello, HelloRefused, Introduction
from peer.identity import Identity
from protocol.errors import BadSignature, Malformed
from protocol.wire import MAX_FRAME

log = logging.getLogger("chabudai.links")

HELLO, WELCOME, PING, DATA = b"H", b"W", b"P", b"D"

PING_EVERY = 1.0
DEAD_AFTER = 4.0
DIAL_PATIENCE = 3.0
FLOOD_SECONDS = 30.0

_DOMAIN = "chabudai"
_MAX_BARRED = 512
_MAX_PEERS = 64
_MAX_ADDRESSES = 8
_FORGOTTEN_AFTER = 60.0
_IDLE_GARBAGE = 100
_YIELD_EVERY = 32
MAX_FRAMES_A_SECOND = 4000

_OPTIONS = {
    zmq.LINGER: 200,
    zmq.IPV6: 1,
    zmq.MAXMSGSIZE: MAX_FRAME + 1,
    zmq.SNDHWM: 400,
    zmq.RCVHWM: 400,
    zmq.HANDSHAKE_IVL: 5000,
    zmq.HEARTBEAT_IVL: 1000,
    zmq.HEARTBEAT_TIMEOUT: 4000,
}
_DIAL_OPTIONS = {zmq.CONNECT_TIMEOUT: 2000, zmq.RECONNECT_IVL: 200, zmq.RECONNECT_IVL_MAX: 2000}


@dataclass(slots=True)
class Connection:
    """One way to a peer: `send` puts a frame on it, and tells whether it took it."""

    send: Callable[[bytes], bool]
    heard: float
    frames: int = 0
    """Frames that came since the last look at the clock."""


@dataclass(slots=True)
class Dial:
    """A DEALER to one address of a peer."""

    socket: zmq.asyncio.Socket
    monitor: zmq.asyncio.Socket
    address: str
    since: float
    nonce: bytes = b""
    tasks: list["asyncio.Task[None]"] = field(default_factory=list)


@dataclass(slots=True)
class Peer:
    """What is known of one other peer."""

    key: bytes
    name: str = ""
    bot: bool = False
    epoch: int = 0
    curve: bytes = b""
    addresses: dict[str, float] = field(default_factory=dict)
    dial: Dial | None = None
    dialled: Connection | None = None
    inbound: Connection | None = None
    route: bytes = b""
    reason: str = ""
    tried: int = 0
    barred_until: float = 0.0
    gone: bool = False

    @property
    def connections(self) -> list[Connection]:
        """What lives, the best first."""
        return [connection for connection in (self.dialled, self.inbound) if connection is not None]


class Links:
    """All connections of this peer. `linked`, `unlinked` and `received` are called as things happen."""

    def __init__(
        self,
        identity: Identity,
        name: str,
        bot: bool,
        linked: Callable[[Peer], None],
        unlinked: Callable[[Peer, str], None],
        received: Callable[[bytes, bytes], None],
        failed: Callable[[BaseException], None],
        best: Callable[[str], int],
    ) -> None:
        self.peers: dict[bytes, Peer] = {}
        self.cloned = False
        """Whether this identity is running somewhere else as well."""
        public, secret = zmq.curve_keypair()
        self._curve = (public, secret)
        self._identity, self._name, self._bot = identity, name, bot
        self._linked, self._unlinked, self._received = linked, unlinked, received
        self._failed, self._best = failed, best
        self._barred: dict[bytes, None] = {}
        self._routes: dict[bytes, bytes] = {}
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def curve(self) -> bytes:
        """The CURVE public key of this run, 32 bytes."""
        return bytes(z85.decode(self._curve[0]))

    async def start(self, port: int, hosts: Sequence[str]) -> None:
        """Listen for TCP at this port of these addresses of one's own ("*": all); zmq.ZMQError if it is
        taken.
        """
        self._context = zmq.asyncio.Context()
        self._keeper = AsyncioAuthenticator(self._context)
        self._keeper.start()
        # Every key may knock: who it is, and whether it may come in, is said after the signed hello.
        self._keeper.configure_curve_callback(_DOMAIN, credentials_provider=_EveryKey())
        router = self._context.socket(zmq.ROUTER)
        for option, value in _OPTIONS.items():
            router.setsockopt(option, value)
        router.setsockopt(zmq.ROUTER_MANDATORY, 1)
        router.curve_server = True
        router.curve_secretkey = self._curve[1]
        router.zap_domain = _DOMAIN.encode()
        router.setsockopt(zmq.ZAP_ENFORCE_DOMAIN, 1)
        self._router = router
        self._bound: set[str] = set()
        try:
            for host in hosts:
                self._bind(host, port)
        except zmq.ZMQError:
            router.close()
            self._keeper.stop()
            self._context.term()
            raise
        self._me = Introduction(self._identity, self.curve, port, self._name, self._bot)
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self._listen()), loop.create_task(self._keep_time())]
        for task in self._tasks:
            task.add_done_callback(self._stopped)

    def listen_too(self, hosts: Sequence[str]) -> None:
        """Listen at these addresses of one's own as well."""
        for host in hosts:
            try:
                self._bind(host, self._me.port)
            except zmq.ZMQError as error:
                log.debug("cannot listen at %s: %s", host, error)

    def _bind(self, host: str, port: int) -> None:
        if host not in self._bound:
            self._router.bind(f"tcp://{f'[{host}]' if ':' in host else host}:{port}")
            self._bound.add(host)

    async def close(self) -> None:
        """Close everything; what was just sent gets a moment to leave."""
        tasks = [*self._tasks]
        for peer in self.peers.values():
            if peer.dial is not None:
                tasks += peer.dial.tasks
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for peer in self.peers.values():
            self._hang_up(peer)
        self._router.close()
        self._keeper.stop()
        self._context.term()

    # what others ask for

    def send(self, key: bytes, data: bytes) -> bool:
        """Put data on a link; False if there is none, or if it takes no more at the moment."""
        peer = self.peers.get(key)
        return peer is not None and any(connection.send(DATA + data) for connection in peer.connections)

    def saw(self, key: bytes, name: str, bot: bool, epoch: int, curve: bytes, address: str) -> None:
        """A verified beacon of a peer came, from which it can be dialled at this address."""
        peer = self._peer(key)
        now = time.monotonic()
        if epoch > peer.epoch or (epoch == peer.epoch and not peer.curve):
            self._new_run(peer, epoch, curve)
        peer.name, peer.bot, peer.gone = name, bot, False
        peer.addresses[address] = now
        if len(peer.addresses) > _MAX_ADDRESSES:
            del peer.addresses[min(peer.addresses, key=peer.addresses.__getitem__)]
        if peer.dial is None and now >= peer.barred_until:
            self._dial(peer)

    def refuse(self, key: bytes, name: str, reason: str, address: str) -> None:
        """A peer is there, but cannot be linked, for this reason."""
        peer = self._peer(key)
        peer.name, peer.reason = name, reason
        peer.addresses = {address: time.monotonic()}

    def leaves(self, key: bytes, epoch: int) -> None:
        """A peer has said goodbye."""
        peer = self.peers.get(key)
        if peer is not None and epoch >= peer.epoch:
            peer.gone = True
            self._cut(peer, "left")

    def drop(self, key: bytes, seconds: float) -> None:
        """End the link to a peer and have nothing to do with it for a while."""
        peer = self.peers.get(key)
        if peer is not None:
            peer.barred_until = time.monotonic() + seconds
            peer.reason = "dropped"
            self._cut(peer, "dropped")

    def _peer(self, key: bytes) -> Peer:
        """What is known of a peer. Of too many, those without a link are forgotten, the oldest first."""
        if key not in self.peers and len(self.peers) >= _MAX_PEERS:
            forgotten = next((peer for peer in self.peers.values() if not peer.connections), None)
            if forgotten is not None:
                self._hang_up(self.peers.pop(forgotten.key))
        return self.peers.setdefault(key, Peer(key))

    # dialling

    def _new_run(self, peer: Peer, epoch: int, curve: bytes) -> None:
        """A peer runs anew: what was tied to its former run is of no more use."""
        self._cut(peer, "lost")
        peer.epoch, peer.curve, peer.reason = epoch, curve, ""
        peer.addresses.clear()

    def _dial(self, peer: Peer) -> None:
        addresses = sorted(
            peer.addresses, key=lambda address: (self._best(address), -peer.addresses[address])
        )
        if not addresses:
            return
        address = addresses[peer.tried % len(addresses)]
        socket = self._context.socket(zmq.DEALER)
        for option, value in {**_OPTIONS, **_DIAL_OPTIONS}.items():
            socket.setsockopt(option, value)
        socket.curve_publickey, socket.curve_secretkey = self._curve
        socket.curve_serverkey = z85.encode(peer.curve)
        watched = zmq.EVENT_HANDSHAKE_SUCCEEDED | zmq.EVENT_DISCONNECTED
        monitor = socket.get_monitor_socket(watched)
        dial = Dial(socket, monitor, address, time.monotonic())
        peer.dial = dial
        try:
            socket.connect(f"tcp://{address}")
        except zmq.ZMQError as error:
            log.debug("cannot dial %s: %s", address, error)
            self._hang_up(peer)
            peer.tried += 1
            return
        loop = asyncio.get_running_loop()
        dial.tasks = [
            loop.create_task(self._hear_dialled(peer, dial)),
            loop.create_task(self._watch_dialled(peer, dial)),
        ]
        for task in dial.tasks:
            task.add_done_callback(self._stopped)

    def _hang_up(self, peer: Peer) -> None:
        dial, peer.dial, peer.dialled = peer.dial, None, None
        if dial is None:
            return
        for task in dial.tasks:
            task.cancel()
        dial.socket.disable_monitor()
        dial.monitor.close(0)
        dial.socket.close()

    async def _watch_dialled(self, peer: Peer, dial: Dial) -> None:
        while True:
            event = parse_monitor_message(await dial.monitor.recv_multipart())["event"]
            if event == zmq.EVENT_HANDSHAKE_SUCCEEDED:
                dial.nonce = secrets.token_bytes(32)
                _put(dial.socket, [HELLO + self._me.say("hello", peer.key, peer.curve, dial.nonce)])
            elif peer.dial is dial and peer.dialled is not None:
                peer.dialled = None
                self._probe(peer)
                asyncio.get_running_loop().call_later(0.1, self._probe, peer)
                self._lost_one(peer)

    async def _hear_dialled(self, peer: Peer, dial: Dial) -> None:
        while True:
            frames = await dial.socket.recv_multipart()
            if peer.dial is not dial:
                return
            if len(frames) != 1 or not frames[0]:
                self.drop(peer.key, DEAD_AFTER)
                return
            kind, data = frames[0][:1], frames[0][1:]
            if kind == WELCOME and dial.nonce:
                self._welcomed(peer, dial, data)
            elif peer.dialled is not None:
                self._take(peer, peer.dialled, kind, data)
            await asyncio.sleep(0)  # a socket that is always ready would leave nobody else a turn

    def _welcomed(self, peer: Peer, dial: Dial, data: bytes) -> None:
        try:
            hello = self._me.read("welcome", data, peer.curve)
        except (Malformed, BadSignature, HelloRefused) as refused:
            log.debug("no welcome from %s: %s", dial.address, type(refused).__name__)
            return
        if hello.nonce != dial.nonce or hello.key != peer.key:
            return
        dial.nonce = b""
        peer.dialled = Connection(lambda frame: _put(dial.socket, [frame]), time.monotonic())
        self._won_one(peer, hello)

    # being dialled

    async def _listen(self) -> None:
        garbage = taken = 0
        while True:
            frames = await self._router.recv_multipart(copy=False)
            taken += 1
            if taken % _YIELD_EVERY == 0:
                await asyncio.sleep(0)
            route = frames[0].bytes
            if route in self._barred:
                garbage += 1
                if garbage % _IDLE_GARBAGE == 0:
                    # The queue is fair among connections: what is barred costs no more than its share.
                    await asyncio.sleep(0.01)
                continue
            if len(frames) != 2 or not 1 <= len(frames[1].bytes) <= MAX_FRAME + 1:
                self._bar(route)
                continue
            data = frames[1].bytes
            kind = data[:1]
            if kind == HELLO and route not in self._routes:
                self._hear_hello(route, data[1:], frames[1])
            elif route in self._routes:
                peer = self.peers[self._routes[route]]
                assert peer.inbound is not None
                self._take(peer, peer.inbound, kind, data[1:])
            else:
                self._bar(route)

    def _hear_hello(self, route: bytes, data: bytes, frame: zmq.Frame) -> None:
        try:
            curve = z85.decode(str(frame.get("User-Id")).encode("ascii"))
            hello = self._me.read("hello", data, bytes(curve))
        except HelloRefused as refused:
            self.cloned = self.cloned or refused.code == "cloned"
            self._bar(route)
            return
        except (Malformed, BadSignature, zmq.ZMQError, ValueError):
            self._bar(route)
            return
        peer = self._peer(hello.key)
        now = time.monotonic()
        if hello.epoch < peer.epoch or now < peer.barred_until:
            self._bar(route)
            return
        if hello.epoch > peer.epoch or not peer.curve:
            self._new_run(peer, hello.epoch, hello.curve)
        elif hello.curve != peer.curve:
            self._bar(route)
            return
        self._forget_route(peer)
        self._routes[route] = hello.key
        peer.route, peer.gone = route, False
        peer.inbound = Connection(lambda frame: _put(self._router, [route, frame]), now)
        peer.inbound.send(WELCOME + self._me.say("welcome", hello.key, hello.curve, hello.nonce))
        peer.addresses.setdefault(_address(str(frame.get("Peer-Address")), hello.port), now)
        self._won_one(peer, hello)
        if peer.dial is None:
            self._dial(peer)

    def _bar(self, route: bytes) -> None:
        """Hear no more of this connection. ZeroMQ cannot close one side of a ROUTER, so it is passed over."""
        key = self._routes.pop(route, None)
        self._barred[route] = None
        if len(self._barred) > _MAX_BARRED:
            del self._barred[next(iter(self._barred))]
        if key is not None:
            self.drop(key, DEAD_AFTER)

    def _forget_route(self, peer: Peer) -> None:
        if peer.route:
            self._routes.pop(peer.route, None)
        peer.route, peer.inbound = b"", None

    # both

    def _stopped(self, task: "asyncio.Task[None]") -> None:
        """No part of this stops without a word."""
        if not task.cancelled() and (error := task.exception()) is not None:
            self._failed(error)

    def _take(self, peer: Peer, connection: Connection, kind: bytes, data: bytes) -> None:
        connection.heard = time.monotonic()
        connection.frames += 1
        if connection.frames > MAX_FRAMES_A_SECOND:
            self.drop(peer.key, FLOOD_SECONDS)
        elif kind == DATA:
            self._received(peer.key, data)
        elif kind != PING or data:
            self.drop(peer.key, DEAD_AFTER)

    def _won_one(self, peer: Peer, hello: Hello) -> None:
        peer.name, peer.bot, peer.reason, peer.tried = hello.name, hello.bot, "", 0
        if len(peer.connections) == 1:
            self._linked(peer)

    def _lost_one(self, peer: Peer) -> None:
        if not peer.connections:
            self._unlinked(peer, "left" if peer.gone else peer.reason or "lost")

    def _cut(self, peer: Peer, reason: str) -> None:
        had = bool(peer.connections)
        if peer.route:
            self._barred[peer.route] = None
        self._forget_route(peer)
        self._hang_up(peer)
        if had:
            self._unlinked(peer, reason)

    def _probe(self, peer: Peer) -> None:
        """Find out whether whoever dialled us is still there: a ROUTER tells when it is asked to send."""
        if peer.inbound is not None and not peer.inbound.send(PING):
            self._forget_route(peer)
            self._lost_one(peer)

    async def _keep_time(self) -> None:
        while True:
            await asyncio.sleep(PING_EVERY)
            now = time.monotonic()
            for peer in list(self.peers.values()):
                self._check(peer, now)

    def _check(self, peer: Peer, now: float) -> None:
        """Ping, and give up on what has been silent for too long."""
        self._probe(peer)
        if peer.dialled is not None:
            peer.dialled.send(PING)
        for connection in peer.connections:
            connection.frames = 0
        had = bool(peer.connections)
        if peer.inbound is not None and now - peer.inbound.heard > DEAD_AFTER:
            self._forget_route(peer)
        if peer.dialled is not None and now - peer.dialled.heard > DEAD_AFTER:
            self._hang_up(peer)
        elif peer.dial is not None and peer.dialled is None and now - peer.dial.since > DIAL_PATIENCE:
            self._hang_up(peer)
            peer.tried += 1
            if not peer.connections:
                peer.reason = peer.reason or "no-answer"
        if had and not peer.connections:
            self._unlinked(peer, "silent")
        seen = max(peer.addresses.values(), default=0.0)
        if not peer.connections and now - seen > _FORGOTTEN_AFTER and now >= peer.barred_until:
            self._hang_up(self.peers.pop(peer.key))
        elif peer.dial is None and peer.curve and now >= peer.barred_until and not peer.gone:
            self._dial(peer)


class _EveryKey:
    def callback(self, domain: str, key: bytes) -> bool:
        """Any CURVE key may connect."""
        return True


def _put(socket: zmq.asyncio.Socket, frames: list[bytes]) -> bool:
    """Send without waiting; whether the socket took it."""
    try:
        sent = cast("asyncio.Future[object]", socket.send_multipart(frames, flags=zmq.NOBLOCK))
    except zmq.ZMQError:
        return False
    if not sent.done():
        sent.cancel()
        return False
    return sent.exception() is None


def _address(host: str, port: int) -> str:
    """Where somebody who dialled us can be dialled:

    The host as the library reports it, and the port it told.
    """
    if host.startswith("::ffff:") and "." in host:
        host = host.removeprefix("::ffff:")
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
