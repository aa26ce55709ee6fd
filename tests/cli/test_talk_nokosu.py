"""Nokosu Dice as a conversation: followed by ear, played by typing, with a reason for every no."""

import re
from typing import Any

import pytest

from cli import language
from cli.coloured import NOKOSU, named, rows, typed
from cli.nokosu_trumps import suit_of
from cli.table_talk import TableTalk
from engines import load
from engines.table import winners
from engines.vocabulary import Played
from peer.outcome import Happened, Over
from peer.sitting import Waiting
from tests.cli.told import PEOPLE, Told

RULES = load("nokosu")
LETTERS = "?thdklbvcswr"


def game(seats: int = 4, me: int | None = 0, seed: int = 1, **options: Any) -> Told:
    """A game of Nokosu Dice from a seed."""
    return Told(RULES, seats, me, seed, **options)


@pytest.mark.parametrize(("seats", "options"), [(3, {}), (3, {"dropped": "R"}), (4, {})])
@pytest.mark.parametrize("lang", language.LANGUAGES)
def test_a_game_can_be_followed_by_ear(seats: int, options: dict[str, Any], lang: str) -> None:
    """Every item is told with its player, every round with everybody's points, the game with its winner."""
    language.use(lang)
    for me in (None, 0, seats - 1):
        table = game(seats, me, seed=seats, **options)
        told: list[str] = []
        for fact in table.facts:
            lines = table.step()
            told += lines
            if isinstance(fact, Played):
                assert named(RULES.item(fact.faces[0]), NOKOSU) in lines[0]
                assert fact.seat == me or PEOPLE[fact.seat] in lines[0]
        told += table.talk.heard(Over())
        assert not [line for line in told if "{" in line or "None" in line]
        assert len([line for line in told if re.match("Ben: ?|Ben:", line)]) == seats
        assert PEOPLE[winners(RULES, table.end)[0]] in told[-1]


def test_the_dice_are_told_before_they_are_taken() -> None:
    """The roll names every die of every player and of the middle; the draft ends with what is trump."""
    table = game(4, None)
    told = table.until("draft")
    view = table.view()
    for seat, dice in enumerate(view["dice"]):
        (line,) = [line for line in told if line.startswith(f"Dice of {PEOPLE[seat]}: ")]
        assert len(line.split(", ")) == len(dice) == 2
    middle = " ".join(told[told.index(next(line for line in told if line.startswith("In the middle: "))) :])
    assert sorted(re.findall(r"[RYGBP]\dd", middle)) == sorted(die["item"] for die in view["pool"])
    told = table.until("zero")
    die = named(table.view()["trump"], NOKOSU)
    assert [line for line in told if line.startswith(f"The trump die is the {die}. Trump: everything ")]
    assert len([line for line in told if " takes the " in line]) == 12


def test_scores_are_explained() -> None:
    """The reasons told for the points of a round add up to them."""
    for seed in range(6):
        table = game(3, None, seed)
        told = [line for _fact in table.facts for line in table.step()]
        rounds = table.view()["rounds_detail"]
        lines = [line for line in told if re.match("(Aki|Ben|Chie): ", line)]
        gained = [points for scores in table.view()["scores"] for points in scores]
        for line, points in zip(lines, gained, strict=True):
            assert int(re.findall(r"(-?\d+) points?", line)[-1]) == points
            parts = [int(n) for n in re.findall(r"(\d+) for", line)]
            assert not parts or sum(parts) == points
        reached = [len([line for line in lines if "as declared" in line or "as many as" in line])]
        assert reached == [sum(sum(detail["reached"]) for detail in rounds)]


def test_suits_of_trumps() -> None:
    """What shares colour or number with the trump die is trump and nothing else."""
    assert [suit_of(item, "B6d") for item in ("B0", "R6d", "B6", "R5", "B2d")] == [
        "trump",
        "trump",
        "trump",
        "R",
        "trump",
    ]
    assert suit_of("B0", None) == "B"


def test_whoever_is_out_of_a_suit_is_told_to_be() -> None:
    """An item of another suit than the led one is told with what its player has none of."""
    table = game(4, None, seed=4)
    off = 0
    for fact in table.facts:
        before = table.view()
        line = next(iter(table.step()), "")
        if isinstance(fact, Played) and before["led"]:
            other = suit_of(RULES.item(fact.faces[0]), before["trump"]) != before["led"]
            assert (", with no " in line) == other
            off += other
    assert off > 20


