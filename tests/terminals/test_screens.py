"""Screens as a real terminal of 80x24 shows them, in both languages: those that are always the same."""

from pathlib import Path

import pytest

from cli.language import LANGUAGES
from tests.terminals.conftest import Opens

SCREENS = Path(__file__).parent / "screens"

WAYS = {
    "lobby": (),
    "lobby-help": ("?",),
    "open": ("o",),
    "practice": ("p",),
    "join": ("j",),
    "learn": ("l",),
    "past": ("g",),
    "rules": ("r",),
    "rules-nokosu": ("r", "Enter"),
    "settings": ("s",),
    "settings-help": ("s", "F1"),
}
"""The keys that lead to a screen from the lobby. As often as they are pressed, Escape leads back."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_screens(language: str, opens: Opens) -> None:
    """Every screen that one comes to from the lobby of an empty network is the one that was looked at."""
    pane = opens("--lang", language)
    pane.until("Q  ")
    shown = lobby = pane.after("Down", "Up", "Down")
    new = []
    for name, keys in WAYS.items():
        for key in keys:
            shown = pane.after(key)
        new += _compare(f"{name}.{language}", shown)
        for _key in keys:
            shown = pane.after("Escape")
    assert shown.split("\n")[0] == lobby.split("\n")[0]
    assert not new, f"{new} are new: look at them"


def _compare(name: str, shown: str) -> list[str]:
    """That the screen is the one that was kept. One that is new is kept, and named."""
    path = SCREENS / f"{name}.txt"
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        path.write_text(shown + "\n", encoding="utf-8", newline="\n")
        return [name]
    assert shown + "\n" == path.read_text(encoding="utf-8")
    return []
