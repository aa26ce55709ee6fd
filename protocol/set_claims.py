"""The proof that none of some hidden cards shows one of some faces, whichever faces these are.

After Camenisch and Shoup, "Practical verifiable encryption and decryption of discrete logarithms", CRYPTO
2003 (their proof that two discrete logarithms differ). For each pair of a card (a, b) under X = x G and a
forbidden face with the point F, the holder shows C = t (b - x a - F) for a fresh secret t, and proves
knowledge of (t, u) with

    C = t (b - F) - u a     and     0 = t X - u G.

The second equation says u = t x, so the first one says that C is t times the difference of the card's point
and F. C is never the identity, hence neither is the difference: the card does not show the face. If it does
not, C is a random point, whatever the card shows.
"""

from collections.abc import Iterable, Sequence
from typing import Annotated

from msgspec import Meta

from protocol.context import Challenge, Context
from protocol.deck import Card, card_point
from protocol.errors import BadProof, Malformed
from protocol.group import G, Q, base, decode_scalar, encode_scalar, mul, multi, some, sub
from protocol.wire import Bytes32, Wired

MAX_FORBIDDEN = 128
"""Faces of the largest set."""

MAX_PAIRS = 256
"""Pairs of a card and a face in the largest claim: 44 kB, which leaves room in a frame."""

_Pair = tuple[Bytes32, Bytes32]


class NoneOfProof(Wired, frozen=True, tag="none-of"):
    """Of each pair: the point C, the commitments T1, T2 of its equations, the responses for t, u."""

    C: Annotated[tuple[Bytes32, ...], Meta(min_length=1, max_length=MAX_PAIRS)]
    T: Annotated[tuple[_Pair, ...], Meta(min_length=1, max_length=MAX_PAIRS)]
    z: Annotated[tuple[_Pair, ...], Meta(min_length=1, max_length=MAX_PAIRS)]


def prove_none_of(
    ctx: Context,
    x: int,
    X: bytes,
    ranks: int,
    cards: Sequence[Card],
    faces: Sequence[int],
    forbidden: Sequence[int],
) -> NoneOfProof:
    """Prove that none of the cards, held under X = x G alone and showing `faces`, shows a forbidden face.

    The forbidden faces are in ascending order.
    """
    if not cards or len(faces) != len(cards):
        raise ValueError(f"{len(faces)} faces for {len(cards)} cards")
    if (fault := _fault(cards, forbidden)) is not None:
        raise ValueError(fault)
    if not set(forbidden).isdisjoint(faces):
        raise ValueError("a card shows a forbidden face")
    challenge = _statement(ctx, X, ranks, cards, forbidden)
    nonces = challenge.nonces(x, *faces)
    C, T, secrets = [], [], []
    for card, face in zip(cards, faces, strict=True):
        for other in forbidden:
            limit = card_point(other, ranks)
            # A t of its own for each pair: with one t for two pairs the two C would tell candidates apart.
            t, k1, k2 = next(nonces), next(nonces), next(nonces)
            C.append(some(mul(t, sub(card_point(face, ranks), limit))))
            T1 = multi((k1, -k2), (sub(card.b, limit), card.a))
            T.append((some(T1), some(base(k1 * x - k2))))
            secrets.append((t, k1, k2))
    c = _challenged(challenge, C, T)
    z = tuple((_response(k1, c, t), _response(k2, c, t * x)) for t, k1, k2 in secrets)
    return NoneOfProof(tuple(C), tuple(T), z)


def check_none_of(
    ctx: Context,
    X: bytes,
    ranks: int,
    cards: Sequence[Card],
    forbidden: Sequence[int],
    proof: NoneOfProof,
) -> None:
    """Raise BadProof (or Malformed) unless none of the cards, held under X alone, shows a forbidden face.

    The equations T1 + c C = z1 (b - F) - z2 a and T2 = z1 X - z2 G of all pairs are checked as one weighted
    sum. The weights are hashed from the complete statement and proof: every check comes to the same verdict.
    Every point of the statement and the proof is a factor in that sum, which validates it; so no C is the
    identity, on which everything rests.
    """
    if (fault := _fault(cards, forbidden)) is not None:
        raise Malformed(fault)
    sizes = {len(proof.C), len(proof.T), len(proof.z)}, {*map(len, proof.T)}, {*map(len, proof.z)}
    if sizes != ({len(cards) * len(forbidden)}, {2}, {2}):
        raise Malformed(f"the claim is not for {len(cards)} cards and {len(forbidden)} faces")
    z = [(decode_scalar(z1), decode_scalar(z2)) for z1, z2 in proof.z]
    challenge = _statement(ctx, X, ranks, cards, forbidden)
    c = _challenged(challenge, proof.C, proof.T)
    challenge.absorb_all("z", _flat(proof.z))
    weights = iter(challenge.weights("rho", 2 * len(z)))
    pairs = ((card, card_point(face, ranks)) for card in cards for face in forbidden)
    scalars: list[int] = []
    points: list[bytes] = []
    for (card, limit), C, (T1, T2), (z1, z2) in zip(pairs, proof.C, proof.T, z, strict=True):
        p, q = next(weights), next(weights)
        scalars += [p, p * c, -p * z1, p * z1, p * z2, q, -q * z1, q * z2]
        points += [T1, C, card.b, limit, card.a, T2, X, G]
    if multi(scalars, points) is not None:
        raise BadProof("claim")


def _fault(cards: Sequence[Card], forbidden: Sequence[int]) -> str | None:
    """What is wrong with the lists of a statement. A card may stand there twice: it does no harm."""
    if list(forbidden) != sorted(set(forbidden)):
        return "the forbidden faces are not in ascending order"
    if not 1 <= len(forbidden) <= MAX_FORBIDDEN or not 1 <= len(cards) * len(forbidden) <= MAX_PAIRS:
        return f"no claim about {len(cards)} cards and {len(forbidden)} faces"
    return None


def _statement(
    ctx: Context, X: bytes, ranks: int, cards: Sequence[Card], forbidden: Sequence[int]
) -> Challenge:
    challenge = Challenge(ctx, "none of")
    challenge.absorb("X", X)
    challenge.absorb_number("ranks", ranks)
    challenge.absorb_all("forbidden", (face.to_bytes(8, "big") for face in forbidden))
    challenge.absorb_all("cards", _flat(cards))
    return challenge


def _challenged(challenge: Challenge, C: Sequence[bytes], T: Sequence[tuple[bytes, bytes]]) -> int:
    challenge.absorb_all("C", C)
    challenge.absorb_all("T", _flat(T))
    return challenge.scalar("c")


def _flat(pairs: Iterable[tuple[bytes, bytes]]) -> Iterable[bytes]:
    return (half for pair in pairs for half in pair)


def _response(k: int, c: int, secret: int) -> bytes:
    return encode_scalar((k + c * secret) % Q)
