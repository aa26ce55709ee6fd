"""Signed events: the only thing a player ever says about a game.

An event is `[body, signature]`. The body is signed and hashed as the bytes that were received, and decoded
once. A seat speaks at most once in a step, so a second body of one author for one step is proof that the
author said two things.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Annotated

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from protocol.context import tagged_hash
from protocol.errors import BadSignature
from protocol.wire import MAX_FRAME, Bytes32, Bytes64, SeatNumber, StepNumber, Wired, decode, encode

MAX_BODY = MAX_FRAME - 256
FIRST = bytes(32)
"""What an author's first event names as its previous one."""

Sign = Callable[[bytes], bytes]

_SIGNED_AS = b"chabudai/event/1\0"


class Body(Wired, frozen=True):
    """What is signed: the answer of `seat` to step `step` of `table`.

    `previous` is the id of the author's event before this one, `position` the digest of everything that the
    author saw before this step, `payload` the encoded answer (protocol/payloads.py).
    """

    table: Bytes32
    seat: SeatNumber
    step: StepNumber
    previous: Bytes32
    position: Bytes32
    payload: Annotated[bytes, msgspec.Meta(max_length=MAX_BODY)]


class Event(Wired, frozen=True):
    """A signed body, both as bytes."""

    body: Annotated[bytes, msgspec.Meta(max_length=MAX_BODY)]
    signature: Bytes64

    @property
    def id(self) -> bytes:
        """The 32 bytes that name the event: the hash of its body."""
        return tagged_hash("event", self.body)


def sign_event(sign: Sign, body: Body) -> Event:
    """The event of a body of one's own. `sign` makes the Ed25519 signature of the author."""
    data = encode(body)
    return Event(data, sign(_SIGNED_AS + data))


def read_body(event: Event) -> Body:
    """The body of an event whose signature is not yet checked; Malformed if it has another shape."""
    return decode(event.body, Body, MAX_BODY)


def check_signature(event: Event, key: bytes) -> None:
    """Raise BadSignature unless `key` signed exactly this body as an event."""
    try:
        _public_key(key).verify(event.signature, _SIGNED_AS + event.body)
    except (InvalidSignature, ValueError):
        raise BadSignature("the signature of an event does not fit") from None


@lru_cache(maxsize=256)
def _public_key(key: bytes) -> Ed25519PublicKey:
    return Ed25519PublicKey.from_public_bytes(key)
