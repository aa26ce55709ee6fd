"""Dice And Domino: every sentence of rules.md 2 has a test that names it; here those up to the discard."""

import random
from itertools import combinations

import pytest

from engines import dice_and_domino_state as state
from engines.dice_and_domino import RULES
from engines.dice_and_domino_state import TILES, item
from engines.simulate import simulate
from engines.table import OptionError, SeatsError, allows, choices, pending, reason, settle_options, then
from engines.vocabulary import NOBODY, Deal, Dealt, Mix, Mixed, Roll, Rolled, Show, Shuffle, Shuffled
from tests.engines.domino_table import (
    FACES,
    begin,
    gone,
    held,
    names,
    place,
    placed_items,
    roll,
    show,
    shown,
    table,
    turn,
    up,
)

# things


def test_a_set_has_28_tiles_and_two_have_each_twice() -> None:
    """A double-six set: 28 tiles [a-b], 0 <= a <= b <= 6; two sets are 56 tiles, each twice."""
    wanted = sorted(f"{a}-{b}" for a in range(7) for b in range(a, 7))
    assert sorted(map(item, TILES)) == wanted
    assert len(wanted) == 28
    assert sorted(map(item, state.tiles(begin(4, sets=1)))) == wanted
    assert sorted(map(item, state.tiles(begin(4, sets=2)))) == sorted(wanted * 2)


def test_the_numbers_of_players_and_sets() -> None:
    """2 to 10 players; one set for 2 to 5 only, two for all; by default one with up to 5, else two."""
    assert list(RULES.seats) == list(range(2, 11))
    for seats in RULES.seats:
        assert settle_options(RULES, seats, {})["sets"] == (1 if seats <= 5 else 2)
        assert settle_options(RULES, seats, {"sets": 2})["sets"] == 2
        if seats > 5:
            with pytest.raises(OptionError):
                settle_options(RULES, seats, {"sets": 1})
    for seats in (1, 11):
        with pytest.raises(SeatsError):
            settle_options(RULES, seats, {})


@pytest.mark.parametrize(
    ("name", "default", "good", "bad"),
    [
        ("rounds", 5, (1, 20), (0, 21, True, 5.0, "5")),
        ("ante", 1, (1, 10), (0, 11, -1, 1.0)),
        ("sets", 1, (1, 2), (0, 3, True)),
        ("perfect_alone", False, (True, False), (0, 1, None)),
        ("w0_draws", False, (True, False), (0, "true", None)),
    ],
)
def test_options_have_defaults_and_bounds(
    name: str, default: object, good: tuple[int, ...], bad: tuple[object, ...]
) -> None:
    """`rounds` 5 (1..20), `ante` 1 (1..10), `perfect_alone` and `w0_draws` false."""
    assert settle_options(RULES, 4, {})[name] == default
    for value in good:
        assert settle_options(RULES, 4, {name: value})[name] is value
    for wrong in bad:
        with pytest.raises(OptionError):
            settle_options(RULES, 4, {name: wrong})  # type: ignore[dict-item]


def test_everyone_starts_with_the_antes_of_all_rounds() -> None:
    """Everyone starts with rounds x ante chips."""
    assert state.totals(begin(3)) == (5, 5, 5)
    assert state.totals(begin(3, rounds=7, ante=4)) == (28, 28, 28)


# a round


def test_everyone_pays_the_ante_into_the_pot() -> None:
    """The pot holds the antes of a round and what was carried over."""
    s = begin(3, ante=2)
    assert (state.pot(s), state.chips(s)) == (6, (8, 8, 8))
    later = s._replace(past=(state.Past(4, (2, 2, 0)),))
    assert (state.pot(later), state.chips(later)) == (8, (8, 8, 6))


