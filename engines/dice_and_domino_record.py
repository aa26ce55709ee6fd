"""Records of Dice And Domino (records.md): how a round is read, and how it is written."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engines.dice_and_domino import RULES
from engines.dice_and_domino_state import (
    AFTER,
    DEAL,
    DEALT,
    DRAW,
    FIRST_ROLLER,
    PLACE,
    ROLL,
    SHOW,
    TILES,
    UP,
    State,
    chooser,
    item,
    leftwards,
    placed,
    tiles,
)
from engines.record import (
    Check,
    RecordError,
    RoundForm,
    anything_listed,
    by_seat,
    check_keys,
    integer,
    listed,
    mapping,
    or_null,
    word_of,
)
from engines.record_deal import check_first
from engines.simulate import answer
from engines.table import choices, reason, then
from engines.vocabulary import (
    Choose,
    Chose,
    Deal,
    Dealt,
    Face,
    Faces,
    Fact,
    Mix,
    Mixed,
    Played,
    Request,
    Roll,
    Rolled,
    Seat,
    Show,
    Shuffle,
    Shuffled,
    Slot,
)

FACES: Mapping[str, Face] = {item(face): face for face in TILES}
_tile = word_of(FACES)
_tiles = by_seat(listed(_tile), may_be_empty=True)


_ALWAYS: Mapping[str, Check] = {"dice": listed(integer)}
_LATER: Mapping[str, Check] = {
    "placed": _tiles,
    "up": _tiles,
    "drawn": by_seat(or_null(_tile), may_be_empty=True),
}
_ASKED: Mapping[str, Check] = {"after": word_of({"roll": 0, "keep": 0})}


def _turns(value: Any, seats: int, *, whole: bool) -> None:
    """A list of turns. The last may lack what has not begun, or, in a `whole` round, what nobody drew."""
    anything_listed(value, seats)
    for number, turn in enumerate(value, start=1):
        later = _LATER
        if number < len(value):
            later = {}
        elif whole:
            later = {"drawn": _LATER["drawn"]}
        try:
            mapping(turn, seats)
            always = {key: check for key, check in _LATER.items() if key not in later}
            check_keys(turn, {**_ALWAYS, **always}, {**later, **_ASKED}, seats)
        except RecordError as error:
            error.trick = number
            raise


FORM = RoundForm(
    always={"roller": integer, "hands": by_seat(listed(_tile))},
    later={"turns": lambda value, seats: _turns(value, seats, whole=False)},
    whole={"turns": lambda value, seats: _turns(value, seats, whole=True)},
)


def round_of(s: State) -> int:
    """The number of the round that a state is in; one more than the last when the game is over."""
    return len(s.past)


class Reader:
    """Answers the requests of one round."""

    def __init__(self, data: Mapping[str, Any], number: int) -> None:
        self._roller: int = data["roller"]
        self._hands: list[list[Face]] = [[FACES[tile] for tile in hand] for hand in data["hands"]]
        self._turns: list[Mapping[str, Any]] = data.get("turns", [])
        self._number = number
        self._rolled = self._drawn = 0
        self._boneyard: Counter[Face] = Counter()

    def reply(self, request: Request, s: State, faces: dict[Slot, Face]) -> Fact | None:
        """See engines.record.Reader."""
        if s.section == FIRST_ROLLER:
            check_first(self._roller, s.seats, None, "roller")
            return Rolled((self._roller,))
        if isinstance(request, Shuffle):
            check_first(self._roller, s.seats, s.roller, "roller")
            self._check_deal(s)
            return Shuffled()
        if s.section == DEAL and isinstance(request, Deal):
            for slots, hand in zip(request.hands, self._hands, strict=True):
                faces.update(zip(slots, hand, strict=True))
            return Dealt()
        self._check_draw(s)
        if s.turn == len(self._turns):
            return None
        turn = self._turns[s.turn]
        self._check_dice(s, turn["dice"])
        return self._act(request, turn, s, faces)

    def trick(self, s: State) -> int | None:
        """See engines.record.Reader."""
        return s.turn + 1 if ROLL <= s.section <= AFTER else None

    def rest(self, s: State) -> None:
        """See engines.record.Reader."""
        self._check_draw(s)
        if len(s.past) > self._number:
            if len(self._turns) > s.past[self._number].turns:
                raise RecordError("after-end", "after-end")
        elif s.turn < len(self._turns):
            self._check_stop(s, {PLACE: ("up", "drawn", "after"), UP: ("drawn", "after")}.get(s.section, ()))

    def _check_stop(self, s: State, later: tuple[str, ...]) -> None:
        """Nothing may follow what is not finished."""
        turn = self._turns[s.turn]
        if s.turn + 1 < len(self._turns) or any(turn.get(key) for key in later):
            raise RecordError("turn", "unfinished")

    def _act(
        self, request: Request, turn: Mapping[str, Any], s: State, faces: dict[Slot, Face]
    ) -> Fact | None:
        match request:
            case Roll():
                return Rolled(tuple(die - 1 for die in turn["dice"]))
            case Mix(seat=seat):
                return self._place(request, s, turn.get("placed"), faces)
            case Show(seat=seat) if s.section == SHOW:
                (rest,) = choices(RULES, s, seat, faces)
                return answer(RULES, s, request, rest, faces)
            case Show():
                return self._turn_up(request, s, turn.get("up"), faces)
            case Deal(hands=hands):
                drawn = turn.get("drawn")
                if not drawn:
                    return None
                faces.update((slot, FACES[drawn[seat]]) for seat, slots in enumerate(hands) for slot in slots)
                return Dealt()
            case Choose(seat=seat):
                return Chose(seat, turn["after"]) if "after" in turn else None
        raise NotImplementedError(request)

    def _check_deal(self, s: State) -> None:
        self._boneyard = Counter(tiles(s))
        for seat, hand in enumerate(self._hands):
            if len(hand) != DEALT:
                raise RecordError("deal", "hand-tiles", seat=seat, count=len(hand), wanted=DEALT)
            for face in hand:
                if not self._boneyard[face]:
                    raise RecordError("deal", "tile-too-often", seat=seat, tile=item(face))
                self._boneyard[face] -= 1

    def _check_dice(self, s: State, dice: list[int]) -> None:
        """Once a turn, when it begins."""
        if self._rolled > s.turn:
            return
        self._rolled = s.turn + 1
        if len(dice) != 2:
            raise RecordError("deal", "dice-count", count=len(dice), wanted=2)
        for die in dice:
            if not 1 <= die <= 6:
                raise RecordError("range", "face", number=die)
        if s.kept and sorted(dice) != sorted(s.dice):
            raise RecordError("turn", "dice-kept")

    def _place(self, request: Mix, s: State, by_seats: Any, faces: dict[Slot, Face]) -> Fact | None:
        if not by_seats:
            return None
        seat = request.seat
        choice = self._slots(s.hands[seat], by_seats[seat], faces, ("not-held", "tile"), seat)
        if choice not in choices(RULES, s, seat, faces):
            rule = reason(RULES, s, seat, faces, choice)
            raise RecordError(rule, rule, seat=seat)
        return answer(RULES, s, request, choice, faces)

    def _turn_up(self, request: Show, s: State, by_seats: Any, faces: dict[Slot, Face]) -> Fact | None:
        if not by_seats:
            return None
        seat = request.seat
        choice = self._slots(placed(s, seat), by_seats[seat], faces, ("fit", "tile-not-placed"), seat)
        return answer(RULES, s, request, choice, faces)

    def _slots(
        self, among: Sequence[Slot], named: list[str], faces: Faces, wrong: tuple[str, str], seat: Seat
    ) -> tuple[Slot, ...]:
        """The slots in which these tiles lie; `wrong` are the rule and the code where one does not."""
        found: list[Slot] = []
        for tile in named:
            slot = next((n for n in among if faces[n] == FACES[tile] and n not in found), None)
            if slot is None:
                raise RecordError(*wrong, seat=seat, tile=tile)
            found.append(slot)
        return tuple(sorted(found))

    def _check_draw(self, s: State) -> None:
        """Once a turn, when its tiles are discarded: who has drawn what, and whether rule 7 asks."""
        if not s.last or s.last[0].round != self._number or s.last[0].turn < self._drawn:
            return
        last = s.last[0]
        self._drawn = last.turn + 1
        turn, out = self._turns[last.turn], len(s.past) > self._number
        drawn = turn.get("drawn", [])
        if not drawn and not out and (self._drawn < len(self._turns) or "after" in turn):
            raise RecordError("turn", "unfinished", trick=self._drawn)
        for seat in leftwards(s.seats, last.roller) if drawn else ():
            code = self._wrong_draw(drawn[seat], last.drew[seat])
            if code is not None:
                told = {"tile": drawn[seat]} if drawn[seat] else {}
                raise RecordError("draw", code, trick=self._drawn, seat=seat, **told)
        if "after" in turn and (out or chooser(last) is None):
            raise RecordError("format", "key-unknown", trick=self._drawn, key="after")

    def _wrong_draw(self, tile: str | None, draws: bool) -> str | None:
        """What is wrong with what a seat drew; a tile that is right leaves the boneyard."""
        if tile is None:
            return "draw-missing" if draws else None
        if not draws:
            return "draw-not"
        if not self._boneyard[FACES[tile]]:
            return "draw-gone"
        self._boneyard[FACES[tile]] -= 1
        return None


def write_rounds(start: State, facts: Sequence[Fact], faces: Faces) -> list[dict[str, Any]]:
    """The data of all rounds of which the deal is complete."""
    rounds: list[dict[str, Any]] = []
    s = start
    for fact in facts:
        s, before = then(RULES, s, fact), s
        if before.section == DEAL:
            hands = [[item(faces[slot]) for slot in hand] for hand in s.hands]
            rounds.append({"roller": s.roller, "hands": hands, "turns": []})
        elif before.section >= ROLL:
            _write(rounds[-1]["turns"], before, s, fact, faces)
    return rounds


def _write(turns: list[dict[str, Any]], before: State, s: State, fact: Fact, faces: Faces) -> None:
    """What a fact adds to the turns of its round."""
    seats = range(s.seats)
    if isinstance(fact, Rolled):
        turns.append(_begun(s))
    elif isinstance(fact, Mixed) and s.section == UP:
        turns[-1]["placed"] = [_named(faces[slot] for slot in placed(s, seat)) for seat in seats]
    elif isinstance(fact, Played):
        if before.section == UP and s.section != UP:
            turns[-1]["up"] = _turned_up(s)
        if s.section not in (UP, SHOW, DRAW):
            turns[-1]["drawn"] = [None] * s.seats
    elif isinstance(fact, Dealt):
        new = [[slot for slot in s.hands[seat] if slot not in before.hands[seat]] for seat in seats]
        turns[-1]["drawn"] = [item(faces[mine[0]]) if mine else None for mine in new]
    elif isinstance(fact, Chose):
        turns[-1]["after"] = fact.choice
        if fact.choice == "keep":
            turns.append(_begun(s))


def _begun(s: State) -> dict[str, Any]:
    return {"dice": list(s.dice), "placed": [], "up": [], "drawn": []}


def _turned_up(s: State) -> list[list[str]]:
    """What is turned up when all have done so: in the turn that goes on, or in the one just over."""
    if s.section == SHOW:
        return [_named(face for _, face in mine) for mine in s.up]
    return [_named(mine) for mine in s.last[0].up]


def _named(faces: Iterable[Face]) -> list[str]:
    """Tiles that were placed together, which have no order."""
    return [item(face) for face in sorted(faces)]
