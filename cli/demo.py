"""The demo: peers in processes of their own meet on this machine and play; each transcript is audited."""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any

from cli import progress
from cli.arguments import JSON_VERSION
from cli.bot_table import NAMES, BotTable
from cli.children import command, environment_of_child
from cli.exits import OK, REFUSED
from cli.games import described
from cli.language import _
from cli.table_talk import TableTalk
from cli.words import Names, listed, shown
from engines.table import OptionValue, Rules
from peer.outcome import Happened, Over

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
    """One game of bots on this machine, told as it happens."""

    def __init__(
        self, rules: Rules, seats: int, options: Mapping[str, OptionValue], write: Callable[[str], None]
    ) -> None:
        self._rules = rules
        self._seats = seats
        self._options = options
        self._write = write
        self._table = BotTable(rules, seats, options)
        self._talk: TableTalk | None = None
        self._names: tuple[str, ...] = ()
        self._at: dict[str, float] = {}

    def play(self) -> dict[str, Any]:
        """Everything, from the start of the processes to the verdicts."""
        text = _("{seats} peers, each a process of its own, play {game} on this machine.")
        self._write(text.format(seats=self._seats, game=self._rules.name))
        self._write(_("Options: {options}").format(options=described(dict(self._options))))
        self._mark("start")
        for number, said in self._table.play():
            if said["event"] == "started":
                text = _("{name} starts (process {pid}).")
                self._write(text.format(name=NAMES[number], pid=said["pid"]))
            elif number == 0:
                # All peers tell the same; what is shown is what the one who opened the table tells.
                self._tell(said)
        self._mark("played")
        self._write("\n" + _("Each transcript is checked by a new process that has nothing but the file:"))
        verdicts = [self._audit(number) for number in range(self._seats)]
        self._mark("verified")
        return self._conclude(verdicts)

    def _tell(self, said: dict[str, Any]) -> None:
        match said["event"]:
            case "seated":
                self._write(
                    _("{name} opens table {table}.").format(name=NAMES[0], table=shown(said["table"]))
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

    def _audit(self, number: int) -> dict[str, Any]:
        """The verdict on one peer's transcript, by a new process that gets nothing but the file."""
        path = self._table.transcripts[number]
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
        self._write(f"{NAMES[number]}: {verdict['sentence']}")
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
        path = shown(self._table.transcripts[0])
        self._write(_("Check one yourself: chabudai verify {path}").format(path=path))
        return {
            "version": JSON_VERSION,
            "game": self._rules.name,
            "options": dict(self._options),
            "seats": self._seats,
            "players": list(self._names),
            "scores": verdicts[0]["totals"],
            "winners": verdicts[0]["winners"],
            "transcripts": [str(self._table.transcripts[number]) for number in range(self._seats)],
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
