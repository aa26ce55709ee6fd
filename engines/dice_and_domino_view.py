"""What one seat may know of a game of Dice And Domino, as plain values that JSON can hold.

Tiles are written as in records (`2-5`), dice are 1 to 6, chips are whole numbers. "By seat" is a list with
one entry for each seat.

- `game`, `seats`, `seat` (None for an onlooker), `options`: `sets`, `rounds`, `ante`, `perfect_alone`,
  `w0_draws`.
- `round` (from 1), `rounds`, `turn` (from 1 in each round; 0 before its first roll).
- `phase`: `deal` (first roller, shuffle and deal), `roll`, `place` (everybody places in secret), `up` (what
  fits is turned up), `show` (a W0 makes the others show their placed tiles), `draw`, `after` (roll or
  keep), `over`.
- `roller`: who rolls in this turn, None before the first one is found. In `roll` to `after` it is the
  roller of the turn that goes on; in `deal` the roller of the round's first turn.
- `dice`: the two faces of this turn, None before they are rolled. `kept`: they are those of the turn
  before.
- `ante`; `pot`: what lies in it now; `chips`: by seat, what each has now, this round's ante paid. Chips and
  pot add up to the same number all through the game.
- `boneyard`: how many tiles are left in it. `discarded`: the tiles discarded in this round, in order.
- `hand`: the own tiles, `{"slot", "item"}` each; none for an onlooker. Slots change whenever tiles are
  placed. `hand_sizes`: by seat, placed tiles included.
- `known`: by seat, the tiles that everybody knows to be in that hand, because they were turned up or shown
  and taken back.
- `placed`: by seat, how many tiles lie placed in this turn (0 before this seat has placed, and after the
  discard). `placed_slots`: the slots of the own placed tiles.
- `up`: by seat, None before this seat has turned up in this turn, else the tiles turned up, `{"item",
  "special"}` each, where `special` is `double_perfect`, `perfect`, `w0` or None.
- `shown`: by seat, the tiles shown in this turn because of a W0.
- `last`: None before the first discard, else the story of the last turn, also over the end of a round:
  `round`, `turn`, `roller`, `dice`, `kept`; `up` and `shown` as above; `strongest`: the strongest special
  turned up by anybody, or None; `discarded`: by seat, the tiles that went; `returned`: by seat, the tiles
  that were seen and taken back; `drew`: by seat, whether a tile was (or, in `draw`, is to be) drawn; `out`:
  the seats without a tile, which ended the round; `won`: by seat, the chips that they took from the pot;
  `chooser`: who is asked for roll or keep, or None; `after`: `roll`, `keep`, or None where it was not asked
  or said.
- `scores`: by finished round and seat, chips won or lost, ante included. `totals`: by seat, the standing
  after the finished rounds, with the chips from the start and no ante taken for the round that goes on.
- `rounds_detail`: by finished round, `turns` (how many), `pot` (before it was paid out), `carried` (what
  stayed in it), `out` (the seats), `lines` (by seat, `{"what", "points"}`: `ante`, `pot`).
- `ask`: None, or what this seat has to answer now. `request` `mix`, `what` `place`: `choices` are pairs of
  slots of the hand to place (single slots where one tile is held). `request` `show`, `what` `up`: lists of
  slots of placed tiles to turn up, more than one only where two tiles fit through the same single die;
  `what` `show`: the one list of what is to be shown. `request` `choose`, `what` `after`: `roll` and `keep`.
  `refused`: in `place` the single tiles of a hand that must place two (rule `place`), in `up` every other
  set of placed tiles (rule `fit`).
"""

from itertools import combinations
from typing import Any

from engines.asking import asked
from engines.dice_and_domino_state import (
    DEAL,
    FIRST_ROLLER,
    OVER,
    PHASES,
    PLACE,
    SHOW,
    SPECIALS,
    UP,
    State,
    Tiles,
    Turn,
    boneyard,
    carried,
    chips,
    chooser,
    discards,
    item,
    kinds,
    placed,
    pot,
    score_lines,
    score_round,
    strongest,
    totals,
)
from engines.showing import lines, things
from engines.table import Rules
from engines.vocabulary import Choice, Faces, Seat


