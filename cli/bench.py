"""The benchmarks of `chabudai bench`: figures, each with its unit and the target that it is held against."""

import json
import statistics
import subprocess
import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, NamedTuple

from cli import own_machine
from cli.arguments import JSON_VERSION
from cli.bot_table import BotTable
from cli.children import command, environment_of_child
from cli.exits import OK
from cli.language import N_, _
from engines import GAMES, load
from engines.simulate import simulate
from engines.table import Rules
from engines.vocabulary import Chose, Mixed, Played, Sealed
from peer import benchmark
from peer.audit import audit_transcript

SEATS = 4
_TRICK_GAMES = ("nokosu", "notice", "no-loose-ends")
_PLAYOUTS = 0.5
"""Seconds of random games of each kind."""
_STARTS = 7


class Figure(NamedTuple):
    """What was measured. `least`: whether the target is to be reached, rather than to be kept under."""

    what: str
    value: float
    unit: str
    target: float | None
    least: bool = False


def run(name: str, *, as_json: bool) -> int:
    """Measure, and print the figures."""
    figures = _BENCHES[name]()
    if as_json:
        told = {"version": JSON_VERSION, "name": name, "figures": [figure._asdict() for figure in figures]}
        print(json.dumps(told))
        return OK
    no_target = _("{what}: {value:.4g} {unit}")
    for figure in figures:
        least = _("{what}: {value:.4g} {unit} (target: at least {target:g})")
        most = _("{what}: {value:.4g} {unit} (target: at most {target:g})")
        text = no_target if figure.target is None else least if figure.least else most
        print(text.format(**{**figure._asdict(), "what": _(WHAT[figure.what])}))
    return OK


WHAT = {
    "deal": N_("whole deal, 60 cards, 4 seats, work of all seats"),
    "claim-prove": N_("none of this suit, 16 cards, prove"),
    "claim-check": N_("none of this suit, 16 cards, check"),
    "play-prove": N_("play a card, prove"),
    "play-check": N_("play a card, check"),
    "links-3": N_("3 peers, from start to all linked"),
    "links-8": N_("8 peers, from start to all linked"),
    "latency": N_("card chosen to played at the last of 4 peers, median"),
    "audit": N_("audit of a game of Notice, 4 players"),
    "playouts-nokosu": N_("decisions a second, rules of Nokosu Dice alone"),
    "playouts-dice-and-domino": N_("decisions a second, rules of Dice And Domino alone"),
    "playouts-notice": N_("decisions a second, rules of Notice alone"),
    "playouts-no-loose-ends": N_("decisions a second, rules of No Loose Ends alone"),
    "playouts-dice-watching": N_("decisions a second, rules of Dice Watching alone"),
    "startup": N_("chabudai --help, median"),
    "memory": N_("memory of one peer at the end of play, the largest of 4"),
}


def _deal() -> list[Figure]:
    return [Figure("deal", benchmark.deal(), "s", 1.2)]


def _claim() -> list[Figure]:
    prove, check = benchmark.claim()
    return [Figure("claim-prove", prove * 1000, "ms", 10), Figure("claim-check", check * 1000, "ms", 10)]


def _play_card() -> list[Figure]:
    prove, check = benchmark.play_card()
    return [Figure("play-prove", prove * 1000, "ms", 1), Figure("play-check", check * 1000, "ms", 1)]


def _links() -> list[Figure]:
    own_machine.stay_here()
    return [Figure("links-3", benchmark.links(3), "s", 0.3), Figure("links-8", benchmark.links(8), "s", 1)]


def _latency() -> list[Figure]:
    """From when a seat is asked for a card (its bot answers at once) until the last peer has the card."""
    asked: dict[int, float] = {}
    heard: dict[int, list[float]] = defaultdict(list)
    for _number, said in _played():
        if said["event"] == "asked":
            asked[said["step"]] = said["at"]
        elif said["event"] == "happened" and said["fact"]["kind"] == "Played":
            heard[said["step"]].append(said["at"])
    spans = [max(at) - asked[step] for step, at in heard.items() if step in asked]
    return [Figure("latency", statistics.median(spans) * 1000, "ms", 15)]


def _audit() -> list[Figure]:
    table = _table()
    for _line in table.play():
        pass
    data = table.transcripts[0].read_bytes()
    start = time.perf_counter()
    assert audit_transcript(data).verdict.outcome == "fair"
    return [Figure("audit", time.perf_counter() - start, "s", 3)]


def _playouts() -> list[Figure]:
    return [_playouts_of(load(name)) for name in GAMES]


def _playouts_of(rules: Rules) -> Figure:
    """Decisions a second in random games. What shows itself is no decision."""
    rng, decisions = Random(1), 0  # noqa: S311
    start = time.perf_counter()
    while (seconds := time.perf_counter() - start) < _PLAYOUTS:
        _state, _faces, facts = simulate(rules, SEATS, {}, rng, any_order=False)
        decisions += sum(isinstance(fact, Played | Sealed | Mixed | Chose) for fact in facts)
    target = 60_000 if rules.name in _TRICK_GAMES else None
    return Figure(f"playouts-{rules.name}", decisions / seconds, "1/s", target, least=True)


def _startup() -> list[Figure]:
    return [Figure("startup", statistics.median(_start_once() for _ in range(_STARTS)), "s", 0.2)]


def _start_once() -> float:
    start = time.perf_counter()
    subprocess.run(  # noqa: S603  (this very program)
        [*command(), "--help"], env=environment_of_child(), stdout=subprocess.DEVNULL, check=True
    )
    return time.perf_counter() - start


def _memory() -> list[Figure]:
    most = [said["memory"] or 0.0 for _number, said in _played() if said["event"] == "happened"]
    return [Figure("memory", max(most), "MB", 80)]


def _table() -> BotTable:
    rules = load("notice")
    return BotTable(rules, SEATS, {})


def _played() -> list[tuple[int, dict[str, Any]]]:
    return list(_table().play())


_BENCHES: Mapping[str, Callable[[], list[Figure]]] = {
    "deal": _deal,
    "claim": _claim,
    "play-card": _play_card,
    "links": _links,
    "latency": _latency,
    "audit": _audit,
    "playouts": _playouts,
    "startup": _startup,
    "memory": _memory,
}
