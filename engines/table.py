"""The questions put to the rules of any game: what is waited for, what is legal, what follows.

`choices` is the only statement of legality. It permits what maybe fits and demands what surely fits, as far
as the faces that whoever asks can see tell: with no faces it is what everybody can check, with one's own
faces it is one's menu, with all faces it is the law.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from engines.vocabulary import (
    ANSWERED_BY,
    NOBODY,
    Choice,
    Chose,
    Claim,
    Deal,
    Face,
    Faces,
    Fact,
    Gave,
    Give,
    Mix,
    Open,
    Opened,
    Played,
    Request,
    Roll,
    Rolled,
    Seal,
    Sealed,
    Seat,
    SeatRequest,
    Slot,
    TurnedUp,
    TurnUp,
)

OptionValue = bool | int | float | str
Options = Mapping[str, OptionValue]
State = Any
"""A NamedTuple of plain tuples, ints, bools and strings with a field `section`; each game has its own."""


class IllegalFact(Exception):
    """The rules do not allow this now.

    `rule` is the code of the rule, `index` the place in a list of facts.
    """

    def __init__(self, rule: str, seat: Seat | None, fact: Fact, index: int | None = None) -> None:
        super().__init__(rule, seat)
        self.rule, self.seat, self.fact, self.index = rule, seat, fact, index


class OptionError(Exception):
    """There is no such option, or it cannot have this value, or not with this number of players."""

    def __init__(self, name: str, value: object) -> None:
        super().__init__(name, value)
        self.name, self.value = name, value


class SeatsError(Exception):
    """The game is not for this number of players."""

    def __init__(self, seats: int, allowed: range) -> None:
        super().__init__(seats, allowed)
        self.seats, self.allowed = seats, allowed


class Span(NamedTuple):
    """Any number from `least` to `most`."""

    default: float
    least: float
    most: float


class Option(NamedTuple):
    """Something that the table's opener sets before the game.

    `values` gives what is possible with a number of seats: some values, the default first, or a span.
    """

    name: str
    values: Callable[[int], tuple[OptionValue, ...] | Span]

    def default(self, seats: int) -> OptionValue:
        """The value where nothing is said."""
        return self.values(seats)[0]

    def settle(self, seats: int, value: object) -> OptionValue:
        """A value as the rules take it (a number in a span as a float); OptionError if it is impossible."""
        values = self.values(seats)
        if isinstance(values, Span):
            if type(value) in (int, float) and values.least <= value <= values.most:  # type: ignore[operator]
                return float(value)  # type: ignore[arg-type]
        else:
            for allowed in values:
                if type(value) is type(allowed) and value == allowed:
                    return allowed
        raise OptionError(self.name, value)


def always(*values: OptionValue) -> Callable[[int], tuple[OptionValue, ...]]:
    """The same values with any number of seats, the default first."""
    return lambda seats: values


def default_first(default: int, allowed: range) -> tuple[OptionValue, ...]:
    """All numbers of a range, the default before the others."""
    return (default, *(number for number in allowed if number != default))


class Section:
    """One section of a rulebook. The state says which section the game is in."""

    def waits(self, s: State) -> tuple[Request, ...]:
        """What the table waits for: one joint request, or requests of different seats in any order."""
        raise NotImplementedError

    def choices(self, s: State, seat: Seat, faces: Faces) -> Sequence[Choice]:
        """What the rules leave this seat."""
        return ()

    def reason(self, s: State, seat: Seat, faces: Faces, choice: Choice) -> str:
        """The code of the rule by which something is not among the choices."""
        return "turn"

    def claims(self, s: State, fact: Fact) -> tuple[Claim, ...]:
        """What the player of an allowed fact owes a proof of."""
        return ()

    def then(self, s: State, fact: Any) -> State:
        """The state after an allowed fact."""
        raise NotImplementedError


class Rules(NamedTuple):
    """The rules of one game.

    `version` changes with any change of meaning; `item` writes a face as records do. `face_up` is what lies
    face up in hands and before seats, so that everybody knows the faces of these slots; nothing, if a game
    does not say. `totals` are None for a seat that plays for no score; `tie_break` decides, by seat and the
    more the better, between equal ones.
    """

    name: str
    version: int
    seats: range
    options: tuple[Option, ...]
    start: Callable[[int, Options], State]
    sections: tuple[Section, ...]
    totals: Callable[[State], tuple[int | None, ...]]
    view: Callable[[State, Seat | None, Faces], dict[str, Any]]
    item: Callable[[Face], str]
    face_up: Callable[[State], Faces] = lambda s: NOBODY
    tie_break: Callable[[State], tuple[int, ...]] | None = None


def settle_options(rules: Rules, seats: int, given: Options) -> dict[str, OptionValue]:
    """All options of a game, the given ones checked and the others by default; OptionError, SeatsError."""
    if seats not in rules.seats:
        raise SeatsError(seats, rules.seats)
    known = {option.name: option for option in rules.options}
    for name, value in given.items():
        if name not in known:
            raise OptionError(name, value)
    return {
        name: option.settle(seats, given[name]) if name in given else option.default(seats)
        for name, option in known.items()
    }


def pending(rules: Rules, s: State) -> tuple[Request, ...]:
    """What the table waits for; nothing when the game is over."""
    return rules.sections[s.section].waits(s) if s.section < len(rules.sections) else ()


def answered(rules: Rules, s: State, fact: Fact) -> Request | None:
    """What the table waits for that this fact answers, allowed or not; None if there is nothing."""
    return next((request for request in pending(rules, s) if _answers(request, fact)), None)


def choices(rules: Rules, s: State, seat: Seat, faces: Faces) -> Sequence[Choice]:
    """Every answer that the rules leave this seat, as far as these faces tell. More faces never add one.

    Of a seat that the table waits for: what others may do later is not asked.
    """
    section: Section = rules.sections[s.section]
    return section.choices(s, seat, faces)


def among(choice: Choice, allowed: Sequence[Choice]) -> bool:
    """Whether a choice is one of these, and of the same type: 1 is not True, though it is equal."""
    return choice in allowed and type(choice) is type(allowed[allowed.index(choice)])


def reason(rules: Rules, s: State, seat: Seat, faces: Faces, choice: Choice) -> str:
    """The code of the rule (records.md) by which a choice is not among the choices."""
    section: Section = rules.sections[s.section]
    return section.reason(s, seat, faces, choice)


def claims(rules: Rules, s: State, fact: Fact) -> tuple[Claim, ...]:
    """What the player of this fact owes a proof of; `s` is the state before it."""
    section: Section = rules.sections[s.section]
    return section.claims(s, fact)


def allows(rules: Rules, s: State, fact: Fact, faces: Faces) -> str | None:
    """None if the rules allow this fact, as far as these faces and the fact itself tell;

    Else the rule's code.
    """
    request = answered(rules, s, fact)
    if request is None:
        return "turn"
    if not _fits(request, fact):
        return "range"
    if not isinstance(request, SeatRequest):
        return None
    seen = {**faces, **turned_up(request, fact)}
    choice = _choice(request, fact, faces)
    if choice is None or among(choice, choices(rules, s, request.seat, seen)):
        return None
    return reason(rules, s, request.seat, seen, choice)


def then(rules: Rules, s: State, fact: Fact) -> State:
    """The state after a fact that is known to be allowed."""
    return rules.sections[s.section].then(s, fact)


def apply(rules: Rules, s: State, fact: Fact) -> State:
    """The state after a fact, if everybody can see that it is allowed; IllegalFact if not."""
    rule = allows(rules, s, fact, NOBODY)
    if rule is not None:
        raise IllegalFact(rule, getattr(fact, "seat", None), fact)
    return then(rules, s, fact)


def audit(rules: Rules, start: State, facts: Sequence[Fact], faces: Faces) -> State:
    """Play facts again with every face turned up, and every claim checked by looking;

    IllegalFact with its index.
    """
    s = start
    for index, fact in enumerate(facts):
        rule = allows(rules, s, fact, faces) or _untrue(rules, s, fact, faces)
        if rule is not None:
            raise IllegalFact(rule, getattr(fact, "seat", None), fact, index)
        s = then(rules, s, fact)
    return s


def turned_up(request: Request, fact: Fact) -> Faces:
    """The faces that a fact shows to everybody."""
    match request, fact:
        case (_, Played(slots=slots, faces=faces)) | (
            Open(slots=slots) | TurnUp(slots=slots),
            Opened(faces=faces) | TurnedUp(faces=faces),
        ):
            return dict(zip(slots, faces, strict=False))
    return NOBODY


def looked_at(request: Request, fact: Fact) -> Iterator[tuple[Seat, Sequence[Slot]]]:
    """The slots that a fact lets one seat look at and nobody else, with that seat."""
    match request, fact:
        case Deal(hands=hands), _:
            yield from enumerate(hands)
        case Give(to=to), Gave(slots=slots):
            yield to, slots
        case Mix(seat=seat, into=into), _:
            yield seat, into
        case Seal(seat=seat, slot=slot), _:
            yield seat, (slot,)


def winners(rules: Rules, s: State) -> tuple[Seat, ...]:
    """The seats with the highest total, of these the highest by the tie-break; several share the win.

    Who has no total is not in the running.
    """
    totals = rules.totals(s)
    finer = rules.tie_break(s) if rules.tie_break else (0,) * len(totals)
    standing = {
        seat: each for seat, each in enumerate(zip(totals, finer, strict=True)) if each[0] is not None
    }
    return tuple(seat for seat, each in standing.items() if each == max(standing.values()))


def put(row: tuple[Any, ...], at: int, value: Any) -> tuple[Any, ...]:
    """A row of a state with one place changed."""
    return (*row[:at], value, *row[at + 1 :])


def digest(s: State) -> bytes:
    """SHA-256 of the state as JSON: tuples as arrays, no white space, ASCII only."""
    return sha256(json.dumps(s, separators=(",", ":"), ensure_ascii=True).encode("ascii")).digest()


def _answers(request: Request, fact: Fact) -> bool:
    return type(fact) is ANSWERED_BY[type(request)] and getattr(request, "seat", None) == getattr(
        fact, "seat", None
    )


def _fits(request: Request, fact: Fact) -> bool:
    match request, fact:
        case Roll(sides=sides), Rolled(numbers=numbers):
            return len(sides) == len(numbers) and all(
                0 <= n < side for n, side in zip(numbers, sides, strict=True)
            )
        case (TurnUp(slots=slots), TurnedUp(faces=faces)) | (_, Played(slots=slots, faces=faces)):
            return len(slots) == len(faces)
    return True


def _choice(request: SeatRequest, fact: Fact, faces: Faces) -> Choice | None:
    """The part of a fact that its seat chose, if it can be seen."""
    match fact:
        case Gave(slots=slots) | Played(slots=slots):
            return slots
        case Opened(faces=opened):
            return opened
        case Chose(choice=choice):
            return choice
        case Sealed():
            return faces.get(request.slot)  # type: ignore[union-attr]
    return None


def _untrue(rules: Rules, s: State, fact: Fact, faces: Faces) -> str | None:
    """What only looking shows: a face that is another one, or a claim that does not hold."""
    request = answered(rules, s, fact)
    assert request is not None
    known = {**faces, **rules.face_up(s)}
    if any(known.get(slot) != face for slot, face in turned_up(request, fact).items()):
        return "face"
    if isinstance(request, Mix) and sorted(faces[n] for n in request.slots) != sorted(
        faces[n] for n in request.into
    ):
        return "face"
    for claim in claims(rules, s, fact):
        if any(faces[slot] in claim.faces for slot in claim.slots):
            return "claim"
    return None
