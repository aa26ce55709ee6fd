"""Dice on the whole screen of a real terminal: when the lid is on, nothing of them can be read any more."""

import re
import signal

import pytest

from tests.terminals.conftest import Opens
from tests.terminals.tmux import Pane

STAGE = [
    "practice", "dice-watching", "--seats", "3", "--option", "referee=1", "--option", "dice=30",
    "--option", "marked_die=true",
]  # fmt: skip

_DIE = re.compile(r"\[[1-6]\](?!\+)|<[1-6]>")
"""A shell writes [1]+ before a program that was stopped."""

_CHOICES = re.compile(r"(?:[> ]{2}\[[1-6]\]){6}")
"""The faces that one chooses from, in a row."""


def dice(text: str) -> list[str]:
    """The dice that can be read there."""
    return _DIE.findall(_CHOICES.sub("", text))


def open_box(opens: Opens, seconds: str, *, in_shell: bool = False) -> Pane:
    """A stage whose box is open just now, on a terminal that a shell began on."""
    pane = opens(*STAGE, "--option", f"seconds={seconds}", in_shell=in_shell)
    shown = pane.until(lambda shown: len(dice(shown)) >= 30)
    assert len(dice(shown)) == 30 and shown.count("<") == 1
    return pane


def nothing_left(pane: Pane) -> None:
    """Neither on the screen, nor on the other one, nor above them."""
    assert dice(pane.everything()) == []


def test_after_the_lid(opens: Opens) -> None:
    """The dice are there, then they are not; nor after the screen was drawn anew and had other sizes."""
    pane = open_box(opens, "0.5")
    pane.until("The lid is closed.")
    nothing_left(pane)
    pane.resize(60, 15)
    pane.resize(100, 40)
    pane.until(lambda shown: "The lid is closed." in shown and len(shown.split("\n")) == 40)
    nothing_left(pane)
    pane.keys("Escape")
    pane.until("Leave")
    nothing_left(pane)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ended_while_the_box_is_open(number: signal.Signals, opens: Opens) -> None:
    """Whoever ends the program while the box is open takes no dice with them."""
    pane = open_box(opens, "5")
    pane.signal(number)
    pane.until(lambda shown: pane.code is not None)
    nothing_left(pane)


def test_looked_away(opens: Opens) -> None:
    """Ctrl-C closes the lid, for good."""
    pane = open_box(opens, "5")
    pane.keys("C-c")
    pane.until("The lid is closed.")
    nothing_left(pane)


def test_stopped_while_the_box_is_open(opens: Opens) -> None:
    """Ctrl-Z closes the lid for good, too: the dice do not come back with the program."""
    pane = open_box(opens, "5", in_shell=True)
    pane.keys("C-z")
    pane.until("Stopped")
    assert dice(pane.everything()) == []
    pane.type("fg\n")
    seen: list[str] = []
    pane.until(lambda shown: seen.append(shown) or "The lid is closed." in shown)  # type: ignore[func-returns-value]
    assert not any(map(dice, seen))
    assert dice(pane.everything()) == []