def view_dice_and_domino(rules: Rules, s: State, seat: Seat | None, faces: Faces) -> dict[str, Any]:
    """The game as this seat knows it; as everybody knows it where `seat` is None."""
    seats = range(s.seats)
    table = [len(placed(s, each)) if _has_placed(s, each) else 0 for each in seats]
    return {
        "game": "dice-and-domino",
        "seats": s.seats,
        "seat": seat,
        "options": {
            "sets": s.sets,
            "rounds": s.rounds,
            "ante": s.ante,
            "perfect_alone": s.perfect_alone,
            "w0_draws": s.w0_draws,
        },
        "round": s.round + 1,
        "rounds": s.rounds,
        "turn": s.turn + 1 if s.section > DEAL and s.section != OVER else 0,
        "phase": PHASES[s.section],
        "roller": s.roller if s.section != FIRST_ROLLER else None,
        "dice": list(s.dice) or None,
        "kept": s.kept,
        "ante": s.ante,
        "pot": pot(s),
        "chips": list(chips(s)),
        "boneyard": boneyard(s),
        "discarded": _items(s.discarded),
        "hand": things(() if seat is None else s.hands[seat], faces, item),
        "hand_sizes": [len(hand) for hand in s.hands],
        "known": [_items(known) for known in s.known],
        "placed": table,
        "placed_slots": list(placed(s, seat)) if seat is not None and table[seat] else [],
        "up": [_up(s.dice, _faces(s.up[each])) if _has_turned_up(s, each) else None for each in seats],
        "shown": [_items(_faces(mine)) for mine in s.shown],
        "last": _story(s, s.last[0]) if s.last else None,
        "scores": [list(score_round(s, number)) for number in range(len(s.past))],
        "totals": list(totals(s)),
        "rounds_detail": [_detail(s, number) for number in range(len(s.past))],
        "ask": asked(rules, s, seat, faces, PHASES[s.section], _thinkable(s, seat)),
    }


def _has_placed(s: State, seat: Seat) -> bool:
    return s.section in (UP, SHOW) or (s.section == PLACE and s.acted[seat])


def _has_turned_up(s: State, seat: Seat) -> bool:
    return s.section == SHOW or (s.section == UP and s.acted[seat])


def _items(tiles: Tiles) -> list[str]:
    return [item(face) for face in tiles]


def _faces(seen: tuple[tuple[int, int], ...]) -> Tiles:
    return tuple([face for _, face in seen])


def _up(dice: tuple[int, ...], tiles: Tiles) -> list[dict[str, Any]]:
    return [
        {"item": item(face), "special": SPECIALS[kind]}
        for face, kind in zip(tiles, kinds(dice, tiles), strict=True)
    ]


def _story(s: State, turn: Turn) -> dict[str, Any]:
    """What happened in a turn that is over, or of which only the draw or the choice is left."""
    goes = discards(turn.dice, turn.up, s.perfect_alone)
    ended = turn.round < len(s.past)
    won = s.past[turn.round].won if ended else (0,) * s.seats
    return {
        "round": turn.round + 1,
        "turn": turn.turn + 1,
        "roller": turn.roller,
        "dice": list(turn.dice),
        "kept": turn.kept,
        "up": [_up(turn.dice, mine) for mine in turn.up],
        "shown": [_items(mine) for mine in turn.shown],
        "strongest": SPECIALS[max(strongest(turn.dice, mine) for mine in turn.up)],
        "discarded": [_sifted(mine, gone, True) for mine, gone in zip(turn.up, goes, strict=True)],
        "returned": [
            _sifted(mine, gone, False) + _items(shown)
            for mine, gone, shown in zip(turn.up, goes, turn.shown, strict=True)
        ],
        "drew": list(turn.drew),
        "out": [seat for seat, chips in enumerate(won) if chips],
        "won": list(won),
        "chooser": None if ended else chooser(turn),
        "after": turn.after or None,
    }


def _sifted(tiles: Tiles, goes: tuple[bool, ...], gone: bool) -> list[str]:
    return [item(face) for face, away in zip(tiles, goes, strict=True) if away == gone]


def _detail(s: State, number: int) -> dict[str, Any]:
    """A finished round, with the lines that add up to its scores."""
    past = s.past[number]
    return {
        "turns": past.turns,
        "pot": carried(s, number) + s.ante * s.seats,
        "carried": carried(s, number + 1),
        "out": [seat for seat, chips in enumerate(past.won) if chips],
        "lines": lines(score_lines(s, number, seat) for seat in range(s.seats)),
    }


def _thinkable(s: State, seat: Seat | None) -> list[Choice]:
    """What somebody may well try: to place one tile alone, to turn up any of those placed."""
    if seat is not None and s.section == PLACE:
        return [(slot,) for slot in s.hands[seat]]
    if seat is None or s.section != UP:
        return []
    slots = placed(s, seat)
    return [some for count in range(len(slots) + 1) for some in combinations(slots, count)]
