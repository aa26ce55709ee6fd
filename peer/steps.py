"""The steps of a table: what every request of the rules becomes when nobody deals and nobody is trusted.

A step is a barrier. It names the seats that must speak and the kind of answer wanted from each; when all of
them have spoken, everybody moves to the next step. So whatever a step's answers depend on is the same for
everyone, and the order in which they arrive does not matter.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engines.vocabulary import (
    Choose,
    Deal,
    Give,
    Mix,
    Open,
    Play,
    Request,
    Roll,
    Seal,
    Seat,
    SeatRequest,
    Show,
    Shuffle,
    Slot,
    TurnUp,
)

AGREE = "agree"
COIN = "coin"
COIN_OPEN = "coin-open"
KEY = "key"
SHUFFLE = "shuffle"
DECK = "deck"
SHARES = "shares"
SETTLE = "settle"

_ANSWER_KINDS: Mapping[type, str] = {
    Give: "give",
    Mix: "mix",
    Seal: "seal",
    Open: "open",
    Play: "play",
    Show: "play",
    Choose: "choose",
}
ANSWERS = frozenset(_ANSWER_KINDS.values())


@dataclass(frozen=True, slots=True)
class Step:
    """Who must say what. `wanted` maps a seat to the tag of its payload, `owed` a seat to the slots it
    gives shares for.
    """

    wanted: Mapping[Seat, str]
    requests: tuple[Request, ...] = ()
    owed: Mapping[Seat, tuple[Slot, ...]] | None = None
    last: bool = True
    """Whether the requests are answered when this step is complete."""

    @property
    def kind(self) -> str:
        """The one kind of answer wanted from all, or "answers" where seats answer requests of their own."""
        kinds = set(self.wanted.values())
        return "answers" if kinds & ANSWERS else kinds.pop()

    def request_of(self, seat: Seat) -> SeatRequest:
        """The request that this seat answers."""
        for request in self.requests:
            if isinstance(request, SeatRequest) and request.seat == seat:
                return request
        raise LookupError(seat)


def agree(seats: range) -> Step:
    """Step 0: everybody signs the genesis."""
    return Step(dict.fromkeys(seats, AGREE))


def settle(seats: range) -> Step:
    """The last step: everybody signs the end, and at an open table shows what the audit needs."""
    return Step(dict.fromkeys(seats, SETTLE))


def steps_of(
    requests: Sequence[Request], seats: range, holders: Mapping[Slot, Seat | None]
) -> tuple[Step, ...]:
    """The steps that answer what the rules wait for.

    `holders` tells who holds a dealt card; None or absent: nobody.
    """
    wait = tuple(requests)
    match wait[0]:
        case Roll():
            return (
                Step(dict.fromkeys(seats, COIN), wait, last=False),
                Step(dict.fromkeys(seats, COIN_OPEN), wait),
            )
        case Shuffle():
            each = tuple(Step({seat: SHUFFLE}, wait, last=False) for seat in seats)
            return (
                Step(dict.fromkeys(seats, KEY), wait, last=False),
                *each,
                Step(dict.fromkeys(seats, DECK), wait),
            )
        case Deal(hands):
            return (_shares(wait, {seat: _others(hands, seat) for seat in seats}),)
        case TurnUp(slots):
            owed = {
                seat: tuple(slot for slot in slots if holders.get(slot) in (None, seat)) for seat in seats
            }
            return (_shares(wait, owed),)
    return (
        Step(
            {
                request.seat: _ANSWER_KINDS[type(request)]
                for request in wait
                if isinstance(request, SeatRequest)
            },
            wait,
        ),
    )


def _others(hands: Sequence[Sequence[Slot]], seat: Seat) -> tuple[Slot, ...]:
    return tuple(slot for owner, hand in enumerate(hands) if owner != seat for slot in hand)


def _shares(requests: tuple[Request, ...], owed: Mapping[Seat, tuple[Slot, ...]]) -> Step:
    owing = {seat: slots for seat, slots in owed.items() if slots}
    return Step(dict.fromkeys(owing, SHARES), requests, owing)
