"""A game as one person watches it: told and looked at in order, where some things stay for a while."""

from collections import deque
from collections.abc import Sequence

from cli.app.frame import BAD, PLAIN, TURN, Line, line
from cli.app.log import Log
from cli.app.screen import Bell, Effect
from cli.app.showing import Showing
from cli.app.waiting import Wait, meter
from cli.language import _
from cli.plain import names_of
from cli.table_talk import TableTalk
from cli.talk import View
from cli.words import say
from cli.words_peer import JOINING
from peer.chat import Chatted
from peer.gathering import Closed
from peer.outcome import Ask, Halted, Happened, Over
from peer.sitting import Began, Notice, Sitting, Waiting

TRICK_STAYS = 2.5
"""Seconds for which a whole trick stays to be seen, if no key is pressed."""


class Watched:
    """What happens while a trick stays, or while something is shown for a moment, is taken up when that is
    over. `here`: whether the person looks at the table at all.
    """

    def __init__(self, sitting: Sitting) -> None:
        self.names = names_of(sitting.players, None)
        self.log = Log()
        self.wait = Wait()
        self.talk: TableTalk | None = None
        self.ended: Notice | None = None
        self.scored: list[int] = []
        """Finished rounds whose scoring was not looked at yet. Nothing comes before that."""
        self.showing: Showing | None = None
        self.here = True
        self.now = 0.0
        self.asked_at = 0.0
        self._sitting = sitting
        self._coming: deque[Notice] = deque()
        self._stays_until = 0.0
        self._stayed: View | None = None

    # what happens

    def heard(self, notice: Notice) -> list[Effect]:
        """Something happened at the table."""
        self._coming.append(notice)
        return self._go_on()

    def tick(self, now: float) -> list[Effect]:
        """Time passes; what had to wait for it goes on."""
        if not self.now:
            self.wait.begin(now)
        self.now = now
        if self.showing is not None:
            self.showing.tick(now)
            if not self.showing.done:
                return []
            self.log.say([self.showing.after])
            self.showing = None
        if self._stayed is not None and now >= self._stays_until:
            self._stayed = None
        return self._go_on()

    def seen(self) -> list[Effect]:
        """What stays has been seen: go on."""
        self._stayed = None
        return self._go_on()

    @property
    def stays(self) -> bool:
        """Whether a trick stays to be seen."""
        return self._stayed is not None

    @property
    def at_rest(self) -> bool:
        """Whether nothing stays to be looked at for a time."""
        return self._stayed is None and self.showing is None

    def _go_on(self) -> list[Effect]:
        effects: list[Effect] = []
        while self._coming and self.at_rest and not (self.here and self.scored):
            effects += self._take(self._coming.popleft())
        return effects

    def _take(self, notice: Notice) -> Sequence[Effect]:
        match notice:
            case Began():
                self._begin(notice)
            case Closed(code):
                self.log.say([say(JOINING, code)], BAD)
                self.ended = notice
            case Over() | Halted():
                self.ended = notice
                return [Bell()]
            case _ if self.talk is not None:
                return self._take_in_game(self.talk, notice)
        return ()

    def _begin(self, began: Began) -> None:
        sitting = self._sitting
        self.names = names_of(sitting.players, sitting.seat)
        self.talk = TableTalk(sitting.rules, sitting.options, self.names, began.facts)
        # Its second line is about the letters of plain mode.
        self.log.say(self.talk.began()[:1])
        if began.facts:
            self.log.say(self.talk.so_far(sitting.view()))

    def _take_in_game(self, talk: TableTalk, notice: Notice) -> Sequence[Effect]:
        before = talk.public()
        self.log.say(talk.heard(notice), TURN if isinstance(notice, Chatted) else PLAIN)
        match notice:
            case Waiting():
                self.wait.heard(notice, self.now)
            case Ask():
                self.asked_at = self.now
                return [Bell()]
            case Happened():
                return self._look(talk, before, talk.public())
        return ()

    def _look(self, talk: TableTalk, before: View, after: View) -> Sequence[Effect]:
        """What a fact leaves to be looked at for a while."""
        if len(after["rounds_detail"]) > len(before["rounds_detail"]):
            self.scored.append(len(before["rounds_detail"]))
        glimpse = talk.glimpse()
        if glimpse is not None:
            self.showing = Showing(glimpse)
            return [Bell()]
        if self.here and before.get("trick") and not after["trick"] and after["last_trick"]:
            self._stayed = {**self._sitting.view(), "ask": None}
            self._stays_until = self.now + TRICK_STAYS
        return ()

    # what there is to see

    def view(self) -> View | None:
        """What there is to see now; nothing before the game begins."""
        if self.talk is None:
            return None
        return self._stayed if self._stayed is not None else self._sitting.view()

    @property
    def my_turn(self) -> bool:
        """Whether this seat is asked."""
        return self._stayed is None and self.ended is None and self._sitting.asked() is not None

    @property
    def waited(self) -> Sequence[int]:
        """The seats that are waited for."""
        return self.wait.seats if self._stayed is None and self.ended is None else ()

    def question(self, view: View) -> str:
        """What this seat is asked; or how far a deal is, or that a trick stays to be seen."""
        if self._stayed is not None:
            return _("Enter: go on.")
        progress = self.wait.progress(len(self.names.names))
        if progress is not None:
            return meter(*progress)
        asked = self.talk.asked(view) if self.talk is not None else []
        return asked[-1] if asked else ""

    def status(self) -> Line:
        """Whose turn it is, and for how long already."""
        if self.ended is not None:
            return line(_("The game has ended. Enter: go on."), TURN)
        if self.talk is None:
            return line(_("The game begins."))
        if self.showing is not None:
            return line(_("Something is about to be shown at the table."), TURN)
        if self._stayed is not None:
            return line(_("The trick is complete."))
        if self.my_turn:
            return line("* " + _("It is your turn."), TURN)
        return line(self.talk.turn(self.wait.lasts(self.now))[0])
