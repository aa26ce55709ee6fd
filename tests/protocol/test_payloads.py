"""What the payloads leave open, they leave open on purpose; everything else is malformed."""

import msgpack
import pytest

from protocol.claims import NoSuitProof
from protocol.errors import Malformed
from protocol.payloads import Mixed, Play, decode_payload, encode_payload
from protocol.set_claims import NoneOfProof
from protocol.shares import SharesProof
from protocol.shuffle_proof import ShuffleProof
from protocol.wire import decode, encode

ONE = bytes(range(32))
SHARES = SharesProof(ONE, ONE)
NO_SUIT = NoSuitProof(((ONE, ONE),), ((ONE, ONE, ONE),))
NONE_OF = NoneOfProof((ONE,), ((ONE, ONE),), ((ONE, ONE),))
SHUFFLE = ShuffleProof((ONE,), (ONE,), ONE, (ONE,) * 4, (ONE,), (ONE,))


@pytest.mark.parametrize(
    "payload",
    [
        Play((), (), None, ()),
        Play((7,), (), None, ()),
        Play((), (), None, (NONE_OF,)),
        Play((7,), (ONE,), SHARES, (NO_SUIT, NONE_OF, NO_SUIT, NONE_OF)),
        Mixed(((ONE, ONE),), SHUFFLE),
    ],
    ids=["nothing", "face up", "claim without a card", "claims of both kinds", "a hand of one"],
)
def test_an_answer_reads_back_as_it_was(payload: Play | Mixed) -> None:
    """Plays with shares and without, with claims of either kind, and hands laid anew survive the wire."""
    assert decode_payload(encode_payload(payload)) == payload


def test_a_claim_says_which_proof_it_is() -> None:
    """The tag stands in front, and one proof is not read as the other."""
    assert [msgpack.unpackb(encode(proof))[0] for proof in (NO_SUIT, NONE_OF)] == ["no-suit", "none-of"]
    with pytest.raises(Malformed):
        decode(encode(NO_SUIT), NoneOfProof)
    with pytest.raises(Malformed):
        decode(encode(NONE_OF), NoSuitProof)


@pytest.mark.parametrize(
    "claim",
    [
        ["none-of", [ONE], [[ONE, ONE]], [[ONE, ONE, ONE]]],
        ["none-of", [ONE], [[ONE, ONE]]],
        ["none-of", [], [], []],
        ["none-of", [ONE] * 257, [[ONE, ONE]], [[ONE, ONE]]],
        ["none-of", [ONE[:31]], [[ONE, ONE]], [[ONE, ONE]]],
        ["no-suit", [ONE], [[ONE, ONE]], [[ONE, ONE]]],
        ["none", [ONE], [[ONE, ONE]], [[ONE, ONE]]],
        [[ONE], [[ONE, ONE]], [[ONE, ONE]]],
        None,
    ],
)
def test_a_claim_of_another_shape_is_malformed(claim: object) -> None:
    """Too many responses, a list missing, empty or too long, a short point, another tag, no tag, no claim."""
    with pytest.raises(Malformed):
        decode_payload(encode(["play", [7], [], None, [claim]]))


def test_no_more_than_four_claims() -> None:
    """A play with five claims is malformed."""
    with pytest.raises(Malformed):
        decode_payload(encode_payload(Play((), (), None, (NONE_OF,) * 5)))


def test_a_hand_laid_anew_has_a_card() -> None:
    """No cards are no hand."""
    with pytest.raises(Malformed):
        decode_payload(encode_payload(Mixed((), SHUFFLE)))
