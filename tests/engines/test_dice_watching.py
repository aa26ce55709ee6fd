"""Dice Watching: every sentence of rules.md 5 has a test here that names it."""

import random
from typing import Any

import pytest

import engines
from engines.dice_watching import RULES
from engines.dice_watching_state import (
    COLUMNS,
    ROWS,
    STAGES,
    counts,
    landed,
    score_stage,
    stage_at,
    thousandths,
    worth,
)
from engines.simulate import simulate
from engines.table import OptionError, SeatsError, allows, choices, pending, settle_options, winners
from engines.vocabulary import NOBODY, Choose, Chose, Open, Opened, Roll, Rolled, Seal, Sealed
from tests.engines.dice_stages import begin, done, stage, thrown

SIXTY = "123456" * 10


def points(number: int, counted: str, **options: Any) -> list[int]:
    """What choosing 1, 2, ... 6 gains in a stage (from 1), where the faces count so much."""
    scoring = stage_at(begin(**options), number - 1).scoring
    return [worth(scoring, [int(count) for count in counted.split()], face)[1] for face in range(1, 7)]


# things


def test_three_to_ten_players_the_referee_included() -> None:
    """The game is for 3 to 10 seats; one of them throws, the others guess."""
    for seats in (2, 11):
        with pytest.raises(SeatsError):
            settle_options(RULES, seats, {})
    for seats in (3, 10):
        s = thrown(begin(seats, dice=10), "1" * 10)
        assert len(pending(RULES, s)) == seats - 1


def test_thirty_dice_or_ten_to_sixty() -> None:
    """The number of dice is an option: 30, or anything from 10 to 60."""
    assert begin().dice == 30
    assert (begin(dice=10).dice, begin(dice=60).dice) == (10, 60)
    for dice in (9, 61, 30.0, True, "30"):
        with pytest.raises(OptionError):
            begin(dice=dice)


@pytest.mark.parametrize("dice", [10, 30, 60])
def test_dice_land_at_places_that_do_not_overlap(dice: int) -> None:
    """Whatever the numbers, every die lies in a cell of its own in the box."""
    s = done(begin(dice=dice), Chose(0, "throw"))
    (request,) = pending(RULES, s)
    assert isinstance(request, Roll)
    rng = random.Random(dice)
    for numbers in (
        [0] * 2 * dice,
        [side - 1 for side in request.sides],
        [rng.randrange(side) for side in request.sides],
    ):
        places = done(s, Rolled(tuple(numbers))).places
        assert len(set(places)) == len(places) == dice
        assert set(places) <= set(range(COLUMNS * ROWS))


def test_every_place_of_the_box_can_be_reached() -> None:
    """Dice are scattered over the whole box: each takes the n-th place that is still free."""
    assert landed((0, 0, 0)) == (0, 1, 2)
    assert landed((5, 5, 4, 0)) == (5, 6, 4, 0)
    assert {landed((0, number))[1] for number in range(COLUMNS * ROWS - 1)} == set(range(1, COLUMNS * ROWS))


def test_the_throw_is_the_same_for_everyone() -> None:
    """Faces and places are the numbers rolled together, and each seat's view shows the same box."""
    s = done(begin(4, dice=10), Chose(0, "throw"), Rolled((*range(6), 0, 1, 2, 3, *range(20, 0, -2))))
    box = RULES.view(s, None, NOBODY)["box"]
    assert sorted(die["face"] for die in box) == [1, 1, 2, 2, 3, 3, 4, 4, 5, 6]
    assert all(RULES.view(s, seat, NOBODY)["box"] == box for seat in range(4))


# a stage


def test_the_referee_throws_all_dice() -> None:
    """A stage waits for its referee alone, who has nothing else to say; then all dice are rolled at once."""
    s = begin(5, referee=3, dice=12)
    assert pending(RULES, s) == (Choose(3),)
    assert choices(RULES, s, 3, NOBODY) == ("throw",)
    assert allows(RULES, s, Chose(0, "throw"), NOBODY) == "turn"
    assert allows(RULES, s, Chose(3, "drop"), NOBODY) == "turn"
    s = done(s, Chose(3, "throw"))
    assert pending(RULES, s) == (Roll((6,) * 12 + tuple(range(240, 228, -1))),)


