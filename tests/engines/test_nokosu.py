"""Nokosu Dice up to the tricks: every sentence of rules.md 1 has a test that names it, here or in
test_nokosu_tricks.py and test_nokosu_scores.py.
"""

import random
from collections import Counter
from typing import Any

import pytest

import engines
from engines import nokosu_state
from engines.nokosu import RULES
from engines.nokosu_state import NOTHING, State, colour, item, number
from engines.simulate import simulate
from engines.table import OptionError, SeatsError, allows, choices, pending, settle_options, then
from engines.vocabulary import (
    NOBODY,
    Choose,
    Chose,
    Deal,
    Dealt,
    Fact,
    Play,
    Played,
    Roll,
    Rolled,
    Shuffle,
    Shuffled,
)
from tests.engines.nokosu_table import ITEMS, begin


def to_the_bag(seats: int, dealer: int = 0, **options: Any) -> State:
    """The state in which the dice are to be drawn."""
    s = begin(seats, **options)
    for fact in (Rolled((dealer,)), Shuffled(), Dealt()):
        s = then(RULES, s, fact)
    return s


def rolled(s: State, dice: str) -> State:
    """The state after these dice came out of the bag, each the first of its colour there."""
    left, numbers = nokosu_state.bag(s), []
    for word in dice.split():
        which = left.index(colour(ITEMS[word]))
        del left[which]
        numbers += [which, number(ITEMS[word]) - 1]
    fact = Rolled(tuple(numbers))
    assert allows(RULES, s, fact, NOBODY) is None
    state: State = then(RULES, s, fact)
    return state


def choose(s: State, *choices_made: int) -> State:
    """Let whoever is asked say these, one after the other."""
    for choice in choices_made:
        (request,) = pending(RULES, s)
        assert isinstance(request, Choose)
        fact = Chose(request.seat, choice)
        assert allows(RULES, s, fact, NOBODY) is None
        s = then(RULES, s, fact)
    return s


FOUR = "R1d R2d Y1d Y2d G1d G2d B1d B2d P1d P2d P3d P4d P5d R6d Y6d G6d B6d R5d Y5d G5d B5d"
"""Two dice each, R Y G B, and thirteen in the middle; in slots from 50 on, the middle from 58 to 70."""

THREE = "R1d Y1d G1d B1d B2d B3d R6d Y6d G6d R5d Y5d G5d B5d"
"""A die each and ten in the middle; the middle from 53 to 62."""


# things


def test_40_cards_in_five_colours_from_none_to_seven() -> None:
    """40 cards: 5 colours x numbers 0..7, letters R Y G B P; with 4 players all are used."""
    assert {item(face) for face in nokosu_state.deck(begin(4))} == {
        f"{letter}{value}" for letter in "RYGBP" for value in range(8)
    }


def test_25_dice_five_of_a_colour_with_faces_one_to_six() -> None:
    """25 dice: 5 per colour, faces 1..6; with 4 players all are used."""
    assert Counter(nokosu_state.bag(begin(4))) == dict.fromkeys(range(5), 5)
    assert {item(face) for face in range(40, 70)} == {
        f"{c}{value}d" for c in "RYGBP" for value in range(1, 7)
    }
    assert all(nokosu_state.die(colour(face), number(face)) == face for face in range(40, 70))


@pytest.mark.parametrize("dropped", list("PRYGB"))
def test_three_players_drop_a_colour_every_seven_and_a_die_of_each_colour(dropped: str) -> None:
    """With 3 players: one colour altogether, cards and dice, and every 7: 4 x (0..6) = 28 cards; one die of
    each remaining colour: 4 x 4 = 16 dice.
    """
    s = begin(3, dropped=dropped)
    left = [letter for letter in "RYGBP" if letter != dropped]
    assert {item(face) for face in nokosu_state.deck(s)} == {
        f"{c}{value}" for c in left for value in range(7)
    }
    assert len(nokosu_state.deck(s)) == 28
    assert Counter("RYGBP"[each] for each in nokosu_state.bag(s)) == dict.fromkeys(left, 4)


