"""Whole games of No Loose Ends told once more by a second statement of the rules, in texts of cards only."""

import random
from itertools import product
from typing import Any

import pytest

from engines.export import record_of
from engines.no_loose_ends import RULES
from engines.simulate import simulate
from engines.table import winners

OPTIONS = ("double_cross", "escape", "simple_scoring", "plan_b")
LIMIT = {2: 6, 3: 5, 4: 4, 5: 3}
SIZE = {2: 15, 3: 16, 4: 15, 5: 12}


class Told:
    """A round as it is told by a record; `points` are what everyone gets for it."""

    def __init__(self, data: dict[str, Any], options: dict[str, bool]) -> None:
        self.options = options
        self.hands = [list(hand) for hand in data["hands"]]
        self.seats = len(self.hands)
        assert {len(hand) for hand in self.hands} == {SIZE[self.seats]}
        self.open: list[list[str]] = [[] for _ in self.hands]
        self.covered, self.won, self.loose = [0] * self.seats, [0] * self.seats, [0] * self.seats
        self.leader = self._plan(data["start"], list(data["plan"]))
        self.informants = [seat for seat in range(self.seats) if not self.open[seat]]
        self.bidders = [bool(cards) for cards in self.open]
        plays, covers = list(data["plays"]), list(data["covers"])
        while all(self.hands):
            self._trick([plays.pop(0) for _ in range(self.seats)], covers.pop(0))
        assert (plays, covers) == ([], [])
        self.points = [self._score(seat) for seat in range(self.seats)]

    def _plan(self, seat: int, plan: list[str]) -> int:
        passed: list[int] = []
        while len(passed) < self.seats:
            while seat in passed:
                seat = (seat + 1) % self.seats
            word = plan.pop(0)
            if word in ("pass", "cross"):
                if self.options["double_cross"] and not self.open[seat]:
                    assert all(self.open[other] for other in passed)
                if word == "cross":
                    assert self.options["double_cross"] and not passed
                    self.hands[seat] += self.open[seat]
                    self.open[seat] = []
                passed.append(seat)
            else:
                assert word != "X"
                self.hands[seat].remove(word)
                self.open[seat].append(word)
                assert len(self.open[seat]) <= LIMIT[self.seats]
            seat = (seat + 1) % self.seats
        assert plan == []
        return passed[-1]

    def _trick(self, cards: list[str], cover: str | None) -> None:
        led = next((card[0] for card in cards if card != "X"), "")
        seats = [(self.leader + i) % self.seats for i in range(self.seats)]
        for i, (seat, card) in enumerate(zip(seats, cards, strict=True)):
            if card != "X" and card[0] != led and any(before != "X" for before in cards[:i]):
                assert not [held for held in self.hands[seat] if held[0] == led]
            self.hands[seat].remove(card)
        able = [card for card in cards if card[0] == "B"] or [card for card in cards if card[0] == led]
        best = max(able, key=lambda card: int(card[1:]), default="X") if led else "X"
        self.leader = seat = seats[cards.index(best)]
        self.won[seat] += 1
        fits = [
            bid
            for bid in self.open[seat]
            if best != "X" and (bid[1:] == best[1:] or bid[0] in (best[0], led))
        ]
        if fits:
            assert cover in fits
            self.open[seat].remove(cover)
            self.covered[seat] += 1
            return
        assert cover is None
        if self.options["plan_b"] and best != "X":
            self.open[seat].append(best)
        else:
            self.loose[seat] += 1

    def _score(self, seat: int) -> int:
        loose = self.loose[seat] + len(self.open[seat])
        if self.options["simple_scoring"]:
            return (4, 2)[loose] if loose < 2 else -loose
        clean = [other for other in self.informants if self.won[other] == 0]
        if seat in clean:
            return 10
        perfect = loose == 0 and not clean and (self.bidders[seat] or self.covered[seat] > 0)
        return 2 * self.covered[seat] - loose * (2 if clean else 1) + (5 if perfect else 0)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("values", list(product((False, True), repeat=4)), ids=str)
def test_the_game_told_again_has_the_same_points_and_winners(seats: int, values: tuple[bool, ...]) -> None:
    """Planning, following, takers of tricks, covers, loose ends and points, with every combination of
    options; the tie goes to the better last round.
    """
    options = dict(zip(OPTIONS, values, strict=True))
    for seed in range(4):
        final, faces, facts = simulate(RULES, seats, options, random.Random(seed))
        record = record_of(RULES, seats, options, ["a"] * seats, facts, faces)
        totals = [5] * seats
        starts = []
        for data in record["rounds"]:
            told = Told(data, options)
            starts.append(data["start"])
            totals = [total + points for total, points in zip(totals, told.points, strict=True)]
        assert starts == [(starts[0] + number) % seats for number in range(3)]
        assert tuple(totals) == RULES.totals(final)
        best = max(zip(totals, told.points, strict=True))
        assert winners(RULES, final) == tuple(
            seat for seat in range(seats) if (totals[seat], told.points[seat]) == best
        )
