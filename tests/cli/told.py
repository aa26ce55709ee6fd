"""A whole game from a seed, and its conversation with one seat, for any game."""

from random import Random
from typing import Any

from cli.table_talk import TableTalk
from cli.words import Names
from engines.simulate import simulate
from engines.table import Rules, State, settle_options, then
from engines.vocabulary import Faces, Fact
from peer.outcome import Happened

PEOPLE = ("Aki", "Ben", "Chie", "Dai", "Emi", "Fumi", "Gen", "Hana", "Ichi", "Jun")


class Told:
    """A game that is told fact by fact to the seat `me`, or to an onlooker (None)."""

    def __init__(self, rules: Rules, seats: int, me: int | None = 0, seed: int = 1, **options: Any) -> None:
        self.rules = rules
        self.options = settle_options(rules, seats, options)
        self.end, self.faces, self.facts = simulate(rules, seats, self.options, Random(seed), any_order=False)
        self.state: State = rules.start(seats, self.options)
        self.me = me
        self.names = Names(PEOPLE[:seats], (False,) * seats, me)
        self.talk = TableTalk(rules, self.options, self.names)
        self.at = 0

    def view(self) -> dict[str, Any]:
        """What the seat sees now."""
        return self.rules.view(self.state, self.me, self._known())

    def step(self) -> list[str]:
        """The next fact, told."""
        fact: Fact = self.facts[self.at]
        self.at += 1
        self.state = then(self.rules, self.state, fact)
        return self.talk.heard(Happened(self.at, fact))

    def until(self, phase: str) -> list[str]:
        """Go on until the game is in this phase; what was told on the way."""
        told: list[str] = []
        while self.view()["phase"] != phase:
            told += self.step()
        return told

    def until_asked(self, what: str) -> dict[str, Any]:
        """Go on until the seat has to answer this; the view then."""
        while True:
            view = self.view()
            if view["ask"] and view["ask"]["what"] == what:
                return view
            self.step()

    def _known(self) -> Faces:
        """What the seat itself has seen: its hand. Its own sealed answers are told by the view alone."""
        if self.me is None or not hasattr(self.state, "hands"):
            return {}
        return {slot: self.faces[slot] for slot in self.state.hands[self.me] if slot in self.faces}
