"""What players say beside the game: whatever a person types, the others take it for a line."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from peer.chat import Chatted, Listening, to_say

TABLE = bytes(32)
THAI = "\u0e01\u0e34\u0e48"
"""One letter with two marks, which together take one column."""


@given(st.text(max_size=300))
@example(THAI * 120)
@example("\ufb2c" * 256)
@example("a" * 199 + " b")
def test_nothing_said_is_malformed(text: str) -> None:
    """Every line that may be said is one that others accept: nobody loses a link by what they type."""
    line, frame = to_say(TABLE, text)
    assert bool(line) == bool(frame)
    if frame:
        Listening().hear(0, frame, 0.0)


@pytest.mark.parametrize("text", ["good luck", " wide  \u5361 ", THAI * 120, ("\u0e01\u0e34" + "a ") * 100])
def test_the_same_line(text: str) -> None:
    """Others read the line that the one who says it is shown, though it be cut."""
    line, frame = to_say(TABLE, text)
    assert Listening().hear(0, frame, 0.0) == Chatted(0, line)


def test_too_much() -> None:
    """Who says very much is not heard for a while, and then again; others are heard all the time."""
    listening, frame = Listening(), to_say(TABLE, "again")[1]
    heard = [listening.hear(0, frame, 0.0) is not None for _ in range(12)]
    assert heard == [True] * 8 + [False] * 4
    assert listening.hear(1, frame, 0.0) and listening.hear(0, frame, 2.0)
