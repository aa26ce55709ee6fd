"""What some of the seats of a table can find out about another one, from all that they hold and all that is
on the wire.

Nothing here knows the victim's secrets. It tries whatever the protocol offers: every key, every share that
there may be, every face against every card, every nonce against every commitment, every proof against weak
nonces.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, islice
from typing import Any

import msgpack
import pytest

from engines.vocabulary import Mix, Played
from peer.checks import trust
from peer.journal import SavedGame
from peer.outcome import Happened, Send
from peer.own import Own
from peer.position import Deck, HeldCard, Position
from protocol import context, shuffle_proof
from protocol import payloads as said
from protocol.commitments import commit
from protocol.context import Challenge
from protocol.deck import Card, card_point
from protocol.events import read_body
from protocol.group import Q, base, decode_scalar, mul, sub, total
from protocol.messages import Said, decode_message
from protocol.seed import deal_key, factors
from tests.peer.memory_network import MemoryGame

SMALL = range(1, 400)
"""Nonces that a careless peer may use."""


def everything(thing: Any, seen: set[int] | None = None) -> Iterator[Any]:
    """A thing and all that is reachable from it."""
    seen = set() if seen is None else seen
    if id(thing) in seen:
        return
    seen.add(id(thing))
    yield thing
    if isinstance(thing, dict):
        inner: Iterable[Any] = [*thing.keys(), *thing.values()]
    elif isinstance(thing, list | tuple | set | frozenset):
        inner = list(thing)
    elif type(thing).__module__.split(".")[0] in ("engines", "protocol", "peer", "tests", "collections"):
        slots = [getattr(thing, name) for name in getattr(thing, "__slots__", ()) if hasattr(thing, name)]
        inner = [*getattr(thing, "__dict__", {}).values(), *slots]
    else:
        inner = []
    for each in inner:
        yield from everything(each, seen)


def rows(game: MemoryGame, seat: int) -> list[Any]:
    """Everything in the journal of a seat."""
    db = game.journals[seat]._db
    tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return [row for table in tables for row in db.execute(f"SELECT * FROM {table}")]  # noqa: S608


def strings_in(data: bytes) -> Iterator[bytes]:
    """Every string of 32 bytes in MessagePack data, also in data within data; one of 64 counts as two."""
    try:
        plain = msgpack.unpackb(data, use_list=False)
    except ValueError:
        plain = None
    for each in everything(plain):
        if isinstance(each, bytes) and len(each) in (32, 64):
            yield from (each[at : at + 32] for at in range(0, len(each), 32))
        elif isinstance(each, bytes) and len(each) > 3:
            yield from strings_in(each)


@dataclass
class Coalition:
    """The seats that put together what they know about `victim`. `heard`: all frames of the game, whoever
    they were for.
    """

    game: MemoryGame
    members: tuple[int, ...]
    victim: int
    strings: set[bytes] = field(default_factory=set)
    blob: bytes = b""

    def __post_init__(self) -> None:
        frames = {data for _, _, data in self.game.frames}
        held = [row for seat in self.members for row in rows(self.game, seat)]
        held += [self.game.tables[seat] for seat in self.members]
        blobs = [each for each in everything(held) if isinstance(each, bytes)]
        self.strings = {
            found for data in (*frames, *blobs) for found in (*strings_in(data), data) if len(found) == 32
        }
        self.strings |= {bytes(32), b"\xff" * 32}
        self.blob = b"\n".join([*frames, *blobs])

    @property
    def position(self) -> Position:
        return self.game.tables[self.members[0]].position

    @property
    def owns(self) -> list[Own]:
        return [self.game.tables[seat].own for seat in self.members]

    # the victim's keys

    @cached_property
    def keys(self) -> dict[int, int]:
        """The secret keys of the victim that they can find out, by the step of the deal."""
        found = {}
        for deck in self.position.decks:
            public = deck.keys[self.victim]
            for secret in self._candidates(deck):
                if secret % Q and base(secret) == public:
                    found[deck.step] = secret % Q
                    break
        return found

    def _candidates(self, deck: Deck) -> Iterator[int]:
        """Whatever may be the secret key: a string as it is, as a seed, as the secret of a game; and proofs
        with weak nonces.
        """
        ctx = self.position.deck_context(deck, self.victim)
        for each in self.strings:
            yield int.from_bytes(each, "little")
            yield int.from_bytes(each, "big")
            yield deal_key(ctx, each)
            yield deal_key(ctx, Own(each, self.victim)._nonce("deal", deck.step))
        proofs = [*self._proofs(deck)]
        nonces = [*SMALL, *self._guessed(deck), *(int.from_bytes(each, "little") for each in self.strings)]
        for challenge, response in proofs[:3]:
            inverse = pow(challenge, -1, Q)
            yield from ((response - nonce) * inverse for nonce in nonces)
        for (c1, z1), (c2, z2) in combinations(proofs, 2):
            if c1 != c2:
                yield (z1 - z2) * pow(c1 - c2, -1, Q)

    def _guessed(self, deck: Deck) -> Iterator[int]:
        """The nonces of a proof of the key as they would be without any secret or random number."""
        challenge = Challenge(self.position.deck_context(deck, self.victim), "key")
        challenge.absorb("X", deck.keys[self.victim])
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(context, "token_bytes", bytes)
            yield from islice(challenge.nonces(), 3)

    def _proofs(self, deck: Deck) -> Iterator[tuple[int, int]]:
        """The challenge and the response of every proof of the victim about its key of this deck."""
        for body in self._bodies():
            payload = said.decode_payload(body.payload)
            if body.seat == self.victim and body.step >= deck.step and self._deck_at(body.step) is deck:
                proof = getattr(payload, "proof", None)
                if (
                    isinstance(payload, said.DeckKey | said.Shares | said.Give | said.Play)
                    and proof is not None
                ):
                    yield decode_scalar(proof.c), decode_scalar(proof.z)

    def _deck_at(self, step: int) -> Deck | None:
        return next((deck for deck in reversed(self.position.decks) if deck.step <= step), None)

    def _bodies(self) -> Iterator[Any]:
        for data in dict.fromkeys(data for _, _, data in self.game.frames):
            try:
                message = decode_message(data)
            except Exception:  # noqa: S112  a frame of a test's own
                continue
            if isinstance(message, Said):
                yield read_body(message.event)

    # joint numbers

    def contribution(self) -> bytes | None:
        """What the victim has committed to contribute to the joint numbers of this step, if they can find it
        out before it is shown.
        """
        step = self.position.number - 1
        ctx, commitment = self.position.context(self.victim, step), self.position.coins[self.victim]
        for nonce in self._nonces("coin", step):
            if commit(ctx, "coin", nonce, b"") == commitment:
                return nonce
        return None

    def _nonces(self, what: str, step: int) -> Iterator[bytes]:
        """Whatever may be a nonce or a seed of the victim: a string as it is, or as the secret of a game; and
        their own ones.
        """
        yield from self.strings
        yield from (Own(each, self.victim)._nonce(what, step) for each in self.strings)
        yield from (own._nonce(what, step) for own in self.owns)

    # cards

    def forms(self, slot: int) -> Iterator[HeldCard]:
        """Every encryption of the card in this slot that was ever on the table."""
        for place, deck in enumerate(self.position.decks):
            if slot in deck.request.slots:
                yield HeldCard(place, deck.stages[-1][deck.request.slots.index(slot)], None)
        yield from (holding.card for holding in self.position.holdings if holding.slot == slot)

    def face(self, slot: int) -> int | None:
        """The face of a slot, if they can find it out."""
        for own in self.owns:
            if slot in own.faces:
                return own.faces[slot]
        for form in self.forms(slot):
            deck = self.position.decks[form.deck]
            keys = [own._key(self.position, deck) for own in self.owns]
            keys += [self.keys[deck.step]] if deck.step in self.keys else []
            shares = [mul(key, form.card.a) for key in keys]
            faces = {card_point(face, deck.request.ranks): face for face in deck.request.faces}
            for count in range(len(shares) + 1):
                for some in combinations(shares, count):
                    left = sub(form.card.b, total(some))
                    if left in faces:
                        return faces[left]
                    for point, face in faces.items():
                        missing = sub(left, point)
                        if missing is not None and missing in self.blob:
                            return face
        return None

    def faces(self, slots: Iterable[int]) -> dict[int, int]:
        """Those of the slots whose face they can find out."""
        found = {slot: self.face(slot) for slot in slots}
        return {slot: face for slot, face in found.items() if face is not None}

    # hands laid anew

    def traced(self, step: int) -> dict[int, int]:
        """Of the slots into which the victim laid its hand in this step, those of which they can find out
        from which slot the card came.
        """
        position = self._at(step)
        request = position.step.request_of(self.victim)
        assert isinstance(request, Mix)
        mixed = self._mixed(step)
        before = [position.cards[slot].card for slot in request.slots]
        ways = {
            sub(after[0], card.a): (new, old)
            for new, after in zip(request.into, mixed.cards, strict=True)
            for old, card in zip(request.slots, before, strict=True)
        }
        found = {base(factor) for factor in self._factors(step, len(before))} & set(ways)
        key = position.decks[-1].keys[self.victim]
        challenge = shuffle_proof._statement(
            position.context(self.victim), key, before, [Card(*card) for card in mixed.cards]
        )
        weights = dict(zip(shuffle_proof._weights(challenge, mixed.proof.c), request.slots, strict=True))
        inverse = pow(decode_scalar(mixed.proof.challenge), -1, Q)
        seen = {
            new: weights[weight]
            for new, response in zip(request.into, mixed.proof.s_prime, strict=True)
            for nonce in SMALL
            if (weight := (decode_scalar(response) - nonce) * inverse % Q) in weights
        }
        return dict(ways[difference] for difference in found) | seen

    def _factors(self, step: int, n: int) -> Iterator[int]:
        """Whatever may be a factor of an encryption afresh: a string as it is, or what comes from it as a
        seed or as the secret of a game.
        """
        ctx = self.position.context(self.victim, step)
        for each in self.strings:
            yield int.from_bytes(each, "little")
            yield int.from_bytes(each, "big")
        for seed in self._nonces("mix", step):
            yield from factors(ctx, seed, n)

    def _mixed(self, step: int) -> said.Mixed:
        """How the victim laid its hand anew in a step."""
        (body,) = [body for body in self._bodies() if (body.seat, body.step) == (self.victim, step)]
        payload = said.decode_payload(body.payload)
        assert isinstance(payload, said.Mixed)
        return payload

    def _at(self, step: int) -> Position:
        """What everybody knew at the beginning of a step."""
        now = self.position
        position = Position(now.genesis_bytes, now.genesis, now.rules)
        for event in self.game.tables[self.members[0]].events():
            body = read_body(event)
            if body.step < step:
                position.accept(trust(position, body.seat, event, said.decode_payload(body.payload)))
        return position

    # predictions

    def predictions(self) -> dict[int, int]:
        """Those of the victim's sealed answers that they can find out, by slot."""
        found = {}
        for slot, seal in self.position.seals.items():
            if seal.seat != self.victim:
                continue
            if slot in self.position.opened:
                found[slot] = self.position.opened[slot]
                continue
            ctx = self.position.context(self.victim, seal.step)
            for nonce in self._nonces("seal", seal.step):
                for value in range(14):
                    if commit(ctx, "seal", nonce, value.to_bytes(4, "big")) == seal.commitment:
                        found[slot] = value
        return found


