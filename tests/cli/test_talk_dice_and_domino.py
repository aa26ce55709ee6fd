"""Dice And Domino in words: every tile that is seen is told, with what becomes of it; tiles can be typed."""

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from cli import dominoes, language
from cli.table_talk import TableTalk
from cli.words import Names
from engines.dice_and_domino import RULES
from engines.dice_and_domino_state import AFTER, PLACE
from engines.table import choices, settle_options
from engines.vocabulary import Chose, Dealt, Face, Mixed, Played, Rolled
from peer.outcome import Happened, Over
from peer.sitting import Waiting
from tests.cli.running import WAIT, start
from tests.cli.told import PEOPLE, Told

EVERY: list[dict[str, Any]] = [
    {"rounds": 2},
    {"rounds": 2, "sets": 2, "ante": 3, "perfect_alone": True},
    {"rounds": 2, "sets": 2, "w0_draws": True},
]


@pytest.mark.parametrize("options", EVERY)
@pytest.mark.parametrize("seats", [2, 4, 5])
@pytest.mark.parametrize("lang", language.LANGUAGES)
def test_a_game_can_be_followed_by_ear(lang: str, seats: int, options: dict[str, Any]) -> None:
    """Every roll, every tile seen, what is discarded and taken back, who is out and all chips are told."""
    language.use(lang)
    for me in (None, 0, seats - 1):
        game = Told(RULES, seats, me, seed=seats, **options)
        told: list[str] = []
        for fact in game.facts:
            before = game.view()
            lines = game.step()
            told += lines
            view = game.view()
            if isinstance(fact, Rolled) and before["phase"] == "roll":
                assert all(str(die) in lines[1] for die in view["dice"])
            if isinstance(fact, Mixed):
                assert bool(lines) == (fact.seat != me or view["phase"] == "up")
            if isinstance(fact, Played):
                assert all(RULES.item(face) in lines[0] for face in fact.faces)
                assert fact.seat == me or PEOPLE[fact.seat] in lines[0]
            if view["last"] != before["last"] and not isinstance(fact, Chose):
                _turn_is_told(view["last"], lines[1:], me)
        told += game.talk.heard(Over())
        assert not [line for line in told if "{" in line or "None" in line]
        assert all(str(total) in told[-2] for total in RULES.totals(game.end))


def _turn_is_told(last: dict[str, Any], lines: list[str], me: int | None) -> None:
    """Every tile that went or came back is in a line with its player; so is who is out."""
    for key in ("discarded", "returned"):
        for seat, items in enumerate(last[key]):
            found = [line for line in lines if all(item in line for item in items)]
            assert not items or [line for line in found if seat == me or PEOPLE[seat] in line]
    for seat in last["out"]:
        assert seat == me or [line for line in lines if PEOPLE[seat] in line]


@pytest.mark.parametrize("lang", language.LANGUAGES)
def test_no_word_holds_a_closed_tile(lang: str) -> None:
    """What is told to an onlooker names no tile that was not turned up or shown."""
    language.use(lang)
    game = Told(RULES, 4, None, seed=3, sets=2, rounds=1)
    seen: set[str] = set()
    while game.at < len(game.facts):
        fact = game.facts[game.at]
        if isinstance(fact, Played):
            seen |= {RULES.item(face) for face in fact.faces}
        lines = game.step()
        for letter in "hklbvs":
            lines += game.talk.typed(letter, game.view()).lines
        for low in range(7):
            for high in range(low, 7):
                assert f"{low}-{high}" in seen or f"{low}-{high}" not in "".join(lines)


