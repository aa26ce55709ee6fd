"""Notice: rules.md 3. Predict the tricks of whoever gets your hand, pass it, predict your own, and play.

One class a section of the rulebook, in its order. Cards, numbers and the state are in
`engines/notice_state.py`.
"""

from collections.abc import Sequence
from itertools import product
from typing import Any

from engines.notice_state import (
    DEAL,
    FIRST_DEALER,
    NOTHING,
    OPENING,
    OVER,
    PASS,
    PREDICT_OTHER,
    PREDICT_OWN,
    ROUNDS,
    SHUFFLE,
    TRICKS,
    TURN,
    Past,
    State,
    card_slots,
    dealt_hands,
    deck,
    face_up,
    gives_to,
    hand_size,
    item,
    prediction_slot,
    suit,
    totals,
    turned_slot,
    winner,
)
from engines.notice_view import view_notice
from engines.table import Option, Options, OptionValue, Rules, Section, always, put
from engines.tricks import UNKNOWN, following
from engines.vocabulary import (
    Choice,
    Claim,
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
    Seat,
    Shuffle,
    Shuffled,
    Slot,
    TurnedUp,
    TurnUp,
)

# the sections


class _FirstDealer(Section):
    """The first dealer is random."""

    def waits(self, s: State) -> tuple[Request, ...]:
        return (Roll((s.seats,)),)

    def then(self, s: State, fact: Rolled) -> State:
        return s._replace(section=SHUFFLE, dealer=fact.numbers[0])


class _Shuffling(Section):
    """A round begins with all cards of the deck."""

    def waits(self, s: State) -> tuple[Request, ...]:
        return (Shuffle(deck(s.seats), tuple(card_slots(s)), 13),)

    def then(self, s: State, fact: Shuffled) -> State:
        return s._replace(section=DEAL)


class _Dealing(Section):
    """Each player looks at their hand."""

    def waits(self, s: State) -> tuple[Request, ...]:
        return (Deal(dealt_hands(s)),)

    def then(self, s: State, fact: Dealt) -> State:
        return s._replace(section=TURN, hands=dealt_hands(s))


class _TurningUp(Section):
    """One card is turned up; its suit is trump."""

    def waits(self, s: State) -> tuple[Request, ...]:
        return (TurnUp((turned_slot(s),)),)

    def then(self, s: State, fact: TurnedUp) -> State:
        (face,) = fact.faces
        return s._replace(section=PREDICT_OTHER, turned=face, trump=suit(face))


class _Predicting(Section):
    """All at once and in secret: how many tricks, from none to the size of a hand."""

    def __init__(self, section: int) -> None:
        self._section = section

    def waits(self, s: State) -> tuple[Request, ...]:
        return tuple(
            Seal(seat, prediction_slot(s, seat, self._section))
            for seat in range(s.seats)
            if not s.sealed[seat]
        )

    def choices(self, s: State, seat: Seat, faces: Faces) -> Sequence[Choice]:
        return range(hand_size(s) + 1)

    def reason(self, s: State, seat: Seat, faces: Faces, choice: Choice) -> str:
        return "range"

    def then(self, s: State, fact: Sealed) -> State:
        sealed = put(s.sealed, fact.seat, True)
        if not all(sealed):
            return s._replace(sealed=sealed)
        nobody = (False,) * s.seats
        if self._section == PREDICT_OWN:
            return s._replace(section=TRICKS, sealed=nobody, leader=(s.dealer + 1) % s.seats)
        passing = gives_to(s.seats, s.round, 0) != 0
        return s._replace(section=PASS if passing else PREDICT_OWN, sealed=nobody)


class _Passing(Section):
    """Everyone passes the whole hand, face down. `sealed` marks who has passed."""

    def waits(self, s: State) -> tuple[Request, ...]:
        return tuple(
            Give(seat, gives_to(s.seats, s.round, seat)) for seat in range(s.seats) if not s.sealed[seat]
        )

    def choices(self, s: State, seat: Seat, faces: Faces) -> Sequence[Choice]:
        return (s.hands[seat],)

    def reason(self, s: State, seat: Seat, faces: Faces, choice: Choice) -> str:
        return "not-held"

    def then(self, s: State, fact: Gave) -> State:
        sealed = put(s.sealed, fact.seat, True)
        if not all(sealed):
            return s._replace(sealed=sealed)
        hands = list(s.hands)
        for seat, hand in enumerate(s.hands):
            hands[gives_to(s.seats, s.round, seat)] = hand
        return s._replace(section=PREDICT_OWN, sealed=(False,) * s.seats, hands=tuple(hands))


