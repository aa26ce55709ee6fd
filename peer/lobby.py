"""The lobby: which tables there are, and one's own way to a seat. A step machine without sockets or clocks.

Inputs are what the links bring, what the person here wishes, and ticks, each with the time in seconds. Each
input returns the outputs that follow, in the order in which they are to be carried out. A peer has a seat at
one table at a time.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from engines import GAMES, load
from engines.table import OptionError, SeatsError, settle_options
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
    Output,
    Send,
    seated,
)
from peer.joining import Joining
from peer.names import clean_name
from peer.opening import Opening
from protocol.genesis import PROTOCOL_VERSION, Genesis, OptionValue, decode_genesis, encode_genesis
from protocol.lobby import (
    Addresses,
    Admitted,
    Again,
    Challenge,
    Confirm,
    Declined,
    Knock,
    Leave,
    LobbyMessage,
    Member,
    NotStarted,
    Offered,
    Roster,
    Start,
    Withdrawn,
)

_BURST = 40.0
_A_SECOND = 8.0


class NotPossible(Exception):
    """The lobby cannot do this now. The code says why: busy (has a seat already), unknown (no such offer)."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(slots=True)
class _Link:
    """A peer that is linked: its name, the table it offers, and how many messages it may still send now."""

    name: str
    offered: Offered | None = None
    allowance: float = _BURST
    counted: float = 0.0

    def spend(self, now: float) -> bool:
        self.allowance = min(_BURST, self.allowance + (now - self.counted) * _A_SECOND)
        self.counted = now
        self.allowance -= 1
        return self.allowance >= 0


