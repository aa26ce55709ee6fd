"""A second implementation, written from the documentation alone, comes to the same bytes and verdicts."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol import group
from protocol.claims import NoSuitProof
from protocol.errors import BadPoint
from protocol.give import GiveProof
from protocol.keys import KeyProof
from protocol.set_claims import NoneOfProof
from protocol.shares import SharesProof
from protocol.shuffle_proof import ShuffleProof
from protocol.wire import decode
from tests.protocol import reference as ref
from tests.protocol.make_vectors import RANKS, SEEDS, TABLE
from tests.protocol.vector_files import DECK, PROOFS, PROVEN, REFUSED, numbers, points, read
from tests.protocol.vector_files import SEEDS as DERIVED


def _decoded(data: str) -> list[ref.Point]:
    return list(map(ref.decode, points(data)))


def _cards(data: str) -> list[ref.Pair]:
    halves = _decoded(data)
    return list(zip(halves[::2], halves[1::2], strict=True))


def _ints(scalars: Sequence[bytes]) -> list[int]:
    return [int.from_bytes(scalar, "little") for scalar in scalars]


def _holds(name: str, wire: bytes) -> bool:
    X = [ref.decode(bytes.fromhex(DERIVED[f"seat {seat} X"])) for seat in (0, 1)]
    held = _cards(PROOFS["held by seat 0"])
    proof: Any
    match name:
        case "seat 0 key proof" | "seat 1 key proof":
            seat = int(name.split()[1])
            proof = decode(wire, KeyProof)
            return ref.key_holds((TABLE, 3, seat), X[seat], *_ints([proof.c, proof.z]))
        case "shuffle proof":
            proof = decode(wire, ShuffleProof)
            return ref.shuffle_holds(
                (TABLE, 4, 0),
                ref.add(*X),
                _cards(DECK["first deck"]),
                _cards(PROOFS["shuffled"]),
                list(map(ref.decode, proof.c)),
                list(map(ref.decode, proof.c_hat)),
                _ints([proof.challenge])[0],
                _ints(proof.s),
                _ints(proof.s_hat),
                _ints(proof.s_prime),
            )
        case "shares proof":
            proof = decode(wire, SharesProof)
            cards, shares = _cards(PROOFS["shuffled"]), _decoded(PROOFS["shares"])
            return ref.shares_hold((TABLE, 5, 1), X[1], cards, shares, *_ints([proof.c, proof.z]))
        case "share of one card proof":
            proof = decode(wire, SharesProof)
            share = _decoded(PROOFS["share of one card"])
            return ref.shares_hold((TABLE, 6, 0), X[0], held[:1], share, *_ints([proof.c, proof.z]))
        case "give proof":
            proof = decode(wire, GiveProof)
            given = _cards(PROOFS["given"])
            c, z = _ints([proof.c, proof.z])
            return ref.give_holds((TABLE, 7, 0), X[0], X[1], held[:2], given, c, z, _ints(proof.z_s))
        case "claim of none of 2 4":
            proof = decode(wire, NoneOfProof)
            hand = [held[place] for place in numbers(PROOFS["claimed places"])]
            C = list(map(ref.decode, proof.C))
            T = [(ref.decode(one), ref.decode(two)) for one, two in proof.T]
            z_pairs = [_ints(responses) for responses in proof.z]
            return ref.none_of_holds((TABLE, 9, 0), X[0], RANKS, hand, (2, 4), C, T, z_pairs)
        case _:
            proof = decode(wire, NoSuitProof)
            hand = [held[place] for place in numbers(PROOFS["claimed places"])]
            T = [(ref.decode(one), ref.decode(two)) for one, two in proof.T]
            z_all = [_ints(responses) for responses in proof.z]
            return ref.claim_holds((TABLE, 8, 0), X[0], RANKS, hand, 1, T, z_all)


@pytest.mark.parametrize("name", PROVEN)
def test_the_second_implementation_accepts_the_proofs(name: str) -> None:
    """What the first one made, the second one checks, from the files and the documentation alone."""
    assert _holds(name, bytes.fromhex(PROOFS[name]))


@pytest.mark.parametrize("name", [name for name in REFUSED if name.startswith("BadPr")])
def test_the_second_implementation_refuses_false_proofs(name: str) -> None:
    """Proofs of good shape that are false are false for both."""
    assert not _holds(name.split(" | ")[1], bytes.fromhex(REFUSED[name]))


def test_points_from_labels_are_the_same() -> None:
    """SHA-512, Elligator 2 and the cofactor in plain Python give the points of the files."""
    lines = {name: data for name, data in read("group").items() if name.startswith("hash-to-group ")}
    assert len(lines) == 6
    for name, data in lines.items():
        assert ref.encode(ref.hash_to_group(name.removeprefix("hash-to-group ").encode())).hex() == data


def test_hashes_are_made_of_the_documented_bytes() -> None:
    """Context, tagged hash, challenges, weights, commitment and joint numbers of the files."""
    here = (TABLE, 3, 1)
    challenge = ref.Challenge(b"example", here)
    challenge.absorb(b"X", ref.encode(ref.G))
    challenge.absorb(b"list", ref.frames(b"one", b"", b"three"))
    challenge.absorb(b"number", (258).to_bytes(8, "big"))
    coins = ref.stream(b"coins", ref.context(b"coins", *here), *SEEDS)
    seal = ref.context(b"seal", *here)
    assert read("hashes") == {
        "context x": ref.context(b"x", *here).hex(),
        "tagged hash": ref.tagged_hash(b"example", b"one", b"", b"three").hex(),
        "first challenge": challenge.scalar(b"c").to_bytes(32, "little").hex(),
        "two weights": " ".join(map(str, challenge.weights(b"w", 2))),
        "second challenge": challenge.scalar(b"c").to_bytes(32, "little").hex(),
        "commitment": ref.tagged_hash(b"commitment", seal, SEEDS[0], b"\x05").hex(),
        "numbers below 6 6 52 1000000": " ".join(
            str(ref.below(coins, limit)) for limit in (6, 6, 52, 1_000_000)
        ),
    }


@pytest.mark.parametrize("seat", [0, 1])
def test_a_deal_is_derived_again_from_its_seed(seat: int) -> None:
    """Commitment, key, permutation and factors of the files follow from the seed by hashing alone."""
    seed = SEEDS[seat]

    def stream(label: bytes) -> Any:
        return ref.stream(b"deal", ref.context(label, TABLE, 3, seat), seed)

    x = ref.scalar_of(next(stream(b"deal key")))
    blocks = stream(b"factors")
    factors = [ref.scalar_of(next(blocks)) for _ in range(6)]
    derived = {
        "seed": seed.hex(),
        "commitment": ref.tagged_hash(b"seed", ref.context(b"seed", TABLE, 3, seat), seed).hex(),
        "x": x.to_bytes(32, "little").hex(),
        "X": ref.encode(ref.mul(x, ref.G)).hex(),
        "permutation": " ".join(map(str, ref.permutation(stream(b"permutation"), 6))),
        "permutation of 60": " ".join(map(str, ref.permutation(stream(b"permutation"), 60))),
        "factors": b"".join(factor.to_bytes(32, "little") for factor in factors).hex(),
    }
    assert {f"seat {seat} {name}": value for name, value in derived.items()}.items() <= DERIVED.items()


def test_the_shuffle_is_done_again() -> None:
    """The shuffled deck of the files is the first one, permuted and re-encrypted as its seat derived."""
    order = numbers(DERIVED["seat 0 permutation"])
    factors = _ints(points(DERIVED["seat 0 factors"]))
    X = ref.decode(bytes.fromhex(DERIVED["joint key"]))
    first = [
        (ref.G, ref.weighted((face // RANKS + 1, ref.S), (face % RANKS + 1, ref.R), (1, X)))
        for face in numbers(DECK["faces"])
    ]
    assert first == _cards(DECK["first deck"])
    again = [
        (
            ref.weighted((1, first[j][0]), (factors[j], ref.G)),
            ref.weighted((1, first[j][1]), (factors[j], X)),
        )
        for j in order
    ]
    assert again == _cards(PROOFS["shuffled"])


@settings(max_examples=60, deadline=None)
@given(st.one_of(st.binary(min_size=32, max_size=32), st.sampled_from(group.REFUSED_POINTS)))
def test_both_decode_the_samepoints(data: bytes) -> None:
    """What one implementation refuses as a point, the other refuses, too."""
    try:
        ours: str | None = group.decode_point(data).hex()
    except BadPoint:
        ours = None
    try:
        theirs: str | None = ref.encode(ref.decode(data)).hex()
    except ref.NoPoint:
        theirs = None
    assert ours == theirs


@settings(max_examples=15, deadline=None)
@given(st.integers(0, group.Q - 1), st.integers(0, group.Q - 1))
def test_both_compute_the_same_sums(a: int, b: int) -> None:
    """a G + b (a G) is one point in both."""
    ours = group.add(group.base(a), group.mul(b, group.base(a)))
    theirs = ref.weighted((a, ref.G), (b, ref.mul(a, ref.G)))
    assert (ours or (1).to_bytes(32, "little")) == ref.encode(theirs)
