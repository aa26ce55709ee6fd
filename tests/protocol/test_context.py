"""What is hashed reads in one way only, and nonces do not repeat."""

from collections import Counter
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol import context
from protocol.context import Challenge, Context, Stream, frame, tagged_hash
from protocol.group import Q
from protocol.keys import KeyProof, check_key, prove_key
from protocol.shares import make_shares
from tests.protocol.deal import SmallDeal

parts = st.lists(st.binary(max_size=12), max_size=4)
HERE = Context(b"t" * 32, 3, 1)


@given(parts, parts)
def test_frames_read_back_in_one_way(one: list[bytes], two: list[bytes]) -> None:
    """Different lists of parts never give the same bytes, however the boundaries are moved."""
    assert (b"".join(map(frame, one)) == b"".join(map(frame, two))) == (one == two)


@given(parts, parts)
def test_tagged_hashes_differ_with_their_parts(one: list[bytes], two: list[bytes]) -> None:
    """The hash is of the list of parts, not of their concatenation."""
    assert (tagged_hash("x", *one) == tagged_hash("x", *two)) == (one == two)
    assert tagged_hash("x", *one) != tagged_hash("y", *one)


def test_a_boundary_cannot_be_moved() -> None:
    """A part cannot take over bytes of its neighbour, nor of the domain."""
    assert tagged_hash("d", b"ab", b"c") != tagged_hash("d", b"a", b"bc")
    assert tagged_hash("d", b"ab") != tagged_hash("da", b"b")
    assert tagged_hash("d") != tagged_hash("d", b"")


contexts = st.builds(Context, st.binary(max_size=6), st.integers(0, 300), st.integers(0, 300))


@given(contexts, contexts, st.text(max_size=3), st.text(max_size=3))
def test_contexts_are_bound_whole(one: Context, two: Context, label: str, other: str) -> None:
    """Table, step, seat and label each change the bytes."""
    assert (one.bytes(label) == two.bytes(other)) == ((one, label) == (two, other))


@given(st.lists(st.tuples(st.text(max_size=3), st.binary(max_size=6)), max_size=4), st.data())
def test_a_challenge_binds_everything_absorbed(items: list[tuple[str, bytes]], data: st.DataObject) -> None:
    """Two transcripts give one challenge only if they absorbed the same labels and values in one order."""
    others = data.draw(
        st.one_of(st.just(items), st.lists(st.tuples(st.text(max_size=3), st.binary(max_size=6)), max_size=4))
    )
    assert (_challenge_of(items) == _challenge_of(others)) == (items == others)


def test_a_challenge_binds_proof_and_context() -> None:
    """The label of the proof, the table, the step and the seat change every challenge."""
    variants = [
        Challenge(HERE, "key"),
        Challenge(HERE, "shares"),
        Challenge(Context(b"u" * 32, 3, 1), "key"),
        Challenge(Context(b"t" * 32, 4, 1), "key"),
        Challenge(Context(b"t" * 32, 3, 2), "key"),
    ]
    assert len({challenge.scalar("c") for challenge in variants}) == len(variants)


def test_later_challenges_depend_on_earlier_ones() -> None:
    """Asking twice gives two challenges, and asking for weights in between changes the second."""
    once, twice, between = (Challenge(HERE, "key") for _ in range(3))
    first = once.scalar("c")
    assert twice.scalar("c") == first != twice.scalar("c")
    between.scalar("c")
    between.weights("w", 1)
    assert between.scalar("c") != once.scalar("c")


def test_the_list_absorbed_is_bound_with_its_length() -> None:
    """A list cannot be read as two, and the group's name is in every challenge."""
    one, two = Challenge(HERE, "x"), Challenge(HERE, "x")
    one.absorb_all("list", [b"a", b"b"])
    two.absorb_all("list", [b"ab"])
    assert one.scalar("c") != two.scalar("c")


def test_the_name_of_the_group_is_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """A challenge over another group would be another one."""
    here = Challenge(HERE, "x").scalar("c")
    monkeypatch.setattr(context, "NAME", b"another group")
    assert Challenge(HERE, "x").scalar("c") != here


def test_weights_are_never_zero_and_of_128_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    """The smallest is 1, the largest 2**128."""
    monkeypatch.setattr(Stream, "block", lambda self: bytes(64))
    assert Stream("x").weight() == Stream("x").scalar() == 1
    monkeypatch.setattr(Stream, "block", lambda self: b"\xff" * 64)
    assert Stream("x").weight() == 2**128
    assert 1 <= Stream("x").scalar() < Q


