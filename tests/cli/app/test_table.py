"""The table on the whole screen: games are played by keys alone, and what one should see is to be seen."""

from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from cli import cards, glyphs, language
from cli.app.end import EndScreen
from cli.app.frame import Size, text_of
from cli.app.leaving import Leaving
from cli.app.menu import Text
from cli.app.picking import Picking
from cli.app.picture import Picture, Thing
from cli.app.scoring import Scoring
from cli.app.screen import Home, Quit, Work
from cli.app.table import TableScreen
from cli.app.table_help import PASSAGES, moment
from cli.app.watched import Watched
from engines import GAMES, load
from engines.vocabulary import Played
from peer.audit import Verdict
from peer.blame import Blame
from peer.chat import Chatted
from peer.gathering import Closed
from peer.outcome import Halted
from peer.presence import Presence
from peer.sitting import Began, Waiting
from tests.cli.app.pressing import is_golden
from tests.cli.app.seat_by_keys import PEOPLE, Game, Seat

WIDE = ("いろはにほへ", "Ægir", "กำปั่น", "A\u0301\u0327b", "\u3000", "Ｗｉｄｅ", "x" * 12, "-", "?", "{0}")


def follows(seat: Seat) -> dict[str, Any]:
    """Go on until a suit must be followed; the view then."""
    while True:
        seat.until_asked("tricks")
        view = seat.game.view()
        if view["ask"]["refused"]:
            return view
        seat.answer()


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("notice", 3, {}),
        ("notice", 6, {"penalty": "both"}),
        ("nokosu", 3, {}),
        ("nokosu", 4, {}),
        ("no-loose-ends", 2, {"double_cross": True, "escape": True, "plan_b": True}),
        ("no-loose-ends", 5, {}),
        ("dice-and-domino", 2, {}),
        ("dice-and-domino", 10, {}),
        ("dice-watching", 3, {"mode": "rotating"}),
        ("dice-watching", 10, {}),
    ],
)
def test_whole_games_by_keys(game: str, seats: int, options: dict[str, Any]) -> None:
    """With arrows, space and Enter alone a game is played to its end, and every screen on the way fits."""
    seat = Seat(Game(game, seats, min(1, seats - 1), seed=seats, **options))
    language.use(language.LANGUAGES[seats % 2])
    rng = Random(seats)
    seat.until_asked()
    while seat.game.ended is None:
        for size in (Size(24, 80), Size(10, 40)):
            assert "{" not in seat.shown(size)
        seat.press(*rng.choices(["<left>", "<right>", "<up>", "<down>", "<home>", "<tab>"], k=3))
        seat.answer()
        seat.until_asked()
    assert isinstance(seat.top, EndScreen)
    totals = seat.game.view()["totals"]
    text = seat.shown(Size(30, 80))
    for name, total in zip(PEOPLE, totals, strict=False):
        row = next(row for row in text.split("\n") if row[1:].startswith(f"  {name} "))
        assert row.endswith("-" if total is None else f" {total}")


@pytest.mark.parametrize("lang", language.LANGUAGES)
def test_screens_of_notice(lang: str) -> None:
    """Telling moments of a game, as somebody looked at them once."""
    language.use(lang)
    seat = Seat(Game("notice", 4, seed=3))
    while len(seat.game.facts) < 1:
        seat.go_on()
    seat._do(seat.table.heard(Waiting(1, (1,), "shuffle")), seat.table)
    seat.wait(126)
    is_golden(f"notice-shuffle.{lang}", seat.shown())
    seat.until_asked("predict_other")
    is_golden(f"notice-predict-other.{lang}", seat.shown())
    seat.press("<f1>")
    is_golden(f"notice-help.{lang}", seat.shown())
    seat.press("<escape>", *["<right>"] * 3, "<enter>")
    seat.until_asked("predict_own")
    is_golden(f"notice-predict-own.{lang}", seat.shown())
    seat.answer()
    follows(seat)
    seat.press("<end>")
    is_golden(f"notice-refused.{lang}", seat.shown())
    seat.press("<escape>")
    is_golden(f"notice-leave.{lang}", seat.shown())
    seat.press("<escape>", "<home>")
    seat.game.absent = {2: "away"}
    seat._do(seat.table.heard(Presence(2, "away")), seat.table)
    seat._do(seat.table.heard(Chatted(1, "よろしく!")), seat.table)
    seat.answer()
    while seat.table.at_rest:
        seat.go_on()
    is_golden(f"notice-trick.{lang}", seat.shown())
    while not isinstance(seat.top, Scoring):
        seat.go_on()
        seat.wait(40)
        if seat.game.asked() and seat.top is seat.table:
            seat.answer()
    is_golden(f"notice-scored.{lang}", seat.shown())
    while seat.game.ended is None:
        seat.until_asked()
        if seat.game.ended is None:
            seat.answer()
    is_golden(f"notice-end.{lang}", seat.shown())
    seat.press("p")
    is_golden(f"notice-rounds.{lang}", seat.shown())


