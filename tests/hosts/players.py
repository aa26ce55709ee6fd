"""Who sits in the seats of a test: bots of the project, and persons who type what they read."""

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from tests.hosts.programs import Program
from tests.hosts.reading import Asked, asked

_LETTERS = re.compile(r"Type a letter and Enter: (.*)\.$")
_POINTS = re.compile(r"^The game is over\. (?:Points|Chips): (.*)\.$")
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

    Before the first answer of each kind they type what means nothing and, if there is any, what is not
    allowed, and ask everything that may be asked. `answers` counts what they have typed, by kind.
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
        self.answers: Counter[str] = Counter()
        self._rng = Random(name)
        self._passcode = passcode
        self._trials: dict[str, list[str]] = {}
        self._has_erred: set[str] = set()
        words = [*arguments, "--name", name, "--plain"]
        super().__init__(name, words, before=before, environment=environment)

    def hear(self, line: str) -> None:
        if letters := _LETTERS.match(line):
            for letter in (*re.findall(r"(?:^|, )(\w) ", letters[1]), "r"):
                if letter != "q":
                    self.type(letter)
        elif line.startswith("Number of the table"):
            self.type("1" if self.said[-2].startswith("1: ") else "r")
        elif line == "The passcode of this table:":
            self.type(self._passcode)
        elif question := asked(self.said):
            self._answer(question)

    def ways_in(self) -> list[str]:
        """What others type after `chabudai join` to come to the table that this person has opened: its
        name, addresses, and an invite.
        """
        self.line(lambda line: line.startswith("q and Enter"))
        lines = [line.split() for line in self.talked if line.startswith("  chabudai join ")]
        return [words[2] for words in lines]

    def transcript(self) -> Path:
        return Path(next(found[1] for line in self.said if (found := _KEPT.match(line))))

    def points(self) -> dict[str, int]:
        """What everybody has in the end, as it is said."""
        told = next(found[1] for line in self.said if (found := _POINTS.match(line)))
        each = [one.rpartition(" ") for one in told.split(", ")]
        return {name: int(count) for name, _space, count in each}

    def _answer(self, question: Asked) -> None:
        """Answer, unless there is something else to type first, after which the question comes again."""
        trials = self._trials.setdefault(question.what, ["?", "joker"])
        if trials:
            self.type(trials.pop())
        elif question.refused and question.what not in self._has_erred:
            self._has_erred.add(question.what)
            self.type(self._rng.choice(question.refused))
            self.type("r")
        else:
            self.answers[question.what] += 1
            self.type(self._rng.choice(question.answers))