def test_below_passes_over_what_would_be_unfair(monkeypatch: pytest.MonkeyPatch) -> None:
    """For 3 the largest try, 2**64 - 1, has no full group of three and is drawn again."""
    tries = iter([b"\xff" * 64, (2**64 - 2).to_bytes(8, "big") + bytes(56)])
    monkeypatch.setattr(Stream, "block", lambda self: next(tries))
    assert Stream("x").below(3) == (2**64 - 2) % 3
    monkeypatch.setattr(Stream, "block", lambda self: b"\xff" * 64)
    assert Stream("x").below(2**64) == 2**64 - 1


@given(st.integers(1, 2**64), st.binary(max_size=8))
def test_below_stays_below(limit: int, key: bytes) -> None:
    """Every number is in 0..limit-1, and the same key gives the same numbers."""
    one, two = Stream("x", key), Stream("x", key)
    numbers = [one.below(limit) for _ in range(5)]
    assert numbers == [two.below(limit) for _ in range(5)]
    assert all(0 <= number < limit for number in numbers)


@pytest.mark.parametrize("limit", [0, -1, 2**64 + 1])
def test_below_refuses_impossible_limits(limit: int) -> None:
    """No number is below zero, and more than 64 bits are not there."""
    with pytest.raises(ValueError, match="below"):
        Stream("x").below(limit)


def test_numbers_of_a_stream_are_uniform() -> None:
    """Chi-square of 6000 throws of a die: below 20.5 (0.1 per cent, 5 degrees)."""
    stream = Stream("die", b"fixed")
    counts = Counter(stream.below(6) for _ in range(6000))
    assert sum((counts[face] - 1000) ** 2 / 1000 for face in range(6)) < 20.5


def test_nonces_differ_with_statement_and_secret_when_randomness_is_broken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With constant randomness two statements, or two secrets, still get different nonces."""
    monkeypatch.setattr(context, "token_bytes", bytes)
    one, two = Challenge(HERE, "x"), Challenge(HERE, "x")
    two.absorb("more", b"1")
    drawn = [*islice(one.nonces(5), 4), *islice(one.nonces(6), 4), *islice(two.nonces(5), 4)]
    drawn += [*islice(one.nonces(5, 6), 4), *islice(one.nonces(), 4)]
    assert len(set(drawn)) == len(drawn)
    assert all(1 <= nonce < Q for nonce in drawn)


def test_nonces_differ_when_the_statement_is_the_same() -> None:
    """With good randomness the same statement and secret get new nonces every time."""
    challenge = Challenge(HERE, "x")
    assert next(challenge.nonces(5)) != next(challenge.nonces(5))


def test_broken_randomness_does_not_give_the_key_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two proofs made with constant randomness do not share a nonce, so that nobody can solve for the key."""
    monkeypatch.setattr(context, "token_bytes", bytes)
    deal = SmallDeal()
    x, X = deal.secrets[0], deal.keys[0]
    proofs = [prove_key(deal.context(0, step), x) for step in (1, 2)]
    proofs += [
        KeyProof(proof.c, proof.z)
        for step in (1, 2)
        for proof in [make_shares(deal.context(0, step), x, X, deal.held_by(0))[1]]
    ]
    for one in proofs:
        for two in proofs:
            assert one is two or _solved(one, two) != x


def test_repeated_nonces_would_give_the_key_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above can fail: with nonces that do not depend on the statement the key falls out."""
    monkeypatch.setattr(Challenge, "nonces", lambda self, *secrets: iter([7] * 100))
    deal = SmallDeal()
    one, two = (prove_key(deal.context(0, step), deal.secrets[0]) for step in (1, 2))
    check_key(deal.context(0, 1), deal.keys[0], one)
    assert _solved(one, two) == deal.secrets[0]


def _solved(one: KeyProof, two: KeyProof) -> int:
    c1, z1, c2, z2 = (int.from_bytes(data, "little") for data in (one.c, one.z, two.c, two.z))
    return (z1 - z2) * pow(c1 - c2, -1, Q) % Q


def _challenge_of(items: list[tuple[str, bytes]]) -> int:
    challenge = Challenge(HERE, "x")
    for label, data in items:
        challenge.absorb(label, data)
    return challenge.scalar("c")
