"""Whole games of Nokosu Dice told once more by a second statement of the rules, in texts only."""

import random
from collections.abc import Iterator

import pytest

from engines.nokosu import RULES
from engines.nokosu_state import item
from engines.simulate import simulate
from engines.table import settle_options
from engines.vocabulary import Chose, Face, Fact, Played, Rolled, Shuffled

TABLES = [(4, "P"), *((3, dropped) for dropped in "PRYGB")]
GETS = {0: 0, 1: 30, 2: 20, 3: 10, 4: 0}


def strength(thing: str, led: str, trump: str) -> tuple[int, int]:
    """The more the better: number and colour of the trump die, its number, its colour, the led colour."""
    like_colour, like_number = thing[0] == trump[0], thing[1] == trump[1]
    if like_number:
        return (5 if like_colour else 4, 0)
    if like_colour:
        return (3, int(thing[1]))
    return (2, int(thing[1])) if thing[0] == led[0] and suit(led, trump) != "trump" else (0, 0)


def suit(thing: str, trump: str) -> str:
    """A colour's letter, or trump."""
    return "trump" if thing[0] == trump[0] or thing[1] == trump[1] else thing[0]


class Told:
    """A game as it is told: what everybody holds, round by round."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.totals = [0] * seats
        self.forced = self.kept = self.zeros = 0

    def round(self, dealer: int, hands: list[list[str]], dice: list[str], facts: list[Fact]) -> None:
        """Tell a round from the hands, from the dice in the order of their draw, and from what was said."""
        own = 2 if self.seats == 4 else 1
        before = [dice[seat * own : (seat + 1) * own] for seat in range(self.seats)]
        middle = dict(enumerate(dice))
        for slot in range(own * self.seats):
            del middle[slot]
        said = [fact for fact in facts if isinstance(fact, Chose)]
        first = said[0].seat
        assert first == (dealer + 1) % self.seats
        for turn, fact in enumerate(said[: 3 * self.seats]):
            assert fact.seat == (first + turn) % self.seats
            before[fact.seat].append(middle.pop(self._die(fact)))
        (trump,) = middle.values()
        zero = self._declare(said[3 * self.seats :], first, before, dice)
        won = self._play(
            [fact for fact in facts if isinstance(fact, Played)], hands, before, zero, trump, first
        )
        goals = [0 if zero[seat] else int(before[seat][0][1]) for seat in range(self.seats)]
        reached = [won[seat] == goals[seat] for seat in range(self.seats)]
        for seat in range(self.seats):
            self.totals[seat] += won[seat]
            if reached[seat]:
                self.totals[seat] += GETS[sum(reached)] + (10 if zero[seat] else 0)

    @staticmethod
    def _die(fact: Chose) -> int:
        assert isinstance(fact.choice, int)
        return fact.choice % 100 - 50

    def _declare(self, said: list[Chose], first: int, before: list[list[str]], dice: list[str]) -> list[bool]:
        assert [fact.seat for fact in said] == [(first + turn) % self.seats for turn in range(self.seats)]
        zero = [False] * self.seats
        for fact in said:
            if fact.choice != -1:
                zero[fact.seat] = True
                self.zeros += 1
                before[fact.seat].remove(dice[self._die(fact)])
        return zero

    def _play(
        self,
        plays: list[Played],
        hands: list[list[str]],
        before: list[list[str]],
        zero: list[bool],
        trump: str,
        leader: int,
    ) -> list[int]:
        won = [0] * self.seats
        assert len(plays) == self.seats * (14 if self.seats == 4 else 12)
        for start in range(0, len(plays), self.seats):
            trick = [(fact.seat, item(fact.faces[0])) for fact in plays[start : start + self.seats]]
            assert [seat for seat, _ in trick] == [(leader + turn) % self.seats for turn in range(self.seats)]
            led = trick[0][1]
            for seat, thing in trick:
                last = len(before[seat]) == 1 and not zero[seat]
                able = [*hands[seat], *([] if last else before[seat])]
                self.kept += last and suit(before[seat][0], trump) == suit(led, trump)
                assert thing in able
                follows = [each for each in able if suit(each, trump) == suit(led, trump)]
                assert thing in follows or not follows
                self.forced += bool(follows) and all(each.endswith("d") for each in follows)
                (before[seat] if thing.endswith("d") else hands[seat]).remove(thing)
            top = max(strength(thing, led, trump) for _, thing in trick)
            leader = [seat for seat, thing in trick if strength(thing, led, trump) == top][-1]
            won[leader] += 1
        assert not any(hands)
        assert [len(left) for left in before] == [0 if declared else 1 for declared in zero]
        return won


def rounds(
    seats: int, dropped: str, facts: list[Fact], faces: dict[int, Face]
) -> Iterator[tuple[list[list[str]], list[str], list[Fact]]]:
    """Hands, dice in the order of their draw, and facts of each round; every round has a hundred slots."""
    size = 10 if seats == 4 else 9
    colours = [letter for letter in "RYGBP" if seats == 4 or letter != dropped]
    starts = [index for index, fact in enumerate(facts) if isinstance(fact, Shuffled)]
    for number, (begin, end) in enumerate(zip(starts, [*starts[1:], len(facts)], strict=True)):
        hands = [
            [item(faces[100 * number + seat * size + place]) for place in range(size)]
            for seat in range(seats)
        ]
        (roll,) = [fact for fact in facts[begin:end] if isinstance(fact, Rolled)]
        bag = [letter for letter in colours for _ in range(5 if seats == 4 else 4)]
        pairs = zip(roll.numbers[::2], roll.numbers[1::2], strict=True)
        yield hands, [f"{bag.pop(which)}{shown + 1}d" for which, shown in pairs], facts[begin:end]


@pytest.mark.parametrize(("seats", "dropped"), TABLES)
def test_the_game_told_again_has_the_same_tricks_and_totals(seats: int, dropped: str) -> None:
    """Dice are drafted and put back in turn, everybody follows with what is playable, tricks go to the
    strongest or the later of two, and all adds up; it happens that a die must be played, and that a last one
    need not.
    """
    forced = kept = zeros = 0
    for seed in range(8):
        options = settle_options(RULES, seats, {"dropped": dropped})
        final, faces, facts = simulate(RULES, seats, options, random.Random(seed))
        rolled = facts[0]
        assert isinstance(rolled, Rolled)
        told = Told(seats)
        for number, (hands, dice, happened) in enumerate(rounds(seats, dropped, facts, faces)):
            told.round((rolled.numbers[0] + number) % seats, hands, dice, happened)
        assert tuple(told.totals) == RULES.totals(final)
        forced, kept, zeros = forced + told.forced, kept + told.kept, zeros + told.zeros
    assert forced > 0
    assert kept > 0
    assert zeros > 0
