"""Programs at a table, as a tester has them: started, read line by line, and ended with the test."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO

CHECKOUT = Path(__file__).parent.parent.parent
SECONDS = 150.0
"""How long anything may take before the test gives up on it."""


class Program:
    """`chabudai` with these arguments: what it prints is in `said` (stdout) and `talked` (stderr)."""

    def __init__(
        self, name: str, arguments: Sequence[str], *, before: Sequence[str], environment: Mapping[str, str]
    ) -> None:
        self.name = name
        self.said: list[str] = []
        self.talked: list[str] = []
        self._changed = threading.Condition()
        self._process = subprocess.Popen(
            [*before, sys.executable, "-m", "cli", "--lang", "en", *arguments],
            cwd=CHECKOUT,
            env={**_nothing_configured(), "PYTHONIOENCODING": "utf-8", **environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        self._readers = [
            threading.Thread(target=self._read, args=(self._process.stdout, self.said, self.hear)),
            threading.Thread(target=self._read, args=(self._process.stderr, self.talked, lambda line: None)),
        ]
        for reader in self._readers:
            reader.start()

    def hear(self, line: str) -> None:
        """A line came on stdout; called in a thread of its own."""

    def type(self, line: str) -> None:
        """Type a line."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            return  # what it has to say about its end is in `said` and `talked`

    def wait_for(self, is_there: Callable[[], bool]) -> None:
        """Wait until something is said."""
        deadline = time.monotonic() + SECONDS
        with self._changed:
            while not is_there():
                left = deadline - time.monotonic()
                assert left > 0 and self._process.poll() is None, self.story()
                self._changed.wait(min(left, 1.0))

    def line(self, fits: Callable[[str], bool]) -> str:
        """The first line on stdout or stderr that fits; waits for it."""
        found: list[str] = []

        def is_there() -> bool:
            found[:] = [line for line in (*self.said, *self.talked) if fits(line)]
            return bool(found)

        self.wait_for(is_there)
        return found[0]

    @property
    def running(self) -> bool:
        """Whether it has not ended."""
        return self._process.poll() is None

    def end(self) -> int:
        """Wait until it ends by itself; its exit code."""
        try:
            code = self._process.wait(SECONDS)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"it does not end: {self.story()}") from None
        for reader in self._readers:
            reader.join(SECONDS)
        return code

    def close(self) -> None:
        """End it, if it still runs."""
        self._process.kill()
        self.end()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            assert pipe is not None
            try:
                pipe.close()
            except BrokenPipeError:
                continue  # there was still a line on its way to it

    def story(self) -> str:
        """What it said at last, for the one who reads a failed test."""
        return "\n".join((f"{self.name}:", *self.said[-25:], "stderr:", *self.talked[-25:]))

    def transcript(self) -> Path:
        """The transcript that it says it has kept."""
        raise NotImplementedError

    def _read(self, pipe: IO[str], lines: list[str], hear: Callable[[str], None]) -> None:
        for line in pipe:
            with self._changed:
                lines.append(line.rstrip("\n"))
                self._changed.notify_all()
            hear(lines[-1])


def _nothing_configured() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith("CHABUDAI_")}