class Lobby:
    """The lobby as the peer with this key and (clean) name sees it."""

    def __init__(self, key: bytes, name: str, bot: bool) -> None:
        self._key = key
        self._name = name
        self._bot = bot
        self._links: dict[bytes, _Link] = {}
        self._opening: Opening | None = None
        self._joining: Joining | None = None
        self._begun: Genesis | None = None

    # wishes of the person here

    def offers(self) -> list[Offer]:
        """The tables that linked peers offer."""
        return [
            _offer(key, link.name, link.offered)
            for key, link in self._links.items()
            if link.offered is not None
        ]

    @property
    def busy(self) -> bool:
        """Whether this peer has a seat, or is about to."""
        return bool(self._opening or self._joining or self._begun)

    @property
    def terms(self) -> Offered | None:
        """What one's own open table offers."""
        return self._opening.terms if self._opening else None

    @property
    def invite_secret(self) -> bytes | None:
        """What an invite to one's own open table carries."""
        return self._opening.secret if self._opening else None

    def open(
        self,
        game: str,
        seats: int,
        options: Mapping[str, OptionValue],
        *,
        passcode: str | None,
        sealed: bool,
        addresses: Addresses,
    ) -> list[Output]:
        """Open a table and take its first seat. OptionError, SeatsError if the game does not allow it."""
        self._require_free()
        rules = load(game)
        settled = settle_options(rules, seats, options)
        terms = Offered(
            secrets.token_bytes(32),
            PROTOCOL_VERSION,
            game,
            rules.version,
            tuple(sorted(settled.items())),
            seats,
            1,
            passcode is not None,
            sealed,
        )
        me = self._me(addresses)
        self._opening = Opening(terms, me, passcode)
        out: list[Output] = [Gathering(seated((me,)), seats)]
        return out + [Send(key, self._opening.offered()) for key in self._links]

    def join(
        self,
        host: bytes,
        *,
        passcode: str | None,
        secret: bytes | None,
        addresses: Addresses,
        now: float,
    ) -> list[Output]:
        """Knock at the table that this peer offers, with a passcode, the secret of an invite, or neither."""
        self._require_free()
        link = self._links.get(host)
        if link is None or link.offered is None:
            raise NotPossible("unknown")
        why_not = _why_not(link.offered)
        if why_not:
            return [Admission(why_not)]
        if link.offered.passcode and passcode is None and secret is None:
            return [Admission("passcode")]
        self._joining = Joining(link.offered, host, self._me(addresses), passcode, secret, now)
        return self._joining.start()

    def leave(self) -> list[Output]:
        """Give up one's seat, wherever it is; also one's own table, or a game that has begun."""
        out: list[Output] = []
        if self._opening:
            out = self._opening.withdraw(self._links)
        elif self._joining:
            out = self._joining.leave()
        elif self._begun:
            gone = Leave(self._begun.nonce)
            out = [Send(player.key, gone) for player in self._begun.players if player.key != self._key]
            out.append(Closed("left"))
        self._opening = self._joining = self._begun = None
        return out

    def resumed(self, genesis: Genesis) -> None:
        """This peer goes on with a game that it had a seat in before it was started again."""
        self._require_free()
        self._begun = genesis

    def finished(self) -> None:
        """The game at this peer's table is over; the peer is free for another one."""
        self._begun = None

    # what the links bring

    def linked(self, key: bytes, name: str, now: float) -> list[Output]:
        """There is a link to this peer now."""
        self._links[key] = _Link(name, counted=now)
        out: list[Output] = []
        if self._opening:
            out = self._opening.linked(key, self._links)
        elif self._joining:
            out = self._joining.linked(key, now)
        return self._settle(out)

    def unlinked(self, key: bytes, now: float) -> list[Output]:
        """The link to this peer is gone, and what it offered cannot be joined."""
        link = self._links.pop(key, None)
        out: list[Output] = [OffersChanged()] if link is not None and link.offered is not None else []
        if self._opening:
            out += self._opening.unlinked(key, now)
        elif self._joining:
            out += self._joining.unlinked(key, now)
        return self._settle(out)

    def received(self, key: bytes, message: LobbyMessage, now: float) -> list[Output]:
        """A message came over the link of this peer."""
        link = self._links.get(key)
        if link is None:
            return []
        if not link.spend(now):
            return [Drop(key, "too-many")]
        if isinstance(message, Offered):
            link.offered = message
            return [OffersChanged()]
        return self._settle(self._understand(key, link, message, now))

    def tick(self, now: float) -> list[Output]:
        """Some time has passed; about twice a second."""
        out: list[Output] = []
        if self._opening:
            out = self._opening.tick(self._links, now)
        elif self._joining:
            out = self._joining.tick(now)
        return self._settle(out)

    def _understand(self, key: bytes, link: _Link, message: LobbyMessage, now: float) -> list[Output]:
        if isinstance(message, Withdrawn):
            return self._withdrawn(key, link, message)
        if self._opening and message.table == self._opening.terms.table:
            return self._as_opener(self._opening, key, message, now)
        if self._joining and message.table == self._joining.terms.table:
            return self._as_joiner(self._joining, key, message, now)
        if self._begun and message.table == self._begun.nonce:
            return self._as_player(self._begun, key, message)
        if isinstance(message, Knock | Confirm | Again):
            return [Send(key, Declined(message.table, "unknown"))]
        return []

    def _as_opener(self, opening: Opening, key: bytes, message: LobbyMessage, now: float) -> list[Output]:
        match message:
            case Knock():
                # The name is the opener's to judge: nothing unprintable goes round the table.
                if clean_name(message.name) != message.name:
                    return [Drop(key, "name")]
                return opening.knock(key, message, self._links, now)
            case Confirm():
                return opening.confirm(key, message, self._links)
            case Leave():
                return opening.leave(key, self._links)
            case Again():
                return opening.again(key)
        return []

    def _as_joiner(self, joining: Joining, key: bytes, message: LobbyMessage, now: float) -> list[Output]:
        if isinstance(message, Start):
            return joining.begins(key, message.genesis, now)
        if key != joining.host:
            return []
        match message:
            case Challenge():
                return joining.challenged(message, now)
            case Admitted():
                return joining.let_in(message.confirmation)
            case Declined():
                return joining.declined(message.code)
            case Roster():
                return joining.roster(message)
        return []

    def _as_player(self, begun: Genesis, key: bytes, message: LobbyMessage) -> list[Output]:
        """The game has begun; who was at the table and missed it is told again, by anybody."""
        member = any(player.key == key for player in begun.players)
        match message:
            case Knock() | Confirm() if not member:
                return [Send(key, Declined(begun.nonce, "started"))]
            case Again() | Knock() | Confirm() if member:
                out: list[Output] = []
                if begun.players[0].key == self._key:
                    players = tuple(
                        Member(player.key, player.name, player.bot, ()) for player in begun.players
                    )
                    out.append(Send(key, Roster(begun.nonce, players)))
                return [*out, Send(key, Start(begun.nonce, encode_genesis(begun)))]
            case NotStarted() if member:
                return [Objection(key, message.code)]
            case Leave() if member:
                return [Departed(key)]
        return []

    def _withdrawn(self, key: bytes, link: _Link, message: Withdrawn) -> list[Output]:
        out: list[Output] = []
        if link.offered is not None and link.offered.table == message.table:
            link.offered = None
            out.append(OffersChanged())
        joining = self._joining
        if joining and joining.host == key and joining.terms.table == message.table:
            out += joining.withdrawn(message.code)
        return out

    def _settle(self, out: list[Output]) -> list[Output]:
        """Note what the outputs mean for this peer's seat."""
        if self._joining and self._joining.over:
            self._joining = None
        for each in out:
            if isinstance(each, Begin):
                self._begun = decode_genesis(each.genesis)
                self._opening = None
                for link in self._links.values():
                    if link.offered is not None and link.offered.table == self._begun.nonce:
                        link.offered = None
        return out

    def _require_free(self) -> None:
        if self.busy:
            raise NotPossible("busy")

    def _me(self, addresses: Addresses) -> Member:
        return Member(self._key, self._name, self._bot, addresses)


def _offer(host: bytes, name: str, offered: Offered) -> Offer:
    return Offer(
        offered.table,
        host,
        name,
        offered.game,
        offered.seats,
        offered.taken,
        dict(offered.options),
        offered.passcode,
        offered.sealed,
        offered.rules_version,
        offered.version,
        _why_not(offered),
    )


def _why_not(offered: Offered) -> str:
    """The code why one cannot play at this table; empty if one can."""
    if offered.version != PROTOCOL_VERSION:
        return "version"
    if offered.game not in GAMES:
        return "game"
    rules = load(offered.game)
    if offered.rules_version != rules.version:
        return "rules-version"
    try:
        settled = tuple(sorted(settle_options(rules, offered.seats, dict(offered.options)).items()))
    except SeatsError:
        return "seats"
    except OptionError:
        return "options"
    if settled != offered.options:
        return "options"
    return "full" if offered.taken >= offered.seats else ""
