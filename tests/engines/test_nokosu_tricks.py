"""Nokosu Dice, 4. the tricks: trump, following, the last die, and who takes a trick (rules.md 1)."""

from itertools import pairwise

import pytest

from engines import nokosu_state
from engines.nokosu import RULES
from engines.nokosu_state import FACES, NOTHING, TRUMP, colour, item, number, suits
from engines.table import allows, claims, pending, then
from engines.vocabulary import NOBODY, Claim, Play, Played, Shuffled
from tests.engines.nokosu_table import ITEMS, legal, play, played, slot_of, tricks


def taker(trump: str, *words: str) -> int:
    """The place of what takes a trick."""
    return nokosu_state.winner(ITEMS[trump], [ITEMS[word] for word in words])


# trump


def test_what_is_trump() -> None:
    """An item is trump if its number equals the trump die's face, or its colour equals the trump die's
    colour.
    """
    suit = suits(ITEMS["R5d"])
    trumps = {item(face) for face in range(FACES) if suit[face] == TRUMP}
    cards = {f"R{value}" for value in range(8)} | {f"{letter}5" for letter in "RYGBP"}
    dice = {f"R{value}d" for value in range(1, 7)} | {f"{letter}5d" for letter in "RYGBP"}
    assert trumps == cards | dice


def test_a_trump_has_lost_its_own_colour() -> None:
    """It counts as the suit trump, and only as that: no red suit is left under a red die, and the yellow 5 is
    not yellow.
    """
    suit = suits(ITEMS["R5d"])
    assert 0 not in suit
    assert suit[ITEMS["Y5"]] == suit[ITEMS["Y5d"]] == TRUMP
    s, faces = tricks(["Y1 B1", "Y5 Y2 B2", "B3 Y5"], "R5d")
    s = play(s, faces, "Y1")
    assert legal(s, 1, faces) == {"Y2"}
    s = play(s, faces, "Y2")
    assert legal(s, 2, faces) == {"B3", "Y5"}


def test_every_other_item_is_of_the_suit_of_its_colour() -> None:
    """Every other item belongs to the suit of its colour."""
    for trump in ("R5d", "P1d"):
        suit = suits(ITEMS[trump])
        assert all(suit[face] in (TRUMP, colour(face)) for face in range(FACES))
        assert all(suit[face] == TRUMP or number(face) != number(ITEMS[trump]) for face in range(FACES))


def test_order_within_trump() -> None:
    """Strongest first: number and colour both equal; number equal; colour equal, higher number stronger."""
    weakest_first = ["R0", "R1", "R2", "R3", "R4", "R6", "R7", "Y5", "R5"]
    for lower, higher in pairwise(weakest_first):
        assert taker("R5d", higher, lower) == 0
        assert taker("R5d", lower, higher) == 1
    assert taker("R5d", "R5d", "Y5d", "R6d") == 0


def test_all_number_trumps_are_equally_strong() -> None:
    """Number equal - all of these equally strong, so of two colours in one trick the one played later
    wins.
    """
    for earlier in "YGBP":
        for later in "YGBP":
            assert taker("R5d", f"{earlier}5", f"{later}5d") == 1
            assert taker("R5d", f"{later}5d", "R7", f"{earlier}5", "R6d") == 2


def test_number_trumps_of_two_colours_in_one_trick() -> None:
    """Blue 5 is led under a red 5, and the purple 5 played later takes the trick, though red 7 is there."""
    s, faces = tricks(["B5 Y0", "R7 Y1", "P5 Y2"], "R5d")
    assert nokosu_state.leader(play(s, faces, "B5", "R7", "P5")) == 2
    s, faces = tricks(["B5 Y0", "P5 Y1", "R7 Y2"], "R5d")
    assert nokosu_state.leader(play(s, faces, "B5", "P5", "R7")) == 1


def test_higher_number_stronger_in_other_suits() -> None:
    """In a colour that is not trump, cards and dice alike."""
    for lower, higher in pairwise(["Y0", "Y1", "Y2d", "Y3", "Y4d", "Y6", "Y7"]):
        assert taker("R5d", higher, lower) == 0
        assert taker("R5d", lower, higher) == 1


# following


