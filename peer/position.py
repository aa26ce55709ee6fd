"""The position of a game: everything that all peers of a table know, and know alike.

Position is fed with events. `check` is the edge: it verifies an event against the step that it answers, in
every respect that anybody can verify, and raises Refusal; `trust` reads an event that was checked before
(one's own journal). `accept` takes what either of them returned; when the step is complete, the position
moves on. Both a live table and the audit go through here, so that a game is judged by one set of eyes.
"""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from engines.table import Rules, State, digest, pending, then
from engines.vocabulary import (
    Deal,
    Dealt,
    Faces,
    Fact,
    Gave,
    Mix,
    Mixed,
    Opened,
    Roll,
    Rolled,
    Seat,
    Shuffle,
    Shuffled,
    Slot,
    TurnedUp,
    TurnUp,
)
from peer.blame import Refusal
from peer.steps import Step, agree, settle, steps_of
from protocol import payloads as said
from protocol.coins import numbers
from protocol.context import Context, tagged_hash
from protocol.deck import Card, first_deck, read_face, take_shares
from protocol.events import FIRST, Body, Event
from protocol.genesis import Genesis, table_id
from protocol.group import some, total
from protocol.keys import joint_key

Said = TypeVar("Said")


@dataclass(slots=True)
class Deck:
    """One shuffled deck: its keys by seat and the cards after each shuffle so far (the last one is dealt
    from).
    """

    request: Shuffle
    step: int
    seeds: tuple[bytes, ...]
    keys: tuple[bytes, ...]
    joint: bytes
    stages: list[tuple[Card, ...]]

    def read(self, card: Card, share: bytes) -> int:
        """The face of a card whose whole share is known; NoSuchFace if the deck has none like it."""
        return read_face(card, share, self.request.faces, self.request.ranks)


@dataclass(frozen=True, slots=True)
class HeldCard:
    """A hidden card as everyone sees it: under the joint key (holder None) or under the holder's key of its
    deck.
    """

    deck: int
    card: Card
    holder: Seat | None


@dataclass(frozen=True, slots=True)
class SealedAnswer:
    """A commitment on the table."""

    seat: Seat
    step: int
    commitment: bytes


@dataclass(frozen=True, slots=True)
class Checked:
    """An event that may be accepted: its author, what it says and, for an answer of one seat, the fact that
    it makes.
    """

    seat: Seat
    event: Event
    payload: said.Payload
    fact: Fact | None = None


@dataclass(slots=True)
class Holding:
    """One moment in which a card came to a holder, kept for the audit. `holder` None: turned up undealt."""

    step: int
    slot: Slot
    card: HeldCard


