"""A program on a pseudo-terminal, and what can be read on that terminal afterwards."""

import codecs
import os
import re
import select
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from cli.children import environment_of_child

WAIT = 60.0

_PIECE = re.compile(r"\x1b\[([?]?)([\d;]*)([A-Za-z])|\x1b.|([^\x1b]+)", re.DOTALL)


class Picture:
    """What stands on a terminal: the lines of its main screen with all that was scrolled off it, and those of
    its other screen, which has no scrollback.
    """

    def __init__(self) -> None:
        self.main: list[str] = [""]
        self.other: list[str] = []
        self.on_other = False
        self.left_behind: list[str] = []
        """What was not blank on the other screen whenever it was left."""

    def take(self, piece: str) -> None:
        """Follow what the program writes."""
        for private, numbers, kind, text in _PIECE.findall(piece):
            if text:
                self._text(text)
            elif private and numbers == "1049":
                self._switch(kind == "h")
            elif kind == "H" and self.on_other:
                row, _semicolon, column = numbers.partition(";")
                self._row, self._column = int(row or 1), int(column or 1)
            elif kind == "K" and self.on_other:
                self.other[self._row - 1] = self.other[self._row - 1][: self._column - 1]
            else:
                assert (private, kind) in {("?", "h"), ("?", "l"), ("", "H")}, (private, numbers, kind)

    def _switch(self, on: bool) -> None:
        if self.on_other and not on:
            self.left_behind += [line for line in self.other if line.strip()]
        self.on_other, self.other = on, [""] * 100
        self._row = self._column = 1

    def _text(self, text: str) -> None:
        if not self.on_other:
            self.main = "\n".join([*self.main[:-1], self.main[-1] + text]).replace("\r", "").split("\n")
            return
        assert "\n" not in text, "a line feed can push something off the screen"
        line = self.other[self._row - 1].ljust(self._column - 1)
        end = self._column - 1 + len(text)
        self.other[self._row - 1] = line[: self._column - 1] + text + line[end:]
        self._column += len(text)


class OnTerminal:
    """A process whose input, output and errors are a terminal of 24 lines of 80."""

    def __init__(self, command: Sequence[str], home: Path, environment: Mapping[str, str]) -> None:
        import fcntl
        import pty
        import struct
        import termios

        self._keyboard, ours = pty.openpty()
        fcntl.ioctl(ours, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self._ours = ours
        self.modes_before = self.modes()
        self.process = subprocess.Popen(
            command,
            env={
                **environment_of_child(),
                **environment,
                "CHABUDAI_HOME": str(home),
                "TERM": environment.get("TERM", "xterm"),
            },
            stdin=ours,
            stdout=ours,
            stderr=ours,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        self.picture = Picture()
        self.written = ""
        self._decode = codecs.getincrementaldecoder("utf-8")().decode

    def type(self, text: str) -> None:
        """Type on the keyboard of the terminal."""
        os.write(self._keyboard, text.encode())

    def until(self, pattern: str) -> str:
        """Read on until what was written since the last call matches; all that, up to the match."""
        deadline = time.monotonic() + WAIT
        while not (found := re.search(pattern, self.written)):
            assert time.monotonic() < deadline, self.written
            assert self._read(), self.written
        told, self.written = self.written[: found.end()], self.written[found.end() :]
        return told

    def rest(self) -> None:
        """Read to the end of the program."""
        deadline = time.monotonic() + WAIT
        while self.process.poll() is None or select.select([self._keyboard], [], [], 0)[0]:
            assert time.monotonic() < deadline, self.written
            self._read()

    def modes(self) -> list[object]:
        """How the terminal behaves now (termios)."""
        import termios

        return termios.tcgetattr(self._ours)

    def close(self) -> None:
        """End what still runs, and the terminal."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(WAIT)
        os.close(self._keyboard)
        os.close(self._ours)

    def _read(self) -> bool:
        if not select.select([self._keyboard], [], [], 0.2)[0]:
            return self.process.poll() is None
        piece = self._decode(os.read(self._keyboard, 65536))
        self.picture.take(piece)
        self.written += piece
        return True
