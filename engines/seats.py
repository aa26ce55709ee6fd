"""What is kept by seat: rows with one entry each."""

from typing import Any


def put(row: tuple[Any, ...], at: int, value: Any) -> tuple[Any, ...]:
    """A row with one place changed."""
    return (*row[:at], value, *row[at + 1 :])
