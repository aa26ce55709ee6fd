"""The files in `vectors` say what every implementation has to compute, accept and refuse."""

import pytest

from protocol import errors
from protocol.claims import NoSuitProof, check_no_suit
from protocol.context import Context
from protocol.deck import Card, first_deck, read_face, take_shares
from protocol.give import GiveProof, check_give
from protocol.group import decode_scalar, mul, some
from protocol.keys import KeyProof, check_key
from protocol.set_claims import NoneOfProof, check_none_of
from protocol.shares import SharesProof, check_shares
from protocol.shuffle_proof import ShuffleProof, check_shuffle
from protocol.wire import decode
from tests.protocol.make_vectors import FILES, RANKS, TABLE, text
from tests.protocol.vector_files import DECK, FOLDER, PROOFS, PROVEN, REFUSED, SEEDS, numbers, points


def _cards(data: str) -> tuple[Card, ...]:
    all_points = points(data)
    return tuple(map(Card, all_points[::2], all_points[1::2]))


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
            cards, shares = _cards(PROOFS["shuffled"]), points(PROOFS["shares"])
            check_shares(Context(TABLE, 5, 1), X[1], cards, shares, decode(wire, SharesProof))
        case "share of one card proof":
            share = points(PROOFS["share of one card"])
            check_shares(Context(TABLE, 6, 0), X[0], held[:1], share, decode(wire, SharesProof))
        case "give proof":
            given = _cards(PROOFS["given"])
            check_give(Context(TABLE, 7, 0), X[0], X[1], held[:2], given, decode(wire, GiveProof))
        case "claim of no suit 1":
            hand = [held[place] for place in numbers(PROOFS["claimed places"])]
            check_no_suit(Context(TABLE, 8, 0), X[0], RANKS, hand, 1, decode(wire, NoSuitProof))
        case "claim of none of 2 4":
            hand = [held[place] for place in numbers(PROOFS["claimed places"])]
            check_none_of(Context(TABLE, 9, 0), X[0], RANKS, hand, (2, 4), decode(wire, NoneOfProof))
        case _:
            raise AssertionError(name)


@pytest.mark.parametrize("name", FILES)
def test_the_files_are_what_the_code_computes(name: str) -> None:
    """A file differs only if the protocol was changed: then its version changes as well."""
    assert (FOLDER / f"{name}.txt").read_text(encoding="ascii") == text(name)


def test_no_file_is_left_over() -> None:
    """Each file of the folder is written by the generator."""
    assert {path.stem for path in FOLDER.iterdir()} == set(FILES)


@pytest.mark.parametrize("name", PROVEN)
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
    assert {name.split(" | ")[1] for name in REFUSED} | {"seat 1 key proof"} == set(PROVEN)
    assert {name.split(" | ")[0] for name in REFUSED} == {"BadPoint", "BadScalar", "BadProof", "Malformed"}


def test_the_cards_in_the_files_show_their_faces() -> None:
    """From deck, keys and shares of the files alone, every card opens to the face that it should."""
    faces = numbers(DECK["faces"])
    assert _cards(DECK["first deck"]) == first_deck(faces, RANKS, JOINT)
    x = decode_scalar(bytes.fromhex(SEEDS["seat 0 x"]))
    shuffled, shares = _cards(PROOFS["shuffled"]), points(PROOFS["shares"])
    held = tuple(take_shares(card, [share]) for card, share in zip(shuffled, shares, strict=True))
    assert held == _cards(PROOFS["held by seat 0"])
    seen = tuple(read_face(card, some(mul(x, card.a)), faces, RANKS) for card in held)
    assert seen == numbers(PROOFS["faces in places"])
    assert seen == tuple(faces[place] for place in numbers(SEEDS["seat 0 permutation"]))
