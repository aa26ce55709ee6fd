"""The journal: what this machine must not forget of the games that it is part of.

Save, then send: one's own events and sealed answers are on the disk before they leave. Received events may
be written a moment later, since every other peer has them too; they are made durable together with the next
own event, or by `flush`.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from peer.lacking import Placed
from protocol.events import Event

_SCHEMA = """
CREATE TABLE IF NOT EXISTS game (
    table_id BLOB PRIMARY KEY, genesis BLOB NOT NULL, seat INTEGER NOT NULL, secret BLOB NOT NULL,
    opened INTEGER NOT NULL, closed TEXT
) STRICT;
CREATE TABLE IF NOT EXISTS event (
    table_id BLOB NOT NULL, step INTEGER NOT NULL, seat INTEGER NOT NULL, body BLOB NOT NULL, signature BLOB
    NOT NULL, PRIMARY KEY (table_id, step, seat) ) STRICT; CREATE TABLE IF NOT EXISTS sealed ( table_id BLOB
    NOT NULL, slot INTEGER NOT NULL, value INTEGER NOT NULL, PRIMARY KEY (table_id, slot) ) STRICT; CREATE
    TABLE IF NOT EXISTS evidence ( table_id BLOB NOT NULL, place INTEGER NOT NULL, body BLOB NOT NULL,
    signature BLOB NOT NULL, PRIMARY KEY (table_id, place) ) STRICT;
"""


class FolderInUse(Exception):
    """Another program of this kind is running with this data folder. One player is one peer at a time."""


class JournalUnreadable(Exception):
    """The file of saved games is damaged, or is none. Nothing in it was changed."""


class SavedGame(NamedTuple):
    """A game in the journal. `closed` is None while it can go on, else how it ended. `opened`: when it began,
    in nanoseconds since 1970.
    """

    table: bytes
    genesis: bytes
    seat: int
    secret: bytes
    closed: str | None
    opened: int

    def __repr__(self) -> str:
        return f"SavedGame({self.table.hex()[:8]}, seat={self.seat}, closed={self.closed})"


class Journal:
    """One SQLite file, for one process at a time. `path` None keeps it in memory.

    Two processes with one journal could say two things in the name of one seat, and an honest player would be
    blamed for it; so the second one gets FolderInUse. JournalUnreadable if the file is something else.
    """

    def __init__(self, path: Path | None) -> None:
        self._lock = _locked(path.with_name("running.lock")) if path is not None else None
        try:
            self._db = _opened(path)
        except sqlite3.DatabaseError as error:
            if self._lock is not None:
                self._lock.close()
            raise JournalUnreadable(f"{path}: {error}") from None

    def close(self) -> None:
        """Write what is still to be written, and let go of the file."""
        self.flush()
        self._db.close()
        if self._lock is not None:
            self._lock.close()

    def flush(self) -> None:
        """Make everything durable."""
        if self._db.in_transaction:
            self._db.execute("COMMIT")

    def open_game(self, table: bytes, genesis: bytes, seat: int, secret: bytes, now: int) -> None:
        """Keep a game that begins, with the secret that all of one's secrets in it come from."""
        self._write("INSERT INTO game VALUES (?, ?, ?, ?, ?, NULL)", [(table, genesis, seat, secret, now)])
        self.flush()

    def close_game(self, table: bytes, how: str) -> None:
        """Note that a game cannot or need not go on."""
        self._write("UPDATE game SET closed = ? WHERE table_id = ?", [(how, table)])
        self.flush()

    def games(self) -> list[SavedGame]:
        """All games, the latest first."""
        rows = self._db.execute(
            "SELECT table_id, genesis, seat, secret, closed, opened FROM game"
            " ORDER BY opened DESC, rowid DESC"
        )
        return [SavedGame(*row) for row in rows]

    def keep_own(self, table: bytes, step: int, seat: int, event: Event, sealed: Mapping[int, int]) -> None:
        """Keep an event of one's own, with the answers that it seals, before it leaves."""
        self.keep(table, step, seat, event)
        self._write(
            "INSERT OR REPLACE INTO sealed VALUES (?, ?, ?)",
            [(table, slot, value) for slot, value in sealed.items()],
        )
        self.flush()

    def keep(self, table: bytes, step: int, seat: int, event: Event) -> None:
        """Keep a checked event of somebody else."""
        self._write(
            "INSERT INTO event VALUES (?, ?, ?, ?, ?)", [(table, step, seat, event.body, event.signature)]
        )

    def keep_evidence(self, table: bytes, events: Iterable[Event]) -> None:
        """Keep the signed events that show who broke the game."""
        self._write("DELETE FROM evidence WHERE table_id = ?", [(table,)])
        self._write(
            "INSERT INTO evidence VALUES (?, ?, ?, ?)",
            [(table, place, event.body, event.signature) for place, event in enumerate(events)],
        )
        self.flush()

    def ended(self, table: bytes) -> bytes | None:
        """The genesis of a game that is over or was broken; None of any other."""
        found = self._db.execute(
            "SELECT genesis FROM game WHERE table_id = ? AND closed IN ('over', 'broken')", (table,)
        ).fetchone()
        return bytes(found[0]) if found else None

    def events(self, table: bytes) -> list[Event]:
        """The events of a game in the order of steps and seats."""
        return [event for _, _, event in self.placed(table)]

    def placed(self, table: bytes) -> Iterator[Placed]:
        """The events of a game in the same order, with their places, read as they are taken."""
        rows = self._db.execute(
            "SELECT step, seat, body, signature FROM event WHERE table_id = ? ORDER BY step, seat", (table,)
        )
        return ((step, seat, Event(body, signature)) for step, seat, body, signature in rows)

    def sealed(self, table: bytes) -> dict[int, int]:
        """One's own sealed answers of a game, by slot."""
        return dict(self._db.execute("SELECT slot, value FROM sealed WHERE table_id = ?", (table,)))

    def evidence(self, table: bytes) -> tuple[Event, ...]:
        """The events that ended a game, if one was broken."""
        rows = self._db.execute(
            "SELECT body, signature FROM evidence WHERE table_id = ? ORDER BY place", (table,)
        )
        return tuple(Event(*row) for row in rows)

    def _write(self, statement: str, rows: list[tuple[object, ...]]) -> None:
        if not self._db.in_transaction:
            self._db.execute("BEGIN")
        self._db.executemany(statement, rows)


def _opened(path: Path | None) -> sqlite3.Connection:
    if path is not None:
        path.touch(mode=0o600)
    db = sqlite3.connect(":memory:" if path is None else path, isolation_level=None)
    try:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.executescript(_SCHEMA)
    except sqlite3.DatabaseError:
        db.close()
        raise
    return db


def _locked(path: Path) -> sqlite3.Connection:
    """Hold a lock that ends with this process, on every system alike: an open exclusive transaction."""
    path.touch(mode=0o600)
    lock = sqlite3.connect(path, isolation_level=None, timeout=0)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.DatabaseError as error:
        lock.close()
        if error.sqlite_errorname == "SQLITE_BUSY":
            raise FolderInUse(str(path.parent)) from None
        raise JournalUnreadable(f"{path}: {error}") from None
    return lock
