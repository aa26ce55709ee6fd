"""No Loose Ends, things and tricks: every sentence of rules.md 4 has a test here that names it, or in
`test_no_loose_ends_planning.py`, `test_no_loose_ends_covering.py` and `test_no_loose_ends_scores.py`.
"""

import random

import pytest

import engines
from engines import no_loose_ends_state as state
from engines.no_loose_ends import RULES
from engines.no_loose_ends_state import item
from engines.simulate import simulate
from engines.table import (
    OptionError,
    SeatsError,
    allows,
    choices,
    claims,
    pending,
    settle_options,
    then,
)
from engines.vocabulary import (
    NOBODY,
    Claim,
    Deal,
    Dealt,
    Played,
    Roll,
    Rolled,
    Shuffle,
    Shuffled,
)
from tests.engines.no_loose_ends_table import (
    CARDS,
    begin,
    bids_of,
    fact_of,
    go,
    legal,
    planning,
    refused,
    seen_refused,
    tricks,
    who,
)

# things


def test_numbers_1_to_15_in_four_suits() -> None:
    """Numbers 1..15 in G R Y B: 60 cards."""
    cards = [item(face) for face in state.deck(begin(4))]
    assert sorted(cards) == sorted(f"{suit}{number}" for suit in "GRYB" for number in range(1, 16))


@pytest.mark.parametrize("seats", [2, 3])
def test_two_or_three_players_play_without_the_highest(seats: int) -> None:
    """With 2-3 players without the 13s, 14s and 15s."""
    cards = {item(face) for face in state.deck(begin(seats))}
    assert cards == {f"{suit}{number}" for suit in "GRYB" for number in range(1, 13)}


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_escape_cards_only_with_the_option(seats: int) -> None:
    """4 black escape cards (X) only with the option, shuffled in."""
    assert "X" not in map(item, state.deck(begin(seats)))
    with_escapes = [item(face) for face in state.deck(begin(seats, escape=True))]
    assert with_escapes.count("X") == 4
    assert len(with_escapes) == len(state.deck(begin(seats))) + 4


@pytest.mark.parametrize(("seats", "cards", "limit"), [(2, 15, 6), (3, 16, 5), (4, 15, 4), (5, 12, 3)])
def test_cards_each_and_limits(seats: int, cards: int, limit: int) -> None:
    """Cards each: 2 -> 15, 3 -> 16, 4 -> 15, 5 -> 12; limit of bid cards 6, 5, 4, 3."""
    assert [len(hand) for hand in state.dealt_hands(begin(seats))] == [cards] * seats
    assert state.LIMIT[seats] == limit


@pytest.mark.parametrize(("seats", "left"), [(2, 22), (3, 4), (4, 4), (5, 4)])
def test_hand_sizes_stay_with_escape_cards(seats: int, left: int) -> None:
    """Leftovers with 2/3/4/5 players: 22/4/4/4; they are out, and nobody looks at them."""
    s = begin(seats, escape=True)
    assert len(state.deck(s)) - sum(map(len, state.dealt_hands(s))) == left
    _, _, facts = simulate(RULES, seats, {"escape": True}, random.Random(seats))
    dealt = {slot for hand in state.dealt_hands(s) for slot in hand}
    shown = [slot for fact in facts if isinstance(fact, Played) for slot in fact.slots if slot < 100]
    assert set(shown) <= dealt


def test_one_player_and_six_cannot_play() -> None:
    """The game is for 2 to 5."""
    for seats in (1, 6):
        with pytest.raises(SeatsError):
            settle_options(RULES, seats, {})


def test_all_options_are_false_by_default() -> None:
    """Options, all default false; nothing but true and false is one."""
    names = ("double_cross", "escape", "simple_scoring", "plan_b")
    assert settle_options(RULES, 3, {}) == dict.fromkeys(names, False)
    assert settle_options(RULES, 3, {"plan_b": True})["plan_b"] is True
    for name in names:
        with pytest.raises(OptionError):
            settle_options(RULES, 3, {name: 1})


def test_the_game_is_found_by_its_name() -> None:
    """It is one of the games."""
    assert engines.load("no-loose-ends") is RULES


# the course of the game


def test_everyone_starts_with_five_points() -> None:
    """Everyone starts with 5 points."""
    assert RULES.totals(begin(4)) == (5, 5, 5, 5)


def test_the_first_start_player_is_random_and_then_it_passes_to_the_left() -> None:
    """3 rounds; the first start player is random, the next ones sit to the left."""
    assert pending(RULES, begin(5)) == (Roll((5,)),)
    for seats in RULES.seats:
        end, _, facts = simulate(RULES, seats, {}, random.Random(seats))
        (rolled,) = [fact for fact in facts if isinstance(fact, Rolled)]
        assert len(end.past) == 3
        starts = [past.start for past in end.past]
        assert starts == [(rolled.numbers[0] + number) % seats for number in range(3)]
    assert who(begin_planning(4, 2)) == 2


