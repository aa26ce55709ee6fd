"""The door of a peer: one ROUTER that everybody may dial.

Every CURVE key may come in; who it is, is shown by the signed hello (peer/hello.py) that must come first, and
soon. Strangers are few, brief and cannot send much; whoever breaks a rule is cut off.
"""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count

import zmq
import zmq.asyncio
from zmq.auth.asyncio import AsyncioAuthenticator
from zmq.utils import z85
from zmq.utils.monitor import parse_monitor_message

from peer.connection import HELLO, OPTIONS, WELCOME, Intake, Tap, put, set_up
from peer.hello import Hello, HelloRefused, Introduction
from peer.interfaces import is_loopback
from protocol.errors import BadSignature, Malformed
from protocol.wire import MAX_FRAME

log = logging.getLogger("chabudai.links")

MAX_CALLERS = 128
MAX_STRANGERS = 32
MAX_EACH_HOST = 16
HELLO_WITHIN = 5.0

_DOMAIN = "chabudai"
_MAX_CLOSED = 512
_MAX_STRANGE_BYTES = 256_000
_YIELD_EVERY = 32
_LOOK_EVERY = 0.25
_LAST_WORDS = 0.05


@dataclass(slots=True, eq=False)
class Caller:
    """Somebody who has dialled; `key` is empty until they have shown who they are."""

    route: bytes
    tap: Tap
    door: "Door" = field(repr=False)
    key: bytes = b""
    heard: float = 0.0
    intake: Intake = field(default_factory=Intake, repr=False)

    def send(self, frame: bytes) -> bool:
        """Put a frame on the connection; whether it was taken."""
        return self.door.send(self.route, frame)

    def close(self) -> None:
        """Cut the connection."""
        self.door.cut(self)


