"""What only this seat knows, and how it answers.

Every secret of a game comes out of one 32-byte secret that the journal keeps from the start, together with
the step that it is used in. So a peer that is killed and started again makes the same keys, shuffles, coins
and seals as before.
"""

from collections.abc import Callable, Mapping
from typing import Any

from engines.table import choices
from engines.vocabulary import Choice, Claim, Fact, Give, Mix, Open, Played, Seal, Seat, Slot, TurnedUp
from peer.checks import claimed_cards, owed_claims, sealed_bytes, unopened
from peer.position import Deck, HeldCard, Position
from protocol import payloads as said
from protocol.claims import NoSuitProof, prove_no_suit
from protocol.commitments import commit
from protocol.context import tagged_hash
from protocol.deck import Card
from protocol.give import give_cards
from protocol.group import base, mul, some
from protocol.keys import prove_key
from protocol.seed import commit_seed, deal_key, factors, permutation
from protocol.set_claims import NoneOfProof, prove_none_of
from protocol.shares import make_shares
from protocol.shuffle import shuffle
from protocol.shuffle_proof import prove_shuffle


class Own:
    """The secrets of `seat` in one game.

    `faces` are the faces that this seat has seen, `sealed` its own sealed answers.
    """

    def __init__(self, secret: bytes, seat: Seat, sealed: Mapping[Slot, int] | None = None) -> None:
        self._secret = secret
        self._keys: dict[int, int] = {}
        self.seat = seat
        self.faces: dict[Slot, int] = {}
        self.sealed: dict[Slot, int] = dict(sealed or {})

    def __repr__(self) -> str:
        return f"Own(seat={self.seat})"

    # what is seen

    def look(self, position: Position) -> None:
        """Turn over what this seat may look at now: the cards that came to it and what others turned up."""
        for slot, held in position.cards.items():
            if held.holder == self.seat and slot not in self.faces:
                self.faces[slot] = self._read(position, held)

    def look_back(self, position: Position) -> dict[Slot, int]:
        """Every face that came to this seat alone in the whole course of a game, its sealed answers among
        them.
        """
        held = [holding for holding in position.holdings if holding.card.holder == self.seat]
        return {each.slot: self._read(position, each.card) for each in held} | self.sealed

    def _read(self, position: Position, held: HeldCard) -> int:
        deck = position.decks[held.deck]
        return deck.read(held.card, some(mul(self._key(position, deck), held.card.a)))

    def hear(self, requests: Any, fact: Fact) -> None:
        """Note the faces that a fact shows to everyone."""
        if isinstance(fact, Played):
            self.faces.update(zip(fact.slots, fact.faces, strict=True))
        elif isinstance(fact, TurnedUp):
            self.faces.update(zip(requests[0].slots, fact.faces, strict=True))

    def choices(self, position: Position) -> tuple[Choice, ...]:
        """What the rules leave this seat, if it has an answer to choose in this step."""
        return tuple(choices(position.rules, position.state, self.seat, self.known(position)))

    def known(self, position: Position) -> dict[Slot, int]:
        """All faces that this seat knows, its own sealed answers among them."""
        return self.faces | self.sealed | position.opened

    # what is said

    def speak(self, position: Position, choice: Choice | None = None) -> said.Payload:
        """The answer of this seat to the step, with the choice where there is one to make.

        Remembers what it seals.
        """
        wanted = position.step.wanted[self.seat]
        plain: Mapping[str, Callable[[Position], said.Payload]] = {
            "agree": lambda _: said.Agree(),
            "coin": self._coin,
            "coin-open": lambda _: said.CoinReveal(self._nonce("coin", position.number - 1)),
            "key": self._deck_key,
            "shuffle": self._shuffled,
            "deck": lambda _: said.DeckAgree(),
            "shares": self._shares,
            "open": self._open,
            "settle": self._settle,
        }
        if wanted in plain:
            return plain[wanted](position)
        chosen: Mapping[str, Callable[[Position, Any], said.Payload]] = {
            "give": self._give,
            "mix": self._mix,
            "seal": self._seal,
            "play": self._play,
            "choose": lambda _, said_aloud: said.Choose(said_aloud),
        }
        return chosen[wanted](position, choice)

    def _coin(self, position: Position) -> said.CoinCommit:
        nonce = self._nonce("coin", position.number)
        return said.CoinCommit(commit(position.context(self.seat), "coin", nonce, b""))

    def _deck_key(self, position: Position) -> said.DeckKey:
        ctx = position.context(self.seat)
        seed = self._nonce("deal", position.number)
        key = deal_key(ctx, seed)
        public = some(base(key))
        return said.DeckKey(commit_seed(ctx, seed), public, prove_key(ctx, key))

    def _shuffled(self, position: Position) -> said.Shuffled:
        deck = position.deck
        derived = position.deck_context(deck, self.seat)
        seed, before = self._seed(deck), deck.stages[-1]
        order, secrets = permutation(derived, seed, len(before)), factors(derived, seed, len(before))
        after = shuffle(deck.joint, before, order, secrets)
        proof = prove_shuffle(position.context(self.seat), deck.joint, before, after, order, secrets)
        return said.Shuffled(after, proof)

    def _shares(self, position: Position) -> said.Shares:
        assert position.step.owed is not None
        return said.Shares(*self._turned(position, position.step.owed[self.seat]))

    def _give(self, position: Position, slots: Any) -> said.Give:
        request = position.step.request_of(self.seat)
        assert isinstance(request, Give)
        deck, cards = self._held(position, slots)
        key = self._key(position, deck)
        given, proof = give_cards(
            position.context(self.seat), key, deck.keys[self.seat], deck.keys[request.to], cards
        )
        return said.Give(tuple(slots), given, proof)

    def _mix(self, position: Position, first: Any) -> said.Mixed:
        """The slots chosen come first; what comes where among them, and after them, is left to chance."""
        request = position.step.request_of(self.seat)
        assert isinstance(request, Mix)
        deck, cards = self._held(position, request.slots)
        ctx, seed = position.context(self.seat), self._nonce("mix", position.number)
        order = permutation(ctx, seed, len(cards))
        order = tuple(sorted(order, key=lambda place: request.slots[place] not in first))
        secrets = factors(ctx, seed, len(cards))
        key = deck.keys[self.seat]
        mixed = shuffle(key, cards, order, secrets)
        return said.Mixed(mixed, prove_shuffle(ctx, key, cards, mixed, order, secrets))

    def _seal(self, position: Position, value: Any) -> said.Seal:
        request = position.step.request_of(self.seat)
        assert isinstance(request, Seal)
        self.sealed[request.slot] = value
        nonce = self._nonce("seal", position.number)
        return said.Seal(commit(position.context(self.seat), "seal", nonce, sealed_bytes(value)))

    def _open(self, position: Position) -> said.Open:
        request = position.step.request_of(self.seat)
        assert isinstance(request, Open)
        return said.Open(tuple(self._opening(position, slot) for slot in request.slots))

    def _play(self, position: Position, slots: Any) -> said.Play:
        up = position.face_up
        hidden = [slot for slot in slots if slot not in up]
        shares, proof = self._turned(position, hidden) if hidden else ((), None)
        faces = tuple(up[slot] if slot in up else self.faces[slot] for slot in slots)
        owed = owed_claims(position, Played(self.seat, tuple(slots), faces))
        return said.Play(tuple(slots), shares, proof, tuple(self._claim(position, claim) for claim in owed))

    def _claim(self, position: Position, claim: Claim) -> NoSuitProof | NoneOfProof:
        deck, cards, suit = claimed_cards(position, claim)
        faces = [self.faces[slot] for slot in claim.slots]
        ctx, key, public = position.context(self.seat), self._key(position, deck), deck.keys[self.seat]
        ranks = deck.request.ranks
        if suit is None:
            return prove_none_of(ctx, key, public, ranks, cards, faces, claim.faces)
        return prove_no_suit(ctx, key, public, ranks, cards, faces, suit)

    def _settle(self, position: Position) -> said.Settle:
        if position.genesis.sealed:
            return said.Settle((), ())
        seeds = tuple(self._seed(deck) for deck in position.decks)
        slots = unopened(position, self.seat)
        return said.Settle(seeds, tuple((slot, self._opening(position, slot)) for slot in slots))

    # what it is made of

    def _nonce(self, what: str, step: int) -> bytes:
        return tagged_hash("own", self._secret, what.encode(), step.to_bytes(8, "big"))

    def _seed(self, deck: Deck) -> bytes:
        return self._nonce("deal", deck.step)

    def _key(self, position: Position, deck: Deck) -> int:
        if deck.step not in self._keys:
            self._keys[deck.step] = deal_key(position.deck_context(deck, self.seat), self._seed(deck))
        return self._keys[deck.step]

    def _opening(self, position: Position, slot: Slot) -> said.Opening:
        return said.Opening(self._nonce("seal", position.seals[slot].step), self.sealed[slot])

    def _held(self, position: Position, slots: Any) -> tuple[Deck, list[Card]]:
        held: list[HeldCard] = [position.cards[slot] for slot in slots]
        return position.decks[held[0].deck], [h.card for h in held]

    def _turned(self, position: Position, slots: Any) -> Any:
        deck, cards = self._held(position, slots)
        key = self._key(position, deck)
        return make_shares(position.context(self.seat), key, deck.keys[self.seat], cards)
