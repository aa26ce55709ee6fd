"""Names that people give themselves, and what they say, made safe to print.

A name is decoration: seats belong to keys.
"""

import unicodedata

MAX_CELLS = 12
"""Columns of the longest name; most kanji take two."""

_READ = 256
"""Characters of a text that are looked at."""

_KEPT = ("L", "M", "N", "P", "S")
_HANGUL_FILLERS = "\u115f\u1160\u3164\uffa0"


def clean_name(text: str) -> str:
    """A name of at most 12 columns without anything that could disturb a line; empty if nothing is left."""
    return clean_line(text, MAX_CELLS)


def clean_line(text: str, most: int) -> str:
    """A line of at most so many columns without anything that could disturb it; empty if nothing is left.

    NFC; control, format (also bidirectional marks and joiners) and private characters, variation selectors
    and blank-looking letters are dropped; runs of white space become one space; at most two marks on one
    letter. What is clean already stays as it is.
    """
    line = _sift(text[:_READ], most)
    # What was dropped may have kept marks from combining, into more of them or more columns.
    while (again := _sift(line, most)) != line:
        line = again
    return line


def _sift(text: str, most: int) -> str:
    kept: list[str] = []
    cells = marks = 0
    for char in unicodedata.normalize("NFC", text):
        if char.isspace():
            char = " "
        if char == " " and (not kept or kept[-1] == " "):
            continue
        category = unicodedata.category(char)
        if char != " " and (not category.startswith(_KEPT) or char in _HANGUL_FILLERS or _selects(char)):
            continue
        marks = marks + 1 if category.startswith("M") else 0
        if marks > 2 or (marks and not kept):
            continue
        cells += cells_of(char)
        if cells > most:
            break
        kept.append(char)
    return unicodedata.normalize("NFC", "".join(kept)).strip()


def cells_of(char: str) -> int:
    """The columns of one character where ambiguous ones are wide, so that nothing is ever longer than
    counted.
    """
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F", "A") else 1


def _selects(char: str) -> bool:
    return "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"
