"""Peers on machines of their own, on networks as homes have them. On the loopback alone: test_network.py."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.peer.lab import HAS_IPV6, Machine, Peer, lab, what_is_missing

pytestmark = pytest.mark.skipif(bool(missing := what_is_missing()), reason=f"NO NETWORK LAB: {missing}")

MULTICAST = "meta l4proto udp meta pkttype multicast drop"
BROADCAST = "meta l4proto udp meta pkttype broadcast drop"


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    """Ends what a test started."""
    with ExitStack() as stack:
        yield stack


def start(stack: ExitStack, machines: list[Machine]) -> list[Peer]:
    """A peer on each machine, all at about the same time."""
    peers = [stack.enter_context(machine.start(f"m{machine.number}")) for machine in machines]
    for peer in peers:
        peer.wait("ready")
    return peers


def all_linked(peers: list[Peer], seconds: float = 20) -> None:
    """Each has a greeting of every other one."""
    for peer in peers:
        peer.wait_all("received", [other.name for other in peers if other is not peer], seconds)


def plugged(stack: ExitStack, count: int, folder: Path, v4: bool = True) -> list[Machine]:
    """So many machines on one switch."""
    machines = stack.enter_context(lab(count, folder))
    for machine in machines:
        machine.plug_in(v4)
    return machines


def test_nothing_configured(stack: ExitStack, tmp_path: Path) -> None:
    """Three machines on a switch find each other and link, and hear of a polite leave."""
    peers = start(stack, plugged(stack, 3, tmp_path))
    all_linked(peers)
    assert peers[0].leave() == 0
    for peer in peers[1:]:
        assert peer.wait("unlinked", name="m1")["reason"] == "left"


def test_container_bridge(stack: ExitStack, tmp_path: Path) -> None:
    """A bridge of the same address on every machine, made before its real network, leads nobody astray."""
    machines = stack.enter_context(lab(3, tmp_path))
    for machine in machines:
        machine.add_bridge("172.17.0.1/16")
        machine.plug_in()
    all_linked(start(stack, machines))


@pytest.mark.skipif(not HAS_IPV6, reason="NO IPV6 in this kernel")
def test_ipv6_only(stack: ExitStack, tmp_path: Path) -> None:
    """Machines without any IPv4 address link over their link-local addresses."""
    peers = start(stack, plugged(stack, 2, tmp_path, v4=False))
    all_linked(peers)


def test_multicast_blocked(stack: ExitStack, tmp_path: Path) -> None:
    """Where the network swallows multicast, broadcast is enough."""
    machines = plugged(stack, 3, tmp_path)
    for machine in machines:
        machine.drop_input(MULTICAST)
    all_linked(start(stack, machines))


def test_broadcast_blocked(stack: ExitStack, tmp_path: Path) -> None:
    """Where the network swallows broadcast, multicast is enough."""
    machines = plugged(stack, 2, tmp_path)
    for machine in machines:
        machine.drop_input(BROADCAST)
    all_linked(start(stack, machines))


def test_loss(stack: ExitStack, tmp_path: Path) -> None:
    """Where every third datagram is lost, peers find each other all the same."""
    machines = plugged(stack, 3, tmp_path)
    for machine in machines:
        machine.drop_input("meta l4proto udp numgen random mod 3 == 0 drop")
    all_linked(start(stack, machines))


def test_typed_address(stack: ExitStack, tmp_path: Path) -> None:
    """Where nobody hears anybody, a typed address links two, and a sweep finds all."""
    machines = plugged(stack, 3, tmp_path)
    for machine in machines:
        machine.drop_input(MULTICAST, BROADCAST)
    peers = first, second, third = start(stack, machines)
    first.tell("reach 10.77.0.2:47731")
    first.wait("reached", name="m2")
    second.wait("received", name="m1")
    first.tell("reach 10.77.0.99")
    assert first.wait("cannot-reach")["code"] == "no-answer"
    assert not first.says("linked", name="m3")
    third.tell("sweep")
    all_linked(list(peers))


def test_one_sided_firewall(stack: ExitStack, tmp_path: Path) -> None:
    """A machine that lets in only answers links by typing the other's address, and both can talk."""
    machines = plugged(stack, 2, tmp_path)
    machines[1].drop_input(
        "ct state established,related accept", "meta l4proto ipv6-icmp accept", policy="drop"
    )
    outside, inside = start(stack, machines)
    inside.tell("reach 10.77.0.1:47731")
    inside.wait("reached", name="m1")
    all_linked([outside, inside])


def test_cable(stack: ExitStack, tmp_path: Path) -> None:
    """A pulled cable is noticed on both sides, and when it is back, so is the link."""
    machines = plugged(stack, 2, tmp_path)
    peers = start(stack, machines)
    all_linked(peers)
    machines[1].cable("down")
    for peer, other in zip(peers, reversed(peers), strict=True):
        assert peer.wait("unlinked", name=other.name)["reason"] in ("silent", "lost")
    machines[1].cable("up")
    for peer, other in zip(peers, reversed(peers), strict=True):
        peer.wait("linked", name=other.name)
        peer.wait("received", name=other.name)


def test_changed_address(stack: ExitStack, tmp_path: Path) -> None:
    """A machine that gets another address while it runs is linked again; so is one that had none at first."""
    machines = plugged(stack, 2, tmp_path)
    machines[1].run("ip", "address", "flush", "dev", "eth0")
    peers = start(stack, machines)
    machines[1].run("ip", "address", "add", "10.77.0.20/24", "brd", "+", "dev", "eth0")
    all_linked(peers)
    machines[1].run("ip", "address", "flush", "dev", "eth0")
    machines[1].run("ip", "address", "add", "10.77.0.30/24", "brd", "+", "dev", "eth0")
    peers[0].wait("unlinked", name="m2")
    peers[0].wait("linked", name="m2")
    peers[1].wait("linked", name="m1")


def test_second_address(stack: ExitStack, tmp_path: Path) -> None:
    """A second address on one interface is one more way to the same peer, and can be typed."""
    machines = plugged(stack, 2, tmp_path)
    machines[0].run("ip", "address", "add", "10.77.0.101/24", "brd", "+", "dev", "eth0")
    for machine in machines:
        machine.drop_input(MULTICAST, BROADCAST)
    peers = start(stack, machines)
    peers[1].tell("reach 10.77.0.101:47731")
    peers[1].wait("reached", name="m1")
    all_linked(peers)


def test_udp_without_tcp(stack: ExitStack, tmp_path: Path) -> None:
    """A peer that is seen but cannot be connected is shown as just that, and linked when that ends."""
    machines = plugged(stack, 2, tmp_path)
    for machine in machines:
        machine.drop_input("meta l4proto tcp drop")
    peers = start(stack, machines)
    assert peers[0].wait("state", name="m2", state="unreachable")["reason"] == "no-answer"
    assert not peers[0].says("linked")
    for machine in machines:
        machine.run("nft", "flush", "ruleset")
    all_linked(peers)
