"""Names that peers give themselves, made safe to print."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peer.names import MAX_CELLS, cells_of, clean_name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Alice", "Alice"),
        ("花子", "花子"),
        ("  Bob \t\n Builder ", "Bob Builder"),
        ("A\x1b[31mlice", "A[31mlice"),
        ("Al\u202eice", "Alice"),
        ("Al\u200d\u200bice", "Alice"),
        ("\u3164\u115f", ""),
        ("\u0301\u0301", ""),
        ("e\u0301", "é"),
        ("a" + "\u0332" * 9, "a\u0332\u0332"),
        ("\u0230\u0369\ufe0f\u031b", "\u01a0\u0307\u0304"),
        ("♥\ufe0f", "♥"),
        ("x" * 40, "x" * 12),
        ("漢" * 40, "漢" * 6),
        ("", ""),
    ],
)
def test_examples(text: str, name: str) -> None:
    """What is left of a name."""
    assert clean_name(text) == name


MARKED = st.text("\u0103\u01a1\u0230 \u200d\ufe0f\u0301\u0327\u031b\u0328\u0369", max_size=40)
"""Letters with many marks, and what is dropped among them, after which they combine in other ways."""


@settings(max_examples=300)
@given(st.text(max_size=300) | MARKED)
def test_safe(text: str) -> None:
    """Whatever somebody calls themselves fits its columns, is one line and steers no terminal."""
    name = clean_name(text)
    assert sum(map(cells_of, name)) <= MAX_CELLS
    assert name == name.strip()
    assert all(unicodedata.category(char)[0] in "LMNPS" or char == " " for char in name)
    assert clean_name(name) == name
