"""A seat at somebody else's table, from the knock until the game begins: the joiner's side."""

from peer.admission import Guess, NotAdmitted, invite_proof
from peer.gathering import (
    RETRY,
    Admission,
    Begin,
    Closed,
    Gathering,
    Output,
    Send,
    Whereabouts,
    WrongGenesis,
    check_genesis,
    genesis_of,
    seated,
)
from peer.names import clean_name
from protocol.lobby import (
    Again,
    Challenge,
    Confirm,
    Knock,
    Leave,
    LobbyMessage,
    Member,
    NotStarted,
    Offered,
    Roster,
)

ANSWER_GRACE = 20.0
"""Seconds after which a knock that nobody answers has failed."""

OPENER_GRACE = 30.0
"""Seconds that a member waits for an opener that is gone, before the game begins."""

_KNOWN_CODES = frozenset(
    {
        "busy",
        "full",
        "invite",
        "many-tries",
        "passcode",
        "pause",
        "rules-version",
        "shape",
        "started",
        "unknown",
        "version",
        "withdrawn",
    }
)


class Joining:
    """One seat wanted, or had, at the table that `host` offers with these terms. `over` once this is of no
    more use.
    """

    def __init__(
        self, terms: Offered, host: bytes, me: Member, passcode: str | None, secret: bytes | None, now: float
    ) -> None:
        self.terms = terms
        self.host = host
        self.me = me
        self.members: tuple[Member, ...] = ()
        self.admitted = False
        self.over = False
        self._guess: Guess | None = None
        proof = b""
        if secret is not None:
            proof = invite_proof(secret, terms.table, host, me.key)
        elif terms.passcode:
            self._guess = Guess(passcode or "", terms.table, host, me.key)
            proof = self._guess.first
        self._saying: LobbyMessage = Knock(
            terms.table, terms.version, terms.rules_version, me.name, me.bot, me.addresses, proof
        )
        self._since = now
        self._said = now
        self._lost: float | None = None

    def start(self) -> list[Output]:
        """Knock."""
        return [Send(self.host, self._saying)]

    def leave(self) -> list[Output]:
        """Give the seat up."""
        return self._close("left")

    def linked(self, key: bytes, now: float) -> list[Output]:
        """The opener is back: go on where the link broke."""
        if key != self.host:
            return []
        self._lost = None
        self._said = now
        return [Send(self.host, Again(self.terms.table) if self.admitted else self._saying)]

    def unlinked(self, key: bytes, now: float) -> list[Output]:
        """The link to the opener may come back; tables outlast it for a while."""
        if key == self.host:
            self._lost = now
        return []

    def challenged(self, challenge: Challenge, now: float) -> list[Output]:
        """The opener's message of the passcode exchange."""
        if self._guess is None or self.admitted:
            return []
        try:
            self._saying = Confirm(self.terms.table, self._guess.confirm(challenge.pake))
        except NotAdmitted as refusal:
            return self._give_up(refusal.code)
        self._said = now
        return [Send(self.host, self._saying)]

    def let_in(self, confirmation: bytes) -> list[Output]:
        """The opener gives the seat; at a table with a passcode it has to show that it knows it as well."""
        if self.admitted:
            return []
        try:
            if self._guess is not None:
                self._guess.check(confirmation)
        except NotAdmitted as refusal:
            return self._give_up(refusal.code)
        self.admitted = True
        return [Admission("")]

    def declined(self, code: str) -> list[Output]:
        """The opener gives no seat, or takes it back."""
        if self.admitted:
            return self._close("dropped")
        return self._turned_away(code if code in _KNOWN_CODES else "unknown")

    def withdrawn(self, code: str) -> list[Output]:
        """The table is not to be had any more: given up, or begun without this peer."""
        return self._close("withdrawn") if self.admitted else self.declined(code)

    def roster(self, roster: Roster) -> list[Output]:
        """The opener says who is at the table. Nobody may be there twice, or under another name."""
        if not self.admitted:
            return []
        members = roster.members
        keys = [member.key for member in members]
        wrong = (
            len(members) > self.terms.seats
            or len(set(keys)) < len(keys)
            or keys[0] != self.host
            or any(clean_name(member.name) != member.name for member in members)
        )
        mine = next((member for member in members if member.key == self.me.key), None)
        if wrong or mine is None or (mine.name, mine.bot) != (self.me.name, self.me.bot):
            return self._close("roster")
        if members == self.members:
            return []
        self.members = members
        others = [member for member in members if member.key != self.me.key]
        known: list[Output] = [Whereabouts(member.key, member.addresses) for member in others]
        return [*known, Gathering(seated(members), self.terms.seats)]

    def begins(self, key: bytes, genesis: bytes, now: float) -> list[Output]:
        """The genesis arrives, from the opener or, where that one's was lost, from another member."""
        if not self.admitted or (key != self.host and not any(member.key == key for member in self.members)):
            return []
        if len(self.members) < self.terms.seats:
            return self._ask(now)
        try:
            check_genesis(genesis, genesis_of(self.terms, self.members))
        except WrongGenesis as wrong:
            # Only the opener's own word ends it: another member's could be about another roster.
            if key != self.host:
                return []
            return [Send(key, NotStarted(self.terms.table, wrong.code)), *self._close(f"wrong-{wrong.code}")]
        self.over = True
        return [Begin(genesis, [member.key for member in self.members].index(self.me.key))]

    def tick(self, now: float) -> list[Output]:
        """Ask again where an answer is missing; give up where none will come."""
        if not self.admitted:
            if now - self._since > ANSWER_GRACE:
                return self._give_up("no-answer")
            if now - self._said >= RETRY:
                self._said = now
                return [Send(self.host, self._saying)]
            return []
        if self._lost is not None and now - self._lost > OPENER_GRACE:
            return self._close("opener-gone")
        return self._ask(now)

    def _ask(self, now: float) -> list[Output]:
        """Ask the opener for what is missing and, when everybody is here, also those who may have started
        already.
        """
        if now - self._said < RETRY:
            return []
        self._said = now
        full = len(self.members) == self.terms.seats
        asked = [member.key for member in self.members] if full else [self.host]
        return [Send(key, Again(self.terms.table)) for key in asked if key != self.me.key]

    def _turned_away(self, code: str) -> list[Output]:
        self.over = True
        return [Admission(code)]

    def _give_up(self, code: str) -> list[Output]:
        """The opener may have given the seat already; it is told that nobody will sit there."""
        return [Send(self.host, Leave(self.terms.table)), *self._turned_away(code)]

    def _close(self, code: str) -> list[Output]:
        self.over = True
        told = {member.key for member in self.members} | {self.host}
        gone: list[Output] = [Send(key, Leave(self.terms.table)) for key in sorted(told - {self.me.key})]
        return [*gone, Closed(code)]
