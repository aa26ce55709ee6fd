"""Who of a table is here.

A seat that cannot be reached, be it by way of others, is away after some seconds, and gone after ten minutes.
"""

from collections.abc import Collection
from dataclasses import dataclass

from engines.vocabulary import Seat

HERE, AWAY, GONE = "here", "away", "gone"
CUT_OFF = "cut-off"

AWAY_AFTER = 5.0
GONE_AFTER = 600.0


@dataclass(frozen=True, slots=True)
class Presence:
    """A seat is "here", "away" (out of reach for over 5 seconds) or "gone" (10 minutes, or it said so).

    "cut-off" is told when the link to it is ended because of what came over it; it may come back.
    """

    seat: Seat
    state: str


class Attendance:
    """The other seats of one table, at first all without a link."""

    def __init__(self, seats: set[Seat], now: float) -> None:
        self._since: dict[Seat, float | None] = dict.fromkeys(seats, now)
        self._reached = dict.fromkeys(seats, now)
        self._left: set[Seat] = set()
        self._told: dict[Seat, str] = dict.fromkeys(seats, HERE)

    def state(self, seat: Seat) -> str:
        """How a seat was told last; one's own is here."""
        return self._told.get(seat, HERE)

    def without_link(self, seat: Seat, now: float) -> float:
        """For how many seconds there has been no link."""
        since = self._since[seat]
        return 0.0 if since is None else now - since

    def linked(self, seat: Seat, now: float) -> list[Presence]:
        """There is a link: whoever it is has come back."""
        self._since[seat] = None
        self._left.discard(seat)
        return self.look(now)

    def unlinked(self, seat: Seat, now: float) -> list[Presence]:
        """The link is gone."""
        if self._since[seat] is None:
            self._since[seat] = now
        return self.look(now)

    def reached(self, seats: Collection[Seat], now: float) -> list[Presence]:
        """These seats can be reached, if only by way of others: the game goes on with them."""
        self._reached.update(dict.fromkeys(seats, now))
        return self.look(now)

    def departed(self, seat: Seat, now: float) -> list[Presence]:
        """The seat says that it will not come back."""
        self._left.add(seat)
        return self.look(now)

    def look(self, now: float) -> list[Presence]:
        """What has changed since the last look."""
        changed = []
        for seat in self._since:
            state = self._state(seat, now)
            if state != self._told[seat]:
                self._told[seat] = state
                changed.append(Presence(seat, state))
        return changed

    def _state(self, seat: Seat, now: float) -> str:
        missing = min(self.without_link(seat, now), now - self._reached[seat])
        if seat in self._left or missing > GONE_AFTER:
            return GONE
        return AWAY if missing > AWAY_AFTER else HERE
