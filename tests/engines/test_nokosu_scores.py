"""Nokosu Dice, 5. the score of a round and the end of the game (rules.md 1)."""

import pytest

from engines import nokosu_state
from engines.nokosu import RULES
from engines.nokosu_state import Past
from engines.table import winners
from tests.engines.nokosu_table import begin


def lines(won: tuple[int, ...], goals: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """Points for tricks, goal and zero."""
    return tuple(points for _, points in nokosu_state.score_lines(Past(won, goals), seat))


def test_a_point_a_trick_for_everyone() -> None:
    """1 point per trick won, for everyone, goal reached or not."""
    past = Past((6, 1, 4, 3), (5, 2, 3, 4))
    assert nokosu_state.score_round(past) == (6, 1, 4, 3)


@pytest.mark.parametrize(
    ("goals", "scores"),
    [
        ((5, 2, 4, 3), (5, 2, 4, 3)),
        ((5, 2, 4, 1), (15, 12, 14, 3)),
        ((5, 3, 4, 1), (25, 2, 24, 3)),
        ((6, 2, 5, 1), (5, 32, 4, 3)),
        ((6, 3, 5, 1), (5, 2, 4, 3)),
    ],
)
def test_by_how_many_reached_their_goal(goals: tuple[int, ...], scores: tuple[int, ...]) -> None:
    """By how many reached their goal, each of those gets: 4 -> 0, 3 -> 10, 2 -> 20, 1 -> 30."""
    assert nokosu_state.score_round(Past((5, 2, 4, 3), goals)) == scores


@pytest.mark.parametrize(
    ("goals", "scores"),
    [((6, 4, 2), (16, 14, 12)), ((6, 4, 3), (26, 24, 2)), ((6, 3, 3), (36, 4, 2)), ((1, 1, 1), (6, 4, 2))],
)
def test_by_how_many_with_three_players(goals: tuple[int, ...], scores: tuple[int, ...]) -> None:
    """By the number of achievers, with 3 players as with 4: all three get 10 each."""
    assert nokosu_state.score_round(Past((6, 4, 2), goals)) == scores


def test_a_declarer_who_reached_it_gets_ten_more() -> None:
    """With declaration the goal is no trick: 30 + 10 alone; who declared and took one gets nothing for it."""
    assert lines((0, 6, 4, 4), (0, 5, 3, 1), 0) == (0, 30, 10)
    assert lines((1, 6, 4, 3), (0, 6, 3, 1), 0) == (1, 0, 0)
    assert lines((1, 6, 4, 3), (0, 6, 3, 1), 1) == (6, 30, 0)


def test_several_zero_declarers_who_all_reach_it() -> None:
    """Two declarers without a trick beside one who missed: 20 and 10 more each."""
    assert nokosu_state.score_round(Past((0, 0, 8, 6), (0, 0, 5, 5))) == (30, 30, 8, 6)


def test_all_reach_their_goal_and_a_declarer_still_gets_ten() -> None:
    """4 -> 0; the declarer's 10 come on top of that."""
    assert nokosu_state.score_round(Past((0, 6, 5, 3), (0, 6, 5, 3))) == (10, 6, 5, 3)


def test_no_trick_without_declaration_reaches_nothing() -> None:
    """Without declaration the goal is the face of the die kept, and no die shows none."""
    assert nokosu_state.score_round(Past((0, 6, 4, 4), (1, 2, 2, 2))) == (0, 6, 4, 4)


def test_most_points_win_and_equal_totals_share() -> None:
    """Most points after the last round wins; equal totals share the win."""
    past = (
        Past((6, 4, 2), (6, 3, 3)),
        Past((4, 6, 2), (3, 6, 3)),
        Past((5, 5, 2), (1, 1, 1)),
    )
    s = begin(3)._replace(past=past)
    assert RULES.totals(s) == (6 + 30 + 4 + 5, 4 + 6 + 30 + 5, 2 + 2 + 2)
    assert winners(RULES, s) == (0, 1)
    assert winners(RULES, s._replace(past=past[:1])) == (0,)
