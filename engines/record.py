"""Open records of games: read strictly, and played again through the rules (records.md).

What a record may hold is said by each game's reader; what is legal is said by the rules alone. An error names
its place, as people count: rounds and tricks from 1.
"""

import json
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, NoReturn, Protocol, cast

from engines import GAMES, load
from engines.table import OptionError, Options, Rules, State, allows, pending, settle_options, then
from engines.vocabulary import Face, Faces, Fact, Request, Seat, Slot

FORMAT = "record/1"


class RecordError(Exception):
    """A record that is refused.

    `rule` is the code of records.md, `code` with `values` says what exactly was wrong; `round`, `trick` (from
    1) and `seat` say where, as far as they apply.
    """

    def __init__(
        self,
        rule: str,
        code: str,
        *,
        round: int | None = None,
        trick: int | None = None,
        seat: Seat | None = None,
        **values: object,
    ) -> None:
        super().__init__(rule, code)
        self.rule, self.code, self.values = rule, code, values
        self.round, self.trick, self.seat = round, trick, seat
        self.game = ""


class Untold(RecordError):
    """Something is not told, though more of its round is. Where a round follows, this one is unfinished."""


Check = Callable[[Any, int], None]
"""Raises RecordError where a value is not of the form wanted. The second argument is the number of seats."""


@dataclass(frozen=True, slots=True)
class RoundForm:
    """The keys of a round: `always` there, and `later` ones, absent or empty in the last round.

    Those `with_option` are there where an option of this name is true, and only there. `whole` are stricter
    checks, before the last round, of values that have keys of their own.
    """

    always: Mapping[str, Check]
    later: Mapping[str, Check]
    with_option: Mapping[str, Mapping[str, Check]] = field(default_factory=dict)
    whole: Mapping[str, Check] = field(default_factory=dict)


class Reader(Protocol):
    """Answers the requests of one round from its data."""

    def reply(self, request: Request, s: State, faces: dict[Slot, Face]) -> Fact | None:
        """The fact of a request, None where the record stops; RecordError (without the round) where it is
        wrong.
        """

    def trick(self, s: State) -> int | None:
        """The trick (or turn) that a state is in, from 1; None outside of tricks."""

    def rest(self, s: State) -> State | None:
        """Called when the round has ended or the record has stopped: RecordError if data is left over.

        The state to stand at, where the record stops short of what follows by itself in the rules but has to
        be told (a trick that must cover what it covers); else None.
        """


class GameRecord(Protocol):
    """What a game adds to the reading and writing of records: its module `engines.GAME_record`."""

    FORM: RoundForm
    Reader: Callable[[Mapping[str, Any], int], Reader]
    """Makes the reader of a round's data, which has the form, and of the round's number, from 0."""

    def round_of(self, s: State) -> int:
        """The number of the round that a state is in; one more than the last when the game is over."""

    def write_rounds(self, start: State, facts: Sequence[Fact], faces: Faces) -> list[dict[str, Any]]:
        """The data of all rounds of a game."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A record played again: where it came to. `faces` hold every face that the record tells."""

    rules: Rules
    players: tuple[str, ...]
    options: Options
    state: State
    facts: list[Fact] = field(default_factory=list)
    faces: dict[Slot, Face] = field(default_factory=dict)


def replay(data: bytes) -> Replay:
    """Play a record again; RecordError with the first thing that is wrong with it."""
    record = _parse(data)
    rules = _check_form(record)
    seats = len(record["players"])
    try:
        options = settle_options(rules, seats, record["options"])
    except OptionError as error:
        raise RecordError("option", "option", name=error.name, value=error.value) from None
    return _play(rules, record, options)


def record_module(game: str) -> GameRecord:
    """How the rounds of a game are read and written."""
    return cast(GameRecord, import_module(f"engines.{game.replace('-', '_')}_record"))


# JSON


def _parse(data: bytes) -> Any:
    try:
        return json.loads(data.decode("utf-8"), object_pairs_hook=_no_key_twice, parse_constant=_no_constant)
    except RecordError:
        raise
    except (ValueError, RecursionError):
        raise RecordError("format", "json") from None


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for key, value in pairs:
        if key in made:
            raise RecordError("format", "key-twice", key=key)
        made[key] = value
    return made


def _no_constant(word: str) -> NoReturn:
    raise RecordError("format", "json")


# keys and types


def _check_form(record: Any) -> Rules:
    if not isinstance(record, dict):
        raise RecordError("format", "type", key="")
    keys = {"format": text, "game": text, "players": texts, "options": mapping, "rounds": anything_listed}
    check_keys(record, keys, {}, 0)
    if record["format"] != FORMAT:
        raise RecordError("format", "word", key="format", word=record["format"])
    if record["game"] not in GAMES:
        raise RecordError("format", "word", key="game", word=record["game"])
    rules = load(record["game"])
    names = record["players"]
    if len(names) not in rules.seats:
        raise RecordError("format", "players", count=len(names))
    if any(not name or any(unicodedata.category(c) in ("Cc", "Cs") for c in name) for name in names):
        raise RecordError("format", "name")
    form = record_module(record["game"]).FORM
    for number, data in enumerate(record["rounds"]):
        try:
            if not isinstance(data, dict):
                raise RecordError("format", "type", key="rounds")
            last = number == len(record["rounds"]) - 1
            always, maybe = _keys(form, record["options"], last)
            check_keys(data, always, maybe, len(names))
        except RecordError as error:
            error.game, error.round = rules.name, number + 1
            raise
    return rules