def test_each_plays_one_item_clockwise_a_card_or_a_die() -> None:
    """In turn, clockwise, each plays one item: a card from the hand or a die from before them."""
    s, faces = tricks(["Y1 B1", "Y2d Y3 Y4d", "Y6 B3"], "R5d")
    assert pending(RULES, s) == (Play(0),)
    s = play(s, faces, "Y1")
    assert pending(RULES, s) == (Play(1),)
    assert legal(s, 1, faces) == {"Y2d", "Y3", "Y4d"}
    s = play(s, faces, "Y4d")
    assert pending(RULES, s) == (Play(2),)
    two = (s.hands[2][0], s.hands[2][1])
    assert allows(RULES, s, Played(2, two, (faces[two[0]], faces[two[1]])), faces) == "not-held"
    assert allows(RULES, s, Played(2, (), ()), faces) == "not-held"
    assert allows(RULES, s, Played(2, s.hands[1][:1], (ITEMS["Y3"],)), faces) == "not-held"


def test_the_leader_plays_anything_playable() -> None:
    """The leader plays anything playable: cards, dice, trumps."""
    s, faces = tricks(["Y1 R1 B5 G2d R5d", "Y2 Y3", "Y6 B3"], "R5d")
    assert legal(s, 0, faces) == {"Y1", "R1", "B5", "G2d", "R5d"}


def test_a_led_colour_is_followed_with_cards_and_dice() -> None:
    """Each other player must play an item of the led suit if they have a playable one."""
    s, faces = tricks(["Y1d Y4d B1", "Y6 B3", "Y2d Y3 B2 B3d R1"], "R5d")
    s = play(s, faces, "Y1d", "Y6")
    assert legal(s, 2, faces) == {"Y2d", "Y3"}
    for wrong in ("B2", "B3d", "R1"):
        assert allows(RULES, s, played(s, wrong, faces), faces) == "follow"


def test_a_led_trump_is_followed_with_any_trump() -> None:
    """The led suit may be trump: numbers and colours both follow it."""
    s, faces = tricks(["R1 B1", "Y5 R2d B5d B2 Y2d", "Y2 B0"], "R5d")
    s = play(s, faces, "R1")
    assert legal(s, 1, faces) == {"Y5", "R2d", "B5d"}
    s = play(s, faces, "B5d")
    assert legal(s, 2, faces) == {"Y2", "B0"}


def test_a_number_trump_led_is_trump_and_not_its_colour() -> None:
    """Yellow 5 leads trump, so a yellow 2 does not follow it."""
    s, faces = tricks(["Y5 B1", "Y2 R0", "Y3 B0"], "R5d")
    assert legal(play(s, faces, "Y5"), 1, faces) == {"R0"}


def test_otherwise_anything_playable_and_nobody_has_to_trump() -> None:
    """Who has nothing of the led suit may play anything: trump or another colour."""
    s, faces = tricks(["Y1 B1", "B2 R7 P5 G3d G4d", "Y2 B0"], "R5d")
    assert legal(play(s, faces, "Y1"), 1, faces) == {"B2", "R7", "P5", "G3d", "G4d"}


# the last die


def test_the_last_die_is_not_playable_without_declaration() -> None:
    """A player who has not declared zero may never play their last die, neither leading nor following."""
    s, faces = tricks(["Y1 B1 G2d", "Y2 B2", "Y3 B3"], "R5d")
    assert legal(s, 0, faces) == {"Y1", "B1"}
    assert allows(RULES, s, played(s, "G2d", faces), NOBODY) == "last-die"
    assert RULES.view(s, 0, faces)["ask"]["refused"] == [
        {"choice": [slot_of(s, 0, "G2d", faces)], "rule": "last-die"}
    ]


def test_the_last_die_does_not_count_when_following_is_checked() -> None:
    """With one die left, of the led suit, everything else may be played - to everybody's eyes as well."""
    s, faces = tricks(["Y1 B1", "B2 G2 Y6d", "Y3 B3"], "R5d")
    s = play(s, faces, "Y1")
    assert legal(s, 1, faces) == {"B2", "G2"}
    assert allows(RULES, s, played(s, "Y6d", faces), NOBODY) == "last-die"
    assert allows(RULES, s, played(s, "B2", faces), NOBODY) is None
    s, faces = tricks(["Y1 B1", "B2 Y0 Y6d", "Y3 B3"], "R5d")
    assert legal(play(s, faces, "Y1"), 1, faces) == {"Y0"}


