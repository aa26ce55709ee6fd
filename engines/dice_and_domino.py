"""Dice And Domino: rules.md 2. Place tiles in secret, turn up what fits the dice, and be rid of all first.

One class a section of the rulebook, in its order. Tiles, dice and the state are in
`engines/dice_and_domino_state.py`.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from engines.dice_and_domino_state import (
    AFTER,
    DEAL,
    DEALT,
    DRAW,
    FIRST_ROLLER,
    HALVES,
    OVER,
    PLACE,
    PLACED,
    ROLL,
    SHOW,
    SHUFFLE,
    UP,
    W0,
    Past,
    State,
    Turn,
    chooser,
    discards,
    drawers,
    impossible_below,
    item,
    known_after,
    leftwards,
    placed,
    pot,
    strengths,
    tiles,
    totals,
    turned_up,
)
from engines.dice_and_domino_view import view_dice_and_domino
from engines.table import Option, Options, OptionValue, Rules, Section, always, default_first, put
from engines.vocabulary import (
    Choice,
    Choose,
    Chose,
    Claim,
    Deal,
    Dealt,
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

# a round


class _FirstRoller(Section):
    """The first roller of the game is random."""

    def waits(self, s: State) -> tuple[Request, ...]:
        return (Roll((s.seats,)),)

    def then(self, s: State, fact: Rolled) -> State:
        return s._replace(section=SHUFFLE, roller=fact.numbers[0])


class _Shuffling(Section):
    """A round begins with all tiles."""

    def waits(self, s: State) -> tuple[Request, ...]:
        return (Shuffle(tiles(s), tuple(range(s.fresh, s.fresh + len(tiles(s)))), HALVES),)

    def then(self, s: State, fact: Shuffled) -> State:
        return s._replace(section=DEAL, deck=s.fresh, fresh=s.fresh + len(tiles(s)))


class _Dealing(Section):
    """4 tiles each; the rest is the boneyard."""

    def waits(self, s: State) -> tuple[Request, ...]:
        return (Deal(self._hands(s)),)

    def then(self, s: State, fact: Dealt) -> State:
        return s._replace(section=ROLL, hands=self._hands(s), gone=DEALT * s.seats)

    def _hands(self, s: State) -> tuple[tuple[Slot, ...], ...]:
        firsts = [s.deck + DEALT * seat for seat in range(s.seats)]
        return tuple(tuple(range(first, first + DEALT)) for first in firsts)


# a turn


class _Rolling(Section):
    """1. The roller rolls both dice, open to all."""

    def waits(self, s: State) -> tuple[Request, ...]:
        return (Roll((6, 6)),)

    def then(self, s: State, fact: Rolled) -> State:
        return s._replace(section=PLACE, dice=tuple(number + 1 for number in fact.numbers))


class _Placing(Section):
    """2. Everyone secretly places tiles: lays the hand into new slots, the placed tiles first."""

    def waits(self, s: State) -> tuple[Request, ...]:
        return tuple(
            Mix(seat, s.hands[seat], self._into(s, seat)) for seat in range(s.seats) if not s.acted[seat]
        )

    def choices(self, s: State, seat: Seat, faces: Faces) -> Sequence[Choice]:
        hand = s.hands[seat]
        return list(combinations(sorted(hand), min(PLACED, len(hand))))

    def reason(self, s: State, seat: Seat, faces: Faces, choice: Choice) -> str:
        held = (
            isinstance(choice, tuple) and len(set(choice)) == len(choice) and set(choice) <= {*s.hands[seat]}
        )
        return "place" if held else "not-held"

    def then(self, s: State, fact: Mixed) -> State:
        s = s._replace(
            hands=put(s.hands, fact.seat, self._into(s, fact.seat)), acted=put(s.acted, fact.seat, True)
        )
        if not all(s.acted):
            return s
        used = sum(len(hand) for hand in s.hands)
        return s._replace(section=UP, fresh=s.fresh + used, acted=_nobody(s))

    def _into(self, s: State, seat: Seat) -> tuple[Slot, ...]:
        """New slots for a hand. They depend on the sizes of hands alone, whoever is first."""
        first = s.fresh + sum(len(hand) for hand in s.hands[:seat])
        return tuple(range(first, first + len(s.hands[seat])))


class _TurningUp(Section):
    """3. All at once: what fits of the placed tiles is turned up, there is no holding back."""

    def waits(self, s: State) -> tuple[Request, ...]:
        return tuple(Show(seat) for seat in range(s.seats) if not s.acted[seat])

    def choices(self, s: State, seat: Seat, faces: Faces) -> Sequence[Choice]:
        slots = placed(s, seat)
        possible = turned_up(s.dice, tuple([faces.get(slot) for slot in slots]))
        return [tuple([slots[place] for place in places]) for places in possible]

    def reason(self, s: State, seat: Seat, faces: Faces, choice: Choice) -> str:
        return "fit"

    def claims(self, s: State, fact: Fact) -> tuple[Claim, ...]:
        if not isinstance(fact, Played):
            return ()
        down = tuple([slot for slot in placed(s, fact.seat) if slot not in fact.slots])
        return (Claim(fact.seat, down, impossible_below(s.dice, fact.faces)),) if down else ()

    def then(self, s: State, fact: Played) -> State:
        seen = tuple(zip(fact.slots, fact.faces, strict=True))
        s = s._replace(up=put(s.up, fact.seat, seen), acted=put(s.acted, fact.seat, True))
        if not all(s.acted):
            return s
        done = (True,) * s.seats
        if max(strengths(s)) == W0:
            done = tuple(
                strength == W0 or len(up) == len(placed(s, seat))
                for seat, (strength, up) in enumerate(zip(strengths(s), s.up, strict=True))
            )
        return _discard(s) if all(done) else s._replace(section=SHOW, acted=done)


class _Showing(Section):
    """4. Where a W0 is the strongest special, those without one show both placed tiles to everyone."""

    def waits(self, s: State) -> tuple[Request, ...]:
        return tuple(Show(seat) for seat in range(s.seats) if not s.acted[seat])

    def choices(self, s: State, seat: Seat, faces: Faces) -> Sequence[Choice]:
        up = [slot for slot, _ in s.up[seat]]
        return [tuple([slot for slot in placed(s, seat) if slot not in up])]

    def reason(self, s: State, seat: Seat, faces: Faces, choice: Choice) -> str:
        return "fit"

    def then(self, s: State, fact: Played) -> State:
        seen = tuple(zip(fact.slots, fact.faces, strict=True))
        s = s._replace(shown=put(s.shown, fact.seat, seen), acted=put(s.acted, fact.seat, True))
        return _discard(s) if all(s.acted) else s


def _discard(s: State) -> State:
    """4. Discard: the strongest kind of special goes, or all that fits; the rest returns to its hand."""
    up = tuple([tuple([face for _, face in mine]) for mine in s.up])
    shown = tuple([tuple([face for _, face in mine]) for mine in s.shown])
    hands, known, discarded = [], [], list(s.discarded)
    for seat, goes in enumerate(discards(s.dice, up, s.perfect_alone)):
        gone = [pair for pair, away in zip(s.up[seat], goes, strict=True) if away]
        slots, faces = [slot for slot, _ in gone], tuple([face for _, face in gone])
        hands.append(tuple([slot for slot in s.hands[seat] if slot not in slots]))
        known.append(known_after(s.known[seat], up[seat] + shown[seat], faces))
        discarded.extend(faces)
    out = [seat for seat, hand in enumerate(hands) if not hand]
    drew = _nobody(s) if out else drawers(s)
    s = s._replace(
        hands=tuple(hands),
        acted=_nobody(s),
        up=((),) * s.seats,
        shown=((),) * s.seats,
        known=tuple(known),
        discarded=tuple(discarded),
        last=(Turn(s.round, s.turn, s.roller, s.dice, s.kept, up, shown, drew, ""),),
    )
    if out:
        return _end_round(s, out)
    return s._replace(section=DRAW) if any(drew) else _ask_after(s)


def _end_round(s: State, out: Sequence[Seat]) -> State:
    """5. Out: who is rid of all tiles takes the pot; several split it, and what does not divide stays.

    Whoever goes out has discarded in this very turn, and all discards of one turn are of the same kind, so
    nobody's special is stronger than another's.
    """
    share = pot(s) // len(out)
    past = (*s.past, Past(s.turn + 1, tuple(share if seat in out else 0 for seat in range(s.seats))))
    over = len(past) == s.rounds
    return s._replace(
        section=OVER if over else SHUFFLE,
        round=s.round if over else s.round + 1,
        turn=0,
        roller=s.roller if over else (s.roller + 1) % s.seats,
        dice=(),
        kept=False,
        gone=0,
        hands=((),) * s.seats,
        known=((),) * s.seats,
        discarded=(),
        past=past,
    )


class _Drawing(Section):
    """6. Those who draw look at one tile each."""

    def waits(self, s: State) -> tuple[Request, ...]:
        return (Deal(self._drawn(s)),)

    def then(self, s: State, fact: Dealt) -> State:
        drawn = self._drawn(s)
        hands = tuple(hand + more for hand, more in zip(s.hands, drawn, strict=True))
        return _ask_after(s._replace(hands=hands, gone=s.gone + sum(map(len, drawn))))

    def _drawn(self, s: State) -> tuple[tuple[Slot, ...], ...]:
        drawn: tuple[tuple[Slot, ...], ...] = ((),) * s.seats
        slot = s.deck + s.gone
        for seat in leftwards(s.seats, s.roller):
            if s.last[0].drew[seat]:
                drawn, slot = put(drawn, seat, (slot,)), slot + 1
        return drawn


def _ask_after(s: State) -> State:
    """7. After a double perfect its player is asked; else the roller moves to the left."""
    if chooser(s.last[0]) is not None:
        return s._replace(section=AFTER)
    return _next_turn(s, (s.roller + 1) % s.seats)


class _Choosing(Section):
    """7. After a double perfect its player rolls next, or keeps the faces for the next turn."""

    def waits(self, s: State) -> tuple[Request, ...]:
        seat = chooser(s.last[0])
        return () if seat is None else (Choose(seat),)

    def choices(self, s: State, seat: Seat, faces: Faces) -> Sequence[Choice]:
        return ("roll", "keep")

    def reason(self, s: State, seat: Seat, faces: Faces, choice: Choice) -> str:
        return "range"

    def then(self, s: State, fact: Chose) -> State:
        s = s._replace(last=(s.last[0]._replace(after=str(fact.choice)),))
        if fact.choice == "roll":
            return _next_turn(s, fact.seat)
        return _next_turn(s, (s.roller + 1) % s.seats)._replace(section=PLACE, dice=s.dice, kept=True)


def _next_turn(s: State, roller: Seat) -> State:
    return s._replace(section=ROLL, turn=s.turn + 1, roller=roller, dice=(), kept=False)


def _nobody(s: State) -> tuple[bool, ...]:
    return (False,) * s.seats


def start(seats: int, options: Options) -> State:
    """The state before the first roller is found."""
    return State(
        seats=seats,
        sets=int(options["sets"]),
        rounds=int(options["rounds"]),
        ante=int(options["ante"]),
        perfect_alone=options["perfect_alone"] is True,
        w0_draws=options["w0_draws"] is True,
        section=FIRST_ROLLER,
        round=0,
        turn=0,
        roller=0,
        dice=(),
        kept=False,
        fresh=0,
        deck=0,
        gone=0,
        hands=((),) * seats,
        acted=(False,) * seats,
        up=((),) * seats,
        shown=((),) * seats,
        known=((),) * seats,
        discarded=(),
        last=(),
        past=(),
    )


def _sets(seats: int) -> tuple[OptionValue, ...]:
    """One set is enough for five players."""
    return (1, 2) if seats <= 5 else (2,)


def _view(s: State, seat: Seat | None, faces: Faces) -> dict[str, Any]:
    return view_dice_and_domino(RULES, s, seat, faces)


RULES = Rules(
    name="dice-and-domino",
    version=1,
    seats=range(2, 11),
    options=(
        Option("sets", _sets),
        Option("rounds", lambda seats: default_first(5, range(1, 21))),
        Option("ante", lambda seats: default_first(1, range(1, 11))),
        Option("perfect_alone", always(False, True)),
        Option("w0_draws", always(False, True)),
    ),
    start=start,
    sections=(
        _FirstRoller(),
        _Shuffling(),
        _Dealing(),
        _Rolling(),
        _Placing(),
        _TurningUp(),
        _Showing(),
        _Drawing(),
        _Choosing(),
    ),
    totals=totals,
    view=_view,
    item=item,
)
