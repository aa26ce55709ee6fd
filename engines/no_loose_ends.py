"""No Loose Ends: rules.md 4. Lay bid cards before you, and cover each with a trick.

One class a section of the rulebook, in its order. Cards, numbers and the state are in
`engines/no_loose_ends_state.py`.
"""

from collections.abc import Sequence
from typing import Any

from engines.no_loose_ends_state import (
    COVER,
    CROSS,
    DEAL,
    ESCAPE,
    FIRST_START,
    LIMIT,
    OVER,
    PLAN,
    RANKS,
    ROUNDS,
    SHUFFLE,
    TRICKS,
    Bid,
    Past,
    State,
    card_slots,
    coverable,
    dealt_hands,
    deck,
    face_up,
    item,
    last_round,
    led_suit,
    makes_plan_b,
    may_cross,
    must_bid,
    of_suit,
    totals,
    winner,
    winning_card,
)
from engines.no_loose_ends_view import view_no_loose_ends
from engines.table import Option, Options, Rules, Section, always, put
from engines.tricks import UNKNOWN, following
from engines.vocabulary import (
    Choice,
    Choose,
    Chose,
    Claim,
    Deal,
    Dealt,
    Face,
    Faces,
    Fact,
    Play,
    Played,
    Request,
    Roll,
    Rolled,
    Seat,
    Shuffle,
    Shuffled,
    Slot,
)

# the sections


class _FirstStart(Section):
    """The first start player is random."""

    def waits(self, s: State) -> tuple[Request, ...]:
        return (Roll((s.seats,)),)

    def then(self, s: State, fact: Rolled) -> State:
        return s._replace(section=SHUFFLE, start=fact.numbers[0])


class _Shuffling(Section):
    """A round begins with all cards of the deck."""

    def waits(self, s: State) -> tuple[Request, ...]:
        return (Shuffle(deck(s), tuple(card_slots(s)), RANKS),)

    def then(self, s: State, fact: Shuffled) -> State:
        return s._replace(section=DEAL)


class _Dealing(Section):
    """Each player looks at their hand. Leftovers are out, unseen."""

    def waits(self, s: State) -> tuple[Request, ...]:
        return (Deal(dealt_hands(s)),)

    def then(self, s: State, fact: Dealt) -> State:
        return s._replace(section=PLAN, hands=dealt_hands(s), turn=s.start, last_trick=(), cover=())


class _Planning(Section):
    """From the start player, clockwise, until all have passed: place a card as a bid card, or pass."""

    def waits(self, s: State) -> tuple[Request, ...]:
        return (Play(s.turn),)

    def choices(self, s: State, seat: Seat, faces: Faces) -> Sequence[Choice]:
        bids = s.bids[seat]
        if len(bids) == LIMIT[s.seats]:
            return [()]
        cards: list[Choice] = [(slot,) for slot in s.hands[seat] if faces.get(slot) != ESCAPE]
        return cards if must_bid(s) and not bids else [*cards, ()]

    def reason(self, s: State, seat: Seat, faces: Faces, choice: Choice) -> str:
        if choice == ():
            return "must-bid"
        if not _one_of(s.hands[seat], choice):
            return "not-held"
        return "bid-limit" if len(s.bids[seat]) == LIMIT[s.seats] else "escape-bid"

    def then(self, s: State, fact: Played) -> State:
        seat = fact.seat
        if fact.slots:
            (slot,), (face,) = fact.slots, fact.faces
            return _next_plans(
                s._replace(
                    hands=put(s.hands, seat, _without(s.hands[seat], slot)),
                    bids=put(s.bids, seat, (*s.bids[seat], Bid(slot, face))),
                )
            )
        crossing = may_cross(s) and s.bids[seat]
        s = s._replace(passed=(*s.passed, seat))
        return s._replace(section=CROSS) if crossing else _next_plans(s)


