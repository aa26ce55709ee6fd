"""UDP sockets: the shared port that hears broadcast and multicast, and a peer's own."""

import errno
import os
import socket
import sys

DEFAULT_PORT = 47730
GROUP_V4 = "239.77.38.20"
GROUP_V6 = "ff02::4348:4142"


class BadPort(ValueError):
    """CHABUDAI_PORT is no port number."""


def udp_port() -> int:
    """The port that all peers know: CHABUDAI_PORT, else the usual one. BadPort."""
    given = os.environ.get("CHABUDAI_PORT", "").strip()
    if not given:
        return DEFAULT_PORT
    if not (given.isascii() and given.isdigit() and len(given) < 6 and 0 < int(given) < 65536):
        raise BadPort(given)
    return int(given)


def own_sockets(port: int) -> list[socket.socket]:
    """This peer's own UDP sockets at this port (0: any), IPv4 first. OSError if it is taken."""
    v4 = bound(socket.AF_INET, port, shared=False)
    try:
        return [v4, bound(socket.AF_INET6, v4.getsockname()[1], shared=False)]
    except OSError as error:
        if not _lacks_v6(error):
            v4.close()
            raise
        return [v4]


def bound(family: int, port: int, shared: bool) -> socket.socket:
    """A socket at this port of all own addresses; `shared` with other processes of this machine."""
    sock = socket.socket(family, socket.SOCK_DGRAM)
    try:
        sock.setblocking(False)
        if shared:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            # BSD and macOS share a port with this one; Linux would split the datagrams among the sockets.
            if hasattr(socket, "SO_REUSEPORT") and sys.platform != "linux":
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        if family == socket.AF_INET:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
            sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_LOOP, 1)
            sock.bind(("", port))
        else:
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_LOOP, 1)
            sock.bind(("::", port))
    except OSError:
        sock.close()
        raise
    return sock


def sockaddr(host: str, port: int) -> tuple[object, ...]:
    """An address as sockets take it, with the number of its zone."""
    if ":" not in host:
        return (host, port)
    plain, _, zone = host.partition("%")
    try:
        scope = int(zone) if zone.isdigit() else socket.if_nametoindex(zone) if zone else 0
    except OSError:
        scope = 0
    return (plain, port, 0, scope)


def _lacks_v6(error: OSError) -> bool:
    return not socket.has_ipv6 or error.errno in (errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL)
