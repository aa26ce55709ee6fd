"""The files in `vectors` say what every implementation has to compute, accept and refuse."""

import hashlib
from collections.abc import Callable

import pytest

from protocol import errors
from protocol.claims import NoSuitProof, check_no_suit
from protocol.context import Context
from protocol.deck import Card, first_deck, read_face, take_shares
from protocol.give import GiveProof, check_give
from protocol.group import decode_scalar, mul, some
from protocol.keys import KeyProof, check_key
from protocol.shares import SharesProof, check_shares
from protocol.shuffle_proof import ShuffleProof, check_shuffle
from protocol.wire import decode
from tests.protocol.make_vectors import FILES, FOLDER, RANKS, TABLE, text


def _read(name: str) -> dict[str, str]:
    lines = (FOLDER / f"{name}.txt").read_text(encoding="ascii").splitlines()
    return dict(line.split(" = ") for line in lines if not line.startswith("#"))


def _cards(data: str) -> tuple[Card, ...]:
    points = _points(data)
    return tuple(map(Card, points[::2], points[1::2]))


def _points(data: str) -> tuple[bytes, ...]:
    return tuple(bytes.fromhex(data[i : i + 64]) for i in range(0, len(data), 64))


def _numbers(data: str) -> tuple[int, ...]:
    return tuple(map(int, data.split()))


SEEDS, DECK, PROOFS, REFUSED = _read("seeds"), _read("deck"), _read("proofs"), _read("refused")
X = [bytes.fromhex(SEEDS[f"seat {seat} X"]) for seat in (0, 1)]
JOINT = bytes.fromhex(SEEDS["joint key"])


def _check(name: str, data: str) -> None:
    """Check a proof against the statement in the files."""
    held = _cards(PROOFS["held by seat 0"])
    wire = bytes.fromhex(data)
    match name:
        case "seat 0 key proof" | "seat 1 key proof":
            seat = int(name.split()[1])
            check_key(Context(TABLE, 3, seat), X[seat], decode(wire, KeyProof))
        case "shuffle proof":
            first, shuffled = _cards(DECK["first deck"]), _cards(PROOFS["shuffled"])
            check_shuffle(Context(TABLE, 4, 0), JOINT, first, shuffled, decode(wire, ShuffleProof))
        case "shares proof":
            cards, shares = _cards(PROOFS["shuffled"]), _points(PROOFS["shares"])
            check_shares(Context(TABLE, 5, 1), X[1], cards, shares, decode(wire, SharesProof))
        case "share of one card proof":
            share = _points(PROOFS["share of one card"])
            check_shares(Context(TABLE, 6, 0), X[0], held[:1], share, decode(wire, SharesProof))
        case "give proof":
            given = _cards(PROOFS["given"])
            check_give(Context(TABLE, 7, 0), X[0], X[1], held[:2], given, decode(wire, GiveProof))
        case "claim of no suit 1":
            hand = [held[place] for place in _numbers(PROOFS["claimed places"])]
            check_no_suit(Context(TABLE, 8, 0), X[0], RANKS, hand, 1, decode(wire, NoSuitProof))
        case _:
            raise AssertionError(name)


CHECKED = [name for name in PROOFS if "proof" in name or "claim of" in name]


@pytest.mark.parametrize("name", FILES)
def test_the_files_are_what_the_code_computes(name: str) -> None:
    """A file differs only if the protocol was changed: then its version changes as well."""
    assert (FOLDER / f"{name}.txt").read_text(encoding="ascii") == text(name)


def test_no_file_is_left_over() -> None:
    """Each file of the folder is written by the generator."""
    assert {path.stem for path in FOLDER.iterdir()} == set(FILES)


@pytest.mark.parametrize("name", CHECKED)
def test_proofs_in_the_files_are_accepted(name: str) -> None:
    """Each proof, read from the file, passes the check of its statement, read from the files."""
    _check(name, PROOFS[name])


@pytest.mark.parametrize("name", REFUSED)
def test_changed_proofs_in_the_files_are_refused(name: str) -> None:
    """Each is refused with the very error that its line names."""
    error, proof, _ = name.split(" | ")
    with pytest.raises(errors.ProtocolError) as caught:
        _check(proof, REFUSED[name])
    assert type(caught.value) is getattr(errors, error)


def test_every_proof_in_the_files_has_a_refused_one() -> None:
    """For each kind of proof there is a line of another shape, another encoding and another truth."""
    assert {name.split(" | ")[1] for name in REFUSED} | {"seat 1 key proof"} == set(CHECKED)
    assert {name.split(" | ")[0] for name in REFUSED} == {"BadPoint", "BadScalar", "BadProof", "Malformed"}


def test_the_cards_in_the_files_show_their_faces() -> None:
    """From deck, keys and shares of the files alone, every card opens to the face that it should."""
    faces = _numbers(DECK["faces"])
    assert _cards(DECK["first deck"]) == first_deck(faces, RANKS, JOINT)
    x = decode_scalar(bytes.fromhex(SEEDS["seat 0 x"]))
    shuffled, shares = _cards(PROOFS["shuffled"]), _points(PROOFS["shares"])
    held = tuple(take_shares(card, [share]) for card, share in zip(shuffled, shares, strict=True))
    assert held == _cards(PROOFS["held by seat 0"])
    seen = tuple(read_face(card, some(mul(x, card.a)), faces, RANKS) for card in held)
    assert seen == _numbers(PROOFS["faces in places"])
    assert seen == tuple(faces[place] for place in _numbers(SEEDS["seat 0 permutation"]))


def _by_hand() -> dict[str, Callable[[], bytes]]:
    """Some lines of `hashes.txt` and `seeds.txt`, put together byte by byte as docs/ceremonies.md says."""

    def frame(data: bytes) -> bytes:
        return len(data).to_bytes(8, "big") + data

    def context(label: bytes, step: int, seat: int) -> bytes:
        return b"".join(
            map(frame, (label, bytes(range(32)), step.to_bytes(8, "big"), seat.to_bytes(4, "big")))
        )

    seed = bytes([1]) * 32
    return {
        "context x": lambda: context(b"x", 3, 1),
        "tagged hash": lambda: hashlib.sha256(
            b"".join(map(frame, (b"chabudai/1/example", b"one", b"", b"three")))
        ).digest(),
        "commitment": lambda: hashlib.sha256(
            b"".join(map(frame, (b"chabudai/1/commitment", context(b"seal", 3, 1), seed, b"\5")))
        ).digest(),
        "seat 0 commitment": lambda: hashlib.sha256(
            b"".join(map(frame, (b"chabudai/1/seed", context(b"seed", 3, 0), seed)))
        ).digest(),
        "seat 0 x": lambda: (
            1
            + int.from_bytes(
                hashlib.sha512(
                    hashlib.sha512(
                        b"".join(map(frame, (b"chabudai/1/deal", context(b"deal key", 3, 0), seed)))
                    ).digest()
                    + bytes(8)
                ).digest(),
                "big",
            )
            % (2**252 + 27742317777372353535851937790883648493 - 1)
        ).to_bytes(32, "little"),
    }


@pytest.mark.parametrize("name", _by_hand())
def test_hashes_are_made_of_the_documented_bytes(name: str) -> None:
    """Written out without the project's code, the bytes hash to what the files say."""
    assert _by_hand()[name]().hex() == {**_read("hashes"), **SEEDS}[name]
