"""Records of Notice (records.md): how a round is read, and how it is written."""

from collections.abc import Mapping, Sequence
from typing import Any

from engines.notice import RULES
from engines.notice_state import (
    NOTHING,
    PREDICT_OTHER,
    PREDICT_OWN,
    TRICKS,
    State,
    card_slots,
    dealt_hands,
    dealt_last,
    deck,
    hand_size,
    item,
    prediction_slot,
)
from engines.record import RecordError, RoundForm, by_seat, integer, listed, word_of
from engines.record_deal import check_first, check_hands
from engines.table import then
from engines.vocabulary import (
    Deal,
    Dealt,
    Face,
    Faces,
    Fact,
    Gave,
    Give,
    Open,
    Opened,
    Play,
    Played,
    Request,
    Roll,
    Rolled,
    Seal,
    Sealed,
    Shuffle,
    Shuffled,
    Slot,
    TurnedUp,
    TurnUp,
)

CARDS: Mapping[str, Face] = {item(face): face for face in range(52)}
_card = word_of(CARDS)
_counts = by_seat(integer, may_be_empty=True)

FORM = RoundForm(
    always={"dealer": integer, "hands": by_seat(listed(_card)), "turn_up": _card},
    later={"predict_other": _counts, "predict_own": _counts, "plays": listed(_card)},
)


def round_of(s: State) -> int:
    """The number of the round that a state is in; one more than the last when the game is over."""
    return len(s.past)


class Reader:
    """Answers the requests of one round."""

    def __init__(self, data: Mapping[str, Any], number: int) -> None:
        self._dealer: int = data["dealer"]
        self._hands: list[list[Face]] = [[CARDS[card] for card in hand] for hand in data["hands"]]
        self._turned = CARDS[data["turn_up"]]
        self._predictions = {
            PREDICT_OTHER: data.get("predict_other", []),
            PREDICT_OWN: data.get("predict_own", []),
        }
        self._plays = [CARDS[card] for card in data.get("plays", [])]
        self._played = 0
        self._number = number

    def reply(self, request: Request, s: State, faces: dict[Slot, Face]) -> Fact | None:
        """See engines.record.Reader."""
        match request:
            case Roll():
                self._check_dealer(s)
                return Rolled((self._dealer,))
            case Shuffle():
                self._check_dealer(s)
                faces.update(self._deal(s))
                return Shuffled()
            case Deal():
                return Dealt()
            case TurnUp():
                return TurnedUp((self._turned,))
            case Seal(seat=seat, slot=slot):
                said = self._predictions[s.section]
                if not said:
                    return None
                faces[slot] = said[seat]
                return Sealed(seat)
            case Give(seat=seat):
                return Gave(seat, s.hands[seat])
            case Open(seat=seat, slots=slots):
                return Opened(seat, tuple(faces[slot] for slot in slots))
            case Play(seat=seat):
                return self._play(s, seat, faces)
        raise NotImplementedError(request)

    def trick(self, s: State) -> int | None:
        """See engines.record.Reader."""
        return sum(s.won) + 1 if s.section == TRICKS else None

    def rest(self, s: State) -> None:
        """See engines.record.Reader."""
        over = len(s.past) > self._number
        if self._played < len(self._plays):
            raise RecordError("after-end" if over else "turn", "after-end" if over else "unfinished")
        if not over and s.section <= PREDICT_OTHER and self._predictions[PREDICT_OWN]:
            raise RecordError("turn", "unfinished")

    def _check_dealer(self, s: State) -> None:
        check_first(self._dealer, s.seats, s.dealer if self._number > 0 else None, "dealer")

    def _deal(self, s: State) -> dict[Slot, Face]:
        """The faces of this round's slots. Cards that nobody saw lie in any order."""
        cards = deck(s.seats)
        check_hands(self._hands, cards, hand_size(s), item)
        seen = {face for hand in self._hands for face in hand}
        if s.thirteen:
            last = dealt_last(s)
            hand = self._hands[last]
            if self._turned not in hand:
                raise RecordError("deal", "turn-up", card=item(self._turned), seat=last)
            hand.sort(key=lambda face: face == self._turned)
            turned = []
        else:
            if self._turned not in cards or self._turned in seen:
                raise RecordError("deal", "turn-up", card=item(self._turned))
            turned = [self._turned]
        rest = [face for face in cards if face not in seen and face not in turned]
        laid = [face for hand in self._hands for face in hand] + turned + rest
        return dict(zip(card_slots(s), laid, strict=True))

    def _play(self, s: State, seat: int, faces: Faces) -> Fact | None:
        if self._played == len(self._plays):
            return None
        face = self._plays[self._played]
        slot = next((slot for slot in s.hands[seat] if faces[slot] == face), NOTHING)
        if slot == NOTHING:
            raise RecordError("not-held", "card", seat=seat, card=item(face))
        self._played += 1
        return Played(seat, (slot,), (face,))


def write_rounds(start: State, facts: Sequence[Fact], faces: Faces) -> list[dict[str, Any]]:
    """The data of all rounds of which the deal is complete."""
    rounds: list[dict[str, Any]] = []
    s = start
    for fact in facts:
        if isinstance(fact, Dealt):
            hands = [[item(faces[slot]) for slot in hand] for hand in dealt_hands(s)]
            rounds.append({"dealer": s.dealer, "hands": hands})
        elif isinstance(fact, TurnedUp):
            rounds[-1] |= {
                "turn_up": item(fact.faces[0]),
                "predict_other": [],
                "predict_own": [],
                "plays": [],
            }
        elif isinstance(fact, Played):
            rounds[-1]["plays"].append(item(fact.faces[0]))
        elif isinstance(fact, Sealed) and sum(s.sealed) == s.seats - 1:
            key = "predict_other" if s.section == PREDICT_OTHER else "predict_own"
            rounds[-1][key] = [faces[prediction_slot(s, seat, s.section)] for seat in range(s.seats)]
        s = then(RULES, s, fact)
    return [data for data in rounds if "turn_up" in data]
