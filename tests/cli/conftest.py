"""Every test of the commands has a data folder of its own, stays on this machine, and speaks English."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli import language


@pytest.fixture(autouse=True)
def _own_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("CHABUDAI_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("CHABUDAI_INTERFACES", "lo")
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.delenv("CHABUDAI_LANG", raising=False)
    monkeypatch.delenv("CHABUDAI_PASSCODE", raising=False)
    signals = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    language.use("en")
    yield
    language.use("en")
    for number, handler in signals.items():
        signal.signal(number, handler)
