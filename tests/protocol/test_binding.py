"""Every challenge is made from the whole statement, so that nothing of it can be chosen afterwards."""

from collections.abc import Iterator
from hashlib import sha512
from typing import Any

import msgspec
import pytest

from protocol import context, keys
from protocol.context import Challenge, Context
from protocol.deck import Card
from protocol.errors import BadProof
from protocol.group import Q, base, encode_scalar, mul, some, sub
from protocol.keys import KeyProof, check_key
from tests.protocol.test_statements import CASES

RESPONSES = {"c", "z", "z_s", "challenge", "s", "s_hat", "s_prime"}
"""What a proof says after its challenge, by field; the challenge itself goes by `c` or `challenge`."""

BOUND_ALTHOUGH = {"shuffle": {"c"}, "claim": {"z"}, "none of": {"z"}}
"""Fields of these names that are bound all the same: commitments, and responses under the batch weights."""

PROVEN = [case for case, (_, arguments) in CASES.items() if "proof" in arguments]


def _leaves(value: Any) -> Iterator[bytes]:
    match value:
        case bytes():
            yield value
        case int():
            yield value.to_bytes(8, "big")
        case Context():
            yield from (value.table, value.step.to_bytes(8, "big"), value.seat.to_bytes(4, "big"))
        case Card() | tuple() | list():
            for item in value:
                yield from _leaves(item)
        case _:
            raise TypeError(type(value).__name__)


def _bound(case: str) -> Iterator[tuple[str, bytes]]:
    """Everything that the last challenge of the check has to depend on."""
    _, arguments = CASES[case]
    for name, value in arguments.items():
        if isinstance(value, msgspec.Struct):
            for field in msgspec.structs.fields(value):
                if field.name not in RESPONSES or field.name in BOUND_ALTHOUGH.get(case, set()):
                    yield from ((field.name, leaf) for leaf in _leaves(getattr(value, field.name)))
        else:
            yield from ((name, leaf) for leaf in _leaves(value))


class Recorded:
    """SHA-512, and all that went into it before the last digest."""

    def __init__(self, data: bytes = b"") -> None:
        self._data = data

    hashed = b""

    def update(self, data: bytes) -> None:
        self._data += data

    def copy(self) -> "Recorded":
        return Recorded(self._data)

    def digest(self) -> bytes:
        if b"chabudai/1/challenge" in self._data:
            Recorded.hashed = self._data
        return sha512(self._data).digest()


@pytest.mark.parametrize("case", PROVEN)
def test_the_last_challenge_hashes_the_whole_statement(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each point, number and context of the statement, and each commitment of the proof, as one frame."""
    monkeypatch.setattr(context, "sha512", Recorded)
    check, arguments = CASES[case]
    check(**arguments)
    counted: dict[bytes, int] = {}
    for _, leaf in _bound(case):
        counted[leaf] = counted.get(leaf, 0) + 1
    for name, leaf in _bound(case):
        assert Recorded.hashed.count(context.frame(leaf)) >= counted[leaf], name


def test_a_key_that_is_not_bound_could_be_forged(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a challenge over T alone one chooses z and solves for the key; with the key in it that fails."""
    ctx = Context(b"t" * 32, 1, 0)
    T = some(base(77))

    def forged() -> tuple[bytes, KeyProof]:
        challenge = keys._statement(ctx, some(base(1)))
        c = keys._challenged(challenge, T)
        X = some(mul(pow(c, -1, Q), sub(base(5), T)))
        return X, KeyProof(encode_scalar(c), encode_scalar(5))

    with pytest.raises(BadProof):
        check_key(ctx, *forged())
    monkeypatch.setattr(keys, "_statement", lambda ctx, X: Challenge(ctx, "key"))
    check_key(ctx, *forged())


@pytest.mark.parametrize("case", PROVEN)
def test_challenge_and_responses_of_zero_prove_nothing(case: str) -> None:
    """All the commitments would be the identity, which no honest proof has."""
    check, arguments = CASES[case]
    proof = arguments["proof"]
    zeros = {
        field.name: _zeros(getattr(proof, field.name))
        for field in msgspec.structs.fields(proof)
        if field.name in RESPONSES and not (case == "shuffle" and field.name == "c")
    }
    with pytest.raises(BadProof):
        check(**{**arguments, "proof": msgspec.structs.replace(proof, **zeros)})


def _zeros(value: Any) -> Any:
    return bytes(32) if isinstance(value, bytes) else tuple(map(_zeros, value))