def test_every_player_but_the_referee_chooses_a_face() -> None:
    """All others are asked at once, for one of the six faces."""
    s = thrown(begin(4, referee=2), SIXTY[:30])
    assert [request.seat for request in pending(RULES, s) if isinstance(request, Seal)] == [0, 1, 3]
    assert list(choices(RULES, s, 1, NOBODY)) == [1, 2, 3, 4, 5, 6]
    assert allows(RULES, s, Sealed(2), NOBODY) == "turn"
    assert allows(RULES, s, Sealed(1), {1: 7}) == "range"
    assert allows(RULES, s, Sealed(1), {1: 0}) == "range"
    assert allows(RULES, s, Sealed(1), {1: 6}) is None
    assert allows(RULES, done(s, Sealed(1)), Sealed(1), NOBODY) == "turn"


def test_all_are_opened_together() -> None:
    """Nobody opens before the last guess is sealed; then all who guessed are asked to open theirs."""
    s = done(thrown(begin(4), SIXTY[:30]), Sealed(2), Sealed(1))
    assert allows(RULES, s, Opened(1, (4,)), NOBODY) == "turn"
    s = done(s, Sealed(3))
    assert pending(RULES, s) == (Open(1, (1,)), Open(2, (2,)), Open(3, (3,)))
    assert allows(RULES, s, Opened(0, (4,)), NOBODY) == "turn"
    assert allows(RULES, s, Opened(1, (7,)), NOBODY) == "range"


def test_nothing_is_counted_before_all_guesses_are_open() -> None:
    """With one guess still closed there is no score; with the last one the stage is counted."""
    s = done(thrown(begin(3, dice=10), "1112223334"), Sealed(1), Sealed(2), Opened(2, (1,)))
    assert (s.past, RULES.totals(s)) == ((), (None, 0, 0))
    s = done(s, Opened(1, (4,)))
    assert RULES.totals(s) == (None, 1, 3)
    assert pending(RULES, s) == (Choose(0),)


# one referee


def test_one_seat_is_referee_for_the_whole_game() -> None:
    """By default, and seat 0 by default: it throws in all 5 stages and never guesses."""
    cases: list[tuple[dict[str, Any], int]] = [({}, 0), ({"mode": "referee", "referee": 2}, 2)]
    for options, referee in cases:
        s, _, facts = simulate(RULES, 4, options, random.Random(3))
        assert len(s.past) == 5
        assert [fact.seat for fact in facts if isinstance(fact, Chose)] == [referee] * 5
        assert referee not in {fact.seat for fact in facts if isinstance(fact, Sealed)}


def test_the_referee_is_a_seat_of_the_table() -> None:
    """With four players seats 0 to 3 can be referee."""
    assert begin(4, referee=3).referee == 3
    for seat in (4, -1, True):
        with pytest.raises(OptionError):
            begin(4, referee=seat)


def test_seconds_of_the_stages() -> None:
    """5, 3, 1, 3 and 3 seconds."""
    assert [thousandths(begin()._replace(stage=number)) for number in range(5)] == [
        5000,
        3000,
        1000,
        3000,
        3000,
    ]


def test_stage_1_scores_the_count() -> None:
    """A face gives as many points as dice show it, the largest too (the source's own example)."""
    assert points(1, "3 0 6 5 8 8") == [3, 0, 6, 5, 8, 8]


@pytest.mark.parametrize("number", [2, 3])
def test_stages_2_and_3_give_nothing_for_the_largest(number: int) -> None:
    """All that share the largest count give nothing, the others their count."""
    assert points(number, "3 0 6 5 8 8") == [3, 0, 6, 5, 0, 0]
    assert points(number, "1 2 3 4 9 8") == [1, 2, 3, 4, 0, 8]


def test_stage_4_rewards_few() -> None:
    """Four times the smallest count, twice the second smallest, else nothing (the source's own example)."""
    assert points(4, "9 9 2 4 2 4") == [0, 0, 8, 8, 8, 8]
    assert points(4, "10 9 2 4 2 3") == [0, 0, 8, 0, 8, 6]


def test_the_second_smallest_is_the_second_distinct_count() -> None:
    """Two faces with the fewest do not push out the next count, and all faces with that one are second."""
    assert points(4, "1 1 1 5 5 17") == [4, 4, 4, 10, 10, 0]
    assert points(4, "2 3 3 3 9 10") == [8, 6, 6, 6, 0, 0]


def test_a_face_with_no_dice_counts_nothing_and_can_be_the_smallest() -> None:
    """Four times nothing is nothing, and the next count is second."""
    assert points(4, "0 3 5 7 7 8") == [0, 6, 0, 0, 0, 0]
    assert points(4, "0 0 0 0 1 29") == [0, 0, 0, 0, 2, 0]
    assert points(1, "30 0 0 0 0 0") == [30, 0, 0, 0, 0, 0]


