"""The group refuses what is not of it, and computes right."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nacl.bindings import (
    crypto_core_ed25519_add,
    crypto_core_ed25519_is_valid_point,
    crypto_scalarmult_ed25519_noclamp,
)

from protocol import group
from protocol.errors import BadLibrary, BadPoint, BadScalar
from protocol.group import (
    REFUSED_POINTS,
    G,
    Q,
    add,
    base,
    decode_point,
    decode_scalar,
    encode_scalar,
    hash_to_group,
    mul,
    multi,
    self_test,
    some,
    sub,
    total,
)

P = 2**255 - 19
scalars = st.one_of(st.integers(0, Q - 1), st.sampled_from([0, 1, 2, Q - 2, Q - 1]))


@pytest.mark.parametrize("bad", [*REFUSED_POINTS, b"", G[:31], G + b"\0"], ids=lambda bad: bad.hex()[:12])
def test_bad_points_are_refused_wherever_they_come_in(bad: bytes) -> None:
    """Identity, small and mixed order, off the curve, second encodings and wrong lengths: none gets in."""
    with pytest.raises(BadPoint):
        decode_point(bad)
    for k in (0, 1, 8, Q - 1, Q):
        with pytest.raises(BadPoint):
            mul(k, bad)
        with pytest.raises(BadPoint):
            multi([1, k], [G, bad])


@pytest.mark.parametrize("order", [2, 4, 8])
def test_a_mixed_point_of_any_kind_is_refused(order: int) -> None:
    """P plus a point of order 2, 4 or 8 is refused for other points than the generator, too."""
    torsion = {2: REFUSED_POINTS[1], 4: REFUSED_POINTS[2], 8: REFUSED_POINTS[4]}[order]
    for k in (3, 8, 2**100):
        mixed = crypto_core_ed25519_add(some(base(k)), torsion)
        with pytest.raises(BadPoint):
            decode_point(mixed)
        with pytest.raises(BadPoint):
            mul(5, mixed)


def test_nothing_but_bytes_is_a_point_or_scalar() -> None:
    """A text, a byte array or nothing at all is refused, not guessed at."""
    for thing in ("5" * 32, bytearray(G), None, 7):
        with pytest.raises(BadPoint):
            decode_point(thing)  # type: ignore[arg-type]
        with pytest.raises(BadScalar):
            decode_scalar(thing)  # type: ignore[arg-type]


@given(scalars)
def test_a_scalar_has_one_encoding(k: int) -> None:
    """Encoding and decoding are inverse, and k + Q is refused."""
    assert decode_scalar(encode_scalar(k)) == k
    with pytest.raises(BadScalar):
        decode_scalar((k + Q).to_bytes(32, "little"))
    with pytest.raises(BadScalar):
        encode_scalar(k + Q)


@given(st.binary(min_size=32, max_size=32))
def test_decoding_a_scalar_is_a_bijection(data: bytes) -> None:
    """Bytes that decode are the encoding of what they decode to."""
    try:
        k = decode_scalar(data)
    except BadScalar:
        assert int.from_bytes(data, "little") >= Q
    else:
        assert encode_scalar(k) == data


@given(st.binary(max_size=40))
def test_other_lengths_are_no_scalars(data: bytes) -> None:
    """A scalar is 32 bytes."""
    if len(data) != 32:
        with pytest.raises(BadScalar):
            decode_scalar(data)


@given(scalars, scalars, scalars)
def test_the_laws_of_the_group_hold(a: int, b: int, c: int) -> None:
    """Sums, differences and multiples of multiples of G are those of the exponents."""
    A, B = base(a), base(b)
    assert add(A, B) == base(a + b) == total([A, B])
    assert sub(A, B) == base(a - b)
    assert mul(c, A) == base(a * c)
    assert multi([c, a, b], [A, B, A]) == base(c * a + a * b + b * a)


def test_multi_wants_as_many_scalars_as_points() -> None:
    """A list that is one too short is an error, never a shorter sum."""
    with pytest.raises(ValueError, match="zip"):
        multi([1], [G, G])
    assert multi([], []) is None


def test_the_identity_is_none() -> None:
    """A computation that ends in the identity says so, and `some` refuses it."""
    assert base(0) is base(Q) is mul(0, G) is sub(G, G) is total([]) is None
    with pytest.raises(BadPoint):
        some(None)


def test_adding_garbage_is_an_error() -> None:
    """The library's refusal is passed on as BadPoint."""
    off_curve = REFUSED_POINTS[-2]
    for operation in (add, sub):
        for pair in ((G, off_curve), (off_curve, G), (G, G[:31])):
            with pytest.raises(BadPoint):
                operation(*pair)


@given(st.binary(max_size=50))
def test_hashing_gives_points_of_the_group(label: bytes) -> None:
    """Every label gives a good point, always the same one."""
    point = hash_to_group(label)
    assert decode_point(point) == point == hash_to_group(label)
    assert hash_to_group(label + b"\0") != point


def test_the_library_here_passes() -> None:
    """The self-test passes with the library that the project asks for."""
    self_test()


def _accept_mixed_order(real: Callable[[bytes], bool]) -> Callable[[bytes], bool]:
    """The fault of CVE-2025-69277: a point of order 2 Q passes."""
    mixed = {crypto_core_ed25519_add(some(base(k)), REFUSED_POINTS[1]) for k in (1, 2, 3)}
    return lambda point: point in mixed or real(point)


def test_a_library_that_accepts_bad_points_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The self-test stops a library whose validation accepts everything, or points of mixed order only."""
    real = crypto_core_ed25519_is_valid_point
    for weak in (lambda point: True, _accept_mixed_order(real), lambda point: point == REFUSED_POINTS[0]):
        monkeypatch.setattr(group, "crypto_core_ed25519_is_valid_point", weak)
        with pytest.raises(BadLibrary):
            self_test()


@pytest.mark.parametrize("bad", REFUSED_POINTS, ids=lambda bad: bad.hex()[:12])
def test_a_library_that_multiplies_bad_points_is_refused(bad: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """The self-test stops a library that multiplies any one bad point."""
    real = crypto_scalarmult_ed25519_noclamp

    def weak(k: bytes, point: bytes) -> bytes:
        return G if point == bad else real(k, point)

    monkeypatch.setattr(group, "crypto_scalarmult_ed25519_noclamp", weak)
    with pytest.raises(BadLibrary):
        self_test()


@pytest.mark.parametrize("name", ["add", "sub", "from_uniform"])
def test_a_library_that_computes_wrong_is_refused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The self-test stops a library whose sums or hashes are not right."""
    monkeypatch.setattr(group, f"crypto_core_ed25519_{name}", lambda *args: G)
    with pytest.raises(BadLibrary):
        self_test()


def test_the_refused_points_are_what_they_are_said_to_be() -> None:
    """By plain arithmetic on the curve: which of them are on it, and which are second encodings."""
    d = -121665 * pow(121666, -1, P) % P
    for point in REFUSED_POINTS:
        y = int.from_bytes(point, "little") % 2**255
        on_curve = pow((y * y - 1) * pow(d * y * y + 1, -1, P), (P - 1) // 2, P) in (0, 1)
        canonical = y < P and not (y in (1, P - 1) and point[31] & 0x80)
        assert on_curve or point in REFUSED_POINTS[-2:]
        assert canonical or point in REFUSED_POINTS[-6:]
