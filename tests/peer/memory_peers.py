"""A network of peers within one process, with the face of peer.network: links come, go and are cut as a test
wants.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from types import TracebackType
from typing import Any, Self

from peer.identity import Identity
from peer.network import CannotReach, Changed, Happening, Linked, Network, Received, Unlinked


class Hub:
    """All peers that can see each other. `lose` tells of a frame whether it gets lost: (source name, target
    name, data).
    """

    def __init__(self) -> None:
        self.peers: dict[bytes, MemoryPeer] = {}
        self.cuts: set[frozenset[bytes]] = set()
        self.lose: Callable[[str, str, bytes], bool] = lambda source, target, data: False
        self.dropped: list[tuple[str, str]] = []
        self.discovery = True

    @property
    def network(self) -> type[Network]:
        """What to give a Node as its network."""
        hub = self

        class OfThisHub(MemoryPeer):
            def __init__(self, *args: Any, **kwargs: Any) -> None:
                super().__init__(hub, *args, **kwargs)

        return OfThisHub  # type: ignore[return-value]

    def link(self, one: "MemoryPeer", other: "MemoryPeer") -> None:
        """Both are told of a link."""
        if other.key in one.links or frozenset((one.key, other.key)) in self.cuts or one is other:
            return
        one.links.add(other.key)
        other.links.add(one.key)
        one.happened(Linked(other.key, other.name, other.bot))
        other.happened(Linked(one.key, one.name, one.bot))

    def unlink(self, one: "MemoryPeer", other: "MemoryPeer", reason: str = "lost") -> None:
        """Both are told that the link is gone, and `one` why."""
        if other.key in one.links:
            one.links.discard(other.key)
            other.links.discard(one.key)
            one.happened(Unlinked(other.key, reason))
            other.happened(Unlinked(one.key, "lost"))

    def clone(self, key: bytes) -> None:
        """The identity of a peer turns out to run elsewhere, too."""
        self.peers[key].cloned = True
        self.peers[key].happened(Changed(key))

    def cut(self, one: bytes, other: bytes) -> None:
        """No link between these two until `mend`."""
        self.cuts.add(frozenset((one, other)))
        self.unlink(self.peers[one], self.peers[other])

    def mend(self, one: bytes, other: bytes) -> None:
        """They can see each other again."""
        self.cuts.discard(frozenset((one, other)))
        self.link(self.peers[one], self.peers[other])


class MemoryPeer:
    """One peer's view of the hub."""

    def __init__(
        self,
        hub: Hub,
        identity: Identity,
        name: str,
        *,
        bot: bool = False,
        interfaces: Sequence[str] | None = None,
    ) -> None:
        self.hub = hub
        self.key = identity.key
        self.name = name
        self.bot = bot
        self.cloned = False
        self.expected: frozenset[bytes] = frozenset()
        self.links: set[bytes] = set()
        self._happenings: asyncio.Queue[Happening] = asyncio.Queue()

    async def __aenter__(self) -> Self:
        self.hub.peers[self.key] = self
        if self.hub.discovery:
            for other in list(self.hub.peers.values()):
                self.hub.link(self, other)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.vanish()

    def vanish(self) -> None:
        """As after kill -9: nothing is said, the others notice that the links are gone."""
        if self.hub.peers.get(self.key) is self:
            del self.hub.peers[self.key]
        for other in list(self.hub.peers.values()):
            self.hub.unlink(self, other)

    def expect(self, keys: Iterable[bytes]) -> None:
        """Always have a place for these peers."""
        self.expected = frozenset(keys)

    def happened(self, happening: Happening) -> None:
        """Something reaches this peer."""
        self._happenings.put_nowait(happening)

    def peers(self) -> list[Any]:
        """Nothing is known of addresses."""
        return []

    def addresses(self) -> list[str]:
        """One made-up address by which `reach` finds this peer."""
        return [self.address]

    @property
    def address(self) -> str:
        """An address that depends on the key alone."""
        return f"10.{self.key[0]}.{self.key[1]}.{self.key[2]}:40123"

    def send(self, key: bytes, data: bytes) -> bool:
        """Deliver a frame, if there is a link."""
        if key not in self.links:
            return False
        target = self.hub.peers[key]
        if not self.hub.lose(self.name, target.name, data):
            target.happened(Received(self.key, data))
        return True

    async def next(self) -> Happening:
        """What happens next."""
        return await self._happenings.get()

    async def reach(self, address: str) -> bytes:
        """Link to the peer at this address."""
        for other in self.hub.peers.values():
            if other.address == address:
                self.hub.link(self, other)
                if other.key in self.links:
                    return other.key
        raise CannotReach("no-answer")

    def drop(self, key: bytes, seconds: float) -> None:
        """Cut the link to a peer for good."""
        other = self.hub.peers.get(key)
        if other is not None:
            self.hub.dropped.append((self.name, other.name))
            self.hub.unlink(self, other, "dropped")
            self.hub.cut(self.key, key)