class Position:
    """See the module. `number` is the step that the table is in, `digest` names everything before it."""

    def __init__(self, genesis_bytes: bytes, genesis: Genesis, rules: Rules) -> None:
        self.genesis_bytes = genesis_bytes
        self.genesis = genesis
        self.rules = rules
        self.table = table_id(genesis_bytes)
        self.seats = range(len(genesis.players))
        self.state: State = rules.start(len(self.seats), dict(genesis.options))
        self.number = 0
        self.digest = self.table
        self.facts: list[Fact] = []
        self.fact_steps: list[int] = []
        self.decks: list[Deck] = []
        self.cards: dict[Slot, HeldCard] = {}
        self.holdings: list[Holding] = []
        self.seals: dict[Slot, SealedAnswer] = {}
        self.opened: dict[Slot, int] = {}
        self.settled: list[Checked] = []
        self.finished = False
        self.said: dict[Seat, Checked] = {}
        self.heads: list[tuple[int, bytes]] = [(-1, FIRST)] * len(self.seats)
        self._digests = [self.digest]
        self._speakers: set[tuple[int, Seat]] = set()
        self.coins: tuple[bytes, ...] = ()
        self._plan: deque[Step] = deque([agree(self.seats)])

    # what is asked

    @property
    def step(self) -> Step:
        """The step that the table is in. After the end: one in which nobody speaks."""
        return self._plan[0] if self._plan else Step({})

    @property
    def waiting(self) -> Mapping[Seat, str]:
        """The seats that have not yet spoken in this step, and what is wanted of each."""
        return {seat: kind for seat, kind in self.step.wanted.items() if seat not in self.said}

    @property
    def deck(self) -> Deck:
        """The deck in use."""
        return self.decks[-1]

    @property
    def face_up(self) -> Faces:
        """The faces of the slots that lie face up, which need no share to be read."""
        return self.rules.face_up(self.state)

    def context(self, seat: Seat, step: int | None = None) -> Context:
        """What binds a proof or commitment of `seat` to this table and to a step (this one by default)."""
        return Context(self.table, self.number if step is None else step, seat)

    def deck_context(self, deck: Deck, seat: Seat) -> Context:
        """The context that everything of a deal is derived in."""
        return self.context(seat, deck.step)

    def was(self, step: int) -> bytes:
        """The digest of a step that is over, or of this one."""
        return self._digests[step]

    def spoke(self, seat: Seat, step: int) -> bool:
        """Whether an answer of this seat to this step has been taken."""
        return (step, seat) in self._speakers

    # what is said

    def frame(self, body: Body) -> None:
        """Raise Refusal unless this body answers the step that the table is in, after the same course of
        the game.
        """
        if body.position != self.digest:
            raise Refusal("position", "")
        wanted = self.step.wanted.get(body.seat)
        if wanted is None or body.seat in self.said:
            raise Refusal("turn", "nothing")
        if body.previous != self.heads[body.seat][1]:
            raise Refusal("chain", wanted)

    def accept(self, checked: Checked) -> bool:
        """Take an answer; True if it completed the step."""
        self.said[checked.seat] = checked
        self._speakers.add((self.number, checked.seat))
        self.heads[checked.seat] = (self.number, checked.event.id)
        if len(self.said) < len(self.step.wanted):
            return False
        answers = [self.said[seat] for seat in sorted(self.said)]
        self._complete(self.step, answers)
        self.digest = tagged_hash(
            "position",
            self.digest,
            self.number.to_bytes(8, "big"),
            b"".join(answer.event.id for answer in answers),
            digest(self.state),
        )
        self._digests.append(self.digest)
        self.said = {}
        self.number += 1
        return True

    # what follows

    def _complete(self, step: Step, answers: list[Checked]) -> None:
        kind = step.kind
        if kind == "settle":
            self.settled = answers
            self.finished = True
        elif kind == "coin":
            self.coins = tuple(p.commitment for p in _each(answers, said.CoinCommit))
        elif kind == "key":
            self._cut(step, answers)
        elif kind == "shuffle":
            (shuffled,) = _each(answers, said.Shuffled)
            self.deck.stages.append(tuple(Card(*card) for card in shuffled.deck))
        elif kind == "deck":
            cards = self.deck.stages[-1]
            for slot, card in zip(self.deck.request.slots, cards, strict=True):
                self.cards[slot] = HeldCard(len(self.decks) - 1, card, None)
            self._happen(Shuffled())
        elif kind == "coin-open":
            self._numbers(step, answers)
        elif kind == "shares":
            self._look(step, answers)
        elif kind == "answers":
            for answer in answers:
                self._answer(answer)
        self._plan.popleft()
        if step.last and kind != "settle":
            self._ask()

    def _ask(self) -> None:
        requests = pending(self.rules, self.state)
        holders = {slot: held.holder for slot, held in self.cards.items()}
        self._plan.extend(steps_of(requests, self.seats, holders) if requests else (settle(self.seats),))

    def _happen(self, fact: Fact) -> None:
        self.state = then(self.rules, self.state, fact)
        self.facts.append(fact)
        self.fact_steps.append(self.number)

    def _cut(self, step: Step, answers: list[Checked]) -> None:
        request = step.requests[0]
        assert isinstance(request, Shuffle)
        spoken = _each(answers, said.DeckKey)
        keys = tuple(p.key for p in spoken)
        joint = joint_key(keys)
        first = first_deck(request.faces, request.ranks, joint)
        self.decks.append(Deck(request, self.number, tuple(p.seed for p in spoken), keys, joint, [first]))

    def _numbers(self, step: Step, answers: list[Checked]) -> None:
        request = step.requests[0]
        assert isinstance(request, Roll)
        contributions = [p.nonce for p in _each(answers, said.CoinReveal)]
        everyone = Context(self.table, self.number, 0)
        self._happen(Rolled(numbers(everyone, contributions, request.sides)))

    def _look(self, step: Step, answers: list[Checked]) -> None:
        assert step.owed is not None
        shares: dict[Slot, dict[Seat, bytes]] = {}
        for answer, spoken in zip(answers, _each(answers, said.Shares), strict=True):
            for slot, share in zip(step.owed[answer.seat], spoken.shares, strict=True):
                shares.setdefault(slot, {})[answer.seat] = share
        request = step.requests[0]
        if isinstance(request, Deal):
            for seat, hand in enumerate(request.hands):
                for slot in hand:
                    held = self.cards[slot]
                    self._hold(
                        slot, HeldCard(held.deck, take_shares(held.card, list(shares[slot].values())), seat)
                    )
            self._happen(Dealt())
        elif isinstance(request, TurnUp):
            faces = []
            for slot in request.slots:
                held = self.cards[slot]
                whole = some(total(list(shares[slot].values())))
                faces.append(self.decks[held.deck].read(held.card, whole))
            self._happen(TurnedUp(tuple(faces)))

    def _answer(self, answer: Checked) -> None:
        payload, fact = answer.payload, answer.fact
        assert fact is not None
        if isinstance(payload, said.Seal):
            slot = self.step.request_of(answer.seat).slot  # type: ignore[union-attr]
            self.seals[slot] = SealedAnswer(answer.seat, self.number, payload.commitment)
        elif isinstance(payload, said.Give) and isinstance(fact, Gave):
            to = self.step.request_of(answer.seat).to  # type: ignore[union-attr]
            for slot, card in zip(fact.slots, payload.cards, strict=True):
                self._hold(slot, HeldCard(self.cards[slot].deck, Card(*card), to))
        elif isinstance(fact, Opened):
            slots = self.step.request_of(answer.seat).slots  # type: ignore[union-attr]
            self.opened.update(zip(slots, fact.faces, strict=True))
        elif isinstance(payload, said.Mixed) and isinstance(fact, Mixed):
            request = self.step.request_of(answer.seat)
            assert isinstance(request, Mix)
            deck = self.cards[request.slots[0]].deck
            for slot, card in zip(request.into, payload.cards, strict=True):
                self._hold(slot, HeldCard(deck, Card(*card), answer.seat))
            for slot in request.slots:
                del self.cards[slot]
        self._happen(fact)

    def _hold(self, slot: Slot, held: HeldCard) -> None:
        self.cards[slot] = held
        self.holdings.append(Holding(self.number, slot, held))


def _each(answers: list[Checked], kind: type[Said]) -> list[Said]:
    """The payloads of a step whose answers are all of one kind, in seat order."""
    spoken: list[Said] = []
    for answer in answers:
        assert isinstance(answer.payload, kind)
        spoken.append(answer.payload)
    return spoken