def test_four_tiles_each_and_the_rest_is_the_boneyard() -> None:
    """Deal 4 tiles each; the rest is the boneyard."""
    s = then(RULES, begin(5), Rolled((3,)))
    (shuffle,) = pending(RULES, s)
    assert isinstance(shuffle, Shuffle)
    assert (shuffle.faces, shuffle.ranks, len(set(shuffle.slots))) == (state.tiles(s), 7, 28)
    s = then(RULES, s, Shuffled())
    (deal,) = pending(RULES, s)
    assert isinstance(deal, Deal)
    assert [len(hand) for hand in deal.hands] == [4] * 5
    s = then(RULES, s, Dealt())
    assert s.hands == deal.hands
    assert len({slot for hand in s.hands for slot in hand} & set(shuffle.slots)) == 20
    assert state.boneyard(s) == 8
    assert state.boneyard(s._replace(sets=2)) == 36


def test_the_first_roller_is_random() -> None:
    """The first roller of the game is random: any seat, by a joint roll."""
    s = begin(7)
    assert pending(RULES, s) == (Roll((7,)),)
    assert [then(RULES, s, Rolled((seat,))).roller for seat in range(7)] == list(range(7))


def test_the_roller_moves_to_the_left_after_every_turn() -> None:
    """The roller moves to the left after every turn, and from the last seat to the first."""
    hands = ["0-1 0-2 0-3", "1-1 1-2 1-3", "2-2 2-3 0-4"]
    s, faces = table(hands, (5, 6), roller=1)
    s = turn(s, faces, "0-1 0-2", "1-1 1-2", "2-2 2-3")
    assert (s.section, s.roller, s.turn) == (state.ROLL, 2, 1)
    s = turn(roll(s, 5, 6), faces, "0-1 0-2", "1-1 1-2", "2-2 2-3")
    assert (s.section, s.roller, s.turn) == (state.ROLL, 0, 2)


def test_the_roller_passes_on_over_rounds() -> None:
    """The roller moves to the left also from one round to the next."""
    s, faces = table(["1-2", "3-3 3-4 4-4"], (1, 6), roller=0)
    s = turn(s, faces, "1-2", "3-3 3-4")
    assert (s.section, s.round, s.turn, s.roller) == (state.SHUFFLE, 1, 0, 1)


# a turn: 1. and 2.


def test_both_dice_are_rolled_open_to_all() -> None:
    """The roller rolls both dice, open to all."""
    s = begin(2)._replace(section=state.ROLL)
    assert pending(RULES, s) == (Roll((6, 6)),)
    s = then(RULES, s, Rolled((0, 5)))
    assert (s.section, s.dice) == (state.PLACE, (1, 6))


def test_everyone_places_two_tiles_of_their_hand() -> None:
    """Everyone secretly places 2 tiles of their hand face down: any two, all at once."""
    s, faces = table(["0-1 0-2 0-3 0-4", "1-1 1-2 1-3"], (5, 6))
    mixes = pending(RULES, s)
    assert [r.seat for r in mixes if isinstance(r, Mix)] == [0, 1]
    assert set(choices(RULES, s, 0, NOBODY)) == set(combinations(s.hands[0], 2))
    assert set(choices(RULES, s, 1, faces)) == set(combinations(s.hands[1], 2))
    s = place(s, faces, "0-2 0-4", "1-3 1-1")
    assert (placed_items(s, 0, faces), placed_items(s, 1, faces)) == ("0-2 0-4", "1-1 1-3")


def test_one_tile_is_placed_by_who_holds_one() -> None:
    """1 if they hold only 1."""
    s, faces = table(["0-1", "1-1 1-2 1-3"], (5, 6))
    assert list(choices(RULES, s, 0, faces)) == [s.hands[0]]
    s = place(s, faces, "0-1", "1-1 1-2")
    assert (len(state.placed(s, 0)), len(state.placed(s, 1))) == (1, 2)


def test_placing_lays_the_whole_hand_into_new_slots() -> None:
    """Secretly: nobody can tell which tile went where, and no slot is there again."""
    s, faces = table(["0-1 0-2 0-3", "1-1 1-2"], (5, 6))
    first, second = pending(RULES, s)
    assert isinstance(first, Mix) and isinstance(second, Mix)
    assert (first.slots, second.slots) == s.hands
    assert [len(first.into), len(second.into)] == [3, 2]
    assert not {*first.into} & {*second.into}
    assert then(RULES, then(RULES, s, Mixed(1)), Mixed(0)) == then(RULES, then(RULES, s, Mixed(0)), Mixed(1))
    s = place(s, faces, "0-2 0-3", "1-1 1-2")
    assert s.hands == (first.into, second.into)
    assert s.fresh > max(max(first.into), max(second.into))


