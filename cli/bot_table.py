"""A table of bots on this machine, each a process of its own, and what they tell while they play."""

import queue
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from cli import own_machine, progress
from cli.children import Children
from cli.exits import FAILURE, REFUSED, Stop
from cli.files import data_folder
from cli.games import written
from cli.language import _
from cli.words import say
from cli.words_peer import JOINING
from cli.words_verdict import blame
from engines.table import OptionValue, Rules

NAMES = ("Aki", "Ben", "Chie", "Dai", "Emi", "Fumi", "Gen", "Hana", "Ichi", "Jun")

_SILENCE = 120.0
"""Seconds without a word from any peer after which something must be wrong."""


class BotTable:
    """Peers that find each other by discovery on the loopback, play one game, and keep a transcript each.

    `transcripts` and `pids` are by the number of the peer, which is its place in NAMES (not its seat).
    """

    def __init__(self, rules: Rules, seats: int, options: Mapping[str, OptionValue]) -> None:
        self._rules = rules
        self._seats = seats
        self._options = options
        self._players: list[str] = []
        with data_folder() as home:
            self.folder = home.demos / f"{time.strftime('%Y%m%d-%H%M%S')}-{time.time_ns() % 1_000_000:06d}"
        self.transcripts: dict[int, Path] = {}
        self.pids: list[int] = []

    def play(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """Play the game: (number of the peer, line of cli.progress), until every peer has its transcript.

        Stop if a peer ends early, falls silent, or the game is broken. All processes have ended afterwards.
        """
        with Children() as children:
            self._start(children)
            yield from ((number, progress.started(pid)) for number, pid in enumerate(self.pids))
            while len(self.transcripts) < self._seats:
                number, said = self._next(children)
                if said["event"] == "began":
                    self._players = [player["name"] for player in said["players"]]
                elif said["event"] == "over":
                    self.transcripts[number] = Path(said["transcript"])
                elif said["event"] == "closed":
                    raise Stop(say(JOINING, said["code"]), FAILURE)
                elif said["event"] == "halted":
                    raise Stop(blame(said["code"], said["detail"], self._players[said["seat"]]), REFUSED)
                yield number, said

    def _start(self, children: Children) -> None:
        given = [f"{name}={written(value)}" for name, value in self._options.items()]
        opening = ["--open", self._rules.name, "--seats", str(self._seats)]
        opening += [word for option in given for word in ("--option", option)]
        environment = own_machine.environment()
        for number, name in enumerate(NAMES[: self._seats]):
            asked = ["bot", "--name", name, "--json", "--with-input", "--pace", "0"]
            children.start(self.folder / name, [*asked, *(opening if number == 0 else [])], environment)
            self.pids.append(children.pid(number))

    def _next(self, children: Children) -> tuple[int, dict[str, Any]]:
        while True:
            try:
                number, line = children.lines.get(timeout=_SILENCE)
            except queue.Empty:
                raise Stop(_("The peers have fallen silent.")) from None
            said = progress.read(line) if line is not None else None
            if said is not None:
                return number, said
            if line is None and number not in self.transcripts:
                text = _("The peer of {name} has ended before the game did; see {folder}.")
                raise Stop(text.format(name=NAMES[number], folder=self.folder / NAMES[number]))
