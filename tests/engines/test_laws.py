"""Laws that the rules of every game obey, at every number of seats and with every combination of options."""

import itertools
import pickle
import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import pytest

import engines
from engines.simulate import answer, reply, simulate
from engines.table import (
    IllegalFact,
    Option,
    Options,
    OptionValue,
    Rules,
    Span,
    State,
    allows,
    apply,
    audit,
    choices,
    claims,
    digest,
    pending,
    reason,
    settle_options,
    then,
)
from engines.vocabulary import (
    NOBODY,
    Face,
    Fact,
    Gave,
    Mix,
    Mixed,
    Open,
    Played,
    Seal,
    Sealed,
    SeatRequest,
    Shuffle,
    Slot,
)

GAMES_EACH = 12
"""Games at every number of seats; more where there are more combinations of options."""

MOST_COMBINATIONS = 24

LENGTHS: dict[str, tuple[OptionValue, ...]] = {"rounds": (1, 2)}
"""Values for options that only make a game longer."""

ANSWERED_TOGETHER = {"notice", "dice-and-domino", "dice-watching"}
WITH_CLAIMS = {"nokosu", "dice-and-domino", "notice", "no-loose-ends"}
WITHOUT_RETURN = {"nokosu", "notice"}
"""Games in which what was turned up does not come back into a hand."""

every_table = pytest.mark.parametrize(
    ("rules", "seats"),
    [
        pytest.param(rules, seats, id=f"{rules.name}-{seats}")
        for rules in map(engines.load, engines.GAMES)
        for seats in rules.seats
    ],
)


def telling(option: Option, seats: int) -> Sequence[OptionValue]:
    """All values of an option, or the default and both ends where there are many."""
    values = option.values(seats)
    if isinstance(values, Span) or len(values) <= 4:
        return tuple(values)
    return LENGTHS.get(option.name, (values[0], min(values), max(values)))


@lru_cache
def combinations(rules: Rules, seats: int) -> tuple[dict[str, OptionValue], ...]:
    """Every combination of options; where there are very many, the defaults and a fixed sample."""
    names = [option.name for option in rules.options]
    every = list(itertools.product(*(telling(option, seats) for option in rules.options)))
    if len(every) > MOST_COMBINATIONS:
        every = every[:1] + random.Random(seats).sample(every[1:], MOST_COMBINATIONS - 1)
    return tuple(settle_options(rules, seats, dict(zip(names, values, strict=True))) for values in every)


class Course(NamedTuple):
    """A random game: its options, its facts and all its faces."""

    options: Options
    facts: list[Fact]
    faces: dict[Slot, Face]


@lru_cache(maxsize=2)
def courses(rules: Rules, seats: int) -> tuple[Course, ...]:
    """Random games with every combination of options."""
    combined = combinations(rules, seats)
    made = []
    for seed in range(max(GAMES_EACH, len(combined))):
        options = combined[seed % len(combined)]
        _, faces, facts = simulate(rules, seats, options, random.Random(seed))
        made.append(Course(options, facts, faces))
    return tuple(made)


def states(rules: Rules, seats: int, options: Options, facts: list[Fact]) -> Iterator[tuple[State, Fact]]:
    """Each state of a game with the fact that follows it."""
    s = start(rules, seats, options)
    for fact in facts:
        yield s, fact
        s = then(rules, s, fact)


def start(rules: Rules, seats: int, options: Options) -> State:
    return rules.start(seats, settle_options(rules, seats, options))


def plain(value: object) -> bool:
    return all(map(plain, value)) if isinstance(value, tuple) else type(value) in (int, bool, str)


@every_table
def test_repeatable_and_audited(rules: Rules, seats: int) -> None:
    """The same facts give the same states, checked with no faces or with all; every state is plain and
    pickles.
    """
    for options, facts, faces in courses(rules, seats):
        end = s = start(rules, seats, options)
        for fact in facts:
            assert plain(s)
            assert pickle.loads(pickle.dumps(s)) == s  # noqa: S301
            assert digest(s) == digest(type(s)(*s))
            s = apply(rules, s, fact)
        assert audit(rules, end, facts, faces) == s
        assert pending(rules, s) == ()


