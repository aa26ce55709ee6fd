"""Games to be replayed: open records of simulated games, and transcripts of real ones."""

import json
from functools import cache
from random import Random
from typing import Any

from cli.language import language
from cli.played import Played, read_played
from cli.replay import Story
from engines import load
from engines.export import record_of
from engines.simulate import simulate
from engines.table import settle_options
from peer.recollection import own_faces
from protocol.transcript import read_transcript, write_transcript
from tests.cli.told import PEOPLE
from tests.peer.memory_network import MemoryGame

SETTINGS: dict[str, tuple[int, dict[str, Any]]] = {
    "nokosu": (3, {}),
    "dice-and-domino": (4, {"rounds": 2}),
    "notice": (4, {}),
    "no-loose-ends": (4, {"plan_b": True, "double_cross": True, "escape": True}),
    "dice-watching": (4, {"mode": "rotating", "turns_each": 1, "marked_die": True}),
}
"""Of every game: seats and options."""


@cache
def record(game: str, seed: int = 1, facts: int | None = None, names: tuple[str, ...] = PEOPLE) -> bytes:
    """The record of a simulated game, whole or of its first facts."""
    rules = load(game)
    seats, given = SETTINGS[game]
    options = settle_options(rules, seats, given)
    _state, faces, happened = simulate(rules, seats, options, Random(seed), any_order=False)
    return json.dumps(record_of(rules, seats, options, names[:seats], happened[:facts], faces)).encode()


def story(game: str, seed: int = 1) -> Story:
    """The story of a record, in the language in use."""
    return _story(game, seed, language())


@cache
def _story(game: str, seed: int, spoken: str) -> Story:
    return Story(read_played(record(game, seed)))


@cache
def real(game: str, *, sealed: bool = False) -> MemoryGame:
    """A game that was played with all the cryptography, by three."""
    options: dict[str, dict[str, Any]] = {
        "dice-and-domino": {"rounds": 1},
        "dice-watching": {"mode": "rotating", "turns_each": 1},
    }
    played = MemoryGame(load(game), 3, options.get(game, {}), seed=1, sealed=sealed)
    played.play()
    return played


@cache
def real_story(game: str) -> Story:
    """The story of its transcript."""
    return Story(read_played(real(game).transcript()))


def shortened(data: bytes, events: int) -> bytes:
    """A transcript with only so many of its events; fewer from its end where the number is negative."""
    whole = read_transcript(data)
    return write_transcript(whole.genesis, whole.events[:events])


def without(data: bytes, place: int) -> bytes:
    """A transcript in which an event is missing."""
    whole = read_transcript(data)
    return write_transcript(whole.genesis, (*whole.events[:place], *whole.events[place + 1 :]))


def remembered(game: MemoryGame, seat: int, data: bytes) -> Played:
    """What is read on the machine of a seat, which remembers what this seat saw."""
    return read_played(data, lambda position: own_faces(game.journals[seat], position))
