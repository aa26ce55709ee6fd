"""Whole games of Notice between programs on hosts of their own, as people would play them.

The hosts are network namespaces, which only root can make. The loopback form needs no root.
"""

import time
from pathlib import Path

from tests.hosts.tables import Hosts, Tables

NAMES = ("Aki", "Ben", "Chie", "Dai", "Emi", "Fumi")


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
        assert person.answers.total() > 20, person.story()


def test_four_hosts(hosts: Hosts) -> None:
    """Four hosts on which nothing is configured play a whole game, two seats by typed lines."""
    _machines, tables = hosts(4)
    play_four(tables)


def test_four_on_the_loopback(tmp_path: Path) -> None:
    """The same on one machine, with both options of the game."""
    with Tables(tmp_path) as tables:
        play_four(tables, "--option", "penalty=both", "--option", "thirteen=true")


def play(tables: Tables, seats: int) -> None:
    """One opens a table and all others join, bots that nobody helps."""
    tables.bot(1, NAMES[0], "--open", "notice", "--seats", str(seats))
    for host in range(2, seats + 1):
        tables.bot(host, NAMES[host - 1])
    assert len(tables.end_well()["totals"]) == seats


def test_five_with_link_local_addresses(hosts: Hosts) -> None:
    """Five hosts that have no addresses but IPv6 link-local ones find each other and play; the address and
    the invite that one shows hold for those whose interfaces have other names, too.
    """
    machines, tables = hosts(5, v4=False)
    for machine in machines[2:]:
        machine.add_bridge("10.99.0.1/24")
        machine.run("ip", "link", "set", "eth0", "down")
        machine.run("ip", "link", "set", "eth0", "name", "wlan0")
        machine.run("ip", "link", "set", "wlan0", "up")
    aki = tables.person(1, "Aki", "host", "notice", "--seats", "5")
    _name, address, *_others, invite = aki.ways_in()
    assert address.startswith("[fe80::") and "%eth0]" in address
    tables.bot(2, "Ben")
    tables.bot(3, "Chie", address)
    tables.bot(4, "Dai", invite)
    tables.bot(5, "Emi")
    tables.end_well()


def test_container_bridges(hosts: Hosts) -> None:
    """Bridges for containers that come first, and have one address on all hosts, lead nobody astray, neither
    by discovery nor by what the host shows.
    """
    machines, tables = hosts(3, container=True)
    aki = tables.person(1, "Aki", "host", "notice", "--seats", "3", "--option", "penalty=both")
    _name, address, *_others, invite = aki.ways_in()
    assert address.startswith("10.77.0.1:")
    tables.bot(2, "Ben")
    machines[2].drop_input("meta pkttype multicast drop", "meta pkttype broadcast drop")
    tables.bot(3, "Chie", invite)
    tables.end_well()


def test_six_without_multicast(hosts: Hosts) -> None:
    """Six hosts on a network that carries no multicast find each other by broadcast and play."""
    machines, tables = hosts(6)
    for machine in machines:
        machine.drop_input("meta pkttype multicast drop")
    play(tables, 6)


def test_nothing_is_discovered(hosts: Hosts) -> None:
    """Where broadcast and multicast are lost, the address and the invite that the host shows lead to the
    table all the same; those who come by them find each other.
    """
    machines, tables = hosts(3)
    for machine in machines:
        machine.drop_input("meta pkttype multicast drop", "meta pkttype broadcast drop")
    aki = tables.person(1, "Aki", "host", "notice", "--seats", "3")
    _name, address, *_others, invite = aki.ways_in()
    assert tables.found(2) == []
    tables.bot(2, "Ben", address)
    tables.person(3, "Chie", "join", invite)
    tables.end_well()


def test_passcode(hosts: Hosts) -> None:
    """A wrong passcode gets no seat, and the right one does, as an argument and when asked for."""
    _machines, tables = hosts(3)
    aki = tables.person(1, "Aki", "host", "notice", "--seats", "3", "--passcode", "plum tree")
    name = aki.ways_in()[0]
    refused = tables.turned_away(2, "Ben", "join", name, "--passcode", "palm tree")
    assert refused.endswith("The passcode is not right.")
    tables.bot(2, "Ben", name, "--passcode", "plum tree")
    tables.person(3, "Chie", "join", passcode="plum tree")
    tables.end_well()


def test_cable(hosts: Hosts) -> None:
    """A cable pulled for 8 seconds in the middle of a game stops it and loses nothing: plugged in again, it
    goes on to the same end for all.
    """
    machines, tables = hosts(3)
    aki = tables.bot(1, "Aki", "--open", "notice", "--seats", "3")
    ben = tables.bot(2, "Ben")
    tables.bot(3, "Chie")
    aki.wait_for(lambda: len(aki.events("happened")) > 15)
    machines[2].cable("down")
    time.sleep(8)
    for bot in (aki, ben):
        bot.wait_for(lambda bot=bot: bool(bot.events("presence")))  # type: ignore[misc]
    before = len(aki.events("happened"))
    time.sleep(1)
    assert len(aki.events("happened")) == before
    machines[2].cable("up")
    tables.end_well()
    for bot in (aki, ben):
        assert [told["state"] for told in bot.events("presence")] == ["away", "here"]


def test_relay(hosts: Hosts) -> None:
    """Two hosts that cannot reach each other play by way of the third, and nobody takes them for away."""
    machines, tables = hosts(3)
    machines[1].part_from(machines[2])
    play(tables, 3)
    for program in tables.bots:
        assert program.events("presence") == []