@pytest.mark.parametrize(
    ("text", "item"),
    [
        ("R5", "R5"),
        ("r5", "R5"),
        ("5r", "R5"),
        ("r 5 d", "R5d"),
        ("5rd", "R5d"),
        ("dr5", "R5d"),
        ("\uff32\uff15\uff44", "R5d"),  # full width
        ("red 5", "R5"),
        ("the", None),
        ("Green die 3", "G3d"),
        ("purple0", "P0"),
        ("赤5", "R5"),
        ("赤の5", "R5"),
        ("みどりのダイス3", "G3d"),
        ("紫のサイコロ 1", "P1d"),
        ("キイロ7", "Y7"),
        ("R", None),
        ("5", None),
        ("R5R", None),
        ("R123", None),
        ("1R2", None),
        ("", None),
        ("d", None),
        ("grey 5", None),
    ],
)
def test_typed_items(text: str, item: str | None) -> None:
    """An item may be typed by letter or word, in both languages, in any order, case and width."""
    assert typed(text, NOKOSU) == item


def texts(view: dict[str, Any]) -> dict[Any, str]:
    """What to type for each thing that the seat may think of."""
    what, own = view["ask"]["what"], view["dice"][view["seat"]]
    if what == "draft":
        return {die["slot"]: die["item"] for die in view["pool"]}
    if what == "zero":
        return {-1: "n", **{die["slot"]: die["item"] for die in own}}
    return {(thing["slot"],): thing["item"] for thing in (*view["hand"], *own)}


@pytest.mark.parametrize("seats", [3, 4])
def test_everything_legal_can_be_typed_and_nothing_else(seats: int) -> None:
    """Whatever the seat has is a choice by its name if it is legal, and gets a reason if it is not.

    Two dice that look the same are the same.
    """
    refused = set()
    for seed in range(4):
        table = game(seats, 1, seed)
        while table.at < len(table.facts):
            view = table.view()
            if view["ask"]:
                legal = [tuple(c) if isinstance(c, list) else c for c in view["ask"]["choices"]]
                thinkable = texts(view)
                for choice, text in thinkable.items():
                    reply = table.talk.typed(text, view)
                    if choice in legal:
                        assert thinkable[reply.choice] == text
                        assert type(reply.choice) is type(choice)
                    else:
                        assert reply.choice is None
                        assert len(reply.lines) == 1
                        refused |= {reply.lines[0]}
            table.step()
    assert "You did not declare zero, so you keep your last die to the end." in refused
    assert "You have a trump to play, so you must play one." in refused
    assert "You have red to play, so you must play red. What is trump is not red." in refused


def test_a_draft_takes_dice_without_the_d() -> None:
    """Where only a die can be meant it need not be said; a die that is not there is refused."""
    table = game(4, 2)
    view = table.until_asked("draft")
    item = view["pool"][0]["item"]
    same = [die["slot"] for die in view["pool"] if die["item"] == item]
    assert table.talk.typed(item[:2], view).choice in same
    missing = next(
        f"{c}{n}" for c in "RYGBP" for n in range(1, 7) if f"{c}{n}d" not in map(itemised, view["pool"])
    )
    assert table.talk.typed(missing, view).lines == ["That die is not in the middle."]
    assert table.talk.typed("X", view).choice is None


def itemised(thing: dict[str, Any]) -> str:
    """The item of a thing in a view."""
    return str(thing["item"])


def test_a_declaration_names_its_die() -> None:
    """No is no; yes alone asks for the die; a die that one has not is refused."""
    table = game(4, 3)
    view = table.until_asked("zero")
    for no in ("n", "NO", "\uff4e", "いいえ"):
        assert table.talk.typed(no, view).choice == -1
    for yes in ("y", "はい"):
        reply = table.talk.typed(yes, view)
        assert reply.choice is None
        assert reply.lines == ["Then type the die that you put back into the bag."]
    mine = list(map(itemised, view["dice"][3]))
    missing = next(f"{c}{n}" for c in "RYGBP" for n in range(1, 7) if f"{c}{n}d" not in mine)
    assert table.talk.typed(missing, view).lines == ["You have no such die."]
    confused = table.talk.typed("maybe", view)
    assert confused.lines[0] == "maybe means nothing here."
    assert confused.lines[-1].startswith("Do you declare zero")


