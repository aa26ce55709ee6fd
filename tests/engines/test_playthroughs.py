"""A whole game of each kind, kept as text: whoever changes what a rule means sees it here.

To write the files anew: `python -m tests.engines.test_playthroughs`, and read the difference.
"""

import random
from pathlib import Path

import pytest

import engines
from engines.simulate import simulate
from engines.table import choices, digest, pending, settle_options, then
from engines.vocabulary import NOBODY, Open, SeatRequest

FOLDER = Path(__file__).parent / "playthroughs"
GAMES = {
    "nokosu": (3, 5),
    "dice-and-domino": (3, 1540),
    "notice": (3, 7),
    "no-loose-ends": (3, 7),
    "dice-watching": (4, 7),
}


def playthrough(name: str, seats: int, seed: int) -> str:
    """A game from a seed: before each fact the digest, what is waited for, and the choices."""
    rules = engines.load(name)
    options = settle_options(rules, seats, {})
    _, faces, facts = simulate(rules, seats, options, random.Random(seed))
    s = rules.start(seats, options)
    lines = [f"{name} version {rules.version}, {seats} seats, {options}, seed {seed}"]
    for fact in facts:
        lines.append(f"state {digest(s).hex()[:16]}")
        for request in pending(rules, s):
            lines.append(f"  waits {request}")
            if isinstance(request, SeatRequest) and not isinstance(request, Open):
                lines.append(f"    all see {list(choices(rules, s, request.seat, NOBODY))}")
                lines.append(f"    the law {list(choices(rules, s, request.seat, faces))}")
        lines.append(f"  {fact}")
        s = then(rules, s, fact)
    lines.append(f"state {digest(s).hex()[:16]} totals {rules.totals(s)}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", engines.GAMES)
def test_the_game_goes_as_it_is_written(name: str) -> None:
    """Played again from its seed, the game is the one in the file, to the letter; every game has a file."""
    assert playthrough(name, *GAMES[name]) == (FOLDER / f"{name}.txt").read_text("utf-8")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for game, (players, number) in GAMES.items():
        (FOLDER / f"{game}.txt").write_text(playthrough(game, players, number), "utf-8", newline="\n")
