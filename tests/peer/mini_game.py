"""The smallest game that asks a table for everything that it can be asked for, so that many can be played.

Nine cards (3 suits x 3 ranks), two or three each: everybody says yes or no, seals a number, gives one card
to the left, mixes its hand and shows the card that it laid first if it is the lowest of its suit; such a card
stays face up. Two tricks are played, following suit. Then the numbers are opened. Two rounds.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from engines.table import Options, Rules, Section, put
from engines.vocabulary import (
    Choice,
    Choose,
    Chose,
    Claim,
    Deal,
    Dealt,
    Face,
    Faces,
    Fact,
    Gave,
    Give,
    Mix,
    Mixed,
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
    Show,
    Shuffle,
    Shuffled,
    Slot,
    TurnedUp,
    TurnUp,
)

FACES = tuple(range(9))
ROUNDS = 2


class State(NamedTuple):
    seats: int
    section: int = 0
    round: int = 0
    leader: Seat = 0
    hands: tuple[tuple[Slot, ...], ...] = ()
    trump: Face = -1
    said: tuple[int, ...] = ()
    trick: tuple[Face, ...] = ()
    won: tuple[int, ...] = ()
    voids: tuple[int, ...] = ()
    opened: tuple[int, ...] = ()
    up: tuple[tuple[Slot, Face], ...] = ()


def _base(s: State) -> int:
    return s.round * 100


def _hands(s: State) -> tuple[tuple[Slot, ...], ...]:
    return tuple((_base(s) + 2 * seat, _base(s) + 2 * seat + 1) for seat in range(s.seats))


class _Rolling(Section):
    def waits(self, s: State) -> tuple[Request, ...]:
        return (Roll((s.seats, 6)),)

    def then(self, s: State, fact: Rolled) -> State:
        return s._replace(section=1, leader=fact.numbers[0])


class _Shuffling(Section):
    def waits(self, s: State) -> tuple[Request, ...]:
        return (Shuffle(FACES, tuple(_base(s) + i for i in range(9)), 3),)

    def then(self, s: State, fact: Shuffled) -> State:
        return s._replace(section=2)


class _Dealing(Section):
    def waits(self, s: State) -> tuple[Request, ...]:
        return (Deal(_hands(s)),)

    def then(self, s: State, fact: Dealt) -> State:
        nobody = (-1,) * s.seats
        zero = (0,) * s.seats
        return s._replace(section=3, hands=_hands(s), said=nobody, opened=nobody, won=zero, voids=zero)


class _Turning(Section):
    def waits(self, s: State) -> tuple[Request, ...]:
        return (TurnUp((_base(s) + 8,)),)

    def then(self, s: State, fact: TurnedUp) -> State:
        return s._replace(section=4, trump=fact.faces[0] // 3)


class _Each(Section):
    """A section in which every seat answers once; `said` keeps who has."""

    number = 0

    def ask(self, s: State, seat: Seat) -> Request:
        raise NotImplementedError

    def waits(self, s: State) -> tuple[Request, ...]:
        return tuple(self.ask(s, seat) for seat in range(s.seats) if s.said[seat] < 0)

    def all_said(self, s: State) -> State:
        return s._replace(section=self.number + 1, said=(-1,) * s.seats)

    def note(self, s: State, seat: Seat, value: int) -> State:
        s = s._replace(said=put(s.said, seat, value))
        return self.all_said(s) if min(s.said) >= 0 else s


class _Saying(_Each):
    number = 4

    def ask(self, s: State, seat: Seat) -> Request:
        return Choose(seat)

    def choices(self, s: State, seat: Seat, faces: Faces) -> Sequence[Choice]:
        return (True, False)

    def then(self, s: State, fact: Chose) -> State:
        return self.note(s, fact.seat, int(bool(fact.choice)))


class _Sealing(_Each):
    number = 5

    def ask(self, s: State, seat: Seat) -> Request:
        return Seal(seat, _base(s) + 50 + seat)

    def choices(self, s: State, seat: Seat, faces: Faces) -> Sequence[Choice]:
        return range(3)

    def then(self, s: State, fact: Sealed) -> State:
        return self.note(s, fact.seat, 1)


class _Giving(_Each):
    """`said` keeps the slot that a seat gives."""

    number = 6

    def ask(self, s: State, seat: Seat) -> Request:
        return Give(seat, (seat + 1) % s.seats)

    def choices(self, s: State, seat: Seat, faces: Faces) -> Sequence[Choice]:
        return [(slot,) for slot in s.hands[seat]]

    def then(self, s: State, fact: Gave) -> State:
        return self.note(s, fact.seat, fact.slots[0])

    def all_said(self, s: State) -> State:
        hands = tuple(
            tuple(sorted([slot for slot in hand if slot != s.said[seat]] + [s.said[seat - 1]]))
            for seat, hand in enumerate(s.hands)
        )
        return super().all_said(s)._replace(hands=hands)


def _mixed(s: State, seat: Seat) -> tuple[Slot, ...]:
    return (_base(s) + 20 + 2 * seat, _base(s) + 21 + 2 * seat)


class _Mixing(_Each):
    number = 7

    def ask(self, s: State, seat: Seat) -> Request:
        return Mix(seat, s.hands[seat], _mixed(s, seat))

    def choices(self, s: State, seat: Seat, faces: Faces) -> Sequence[Choice]:
        return [(slot,) for slot in s.hands[seat]]

    def then(self, s: State, fact: Mixed) -> State:
        return self.note(s, fact.seat, 1)

    def all_said(self, s: State) -> State:
        return super().all_said(s)._replace(hands=tuple(_mixed(s, seat) for seat in range(s.seats)))


class _Showing(_Each):
    """The card laid first is shown if it is the lowest of its suit."""

    number = 8

    def ask(self, s: State, seat: Seat) -> Request:
        return Show(seat)

    def choices(self, s: State, seat: Seat, faces: Faces) -> Sequence[Choice]:
        first = s.hands[seat][0]
        if first not in faces:
            return [(), (first,)]
        return [(first,)] if faces[first] % 3 == 0 else [()]

    def reason(self, s: State, seat: Seat, faces: Faces, choice: Choice) -> str:
        return "fit"

    def claims(self, s: State, fact: Fact) -> tuple[Claim, ...]:
        assert isinstance(fact, Played)
        return () if fact.slots else (Claim(fact.seat, s.hands[fact.seat][:1], (0, 3, 6)),)

    def then(self, s: State, fact: Played) -> State:
        up = tuple(sorted({*s.up, *zip(fact.slots, fact.faces, strict=True)}))
        return self.note(s._replace(up=up), fact.seat, 1)


class _Playing(Section):
    def waits(self, s: State) -> tuple[Request, ...]:
        return (Play((s.leader + len(s.trick)) % s.seats),)

    def choices(self, s: State, seat: Seat, faces: Faces) -> Sequence[Choice]:
        hand = s.hands[seat]
        known = {**faces, **_face_up(s)}
        suits = [known[slot] // 3 if slot in known else -1 for slot in hand]
        led = s.trick[0] // 3 if s.trick else -2
        fits = [slot for slot, suit in zip(hand, suits, strict=True) if suit in (led, -1)]
        return [(slot,) for slot in (fits if led in suits else hand)]

    def reason(self, s: State, seat: Seat, faces: Faces, choice: Choice) -> str:
        return "follow"

    def claims(self, s: State, fact: Fact) -> tuple[Claim, ...]:
        if not isinstance(fact, Played) or not s.trick or fact.faces[0] // 3 == s.trick[0] // 3:
            return ()
        led = s.trick[0] // 3
        known = (*fact.slots, *_face_up(s))
        hidden = tuple(slot for slot in s.hands[fact.seat] if slot not in known)
        if not hidden or s.voids[fact.seat] >> led & 1:
            return ()
        return (Claim(fact.seat, hidden, tuple(face for face in FACES if face // 3 == led)),)

    def then(self, s: State, fact: Played) -> State:
        hand = tuple(slot for slot in s.hands[fact.seat] if slot not in fact.slots)
        trick = s.trick + fact.faces
        voids = s.voids
        if s.trick and fact.faces[0] // 3 != s.trick[0] // 3:
            voids = put(voids, fact.seat, voids[fact.seat] | 1 << s.trick[0] // 3)
        s = s._replace(hands=put(s.hands, fact.seat, hand), trick=trick, voids=voids)
        if len(trick) < s.seats:
            return s
        best = max(range(len(trick)), key=lambda i: (trick[i] // 3 == trick[0] // 3, trick[i]))
        winner = (s.leader + best) % s.seats
        won = put(s.won, winner, s.won[winner] + 1)
        return s._replace(trick=(), leader=winner, won=won, section=9 if hand else 10)


class _Opening(Section):
    def waits(self, s: State) -> tuple[Request, ...]:
        return tuple(Open(seat, (_base(s) + 50 + seat,)) for seat in range(s.seats) if s.opened[seat] < 0)

    def choices(self, s: State, seat: Seat, faces: Faces) -> Sequence[Choice]:
        return [(n,) for n in range(3)]

    def then(self, s: State, fact: Opened) -> State:
        s = s._replace(opened=put(s.opened, fact.seat, fact.faces[0]))
        if min(s.opened) < 0:
            return s
        s = s._replace(up=())
        return s._replace(section=11) if s.round + 1 == ROUNDS else s._replace(section=1, round=s.round + 1)


def _face_up(s: State) -> Faces:
    return dict(s.up)


def _view(s: State, seat: Seat | None, faces: Faces) -> dict[str, Any]:
    return {"game": "mini", "seat": seat}


def _start(seats: int, options: Options) -> State:
    return State(seats)


MINI = Rules(
    name="mini",
    version=1,
    seats=range(2, 5),
    options=(),
    start=_start,
    sections=(
        _Rolling(),
        _Shuffling(),
        _Dealing(),
        _Turning(),
        _Saying(),
        _Sealing(),
        _Giving(),
        _Mixing(),
        _Showing(),
        _Playing(),
        _Opening(),
    ),
    totals=lambda s: s.won,
    view=_view,
    item=str,
    face_up=_face_up,
)
