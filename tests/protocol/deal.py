"""One small deal with known secrets, for the tests of its mathematics."""

from dataclasses import dataclass
from functools import cached_property

from protocol.context import Context
from protocol.deck import Card, first_deck, read_face, take_shares
from protocol.errors import NoSuchFace
from protocol.group import base, mul, some
from protocol.keys import joint_key
from protocol.seed import deal_key, factors, permutation
from protocol.shuffle import shuffle

TABLE = bytes(range(32))


@dataclass
class SmallDeal:
    """Some seats and cards; all secrets come from seeds that are the seat's number, 32 times."""

    seats: int = 2
    faces: tuple[int, ...] = (0, 1, 2, 3, 4, 5)
    ranks: int = 2
    table: bytes = TABLE

    def context(self, seat: int, step: int = 1) -> Context:
        return Context(self.table, step, seat)

    def seed(self, seat: int) -> bytes:
        return bytes([seat]) * 32

    @cached_property
    def secrets(self) -> list[int]:
        return [deal_key(self.context(seat), self.seed(seat)) for seat in range(self.seats)]

    @cached_property
    def keys(self) -> list[bytes]:
        return [some(base(x)) for x in self.secrets]

    @cached_property
    def joint(self) -> bytes:
        return joint_key(self.keys)

    @cached_property
    def first(self) -> tuple[Card, ...]:
        return first_deck(self.faces, self.ranks, self.joint)

    def permutation(self, seat: int) -> tuple[int, ...]:
        return permutation(self.context(seat), self.seed(seat), len(self.faces))

    def factors(self, seat: int) -> tuple[int, ...]:
        return factors(self.context(seat), self.seed(seat), len(self.faces))

    @cached_property
    def shuffled(self) -> tuple[Card, ...]:
        deck = self.first
        for seat in range(self.seats):
            deck = shuffle(self.joint, deck, self.permutation(seat), self.factors(seat))
        return deck

    def face_in(self, place: int) -> int:
        """What the permutations say about the face in this place of the shuffled deck."""
        for seat in reversed(range(self.seats)):
            place = self.permutation(seat)[place]
        return self.faces[place]

    def held_by(self, seat: int) -> tuple[Card, ...]:
        """Every card of the shuffled deck after the shares of all other seats."""
        others = [x for other, x in enumerate(self.secrets) if other != seat]
        return tuple(take_shares(card, [some(mul(x, card.a)) for x in others]) for card in self.shuffled)

    def face_under(self, card: Card, x: int) -> int | None:
        """The face of a card by decryption alone, or None."""

        try:
            return read_face(card, some(mul(x, card.a)), range(60), self.ranks)
        except NoSuchFace:
            return None
