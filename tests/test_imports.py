"""Who may import whom. The arrows of docs/architecture.md, held for every file."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

OURS = {
    "engines": {"engines"},
    "protocol": {"protocol"},
    "peer": {"peer", "engines", "protocol"},
    "cli": {"cli", "peer", "engines"},
}
"""A package, and the packages of ours that its files may import."""

NO_IO = {"asyncio", "socket", "select", "selectors", "time", "datetime", "threading", "subprocess", "zmq"}
FORBIDDEN = {
    "engines": NO_IO | {"random", "secrets", "os", "sys", "pathlib"},
    "protocol": NO_IO | {"random", "os", "sys", "pathlib", "sqlite3"},
    "cli": {"socket", "zmq", "msgpack", "nacl", "cryptography"},
}
"""Modules that no file of a package may import."""

ALLOWED = {
    ("engines/simulate.py", "random"),
    ("protocol/benchmark.py", "time"),
}
"""What one file may import although its package may not: the simulator draws, the benchmark measures."""


def files(package: str) -> list[Path]:
    """All files of a package."""
    return sorted((ROOT / package).rglob("*.py"))


def imported(path: Path) -> Iterator[str]:
    """The top-level names of everything that a file imports, wherever in the file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            assert node.module is not None
            yield node.module.partition(".")[0]


def every_file() -> list[tuple[str, Path]]:
    """All files of the project with their package."""
    return [(package, path) for package in OURS for path in files(package)]


@pytest.mark.parametrize(("package", "path"), every_file(), ids=lambda value: getattr(value, "stem", value))
def test_arrows(package: str, path: Path) -> None:
    """A file imports only the packages that its own may use, and nobody imports tests."""
    ours = set(imported(path)) & {*OURS, "tests"}
    assert ours <= OURS[package]


@pytest.mark.parametrize("package", FORBIDDEN)
def test_thinking_does_no_io(package: str) -> None:
    """Rules and protocol know no clock, socket or chance; the screens no socket and no cryptography."""
    found = {
        (path.relative_to(ROOT).as_posix(), name)
        for path in files(package)
        for name in imported(path)
        if name in FORBIDDEN[package]
    }
    assert found <= ALLOWED


def test_rules_need_only_the_standard_library() -> None:
    """The rules of the games import nothing that is not in Python itself."""
    for path in files("engines"):
        assert set(imported(path)) <= {*sys.stdlib_module_names, "engines"}, path


def test_there_is_something_to_look_at() -> None:
    """The walk finds the packages: an empty one would prove nothing."""
    assert all(len(files(package)) > 3 for package in OURS)
