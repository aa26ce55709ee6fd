"""No Loose Ends, planning and double cross (rules.md 4)."""

import pytest

from engines import no_loose_ends_state as state
from engines.no_loose_ends import RULES
from engines.table import (
    allows,
    choices,
    claims,
    pending,
    reason,
)
from engines.vocabulary import (
    NOBODY,
    Choose,
    Claim,
    Play,
    Played,
)
from tests.engines.no_loose_ends_table import (
    CARDS,
    bids_of,
    fact_of,
    go,
    hand_of,
    legal,
    planning,
    refused,
    seen_refused,
    who,
)

# planning


def test_one_places_a_card_from_the_hand_face_up_or_passes() -> None:
    """Place one card from the hand face up before you as a bid card, or pass."""
    s, faces = planning(["R5 G1", "Y2 B3", "G7 G8"])
    assert legal(s, faces) == {"R5", "G1", "pass"}
    s = go(s, faces, "R5")
    assert bids_of(s, 0) == ["R5"]
    assert hand_of(s, faces, 0) == {"G1"}
    assert RULES.face_up(s) == {0: CARDS["R5"]}
    assert who(s) == 1


def test_from_the_start_player_clockwise_again_and_again() -> None:
    """From the start player, clockwise, again and again until all have passed."""
    s, faces = planning(["R1 R2 R3", "Y1 Y2 Y3", "G1 G2 G3"], start=1)
    order = []
    for move in ["Y1", "G1", "R1", "Y2", "G2", "R2", "pass", "pass", "pass"]:
        order.append(who(s))
        s = go(s, faces, move)
    assert order == [1, 2, 0, 1, 2, 0, 1, 2, 0]
    assert s.section == state.TRICKS


def test_who_has_passed_is_out_of_the_planning() -> None:
    """The others go on without them."""
    s, faces = planning(["R1 R2 R3", "Y1 Y2 Y3", "G1 G2 G3", "B1 B2 B3"])
    s = go(s, faces, "R1 pass G1 pass")
    order = []
    for move in ["R2", "G2", "pass", "G3", "pass"]:
        order.append(who(s))
        s = go(s, faces, move)
    assert order == [0, 2, 0, 2, 2]
    assert s.passed == (1, 3, 0, 2)


def test_who_passed_last_leads_the_first_trick() -> None:
    """The player who passed last leads the first."""
    s, faces = planning(["R1 R2 R3", "Y1 Y2 Y3", "G1 G2 G3"])
    s = go(s, faces, "R1 Y1 pass pass Y2 pass")
    assert (s.section, who(s)) == (state.TRICKS, 1)
    s, faces = planning(["R1 R2 R3", "Y1 Y2 Y3", "G1 G2 G3"])
    assert who(go(s, faces, "pass pass pass")) == 2


@pytest.mark.parametrize(("seats", "limit"), [(2, 6), (3, 5), (4, 4), (5, 3)])
def test_at_the_limit_one_must_pass(seats: int, limit: int) -> None:
    """At the limit of bid cards nothing is left but to pass, and everybody can see that."""
    s, faces = planning([" ".join(f"R{n}" for n in range(1, 13))] + ["G1"] * (seats - 1))
    s = go(s, faces, "R1" + " pass" * (seats - 1))
    s = go(s, faces, " ".join(f"R{n}" for n in range(2, limit + 1)))
    assert len(s.bids[0]) == limit
    assert legal(s, faces) == {"pass"}
    assert choices(RULES, s, 0, NOBODY) == [()]
    assert refused(s, faces, "R12") == seen_refused(s, faces, "R12") == "bid-limit"
    assert go(s, faces, "pass").section == state.TRICKS


def test_a_card_of_another_hand_cannot_be_bid() -> None:
    """A bid card comes from the own hand, one at a time."""
    s, faces = planning(["R1 R2", "Y1 Y2"])
    assert refused(s, faces, "Y1") == seen_refused(s, faces, "Y1") == "not-held"
    both = Played(0, (0, 1), (CARDS["R1"], CARDS["R2"]))
    assert allows(RULES, s, both, NOBODY) == "not-held"


def test_a_player_with_no_bid_card_is_an_informant() -> None:
    """Who passes without a bid card; there may be several."""
    s, faces = planning(["R1 R2", "Y1 Y2", "G1 G2"])
    s = go(s, faces, "R1 pass")
    assert [state.informant(s, seat) for seat in range(3)] == [False, True, False]
    s = go(s, faces, "pass pass")
    assert [state.informant(s, seat) for seat in range(3)] == [False, True, True]


# double cross


def test_the_first_who_passes_may_take_all_bid_cards_back() -> None:
    """Right after passing; into the hand, and become an informant."""
    s, faces = planning(["R1 R2 R3", "Y1 Y2 Y3", "G1 G2 G3"], double_cross=True)
    s = go(s, faces, "R1 Y1 G1 R2 Y2 G2 pass")
    assert pending(RULES, s) == (Choose(0),)
    assert legal(s, faces) == {"cross", "stay"}
    s = go(s, faces, "cross")
    assert hand_of(s, faces, 0) == {"R1", "R2", "R3"}
    assert bids_of(s, 0) == []
    assert state.informant(s, 0)
    assert who(s) == 1


