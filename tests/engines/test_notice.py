"""Notice: every sentence of rules.md 3 has a test here that names it."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

import engines
from engines import notice_state
from engines.notice import RULES
from engines.notice_state import Past, State, item
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
    winners,
)
from engines.vocabulary import (
    NOBODY,
    Claim,
    Deal,
    Face,
    Give,
    Open,
    Play,
    Played,
    Roll,
    Seal,
    Sealed,
    Shuffle,
    TurnUp,
)

CARDS = {item(face): face for face in range(52)}


def begin(seats: int, **options: Any) -> State:
    state: State = RULES.start(seats, settle_options(RULES, seats, options))
    return state


def tricks(
    hands: Sequence[str], trump: str, leader: int = 0, **changes: Any
) -> tuple[State, dict[int, Face]]:
    """A state in the tricks with these hands, each a text of cards, and all faces."""
    faces: dict[int, Face] = {}
    held = []
    slot = 0
    for hand in hands:
        mine = []
        for card in hand.split():
            faces[slot] = CARDS[card]
            mine.append(slot)
            slot += 1
        held.append(tuple(mine))
    s = begin(len(hands))._replace(
        section=notice_state.TRICKS, hands=tuple(held), trump="SHDC".index(trump), leader=leader, **changes
    )
    return s, faces


def play(s: State, faces: dict[int, Face], *cards: str) -> State:
    """Play cards in turn, each allowed by the law."""
    for card in cards:
        (request,) = pending(RULES, s)
        assert isinstance(request, Play)
        slot = next(slot for slot in s.hands[request.seat] if faces[slot] == CARDS[card])
        fact = Played(request.seat, (slot,), (faces[slot],))
        assert allows(RULES, s, fact, faces) is None
        s = then(RULES, s, fact)
    return s


def legal(s: State, seat: int, faces: dict[int, Face]) -> set[str]:
    """The cards that a seat may play."""
    slots = [choice[0] for choice in choices(RULES, s, seat, faces) if isinstance(choice, tuple)]
    return {item(faces[int(slot)]) for slot in slots}


# things


def test_52_cards_ace_high() -> None:
    """Each suit ranks A K Q J T 9 ... 2."""
    assert [item(face) for face in reversed(range(13))] == [f"{rank}S" for rank in "AKQJT98765432"]
    assert len(notice_state.deck(4)) == 52


def test_three_players_without_two_to_six() -> None:
    """With 3 players 32 cards: 7 and higher."""
    cards = {item(face) for face in notice_state.deck(3)}
    assert len(cards) == 32
    assert not {card for card in cards if card[0] in "23456"}


@pytest.mark.parametrize(
    ("seats", "rounds", "cards", "exact"), [(3, 6, 10, 5), (4, 4, 12, 5), (5, 5, 10, 3), (6, 6, 8, 3)]
)
def test_rounds_cards_and_exact_hits(seats: int, rounds: int, cards: int, exact: int) -> None:
    """The table of rules.md 3: rounds, cards each and the worth of an exact hit by number of players."""
    s, _, _ = simulate(RULES, seats, {}, random.Random(1))
    assert len(s.past) == rounds
    assert all(sum(past.won) == cards for past in s.past)
    assert notice_state.EXACT[seats] == exact
    assert all(len(hand) == cards for hand in notice_state.dealt_hands(begin(seats)))


def test_two_players_and_seven_cannot_play() -> None:
    """The game is for 3 to 6."""
    for seats in (2, 7):
        with pytest.raises(SeatsError):
            settle_options(RULES, seats, {})


@pytest.mark.parametrize(
    ("seats", "receivers"),
    [
        (3, [1, 2, 1, 2, 1, 2]),
        (4, [1, 3, 2, 2]),
        (5, [1, 2, 3, 4, 0]),
        (6, [1, 2, 3, 4, 5, 0]),
    ],
)
def test_where_the_hand_goes(seats: int, receivers: list[int]) -> None:
    """Who gets the hand of seat 0, round by round; everybody passes alike."""
    for number, receiver in enumerate(receivers):
        assert notice_state.gives_to(seats, number, 0) == receiver
        everyone = {notice_state.gives_to(seats, number, seat) for seat in range(seats)}
        assert everyone == set(range(seats))


# a round


def test_first_dealer_random_then_to_the_left() -> None:
    """The first dealer is rolled for; the deal passes to the left."""
    s = begin(4)
    assert pending(RULES, s) == (Roll((4,)),)
    final, _, facts = simulate(RULES, 4, {}, random.Random(5))
    first = facts[0].numbers[0]  # type: ignore[union-attr]
    assert final.dealer == (first + 3) % 4


def test_one_of_the_remaining_cards_is_turned_up_and_out_of_play() -> None:
    """Its suit is trump; it is in nobody's hand, and the rest stays unseen."""
    for seats in (3, 4, 5, 6):
        s = begin(seats)
        assert notice_state.turned_slot(s) not in {
            slot for hand in notice_state.dealt_hands(s) for slot in hand
        }
        assert notice_state.turned_slot(s) in notice_state.card_slots(s)


