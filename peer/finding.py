"""From what a person types to the peer whose table is meant: a short name, an address or an invite."""

import asyncio
import contextlib
import re
from collections.abc import Awaitable, Callable

from peer.gathering import Offer
from peer.invite import BadInvite, looks_like_invite, read_invite
from peer.network import CannotReach

FIND_SECONDS = 10.0
OFFER_SECONDS = 5.0

_SHORT = re.compile(r"^[A-Z2-7]{4}-?[A-Z2-7]{4}$")


class JoinRefused(Exception):
    """There is no seat. The code is the opener's (see peer/admission.py, peer/opening.py), or says why the
    opener could not be asked.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Finding:
    """Looks among the offers of linked peers, and links to peers at typed addresses."""

    def __init__(self, reach: Callable[[str], Awaitable[bytes]], offers: Callable[[], list[Offer]]) -> None:
        self._reach = reach
        self._offers = offers
        self._changed = asyncio.Event()

    def offers_changed(self) -> None:
        """There may be another offer now."""
        self._changed.set()

    async def opener(self, target: str) -> tuple[bytes, bytes | None]:
        """The key of the opener that is meant, and the secret of an invite; JoinRefused."""
        text = target.strip()
        if _SHORT.match(text.upper()):
            return await self._named(text.upper().replace("-", "")), None
        if looks_like_invite(text):
            return await self._invited(text)
        return await self._dial(text), None

    async def offer_of(self, opener: bytes) -> Offer:
        """The table that this peer offers; JoinRefused if it offers none within some seconds."""
        found = await self._wait_for(lambda offer: offer.host == opener, OFFER_SECONDS)
        if found is None:
            raise JoinRefused("no-table")
        return found

    async def _named(self, short: str) -> bytes:
        found = await self._wait_for(lambda offer: offer.short.replace("-", "") == short, FIND_SECONDS)
        if found is None:
            raise JoinRefused("not-found")
        return found.host

    async def _invited(self, text: str) -> tuple[bytes, bytes]:
        try:
            invite = read_invite(text)
        except BadInvite as bad:
            raise JoinRefused(f"invite-{bad.code}") from None
        opener = await self._dial(invite.target)
        if not invite.pins(opener):
            raise JoinRefused("wrong-host")
        return opener, invite.secret

    async def _dial(self, address: str) -> bytes:
        try:
            return await self._reach(address)
        except CannotReach as why:
            raise JoinRefused(why.code) from None

    async def _wait_for(self, fits: Callable[[Offer], bool], seconds: float) -> Offer | None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while True:
                    self._changed.clear()
                    for offer in self._offers():
                        if fits(offer):
                            return offer
                    await self._changed.wait()
        return None
