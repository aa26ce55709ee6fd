"""What another player lacks of a game, told from the heads in its `have`, and the frames that bring it."""

from collections.abc import Iterable
from itertools import islice

from engines.vocabulary import Seat
from protocol.errors import Malformed
from protocol.events import Event
from protocol.messages import Have, Said, encode_message

Placed = tuple[int, Seat, Event]
"""An event, after its step and its author."""

SENT_AT_ONCE = 100
"""The most events in one answer, apart from evidence."""


def require_heads(have: Have, seats: int) -> None:
    """Malformed unless there is one head for each seat."""
    if len(have.heads) != seats:
        raise Malformed("heads of another number of seats")


def frames_for(have: Have, events: Iterable[Placed], evidence: Iterable[Event]) -> list[bytes]:
    """The answer to a `have` that has a head for each seat: of `events`, in their order, what it lacks, and
    all the evidence.
    """
    lacking = (event for step, seat, event in events if _lacks(have, step, seat, event))
    shown = [*islice(lacking, SENT_AT_ONCE), *evidence]
    return [encode_message(Said(have.table, event)) for event in shown]


def _lacks(have: Have, step: int, seat: Seat, event: Event) -> bool:
    head = have.heads[seat]
    return step > head.step or (step == head.step and event.id != head.id)