@every_table
def test_never_stuck_and_requests_well_formed(rules: Rules, seats: int) -> None:
    """Joint requests stand alone, seat requests are of different seats, and each leaves a choice."""
    for options, facts, faces in courses(rules, seats):
        for s, _ in states(rules, seats, options, facts):
            requests = pending(rules, s)
            assert requests
            if not isinstance(requests[0], SeatRequest):
                assert len(requests) == 1
                continue
            askers = [r.seat for r in requests if isinstance(r, SeatRequest)]
            assert len(set(askers)) == len(requests)
            for seat in askers:
                assert choices(rules, s, seat, faces)


@every_table
def test_answers_given_together_commute(rules: Rules, seats: int) -> None:
    """Whoever answers first, the state after both is the same."""
    rng = random.Random(1)
    met = 0
    for options, facts, faces in courses(rules, seats):
        for s, _ in states(rules, seats, options, facts):
            requests = pending(rules, s)
            if len(requests) < 2:
                continue
            one, other = rng.sample(requests, 2)
            known = dict(faces)
            first, second = reply(rules, one, s, known, rng), reply(rules, other, s, known, rng)
            assert then(rules, then(rules, s, first), second) == then(rules, then(rules, s, second), first)
            met += 1
    assert met > 20 or rules.name not in ANSWERED_TOGETHER


@every_table
def test_more_faces_never_add_a_choice(rules: Rules, seats: int) -> None:
    """What all faces allow, some allow; what some allow, none allow."""
    rng = random.Random(2)
    for options, facts, faces in courses(rules, seats):
        for s, _ in states(rules, seats, options, facts):
            for request in pending(rules, s):
                if isinstance(request, SeatRequest) and not isinstance(request, Open):
                    some = {slot: face for slot, face in faces.items() if rng.random() < 0.5}
                    law = set(choices(rules, s, request.seat, faces))
                    part = set(choices(rules, s, request.seat, some))
                    assert law <= part <= set(choices(rules, s, request.seat, NOBODY))