def test_order_of_a_round() -> None:
    """Shuffle, deal, turn up, predict the other, pass, predict one's own, tricks, open."""
    _, _, facts = simulate(RULES, 3, {}, random.Random(2))
    s = begin(3)
    kinds: list[type] = []
    for fact in facts:
        kind = type(pending(RULES, s)[0])
        if not kinds or kinds[-1] is not kind:
            kinds.append(kind)
        s = then(RULES, s, fact)
    assert kinds[:9] == [Roll, Shuffle, Deal, TurnUp, Seal, Give, Seal, Play, Open]


def test_predictions_from_none_to_the_hand() -> None:
    """Both are 0..hand size, and everybody predicts before anybody passes."""
    s = begin(4)._replace(section=notice_state.PREDICT_OTHER)
    assert list(choices(RULES, s, 2, NOBODY)) == list(range(13))
    assert len(pending(RULES, s)) == 4


def test_the_whole_hand_is_passed() -> None:
    """There is one way to pass: everything, to the seat of this round."""
    s = begin(5)
    s = s._replace(section=notice_state.PASS, hands=notice_state.dealt_hands(s), round=1)
    assert pending(RULES, s)[3] == Give(3, 0)
    assert choices(RULES, s, 3, NOBODY) == (s.hands[3],)


def test_rounds_without_passing_have_two_predictions_about_oneself() -> None:
    """In the last round of five players nothing is passed, and the two predictions may differ."""
    final, _, facts = simulate(RULES, 5, {}, random.Random(3))
    s = begin(5)
    gave = 0
    for fact in facts:
        gave += s.round == 4 and type(pending(RULES, s)[0]) is Give
        s = then(RULES, s, fact)
    assert gave == 0
    assert any(final.past[4].other[seat] != final.past[4].own[seat] for seat in range(5))


def test_dealers_left_leads_then_the_winner() -> None:
    """The dealer's left leads first; who takes a trick leads the next."""
    s = begin(3)._replace(section=notice_state.PREDICT_OWN, dealer=1, sealed=(True, True, False))
    s = then(RULES, s, Sealed(2))
    assert s.leader == 2
    s, faces = tricks(["7H 8C", "9H 8D", "TH 8S"], "C")
    assert play(s, faces, "7H", "9H", "TH").leader == 2


def test_follow_the_led_suit_else_anything() -> None:
    """Who has the led suit must play it; who has none may play anything, trump or not."""
    s, faces = tricks(["7H 8C", "9H 8D AS", "8S KC QD"], "C")
    s = play(s, faces, "7H")
    assert legal(s, 1, faces) == {"9H"}
    s = play(s, faces, "9H")
    assert legal(s, 2, faces) == {"8S", "KC", "QD"}


