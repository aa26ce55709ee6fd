"""Who sits in the seats of a test: bots of the project, and persons who type what they read."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from tests.hosts.programs import Program

_QUERIES = "?thklbsw"
_SUITS = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}
_RANGE = re.compile(r"\? 0 to (\d+)$")
_KEPT = re.compile(r"The transcript: (.*) \(check it with ")


class Bot(Program):
    """`chabudai bot` without a pace, which tells in JSON what happens."""

    def __init__(
        self,
        name: str,
        arguments: Sequence[str] = (),
        *,
        before: Sequence[str],
        environment: Mapping[str, str],
    ) -> None:
        words = ["bot", *arguments, "--name", name, "--pace", "0", "--json"]
        super().__init__(name, words, before=before, environment=environment)

    def events(self, kind: str) -> list[dict[str, Any]]:
        """What it has told of this kind so far."""
        told = [json.loads(line) for line in list(self.said)]
        return [event for event in told if event["event"] == kind]

    def transcript(self) -> Path:
        return Path(self.events("over")[0]["transcript"])


class Person(Program):
    """Somebody at the line interface, who answers from nothing but the lines that are printed.

    Before the first answer of each kind they type what means nothing and what is not allowed, and ask
    everything that may be asked.
    """

    def __init__(
        self,
        name: str,
        arguments: Sequence[str],
        *,
        before: Sequence[str],
        environment: Mapping[str, str],
        passcode: str = "",
    ) -> None:
        self.answers = 0
        self._rng = Random(name)
        self._passcode = passcode
        self._hand: dict[str, str] = {}
        self._may: dict[str, str] = {}
        self._trials = {
            "predict": [["AS"], ["-1"], ["one"], ["99", "r"]],
            "card": [["99"], ["0"], ["1S"], ["joker"], [*_QUERIES, "r"]],
        }
        self._has_revoked = False
        words = [*arguments, "--name", name, "--plain"]
        super().__init__(name, words, before=before, environment=environment)

    def hear(self, line: str) -> None:
        if line.startswith("Your hand: "):
            self._hand = self._may = dict(_cards(line))
        elif line.startswith("You may play: "):
            self._may = dict(_cards(line))
        elif asked := _RANGE.search(line):
            self._answer("predict", str(self._rng.randint(0, int(asked[1]))))
        elif line.endswith("type a card, such as 9H, or its number."):
            self._choose_card()
        elif line.startswith("Number of the table"):
            self.type("1" if self.said[-2].startswith("1: ") else "r")
        elif line == "The passcode of this table:":
            self.type(self._passcode)

    def ways_in(self) -> list[str]:
        """What others type after `chabudai join` to come to the table that this person has opened: its
        name, addresses, and an invite.
        """
        self.line(lambda line: line.startswith("q and Enter"))
        lines = [line.split() for line in self.talked if line.startswith("  chabudai join ")]
        return [words[2] for words in lines]

    def transcript(self) -> Path:
        return Path(next(found[1] for line in self.said if (found := _KEPT.match(line))))

    def _choose_card(self) -> None:
        refused = [card for card in self._hand if card not in self._may]
        if refused and not self._has_revoked:
            self._has_revoked = True
            self.type(self._rng.choice(refused))
            self.type("r")
            return
        card = self._rng.choice(list(self._may))
        if self._answer("card", self._rng.choice((card, card.lower(), card[::-1], self._may[card]))):
            del self._hand[card]

    def _answer(self, kind: str, line: str) -> bool:
        """Answer, unless there is something else to type first, after which the question comes again."""
        trials = self._trials[kind]
        if trials:
            for each in trials.pop(0):
                self.type(each)
            return False
        self.answers += 1
        self.type(line)
        return True


def _cards(line: str) -> Iterator[tuple[str, str]]:
    """The cards of a line like "Your hand: spades 1=A 2=10; hearts (trump) 3=7", each with its number."""
    for group in line.partition(": ")[2].split("; "):
        suit = _SUITS[group.split()[0]]
        for number, rank in re.findall(r"(\d+)=(\w+)", group):
            yield rank.replace("10", "T") + suit, number
