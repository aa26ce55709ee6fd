"""One peer: the links, the lobby, a seat at a table and the journal, joined by asyncio. All decisions are
made elsewhere.
"""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Self

from engines import load
from peer import gathering
from peer.afterwards import Afterwards
from peer.finding import Finding, JoinRefused
from peer.gathering import (
    Admission,
    Begin,
    Closed,
    Departed,
    Drop,
    Gathering,
    Objection,
    Offer,
    OffersChanged,
    Whereabouts,
)
from peer.home import Home
from peer.identity import Identity
from peer.invite import write_invite
from peer.journal import Journal, SavedGame
from peer.lobby import Lobby, NotPossible
from peer.names import clean_name
from peer.network import Changed, Happening, Linked, Network, Received, Unlinked
from peer.reaching import AddressBook, Reaching
from peer.saved import find_saved
from peer.sitting import Sitting, places_of
from peer.table import Table
from protocol.errors import Malformed
from protocol.genesis import OptionValue, decode_genesis, table_id
from protocol.lobby import decode_lobby, encode_lobby, route
from protocol.messages import TABLE_TAGS

log = logging.getLogger("chabudai.node")

TICK = 0.5
LINGER_SECONDS = 4.0
DROP_SECONDS = 30.0

_BURST = 2000.0
_A_SECOND = 200.0


