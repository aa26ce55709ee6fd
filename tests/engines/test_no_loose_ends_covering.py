"""No Loose Ends, covering and plan B (rules.md 4)."""

import pytest

from engines import no_loose_ends_state as state
from engines.no_loose_ends import RULES
from engines.table import allows, choices, pending, reason
from engines.vocabulary import NOBODY, Choose, Chose
from tests.engines.no_loose_ends_table import CARDS, bids_of, go, legal, refused, tricks


@pytest.mark.parametrize(
    ("trick", "bid", "why"),
    [
        ("R9 R2", "Y9", "the number of the winning card"),
        ("R9 R2", "R1", "the suit of the winning card, which is the led suit"),
        ("R9 B2", "B7", "the suit of the winning card"),
        ("R9 B2", "R7", "the led suit"),
        ("R9 B2", "G2", "the number of the winning card"),
        ("X R9", "R1", "the led suit after an escape card"),
    ],
)
def test_what_covers_a_bid_card(trick: str, bid: str, why: str) -> None:
    """The number of the winning card, or the suit of the winning card, or the led suit."""
    led, follow = trick.split()
    bids = ["", bid] if "B2" in trick or led == "X" else [bid, ""]
    s, faces = tricks([f"{led} G15", f"{follow} Y15"], bids, escape=True)
    s = go(s, faces, trick)
    assert bids_of(s, s.leader) == [f"({bid})"], why
    assert (s.section, s.cover[0][1]) == (state.TRICKS, CARDS[bid])
    assert state.loose_tricks(1, s.bids[s.leader]) == 0


@pytest.mark.parametrize(
    ("trick", "bid"),
    [
        ("R9 R2", "Y2"),  # the number of a card that lost
        ("R9 B2", "G9"),  # the number of the card led
        ("R9 Y2", "Y1"),  # the suit of a card that lost
        ("G9 X", "B1"),  # blue is trump, and no more than that
    ],
)
def test_what_does_not(trick: str, bid: str) -> None:
    """If none qualifies, the trick is a loose end."""
    led, follow = trick.split()
    bids = ["", bid] if "B2" in trick else [bid, ""]
    s, faces = tricks([f"{led} G15", f"{follow} Y15"], bids, escape=True)
    s = go(s, faces, trick)
    assert (bids_of(s, s.leader), s.cover, s.section) == ([bid], (), state.TRICKS)
    assert state.loose_tricks(1, s.bids[s.leader]) == 1


def test_only_ones_own_bid_cards_are_covered() -> None:
    """The winner of a trick lays it on one of their own, whoever else has one that would fit."""
    s, faces = tricks(["R9 G1", "R2 G2"], ["Y3", "R5"])
    s = go(s, faces, "R9 R2")
    assert [bids_of(s, seat) for seat in (0, 1)] == [["Y3"], ["R5"]]


def test_of_several_the_winner_chooses() -> None:
    """By number, by suit and by led suit at once; nothing else can be chosen, and one must."""
    s, faces = tricks(["R9 R8", "B4 B1"], ["", "Y4 R1 B2 G7"])
    s = go(s, faces, "R9 B4")
    assert pending(RULES, s) == (Choose(1),)
    assert legal(s, faces) == {"Y4", "R1", "B2"}
    assert choices(RULES, s, 1, NOBODY) == choices(RULES, s, 1, faces)
    assert refused(s, faces, "G7") == "cover"
    for choice in (-1, True, "x", (), 0):
        if choice not in choices(RULES, s, 1, faces):
            assert allows(RULES, s, Chose(1, choice), NOBODY) == "cover"
            assert reason(RULES, s, 1, NOBODY, choice) == "cover"
    s = go(s, faces, "R1")
    assert bids_of(s, 1) == ["Y4", "(R1)", "B2", "G7"]
    assert (s.leader, s.section) == (1, state.TRICKS)


def test_if_one_qualifies_it_must_be_covered() -> None:
    """Nobody is asked, even if it were better to keep it for another trick."""
    s, faces = tricks(["R9 B8", "R4 R1"], ["R3 G1", ""])
    s = go(s, faces, "R9 R4")
    assert bids_of(s, 0) == ["(R3)", "G1"]
    assert s.section == state.TRICKS