def begin_planning(seats: int, start: int) -> state.State:
    s = begin(seats)
    for fact in (Rolled((start,)), Shuffled(), Dealt()):
        s = then(RULES, s, fact)
    return s


def test_a_round_begins_with_the_whole_deck_in_new_slots() -> None:
    """Cards are shuffled, then everyone is dealt a hand that they alone look at."""
    s = begin(3)._replace(section=state.SHUFFLE, round=1)
    (shuffle,) = pending(RULES, s)
    assert isinstance(shuffle, Shuffle)
    assert (sorted(shuffle.faces), shuffle.ranks) == (sorted(state.deck(s)), 15)
    assert shuffle.slots == tuple(range(100, 148))
    s = then(RULES, s, Shuffled())
    (deal,) = pending(RULES, s)
    assert isinstance(deal, Deal)
    assert [len(hand) for hand in deal.hands] == [16, 16, 16]
    assert then(RULES, s, Dealt()).hands == deal.hands


# tricks


def test_follow_the_led_suit_if_you_can() -> None:
    """Follow the led suit if you can, else play anything."""
    s, faces = tricks(["R5 G1", "R2 R9 B1", "G5 Y1"])
    assert legal(s, faces) == {"R5", "G1"}
    s = go(s, faces, "R5")
    assert legal(s, faces) == {"R2", "R9"}
    assert refused(s, faces, "B1") == "follow"
    s = go(s, faces, "R2")
    assert legal(s, faces) == {"G5", "Y1"}


def test_not_following_owes_a_claim_about_the_whole_suit() -> None:
    """None of the hidden cards is of the led suit; asked once in a round."""
    s, faces = tricks(["R5 R6", "G9 B1 Y2", "R4 R1"])
    s = go(s, faces, "R5")
    owed = claims(RULES, s, fact_of(s, faces, "G9"))
    assert owed == (Claim(1, (3, 4), tuple(CARDS[f"R{n}"] for n in range(1, 13))),)
    s = go(s, faces, "G9 R4 R6")
    assert s.voids == (0, 0b10, 0)
    assert claims(RULES, s, fact_of(s, faces, "B1")) == ()


def test_following_and_leading_owe_nothing() -> None:
    """What can be seen to be right needs no proof, nor does a last card."""
    s, faces = tricks(["R5 G1", "R2 R9 B1", "G5"])
    assert claims(RULES, s, fact_of(s, faces, "R5")) == ()
    s = go(s, faces, "R5")
    assert claims(RULES, s, fact_of(s, faces, "R2")) == ()
    s = go(s, faces, "R2")
    assert claims(RULES, s, fact_of(s, faces, "G5")) == ()


def test_a_bid_card_is_no_card_of_the_hand() -> None:
    """It cannot be played in a trick, and need not be followed with."""
    s, faces = tricks(["R5 G1", "G2 G3"], ["", "R9"])
    s = go(s, faces, "R5")
    assert legal(s, faces) == {"G2", "G3"}
    lie = Played(1, (4,), (CARDS["R9"],))
    assert allows(RULES, s, lie, NOBODY) == allows(RULES, s, lie, faces) == "not-held"


@pytest.mark.parametrize(
    ("trick", "taker"),
    [
        ("R5 R9 R7", 1),
        ("R5 G15 R3", 0),
        ("R5 B1 G15", 1),
        ("R15 B2 B1", 1),
        ("B3 R15 B9", 2),
        ("G5 G4 R9", 0),
    ],
)
def test_highest_blue_wins_else_the_highest_of_the_led_suit(trick: str, taker: int) -> None:
    """Blue is always trump; the winner leads next."""
    cards = trick.split()
    s, faces = tricks([f"{card} Y1" for card in cards])
    s = go(s, faces, trick)
    assert (s.leader, who(s)) == (taker, taker)
    assert s.won[taker] == sum(s.won) == 1


def test_the_tricks_end_when_one_hand_is_empty() -> None:
    """After the trick in which someone's hand became empty; the others keep their cards."""
    s, faces = tricks(["R5 G1", "R2 R9 G3", "R1 Y1 Y2 Y3"])
    s = go(s, faces, "R5 R2 R1")
    assert s.section == state.TRICKS
    assert s.past == ()
    s = go(s, faces, "G1 G3 Y1")
    assert s.section == state.SHUFFLE
    assert (s.past[0].won, s.round) == ((1, 1, 0), 1)
    assert s.hands == ((), (), ())


def test_who_bid_more_runs_out_sooner() -> None:
    """Bid cards are missing from the hand: the most bid cards fix the number of tricks."""
    s, faces = planning(["R1 R2 R3 R4", "G1 G2 G3 G4"])
    s = go(s, faces, "R1 G1 R2 pass pass")
    s = go(s, faces, "R3 G2 R1 R4 G3")
    assert s.past[0].won == (2, 0)
    assert len(s.past[0].bids[0]) == 2


