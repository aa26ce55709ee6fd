"""No Loose Ends as a conversation: followed by ear, played by typing, with a reason for every no."""

import re
from typing import Any

import pytest

from cli import language
from cli.coloured import NO_LOOSE_ENDS, named, typed
from cli.table_talk import TableTalk
from cli.told_no_loose_ends import told as told_of
from engines import load
from engines.table import winners
from engines.vocabulary import Chose, Played
from peer.outcome import Happened, Over
from peer.sitting import Waiting
from tests.cli.told import PEOPLE, Told

RULES = load("no-loose-ends")
LETTERS = "?thklbvcswr"
EVERY = {"double_cross": True, "escape": True, "plan_b": True}
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"double_cross": True},
    {"escape": True},
    {"simple_scoring": True},
    {"plan_b": True},
    EVERY,
    {**EVERY, "simple_scoring": True},
)


def game(seats: int = 4, me: int | None = 0, seed: int = 1, **options: Any) -> Told:
    """A game of No Loose Ends from a seed."""
    return Told(RULES, seats, me, seed, **options)


def whole(table: Told) -> list[str]:
    """Everything that is told of a game."""
    return [line for _fact in table.facts for line in table.step()]


@pytest.mark.parametrize(
    ("lang", "seats", "options"),
    [
        *[("en", 2 + place % 4, options) for place, options in enumerate(OPTIONS)],
        ("ja", 3, EVERY),
        ("ja", 5, {}),
    ],
)
def test_a_game_can_be_followed_by_ear(lang: str, seats: int, options: dict[str, Any]) -> None:
    """Every card is told with its player, every round with everybody's points, the game with its winner."""
    language.use(lang)
    for me in (None, seats - 1):
        table = game(seats, me, seed=seats, **options)
        told: list[str] = []
        for fact in table.facts:
            lines = table.step()
            told += lines
            if isinstance(fact, Played):
                assert fact.seat == me or PEOPLE[fact.seat] in lines[0]
                for face in fact.faces:
                    assert named(RULES.item(face), NO_LOOSE_ENDS) in lines[0]
        told += table.talk.heard(Over())
        assert not [line for line in told if "{" in line or "None" in line]
        assert len([line for line in told if re.match("Aki[:\uff1a]", line)]) == 3
        assert PEOPLE[winners(RULES, table.end)[0]] in told[-1]


@pytest.mark.parametrize("options", OPTIONS)
def test_scores_are_explained(options: dict[str, Any]) -> None:
    """The reasons told for the points of a round add up to them, with every option."""
    for seed in range(4):
        table = game(4, None, seed, **options)
        lines = [line for line in whole(table) if re.match("(Aki|Ben|Chie|Dai): ", line)]
        gained = [points for scores in table.view()["scores"] for points in scores]
        for line, points in zip(lines, gained, strict=True):
            assert int(re.findall(r"(-?\d+) points?\.", line)[-1]) == points
            assert sum(int(part) for part in re.findall(r"\(([+-]\d+)\)", line)) == points, line


def round_of(**changed: Any) -> list[str]:
    """The lines of a finished round of two players, Aki having done this."""
    detail = {
        "bids": [[], [{"item": "R5", "covered": True, "plan_b": False}]],
        "tricks": [0, 1],
        "covered": [0, 1],
        "loose": [0, 0],
        "informants": [0],
        "informed": True,
        "lines": [
            [{"what": "informant", "points": 10}],
            [
                {"what": "covered", "points": 2},
                {"what": "loose", "points": 0},
                {"what": "perfect", "points": 0},
            ],
        ],
        **changed,
    }
    before: dict[str, Any] = {"phase": "cover", "rounds_detail": []}
    after = {
        "phase": "deal",
        "seats": 2,
        "rounds_detail": [detail],
        "scores": [[sum(line["points"] for line in each) for each in detail["lines"]]],
        "last_cover": {"slot": 3, "item": "R5"},
        "last_winner": 1,
        "last_trick": [{"seat": 0, "item": "R1"}, {"seat": 1, "item": "R8"}],
    }
    names = game(2, None).names
    return told_of(before, Chose(1, 3), after, names)[-3:]


