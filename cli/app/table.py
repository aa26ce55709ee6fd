"""The table: everything of a game on one screen. Its questions are answered by choosing things, or typed."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from cli.app import seats, table_frame
from cli.app.end import EndScreen
from cli.app.entry import Entry
from cli.app.frame import BAD, TURN, Frame, Size, line
from cli.app.house import House
from cli.app.kana import hint
from cli.app.leaving import Leaving
from cli.app.picking import Picking
from cli.app.picture import Picture, Thing, painter
from cli.app.scoring import Scoring
from cli.app.screen import TAKING_IN, Effect, Home, Listen, Open, Quit, Replace, Screen, Work
from cli.app.table_help import TableHelp
from cli.app.watched import Watched
from cli.exits import INTERRUPTED
from cli.language import _
from cli.table_talk import Reply, TableTalk
from cli.talk import View
from cli.words_games import title
from peer.blame import Refusal
from peer.outcome import Halted, Over
from peer.sitting import Notice, Sitting


class TableScreen(Screen):
    """One seat at one table, from the beginning of the game on."""

    def __init__(self, house: House, sitting: Sitting) -> None:
        self._house = house
        self._sitting = sitting
        self._painter = painter(sitting.rules.name)
        self._game = Watched(sitting)
        self._entry = Entry()
        self._picking = Picking()
        self._order = 0
        house.table = self

    def listen(self) -> Listen:
        """Hear what this sitting tells."""
        return Listen(aiter(self._sitting), self.heard)

    @property
    def at_rest(self) -> bool:
        """Whether nothing stays to be looked at for a time."""
        return self._game.at_rest

    # what happens

    def heard(self, notice: Notice) -> Sequence[Effect]:
        """Something happened at the table."""
        return self._game.heard(notice)

    def tick(self, now: float) -> Sequence[Effect]:
        """Time passes; what is to be read comes on top."""
        return [*self._game.tick(now), *self._next_screen()]

    def left(self) -> None:
        """The person went elsewhere; the game goes on, and nothing waits to be seen."""
        self._game.here = False

    def _next_screen(self) -> Sequence[Effect]:
        """What is to be read before the game is looked at again."""
        game = self._game
        if game.talk is None or not game.at_rest:
            return ()
        if game.scored:
            number, view = game.scored.pop(0), self._sitting.view()
            lines = self._painter.explained(view, number, game.names)
            return [*game.seen(), Open(Scoring(game, view, number, lines))]
        if isinstance(game.ended, Over | Halted):
            return [Replace(EndScreen(self._house, self._sitting, game.names, game.talk.heard(game.ended)))]
        return ()

    # keys

    def key(self, key: str) -> Sequence[Effect]:
        """A key: what stays to be seen is done with first; then it moves, chooses or is typed."""
        game = self._game
        if game.showing is not None:
            return ()
        effects: list[Effect] = []
        if game.stays:
            effects = game.seen()
            if key in ("<enter>", " ", "<escape>"):
                return effects
        return [*effects, *self._key(key)]

    def _key(self, key: str) -> Sequence[Effect]:
        if self._game.ended is not None and key in ("<enter>", "<escape>"):
            return self._next_screen() or [Home()]
        empty = not self._entry.text
        picture = self._picture()
        match key:
            case "<f1>":
                return self._help()
            case "?" if empty:
                return self._help()
            case "<escape>" if empty:
                return self._typed("q")
            case "<escape>":
                self._entry.clear()
            case "<pageup>" | "<pagedown>":
                self._game.log.page(1 if key == "<pageup>" else -1)
            case "<tab>" | "<s-tab>":
                self._order += 1 if key == "<tab>" else -1
            case "<enter>":
                return self._enter(picture)
            case " " if empty and picture is not None and picture.pick:
                self._toggle(picture)
            case _ if not (empty and picture is not None and self._picking.move(key, picture)):
                self._entry.key(key)
        return ()

    def paste(self, text: str) -> Sequence[Effect]:
        """Pasted text is typed, and nothing in it chooses."""
        if self._game.showing is None:
            for letter in text:
                self._entry.key(letter)
        return ()

    def interrupted(self) -> Sequence[Effect]:
        """Ctrl-C ends a moment of looking, and asks whether to leave."""
        if self._game.showing is not None:
            self._game.showing.close()
            return ()
        return self._typed("q") or [Quit(INTERRUPTED)]

    def stopped(self) -> None:
        """What is seen for a moment is not seen again when the program goes on."""
        if self._game.showing is not None:
            self._game.showing.stop()

    # answers

    def _enter(self, picture: Picture | None) -> Sequence[Effect]:
        """What is typed, or else the thing under the cursor; where nothing is to be picked, Enter alone."""
        if self._entry.text:
            return self._typed(self._entry.clear())
        if picture is None or self._game.now - self._game.asked_at < TAKING_IN:
            return ()
        if not picture.pick:
            return self._typed("")
        thing = self._picking.at(picture)
        parts = self._picking.confirm(picture)
        if thing is not None and thing.refused and len(parts) < picture.pick:
            self._game.log.say([_not_this(thing)], BAD)
        return self._choose(parts) if len(parts) == picture.pick else ()

    def _toggle(self, picture: Picture) -> None:
        thing = self._picking.at(picture)
        if thing is not None and thing.refused:
            self._game.log.say([_not_this(thing)], BAD)
        elif thing is not None:
            self._picking.toggle(thing, picture.pick)

    def _choose(self, parts: Sequence[Any]) -> Sequence[Effect]:
        view = self._game.view()
        if self._game.talk is None or view is None or not view["ask"]:
            return ()
        choice = self._painter.choice(view, parts)
        return self._follow(self._game.talk, self._game.talk.chosen(choice, view))

    def _typed(self, text: str) -> Sequence[Effect]:
        """A line as in plain mode."""
        talk, view = self._game.talk, self._game.view()
        if talk is None or view is None or self._game.ended is not None:
            return ()
        reply = talk.typed(text, view)
        if talk.leaving:
            return [Open(Leaving(self._leave))]
        return self._follow(talk, reply)

    def _leave(self, letter: str) -> Sequence[Effect]:
        """The answer to whether to leave. Who stays sees that they do."""
        talk, view = self._game.talk, self._game.view()
        if talk is None or view is None:
            return ()
        return self._follow(talk, replace(talk.typed(letter, view), lines=[]))

    def _follow(self, talk: TableTalk, reply: Reply) -> Sequence[Effect]:
        """Do what a typed line or picked things mean."""
        log = self._game.log
        log.say(reply.lines)
        if reply.leave:
            return [Home()] if reply.leave == "away" else [Home(), Work(self._house.leave)]
        if reply.say:
            said = self._sitting.say(reply.say)
            log.say([talk.said(self._sitting.seat, said)] if said else [], TURN)
        elif reply.choice is not None:
            self._picking.begin()
            try:
                self._sitting.answer(reply.choice)
            except Refusal as why:
                rule = why.detail if why.code == "rule" else why.code
                log.say(talk.refused(rule, self._sitting.view()), BAD)
        return ()

    def _help(self) -> Sequence[Effect]:
        talk, view = self._game.talk, self._game.view()
        if talk is None or view is None:
            return ()
        return [Open(TableHelp(self._sitting.game, view["phase"], talk.asked(view) or talk.turn()))]

    # drawing

    def draw(self, size: Size) -> Frame:
        """The table, or what is shown for a moment."""
        game = self._game
        game.here = True
        if game.showing is not None:
            return game.showing.draw(size)
        mark = _("* YOUR TURN *") if game.my_turn else ""
        name = f"{title(self._sitting.game)}  {self._sitting.short}"
        hints = table_frame.hints(game.my_turn)
        parts = table_frame.Parts((name, mark), status=game.status(), hints=hints)
        view, picture = game.view(), self._picture()
        if view is not None and picture is not None:
            self._draw_game(parts, view, picture, size)
        return table_frame.frame(parts, game.log, self._entry, size)

    def _draw_game(self, parts: table_frame.Parts, view: View, picture: Picture, size: Size) -> None:
        game, names = self._game, self._game.names
        choosing = bool(view["ask"] and picture.pick)
        present = [self._sitting.presence(seat) for seat in range(len(names.names))]
        parts.about, parts.table = picture.about, picture.table
        parts.seats = seats.block(names, present, game.waited, picture.heads, picture.seats, size.columns)
        parts.things = self._picking.drawn(picture, size.columns, choosing=choosing)
        parts.question = game.question(view)
        thing = self._picking.at(picture) if choosing else None
        if hint(self._entry.text) and not self._entry.text.startswith("/"):
            parts.reason = line(hint(self._entry.text), BAD)
        elif thing is not None and thing.refused:
            parts.reason = line(_not_this(thing), BAD)
        elif choosing and (still := self._picking.still(picture)):
            parts.reason = line(still)

    def _picture(self) -> Picture | None:
        view = self._game.view()
        if view is None:
            return None
        picture = self._painter.picture(view, self._game.names)
        if not picture.orders or not self._order:
            return picture
        order = picture.orders[self._order % len(picture.orders)]
        return self._painter.picture(view, self._game.names, order)


def _not_this(thing: Thing) -> str:
    return _("Not {thing}: {why}").format(thing=thing.label, why=thing.refused)