def test_dropped_is_purple_unless_another_is_named() -> None:
    """Option `dropped`: P, or any of the five; other values are refused."""
    assert settle_options(RULES, 3, {}) == {"dropped": "P"}
    for wrong in ("X", "", "p", 4, None, "RY"):
        with pytest.raises(OptionError):
            settle_options(RULES, 3, {"dropped": wrong})  # type: ignore[dict-item]


def test_dropped_is_ignored_with_four_players_though_it_must_be_valid() -> None:
    """An option that does not apply is ignored, and its value is a valid one all the same."""
    assert nokosu_state.deck(begin(4, dropped="G")) == nokosu_state.deck(begin(4))
    assert nokosu_state.bag(begin(4, dropped="G")) == nokosu_state.bag(begin(4))
    with pytest.raises(OptionError):
        settle_options(RULES, 4, {"dropped": "X"})


def test_three_or_four_players() -> None:
    """The game is for 3-4 players."""
    for seats in (2, 5):
        with pytest.raises(SeatsError):
            settle_options(RULES, seats, {})


def test_games_are_found_by_name() -> None:
    """The game is registered."""
    assert engines.load("nokosu") is RULES


# length


@pytest.mark.parametrize("seats", [3, 4])
def test_as_many_rounds_as_players_and_the_deal_passes_to_the_left(seats: int) -> None:
    """The first dealer is random, then the deal passes to the left, so that each deals once."""
    assert pending(RULES, begin(seats)) == (Roll((seats,)),)
    final, _, facts = simulate(RULES, seats, {}, random.Random(1))
    assert len(final.past) == seats
    s, dealers = begin(seats), []
    for fact in facts:
        s = then(RULES, s, fact)
        if isinstance(fact, Shuffled):
            dealers.append(s.dealer)
    assert isinstance(facts[0], Rolled)
    first = facts[0].numbers[0]
    assert dealers == [(first + turn) % seats for turn in range(seats)]


# a round: deal and dice


@pytest.mark.parametrize(("seats", "size", "out"), [(4, 10, 0), (3, 9, 1)])
def test_the_deal(seats: int, size: int, out: int) -> None:
    """4 players: 10 cards each. 3 players: 9 each, and the last card is out, unseen."""
    s = then(RULES, begin(seats), Rolled((0,)))
    (shuffle,) = pending(RULES, s)
    assert isinstance(shuffle, Shuffle)
    s = then(RULES, s, Shuffled())
    (deal,) = pending(RULES, s)
    assert isinstance(deal, Deal)
    assert [len(hand) for hand in deal.hands] == [size] * seats
    dealt = {slot for hand in deal.hands for slot in hand}
    assert len(set(shuffle.slots) - dealt) == out
    s = then(RULES, s, Dealt())
    assert s.hands == deal.hands


def test_players_may_look_at_their_cards_from_the_deal_on() -> None:
    """Who drafts dice sees the own hand already."""
    s = rolled(to_the_bag(4), FOUR)
    view = RULES.view(s, 1, {slot: slot for slot in s.hands[1] if slot < 50})
    assert view["phase"] == "draft"
    assert len(view["hand"]) == 10


@pytest.mark.parametrize(("seats", "own", "middle", "text"), [(4, 2, 13, FOUR), (3, 1, 10, THREE)])
def test_own_dice_and_dice_in_the_middle(seats: int, own: int, middle: int, text: str) -> None:
    """Every player draws dice from the bag at random (4 players: 2; 3 players: 1), rolls and keeps them, face
    unchanged, open before them; the dealer draws 13 (3 players: 10) into the middle.
    """
    s, dice = rolled(to_the_bag(seats), text), text.split()
    assert [len(nokosu_state.dice(s, seat)) for seat in range(seats)] == [own] * seats
    assert len(s.pool) == middle
    up = RULES.face_up(s)
    assert [item(up[slot]) for slot in sorted(up)] == dice
    view = RULES.view(s, None, {})
    assert [[die["item"] for die in before] for before in view["dice"]] == [
        dice[seat * own : (seat + 1) * own] for seat in range(seats)
    ]
    assert [die["item"] for die in view["pool"]] == dice[seats * own :]