@pytest.mark.parametrize(
    ("choice", "rule"),
    [((0,), "place"), ((0, 1, 2), "place"), ((), "place"), ((0, 9), "not-held"), ((0, 0), "not-held")],
)
def test_other_than_two_own_tiles_cannot_be_placed(choice: tuple[int, ...], rule: str) -> None:
    """The number of tiles, and that they are there, has a rule each."""
    s, faces = table(["0-1 0-2 0-3", "1-1 1-2"], (5, 6))
    assert choice not in choices(RULES, s, 0, faces)
    assert reason(RULES, s, 0, faces, choice) == rule


def test_nobody_turns_up_before_all_have_placed() -> None:
    """All at once: the tiles are turned up when everyone has placed."""
    s, faces = table(["1-1 1-2", "2-2 2-3"], (1, 2))
    s = place(s, faces, "1-1 1-2")
    assert [type(request) for request in pending(RULES, s)] == [Mix]
    s = place(table(["1-1 1-2", "2-2 2-3"], (1, 2))[0], faces, "1-1 1-2", "2-2 2-3")
    assert pending(RULES, s) == (Show(0), Show(1))


# 4. discard


def test_without_a_special_every_tile_turned_up_is_discarded() -> None:
    """None: every tile turned up is discarded; the rest returns to its hand, unseen."""
    s, faces = table(["1-3 2-3 6-6", "1-5 4-6 2-2", "0-3 3-3 0-6"], (1, 4))
    s = turn(s, faces, "1-3 2-3", "1-5 4-6", "0-3 3-3")
    assert (up(s), gone(s)) == (["1-3", "1-5 4-6", ""], ["1-3", "1-5 4-6", ""])
    assert held(s, faces) == ["2-3 6-6", "2-2", "0-3 0-6 3-3"]
    assert names(s.discarded) == "1-3 1-5 4-6"
    assert [names(known) for known in s.known] == ["", "", ""]


def test_the_owner_chooses_where_one_die_serves_both() -> None:
    """If both fit but only through the same single die, the owner chooses which one."""
    for wanted, kept in (("0-2", "2-4"), ("2-4", "0-2")):
        s, faces = table(["0-2 2-4 6-6", "1-3 3-3 0-6"], (2, 5))
        s = turn(s, faces, "0-2 2-4", "1-3 3-3", chosen={0: wanted})
        assert (up(s), gone(s)) == ([wanted, ""], [wanted, ""])
        assert held(s, faces)[0] == f"{kept} 6-6"


def test_w0_lets_only_players_with_w0_discard() -> None:
    """W0: each their W0, and with it their other placed tile if it fits a die."""
    s, faces = table(["0-0 1-3 6-6", "0-0 2-3 6-6", "1-1 1-5 0-6"], (1, 4), sets=2)
    s = turn(s, faces, "0-0 1-3", "0-0 2-3", "1-1 1-5", chosen={2: "1-1"})
    assert up(s) == ["0-0 1-3", "0-0", "1-1"]
    assert gone(s) == ["0-0 1-3", "0-0", ""]
    assert held(s, faces) == ["6-6", "2-3 6-6", "0-6 1-1 1-5"]


