"""The proof that none of some hidden cards is of a suit.

A card (a, b) under X = x G shows M = (suit + 1) S + (rank + 1) R. For the suit l that it must not show, and
B = b - (l + 1) S, the holder proves knowledge of (w, alpha, gamma) with

    S = w B - alpha a - gamma R     and     0 = w X - alpha G.

The second equation says alpha = w x, so the first one says S = w (suit - l) S + (w (rank + 1) - gamma) R.
That holds for w = 1 / (suit - l) and gamma = w (rank + 1); if the card is of the suit l, it would give a
multiple of R that is S, which nobody knows. The card must be a card of the deck, which the proofs of its
shuffles say.
"""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from protocol.context import Challenge, Context
from protocol.deck import Card, R, S
from protocol.errors import BadProof, Malformed
from protocol.group import G, Q, base, decode_scalar, encode_scalar, mul, multi, some, sub
from protocol.wire import Bytes32, Wired

_MAX_CLAIMED = 128


class NoSuitProof(Wired, frozen=True, tag="no-suit"):
    """Of each card: the commitments T1, T2 of its equations, the responses for w, alpha, gamma."""

    T: Annotated[tuple[tuple[Bytes32, Bytes32], ...], Meta(min_length=1, max_length=_MAX_CLAIMED)]
    z: Annotated[tuple[tuple[Bytes32, Bytes32, Bytes32], ...], Meta(min_length=1, max_length=_MAX_CLAIMED)]


def prove_no_suit(
    ctx: Context, x: int, X: bytes, ranks: int, cards: Sequence[Card], faces: Sequence[int], suit: int
) -> NoSuitProof:
    """Prove that none of the cards, held under X = x G alone and showing `faces`, is of the suit."""
    if not cards or len(faces) != len(cards):
        raise ValueError(f"{len(faces)} faces for {len(cards)} cards")
    if any(face // ranks == suit for face in faces):
        raise ValueError("a card is of the suit")
    challenge = _statement(ctx, X, ranks, cards, suit)
    nonces = challenge.nonces(x, *faces)
    limit = mul(suit + 1, S)
    T, secrets = [], []
    for card, face in zip(cards, faces, strict=True):
        w = pow(face // ranks - suit, -1, Q)
        k = (next(nonces), next(nonces), next(nonces))
        B = sub(card.b, limit)
        T.append((some(multi((k[0], -k[1], -k[2]), (B, card.a, R))), some(sub(mul(k[0], X), base(k[1])))))
        secrets.append((k, (w, w * x, w * (face % ranks + 1))))
    c = _challenged(challenge, T)
    z = tuple(_responses(k, c, witness) for k, witness in secrets)
    return NoSuitProof(tuple(T), z)


def check_no_suit(
    ctx: Context, X: bytes, ranks: int, cards: Sequence[Card], suit: int, proof: NoSuitProof
) -> None:
    """Raise BadProof (or Malformed) unless none of the cards, held under X alone, is of the suit.

    The equations T1 + c S = z1 B - z2 a - z3 R and T2 = z1 X - z2 G of all cards are checked as one weighted
    sum. The weights are hashed from the complete statement and proof: every check comes to the same verdict.
    """
    sizes = {len(proof.T), len(proof.z)}, {*map(len, proof.T)}, {*map(len, proof.z)}
    if sizes != ({len(cards)}, {2}, {3}):
        raise Malformed(f"the claim is not for {len(cards)} cards")
    z = [(decode_scalar(z1), decode_scalar(z2), decode_scalar(z3)) for z1, z2, z3 in proof.z]
    challenge = _statement(ctx, X, ranks, cards, suit)
    c = _challenged(challenge, proof.T)
    challenge.absorb_all("z", (response for responses in proof.z for response in responses))
    weights = challenge.weights("rho", 2 * len(cards))
    scalars, points = [], []
    on_S = on_R = on_X = on_G = 0
    for i, (card, (T1, T2), (z1, z2, z3)) in enumerate(zip(cards, proof.T, z, strict=True)):
        first, second = weights[2 * i], weights[2 * i + 1]
        scalars += [first, second, -first * z1, first * z2]
        points += [T1, T2, card.b, card.a]
        on_S += first * (c + z1 * (suit + 1))
        on_R += first * z3
        on_X -= second * z1
        on_G += second * z2
    if multi([*scalars, on_S, on_R, on_X, on_G], [*points, S, R, X, G]) is not None:
        raise BadProof("claim")


def _statement(ctx: Context, X: bytes, ranks: int, cards: Sequence[Card], suit: int) -> Challenge:
    challenge = Challenge(ctx, "no suit")
    challenge.absorb("X", X)
    challenge.absorb_number("ranks", ranks)
    challenge.absorb_number("suit", suit)
    challenge.absorb_all("cards", (point for card in cards for point in card))
    return challenge


def _challenged(challenge: Challenge, T: Sequence[tuple[bytes, bytes]]) -> int:
    challenge.absorb_all("T", (point for pair in T for point in pair))
    return challenge.scalar("c")


def _responses(k: tuple[int, int, int], c: int, witness: tuple[int, int, int]) -> tuple[bytes, bytes, bytes]:
    one, two, three = (encode_scalar((n + c * w) % Q) for n, w in zip(k, witness, strict=True))
    return one, two, three
