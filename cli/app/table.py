"""The table: everything of a game on one screen. Its questions are answered by choosing things, or typed."""

from collections import deque
from collections.abc import Sequence
from typing import Any

from cli.app import seats, table_frame
from cli.app.end import EndScreen
from cli.app.entry import Entry
from cli.app.frame import BAD, PLAIN, TURN, Frame, Line, Size, line
from cli.app.house import House
from cli.app.kana import hint
from cli.app.leaving import Leaving
from cli.app.log import Log
from cli.app.picking import Picking
from cli.app.picture import Picture, Thing, painter
from cli.app.scoring import Scoring
from cli.app.screen import Bell, Effect, Home, Listen, Open, Quit, Replace, Screen, Work
from cli.app.showing import Showing
from cli.app.table_help import TableHelp
from cli.app.waiting import Wait, meter
from cli.exits import INTERRUPTED
from cli.language import _
from cli.plain import names_of
from cli.table_talk import Reply, TableTalk
from cli.talk import View
from cli.words import say
from cli.words_games import title
from cli.words_peer import JOINING
from peer.blame import Refusal
from peer.chat import Chatted
from peer.gathering import Closed
from peer.outcome import Ask, Halted, Happened, Over
from peer.sitting import Began, Notice, Sitting, Waiting

TRICK_STAYS = 2.5
"""Seconds for which a whole trick stays to be seen, if no key is pressed."""


