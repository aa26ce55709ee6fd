"""Cards as ElGamal ciphertexts, and how a face is written as a point.

A card under the key X is (a, b) = (r G, M + r X), with M = (suit + 1) S + (rank + 1) R for the face
suit * ranks + rank. Faces may occur more than once in a deck.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from protocol.errors import NoSuchFace
from protocol.group import G, add, hash_to_group, multi, some, sub, total

S = hash_to_group(b"card/suit")
"""The generator that the suit multiplies."""

R = hash_to_group(b"card/rank")
"""The generator that the rank multiplies."""


class Card(NamedTuple):
    """An encrypted card: a = r G, b = M + r X."""

    a: bytes
    b: bytes


@lru_cache(maxsize=4096)
def card_point(face: int, ranks: int) -> bytes:
    """The point M of a face."""
    if face < 0 or ranks < 1:
        raise ValueError(f"no face {face} among suits of {ranks} ranks")
    suit, rank = divmod(face, ranks)
    return some(multi((suit + 1, rank + 1), (S, R)))


def first_deck(faces: Sequence[int], ranks: int, X: bytes) -> tuple[Card, ...]:
    """The deck before the first shuffle, with r = 1 for all cards, so that everybody makes the same one."""
    return tuple(Card(G, some(add(card_point(face, ranks), X))) for face in faces)


def read_face(card: Card, share: bytes, faces: Iterable[int], ranks: int) -> int:
    """The face of a card whose remaining share x a is known: the one among `faces` whose point is b - x a.

    `share` is the sum when several seats' shares are missing. Raises NoSuchFace.
    """
    face = _faces_by_point(frozenset(faces), ranks).get(sub(card.b, share) or b"")
    if face is None:
        raise NoSuchFace("opened card")
    return face


def take_shares(card: Card, shares: Iterable[bytes]) -> Card:
    """The card after these checked shares: encrypted under the keys of the remaining seats alone."""
    return Card(card.a, some(sub(card.b, total(shares))))


@lru_cache(maxsize=64)
def _faces_by_point(faces: frozenset[int], ranks: int) -> dict[bytes, int]:
    return {card_point(face, ranks): face for face in faces}