def test_refused_things_say_why() -> None:
    """What may not be played has a sign, its reason under the cursor, and is not played by Enter."""
    seat = Seat(Game("notice", 4, seed=3))
    view = follows(seat)
    count = len(seat.game.answers)
    one = cards.ONE_OF[view["trick"][0]["item"][1]]
    refused = {choice["choice"][0] for choice in view["ask"]["refused"]}
    shown = seat.shown()
    for card in view["hand"]:
        label = cards.short(card["item"]) + card["item"][1]
        label = f"*{label}" if card["item"][1] == view["trump"] else label
        assert (f"-{label}" in shown) == (card["slot"] in refused)
    for _card in view["hand"]:
        seat.press("<right>")
        under = next(line for line in seat.shown().split("\n") if ">" in line and "-" in line)
        if ">-" in under:
            assert f"You hold {one}, so you must play {one}." in seat.shown()
            seat.press("<enter>")
            assert len(seat.game.answers) == count
    seat.answer()
    assert len(seat.game.answers) == count + 1


def test_what_is_typed_is_what_plain_mode_takes() -> None:
    """Cards, numbers, letters and nonsense mean the same as line by line; digits may be wide."""
    seat = Seat(Game("notice", 4, seed=3))
    seat.until_asked("predict_other")
    seat.type("13")
    assert "That is not from 0 to 12." in seat.shown()
    seat.type("h")
    assert "spades 1=" in seat.shown()
    seat.type("x y")
    assert "x y means nothing here." in seat.shown()
    seat.type("７")
    assert seat.game.answers == [7]
    follows(seat)
    view = seat.game.view()
    card = next(card for card in view["hand"] if [card["slot"]] in view["ask"]["choices"])
    seat.type(card["item"].lower())
    assert seat.game.answers[-1] == (card["slot"],)


def test_kana_are_answered_with_a_hint() -> None:
    """Kana say at once that the input method is on; not where one talks to the others."""
    seat = Seat(Game("notice", 4, seed=3))
    seat.until_asked()
    seat.press("あ")
    assert "input method" in seat.shown()
    seat.press("<escape>")
    assert "input method" not in seat.shown()
    seat.press("/あのね")
    assert "input method" not in seat.shown()
    seat.press("<enter>")
    assert "input method" not in seat.shown()
    assert seat.game.said == ["あのね"]
    assert "Aki says: あのね" in seat.shown()


def test_others_are_heard() -> None:
    """What others say stands in the log, whatever is in it, and is no choice."""
    seat = Seat(Game("notice", 4, seed=3))
    seat.until_asked()
    seat.table.heard(Chatted(1, "{0} q"))
    assert "Ben says: {0} q" in seat.shown()
    assert not seat.game.answers


def test_two_things_are_picked() -> None:
    """Where two tiles are wanted, they are picked one by one, put back, and shown with a sign."""
    seat = Seat(Game("dice-and-domino", 3, seed=4))
    seat.until_asked("place")
    seat.press(" ")
    assert seat.shown().count(">+") == 1
    seat.press(" ")
    assert "+" not in seat.shown()
    seat.press("<enter>", "<enter>")
    assert not seat.game.answers and "1 of 2 picked" in seat.shown()
    seat.press("<right>", "<enter>")
    assert len(seat.game.answers) == 1
    assert len(set(seat.game.answers[0])) == 2  # type: ignore[arg-type]


