"""Records of Dice Watching (records.md): how a stage is read, and how it is written."""

from collections.abc import Mapping, Sequence
from typing import Any

from engines.dice_watching import RULES
from engines.dice_watching_state import FACES, State, guess_slot, referee_of
from engines.record import RecordError, RoundForm, by_seat, integer, listed, or_null
from engines.table import then
from engines.vocabulary import (
    Choose,
    Chose,
    Face,
    Faces,
    Fact,
    Open,
    Opened,
    Request,
    Roll,
    Rolled,
    Seal,
    Sealed,
    Seat,
    Slot,
)

FORM = RoundForm(
    always={"dice": listed(integer)},
    later={"guesses": by_seat(or_null(integer), may_be_empty=True)},
    with_option={"marked_die": {"marked": integer}},
)


def round_of(s: State) -> int:
    """The number of the stage that a state is in; one more than the last when the game is over."""
    return len(s.past)


class Reader:
    """Answers the requests of one stage."""

    def __init__(self, data: Mapping[str, Any], number: int) -> None:
        self._dice: list[Face] = data["dice"]
        self._marked: int | None = data.get("marked")
        self._guesses: list[Face | None] = data.get("guesses", [])

    def reply(self, request: Request, s: State, faces: dict[Slot, Face]) -> Fact | None:
        """See engines.record.Reader."""
        match request:
            case Choose(seat=seat):
                return Chose(seat, "throw")
            case Roll():
                return self._land(s)
            case Seal(seat=seat, slot=slot):
                if not self._guesses:
                    return None
                faces[slot] = self._guess(s, seat)
                return Sealed(seat)
            case Open(seat=seat, slots=slots):
                return Opened(seat, tuple(faces[slot] for slot in slots))
        raise NotImplementedError(request)

    def trick(self, s: State) -> None:
        """See engines.record.Reader."""

    def rest(self, s: State) -> None:
        """See engines.record.Reader. A stage has no list that could go on."""

    def _land(self, s: State) -> Rolled:
        """The throw. Where the dice lay is not written; they lie side by side."""
        if len(self._dice) != s.dice:
            raise RecordError("deal", "dice-count", count=len(self._dice), wanted=s.dice)
        for face in self._dice:
            if face not in FACES:
                raise RecordError("range", "face", number=face)
        marked = () if self._marked is None else (self._marked,)
        if not all(0 <= die < s.dice for die in marked):
            raise RecordError("range", "marked", number=self._marked)
        return Rolled((*(face - FACES[0] for face in self._dice), *(0,) * s.dice, *marked))

    def _guess(self, s: State, seat: Seat) -> Face:
        referee = referee_of(s, s.stage)
        if self._guesses[referee] is not None:
            raise RecordError("referee", "referee", seat=referee)
        guess = self._guesses[seat]
        if guess is None:
            raise RecordError("referee", "referee", seat=seat)
        return guess


def write_rounds(start: State, facts: Sequence[Fact], faces: Faces) -> list[dict[str, Any]]:
    """The data of all stages whose dice have landed."""
    rounds: list[dict[str, Any]] = []
    s = start
    for fact in facts:
        s, before = then(RULES, s, fact), s
        if isinstance(fact, Rolled):
            marked = {"marked": s.marked} if s.marked_die else {}
            rounds.append({"dice": list(s.faces), **marked, "guesses": []})
        elif isinstance(fact, Sealed) and s.section != before.section:
            rounds[-1]["guesses"] = [
                faces[guess_slot(s, seat)] if sealed else None for seat, sealed in enumerate(s.sealed)
            ]
    return rounds
