"""A lesson on the whole screen: the table of the lesson, with the words of the teacher among what is said."""

from collections.abc import Callable, Sequence
from functools import partial

from cli.app import seats, table_frame
from cli.app.entry import Entry
from cli.app.frame import BAD, DIM, KEY, TURN, Frame, Size, line
from cli.app.kana import hint
from cli.app.log import Log
from cli.app.menu import Item, Menu, Question, Row
from cli.app.picking import Picking
from cli.app.picture import Picture, painter
from cli.app.screen import Back, Bell, Effect, Home, Open, Replace, Screen
from cli.app.showing import Showing
from cli.app.table_help import TableHelp
from cli.glimpse import Glimpse
from cli.language import N_, _
from cli.lesson import course_of
from cli.lesson_talk import LessonTalk, Said
from cli.words_games import title
from engines import GAMES

PACE = 0.7
"""Seconds between two things that happen at the table."""

_NOT_HERE = ("Tab", "/")
"""Keys of a table that mean nothing in a lesson: nobody listens, and hands have one order."""

_MARK = "* "
"""Before the words of the teacher."""


Practises = Callable[[str], Sequence[Effect]]
"""What follows when somebody wants to practise a game."""


class Lessons(Menu):
    """Which game to learn."""

    title = N_("Learn a game")

    def __init__(self, name: str, practises: Practises | None = None) -> None:
        super().__init__()
        self._name = name
        self._practises = practises

    def rows(self) -> Sequence[Row]:
        """The games."""
        return [
            Item(game, title(game), partial(self._learn, game), note=_(course_of(game).ABOUT[0]))
            for game in GAMES
        ]

    def _learn(self, game: str) -> Sequence[Effect]:
        return [Open(LessonScreen(game, self._name, practises=self._practises))]


