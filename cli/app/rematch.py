"""Playing again at the same table: its opener opens it anew, and the others take a seat there."""

from collections.abc import Sequence

from cli.app.cells import wrapped
from cli.app.doing import Doing
from cli.app.frame import DIM, Frame, Size, bar, line, stacked
from cli.app.gathering import GatheringScreen, sit_down
from cli.app.house import House
from cli.app.join import Passcode
from cli.app.screen import Back, Effect, Open, Replace, Screen
from cli.language import _
from cli.words import Names
from peer.gathering import Offer
from peer.outcome import Over
from peer.sitting import Sitting

_OPENER = 0
"""The seat of who opened a table."""


def rematch(house: House, sitting: Sitting, names: Names) -> Sequence[Effect]:
    """What follows when one wants to play again; nothing where that cannot be."""
    if not isinstance(sitting.ended, Over):
        return ()
    if house.bots_sent is not None:

        def then(again: Sitting | None) -> Sequence[Effect]:
            return [Replace(GatheringScreen(house, again))] if again is not None else [Back()]

        return [Open(Doing(_("Opening the table again"), house.again, then, lambda _again: house.leave()))]
    if sitting.seat == _OPENER or names.bots[_OPENER]:
        return ()
    return [Open(Rematch(house, sitting, names.of(_OPENER)))]


class Rematch(Screen):
    """Waits until the opener offers the same game again, and takes a seat there."""

    def __init__(self, house: House, sitting: Sitting, opener: str) -> None:
        self._house = house
        self._sitting = sitting
        self._opener = opener

    def draw(self, size: Size) -> Frame:
        """For whom one waits."""
        text = _("You take a seat as soon as {name} opens the table again.").format(name=self._opener)
        lines = [line(each) for each in wrapped(text, size.columns)]
        top = [bar(_("Play again"), "", size.columns), [], *lines]
        return Frame(stacked(top, [line(_("Escape: do not wait."), DIM)], size.rows), (0, 0))

    def key(self, key: str) -> Sequence[Effect]:
        """Waiting can be given up."""
        return [Back()] if key in ("<escape>", "q") else ()

    def tick(self, now: float) -> Sequence[Effect]:
        """Look for the table."""
        house, offer = self._house, self._offer()
        if offer is None:
            return ()
        if offer.passcode:
            return [Replace(Passcode(house, offer))]
        return [Replace(sit_down(house, lambda: house.join(offer)))]

    def _offer(self) -> Offer | None:
        host, game = self._sitting.players[_OPENER].key, self._sitting.game
        offers = self._house.offers()
        return next(
            (each for each in offers if (each.host, each.game) == (host, game) and not each.why_not), None
        )
