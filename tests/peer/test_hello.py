"""The signed hello without sockets: what binds a connection to two identities, and what does not."""

import tempfile
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from peer.hello import Hello, HelloRefused, Introduction
from peer.home import Home
from peer.identity import Identity
from protocol.errors import BadSignature, Malformed
from protocol.genesis import PROTOCOL_VERSION
from protocol.wire import decode, encode

NONCE = bytes(range(32))


def introduction(curve: int, home: Path | None = None) -> Introduction:
    """Somebody with a CURVE key; a new run of somebody if a data folder is given."""
    identity = Identity.load_or_create(Home.at(home or Path(tempfile.mkdtemp())))
    return Introduction(identity, bytes([curve]) * 32, 4000, "name", False)


BOB_HOME = Path(tempfile.mkdtemp())
ALICE, BOB, EVE = introduction(1), introduction(2, BOB_HOME), introduction(3)


def said(what: str = "hello") -> bytes:
    """What Alice says to Bob."""
    return ALICE.say(what, BOB.identity.key, BOB.curve, NONCE)


def body_of(data: bytes) -> Hello:
    """The signed part."""
    body, _ = decode(data, tuple[bytes, bytes])
    return decode(body, Hello)


def another(value: int | bytes | str | bool) -> int | bytes | str | bool:
    """Another value of the same shape."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return "welcome"
        case bytes():
            return bytes([9]) * 32


@pytest.mark.parametrize("what", ["hello", "welcome"])
def test_good(what: str) -> None:
    """A hello tells who speaks, in which run, and where it listens; a welcome likewise."""
    hello = BOB.read(what, said(what), ALICE.curve)
    assert (hello.key, hello.epoch, hello.curve) == (ALICE.identity.key, ALICE.identity.epoch, ALICE.curve)
    assert (hello.nonce, hello.port, hello.name, hello.bot) == (NONCE, 4000, "name", False)


@pytest.mark.parametrize("field", Hello.__struct_fields__)
def test_every_field_is_signed(field: str) -> None:
    """A hello with any field changed is refused."""
    body, signature = decode(said(), tuple[bytes, bytes])
    hello = decode(body, Hello)
    changed = msgspec.structs.replace(hello, **{field: another(getattr(hello, field))})
    with pytest.raises((BadSignature, Malformed)):
        BOB.read("hello", encode((encode(changed), signature)), ALICE.curve)


def test_other_connection() -> None:
    """A hello repeated on somebody else's connection is worth nothing."""
    with pytest.raises(HelloRefused, match="wrong-key"):
        BOB.read("hello", said(), EVE.curve)


def test_other_receiver() -> None:
    """A hello passed on to somebody else is worth nothing: neither to another peer nor to a later run."""
    for other in (EVE, introduction(4, BOB_HOME)):
        with pytest.raises(HelloRefused, match="wrong-key"):
            other.read("hello", said(), ALICE.curve)


def test_kinds() -> None:
    """A welcome is no hello, and the other way round."""
    with pytest.raises(Malformed):
        BOB.read("hello", said("welcome"), ALICE.curve)
    with pytest.raises(Malformed):
        BOB.read("welcome", said("hello"), ALICE.curve)


def test_version() -> None:
    """Another version of the protocol is refused by that name."""
    body = encode(msgspec.structs.replace(body_of(said()), version=PROTOCOL_VERSION + 1))
    data = encode((body, ALICE.identity.sign(b"chabudai/hello/1\0" + body)))
    with pytest.raises(HelloRefused, match="version"):
        BOB.read("hello", data, ALICE.curve)


def test_double() -> None:
    """The same identity in another run is told apart from oneself; an old hello of it proves nothing."""
    again = introduction(5, BOB_HOME)
    with pytest.raises(HelloRefused, match="cloned"):
        again.read("hello", BOB.say("hello", again.identity.key, again.curve, NONCE), BOB.curve)
    with pytest.raises(HelloRefused, match="wrong-key"):
        again.read("hello", BOB.say("hello", again.identity.key, EVE.curve, NONCE), BOB.curve)
    with pytest.raises(HelloRefused, match="own"):
        BOB.read("hello", BOB.say("hello", BOB.identity.key, BOB.curve, NONCE), BOB.curve)


@given(st.binary(max_size=1100))
def test_noise(data: bytes) -> None:
    """Bytes that are no hello are malformed, and nothing else happens."""
    with pytest.raises((Malformed, BadSignature)):
        BOB.read("hello", data, ALICE.curve)


@given(st.integers(0, 10_000), st.integers(1, 255))
def test_damage(place: int, change: int) -> None:
    """A hello with any byte changed is refused."""
    data = bytearray(said())
    data[place % len(data)] ^= change
    with pytest.raises((Malformed, BadSignature)):
        BOB.read("hello", bytes(data), ALICE.curve)