def test_stage_5_doubles_and_punishes_the_largest() -> None:
    """Ten points off for a face with the largest count, several or one; else twice the count."""
    assert points(5, "3 0 6 5 8 8") == [6, 0, 12, 10, -10, -10]
    assert points(5, "9 5 3 3 7 3") == [-10, 10, 6, 6, 14, 6]


def test_all_six_equal_are_all_largest_and_all_smallest() -> None:
    """With five dice of each face: their count, nothing, nothing, four times, ten off."""
    equal = "5 5 5 5 5 5"
    assert [points(number, equal) for number in range(1, 6)] == [
        [5] * 6,
        [0] * 6,
        [0] * 6,
        [20] * 6,
        [-10] * 6,
    ]


def test_a_game_of_five_stages_by_hand() -> None:
    """Seats 1 and 2 guess; each stage is scored by its own line of the table."""
    s = begin(3, dice=10)
    s = stage(s, "1112223345", "12")  # 3 and 3
    s = stage(s, "1112223345", "13")  # largest: 0; 2
    s = stage(s, "6666665555", "56")  # 4; largest: 0
    s = stage(s, "1222333344", "61")  # smallest, none: 0; second smallest: 2 x 1
    s = stage(s, "1222333344", "32")  # largest: -10; 2 x 3
    assert pending(RULES, s) == ()
    scores = [score_stage(s, number) for number in range(5)]
    assert scores == [(None, 3, 3), (None, 0, 2), (None, 4, 0), (None, 0, 2), (None, -10, 6)]
    assert RULES.totals(s) == (None, -3, 13)
    assert winners(RULES, s) == (2,)


# rotating referees


@pytest.mark.parametrize(("seats", "turns"), [(3, 2), (4, 2), (5, 1), (10, 1)])
def test_everyone_referees_in_turn_from_seat_0(seats: int, turns: int) -> None:
    """Twice each with 3 or 4 players, once with more; whoever throws does not guess."""
    s, _, facts = simulate(RULES, seats, {"mode": "rotating"}, random.Random(seats))
    assert [fact.seat for fact in facts if isinstance(fact, Chose)] == list(range(seats)) * turns
    assert len(s.past) == seats * turns
    for number, past in enumerate(s.past):
        assert [seat for seat, face in enumerate(past.guesses) if face == -1] == [number % seats]


def test_turns_each_can_be_one_to_five() -> None:
    """As an option, with any number of players."""
    for turns in (1, 3, 5):
        s, _, _ = simulate(RULES, 3, {"mode": "rotating", "turns_each": turns}, random.Random(turns))
        assert len(s.past) == 3 * turns
    for turns in (0, 6):
        with pytest.raises(OptionError):
            begin(3, turns_each=turns)


def test_rotating_stages_are_scored_as_stage_2_with_3_seconds() -> None:
    """Every one of them, the first, the fourth and the last too."""
    s = begin(3, mode="rotating")
    for number in range(6):
        assert stage_at(s, number) == STAGES[1]
        assert thousandths(s._replace(stage=number)) == 3000
        assert points(number + 1, "3 0 6 5 8 8", mode="rotating") == [3, 0, 6, 5, 0, 0]


def test_two_turns_each_by_hand() -> None:
    """Three players, six stages: who referees has no score in that stage, and a total of the other four."""
    s = begin(3, mode="rotating", dice=10)
    for guesses in ("12", "34", "66", "45", "15", "33"):  # 4 3 2 1 0 0 dice of 1 to 6
        s = stage(s, "1111222334", guesses)
    scores = [score_stage(s, number) for number in range(6)]
    assert scores == [(None, 0, 3), (2, None, 1), (0, 0, None), (None, 1, 0), (0, None, 0), (2, 2, None)]
    assert RULES.totals(s) == (4, 3, 4)
    assert winners(RULES, s) == (0, 2)


# the other options


def test_seconds_is_a_factor_for_all_times() -> None:
    """From a fifth to five times as long; the state keeps thousandths."""
    assert thousandths(begin(seconds=0.2)) == 1000
    assert thousandths(begin(seconds=5)._replace(stage=2)) == 5000
    assert thousandths(begin(seconds=1.5, mode="rotating")) == 4500
    assert thousandths(begin(seconds=0.333)) == 1665
    for factor in (0.19, 5.01, True, "1"):
        with pytest.raises(OptionError):
            begin(seconds=factor)


