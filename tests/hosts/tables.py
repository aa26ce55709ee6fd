"""Whole tables of a test: who sits where, how they come together, and what must be true at the end."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypedDict, TypeVar

from tests.hosts.players import Bot, Person
from tests.hosts.programs import CHECKOUT, SECONDS, Program
from tests.peer.lab import Machine

AnyProgram = TypeVar("AnyProgram", bound=Program)


class Where(TypedDict):
    """Where a program runs."""

    before: Sequence[str]
    environment: Mapping[str, str]


class Tables:
    """Programs on these hosts, which are numbered from 1, or all on this machine's loopback."""

    def __init__(self, folder: Path, hosts: Sequence[Machine] = ()) -> None:
        self._folder = folder
        self._hosts = hosts
        self.programs: list[Program] = []
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
            sock.bind(("127.0.0.1", 0))
            self._port = str(sock.getsockname()[1])

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        for program in self.programs:
            program.close()

    def bot(self, host: int, name: str, *arguments: str) -> Bot:
        """A bot on this host."""
        return self._keep(Bot(name, arguments, **self._where(host, name)))

    def person(self, host: int, name: str, *arguments: str, passcode: str = "") -> Person:
        """Somebody at the line interface on this host, who types the passcode when asked for it."""
        return self._keep(Person(name, arguments, **self._where(host, name), passcode=passcode))

    @property
    def bots(self) -> list[Bot]:
        """All bots."""
        return [program for program in self.programs if isinstance(program, Bot)]

    def found(self, host: int) -> list[dict[str, Any]]:
        """The tables that are found from this host within two seconds."""
        looking = Program("looking", ["tables", "--json", "--wait", "2"], **self._where(host, "looking"))
        try:
            assert looking.end() == 0, looking.story()
            tables: list[dict[str, Any]] = json.loads(looking.said[-1])["tables"]
            return tables
        finally:
            looking.close()

    def turned_away(self, host: int, name: str, *arguments: str) -> str:
        """What somebody on this host is told who does not get a seat."""
        person = Person(name, arguments, **self._where(host, name))
        try:
            assert person.end() == 1, person.story()
            return person.talked[-1]
        finally:
            person.close()

    def _where(self, host: int, name: str) -> Where:
        environment = {"CHABUDAI_HOME": str(self._folder / name)}
        if self._hosts:
            return {"before": self._hosts[host - 1].inside, "environment": environment}
        on_loopback = {"CHABUDAI_INTERFACES": "lo", "CHABUDAI_PORT": self._port}
        return {"before": [], "environment": environment | on_loopback}

    def _keep(self, program: AnyProgram) -> AnyProgram:
        self.programs.append(program)
        return program

    def end_well(self) -> dict[str, Any]:
        """Wait until all have ended; all must have kept the same fair game, and its scores must be right.

        Returns what `verify --json` says of the file, which is the same, byte for byte, for all.
        """
        for program in self.programs:
            assert program.end() == 0, program.story()
        kept = [program.transcript() for program in self.programs]
        assert len({path.read_bytes() for path in kept}) == 1
        verdict: dict[str, Any] = _chabudai("verify", str(kept[0]), "--json")
        assert verdict["outcome"] == "fair"
        assert _scored(kept[0], self._folder / "record.json") == verdict["totals"]
        counted = [total for total in verdict["totals"] if total is not None]
        for program in self.programs:
            if isinstance(program, Person):
                assert list(program.points().values()) == counted, program.story()
        return verdict


Hosts = Callable[..., tuple[list[Machine], Tables]]
"""Makes so many hosts, and a table across them."""


def _chabudai(*arguments: str) -> Any:
    """The JSON that the program prints for these arguments, with nothing but the file that they name."""
    done = subprocess.run(
        [sys.executable, "-m", "cli", *arguments],
        cwd=CHECKOUT,
        env={**os.environ, "CHABUDAI_HOME": "/nonexistent"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout)


def _scored(transcript: Path, record: Path) -> Any:
    """The totals that `score` computes from the exported record."""
    record.write_text(json.dumps(_chabudai("export", str(transcript))), encoding="utf-8")
    return _chabudai("score", str(record), "--json")["totals"]
