"""The conversation at a table: it tells what happens, understands what people type, and gives reasons."""

import re
from random import Random
from typing import Any

import pytest

from cli import cards, language
from cli.table_talk import TableTalk
from cli.words import Names
from engines import load
from engines.simulate import simulate
from engines.table import Rules, State, settle_options, then
from engines.vocabulary import Faces, Fact, Played
from peer.blame import Blame
from peer.chat import Chatted
from peer.outcome import Halted, Happened, Over
from peer.presence import Presence
from peer.sitting import Cloned, Waiting

NOTICE = load("notice")
PEOPLE = ("Aki", "Ben", "Chie", "Dai", "Emi", "Fumi")


class Game:
    """A whole game, from a seed, and its conversation with one seat."""

    def __init__(self, seats: int = 4, me: int | None = 0, seed: int = 1, **options: Any) -> None:
        self.rules: Rules = NOTICE
        self.options = settle_options(NOTICE, seats, options)
        self.end, self.faces, self.facts = simulate(
            NOTICE, seats, self.options, Random(seed), any_order=False
        )
        self.state: State = NOTICE.start(seats, self.options)
        self.me = me
        self.names = Names(PEOPLE[:seats], (False,) * seats, me)
        self.talk = TableTalk(NOTICE, self.options, self.names)
        self.at = 0

    def view(self) -> dict[str, Any]:
        """What the seat sees now."""
        known = {} if self.me is None else self._known(self.me)
        return NOTICE.view(self.state, self.me, known)

    def step(self) -> list[str]:
        """The next fact, told."""
        fact: Fact = self.facts[self.at]
        self.at += 1
        self.state = then(NOTICE, self.state, fact)
        return self.talk.heard(Happened(self.at, fact))

    def until_asked(self, what: str) -> dict[str, Any]:
        """Go on until the seat has to answer this; the view then."""
        while True:
            view = self.view()
            if view["ask"] and view["ask"]["what"] == what:
                return view
            self.step()

    def _known(self, me: int) -> Faces:
        return {slot: self.faces[slot] for slot in self.state.hands[me] if slot in self.faces}


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("lang", language.LANGUAGES)
def test_a_game_can_be_followed_by_ear(seats: int, lang: str) -> None:
    """Every card played is told with its player, every round with its points, the game with its winner.

    The same for players and onlookers; and no text has an unfilled place.
    """
    language.use(lang)
    for me in (None, 0, seats - 1):
        game = Game(seats, me, seed=seats)
        told = []
        for fact in game.facts:
            lines = game.step()
            told += lines
            if isinstance(fact, Played):
                assert cards.named(NOTICE.item(fact.faces[0])) in lines[0]
                assert fact.seat == me or PEOPLE[fact.seat] in lines[0]
        told += game.talk.heard(Over())
        assert not [line for line in told if "{" in line or "None" in line]
        points = [line for line in told if re.match(r"(Aki: |Aki:)", line)]
        assert len(points) == game.view()["rounds"]
        winner = max(range(seats), key=NOTICE.view(game.end, None, {})["totals"].__getitem__)
        assert PEOPLE[winner] in told[-1]


@pytest.mark.parametrize("options", [{"thirteen": True}, {"penalty": "both"}])
def test_options_are_told(options: dict[str, Any]) -> None:
    """Games with options are told to their end as well."""
    game = Game(4, 2, **options)
    while game.at < len(game.facts):
        game.step()
    assert "share" in game.talk.heard(Over())[-1] or "wins" in game.talk.heard(Over())[-1]


def test_a_conversation_can_begin_anywhere() -> None:
    """After a restart the conversation goes on as if it had never stopped."""
    whole, later = Game(3, 1, seed=5), Game(3, 1, seed=5)
    middle = len(whole.facts) // 2
    while whole.at < middle:
        whole.step()
    later.talk = TableTalk(NOTICE, later.options, later.names, later.facts[:middle])
    for fact in whole.facts[middle:]:
        assert whole.talk.heard(Happened(0, fact)) == later.talk.heard(Happened(0, fact))


def test_onlookers_hear_no_hand() -> None:
    """What is told to an onlooker does not depend on a card that nobody has played."""
    game = Game(3, None, seed=9)
    played: set[str] = set()
    for fact in game.facts:
        if isinstance(fact, Played):
            played.add(cards.named(NOTICE.item(fact.faces[0])))
        for line in game.step():
            named = set(re.findall(r"the \w+ of \w+", line))
            turned = {cards.named(game.view()["turned"])} if game.view()["turned"] else set()
            assert named <= played | turned
        if game.view()["phase"] == "over":
            break
        if fact.__class__.__name__ == "Dealt":
            played.clear()


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("AS", "AS"),
        ("as", "AS"),
        ("sa", "AS"),
        ("10h", "TH"),
        ("t h", "TH"),
        ("\uff11\uff10\uff28", "TH"),  # full width
        ("\uff2b\uff24", "KD"),
        ("K\u2660", "KS"),
        ("1S", None),
        ("SS", None),
        ("", None),
        ("ASK", None),
    ],
)
def test_typed_cards(text: str, card: str | None) -> None:
    """A card may be typed in either order, in any case, in full width, and with 10 for T."""
    assert cards.typed(text) == card


def test_predictions() -> None:
    """A number in range is a choice, also in full width; another one is refused; a word is asked again."""
    game = Game(4, 1)
    view = game.until_asked("predict_other")
    assert game.talk.typed("3", view).choice == 3
    assert game.talk.typed("\uff11\uff12", view).choice == 12
    refused = game.talk.typed("13", view)
    assert refused.choice is None
    assert refused.lines == ["That is not from 0 to 12."]
    confused = game.talk.typed("many", view)
    assert confused.choice is None
    assert confused.lines[0] == "many means nothing here."
    assert "0 to 12" in confused.lines[-1]


