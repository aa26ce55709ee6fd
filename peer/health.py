"""Whether this machine can play: libraries, ports, interfaces, loopback. Nothing leaves the machine."""

import contextlib
import socket
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from peer.home import Home
from peer.interfaces import chosen_interfaces, read_interfaces
from peer.journal import FolderInUse, Journal, JournalUnreadable
from protocol import group
from protocol.errors import BadLibrary
from protocol.genesis import PROTOCOL_VERSION

__all__ = [
    "PROTOCOL_VERSION",
    "check_library",
    "damaged_files",
    "free_port",
    "interfaces",
    "loopback_udp",
    "peak_memory",
    "udp_port_free",
    "versions",
]

_LIBRARIES = (
    "pyzmq",
    "msgpack",
    "msgspec",
    "cryptography",
    "PyNaCl",
    "prompt-toolkit",
    "platformdirs",
    "ifaddr",
    "spake2",
)
_WAIT = 2.0


def check_library() -> str:
    """Compute with the library that the shuffles need; empty, or what is wrong with it."""
    try:
        group.self_test()
    except BadLibrary as bad:
        return str(bad) or type(bad).__name__
    return ""


def versions() -> dict[str, str]:
    """The libraries in use; an empty version for one that is not installed."""
    found = {}
    for name in _LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = ""
    return found


def interfaces(chosen: Sequence[str] | None) -> dict[str, list[str]]:
    """The addresses of the interfaces that a peer would use, by name."""
    found = read_interfaces(chosen_interfaces(chosen))
    return {each.name: [*(str(v4.ip) for v4 in each.v4), *(str(v6.ip) for v6 in each.v6)] for each in found}


def udp_port_free(port: int) -> bool:
    """Whether the port of discovery can be used here (several peers of one machine may share it)."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def peak_memory() -> float | None:
    """The most memory that this process has used, in MB; None where the system does not tell."""
    try:
        import resource
    except ImportError:
        return None
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(most / (1_048_576 if sys.platform == "darwin" else 1024), 1)


def free_port() -> int:
    """A UDP port of this machine that nobody uses now."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def loopback_udp() -> bool:
    """Whether a datagram from this machine to itself arrives."""
    with (
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as receiver,
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender,
    ):
        receiver.bind(("127.0.0.1", 0))
        receiver.settimeout(_WAIT)
        try:
            sender.sendto(b"chabudai", receiver.getsockname())
            return receiver.recv(16) == b"chabudai"
        except OSError:
            return False


def damaged_files(home: Home) -> list[Path]:
    """The files of a data folder that are not what they should be. Nothing is made or changed."""
    damaged = []
    if home.identity.exists() and (not home.identity.is_file() or home.identity.stat().st_size != 32):
        damaged.append(home.identity)
    if home.journal.exists():
        with contextlib.suppress(FolderInUse):  # whoever uses it can read it
            try:
                Journal(home.journal).close()
            except JournalUnreadable:
                damaged.append(home.journal)
    return damaged
