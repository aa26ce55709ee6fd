"""No Loose Ends, scores (rules.md 4). Rounds are laid by hand, and counted with pencil and paper."""

import random
from typing import Any

import pytest

from engines import no_loose_ends_state as state
from engines.no_loose_ends import RULES
from engines.no_loose_ends_state import Bid, Past, score_lines, score_round
from engines.simulate import simulate
from engines.table import winners
from tests.engines.no_loose_ends_table import begin, go, planning


def past(*seats: tuple[int, int, int, int]) -> Past:
    """A round by seat: tricks, bid cards, those of plan B, how many of all are covered."""
    rows = [
        tuple(Bid(n, 0, n < covered, n >= bids) for n in range(bids + later))
        for _, bids, later, covered in seats
    ]
    return Past(0, tuple(tricks for tricks, *_ in seats), tuple(rows))


def scores(*seats: tuple[int, int, int, int], **options: Any) -> tuple[int, ...]:
    return score_round(begin(len(seats), **options), past(*seats))


OTHER = (1, 1, 0, 0)
"""A seat with a bid card, and a trick that covered nothing: -2."""


def test_the_examples_of_the_source() -> None:
    """2 of 4 covered: 4 - 2. All 3 covered and a trick too many: 6 - 1. 2 of 2: 4 + 5."""
    assert scores((2, 4, 0, 2), (4, 3, 0, 3), (2, 2, 0, 2)) == (2, 5, 9)


def test_two_for_each_covered_bid_card() -> None:
    """+2 per covered bid card."""
    assert scores((1, 2, 0, 1), OTHER) == (2 - 1, -2)


def test_a_loose_end_costs_one() -> None:
    """An uncovered bid card, or a trick that covered nothing."""
    assert scores((0, 3, 0, 0), (4, 1, 0, 0)) == (-3, -5)


def test_perfect_crime() -> None:
    """+5 for a player with bid cards and no loose end."""
    s = begin(2)
    lines = score_lines(s, past((3, 3, 0, 3), OTHER), 0)
    assert lines == (("covered", 6), ("loose", 0), ("perfect", 5))


def test_an_informant_without_a_trick_gets_ten_and_nothing_else() -> None:
    """Then for everybody else there is no perfect crime and each loose end costs 2."""
    s = begin(3)
    told = past((0, 0, 0, 0), (2, 2, 0, 2), (3, 2, 0, 1))
    assert score_round(s, told) == (10, 4, 2 - 6)
    assert score_lines(s, told, 0) == (("informant", 10),)
    assert score_lines(s, told, 1) == (("covered", 4), ("loose", 0), ("perfect", 0))


def test_several_successful_informants_count_once() -> None:
    """Each gets 10; the others pay 2 for a loose end, not more."""
    assert scores((0, 0, 0, 0), (0, 0, 0, 0), (3, 2, 0, 1)) == (10, 10, 2 - 6)


def test_a_failed_informant_suffers_it_too() -> None:
    """Beside a successful one each trick of a failed informant costs 2."""
    assert scores((0, 0, 0, 0), (3, 0, 0, 0), OTHER) == (10, -6, -4)


def test_an_informant_with_tricks_has_loose_ends() -> None:
    """Each trick is a loose end; no perfect crime without bid cards; for others all is as usual."""
    assert scores((3, 0, 0, 0), (2, 2, 0, 2)) == (-3, 9)


def test_who_bid_and_took_no_trick_is_no_informant() -> None:
    """Bid cards that are not covered are loose ends, whatever one took."""
    assert scores((0, 1, 0, 0), (2, 2, 0, 2)) == (-1, 9)


@pytest.mark.parametrize(("loose", "points"), [(0, 4), (1, 2), (2, -2), (3, -3), (9, -9)])
def test_simple_scoring_counts_loose_ends_alone(loose: int, points: int) -> None:
    """0 -> +4, 1 -> +2, n >= 2 -> -n, however many are covered."""
    s = begin(2, simple_scoring=True)
    assert score_lines(s, past((loose + 2, 2, 0, 2), OTHER), 0) == (("simple", points),)
    assert score_lines(s, past((0, loose, 0, 0) if loose else (1, 1, 0, 1), OTHER), 0) == (
        ("simple", points),
    )


def test_simple_scoring_takes_informants_by_the_same_table() -> None:
    """With no effect on others."""
    told = ((0, 0, 0, 0), (1, 0, 0, 0), (3, 0, 0, 0), (2, 2, 0, 2), (0, 2, 0, 0))
    assert scores(*told, simple_scoring=True) == (4, 2, -3, 4, -2)


def test_plan_b_cards_count_like_bid_cards() -> None:
    """Covered +2, uncovered -1; the trick that made them is no loose end; all covered is a perfect crime."""
    assert scores((3, 1, 1, 2), OTHER, plan_b=True) == (4 + 5, -2)
    assert scores((2, 1, 1, 1), OTHER, plan_b=True) == (2 - 1, -2)
    assert scores((4, 1, 1, 2), OTHER, plan_b=True) == (4 - 1, -2)