def test_an_informant_without_a_trick() -> None:
    """A successful informant gets ten points and nothing else; what it does to the others is told first."""
    assert round_of() == [
        "An informant took no trick: no perfect crime, and each loose end costs 2.",
        "Aki: informant with 0 tricks (+10). 10 points.",
        "Ben: 1 of 1 bid card covered (+2), no loose end. 2 points.",
    ]


def test_a_perfect_crime() -> None:
    """A perfect crime is named; a failed informant's tricks are loose ends."""
    lines = [
        [{"what": "covered", "points": 0}, {"what": "loose", "points": -1}, {"what": "perfect", "points": 0}],
        [{"what": "covered", "points": 2}, {"what": "loose", "points": 0}, {"what": "perfect", "points": 5}],
    ]
    assert round_of(lines=lines, tricks=[1, 1], loose=[1, 0], informed=False) == [
        "Round 1 is over.",
        "Aki: informant with 1 trick, 1 loose end (-1). -1 points.",
        "Ben: 1 of 1 bid card covered (+2), no loose end, perfect crime (+5). 7 points.",
    ]


def test_simple_scoring() -> None:
    """Where only loose ends count, the points stand beside them, for informants too."""
    lines = [[{"what": "simple", "points": 4}], [{"what": "simple", "points": 2}]]
    assert round_of(lines=lines, informed=False, loose=[0, 1]) == [
        "Round 1 is over.",
        "Aki: informant with 0 tricks, no loose end (+4). 4 points.",
        "Ben: 1 of 1 bid card covered, 1 loose end (+2). 2 points.",
    ]


def test_a_tie_is_explained() -> None:
    """Where equal points are decided by the last round it is said, and only there."""
    ends = set()
    for seed in (0, 1, 17, 48, 237, 331):
        table = game(2, None, seed, simple_scoring=True)
        told = whole(table)
        equal = len(set(RULES.totals(table.end))) == 1
        alone = len(winners(RULES, table.end)) == 1
        said = "Aki, Ben have equal points; the points of the last round decide." in told
        assert said == (equal and alone)
        ends.add((equal, alone))
    assert ends == {(False, True), (True, True), (True, False)}


def texts(view: dict[str, Any]) -> dict[Any, str]:
    """What to type for each thing that the seat may think of."""
    match view["ask"]["what"]:
        case "cross":
            return {True: "y", False: "n"}
        case "cover":
            return {bid["slot"]: bid["item"] for bid in view["bids"][view["seat"]] if not bid["covered"]}
    cards = {(card["slot"],): card["item"] for card in view["hand"]}
    return {(): "p", **cards} if view["ask"]["what"] == "plan" else cards


@pytest.mark.parametrize("seats", [2, 5])
def test_everything_legal_can_be_typed_and_nothing_else(seats: int) -> None:
    """Whatever the seat has is a choice by its name if it is legal, and gets a reason if it is not."""
    refused: list[str] = []
    asked = set()
    for seed in range(8):
        table = game(seats, 1, seed, **EVERY)
        while table.at < len(table.facts):
            view = table.view()
            if view["ask"]:
                asked.add(view["ask"]["what"])
                legal = [tuple(c) if isinstance(c, list) else c for c in view["ask"]["choices"]]
                thinkable = texts(view)
                assert set(legal) <= set(thinkable)
                for choice, text in thinkable.items():
                    reply = table.talk.typed(text, view)
                    if choice in legal:
                        # One escape card is as good as another.
                        assert thinkable[reply.choice] == text
                        assert type(reply.choice) is type(choice)
                    else:
                        assert reply.choice is None
                        refused += reply.lines
            table.step()
    assert asked == {"plan", "cross", "tricks", "cover"}
    for reason in (
        "You hold grey, so you must play grey or an escape card.",
        "There is an informant already, so you may not pass without a bid card.",
        f"You have as many bid cards as one may have: {6 if seats == 2 else 3}.",
        "An escape card cannot be a bid card.",
    ):
        assert reason in refused
    assert [line for line in refused if line.startswith("It must have the number or the suit of ")]


