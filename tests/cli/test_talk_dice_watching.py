"""Dice Watching in words: it can be followed by ear, and the dice are in no word before they may be."""

import re
from pathlib import Path
from typing import Any

import pytest

from cli import language
from cli.talk_dice_watching import drawn
from engines.dice_watching import RULES
from engines.vocabulary import Opened, Rolled
from peer.outcome import Over
from peer.sitting import Waiting
from tests.cli.running import WAIT, start
from tests.cli.told import PEOPLE, Told

DIE = re.compile(r"\[[1-6]\]|<[1-6]>")

EVERY: list[dict[str, Any]] = [
    {},
    {"mode": "rotating"},
    {"marked_die": True, "odd_plus_one": True, "referee": 2},
    {"dice": 60, "seconds": 0.5, "marked_die": True},
]


@pytest.mark.parametrize("options", EVERY)
@pytest.mark.parametrize("seats", [3, 10])
@pytest.mark.parametrize("lang", language.LANGUAGES)
def test_a_game_can_be_followed_by_ear(lang: str, seats: int, options: dict[str, Any]) -> None:
    """Every stage is told with its number, every count, every choice with its points, and who wins."""
    language.use(lang)
    for me in (None, 0, seats - 1):
        game = Told(RULES, seats, me, seed=seats, **options)
        told: list[str] = []
        for fact in game.facts:
            before = len(game.view()["rounds_detail"])
            lines = game.step()
            told += lines
            if isinstance(fact, Opened) and len(game.view()["rounds_detail"]) > before:
                _stage_is_told(game, lines, before)
        told += game.talk.heard(Over())
        assert not [line for line in told if "{" in line or "None" in line]
        for seat in game.talk._rules.totals(game.end):
            assert seat is None or str(seat) in told[-2]


def _stage_is_told(game: Told, lines: list[str], number: int) -> None:
    detail = game.view()["rounds_detail"][number]
    for seat, guess in enumerate(detail["guesses"]):
        mine = [line for line in lines if PEOPLE[seat] in line and str(guess) in line]
        assert mine or guess is None
    assert all(str(count) in "".join(lines) for count in (*detail["dice"], *detail["counts"]))


@pytest.mark.parametrize("lang", language.LANGUAGES)
def test_no_word_holds_the_dice_before_the_opening(lang: str) -> None:
    """While all guess, neither what is told nor what can be asked depends on how the dice fell."""
    language.use(lang)
    said = []
    for seed in (1, 2):
        game = Told(RULES, 4, 1, seed=seed, referee=3, marked_die=True)
        told = game.until("guess")
        view = game.view()
        for letter in "?tklswr":
            told += game.talk.typed(letter, view).lines
        told += game.talk.so_far(view)
        said.append(told)
    assert said[0] == said[1]


def test_what_is_seen() -> None:
    """The throw, and nothing else, is something to see: every die at its place, for the stage's seconds."""
    game = Told(RULES, 3, 0, dice=40, marked_die=True, seconds=2.0)
    while game.at < len(game.facts):
        fact = game.facts[game.at]
        game.step()
        seen = game.talk.glimpse()
        assert (seen is not None) == isinstance(fact, Rolled)
        if seen is None:
            continue
        view = game.view()
        assert seen.seconds == view["seconds"]
        assert not DIE.search(seen.title + "".join(seen.draw(80, 22, covered=True)))
        lines = seen.draw(80, 22, covered=False)
        assert len(lines) == 14 and {len(line) for line in lines} == {62}
        for die in view["box"]:
            row, column = divmod(die["place"], 20)
            there = lines[1 + row][1 + 3 * column :][:3]
            assert there == (f"<{die['face']}>" if die["marked"] else f"[{die['face']}]")
        assert len(DIE.findall("".join(lines))) == 40
        assert "face" not in repr(seen)


