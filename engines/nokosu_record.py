"""Records of Nokosu Dice (records.md): how a round is read, and how it is written."""

from collections.abc import Mapping, Sequence
from typing import Any

from engines.nokosu import RULES
from engines.nokosu_state import (
    BAG,
    CARDS,
    DRAFT,
    FACES,
    HAND,
    NOTHING,
    OWN_DICE,
    TRICKS,
    UNDECIDED,
    ZERO,
    State,
    bag,
    card_slots,
    colour,
    deck,
    draw_count,
    face_up,
    item,
    number,
    takers,
)
from engines.record import RecordError, RoundForm, by_seat, integer, listed, or_null, word_of
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

ITEMS: Mapping[str, Face] = {item(face): face for face in range(FACES)}
_card = word_of({word: face for word, face in ITEMS.items() if face < CARDS})
_die = word_of({word: face for word, face in ITEMS.items() if face >= CARDS})

FORM = RoundForm(
    always={"dealer": integer, "hands": by_seat(listed(_card))},
    later={
        "dice": by_seat(listed(_die), may_be_empty=True),
        "pool": listed(_die),
        "picks": listed(_die),
        "zero": by_seat(or_null(_die), may_be_empty=True),
        "plays": listed(word_of(ITEMS)),
    },
)


def round_of(s: State) -> int:
    """The number of the round that a state is in; one more than the last when the game is over."""
    return len(s.past)


class Reader:
    """Answers the requests of one round."""

    def __init__(self, data: Mapping[str, Any], number: int) -> None:
        self._dealer: int = data["dealer"]
        self._hands = [[ITEMS[card] for card in hand] for hand in data["hands"]]
        self._dice = [[ITEMS[die] for die in dice] for dice in data.get("dice", [])]
        self._pool = [ITEMS[die] for die in data.get("pool", [])]
        self._picks = [ITEMS[die] for die in data.get("picks", [])]
        self._zero = [None if die is None else ITEMS[die] for die in data.get("zero", [])]
        self._plays = [ITEMS[thing] for thing in data.get("plays", [])]
        self._picked = self._played = 0
        self._number = number

    def reply(self, request: Request, s: State, faces: dict[Slot, Face]) -> Fact | None:
        """See engines.record.Reader."""
        match request:
            case Roll() if s.section != BAG:
                self._check_dealer(s)
                return Rolled((self._dealer,))
            case Shuffle():
                self._check_dealer(s)
                faces.update(self._deal(s))
                return Shuffled()
            case Deal():
                return Dealt()
            case Roll():
                return self._draw(s)
            case Choose(seat=seat) if s.section == DRAFT:
                return self._pick(s, seat)
            case Choose(seat=seat):
                return self._declare(s, seat)
            case Play(seat=seat):
                return self._play(s, seat, faces)
        raise NotImplementedError(request)

    def trick(self, s: State) -> int | None:
        """See engines.record.Reader."""
        return len(takers(s)) + 1 if s.section == TRICKS else None

    def rest(self, s: State) -> None:
        """See engines.record.Reader."""
        over = len(s.past) > self._number
        if over and self._played < len(self._plays):
            raise RecordError("after-end", "after-end")
        later = (self._pool, self._picks, self._zero, self._plays)
        begun = {BAG: bool(self._dice), DRAFT: 2, ZERO: 3}.get(s.section, len(later))
        if not over and any(later[begun:]):
            raise RecordError("turn", "unfinished")

    def _check_dealer(self, s: State) -> None:
        check_first(self._dealer, s.seats, s.dealer if self._number > 0 else None, "dealer")

    def _deal(self, s: State) -> dict[Slot, Face]:
        """The faces of this round's slots: the hands, and the card that nobody saw."""
        cards = deck(s)
        check_hands(self._hands, cards, HAND[s.seats], item)
        held = [face for hand in self._hands for face in hand]
        rest = [face for face in cards if face not in held]
        return dict(zip(card_slots(s), held + rest, strict=True))

    def _draw(self, s: State) -> Fact | None:
        """Which dice came out of the bag, as numbers of the roll; None where not all of them are told."""
        left, numbers = bag(s), []
        told: list[tuple[Seat | None, list[Face], int]] = [
            (seat, dice, OWN_DICE[s.seats]) for seat, dice in enumerate(self._dice)
        ]
        if self._dice and self._pool:
            told.append((None, self._pool, draw_count(s) - s.seats * OWN_DICE[s.seats]))
        for seat, dice, wanted in told:
            if len(dice) != wanted:
                raise RecordError("deal", "dice-count", seat=seat, count=len(dice), wanted=wanted)
            for face in dice:
                if colour(face) not in left:
                    code = "die-gone" if colour(face) in bag(s) else "die-foreign"
                    raise RecordError("deal", code, seat=seat, die=item(face))
                which = left.index(colour(face))
                del left[which]
                numbers += [which, number(face) - 1]
        return Rolled(tuple(numbers)) if self._dice and self._pool else None

    def _pick(self, s: State, seat: Seat) -> Fact | None:
        if self._picked == len(self._picks):
            return None
        face = self._picks[self._picked]
        slot = _place(s.pool, face, face_up(s))
        if slot is None:
            raise RecordError("not-held", "die-pool", seat=seat, die=item(face))
        self._picked += 1
        return Chose(seat, slot)

    def _declare(self, s: State, seat: Seat) -> Fact | None:
        if self._picked < len(self._picks):
            raise RecordError("after-end", "after-end")
        if not self._zero:
            return None
        face = self._zero[seat]
        if face is None:
            return Chose(seat, NOTHING)
        slot = _place(s.hands[seat], face, face_up(s))
        if slot is None:
            raise RecordError("not-held", "die-own", seat=seat, die=item(face))
        return Chose(seat, slot)

    def _play(self, s: State, seat: Seat, faces: Faces) -> Fact | None:
        if self._played == len(self._plays):
            return None
        face = self._plays[self._played]
        slot = _place(s.hands[seat], face, {**faces, **face_up(s)})
        if slot is None:
            if face < CARDS:
                raise RecordError("not-held", "card", seat=seat, card=item(face))
            raise RecordError("not-held", "die-own", seat=seat, die=item(face))
        self._played += 1
        return Played(seat, (slot,), (face,))


