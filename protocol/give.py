"""Hidden cards that go from one seat to another: encrypted anew to its key, with one public proof for all.

A card (a, b) under X = x G becomes (a', b') = (s G, M + s Y) under the receiver's key Y. The proof is of
knowledge of x and of an s for each card with  X = x G,  a' = s G,  b - b' = x a - s Y.
"""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from protocol.context import Challenge, Context
from protocol.deck import Card
from protocol.errors import BadProof, Malformed
from protocol.group import Q, add, base, decode_point, decode_scalar, encode_scalar, mul, some, sub
from protocol.wire import Bytes32, Wired

_MAX_GIVEN = 128


class GiveProof(Wired, frozen=True):
    """The challenge c, the response z for x, and a response for the s of each card."""

    c: Bytes32
    z: Bytes32
    z_s: Annotated[tuple[Bytes32, ...], Meta(min_length=1, max_length=_MAX_GIVEN)]


def give_cards(
    ctx: Context, x: int, X: bytes, to_X: bytes, cards: Sequence[Card]
) -> tuple[tuple[Card, ...], GiveProof]:
    """One card or more, held under X = x G alone, encrypted anew to the key `to_X`, and the proof."""
    if not cards:
        raise ValueError("no card to give")
    challenge = _statement(ctx, X, to_X, cards)
    nonces = challenge.nonces(x)
    s = [next(nonces) for _ in cards]
    given = tuple(
        Card(some(base(k)), some(add(sub(card.b, mul(x, card.a)), mul(k, to_X))))
        for k, card in zip(s, cards, strict=True)
    )
    _absorb_given(challenge, given)
    nonces = challenge.nonces(x, *s)
    t = next(nonces)
    t_s = [next(nonces) for _ in cards]
    T = [base(t)]
    for k, card in zip(t_s, cards, strict=True):
        T += [base(k), sub(mul(t, card.a), mul(k, to_X))]
    c = _challenged(challenge, T)
    z_s = tuple(encode_scalar((k + c * secret) % Q) for k, secret in zip(t_s, s, strict=True))
    return given, GiveProof(encode_scalar(c), encode_scalar((t + c * x) % Q), z_s)


def check_give(
    ctx: Context, X: bytes, to_X: bytes, cards: Sequence[Card], given: Sequence[Card], proof: GiveProof
) -> None:
    """Raise BadProof (or Malformed) unless `given` are `cards`, in order, under the key `to_X`."""
    if not cards or len(given) != len(cards) or len(proof.z_s) != len(cards):
        raise Malformed(f"{len(given)} cards given for {len(cards)}")
    c, z = decode_scalar(proof.c), decode_scalar(proof.z)
    T = [sub(base(z), mul(c, X))]
    for card, (new_a, new_b), response in zip(cards, given, proof.z_s, strict=True):
        z_s = decode_scalar(response)
        T.append(sub(base(z_s), mul(c, new_a)))
        moved = sub(card.b, decode_point(new_b))
        T.append(sub(sub(mul(z, card.a), mul(z_s, to_X)), mul(c, moved)))
    challenge = _statement(ctx, X, to_X, cards)
    _absorb_given(challenge, given)
    if None in T or _challenged(challenge, T) != c:
        raise BadProof("give")


def _statement(ctx: Context, X: bytes, to_X: bytes, cards: Sequence[Card]) -> Challenge:
    challenge = Challenge(ctx, "give")
    challenge.absorb("X", X)
    challenge.absorb("Y", to_X)
    challenge.absorb_all("cards", (point for card in cards for point in card))
    return challenge


def _absorb_given(challenge: Challenge, given: Sequence[Card]) -> None:
    challenge.absorb_all("given", (point for card in given for point in card))


def _challenged(challenge: Challenge, T: Sequence[bytes | None]) -> int:
    challenge.absorb_all("T", map(some, T))
    return challenge.scalar("c")
