"""Each game from the lobby to the verdict, on real terminals: two read the screen and press keys.

Some games are played in English and some in Japanese, one with each of the two at one table.
"""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import pytest

from cli import own_machine
from tests.hosts.players import Bot
from tests.terminals.players import Player
from tests.terminals.tmux import SECONDS, Tmux


class Case(NamedTuple):
    """A table: the languages of the two, the fields of its form, and how many bots sit at it."""

    languages: tuple[str, str]
    fields: tuple[tuple[str, str], ...]
    bots: int = 1


CASES = {
    "notice": Case(
        ("en", "ja"), (("Game", "Notice"), ("Seats", "4"), ("Wrong predictions", "about both")), 2
    ),
    "nokosu": Case(("ja", "ja"), (("Game", "Nokosu Dice"), ("Seats", "3"))),
    "dice-and-domino": Case(("ja", "en"), (("Game", "Dice And Domino"), ("Seats", "3"), ("Rounds", "1"))),
    "no-loose-ends": Case(("ja", "ja"), (("Game", "No Loose Ends"), ("Seats", "3"))),
    "dice-watching": Case(
        ("en", "en"),
        (
            ("Game", "Dice Watching"),
            ("Seats", "3"),
            ("Dice", "10"),
            ("Seat of the referee", "seat 3"),
            ("Time", "0.2"),
        ),
    ),
}


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    """What is closed at the end of the test."""
    with ExitStack() as closing:
        yield closing


def play(player: Player) -> None:
    """Play until the screen says that the game is over."""
    deadline = time.monotonic() + 2 * SECONDS
    while not player.at_the_end:
        player.act()
        assert time.monotonic() < deadline, player.pane.screen()
        time.sleep(0.05)


@pytest.mark.parametrize("game", CASES)
def test_from_the_lobby_to_the_verdict(game: str, tmux: Tmux, tmp_path: Path, stack: ExitStack) -> None:
    """Two come to one table by what they see, play by keys, and read the same verdict."""
    languages, fields, bots = CASES[game]
    here = own_machine.environment()
    aki, ben = (
        Player(tmux, tmp_path / name, name, language, here)
        for name, language in zip(("Aki", "Ben"), languages, strict=True)
    )
    table = aki.open_table(fields)
    for number in range(bots):
        name = f"Bot{number}"
        where = {**here, "CHABUDAI_HOME": str(tmp_path / name)}
        stack.callback(Bot(name, [table], before=[], environment=where).close)
    ben.join(table)
    with ThreadPoolExecutor(2) as people:
        list(people.map(play, (aki, ben)))
    for player in (aki, ben):
        shown = player.pane.screen()
        verdict = player.said(
            "The game is complete and fair: every deal was made again from what all players revealed, "
            "and every move was legal."
        )
        # Where a line is broken depends on the language.
        assert "".join(verdict.split()) in "".join(shown.split()), shown
        assert len(player.seen) > 5
        assert player.leave() == 0
        assert player.pane.ask("alternate_on") == "0"
        assert "Traceback" not in player.pane.everything()
    assert aki.transcript().read_bytes() == ben.transcript().read_bytes()