def test_without_escape_cards_no_reason_names_them() -> None:
    """A revoke is refused in the words of the game that is played."""
    for seed in range(20):
        table = game(3, 2, seed)
        view = table.until_asked("tricks")
        if view["ask"]["refused"]:
            slot = view["ask"]["refused"][0]["choice"][0]
            item = next(card["item"] for card in view["hand"] if card["slot"] == slot)
            (line,) = table.talk.typed(item, view).lines
            assert re.fullmatch(r"You hold (\w+), so you must play \1\.", line)
            held = {card["item"] for card in view["hand"]}
            other = next(f"G{number}" for number in range(1, 13) if f"G{number}" not in held)
            assert table.talk.typed(other, view).lines == ["You do not hold that card."]
            return
    pytest.fail("no seed makes the third player follow suit")


@pytest.mark.parametrize(
    ("text", "item"),
    [
        ("G12", "G12"),
        ("12 g", "G12"),
        ("\uff22\uff11", "B1"),  # full width
        ("grey 12", "G12"),
        ("Gray12", "G12"),
        ("灰12", "G12"),
        ("はい12", "G12"),
        ("グレーの3", "G3"),
        ("青 15", "B15"),
        ("x", "X"),
        ("Escape", "X"),
        ("逃走", "X"),
        ("逃走カード", "X"),
        ("green 3", None),
        ("P3", None),
        ("X1", None),
        ("はい", None),
        ("", None),
    ],
)
def test_typed_cards(text: str, item: str | None) -> None:
    """A card may be typed by letter or word, in both languages, in any order, case and width."""
    assert typed(text, NO_LOOSE_ENDS) == item


def test_passing() -> None:
    """A pass is a letter or a word in either language; in play it means nothing."""
    table = game(4, 0)
    view = table.until_asked("plan")
    for text in ("p", "P", "pass", "\uff50", "パス", "\uff8a\uff9f\uff7d"):
        assert table.talk.typed(text, view).choice == ()
    view = table.until_asked("tricks")
    reply = table.talk.typed("p", view)
    assert reply.choice is None
    assert reply.lines[0] == "p means nothing here."
    assert "input method" in table.talk.typed("パス", view).lines[0]


def test_the_plan_is_told() -> None:
    """Who bids what, who passes and who informs is told at once, and once more before the tricks."""
    for seed in range(10):
        table = game(4, None, seed)
        told = table.until("tricks")
        view = table.view()
        bids = sum(map(len, view["bids"]))
        assert len([line for line in told if " bids " in line]) == bids
        assert len([line for line in told if " passes" in line]) == 4
        again = told[told.index("The planning is over.") :]
        for seat, cards in enumerate(view["bids"]):
            if cards:
                each = ", ".join(named(card["item"], NO_LOOSE_ENDS) for card in cards)
                assert f"Bid cards of {PEOPLE[seat]}: {each}" in again
            else:
                assert f"{PEOPLE[seat]} is an informant." in again
        assert f"{PEOPLE[view['leader']]} passed last and leads." in again


def test_a_double_cross_is_told() -> None:
    """A double cross, and that there was none, is told; the cards taken back can be asked about."""
    heard = set()
    for seed in range(30):
        table = game(3, None, seed, double_cross=True)
        for fact in table.facts:
            crossing = table.view()["phase"] == "cross"
            (line, *_rest) = table.step() or [""]
            if crossing and isinstance(fact, Chose):
                name = PEOPLE[fact.seat]
                heard.add(fact.choice)
                if fact.choice:
                    assert line == f"{name} double-crosses: takes all bid cards back, and is an informant."
                    back = [
                        line for line in table.talk.typed("b", table.view()).lines if "Taken back" in line
                    ]
                    assert back[0].startswith(f"Taken back by {name} and still in the hand: ")
                else:
                    assert line == f"{name} does not double-cross."
    assert heard == {True, False}


