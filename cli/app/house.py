"""What the screens can have done: this peer on the network, tables with bots in their seats, saved games."""

import asyncio
import contextlib
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Self

from cli import hosting, own_machine
from cli.app.screen import Screen
from cli.children import Children
from cli.settings import Settings, save
from cli.words import shown
from engines.table import OptionValue
from peer.gathering import Offer
from peer.home import Home
from peer.journal import SavedGame
from peer.lobby import NotPossible
from peer.names import clean_name
from peer.network import PeerState
from peer.node import Node
from peer.saved import can_go_on, others_are_own_bots
from peer.sitting import Sitting

_PRIVATE = ("lo",)


@dataclass(frozen=True, slots=True)
class Terms:
    """A table as somebody wants to open it. `bots`: in how many of its seats bots of this machine sit."""

    game: str
    seats: int
    options: Mapping[str, OptionValue]
    passcode: str | None = None
    sealed: bool = False
    bots: int = 0
    alone: bool = False
    """A table that nobody outside this machine gets to see, with bots in all other seats."""


class House:
    """Use it as `async with House(...) as house`. Within, there is a `node`, which is another one after the
    name was changed, and while a game stays on this machine.

    `table` is the screen of a game that goes on, if there is one.
    """

    def __init__(self, home: Home, settings: Settings, interfaces: Sequence[str] | None = None) -> None:
        self.home = home
        self.settings = settings
        self.table: Screen | None = None
        self.sitting: Sitting | None = None
        self.saved: list[SavedGame] = []
        """The games of this data folder, the latest first."""
        self.unfinished: list[SavedGame] = []
        """Those that can go on."""
        self.found: dict[bytes, str] = {}
        """By table, what the check of a transcript found in this run: an outcome, or "missing"."""
        self.when_settled: Callable[[Settings], None] = lambda settings: None
        """What is to be told of new settings."""
        self._interfaces = interfaces
        self._alone = False
        self._terms: Terms | None = None
        self._children: Children | None = None
        self._one_by_one = asyncio.Lock()
        self._changing: asyncio.Task[None] | None = None
        self._usual_port = os.environ.get("CHABUDAI_PORT")

    async def __aenter__(self) -> Self:
        await self._enter()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        if self.sitting is not None and not self.sitting.table and self.sitting.ended is None:
            await self.sitting.leave()
        if self._changing is not None:
            await self._changing
        try:
            await self.node.__aexit__(kind, error, where)
        finally:
            _set("CHABUDAI_PORT", self._usual_port)
            await self._end_bots()

    @property
    def name(self) -> str:
        """How this peer is called."""
        return self.settings.name

    # who and what is there

    def peers(self) -> list[PeerState]:
        """The other players on the network."""
        return self.node.network.peers()

    def offers(self) -> list[Offer]:
        """The tables of others, those that one can play at first."""
        return sorted(
            self.node.offers(), key=lambda offer: (bool(offer.why_not), offer.host_name, offer.short)
        )

    def ways_in(self) -> list[str]:
        """What friends can type to come to the table that was opened here: addresses, and an invite."""
        ways = [shown(address) for address in self.node.network.addresses()[:2]]
        with contextlib.suppress(NotPossible):
            ways += [self.node.invite(self.sitting)] if self.sitting is not None else []
        return ways

    # tables

    async def open(self, terms: Terms) -> Sitting:
        """Open a table, with bots of this machine in some of its seats. NotPossible."""
        async with self._one_by_one:
            return await self._open(terms)

    async def again(self) -> Sitting | None:
        """Open the same table once more; None if the last one was somebody else's."""
        terms = self._terms
        if terms is None:
            return None
        async with self._one_by_one:
            await self._finished()
            return await self._open(terms)

    async def _open(self, terms: Terms) -> Sitting:
        await self._go(terms.alone)
        sitting = await self.node.open(
            terms.game, terms.seats, terms.options, passcode=terms.passcode, sealed=terms.sealed
        )
        self.sitting, self._terms = sitting, replace(terms, bots=0)
        self.fill(terms.seats - 1 if terms.alone else terms.bots)
        return sitting

    async def join(self, target: Offer | str, passcode: str | None = None) -> Sitting:
        """Take a seat at somebody's table. JoinRefused."""
        async with self._one_by_one:
            await self._go(False)
            self._terms = None
            self.sitting = await self.node.join(target, passcode)
            return self.sitting

    async def resume(self, table: str | None) -> Sitting:
        """Go on with a saved game, the latest or the one whose id begins so, with the bots that this machine
        had put at its table. CannotResume.
        """
        async with self._one_by_one:
            game = self.node.saved_game(table)
            await self._go(others_are_own_bots(self.home, game))
            self._terms = None
            self.sitting = await self.node.resume(game.table.hex())
            hosting.wake_bots(self._bots(), self.node, self.sitting, self._limits())
            return self.sitting

    @property
    def bots_sent(self) -> int | None:
        """How many bots were sent to the table that was opened here; None at somebody else's."""
        return self._terms.bots if self._terms is not None else None

    @property
    def passcode(self) -> str | None:
        """The passcode of the table that was opened here, if it has one."""
        return self._terms.passcode if self._terms is not None else None

    def fill(self, bots: int) -> None:
        """Send so many bots more to the table that was opened here."""
        sitting, terms = self.sitting, self._terms
        assert sitting is not None
        assert terms is not None
        if bots:
            there = terms.bots
            self._terms = replace(terms, bots=there + bots)
            places = range(there, there + bots)
            hosting.start_bots(self._bots(), self.node, sitting, terms.passcode, places, self._limits())

    @property
    def untidy(self) -> bool:
        """Whether a game has ended and was not cleared away yet."""
        ended = self.sitting is not None and self.sitting.ended is not None
        return ended or (self._alone and self.sitting is None)

    async def tidy(self) -> None:
        """Clear an ended game away, and be on the network again."""
        async with self._one_by_one:
            if self.untidy:
                await self._finished()
                await self._go(False)

    async def _finished(self) -> None:
        """The bots are ended, and one more game can begin."""
        self.sitting = self.table = None
        self.look()
        await self._end_bots()

    async def leave(self) -> None:
        """Give up the seat for good."""
        if self.sitting is not None:
            await self.sitting.leave()
        await self.tidy()

    # oneself

    async def settle(self, settings: Settings) -> None:
        """Keep these settings, and go by them. OSError."""
        settings = replace(settings, name=clean_name(settings.name) or self.settings.name)
        save(self.home, settings)
        self.settings = settings
        self.when_settled(settings)
        async with self._one_by_one:
            if self.sitting is None:
                await self._go(False)

    async def _go(self, alone: bool) -> None:
        """Be on the network, or alone on this machine.

        A change that has begun is not broken off with whoever asked for it: half a peer could not be closed.
        """
        if (alone, self.name) != (self._alone, self.node.name):
            self._changing = asyncio.ensure_future(self._change(alone))
            await asyncio.shield(self._changing)

    async def _change(self, alone: bool) -> None:
        await self.node.__aexit__(None, None, None)
        self._alone = alone
        await self._enter()

    async def _enter(self) -> None:
        port = own_machine.environment()["CHABUDAI_PORT"] if self._alone else self._usual_port
        _set("CHABUDAI_PORT", port)
        self.node = await Node(self.home, name=self.name, interfaces=self._limits()).__aenter__()
        self.look()

    def look(self) -> None:
        """See which games there are now."""
        self.saved = self.node.saved_games()
        self.unfinished = [game for game in self.saved if can_go_on(self.home, game)]

    # bots

    def _limits(self) -> Sequence[str] | None:
        """The interfaces that this peer and its bots are limited to."""
        return _PRIVATE if self._alone else self._interfaces

    def _bots(self) -> Children:
        if self._children is None:
            self._children = Children()
        return self._children

    async def _end_bots(self) -> None:
        children, self._children = self._children, None
        if children is not None:
            await asyncio.to_thread(children.__exit__, None, None, None)


def _set(variable: str, value: str | None) -> None:
    if value is None:
        os.environ.pop(variable, None)
    else:
        os.environ[variable] = value
