"""The end of a game: what comes up by itself is not chosen from by a key meant for something else."""

from cli.app.end import EndScreen
from tests.cli.app.seat_by_keys import Game, Seat


def test_enter_comes_too_early() -> None:
    """Enter that was meant for the last trick does not begin a game again; after a moment it chooses."""
    seat = Seat(Game("notice", 3))
    while not isinstance(seat.top, EndScreen):
        seat.until_asked()
        if seat.game.ended is None:
            seat.answer()
    end = seat.top
    seat.press("<enter>")
    assert seat.top is end
    seat.wait(8).press("<enter>")
    assert seat.top is not end
