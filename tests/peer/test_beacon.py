"""Beacons without sockets: what is heard, what is not, and how much of it."""

import tempfile
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from peer.beacon import (
    ANNOUNCE,
    ANSWER,
    BYE,
    MAX_ALL_SECOND,
    MAX_ANSWERS_SECOND,
    MAX_DATAGRAM,
    MAX_EACH_SECOND,
    MAX_REPEATS_SECOND,
    Beacon,
    Ears,
    Speaker,
    read_beacon,
)
from peer.home import Home
from peer.identity import Identity
from protocol.errors import BadSignature, Malformed
from protocol.genesis import PROTOCOL_VERSION
from protocol.wire import encode

LABEL = b"chabudai/beacon/1\0"


def somebody() -> Identity:
    """A new identity."""
    return Identity.load_or_create(Home.at(Path(tempfile.mkdtemp())))


ALICE, BOB = somebody(), somebody()


def speaker(identity: Identity, epoch: int | None = None) -> Speaker:
    """What speaks for an identity, with another epoch if one is given."""
    epoch = identity.epoch if epoch is None else epoch
    return Speaker(identity.sign, identity.key, bytes(32), epoch, 4000, "alice", False)


def signed(identity: Identity, fields: tuple[Any, ...]) -> bytes:
    """A datagram with any body, rightly signed."""
    body = encode(fields)
    return encode((body, identity.sign(LABEL + body)))


def another(value: int | bytes | str | bool) -> int | bytes | str | bool:
    """Another value of the same shape."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return value + "x"
        case bytes():
            return BOB.key


def ears() -> Ears:
    """Bob's."""
    return Ears(BOB.key, BOB.epoch)


def test_heard() -> None:
    """A beacon says what its speaker is; each is newer than the one before and fits into any datagram."""
    alice = speaker(ALICE)
    alice.name = "\U0001f600" * 12
    first, second = read_beacon(alice.say(ANNOUNCE)), read_beacon(alice.say(BYE))
    assert (first.version, first.kind, first.key, first.port) == (PROTOCOL_VERSION, ANNOUNCE, ALICE.key, 4000)
    assert first.age < second.age
    assert len(alice.say(ANSWER)) <= MAX_DATAGRAM


@pytest.mark.parametrize("field", Beacon.__struct_fields__)
def test_every_field_is_signed(field: str) -> None:
    """A beacon with any field changed is not heard."""
    beacon = read_beacon(speaker(ALICE).say(ANNOUNCE))
    changed = msgspec.structs.replace(beacon, **{field: another(getattr(beacon, field))})
    data = encode((encode(changed), ALICE.sign(LABEL + encode(beacon))))
    with pytest.raises(BadSignature):
        read_beacon(data)
    assert ears().hear(data, "h", 0) is None


@pytest.mark.parametrize(
    ("place", "bad"),
    [
        (0, 65536),
        (1, 3),
        (1, -1),
        (2, bytes(31)),
        (3, bytes(33)),
        (4, 2**63),
        (5, 2**32),
        (6, 0),
        (6, 65536),
        (7, ""),
        (7, "x" * 49),
        (7, b"x"),
        (8, 1),
    ],
)
def test_shapes(place: int, bad: object) -> None:
    """A beacon of another shape is malformed, whoever signed it."""
    fields = list(msgspec.structs.astuple(read_beacon(speaker(ALICE).say(ANNOUNCE))))
    fields[place] = bad
    with pytest.raises(Malformed):
        read_beacon(signed(ALICE, tuple(fields)))


def test_versions() -> None:
    """A later version may have more fields and is seen for what it is; this version may not."""
    fields = msgspec.structs.astuple(read_beacon(speaker(ALICE).say(ANNOUNCE)))
    later = signed(ALICE, (PROTOCOL_VERSION + 1, *fields[1:], b"more"))
    beacon = ears().hear(later, "h", 0)
    assert beacon is not None
    assert beacon.version == PROTOCOL_VERSION + 1
    with pytest.raises(Malformed):
        read_beacon(signed(ALICE, (*fields, b"more")))
    with pytest.raises(Malformed):
        read_beacon(signed(ALICE, fields[:-1]))


