"""Beacons: signed datagrams by which peers on a network find each other. No sockets and no clock in here.

A datagram is the MessagePack array [body, signature]; the body is a `Beacon`. It holds no address: whoever
receives it knows where it came from. A beacon alone proves that some machine has heard the key's owner, so
nothing follows from it but an attempt to link.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

import msgspec

from peer.allowance import Allowance
from peer.identity import verify
from protocol.errors import BadSignature, Malformed
from protocol.genesis import PROTOCOL_VERSION, Name
from protocol.wire import Bytes32, Bytes64, Wired, decode, encode

ANNOUNCE, ANSWER, BYE = range(3)

BURST = (0.0, 0.1, 0.3, 0.8, 1.8)
"""Seconds after a start or a change of interfaces at which an announcement goes out;

After that every EVERY.
"""
EVERY = 2.0

MAX_DATAGRAM = 512
MAX_EACH_SECOND = 20
MAX_ALL_SECOND = 200
MAX_REPEATS_SECOND = 1000
MAX_ANSWERS_SECOND = 100
ANSWER_EVERY = 1.0
_KNOWN = 256
_RECENT = 32
_MAX_FIELDS = 16
_SIGNED_AS = b"chabudai/beacon/1\0"


class Beacon(Wired, frozen=True):
    """Who is there and where to dial: Ed25519 key, CURVE key of this run, TCP port. (epoch, sequence) only
    ever grows.

    An ANNOUNCE asks for an ANSWER; a BYE says that the peer goes.
    """

    version: Annotated[int, msgspec.Meta(ge=0, le=65535)]
    kind: Annotated[int, msgspec.Meta(ge=0, le=2)]
    key: Bytes32
    curve: Bytes32
    epoch: Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]
    sequence: Annotated[int, msgspec.Meta(ge=0, le=2**32 - 1)]
    port: Annotated[int, msgspec.Meta(ge=1, le=65535)]
    name: Name
    bot: bool

    @property
    def age(self) -> tuple[int, int]:
        """What makes one beacon of a key newer than another."""
        return (self.epoch, self.sequence)


class _Signed(Wired, frozen=True):
    body: Annotated[bytes, msgspec.Meta(max_length=MAX_DATAGRAM)]
    signature: Bytes64


@dataclass(slots=True)
class Speaker:
    """Makes this peer's own datagrams, each with the next sequence number."""

    sign: Callable[[bytes], bytes]
    key: bytes
    curve: bytes
    epoch: int
    port: int
    name: str
    bot: bool
    sequence: int = 0

    def say(self, kind: int) -> bytes:
        """A datagram of this kind."""
        self.sequence += 1
        beacon = Beacon(
            PROTOCOL_VERSION,
            kind,
            self.key,
            self.curve,
            self.epoch,
            self.sequence,
            self.port,
            self.name,
            self.bot,
        )
        body = encode(beacon)
        return encode(_Signed(body, self.sign(_SIGNED_AS + body)))


def read_beacon(data: bytes) -> Beacon:
    """The beacon of a datagram; Malformed or BadSignature if it is none."""
    signed = decode(data, _Signed, MAX_DATAGRAM, items=16)
    try:
        beacon = decode(signed.body, Beacon, MAX_DATAGRAM, items=_MAX_FIELDS)
    except Malformed:
        beacon = _of_another_version(signed.body)
    if not verify(beacon.key, _SIGNED_AS + signed.body, signed.signature):
        raise BadSignature("a beacon that its key did not sign")
    return beacon


def _of_another_version(body: bytes) -> Beacon:
    """Another version may add fields behind the known ones, so that its peers are still seen."""
    fields = decode(body, tuple[Any, ...], MAX_DATAGRAM, items=_MAX_FIELDS)
    if fields[:1] == (PROTOCOL_VERSION,):
        raise Malformed("a beacon of this version with other fields")
    return decode(encode(fields[: len(Beacon.__struct_fields__)]), Beacon, MAX_DATAGRAM)


class Ears:
    """Decides which datagrams are worth a look, before any signature is checked, and which of them are news.

    Each source may send 20 datagrams a second, all together 200; anything else is not looked at. One datagram
    that comes over several interfaces is one.
    """

    def __init__(self, own_key: bytes, own_epoch: int) -> None:
        self._own = own_key
        self._own_epoch = own_epoch
        self._recent: dict[bytes, Beacon] = {}
        self._repeats = Allowance(MAX_REPEATS_SECOND, MAX_REPEATS_SECOND)
        self._answers = Allowance(MAX_ANSWERS_SECOND, MAX_ANSWERS_SECOND)
        self._heard: dict[str, deque[float]] = {}
        self._all: deque[float] = deque()
        self._newest: dict[bytes, tuple[int, int]] = {}
        self._answered: dict[tuple[str, int], float] = {}

    def hear(self, data: bytes, source: str, now: float) -> Beacon | None:
        """The beacon in a datagram from `source`, if it is news. Never raises.

        An older beacon than one heard before is a replay and gives None; the same one again, over another
        interface, is heard for the sake of its other source address.
        """
        beacon = self._recent.get(data) if self._repeats.take(1, now) else None
        beacon = beacon or self._read(data, source, now)
        if beacon is None:
            return None
        if beacon.key == self._own:
            return beacon if beacon.epoch != self._own_epoch and beacon.kind != BYE else None
        if beacon.age < self._newest.get(beacon.key, (0, 0)):
            return None
        self._newest.pop(beacon.key, None)
        self._newest[beacon.key] = beacon.age
        if len(self._newest) > _KNOWN:
            del self._newest[next(iter(self._newest))]
        return beacon

    def _read(self, data: bytes, source: str, now: float) -> Beacon | None:
        if len(data) > MAX_DATAGRAM or not self._within_limits(source, now):
            return None
        try:
            beacon = read_beacon(data)
        except (Malformed, BadSignature):
            return None
        self._recent[data] = beacon
        if len(self._recent) > _RECENT:
            del self._recent[next(iter(self._recent))]
        return beacon

    def may_answer(self, source: tuple[str, int], now: float) -> bool:
        """Whether an announcement of this source is answered.

        Once a second at most, and not too many sources, so that nobody is flooded by us.
        """
        if now - self._answered.get(source, float("-inf")) < ANSWER_EVERY or not self._answers.take(1, now):
            return False
        if len(self._answered) > _KNOWN:
            self._answered.clear()
        self._answered[source] = now
        return True

    def _within_limits(self, source: str, now: float) -> bool:
        if len(self._heard) > _KNOWN:
            self._heard = {key: times for key, times in self._heard.items() if times and times[-1] > now - 1}
        each = self._heard.setdefault(source, deque())
        for times, most in ((each, MAX_EACH_SECOND), (self._all, MAX_ALL_SECOND)):
            while times and times[0] <= now - 1:
                times.popleft()
            if len(times) >= most:
                return False
        each.append(now)
        self._all.append(now)
        return True