class Position:
    """A turn from given dice and hands, whose first two tiles each seat places, told to an onlooker."""

    def __init__(self, dice: tuple[int, int], *hands: str, gone: int = 20, **options: Any) -> None:
        seats = len(hands)
        settled = settle_options(RULES, seats, {"sets": 2, "rounds": 3, **options})
        self.hands = [[_face(word) for word in hand.split()] for hand in hands]
        sizes = [len(hand) for hand in self.hands]
        slots = [tuple(range(sum(sizes[:seat]), sum(sizes[: seat + 1]))) for seat in range(seats)]
        self.talk = TableTalk(RULES, settled, Names(PEOPLE[:seats], (False,) * seats, None))
        self.talk._state = RULES.start(seats, settled)._replace(
            section=PLACE, dice=dice, hands=tuple(slots), fresh=1000, deck=500, gone=gone
        )

    def play(self, *choose: str) -> list[str]:
        """Place and turn up, show, draw; `choose` tells roll or keep. All that is told."""
        told, seats = [], range(len(self.hands))
        for seat in seats:
            told += self.tell(Mixed(seat))
        faces = {
            slot: face
            for hand, tiles in zip(self.talk._state.hands, self.hands, strict=True)
            for slot, face in zip(hand, tiles, strict=True)
        }
        for phase in ("up", "show"):
            for seat in seats:
                s = self.talk._state
                if RULES.view(s, None, {})["phase"] == phase and not s.acted[seat]:
                    slots = tuple(int(slot) for slot in tuple(choices(RULES, s, seat, faces)[0]))  # type: ignore[arg-type]
                    told += self.tell(Played(seat, slots, tuple(faces[slot] for slot in slots)))
        if RULES.view(self.talk._state, None, {})["phase"] == "draw":
            told += self.tell(Dealt())
        return told + [line for word in choose for line in self.tell(Chose(self.chooser(), word))]

    def chooser(self) -> int:
        """Who is asked for roll or keep."""
        assert self.talk._state.section == AFTER
        chooser: int = RULES.view(self.talk._state, None, {})["last"]["chooser"]
        return chooser

    def tell(self, fact: Any) -> list[str]:
        """The fact, told."""
        return self.talk.heard(Happened(0, fact))


def _face(word: str) -> Face:
    return int(word[0]) * 7 + int(word[2])


def test_a_w0_makes_the_others_show() -> None:
    """A W0 goes with the tile beside it that fits; the others show both tiles and take them back."""
    told = Position((2, 5), "0-0 2-3 1-1", "2-2 1-1 3-3", "3-3 4-4 1-1").play()
    assert told == [
        "Aki has placed 2 tiles.",
        "Ben has placed 2 tiles.",
        "Chie has placed 2 tiles.",
        "Everybody has placed.",
        "Aki turns up 0-0 (W0), 2-3.",
        "Ben turns up 2-2.",
        "Chie turns up nothing.",
        "There is a W0, so all others show what they placed.",
        "Ben shows 1-1.",
        "Chie shows 3-3, 4-4.",
        "The strongest special tile is a W0: only W0s are discarded, "
        "each with the tile beside it if that fits.",
        "Aki discards 0-0, 2-3.",
        "Ben takes back 2-2, 1-1.",
        "Chie takes back 3-3, 4-4.",
        "Ben, Chie draw a tile each. Boneyard: 34 tiles.",
        "Tiles in hand: Aki 1, Ben 4, Chie 4.",
    ]


@pytest.mark.parametrize("alone", [False, True])
def test_a_perfect_tile_blocks_a_w0(alone: bool) -> None:
    """Beside a perfect tile the other tile goes, or comes back; a W0 anywhere comes back."""
    told = Position((1, 4), "1-4 4-6 3-3", "0-0 1-2 3-3", perfect_alone=alone).play()
    assert "Aki turns up 1-4 (perfect tile), 4-6." in told
    if alone:
        rule = "The strongest special tile is a perfect tile: only perfect tiles are discarded."
        became = ["Aki discards 1-4.", "Aki takes back 4-6.", "Ben takes back 0-0, 1-2."]
    else:
        rule = (
            "The strongest special tile is a perfect tile: only perfect tiles are discarded, "
            "each with the tile beside it if that fits."
        )
        became = ["Aki discards 1-4, 4-6.", "Ben takes back 0-0, 1-2."]
    at = told.index(rule)
    assert told[at + 1 : at + 1 + len(became)] == became


