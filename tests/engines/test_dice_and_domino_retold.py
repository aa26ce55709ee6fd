"""Whole games of Dice And Domino told once more by a second statement of the rules, from records only."""

import random
from collections import Counter
from itertools import product
from typing import Any

import pytest

from engines.dice_and_domino import RULES
from engines.dice_and_domino_state import TILES, item
from engines.export import record_of
from engines.simulate import simulate
from engines.table import settle_options

OPTIONS = [
    {"perfect_alone": alone, "w0_draws": draws, "ante": ante, "rounds": 3}
    for alone, draws, ante in product((False, True), (False, True), (1, 4))
]


class Told:
    """A game in texts of tiles: the hands, the boneyard, the roller, the chips."""

    def __init__(self, seats: int, options: dict[str, Any]) -> None:
        self.seats, self.options = seats, options
        self.chips = [options["rounds"] * options["ante"]] * seats
        self.pot = 0
        self.roller = -1
        self.scores: list[list[int]] = []

    def round(self, data: dict[str, Any]) -> None:
        """Tell a round."""
        assert data["roller"] == self.roller or self.roller < 0
        self.roller = data["roller"]
        before = list(self.chips)
        self.chips = [chips - self.options["ante"] for chips in self.chips]
        self.pot += self.options["ante"] * self.seats
        self.hands = [Counter(hand) for hand in data["hands"]]
        assert [hand.total() for hand in self.hands] == [4] * self.seats
        self.boneyard = Counter(item(face) for face in TILES for _ in range(self.options["sets"]))
        for hand in self.hands:
            assert hand <= self.boneyard
            self.boneyard -= hand
        self.dice: list[str] = []
        for number, turn in enumerate(data["turns"], start=1):
            out = self.turn(turn)
            assert bool(out) == (number == len(data["turns"]))
        for seat in out:
            self.chips[seat] += self.pot // len(out)
        self.pot %= len(out)
        self.scores.append([now - then for now, then in zip(self.chips, before, strict=True)])

    def turn(self, turn: dict[str, Any]) -> list[int]:
        """Tell a turn; the seats that are out."""
        dice = sorted(map(str, turn["dice"]))
        if self.dice:
            assert dice == self.dice
        ranks = [self.ranks(dice, placed) for placed in turn["placed"]]
        for hand, placed, up, ranked in zip(self.hands, turn["placed"], turn["up"], ranks, strict=True):
            assert len(placed) == min(2, hand.total())
            assert Counter(placed) <= hand
            self.check_up(dice, placed, up, ranked)
        best = [max(ranked.values()) for ranked in ranks]
        top = max(best)
        for seat, up in enumerate(turn["up"]):
            if best[seat] == top:
                self.hands[seat] -= Counter(tile for tile in up if self.leaves(ranks[seat][tile], top))
        out = [seat for seat, hand in enumerate(self.hands) if not hand]
        if not out:
            self.draw(turn["drawn"], best)
        else:
            assert not any(turn["drawn"])
        self.move_on(turn, dice, top, best, bool(out))
        return out

    def ranks(self, dice: list[str], placed: list[str]) -> dict[str, int]:
        """3, 2, 1 for double perfect, perfect and W0; else 0."""
        if sorted(placed) == [f"{die}-{die}" for die in dice]:
            return dict.fromkeys(placed, 3)
        return {tile: 2 if tile == "-".join(dice) else 1 if tile == "0-0" else 0 for tile in placed}

    def check_up(self, dice: list[str], placed: list[str], up: list[str], ranked: dict[str, int]) -> None:
        fits = [tile for tile in placed if ranked[tile] or set(dice) & set(tile)]
        if not any(ranked.values()) and len(fits) == 2:
            one, other = (set(tile) & set(dice) for tile in fits)
            if dice[0] != dice[1] and one == other and len(one) == 1:
                assert len(up) == 1
                assert up[0] in fits
                return
        assert Counter(up) == Counter(fits)

    def leaves(self, rank: int, top: int) -> bool:
        if rank == 0:
            return not (top == 2 and self.options["perfect_alone"])
        return rank == top

    def draw(self, drawn: list[str | None], best: list[int]) -> None:
        left = self.boneyard.total()
        for step in range(1, self.seats + 1):
            seat = (self.roller + step) % self.seats
            due = best[seat] == 0 or (best[seat] == 1 and self.options["w0_draws"])
            tile = drawn[seat]
            assert (tile is not None) == (due and left > 0)
            if tile is not None:
                left -= 1
                assert self.boneyard[tile]
                self.boneyard[tile] -= 1
                self.hands[seat][tile] += 1

    def move_on(self, turn: dict[str, Any], dice: list[str], top: int, best: list[int], out: bool) -> None:
        assert ("after" in turn) == (top == 3 and not out)
        self.dice = dice if turn.get("after") == "keep" else []
        order = [(self.roller + step) % self.seats for step in range(1, self.seats + 1)]
        if turn.get("after") == "roll":
            self.roller = next(seat for seat in order if best[seat] == 3)
        else:
            self.roller = order[0]


@pytest.mark.parametrize("seats", list(RULES.seats))
def test_the_game_told_again_has_the_same_rounds_and_totals(seats: int) -> None:
    """Everybody turns up what fits, what may go goes, draws come in their order, and the chips add up."""
    met: Counter[Any] = Counter()
    for seed, options in enumerate(OPTIONS):
        for sets in {1, 2} if seats <= 5 else {2}:
            settled = settle_options(RULES, seats, {**options, "sets": sets})
            final, faces, facts = simulate(RULES, seats, settled, random.Random(seed))
            record = record_of(RULES, seats, settled, ["x"] * seats, facts, faces)
            told = Told(seats, dict(settled))
            for data in record["rounds"]:
                told.round(data)
                met.update(turn["after"] for turn in data["turns"] if "after" in turn)
            assert tuple(told.chips) == RULES.totals(final)
            assert told.scores == RULES.view(final, None, {})["scores"]
    assert met["roll"] or met["keep"]