def counted(dice: str, marked: int | None = None, **options: Any) -> tuple[int, ...]:
    """What the faces count in a first stage with these dice."""
    s = stage(begin(3, dice=len(dice), marked_die=marked is not None, **options), dice, "11", marked)
    return counts(s, s.past[0])


def test_the_marked_die_counts_as_three_of_its_face() -> None:
    """One die, told apart from the others; without the option there is none."""
    assert counted("1112223345") == (3, 3, 2, 1, 1, 0)
    assert counted("1112223345", 0) == (5, 3, 2, 1, 1, 0)
    assert counted("1112223345", 9) == (3, 3, 2, 1, 3, 0)
    s = thrown(begin(3, dice=10, marked_die=True), "1112223345", 8)
    box = RULES.view(s, None, NOBODY)["box"]
    assert [die["face"] for die in box if die["marked"]] == [4]


def test_any_die_can_be_the_marked_one() -> None:
    """Which one is rolled for together with the faces and the places."""
    s = done(begin(3, dice=10, marked_die=True), Chose(0, "throw"))
    (request,) = pending(RULES, s)
    assert isinstance(request, Roll)
    assert request.sides[20:] == (10,)


def test_odd_faces_count_one_more() -> None:
    """1, 3 and 5, also where no die shows them."""
    assert counted("2222444466", odd_plus_one=True) == (1, 4, 1, 4, 1, 2)
    assert counted("1112223345", odd_plus_one=True) == (4, 3, 3, 1, 2, 0)


def test_marked_die_with_odd_plus_one() -> None:
    """Both apply to one face: a marked 5 counts three, and the fives one more."""
    assert counted("1112223345", 9, odd_plus_one=True) == (4, 3, 3, 1, 4, 0)
    assert counted("1112223345", 5, odd_plus_one=True) == (4, 5, 3, 1, 2, 0)


def test_counts_are_taken_after_these() -> None:
    """What is largest or smallest, and what a face gives, is said by the counts with both options."""
    # 1 2 3 4 5 6 are shown by 2 3 2 1 1 1 dice; with odd ones one more and a marked 6: 3 3 3 1 2 3.
    s = begin(4, dice=10, mode="rotating", marked_die=True, odd_plus_one=True)
    s = stage(s, "1122233456", "165", 9)
    assert score_stage(s, 0) == (None, 0, 0, 2)
    few = counted("1122233456", 9, odd_plus_one=True)
    assert few == (3, 3, 3, 1, 2, 3)
    assert [worth("smallest", few, face)[1] for face in (4, 5, 6)] == [4, 4, 0]


def test_options_that_do_not_apply_are_ignored_but_must_be_valid() -> None:
    """`turns_each` with one referee, `referee` with rotating ones."""
    s, _, _ = simulate(RULES, 3, {"turns_each": 5}, random.Random(1))
    assert len(s.past) == 5
    s = begin(3, mode="rotating", referee=2)
    assert pending(RULES, s) == (Choose(0),)
    for options in ({"turns_each": 6}, {"mode": "rotating", "referee": 3}, {"mode": "none"}):
        with pytest.raises(OptionError):
            begin(3, **options)


# the end


def test_highest_total_wins_and_ties_share() -> None:
    """Among those who guess."""
    s = begin(4, dice=10)
    for guesses in ("122", "122", "111", "111", "344"):  # 4 3 2 1 0 0 dice of 1 to 6
        s = stage(s, "1111222334", guesses)
    assert RULES.totals(s) == (None, 8, 8, 8)
    assert winners(RULES, s) == (1, 2, 3)


def test_who_referees_the_whole_game_never_wins() -> None:
    """Not even when everybody else is below zero."""
    s = begin(3, dice=10, referee=1)
    for guesses in ("66", "66", "66", "66", "11"):
        s = stage(s, "1111222334", guesses)
    assert RULES.totals(s) == (-10, None, -10)
    assert winners(RULES, s) == (0, 2)


def test_a_referee_has_no_score_for_the_stage() -> None:
    """None, not zero; with rotating referees everybody has a total."""
    s = stage(begin(3, mode="rotating", dice=10), "1111222334", "22")
    assert score_stage(s, 0) == (None, 3, 3)
    assert RULES.totals(s) == (0, 3, 3)


def test_games_are_found_by_name() -> None:
    """The game is registered."""
    assert engines.load("dice-watching") is RULES
