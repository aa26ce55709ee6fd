"""Reading files that a person names."""

from pathlib import Path

from cli.exits import USAGE, Stop
from cli.language import _
from cli.words import shown


def read(path: Path, code: int = USAGE) -> bytes:
    """The bytes of a file, or Stop that says which file cannot be read and why."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise Stop(cannot_read(path, error), code) from None


def cannot_read(path: Path, error: OSError) -> str:
    """Why a file cannot be read."""
    why = shown(error.strerror or type(error).__name__)
    return _("{file} cannot be read: {why}").format(file=shown(path), why=why)
