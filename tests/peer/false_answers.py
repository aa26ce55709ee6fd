"""Answers that a liar makes as well as it can: good shares, good proofs of other things, and proofs whose
equations hold though their claim does not.
"""

from collections.abc import Sequence
from typing import Any

from engines.vocabulary import Claim, Played
from peer.checks import owed_claims
from protocol import payloads as said
from protocol import set_claims
from protocol.claims import NoSuitProof, prove_no_suit
from protocol.coins import numbers
from protocol.context import Context, tagged_hash
from protocol.deck import Card, card_point
from protocol.group import Q, base, encode_scalar, mul, multi, some, sub
from protocol.set_claims import NoneOfProof, prove_none_of
from protocol.shares import make_shares
from protocol.shuffle import shuffle
from protocol.shuffle_proof import prove_shuffle
from tests.peer.liars import Liar
from tests.protocol.chance import random_scalar

IDENTITY = (1).to_bytes(32, "little")


def state(liar: Liar) -> Any:
    """The state of the game."""
    return liar.position.state


def request(liar: Liar) -> Any:
    """What it is asked for."""
    return liar.position.step.request_of(liar.seat)


def faces(liar: Liar) -> dict[int, int]:
    """All faces that it knows."""
    return {**liar.own.faces, **liar.position.face_up}


def cards(liar: Liar, slots: Sequence[int]) -> list[Card]:
    """The cards of these slots."""
    return [liar.position.cards[slot].card for slot in slots]


def undealt(liar: Liar) -> int:
    """A slot of the rest, which nobody has looked at."""
    return next(slot for slot, held in liar.position.cards.items() if held.holder is None)


# plays


def laid(liar: Liar, *slots: int, claims: Sequence[NoSuitProof | NoneOfProof] = ()) -> said.Play:
    """A play of these slots, with good shares made with its own key of those that are hidden."""
    down = [slot for slot in slots if slot not in liar.position.face_up]
    if not down:
        return said.Play(slots, (), None, tuple(claims))
    public = liar.deck.keys[liar.seat]
    shares, proof = make_shares(liar.context, liar.key, public, cards(liar, down))
    return said.Play(slots, shares, proof, tuple(claims))


def with_a_share(liar: Liar, up: int, down: int) -> said.Play:
    """A play of a slot that lies face up, as if it were hidden: with the share of a hidden one."""
    shares, proof = liar.own._turned(liar.position, [down])
    return said.Play((up,), shares, proof, ())


# claims


def owed(liar: Liar, *slots: int) -> Claim:
    """What everybody asks a proof of when it plays these."""
    known = faces(liar)
    played = Played(liar.seat, slots, tuple(known[slot] for slot in slots))
    (claim,) = owed_claims(liar.position, played)
    return claim


def none_of(liar: Liar, slots: Sequence[int], forbidden: Sequence[int], steps: int = 0) -> NoneOfProof:
    """A proof that none of these slots shows one of these faces; of one that does, the witness is another
    face.
    """
    witness = _witness(liar, slots, forbidden)
    ctx, public = liar.position.context(liar.seat, liar.position.number - steps), liar.deck.keys[liar.seat]
    ranks = liar.deck.request.ranks
    return prove_none_of(ctx, liar.key, public, ranks, cards(liar, slots), witness, forbidden)


def no_suit(liar: Liar, slots: Sequence[int], suit: int, steps: int = 0) -> NoSuitProof:
    """A proof that none of these slots is of this suit; of one that is, the witness is another suit."""
    ranks = liar.deck.request.ranks
    whole = [face for face in liar.deck.request.faces if face // ranks == suit]
    witness = _witness(liar, slots, whole)
    ctx, public = liar.position.context(liar.seat, liar.position.number - steps), liar.deck.keys[liar.seat]
    return prove_no_suit(ctx, liar.key, public, ranks, cards(liar, slots), witness, suit)


def _witness(liar: Liar, slots: Sequence[int], forbidden: Sequence[int]) -> list[int]:
    other = next(face for face in liar.deck.request.faces if face not in forbidden)
    known = [liar.own.faces[slot] for slot in slots]
    return [other if face in forbidden else face for face in known]


def hollow(liar: Liar, slots: Sequence[int], forbidden: Sequence[int]) -> NoneOfProof:
    """A proof of a wrong claim in which every equation holds: C is the identity where the card shows the
    face.
    """
    x, ranks = liar.key, liar.deck.request.ranks
    known, held = faces(liar), cards(liar, slots)
    challenge = set_claims._statement(liar.context, liar.deck.keys[liar.seat], ranks, held, forbidden)
    C, T, secrets = [], [], []
    for slot, card in zip(slots, held, strict=True):
        for face in forbidden:
            limit, t, k1, k2 = card_point(face, ranks), *(random_scalar() for _ in range(3))
            C.append(mul(t, sub(card_point(known[slot], ranks), limit)) or IDENTITY)
            T.append((some(multi((k1, -k2), (sub(card.b, limit), card.a))), some(base((k1 * x - k2) % Q))))
            secrets.append((t, k1, k2))
    c = set_claims._challenged(challenge, C, T)
    z = [(encode_scalar((k1 + c * t) % Q), encode_scalar((k2 + c * t * x) % Q)) for t, k1, k2 in secrets]
    return NoneOfProof(tuple(C), tuple(T), tuple(z))


# hands laid anew


def mixed(liar: Liar, before: Sequence[Card], public: bytes | None = None) -> said.Mixed:
    """These cards laid anew, with a good proof, under its own key or another one."""
    key = liar.deck.keys[liar.seat] if public is None else public
    order, secrets = tuple(range(len(before)))[::-1], tuple(random_scalar() for _ in before)
    after = shuffle(key, before, order, secrets)
    return said.Mixed(after, prove_shuffle(liar.context, key, before, after, order, secrets))


def proven(liar: Liar, after: Sequence[Card]) -> said.Mixed:
    """These cards as its hand laid anew, with the best proof that there is: one for an order that is none."""
    key, before = liar.deck.keys[liar.seat], cards(liar, request(liar).slots)
    order, secrets = tuple(range(len(before))), tuple(random_scalar() for _ in before)
    return said.Mixed(tuple(after), prove_shuffle(liar.context, key, before, after, order, secrets))


# joint numbers


def better_contribution(liar: Liar, wanted: Any) -> said.CoinReveal:
    """Having seen all others' contributions, one with which the numbers are as it wants them."""
    sides = liar.position.step.requests[0].sides  # type: ignore[union-attr]
    everyone = Context(liar.position.table, liar.position.number, 0)
    for attempt in range(10_000):
        nonce = tagged_hash("attempt", attempt.to_bytes(8, "big"))
        parts = [nonce if seat == liar.seat else liar.said_now(seat).nonce for seat in liar.position.seats]
        if wanted(numbers(everyone, parts, sides)):
            return said.CoinReveal(nonce)
    raise LookupError(wanted)