@given(st.binary(max_size=600))
def test_noise(data: bytes) -> None:
    """Nothing but a beacon is heard, and nothing makes listening fail."""
    assert ears().hear(data, "h", 0) is None


@given(st.integers(0, 10_000), st.integers(1, 255))
def test_damage(place: int, change: int) -> None:
    """A beacon with any byte changed is not heard."""
    data = bytearray(speaker(ALICE).say(ANNOUNCE))
    data[place % len(data)] ^= change
    assert ears().hear(bytes(data), "h", 0) is None


def test_replay() -> None:
    """An older beacon than the last one heard is no news: neither of this run nor of an earlier one."""
    bob, alice = ears(), speaker(ALICE)
    old, new = alice.say(ANNOUNCE), alice.say(ANNOUNCE)
    earlier_run = speaker(ALICE, ALICE.epoch - 1).say(ANNOUNCE)
    assert bob.hear(new, "h", 0)
    assert bob.hear(old, "h", 0) is None
    assert bob.hear(earlier_run, "h", 0) is None
    assert bob.hear(speaker(ALICE, ALICE.epoch + 1).say(ANNOUNCE), "h", 0)
    assert bob.hear(new, "h", 0) is None


def test_several_interfaces() -> None:
    """One datagram over several interfaces is heard from each, and counts once against the limits."""
    bob, data = ears(), speaker(ALICE).say(ANNOUNCE)
    assert all(bob.hear(data, f"h{number}", 0) for number in range(3 * MAX_ALL_SECOND))
    assert bob.hear(speaker(ALICE).say(ANNOUNCE), "h0", 0)


def test_own() -> None:
    """A peer does not hear itself, but it hears that its identity runs elsewhere."""
    bob = ears()
    assert bob.hear(speaker(BOB).say(ANNOUNCE), "h", 0) is None
    double = bob.hear(speaker(BOB, BOB.epoch - 5).say(ANNOUNCE), "h", 0)
    assert double is not None
    assert double.key == BOB.key
    assert bob.hear(speaker(BOB, BOB.epoch + 5).say(BYE), "h", 0) is None


def test_limit_of_one_source() -> None:
    """One source is heard so often in a second and no more, even of the best beacons; others still are."""
    bob, alice = ears(), speaker(ALICE)
    heard = [bob.hear(alice.say(ANNOUNCE), "h", 0.5) is not None for _ in range(MAX_EACH_SECOND + 5)]
    assert heard == [True] * MAX_EACH_SECOND + [False] * 5
    assert bob.hear(alice.say(ANNOUNCE), "other", 0.5)
    assert bob.hear(alice.say(ANNOUNCE), "h", 1.6)


def test_limit_of_all() -> None:
    """All sources together are looked at so often in a second, and garbage counts as well as beacons."""
    bob = ears()
    for number in range(MAX_ALL_SECOND):
        assert bob.hear(b"garbage", f"h{number}", 0) is None
    assert bob.hear(speaker(ALICE).say(ANNOUNCE), "honest", 0.9) is None
    assert bob.hear(speaker(ALICE).say(ANNOUNCE), "honest", 1.1)


def test_answers_are_rare() -> None:
    """One source gets one answer a second, so that nobody can be flooded through a peer."""
    bob = ears()
    assert bob.may_answer(("h", 1), 0)
    assert not bob.may_answer(("h", 1), 0.9)
    assert bob.may_answer(("h", 2), 0.9)
    assert bob.may_answer(("h", 1), 1.1)
    assert [bob.may_answer((f"h{n}", 1), 9) for n in range(MAX_ANSWERS_SECOND + 1)].count(False) == 1


def test_flood_of_repeats() -> None:
    """A datagram that is repeated without end, from wherever, is looked at no more."""
    bob, data = ears(), speaker(ALICE).say(ANNOUNCE)
    heard = [bob.hear(data, f"h{number}", 0.5) for number in range(MAX_REPEATS_SECOND + 2 * MAX_ALL_SECOND)]
    assert MAX_REPEATS_SECOND <= len([each for each in heard if each]) <= MAX_REPEATS_SECOND + MAX_ALL_SECOND
