"""Dice And Domino: going out, drawing, what follows a double perfect, and the end (rules.md 2)."""

import random
from typing import Any

import pytest

from engines import dice_and_domino_state as state
from engines.dice_and_domino import RULES
from engines.dice_and_domino_state import Past, State
from engines.simulate import simulate
from engines.table import allows, choices, pending, reason, then, winners
from engines.vocabulary import NOBODY, Choose, Chose, Deal, Roll
from tests.engines.domino_table import DECK, begin, held, last, place, roll, show, table, turn

IDLE = "0-5 0-6 5-5"
"""Tiles that fit no die up to 4."""


def deal(s: State) -> Deal:
    """The draw that the table waits for."""
    (request,) = pending(RULES, s)
    assert isinstance(request, Deal)
    return request


# 5. out


def test_one_player_out_takes_the_pot() -> None:
    """If any hand is empty now, the round ends at once, before drawing; one player out takes the pot."""
    s, faces = table(["1-3", IDLE, IDLE], (1, 4), "2-2 2-3 2-4", ante=2)
    s = turn(s, faces, "1-3", "0-5 0-6", "0-5 0-6")
    assert s.past == (Past(1, (6, 0, 0)),)
    assert last(s).drew == (False, False, False)
    assert (s.section, s.round, s.hands) == (state.SHUFFLE, 1, ((), (), ()))
    assert state.totals(s) == (14, 8, 8)


def test_out_with_a_double_perfect_asks_nothing() -> None:
    """And 7 is not asked: the roller moves on to the left."""
    s, faces = table(["1-1 4-4", IDLE, IDLE], (1, 4), "2-2", roller=1)
    s = turn(s, faces, "1-1 4-4", "0-5 0-6", "0-5 0-6")
    assert (s.section, s.roller, s.kept, s.dice) == (state.SHUFFLE, 2, False, ())


def test_out_together_without_specials_they_split() -> None:
    """Several: without specials they split equally."""
    s, faces = table(["1-3", "1-3 4-5", IDLE, IDLE], (1, 4), ante=3, sets=2)
    s = turn(s, faces, "1-3", "1-3 4-5", "0-5 0-6", "0-5 0-6")
    assert s.past[0].won == (6, 6, 0, 0)
    assert state.carried(s, 1) == 0


@pytest.mark.parametrize(
    ("hands", "dice"),
    [
        (["0-0", "0-0 1-5", IDLE], (1, 4)),
        (["1-4", "1-4 1-5", IDLE], (1, 4)),
        (["1-1 4-4", "1-1 4-4", IDLE], (1, 4)),
        (["3-3 3-3", "3-3 3-3", IDLE], (3, 3)),
    ],
    ids=["w0", "perfect", "double perfect", "double roll"],
)
def test_out_together_with_specials_of_one_kind_they_split(hands: list[str], dice: tuple[int, int]) -> None:
    """If several share the strongest kind, they split it; what does not divide stays."""
    s, faces = table(hands, dice, ante=1, sets=2)
    s = turn(s, faces, hands[0], hands[1], "0-5 0-6")
    assert s.past[0].won == (1, 1, 0)
    assert state.carried(s, 1) == 1


@pytest.mark.parametrize(
    ("strong", "weak"),
    [("1-1 4-4", "1-4"), ("1-1 4-4", "0-0"), ("1-4", "0-0 1-5"), ("1-4 4-5", "1-6"), ("0-0", "1-6 4-6")],
)
def test_of_several_the_strongest_special_takes_all(strong: str, weak: str) -> None:
    """The one whose last discard held the strongest special takes all: the weaker one is blocked, and is not
    even out.
    """
    for hands, won in (([strong, weak, IDLE], (3, 0, 0)), ([weak, strong, IDLE], (0, 3, 0))):
        s, faces = table(hands, (1, 4), sets=2)
        assert turn(s, faces, hands[0], hands[1], "0-5 0-6").past == (Past(1, won),)


def test_what_does_not_divide_is_carried_over() -> None:
    """What does not divide stays in the pot for the next round, and is paid out there."""
    s, faces = table(["1-3", "4-5", IDLE], (1, 4), rounds=2)
    s = turn(s, faces, "1-3", "4-5", "0-5 0-6")
    assert (state.pot(s), state.chips(s)) == (1 + 3, (1, 1, 0))
    after, faces = table([IDLE, "1-3", IDLE], (1, 4), rounds=2)
    s = after._replace(round=1, past=s.past)
    s = turn(s, faces, "0-5 0-6", "1-3", "0-5 0-6")
    assert s.past[1].won == (0, 4, 0)
    assert (s.section, state.totals(s)) == (state.OVER, (1, 5, 0))


def test_after_the_last_round_the_rest_is_not_paid_out() -> None:
    """After the last round what stays in the pot is nobody's."""
    s, faces = table(["1-3", "4-5", IDLE], (1, 4), rounds=1)
    s = turn(s, faces, "1-3", "4-5", "0-5 0-6")
    assert (s.section, pending(RULES, s)) == (state.OVER, ())
    assert (state.pot(s), state.totals(s), state.chips(s)) == (1, (1, 1, 0), (1, 1, 0))