def test_who_passed_first_may_leave_the_bid_cards() -> None:
    """The first to pass may, and need not."""
    s, faces = planning(["R1 R2 R3", "Y1 Y2 Y3"], double_cross=True)
    s = go(s, faces, "R1 Y1 pass stay")
    assert (bids_of(s, 0), who(s)) == (["R1"], 1)
    assert not state.informant(s, 0)


def test_the_second_who_passes_is_not_asked() -> None:
    """Only the first player of the round to pass; nobody without the option."""
    s, faces = planning(["R1 R2", "Y1 Y2", "G1 G2"], double_cross=True)
    s = go(s, faces, "R1 Y1 G1 pass stay pass")
    assert pending(RULES, s) == (Play(2),)
    s, faces = planning(["R1 R2", "Y1 Y2"])
    assert pending(RULES, go(s, faces, "R1 Y1 pass")) == (Play(1),)


def test_nothing_but_yes_and_no_is_an_answer() -> None:
    """Taking some of the bid cards back is not possible."""
    s, faces = planning(["R1 R2", "Y1 Y2"], double_cross=True)
    s = go(s, faces, "R1 Y1 pass")
    for choice in (7, "x", (0,), ()):
        assert reason(RULES, s, 0, faces, choice) == "cross"
        assert choice not in choices(RULES, s, 0, faces)


def test_crossing_without_a_bid_card_is_the_same_as_passing() -> None:
    """Who has nothing to take back is not asked, and is an informant all the same."""
    s, faces = planning(["R1 R2", "Y1 Y2"], double_cross=True)
    s = go(s, faces, "pass")
    assert pending(RULES, s) == (Play(1),)
    assert state.informant(s, 0)


def test_once_somebody_is_an_informant_everybody_must_bid() -> None:
    """Only one informant per round: nobody may pass without a bid card, whichever way one became it."""
    s, faces = planning(["R1 R2", "Y1 Y2", "G1 G2"], double_cross=True)
    s = go(s, faces, "pass")
    assert legal(s, faces) == {"Y1", "Y2"}
    assert refused(s, faces, "pass") == seen_refused(s, faces, "pass") == "must-bid"
    s = go(s, faces, "Y1 G1")
    assert legal(s, faces) == {"Y2", "pass"}


def test_one_must_bid_after_a_double_cross() -> None:
    """Nobody may pass without a bid card, whichever way the other became an informant."""
    s, faces = planning(["R1 R2", "Y1 Y2", "G1 G2"], double_cross=True)
    s = go(s, faces, "R1 Y1 G1 pass cross")._replace(bids=((), (), ()))
    assert legal(s, faces) == {"Y2"}
    assert refused(s, faces, "pass") == "must-bid"


def test_without_an_informant_one_may_become_one() -> None:
    """While the first who passed has bid cards, others may pass without; with the option only one of them."""
    s, faces = planning(["R1 R2", "Y1 Y2", "G1 G2", "B1 B2"], double_cross=True)
    s = go(s, faces, "R1 Y1 G1 B1 pass stay pass pass pass")
    assert not any(state.informant(s, seat) for seat in range(4))
    s, faces = planning(["R1 R2", "Y1 Y2", "G1 G2"], start=2, double_cross=True)
    s = go(s, faces, "pass")
    assert refused(s, faces, "pass") == "must-bid"


def test_without_the_option_several_may_pass_without_a_bid_card() -> None:
    """Nobody must bid, even where all are informants."""
    s, faces = planning(["R1", "Y1", "G1"])
    s = go(s, faces, "pass pass")
    assert legal(s, faces) == {"G1", "pass"}


def test_what_was_taken_back_stays_known() -> None:
    """Everybody has seen these cards: they follow suit by themselves, and no claim is owed for them."""
    s, faces = planning(["R1 Y5 R3", "Y1 Y2 Y3 Y4", "G1 G2 G3 G4"], double_cross=True)
    s = go(s, faces, "R1 Y1 G1 Y5 Y2 G2 pass cross pass pass")
    assert RULES.face_up(s)[1] == CARDS["Y5"]
    s = go(s._replace(leader=1), faces, "Y3 G3")
    assert who(s) == 0
    assert choices(RULES, s, 0, NOBODY) == [(2,), (1,)]
    assert legal(s, faces) == {"Y5"}
    assert seen_refused(s, faces, "R1") == "follow"
    assert RULES.face_up(go(s, faces, "Y5")).keys() == {0, 3, 4, 7, 8}
    s = s._replace(trick=((50, CARDS["B1"]), (51, CARDS["B2"])))
    assert claims(RULES, s, fact_of(s, faces, "Y5")) == (Claim(0, (2,), state.of_suit(s, 3)),)


def test_what_was_taken_back_is_not_played_as_something_else() -> None:
    """A card that everybody knows keeps its face."""
    s, faces = planning(["R1 R2", "Y1 Y2"], double_cross=True)
    s = go(s, faces, "R1 Y1 pass cross pass")._replace(leader=0)
    assert allows(RULES, s, Played(0, (0,), (CARDS["R1"],)), NOBODY) is None
    assert allows(RULES, s, Played(0, (0,), (CARDS["B12"],)), NOBODY) == "not-held"
