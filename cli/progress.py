"""What happens at a table as lines of JSON: public facts and codes, in no language.

A bot seat writes them, the demo reads them.
"""

import json
import time
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from cli.arguments import JSON_VERSION
from engines import vocabulary
from engines.table import State, then
from engines.vocabulary import ANSWERED_BY, NOBODY, Fact, Seat
from peer.chat import Chatted
from peer.gathering import Closed, Gathering
from peer.health import peak_memory
from peer.outcome import Ask, Halted, Happened, Over
from peer.presence import Presence
from peer.sitting import Began, Cloned, Notice, Sitting, Waiting

_Other = Gathering | Ask | Waiting | Presence | Chatted | Cloned | Halted | Over | Closed
"""What is no part of a game's course."""


def line(event: str, **values: Any) -> str:
    """One line. `at`: seconds on a clock that the machine's programs share; `memory`: the most MB so far."""
    told = {"version": JSON_VERSION, "event": event, "at": time.monotonic(), "memory": peak_memory()}
    return json.dumps({**told, **values})


def started(pid: int) -> dict[str, Any]:
    """What there is to say about a peer before it says anything itself."""
    return {"event": "started", "pid": pid}


class Telling:
    """The lines of one table, in an order in which everybody may hear them.

    What a view has only for a time (`box`) is in none of them before that time is over for everybody: the
    facts from then on are kept back until it is. Whatever else there is to say goes on being said.
    """

    def __init__(self, sitting: Sitting) -> None:
        self._sitting = sitting
        self._state: State = None
        self._kept: list[str] = []

    def lines(self, notice: Notice) -> list[str]:
        """What there is to say now. Of a question to this seat it is only that it was put."""
        match notice:
            case Began(seat, facts):
                return [self._began(seat, facts)]
            case Happened(step, fact):
                self._kept.append(line("happened", step=step, fact=_fact(fact)))
                if self._hides_after(fact):
                    return []
                told, self._kept = self._kept, []
                return told
            case _:
                return [_line_of(notice, self._sitting)]

    def _began(self, seat: Seat, facts: Sequence[Fact]) -> str:
        """The first line of a game. Facts that are kept back follow it when they may, without a step."""
        self._state = self._sitting.rules.start(len(self._sitting.players), self._sitting.options)
        told = 0
        for number, fact in enumerate(facts, start=1):
            if not self._hides_after(fact):
                told = number
        self._kept = [line("happened", step=None, fact=_fact(fact)) for fact in facts[told:]]
        players = [_player(player) for player in self._sitting.players]
        past = [_fact(fact) for fact in facts[:told]]
        return line("began", seat=seat, players=players, options=self._sitting.options, facts=past)

    def _hides_after(self, fact: Fact) -> bool:
        rules = self._sitting.rules
        self._state = then(rules, self._state, fact)
        return rules.view(self._state, None, NOBODY).get("box") is not None


def read(text: str) -> dict[str, Any] | None:
    """A line as an object; None if it is none."""
    try:
        value = json.loads(text)
    except ValueError:
        return None
    return value if isinstance(value, dict) and "event" in value else None


def fact_of(value: dict[str, Any]) -> Fact:
    """The fact of a "happened" line; LookupError if it is none."""
    kind = getattr(vocabulary, value["kind"])
    if kind not in ANSWERED_BY.values():
        raise LookupError(value["kind"])
    fact: Fact = kind(**{field.name: _tuples(value[field.name]) for field in fields(kind)})
    return fact


def _line_of(notice: _Other, sitting: Sitting) -> str:
    match notice:
        case Gathering(members, seats):
            return line("gathering", players=[_player(member) for member in members], seats=seats)
        case Ask(step):
            return line("asked", step=step)
        case Waiting(step, seats, kind):
            return line("waiting", step=step, seats=seats, kind=kind)
        case Presence(seat, state):
            return line("presence", seat=seat, state=state)
        case Chatted(seat, text):
            return line("chatted", seat=seat, text=text)
        case Cloned():
            return line("cloned")
        case Halted(blame):
            return line("halted", seat=blame.seat, code=blame.code, step=blame.step, detail=blame.detail)
        case Over():
            return line("over", transcript=str(sitting.transcript_path))
        case Closed(code):
            return line("closed", code=code)


def _fact(fact: Fact) -> dict[str, Any]:
    assert is_dataclass(fact)
    return {"kind": type(fact).__name__, **{field.name: getattr(fact, field.name) for field in fields(fact)}}


def _player(player: Any) -> dict[str, Any]:
    return {"name": player.name, "bot": player.bot}


def _tuples(value: Any) -> Any:
    return tuple(_tuples(each) for each in value) if isinstance(value, list) else value
