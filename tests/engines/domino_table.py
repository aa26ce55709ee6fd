"""Tables of Dice And Domino in texts of tiles: hands laid by hand, whole turns made by name."""

from collections.abc import Mapping, Sequence
from typing import Any

from engines import dice_and_domino_state as state
from engines.dice_and_domino import RULES
from engines.dice_and_domino_state import TILES, State, Turn, item, placed
from engines.simulate import answer
from engines.table import allows, choices, pending, settle_options, then
from engines.vocabulary import Deal, Dealt, Face, Mix, Rolled, Seat, Show, Slot

FACES = {item(face): face for face in TILES}
Faces = dict[Slot, Face]
DECK, FRESH = 100, 1000


def begin(seats: int, **options: Any) -> State:
    """The state before the first roller is found."""
    s: State = RULES.start(seats, settle_options(RULES, seats, options))
    return s


def faces_of(text: str) -> tuple[Face, ...]:
    """The faces of a text of tiles."""
    return tuple(FACES[tile] for tile in text.split())


def names(faces: Sequence[Face]) -> str:
    """A text of tiles, sorted."""
    return " ".join(sorted(map(item, faces)))


def table(
    hands: Sequence[str], dice: tuple[int, ...], stock: str = "", roller: Seat = 0, **options: Any
) -> tuple[State, Faces]:
    """A turn in which the dice are rolled and nobody has placed yet, with these hands and this boneyard."""
    faces: Faces = {}
    held = []
    for hand in hands:
        first = len(faces)
        faces.update(enumerate(faces_of(hand), start=first))
        held.append(tuple(range(first, len(faces))))
    s = begin(len(hands), **options)
    gone = len(state.tiles(s)) - len(stock.split())
    faces.update(enumerate(faces_of(stock), start=DECK + gone))
    s = s._replace(
        section=state.PLACE, roller=roller, dice=dice, fresh=FRESH, deck=DECK, gone=gone, hands=tuple(held)
    )
    return s, faces


def place(s: State, faces: Faces, *tiles: str) -> State:
    """Every seat in turn places these tiles."""
    for seat, text in enumerate(tiles):
        request = next(r for r in pending(RULES, s) if isinstance(r, Mix) and r.seat == seat)
        slots: list[Slot] = []
        for face in faces_of(text):
            slots.append(next(n for n in s.hands[seat] if faces[n] == face and n not in slots))
        choice = tuple(sorted(slots))
        assert choice in choices(RULES, s, seat, faces)
        s = then(RULES, s, answer(RULES, s, request, choice, faces))
    return s


def show(s: State, faces: Faces, chosen: Mapping[Seat, str] | None = None) -> State:
    """Everybody turns up or shows what they must; `chosen` says what, where the rules leave a choice."""
    section = s.section
    while s.section == section and isinstance(pending(RULES, s)[0], Show):
        request = pending(RULES, s)[0]
        assert isinstance(request, Show)
        offered = list(choices(RULES, s, request.seat, faces))
        wanted = (chosen or {}).get(request.seat)
        if wanted is None:
            (choice,) = offered
        else:
            assert len(offered) == 2
            choice = next(
                each
                for each in offered
                if isinstance(each, tuple) and [item(faces[int(n)]) for n in each] == [wanted]
            )
        fact = answer(RULES, s, request, choice, faces)
        assert allows(RULES, s, fact, faces) is None
        s = then(RULES, s, fact)
    return s


def turn(s: State, faces: Faces, *tiles: str, chosen: Mapping[Seat, str] | None = None) -> State:
    """A turn from the placing until the draw is over."""
    s = show(place(s, faces, *tiles), faces, chosen)
    if s.section == state.SHOW:
        s = show(s, faces)
    return draw(s)


def draw(s: State) -> State:
    """Those who draw look at their tile."""
    if s.section == state.DRAW:
        assert isinstance(pending(RULES, s)[0], Deal)
        s = then(RULES, s, Dealt())
    return s


def roll(s: State, *dice: int) -> State:
    """The dice fall so."""
    assert s.section == state.ROLL
    return then(RULES, s, Rolled(tuple(die - 1 for die in dice)))  # type: ignore[no-any-return]


def held(s: State, faces: Faces) -> list[str]:
    """The hands as texts."""
    return [names([faces[slot] for slot in hand]) for hand in s.hands]


def last(s: State) -> Turn:
    """The last turn."""
    (one,) = s.last
    return one


def gone(s: State) -> list[str]:
    """By seat, what was discarded in the last turn."""
    one = last(s)
    goes = state.discards(one.dice, one.up, s.perfect_alone)
    return [
        names([face for face, away in zip(mine, each, strict=True) if away])
        for mine, each in zip(one.up, goes, strict=True)
    ]


def up(s: State) -> list[str]:
    """By seat, what was turned up in the last turn."""
    return [names(mine) for mine in last(s).up]


def shown(s: State) -> list[str]:
    """By seat, what was shown in the last turn because of a W0."""
    return [names(mine) for mine in last(s).shown]


def placed_items(s: State, seat: Seat, faces: Faces) -> str:
    """What a seat has placed."""
    return names([faces[slot] for slot in placed(s, seat)])