@pytest.mark.parametrize(("seats", "full", "drawn"), [(4, 25, 21), (3, 16, 13)])
def test_the_bag_is_drawn_from_without_putting_back(seats: int, full: int, drawn: int) -> None:
    """One joint roll: of each die which of those left it is, and its face."""
    (request,) = pending(RULES, to_the_bag(seats))
    assert isinstance(request, Roll)
    assert request.sides[::2] == tuple(range(full, full - drawn, -1))
    assert request.sides[1::2] == (6,) * drawn


def test_which_die_comes_out_of_the_bag() -> None:
    """The bag holds its dice in the order of their colours, and a die that is out is not there again."""
    first, last = (0, 0), 5
    numbers: list[int] = []
    for turn in range(21):
        numbers += first if turn < 6 else (24 - turn, last)
    s = then(RULES, to_the_bag(4), Rolled(tuple(numbers)))
    up = RULES.face_up(s)
    assert [item(up[slot]) for slot in sorted(up)] == [
        *["R1d"] * 5,
        "Y1d",
        *["P6d"] * 5,
        *["B6d"] * 5,
        *["G6d"] * 5,
    ]


@pytest.mark.parametrize("dealer", [0, 2, 3])
def test_from_the_dealers_left_each_takes_one_die_at_a_time(dealer: int) -> None:
    """Clockwise, one die at a time, face unchanged, until everyone has taken 3. Exactly one is left: the
    trump die.
    """
    s = rolled(to_the_bag(4, dealer), FOUR)
    order = []
    for turn in range(12):
        (request,) = pending(RULES, s)
        assert isinstance(request, Choose)
        order.append(request.seat)
        assert nokosu_state.trump_die(s) == NOTHING
        assert nokosu_state.drafters(s)[0] == request.seat
        s = choose(s, 58 + turn)
        assert s.hands[request.seat][-1] == 58 + turn
    assert order == [(dealer + 1 + turn) % 4 for turn in range(12)]
    assert all(len(nokosu_state.dice(s, seat)) == 5 for seat in range(4))
    assert item(nokosu_state.trump_die(s)) == "B5d"
    assert RULES.view(s, None, {})["trump"] == "B5d"
    assert RULES.face_up(s) == RULES.face_up(rolled(to_the_bag(4, dealer), FOUR))


def test_three_players_draft_three_dice_each_as_well() -> None:
    """Ten in the middle, three each: one is left."""
    s = choose(rolled(to_the_bag(3), THREE), *range(53, 62))
    assert s.section == nokosu_state.ZERO
    assert all(len(nokosu_state.dice(s, seat)) == 4 for seat in range(3))
    assert item(nokosu_state.trump_die(s)) == "B5d"


def test_only_what_lies_in_the_middle_can_be_taken() -> None:
    """No die before a player, none that was taken, no card, and not nothing."""
    s = choose(rolled(to_the_bag(4), FOUR), 60)
    for wrong in (50, 60, 0, 71, NOTHING, "no", (61,)):
        assert allows(RULES, s, Chose(2, wrong), NOBODY) == "not-held"
    assert allows(RULES, s, Chose(1, 61), NOBODY) == "turn"
    assert set(choices(RULES, s, 2, NOBODY)) == set(range(58, 71)) - {60}


# a round: zero declaration


def drafted(dealer: int = 0) -> State:
    """Four players have drafted; the trump die is B5d in slot 70."""
    return choose(rolled(to_the_bag(4, dealer), FOUR), *range(58, 70))