def test_waiting_is_counted_from_when_it_is_seen() -> None:
    """What is waited for when the table is come back to is counted from then, whatever the clock says."""
    watched = Watched(cast(Any, SimpleNamespace(players=(), seat=0)))
    watched.wait.heard(Waiting(1, (1,), "choose"), watched.now)
    watched.tick(50_000.0)
    watched.tick(50_004.0)
    assert watched.wait.lasts(watched.now) == "4 s"


def test_two_things_of_two() -> None:
    """Where there is no choice, Enter takes both; on one that may not be chosen, it takes none."""
    tiles = [Thing("0-5", 0), Thing("3-4", 1)]
    both = Picture([], (), [], [], tiles, pick=2)
    assert Picking().confirm(both) == [0, 1]
    refused = Picking()
    three = both._replace(things=[*tiles, Thing("6-6", 2, refused="no")])
    refused.move("<end>", three)
    assert refused.confirm(three) == []
    assert Picking().confirm(both._replace(pick=1)) == [0]


@pytest.mark.parametrize(("key", "answer"), [("<right>", 0), ("<up>", 0), ("<end>", 12)])
def test_nothing_is_predicted_by_a_careless_enter(key: str, answer: int) -> None:
    """A question for a number begins without a mark; Enter then answers nothing, and what to do is told."""
    seat = Seat(Game("notice", 4, seed=3))
    seat.until_asked("predict_other")
    seat.press("<enter>", " ", "<enter>")
    assert not seat.game.answers and "Nothing is marked yet" in seat.shown()
    seat.press(key)
    assert "Nothing is marked yet" not in seat.shown()
    seat.press("<enter>")
    assert seat.game.answers == [answer]


def test_the_hand_can_be_sorted() -> None:
    """Tab shows the hand in another order, and the cursor stays on its card."""
    seat = Seat(Game("notice", 4, seed=3))
    seat.until_asked("tricks")

    def hand() -> tuple[list[str], str]:
        row = next(row for row in reversed(seat.shown().split("\n")) if ">" in row and len(row) > 9)
        words = row.replace(">", " ").replace("-", " ").replace("*", " ").split()
        return words, row.split(">")[1].split()[0].strip("-*")

    (first, on), _pressed = hand(), seat.press("<tab>")
    second, still_on = hand()
    assert first != second and sorted(first) == sorted(second) and on == still_on
    seat.press("<tab>")
    assert hand() == (first, on)


def test_what_was_said_can_be_read_again() -> None:
    """One can go back page by page; what happens meanwhile does not move it, and is counted."""
    seat = Seat(Game("notice", 4, seed=3))
    seat.until_asked("tricks")
    assert "The game begins." not in seat.shown(Size(16, 80))
    seat.press(*["<pageup>"] * 9)
    back = seat.shown(Size(16, 80)).split("\n")
    at = next(row for row, text in enumerate(back) if text.startswith("The game begins."))
    seat.table.heard(Chatted(1, "hello"))
    later = seat.shown(Size(16, 80)).split("\n")
    assert later[at] == back[at]
    assert "later lines: PgDn" in later[at + 1]
    assert later[at + 1] != back[at + 1]
    seat.press(*["<pagedown>"] * 9)
    assert "Ben says: hello" in seat.shown(Size(16, 80))


def test_the_cursor_is_always_to_be_seen() -> None:
    """Where not all things fit, those around the cursor are shown."""
    seat = Seat(Game("notice", 4, seed=3))
    seat.until_asked()
    for key in ("<end>", "<home>", "<end>"):
        seat.press(key)
        assert (">12" if key == "<end>" else ">0") in seat.shown(Size(9, 20)).replace("> ", ">")


def test_suits_in_signs() -> None:
    """Where signs are wanted cards show them, and the letter to type stands with the trump."""
    seat = Seat(Game("notice", 4, seed=3))
    seat.until_asked("tricks")
    glyphs.use("unicode", 2)
    try:
        shown = seat.shown()
    finally:
        glyphs.use("ascii", 1)
    trump = seat.game.view()["trump"]
    assert any(sign in shown for sign in "\u2660\u2665\u2666\u2663")
    assert f"({trump})" in shown and seat.shown() != shown


