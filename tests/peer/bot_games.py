"""Whole games in which each seat is played by a function, without network or cryptography."""

from collections.abc import Mapping, Sequence
from random import Random
from statistics import mean
from typing import Any

from engines.simulate import answer, reply
from engines.table import (
    Option,
    Options,
    OptionValue,
    Rules,
    State,
    choices,
    looked_at,
    pending,
    settle_options,
    then,
    turned_up,
)
from engines.vocabulary import (
    Choice,
    Face,
    JointRequest,
    Open,
    SeatRequest,
    Slot,
)
from peer.bots import Bot

_LONGER = frozenset({"rounds", "turns_each"})
"""Options that only make a game longer."""


def at_random(view: Mapping[str, Any], rng: Random) -> int:
    """The weakest bot: any legal choice."""
    return rng.randrange(len(view["ask"]["choices"]))


def scores(rules: Rules, options: Options, bots: Sequence[Bot], rng: Random) -> tuple[int | None, ...]:
    """Play one game, a bot in each seat that sees its own view alone, and give the totals."""
    s = rules.start(len(bots), settle_options(rules, len(bots), options))
    faces: dict[Slot, Face] = {}
    known: list[dict[Slot, Face]] = [{} for _ in bots]
    while requests := pending(rules, s):
        request = requests[0]
        if isinstance(request, JointRequest | Open):
            fact = reply(rules, request, s, faces, rng)
        else:
            choice = _chosen(rules, s, request, known[request.seat], bots[request.seat], rng)
            fact = answer(rules, s, request, choice, faces)
        for seat, slots in looked_at(request, fact):
            known[seat].update((slot, faces[slot]) for slot in slots)
        for seen in known:
            seen.update(turned_up(request, fact))
        s = then(rules, s, fact)
    return rules.totals(s)


def _chosen(
    rules: Rules, s: State, request: SeatRequest, known: Mapping[Slot, Face], bot: Bot, rng: Random
) -> Choice:
    legal = choices(rules, s, request.seat, known)
    at = bot(rules.view(s, request.seat, known), rng)
    assert 0 <= at < len(legal)
    return legal[at]


def against_chance(
    rules: Rules, seats: int, options: Options, bot: Bot, games: int, rng: Random
) -> tuple[float, float]:
    """Mean points a game of one bot among others that choose at random, and theirs; it takes every seat in
    turn. A seat without a score does not count.
    """
    mine: list[int] = []
    theirs: list[int] = []
    for game in range(games):
        bots = [bot if at == game % seats else at_random for at in range(seats)]
        for at, total in enumerate(scores(rules, options, bots, rng)):
            if total is not None:
                (mine if at == game % seats else theirs).append(total)
    return mean(mine), mean(theirs)


def among_themselves(rules: Rules, seats: int, options: Options, bot: Bot, games: int, rng: Random) -> float:
    """Mean points a game and seat where the same bot plays every seat."""
    totals = [total for _ in range(games) for total in scores(rules, options, [bot] * seats, rng)]
    return mean(total for total in totals if total is not None)


def every_option(rules: Rules, seats: int, many: int) -> list[Options]:
    """So many combinations of options: the defaults, then a fixed sample that makes no game longer."""
    rng = Random(seats)
    made: list[Options] = [{}]
    while len(made) < many:
        made.append({option.name: _some(option, seats, rng) for option in rules.options})
    return made


def _some(option: Option, seats: int, rng: Random) -> OptionValue:
    if option.name in _LONGER:
        return 1
    return rng.choice(option.values(seats))
