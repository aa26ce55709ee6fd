"""What one seat may know of a game of No Loose Ends, as plain values that JSON can hold."""

from typing import Any

from engines.no_loose_ends_state import State
from engines.table import Rules
from engines.vocabulary import Faces, Seat


def view_no_loose_ends(rules: Rules, s: State, seat: Seat | None, faces: Faces) -> dict[str, Any]:
    """The game as this seat knows it; as everybody knows it where `seat` is None.

    Cards are written as in records. A list "by seat" has one entry for each seat; seats are numbers.

    - `game`, `seats`, `seat`, `options` (`double_cross`, `escape`, `simple_scoring`, `plan_b`, each true or
      false), `round` (from 1), `rounds` (3)
    - `phase`: "deal", "plan", "cross" (the first who passed may take the bid cards back), "tricks", "cover"
      (the winner of a trick chooses the bid card that it covers), "over"
    - `start`: who begins the planning of this round; None before the first is known
    - `hand_size`: cards dealt to each; `limit`: the most bid cards that one may place
    - `hand`: [{"slot", "item"}] of this seat; `hand_sizes` by seat
    - `known`: by seat, the cards in the hand that everybody knows (bid cards taken back)
    - `bids`: by seat, [{"slot", "item", "covered", "plan_b"}] in the order placed; `plan_b` marks a winning
      card that was put there by a trick which covered nothing
    - `passed`: the seats that have passed, in that order; the last one leads the first trick
    - `informants`: the seats that have passed and have no bid card of their own (with or without a trick)
    - `leader`: who leads the trick (None before the tricks); `trick`: [{"seat", "item"}]; `led`: the led suit
      as a letter, None where no card but escape cards has been played
    - `last_trick`: [{"seat", "item"}], with `last_winner`, and `last_cover`: what it covered, {"slot",
      "item"}, None where nothing (or, in "cover", not yet); `last_plan_b`: whether its winning card has
      become a bid card. They stay after the last trick of a round, until the next deal.
    - `tricks`: by seat, the number won; `loose`: by seat, how many of them are loose ends
    - `played`: the cards of the round's tricks, in the order played, the trick on the table included
    - `voids`: by seat, the letters of the suits of which there surely is no card in the hand
    - `scores`: by finished round and seat, without the 5 points at the start; `totals`: by seat, with them
    - `rounds_detail`: by finished round, {"start", "bids" (as above, without slots), "tricks", "covered",
      "loose" (the loose ends, uncovered bid cards included), all by seat; "informants"; "informed" (whether
      an informant succeeded and changed what others get); "lines": by seat, [{"what", "points"}]}. `what` is
      "informant" (a successful one), "covered", "loose", "perfect" or, in simple scoring, "simple".
    - `ask`: what this seat has to answer now, or None: {"request", "what" (the phase), "choices", "refused"}

      | what | request | choices | refused |
      |---|---|---|---|
      | plan | play | [[slot], ...], and [] to pass | cards that cannot be bid, [] if one must bid |
      | cross | choose | [False, True] | |
      | tricks | play | [[slot], ...] | the other cards of the hand |
      | cover | choose | [slot, ...] of bid cards | the other uncovered bid cards of this seat |

      `refused` is [{"choice", "rule"}] with a rule of records.md: bid-limit, escape-bid, must-bid, follow,
      cover.
    """
    raise NotImplementedError
