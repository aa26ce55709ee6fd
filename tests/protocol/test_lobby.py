"""The shapes of lobby messages, and how frames find their way."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.errors import Malformed
from protocol.lobby import (
    Leave,
    decode_lobby,
    encode_lobby,
    route,
)
from protocol.messages import Have, encode_message


def test_frames_are_told_apart_by_tag_and_table() -> None:
    """Lobby and table messages share the links; the first two elements say where a frame belongs."""
    assert route(encode_lobby(Leave(b"t" * 32))) == ("leave", b"t" * 32)
    assert route(encode_message(Have(b"t" * 32, 0, bytes(32), (), ()))) == ("have", b"t" * 32)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x00",
        b"\x92",
        b"\x92\xa5leave",
        b"\x92\x01\xc4\x01a",
        b"\xdd\xff\xff\xff\xff",
        b"\x81\x90\x01",
        b"\xc1" * 9,
    ],
)
def test_frames_that_belong_nowhere_are_malformed(data: bytes) -> None:
    """Neither routing nor reading breaks on what is no message."""
    with pytest.raises(Malformed):
        route(data)
    with pytest.raises(Malformed):
        decode_lobby(data)


@given(st.binary(max_size=200))
def test_random_bytes_never_break_the_routing(data: bytes) -> None:
    """Whatever arrives is read or refused as malformed."""
    for read in (route, decode_lobby):
        try:
            read(data)
        except Malformed:
            continue