def test_a_card_is_not_a_die() -> None:
    """In play the d makes the difference: who has the die but not the card is told so."""
    for seed in range(30):
        table = game(4, 0, seed)
        view = table.until_asked("tricks")
        held = {card["item"] for card in view["hand"]}
        alone = [die["item"][:2] for die in view["dice"][0] if die["item"][:2] not in held]
        if alone:
            reply = table.talk.typed(alone[0], view)
            assert reply.choice is None
            assert "A die has a d after it" in reply.lines[0]
            return
    pytest.fail("no seed gives a die without its card")


@pytest.mark.parametrize("lang", language.LANGUAGES)
def test_every_letter_is_answered_at_any_time(lang: str) -> None:
    """Each letter of the help gets an answer in every phase, and takes no choice away."""
    language.use(lang)
    table = game(3, 0, seed=7)
    while table.at < len(table.facts):
        view = table.view()
        for letter in LETTERS:
            reply = table.talk.typed(letter, view)
            assert reply.lines, (letter, table.at)
            assert reply.choice is None
            assert not [line for line in reply.lines if "{" in line or "None" in line]
        table.step()


def test_goals_are_told_as_they_become_known() -> None:
    """Whoever comes down to one die is told with the goal that this makes, once a round."""
    table = game(4, None, seed=2)
    told = [line for _fact in table.facts for line in table.step()]
    kept = sum(not declared for detail in table.view()["rounds_detail"] for declared in detail["declared"])
    assert len([line for line in told if "has one die left" in line]) <= kept
    assert [
        line for line in told if re.match(r"\w+ has one die left, the \w+ die \d. Goal: \d tricks?\.", line)
    ]


def test_waiting_says_for_what() -> None:
    """Whoever waits is told what for, by the phase of the game."""
    table = game(4, None)
    for phase, owed in {
        "draft": "a die from the middle",
        "zero": "to declare zero or not",
        "tricks": "a card or a die",
    }.items():
        table.until(phase)
        table.talk.heard(Waiting(0, (1,), "play" if phase == "tricks" else "choose"))
        assert table.talk.typed("t", table.view()).lines == [f"Waiting for Ben: {owed}."]
    table.talk.heard(Waiting(0, (1,), "shuffle"))
    assert table.talk.typed("t", table.view()).lines == ["Waiting for Ben: the shuffle."]


def test_a_conversation_can_begin_anywhere() -> None:
    """After a restart the conversation goes on as if it had never stopped, and first says where it is."""
    for part in range(1, 8):
        whole = game(3, 1, seed=5)
        middle = len(whole.facts) * part // 8
        for _fact in whole.facts[:middle]:
            whole.step()
        later = TableTalk(RULES, whole.options, whole.names, whole.facts[:middle])
        where = later.so_far(whole.view())
        assert where[1].startswith("Round ")
        assert not [line for line in where if "{" in line or "None" in line]
        for fact in whole.facts[middle : middle + 30]:
            assert whole.talk.heard(Happened(0, fact)) == later.heard(Happened(0, fact))


def test_lists_stay_within_a_screen() -> None:
    """A list is broken between its groups where it is too wide, and nothing of it is lost."""
    language.use("ja")
    table = game(4, 0, seed=3)
    groups = [f"赤 {' '.join(['R5d'] * count)}" for count in (3, 8, 1, 12, 2)]
    lines = rows("中央:", groups)
    assert len(lines) > 1
    assert " ".join(lines).count("R5d") == 26
    assert all(len(line.encode("cp932")) <= 80 for line in lines)
    for _fact in table.facts:
        for line in table.talk.asked(table.view()):
            assert len(line.encode("cp932")) <= 80, line
        table.step()


def test_goals_mean_nothing_before_the_tricks() -> None:
    """Who comes back while dice are taken is told of no goal; in the tricks each player has a line."""
    table = game(4, 0, seed=7)
    phases = set()
    for _fact in table.facts:
        table.step()
        phase = table.view()["phase"]
        told = [line for line in table.talk.so_far(table.view()) if "may still choose" in line]
        assert not told or phase == "tricks"
        phases |= {phase} if told else set()
    assert phases == {"tricks"}
