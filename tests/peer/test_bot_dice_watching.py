"""The bot for Dice Watching: legal, better than chance, and never surer of the dice than an eye can be."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from engines import load
from peer.bots import bot_for
from peer.bots import dice_watching as bot
from peer.bots.dice_watching import choose, points
from peer.bots.eye import Glimpse, glance, sharpness
from tests.peer.bot_games import against_chance, every_option, scores

RULES = load("dice-watching")


def boxed(
    faces: Sequence[int], places: Sequence[int] = (), marked: int | None = None
) -> list[dict[str, Any]]:
    where = places or range(len(faces))
    return [
        {"face": face, "place": place, "marked": at == marked}
        for at, (face, place) in enumerate(zip(faces, where, strict=True))
    ]


def guessing(box: Any, scoring: str, seconds: float = 5.0, odd_plus_one: bool = False) -> dict[str, Any]:
    """What a player sees who has to guess."""
    return {
        "box": box,
        "seconds": seconds,
        "scoring": scoring,
        "options": {"odd_plus_one": odd_plus_one},
        "ask": {"request": "seal", "what": "guess", "choices": [1, 2, 3, 4, 5, 6]},
    }


def of(*counts: int) -> list[int]:
    """Dice of which so many show 1, 2, ..."""
    return [face for face, count in enumerate(counts, start=1) for _ in range(count)]


def seen(*counts: int, marked: int | None = None) -> Glimpse:
    """What somebody saw who is sure of it."""
    return Glimpse(tuple(of(*counts)), marked, 1.0)


GUESSES = [
    ("the most", seen(3, 7, 5, 4, 6, 5), "count", False, 2),
    ("the second most where the most count nothing", seen(3, 7, 5, 4, 6, 5), "not-largest", False, 5),
    ("one below several that share the lead", seen(7, 7, 5, 4, 4, 3), "not-largest", False, 3),
    ("the fewest, fourfold", seen(3, 7, 5, 4, 6, 5), "smallest", False, 1),
    ("the second fewest where there is none of the fewest", seen(0, 7, 8, 4, 6, 5), "smallest", False, 4),
    ("the second fewest where the fewest are very few", seen(1, 7, 8, 4, 6, 4), "smallest", False, 4),
    ("the second most where the most cost ten", seen(3, 7, 5, 4, 6, 5), "double", False, 5),
    ("the marked die as three", seen(3, 6, 5, 4, 5, 6, marked=5), "count", False, 5),
    ("an odd face one more", seen(3, 6, 6, 4, 5, 6), "count", True, 3),
]


@pytest.mark.parametrize(
    ("glimpse", "scoring", "odd", "face"), [case[1:] for case in GUESSES], ids=[case[0] for case in GUESSES]
)
def test_who_sees_all_guesses_right(glimpse: Glimpse, scoring: str, odd: bool, face: int) -> None:
    """With nothing to doubt the best face is the one that scores most."""
    expected = points(glimpse, scoring, odd, Random(1))
    assert expected.index(max(expected)) + 1 == face


def test_it_dares_less_the_less_it_has_seen() -> None:
    """Where a mistake costs ten it takes the second of two close leaders only when it trusts its eyes."""
    faces = tuple(of(1, 9, 8, 5, 4, 3))
    sure = points(Glimpse(faces, None, 1.0), "double", False, Random(1))
    unsure = points(Glimpse(faces, None, 0.5), "double", False, Random(1))
    assert sure.index(max(sure)) + 1 == 3
    assert unsure.index(max(unsure)) + 1 > 3


class Locked(Sequence[Any]):
    """A box that must not be looked into."""

    def __getitem__(self, at: Any) -> Any:
        raise AssertionError("the strategy looked at the dice")

    def __len__(self) -> int:
        raise AssertionError("the strategy counted the dice")


def test_the_strategy_has_the_dice_from_the_eye_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is in the box, the choice is that of what the eye reports; nothing else opens the box."""
    for face in range(1, 7):
        counts = [9 if other == face else 3 for other in range(1, 7)]
        reported = seen(*counts)
        monkeypatch.setattr(bot, "glance", lambda box, seconds, rng, reported=reported: reported)
        assert choose(guessing(Locked(), "count"), Random(1)) + 1 == face


@pytest.mark.parametrize("scoring", ["count", "not-largest", "smallest", "double"])
def test_where_the_dice_lie_decides_nothing(scoring: str) -> None:
    """The same faces at other places, with the same numbers, give the same choice."""
    rng = Random(4)
    for seed in range(20):
        faces = [rng.randint(1, 6) for _ in range(30)]
        marked = rng.randrange(30)
        order = rng.sample(range(30), 30)
        moved = [faces[at] for at in order]
        there = boxed(moved, sorted(rng.sample(range(240), 30)), order.index(marked))
        here = boxed(faces, marked=marked)
        assert choose(guessing(here, scoring), Random(seed)) == choose(guessing(there, scoring), Random(seed))


def wrong(dice: int, seconds: float) -> int:
    """How many dice out of 200 boxes are taken for something else, at least."""
    rng, off = Random(dice), 0
    for _ in range(200):
        faces = [rng.randint(1, 6) for _ in range(dice)]
        glimpse = glance(boxed(faces), seconds, rng)
        assert len(glimpse.seen) == dice
        off += sum(abs(faces.count(face) - glimpse.seen.count(face)) for face in range(1, 7)) // 2
    return off


def test_the_eye_makes_mistakes_and_more_with_more_dice_and_less_time() -> None:
    """Even few dice seen for long are sometimes misread; a full box in a short time mostly."""
    assert wrong(10, 25.0) > 20
    assert wrong(30, 5.0) > 2 * wrong(10, 5.0)
    assert wrong(30, 1.0) > 1.5 * wrong(30, 5.0)
    assert all(sharpness(dice, seconds) < 1 for dice in (1, 10, 60) for seconds in (0.2, 5.0, 25.0))


def test_the_bot_makes_mistakes() -> None:
    """In a full box it does not always find the largest count, but far more often than one in six."""
    rng, right = Random(2), 0
    for _ in range(100):
        faces = [rng.randint(1, 6) for _ in range(30)]
        guess = choose(guessing(boxed(faces), "count"), rng) + 1
        right += faces.count(guess) == max(faces.count(face) for face in range(1, 7))
    assert 30 < right < 85


def test_a_marked_die_is_misread_at_times() -> None:
    """The marked die is one of the dice: no surer than the others."""
    readings = {glance(boxed([3] * 30, marked=7), 1.0, Random(seed)).marked for seed in range(60)}
    assert readings == set(range(1, 7))
    assert glance(boxed([3] * 30), 1.0, Random(1)).marked is None


@pytest.mark.parametrize("seats", list(RULES.seats))
def test_always_legal(seats: int) -> None:
    """With any options and in any seat, the referee's too, the answer is one of the choices."""
    for at, options in enumerate(every_option(RULES, seats, 6)):
        scores(RULES, options, [choose] * seats, Random(at))


@pytest.mark.parametrize(
    ("seats", "options"), [(4, {}), (3, {"mode": "rotating", "turns_each": 5}), (6, {"marked_die": True})]
)
def test_clearly_better_than_chance(seats: int, options: dict[str, Any]) -> None:
    """It scores far more than guesses at random do."""
    mine, theirs = against_chance(RULES, seats, options, choose, 60, Random(1))
    assert mine > theirs + 4


def test_it_is_found_by_the_name_of_the_game() -> None:
    """The bot of Dice Watching."""
    assert bot_for("dice-watching") is choose
