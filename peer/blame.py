"""Who broke the game, and how: the codes that a table, an audit and the screens share."""

from dataclasses import dataclass

CODES = frozenset(
    {
        "equivocation",  # two events under one step
        "chain",  # names another event as its previous one
        "position",  # answers another course of the game
        "turn",  # has nothing to say in this step, or something else
        "shape",  # is no answer of the right form
        "proof",  # a proof does not hold
        "opening",  # opens something other than what was committed to
        "rule",  # the rules do not allow it
        "deal",  # the revealed seed does not reproduce what the seat did
        "signature",  # not signed by the author
    }
)


@dataclass(frozen=True, slots=True)
class Blame:
    """Seat `seat` broke the game in step `step`. `detail` is the kind of answer, or the rule's code."""

    seat: int
    code: str
    step: int
    detail: str


class Refusal(Exception):
    """This answer is not accepted."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail
