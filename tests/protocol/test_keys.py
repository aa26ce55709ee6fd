"""Keys are known to who shows them, and no choice of keys takes the others' away."""

import pytest

from protocol.errors import BadKey, BadPoint, BadProof
from protocol.group import REFUSED_POINTS, Q, base, encode_scalar, some, sub, total
from protocol.keys import KeyProof, check_key, joint_key, prove_key
from tests.protocol.deal import SmallDeal

DEAL = SmallDeal(seats=4)


def test_every_key_is_proven() -> None:
    """The proof of each seat passes in its own context, for the smallest and the largest key too."""
    for seat, (x, X) in enumerate(zip(DEAL.secrets, DEAL.keys, strict=True)):
        check_key(DEAL.context(seat), X, prove_key(DEAL.context(seat), x))
    for x in (1, 2, Q - 1):
        check_key(DEAL.context(0), some(base(x)), prove_key(DEAL.context(0), x))


def test_no_proof_for_the_zero_key() -> None:
    """The key 0 has the identity as public key, which is refused."""
    with pytest.raises(BadPoint):
        prove_key(DEAL.context(0), 0)


def test_a_proof_of_another_seat_cannot_be_copied() -> None:
    """A seat that shows another one's key with that one's proof is refused."""
    proof = prove_key(DEAL.context(0), DEAL.secrets[0])
    with pytest.raises(BadProof):
        check_key(DEAL.context(1), DEAL.keys[0], proof)


def test_a_rogue_key_has_no_proof() -> None:
    """The last seat may choose its key so that it knows the joint secret, but then it has no proof."""
    y = 12345
    rogue = some(sub(base(y), total(DEAL.keys[:3])))
    assert joint_key([*DEAL.keys[:3], rogue]) == base(y)
    for secret in (y, 1, (y - sum(DEAL.secrets[:2])) % Q):
        with pytest.raises(BadProof):
            check_key(DEAL.context(3), rogue, prove_key(DEAL.context(3), secret))


@pytest.mark.parametrize(("c", "z"), [(0, 0), (0, 1), (1, 0), (1, 1)])
def test_trivial_proofs_are_refused(c: int, z: int) -> None:
    """Zeros and ones prove nothing, and no commitment T is the identity."""
    proof = KeyProof(encode_scalar(c), encode_scalar(z))
    for X in (DEAL.keys[0], some(base(1))):
        with pytest.raises(BadProof):
            check_key(DEAL.context(0), X, proof)


def test_the_joint_key_is_the_sum() -> None:
    """Its secret is the sum of the secrets; one seat alone has its own key."""
    assert joint_key(DEAL.keys) == base(sum(DEAL.secrets))
    assert joint_key(DEAL.keys[:1]) == DEAL.keys[0]


def test_bad_sets_of_keys_are_refused() -> None:
    """No keys, equal keys, keys that cancel out, and points that are none."""
    with pytest.raises(BadKey):
        joint_key([])
    with pytest.raises(BadKey):
        joint_key([DEAL.keys[0], DEAL.keys[1], DEAL.keys[0]])
    with pytest.raises(BadKey):
        joint_key([DEAL.keys[0], some(base(-DEAL.secrets[0]))])
    for bad in REFUSED_POINTS:
        with pytest.raises(BadPoint):
            joint_key([DEAL.keys[0], bad])