def test_a_trick_stays() -> None:
    """A whole trick is seen for some seconds or until a key, and what happened since comes after it."""
    for key in ("", "<enter>", "<escape>", "h"):
        seat = Seat(Game("notice", 4, seed=3))
        seat.until_asked("tricks")
        seat.answer()
        while seat.table.at_rest:
            seat.go_on()
        assert len([fact for fact in seat.game.facts if isinstance(fact, Played)]) == 4
        assert "Last trick: " in seat.shown() and "Enter: go on." in seat.shown()
        while not seat.game.asked() and seat.go_on():
            pass
        assert "On the table" not in seat.shown() and "YOUR TURN" not in seat.shown()
        count = len(seat.game.answers)
        if key:
            seat.press(key)
        else:
            seat.wait(20)
            assert not seat.table.at_rest
            seat.wait(7)
        assert seat.top is seat.table and seat.table.at_rest
        assert len(seat.game.answers) == count
        assert ("\n: h" in seat.shown()) == (key == "h")
        assert "YOUR TURN" in seat.shown()


def test_a_question_can_be_taken_in() -> None:
    """Enter that was meant for something else chooses nothing in a question that has just come."""
    seat = Seat(Game("notice", 3, seed=3))
    while not seat.game.asked():
        seat.go_on()
    seat.go_on()
    seat.press("<enter>")
    assert not seat.game.answers
    seat.press("<right>", "<enter>")
    assert not seat.game.answers
    seat.wait(6)
    seat.press("<enter>")
    assert seat.game.answers


def test_waiting_names_who_and_what_and_how_long() -> None:
    """Whom the table waits for stands there with what they owe, and after some seconds with how many."""
    seat = Seat(Game("notice", 4))
    seat.go_on()
    seat.wait()
    seat.table.heard(Waiting(1, (1,), "shuffle"))
    assert "Waiting for Ben: the shuffle." in seat.shown()
    assert "[##.....] deal: step 3 of 7" in seat.shown()
    seat.wait(125)
    seat.table.heard(Waiting(1, (1,), "shuffle"))
    assert "Waiting for Ben: the shuffle, 12 s." in seat.shown()
    assert "> Ben" in seat.shown()
    progress = []
    for kind, seats in (("key", (0,)), ("shuffle", (3,)), ("deck", (0, 1)), ("shares", (2,)), ("play", (1,))):
        seat.table.heard(Waiting(2, seats, kind))
        progress += [row for row in seat.shown().split("\n") if "deal: step" in row]
    assert progress == [
        "[.......] deal: step 1 of 7",
        "[####...] deal: step 5 of 7",
        "[#####..] deal: step 6 of 7",
        "[######.] deal: step 7 of 7",
    ]


def test_bell_and_mark_on_my_turn() -> None:
    """The bell rings once when a question comes, and the turn is marked in words."""
    seat = Seat(Game("notice", 4, seed=3))
    assert "YOUR TURN" not in seat.shown()
    seat.until_asked()
    assert seat.bells == 1
    assert "* YOUR TURN *" in seat.shown().split("\n")[0]
    seat.answer()
    assert "YOUR TURN" not in seat.shown()


@pytest.mark.parametrize(("key", "leaves"), [("s", False), ("<escape>", False), ("y", True), ("g", True)])
def test_leaving_is_asked_first(key: str, leaves: bool) -> None:
    """Escape, q and Ctrl-C ask; the choices are those of plain mode; to stay takes nothing away."""
    left = []

    async def leave() -> None:
        left.append(key)

    house = SimpleNamespace(table=None, bots_sent=None, leave=leave)
    for way in ("<escape>", "q", "<c-c>"):
        seat = Seat(Game("notice", 4, seed=3), house)
        seat.stack.insert(0, Text("lobby", []))
        seat.until_asked()
        if way == "<c-c>":
            seat._do(seat.table.interrupted(), seat.table)
        else:
            seat.press(way, *(["<enter>"] if way == "q" else []))
        assert isinstance(seat.top, Leaving)
        assert seat.shown().count("Leave?") == 1
        seat.press(key)
        assert (seat.stack[-1:] == [seat.table]) != leaves
        if not leaves:
            assert "stay" not in seat.shown()
            seat.type("3")
            assert seat.game.answers == [3]
    assert left == (["g"] * 3 if key == "g" else [])


