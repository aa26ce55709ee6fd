"""Files: the ones that a person names, and the folder that everything else is kept in."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from cli.exits import USAGE, Stop
from cli.language import _
from cli.words import shown

if TYPE_CHECKING:
    from peer.home import Home


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


@contextmanager
def data_folder() -> "Iterator[Home]":
    """The data folder, to be used within; Stop where it cannot be made, read or written."""
    from peer.home import Home

    try:
        yield Home.find()
    except OSError as error:
        text = _("The data folder cannot be used: {why}")
        raise Stop(text.format(why=shown(error))) from None
