"""A table at which the seats are being taken, until its game begins."""

from collections.abc import Awaitable, Callable, Sequence

from cli.app.doing import Doing
from cli.app.house import House
from cli.app.menu import Item, Menu, Question, Row
from cli.app.screen import Back, Bell, Effect, Home, Open, Replace, Work
from cli.language import N_, _, ngettext
from cli.plain import names_of
from cli.words import listed, say, shown
from cli.words_games import options, title
from cli.words_peer import JOINING
from peer.gathering import Closed
from peer.sitting import Sitting


class GatheringScreen(Menu):
    """Who has come so far, how others find the table, and bots for the seats that are free.

    The notices of the sitting are left to the table; what is told here can be seen without them.
    """

    help = N_(
        "The game begins by itself when all seats are taken. Friends on this network see the table in their "
        "lobby; where they do not, they choose to type an address or an invite there, and type what is shown "
        "here. An invite also admits where a passcode is asked for. A seat that nobody takes can be filled "
        "with a bot of this machine, which sees no more than a player in its seat."
    )

    def __init__(self, house: House, sitting: Sitting) -> None:
        super().__init__()
        self._house = house
        self._sitting = sitting
        self._came = 0

    def named(self) -> tuple[str, str]:
        """The table and its game."""
        text = _("Table {table}: {game}").format(table=self._sitting.short, game=title(self._sitting.game))
        taken = _("{taken} of {seats}").format(taken=len(self._sitting.players), seats=self._sitting.seats)
        return text, taken

    def above(self) -> Sequence[str]:
        """The seats and the ways to them."""
        sitting = self._sitting
        told = []
        me = next((at for at, each in enumerate(sitting.players) if each.key == self._house.node.key), None)
        names = names_of(sitting.players, me)
        for seat in range(sitting.seats):
            name = names.full(seat) if seat < len(sitting.players) else _("(free)")
            told.append(f"{seat + 1:3}  {name}")
        told.append("")
        if self._on_the_way:
            text = ngettext("{count} bot is on its way.", "{count} bots are on their way.", self._on_the_way)
            told.append(text.format(count=self._on_the_way))
        settled = listed(options(sitting.game, sitting.seats, sitting.options)) or _("none")
        told.append(_("Options: {options}.").format(options=settled))
        told.append(_("The game begins when all seats are taken."))
        if self._house.passcode is not None:
            told.append(_("Passcode: {passcode}").format(passcode=shown(self._house.passcode)))
        if self._ours and self._free:
            told.append(
                _("Friends see this table in their lobby. If they do not, they type one of these there:")
            )
            told += [f"  {way}" for way in self._house.ways_in()]
        told.append("")
        return told

    def rows(self) -> Sequence[Row]:
        """What can be done while one waits."""
        free = self._free - self._on_the_way
        bots = []
        if self._ours and free > 0:
            bots.append(Item("bot", _("Send a bot to a free seat"), lambda: self._fill(1), "b"))
        if self._ours and free > 1:
            bots.append(Item("fill", _("Fill all free seats with bots"), lambda: self._fill(free), "f"))
        return [*bots, Item("leave", _("Leave the table"), self.back, "q")]

    def back(self) -> Sequence[Effect]:
        """Leaving is asked about: others may be waiting here too."""
        told = _("Your seat becomes free again.")
        if self._ours:
            told = _("You opened this table: if you leave, it is gone for everybody.")
        stay = Item("stay", _("Stay"), lambda: [Back()], "s")
        leave = Item("leave", _("Leave the table"), self._leave, "l")
        return [Open(Question(_("Leave?"), [told], [stay, leave]))]

    def tick(self, now: float) -> Sequence[Effect]:
        """See whether somebody came, and whether the game has begun."""
        sitting = self._sitting
        if sitting.table:
            # Here, because a rematch leads from there back to this module.
            from cli.app.table import TableScreen

            table = TableScreen(self._house, sitting)
            return [Replace(table), table.listen()]
        if isinstance(sitting.ended, Closed):
            ok = Item("ok", _("Back to the lobby"), lambda: [Back()])
            return [Replace(Question(_("The table is closed"), [say(JOINING, sitting.ended.code)], [ok]))]
        before, self._came = self._came, len(sitting.players)
        return [Bell()] if 0 < before < self._came else ()

    @property
    def _ours(self) -> bool:
        return self._house.bots_sent is not None

    @property
    def _free(self) -> int:
        return self._sitting.seats - len(self._sitting.players)

    @property
    def _on_the_way(self) -> int:
        there = sum(player.bot for player in self._sitting.players)
        return max(0, min(self._free, (self._house.bots_sent or 0) - there))

    def _fill(self, bots: int) -> Sequence[Effect]:
        self._house.fill(bots)
        return ()

    def _leave(self) -> Sequence[Effect]:
        return [Home(), Work(self._house.leave)]


def sit_down(
    house: House,
    make: Callable[[], Awaitable[Sitting]],
    otherwise: Callable[[Exception], Sequence[Effect]] = lambda error: (),
) -> Doing:
    """Take a seat, and wait at the table."""
    return Doing(
        _("Taking a seat"),
        make,
        lambda sitting: [Replace(GatheringScreen(house, sitting))],
        lambda _: house.leave(),
        otherwise,
    )


def go_on(house: House, table: str | None) -> Sequence[Effect]:
    """Go on with a saved game: the latest, or the one whose id or name begins so."""

    def then(sitting: Sitting) -> Sequence[Effect]:
        return [Replace(GatheringScreen(house, sitting))]

    return [Open(Doing(_("Going on with the game"), lambda: house.resume(table), then))]
