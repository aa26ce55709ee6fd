"""What lies below ZeroMQ: how much comes in over a TCP connection, and how it is cut."""

import os
import socket
import sys
from collections.abc import Iterator

import pytest

from peer.allowance import Allowance
from peer.connection import Tap


@pytest.fixture
def pair() -> Iterator[tuple[socket.socket, socket.socket]]:
    """Both ends of a TCP connection: the near one, and the far one."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        far = socket.create_connection(server.getsockname())
        near, _ = server.accept()
    with near, far:
        yield near, far


def test_allowance() -> None:
    """So much at once, so much more a second, and never more than the first."""
    allowance = Allowance(10, 2)
    assert allowance.take(10, 100)
    assert not allowance.take(1, 100)
    assert allowance.take(2, 101)
    assert not allowance.take(11, 1000)
    assert allowance.take(10, 1000)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux counts for us")
def test_overflow(pair: tuple[socket.socket, socket.socket]) -> None:
    """Bytes that come in and are never part of a whole message are noticed; delivered ones are no harm."""
    near, far = pair
    tap = Tap(near.fileno(), 0)
    for second in range(1, 4):
        far.sendall(bytes(50_000))
        near.recv(50_000, socket.MSG_WAITALL)
        tap.deliver([50_000])
        assert not tap.overflows(second, 60_000)
    for _ in range(2):
        far.sendall(bytes(50_000))
        near.recv(50_000, socket.MSG_WAITALL)
    assert tap.overflows(4, 60_000)


def test_cut(pair: tuple[socket.socket, socket.socket]) -> None:
    """A cut connection ends on the other side, and its descriptor still belongs to whoever opened it."""
    near, far = pair
    tap = Tap(near.fileno(), 0)
    assert tap.host == "127.0.0.1"
    tap.cut()
    assert far.recv(1) == b""
    assert near.fileno() != -1


def test_used_again(pair: tuple[socket.socket, socket.socket]) -> None:
    """A descriptor that was closed and is used again by another connection is left alone."""
    near, far = pair
    with socket.create_server(("127.0.0.1", 0)) as server:
        former = socket.create_connection(server.getsockname())
        closed, _ = server.accept()
    tap = Tap(closed.fileno(), 0)
    number = closed.fileno()
    closed.close()
    former.close()
    os.dup2(near.fileno(), number)
    try:
        tap.cut()
        far.sendall(b"x")
        assert near.recv(1) == b"x"
    finally:
        os.close(number)
    tap.cut()
    assert not tap.overflows(1)
