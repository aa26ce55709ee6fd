"""Running the program as people run it: a process, its input, its output, its exit code."""

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

from cli.children import command, environment_of_child

WAIT = 120


def run(
    *arguments: str, cwd: Path | None = None, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run one command line to its end."""
    return subprocess.run(
        [*command(), *arguments],
        cwd=cwd,
        env={**environment_of_child(), **(env or {})},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=WAIT,
        check=False,
    )


def start(home: Path, *arguments: str, **environment: str) -> subprocess.Popen[str]:
    """Start a command line with a data folder of its own, and pipes to talk with it."""
    return subprocess.Popen(
        [*command(), *arguments],
        env={**environment_of_child(), **environment, "CHABUDAI_HOME": str(home)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
    )


def alive(pid: int) -> bool:
    """Whether a process is still running (a zombie is not)."""
    try:
        os.kill(pid, 0)
        status = Path(f"/proc/{pid}/stat").read_text() if Path("/proc").is_dir() else ""
    except (ProcessLookupError, FileNotFoundError):
        return False
    return status.rpartition(")")[2].split()[:1] != ["Z"]