def test_cards_by_name_and_number() -> None:
    """A legal card is a choice by its name and by its number in the hand as it is shown."""
    game = Game(4, 0, seed=3)
    view = game.until_asked("tricks")
    items = cards.in_order([card["item"] for card in view["hand"]])
    slots = {card["item"]: card["slot"] for card in view["hand"]}
    legal = [tuple(choice) for choice in view["ask"]["choices"]]
    for number, item in enumerate(items, start=1):
        by_name, by_number = (game.talk.typed(text, view).choice for text in (item.lower(), str(number)))
        assert by_name == by_number == ((slots[item],) if (slots[item],) in legal else None)


def test_a_revoke_gets_its_reason() -> None:
    """Who can follow and does not is told which suit to play; who names a card not held is told so."""
    for seed in range(50):
        game = Game(4, 2, seed=seed)
        view = game.until_asked("tricks")
        if not view["ask"]["refused"]:
            continue
        slot = view["ask"]["refused"][0]["choice"][0]
        item = next(card["item"] for card in view["hand"] if card["slot"] == slot)
        one = cards.ONE_OF[view["trick"][0]["item"][1]]
        assert game.talk.typed(item, view).lines == [f"You hold {one}, so you must play {one}."]
        held = {card["item"] for card in view["hand"]}
        other = next(rank + suit for suit in "SHDC" for rank in "AKQ" if rank + suit not in held)
        assert game.talk.typed(other, view).lines == ["You do not hold that card."]
        assert game.talk.typed("99", view).choice is None
        return
    pytest.fail("no seed makes anybody follow suit")


@pytest.mark.parametrize("lang", language.LANGUAGES)
def test_every_question_is_answered_at_any_time(lang: str) -> None:
    """Each letter of the help gets an answer in every phase of the game, and takes no choice away."""
    language.use(lang)
    game = Game(4, 0, seed=7)
    game.talk.heard(Waiting(0, (1, 2), "seal"))
    while game.at < len(game.facts):
        for letter in "?thklbswr":
            reply = game.talk.typed(letter, game.view())
            assert reply.lines, (letter, game.at)
            assert reply.choice is None
            assert not reply.leave
            assert not [line for line in reply.lines if "{" in line]
        game.step()


def test_leaving_is_asked_first() -> None:
    """`q` asks; only `y` and `g` leave, anything else stays."""
    game = Game()
    assert not game.talk.typed("q", game.view()).leave
    assert game.talk.typed("n", game.view()).lines == ["You stay."]
    game.talk.typed("\uff31", game.view())
    assert game.talk.typed("y", game.view()).leave == "away"
    game.talk.typed("q", game.view())
    assert game.talk.typed("g", game.view()).leave == "gone"


def test_kana_get_a_hint() -> None:
    """Who types with the input method on is told so."""
    game = Game()
    assert "input method" in game.talk.typed("あ", game.view()).lines[0]


def test_waiting_is_said_once() -> None:
    """Whom the table waits for is said once when it lasts, again for somebody else, never for oneself."""
    game = Game(me=0)
    game.talk.heard(Waiting(3, (1, 2), "shuffle"))
    assert game.talk.patience() == ["Waiting for Ben, Chie: the shuffle."]
    assert game.talk.patience() == []
    game.talk.heard(Waiting(3, (2,), "shuffle"))
    assert game.talk.patience() == ["Waiting for Chie: the shuffle."]
    game.talk.heard(Waiting(4, (0,), "play"))
    assert game.talk.patience() == []
    assert game.talk.typed("t", game.view()).lines == ["It is your turn."]


def test_what_is_meant_for_the_others() -> None:
    """A line after a slash is said to the others as it was typed, at any time, and chooses nothing."""
    game = Game(4, 1)
    view = game.until_asked("predict_other")
    for line, said in (("/ 3 \uff21 {x}", "3 \uff21 {x}"), ("\uff0fhello", "hello"), ("/q", "q")):
        reply = game.talk.typed(line, view)
        assert (reply.say, reply.lines, reply.choice, reply.leave) == (said, [], None, "")
    assert game.talk.typed("/ ", view).lines == ["Type / and what you want to say."]
    assert game.talk.heard(Chatted(2, "3 {x}")) == ["Chie says: 3 {x}"]


def test_a_cloned_identity_is_told() -> None:
    """Whoever runs the same identity twice is told so, and what to do."""
    assert Game(me=0).talk.heard(Cloned()) == [
        "Another running program has your identity too. Close one of the two."
    ]


def test_absence_and_blame() -> None:
    """Who goes, comes back, or breaks the game is named."""
    game = Game(me=0)
    assert game.talk.heard(Presence(2, "away"))[0].startswith("Chie cannot be reached.")
    assert game.talk.heard(Presence(2, "away")) == []
    assert game.talk.heard(Presence(2, "here")) == ["Chie is here again."]
    assert game.talk.heard(Presence(2, "cut-off"))[0].startswith("Chie is cut off for a while:")
    told = game.talk.heard(Halted(Blame(3, "proof", 12, "claim")))
    assert told[0] == ("The game is stopped: Dai gave a proof that does not hold (of what they do not hold).")
    told = game.talk.heard(Halted(Blame(3, "rule", 12, "not-held")))
    assert "Dai broke a rule: this is not there to be taken or played" in told[0]