def test_zero_is_declared_or_not_from_the_dealers_left_once_and_publicly() -> None:
    """From the dealer's left, clockwise, each once and publicly: declare zero, or not."""
    s = drafted(2)
    for seat in (3, 0, 1, 2):
        assert pending(RULES, s) == (Choose(seat),)
        assert set(choices(RULES, s, seat, NOBODY)) == {NOTHING, *nokosu_state.dice(s, seat)}
        assert RULES.view(s, None, {})["declared"][seat] is None
        s = choose(s, NOTHING)
        assert RULES.view(s, None, {})["declared"][seat] is False
    assert pending(RULES, s) == (Play(3),)


def test_who_declares_puts_one_own_die_back_at_once() -> None:
    """Who declares puts one own die of choice back into the bag at once."""
    s = choose(drafted(), 52)
    assert nokosu_state.dice(s, 1) == (53, 58, 62, 66)
    view = RULES.view(s, None, {})
    assert view["put_back"] == [None, "Y1d", None, None]
    assert view["declared"] == [None, True, None, None]
    assert view["goals"][1] == 0


def test_a_die_that_is_not_ones_own_cannot_be_put_back() -> None:
    """Not another's, not the trump die, not a card."""
    s = drafted()
    for wrong in (50, 70, 10, 58 + 1, -2, "no"):
        assert allows(RULES, s, Chose(1, wrong), NOBODY) == "not-held"


def test_several_may_declare() -> None:
    """Several may declare: here all four, each with an own die, and then all have 14 items for 14 tricks."""
    s = choose(drafted(), 52, 54, 56, 50)
    assert RULES.view(s, None, {})["declared"] == [True] * 4
    assert [len(hand) for hand in s.hands] == [14] * 4


# a round: tricks


@pytest.mark.parametrize(("seats", "count"), [(4, 14), (3, 12)])
def test_14_tricks_with_three_players_12(seats: int, count: int) -> None:
    """Tricks: 14 (3 players: 12), whoever declared or not; who did not keeps one die."""
    for seed in range(10):
        final, _, facts = simulate(RULES, seats, {}, random.Random(seed))
        assert all(sum(past.won) == count for past in final.past)
        assert sum(isinstance(fact, Played) for fact in facts) == seats * seats * count


def test_the_dealers_left_leads_the_first_trick() -> None:
    """The dealer's left leads the first."""
    for dealer in range(4):
        s = choose(drafted(dealer), *[NOTHING] * 4)
        assert pending(RULES, s) == (Play((dealer + 1) % 4),)


# conservation


@pytest.mark.parametrize("seats", [3, 4])
def test_cards_and_dice_are_conserved_after_every_fact(seats: int) -> None:
    """In every state of a round the cards held, played and out are the deck, and the dice before seats, in
    the middle, put back, played and never drawn are the bag.
    """
    for seed in range(6):
        options = {"dropped": "PRYGB"[seed % 5]}
        _, faces, facts = simulate(RULES, seats, options, random.Random(seed))
        s = begin(seats, **options)
        for fact in facts:
            s = then(RULES, s, fact)
            _conserved(s, faces, fact)


def _conserved(s: State, faces: dict[int, int], fact: Fact) -> None:
    if s.section < nokosu_state.BAG or s.section == nokosu_state.OVER:
        assert not any(s.hands)
        assert not s.draws
        return
    first, up = nokosu_state.first_die(s), RULES.face_up(s)
    held = [slot for hand in s.hands for slot in hand]
    cards = [faces[slot] for slot in held if slot < first] + [face for face in s.plays if face < 40]
    dealt = [faces[slot] for slot in list(nokosu_state.card_slots(s))[: nokosu_state.HAND[s.seats] * s.seats]]
    assert sorted(cards) == sorted(dealt)
    assert set(dealt) <= set(nokosu_state.deck(s))
    dice = [up[slot] for slot in (*held, *s.pool, *s.zero) if slot >= first]
    dice += [face for face in s.plays if face >= 40]
    assert sorted(dice) == sorted(s.draws)
    assert Counter(map(colour, s.draws)) <= Counter(nokosu_state.bag(s))