class Node:
    """A peer with its data folder. Use it as `async with Node(...) as node`; it has one seat at a time."""

    def __init__(
        self,
        home: Home,
        *,
        name: str,
        bot: bool = False,
        interfaces: Sequence[str] | None = None,
        network: type[Network] = Network,
    ) -> None:
        self.home = home
        self.name = clean_name(name) or "?"
        self.bot = bot
        self._identity = Identity.load_or_create(home)
        self.network = network(self._identity, self.name, bot=bot, interfaces=interfaces)
        self._lobby = Lobby(self._identity.key, self.name, bot)
        self._sitting: Sitting | None = None
        self._linked: set[bytes] = set()
        self._allowances: dict[bytes, tuple[float, float]] = {}
        self._admission: asyncio.Future[str] | None = None
        self._finding = Finding(self.network.reach, self.offers)
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Self:
        self._journal = Journal(self.home.journal)
        self._afterwards = Afterwards(self._journal)
        self._book = AddressBook(self.home.addresses, self.home.write)
        self._reaching = Reaching(self._book, self.network.reach)
        try:
            await self.network.__aenter__()
        except BaseException:
            self._journal.close()
            raise
        for work in (self._listen(), self._keep_time()):
            task = asyncio.get_running_loop().create_task(work)
            task.add_done_callback(self._stopped)
            self._tasks.append(task)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        try:
            if self._sitting is not None:
                self._sitting.keep_transcript()
                if kind is None:
                    await self._sitting.linger(LINGER_SECONDS)
        finally:
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            await self._reaching.close()
            await self.network.__aexit__(kind, error, where)
            self._journal.close()

    # tables

    @property
    def key(self) -> bytes:
        """The identity of this peer."""
        return self._identity.key

    def offers(self) -> list[Offer]:
        """The tables that linked peers offer now."""
        return self._lobby.offers()

    def saved_games(self) -> list[SavedGame]:
        """The games in the journal, the latest first."""
        return self._journal.games()

    def saved_game(self, table: str | None) -> SavedGame:
        """The game of the journal whose id or short name begins so, or the latest that can go on.

        CannotResume.
        """
        return find_saved(self.home, self._journal, table)

    async def open(
        self,
        game: str,
        seats: int,
        options: Mapping[str, OptionValue],
        *,
        passcode: str | None = None,
        sealed: bool = False,
    ) -> Sitting:
        """Open a table and take its first seat. It begins by itself when all seats are taken.

        OptionError or SeatsError where the game does not allow it, NotPossible("busy") at another table.
        """
        self._leave_ended()
        outputs = self._lobby.open(
            game, seats, options, passcode=passcode, sealed=sealed, addresses=self._addresses()
        )
        terms = self._lobby.terms
        assert terms is not None
        sitting = self._sit(terms.table, game, seats, dict(terms.options))
        self._carry_out(outputs)
        return sitting

    async def join(self, target: Offer | str, passcode: str | None = None) -> Sitting:
        """Take a seat at an offered table: an Offer, its short name, "ip:port" of its opener, or an invite.
        JoinRefused.
        """
        self._leave_ended()
        if isinstance(target, Offer):
            return await self._knock(target, passcode, None)
        opener, secret = await self._finding.opener(target)
        return await self._knock(await self._finding.offer_of(opener), passcode, secret)

    async def resume(self, table: str | None = None) -> Sitting:
        """Go on with a game of the journal: the one whose id begins so, or the latest that can go on.
        CannotResume.
        """
        self._leave_ended()
        saved = self.saved_game(table)
        genesis = decode_genesis(saved.genesis)
        self._lobby.resumed(genesis)
        sitting = self._sit(genesis.nonce, genesis.game, len(genesis.players), dict(genesis.options))
        self._seat(sitting, saved.genesis, saved.seat, saved.secret)
        return sitting

    def invite(self, sitting: Sitting) -> str:
        """What a friend types to reach and enter this peer's open table; NotPossible("no-address"),
        NotPossible("begun").
        """
        secret = self._lobby.invite_secret
        if secret is None or sitting is not self._sitting:
            raise NotPossible("begun")
        for address in self.network.addresses():
            host, _, port = address.rpartition(":")
            with contextlib.suppress(ValueError):
                return write_invite(host.strip("[]").partition("%")[0], int(port), self.key, secret)
        raise NotPossible("no-address")

    # joining

    async def _knock(self, offer: Offer, passcode: str | None, secret: bytes | None) -> Sitting:
        self._admission = asyncio.get_running_loop().create_future()
        sitting: Sitting | None = None
        try:
            outputs = self._lobby.join(
                offer.host,
                passcode=passcode,
                secret=secret,
                addresses=self._addresses(),
                now=time.monotonic(),
            )
            sitting = (
                self._sit(offer.table, offer.game, offer.seats, offer.options) if not offer.why_not else None
            )
            self._carry_out(outputs)
            code = await self._admission
        except NotPossible as why:
            raise JoinRefused(why.code) from None
        except asyncio.CancelledError:
            self._carry_out(self._lobby.leave())
            self._sitting = None
            raise
        finally:
            self._admission = None
        if code or sitting is None:
            self._sitting = None
            raise JoinRefused(code)
        return sitting

    def _addresses(self) -> tuple[str, ...]:
        """What other members of a table may try; a zone would mean nothing on their machines."""
        return tuple([address for address in self.network.addresses() if "%" not in address][:6])

    # the seat

    def _sit(self, nonce: bytes, game: str, seats: int, options: Mapping[str, OptionValue]) -> Sitting:
        self._sitting = Sitting(nonce, load(game), seats, options, self, self.home)
        self._sitting.when_left(self._leave)
        return self._sitting

    def _leave_ended(self) -> None:
        if self._sitting is not None and self._sitting.ended is not None:
            self._sitting = None
            if self._lobby.busy:
                self._lobby.finished()

    def _leave(self) -> None:
        sitting = self._sitting
        if sitting is not None and sitting.ended is None and sitting.table:
            self._journal.close_game(bytes.fromhex(sitting.table), "left")
        self._carry_out(self._lobby.leave())

    def _begin(self, genesis: bytes, seat: int) -> None:
        assert self._sitting is not None
        secret = secrets.token_bytes(32)
        self._journal.open_game(table_id(genesis), genesis, seat, secret, time.time_ns())
        self._seat(self._sitting, genesis, seat, secret)

    def _seat(self, sitting: Sitting, genesis: bytes, seat: int, secret: bytes) -> None:
        table = Table(genesis, sitting.rules, seat, secret, self._identity.sign, self._journal)
        agreed = decode_genesis(genesis)
        self.network.expect(player.key for player in agreed.players)
        sitting.begin(agreed, table)

    # what the table needs

    def send(self, key: bytes, data: bytes) -> bool:
        """Send a frame to a linked peer."""
        return self.network.send(key, data)

    def drop(self, key: bytes, code: str) -> None:
        """Close the link of a peer that does what no honest peer does, and refuse it for a while."""
        log.warning("dropped %s: %s", key.hex()[:8], code)
        self.network.drop(key, DROP_SECONDS)

    def is_linked(self, key: bytes) -> bool:
        """Whether there is a link to this peer."""
        return key in self._linked

    # what happens

    async def _listen(self) -> None:
        while True:
            self._take(await self.network.next())

    async def _keep_time(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            self._afterwards.tick()
            self._carry_out(self._lobby.tick(time.monotonic()))
            if self._sitting is not None:
                self._sitting.tick()
                self._reaching.look_for(self._sitting.missing())

    def _stopped(self, task: "asyncio.Task[None]") -> None:
        error = None if task.cancelled() else task.exception()
        if error is None:
            return
        log.error("the node stopped: %s", places_of(error))
        if self._admission is not None and not self._admission.done():
            self._admission.set_result("internal")
        if self._sitting is not None:
            self._sitting.close("internal")

    def _take(self, happening: Happening) -> None:
        now = time.monotonic()
        match happening:
            case Linked(key, name):
                self._linked.add(key)
                self._note_addresses(key)
                self._carry_out(self._lobby.linked(key, name, now))
                if self._sitting is not None:
                    self._sitting.linked(key)
            case Unlinked(key, reason):
                self._linked.discard(key)
                self._allowances.pop(key, None)
                self._carry_out(self._lobby.unlinked(key, now))
                if self._sitting is not None:
                    self._sitting.unlinked(key)
                    if reason == "dropped":
                        self._sitting.cut_off(key)
            case Received(key, data):
                self._receive(key, data, now)
            case Changed(key):
                if key == self._identity.key and self.network.cloned and self._sitting is not None:
                    self._sitting.cloned()

    def _receive(self, key: bytes, data: bytes, now: float) -> None:
        if not self._allowed(key, now):
            self.drop(key, "too-many")
            return
        try:
            tag, about = route(data)
            if tag in TABLE_TAGS:
                self._table_frame(key, tag, about, data)
            else:
                self._carry_out(self._lobby.received(key, decode_lobby(data), now))
        except Malformed:
            self.drop(key, "malformed")

    def _table_frame(self, key: bytes, tag: str, about: bytes, data: bytes) -> None:
        sitting = self._sitting
        if sitting is None or sitting.table != about.hex():
            # Of a table that begins or ended, or that this peer was not told of yet.
            if tag == "have":
                for frame in self._afterwards.answer(key, data):
                    self.network.send(key, frame)
            return
        if sitting.seat_of(key) is None:
            self.drop(key, "stranger")
            return
        sitting.receive(key, tag, data)

    def _allowed(self, key: bytes, now: float) -> bool:
        left, counted = self._allowances.get(key, (_BURST, now))
        left = min(_BURST, left + (now - counted) * _A_SECOND) - 1
        self._allowances[key] = (left, now)
        return left >= 0

    def _note_addresses(self, key: bytes) -> None:
        for peer in self.network.peers():
            if peer.key == key:
                self._book.note(key, peer.addresses)

    def _carry_out(self, outputs: Sequence[gathering.Output]) -> None:
        for output in outputs:
            match output:
                case gathering.Send(key, message):
                    self.network.send(key, encode_lobby(message))
                case Drop(key, code):
                    self.drop(key, code)
                case Begin(genesis, seat):
                    self._begin(genesis, seat)
                case OffersChanged():
                    self._finding.offers_changed()
                case Admission(code):
                    if self._admission is not None and not self._admission.done():
                        self._admission.set_result(code)
                case Gathering():
                    if self._sitting is not None:
                        self._sitting.gathered(output)
                case Closed(code):
                    if self._sitting is not None:
                        self._sitting.close(code)
                case Departed(key):
                    if self._sitting is not None:
                        self._sitting.departed(key)
                case Whereabouts(key, addresses):
                    self._book.note(key, addresses)
                case Objection(key, code):
                    log.warning("%s does not sign the genesis: %s", key.hex()[:8], code)
