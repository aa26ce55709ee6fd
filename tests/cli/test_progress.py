"""Lines of JSON: all that happens is in them, what is to be seen for a time only when that is over."""

from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from cli import progress
from engines import load
from engines.simulate import simulate
from engines.table import settle_options
from engines.vocabulary import Fact, Opened, Rolled, Sealed
from peer.gathering import SeatedPlayer
from peer.outcome import Happened
from peer.presence import Presence
from peer.sitting import Began
from tests.cli.running import run

SEATS = 4


def played(game: str) -> tuple[progress.Telling, list[Fact]]:
    """Somebody who tells a game, and everything that happens in it."""
    rules = load(game)
    options = settle_options(rules, SEATS, {})
    _end, _faces, facts = simulate(rules, SEATS, options, Random(4))
    players = tuple(SeatedPlayer(name, True, name.encode()) for name in "ABCD")
    sitting: Any = SimpleNamespace(rules=rules, options=options, players=players)
    return progress.Telling(sitting), list(facts)


def told(lines: list[str]) -> list[Fact]:
    """The facts in lines."""
    said = [progress.read(line) for line in lines]
    past = [value for each in said if each and each["event"] == "began" for value in each["facts"]]
    now = [each["fact"] for each in said if each and each["event"] == "happened"]
    return [progress.fact_of(value) for value in (*past, *now)]


@pytest.mark.parametrize("game", ["notice", "dice-watching"])
def test_everything_is_told_in_order(game: str) -> None:
    """Whatever is kept back for a while, in the end all facts are told, each once and in order.

    So it is where a game goes on, too.
    """
    _telling, facts = played(game)
    for begin in (0, 3, len(facts) // 2, len(facts)):
        telling, _facts = played(game)
        lines = telling.lines(Began(0, tuple(facts[:begin])))
        for step, fact in enumerate(facts[begin:]):
            lines += telling.lines(Happened(step, fact))
        assert told(lines) == facts


@pytest.mark.parametrize("begin", range(0, 60, 7))
def test_dice_are_told_after_the_guesses(begin: int) -> None:
    """While somebody may still guess, no line has the throw; then it comes before the guesses are opened."""
    telling, facts = played("dice-watching")
    lines = telling.lines(Began(0, tuple(facts[:begin])))
    for number in range(begin, len(facts) + 1):
        happened = facts[:number]
        throws = sum(isinstance(fact, Rolled) for fact in happened)
        guesses = sum(isinstance(fact, Sealed) for fact in happened)
        complete = guesses // (SEATS - 1)
        assert sum(isinstance(fact, Rolled) for fact in told(lines)) == min(throws, complete)
        assert not [fact for fact in told(lines) if isinstance(fact, Opened)][complete * (SEATS - 1) :]
        if number < len(facts):
            lines += telling.lines(Happened(number, facts[number]))
            assert len(telling.lines(Presence(1, "away"))) == 1


def test_a_demo_tells_it_all(tmp_path: Path) -> None:
    """What the peers of a demo keep back for a while is told in the end, and its talk is whole."""
    ran = run("demo", "--game", "dice-watching", "--seats", "3", env={"CHABUDAI_HOME": str(tmp_path)})
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.count("The dice are in the box.") == 5
    assert ran.stdout.count("All choices are opened, and so is the box.") == 5
    for log in tmp_path.rglob("*.log"):
        assert "Rolled" not in log.read_text(encoding="utf-8")