def test_highest_trump_else_highest_of_the_led_suit() -> None:
    """Any trump beats the led suit; other suits never win."""
    s, faces = tricks(["7H 8H", "AD AH", "2C 3S"], "C")
    s = play(s, faces, "8H", "AH", "2C")
    assert s.won == (0, 0, 1)
    s, faces = tricks(["7H 8H", "AD 2D", "KS 3S"], "C")
    assert play(s, faces, "7H", "AD", "KS").won == (1, 0, 0)
    s, faces = tricks(["2C 8H", "AH 2D", "3C 3S"], "C")
    assert play(s, faces, "2C", "AH", "3C").won == (0, 0, 1)


def test_predictions_stay_secret_until_the_last_trick() -> None:
    """Only after the last trick everybody is asked to open, both predictions at once."""
    s, faces = tricks(["7H", "9H", "TH"], "C")
    s = play(s, faces, "7H", "9H", "TH")
    assert pending(RULES, s) == tuple(Open(seat, (60 + seat, 70 + seat)) for seat in range(3))


def test_whoever_does_not_follow_owes_a_proof_once() -> None:
    """Not following claims that none of the hidden cards left is of the led suit; a proven void is not proven
    twice.
    """
    s, faces = tricks(["7H 8H", "9S TS JS", "TH JH"], "C")
    s = play(s, faces, "7H")
    fact = Played(1, (2,), (faces[2],))
    hearts = tuple(face for face in notice_state.deck(3) if notice_state.suit(face) == 1)
    assert claims(RULES, s, fact) == (Claim(1, (3, 4), hearts),)
    s = play(s, faces, "9S", "TH", "JH", "8H")
    assert s.voids == (0, 0b10, 0)
    assert claims(RULES, s, Played(1, (3,), (faces[3],))) == ()


# scores


def scored(seats: int, won: Sequence[int], other: Sequence[int], own: Sequence[int], **options: Any) -> Any:
    """The scores of a first round, in which hands go to the left."""
    past = Past(tuple(won), tuple(other), tuple(own))
    return notice_state.score_round(begin(seats, **options)._replace(past=(past,)), 0)


def test_score_of_a_round_by_hand() -> None:
    """Tricks, 5 for each exact hit, and a point off for each trick that the other was misjudged by."""
    # seat 0: 4 tricks, own exact, predicted 5 for seat 1 who took 6: 4 + 5 - 1
    # seat 1: 6 tricks, own 4 missed (free), predicted 0 for seat 2 who took 0: 6 + 0 + 5
    # seat 2: 0 tricks, own exact, predicted 8 for seat 0 who took 4: 0 + 5 - 4
    assert scored(3, (4, 6, 0), (5, 0, 8), (4, 4, 0)) == (8, 11, 1)


def test_exact_hits_are_worth_three_with_five_and_six() -> None:
    """With five players an exact hit gives 3."""
    assert scored(5, (2, 2, 2, 2, 2), (2, 2, 2, 2, 2), (2, 2, 2, 2, 2)) == (8, 8, 8, 8, 8)


def test_penalty_both() -> None:
    """With the option a miss of the own prediction costs the same."""
    assert scored(3, (4, 6, 0), (5, 0, 8), (4, 4, 0), penalty="both") == (8, 9, 1)


def test_without_passing_the_first_prediction_is_about_oneself() -> None:
    """In round 5 of five players predict_other is scored against one's own tricks."""
    past = Past((2,) * 5, (2,) * 5, (2,) * 5)
    last = Past((10, 0, 0, 0, 0), (10, 0, 0, 0, 3), (9, 0, 0, 0, 0))
    s = begin(5)._replace(past=(past,) * 4 + (last,))
    assert notice_state.score_round(s, 4) == (13, 6, 6, 6, 0)


def test_equal_totals_are_a_draw() -> None:
    """The highest total wins, and several may have it."""
    past = Past((2, 1, 2), (1, 2, 2), (2, 1, 2))
    s = begin(3)._replace(past=(past,))
    assert RULES.totals(s) == (12, 11, 12)
    assert winners(RULES, s) == (0, 2)


# thirteen


