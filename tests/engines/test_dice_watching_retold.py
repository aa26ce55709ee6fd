"""Whole games of Dice Watching told once more by a second statement of the rules."""

import random
from collections import Counter
from typing import Any

import pytest

from engines.dice_watching import RULES
from engines.dice_watching_state import State, guessers
from engines.simulate import simulate
from engines.table import pending, settle_options, then, winners
from engines.vocabulary import Fact, Opened, Rolled, Seal
from tests.engines.dice_stages import begin

TABLES: list[dict[str, Any]] = [
    {"mode": mode, "dice": dice, "marked_die": marked, "odd_plus_one": odd}
    for mode in ("referee", "rotating")
    for dice in (10, 30)
    for marked in (False, True)
    for odd in (False, True)
]


def gained(line: int, shown: dict[int, int], face: int) -> int:
    """The points of the table in rules.md 5, by its line."""
    count, most, fewest = shown[face], max(shown.values()), min(shown.values())
    if line == 1:
        return count
    if line in (2, 3):
        return 0 if count == most else count
    if line == 4:
        others = [other for other in shown.values() if other > fewest]
        return 4 * count if count == fewest else 2 * count if count == min(others) else 0
    return -10 if count == most else 2 * count


def told_totals(seats: int, options: dict[str, Any], facts: list[Fact]) -> list[int]:
    """The points of all stages, added up by seat."""
    dice, totals, line = options["dice"], [0] * seats, 0
    shown: dict[int, int] = {}
    for fact in facts:
        if isinstance(fact, Rolled):
            line = 2 if options["mode"] == "rotating" else line + 1
            rolled = Counter(number + 1 for number in fact.numbers[:dice])
            shown = {face: rolled[face] for face in range(1, 7)}
            if options["marked_die"]:
                shown[fact.numbers[fact.numbers[-1]] + 1] += 2
            if options["odd_plus_one"]:
                shown = {face: count + (face in (1, 3, 5)) for face, count in shown.items()}
        elif isinstance(fact, Opened):
            totals[fact.seat] += gained(line, shown, fact.faces[0])
    return totals


@pytest.mark.parametrize("options", TABLES, ids=lambda options: "-".join(map(str, options.values())))
def test_the_game_told_again_has_the_same_totals_and_winners(options: dict[str, Any]) -> None:
    """With every number of players, for all games; who referees the whole game is left out."""
    for seed in range(24):
        seats = 3 + seed % 8
        settled = settle_options(RULES, seats, {**options, "referee": seed % seats})
        final, _, facts = simulate(RULES, seats, settled, random.Random(seed))
        told = told_totals(seats, options, facts)
        playing = [seat for seat in range(seats) if options["mode"] == "rotating" or seat != seed % seats]
        totals = RULES.totals(final)
        assert [seat for seat in range(seats) if totals[seat] is not None] == playing
        assert [totals[seat] for seat in playing] == [told[seat] for seat in playing]
        best = max(told[seat] for seat in playing)
        assert winners(RULES, final) == tuple(seat for seat in playing if told[seat] == best)


def test_dice_are_conserved_and_places_distinct_in_whole_games() -> None:
    """In every stage of random games as many dice are counted as were thrown, each at a place of its own."""
    rng = random.Random(7)
    for game in range(40):
        seats, dice = 3 + game % 8, rng.choice((10, 11, 30, 59, 60))
        options = {"dice": dice, "mode": rng.choice(("referee", "rotating")), "marked_die": game % 2 == 0}
        settled = settle_options(RULES, seats, options)
        final, _, facts = simulate(RULES, seats, settled, rng)
        s: State = RULES.start(seats, settled)
        for fact in facts:
            s = then(RULES, s, fact)
            if isinstance(fact, Rolled):
                assert len(s.faces) == len(s.places) == len(set(s.places)) == dice
                assert set(s.faces) <= set(range(1, 7))
        assert all(sum(past.dice) == dice for past in final.past)
        assert all((past.marked in range(1, 7)) == (game % 2 == 0) for past in final.past)


def test_slots_of_guesses_are_used_once() -> None:
    """Each guess of a game has a slot of its own."""
    s = begin(10, mode="rotating", turns_each=5, dice=10)
    slots = [
        request.slot
        for number in range(50)
        for request in pending(RULES, s._replace(section=2, stage=number))
        if isinstance(request, Seal)
    ]
    assert len(set(slots)) == len(slots) == 50 * 9
    assert all(len(guessers(s._replace(stage=number))) == 9 for number in range(50))