def test_after_the_third_round_the_game_is_over() -> None:
    """Nothing is waited for, and nobody holds anything."""
    s, faces = tricks(["R5", "R2"])
    past = state.Past(0, (1, 0), ((), ()))
    end = go(s._replace(round=2, past=(past, past)), faces, "R5 R2")
    assert end.section == state.OVER
    assert pending(RULES, end) == ()
    assert len(end.past) == 3


# escape cards


def test_escape_cards_cannot_be_bid() -> None:
    """They cannot be bid; which cards they are is seen when one tries."""
    s, faces = planning(["R1 X X", "Y1 Y2"], escape=True)
    assert legal(s, faces) == {"R1", "pass"}
    assert refused(s, faces, "X") == seen_refused(s, faces, "X") == "escape-bid"
    assert (1,) in choices(RULES, s, 0, NOBODY)


def test_escape_cards_may_be_played_at_any_time() -> None:
    """Also when one could follow; then no claim is owed and nothing is known to be missing."""
    s, faces = tricks(["R5 R6", "R2 X G1", "R1 R3"], escape=True)
    s = go(s, faces, "R5")
    assert legal(s, faces) == {"R2", "X"}
    assert claims(RULES, s, fact_of(s, faces, "X")) == ()
    s = go(s, faces, "X R1")
    assert s.voids == (0, 0, 0)
    assert s.won == (1, 0, 0)


def test_who_cannot_follow_may_play_an_escape_card_or_anything() -> None:
    """A hand of other suits and escape cards is free, and its claim covers the escape cards too."""
    s, faces = tricks(["R5 R6", "G2 X B1"], escape=True)
    s = go(s, faces, "R5")
    assert legal(s, faces) == {"G2", "X", "B1"}
    assert claims(RULES, s, fact_of(s, faces, "G2")) == (Claim(1, (3, 4), state.of_suit(s, 1)),)
    assert CARDS["X"] not in state.of_suit(s, 1)


def test_if_one_is_led_the_first_other_card_sets_the_led_suit() -> None:
    """Until then anything may be played; after it one follows, and it is what takes the trick."""
    s, faces = tricks(["X R15", "X R1", "G4 B2", "G1 B9 R2", "R9 Y1"], escape=True)
    s = go(s, faces, "X")
    assert legal(s, faces) == {"X", "R1"}
    s = go(s, faces, "X")
    assert legal(s, faces) == {"G4", "B2"}
    assert claims(RULES, s, fact_of(s, faces, "G4")) == ()
    s = go(s, faces, "G4")
    assert legal(s, faces) == {"G1"}
    s = go(s, faces, "G1")
    owed = claims(RULES, s, fact_of(s, faces, "R9"))
    assert owed == (Claim(4, (10,), state.of_suit(s, 0)),)
    s = go(s, faces, "R9")
    assert s.leader == 2
    assert s.voids[4] == 0b1


def test_escape_cards_never_win() -> None:
    """Not even where they are led and followed by a one."""
    s, faces = tricks(["X R15", "G1 R1", "X G2"], escape=True)
    assert go(s, faces, "X G1 X").leader == 1


def test_of_escape_cards_alone_the_first_wins_and_covers_nothing() -> None:
    """Unless all are escape cards: then the first does, and that trick covers nothing."""
    for plan_b in (False, True):
        s, faces = tricks(["R1 X", "R2 X", "R3 X"], ["G1 G2 G3", "G1", "Y1"], 2, escape=True, plan_b=plan_b)
        s = go(s, faces, "X X X")
        assert (s.leader, s.won, s.section) == (2, (0, 0, 1), state.TRICKS)
        assert [bids_of(s, seat) for seat in range(3)] == [["G1", "G2", "G3"], ["G1"], ["Y1"]]
        assert state.loose_tricks(1, s.bids[2]) == 1


def test_the_dealt_cards_all_stay_in_the_game() -> None:
    """Always, hands, bid cards (but for those of plan B) and played cards are the cards dealt."""
    for seats in RULES.seats:
        for seed in range(16):
            options = {
                "double_cross": bool(seed & 1),
                "escape": bool(seed & 2),
                "plan_b": bool(seed & 4),
                "simple_scoring": bool(seed & 8),
            }
            _, faces, facts = simulate(RULES, seats, options, random.Random(seed))
            s = begin(seats, **options)
            for fact in facts:
                s = then(RULES, s, fact)
                if s.section in (state.PLAN, state.CROSS, state.TRICKS, state.COVER):
                    held = [faces[slot] for hand in s.hands for slot in hand]
                    bids = [bid.face for row in s.bids for bid in row if not bid.plan_b]
                    dealt = [faces[slot] for hand in state.dealt_hands(s) for slot in hand]
                    assert sorted([*held, *bids, *s.played]) == sorted(dealt)
                    assert all(bid.face in s.played for row in s.bids for bid in row if bid.plan_b)
                    assert all(faces[bid.slot] == bid.face for row in s.bids for bid in row)
