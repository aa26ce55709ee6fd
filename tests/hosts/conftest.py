"""Hosts of their own for the programs of a test: network namespaces, which only root can make."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.hosts.tables import Hosts, Tables
from tests.peer.lab import Machine, lab, what_is_missing

_MISSING = what_is_missing()


@pytest.fixture
def hosts(tmp_path: Path) -> Iterator[Hosts]:
    """Makes hosts, and a table across them; all is gone after the test. Skips it where that cannot be."""
    if _MISSING:
        pytest.skip(f"NO GAME BETWEEN REAL HOSTS: {_MISSING}")
    with ExitStack() as stack:

        def make(count: int, *, v4: bool = True, container: bool = False) -> tuple[list[Machine], Tables]:
            machines = stack.enter_context(lab(count, tmp_path))
            for machine in machines:
                if container:
                    machine.add_bridge("172.17.0.1/16")
                machine.plug_in(v4)
            return machines, stack.enter_context(Tables(tmp_path, machines))

        yield make