def test_under_a_w0_the_others_show_both_placed_tiles() -> None:
    """All other players show both placed tiles to everyone and take them back; who has a W0 does not."""
    s, faces = table(["0-0 2-3 6-6", "2-5 1-5 0-6", "2-6 3-6 5-5", "4-5 4-6"], (1, 4), roller=1)
    s = place(s, faces, "0-0 2-3", "2-5 1-5", "2-6 3-6", "4-5 4-6")
    s = show(s, faces, {3: "4-5"})
    assert s.section == state.SHOW
    assert pending(RULES, s) == (Show(1), Show(2), Show(3))
    for seat, rest in ((1, "2-5"), (2, "2-6 3-6"), (3, "4-6")):
        (choice,) = choices(RULES, s, seat, NOBODY)
        assert names([faces[int(n)] for n in choice]) == rest  # type: ignore[union-attr]
        assert reason(RULES, s, seat, NOBODY, ()) == "fit"
    s = show(s, faces)
    assert shown(s) == ["", "2-5", "2-6 3-6", "4-6"]
    assert held(s, faces) == ["2-3 6-6", "0-6 1-5 2-5", "2-6 3-6 5-5", "4-5 4-6"]
    assert [names(known) for known in s.known] == ["", "1-5 2-5", "2-6 3-6", "4-5 4-6"]


def test_under_a_w0_nothing_more_is_shown_where_all_is_up() -> None:
    """Who has turned up everything placed has shown both tiles already."""
    s, faces = table(["0-0 2-3 6-6", "2-4 1-5 0-6"], (1, 4))
    s = turn(s, faces, "0-0 2-3", "2-4 1-5")
    assert (up(s), shown(s)) == (["0-0", "1-5 2-4"], ["", ""])
    assert held(s, faces)[1] == "0-6 1-5 2-4"


def test_a_perfect_tile_lets_only_players_with_one_discard() -> None:
    """Perfect: each theirs, and with it their other placed tile if it bears either face; no showing."""
    s, faces = table(["2-4 0-2 6-6", "2-2 4-5 0-6", "2-4 1-3 6-6"], (2, 4), sets=2)
    s = turn(s, faces, "2-4 0-2", "2-2 4-5", "2-4 1-3")
    assert gone(s) == ["0-2 2-4", "", "2-4"]
    assert shown(s) == ["", "", ""]
    assert held(s, faces) == ["6-6", "0-6 2-2 4-5", "1-3 6-6"]


def test_two_perfect_tiles_of_one_player_both_go() -> None:
    """Two copies placed by one player are both special: all of the kind are discarded."""
    for alone in (False, True):
        s, faces = table(["2-4 2-4 6-6", "2-2 0-1 0-6"], (2, 4), sets=2, perfect_alone=alone)
        s = turn(s, faces, "2-4 2-4", "2-2 0-1")
        assert (gone(s), held(s, faces)) == (["2-4 2-4", ""], ["6-6", "0-1 0-6 2-2"])


def test_perfect_alone_leaves_the_companion() -> None:
    """`perfect_alone`: the perfect tile goes alone, its companion goes back."""
    s, faces = table(["2-4 0-2 6-6", "2-2 0-1 0-6"], (2, 4), perfect_alone=True)
    s = turn(s, faces, "2-4 0-2", "2-2 0-1")
    assert (up(s)[0], gone(s)[0], held(s, faces)[0]) == ("0-2 2-4", "2-4", "0-2 6-6")


def test_perfect_alone_leaves_other_companions_alone() -> None:
    """The option speaks of the perfect tile: a W0 still takes its companion, a double perfect goes whole."""
    s, faces = table(["0-0 0-2 6-6", "3-3 0-1 0-6"], (2, 4), perfect_alone=True)
    assert gone(turn(s, faces, "0-0 0-2", "3-3 0-1"))[0] == "0-0 0-2"
    s, faces = table(["2-2 4-4 6-6", "3-3 0-1 0-6"], (2, 4), perfect_alone=True)
    assert gone(turn(s, faces, "2-2 4-4", "3-3 0-1"))[0] == "2-2 4-4"


def test_a_w0_beside_a_perfect_tile_goes_back() -> None:
    """A W0 beside it goes back, and a W0 of another player as well."""
    s, faces = table(["2-4 0-0 6-6", "0-0 2-5 0-6"], (2, 4), sets=2)
    s = turn(s, faces, "2-4 0-0", "0-0 2-5")
    assert (up(s), gone(s)) == (["0-0 2-4", "0-0 2-5"], ["2-4", ""])
    assert held(s, faces) == ["0-0 6-6", "0-0 0-6 2-5"]
    assert shown(s) == ["", ""]