@pytest.mark.parametrize(
    ("choice", "said"),
    [("roll", ["Aki rolls next."]), ("keep", ["", "Aki keeps the dice: 1 and 4 again."])],
)
def test_a_double_perfect(choice: str, said: list[str]) -> None:
    """Only double perfects go; whoever had one says whether the dice stay."""
    told = Position((1, 4), "1-1 4-4 3-3", "1-4 2-4 3-3").play(choice)
    assert "Aki turns up 1-1 (double perfect), 4-4 (double perfect)." in told
    at = told.index("There is a double perfect: only double perfects are discarded.")
    assert told[at + 1 :] == [
        "Aki discards 1-1, 4-4.",
        "Ben takes back 1-4, 2-4.",
        "Tiles in hand: Aki 1, Ben 3.",
        *said,
    ]


def test_going_out_together() -> None:
    """Those who are out share the pot, and what is left of it is told."""
    told = Position((2, 5), "2-3", "5-6", "3-3 1-1").play()
    assert told[-5:] == [
        "Aki discards 2-3.",
        "Ben discards 5-6.",
        "Aki, Ben are out together and share the pot: 1 chip for each.",
        "1 chip left in the pot for the next round.",
        "Chips: Aki 3, Ben 3, Chie 2.",
    ]
    told = Position((2, 5), "2-3", "5-6", "3-3 1-1", rounds=1).play()
    assert told[-2] == "1 chip left in the pot, for nobody."


def test_going_out_alone() -> None:
    """Who is out takes the pot."""
    told = Position((2, 5), "2-3", "1-1 3-3 4-4").play()
    assert told[-2:] == ["Aki is out and takes the pot: 2 chips.", "Chips: Aki 4, Ben 2."]


def test_an_empty_boneyard() -> None:
    """When there is nothing to draw, that is said; nobody is said to draw."""
    told = Position((2, 5), "2-3 1-1 3-3", "1-1 3-3 4-4", gone=56).play()
    assert told[-2:] == ["The boneyard is empty, so nobody draws.", "Tiles in hand: Aki 2, Ben 3."]


def test_nothing_fits() -> None:
    """A turn in which no tile fits is told as such."""
    told = Position((2, 5), "3-3 1-1 3-3", "1-1 3-3 4-4").play()
    assert "No tile fits, so none is discarded." in told


HELD = ["2-5", "3-3", "3-3", "0-4"]


@pytest.mark.parametrize(
    ("text", "tiles"),
    [
        ("2-5 3-3", ["2-5", "3-3"]),
        ("25 33", ["2-5", "3-3"]),
        ("5-2, 40", ["2-5", "0-4"]),
        ("[2|5] 3/3", ["2-5", "3-3"]),
        ("2\u30fc5\u30013\u30fc3", ["2-5", "3-3"]),  # as an input method leaves it
        ("3\u22123 3\u20103", ["3-3", "3-3"]),
        ("1 3", ["0-4", "3-3"]),  # numbers in the hand as it is shown
        ("6-6", ["6-6"]),
        ("5", None),
        ("2-7", None),
        ("two five", None),
        ("", None),
    ],
)
def test_typed_tiles(text: str, tiles: list[str] | None) -> None:
    """Tiles may be typed with either half first, with any stroke or none, or by their number."""
    assert dominoes.typed(text, HELD) == tiles


def placing(**options: Any) -> tuple[Told, dict[str, Any], dict[str, int]]:
    """A game in which a seat is to place, its view, and the slots of its tiles."""
    game = Told(RULES, 3, 1, seed=11, **options)
    view = game.until_asked("place")
    return game, view, {tile["item"]: tile["slot"] for tile in view["hand"]}


