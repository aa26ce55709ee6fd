"""What every hash and proof of the protocol binds, and how challenges and nonces come from hashes.

Everything hashed is a sequence of *frames*: the length in 8 bytes, big-endian, and the bytes. A sequence of
frames reads back in one way only, so no two statements hash the same bytes.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256, sha512
from secrets import token_bytes

from protocol.group import NAME, Q, encode_scalar

_DOMAIN = b"chabudai/1/"


def frame(data: bytes) -> bytes:
    """The bytes with their length in front."""
    return len(data).to_bytes(8, "big") + data


def tagged_hash(domain: str, *parts: bytes) -> bytes:
    """SHA-256 of the frames of the domain and of every part: 32 bytes."""
    return sha256(frame(_DOMAIN + domain.encode()) + b"".join(map(frame, parts))).digest()


@dataclass(frozen=True, slots=True)
class Context:
    """Where something is said: at which table, in which step, by which seat."""

    table: bytes
    step: int
    seat: int

    def bytes(self, label: str) -> bytes:
        """The frames of the label, the table, the step (8 bytes, big-endian) and the seat (4 bytes)."""
        parts = (label.encode(), self.table, self.step.to_bytes(8, "big"), self.seat.to_bytes(4, "big"))
        return b"".join(map(frame, parts))


class Stream:
    """Unbiased numbers from a hash: whoever knows the parts gets the same ones.

    The key is SHA-512 of the frames of the domain and the parts; the stream is SHA-512(key, counter) for the
    counters 0, 1, 2, ... of 8 bytes, big-endian.
    """

    def __init__(self, domain: str, *parts: bytes) -> None:
        self._key = sha512(frame(_DOMAIN + domain.encode()) + b"".join(map(frame, parts))).digest()
        self._counter = 0

    def block(self) -> bytes:
        """The next 64 bytes."""
        block = sha512(self._key + self._counter.to_bytes(8, "big")).digest()
        self._counter += 1
        return block

    def scalar(self) -> int:
        """The next number in 1..Q-1: a block, big-endian, reduced; the bias is below 2**-258."""
        return 1 + int.from_bytes(self.block(), "big") % (Q - 1)

    def weight(self) -> int:
        """The next number in 1..2**128: the first 16 bytes of a block, plus one."""
        return 1 + int.from_bytes(self.block()[:16], "big")

    def below(self, limit: int) -> int:
        """The next number in 0..limit-1, for limits up to 2**64.

        The first 8 bytes of each block are one try; a try that would favour the small numbers is passed over.
        """
        if not 1 <= limit <= 2**64:
            raise ValueError(f"no number below {limit}")
        fair = 2**64 - 2**64 % limit
        while (number := int.from_bytes(self.block()[:8], "big")) >= fair:
            pass
        return number % limit


class Challenge:
    """The Fiat-Shamir transcript of one proof: it absorbs the whole statement and gives the challenges.

    It begins with the label of the proof, the name of the group and the context. Each value is absorbed
    with a label of its own, and so is the name of each challenge, so that none is the same as an earlier one.
    """

    def __init__(self, ctx: Context, proof: str) -> None:
        self._hash = sha512(frame(_DOMAIN + b"challenge"))
        self.absorb("group", NAME)
        self.absorb("context", ctx.bytes(proof))

    def absorb(self, label: str, data: bytes) -> None:
        """Absorb the frames of the label and of the data."""
        self._hash.update(frame(label.encode()) + frame(data))

    def absorb_all(self, label: str, items: Iterable[bytes]) -> None:
        """Absorb a list as one value: the frames of its items, so that its length is bound as well."""
        self.absorb(label, b"".join(map(frame, items)))

    def absorb_number(self, label: str, number: int) -> None:
        """Absorb a number as 8 bytes, big-endian."""
        self.absorb(label, number.to_bytes(8, "big"))

    def scalar(self, label: str) -> int:
        """A challenge in 0..Q-1."""
        return int.from_bytes(self._squeeze(label), "big") % Q

    def weights(self, label: str, count: int) -> list[int]:
        """`count` challenges of 128 bits, never 0."""
        stream = Stream("weights", self._squeeze(label))
        return [stream.weight() for _ in range(count)]

    def nonces(self, *secrets: int) -> Iterator[int]:
        """Secret nonces in 1..Q-1, for the statement absorbed so far and its secrets.

        They are hashed from the secrets, the statement and fresh randomness: neither a broken source of
        randomness nor a repeated statement repeats a nonce under another challenge.
        """
        parts = (self._hash.copy().digest(), b"".join(map(encode_scalar, secrets)), token_bytes(32))
        stream = Stream("nonces", *parts)
        while True:
            yield stream.scalar()

    def _squeeze(self, label: str) -> bytes:
        self.absorb("challenge", label.encode())
        return self._hash.digest()
