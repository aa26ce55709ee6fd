"""The questions put to the rules: what is refused, by which rule, at which place, whoever says it."""

import hashlib
import random
from collections.abc import Sequence
from typing import Any

import pytest

import engines
from engines.simulate import simulate
from engines.table import (
    IllegalFact,
    OptionError,
    SeatsError,
    Section,
    State,
    allows,
    among,
    apply,
    audit,
    digest,
    pending,
    settle_options,
    then,
    turned_up,
    winners,
)
from engines.vocabulary import (
    NOBODY,
    Choice,
    Chose,
    Claim,
    Dealt,
    Face,
    Faces,
    Fact,
    Gave,
    Open,
    Opened,
    Play,
    Played,
    Request,
    Rolled,
    Seal,
    Sealed,
    Shuffled,
    TurnedUp,
    TurnUp,
)

NOTICE = engines.load("notice")
START: State = NOTICE.start(3, settle_options(NOTICE, 3, {}))


def game(seed: int = 4) -> tuple[list[Fact], dict[int, Face]]:
    """The facts and faces of a game of three."""
    _, faces, facts = simulate(NOTICE, 3, {}, random.Random(seed))
    return facts, faces


def before(facts: list[Fact], kind: type, skip: int = 0) -> tuple[int, State]:
    """The index of a fact of this kind, after some others of it, and the state before it."""
    s = START
    for index, fact in enumerate(facts):
        if type(fact) is kind:
            if skip == 0:
                return index, s
            skip -= 1
        s = then(NOTICE, s, fact)
    raise AssertionError(kind)


def refused(fact: Fact, s: State) -> str:
    """The rule by which everybody refuses a fact, with what the refusal carries besides."""
    with pytest.raises(IllegalFact) as caught:
        apply(NOTICE, s, fact)
    assert caught.value.fact is fact
    assert caught.value.seat == getattr(fact, "seat", None)
    assert caught.value.index is None
    return caught.value.rule


def test_a_fact_that_nothing_waits_for_is_out_of_turn() -> None:
    """At every moment, and after the end, a fact of another kind than is waited for is refused."""
    facts, _ = game()
    others: list[Fact] = [
        Rolled((0,)),
        Shuffled(),
        Dealt(),
        TurnedUp((12,)),
        *(Sealed(seat) for seat in range(3)),
        *(Gave(seat, (0,)) for seat in range(3)),
        *(Played(seat, (0,), (12,)) for seat in range(3)),
        *(Chose(seat, 1) for seat in range(3)),
        *(Opened(seat, (0, 0)) for seat in range(3)),
    ]
    s = START
    for fact in facts:
        for other in others:
            if type(other) is not type(fact):
                assert refused(other, s) == "turn"
        s = then(NOTICE, s, fact)
    assert pending(NOTICE, s) == ()
    for other in others:
        assert refused(other, s) == "turn"


def test_nobody_answers_twice_or_for_another_seat() -> None:
    """Who has predicted, given or opened is not waited for; a seat that is not in the game never is."""
    facts, _ = game()
    for kind in (Sealed, Gave, Opened):
        index, s = before(facts, kind)
        assert refused(facts[index], then(NOTICE, s, facts[index])) == "turn"
    _, s = before(facts, Sealed)
    assert refused(Sealed(3), s) == refused(Sealed(-1), s) == "turn"


@pytest.mark.parametrize("numbers", [(3,), (-1,), (), (0, 0)])
def test_numbers_that_were_not_asked_for_are_refused(numbers: tuple[int, ...]) -> None:
    """A roll has one number for each die, from 0 to below its sides."""
    assert refused(Rolled(numbers), START) == "range"


def test_as_many_faces_as_slots_are_turned_up() -> None:
    """No face too many or too few, of what all look at and of what a seat plays."""
    facts, faces = game()
    _, s = before(facts, TurnedUp)
    assert refused(TurnedUp(()), s) == refused(TurnedUp((1, 2)), s) == "range"
    index, s = before(facts, Played)
    played = facts[index]
    assert isinstance(played, Played)
    assert refused(Played(played.seat, played.slots, ()), s) == "range"
    assert refused(Played(played.seat, played.slots, (*played.faces, 3)), s) == "range"
    for slots in ((), s.hands[played.seat][:2], (999,), s.hands[(played.seat + 1) % 3][:1]):
        assert refused(Played(played.seat, slots, (12,) * len(slots)), s) == "not-held"
    assert allows(NOTICE, s, played, faces) is None


def test_less_than_the_whole_hand_cannot_be_given() -> None:
    """Nor can another's hand, nor the own one in another order."""
    facts, _ = game()
    index, s = before(facts, Gave)
    gave = facts[index]
    assert isinstance(gave, Gave)
    for slots in (gave.slots[:-1], (), gave.slots[::-1], s.hands[(gave.seat + 1) % 3]):
        assert refused(Gave(gave.seat, slots), s) == "not-held"


def test_an_opening_out_of_range_is_refused_by_everybody() -> None:
    """Two predictions, each from 0 to the size of a hand."""
    facts, _ = game()
    index, s = before(facts, Opened)
    opened = facts[index]
    assert isinstance(opened, Opened)
    for faces in ((11, 0), (0, 11), (-1, 0), (0,), (0, 0, 0), ()):
        assert refused(Opened(opened.seat, faces), s) == "range"
    for faces in ((0, 10), (10, 0)):
        assert allows(NOTICE, s, Opened(opened.seat, faces), NOBODY) is None