def test_a_game_that_one_left_goes_on() -> None:
    """Who went elsewhere hears the bell, and finds everything as it is now."""
    seat = Seat(Game("notice", 4, seed=3))
    seat.until_asked("tricks")
    seat.answer()
    seat.table.left()
    while not seat.game.asked():
        seat.go_on()
    assert seat.table.at_rest
    assert "YOUR TURN" in seat.shown()


def test_a_stopped_game() -> None:
    """A game that somebody broke ends with who it was, and is not offered again."""
    seat = Seat(Game("notice", 4, seed=3), SimpleNamespace(table=None, bots_sent=2))
    seat.until_asked()
    seat.game.ended = Halted(Blame(3, "rule", 12, "not-held"))
    seat.game.verdict = Verdict("refused", "rule", "not-held", 12, 3)
    seat._do(seat.table.heard(seat.game.ended), seat.table)
    seat.wait()
    assert isinstance(seat.top, EndScreen)
    assert "Dai broke a rule" in seat.shown()
    assert "Play again" not in seat.shown()


def test_a_closed_table() -> None:
    """A table that an accident ended says so, and a key leads back."""
    seat = Seat(Game("notice", 4, seed=3))
    seat.until_asked()
    seat._do(seat.table.heard(Closed("internal")), seat.table)
    assert "The log file" in seat.shown().replace("\n", " ").replace("  ", " ")
    assert isinstance(next(iter(seat.table.key("<enter>"))), Home)


def test_before_the_game_begins() -> None:
    """A table that has told nothing yet can be looked at, and left by Ctrl-C."""
    table = TableScreen(SimpleNamespace(table=None), Game("notice", 4))  # type: ignore[arg-type]
    assert "Notice" in text_of(table.draw(Size(24, 80)).lines)
    assert not list(table.key("?")) and not list(table.key("<enter>"))
    assert isinstance(next(iter(table.interrupted())), Quit)


def test_a_resumed_game_shows_where_it_stands() -> None:
    """A game that goes on begins with what there is to know, and its rounds are not read out again."""
    seat = Seat(Game("notice", 4, seed=3))
    while seat.game.view()["round"] < 2:
        seat.until_asked()
        seat.answer()
    seat.until_asked("tricks")
    later = Seat(seat.game)
    later._do(later.table.heard(Began(0, tuple(seat.game.facts))), later.table)
    later.wait(2)
    assert later.top is later.table
    assert "The game goes on." in later.shown() and "YOUR TURN" in later.shown()


def test_a_glimpse_is_gone_after_its_time() -> None:
    """The open box is there for its time and not longer; then nothing on or in the screen tells of it."""
    seat = Seat(Game("dice-watching", 4, me=1, seed=5))
    while seat.table.at_rest:
        seat.go_on()
    while seat.go_on():
        pass
    faces = [die["face"] for die in seat.game.view()["box"]]
    assert len(faces) == 30
    shown_for = 0
    for _tenth in range(200):
        if seat.table.at_rest:
            break
        text = seat.shown()
        seat.press("<enter>", "3", "?")
        shown_for += text.count("[") >= 30
        assert "YOUR TURN" not in text
        seat.wait()
    assert abs(shown_for / 10 - seat.game.view()["seconds"]) <= 0.2
    assert not seat.game.answers
    for size in (Size(24, 80), Size(50, 200)):
        assert seat.shown(size).count("[") <= 7
    assert seat.table._game.showing is None
    seat.press("<pageup>", "<pageup>")
    assert seat.shown(Size(60, 80)).count("[") <= 7
    seat.wait(6)
    seat.type("4")
    assert seat.game.answers == [4]


