"""Whole games of Notice between programs on hosts of their own, as people would play them.

The hosts are network namespaces, which only root can make. The loopback form needs no root.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.hosts.lab import Lab, missing
from tests.hosts.tables import Tables

Hosts = Callable[..., tuple[Lab, Tables]]

NAMES = ("Aki", "Ben", "Chie", "Dai", "Emi", "Fumi")

_WHY_NOT = missing()
needs_hosts = pytest.mark.skipif(bool(_WHY_NOT), reason=f"REAL HOSTS ARE NOT TESTED: {_WHY_NOT}")


@pytest.fixture
def hosts(tmp_path: Path) -> Iterator[Hosts]:
    """Makes hosts, and tables across them; all are gone after the test."""
    with ExitStack() as stack:

        def make(count: int, *, v4: bool = True, container: bool = False) -> tuple[Lab, Tables]:
            lab = stack.enter_context(Lab(count, v4=v4, container=container))
            return lab, stack.enter_context(Tables(tmp_path, lab))

        yield make


def play_four(tables: Tables, *options: str) -> None:
    """One hosts and three join, two of the four at the line interface, and nobody configures anything."""
    people = [
        tables.person(1, "Aki", "host", "notice", "--seats", "4", *options),
        tables.person(2, "Ben", "join"),
    ]
    tables.bot(3, "Chie")
    tables.bot(4, "Dai")
    verdict = tables.end_well()
    assert len(verdict["totals"]) == 4
    for person in people:
        assert person.answers > 20, person.story()


@needs_hosts
def test_four_hosts(hosts: Hosts) -> None:
    """Four hosts on which nothing is configured play a whole game, two seats by typed lines."""
    _lab, tables = hosts(4)
    play_four(tables)


def test_four_on_the_loopback(tmp_path: Path) -> None:
    """The same on one machine, with both options of the game."""
    with Tables(tmp_path, None) as tables:
        play_four(tables, "--option", "penalty=both", "--option", "thirteen=true")


@needs_hosts
@pytest.mark.parametrize("seats", [5, 6])
def test_many_seats(hosts: Hosts, seats: int) -> None:
    """Five and six bots on as many hosts play a whole game."""
    _lab, tables = hosts(seats)
    tables.bot(1, NAMES[0], "--open", "notice", "--seats", str(seats))
    for host in range(2, seats + 1):
        tables.bot(host, NAMES[host - 1])
    assert len(tables.end_well()["totals"]) == seats


def play_three(tables: Tables) -> None:
    """One hosts and two join, without any help."""
    tables.bot(1, "Aki", "--open", "notice", "--seats", "3")
    tables.bot(2, "Ben")
    tables.bot(3, "Chie")
    tables.end_well()


@needs_hosts
def test_link_local_only(hosts: Hosts) -> None:
    """Hosts that have no addresses but IPv6 link-local ones find each other and play."""
    _lab, tables = hosts(3, v4=False)
    play_three(tables)


@needs_hosts
def test_container_bridges(hosts: Hosts) -> None:
    """Bridges for containers that come first, and have one address on all hosts, lead nobody astray."""
    _lab, tables = hosts(3, container=True)
    play_three(tables)


@needs_hosts
def test_no_multicast(hosts: Hosts) -> None:
    """Where the network carries no multicast, broadcast is enough."""
    lab, tables = hosts(3)
    lab.forbid("meta pkttype multicast drop")
    play_three(tables)


@needs_hosts
def test_nothing_is_discovered(hosts: Hosts) -> None:
    """Where broadcast and multicast are lost, the address and the invite that the host shows lead to the
    table; those who come by them find each other.
    """
    lab, tables = hosts(3)
    lab.forbid("meta pkttype multicast drop", "meta pkttype broadcast ether type ip drop")
    aki = tables.person(1, "Aki", "host", "notice", "--seats", "3")
    _name, address, *_others, invite = aki.ways_in()
    assert address.startswith(lab.address(1))
    tables.bot(2, "Ben", address)
    tables.person(3, "Chie", "join", invite)
    tables.end_well()


@needs_hosts
def test_passcode(hosts: Hosts) -> None:
    """A wrong passcode gets no seat, and the right one does, as an argument and when asked for."""
    _lab, tables = hosts(3)
    aki = tables.person(1, "Aki", "host", "notice", "--seats", "3", "--passcode", "plum tree")
    name = aki.ways_in()[0]
    assert tables.turned_away(2, "Ben", "join", name, "--passcode", "palm tree").endswith(
        "The passcode is not right."
    )
    tables.bot(2, "Ben", name, "--passcode", "plum tree")
    tables.person(3, "Chie", "join", passcode="plum tree")
    tables.end_well()


@needs_hosts
def test_cable(hosts: Hosts) -> None:
    """A cable pulled in the middle of a game stops it, loses nothing, and hands it on when it is back."""
    lab, tables = hosts(3)
    aki = tables.bot(1, "Aki", "--open", "notice", "--seats", "3")
    ben = tables.bot(2, "Ben")
    tables.bot(3, "Chie")
    aki.wait_for(lambda: len(aki.events("happened")) > 15)
    lab.pull_cable(3)
    time.sleep(8)
    aki.wait_for(lambda: bool(aki.events("presence")) and bool(ben.events("presence")))
    before = len(aki.events("happened"))
    time.sleep(1)
    assert before == len(aki.events("happened"))
    lab.plug_in(3)
    tables.end_well()
    assert [(told["seat"], told["state"]) for told in aki.events("presence")][-1][1] == "here"


@needs_hosts
def test_relay(hosts: Hosts) -> None:
    """Two hosts that cannot reach each other play on by way of the third, in the middle of a game and from
    its beginning on.
    """
    lab, tables = hosts(3)
    lab.part(2, 3)
    play_three(tables)
