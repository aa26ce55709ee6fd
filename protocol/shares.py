"""Decryption shares: D = x a for cards (a, b), with one proof for all that X = x G."""

from collections.abc import Sequence

from protocol.context import Challenge, Context
from protocol.deck import Card
from protocol.errors import BadProof, Malformed
from protocol.group import Q, base, decode_scalar, encode_scalar, mul, multi, some, sub
from protocol.wire import Bytes32, Wired


class SharesProof(Wired, frozen=True):
    """Chaum's and Pedersen's proof for the weighted sums of cards and shares: challenge c and response z."""

    c: Bytes32
    z: Bytes32


def make_shares(
    ctx: Context, x: int, X: bytes, cards: Sequence[Card]
) -> tuple[tuple[bytes, ...], SharesProof]:
    """The shares of the seat with the key X = x G for one card or more, and their proof."""
    if not cards:
        raise ValueError("shares of no card")
    shares = tuple(some(mul(x, card.a)) for card in cards)
    challenge, weights = _statement(ctx, X, cards, shares)
    A = multi(weights, [card.a for card in cards])
    t = next(challenge.nonces(x))
    c = _challenged(challenge, base(t), mul(t, A))
    return shares, SharesProof(encode_scalar(c), encode_scalar((t + c * x) % Q))


def check_shares(
    ctx: Context, X: bytes, cards: Sequence[Card], shares: Sequence[bytes], proof: SharesProof
) -> None:
    """Raise BadProof (or Malformed) unless every share is x a of its card, with the x of X.

    With A = sum w a and D = sum w D over the cards, T1 = z G - c X and T2 = z A - c D must be the points
    that the challenge was made from. The weights w are hashed from the statement: one wrong share shows.
    """
    if not cards or len(shares) != len(cards):
        raise Malformed(f"{len(shares)} shares for {len(cards)} cards")
    c, z = decode_scalar(proof.c), decode_scalar(proof.z)
    challenge, weights = _statement(ctx, X, cards, shares)
    A = multi(weights, [card.a for card in cards])
    D = multi(weights, shares)
    T1 = sub(base(z), mul(c, X))
    T2 = sub(mul(z, A), mul(c, D))
    if T1 is None or T2 is None or _challenged(challenge, T1, T2) != c:
        raise BadProof("shares")


def _statement(
    ctx: Context, X: bytes, cards: Sequence[Card], shares: Sequence[bytes]
) -> tuple[Challenge, list[int]]:
    challenge = Challenge(ctx, "shares")
    challenge.absorb("X", X)
    challenge.absorb_all("cards", (point for card in cards for point in card))
    challenge.absorb_all("shares", shares)
    return challenge, challenge.weights("w", len(cards))


def _challenged(challenge: Challenge, T1: bytes | None, T2: bytes | None) -> int:
    challenge.absorb("T1", some(T1))
    challenge.absorb("T2", some(T2))
    return challenge.scalar("c")
