"""The page about cheating says what the tests show, and nothing else."""

import re
from collections.abc import Mapping
from fnmatch import fnmatchcase
from pathlib import Path

from tests.peer import lies_deals, lies_history, lies_play, test_cheats_games
from tests.peer.liars import Lie, merged

ROOT = Path(__file__).parents[2]
NAMES = re.findall(r"`([^`\s]+)`", (ROOT / "docs" / "cheating.md").read_text(encoding="utf-8"))
LIES: Mapping[str, Lie] = merged(lies_deals.LIES, lies_history.LIES, lies_play.LIES, *test_cheats_games.LIES)


def is_meant(written: str, name: str) -> bool:
    """Whether a name on the page, in which dots stand for whatever fits, means this test or lie."""
    return fnmatchcase(name, written.replace("...", "*"))


def test_every_test_and_lie_on_the_page_exists() -> None:
    """Each name in the page is a test, a lie, a file or a script that there is."""
    tests = {
        name
        for path in (ROOT / "tests" / "peer").glob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    known = tests | set(LIES)
    unknown = [
        written
        for written in NAMES
        if not any(is_meant(written, name) for name in known)
        and not list(ROOT.glob(written))
        and not list((ROOT / "tests" / "peer").glob(written))
    ]
    assert unknown == ["-", "_"]


def test_every_lie_is_on_the_page() -> None:
    """No lie is told in the tests that the page leaves out."""
    assert [name for name in LIES if not any(is_meant(written, name) for written in NAMES)] == []