def test_plan_b_for_an_informant() -> None:
    """Has failed with the first trick; with all of them covered the perfect crime counts."""
    assert scores((2, 0, 1, 1), (2, 2, 0, 2), plan_b=True) == (2 + 5, 9)
    assert scores((1, 0, 1, 0), (2, 2, 0, 2), plan_b=True) == (-1, 9)
    assert scores((2, 0, 1, 1), (0, 0, 0, 0), plan_b=True) == (2, 10)


def test_plan_b_with_simple_scoring() -> None:
    """A covered card of plan B is no loose end, another one is."""
    options = {"plan_b": True, "simple_scoring": True}
    assert scores((3, 1, 1, 2), (2, 1, 1, 1), (2, 0, 1, 1), **options) == (4, 2, 4)


def test_totals_begin_at_five_and_may_fall_below_zero() -> None:
    """Everyone starts with 5 points; totals may fall below zero."""
    s = begin(2)._replace(past=(past((6, 0, 0, 0), (2, 2, 0, 2)), past((4, 0, 0, 0), OTHER)))
    assert RULES.totals(s) == (5 - 6 - 4, 5 + 9 - 2)


def over(*rounds: Past) -> state.State:
    return begin(len(rounds[0].won))._replace(section=state.OVER, past=rounds)


GOOD, BAD = (2, 2, 0, 2), (2, 2, 0, 1)
"""9 points, and 2 - 2 = 0."""


def test_most_points_win() -> None:
    """Whoever did better in the last round."""
    s = over(past(GOOD, BAD), past(GOOD, BAD), past(BAD, GOOD))
    assert RULES.totals(s) == (23, 14)
    assert winners(RULES, s) == (0,)


def test_a_tie_goes_to_who_got_more_in_the_last_round() -> None:
    """Tie: more points in the last round, among those who are tied."""
    s = over(past(GOOD, BAD, OTHER), past(BAD, BAD, OTHER), past(BAD, GOOD, OTHER))
    assert RULES.totals(s) == (14, 14, -1)
    assert winners(RULES, s) == (1,)
    s = over(past(GOOD, BAD, BAD), past(GOOD, BAD, BAD), past(OTHER, BAD, GOOD), past(OTHER, BAD, GOOD))
    assert RULES.totals(s) == (19, 5, 23)
    assert winners(RULES, s) == (2,)


def test_still_tied_is_shared() -> None:
    """Equal totals and equal last rounds."""
    s = over(past(GOOD, BAD, OTHER), past(BAD, GOOD, OTHER), past(GOOD, GOOD, GOOD))
    assert winners(RULES, s) == (0, 1)


@pytest.mark.parametrize(
    ("plan_b", "simple", "totals"),
    [
        (False, False, (15, 3, -3)),  # 10; R9 open: -2; Y5 open and three loose tricks: -8
        (True, False, (15, 3, 3)),  # R3 covered, Y5 and B2 open: 2 - 4
        (False, True, (9, 7, 1)),  # no, one and four loose ends
        (True, True, (9, 7, 3)),  # no, one and two
    ],
)
def test_a_whole_round_with_a_double_cross_by_hand(
    plan_b: bool, simple: bool, totals: tuple[int, ...]
) -> None:
    """From the planning to the points, through a crossing that succeeds, with each way of scoring."""
    hands = ["R5 R1 G1", "R9 R2 Y4 Y1", "B2 R3 Y5 G3"]
    s, faces = planning(hands, double_cross=True, plan_b=plan_b, simple_scoring=simple)
    s = go(s, faces, "R5 R9 Y5 pass cross pass pass")
    assert s.leader == 2
    s = go(s, faces, "R3 R1 R2")  # seat 2 wins; its Y5 is no three and not red
    s = go(s, faces, "B2 R5 Y4")  # again; no two, not blue
    s = go(s, faces, "G3 G1 Y1")  # again; with plan B there is R3, covered by its number
    assert s.section == state.SHUFFLE
    assert s.past[0].won == (0, 0, 3)
    assert RULES.totals(s) == totals


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_trick_covers_becomes_a_bid_card_or_is_loose(seats: int) -> None:
    """In random games with all combinations of options the counts of every round fit together."""
    for seed in range(32):
        options = dict(
            zip(("double_cross", "escape", "simple_scoring", "plan_b"), map(bool, _bits(seed)), strict=True)
        )
        end, _, _ = simulate(RULES, seats, options, random.Random(seed))
        for one in end.past:
            most = max(len([bid for bid in bids if not bid.plan_b]) for bids in one.bids)
            assert sum(one.won) == state.HAND[seats] - most
            for won, bids in zip(one.won, one.bids, strict=True):
                assert len([bid for bid in bids if not bid.plan_b]) <= state.LIMIT[seats]
                assert state.loose_tricks(won, bids) >= 0
                assert options["plan_b"] or not any(bid.plan_b for bid in bids)
            informants = [seat for seat in range(seats) if state.planned_nothing(one.bids[seat])]
            assert len(informants) <= 1 or not options["double_cross"]


def _bits(number: int) -> tuple[int, ...]:
    return tuple(number >> place & 1 for place in range(4))