def test_thirteen_is_for_four_players() -> None:
    """The option is refused with other than 4 players, and other values are refused."""
    for seats in (3, 5, 6):
        with pytest.raises(OptionError):
            settle_options(RULES, seats, {"thirteen": True})
    with pytest.raises(OptionError):
        settle_options(RULES, 4, {"thirteen": 1})
    assert settle_options(RULES, 5, {"thirteen": False})["thirteen"] is False


@pytest.mark.parametrize("first", range(4))
def test_thirteen_each_is_dealt_the_shown_card_once_and_plays_it_once(first: int) -> None:
    """The shown card is the last of the hand that goes to the dealer, so over four rounds all are served
    alike.
    """
    dealt, plays = [], []
    for number in range(4):
        s = begin(4, thirteen=True)._replace(round=number, dealer=(first + number) % 4)
        hands = notice_state.dealt_hands(s)
        assert all(len(hand) == 13 for hand in hands)
        owner = next(seat for seat in range(4) if notice_state.turned_slot(s) in hands[seat])
        assert notice_state.turned_slot(s) == hands[owner][-1]
        dealt.append(owner)
        plays.append(notice_state.gives_to(4, number, owner))
    assert sorted(dealt) == sorted(plays) == [0, 1, 2, 3]


def shown_in_hand() -> tuple[State, dict[int, Face]]:
    """Seat 0 led a heart; seat 1 holds the shown queen of hearts, face up, in slot 12, and a hidden club."""
    s = begin(4, thirteen=True)._replace(section=notice_state.TRICKS, dealer=1, trump=1, turned=CARDS["QH"])
    assert notice_state.turned_slot(s) == 12
    s = s._replace(hands=((20,), (12, 30), (40,), (50,)), leader=0, trick=(CARDS["7H"],))
    return s, {12: CARDS["QH"], 30: CARDS["2C"], 40: CARDS["3C"], 50: CARDS["4C"]}


def test_a_revoke_with_the_shown_card_in_hand_is_seen_by_everybody() -> None:
    """The shown card is known to all, so not following with it is refused without a proof."""
    s, faces = shown_in_hand()
    assert allows(RULES, s, Played(1, (30,), (faces[30],)), NOBODY) == "follow"
    assert allows(RULES, s, Played(1, (12,), (faces[12],)), NOBODY) is None


def test_the_shown_card_is_what_it_is() -> None:
    """It cannot be played as another one."""
    s, _ = shown_in_hand()
    assert allows(RULES, s, Played(1, (12,), (CARDS["AH"],)), NOBODY) == "not-held"


def test_the_shown_card_needs_no_claim() -> None:
    """A claim is about hidden cards only."""
    s, faces = shown_in_hand()
    s = s._replace(trick=(CARDS["7S"],))
    spades = tuple(face for face in range(52) if notice_state.suit(face) == 0)
    assert claims(RULES, s, Played(1, (30,), (faces[30],))) == ()
    s = s._replace(hands=((20,), (12, 30, 31), (40,), (50,)))
    assert claims(RULES, s, Played(1, (30,), (faces[30],))) == (Claim(1, (31,), spades),)


# views


def test_a_view_tells_what_its_seat_may_know_and_no_more() -> None:
    """Own cards and predictions, what lies open, and the legal choices;

    Nothing changes with others' faces.
    """
    _, faces, facts = simulate(RULES, 4, {"thirteen": True}, random.Random(9))
    s = begin(4, thirteen=True)
    for fact in facts:
        for seat in range(4):
            own = {slot: faces[slot] for slot in s.hands[seat] if slot in faces}
            predictions = {
                slot: faces[slot]
                for section in (notice_state.PREDICT_OTHER, notice_state.PREDICT_OWN)
                if (slot := notice_state.prediction_slot(s, seat, section)) in faces
            }
            view = RULES.view(s, seat, {**own, **predictions})
            assert view == RULES.view(s, seat, {**faces, **own, **predictions})
            assert len(view["hand"]) == len(s.hands[seat])
        s = then(RULES, s, fact)


def test_games_are_found_by_name() -> None:
    """The game is registered, and no other name is."""
    assert engines.load("notice") is RULES
    with pytest.raises(KeyError):
        engines.load("os")