def test_placing() -> None:
    """Two tiles are a choice, in any order, in full width and by number; what is placed is confirmed."""
    game, view, slots = placing()
    items = sorted(slots)
    wanted = tuple(sorted((slots[items[0]], slots[items[2]])))
    wide = items[2].translate({ord(sign): ord(sign) + 0xFEE0 for sign in "0123456789-"})
    for text in (f"{items[0]} {items[2]}", f"{items[2]} {items[0]}", "1 3", f"{wide}\u3000{items[0]}"):
        reply = game.talk.typed(text, view)
        assert reply.choice == wanted
        assert reply.lines == [f"You place {items[0]}, {items[2]}."]


def test_wrong_placings() -> None:
    """One tile, three, one not held and one twice are refused with the reason; a word is asked again."""
    game, view, slots = placing(sets=1)
    items = sorted(slots)
    absent = next(f"{n}-{n}" for n in range(7) if f"{n}-{n}" not in slots)
    one, three = game.talk.typed(items[0], view), game.talk.typed(" ".join(items[:3]), view)
    assert one.lines == ["Place two tiles at once, such as 2-5 3-3."] and one.choice is None
    assert three.choice is None
    for text in (f"{items[0]} {absent}", f"{items[0]} {items[0]}"):
        assert game.talk.typed(text, view).lines == ["You do not hold that tile."]
    assert game.talk.typed("", view).lines == []
    assert "means nothing here" in game.talk.typed("any", view).lines[0]


def test_twins_are_two_tiles() -> None:
    """With two sets both copies of a tile can be placed together."""
    for seed in range(200):
        game = Told(RULES, 3, 1, seed=seed, sets=2)
        view = game.until_asked("place")
        twice = [item for item, n in Counter(tile["item"] for tile in view["hand"]).items() if n == 2]
        if twice:
            slots = tuple(sorted(tile["slot"] for tile in view["hand"] if tile["item"] == twice[0]))
            assert game.talk.typed(f"{twice[0]} {twice[0]}", view).choice == slots
            return
    pytest.fail("no seed deals a tile twice")


def test_the_last_tiles_need_no_typing() -> None:
    """Where there is no choice of what to place, Enter places it."""
    found: set[int] = set()
    for seed in range(300):
        game = Told(RULES, 2, 0, seed=seed, rounds=1)
        while game.at < len(game.facts) and found != {1, 2}:
            view = game.view()
            if view["ask"] and view["ask"]["what"] == "place" and len(view["hand"]) <= 2:
                assert "Press Enter" in game.talk.asked(view)[-1]
                assert game.talk.typed("", view).choice == tuple(sorted(t["slot"] for t in view["hand"]))
                found.add(len(view["hand"]))
            game.step()
    assert found == {1, 2}


def test_which_of_two_tiles_is_turned_up() -> None:
    """Where both tiles fit one die only, their owner is asked; both, none and others are refused."""
    for seed in range(100):
        game = Told(RULES, 3, 1, seed=seed, rounds=1)
        while game.at < len(game.facts):
            view = game.view()
            if view["ask"] and view["ask"]["what"] == "up" and len(view["ask"]["choices"]) == 2:
                _asked_for_one(game, view)
                return
            game.step()
    pytest.fail("no seed makes anybody choose")


def _asked_for_one(game: Told, view: dict[str, Any]) -> None:
    slots = {choice[0] for choice in view["ask"]["choices"]}
    tiles = sorted((tile["item"], tile["slot"]) for tile in view["hand"] if tile["slot"] in slots)
    assert f"1={tiles[0][0]} 2={tiles[1][0]}" in game.talk.asked(view)[-1]
    for number, (item, slot) in enumerate(tiles, start=1):
        assert game.talk.typed(item, view).choice == game.talk.typed(str(number), view).choice == (slot,)
    both = game.talk.typed(" ".join(item for item, _slot in tiles), view)
    assert both.lines == ["One of the tiles that fit must be turned up, and no other one."]
    other = next(f"{n}-{n}" for n in range(7) if f"{n}-{n}" not in dict(tiles))
    assert game.talk.typed(other, view).lines == ["You did not place that tile."]


