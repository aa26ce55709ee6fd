"""Every field of everything that a peer says counts: whoever changes just this one is caught.

The fields are found by looking at the shapes, so that none can be forgotten.
"""

from collections.abc import Callable, Iterator
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, NamedTuple, get_args, get_origin

import msgspec
import pytest

from peer.outcome import Output
from protocol import payloads as said
from protocol.claims import NoSuitProof
from protocol.set_claims import NoneOfProof
from tests.peer.caught import TICKS, blamed
from tests.peer.liars import Liar, Lie, LyingGame, answer, tell
from tests.peer.recorded_game import Scene, When, recorded

# what there is


def paths(shape: Any, prefix: str) -> Iterator[str]:
    """The leaves of a shape, by their path: `shuffle.proof.s_hat.*`; and every array whose length can
    change: `...[]`.
    """
    if get_origin(shape) is Annotated:
        shape = get_args(shape)[0]
    if get_origin(shape) is UnionType and shape is not said.PlainChoice:
        for kind in get_args(shape):
            if kind is not NoneType:
                yield from paths(kind, prefix)
        return
    prefix = marked(prefix, shape)
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


def marked(prefix: str, kind: Any) -> str:
    """The path of a proof of a claim, with which of the two it is."""
    return f"{prefix}<{tag(kind)}>" if kind in (NoSuitProof, NoneOfProof) else prefix


def tag(kind: type) -> str:
    """The tag of a payload."""
    return str(kind.__struct_config__.tag)  # type: ignore[attr-defined]


def changes(value: Any, prefix: str) -> Iterator[tuple[str, Any]]:
    """The value with one leaf or one length changed, and the path of what is changed."""
    match value:
        case msgspec.Struct():
            prefix = marked(prefix, type(value))
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
        case None:
            pass
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


def _claims(proof: type) -> Callable[[Scene], bool]:
    return lambda scene: any(isinstance(claim, proof) for claim in scene.payload.claims)


class Place(NamedTuple):
    """An honest answer of a recorded game, to change."""

    game: str
    kind: type
    which: When

    @property
    def scene(self) -> Scene:
        """The answer itself."""
        return recorded(self.game, 3).first(self.which)


PLACES = {
    **{
        tag(kind): Place("notice", kind, answer(kind))
        for kind in get_args(said.Payload)
        if kind not in (said.Choose, said.Play, said.Mixed)
    },
    "mix": Place("mini", said.Mixed, answer(said.Mixed)),
    "play": Place("notice", said.Play, answer(said.Play, claims=_claims(NoSuitProof))),
    "show": Place("mini", said.Play, answer(said.Play, claims=_claims(NoneOfProof))),
}
"""One answer of every kind, and of plays one with each kind of claim."""


@cache
def cases() -> tuple[tuple[str, str, int], ...]:
    """Every change of every kind of answer: the path of what is changed, the place, the number of the
    change.
    """
    return tuple(
        (path, name, number)
        for name, place in PLACES.items()
        for number, (path, _) in enumerate(changes(place.scene.payload, tag(place.kind)))
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


@pytest.mark.parametrize("name", PLACES)
def test_every_field_counts(name: str) -> None:
    """A liar that changes one field of one answer, and signs it, is blamed by everybody: at once, or for a
    commitment when it is opened.
    """
    for path, place, number in cases():
        if place == name:
            blame = blamed(changed_answer(path, PLACES[place], number), audits=False)
            if path in LATER:
                assert (blame.code, blame.detail) == LATER[path], path
            else:
                assert blame.code in ("proof", "shape", "opening", "rule"), (path, blame)


def changed_answer(path: str, place: Place, number: int) -> LyingGame:
    """The game in which the seat of this answer makes the change of this number."""
    record, scene = recorded(place.game, 3), place.scene
    if path == "key.seed":
        scene = record.first(answer(place.kind, 5))

    def lie(liar: Liar) -> list[Output] | None:
        if liar.position.number != scene.number:
            return None
        changed = list(changes(liar.honest, ""))[number][1]
        return liar.goes_on(changed) if path in LATER else liar.says(changed)

    game = tell(record, Lie(path, "", lambda s: s is scene, lie, "", ""))
    game.begin()
    game.run(TICKS)
    return game