def _next_plans(s: State) -> State:
    """The next who has not passed; if all have, who passed last leads the first trick."""
    for step in range(1, s.seats + 1):
        seat = (s.turn + step) % s.seats
        if seat not in s.passed:
            return s._replace(section=PLAN, turn=seat)
    return s._replace(section=TRICKS, leader=s.passed[-1])


class _Crossing(Section):
    """Double cross: who passed first may take all own bid cards back and become an informant."""

    def waits(self, s: State) -> tuple[Request, ...]:
        return (Choose(s.turn),)

    def choices(self, s: State, seat: Seat, faces: Faces) -> Sequence[Choice]:
        return (False, True)

    def reason(self, s: State, seat: Seat, faces: Faces, choice: Choice) -> str:
        return "cross"

    def then(self, s: State, fact: Chose) -> State:
        if fact.choice:
            back = s.bids[fact.seat]
            s = s._replace(
                hands=put(s.hands, fact.seat, (*s.hands[fact.seat], *(bid.slot for bid in back))),
                known=tuple((bid.slot, bid.face) for bid in back),
                bids=put(s.bids, fact.seat, ()),
            )
        return _next_plans(s)


class _Playing(Section):
    """Follow the led suit if you can, else play anything. Escape cards may be played at any time."""

    def waits(self, s: State) -> tuple[Request, ...]:
        return (Play((s.leader + len(s.trick)) % s.seats),)

    def choices(self, s: State, seat: Seat, faces: Faces) -> Sequence[Choice]:
        hand = self._playable(s, seat, faces)
        led = led_suit(s.trick)
        if led == UNKNOWN:
            return [(slot,) for slot in hand]
        if s.known:
            faces = {**faces, **dict(s.known)}
        return following(hand, [_suit(faces.get(slot, ESCAPE)) for slot in hand], led)

    def reason(self, s: State, seat: Seat, faces: Faces, choice: Choice) -> str:
        return "follow" if _one_of(self._playable(s, seat, faces), choice) else "not-held"

    def _playable(self, s: State, seat: Seat, faces: Faces) -> Sequence[Slot]:
        """The hand, without cards that everybody knows if they are said to be others."""
        false = [slot for slot, face in s.known if faces.get(slot, face) != face]
        return [slot for slot in s.hands[seat] if slot not in false] if false else s.hands[seat]

    def claims(self, s: State, fact: Fact) -> tuple[Claim, ...]:
        led = led_suit(s.trick)
        if not isinstance(fact, Played) or not _shows_void(fact.faces[0], led):
            return ()
        known = dict(s.known)
        hidden = tuple(slot for slot in s.hands[fact.seat] if slot not in fact.slots and slot not in known)
        if not hidden or s.voids[fact.seat] >> led & 1:
            return ()
        return (Claim(fact.seat, hidden, of_suit(s, led)),)

    def then(self, s: State, fact: Played) -> State:
        s = after_card(s, fact)
        if s.section == TRICKS:
            return s
        slots = coverable(s)
        return s if len(slots) > 1 else cover(s, *slots)


def after_card(s: State, fact: Played) -> State:
    """The state with one more card on the table. After the last of a trick nothing is covered yet."""
    seat, (slot,), (face,) = fact.seat, fact.slots, fact.faces
    led, voids = led_suit(s.trick), s.voids
    if _shows_void(face, led):
        voids = put(voids, seat, voids[seat] | 1 << led)
    trick = (*s.trick, (slot, face))
    s = s._replace(
        hands=put(s.hands, seat, _without(s.hands[seat], slot)),
        known=tuple([card for card in s.known if card[0] != slot]) if s.known else (),
        trick=trick,
        played=(*s.played, face),
        voids=voids,
    )
    if len(trick) < s.seats:
        return s
    s = s._replace(section=COVER, trick=(), last_leader=s.leader, last_trick=trick, cover=())
    taker = winner(s)
    return s._replace(leader=taker, won=put(s.won, taker, s.won[taker] + 1))