def secrets_of(game: MemoryGame, seat: int) -> dict[str, bytes]:
    """Every secret of a seat as bytes, in the forms in which it might get out."""
    own, position = game.tables[seat].own, game.tables[seat].position
    found = {"secret": own._secret}
    for deck in position.decks:
        key = own._key(position, deck)
        found[f"seed {deck.step}"] = own._seed(deck)
        found[f"key {deck.step}, little"] = key.to_bytes(32, "little")
        found[f"key {deck.step}, big"] = key.to_bytes(32, "big")
        for slot in hidden(game, seat):
            for holding in position.holdings:
                if holding.slot == slot and holding.card.holder == seat:
                    share = mul(key, holding.card.card.a)
                    found[f"share of {slot}"] = share or b""
    for slot, seal in position.seals.items():
        if seal.seat == seat and slot not in position.opened:
            found[f"nonce of {slot}"] = own._nonce("seal", seal.step)
    for step in {holding.step for holding in position.holdings if holding.card.holder == seat}:
        found[f"seed of a hand laid in {step}"] = own._nonce("mix", step)
    if position.step.kind == "coin-open" and position.seats[seat] in position.waiting:
        found["contribution"] = own._nonce("coin", position.number - 1)
    assert all(len(value) == 32 for value in found.values())
    return found


