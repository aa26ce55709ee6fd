"""Finding the others of a table again: by discovery, and at the addresses where they were before."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from pathlib import Path

import msgspec

_PATIENCE = 1.5
_EVERY = 4.0
_KEPT_PEERS = 64
_KEPT_ADDRESSES = 6


class AddressBook:
    """Where peers could be reached, by key, the latest address first. Kept in one file, so that it outlives
    the program.
    """

    def __init__(self, path: Path, write: Callable[[Path, bytes], None]) -> None:
        self._path = path
        self._write = write
        self._known: dict[str, list[str]] = {}
        try:
            self._known = msgspec.json.decode(path.read_bytes(), type=dict[str, list[str]])
        except (OSError, ValueError, msgspec.MsgspecError):
            self._known = {}

    def of(self, key: bytes) -> list[str]:
        """The addresses of a peer."""
        return list(self._known.get(key.hex(), []))

    def note(self, key: bytes, addresses: Iterable[str]) -> None:
        """A peer is, or says that it is, at these addresses."""
        before = self._known.pop(key.hex(), [])
        after = list(dict.fromkeys([*addresses, *before]))[:_KEPT_ADDRESSES]
        self._known[key.hex()] = after
        for key_of_oldest in list(self._known)[:-_KEPT_PEERS]:
            del self._known[key_of_oldest]
        if after != before:
            self._write(self._path, msgspec.json.encode(self._known))


class Reaching:
    """Dials players to whom there is no link. `reach` tries one address and raises if nobody is there."""

    def __init__(self, book: AddressBook, reach: Callable[[str], Awaitable[object]]) -> None:
        self._book = book
        self._reach = reach
        self._turns: dict[bytes, int] = {}
        self._next: dict[bytes, float] = {}
        self._running: dict[bytes, asyncio.Task[None]] = {}

    def look_for(self, missing: Sequence[tuple[bytes, float]]) -> None:
        """Try one address of each of these (key, seconds without a link), not too often."""
        now = time.monotonic()
        for key, seconds in missing:
            addresses = self._book.of(key)
            if not addresses or seconds < _PATIENCE or key in self._running or now < self._next.get(key, 0.0):
                continue
            turn = self._turns[key] = self._turns.get(key, -1) + 1
            self._next[key] = now + _EVERY
            task = asyncio.get_running_loop().create_task(self._try(addresses[turn % len(addresses)]))
            self._running[key] = task
            task.add_done_callback(lambda done, key=key: self._running.pop(key, None))  # type: ignore[misc]

    async def close(self) -> None:
        """Stop trying."""
        tasks = list(self._running.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _try(self, address: str) -> None:
        await asyncio.gather(self._reach(address), return_exceptions=True)
