"""Moments of Nokosu Dice laid out by hand: cards and dice as texts, in the slots of a first round."""

from collections.abc import Sequence
from typing import Any

from engines import nokosu_state
from engines.nokosu import RULES
from engines.nokosu_state import CARDS, FACES, State, first_die, item
from engines.table import allows, choices, pending, settle_options, then
from engines.vocabulary import Face, Faces, Play, Played

ITEMS = {item(face): face for face in range(FACES)}


def begin(seats: int, **options: Any) -> State:
    """The state before anything."""
    state: State = RULES.start(seats, settle_options(RULES, seats, options))
    return state


def tricks(
    hands: Sequence[str], trump: str, *, leader: int = 0, zero: Sequence[int] = (), **changes: Any
) -> tuple[State, dict[int, Face]]:
    """A state in the tricks with these hands, each a text of cards and dice, and the faces of all cards.

    The seats in `zero` have declared, and put back a red 1. Who has not declared must keep a die in the end.
    """
    faces: dict[int, Face] = {}
    draws = [ITEMS[trump], ITEMS["R1d"]]
    held = []
    s = begin(len(hands))
    for hand in hands:
        things = [ITEMS[word] for word in hand.split()]
        first_card, next_die = len(faces), first_die(s) + len(draws)
        cards = [face for face in things if face < CARDS]
        dice = [face for face in things if face >= CARDS]
        faces.update(enumerate(cards, first_card))
        draws += dice
        held.append((*range(first_card, len(faces)), *range(next_die, next_die + len(dice))))
    s = s._replace(
        section=nokosu_state.TRICKS,
        hands=tuple(held),
        draws=tuple(draws),
        pool=(first_die(s),),
        zero=tuple(first_die(s) + 1 if seat in zero else nokosu_state.NOTHING for seat in range(len(hands))),
        leaders=(leader,),
    )
    return s._replace(**changes), faces


def slot_of(s: State, seat: int, word: str, faces: Faces) -> int:
    """A slot of a seat that holds this."""
    known = {**faces, **nokosu_state.face_up(s)}
    return next(slot for slot in s.hands[seat] if known[slot] == ITEMS[word])


def played(s: State, word: str, faces: Faces) -> Played:
    """The fact that whose turn it is plays this."""
    (request,) = pending(RULES, s)
    assert isinstance(request, Play)
    return Played(request.seat, (slot_of(s, request.seat, word, faces),), (ITEMS[word],))


def play(s: State, faces: Faces, *words: str) -> State:
    """Play these in turn, each allowed by the law."""
    for word in words:
        fact = played(s, word, faces)
        assert allows(RULES, s, fact, faces) is None, word
        s = then(RULES, s, fact)
    return s


def legal(s: State, seat: int, faces: Faces) -> set[str]:
    """What a seat may play, as far as these faces tell; a card that they do not tell is `?`."""
    known = {**faces, **nokosu_state.face_up(s)}
    slots = [int(choice[0]) for choice in choices(RULES, s, seat, faces) if isinstance(choice, tuple)]
    return {item(known[slot]) if slot in known else "?" for slot in slots}
