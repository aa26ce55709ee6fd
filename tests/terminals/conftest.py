"""Terminals of the test's own, and programs on them that stay on this machine."""

import json
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cli import own_machine
from cli.children import command
from tests.terminals.tmux import MISSING, Pane, Tmux

Opens = Callable[..., Pane]


@pytest.fixture
def tmux(tmp_path: Path) -> Iterator[Tmux]:
    """A tmux; without one the test is skipped, loudly."""
    if MISSING:
        pytest.skip(MISSING)
    with Tmux(tmp_path) as running:
        yield running


@pytest.fixture
def opens(tmux: Tmux, tmp_path: Path) -> Opens:
    """Opens the program with these arguments, for somebody who has settled their name; if wanted, as a shell
    does, which can stop it and go on with it.
    """
    home = tmp_path / "home"
    home.mkdir()
    (home / "settings.json").write_text(json.dumps({"name": "Aki"}), encoding="utf-8")

    def open(*arguments: str, in_shell: bool = False, **environment: str) -> Pane:
        here = {**own_machine.environment(), "LANGUAGE": "en", **environment, "CHABUDAI_HOME": str(home)}
        words = [*command(), *arguments]
        if not in_shell:
            return tmux.open("Aki", words, here)
        pane = tmux.open("Aki", ["bash", "--norc", "--noprofile", "-i"], {**here, "PS1": "$ "})
        pane.until("$")
        pane.type(shlex.join(words) + "\n")
        return pane

    return open
