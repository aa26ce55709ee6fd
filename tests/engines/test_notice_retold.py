"""Whole games of Notice told once more by a second statement of the rules, in texts of cards only."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from engines.notice import RULES
from engines.notice_state import item
from engines.simulate import simulate
from engines.table import settle_options, then
from engines.vocabulary import Face, Fact, Gave, Opened, Played, Rolled, Sealed, TurnedUp

TABLES: list[tuple[int, bool, str]] = [
    (seats, thirteen, penalty)
    for seats in (3, 4, 5, 6)
    for thirteen in (False, True)
    for penalty in ("other", "both")
    if seats == 4 or not thirteen
]
STEPS = {3: (1, 2, 1, 2, 1, 2), 4: (1, 3, 2, 2), 5: (1, 2, 3, 4, 0), 6: (1, 2, 3, 4, 5, 0)}
EXACT = {3: 5, 4: 5, 5: 3, 6: 3}
ORDER = "23456789TJQKA"


class Told:
    """A game as it is told: who held, played, won and predicted what, round by round."""

    def __init__(self, seats: int, penalty: str) -> None:
        self.seats, self.penalty = seats, penalty
        self.totals = [0] * seats
        self.won: list[list[int]] = []
        self.shown_dealt: Counter[int] = Counter()
        self.shown_played: Counter[int] = Counter()

    def round(self, number: int, dealer: int, hands: list[list[str]], facts: list[Fact]) -> None:
        """Tell a round from the hands that were dealt and from what happened after the deal."""
        step = STEPS[self.seats][number]
        (shown,) = [item(fact.faces[0]) for fact in facts if isinstance(fact, TurnedUp)]
        self.shown_dealt.update(seat for seat in range(self.seats) if shown in hands[seat])
        held = [sorted(hands[(seat - step) % self.seats]) for seat in range(self.seats)]
        assert len([fact for fact in facts if isinstance(fact, Gave)]) == (self.seats if step else 0)
        assert len([fact for fact in facts if isinstance(fact, Sealed)]) == 2 * self.seats
        plays = [(fact.seat, item(fact.faces[0])) for fact in facts if isinstance(fact, Played)]
        self.shown_played.update(seat for seat, card in plays if card == shown)
        won = [0] * self.seats
        leader = (dealer + 1) % self.seats
        for first in range(0, len(plays), self.seats):
            trick = plays[first : first + self.seats]
            assert [seat for seat, _ in trick] == [(leader + i) % self.seats for i in range(self.seats)]
            led = trick[0][1][1]
            for seat, card in trick:
                assert card[1] == led or not [other for other in held[seat] if other[1] == led]
                held[seat].remove(card)
            trumps = [each for each in trick if each[1][1] == shown[1]]
            able = trumps or [each for each in trick if each[1][1] == led]
            leader = max(able, key=lambda each: ORDER.index(each[1][0]))[0]
            won[leader] += 1
        assert not any(held)
        self.won.append(won)
        said = {fact.seat: fact.faces for fact in facts if isinstance(fact, Opened)}
        for seat in range(self.seats):
            other, own = said[seat]
            about = (seat + step) % self.seats
            self.totals[seat] += won[seat] + self._worth(other, won[about], True)
            self.totals[seat] += self._worth(own, won[seat], self.penalty == "both")

    def _worth(self, said: int, won: int, costs: bool) -> int:
        if said == won:
            return EXACT[self.seats]
        return -abs(said - won) if costs else 0


def rounds(
    seats: int, facts: list[Fact], faces: dict[int, Face], size: int
) -> Iterator[tuple[int, list[list[str]], list[Fact]]]:
    """Number, dealt hands and facts of each round; every round has a hundred slots."""
    starts = [index for index, fact in enumerate(facts) if isinstance(fact, TurnedUp)]
    for number, (begin, end) in enumerate(zip(starts, [*starts[1:], len(facts)], strict=True)):
        first = 100 * number
        hands = [[item(faces[first + seat * size + place]) for place in range(size)] for seat in range(seats)]
        yield number, hands, facts[begin:end]


@pytest.mark.parametrize(("seats", "thirteen", "penalty"), TABLES)
def test_the_game_told_again_has_the_same_tricks_and_totals(seats: int, thirteen: bool, penalty: str) -> None:
    """Hands pass as the table of the rules says, everybody follows suit, tricks go to the highest trump or
    card of the led suit, and all adds up; with `thirteen` each is dealt the shown card once and plays it
    once.
    """
    options: dict[str, Any] = {"thirteen": thirteen, "penalty": penalty}
    size = 13 if thirteen else {3: 10, 4: 12, 5: 10, 6: 8}[seats]
    for seed in range(8):
        final, faces, facts = simulate(
            RULES, seats, settle_options(RULES, seats, options), random.Random(seed)
        )
        rolled = facts[0]
        assert isinstance(rolled, Rolled)
        told = Told(seats, penalty)
        for number, hands, happened in rounds(seats, facts, faces, size):
            told.round(number, (rolled.numbers[0] + number) % seats, hands, happened)
        assert tuple(told.totals) == RULES.totals(final)
        assert [tuple(won) for won in told.won] == [past.won for past in final.past]
        once = Counter(range(4)) if thirteen else Counter()
        assert told.shown_dealt == once
        assert told.shown_played == once


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_who_did_not_follow_is_known_to_have_none_of_the_suit(seats: int) -> None:
    """Till the end of the round, for every suit and every card that was led."""
    options = settle_options(RULES, seats, {})
    for seed in range(4):
        _, _, facts = simulate(RULES, seats, options, random.Random(seed))
        s = RULES.start(seats, options)
        voids: set[tuple[int, str]] = set()
        trick: list[str] = []
        for fact in facts:
            if isinstance(fact, TurnedUp):
                voids = set()
            if isinstance(fact, Played):
                card = item(fact.faces[0])
                trick = [*trick, card] if len(trick) < seats else [card]
                if card[1] != trick[0][1]:
                    voids.add((fact.seat, trick[0][1]))
            s = then(RULES, s, fact)
            if isinstance(fact, Played):
                seen = RULES.view(s, None, {})["voids"]
                assert {(seat, suit) for seat in range(seats) for suit in seen[seat]} == voids
