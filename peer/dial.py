"""Dialling a peer at one address: an attempt, and the connection that it becomes."""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable

import zmq
import zmq.asyncio
from zmq.utils import z85
from zmq.utils.monitor import parse_monitor_message

from peer.connection import HELLO, OPTIONS, WELCOME, Intake, Tap, put, set_up
from peer.hello import Hello, HelloRefused, Introduction
from protocol.errors import BadSignature, Malformed
from protocol.wire import MAX_FRAME

log = logging.getLogger("chabudai.links")

_DIAL_OPTIONS = {zmq.CONNECT_TIMEOUT: 2000, zmq.RECONNECT_IVL: 200, zmq.RECONNECT_IVL_MAX: 2000}
_WATCHED = zmq.EVENT_CONNECTED | zmq.EVENT_HANDSHAKE_SUCCEEDED | zmq.EVENT_DISCONNECTED
_LAST_WORDS = 100


class Dial:
    """A DEALER to one address of the peer with this key and this CURVE key of its present run.

    It knocks until somebody with that CURVE key opens, says hello once, and is over with that connection:
    `lost` tells it, "refused" if there was no welcome. `took` gets the frames, once `welcomed` was called.
    """

    def __init__(
        self,
        me: Introduction,
        key: bytes,
        curve: bytes,
        address: str,
        welcomed: Callable[["Dial", Hello], None],
        took: Callable[["Dial", bytes], None],
        lost: Callable[["Dial", str], None],
    ) -> None:
        self.address = address
        self.since = self.heard = time.monotonic()
        self.intake = Intake()
        self.open = False
        """Whether the other side has shown who it is."""
        self._me, self._key, self._curve = me, key, curve
        self._welcomed, self._took, self._lost = welcomed, took, lost
        self._nonce = b""
        self._tap: Tap | None = None
        self._monitor: zmq.asyncio.Socket | None = None
        self._tasks: list[asyncio.Task[None]] = []

    def start(
        self,
        context: zmq.asyncio.Context,
        curve: tuple[bytes, bytes],
        stopped: Callable[["asyncio.Task[None]"], None],
    ) -> None:
        """Begin, with one's own CURVE key pair; zmq.ZMQError, and nothing is left open, if that fails."""
        sock = self._socket = context.socket(zmq.DEALER)
        try:
            set_up(sock, {**OPTIONS, **_DIAL_OPTIONS})
            sock.curve_publickey, sock.curve_secretkey = curve
            sock.curve_serverkey = z85.encode(self._curve)
            self._monitor = sock.get_monitor_socket(_WATCHED)
            sock.connect(f"tcp://{self.address}")
        except zmq.ZMQError:
            self._close_sockets()
            raise
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self._hear()), loop.create_task(self._watch())]
        for task in self._tasks:
            task.add_done_callback(stopped)

    def send(self, frame: bytes) -> bool:
        """Put a frame on the open connection; whether it was taken."""
        return self.open and put(self._socket, [frame])

    @property
    def running(self) -> bool:
        """Whether anything of it still runs."""
        return not all(task.done() for task in self._tasks)

    def overflows(self, now: float) -> bool:
        """Whether the other side sends a message without end."""
        return self._tap is not None and self._tap.overflows(now)

    def close(self) -> None:
        """Hang up."""
        self.open = False
        for task in self._tasks:
            if task is not asyncio.current_task():
                task.cancel()
        self._close_sockets()

    async def closed(self) -> None:
        """Wait until nothing of it runs any more."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _close_sockets(self) -> None:
        if self._socket.closed:
            return
        self._socket.disable_monitor()
        if self._monitor is not None:
            self._monitor.close(0)
        self._socket.close()

    async def _watch(self) -> None:
        assert self._monitor is not None
        while True:
            event = parse_monitor_message(await self._monitor.recv_multipart())
            if event["event"] == zmq.EVENT_CONNECTED:
                self._tap = Tap(event["value"], time.monotonic())
            elif event["event"] == zmq.EVENT_HANDSHAKE_SUCCEEDED:
                self._nonce = secrets.token_bytes(32)
                put(self._socket, [HELLO + self._me.say("hello", self._key, self._curve, self._nonce)])
            elif self._nonce or self.open:
                # A frame that waits would leave before the next hello, so this socket is not used again.
                await self._hear_last_words()
                self._lost(self, "lost" if self.open else "refused")
                return

    async def _hear_last_words(self) -> None:
        """Let `_hear` take what came before the end."""
        for _ in range(_LAST_WORDS):
            await asyncio.sleep(0.01)
            if not int(self._socket.get(zmq.EVENTS)) & zmq.POLLIN:
                return

    async def _hear(self) -> None:
        while True:
            frames = await self._socket.recv_multipart()
            if self._tap is not None:
                self._tap.deliver([len(frame) for frame in frames])
            if len(frames) != 1 or not 1 <= len(frames[0]) <= MAX_FRAME + 1:
                self._lost(self, "malformed")
                return
            if self.open:
                self._took(self, frames[0])
            elif frames[0][:1] == WELCOME and self._nonce:
                self._hear_welcome(frames[0][1:])
            if self._socket.closed:
                return
            await asyncio.sleep(0)  # a socket that is always ready would leave nobody else a turn

    def _hear_welcome(self, data: bytes) -> None:
        try:
            hello = self._me.read("welcome", data, self._curve)
        except (Malformed, BadSignature, HelloRefused) as refused:
            log.debug("no welcome from %s: %s", self.address, type(refused).__name__)
            return
        if hello.nonce == self._nonce and hello.key == self._key:
            self._nonce = b""
            self.open = True
            self.heard = time.monotonic()
            self._welcomed(self, hello)