def _keys(
    form: RoundForm, options: Mapping[str, Any], last: bool
) -> tuple[Mapping[str, Check], Mapping[str, Check]]:
    """The keys that a round must have, and those that it may have.

    With an option that is neither true nor false, which is refused after all keys, its keys may be there.
    """
    always, maybe = dict(form.always), dict(form.later)
    if not last:
        always, maybe = {**form.always, **form.later, **form.whole}, {}
    for name, keys in form.with_option.items():
        value = options.get(name, False)
        if value is not False:
            (always if value is True else maybe).update(keys)
    return always, maybe


def check_keys(
    data: Mapping[str, Any], always: Mapping[str, Check], later: Mapping[str, Check], seats: int
) -> None:
    """Refuse missing and unknown keys, and values that are not of their key's form."""
    for key in data:
        if key not in always and key not in later:
            raise RecordError("format", "key-unknown", key=key)
    for key in always:
        if key not in data:
            raise RecordError("format", "key-missing", key=key)
    for key, check in {**always, **later}.items():
        if key in data:
            try:
                check(data[key], seats)
            except RecordError as error:
                error.values.setdefault("key", key)
                raise


def text(value: Any, seats: int) -> None:
    """A string."""
    if not isinstance(value, str):
        raise RecordError("format", "type")


def integer(value: Any, seats: int) -> None:
    """A whole number; `true` and `1.0` are none."""
    if type(value) is not int:
        raise RecordError("format", "type")


def mapping(value: Any, seats: int) -> None:
    """An object."""
    if not isinstance(value, dict):
        raise RecordError("format", "type")


def anything_listed(value: Any, seats: int) -> None:
    """A list."""
    if not isinstance(value, list):
        raise RecordError("format", "type")


def texts(value: Any, seats: int) -> None:
    """A list of strings."""
    anything_listed(value, seats)
    for each in value:
        text(each, seats)


def listed(check: Check) -> Check:
    """A list of values of one form."""

    def check_list(value: Any, seats: int) -> None:
        anything_listed(value, seats)
        for each in value:
            check(each, seats)

    return check_list


def or_null(check: Check) -> Check:
    """A value of a form, or null."""

    def check_value(value: Any, seats: int) -> None:
        if value is not None:
            check(value, seats)

    return check_value


def by_seat(check: Check, *, may_be_empty: bool = False) -> Check:
    """A list with one entry for each seat; if `may_be_empty`, or with none."""

    def check_seats(value: Any, seats: int) -> None:
        anything_listed(value, seats)
        if len(value) != seats and (value or not may_be_empty):
            raise RecordError("format", "length", count=len(value), wanted=seats)
        for seat, each in enumerate(value):
            try:
                check(each, seats)
            except RecordError as error:
                error.seat = seat
                raise

    return check_seats


def word_of(known: Mapping[str, Any]) -> Check:
    """A string that names one of these things."""

    def check_word(value: Any, seats: int) -> None:
        text(value, seats)
        if value not in known:
            raise RecordError("format", "word", word=value)

    return check_word


# the game


def _play(rules: Rules, record: Mapping[str, Any], options: Options) -> Replay:
    names, rounds = record["players"], record["rounds"]
    module = record_module(rules.name)
    s = rules.start(len(names), options)
    facts: list[Fact] = []
    faces: dict[Slot, Face] = {}
    for number, data in enumerate(rounds):
        try:
            s = _play_round(rules, module, module.Reader(data, number), s, facts, faces)
            if module.round_of(s) == number and number < len(rounds) - 1:
                raise RecordError("turn", "unfinished")
        except RecordError as error:
            if isinstance(error, Untold) and number < len(rounds) - 1:
                error = RecordError("turn", "unfinished")
            error.game, error.round = rules.name, number + 1
            raise error from None
    return Replay(rules, tuple(names), options, s, facts, faces)


def _play_round(
    rules: Rules, module: GameRecord, reader: Reader, s: State, facts: list[Fact], faces: dict[Slot, Face]
) -> State:
    """Play the requests of one round until it has ended, or the record stops."""
    number = module.round_of(s)
    if not pending(rules, s):
        raise RecordError("after-end", "after-end")
    try:
        while module.round_of(s) == number and pending(rules, s):
            request = pending(rules, s)[0]
            fact = reader.reply(request, s, faces)
            if fact is None:
                break
            rule = allows(rules, s, fact, faces)
            if rule is not None:
                raise RecordError(rule, rule, seat=getattr(fact, "seat", None))
            facts.append(fact)
            s = then(rules, s, fact)
        return reader.rest(s) or s
    except RecordError as error:
        if error.trick is None:
            error.trick = reader.trick(s)
        raise