@every_table
def test_every_choice_is_accepted_and_every_other_refused(rules: Rules, seats: int) -> None:
    """Each listed choice makes an allowed fact; others, and other seats, are refused with a reason."""
    for options, facts, faces in courses(rules, seats)[:: max(1, len(courses(rules, seats)) // 4)]:
        for s, fact in states(rules, seats, options, facts):
            for request in pending(rules, s):
                if not isinstance(request, SeatRequest) or isinstance(request, Open):
                    continue
                listed = choices(rules, s, request.seat, faces)
                known = dict(faces)
                for choice in listed:
                    assert allows(rules, s, answer(rules, s, request, choice, known), known) is None
                for wrong in (-1, 99, (99_999,), (), "x", *_others(listed, s, request.seat)):
                    if wrong not in listed:
                        assert reason(rules, s, request.seat, faces, wrong) in RULE_CODES
            stranger = _by_another_seat(fact, seats)
            if stranger is not None and getattr(fact, "seat", None) in _waiting(rules, s):
                waiting = _waiting(rules, s)
                if getattr(stranger, "seat", None) not in waiting:
                    assert allows(rules, s, stranger, NOBODY) == "turn"


RULE_CODES = {
    "range",
    "not-held",
    "follow",
    "turn",
    "last-die",
    "bid-limit",
    "must-bid",
    "escape-bid",
    "cross",
    "cover",
    "place",
    "fit",
}


def _others(listed: Any, s: State, seat: int) -> list[Any]:
    hands = getattr(s, "hands", ())
    return [(slot,) for hand in hands for slot in hand if (slot,) not in listed]


def _waiting(rules: Rules, s: State) -> set[int]:
    return {r.seat for r in pending(rules, s) if isinstance(r, SeatRequest)}


def _by_another_seat(fact: Fact, seats: int) -> Fact | None:
    match fact:
        case Played(seat=seat, slots=slots, faces=faces):
            return Played((seat + 1) % seats, slots, faces)
        case Gave(seat=seat, slots=slots):
            return Gave((seat + 1) % seats, slots)
        case Sealed(seat=seat):
            return Sealed((seat + 1) % seats)
    return None


@every_table
def test_what_nobody_sees_the_audit_does(rules: Rules, seats: int) -> None:
    """An illegal play that everybody must accept owes a claim that is not true, and the audit refuses it."""
    found = 0
    for options, facts, faces in courses(rules, seats):
        for index, (s, fact) in enumerate(states(rules, seats, options, facts)):
            if not isinstance(fact, Played):
                continue
            law, shown = choices(rules, s, fact.seat, faces), {**faces, **rules.face_up(s)}
            for choice in choices(rules, s, fact.seat, NOBODY):
                if choice in law or not isinstance(choice, tuple):
                    continue
                slots = tuple(int(slot) for slot in choice)
                lie = Played(fact.seat, slots, tuple(shown[slot] for slot in slots))
                if allows(rules, s, lie, NOBODY) is not None:
                    continue
                found += 1
                owed = claims(rules, s, lie)
                assert any(faces[slot] in claim.faces for claim in owed for slot in claim.slots)
                with pytest.raises(IllegalFact) as caught:
                    audit(rules, start(rules, seats, options), [*facts[:index], lie], faces)
                assert (caught.value.index, caught.value.seat) == (index, fact.seat)
            if found > 200:
                break
    assert found > 20 or rules.name not in WITH_CLAIMS


@every_table
def test_honest_claims_are_true(rules: Rules, seats: int) -> None:
    """Whatever an honest player owes a proof of can be proven."""
    for options, facts, faces in courses(rules, seats):
        for s, fact in states(rules, seats, options, facts):
            for claim in claims(rules, s, fact):
                assert claim.slots
                assert not {faces[slot] for slot in claim.slots} & set(claim.faces)


@every_table
def test_another_face_than_the_slot_holds_is_refused(rules: Rules, seats: int) -> None:
    """A card that is turned up as something else than it is does not pass the audit."""
    if rules.name not in WITH_CLAIMS:
        pytest.skip("nothing of this game is turned up by its holder")
    options, facts, faces = courses(rules, seats)[0]
    index = next(i for i, fact in enumerate(facts) if isinstance(fact, Played) and fact.faces)
    played = facts[index]
    assert isinstance(played, Played)
    lie = Played(played.seat, played.slots, tuple(face ^ 1 for face in played.faces))
    with pytest.raises(IllegalFact):
        audit(rules, start(rules, seats, options), [*facts[:index], lie], faces)


@every_table
def test_conserved(rules: Rules, seats: int) -> None:
    """No slot is used twice; what is played was in the hand that played it; what is mixed stays the same."""
    for options, facts, faces in courses(rules, seats):
        used: set[Slot] = set()
        gone: set[Slot] = set()
        for s, fact in states(rules, seats, options, facts):
            for slots in _new_slots(rules, s, fact):
                assert len(slots) == len(set(slots))
                assert not used & set(slots)
                used |= set(slots)
            held = [slot for hand in getattr(s, "hands", ()) for slot in hand]
            assert len(held) == len(set(held))
            assert not gone & set(held) or rules.name not in WITHOUT_RETURN
            if isinstance(fact, Played):
                assert set(fact.slots) <= set(s.hands[fact.seat])
                gone |= set(fact.slots)
            if isinstance(fact, Mixed):
                mix = next(r for r in pending(rules, s) if isinstance(r, Mix) and r.seat == fact.seat)
                assert sorted(faces[slot] for slot in mix.slots) == sorted(faces[slot] for slot in mix.into)


def _new_slots(rules: Rules, s: State, fact: Fact) -> Iterator[tuple[Slot, ...]]:
    """The slots that a fact puts things into."""
    for request in pending(rules, s):
        match request, fact:
            case Shuffle(slots=slots), _:
                yield slots
            case Mix(seat=seat, into=into), Mixed(seat=author) if seat == author:
                yield into
            case Seal(seat=seat, slot=slot), Sealed(seat=author) if seat == author:
                yield (slot,)
