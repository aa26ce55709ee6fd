"""Games played out in one process: one source of random numbers answers whatever the rules ask.

For tests, bots and measurements, where nobody needs protection from anybody.
"""

from random import Random

from engines.table import Options, Rules, State, choices, pending, settle_options, then
from engines.vocabulary import (
    Choice,
    Choose,
    Chose,
    Deal,
    Dealt,
    Face,
    Fact,
    Gave,
    Give,
    Mix,
    Mixed,
    Open,
    Opened,
    Play,
    Played,
    Request,
    Roll,
    Rolled,
    Seal,
    Sealed,
    SeatRequest,
    Show,
    Shuffle,
    Shuffled,
    Slot,
    TurnedUp,
    TurnUp,
)


def reply(rules: Rules, request: Request, s: State, faces: dict[Slot, Face], rng: Random) -> Fact:
    """Answer a request at random among what is allowed. `faces` holds every face and is added to."""
    match request:
        case Shuffle(faces=deck, slots=slots):
            faces.update(zip(slots, rng.sample(deck, len(deck)), strict=True))
            return Shuffled()
        case Deal():
            return Dealt()
        case TurnUp(slots=slots):
            return TurnedUp(tuple([faces[slot] for slot in slots]))
        case Roll(sides=sides):
            return Rolled(tuple([rng.randrange(side) for side in sides]))
        case Open(seat=seat, slots=slots):
            return Opened(seat, tuple([faces[slot] for slot in slots]))
    return answer(rules, s, request, rng.choice(choices(rules, s, request.seat, faces)), faces)


def answer(rules: Rules, s: State, request: SeatRequest, choice: Choice, faces: dict[Slot, Face]) -> Fact:
    """The fact that a choice makes. What is sealed or mixed goes into `faces`."""
    match request, choice:
        case Play(seat=seat) | Show(seat=seat), tuple():
            slots = tuple([slot for slot in choice if isinstance(slot, int)])
            up = rules.face_up(s)
            return Played(seat, slots, tuple([up[slot] if slot in up else faces[slot] for slot in slots]))
        case Mix(seat=seat, slots=old, into=new), tuple():
            order = [*choice, *(slot for slot in old if slot not in choice)]
            faces.update((place, faces[int(slot)]) for place, slot in zip(new, order, strict=True))
            return Mixed(seat)
        case Give(seat=seat), tuple():
            return Gave(seat, tuple([slot for slot in choice if isinstance(slot, int)]))
        case Seal(seat=seat, slot=slot), int():
            faces[slot] = choice
            return Sealed(seat)
        case Choose(seat=seat), _:
            return Chose(seat, choice)
    raise TypeError(f"{request} cannot be answered by a choice")


def simulate(
    rules: Rules, seats: int, options: Options, rng: Random, any_order: bool = True
) -> tuple[State, dict[Slot, Face], list[Fact]]:
    """A whole game: its last state, every face, and the facts.

    Requests that wait together are answered in any order.
    """
    s = rules.start(seats, settle_options(rules, seats, options))
    faces: dict[Slot, Face] = {}
    facts: list[Fact] = []
    while requests := pending(rules, s):
        fact = reply(rules, rng.choice(requests) if any_order else requests[0], s, faces, rng)
        facts.append(fact)
        s = then(rules, s, fact)
    return s, faces, facts
