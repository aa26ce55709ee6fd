"""Every small change of a statement or a proof. A check that passes after one binds too little."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from protocol.context import Context
from protocol.deck import Card
from protocol.errors import BadPoint
from protocol.group import REFUSED_POINTS, Q, add, base, decode_point

Mutations = Iterator[tuple[str, Any]]


def mutations(value: Any) -> Mutations:
    """Pairs of a description and a changed value. An unknown type is an error, it is never skipped."""
    match value:
        case bool():
            raise TypeError("no mutation for a bool")
        case int():
            yield "one more", value + 1
            if value:
                yield "one less", value - 1
        case bytes():
            yield from _of_bytes(value)
        case Context():
            yield from _of_context(value)
        case Card():
            yield from _of_fields(value, Card._fields, lambda name, new: value._replace(**{name: new}))
            yield "halves exchanged", Card(value.b, value.a)
        case msgspec.Struct():
            names = [field.name for field in msgspec.structs.fields(value)]
            yield from _of_fields(
                value, names, lambda name, new: msgspec.structs.replace(value, **{name: new})
            )
        case tuple() | list():
            yield from _of_sequence(tuple(value))
        case _:
            raise TypeError(f"no mutation for {type(value).__name__}")


def _of_bytes(value: bytes) -> Mutations:
    for bit in (0, 100, 255):
        yield f"bit {bit}", (int.from_bytes(value, "little") ^ 1 << bit).to_bytes(32, "little")
    yield "another point", base(4711)
    try:
        point = decode_point(value)
    except BadPoint:
        point = None
    if point is not None:
        yield "plus the generator", add(point, base(1))
        yield "negative", bytes([*point[:31], point[31] ^ 0x80])
    for number, bad in enumerate(REFUSED_POINTS):
        yield f"bad point {number}", bad
    if (number := int.from_bytes(value, "little")) + Q < 2**256:
        yield "plus Q", (number + Q).to_bytes(32, "little")
    yield "Q", Q.to_bytes(32, "little")
    yield "Q - 1", (Q - 1).to_bytes(32, "little")
    yield "0", bytes(32)
    yield "short", value[:31]
    yield "long", value + b"\0"
    yield "empty", b""


def _of_context(value: Context) -> Mutations:
    yield "table", Context(bytes([value.table[0] ^ 1]) + value.table[1:], value.step, value.seat)
    yield "longer table", Context(value.table + b"\0", value.step, value.seat)
    yield "step", Context(value.table, value.step + 1, value.seat)
    yield "seat", Context(value.table, value.step, value.seat + 1)
    yield "step and seat exchanged", Context(value.table, value.seat + 8, value.step)


def _of_fields(value: Any, names: Sequence[str], replaced: Any) -> Mutations:
    for name in names:
        for what, new in mutations(getattr(value, name)):
            yield f"{name}: {what}", replaced(name, new)


def _of_sequence(value: tuple[Any, ...]) -> Mutations:
    yield "none", ()
    yield "first left out", value[1:]
    yield "last left out", value[:-1]
    yield "last twice", (*value, value[-1])
    if len(value) > 1:
        yield "reversed", value[::-1]
        yield "first twice, last left out", (value[0], *value[:-1])
        yield "one replaced by another", (*value[:-1], value[0])
    for place, item in enumerate(value):
        for what, new in mutations(item):
            yield f"{place}: {what}", (*value[:place], new, *value[place + 1 :])
