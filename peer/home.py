"""The data folder: every file that this program keeps, and nothing outside it.

`CHABUDAI_HOME` moves all of it. Nobody but the owner of the account may read what is in here. No name in it
comes from a peer.
"""

import os
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Self

from platformdirs import user_data_path


@dataclass(frozen=True, slots=True)
class Home:
    """The folder `root`, which exists."""

    root: Path

    SETTINGS: ClassVar[str] = "settings.json"
    """The file of what the person has settled."""

    @classmethod
    def find(cls) -> Self:
        """The data folder of this account, made if it is not there. OSError if it cannot be."""
        return cls.at(cls.place())

    @staticmethod
    def place() -> Path:
        """Where the data folder of this account is, or would be."""
        moved = os.environ.get("CHABUDAI_HOME")
        return Path(moved).expanduser() if moved else user_data_path("chabudai", appauthor=False)

    @classmethod
    def at(cls, root: Path) -> Self:
        """A data folder at this place, made if it is not there."""
        home = cls(root.absolute())
        home._folder(home.root)
        return home

    @property
    def identity(self) -> Path:
        """The secret key of this peer."""
        return self.root / "identity.key"

    @property
    def epoch(self) -> Path:
        """The number of the last run, so that a clock set back does not make a peer seem old."""
        return self.root / "epoch"

    @property
    def journal(self) -> Path:
        """The games that this peer is part of."""
        return self.root / "journal.sqlite3"

    @property
    def addresses(self) -> Path:
        """Where peers were reached before."""
        return self.root / "addresses.json"

    @property
    def log(self) -> Path:
        """What the program notes; never a closed card."""
        return self.root / "chabudai.log"

    @property
    def games(self) -> Path:
        """Transcripts of ended games."""
        return self._folder(self.root / "games")

    @property
    def bots(self) -> Path:
        """Data folders of the bots that this peer started."""
        return self._folder(self.root / "bots")

    @property
    def demos(self) -> Path:
        """Data folders and transcripts of demonstration games."""
        return self._folder(self.root / "demos")

    def write(self, path: Path, data: bytes) -> None:
        """Write a file whole or not at all, readable for the owner only."""
        fresh = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with open(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(path)
        except BaseException:
            fresh.unlink(missing_ok=True)
            raise

    @staticmethod
    def _folder(path: Path) -> Path:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        return path
