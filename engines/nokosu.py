"""Nokosu Dice: rules.md 1. Draft dice, keep one: its face is how many tricks you want. Or none at all.

One class a section of the rulebook, in its order. Cards, dice, trumps and the state are in
`engines/nokosu_state.py`.
"""

from collections.abc import Sequence
from itertools import chain
from typing import Any

from engines.nokosu_state import (
    BAG,
    COLOURS,
    DEAL,
    DRAFT,
    FIRST_DEALER,
    NOTHING,
    OVER,
    RANKS,
    SHUFFLE,
    TRICKS,
    UNDECIDED,
    ZERO,
    Past,
    State,
    bag,
    card_slots,
    dealt_hands,
    deck,
    dice,
    die,
    drafters,
    draw_count,
    face_up,
    first_die,
    goal,
    item,
    leader,
    own_dice,
    pool_slots,
    suits,
    totals,
    trick,
    trump_die,
    undecided,
    winner,
    won,
)
from engines.nokosu_view import view_nokosu
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


class _FirstDealer(Section):
    """The first dealer is random."""

    def waits(self, s: State) -> tuple[Request, ...]:
        return (Roll((s.seats,)),)

    def then(self, s: State, fact: Rolled) -> State:
        return s._replace(section=SHUFFLE, dealer=fact.numbers[0])


class _Shuffling(Section):
    """1. A round begins with all cards of the deck."""

    def waits(self, s: State) -> tuple[Request, ...]:
        return (Shuffle(deck(s), tuple(card_slots(s)), RANKS),)

    def then(self, s: State, fact: Shuffled) -> State:
        return s._replace(section=DEAL, plays=(), leaders=())


class _Dealing(Section):
    """1. Each player looks at their cards; with three players the last card is out, unseen."""

    def waits(self, s: State) -> tuple[Request, ...]:
        return (Deal(dealt_hands(s)),)

    def then(self, s: State, fact: Dealt) -> State:
        return s._replace(section=BAG, hands=dealt_hands(s))


class _Drawing(Section):
    """2. Dice are drawn from the bag and rolled: the seats' own ones, from seat 0, then those for the middle.

    For each die two numbers: which of the dice still in the bag, in the order of their colours, and what it
    shows, less one.
    """

    def waits(self, s: State) -> tuple[Request, ...]:
        full = len(bag(s))
        return (Roll(tuple(chain.from_iterable((full - drawn, 6) for drawn in range(draw_count(s))))),)

    def then(self, s: State, fact: Rolled) -> State:
        left = bag(s)
        pairs = zip(fact.numbers[::2], fact.numbers[1::2], strict=True)
        return s._replace(
            section=DRAFT,
            draws=tuple([die(left.pop(which), shown + 1) for which, shown in pairs]),
            hands=tuple((*hand, *own_dice(s, seat)) for seat, hand in enumerate(s.hands)),
            pool=tuple(pool_slots(s)),
        )


class _Drafting(Section):
    """2. From the dealer's left, clockwise, each takes one die at a time; the last one left is trump."""

    def waits(self, s: State) -> tuple[Request, ...]:
        return (Choose(drafters(s)[0]),)

    def choices(self, s: State, seat: Seat, faces: Faces) -> Sequence[Choice]:
        return s.pool

    def reason(self, s: State, seat: Seat, faces: Faces, choice: Choice) -> str:
        return "not-held"

    def then(self, s: State, fact: Chose) -> State:
        pool = tuple([slot for slot in s.pool if slot != fact.choice])
        return s._replace(
            section=DRAFT if len(pool) > 1 else ZERO,
            hands=put(s.hands, fact.seat, (*s.hands[fact.seat], fact.choice)),
            pool=pool,
        )


class _Declaring(Section):
    """3. From the dealer's left each declares zero, putting a die of its own back, or does not."""

    def waits(self, s: State) -> tuple[Request, ...]:
        return (Choose(undecided(s)[0]),)

    def choices(self, s: State, seat: Seat, faces: Faces) -> Sequence[Choice]:
        return (NOTHING, *dice(s, seat))

    def reason(self, s: State, seat: Seat, faces: Faces, choice: Choice) -> str:
        return "not-held"

    def then(self, s: State, fact: Chose) -> State:
        hand = tuple([slot for slot in s.hands[fact.seat] if slot != fact.choice])
        s = s._replace(hands=put(s.hands, fact.seat, hand), zero=put(s.zero, fact.seat, fact.choice))
        return s if undecided(s) else s._replace(section=TRICKS, leaders=(leader(s),))


