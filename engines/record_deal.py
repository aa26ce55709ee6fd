"""The deal in open records, where it is the same in several games: who begins a round, and the hands."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence

from engines.record import RecordError
from engines.vocabulary import Face, Seat


def check_first(told: Seat, seats: int, due: Seat | None, code: str) -> None:
    """Refuse a dealer (or starter, or roller: the `code`) who does not play, or is not the one who is due;
    `due` is None where chance decides.
    """
    if not 0 <= told < seats:
        raise RecordError("range", "seat", number=told)
    if due is not None and told != due:
        raise RecordError("turn", code, seat=told)


def check_hands(
    hands: Sequence[Sequence[Face]], deck: Collection[Face], size: int, item: Callable[[Face], str]
) -> None:
    """Refuse hands of another size, and cards that are not in the deck or were dealt already."""
    left = Counter(deck)
    for seat, hand in enumerate(hands):
        if len(hand) != size:
            raise RecordError("deal", "hand-size", seat=seat, count=len(hand), wanted=size)
        for face in hand:
            if not left[face]:
                code = "card-twice" if face in deck else "card-foreign"
                raise RecordError("deal", code, seat=seat, card=item(face))
            left[face] -= 1