def test_who_could_not_discard_is_not_out() -> None:
    """A last tile that a special blocks goes back, and its player draws."""
    s, faces = table(["1-3", "0-0 0-5 5-5", IDLE], (1, 4), "2-2 2-3 2-4")
    s = turn(s, faces, "1-3", "0-0 0-5", "0-5 0-6")
    assert s.past == ()
    assert held(s, faces)[0] == "1-3 2-3"


# 6. draw


def test_everyone_without_a_special_draws_from_the_rollers_left() -> None:
    """From the roller's left, ending with the roller: one tile each, whether or not they discarded."""
    s, faces = table(["1-3 1-1 2-2", IDLE, IDLE], (1, 4), "2-2 2-3 2-4 2-5", roller=1)
    s = show(place(s, faces, "1-3 1-1", "0-5 0-6", "0-5 0-6"), faces, {0: "1-3"})
    first = DECK + 24
    assert deal(s).hands == ((first + 1,), (first + 2,), (first,))
    s = turn(
        *table(["1-3 1-1 2-2", IDLE, IDLE], (1, 4), "2-2 2-3 2-4 2-5", roller=1),
        *("1-3 1-1", "0-5 0-6", "0-5 0-6"),
        chosen={0: "1-3"},
    )
    assert held(s, faces) == ["1-1 2-2 2-3", "0-5 0-6 2-4 5-5", "0-5 0-6 2-2 5-5"]
    assert (state.boneyard(s), s.section) == (1, state.ROLL)


def test_if_any_is_left() -> None:
    """Draws one tile, if any is left: the last tiles go to those first from the roller's left."""
    s, faces = table([IDLE, IDLE, IDLE], (1, 4), "2-2 2-3", roller=2)
    s = turn(s, faces, *["0-5 0-6"] * 3)
    assert held(s, faces) == ["0-5 0-6 2-2 5-5", "0-5 0-6 2-3 5-5", "0-5 0-6 5-5"]
    assert last(s).drew == (True, True, False)


def test_the_boneyard_is_not_refilled() -> None:
    """With an empty boneyard nobody draws, and the next turn follows at once."""
    s, faces = table(["1-3 5-5 5-6", IDLE], (1, 4))
    s = turn(s, faces, "1-3 5-5", "0-5 0-6")
    assert (s.section, s.turn, last(s).drew) == (state.ROLL, 1, (False, False))
    assert held(s, faces) == ["5-5 5-6", "0-5 0-6 5-5"]
    s = turn(roll(s, 1, 4), faces, "5-5 5-6", "0-5 0-6")
    assert (s.section, state.boneyard(s), s.discarded) == (state.ROLL, 0, (10,))


@pytest.mark.parametrize(
    ("first", "second", "drew"),
    [
        ("0-0 5-5", "2-5 5-6", (False, True, True)),
        ("1-4 5-5", "2-5 5-6", (False, True, True)),
        ("1-1 4-4", "2-5 5-6", (False, True, True)),
        ("1-4 5-5", "0-0 5-6", (False, False, True)),
        ("1-1 4-4", "1-4 5-6", (False, False, True)),
        ("1-1 4-4", "0-0 5-6", (False, False, True)),
    ],
)
def test_a_turned_up_special_spares_the_draw(first: str, second: str, drew: tuple[bool, ...]) -> None:
    """Also if a stronger one blocked it."""
    s, faces = table([f"{first} 6-6", f"{second} 6-6", IDLE], (1, 4), "2-2 2-3 2-4", sets=2)
    s = turn(s, faces, first, second, "0-5 0-6")
    assert last(s).drew == drew


@pytest.mark.parametrize(
    ("first", "draws"), [("0-0 5-5", True), ("0-0 0-0", True), ("0-0 1-4", False), ("1-4 5-5", False)]
)
def test_w0_draws(first: str, draws: bool) -> None:
    """`w0_draws`: players whose strongest special is a W0 do draw."""
    s, faces = table([f"{first} 6-6", "2-5 5-6 6-6"], (1, 4), "2-2 2-3", sets=2, w0_draws=True)
    s = turn(s, faces, first, "2-5 5-6")
    assert last(s).drew == (draws, True)


def test_w0_draws_also_where_it_is_blocked() -> None:
    """With `w0_draws`, a W0 under another player's perfect tile does not spare the draw."""
    s, faces = table(["0-0 5-5 6-6", "1-4 5-6 6-6"], (1, 4), "2-2 2-3", sets=2, w0_draws=True)
    assert last(turn(s, faces, "0-0 5-5", "1-4 5-6")).drew == (True, False)


# 7. after a double perfect


