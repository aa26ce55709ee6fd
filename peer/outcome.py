"""What comes out of a table: frames for the links, a question for the person at the seat, and news.

None of it holds a card that is not turned up, but Ask, whose choices do not show in its text.
"""

from dataclasses import dataclass, field

from engines.vocabulary import Choice, Fact, Seat, SeatRequest
from peer.blame import Blame


@dataclass(frozen=True, slots=True)
class Send:
    """Send this frame to a seat, if there is a link."""

    seat: Seat
    data: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Ask:
    """This seat has to choose: call `answer` with one of the choices."""

    step: int
    request: SeatRequest
    choices: tuple[Choice, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Happened:
    """A fact that everybody knows now."""

    step: int
    fact: Fact


@dataclass(frozen=True, slots=True)
class Moved:
    """A step is complete; what the table waits for has changed."""

    step: int


@dataclass(frozen=True, slots=True)
class Misbehaved:
    """The peer at the other end of the link of this seat sent something that no honest peer sends."""

    seat: Seat
    code: str


@dataclass(frozen=True, slots=True)
class Halted:
    """The game cannot go on: a seat broke it, and its own signature shows that."""

    blame: Blame


@dataclass(frozen=True, slots=True)
class Over:
    """The game is over and everybody has signed its end."""


Output = Send | Ask | Happened | Moved | Misbehaved | Halted | Over
