"""Lines that a person types, or that a pipe brings, one at a time, without holding up the game."""

import asyncio
import codecs
import os
import sys
import threading

_CHUNK = 4096
_LONGEST = 4096


class Lines:
    """The lines of a file descriptor.

    They are read in a thread of its own, because not every system can wait for a console, and with `os.read`,
    because a thread that waits in a buffered reader still holds its lock when the program ends.
    """

    def __init__(self, descriptor: int = 0) -> None:
        self._descriptor = descriptor
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        threading.Thread(target=self._read, name="lines", daemon=True).start()

    async def next(self) -> str | None:
        """The next line without its end; None when there are no more."""
        line = await self._queue.get()
        if line is None:
            self._queue.put_nowait(None)
        return line

    def _read(self) -> None:
        decode = codecs.getincrementaldecoder(self._encoding())(errors="replace").decode
        rest = ""
        while data := self._chunk():
            *whole, rest = (rest + decode(data)).replace("\r\n", "\n").split("\n")
            for line in whole:
                self._put(line)
            rest = rest[-_LONGEST:]
        if rest:
            self._put(rest)
        self._put(None)

    def _encoding(self) -> str:
        # A Windows console hands out its code page to whoever reads it as a file, whatever sys.stdin does
        # with it.
        console = os.device_encoding(self._descriptor) if sys.platform == "win32" else None
        return console or getattr(sys.stdin, "encoding", None) or "utf-8"

    def _chunk(self) -> bytes:
        try:
            return os.read(self._descriptor, _CHUNK)
        except OSError:
            return b""

    def _put(self, line: str | None) -> None:
        try:
            self._loop.call_soon_threadsafe(self._queue.put_nowait, line)
        except RuntimeError:
            # The program has ended in the meantime.
            return