def test_a_double_perfect_is_asked_about_after_the_draw() -> None:
    """After a double perfect was discarded its player chooses, when the others have drawn."""
    s, faces = table(["1-1 4-4 6-6", IDLE, IDLE], (1, 4), "2-2 2-3", roller=1)
    s = show(place(s, faces, "1-1 4-4", "0-5 0-6", "0-5 0-6"), faces)
    assert [len(slots) for slots in deal(s).hands] == [0, 1, 1]
    s = turn(*table(["1-1 4-4 6-6", IDLE, IDLE], (1, 4), "2-2 2-3", roller=1), "1-1 4-4", *["0-5 0-6"] * 2)
    assert pending(RULES, s) == (Choose(0),)
    assert choices(RULES, s, 0, NOBODY) == ("roll", "keep")
    assert reason(RULES, s, 0, NOBODY, "pass") == "range"
    assert allows(RULES, s, Chose(0, "pass"), NOBODY) == "range"
    assert allows(RULES, s, Chose(1, "roll"), NOBODY) == "turn"


def test_roll_makes_its_player_the_next_roller() -> None:
    """`roll`: they are the next roller, and the rotation goes on from them."""
    s, faces = table(["1-1 4-4 6-6", IDLE, IDLE], (1, 4), roller=1)
    s = then(RULES, turn(s, faces, "1-1 4-4", "0-5 0-6", "0-5 0-6"), Chose(0, "roll"))
    assert (s.section, s.roller, s.dice, s.kept, s.turn) == (state.ROLL, 0, (), False, 1)
    assert pending(RULES, s) == (Roll((6, 6)),)
    assert last(s).after == "roll"
    s = turn(roll(s, 1, 2), faces, "6-6", "0-5 0-6", "0-5 0-6")
    assert s.roller == 1


def test_keep_uses_the_same_faces_without_a_roll() -> None:
    """`keep`: the next turn uses the same faces, and the roller's mark moves to the left as usual."""
    s, faces = table(["1-1 4-4 1-3", IDLE, IDLE], (1, 4), roller=1)
    s = then(RULES, turn(s, faces, "1-1 4-4", "0-5 0-6", "0-5 0-6"), Chose(0, "keep"))
    assert (s.section, s.roller, s.dice, s.kept, s.turn) == (state.PLACE, 2, (1, 4), True, 1)
    assert last(s).after == "keep"
    s = turn(s, faces, "1-3", "0-5 0-6", "0-5 0-6")
    assert s.past == (Past(2, (3, 0, 0)),)
    assert last(s).kept


def test_faces_are_kept_for_one_turn() -> None:
    """After a turn with kept faces the dice are rolled again."""
    s, faces = table(["1-1 4-4 5-5 5-6", IDLE, IDLE], (1, 4), roller=1)
    s = then(RULES, turn(s, faces, "1-1 4-4", "0-5 0-6", "0-5 0-6"), Chose(0, "keep"))
    s = turn(s, faces, "5-5 5-6", "0-5 0-6", "0-5 0-6")
    assert (s.section, s.roller, s.dice, s.kept) == (state.ROLL, 0, (), False)


@pytest.mark.parametrize(("roller", "asked"), [(0, 2), (1, 2), (2, 0), (3, 0)])
def test_of_several_the_first_from_the_rollers_left_is_asked(roller: int, asked: int) -> None:
    """Of several: the first from the roller's left, the roller last."""
    double = "1-1 4-4 6-6"
    s, faces = table([double, IDLE, double, IDLE], (1, 4), roller=roller, sets=2)
    s = turn(s, faces, "1-1 4-4", "0-5 0-6", "1-1 4-4", "0-5 0-6")
    assert pending(RULES, s) == (Choose(asked),)


# the end


def test_after_the_last_round_most_chips_win() -> None:
    """After the last round most chips win; equal chips share the win."""
    s = begin(3, rounds=2)._replace(section=state.OVER)
    assert winners(RULES, s._replace(past=(Past(1, (3, 0, 0)), Past(1, (3, 0, 0))))) == (0,)
    assert winners(RULES, s._replace(past=(Past(1, (3, 0, 0)), Past(1, (0, 0, 3))))) == (0, 2)


def test_totals_take_no_ante_for_a_round_that_goes_on() -> None:
    """The standing after the finished rounds, with the chips from the start."""
    s = begin(3)._replace(section=state.ROLL, past=(Past(4, (0, 3, 0)),))
    assert (state.totals(s), state.chips(s)) == ((4, 7, 4), (3, 6, 3))
    assert state.score_round(s, 0) == (-1, 2, -1)


@pytest.mark.parametrize("seats", list(RULES.seats))
def test_chips_are_conserved(seats: int) -> None:
    """After every fact the chips of all and the pot are what was there at the start; nobody owes any."""
    options: dict[str, Any] = {"rounds": 4, "ante": 3}
    for seed in range(3):
        final, _, facts = simulate(RULES, seats, options, random.Random(seed))
        s = begin(seats, **options)
        for fact in facts:
            assert sum(state.chips(s)) + state.pot(s) == seats * 12
            assert min(state.chips(s)) >= 0
            s = then(RULES, s, fact)
        assert s == final
        assert sum(state.totals(s)) + state.pot(s) == seats * 12
        assert state.pot(s) < seats
        assert len(s.past) == 4