@pytest.mark.parametrize(("columns", "rows"), [(61, 22), (80, 13), (40, 20), (20, 22)])
def test_small_screens(columns: int, rows: int) -> None:
    """On a screen too small for the box all dice are seen, in the order of their places."""
    game = Told(RULES, 3, 0, dice=60)
    game.until("guess")
    box = game.view()["box"]
    lines = drawn(box, [20, 12], columns, rows)
    assert max(map(len, lines)) <= columns and len(lines) <= rows
    assert DIE.findall("".join(lines)) == [f"[{die['face']}]" for die in box]
    assert len(drawn(box, [20, 12], columns, rows, covered=True)) == len(lines)


def test_the_referee_throws_with_enter() -> None:
    """The referee alone is asked, who reads first which stage it is, and Enter throws; before that and after
    that Enter means nothing.
    """
    game = Told(RULES, 3, 0)
    view = game.view()
    assert game.talk.asked(view) == [
        "Stage 1 of 5: 5 seconds. You are the referee.",
        "Every die with your face is a point.",
        "You are the referee: press Enter to throw the dice.",
    ]
    for text in ("", "  ", "1", "throw"):
        assert game.talk.typed(text, view).choice == "throw"
    assert game.talk.typed("no", view).choice is None
    assert game.until("guess") == ["You throw the dice.", "The dice are in the box."]
    assert game.view()["ask"] is None
    assert game.talk.typed("", game.view()).lines == []


def test_faces() -> None:
    """A number from 1 to 6 is a choice, in full width too; others are refused, and Enter says nothing."""
    game = Told(RULES, 3, 1)
    view = game.until_asked("guess")
    assert [game.talk.typed(text, view).choice for text in ("1", "6", "\uff13")] == [1, 6, 3]
    assert game.talk.typed("4", view).lines == ["You have chosen 4."]
    for text in ("0", "7", "66"):
        refused = game.talk.typed(text, view)
        assert (refused.choice, refused.lines) == (None, ["A die has the faces 1 to 6."])
    assert game.talk.typed("", view).lines == []
    assert game.talk.typed("five", view).choice is None
    assert game.talk.asked(view)[-1] == "Which face do you choose? 1 to 6"


def test_what_others_wait_for() -> None:
    """The table says what it waits for in the words of the game."""
    game = Told(RULES, 3, 1)
    game.talk.heard(Waiting(0, (0,), "choose"))
    assert game.talk.patience() == ["Waiting for Aki: the throw of the dice."]
    game.until("guess")
    game.talk.heard(Waiting(1, (2,), "seal"))
    assert game.talk.patience() == ["Waiting for Chie: a face to be chosen."]


def test_the_box_stays_open_after_the_counting() -> None:
    """Until the next throw everybody may look into the box as long as they like."""
    game = Told(RULES, 3, 1)
    assert game.talk.typed("k", game.view()).lines == ["The box is empty."]
    game.until("guess")
    assert game.talk.typed("k", game.view()).lines == ["The lid is on the box."]
    game.until("throw")
    assert len(DIE.findall("".join(game.talk.typed("k", game.view()).lines))) == 30


def test_going_on() -> None:
    """A game that goes on in the middle of a stage shows no dice again, and says so."""
    game = Told(RULES, 3, 1)
    game.until("guess")
    assert game.talk.so_far(game.view()) == [
        "",
        "Stage 1 of 5: 5 seconds. Referee: Aki.",
        "Total: Ben 0, Chie 0",
        "The lid is on the box. Nobody is shown the dice of a stage a second time.",
    ]
    assert game.talk.asked(game.view())[0] == "Every die with your face is a point."


def test_a_person_through_pipes(tmp_path: Path) -> None:
    """Where nothing can be wiped the dice are not shown, which is said; the game is played all the same."""
    played = start(tmp_path, "practice", "dice-watching", "--seats", "3", "--option", "referee=1")
    assert played.stdin is not None and played.stdout is not None
    told = []
    for line in played.stdout:
        told.append(line)
        if line.startswith("Which face"):
            played.stdin.write("k\n3\n")
            played.stdin.flush()
    played.stdin.close()
    played.stdout.close()
    assert played.wait(WAIT) == 0
    whole = "".join(told)
    assert whole.count("The dice are not shown here, because what is written here stays.") == 5
    assert whole.count("The lid is on the box.") == whole.count("You have chosen 3.") == 5
    assert not DIE.search(whole)
    assert "The game is complete and fair" in whole
