"""What this machine still knows of a game that it was part of, beside what the transcript tells everybody."""

from engines.vocabulary import Seat, Slot
from peer.journal import Journal
from peer.own import Own
from peer.position import Position


def own_faces(journal: Journal, position: Position) -> tuple[Seat, dict[Slot, int]] | None:
    """The own seat in a game, and every face that this seat has seen alone; None in somebody else's game."""
    saved = next((game for game in journal.games() if game.table == position.table), None)
    if saved is None:
        return None
    return saved.seat, Own(saved.secret, saved.seat, journal.sealed(saved.table)).look_back(position)
