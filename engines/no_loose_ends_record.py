"""Records of No Loose Ends (records.md): how a round is read, and how it is written."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from engines.no_loose_ends import RULES, after_card
from engines.no_loose_ends_state import (
    COVER,
    CROSS,
    ESCAPE,
    HAND,
    NOTHING,
    PLAN,
    TRICKS,
    State,
    card_slots,
    deck,
    item,
    may_cross,
)
from engines.record import RecordError, RoundForm, Untold, by_seat, integer, listed, or_null, word_of
from engines.record_deal import check_first, check_hands
from engines.table import then
from engines.vocabulary import (
    Choose,
    Chose,
    Deal,
    Dealt,
    Face,
    Faces,
    Fact,
    Play,
    Played,
    Request,
    Roll,
    Rolled,
    Seat,
    Shuffle,
    Shuffled,
    Slot,
)

CARDS: Mapping[str, Face] = {item(face): face for face in range(ESCAPE + 1)}
_PASS, _CROSS = "pass", "cross"
_card = word_of(CARDS)

FORM = RoundForm(
    always={"start": integer, "hands": by_seat(listed(_card))},
    later={
        "plan": listed(word_of({_PASS: None, _CROSS: None, **CARDS})),
        "plays": listed(_card),
        "covers": listed(or_null(_card)),
    },
)


def round_of(s: State) -> int:
    """The number of the round that a state is in; one more than the last when the game is over."""
    return len(s.past)


class Reader:
    """Answers the requests of one round.

    A record tells what every trick covered, also where the rules leave no choice: `_taken` is the state with
    a trick taken of which this has not been looked at yet. What is left over when the round `_rests` is in no
    trick.
    """

    def __init__(self, data: Mapping[str, Any], number: int) -> None:
        self._start: int = data["start"]
        self._hands = [[CARDS[card] for card in hand] for hand in data["hands"]]
        self._plan: list[str] = data.get("plan", [])
        self._plays = [CARDS[card] for card in data.get("plays", [])]
        self._covers: list[str | None] = data.get("covers", [])
        self._planned = self._played = self._covered = 0
        self._number = number
        self._taken: State | None = None
        self._rests = False

    def reply(self, request: Request, s: State, faces: dict[Slot, Face]) -> Fact | None:
        """See engines.record.Reader."""
        self._compare_cover(s)
        match request:
            case Roll():
                self._check_start(s)
                return Rolled((self._start,))
            case Shuffle():
                self._check_start(s)
                faces.update(self._deal(s))
                return Shuffled()
            case Deal():
                return Dealt()
            case Play(seat=seat) if s.section == PLAN:
                return self._bid(s, seat, faces)
            case Play(seat=seat):
                return self._play(s, seat, faces)
            case Choose(seat=seat) if s.section == COVER:
                return self._cover(s, seat)
            case Choose(seat=seat):
                return Chose(seat, self._plan[self._planned - 1] == _CROSS)
        raise NotImplementedError(request)

    def trick(self, s: State) -> int | None:
        """See engines.record.Reader."""
        if self._taken:
            return sum(self._taken.won)
        if self._rests:
            return None
        return sum(s.won) + 1 if s.section == TRICKS and self._planned == len(self._plan) else None

    def rest(self, s: State) -> State | None:
        """See engines.record.Reader."""
        self._compare_cover(s)
        if s.section > CROSS:
            self._check_planned()
        if self._played < len(self._plays) or self._covered < len(self._covers):
            self._rests = True
            over = len(s.past) > self._number
            raise RecordError("after-end" if over else "turn", "after-end" if over else "unfinished")
        return self._taken

    def _check_start(self, s: State) -> None:
        check_first(self._start, s.seats, s.start if self._number > 0 else None, "start")

    def _deal(self, s: State) -> dict[Slot, Face]:
        """The faces of this round's slots. Cards that nobody saw lie in any order."""
        cards = deck(s)
        check_hands(self._hands, cards, HAND[s.seats], item)
        held = [face for hand in self._hands for face in hand]
        rest = (Counter(cards) - Counter(held)).elements()
        return dict(zip(card_slots(s), [*held, *rest], strict=True))

    def _bid(self, s: State, seat: Seat, faces: Faces) -> Fact | None:
        if self._planned == len(self._plan):
            return None
        word = self._plan[self._planned]
        if word == _CROSS and not may_cross(s):
            raise RecordError("cross", "cross", seat=seat)
        fact = Played(seat, (), ()) if word in (_PASS, _CROSS) else _turn_up(s, seat, CARDS[word], faces)
        self._planned += 1
        return fact

    def _play(self, s: State, seat: Seat, faces: Faces) -> Fact | None:
        self._check_planned()
        if self._played == len(self._plays):
            return None
        fact = _turn_up(s, seat, self._plays[self._played], faces)
        self._played += 1
        after = after_card(s, fact)
        if after.section == COVER:
            self._taken = after
        return fact

    def _check_planned(self) -> None:
        if self._planned < len(self._plan):
            raise RecordError("after-end", "after-end")

    def _cover(self, s: State, seat: Seat) -> Fact | None:
        if self._covered == len(self._covers):
            return None
        told = self._covers[self._covered]
        if told is None:
            raise RecordError("cover", "cover-none", seat=seat)
        return Chose(seat, next((bid.slot for bid in s.bids[seat] if item(bid.face) == told), NOTHING))

    def _compare_cover(self, s: State) -> None:
        """Refuse another cover than the rules have left, and none where the round goes on."""
        if self._taken is None:
            return
        if self._covered == len(self._covers):
            if self._played < len(self._plays):
                raise Untold("cover", "cover-missing", seat=self._taken.leader)
        elif s.section != COVER:
            told = self._covers[self._covered]
            if told != _covered_by(s):
                code = "cover-none" if told is None else "cover"
                raise RecordError("cover", code, seat=self._taken.leader)
            self._covered += 1
            self._taken = None


def _turn_up(s: State, seat: Seat, face: Face, faces: Faces) -> Played:
    slot = next((slot for slot in s.hands[seat] if faces[slot] == face), NOTHING)
    if slot == NOTHING:
        raise RecordError("not-held", "card", seat=seat, card=item(face))
    return Played(seat, (slot,), (face,))


def _covered_by(s: State) -> str | None:
    """The bid card that the last trick covered."""
    return next((item(face) for _, face in s.cover), None)


def write_rounds(start: State, facts: Sequence[Fact], faces: Faces) -> list[dict[str, Any]]:
    """The data of all rounds of which the deal is complete.

    A pass is written once it is known whether it was a double cross.
    """
    rounds: list[dict[str, Any]] = []
    s = start
    for fact in facts:
        before, s = s, then(RULES, s, fact)
        if isinstance(fact, Dealt):
            hands = [[item(faces[slot]) for slot in hand] for hand in s.hands]
            rounds.append({"start": s.start, "hands": hands, "plan": [], "plays": [], "covers": []})
        elif before.section == CROSS and isinstance(fact, Chose):
            rounds[-1]["plan"].append(_CROSS if fact.choice else _PASS)
        elif before.section == PLAN and isinstance(fact, Played):
            if s.section != CROSS:
                rounds[-1]["plan"].append(item(fact.faces[0]) if fact.faces else _PASS)
        elif isinstance(fact, Played):
            rounds[-1]["plays"].append(item(fact.faces[0]))
        if before.section in (TRICKS, COVER) and not s.trick and s.section != COVER:
            rounds[-1]["covers"].append(_covered_by(s))
    return rounds