class TableScreen(Screen):
    """One seat at one table, from `Began` on.

    What happens while a trick stays, or while something is shown for a moment, is taken up when that is over.
    """

    def __init__(self, house: House, sitting: Sitting) -> None:
        self._house = house
        self._sitting = sitting
        self._painter = painter(sitting.rules.name)
        self._names = names_of(sitting.players, None)
        self._talk: TableTalk | None = None
        self._coming: deque[Notice] = deque()
        self._log = Log()
        self._entry = Entry()
        self._picking = Picking()
        self._wait = Wait()
        self._showing: Showing | None = None
        self._stays_until = 0.0
        self._stayed: View | None = None
        self._scored: list[int] = []
        self._ended: Notice | None = None
        self._order = 0
        self._now = 0.0
        self._here = True
        house.table = self

    def listen(self) -> Listen:
        """Hear what this sitting tells."""
        return Listen(aiter(self._sitting), self.heard)

    @property
    def at_rest(self) -> bool:
        """Whether nothing stays to be looked at for a time."""
        return self._stayed is None and self._showing is None

    # what happens

    def heard(self, notice: Notice) -> Sequence[Effect]:
        """Something happened at the table."""
        self._coming.append(notice)
        return self._go_on()

    def _go_on(self) -> list[Effect]:
        effects: list[Effect] = []
        while self._coming and self.at_rest:
            effects += self._take(self._coming.popleft())
        return effects

    def _take(self, notice: Notice) -> Sequence[Effect]:
        if isinstance(notice, Began):
            self._begin(notice)
        elif isinstance(notice, Closed):
            self._log.say([say(JOINING, notice.code)], BAD)
            self._ended = notice
        elif self._talk is not None:
            return self._take_in_game(self._talk, notice)
        return ()

    def _begin(self, began: Began) -> None:
        sitting = self._sitting
        self._names = names_of(sitting.players, sitting.seat)
        self._talk = TableTalk(sitting.rules, sitting.options, self._names, began.facts)
        self._log.say(self._talk.began()[:1])
        if began.facts:
            self._log.say(self._talk.so_far(sitting.view()))

    def _take_in_game(self, talk: TableTalk, notice: Notice) -> Sequence[Effect]:
        if isinstance(notice, Over | Halted):
            self._ended = notice
            return [Bell()]
        before = talk.public()
        self._log.say(talk.heard(notice), TURN if isinstance(notice, Chatted) else PLAIN)
        match notice:
            case Waiting():
                self._wait.heard(notice, self._now)
            case Ask():
                self._picking.begin()
                return [Bell()]
            case Happened():
                return self._see(talk, before, talk.public())
        return ()

    def _see(self, talk: TableTalk, before: View, after: View) -> Sequence[Effect]:
        """What a fact leaves to be looked at for a while."""
        if len(after["rounds_detail"]) > len(before["rounds_detail"]):
            self._scored.append(len(before["rounds_detail"]))
        glimpse = talk.glimpse()
        if glimpse is not None:
            self._showing = Showing(glimpse)
            return [Bell()]
        if self._here and before.get("trick") and not after["trick"] and after["last_trick"]:
            self._stayed = {**self._sitting.view(), "ask": None}
            self._stays_until = self._now + TRICK_STAYS
        return ()

    def tick(self, now: float) -> Sequence[Effect]:
        """Time passes; what had to wait for it goes on."""
        self._now = now
        if self._showing is not None:
            self._showing.tick(now)
            if not self._showing.done:
                return ()
            self._log.say([self._showing.after])
            self._showing = None
        if self._stayed is not None and now >= self._stays_until:
            self._stayed = None
        return [*self._go_on(), *self._next_screen()]

    def _next_screen(self) -> Sequence[Effect]:
        """What is to be read before the game is looked at again."""
        if not self.at_rest:
            return ()
        if self._scored and self._talk is not None:
            number = self._scored.pop(0)
            view = self._sitting.view()
            lines = self._painter.explained(view, number, self._names)
            return [Open(Scoring(view, number, self._names, lines, self.status))]
        if isinstance(self._ended, Over | Halted) and self._talk is not None:
            told = self._talk.heard(self._ended)
            return [Replace(EndScreen(self._house, self._sitting, self._names, told))]
        return ()

    def left(self) -> None:
        """The person went elsewhere; the game goes on, and nothing waits to be seen."""
        self._here = False
        self._stayed = None

    # keys

    def key(self, key: str) -> Sequence[Effect]:
        """A key: what stays to be seen is done with first; then it moves, chooses or is typed."""
        if self._showing is not None:
            return ()
        effects: list[Effect] = []
        if self._stayed is not None:
            self._stayed = None
            effects = self._go_on()
            if key in ("<enter>", " ", "<escape>"):
                return effects
        return [*effects, *self._key(key)]

    def _key(self, key: str) -> Sequence[Effect]:
        if self._ended is not None and key in ("<enter>", "<escape>"):
            return self._next_screen() or [Home()]
        empty = not self._entry.text
        picture = self._picture()
        match key:
            case "<f1>":
                return self._help()
            case "?" if empty:
                return self._help()
            case "<escape>":
                return self._typed("q") if empty else self._clear()
            case "<pageup>" | "<pagedown>":
                self._log.page(1 if key == "<pageup>" else -1)
            case "<tab>" | "<s-tab>":
                self._order += 1 if key == "<tab>" else -1
            case "<enter>":
                return self._enter(picture)
            case " " if empty and picture is not None and picture.pick:
                self._toggle(picture)
            case _ if not (empty and picture is not None and self._picking.move(key, picture.things)):
                self._type(key)
        return ()

    def paste(self, text: str) -> Sequence[Effect]:
        """Pasted text is typed, and nothing in it chooses."""
        if self._showing is None:
            for letter in text:
                self._entry.key(letter)
        return ()

    def interrupted(self) -> Sequence[Effect]:
        """Ctrl-C ends a moment of looking, and asks whether to leave."""
        if self._showing is not None:
            self._showing.close()
            return ()
        return self._typed("q") if self._talk is not None and self._ended is None else [Quit(INTERRUPTED)]

    def _enter(self, picture: Picture | None) -> Sequence[Effect]:
        """What is typed, or else the thing under the cursor; where nothing is to be picked, Enter alone."""
        if self._entry.text or picture is None or not picture.pick:
            return self._typed(self._entry.clear())
        thing = self._picking.at(picture.things)
        if thing is None:
            return ()
        parts = self._picking.picked(picture.things)
        if len(parts) < picture.pick:
            if thing.refused:
                self._log.say([_not_this(thing)], BAD)
                return ()
            if thing.part not in parts:
                self._picking.toggle(thing, picture.pick)
                parts = self._picking.picked(picture.things)
        return self._choose(parts) if len(parts) == picture.pick else ()

    def _toggle(self, picture: Picture) -> None:
        thing = self._picking.at(picture.things)
        if thing is not None and thing.refused:
            self._log.say([_not_this(thing)], BAD)
        elif thing is not None:
            self._picking.toggle(thing, picture.pick)

    def _choose(self, parts: Sequence[Any]) -> Sequence[Effect]:
        view = self._view()
        if self._talk is None or view is None or not view["ask"]:
            return ()
        return self._follow(self._talk, self._talk.chosen(self._painter.choice(view, parts), view))

    def _type(self, key: str) -> None:
        if not self._entry.key(key) and len(key) == 1:
            self._log.say([hint(key)])

    def _clear(self) -> Sequence[Effect]:
        self._entry.clear()
        return ()

    def _typed(self, text: str) -> Sequence[Effect]:
        """A line as in plain mode."""
        view = self._view()
        if self._talk is None or view is None:
            return ()
        if self._entry.text and text == "q":
            self._entry.clear()
        reply = self._talk.typed(text, view)
        if self._talk.leaving:
            return [Open(Leaving(reply.lines, self._typed))]
        return self._follow(self._talk, reply)

    def _follow(self, talk: TableTalk, reply: Reply) -> Sequence[Effect]:
        """Do what a typed line or picked things mean."""
        self._log.say(reply.lines)
        if reply.leave:
            return [Home()] if reply.leave == "away" else [Home(), Work(self._house.leave)]
        if reply.say:
            said = self._sitting.say(reply.say)
            self._log.say([talk.said(self._sitting.seat, said)] if said else [], TURN)
        elif reply.choice is not None:
            self._picking.begin()
            try:
                self._sitting.answer(reply.choice)
            except Refusal as why:
                rule = why.detail if why.code == "rule" else why.code
                self._log.say(talk.refused(rule, self._sitting.view()), BAD)
        return ()

    def _help(self) -> Sequence[Effect]:
        view = self._view()
        if self._talk is None or view is None:
            return ()
        asked = self._talk.asked(view) or self._talk.turn()
        return [Open(TableHelp(self._sitting.game, view["phase"], asked))]

    # drawing

    def draw(self, size: Size) -> Frame:
        """The table, or what is shown for a moment."""
        self._here = True
        if self._showing is not None:
            return self._showing.draw(size)
        parts = table_frame.Parts(self._title(), status=self.status())
        parts.hints = _("? help  Esc leave")
        view, picture = self._view(), self._picture()
        if view is not None and picture is not None:
            self._draw_game(parts, view, picture, size)
        return table_frame.frame(parts, self._log, self._entry, size)

    def _draw_game(self, parts: table_frame.Parts, view: View, picture: Picture, size: Size) -> None:
        choosing = bool(view["ask"] and picture.pick)
        waited = self._wait.seats if self._ended is None and self._stayed is None else ()
        present = [self._sitting.presence(seat) for seat in range(len(self._names.names))]
        parts.about, parts.table = picture.about, picture.table
        parts.seats = seats.block(self._names, present, waited, picture.heads, picture.seats, size.columns)
        parts.things = self._picking.drawn(picture.things, size.columns, choosing=choosing)
        parts.question = self._question(view)
        thing = self._picking.at(picture.things) if choosing else None
        if thing is not None and thing.refused:
            parts.reason = line(_not_this(thing), BAD)

    def _question(self, view: View) -> str:
        """What this seat is asked; or how far a deal is, or that a trick stays to be seen."""
        if self._stayed is not None:
            return _("Enter: go on")
        progress = self._wait.progress(len(self._names.names))
        if progress is not None:
            return meter(*progress)
        asked = self._talk.asked(view) if self._talk is not None else []
        return asked[-1] if asked else ""

    def status(self) -> Line:
        """Whose turn it is, and for how long already."""
        if self._talk is None:
            return line(_("The game begins."))
        if self._ended is not None:
            return line(_("The game has ended. Enter: go on."), TURN)
        if self._showing is not None:
            return line(_("Something is about to be shown at the table."), TURN)
        if self._my_turn:
            return line("* " + _("It is your turn."), TURN)
        return line(self._talk.turn(self._wait.lasts(self._now))[0])

    @property
    def _my_turn(self) -> bool:
        return self._stayed is None and self._ended is None and self._sitting.asked() is not None

    def _title(self) -> tuple[str, str]:
        mark = _("* YOUR TURN *") if self._my_turn else ""
        return f"{title(self._sitting.game)}  {self._sitting.short}", mark

    def _view(self) -> View | None:
        """What there is to see now; nothing before the game begins."""
        if self._talk is None:
            return None
        return self._stayed if self._stayed is not None else self._sitting.view()

    def _picture(self) -> Picture | None:
        view = self._view()
        if view is None:
            return None
        picture = self._painter.picture(view, self._names)
        if not picture.orders or not self._order:
            return picture
        order = picture.orders[self._order % len(picture.orders)]
        return self._painter.picture(view, self._names, order)


def _not_this(thing: Thing) -> str:
    return _("Not {thing}: {why}").format(thing=thing.label, why=thing.refused)
