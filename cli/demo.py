"""The demo: peers in processes of their own meet on this machine and play; each transcript is audited."""

import json
import queue
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from cli import own_machine, progress
from cli.arguments import JSON_VERSION
from cli.children import Children, command, environment_of_child
from cli.exits import FAILURE, OK, REFUSED, Stop
from cli.games import described, written
from cli.hosting import BOT_NAMES
from cli.language import _
from cli.table_talk import TableTalk
from cli.words import Names, listed, say, shown
from cli.words_peer import JOINING
from engines.table import OptionValue, Rules
from peer.blame import Blame
from peer.home import Home
from peer.table import Halted, Happened, Over

_SILENCE = 120.0
"""Seconds without a word from any peer after which something must be wrong."""

_AUDIT = 300.0


def run(rules: Rules, seats: int, options: Mapping[str, OptionValue], *, as_json: bool) -> int:
    """Play the demo. Talk goes to stdout, or to stderr beside JSON."""
    demo = Demo(rules, seats, options, print_to_stderr if as_json else print_flushed)
    result = demo.play()
    if as_json:
        print(json.dumps(result))
    return OK if set(result["verdicts"]) == {"fair"} and len(set(result["digests"])) == 1 else REFUSED


def print_flushed(line: str) -> None:
    """Show a line at once."""
    print(line, flush=True)


def print_to_stderr(line: str) -> None:
    """Show a line at once, beside the data on stdout."""
    print(line, file=sys.stderr, flush=True)