def test_one_can_be_forced_to_play_the_die_one_wanted_to_keep() -> None:
    """With two or more dice left each of them is playable and counts. Here Y6d must be played, so that G1d
    is the last one and the goal.
    """
    s, faces = tricks(["Y1 B1", "B2 B6 Y6d G1d", "Y3 B3"], "R5d")
    s = play(s, faces, "Y1")
    assert legal(s, 1, faces) == {"Y6d"}
    assert allows(RULES, s, played(s, "B2", faces), NOBODY) == "follow"
    assert RULES.view(s, None, {})["goals"][1] is None
    s = play(s, faces, "Y6d")
    assert RULES.view(s, None, {})["goals"][1] == 1
    s = play(s, faces, "Y3")
    assert legal(s, 1, faces) == {"B2", "B6"}


def test_two_like_dice_are_both_playable_until_one_is_left() -> None:
    """Of two dice of the led suit either may be played, and the other is the last one then."""
    s, faces = tricks(["Y1 Y0", "B2 B6 Y2d Y2d", "Y3 Y4"], "R5d")
    s = play(s, faces, "Y1")
    assert legal(s, 1, faces) == {"Y2d"}
    s = play(s, faces, "Y2d", "Y3", "Y4", "Y0")
    assert legal(s, 1, faces) == {"B2", "B6"}


def test_a_declarer_may_play_every_die_and_ends_with_none() -> None:
    """A declarer's last die is playable and counts as the others do."""
    s, faces = tricks(["Y1 B1", "B2 Y6d", "Y3 B3"], "R5d", zero=[1])
    s = play(s, faces, "Y1")
    assert legal(s, 1, faces) == {"Y6d"}
    s = play(s, faces, "Y6d", "Y3")
    assert nokosu_state.dice(s, 1) == ()
    assert RULES.view(s, None, {})["goals"][1] == 0


def test_who_declared_not_ends_with_the_die_that_is_the_goal() -> None:
    """The round ends when all is played that may be; the goals are 3, 0 and 4, the tricks 1, 0 and 0."""
    s, faces = tricks(["Y6 G3d", "Y1", "B2 P4d"], "R5d", zero=[1])
    s = play(s, faces, "Y6", "Y1", "B2")
    assert s.past == (nokosu_state.Past((1, 0, 0), (3, 0, 4)),)
    assert s.section == nokosu_state.SHUFFLE


# winning a trick


def test_the_strongest_trump_wins_else_the_highest_of_the_led_suit() -> None:
    """If a trump was played, the strongest trump; else the highest number of the led suit. Other colours
    never win.
    """
    assert taker("R5d", "Y6", "R0", "Y7") == 1
    assert taker("R5d", "Y1", "R6", "Y5", "R7") == 2
    assert taker("R5d", "Y1", "B7", "Y3", "P7") == 2
    assert taker("R5d", "Y0", "B7", "G7", "P7") == 0


@pytest.mark.parametrize(
    "trick", [("Y4", "Y4d", "Y1"), ("Y4d", "Y1", "Y4"), ("R3", "R3d", "Y1"), ("R5", "R4", "R5d")]
)
def test_die_and_card_alike(trick: tuple[str, ...]) -> None:
    """Between equals the one played later wins: a die and a card that are the same, trump or not."""
    assert taker("R5d", *trick) == max(trick.index(word) for word in trick if trick[0][:2] in word)


def test_two_like_dice_in_one_trick() -> None:
    """Dice are there several times; the later one wins."""
    assert taker("R5d", "Y4d", "Y4d", "Y4", "B7") == 2
    assert taker("R5d", "Y4", "Y4d", "Y4d", "B7") == 2


def test_each_winner_leads_the_next_trick() -> None:
    """Then each winner leads."""
    s, faces = tricks(["Y1 B1 G0 P1d", "Y2 B2 G1 P1d", "Y3 B0 G2 P1d"], "R5d", leader=1)
    s = play(s, faces, "Y2", "Y3", "Y1")
    assert pending(RULES, s) == (Play(2),)
    s = play(s, faces, "B0", "B1", "B2")
    assert pending(RULES, s) == (Play(1),)
    assert nokosu_state.won(s) == (0, 1, 1)


# what everybody can check