def test_a_led_escape_card() -> None:
    """After an escape card has been led, the first other card is told with what must be followed."""
    said = 0
    for seed in range(10):
        table = game(4, None, seed, escape=True)
        for fact in table.facts:
            before = table.view()
            line = next(iter(table.step()), "")
            if isinstance(fact, Played) and before["phase"] == "tricks":
                item = RULES.item(fact.faces[0])
                opens = bool(before["trick"]) and before["led"] is None and item != "X"
                assert ("must be followed" in line) == opens
                said += opens
    assert said


def test_what_a_trick_covers_is_told() -> None:
    """Every trick is told with who took it and what became of it."""
    for options in ({}, {"plan_b": True}):
        table = game(3, None, 4, **options)
        told = whole(table)
        tricks = sum(sum(detail["tricks"]) for detail in table.view()["rounds_detail"])
        covered = sum(sum(detail["covered"]) for detail in table.view()["rounds_detail"])
        counts = [line for line in told if " takes the trick. Tricks: " in line]
        assert len(counts) == tricks
        assert not [line for line in counts if re.search(r"Aki 0, Ben 0, Chie 0", line)]
        assert len([line for line in told if re.fullmatch(r"\w+ covers \w+ \d+ with it\.", line)]) == covered
        assert len([line for line in told if line.startswith("It covers nothing: ")]) == tricks - covered
        assert bool([line for line in told if "becomes a bid card" in line]) == bool(options)


@pytest.mark.parametrize("lang", language.LANGUAGES)
def test_every_letter_is_answered_at_any_time(lang: str) -> None:
    """Each letter of the help gets an answer in every phase, and takes no choice away."""
    language.use(lang)
    table = game(3, 0, seed=7, **EVERY)
    while table.at < len(table.facts):
        view = table.view()
        for letter in LETTERS:
            reply = table.talk.typed(letter, view)
            assert reply.lines, (letter, table.at)
            assert reply.choice is None
            assert not [line for line in reply.lines if "{" in line or "None" in line]
        table.step()


def test_waiting_says_for_what() -> None:
    """Whoever waits is told what for, by the phase of the game."""
    table = game(4, None)
    for phase, owed in {
        "plan": "a bid card or a pass",
        "tricks": "a card",
        "cover": "which bid card to cover",
    }.items():
        table.until(phase)
        table.talk.heard(Waiting(0, (1,), "choose" if phase == "cover" else "play"))
        assert table.talk.typed("t", table.view()).lines == [f"Waiting for Ben: {owed}."]


def test_a_conversation_can_begin_anywhere() -> None:
    """After a restart the conversation goes on as if it had never stopped, and first says where it is."""
    for part in range(1, 12, 2):
        table = game(3, 1, seed=5, **EVERY)
        middle = len(table.facts) * part // 12
        for _fact in table.facts[:middle]:
            table.step()
        later = TableTalk(RULES, table.options, table.names, table.facts[:middle])
        where = later.so_far(table.view())
        assert where[1].startswith("Round ")
        assert not [line for line in where if "{" in line or "None" in line]
        for fact in table.facts[middle : middle + 30]:
            assert table.talk.heard(Happened(0, fact)) == later.heard(Happened(0, fact))


@pytest.mark.parametrize(("lang", "code"), [("en", "ascii"), ("ja", "cp932")])
def test_questions_stay_within_a_screen(lang: str, code: str) -> None:
    """No line of a question is wider than 80 columns."""
    language.use(lang)
    for seats in (2, 3):
        table = game(seats, 0, 3, **EVERY)
        for _fact in table.facts:
            for line in table.talk.asked(table.view()):
                assert len(line.encode(code)) <= 80, line
            table.step()
