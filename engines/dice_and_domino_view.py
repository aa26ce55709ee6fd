"""What one seat may know of a game of Dice And Domino, as plain values that JSON can hold.

Tiles are written as in records (`2-5`), dice are 1 to 6, chips are whole numbers. "By seat" is a list with one
entry for each seat.

- `game`, `seats`, `seat` (None for an onlooker), `options`: `sets`, `rounds`, `ante`, `perfect_alone`,
  `w0_draws`.
- `round` (from 1), `rounds`, `turn` (from 1 in each round; 0 before its first roll).
- `phase`: `deal` (first roller, shuffle and deal), `roll`, `place` (everybody places in secret), `up` (what fits
  is turned up), `show` (a W0 makes the others show their placed tiles), `draw`, `after` (roll or keep), `over`.
- `roller`: who rolls in this turn, None before the first one is found. In `roll` to `after` it is the roller of
  the turn that goes on; in `deal` the roller of the round's first turn.
- `dice`: the two faces of this turn, None before they are rolled. `kept`: they are those of the turn before.
- `ante`; `pot`: what lies in it now; `chips`: by seat, what each has now, this round's ante paid. Chips and pot
  add up to the same number all through the game.
- `boneyard`: how many tiles are left in it. `discarded`: the tiles discarded in this round, in order.
- `hand`: the own tiles, `{"slot", "item"}` each; none for an onlooker. Slots change whenever tiles are placed.
  `hand_sizes`: by seat, placed tiles included.
- `known`: by seat, the tiles that everybody knows to be in that hand, because they were turned up or shown and
  taken back.
- `placed`: by seat, how many tiles lie placed in this turn (0 before this seat has placed, and after the
  discard). `placed_slots`: the slots of the own placed tiles.
- `up`: by seat, None before this seat has turned up in this turn, else the tiles turned up, `{"item",
  "special"}` each, where `special` is `double_perfect`, `perfect`, `w0` or None.
- `shown`: by seat, the tiles shown in this turn because of a W0.
- `last`: None before the first discard, else the story of the last turn, also over the end of a round:
  `round`, `turn`, `roller`, `dice`, `kept`; `up` and `shown` as above; `strongest`: the strongest special turned
  up by anybody, or None; `discarded`: by seat, the tiles that went; `returned`: by seat, the tiles that were
  seen and taken back; `drew`: by seat, whether a tile was (or, in `draw`, is to be) drawn; `out`: the seats
  without a tile, which ended the round; `won`: by seat, the chips that they took from the pot; `chooser`: who
  is asked for roll or keep, or None; `after`: `roll`, `keep`, or None where it was not asked or said.
- `scores`: by finished round and seat, chips won or lost, ante included. `totals`: by seat, the standing after
  the finished rounds, with the chips from the start and no ante taken for the round that goes on.
- `rounds_detail`: by finished round, `turns` (how many), `pot` (before it was paid out), `carried` (what stayed in
  it), `out` (the seats), `lines` (by seat, `{"what", "points"}`: `ante`, `pot`).
- `ask`: None, or what this seat has to answer now. `request` `mix`, `what` `place`: `choices` are pairs of slots of
  the hand to place (single slots where one tile is held). `request` `show`, `what` `up`: lists of slots of placed
  tiles to turn up, more than one only where two tiles fit through the same single die; `what` `show`: the one
  list of what is to be shown. `request` `choose`, `what` `after`: `roll` and `keep`. `refused` is always empty.
"""