class _Playing(Section):
    """4. An item of the led suit if there is a playable one, else anything playable."""

    def waits(self, s: State) -> tuple[Request, ...]:
        return (Play((leader(s) + len(s.plays)) % s.seats),)

    def choices(self, s: State, seat: Seat, faces: Faces) -> Sequence[Choice]:
        playable, up = self._playable(s, seat, faces), face_up(s)
        played = trick(s)
        if not played:
            return [(slot,) for slot in playable]
        suit = suits(trump_die(s))
        shown = [up.get(slot, faces.get(slot, UNKNOWN)) for slot in playable]
        return following(
            playable, [UNKNOWN if face == UNKNOWN else suit[face] for face in shown], suit[played[0]]
        )

    def reason(self, s: State, seat: Seat, faces: Faces, choice: Choice) -> str:
        if choice in [(slot,) for slot in self._playable(s, seat, faces)]:
            return "follow"
        wrong = self._misnamed(s, seat, faces)
        return (
            "last-die" if choice in [(slot,) for slot in dice(s, seat) if slot not in wrong] else "not-held"
        )

    def _playable(self, s: State, seat: Seat, faces: Faces) -> Sequence[Slot]:
        """The hand, without the last die where zero was not declared, and without dice that are said to be
        others.
        """
        hand = s.hands[seat]
        if s.zero[seat] == NOTHING and len(own := dice(s, seat)) == 1:
            return [slot for slot in hand if slot != own[0]]
        wrong = self._misnamed(s, seat, faces)
        return [slot for slot in hand if slot not in wrong] if wrong else hand

    def _misnamed(self, s: State, seat: Seat, faces: Faces) -> list[Slot]:
        """The dice that these faces have as other ones than they are seen to be."""
        up = face_up(s)
        return [slot for slot in dice(s, seat) if faces.get(slot, up[slot]) != up[slot]]

    def claims(self, s: State, fact: Fact) -> tuple[Claim, ...]:
        if not isinstance(fact, Played) or not self._is_void(s, fact.faces[0]):
            return ()
        suit = suits(trump_die(s))
        led = suit[trick(s)[0]]
        hidden = tuple(slot for slot in s.hands[fact.seat] if slot < first_die(s) and slot not in fact.slots)
        if not hidden or s.voids[fact.seat] >> led & 1:
            return ()
        return (Claim(fact.seat, hidden, tuple(face for face in deck(s) if suit[face] == led)),)

    def then(self, s: State, fact: Played) -> State:
        seat, (slot,), (face,) = fact.seat, fact.slots, fact.faces
        hand = tuple([held for held in s.hands[seat] if held != slot])
        voids = s.voids
        if self._is_void(s, face):
            voids = put(voids, seat, voids[seat] | 1 << suits(trump_die(s))[trick(s)[0]])
        s = s._replace(hands=put(s.hands, seat, hand), plays=(*s.plays, face), voids=voids)
        played = trick(s)
        if len(played) < s.seats:
            return s
        taker = (leader(s) + winner(trump_die(s), played)) % s.seats
        s = s._replace(leaders=(*s.leaders, taker))
        return s if any(self._left(s, each) for each in range(s.seats)) else _count(s)

    def _left(self, s: State, seat: Seat) -> int:
        """How many items a seat has still to play."""
        return len(s.hands[seat]) - (s.zero[seat] == NOTHING)

    def _is_void(self, s: State, face: Face) -> bool:
        """Whether playing this face shows that there is nothing playable of the led suit."""
        suit, played = suits(trump_die(s)), trick(s)
        return bool(played) and suit[face] != suit[played[0]]


def _count(s: State) -> State:
    """5. The round is over, and what is left of it goes back into deck and bag."""
    past = (*s.past, Past(won(s), tuple(goal(s, seat) for seat in range(s.seats))))
    over = len(past) == s.seats
    return s._replace(
        section=OVER if over else SHUFFLE,
        dealer=s.dealer if over else (s.dealer + 1) % s.seats,
        hands=((),) * s.seats,
        draws=(),
        pool=(),
        zero=(UNDECIDED,) * s.seats,
        voids=(0,) * s.seats,
        past=past,
    )


def start(seats: int, options: Options) -> State:
    """The state before the first dealer is found."""
    return State(
        seats=seats,
        dropped=COLOURS.index(str(options["dropped"])),
        section=FIRST_DEALER,
        dealer=0,
        hands=((),) * seats,
        draws=(),
        pool=(),
        zero=(UNDECIDED,) * seats,
        plays=(),
        leaders=(),
        voids=(0,) * seats,
        past=(),
    )


def _view(s: State, seat: Seat | None, faces: Faces) -> dict[str, Any]:
    return view_nokosu(RULES, s, seat, faces)


RULES = Rules(
    name="nokosu",
    version=1,
    seats=range(3, 5),
    options=(Option("dropped", always("P", "R", "Y", "G", "B")),),
    start=start,
    sections=(
        _FirstDealer(),
        _Shuffling(),
        _Dealing(),
        _Drawing(),
        _Drafting(),
        _Declaring(),
        _Playing(),
    ),
    totals=totals,
    view=_view,
    item=item,
    face_up=face_up,
)
