"""What is known of the other peers, and who is to be kept out for a while."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from peer.connection import Connection
from peer.dial import Dial
from peer.door import Caller

_MAX_ADDRESSES = 8
_MAX_BARRED = 512


@dataclass(slots=True)
class Peer:
    """What is known of one other peer.

    `linked` is what was told of it. `addresses` are those where its beacons or calls came from, and when.
    `gone_at` is when it said goodbye, `dial_at` when it may be dialled next.
    """

    key: bytes
    name: str = ""
    bot: bool = False
    epoch: int = 0
    curve: bytes = b""
    addresses: dict[str, float] = field(default_factory=dict)
    dial: Dial | None = None
    caller: Caller | None = None
    linked: bool = False
    reason: str = ""
    tried: int = 0
    dial_at: float = 0.0
    gone_at: float | None = None

    @property
    def connections(self) -> list[Connection]:
        """What lives, the best first."""
        dialled = [self.dial] if self.dial is not None and self.dial.open else []
        return [*dialled, *([self.caller] if self.caller is not None else [])]

    def note(self, address: str) -> None:
        """It can be dialled here. The addresses heard of last are kept."""
        self.addresses[address] = time.monotonic()
        if len(self.addresses) > _MAX_ADDRESSES:
            del self.addresses[min(self.addresses, key=self.addresses.__getitem__)]

    def next_address(self, best: Callable[[str], int]) -> str:
        """Where to dial now: with every try that failed, one further down from the best."""
        ranked = sorted(self.addresses, key=lambda each: (best(each), -self.addresses[each]))
        return ranked[self.tried % len(ranked)]

    def pause(self, seconds: float) -> None:
        """A try has failed; the next one is after so long."""
        self.tried += 1
        self.dial_at = time.monotonic() + seconds


class Bars:
    """Keys that are kept out until some time.

    Apart from what is known of peers, so that nobody gets in again by being forgotten.
    """

    def __init__(self) -> None:
        self._until: dict[bytes, float] = {}

    def add(self, key: bytes, seconds: float) -> None:
        """Keep this key out for so long."""
        self._until.pop(key, None)
        self._until[key] = time.monotonic() + seconds
        if len(self._until) > _MAX_BARRED:
            del self._until[next(iter(self._until))]

    def __contains__(self, key: bytes) -> bool:
        until = self._until.get(key)
        if until is not None and time.monotonic() >= until:
            del self._until[key]
            return False
        return until is not None
