"""Addresses and the interfaces of this machine: what is its own network, what is best, what a zone means."""

from ipaddress import IPv4Interface, IPv6Interface

import pytest

from peer.interfaces import Interface, belongs, in_own_zones, own_hosts, rank

LAN = Interface("wlan0", 3, (IPv4Interface("192.168.1.7/24"),), (IPv6Interface("fe80::7/64"),))
CABLE = Interface("eth0", 2, (), (IPv6Interface("fe80::8/64"), IPv6Interface("fd00::8/64")))
CONTAINERS = Interface("docker0", 4, (IPv4Interface("172.17.0.1/16"),), ())
ALL = (CONTAINERS, CABLE, LAN)


@pytest.mark.parametrize("typed", ["fe80::5", "fe80::5%en0", "fe80::5%eth0", "fe80::5%7"])
def test_a_foreign_zone_means_nothing_here(typed: str) -> None:
    """A link-local address is looked for on every interface with IPv6, whatever zone stands behind it."""
    assert in_own_zones(typed, ALL) == ["fe80::5%eth0", "fe80::5%wlan0"]
    assert in_own_zones(typed, (CONTAINERS,)) == []


@pytest.mark.parametrize("typed", ["192.168.1.5", "8.8.8.8", "fd00::5", "2001:db8::1", "::1", "169.254.3.4"])
def test_other_addresses_have_no_zone(typed: str) -> None:
    """Every other address is taken as it is."""
    assert in_own_zones(typed, ALL) == [typed]


def test_own_network_and_zone() -> None:
    """An address belongs to the network of an interface, and a link-local one to that of its zone."""
    for address in ("192.168.1.200", "172.17.3.4", "fd00::99", "fe80::99%eth0", "fe80::99%3"):
        assert belongs(address, ALL), address
    for address in ("192.168.2.1", "fd01::99", "fe80::99", "fe80::99%en0", "127.0.0.1", "::1"):
        assert not belongs(address, ALL), address


def test_what_others_are_shown_first() -> None:
    """Of one's own addresses, those of the network that people share come first, containers last."""
    best_first = sorted(own_hosts(ALL), key=lambda host: rank(host, ALL))
    assert best_first == ["192.168.1.7", "fd00::8", "fe80::8%eth0", "fe80::7%wlan0", "172.17.0.1"]
