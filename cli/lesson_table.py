"""The table of a lesson: a game in this process against bots, whose deal and dice follow from a seed.

The same whatever the learner chooses: only what depends on choices is different. Nothing is protected from
anybody here, but every bot gets its own view and nothing else.
"""

from collections.abc import Mapping
from random import Random

from cli.talk import View
from engines import load
from engines.simulate import answer, reply
from engines.table import OptionValue, choices, looked_at, pending, settle_options, then, turned_up
from engines.vocabulary import (
    Choice,
    Face,
    Fact,
    Give,
    JointRequest,
    Open,
    Request,
    SeatRequest,
    Show,
    Slot,
)
from peer.bots import bot_for


class LessonTable:
    """A game from a seed in which a person holds the seat `me`."""

    def __init__(self, game: str, seats: int, me: int, seed: int, options: Mapping[str, OptionValue]) -> None:
        self.rules = load(game)
        self.options = settle_options(self.rules, seats, options)
        self.me = me
        self._bot = bot_for(game)
        self._joint = Random(seed)  # noqa: S311  (a lesson has the same deal every time)
        self._bots = Random(seed)  # noqa: S311
        self._state = self.rules.start(seats, self.options)
        self._faces: dict[Slot, Face] = {}
        self._known: list[dict[Slot, Face]] = [{} for _seat in range(seats)]

    def view(self) -> View:
        """What the person sees. There is a question in it only when the table waits for nobody else."""
        view = self.rules.view(self._state, self.me, self._known[self.me])
        return view if self._asked() else {**view, "ask": None}

    def next(self) -> Fact | None:
        """What happens without the person; None when they are asked, or when the game is over."""
        request = self._next()
        if request is None or self._asked():
            return None
        if isinstance(request, JointRequest | Open):
            return self._happens(request, reply(self.rules, request, self._state, self._faces, self._joint))
        legal = choices(self.rules, self._state, request.seat, self._known[request.seat])
        at = 0 if len(legal) == 1 else self._bot(self._view_of(request.seat), self._bots)
        return self._answers(request, legal[at])

    def answer(self, choice: Choice) -> Fact:
        """The person, who is asked, makes one of the choices of the view."""
        request = self._next()
        assert request is not None and not isinstance(request, JointRequest) and self._asked()
        return self._answers(request, choice)

    def _view_of(self, seat: int) -> View:
        return self.rules.view(self._state, seat, self._known[seat])

    def _next(self) -> Request | None:
        """Of several that may be answered in any order, that of the person last."""
        waiting = pending(self.rules, self._state)
        others = [request for request in waiting if getattr(request, "seat", None) != self.me]
        return next(iter(others or waiting), None)

    def _asked(self) -> bool:
        request = self._next()
        if getattr(request, "seat", None) != self.me or isinstance(request, Give | Open):
            return False
        legal = choices(self.rules, self._state, self.me, self._known[self.me])
        return not isinstance(request, Show) or len(legal) > 1

    def _answers(self, request: SeatRequest, choice: Choice) -> Fact:
        return self._happens(request, answer(self.rules, self._state, request, choice, self._faces))

    def _happens(self, request: Request, fact: Fact) -> Fact:
        for seat, slots in looked_at(request, fact):
            self._known[seat].update((slot, self._faces[slot]) for slot in slots)
        for known in self._known:
            known.update(turned_up(request, fact))
        self._state = then(self.rules, self._state, fact)
        return fact
