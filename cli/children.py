"""Bot seats as processes of their own, started by a command and ended with it on every way out."""

import os
import queue
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType

_GRACE = 5.0

_PACKAGES = Path(__file__).parent.parent


class Children(AbstractContextManager["Children"]):
    """Processes that run `chabudai` and end when this one does: a child ends when its input does.

    `lines` gives (number of the child, line that it printed), and (number, None) when it has ended.
    """

    def __init__(self) -> None:
        self.lines: queue.Queue[tuple[int, str | None]] = queue.Queue()
        self._processes: list[subprocess.Popen[str]] = []

    def start(self, home: Path, arguments: Sequence[str], environment: Mapping[str, str]) -> int:
        """Start a child with a data folder of its own; its number. Its stderr goes into a file there."""
        home.mkdir(parents=True, exist_ok=True)
        with (home / "stderr.txt").open("ab") as errors:
            process = subprocess.Popen(  # noqa: S603  (this very program, with arguments of our own)
                [*command(), *arguments],
                env={**environment_of_child(), **environment, "CHABUDAI_HOME": str(home)},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                encoding="utf-8",
                # Ctrl-C is for the parent alone, which then ends its children in order.
                start_new_session=True,
            )
        number = len(self._processes)
        self._processes.append(process)
        threading.Thread(target=self._read, args=(number, process), daemon=True).start()
        return number

    def pid(self, number: int) -> int:
        """The process id of a child."""
        return self._processes[number].pid

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for process in self._processes:
            assert process.stdin is not None
            process.stdin.close()
        for process in self._processes:
            _end(process)

    def _read(self, number: int, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        with process.stdout:
            for line in process.stdout:
                self.lines.put((number, line))
        self.lines.put((number, None))


def command() -> list[str]:
    """How this very program is started again, whatever folder the person is in."""
    return [sys.executable, "-P", "-m", "cli"]


def environment_of_child() -> dict[str, str]:
    """The environment with this program's packages on the path of Python, and UTF-8 on all pipes."""
    path = os.pathsep.join([str(_PACKAGES), *filter(None, [os.environ.get("PYTHONPATH")])])
    return {**os.environ, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"}


def _end(process: subprocess.Popen[str]) -> None:
    """Wait for a child whose input has ended; if it does not end by itself, make it."""
    for insist in (process.terminate, process.kill):
        try:
            process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            insist()
        else:
            return
    process.wait()