class _Covering(Section):
    """The winner of a trick lays it on a bid card. Where one or none qualifies, nobody is asked."""

    def waits(self, s: State) -> tuple[Request, ...]:
        return (Choose(s.leader),)

    def choices(self, s: State, seat: Seat, faces: Faces) -> Sequence[Choice]:
        return coverable(s)

    def reason(self, s: State, seat: Seat, faces: Faces, choice: Choice) -> str:
        return "cover"

    def then(self, s: State, fact: Any) -> State:
        return cover(s, fact.choice)


def cover(s: State, *slots: Slot) -> State:
    """Lay the last trick on a bid card of its winner; or on none, where it may become one by plan B."""
    seat, bids = s.leader, s.bids[s.leader]
    covers = tuple([(bid.slot, bid.face) for bid in bids if bid.slot in slots])
    if slots:
        bids = tuple([bid._replace(covered=True) if bid.slot in slots else bid for bid in bids])
    elif makes_plan_b(s):
        bids = (*bids, Bid(*winning_card(s), plan_b=True))
    s = s._replace(section=TRICKS, cover=covers, bids=put(s.bids, seat, bids))
    return s if all(s.hands) else _end_of_round(s)


def _end_of_round(s: State) -> State:
    """After the trick in which someone's hand became empty."""
    past = (*s.past, Past(s.start, s.won, s.bids))
    over, n = len(past) == ROUNDS, s.seats
    return s._replace(
        section=OVER if over else SHUFFLE,
        round=s.round + (not over),
        start=s.start if over else (s.start + 1) % n,
        hands=((),) * n,
        known=(),
        bids=((),) * n,
        passed=(),
        won=(0,) * n,
        played=(),
        voids=(0,) * n,
        past=past,
    )


def _suit(face: Face) -> int:
    """The suit for following; an escape card is as free as a card that nobody knows."""
    return UNKNOWN if face == ESCAPE else face // RANKS


def _shows_void(face: Face, led: int) -> bool:
    """Whether playing this face shows that there is no card of the led suit."""
    return led != UNKNOWN and face != ESCAPE and face // RANKS != led


def _one_of(hand: Sequence[Slot], choice: Choice) -> bool:
    return isinstance(choice, tuple) and len(choice) == 1 and choice[0] in hand


def _without(hand: tuple[Slot, ...], slot: Slot) -> tuple[Slot, ...]:
    return tuple([held for held in hand if held != slot])


def start(seats: int, options: Options) -> State:
    """The state before the first start player is found."""
    return State(
        seats=seats,
        double_cross=options["double_cross"] is True,
        escape=options["escape"] is True,
        simple=options["simple_scoring"] is True,
        plan_b=options["plan_b"] is True,
        section=FIRST_START,
        round=0,
        start=0,
        hands=((),) * seats,
        known=(),
        bids=((),) * seats,
        turn=0,
        passed=(),
        leader=0,
        trick=(),
        last_leader=0,
        last_trick=(),
        cover=(),
        won=(0,) * seats,
        played=(),
        voids=(0,) * seats,
        past=(),
    )


def _view(s: State, seat: Seat | None, faces: Faces) -> dict[str, Any]:
    return view_no_loose_ends(RULES, s, seat, faces)


_YES_OR_NO = always(False, True)

RULES = Rules(
    name="no-loose-ends",
    version=1,
    seats=range(2, 6),
    options=(
        Option("double_cross", _YES_OR_NO),
        Option("escape", _YES_OR_NO),
        Option("simple_scoring", _YES_OR_NO),
        Option("plan_b", _YES_OR_NO),
    ),
    start=start,
    sections=(
        _FirstStart(),
        _Shuffling(),
        _Dealing(),
        _Planning(),
        _Crossing(),
        _Playing(),
        _Covering(),
    ),
    totals=totals,
    view=_view,
    item=item,
    face_up=face_up,
    tie_break=last_round,
)
