"""How long the dice of Dice Watching can be read on a real terminal, seen from outside. Run by hand:

    python -m tests.terminals.measure_exposure

What the program writes reaches tmux, which draws it; the screen there is looked at as often as possible. Both
times of a change are between two looks, so that the figures are as good as the longest pause between those.
"""

import json
import tempfile
import time
from pathlib import Path

from cli import own_machine
from cli.children import command
from tests.terminals.test_wiped import STAGE, dice
from tests.terminals.tmux import Pane, Tmux

SECONDS = (0.5, 1.0)
"""Factors of the times; the first stage has five seconds at 1."""


def exposure(pane: Pane) -> tuple[float, float]:
    """Seconds for which dice are seen on a pane, and the longest pause between two looks at either end."""
    began = ended = 0.0
    pauses, before = [], time.monotonic()
    while not ended:
        seen = len(dice(pane.screen())) >= 30
        now = time.monotonic()
        if seen and not began:
            began = now
            pauses.append(now - before)
        elif began and not seen:
            ended = now
            pauses.append(now - before)
        before = now
    return ended - began, max(pauses)


def main() -> None:
    """Measure the first stage with each of the factors, on the whole screen and line by line."""
    for plain in ([], ["--plain"]):
        for factor in SECONDS:
            with (
                tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
                Tmux(Path(folder)) as tmux,
            ):
                home = Path(folder, "home")
                home.mkdir()
                (home / "settings.json").write_text(json.dumps({"name": "Aki"}), encoding="utf-8")
                where = {**own_machine.environment(), "CHABUDAI_HOME": str(home), "LANGUAGE": "en"}
                words = [*command(), *STAGE, "--option", f"seconds={factor}", *plain]
                seen, pause = exposure(tmux.open("Aki", words, where))
            mode = "line by line" if plain else "whole screen"
            print(f"{mode}: {5 * factor:.1f} s wanted, {seen:.3f} s seen, looked every {pause:.3f} s")


if __name__ == "__main__":
    main()