def test_whoever_does_not_follow_owes_a_proof_about_the_hidden_cards_once() -> None:
    """None of the cards left is of the led colour, trumps of that colour aside; dice are seen and not
    claimed; a proven void is not proven again.
    """
    s, faces = tricks(["Y1 Y6 B1", "B2 G3 P7 G1d G2d", "Y3 Y4 B3"], "R5d")
    s = play(s, faces, "Y1")
    hidden = tuple(slot_of(s, 1, word, faces) for word in ("G3", "P7"))
    yellow = tuple(sorted(ITEMS[f"Y{value}"] for value in (0, 1, 2, 3, 4, 6)))
    assert claims(RULES, s, played(s, "B2", faces)) == (Claim(1, hidden, yellow),)
    die = played(s, "G1d", faces)
    assert claims(RULES, s, die) == (Claim(1, tuple(sorted((*hidden, slot_of(s, 1, "B2", faces)))), yellow),)
    s = play(s, faces, "B2", "Y4")
    assert s.voids == (0, 0b10, 0)
    assert RULES.view(s, None, {})["voids"] == [[], ["Y"], []]
    s = play(s, faces, "Y3", "Y6")
    assert claims(RULES, s, played(s, "G3", faces)) == ()


def test_the_claim_where_trump_is_led() -> None:
    """None of the cards left is a trump: neither of the trump's colour nor of its number."""
    s, faces = tricks(["R1 Y1", "B2 G3", "Y3 Y4"], "R5d")
    s = play(s, faces, "R1")
    trumps = {f"R{value}" for value in range(7)} | {"Y5", "G5", "B5"}
    (claim,) = claims(RULES, s, played(s, "B2", faces))
    assert {item(face) for face in claim.faces} == trumps
    assert claim.faces == tuple(sorted(claim.faces))
    assert RULES.view(play(s, faces, "B2"), None, {})["voids"] == [[], ["trump"], []]


def test_who_follows_or_has_no_hidden_card_left_owes_nothing() -> None:
    """A play that follows, a lead, and a play with only dice left prove nothing."""
    s, faces = tricks(["Y1 B1", "B2d B3d B4d", "Y3 Y4"], "R5d")
    assert claims(RULES, s, played(s, "Y1", faces)) == ()
    s = play(s, faces, "Y1")
    assert claims(RULES, s, played(s, "B2d", faces)) == ()
    s = play(s, faces, "B2d")
    assert claims(RULES, s, played(s, "Y3", faces)) == ()


def test_a_revoke_with_dice_on_the_table_is_seen_by_everybody() -> None:
    """A playable die of the led suit lies open, so not following is refused without a proof."""
    s, faces = tricks(["Y1 B1", "B2 B3 Y2d G2d", "Y3 Y4"], "R5d")
    s = play(s, faces, "Y1")
    assert allows(RULES, s, played(s, "G2d", faces), NOBODY) == "follow"
    assert allows(RULES, s, played(s, "B2", faces), NOBODY) == "follow"
    assert legal(s, 1, NOBODY) == {"Y2d", "?"}


@pytest.mark.parametrize("said", ["Y3d", "Y2", "B2d"])
def test_a_die_is_what_it_is_seen_to_be(said: str) -> None:
    """It cannot be played as another one."""
    s, faces = tricks(["Y1 B1", "B2 B3 Y2d G2d", "Y3 Y4"], "R5d")
    s = play(s, faces, "Y1")
    lie = Played(1, (slot_of(s, 1, "Y2d", faces),), (ITEMS[said],))
    assert allows(RULES, s, lie, NOBODY) == "not-held"
    s = s._replace(hands=(s.hands[0], s.hands[1][:-1], s.hands[2]))
    assert allows(RULES, s, lie, NOBODY) == "not-held"


def test_what_stands_until_the_next_shuffle() -> None:
    """After the last trick its items and its taker can still be told, dice and declarations cannot."""
    s, faces = tricks(["Y6 G3d", "Y1", "B2 P4d"], "R5d", zero=[1])
    s = play(s, faces, "Y6", "Y1", "B2")
    assert nokosu_state.takers(s) == (0,)
    assert [item(face) for face in s.plays] == ["Y6", "Y1", "B2"]
    assert (s.hands, s.draws, s.pool, s.zero[0] != NOTHING) == (((), (), ()), (), (), True)
    s = then(RULES, s, Shuffled())
    assert (s.plays, s.leaders) == ((), ())
