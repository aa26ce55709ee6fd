"""Good records with something wrong put into them, and how they are refused."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engines.record import RecordError
from engines.score import score

FOLDER = Path(__file__).parent / "records"
Change = Callable[[Any], object]
Case = tuple[str, Change, str, str, dict[str, Any], dict[str, Any]]


def put(*path: Any) -> Change:
    """Put the last of these at the path of the others."""
    *steps, last, value = path

    def change(record: Any) -> None:
        for step in steps:
            record = record[step]
        record[last] = value

    return change


def drop(*path: Any) -> Change:
    """Take out what is at this path."""
    *steps, last = path

    def change(record: Any) -> None:
        for step in steps:
            record = record[step]
        del record[last]

    return change


def both(one: Change, other: Change) -> Change:
    """Two changes."""
    return lambda record: (one(record), other(record))


def refusal(data: bytes) -> RecordError:
    """The refusal of a record."""
    with pytest.raises(RecordError) as caught:
        score(data)
    return caught.value


def changed(change: Change, name: str) -> bytes:
    """A good record with a change."""
    record = base(name)
    change(record)
    return json.dumps(record).encode()


def base(name: str) -> Any:
    """A good record."""
    return json.loads((FOLDER / f"{name}.json").read_text("utf-8"))


def edit(record: Any, case: dict[str, Any]) -> Any:
    """The record of a case: a good one with one thing changed."""
    for key in ("set", "also"):
        if key in case:
            (*path, last), value = case[key]
            _at(record, path)[last] = value
    if "add" in case:
        path, value = case["add"]
        _at(record, path).append(value)
    if "drop" in case:
        *path, last = case["drop"]
        del _at(record, path)[last]
    if "again" in case:
        record["rounds"].append(record["rounds"][case["again"]])
    if "swap" in case:
        first = record["rounds"][0]
        first["hands"] = [*first["hands"][1:], first["hands"][0]]
    return record


def _at(record: Any, path: list[Any]) -> Any:
    for step in path:
        record = record[step]
    return record


def place(refused: RecordError) -> dict[str, Any]:
    """Round, trick and seat of a refusal, as far as they apply."""
    where = {"round": refused.round, "trick": refused.trick, "seat": refused.seat}
    return {key: number for key, number in where.items() if number is not None}


def check_exactly(case: Case, name: str) -> None:
    """The record `name`, changed as a case says, is refused as it says."""
    _, change, rule, code, values, where = case
    refused = refusal(changed(change, name))
    assert (refused.rule, refused.code, refused.values) == (rule, code, values)
    assert place(refused) == where


def check_listed(case: dict[str, Any], name: str) -> None:
    """A case of a file of refusals is refused as it says; `name` is the record where it names none."""
    record = edit(base(case.get("record", name)), case)
    refused = refusal(json.dumps(record).encode())
    assert {"rule": refused.rule, **place(refused)} == case["error"]