def test_roll_or_keep() -> None:
    """After a double perfect the player is asked; both answers can be typed."""
    position = Position((1, 4), "1-1 4-4 3-3", "1-4 2-4 3-3")
    position.play()
    view = RULES.view(position.talk._state, 0, {})
    talk = TableTalk(RULES, view["options"], Names(PEOPLE[:2], (False, False), 0))
    assert "1: roll" in talk.asked(view)[-1] and "1 and 4" in talk.asked(view)[-1]
    answers = {text: talk.typed(text, view).choice for text in ("1", "2", "roll", "keep", "\uff12", "3", "")}
    assert answers == {
        "1": "roll", "2": "keep", "roll": "roll", "keep": "keep", "\uff12": "keep", "3": None, "": None
    }  # fmt: skip


@pytest.mark.parametrize("lang", language.LANGUAGES)
def test_every_question_is_answered_at_any_time(lang: str) -> None:
    """Each letter of the help gets an answer in every phase of the game, and takes no choice away."""
    language.use(lang)
    game = Told(RULES, 3, 0, seed=7, rounds=2)
    while game.at < len(game.facts):
        for letter in "?thklbvswr":
            reply = game.talk.typed(letter, game.view())
            assert reply.lines, (letter, game.at)
            assert reply.choice is None and not reply.leave
            assert not [line for line in reply.lines if "{" in line]
        game.step()


def test_what_was_drawn_is_said() -> None:
    """When a tile was drawn, the next question names it."""
    game, _view, _slots = placing()
    before = Counter(tile["item"] for tile in game.view()["hand"])
    while game.view()["phase"] != "draw":
        game.step()
    held = Counter(tile["item"] for tile in game.view()["hand"])
    view = game.until_asked("place")
    drawn = Counter(tile["item"] for tile in view["hand"]) - held
    assert before and list(drawn) == [game.talk.asked(view)[0].removeprefix("You drew ").rstrip(".")]


def test_what_others_wait_for() -> None:
    """The table says what it waits for in the words of the game."""
    game, _view, _slots = placing()
    game.talk.heard(Waiting(0, (2,), "mix"))
    assert game.talk.patience() == ["Waiting for Chie: tiles to be placed."]


def test_going_on() -> None:
    """A game that goes on says where it stands: round, pot, chips, dice, and what was placed."""
    game, view, _slots = placing()
    told = game.talk.so_far(view)
    assert told[1] == "Round 1 of 5. In the pot: 3 chips."
    assert told[2:5] == [
        "Chips: Aki 4, Ben 4, Chie 4.",
        "Tiles in hand: Aki 4, Ben 4, Chie 4.",
        "Boneyard: 16 tiles.",
    ]
    assert told[5].startswith("The dice show ")


def test_a_person_through_pipes(tmp_path: Path) -> None:
    """A person who types into a pipe plays a whole game with two bots."""
    played = start(tmp_path, "practice", "dice-and-domino", "--seats", "3", "--option", "rounds=1")
    assert played.stdin is not None and played.stdout is not None
    told = []
    for line in played.stdout:
        told.append(line)
        if line.startswith(("The dice show", "Your double perfect")):
            answer = "" if "Press Enter" in line else "1 2" if "Place two tiles" in line else "1"
            played.stdin.write(answer + "\n")
            played.stdin.flush()
    played.stdin.close()
    played.stdout.close()
    assert played.wait(WAIT) == 0
    whole = "".join(told)
    assert "Round 1 of 1. In the pot: 3 chips." in whole
    assert len(re.findall(r"out (and take|together)", whole)) == 1
    assert "The game is complete and fair" in whole
