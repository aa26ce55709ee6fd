"""One TCP connection under ZeroMQ: how it is set up, how much comes in over it, and how it is cut.

Every frame begins with one byte that says what it is.
"""

import asyncio
import contextlib
import socket
import sys
from collections.abc import Iterator
from typing import Protocol, cast

import zmq
import zmq.asyncio

from peer.allowance import Allowance
from peer.interfaces import zoned
from protocol.wire import MAX_FRAME

HELLO, WELCOME, PING, BYE, DATA = b"H", b"W", b"P", b"B", b"D"

OPTIONS = {
    zmq.LINGER: 200,
    zmq.IPV6: 1,
    zmq.MAXMSGSIZE: MAX_FRAME + 64,  # the library counts the encrypted frame
    zmq.SNDHWM: 400,
    zmq.RCVHWM: 64,
    zmq.HANDSHAKE_IVL: 5000,
    zmq.HEARTBEAT_IVL: 1000,
    zmq.HEARTBEAT_TIMEOUT: 4000,
}

_FRAMES_BURST, _FRAMES_A_SECOND = 4000.0, 1000.0
_BYTES_BURST, _BYTES_A_SECOND = 32e6, 8e6
_MAX_BACKLOG = 16_000_000
_FRAME_OVERHEAD = 48
_HEARTBEATS_A_SECOND = 256.0
_TCP_INFO_RECEIVED = slice(128, 136)


class Connection(Protocol):
    """A way to a peer who has shown who they are."""

    heard: float
    intake: "Intake"

    def send(self, frame: bytes) -> bool:
        """Put a frame on it; whether it was taken. Never waits."""
        ...

    def close(self) -> None:
        """End it; what is still under way is lost."""
        ...


class Intake:
    """How much one connection may bring."""

    def __init__(self) -> None:
        self._frames = Allowance(_FRAMES_BURST, _FRAMES_A_SECOND)
        self._bytes = Allowance(_BYTES_BURST, _BYTES_A_SECOND)

    def allows(self, size: int, now: float) -> bool:
        """Whether one more frame of this size is not too much."""
        return self._frames.take(1, now) and self._bytes.take(size, now)


class Tap:
    """A TCP connection of ZeroMQ's, known by its file descriptor. `host` is the other end.

    The library closes no single connection of a socket and bounds no message of many parts, so both is done
    here, below it. The number of a descriptor may be used again; nothing is cut that is not still connected
    to the same address.
    """

    def __init__(self, fd: int, now: float) -> None:
        self.fd = fd
        self.since = now
        self.host = ""
        self._address: object = None
        self._counted = now
        self._received = 0
        self._delivered = 0
        self._backlog = 0.0
        with contextlib.suppress(OSError), _borrowed(fd) as sock:
            self._address = address = sock.getpeername()
            host = str(address[0]).removeprefix("::ffff:") if "." in str(address[0]) else str(address[0])
            self.host = zoned(host, int(address[3])) if len(address) == 4 and ":" in host else host

    def deliver(self, sizes: list[int]) -> None:
        """A message whose frames have these sizes was taken."""
        self._delivered += sum(sizes) + _FRAME_OVERHEAD * len(sizes)

    def overflows(self, now: float, limit: int = _MAX_BACKLOG) -> bool:
        """Whether more has come in than was ever delivered: a message of parts without end. Known on Linux
        only; elsewhere never.
        """
        with contextlib.suppress(OSError), _borrowed(self.fd) as sock:
            if sock.getpeername() == self._address:
                received = _bytes_received(sock)
                undelivered = received - self._received - self._delivered
                forgiven = _HEARTBEATS_A_SECOND * (now - self._counted)
                self._backlog = max(0.0, self._backlog + undelivered - forgiven)
                self._received, self._delivered, self._counted = received, 0, now
        return self._backlog > limit

    def cut(self) -> None:
        """End the connection."""
        with contextlib.suppress(OSError), _borrowed(self.fd) as sock:
            if self._address is not None and sock.getpeername() == self._address:
                sock.shutdown(socket.SHUT_RDWR)


def put(sock: zmq.asyncio.Socket, frames: list[bytes]) -> bool:
    """Send without waiting; whether the socket took it."""
    try:
        sent = cast("asyncio.Future[object]", sock.send_multipart(frames, flags=zmq.NOBLOCK))
    except zmq.ZMQError:
        return False
    if not sent.done():
        sent.cancel()
        return False
    return sent.exception() is None


def written(host: str, port: int) -> str:
    """An address as people type it."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def set_up(sock: zmq.asyncio.Socket, options: dict[zmq.SocketOption, int]) -> None:
    """Give a socket its options."""
    for option, value in options.items():
        sock.setsockopt(option, value)


def _bytes_received(sock: socket.socket) -> int:
    if not sys.platform.startswith("linux"):
        return 0
    info = sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 256)
    return int.from_bytes(info[_TCP_INFO_RECEIVED], sys.byteorder)


@contextlib.contextmanager
def _borrowed(fd: int) -> Iterator[socket.socket]:
    sock = socket.socket(fileno=fd)
    try:
        yield sock
    finally:
        sock.detach()
