"""Tables of No Loose Ends in texts of cards: hands and bid cards laid by hand, moves made by name."""

from collections.abc import Sequence
from typing import Any

from engines import no_loose_ends_state as state
from engines.no_loose_ends import RULES
from engines.no_loose_ends_state import Bid, State, item
from engines.table import allows, apply, choices, pending, reason, settle_options, then
from engines.vocabulary import NOBODY, Choice, Choose, Chose, Face, Fact, Play, Played, Slot

CARDS = {item(face): face for face in range(61)}
Faces = dict[Slot, Face]


def begin(seats: int, **options: Any) -> State:
    """The state before the first start player is found."""
    s: State = RULES.start(seats, settle_options(RULES, seats, options))
    return s


def planning(hands: Sequence[str], start: int = 0, **options: Any) -> tuple[State, Faces]:
    """A state at the beginning of the planning with these hands, each a text of cards, and all faces."""
    held, faces = _laid(hands, 0)
    s = begin(len(hands), **options)
    return s._replace(section=state.PLAN, hands=held, start=start, turn=start), faces


def tricks(
    hands: Sequence[str], bids: Sequence[str] = (), leader: int = 0, **options: Any
) -> tuple[State, Faces]:
    """A state at the beginning of the tricks with these hands and bid cards, and all faces."""
    seats = len(hands)
    held, faces = _laid(hands, 0)
    before, up = _laid(bids or [""] * seats, len(faces))
    s = begin(seats, **options)._replace(
        section=state.TRICKS,
        hands=held,
        bids=tuple(tuple(Bid(slot, up[slot]) for slot in slots) for slots in before),
        passed=tuple((leader + 1 + i) % seats for i in range(seats)),
        leader=leader,
    )
    return s, {**faces, **up}


def _laid(hands: Sequence[str], first: Slot) -> tuple[tuple[tuple[Slot, ...], ...], Faces]:
    faces: Faces = {}
    held = []
    for hand in hands:
        slots = range(first + len(faces), first + len(faces) + len(hand.split()))
        faces |= {slot: CARDS[card] for slot, card in zip(slots, hand.split(), strict=True)}
        held.append(tuple(slots))
    return tuple(held), faces


def who(s: State) -> int:
    """The seat that the table waits for."""
    (request,) = pending(RULES, s)
    assert isinstance(request, Play | Choose)
    return request.seat


def choice_of(s: State, faces: Faces, word: str) -> Choice:
    """A move by its name: a card, "pass", "cross" or "stay", or the bid card that is covered."""
    if word in ("cross", "stay"):
        return word == "cross"
    if s.section == state.COVER:
        return next(bid.slot for bids in s.bids for bid in bids if item(bid.face) == word)
    if word == "pass":
        return ()
    return (next(slot for hand in (s.hands[who(s)], *s.hands) for slot in hand if item(faces[slot]) == word),)


def fact_of(s: State, faces: Faces, word: str) -> Fact:
    """What happens at the table by this move of whoever is waited for."""
    choice = choice_of(s, faces, word)
    if s.section in (state.COVER, state.CROSS):
        return Chose(who(s), choice)
    assert isinstance(choice, tuple)
    slots = tuple(int(slot) for slot in choice)
    return Played(who(s), slots, tuple(faces[slot] for slot in slots))


def go(s: State, faces: Faces, moves: str) -> State:
    """Make moves in turn, each allowed by the law and by what everybody sees."""
    for word in moves.split():
        fact = fact_of(s, faces, word)
        assert allows(RULES, s, fact, faces) is None, word
        assert apply(RULES, s, fact) == then(RULES, s, fact)
        s = then(RULES, s, fact)
    return s


def legal(s: State, faces: Faces) -> set[str]:
    """The moves that the law leaves whoever is waited for, by their names."""
    words = set()
    for choice in choices(RULES, s, who(s), faces):
        if isinstance(choice, bool):
            words.add("cross" if choice else "stay")
        elif isinstance(choice, tuple):
            words.add(item(faces[int(choice[0])]) if choice else "pass")
        else:
            words.add(item(faces[int(choice)]))
    return words


def refused(s: State, faces: Faces, word: str) -> str | None:
    """The rule by which the law refuses a move; None if it does not."""
    rule = allows(RULES, s, fact_of(s, faces, word), faces)
    if rule is not None:
        assert reason(RULES, s, who(s), faces, choice_of(s, faces, word)) == rule
    return rule


def seen_refused(s: State, faces: Faces, word: str) -> str | None:
    """The rule by which everybody, seeing no hand, refuses a move."""
    return allows(RULES, s, fact_of(s, faces, word), NOBODY)


def bids_of(s: State, seat: int) -> list[str]:
    """The bid cards of a seat as text; covered ones in brackets."""
    return [f"({item(bid.face)})" if bid.covered else item(bid.face) for bid in s.bids[seat]]


def hand_of(s: State, faces: Faces, seat: int) -> set[str]:
    """The cards in a hand."""
    return {item(faces[slot]) for slot in s.hands[seat]}
