"""What happens at a table as lines of JSON: public facts and codes, in no language.

A bot seat writes them, the demo reads them.
"""

import json
import time
from dataclasses import fields, is_dataclass
from typing import Any

from cli.arguments import JSON_VERSION
from engines import vocabulary
from engines.vocabulary import ANSWERED_BY, Fact
from peer.gathering import Closed, Gathering
from peer.health import peak_memory
from peer.outcome import Ask, Halted, Happened, Over
from peer.presence import Presence
from peer.sitting import Began, Cloned, Notice, Sitting, Waiting


def line(event: str, **values: Any) -> str:
    """One line. `at`: seconds on a clock that the machine's programs share; `memory`: the most MB so far."""
    told = {"version": JSON_VERSION, "event": event, "at": time.monotonic(), "memory": peak_memory()}
    return json.dumps({**told, **values})


def started(pid: int) -> dict[str, Any]:
    """What there is to say about a peer before it says anything itself."""
    return {"event": "started", "pid": pid}


def line_of(notice: Notice, sitting: Sitting) -> str:
    """The line of a notice. Of a question to this seat it says only that it was put."""
    match notice:
        case Gathering(members, seats):
            return line("gathering", players=[_player(member) for member in members], seats=seats)
        case Began(seat, facts):
            players = [_player(player) for player in sitting.players]
            past = [_fact(fact) for fact in facts]
            return line("began", seat=seat, players=players, options=sitting.options, facts=past)
        case Happened(step, fact):
            return line("happened", step=step, fact=_fact(fact))
        case Ask(step):
            return line("asked", step=step)
        case Waiting(step, seats, kind):
            return line("waiting", step=step, seats=seats, kind=kind)
        case Presence(seat, state):
            return line("presence", seat=seat, state=state)
        case Cloned():
            return line("cloned")
        case Halted(blame):
            return line("halted", seat=blame.seat, code=blame.code, step=blame.step, detail=blame.detail)
        case Over():
            return line("over", transcript=str(sitting.transcript_path))
        case Closed(code):
            return line("closed", code=code)


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


def _fact(fact: Fact) -> dict[str, Any]:
    assert is_dataclass(fact)
    return {"kind": type(fact).__name__, **{field.name: getattr(fact, field.name) for field in fields(fact)}}


def _player(player: Any) -> dict[str, Any]:
    return {"name": player.name, "bot": player.bot}


def _tuples(value: Any) -> Any:
    return tuple(_tuples(each) for each in value) if isinstance(value, list) else value
