"""The network interfaces that this machine has now, and which of them this peer may use."""

import ipaddress
import os
import socket
from collections.abc import Sequence
from dataclasses import dataclass

import ifaddr

LOOPBACK_NAMES = ("lo", "lo0")


@dataclass(frozen=True, slots=True)
class Interface:
    """One interface: its name, its index for IPv6 zones, its IPv4 networks with this machine's address, its
    IPv6 addresses.
    """

    name: str
    index: int
    v4: tuple[ipaddress.IPv4Interface, ...]
    v6: tuple[ipaddress.IPv6Interface, ...]

    @property
    def loopback(self) -> bool:
        """Whether it never leaves this machine."""
        return any(address.ip.is_loopback for address in self.v4) or self.name in LOOPBACK_NAMES


def chosen_interfaces(names: Sequence[str] | None) -> tuple[str, ...] | None:
    """The names given, else those of CHABUDAI_INTERFACES (comma-separated); None: all but loopback."""
    if names is None:
        names = [name.strip() for name in os.environ.get("CHABUDAI_INTERFACES", "").split(",")]
    return tuple(name for name in names if name) or None


def read_interfaces(names: tuple[str, ...] | None) -> tuple[Interface, ...]:
    """The interfaces that may be used, as they are now. May take a moment."""
    found = []
    for adapter in ifaddr.get_adapters():
        v4, v6 = [], []
        for address in adapter.ips:
            if isinstance(address.ip, str):
                v4.append(ipaddress.IPv4Interface(f"{address.ip}/{address.network_prefix}"))
            else:
                plain = address.ip[0].split("%")[0]
                v6.append(ipaddress.IPv6Interface(f"{plain}/{address.network_prefix}"))
        interface = Interface(adapter.nice_name, adapter.index or 0, tuple(v4), tuple(v6))
        wanted = not interface.loopback if names is None else _named(interface, names)
        if wanted and (v4 or v6):
            found.append(interface)
    return tuple(found)


def interface_names() -> set[str]:
    """The names of all interfaces that have an address now. May take a moment."""
    return {adapter.nice_name for adapter in ifaddr.get_adapters()}


def belongs(address: str, interfaces: Sequence[Interface]) -> bool:
    """Whether an address (with its zone, if it has one) is on a network of one of these interfaces."""
    plain, _, zone = address.partition("%")
    ip = ipaddress.ip_address(plain)
    for interface in interfaces:
        if interface.loopback and ip.is_loopback:
            return True
        if isinstance(ip, ipaddress.IPv6Address) and ip.is_link_local:
            if zone in (interface.name, str(interface.index)):
                return True
        elif isinstance(ip, ipaddress.IPv4Address):
            if any(ip in own.network for own in interface.v4):
                return True
        elif any(ip in own.network for own in interface.v6):
            return True
    return False


def is_loopback(address: str) -> bool:
    """Whether this is an address of this very machine that no other can have."""
    return ipaddress.ip_address(address.partition("%")[0]).is_loopback if address else False


def rank(address: str, interfaces: Sequence[Interface]) -> int:
    """How promising an address is, lower is better: same network, private, link-local, carrier and
    container networks.
    """
    ip = ipaddress.ip_address(address.partition("%")[0])
    container = isinstance(ip, ipaddress.IPv4Address) and ip in ipaddress.IPv4Network("172.17.0.0/16")
    carrier = isinstance(ip, ipaddress.IPv4Address) and ip in ipaddress.IPv4Network("100.64.0.0/10")
    if container:
        return 5
    if carrier:
        return 4
    if ip.is_link_local:
        return 3
    if belongs(address, interfaces):
        return 0
    return 1 if ip.is_private else 2


def own_hosts(interfaces: Sequence[Interface]) -> list[str]:
    """This machine's own addresses as others type them, with the zone that a link-local one needs."""
    hosts = [str(own.ip) for interface in interfaces for own in interface.v4]
    return hosts + [
        f"{own.ip}%{interface.name}" if own.ip.is_link_local else str(own.ip)
        for interface in interfaces
        for own in interface.v6
    ]


def in_own_zones(address: str, interfaces: Sequence[Interface]) -> list[str]:
    """Where somebody may be who is at this address: of a link-local one, in any zone of this machine, since
    the zone that another machine has it in means nothing here.
    """
    plain = address.partition("%")[0]
    ip = ipaddress.ip_address(plain)
    if ip.version == 4 or not ip.is_link_local:
        return [address]
    return [f"{plain}%{interface.name}" for interface in interfaces if interface.v6]


def zoned(address: str, scope: int) -> str:
    """An IPv6 address as received, with the zone that the socket reports beside it."""
    if scope and "%" not in address and ipaddress.ip_address(address).is_link_local:
        try:
            return f"{address}%{socket.if_indextoname(scope)}"
        except OSError:
            return f"{address}%{scope}"
    return address


def _named(interface: Interface, names: tuple[str, ...]) -> bool:
    return interface.name in names or (interface.loopback and any(name in LOOPBACK_NAMES for name in names))
