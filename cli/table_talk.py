"""A game as a conversation: notices of a table become lines, typed lines become answers. Without any IO.

Every line is whole, in the order in which things happened, and nothing is ever drawn over: so it can be read
aloud, piped and kept.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, cast

from cli.glimpse import Glimpse
from cli.language import N_, _
from cli.talk import Refused, Talk, View, counted
from cli.words import Names, listed, say, shown
from cli.words_peer import EVIDENCE, PRESENCE, PRESENT, WAITING
from cli.words_verdict import blame
from engines.table import Options, Rules, then, winners
from engines.vocabulary import NOBODY, Fact
from peer.chat import Chatted
from peer.outcome import Halted, Happened, Over
from peer.presence import CUT_OFF, Presence
from peer.sitting import Cloned, Notice, Waiting
from peer.steps import ANSWERS

_BEFORE = (N_("? help"), N_("t whose turn it is"))
_AFTER = (
    N_("w who is here"),
    N_("r the question again"),
    N_("/ and a text: say it to the others"),
    N_("q leave"),
)
"""The help for the letters of every table; those of the game stand between."""

_INPUT_METHOD = N_("Please switch the input method off, and type letters and digits.")


@dataclass(frozen=True, slots=True)
class Reply:
    """What follows from a typed line: lines to print, and maybe a choice to make, a wish to leave, or
    something to say to the others.

    `leave` is "away" (to come back later) or "gone" (for good).
    """

    lines: list[str]
    choice: Any = field(default=None, repr=False)
    leave: str = ""
    say: str = field(default="", repr=False)


class TableTalk:
    """The conversation with one seat or an onlooker (names.me is None), from any point of the game on."""

    def __init__(self, rules: Rules, options: Options, names: Names, facts: Sequence[Fact] = ()) -> None:
        self._rules = rules
        self._names = names
        self._game = cast(Talk, import_module(f"cli.talk_{rules.name.replace('-', '_')}"))
        self._resumed = bool(facts)
        self._state = rules.start(len(names.names), options)
        for fact in facts:
            self._state = then(rules, self._state, fact)
        self._before: View = {}
        self._presence = ["here"] * len(names.names)
        self._waiting: tuple[tuple[int, ...], str] = ((), "")
        self._impatient = False
        self.leaving = False
        """Whether the next typed line answers the question whether to leave."""

    # what happens

    def began(self) -> list[str]:
        """The game begins, or goes on: who sits where."""
        seats = listed([self._names.full(seat) for seat in range(len(self._names.names))])
        begins = _("The game begins. At the table, clockwise: {seats}.")
        goes_on = _("The game goes on. At the table, clockwise: {seats}.")
        lines = [(goes_on if self._resumed else begins).format(seats=seats)]
        return lines if self._names.me is None else [*lines, _("Type ? and Enter for help.")]

    def so_far(self, view: View) -> list[str]:
        """Where a game stands that goes on, for the seat whose view this is."""
        return self._game.so_far(view, self._names)

    def heard(self, notice: Notice) -> list[str]:
        """What there is to say about a notice of a game that has begun."""
        match notice:
            case Happened(_step, fact):
                return self._happened(fact)
            case Waiting(_step, seats, kind):
                self._impatient = self._impatient and seats == self._waiting[0]
                self._waiting = (seats, kind)
            case Presence(seat, state):
                return self._present(seat, state)
            case Chatted(seat, text):
                return [self.said(seat, text)]
            case Cloned():
                return [_("Another running program has your identity too. Close one of the two.")]
            case Halted(found):
                sentence = blame(found.code, found.detail, self._names.names[found.seat])
                return [_("The game is stopped: {why}.").format(why=sentence), _(EVIDENCE)]
            case Over():
                return self._over()
        return []

    def _happened(self, fact: Fact) -> list[str]:
        self._before = self.public()
        self._state = then(self._rules, self._state, fact)
        return self._game.told(self._before, fact, self.public(), self._names)

    def said(self, seat: int, text: str) -> str:
        """What a seat says to the others, which may be a line of anything."""
        return _("{name} says: {text}").format(name=self._names.of(seat), text=shown(text))

    def glimpse(self) -> Glimpse | None:
        """What the fact heard last lets everybody see for a time."""
        seen = getattr(self._game, "glimpse", None)
        return seen(self._before, self.public(), self._names) if seen else None

    def _present(self, seat: int, state: str) -> list[str]:
        if state == CUT_OFF:
            return [say(PRESENCE, state, name=self._names.of(seat))]
        before, self._presence[seat] = self._presence[seat], state
        if seat == self._names.me or before == state:
            return []
        return [say(PRESENCE, state, name=self._names.of(seat))]

    def _over(self) -> list[str]:
        totals, won = self._rules.totals(self._state), winners(self._rules, self._state)
        names = listed([self._names.of(seat) for seat in won])
        text = _("{names} wins.") if len(won) == 1 else _("{names} share the win.")
        ending = _(self._game.ENDING).format(points=counted(totals, self._names))
        return ["", ending, text.format(names=names)]

    def public(self) -> View:
        """The game as everybody sees it after what was heard so far."""
        return self._rules.view(self._state, self._names.me, NOBODY)

    # what the seat is asked, and what it says

    def asked(self, view: View) -> list[str]:
        """The question that the table puts to this seat; nothing if there is none."""
        if not view["ask"]:
            return []
        return self._game.question(view, self._names)

    def patience(self) -> list[str]:
        """What to say, once, when nothing has moved for a while: whom the table waits for.

        Nothing while this seat is asked: its question stands as the last line.
        """
        seats, _kind = self._waiting
        if self._impatient or not seats or self._names.me in seats:
            return []
        self._impatient = True
        return self.turn()

    def typed(self, line: str, view: View) -> Reply:
        """What a typed line means."""
        text = unicodedata.normalize("NFKC", line).strip()
        if self.leaving:
            return self._leave(text.lower())
        if text.startswith("/"):
            return self._to_say(line)
        if not text and not (view["ask"] and self._game.understood(text, view) is not None):
            return Reply([])
        if text.lower() == "q":
            return self._ask_to_leave()
        shown_lines = self._query(text.lower(), view)
        if shown_lines is not None:
            return Reply(shown_lines)
        if view["ask"]:
            return self._choice(text, view)
        return Reply([_(_INPUT_METHOD) if _has_kana(text) else _("It is not your turn.")])

    def _to_say(self, line: str) -> Reply:
        # In the letters that were typed: only what is meant for the table is made plain.
        text = line.strip()[1:].strip()
        return Reply([], say=text) if text else Reply([_("Type / and what you want to say.")])

    def _choice(self, text: str, view: View) -> Reply:
        choice = self._game.understood(text, view)
        if choice is None:
            nothing = _("{text} means nothing here.").format(text=shown(text[:40]))
            return Reply([_(_INPUT_METHOD) if _has_kana(text) else nothing, *self.asked(view)])
        if isinstance(choice, Refused):
            return Reply(self.refused(choice.rule, view))
        return self.chosen(choice, view)

    def chosen(self, choice: Any, view: View) -> Reply:
        """What follows from a choice as the rules write it, legal or not."""
        if choice in [_plain(each) for each in view["ask"]["choices"]]:
            return Reply(self._game.done(choice, view, self._names), choice)
        rules = {_plain(each["choice"]): each["rule"] for each in view["ask"]["refused"]}
        usual = "range" if view["ask"]["request"] == "seal" else "not-held"
        return Reply(self.refused(rules.get(choice, usual), view))

    def refused(self, rule: str, view: View) -> list[str]:
        """The table did not take a choice."""
        return [self._game.refusal(rule, view)]

    # queries

    def _query(self, letter: str, view: View) -> list[str] | None:
        """What a letter asks about; None if it is no query."""
        match letter:
            case "?":
                texts = (*_BEFORE, *[query.help for query in self._game.SHOWS], *_AFTER)
                letters = listed([_(text) for text in texts])
                return [_("Type a letter and Enter: {letters}.").format(letters=letters)]
            case "t":
                return self.turn()
            case "w":
                states = enumerate(self._presence)
                return [f"{self._names.full(seat)}: {say(PRESENT, state)}" for seat, state in states]
            case "r":
                return self.asked(view) or self.turn()
        asked_for = next((query for query in self._game.SHOWS if query.letter == letter), None)
        return asked_for.answer(view, self._names) if asked_for else None

    def turn(self, lasts: str = "") -> list[str]:
        """Whose turn it is: whom the table waits for, for what, and maybe for how long."""
        seats, kind = self._waiting
        if not seats:
            return [_("The table waits for nobody.")]
        if seats == (self._names.me,):
            return [_("It is your turn.")]
        names = listed([self._names.full(seat) for seat in seats])
        what = listed([self._owed(kind), lasts]) if lasts else self._owed(kind)
        return [_("Waiting for {names}: {what}.").format(names=names, what=what)]

    def _owed(self, kind: str) -> str:
        """What a seat owes: in the words of the game if it has some for the phase, else of the table."""
        phase = self.public()["phase"]
        return (
            say(self._game.OWED, phase)
            if kind in ANSWERS and phase in self._game.OWED
            else say(WAITING, kind)
        )

    def _ask_to_leave(self) -> Reply:
        self.leaving = True
        return Reply(
            [
                _("Leave? The others cannot go on without you."),
                _(
                    "y: leave, and come back later with 'chabudai resume'; "
                    "g: give up for good; anything else: stay."
                ),
            ]
        )

    def _leave(self, word: str) -> Reply:
        self.leaving = False
        leave = {"y": "away", "g": "gone"}.get(word, "")
        return Reply([], leave=leave) if leave else Reply([_("You stay.")])


def _plain(choice: Any) -> Any:
    """A choice as the rules write it, where JSON has made lists of tuples."""
    return tuple(_plain(each) for each in choice) if isinstance(choice, list) else choice


def _has_kana(text: str) -> bool:
    return any("\u3040" <= letter <= "\u30ff" for letter in text)
