"""Hosts for tests: network namespaces on one bridge, with cables to pull and a firewall in between.

Only root can make them. Their names hold the number of this process, since tests run side by side.
"""

import itertools
import os
import shutil
import subprocess
from collections.abc import Sequence
from types import TracebackType
from typing import Self

_NUMBERS = itertools.count()

_NO_WAITING = "for each in all default; do echo 0 > /proc/sys/net/ipv6/conf/$each/accept_dad; done"
"""A fresh IPv6 address can be used at once, without a second in which others may object."""


def missing() -> str:
    """Why there can be no lab here; empty if there can be one."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return "network namespaces need root"
    for program, package in (("ip", "iproute2"), ("nft", "nftables")):
        if shutil.which(program) is None:
            return f"there is no program '{program}': apt-get install {package}"
    tried = subprocess.run(
        ["ip", "netns", "add", f"chabudai{os.getpid()}"], capture_output=True, text=True, check=False
    )
    if tried.returncode:
        return f"no network namespace can be made: {tried.stderr.strip()}"
    _run("ip", "netns", "delete", f"chabudai{os.getpid()}")
    return ""


class Lab:
    """So many hosts, numbered from 1, each with one cable to a bridge. Use it as `with Lab(3) as lab`.

    `v4`: whether they have IPv4 addresses beside their IPv6 link-local ones. `container`: whether each host
    has, before its cable, a bridge for containers, as many a laptop does, with the same address on all hosts.
    """

    def __init__(self, hosts: int, *, v4: bool = True, container: bool = False) -> None:
        self.hosts = range(1, hosts + 1)
        self._v4 = v4
        self._container = container
        self._prefix = f"chabudai{os.getpid()}x{next(_NUMBERS)}"
        self._hub = f"{self._prefix}hub"
        self._made: list[str] = []

    def __enter__(self) -> Self:
        try:
            self._add(self._hub)
            _run("ip", "-n", self._hub, "link", "add", "br0", "type", "bridge", *_QUIET_BRIDGE)
            _run("ip", "-n", self._hub, "link", "set", "br0", "up")
            for host in self.hosts:
                self._set_up(host)
        except BaseException:
            self._delete()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self._delete()

    def inside(self, host: int) -> list[str]:
        """What stands before a command that runs on this host."""
        return ["ip", "netns", "exec", self._name(host)]

    def address(self, host: int) -> str:
        """The IPv4 address of a host on the bridge."""
        return f"10.77.0.{host}"

    def pull_cable(self, host: int) -> None:
        """The bridge loses the host, and the host sees that its cable is out."""
        _run("ip", "-n", self._hub, "link", "set", _plug(host), "down")

    def plug_in(self, host: int) -> None:
        """The cable is back."""
        _run("ip", "-n", self._hub, "link", "set", _plug(host), "up")

    def part(self, one: int, other: int) -> None:
        """These two hosts hear nothing of each other any more, whatever they say; all others do."""
        self.forbid(
            f'iifname "{_plug(one)}" oifname "{_plug(other)}" drop',
            f'iifname "{_plug(other)}" oifname "{_plug(one)}" drop',
        )

    def forbid(self, *rules: str) -> None:
        """What the bridge does not carry, as rules of nftables in its forward chain."""
        chain = "type filter hook forward priority 0; policy accept;"
        table = "\n".join(("table bridge lab { chain forward {", chain, *rules, "}", "}", ""))
        _run("ip", "netns", "exec", self._hub, "nft", "-f", "-", given=table)

    def _set_up(self, host: int) -> None:
        name, plug = self._name(host), _plug(host)
        self._add(name)
        _run("ip", "netns", "exec", name, "sh", "-c", _NO_WAITING)
        _run("ip", "-n", name, "link", "set", "lo", "up")
        if self._container:
            _run("ip", "-n", name, "link", "add", "docker0", "type", "bridge", *_QUIET_BRIDGE)
            _run("ip", "-n", name, "address", "add", "172.17.0.1/16", "brd", "+", "dev", "docker0")
            _run("ip", "-n", name, "link", "set", "docker0", "up")
        _run(
            *("ip", "-n", self._hub, "link", "add", plug, "type", "veth"),
            *("peer", "name", "eth0", "netns", name),
        )
        _run("ip", "-n", self._hub, "link", "set", plug, "master", "br0", "up")
        if self._v4:
            _run("ip", "-n", name, "address", "add", f"{self.address(host)}/24", "brd", "+", "dev", "eth0")
        _run("ip", "-n", name, "link", "set", "eth0", "up")

    def _add(self, name: str) -> None:
        _run("ip", "netns", "add", name)
        self._made.append(name)

    def _delete(self) -> None:
        while self._made:
            _run("ip", "netns", "delete", self._made.pop())

    def _name(self, host: int) -> str:
        return f"{self._prefix}h{host}"


_QUIET_BRIDGE = ("mcast_snooping", "0", "forward_delay", "0")


def _plug(host: int) -> str:
    return f"plug{host}"


def _run(*command: str, given: str | None = None) -> None:
    done = subprocess.run(command, input=given, capture_output=True, text=True, check=False)
    if done.returncode:
        raise OSError(f"{' '.join(_short(command))}: {done.stderr.strip()}")


def _short(command: Sequence[str]) -> list[str]:
    return [word for word in command if len(word) < 60]