class _Playing(Section):
    """Follow the led suit if you can, else play anything."""

    def waits(self, s: State) -> tuple[Request, ...]:
        return (Play((s.leader + len(s.trick)) % s.seats),)

    def choices(self, s: State, seat: Seat, faces: Faces) -> Sequence[Choice]:
        hand = self._playable(s, seat, faces)
        if not s.trick:
            return [(slot,) for slot in hand]
        if s.thirteen:
            faces = {**faces, **face_up(s)}
        led = s.trick[0] // 13
        return following(hand, [faces[slot] // 13 if slot in faces else UNKNOWN for slot in hand], led)

    def reason(self, s: State, seat: Seat, faces: Faces, choice: Choice) -> str:
        hand = self._playable(s, seat, faces)
        held = isinstance(choice, tuple) and len(choice) == 1 and choice[0] in hand
        return "follow" if held else "not-held"

    def _playable(self, s: State, seat: Seat, faces: Faces) -> Sequence[Slot]:
        """The hand, without the card that lies face up if it is said to be another one."""
        hand = s.hands[seat]
        if s.thirteen and any(faces.get(slot, face) != face for slot, face in face_up(s).items()):
            return [slot for slot in hand if slot != turned_slot(s)]
        return hand

    def claims(self, s: State, fact: Fact) -> tuple[Claim, ...]:
        if not isinstance(fact, Played) or not self._is_void(s, fact.faces[0]):
            return ()
        led = s.trick[0] // 13
        known = face_up(s)
        hidden = tuple(slot for slot in s.hands[fact.seat] if slot not in fact.slots and slot not in known)
        if not hidden or s.voids[fact.seat] >> led & 1:
            return ()
        return (Claim(fact.seat, hidden, tuple(face for face in deck(s.seats) if suit(face) == led)),)

    def then(self, s: State, fact: Played) -> State:
        seat, (slot,), (face,) = fact.seat, fact.slots, fact.faces
        hand = tuple([held for held in s.hands[seat] if held != slot])
        hands, trick, voids = put(s.hands, seat, hand), (*s.trick, face), s.voids
        if self._is_void(s, face):
            voids = put(voids, seat, voids[seat] | 1 << s.trick[0] // 13)
        if len(trick) < s.seats:
            return s._replace(hands=hands, trick=trick, voids=voids)
        taker = winner(s, trick)
        return s._replace(
            section=TRICKS if hand else OPENING,
            hands=hands,
            leader=taker,
            trick=(),
            last_leader=s.leader,
            last_trick=trick,
            won=put(s.won, taker, s.won[taker] + 1),
            voids=voids,
        )

    def _is_void(self, s: State, face: Face) -> bool:
        """Whether playing this face shows that there is no card of the led suit."""
        return bool(s.trick) and face // 13 != s.trick[0] // 13


class _Opening(Section):
    """After the last trick all predictions are opened together."""

    def waits(self, s: State) -> tuple[Request, ...]:
        return tuple(
            Open(seat, (prediction_slot(s, seat, PREDICT_OTHER), prediction_slot(s, seat, PREDICT_OWN)))
            for seat in range(s.seats)
            if not s.opened[seat]
        )

    def choices(self, s: State, seat: Seat, faces: Faces) -> Sequence[Choice]:
        counts = range(hand_size(s) + 1)
        return tuple(product(counts, counts))

    def reason(self, s: State, seat: Seat, faces: Faces, choice: Choice) -> str:
        return "range"

    def then(self, s: State, fact: Opened) -> State:
        opened = put(s.opened, fact.seat, fact.faces)
        if not all(opened):
            return s._replace(opened=opened)
        other, own = zip(*opened, strict=True)
        past = (*s.past, Past(s.won, other, own))
        over = len(past) == ROUNDS[s.seats]
        n = s.seats
        return s._replace(
            section=OVER if over else SHUFFLE,
            round=s.round + (not over),
            dealer=s.dealer if over else (s.dealer + 1) % n,
            turned=NOTHING,
            trump=NOTHING,
            last_trick=(),
            won=(0,) * n,
            voids=(0,) * n,
            opened=((),) * n,
            past=past,
        )


def start(seats: int, options: Options) -> State:
    """The state before the first dealer is found."""
    return State(
        seats=seats,
        thirteen=options["thirteen"] is True,
        both=options["penalty"] == "both",
        section=FIRST_DEALER,
        round=0,
        dealer=0,
        hands=((),) * seats,
        turned=NOTHING,
        trump=NOTHING,
        sealed=(False,) * seats,
        leader=0,
        trick=(),
        last_leader=0,
        last_trick=(),
        won=(0,) * seats,
        voids=(0,) * seats,
        opened=((),) * seats,
        past=(),
    )


def _thirteen(seats: int) -> tuple[OptionValue, ...]:
    """With four players only."""
    return (False, True) if seats == 4 else (False,)


def _view(s: State, seat: Seat | None, faces: Faces) -> dict[str, Any]:
    return view_notice(RULES, s, seat, faces)


RULES = Rules(
    name="notice",
    version=1,
    seats=range(3, 7),
    options=(Option("penalty", always("other", "both")), Option("thirteen", _thirteen)),
    start=start,
    sections=(
        _FirstDealer(),
        _Shuffling(),
        _Dealing(),
        _TurningUp(),
        _Predicting(PREDICT_OTHER),
        _Passing(),
        _Predicting(PREDICT_OWN),
        _Playing(),
        _Opening(),
    ),
    totals=totals,
    view=_view,
    item=item,
    face_up=face_up,
)