def test_a_covered_bid_card_is_not_covered_again() -> None:
    """One of their uncovered bid cards; the next trick of the suit is a loose end."""
    s, faces = tricks(["R9 R8 G1", "R4 R1 G2"], ["R3", ""])
    s = go(s, faces, "R9 R4 R8 R1")
    assert bids_of(s, 0) == ["(R3)"]
    assert state.loose_tricks(s.won[0], s.bids[0]) == 1


def test_a_choice_shrinks_as_bid_cards_are_covered() -> None:
    """Two that qualify leave a choice once, then none."""
    s, faces = tricks(["R9 R8 G1", "R4 R1 G2"], ["R3 R2", ""])
    s = go(s, faces, "R9 R4 R2 R8 R1")
    assert bids_of(s, 0) == ["(R3)", "(R2)"]


def test_the_last_trick_is_covered_before_the_round_ends() -> None:
    """Its winner chooses, and the round is scored with it."""
    s, faces = tricks(["R9", "R4"], ["R3 R2", ""])
    s = go(s, faces, "R9 R4")
    assert (s.section, s.past) == (state.COVER, ())
    s = go(s, faces, "R2")
    assert s.section == state.SHUFFLE
    assert [bid.covered for bid in s.past[0].bids[0]] == [False, True]


# plan B


def test_a_trick_that_covers_nothing_becomes_a_bid_card() -> None:
    """Its winning card is put before the winner; the trick itself is then no loose end."""
    s, faces = tricks(["R9 R8 G1", "R4 B1 G2"], ["", "Y3"], plan_b=True)
    s = go(s, faces, "R9 R4")
    assert s.bids[0] == (state.Bid(0, CARDS["R9"], plan_b=True),)
    assert state.loose_tricks(1, s.bids[0]) == 0
    assert RULES.face_up(s)[0] == CARDS["R9"]
    s = go(s, faces, "R8 B1")
    assert [state.item(bid.face) for bid in s.bids[1]] == ["Y3", "B1"]


def test_it_can_be_covered_from_the_next_trick_on() -> None:
    """By the same rules: a choice together with those of the planning, or of itself."""
    s, faces = tricks(["R9 R8 Y2 G1", "R4 R1 Y1 G2"], ["Y3", ""], plan_b=True)
    s = go(s, faces, "R9 R4")
    assert bids_of(s, 0) == ["Y3", "R9"]
    s = go(s, faces, "R8 R1")
    assert bids_of(s, 0) == ["Y3", "(R9)"]
    s, faces = tricks(["R9 R8 G1", "R4 R1 G2"], ["Y8", ""], plan_b=True)
    s = go(s, faces, "R9 R4 R8 R1")
    assert legal(s, faces) == {"Y8", "R9"}


def test_the_limit_does_not_count_it() -> None:
    """Five players with three bid cards each get a fourth."""
    hands = ["R9 R8", "R1 Y2", "R2 Y3", "R3 Y4", "R4 Y5"]
    s, faces = tricks(hands, ["Y1 G1 G2", "", "", "", ""], plan_b=True)
    s = go(s, faces, "R9 R1 R2 R3 R4")
    assert bids_of(s, 0) == ["Y1", "G1", "G2", "R9"]


def test_what_covered_something_is_no_new_bid_card() -> None:
    """Only a trick that covers nothing."""
    s, faces = tricks(["R9 R8", "R4 R1"], ["R3", ""], plan_b=True)
    assert bids_of(go(s, faces, "R9 R4"), 0) == ["(R3)"]


def test_in_the_last_trick_it_is_a_bid_card_that_stays_uncovered() -> None:
    """There is no next trick: a loose end like any uncovered bid card."""
    s, faces = tricks(["R9", "R4"], ["Y3", ""], plan_b=True)
    past = go(s, faces, "R9 R4").past[0]
    assert state.loose_ends(past.won[0], past.bids[0]) == 2
    assert state.loose_tricks(past.won[0], past.bids[0]) == 0


def test_an_informant_who_takes_a_trick_gets_such_a_card_too() -> None:
    """And has failed, though it can be covered; an informant still is who bid nothing in the planning."""
    s, faces = tricks(["R9 R8 G1", "R4 R1 G2"], ["", "Y3"], plan_b=True)
    s = go(s, faces, "R9 R4")
    assert bids_of(s, 0) == ["R9"]
    assert state.informant(s, 0)
    s = go(s, faces, "R8 R1")
    assert bids_of(s, 0) == ["(R9)"]
    assert not state.succeeded(state.Past(0, s.won, s.bids), 0)