@pytest.mark.parametrize("skip", [0, 4, 9])
def test_the_audit_reads_sealed_answers(skip: int) -> None:
    """A sealed answer out of range passes where nobody sees it, and is refused by who sees all faces."""
    facts, faces = game()
    index, s = before(facts, Sealed, skip)
    sealed = facts[index]
    assert isinstance(sealed, Sealed)
    request = next(r for r in pending(NOTICE, s) if isinstance(r, Seal) and r.seat == sealed.seat)
    assert apply(NOTICE, s, sealed) == then(NOTICE, s, sealed)
    with pytest.raises(IllegalFact) as caught:
        audit(NOTICE, START, facts, {**faces, request.slot: 11})
    assert (caught.value.rule, caught.value.index, caught.value.seat) == ("range", index, sealed.seat)


@pytest.mark.parametrize("kind", [TurnedUp, Played, Opened])
def test_the_audit_compares_faces_with_what_lies_there(kind: type) -> None:
    """Whatever was turned up or opened as another thing than it is is refused, at its place."""
    facts, faces = game()
    index, s = before(facts, kind, 2)
    fact: Any = facts[index]
    for request in pending(NOTICE, s):
        if isinstance(request, Open | TurnUp) and getattr(request, "seat", None) == getattr(
            fact, "seat", None
        ):
            assert turned_up(request, fact) == {slot: faces[slot] for slot in request.slots}
    slot = next(slot for r in pending(NOTICE, s) for slot in turned_up(r, fact))
    lied = dict(faces)
    lied[slot] = (faces[slot] + 1) % 11 if kind is Opened else faces[slot] ^ 1
    with pytest.raises(IllegalFact) as caught:
        audit(NOTICE, s, [fact], lied)
    assert (caught.value.rule, caught.value.index) == ("face", 0)
    assert caught.value.fact is fact


class _Promising(Section):
    """A section that allows any play, which then owes a proof that no other card of the hand shows 7."""

    def waits(self, s: State) -> tuple[Request, ...]:
        return (Play(0),)

    def choices(self, s: State, seat: int, faces: Faces) -> Sequence[Choice]:
        return [(0,), (1,), (2,)]

    def claims(self, s: State, fact: Fact) -> tuple[Claim, ...]:
        return (Claim(0, (1, 2), (7,)),)

    def then(self, s: State, fact: Any) -> State:
        return s


def test_the_audit_looks_whether_claims_are_true() -> None:
    """Also where nothing else is wrong with a fact."""
    rules = NOTICE._replace(sections=(_Promising(),))
    honest = {0: 5, 1: 3, 2: 4}
    assert audit(rules, START, [Played(0, (0,), (5,))], honest) == START
    with pytest.raises(IllegalFact) as caught:
        audit(rules, START, [Played(0, (0,), (5,))], {**honest, 2: 7})
    assert (caught.value.rule, caught.value.index, caught.value.seat) == ("claim", 0, 0)


def test_options_are_settled() -> None:
    """The given ones are kept, the others have their defaults, in the order of the rules."""
    assert settle_options(NOTICE, 4, {}) == {"penalty": "other", "thirteen": False}
    assert list(settle_options(NOTICE, 4, {"thirteen": True, "penalty": "both"}).items()) == [
        ("penalty", "both"),
        ("thirteen", True),
    ]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("penalty", "all"),
        ("penalty", 1),
        ("penalty", True),
        ("thirteen", 1),
        ("thirteen", "true"),
        ("sets", 1),
    ],
)
def test_other_options_are_refused_by_name(name: str, value: Any) -> None:
    """Unknown ones, values that are not allowed, and values of another type that are equal in Python."""
    with pytest.raises(OptionError) as caught:
        settle_options(NOTICE, 4, {name: value})
    assert (caught.value.name, caught.value.value) == (name, value)


def test_other_numbers_of_players_are_refused() -> None:
    """The refusal tells what is possible."""
    with pytest.raises(SeatsError) as caught:
        settle_options(NOTICE, 7, {})
    assert (caught.value.seats, caught.value.allowed) == (7, range(3, 7))


def test_the_digest_is_of_json_without_white_space() -> None:
    """Tuples are arrays, fields in their order without names: anybody can compute it."""
    text = (
        "[3,false,false,0,0,0,[[],[],[]],-1,-1,[false,false,false],0,[],0,[],[0,0,0],[0,0,0],[[],[],[]],[]]"
    )
    assert digest(START) == hashlib.sha256(text.encode("ascii")).digest()


def test_facts_that_show_nothing_turn_nothing_up() -> None:
    """A sealed answer or a gift shows no face."""
    facts, _ = game()
    for kind in (Sealed, Gave, Dealt):
        index, s = before(facts, kind)
        assert turned_up(pending(NOTICE, s)[0], facts[index]) == NOBODY


def test_all_with_the_highest_total_win() -> None:
    """One winner, or several."""
    final, _, _ = simulate(NOTICE, 3, {}, random.Random(4))
    totals = NOTICE.totals(final)
    highest = max(total for total in totals if total is not None)
    assert winners(NOTICE, final) == tuple(seat for seat in range(3) if totals[seat] == highest)
    assert winners(NOTICE, START) == (0, 1, 2)


@pytest.mark.parametrize("allowed", [(True, False), (0, 1, 2), range(3), ("0", "1"), ((1,), ())])
def test_a_choice_is_one_in_its_own_type_only(allowed: Sequence[Choice]) -> None:
    """What is among the choices is taken; what is equal to one in another type is not: 1 is not True."""
    assert all(among(each, allowed) for each in allowed)
    others: list[Choice] = [True, False, 0, 1, "0", "1", (1,), (), "", -1]
    written = [repr(each) for each in allowed]
    assert [each for each in others if among(each, allowed) != (repr(each) in written)] == []