class Demo:
    """One game of bots on this machine."""

    def __init__(
        self, rules: Rules, seats: int, options: Mapping[str, OptionValue], write: Callable[[str], None]
    ) -> None:
        self._rules = rules
        self._seats = seats
        self._options = options
        self._write = write
        self._talk: TableTalk | None = None
        self._names: tuple[str, ...] = ()
        self._transcripts: dict[int, Path] = {}
        self._at: dict[str, float] = {}

    def play(self) -> dict[str, Any]:
        """Everything, from the start of the processes to the verdicts."""
        folder = Home.find().demos / f"{time.strftime('%Y%m%d-%H%M%S')}-{time.time_ns() % 1000000:06d}"
        self._mark("start")
        with Children() as children:
            self._start(children, folder)
            while len(self._transcripts) < self._seats:
                number, line = self._next(children)
                self._hear(number, line)
        self._mark("played")
        verdicts = [self._audit(number) for number in range(self._seats)]
        self._mark("verified")
        return self._conclude(verdicts)

    def _start(self, children: Children, folder: Path) -> None:
        self._write(
            _("{seats} peers, each a process of its own, play {game} on this machine.").format(
                seats=self._seats, game=self._rules.name
            )
        )
        if self._options:
            self._write(_("Options: {options}").format(options=described(dict(self._options))))
        environment = own_machine.environment()
        given = [
            word for name, value in self._options.items() for word in ("--option", f"{name}={written(value)}")
        ]
        opening = ["--open", self._rules.name, "--seats", str(self._seats), *given]
        for number, name in enumerate(BOT_NAMES[: self._seats]):
            asked = [
                "bot",
                "--name",
                name,
                "--json",
                "--with-input",
                "--pace",
                "0",
                *(opening if number == 0 else []),
            ]
            child = children.start(folder / name, asked, environment)
            self._write(_("{name} starts (process {pid}).").format(name=name, pid=children.pid(child)))

    def _next(self, children: Children) -> tuple[int, str | None]:
        try:
            return children.lines.get(timeout=_SILENCE)
        except queue.Empty:
            raise Stop(_("The peers have fallen silent.")) from None

    def _hear(self, number: int, line: str | None) -> None:
        if line is None:
            if number not in self._transcripts:
                name = BOT_NAMES[number]
                raise Stop(_("The peer of {name} has ended before the game did.").format(name=name))
            return
        said = progress.read(line)
        if said is None:
            return
        if said["event"] == "over":
            self._transcripts[number] = Path(said["transcript"])
        if said["event"] == "halted" or said["event"] == "closed":
            raise Stop(self._why(said), REFUSED if said["event"] == "halted" else FAILURE)
        # All peers tell the same; what is shown is what the one who opened the table tells.
        if number == 0:
            self._tell(said)

    def _tell(self, said: dict[str, Any]) -> None:
        match said["event"]:
            case "seated":
                self._write(
                    _("{name} opens table {table}.").format(name=BOT_NAMES[0], table=shown(said["table"]))
                )
            case "gathering":
                names = [shown(player["name"]) for player in said["players"]]
                self._write(_("At the table: {names}").format(names=listed(names)))
            case "began":
                self._mark("met")
                self._names = tuple(player["name"] for player in said["players"])
                everybody = Names(self._names, (False,) * self._seats, None)
                self._talk = TableTalk(self._rules, said["options"], everybody)
                self._say(self._talk.began())
            case "happened" if self._talk is not None:
                self._say(self._talk.heard(Happened(said["step"], progress.fact_of(said["fact"]))))
            case "over" if self._talk is not None:
                self._say(self._talk.heard(Over()))

    def _say(self, lines: list[str]) -> None:
        for line in lines:
            self._write(line)

    def _why(self, said: dict[str, Any]) -> str:
        if said["event"] == "closed" or self._talk is None:
            return say(JOINING, said.get("code", ""))
        blame = Blame(said["seat"], said["code"], said["step"], said["detail"])
        return "\n".join(self._talk.heard(Halted(blame)))

    def _audit(self, number: int) -> dict[str, Any]:
        """The verdict on one peer's transcript, by a new process that gets nothing but the file."""
        if number == 0:
            self._write(
                "\n" + _("Each transcript is checked by a new process that has nothing but the file:")
            )
        path = self._transcripts[number]
        checked = subprocess.run(  # noqa: S603  (this very program, with a path of our own)
            [*command(), "verify", str(path), "--json"],
            env=environment_of_child(),
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=_AUDIT,
            check=False,
        )
        verdict: dict[str, Any] = json.loads(checked.stdout)
        self._write(f"{BOT_NAMES[number]}: {verdict['sentence']}")
        return verdict

    def _conclude(self, verdicts: list[dict[str, Any]]) -> dict[str, Any]:
        assert self._talk is not None
        digests = [verdict["digest"] for verdict in verdicts]
        if len(set(digests)) == 1:
            self._write(
                _("All transcripts tell the same game (digest {digest}).").format(digest=digests[0][:16])
            )
        else:
            self._write(_("The transcripts do not tell the same game!"))
        seconds = self._seconds()
        self._write(
            _("{met} s to meet, {played} s to play, {verified} s to verify.").format(
                met=seconds["meeting"], played=seconds["playing"], verified=seconds["verifying"]
            )
        )
        self._write(_("Check one yourself: chabudai verify {path}").format(path=shown(self._transcripts[0])))
        return {
            "version": JSON_VERSION,
            "game": self._rules.name,
            "options": dict(self._options),
            "seats": self._seats,
            "players": list(self._names),
            "scores": verdicts[0]["totals"],
            "winners": verdicts[0]["winners"],
            "transcripts": [str(self._transcripts[number]) for number in range(self._seats)],
            "digests": digests,
            "verdicts": [verdict["outcome"] for verdict in verdicts],
            "seconds": seconds,
        }

    def _mark(self, name: str) -> None:
        self._at[name] = time.monotonic()

    def _seconds(self) -> dict[str, float]:
        at = self._at
        return {
            "meeting": round(at["met"] - at["start"], 2),
            "playing": round(at["played"] - at["met"], 2),
            "verifying": round(at["verified"] - at["played"], 2),
            "total": round(at["verified"] - at["start"], 2),
        }
