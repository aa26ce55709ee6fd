"""The end of a game: what comes up by itself is not chosen from by a key meant for something else."""

from cli.app import standings
from cli.app.end import EndScreen
from cli.app.frame import text_of
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


def test_the_star_of_the_plot_is_told() -> None:
    """What the star means is told just where there is one, and the plot is whole without scrolling."""
    seat = Seat(Game("notice", 3, seed=2))
    while not isinstance(seat.top, EndScreen):
        seat.until_asked()
        if seat.game.ended is None:
            seat.answer()
    assert "several of them at once" in seat.shown()
    assert len(standings.plot(seat.game.view(), 80, 7)) == 7
    apart = {**seat.game.view(), "scores": [[0, 5, 9]], "totals": [1, 5 + 9, 9 + 20]}
    assert "*" not in text_of(standings.plot(apart, 80, 12))
