"""What a table can wait for, and what can happen at it: the words that all games are written in.

A hidden thing - a card, a tile, a sealed answer - is a numbered *slot*. What it shows is its *face*, and
faces are never part of the state of a game: whoever may look carries a mapping from slots to faces beside
it. Slot numbers are used once in a game.
"""

from collections.abc import Mapping
from dataclasses import dataclass

Seat = int
Slot = int
Face = int
Faces = Mapping[Slot, Face]
Choice = int | str | bool | tuple[int | str | bool, ...]

NOBODY: Faces = {}
"""What can be told from the backs alone."""


# requests: what the table waits for. The first four are made by all seats together and stand alone.


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Put these faces into these slots so that nobody knows which is where.

    A face is `suit * ranks + rank`, so that claims can speak of whole suits. It may be there several times.
    """

    faces: tuple[Face, ...]
    slots: tuple[Slot, ...]
    ranks: int


@dataclass(frozen=True, slots=True)
class Deal:
    """Each seat looks at its slots, and holds them from now on. A draw is a deal to some seats only."""

    hands: tuple[tuple[Slot, ...], ...]


@dataclass(frozen=True, slots=True)
class TurnUp:
    """Everybody looks at these slots."""

    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Roll:
    """Numbers that nobody can foresee or choose and everybody sees: the i-th is one of 0 .. sides[i] - 1."""

    sides: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Give:
    """Seat gives slots of its own to another seat, which alone looks at them (the giver has seen them)."""

    seat: Seat
    to: Seat


@dataclass(frozen=True, slots=True)
class Mix:
    """Seat lays its hidden slots into new ones so that nobody else can tell which came where.

    It chooses the slots that come first, in any order among themselves. A slot of a seat that is laid into
    another one is not used again.
    """

    seat: Seat
    slots: tuple[Slot, ...]
    into: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Seal:
    """Seat writes a secret answer into this slot."""

    seat: Seat
    slot: Slot


@dataclass(frozen=True, slots=True)
class Play:
    """Seat turns up slots of its own, or none where the rules allow it to pass."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Show:
    """Seat turns up those of its slots that the rules name. Where they leave one choice, nobody is asked."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Choose:
    """Seat says something that everybody hears."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Open:
    """Seat shows what it wrote into these slots."""

    seat: Seat
    slots: tuple[Slot, ...]


JointRequest = Shuffle | Deal | TurnUp | Roll
SeatRequest = Give | Mix | Seal | Play | Show | Choose | Open
Request = JointRequest | SeatRequest


# facts: what happened, the same for everybody


@dataclass(frozen=True, slots=True)
class Shuffled:
    """The deck is in its slots."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """Everybody has looked."""


@dataclass(frozen=True, slots=True)
class TurnedUp:
    """What the slots of the request show."""

    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Rolled:
    """The numbers, in the order of the request."""

    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Gave:
    """Seat has given these slots to the seat that the request names."""

    seat: Seat
    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Mixed:
    """Seat has laid its slots into the new ones."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Sealed:
    """Seat has written its answer."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Played:
    """Seat has turned up these slots, and this is what they show. What lies face up already is played so as
    well.
    """

    seat: Seat
    slots: tuple[Slot, ...]
    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Chose:
    """Seat has said this."""

    seat: Seat
    choice: Choice


@dataclass(frozen=True, slots=True)
class Opened:
    """What seat had written into the slots of the request."""

    seat: Seat
    faces: tuple[Face, ...]


JointFact = Shuffled | Dealt | TurnedUp | Rolled
SeatFact = Gave | Mixed | Sealed | Played | Chose | Opened
Fact = JointFact | SeatFact

ANSWERED_BY: Mapping[type, type] = {
    Shuffle: Shuffled,
    Deal: Dealt,
    TurnUp: TurnedUp,
    Roll: Rolled,
    Give: Gave,
    Mix: Mixed,
    Seal: Sealed,
    Play: Played,
    Show: Played,
    Choose: Chose,
    Open: Opened,
}


@dataclass(frozen=True, slots=True)
class Claim:
    """What a player owes a proof of: none of these hidden slots of `seat` shows one of these faces
    (sorted).
    """

    seat: Seat
    slots: tuple[Slot, ...]
    faces: tuple[Face, ...]