def held_by_others(game: MemoryGame, victim: int) -> list[str]:
    """The secrets of a seat that are in a frame, or in the journal or the memory of another peer."""
    members = tuple(seat for seat in range(game.seats) if seat != victim)
    blob = Coalition(game, members, victim).blob
    found = [name for name, secret in secrets_of(game, victim).items() if secret in blob]
    numbers = {each for seat in members for each in everything(game.tables[seat]) if isinstance(each, int)}
    own, position = game.tables[victim].own, game.tables[victim].position
    keys = {deck.step: own._key(position, deck) for deck in position.decks}
    return found + [f"key {step} as a number" for step, key in keys.items() if key in numbers]


def printed(game: MemoryGame, seat: int) -> list[str]:
    """The secrets of a seat that the text of anything of its peer, or of what it has put out, shows."""
    table = game.tables[seat]
    heard = [output for who, output in game.heard if who == seat]
    things = [each for each in everything([table, heard, game.journals[seat].games()]) if is_ours(each)]
    assert {Own, SavedGame, Send, Happened, Position} <= {type(each) for each in things}
    words = "\n".join({text for each in things for text in (repr(each), str(each))})
    shown = {name: repr(secret)[2:-1] for name, secret in secrets_of(game, seat).items()}
    shown |= {f"{name} in hex": secret.hex() for name, secret in secrets_of(game, seat).items()}
    closed = hidden(game, seat) | (set(table.own.sealed) - set(table.position.opened))
    faces = {**table.own.faces, **table.own.sealed}
    shown |= {f"face of {slot}": f"{slot}: {faces[slot]}" for slot in closed}
    return [name for name, text in {**shown, "choices": "choices"}.items() if text in words]


def hidden(game: MemoryGame, seat: int) -> set[int]:
    """The slots that a seat holds closed."""
    position = game.tables[seat].position
    hands = getattr(position.state, "hands", ((),) * game.seats)
    seen = {slot for fact in position.facts if isinstance(fact, Played) for slot in fact.slots}
    return set(hands[seat]) - set(position.face_up) - seen


def undealt(game: MemoryGame) -> set[int]:
    """The slots of this deal that nobody has seen."""
    table = game.tables[0]
    return {
        slot
        for slot, held in table.position.cards.items()
        if held.holder is None and slot in table.position.deck.request.slots and slot not in table.own.faces
    }


def others(game: MemoryGame, *seats: int) -> tuple[int, ...]:
    """All seats but these."""
    return tuple(seat for seat in range(game.seats) if seat not in seats)


def is_ours(thing: Any) -> bool:
    """Whether a thing is an instance of a class of the program."""
    return type(thing).__module__.split(".")[0] in ("engines", "protocol", "peer")
