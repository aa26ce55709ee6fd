"""A table that this peer opened, until its game begins: the opener's side.

The opener says who is in and when everybody is here; after that it has no more say than anyone else.
"""

import secrets
from collections.abc import Iterable

from peer.admission import Door, NotAdmitted
from peer.gathering import Begin, Closed, Gathering, Output, Send, Whereabouts, genesis_of, seated
from protocol.genesis import encode_genesis
from protocol.lobby import (
    Admitted,
    Challenge,
    Confirm,
    Declined,
    Knock,
    LobbyMessage,
    Member,
    Offered,
    Roster,
    Start,
    Withdrawn,
)

MEMBER_GRACE = 15.0
"""Seconds that a member without a link keeps the seat before the game begins."""

ANNOUNCE_EVERY = 4.0


class Opening:
    """One table. `terms` is the offer when only the opener sits there; `me` takes seat 0."""

    def __init__(self, terms: Offered, me: Member, passcode: str | None) -> None:
        self.terms = terms
        self.secret = secrets.token_bytes(8)
        self.members: list[Member] = [me]
        self._door = Door(terms.table, me.key, passcode, self.secret)
        self._away: dict[bytes, float] = {}
        self._waiting: dict[bytes, Knock] = {}
        self._announced = 0.0
        self._admissions: dict[bytes, bytes] = {}

    @property
    def me(self) -> Member:
        """The opener's own entry."""
        return self.members[0]

    def offered(self) -> Offered:
        """The offer as it stands."""
        terms = self.terms
        return Offered(
            terms.table,
            terms.version,
            terms.game,
            terms.rules_version,
            terms.options,
            terms.seats,
            len(self.members),
            terms.passcode,
            terms.sealed,
        )

    def withdraw(self, links: Iterable[bytes]) -> list[Output]:
        """Give the table up."""
        gone = Withdrawn(self.terms.table, "withdrawn")
        return [*(Send(key, gone) for key in links), Closed("withdrawn")]

    def linked(self, key: bytes, links: Iterable[bytes]) -> list[Output]:
        """Tell a peer that came (back) of the table, and a member who else is there."""
        self._away.pop(key, None)
        out: list[Output] = [Send(key, self.offered())]
        if self._has(key):
            out.append(Send(key, self._roster()))
        return out + self._begin_if_complete(links)

    def unlinked(self, key: bytes, now: float) -> list[Output]:
        """A member that is away keeps the seat for a while."""
        if self._has(key):
            self._away[key] = now
        return []

    def knock(self, key: bytes, knock: Knock, links: Iterable[bytes], now: float) -> list[Output]:
        """Somebody wants a seat."""
        if self._has(key):
            return self._welcome(key)
        try:
            self._fits(knock)
            second = self._door.knock(key, knock.proof, now)
        except NotAdmitted as refusal:
            return self._decline(key, refusal.code)
        if second is not None:
            self._waiting[key] = knock
            return [Send(key, Challenge(self.terms.table, second))]
        return self._admit(key, knock, b"", links)

    def confirm(self, key: bytes, confirm: Confirm, links: Iterable[bytes]) -> list[Output]:
        """Somebody shows that they know the passcode."""
        if self._has(key):
            return self._welcome(key)
        try:
            fourth = self._door.confirm(key, confirm.confirmation)
            knock = self._waiting.pop(key)
            self._fits(knock)
        except NotAdmitted as refusal:
            self._waiting.pop(key, None)
            return self._decline(key, refusal.code)
        return self._admit(key, knock, fourth, links)

    def leave(self, key: bytes, links: Iterable[bytes]) -> list[Output]:
        """A member gives up the seat."""
        return self._remove({key}, links) if self._has(key) and key != self.me.key else []

    def again(self, key: bytes) -> list[Output]:
        """A member asks what the state of things is."""
        return [Send(key, self._roster())] if self._has(key) else self._decline(key, "unknown")

    def tick(self, links: Iterable[bytes], now: float) -> list[Output]:
        """Free the seats of those who stayed away, and repeat the offer: it may have been lost."""
        gone = {key for key, since in self._away.items() if now - since > MEMBER_GRACE}
        if gone:
            return self._remove(gone, links)
        if now - self._announced < ANNOUNCE_EVERY:
            return []
        self._announced = now
        return [Send(key, self.offered()) for key in links]

    def _has(self, key: bytes) -> bool:
        return any(member.key == key for member in self.members)

    def _roster(self) -> Roster:
        return Roster(self.terms.table, tuple(self.members))

    def _fits(self, knock: Knock) -> None:
        if knock.version != self.terms.version:
            raise NotAdmitted("version")
        if knock.rules_version != self.terms.rules_version:
            raise NotAdmitted("rules-version")
        if len(self.members) == self.terms.seats:
            raise NotAdmitted("full")

    def _decline(self, key: bytes, code: str) -> list[Output]:
        return [Send(key, Declined(self.terms.table, code))]

    def _welcome(self, key: bytes) -> list[Output]:
        admitted = Admitted(self.terms.table, self._admissions.get(key, b""))
        return [Send(key, admitted), Send(key, self._roster())]

    def _admit(self, key: bytes, knock: Knock, fourth: bytes, links: Iterable[bytes]) -> list[Output]:
        self.members.append(Member(key, knock.name, knock.bot, knock.addresses))
        self._admissions[key] = fourth
        admitted = Send(key, Admitted(self.terms.table, fourth))
        return [Whereabouts(key, knock.addresses), admitted, *self._changed(links)]

    def _remove(self, keys: set[bytes], links: Iterable[bytes]) -> list[Output]:
        self.members = [member for member in self.members if member.key not in keys]
        for key in keys:
            self._away.pop(key, None)
            self._admissions.pop(key, None)
        return self._changed(links)

    def _changed(self, links: Iterable[bytes]) -> list[Output]:
        out: list[Output] = [Gathering(seated(tuple(self.members)), self.terms.seats)]
        out += self._to_members(self._roster())
        out += [Send(key, self.offered()) for key in links]
        return out + self._begin_if_complete(links)

    def _begin_if_complete(self, links: Iterable[bytes]) -> list[Output]:
        if len(self.members) < self.terms.seats or self._away:
            return []
        genesis = encode_genesis(genesis_of(self.terms, tuple(self.members)))
        out: list[Output] = [Begin(genesis, 0)]
        out += self._to_members(Start(self.terms.table, genesis))
        begun = Withdrawn(self.terms.table, "started")
        return out + [Send(key, begun) for key in links if not self._has(key)]

    def _to_members(self, message: LobbyMessage) -> list[Output]:
        return [Send(member.key, message) for member in self.members[1:]]
