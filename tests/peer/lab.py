"""A network of small machines within this one: network namespaces on a bridge. Linux, as root.

Every name carries the number of this process, so that test runs side by side do not meet. A machine runs
`tests.peer.network_process`; whatever it says is kept, and can be waited for.
"""

import json
import os
import queue
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, Self

PATIENCE = 20.0
ROOT = Path(__file__).parents[2]
HAS_IPV6 = Path("/proc/sys/net/ipv6").exists()
_NUMBERS = count()


def what_is_missing() -> str:
    """What this machine lacks to have a lab; nothing if it can."""
    if not sys.platform.startswith("linux"):
        return "network namespaces are Linux's"
    if os.geteuid() != 0:
        return "network namespaces need root"
    for program in ("ip", "nft"):
        if shutil.which(program) is None:
            return f"the program {program} is missing"
    name = f"cbt{os.getpid()}"
    made = subprocess.run(["ip", "netns", "add", name], capture_output=True, check=False)
    if made.returncode:
        return "network namespaces are forbidden here"
    try:
        filtered = ["ip", "netns", "exec", name, "nft", "add", "table", "inet", "t"]
        allowed = subprocess.run(filtered, capture_output=True, check=False).returncode == 0
    finally:
        run("ip", "netns", "delete", name)
    return "" if allowed else "nftables are forbidden here"


def run(*command: str) -> None:
    """Run a command that must succeed."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=20)
    assert done.returncode == 0, f"{' '.join(command)}: {done.stderr}"


class Peer:
    """A process with a peer's network in it. `lines` is all it has said."""

    def __init__(self, name: str, folder: Path, prefix: Sequence[str] = (), **environment: str) -> None:
        self.name = name
        self.lines: list[dict[str, Any]] = []
        inherited = {key: value for key, value in os.environ.items() if not key.startswith("CHABUDAI_")}
        command = [*prefix, sys.executable, "-m", "tests.peer.network_process", str(folder), name]
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={**inherited, "CHABUDAI_HOME": str(folder), **environment},
        )
        self._said: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._said.put(json.loads(line))

    def wait(self, event: str, seconds: float = PATIENCE, **about: object) -> dict[str, Any]:
        """The next line like this that was not waited for before."""
        wanted = {"event": event, **about}
        deadline = time.monotonic() + seconds
        while True:
            try:
                line = self._said.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"{self.name} did not say {wanted}, but {self.lines}") from None
            self.lines.append(line)
            if wanted.items() <= line.items():
                return line

    def says(self, event: str, **about: object) -> bool:
        """Whether it has said such a line up to now."""
        while not self._said.empty():
            self.lines.append(self._said.get())
        wanted = {"event": event, **about}
        return any(wanted.items() <= line.items() for line in self.lines)

    def wait_all(self, event: str, names: Sequence[str], seconds: float = PATIENCE) -> None:
        """Until such a line was said about each of these peers."""
        deadline = time.monotonic() + seconds
        while not all(self.says(event, name=name) for name in names):
            if time.monotonic() > deadline:
                raise AssertionError(f"{self.name} did not say {event} of all {names}, but {self.lines}")
            time.sleep(0.02)

    def tell(self, line: str) -> None:
        """Give it a line to obey."""
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def kill(self) -> None:
        """End it without a chance to say anything."""
        self._process.kill()
        self._finish()

    def leave(self) -> int:
        """Let it go politely; its exit code."""
        self.tell("leave")
        return self._finish()

    def _finish(self) -> int:
        code = self._process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            pipe.close()
        return code

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        if self._process.poll() is None:
            self.kill()


class Machine:
    """One namespace. Its cable is called eth0 and ends at the switch of the lab."""

    def __init__(self, switch: str, space: str, number: int, folder: Path) -> None:
        self.number = number
        self._switch, self._space, self._folder = switch, space, folder
        self._port = f"p{number}"
        self.inside = ["ip", "netns", "exec", space]
        """What stands before a command that is to run on this machine."""
        self.run("ip", "link", "set", "lo", "up")
        if HAS_IPV6:  # addresses are good at once, without a second of asking whether somebody has them
            self.run(
                "sh",
                "-c",
                "for each in all default; do echo 0 >/proc/sys/net/ipv6/conf/$each/accept_dad; done",
            )

    def run(self, *command: str) -> None:
        """Run a command on this machine."""
        run(*self.inside, *command)

    def plug_in(self, v4: bool = True) -> None:
        """Connect it, with the address 10.77.0.NUMBER or with IPv6 alone."""
        there = ["netns", self._switch, "name", self._port]
        self.run("ip", "link", "add", "eth0", "type", "veth", "peer", *there)
        if v4:
            self.run("ip", "address", "add", f"10.77.0.{self.number}/24", "brd", "+", "dev", "eth0")
        run("ip", "-n", self._switch, "link", "set", self._port, "master", "br0", "up")
        self.run("ip", "link", "set", "eth0", "up")

    def cable(self, state: str) -> None:
        """Pull the cable at the switch ("down"), or put it in again ("up")."""
        run("ip", "-n", self._switch, "link", "set", self._port, state)

    def add_bridge(self, address: str) -> None:
        """A second network that leads nowhere, as container programs make it."""
        self.run("ip", "link", "add", "docker0", "type", "bridge")
        self.run("ip", "address", "add", address, "brd", "+", "dev", "docker0")
        self.run("ip", "link", "set", "docker0", "up")

    def drop_input(self, *rules: str, policy: str = "accept") -> None:
        """A firewall for what comes in."""
        self.run("nft", "add", "table", "inet", "t")
        chain = f"{{ type filter hook input priority 0; policy {policy}; }}"
        self.run("nft", "add", "chain", "inet", "t", "in", chain)
        for rule in rules:
            self.run("nft", "add", "rule", "inet", "t", "in", *rule.split())

    def part_from(self, other: "Machine") -> None:
        """From now on neither of the two hears anything of the other, whatever it says."""
        for one, unheard in ((self, other), (other, self)):
            one.drop_input(f"ether saddr {unheard.hardware_address} drop")

    @property
    def hardware_address(self) -> str:
        """What the cable's frames have as their source."""
        asked = ["ip", "-n", self._space, "-json", "link", "show", "eth0"]
        done = subprocess.run(asked, capture_output=True, text=True, check=True, timeout=20)
        return str(json.loads(done.stdout)[0]["address"])

    def start(self, name: str) -> Peer:
        """A peer on it, with nothing configured."""
        folder = self._folder / name
        return Peer(name, folder, self.inside)


@contextmanager
def lab(machines: int, folder: Path) -> Iterator[list[Machine]]:
    """So many machines, not yet plugged in, and a switch. All is gone afterwards."""
    prefix = f"cb{os.getpid()}x{next(_NUMBERS)}"
    switch, spaces = f"{prefix}s", [f"{prefix}h{number}" for number in range(1, machines + 1)]
    made: list[str] = []
    try:
        for space in (switch, *spaces):
            run("ip", "netns", "add", space)
            made.append(space)
        bridge = ["type", "bridge", "forward_delay", "0", "mcast_snooping", "0"]
        run("ip", "-n", switch, "link", "add", "br0", *bridge)
        run("ip", "-n", switch, "link", "set", "br0", "up")
        yield [Machine(switch, space, number, folder) for number, space in enumerate(spaces, start=1)]
    finally:
        for space in made:
            subprocess.run(["ip", "netns", "delete", space], capture_output=True, check=False, timeout=20)