class Door:
    """Takes calls.

    `greeted` gets a caller with a good hello, and welcomes it or says that it may not stay; `took` gets the
    frames of those who stay, `lost` the end of one of them and why. `doubled` gets a hello from one's own key
    in another run of it.
    """

    def __init__(
        self,
        greeted: Callable[[Caller, Hello], bool],
        took: Callable[[Caller, bytes], None],
        lost: Callable[[Caller, str], None],
        doubled: Callable[[Hello], None],
    ) -> None:
        self._greeted, self._took, self._lost, self._doubled = greeted, took, lost, doubled
        self._taps: dict[int, Tap] = {}
        self._callers: dict[bytes, Caller] = {}
        self._closed: dict[bytes, None] = {}
        self._bound: set[str] = set()
        self._tasks: list[asyncio.Task[None]] = []

    def start(
        self,
        context: zmq.asyncio.Context,
        me: Introduction,
        secret: bytes,
        hosts: Sequence[str],
        stopped: Callable[["asyncio.Task[None]"], None],
    ) -> None:
        """Listen at these addresses of one's own ("*": all); zmq.ZMQError if the port is taken."""
        self._me = me
        self._keeper = AsyncioAuthenticator(context)
        router = self._router = context.socket(zmq.ROUTER)
        set_up(router, {**OPTIONS, zmq.ROUTER_MANDATORY: 1, zmq.ZAP_ENFORCE_DOMAIN: 1})
        router.curve_server = True
        router.curve_secretkey = secret
        router.zap_domain = _DOMAIN.encode()
        self._monitor = router.get_monitor_socket(zmq.EVENT_ACCEPTED | zmq.EVENT_DISCONNECTED)
        try:
            self._keeper.start()
            self._keeper.configure_curve_callback(_DOMAIN, credentials_provider=_EveryKey())
            for host in hosts:
                self._bind(host)
        except zmq.ZMQError:
            self.close()
            raise
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(part) for part in (self._listen(), self._watch(), self._look())]
        for task in self._tasks:
            task.add_done_callback(stopped)

    def listen_too(self, hosts: Sequence[str]) -> None:
        """Listen at these addresses of one's own as well."""
        for host in hosts:
            try:
                self._bind(host)
            except zmq.ZMQError as error:
                log.debug("cannot listen at %s: %s", host, error)

    def close(self) -> None:
        """Take no more calls, and end those there are."""
        for task in self._tasks:
            task.cancel()
        self._router.disable_monitor()
        self._monitor.close(0)
        self._router.close()
        self._keeper.stop()

    async def closed(self) -> None:
        """Wait until nothing of it runs any more."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def send(self, route: bytes, frame: bytes) -> bool:
        """Put a frame on the connection of a caller."""
        return put(self._router, [route, frame])

    def cut(self, caller: Caller) -> None:
        """Hear no more of this caller."""
        if self._callers.pop(caller.route, None) is not None:
            self._closed[caller.route] = None
            if len(self._closed) > _MAX_CLOSED:
                del self._closed[next(iter(self._closed))]
        caller.tap.cut()

    def _bind(self, host: str) -> None:
        if host not in self._bound:
            self._router.bind(f"tcp://{f'[{host}]' if ':' in host else host}:{self._me.port}")
            self._bound.add(host)

    # connections come and go

    async def _watch(self) -> None:
        while True:
            event = parse_monitor_message(await self._monitor.recv_multipart())
            if event["event"] == zmq.EVENT_ACCEPTED:
                self._accept(event["value"])
            else:
                self._hung_up(event["value"])

    def _accept(self, fd: int) -> None:
        tap = self._taps[fd] = Tap(fd, time.monotonic())
        hosts = Counter(each.host for each in self._taps.values())
        crowded = hosts[tap.host] > MAX_EACH_HOST and not is_loopback(tap.host)
        if crowded or len(self._taps) > MAX_CALLERS:
            tap.cut()
            return
        strangers = self._strangers()
        if len(strangers) > MAX_STRANGERS:
            strangers[0].cut()  # an honest one has said hello long before it is the oldest of so many

    def _strangers(self) -> list[Tap]:
        """Connections on which nobody has shown who they are, the oldest first."""
        known = {caller.tap for caller in self._callers.values() if caller.key}
        return [tap for tap in self._taps.values() if tap not in known]

    def _hung_up(self, fd: int) -> None:
        tap = self._taps.pop(fd, None)
        for caller in self._callers.values():
            if caller.tap is tap:
                # What it said last may still wait to be read.
                asyncio.get_running_loop().call_later(_LAST_WORDS, self._end, caller, "lost")
                return

    async def _look(self) -> None:
        """Cut those who are silent or send without end."""
        while True:
            await asyncio.sleep(_LOOK_EVERY)
            now = time.monotonic()
            for tap in self._strangers():
                if now - tap.since > HELLO_WITHIN or tap.overflows(now, _MAX_STRANGE_BYTES):
                    tap.cut()
            for caller in list(self._callers.values()):
                if caller.key and caller.tap.overflows(now):
                    self._end(caller, "malformed")

    # what they say

    async def _listen(self) -> None:
        for number in count(1):
            self._hear(await self._router.recv_multipart(copy=False))
            if number % _YIELD_EVERY == 0:
                await asyncio.sleep(0)  # a socket that is always ready would leave nobody else a turn

    def _hear(self, frames: list[zmq.Frame]) -> None:
        route, *parts = frames
        if route.bytes in self._closed:
            return
        caller = self._callers.get(route.bytes) or self._new_caller(route.bytes, parts[0])
        caller.tap.deliver([len(part) for part in parts])
        if len(parts) != 1 or not 1 <= len(parts[0]) <= MAX_FRAME + 1:
            self._end(caller, "malformed")
            return
        data = parts[0].bytes
        if not caller.key:
            self._hear_hello(caller, data, parts[0])
        else:
            self._took(caller, data)

    def _new_caller(self, route: bytes, frame: zmq.Frame) -> Caller:
        now = time.monotonic()
        fd = int(str(frame.get("__fd")))
        tap = self._taps.get(fd)
        if tap is None:
            tap = self._taps[fd] = Tap(fd, now)
        caller = self._callers[route] = Caller(route, tap, self, heard=now)
        return caller

    def _hear_hello(self, caller: Caller, data: bytes, frame: zmq.Frame) -> None:
        try:
            if data[:1] != HELLO:
                raise Malformed("no hello")
            curve = z85.decode(str(frame.get("User-Id")).encode("ascii"))
            hello = self._me.read("hello", data[1:], bytes(curve))
        except HelloRefused as refused:
            if refused.code == "cloned":
                self._doubled(refused.hello)
            self.cut(caller)
            return
        except (Malformed, BadSignature) as error:
            log.debug("no hello from %s: %s", caller.tap.host, type(error).__name__)
            self.cut(caller)
            return
        caller.key = hello.key
        if not self._greeted(caller, hello):
            self.cut(caller)

    def welcome(self, caller: Caller, hello: Hello) -> None:
        """Let a caller in."""
        caller.send(WELCOME + self._me.say("welcome", hello.key, hello.curve, hello.nonce))

    def _end(self, caller: Caller, reason: str) -> None:
        if self._callers.get(caller.route) is caller:
            self.cut(caller)
            if caller.key:
                self._lost(caller, reason)


class _EveryKey:
    def callback(self, domain: str, key: bytes) -> bool:
        """Any CURVE key may connect."""
        return True
