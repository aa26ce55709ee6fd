"""The dice on a real terminal: there for a time, and then neither on the screen nor above it."""

import io
import re
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cli import glimpse, own_machine
from cli.children import command

if sys.platform == "win32":
    pytest.skip("pseudo-terminals of Unix", allow_module_level=True)

from tests.cli.terminal import OnTerminal

DIE = re.compile(r"\[[1-6]\](?!\+)|<[1-6]>")
"""A die as it is drawn. A shell writes [1]+ before a program that was stopped."""

SMALL = """
import asyncio, signal, sys
from cli import __main__, glimpse

def draw(columns, rows, *, covered):
    return ["| |" if covered else "|[3] <4>|", f"{columns} {rows}"]

async def main():
    seen = glimpse.Glimpse("Title", draw, float(sys.argv[1]), str, "", "")
    await glimpse.screen_here().show(seen)

glimpse.COUNTDOWN = int(sys.argv[2])
__main__._end_on_signals()
print("before", flush=True)
try:
    asyncio.run(main())
finally:
    print("after", flush=True)
"""


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Any]:
    """Start a command on a terminal; it is ended with the test."""
    started: list[OnTerminal] = []

    def start(*arguments: str, **environment: str) -> OnTerminal:
        started.append(OnTerminal(arguments, tmp_path / "home", environment))
        return started[-1]

    yield start
    for each in started:
        each.close()


def nothing_left(at: OnTerminal) -> None:
    """No die was ever on the main screen or above it, and the other screen was blank whenever it was left."""
    assert not at.picture.on_other
    assert at.picture.left_behind == []
    assert not DIE.search("\n".join(at.picture.main))
    assert at.modes() == at.modes_before


def test_lines_are_there_for_a_time(terminal: Any) -> None:
    """The cover comes first, then the lines on the other screen, then a screen as it was before."""
    at = terminal(sys.executable, "-c", SMALL, "0.2", "1")
    covered = at.until(r"\| \|.*80 22.*1\x1b\[K")
    assert not DIE.search(covered)
    at.until(r"<4>")
    assert at.picture.other[:3] == ["Title", "|[3] <4>|", "80 22"]
    at.rest()
    assert at.process.returncode == 0
    nothing_left(at)
    assert at.picture.main == ["before", "after", ""]


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (signal.SIGINT, {-signal.SIGINT, 1}),
        (signal.SIGTERM, {143}),
        (signal.SIGHUP, {143}),
        (signal.SIGQUIT, {-signal.SIGQUIT}),
    ],
)
def test_every_way_out_wipes(terminal: Any, number: signal.Signals, code: set[int]) -> None:
    """A program that is ended wipes the lines first, and leaves the terminal as it was."""
    no_core = "import resource; resource.setrlimit(resource.RLIMIT_CORE, (0, 0))"
    # Whoever started the tests may ignore a hang-up, which programs inherit.
    usual = "import signal; signal.signal(signal.SIGHUP, signal.SIG_DFL)"
    at = terminal(sys.executable, "-c", f"{no_core}\n{usual}\n{SMALL}", "60", "0")
    at.until("<4>")
    at.process.send_signal(number)
    at.rest()
    assert at.process.returncode in code
    nothing_left(at)


IN_SHELL = 'echo go; "$@"; [ $? -gt 128 ] && echo stopped && read line && fg >/dev/null; echo ended $?'
"""A shell with job control, which goes on with what was stopped when Enter is pressed."""


def test_stopping_wipes_for_good(terminal: Any) -> None:
    """Ctrl-Z wipes the lines before the program stands still; they do not come back with it."""
    at = terminal("bash", "-mc", IN_SHELL, "sh", sys.executable, "-c", SMALL, "60", "0")
    at.until("<4>")
    at.type("\x1a")
    at.until("stopped")
    nothing_left(at)
    at.type("\n")
    assert "1049h" not in at.until("ended 0")
    nothing_left(at)


def test_stopping_before_puts_it_off(terminal: Any) -> None:
    """Ctrl-Z in the countdown takes nothing from anybody: it begins again when the program goes on."""
    at = terminal("bash", "-mc", IN_SHELL, "sh", sys.executable, "-c", SMALL, "0.1", "1")
    at.until(r"\| \|")
    at.type("\x1a")
    assert not DIE.search(at.until("stopped"))
    nothing_left(at)
    at.type("\n")
    at.until("<4>")
    at.until("ended 0")
    nothing_left(at)


def test_a_stage_on_a_terminal(terminal: Any) -> None:
    """A player sees the dice and is asked only when the lid is on; what they typed meanwhile counts.

    After Ctrl-C in the next stage the dice are gone as well.
    """
    options = ("--option", "referee=1", "--option", "marked_die=true", "--option", "seconds=0.5")
    at = terminal(
        *command(),
        "practice",
        "dice-watching",
        "--plain",
        "--seats",
        "3",
        *options,
        **own_machine.environment(),
    )
    before = at.until(r"1049h")
    assert "The dice are in the box." in before
    at.until(r"opens in 1")
    at.until(r"<[1-6]>")
    dice = [die for line in at.picture.other for die in DIE.findall(line)]
    assert len(dice) == 30
    at.type("4\n")
    shown = at.until("1049l")
    assert "Which face" not in shown
    told = at.until("Stage 2 of 5")
    assert told.index("The lid is closed.") < told.index("Which face") < told.index("You have chosen 4.")
    nothing_left(at)
    at.until(r"<[1-6]>")
    at.type("\x03")
    at.rest()
    assert at.process.returncode == 130
    nothing_left(at)
    assert "chabudai resume" in "\n".join(at.picture.main)


@pytest.mark.parametrize("environment", [{"TERM": "dumb"}, {"TERM": ""}])
def test_no_dice_on_a_terminal_that_cannot_wipe(terminal: Any, environment: dict[str, str]) -> None:
    """Where a terminal can only print, there is no screen to show anything on."""
    asks = "from cli.glimpse import screen_here; print(screen_here())"
    at = terminal(sys.executable, "-c", asks, **environment)
    at.rest()
    assert at.picture.main == ["None", ""]


def test_no_dice_in_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the output is no terminal, there is no screen either."""
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    assert glimpse.screen_here() is None
