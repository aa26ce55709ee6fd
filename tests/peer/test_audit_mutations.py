"""The audit finds a good transcript fair and no other one, and blames nobody who signed what they did."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random

import msgspec
import pytest

import engines
from peer.audit import FAIR, INCOMPLETE, REFUSED, Verdict, audit_transcript
from protocol.events import Event
from protocol.transcript import Transcript, read_transcript, write_transcript
from tests.peer.memory_network import MemoryGame
from tests.peer.recorded_game import Retaken, recorded

GUILT = {"equivocation", "chain", "turn", "proof", "opening", "rule", "deal"}
"""What only the signature of the one who did it can show. No change by others may ever look like it."""


def good() -> bytes:
    """The transcript of a whole fair game."""
    return recorded("notice", 3).data


@cache
def parts() -> Transcript:
    """The same, read."""
    return read_transcript(good())


@cache
def verdict_of_good() -> Verdict:
    """What the audit finds in it."""
    return audit_transcript(good()).verdict


def flip(data: bytes, place: int, mask: int = 1) -> bytes:
    """The bytes with one of them changed."""
    return data[:place] + bytes([data[place] ^ mask]) + data[place + 1 :]


def with_events(events: tuple[Event, ...], evidence: tuple[Event, ...] = ()) -> bytes:
    """The game with these events."""
    return write_transcript(parts().genesis, events, evidence)


def replaced(place: int, event: Event) -> bytes:
    """The game with another event in this place."""
    events = parts().events
    return with_events((*events[:place], event, *events[place + 1 :]))


# single mutations, by family; each is a name and a file


def flipped_bodies(rng: Random) -> Iterator[tuple[str, bytes]]:
    """One bit of the body of each event."""
    for place, event in enumerate(parts().events):
        at = rng.randrange(len(event.body))
        yield (
            f"{place} at {at}",
            replaced(place, Event(flip(event.body, at, 1 << rng.randrange(8)), event.signature)),
        )


def flipped_signatures(rng: Random) -> Iterator[tuple[str, bytes]]:
    """One bit of the signature of every second event."""
    for place, event in list(enumerate(parts().events))[::2]:
        at = rng.randrange(64)
        yield (
            f"{place} at {at}",
            replaced(place, Event(event.body, flip(event.signature, at, 1 << rng.randrange(8)))),
        )


def exchanged_signatures(rng: Random) -> Iterator[tuple[str, bytes]]:
    """The signature of the event before."""
    events = parts().events
    for place in range(1, len(events), 30):
        yield str(place), replaced(place, Event(events[place].body, events[place - 1].signature))


def flipped_genesis(rng: Random) -> Iterator[tuple[str, bytes]]:
    """One bit of every fifth byte of the genesis."""
    genesis, events = parts().genesis, parts().events
    for at in range(0, len(genesis), 5):
        yield str(at), write_transcript(flip(genesis, at, 1 << rng.randrange(8)), events)


def flipped_head(rng: Random) -> Iterator[tuple[str, bytes]]:
    """Each of the first bytes of the file, and the last ones."""
    for at in (*range(30), *range(len(good()) - 3, len(good()))):
        yield str(at), flip(good(), at, 1 << rng.randrange(8))


def flipped_anywhere(rng: Random) -> Iterator[tuple[str, bytes]]:
    """Any byte of the file."""
    for _ in range(40):
        at = rng.randrange(len(good()))
        yield str(at), flip(good(), at, rng.randrange(1, 256))


def cut_bytes(rng: Random) -> Iterator[tuple[str, bytes]]:
    """The file cut off, and the file with something behind it."""
    for _ in range(20):
        at = rng.randrange(len(good()))
        yield str(at), good()[:at]
    yield "longer", good() + b"\0"
    yield "twice", good() + good()
    yield "empty", b""


def dropped(rng: Random) -> Iterator[tuple[str, bytes]]:
    """One event left out."""
    events = parts().events
    for place in (*range(0, 60, 3), 130, 240, len(events) - 2):
        yield str(place), with_events((*events[:place], *events[place + 1 :]))


def doubled(rng: Random) -> Iterator[tuple[str, bytes]]:
    """One event twice."""
    events = parts().events
    for place in range(0, len(events), 12):
        yield str(place), with_events((*events[: place + 1], *events[place:]))


def exchanged(rng: Random) -> Iterator[tuple[str, bytes]]:
    """Two neighbours in the other order."""
    events = parts().events
    for place in range(0, len(events) - 1, 12):
        one, two = events[place : place + 2]
        yield str(place), with_events((*events[:place], two, one, *events[place + 2 :]))


def of_another_game(rng: Random) -> Iterator[tuple[str, bytes]]:
    """An event of another table of the same players in the place of one."""
    other = MemoryGame(recorded("notice", 3).rules, 3, {"penalty": "both"}, seed=11)
    other.begin()
    while other.tables[0].position.number < 10:
        other.step()
    foreign = other.tables[0].events()
    for place in range(0, 24, 2):
        yield str(place), replaced(place, foreign[place])


def of_another_course(rng: Random) -> Iterator[tuple[str, bytes]]:
    """A good event of the same table, step and seat, out of another course of the game."""
    for step in (8, 11, 14, 20):
        other = other_course(step)
        for place in range(len(parts().events)):
            if parts().events[place].id != other[place].id:
                yield f"{step}: {place}", replaced(place, other[place])
                yield f"{step}: {place + 3}", replaced(place + 3, other[place + 3])
                break


@cache
def other_course(step: int) -> tuple[Event, ...]:
    """The events of the game as it went on in another way from this step on."""
    record = recorded("notice", 3)
    game = Retaken(record.rules, 3, {}, seed=record.seed, record=record, at=step)
    game.begin()
    while game.tables[0].position.number < step + 6:
        if game.wire:
            game.step()
        else:
            game.answer_all()
    return game.tables[0].events()


def cut_events(rng: Random) -> Iterator[tuple[str, bytes]]:
    """The last events missing: every tenth cut of the first third, and some later ones."""
    events = parts().events
    for count in (*range(0, 120, 10), 200, len(events) - 1):
        yield str(count), with_events(events[:count])


def with_evidence(rng: Random) -> Iterator[tuple[str, bytes]]:
    """Evidence against somebody who did nothing."""
    events = parts().events
    few = events[:30]
    yield "an event of its own", with_events(few, (few[-1],))
    yield "a later event", with_events(few, (events[40],))
    yield "the next event", with_events(few, (events[30],))
    yield "twice the same", with_events(few, (few[4], few[4]))
    yield "two of different steps", with_events(few, (few[3], few[6]))
    yield "two of different seats", with_events(few, (few[3], few[4]))
    yield "another signature", with_events(few, (few[4], replace_signature(few[4])))
    yield "a flipped body", with_events(few, (few[4], Event(flip(few[4].body, 40), few[4].signature)))
    yield "another course", with_events(few, (other_course(8)[33],))
    yield "at the end", with_events(events, (events[-1],))


def replace_signature(event: Event) -> Event:
    """The event with another signature."""
    return msgspec.structs.replace(event, signature=flip(event.signature, 0))


Family = Callable[[Random], Iterator[tuple[str, bytes]]]
FAMILIES: tuple[Family, ...] = (
    flipped_bodies,
    flipped_signatures,
    exchanged_signatures,
    flipped_genesis,
    flipped_head,
    flipped_anywhere,
    cut_bytes,
    dropped,
    doubled,
    exchanged,
    of_another_game,
    of_another_course,
    cut_events,
    with_evidence,
)


def test_a_good_transcript_is_fair() -> None:
    """The audit finds a good transcript fair and open, with the scores and winners that the players saw."""
    verdict, position = verdict_of_good(), recorded("notice", 3).game.tables[0].position
    assert (verdict.outcome, verdict.code, verdict.opened) == (FAIR, "", True)
    assert verdict.totals == position.rules.totals(position.state)
    assert verdict.digest == position.digest.hex()
    assert verdict.events == len(parts().events)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.__name__)
def test_no_mutation_is_fair(family: Family) -> None:
    """No single mutation is found fair, none raises, and none makes an honest seat look guilty."""
    for name, data in family(Random(5)):
        assert data != good()
        verdict = audit_transcript(data).verdict
        assert verdict.outcome != FAIR, name
        assert verdict.code not in GUILT, (name, verdict)
        assert verdict.code not in ("shape", "position") or verdict.seat is None, (name, verdict)
        if family is cut_events:
            assert verdict.outcome == INCOMPLETE, name
        elif family is not dropped:
            assert verdict.outcome == REFUSED, name


def test_there_are_enough_mutations() -> None:
    """Of the files that the test before looks at, far more than 300 are different ones."""
    assert len({data for family in FAMILIES for _, data in family(Random(5))}) >= 700


def test_a_broken_off_game_is_incomplete_with_what_it_shows() -> None:
    """The audit of a game that broke off tells whom it waits for, and the score so far."""
    record = recorded("notice", 3)
    for count in range(0, 140, 14):
        scene = record.scenes[count]
        verdict = audit_transcript(with_events(parts().events[:count])).verdict
        assert (verdict.outcome, verdict.code, verdict.seat) == (INCOMPLETE, "", None)
        missing = {s.seat for s in record.scenes[count:] if s.number == scene.number}
        assert set(verdict.waiting) == missing
        assert verdict.totals == engines.load("notice").totals(scene.state)
        assert (verdict.winners, verdict.opened) == ((), False)


AUDIT = """
import sys
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from peer.audit import audit_file
for name in sys.argv[2:]:
    verdict = audit_file(Path(name))
    print(verdict.outcome, verdict.code or "-", verdict.step, verdict.seat)
"""


def test_a_fresh_process_needs_nothing_but_the_file(tmp_path: Path) -> None:
    """A process with an empty data folder, which knows nothing of the game, comes to the same verdicts."""
    files = {
        "good": good(),
        "flipped": replaced(20, replace_signature(parts().events[20])),
        "broken-off": with_events(parts().events[:25]),
    }
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    home = tmp_path / "home"
    home.mkdir()
    root = str(Path(engines.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, "-I", "-B", "-c", AUDIT, root, *files],
        cwd=tmp_path,
        env={**os.environ, "CHABUDAI_HOME": str(home), "CHABUDAI_INTERFACES": "lo"},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert done.stdout.splitlines() == ["fair - None None", "refused signature 8 2", "incomplete - None None"]
    assert done.stderr == ""
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([*files, "home"])
    assert list(home.iterdir()) == []