def test_under_a_double_perfect_nothing_else_goes() -> None:
    """Double perfect: only double perfects are discarded."""
    s, faces = table(["2-2 4-4 6-6", "2-4 0-2 0-6", "0-0 4-5 1-1"], (2, 4))
    s = turn(s, faces, "2-2 4-4", "2-4 0-2", "0-0 4-5")
    assert gone(s) == ["2-2 4-4", "", ""]
    assert held(s, faces) == ["6-6", "0-2 0-6 2-4", "0-0 1-1 4-5"]


def test_equal_specials_do_not_cancel() -> None:
    """Equal specials do not cancel: two double perfects both go."""
    s, faces = table(["2-2 4-4 6-6", "2-2 4-4 0-6"], (2, 4), sets=2)
    assert gone(turn(s, faces, "2-2 4-4", "2-2 4-4")) == ["2-2 4-4", "2-2 4-4"]


def test_double_perfect_on_a_double_roll_needs_two_sets() -> None:
    """Two copies of [a-a] on a double roll are a double perfect; one copy with a companion is perfect."""
    s, faces = table(["3-3 3-3 6-6", "3-5 0-1 0-6"], (3, 3), sets=2)
    assert gone(turn(s, faces, "3-3 3-3", "3-5 0-1")) == ["3-3 3-3", ""]
    s, faces = table(["3-3 3-4 6-6", "3-5 0-1 0-6"], (3, 3))
    s = turn(s, faces, "3-3 3-4", "3-5 0-1")
    assert (gone(s), s.section) == (["3-3 3-4", ""], state.ROLL)


def test_tiles_never_turned_up_stay_unseen() -> None:
    """Everything not discarded returns to its hand; what was seen is known to all, what was not is not."""
    s, faces = table(["2-4 3-5 6-6", "2-2 0-1 0-6"], (2, 4))
    s = turn(s, faces, "2-4 3-5", "2-2 0-1")
    assert held(s, faces) == ["3-5 6-6", "0-1 0-6 2-2"]
    assert [names(known) for known in s.known] == ["", "2-2"]


def test_what_is_known_of_a_hand_is_counted_with_its_copies() -> None:
    """A tile known already that is seen again counts once; two copies seen together are known both; what is
    discarded is known no more.
    """
    known = state.known_after
    one, two = FACES["0-2"], FACES["0-3"]
    assert known((one,), (one,), ()) == (one,)
    assert known((one,), (one, one), ()) == (one, one)
    assert known((one,), (two,), ()) == (one, two)
    assert known((one, two), (one,), (one,)) == (two,)
    assert known((one,), (one, one), (one,)) == (one,)


@pytest.mark.parametrize("seats", list(RULES.seats))
def test_tiles_are_conserved(seats: int) -> None:
    """After every fact the hands, the boneyard and the discarded tiles are the whole set, each tile once for
    each set; what is known of a hand is in it; hands and boneyard hold slots of this round alone.
    """
    for seed, options in enumerate(
        ({"rounds": 2}, {"rounds": 1, "sets": 2}, {"rounds": 1, "w0_draws": True})
    ):
        _, faces, facts = simulate(RULES, seats, options, random.Random(seed))
        s = begin(seats, **options)
        for fact in facts:
            assert allows(RULES, s, fact, faces) is None
            s = then(RULES, s, fact)
            if state.DEAL < s.section < state.OVER:
                rest = range(s.deck + s.gone, s.deck + len(state.tiles(s)))
                assert len(rest) == state.boneyard(s)
                slots = [*rest, *(slot for hand in s.hands for slot in hand)]
                every = [*(faces[slot] for slot in slots), *s.discarded]
                assert sorted(every) == sorted(state.tiles(s))
                for hand, known in zip(s.hands, s.known, strict=True):
                    left = [faces[slot] for slot in hand]
                    for face in known:
                        left.remove(face)