class LessonScreen(Screen):
    """One lesson. After the teacher has said something it waits for Enter, so that it can be read.

    `leaving` is what follows when it is over, or left; where the game can be practised, that is asked first.
    """

    def __init__(
        self, game: str, name: str, leaving: Effect | None = None, practises: Practises | None = None
    ) -> None:
        self._game = game
        self._practises = practises
        self._leaving = leaving or Home()
        self._talk = LessonTalk(game, name)
        self._painter = painter(game)
        self._log = Log()
        self._entry = Entry()
        self._picking = Picking()
        self._showing: Showing | None = None
        self._to_look: Glimpse | None = None
        self._reading = True
        self._asked = self._ended = False
        self._next_at = 0.0
        self._teach(self._talk.begin())

    def _teach(self, lines: Sequence[str]) -> None:
        self._log.say([_MARK + text for text in lines], KEY)

    # what happens

    def tick(self, now: float) -> Sequence[Effect]:
        """What happens at the table, one thing after the other."""
        if self._showing is not None:
            self._showing.tick(now)
            if self._showing.done:
                self._log.say([self._showing.after])
                self._showing = None
            return ()
        if self._reading or self._asked or now < self._next_at:
            return ()
        return self._go_on(now)

    def _go_on(self, now: float) -> Sequence[Effect]:
        if self._talk.over:
            self._teach(self._talk.closing())
            self._reading = self._ended = True
            return [Bell()]
        said = self._talk.next()
        if said is None:
            self._asked = True
            self._picking.begin()
            self._teach(self._talk.ask().teacher)
            return [Bell()]
        self._take(said)
        self._next_at = now + PACE if said.table else now
        return ()

    def _take(self, said: Said) -> None:
        self._log.say(said.table)
        self._teach(said.teacher)
        self._to_look = said.glimpse
        self._reading = bool(said.teacher or said.glimpse)

    # keys

    def key(self, key: str) -> Sequence[Effect]:
        """A key goes on, moves, chooses or is typed."""
        if self._showing is not None:
            return ()
        picture, empty = self._picture(), not self._entry.text
        match key:
            case "<f1>":
                return self._help()
            case "?" if empty:
                return self._help()
            case "<escape>":
                return self._leave() if empty else self._clear()
            case "<pageup>" | "<pagedown>":
                self._log.page(1 if key == "<pageup>" else -1)
            case "<enter>" | " " if self._reading:
                return self._read()
            case "<enter>":
                return self._enter(picture)
            case " " if empty and picture.pick and self._asked:
                self._toggle(picture)
            case _ if not (empty and self._picking.move(key, picture)):
                self._type(key)
        return ()

    def interrupted(self) -> Sequence[Effect]:
        """Ctrl-C ends a moment of looking, and asks whether to leave."""
        if self._showing is not None:
            self._showing.close()
            return ()
        return self._leave()

    def stopped(self) -> None:
        """What is seen for a moment is not seen again when the program goes on."""
        if self._showing is not None:
            self._showing.stop()

    def _read(self) -> Sequence[Effect]:
        """What was said is read."""
        if self._ended:
            return self._next()
        self._reading = False
        if self._to_look is not None:
            self._showing, self._to_look = Showing(self._to_look), None
        return ()

    def _next(self) -> Sequence[Effect]:
        """What to do after the lesson."""
        practises = self._practises
        if practises is None:
            return [self._leaving]
        items = [
            Item("practise", _("Practise this game now"), lambda: practises(self._game), "p"),
            Item("back", _("Back to the lobby"), lambda: [self._leaving], "b"),
        ]
        told = _("A whole game against bots, which nobody else hears of.")
        return [Replace(Question(_("The lesson is over"), [told], items))]

    def _enter(self, picture: Picture) -> Sequence[Effect]:
        if not self._asked:
            return ()
        if self._entry.text or not picture.pick:
            text = self._entry.clear()
            return self._leave() if text.strip().lower() == "q" else self._follow(*self._talk.typed(text))
        thing = self._picking.at(picture)
        parts = self._picking.confirm(picture)
        if thing is not None and thing.refused and len(parts) < picture.pick:
            self._toggle(picture)
        if len(parts) < picture.pick:
            return ()
        return self._follow(*self._talk.chosen(self._painter.choice(self._talk.table.view(), parts)))

    def _toggle(self, picture: Picture) -> None:
        thing = self._picking.at(picture)
        if thing is not None and thing.refused:
            self._log.say([_("Not {thing}: {why}").format(thing=thing.label, why=thing.refused)], BAD)
        elif thing is not None:
            self._picking.toggle(thing, picture.pick)

    def _follow(self, said: Said, answered: bool) -> Sequence[Effect]:
        """What a typed line or picked things lead to."""
        if answered:
            self._asked = False
            self._take(said)
        else:
            self._log.say(said.table)
            self._teach(said.teacher)
        self._picking.begin()
        return ()

    def _type(self, key: str) -> None:
        if not self._entry.key(key) and len(key) == 1:
            self._log.say([hint(key)])

    def _clear(self) -> Sequence[Effect]:
        self._entry.clear()
        return ()

    def _leave(self) -> Sequence[Effect]:
        stay = Item("stay", _("Stay in the lesson"), lambda: [Back()], "s")
        leave = Item("leave", _("Leave the lesson"), lambda: [self._leaving], "l")
        return [Open(Question(_("Leave?"), [_("The lesson then begins anew next time.")], [stay, leave]))]

    def _help(self) -> Sequence[Effect]:
        asked = self._talk.question() if self._asked else []
        return [Open(TableHelp(self._game, self._talk.table.view()["phase"], asked, _NOT_HERE))]

    # drawing

    def draw(self, size: Size) -> Frame:
        """The table of the lesson, or what is shown for a moment."""
        if self._showing is not None:
            return self._showing.draw(size)
        parts = table_frame.Parts((_("Lesson: {game}").format(game=title(self._game)), ""))
        parts.question = self._question()
        parts.status = line(_("hint and Enter: what I would do"), TURN if self._asked else DIM)
        parts.hints = table_frame.hints(self._asked)
        if not self._talk.over:
            # Then the last words need the room, and the table is at the next round already.
            self._draw_game(parts, size)
        return table_frame.frame(parts, self._log, self._entry, size)

    def _draw_game(self, parts: table_frame.Parts, size: Size) -> None:
        picture, names = self._picture(), self._talk.names
        here = ["here"] * len(names.names)
        mine = [names.me] if self._asked and names.me is not None else []
        parts.about, parts.table = picture.about, picture.table
        parts.seats = seats.block(names, here, mine, picture.heads, picture.seats, size.columns)
        parts.things = self._picking.drawn(picture, size.columns, choosing=self._asked)
        if self._asked and (still := self._picking.still(picture)):
            parts.reason = line(still)

    def _question(self) -> str:
        if self._to_look is not None:
            return _("Press Enter when you are ready to look.")
        if self._reading:
            return _("Enter: go on")
        asked = self._talk.question() if self._asked else []
        return asked[-1] if asked else ""

    def _picture(self) -> Picture:
        return self._painter.picture(self._talk.table.view(), self._talk.names)
