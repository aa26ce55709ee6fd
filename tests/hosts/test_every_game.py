"""Every game whole between programs, at its smallest and its largest table, as people would play it.

Between hosts of their own, and on the loopback, which needs no root.
"""

from pathlib import Path
from typing import NamedTuple

import pytest

from cli.bot_table import NAMES
from engines import load
from tests.hosts.tables import Hosts, Tables
from tests.peer.lab import what_is_missing


class Case(NamedTuple):
    """A table: its game, its seats, its options, and what the two who type are asked at the least."""

    game: str
    seats: int
    options: str
    asked: frozenset[str]

    @property
    def arguments(self) -> list[str]:
        """The game as it is asked for."""
        options = [word for option in self.options.split() for word in ("--option", option)]
        return [self.game, "--seats", str(self.seats), *options]


def _cases(game: str, asked: set[str], few: str, many: str) -> list[Case]:
    seats = load(game).seats
    return [Case(game, seats[at], options, frozenset(asked)) for at, options in ((0, few), (-1, many))]


CASES = [
    *_cases("nokosu", {"draft", "zero", "item"}, "dropped=R", ""),
    *_cases("dice-and-domino", {"place"}, "rounds=2 w0_draws=true perfect_alone=true", "rounds=1"),
    *_cases("no-loose-ends", {"plan", "play"}, "double_cross=true escape=true plan_b=true", ""),
    *_cases("dice-watching", {"throw", "guess"}, "marked_die=true", "mode=rotating odd_plus_one=true"),
]
SMALLEST = CASES[::2]

HERE = CASES if what_is_missing() else SMALLEST
"""Tables on the loopback. What takes long is played once: between hosts, where there can be any."""


def name_of(case: Case) -> str:
    """A table as tests are named."""
    return f"{case.game}-{case.seats}"


def play(tables: Tables, case: Case) -> None:
    """One hosts and another joins, both at the line interface, and bots take the other seats."""
    people = [
        tables.person(1, NAMES[0], "host", *case.arguments),
        tables.person(2, NAMES[1], "join"),
    ]
    for host in range(3, case.seats + 1):
        tables.bot(host, NAMES[host - 1])
    verdict = tables.end_well()
    assert (verdict["game"], len(verdict["totals"])) == (case.game, case.seats)
    answered = set(people[0].answers) | set(people[1].answers)
    assert answered >= case.asked, [person.story() for person in people]


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_between_hosts(case: Case, hosts: Hosts) -> None:
    """A whole game between hosts on which nothing is configured."""
    _machines, tables = hosts(case.seats)
    play(tables, case)


@pytest.mark.parametrize("case", HERE, ids=name_of)
def test_on_the_loopback(case: Case, tmp_path: Path) -> None:
    """The same on one machine."""
    with Tables(tmp_path) as tables:
        play(tables, case)