def _place(slots: Sequence[Slot], face: Face, known: Faces) -> Slot | None:
    """The first of these slots that shows a face."""
    return next((slot for slot in slots if known.get(slot) == face), None)


def write_rounds(start: State, facts: Sequence[Fact], faces: Faces) -> list[dict[str, Any]]:
    """The data of all rounds of which the deal is complete."""
    rounds: list[dict[str, Any]] = []
    s = start
    for fact in facts:
        before, s = s, then(RULES, s, fact)
        match fact:
            case Dealt():
                hands = [[item(faces[slot]) for slot in hand] for hand in s.hands]
                nothing_yet: dict[str, Any] = {"dice": [], "pool": [], "picks": [], "zero": [], "plays": []}
                rounds.append({"dealer": s.dealer, "hands": hands, **nothing_yet})
            case Rolled() if before.section == BAG:
                own = OWN_DICE[s.seats]
                shown = [item(face) for face in s.draws]
                ends = range(0, s.seats * own, own)
                rounds[-1]["dice"] = [shown[first : first + own] for first in ends]
                rounds[-1]["pool"] = shown[s.seats * own :]
            case Chose(choice=int(slot)) if before.section == DRAFT:
                rounds[-1]["picks"].append(item(face_up(s)[slot]))
            case Chose() if UNDECIDED not in s.zero:
                up = face_up(s)
                rounds[-1]["zero"] = [None if slot == NOTHING else item(up[slot]) for slot in s.zero]
            case Played(faces=(face,)):
                rounds[-1]["plays"].append(item(face))
    return rounds
