"""A commitment can be opened in one way, in one place, by one seat."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.commitments import check_opening, commit
from protocol.context import Context
from protocol.errors import BadOpening, Malformed
from protocol.seed import commit_seed
from tests.protocol.deal import TABLE

HERE = Context(TABLE, 4, 1)
nonces = st.binary(min_size=32, max_size=32)


@given(nonces, st.binary(max_size=40), nonces, st.binary(max_size=40))
def test_only_what_was_committed_to_opens_it(
    nonce: bytes, value: bytes, other_nonce: bytes, other: bytes
) -> None:
    """The value under its nonce passes; another value or another nonce is refused."""
    commitment = commit(HERE, "seal", nonce, value)
    assert len(commitment) == 32
    check_opening(HERE, "seal", commitment, nonce, value)
    if (other_nonce, other) != (nonce, value):
        with pytest.raises(BadOpening):
            check_opening(HERE, "seal", commitment, other_nonce, other)


@pytest.mark.parametrize("ctx", [Context(b"", 4, 1), Context(TABLE, 5, 1), Context(TABLE, 4, 2)])
def test_a_copied_commitment_cannot_be_opened(ctx: Context) -> None:
    """Another seat that copies a commitment and its opening is refused; so is one who uses it again."""
    commitment = commit(HERE, "coin", bytes(32), b"")
    with pytest.raises(BadOpening):
        check_opening(ctx, "coin", commitment, bytes(32), b"")


def test_commitments_for_two_ends_are_different() -> None:
    """A seal is no coin, and neither is the commitment to a seed."""
    nonce = bytes(32)
    made = {commit(HERE, "coin", nonce, b""), commit(HERE, "seal", nonce, b""), commit_seed(HERE, nonce)}
    assert len(made) == 3


@pytest.mark.parametrize("nonce", [b"", bytes(31), bytes(33)])
def test_a_nonce_is_32_bytes(nonce: bytes) -> None:
    """A short nonce would let the others guess the value."""
    with pytest.raises(Malformed):
        commit(HERE, "seal", nonce, b"5")
    with pytest.raises(Malformed):
        check_opening(HERE, "seal", bytes(32), nonce, b"5")