def test_the_points_come_before_the_next_dice() -> None:
    """The points of a stage are read before the box of the next one opens, whenever that was thrown."""
    seat = Seat(Game("dice-watching", 4, me=1, seed=5))
    seat.until_asked()
    seat.answer()
    while seat.game.view()["round"] < 2 or seat.game.view()["box"] is None:
        seat.go_on()
    while seat.go_on():
        pass
    seat.wait()
    for _tenth in range(100):
        assert isinstance(seat.top, Scoring)
        assert seat.shown().count("[") < 10
        seat.wait()
    assert "about to be shown" in seat.shown()
    seat.press("<enter>")
    seat.wait(40)
    assert seat.shown().count("[") >= 30


def test_a_glimpse_can_be_cut_short() -> None:
    """Ctrl-C closes the lid early, and does not ask whether to leave."""
    seat = Seat(Game("dice-watching", 4, me=1, seed=5))
    while seat.table.at_rest:
        seat.go_on()
    seat.wait(40)
    assert seat.shown().count("[") >= 30
    assert not list(seat.table.interrupted())
    assert seat.shown().count("[") < 30
    seat.wait()
    assert seat.table.at_rest


@pytest.mark.parametrize("game", GAMES)
def test_any_size(game: str) -> None:
    """At two hundred sizes, in the middle of anything, all fits and nothing fails, whatever the names."""
    rules = load(game)
    rng = Random(7)
    seats = rules.seats[-1]
    seat = Seat(Game(game, seats, seed=2, names=WIDE))
    for number in range(200):
        if number % 10 == 0 and seat.game.ended is None:
            seat.until_asked()
            if seat.game.ended is None:
                seat.answer()
        seat.press(
            rng.choice(["<right>", "a", "漢", "<pageup>", "<pagedown>", "<left>", "<tab>", "<backspace>"])
        )
        language.use(language.LANGUAGES[number % 2])
        seat.shown(Size(rng.randrange(1, 60), rng.randrange(1, 140)))
        if number % 4 == 0 and seat.top is seat.table:
            seat.press("<f1>")
            seat.shown(Size(rng.randrange(1, 40), rng.randrange(1, 100)))
            seat.press("<escape>")


@pytest.mark.parametrize("lang", language.LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_help_has_the_rules_of_the_moment(game: str, lang: str) -> None:
    """Every phase of a game has its paragraphs, the same ones in both languages."""
    language.use(lang)
    played = Game(game, load(game).seats[0], seed=1)
    phases = set()
    while played.step() or played.asked():
        phases.add(played.view()["phase"])
        if played.asked():
            first = played.view()["ask"]["choices"][0]
            played.answer(tuple(first) if isinstance(first, list) else first)
    assert phases - {"over"} <= set(PASSAGES[game])
    for phase in PASSAGES[game]:
        assert all(moment(game, phase))


def test_rematch_of_the_opener_and_of_guests() -> None:
    """Who opened the table opens it again; the others wait until they see it, and take a seat."""
    opener = Seat(Game("notice", 3, seed=1), SimpleNamespace(table=None, bots_sent=1, again=None))
    guest = Seat(Game("notice", 3, me=1, seed=1), SimpleNamespace(table=None, bots_sent=None))
    for seat in (opener, guest):
        while seat.game.ended is None:
            seat.until_asked()
            if seat.game.ended is None:
                seat.answer()
        assert "Play again at the same table" in seat.shown()
    offers: list[Any] = []
    guest.house.offers = lambda: offers
    guest.press("a")
    guest.wait(3)
    assert "as soon as Aki opens" in guest.shown()
    key = guest.game.players[0].key
    offers.append(SimpleNamespace(host=b"else", game="notice", why_not="", passcode=False))
    offers.append(SimpleNamespace(host=key, game="nokosu", why_not="", passcode=False))
    guest.wait()
    assert "as soon as Aki opens" in guest.shown()
    offers.append(SimpleNamespace(host=key, game="notice", why_not="", passcode=False, host_name="Aki"))
    joined = []

    async def join(offer: Any) -> Any:
        joined.append(offer)
        return guest.game

    guest.house.join = join
    guest.house.node = SimpleNamespace(key=b"x")
    guest.wait()
    assert "Taking a seat" in guest.shown()
    effects = guest.top.tick(1.0)
    assert isinstance(next(iter(effects)), Work)
