"""Every field of everything that a peer says counts: whoever changes just this one is caught.

The fields are found by looking at the shapes, so that none can be forgotten.
"""

from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, get_args, get_origin

import msgspec
import pytest

from peer.outcome import Output
from protocol import payloads as said
from tests.peer.caught import TICKS, blamed
from tests.peer.liars import Liar, Lie, LyingGame, answer, tell
from tests.peer.recorded_game import Scene, recorded

# what there is


def paths(shape: Any, prefix: str) -> Iterator[str]:
    """The leaves of a shape, by their path: `shuffle.proof.s_hat.*`; and every array whose length can
    change: `...[]`.
    """
    if get_origin(shape) is Annotated:
        shape = get_args(shape)[0]
    if isinstance(shape, type) and issubclass(shape, msgspec.Struct):
        for field in msgspec.structs.fields(shape):
            yield from paths(field.type, f"{prefix}.{field.name}")
    elif get_origin(shape) is tuple:
        items = get_args(shape)
        if items[-1] is Ellipsis:
            yield f"{prefix}[]"
            items = items[:1]
        for item in dict.fromkeys(items):
            yield from paths(item, f"{prefix}.*")
    else:
        yield prefix


def tag(kind: type) -> str:
    """The tag of a payload."""
    return str(kind.__struct_config__.tag)  # type: ignore[attr-defined]


def changes(value: Any, prefix: str) -> Iterator[tuple[str, Any]]:
    """The value with one leaf or one length changed, and the path of what is changed."""
    match value:
        case msgspec.Struct():
            for field in msgspec.structs.fields(value):
                old = getattr(value, field.name)
                for path, new in changes(old, f"{prefix}.{field.name}"):
                    yield path, msgspec.structs.replace(value, **{field.name: new})
        case tuple():
            if value:
                yield f"{prefix}[]", value[:-1]
                yield f"{prefix}[]", (*value, value[-1])
            for place in {0, len(value) - 1} & set(range(len(value))):
                for path, new in changes(value[place], f"{prefix}.*"):
                    yield path, (*value[:place], new, *value[place + 1 :])
        case bool():
            yield prefix, not value
        case int():
            yield prefix, value + 1
        case bytes():
            yield prefix, bytes([value[0] ^ 1]) + value[1:]
        case _:
            raise TypeError(type(value))


# what comes of it, where it is not "refused on the spot"

LATER = {
    "coin.commitment": ("opening", "coin-open"),
    "seal.commitment": ("opening", "open"),
    "key.seed": ("opening", "settle"),
}
"""Commitments: nothing can be wrong with one until it is opened."""

HARMLESS = {
    "choose.choice": "it is the choice itself: another one that the rules allow is simply another answer",
    "settle.openings[]": "no game so far leaves a seal unopened; see opening_of_no_seal",
    "settle.openings.*.*": "the same",
    "settle.openings.*.*.nonce": "the same",
    "settle.openings.*.*.value": "the same",
}
"""What is not changed, and why."""


def _claims(scene: Scene) -> bool:
    return not isinstance(scene.payload, said.Play) or scene.payload.claims != ()


def scene_of(kind: type) -> Scene:
    """One honest answer of this kind; of a play, one that proves a claim."""
    return recorded("notice", 3).first(answer(kind, claimed=_claims))


KINDS = [kind for kind in get_args(said.Payload) if kind is not said.Choose]


@cache
def cases() -> tuple[tuple[str, type, int], ...]:
    """Every change of every kind of answer: the path of what is changed, the kind, the number of the
    change.
    """
    return tuple(
        (path, kind, number)
        for kind in KINDS
        for number, (path, _) in enumerate(changes(scene_of(kind).payload, tag(kind)))
    )


def test_no_field_is_forgotten() -> None:
    """Every leaf and every length of every payload is changed in the next test, or it is said above why
    not.
    """
    everything = {path for kind in get_args(said.Payload) for path in paths(kind, tag(kind))}
    changed = {path for path, _, _ in cases()}
    assert everything - changed == set(HARMLESS)
    assert set(LATER) <= changed
    assert len(changed) >= 40


@pytest.mark.parametrize("kind", KINDS, ids=tag)
def test_every_field_counts(kind: type) -> None:
    """A liar that changes one field of one answer, and signs it, is blamed by everybody: at once, or for a
    commitment when it is opened.
    """
    for path, kind_of, number in cases():
        if kind_of is kind:
            blame = blamed(changed_answer(path, kind, number), audits=False)
            if path in LATER:
                assert (blame.code, blame.detail) == LATER[path], path
            else:
                assert blame.code in ("proof", "shape", "opening", "rule"), (path, blame)


def changed_answer(path: str, kind: type, number: int) -> LyingGame:
    """The game in which the seat of this answer makes the change of this number."""
    record, scene = recorded("notice", 3), scene_of(kind)
    if path == "key.seed":
        scene = record.first(answer(kind, 5))

    def lie(liar: Liar) -> list[Output] | None:
        if liar.position.number != scene.number:
            return None
        changed = list(changes(liar.honest, ""))[number][1]
        return liar.goes_on(changed) if path in LATER else liar.says(changed)

    game = tell(record, Lie(path, "", lambda s: s is scene, lie, "", ""))
    game.begin()
    game.run(TICKS)
    return game
