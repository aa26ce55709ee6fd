"""Who gets a seat: everybody at an open table, else who knows the passcode or holds the invite.

A passcode is short, so it is never sent, and nothing is hashed or encrypted under it alone: both sides run
SPAKE2 (RFC 9382, package `spake2`), bound to both identities and the table, and each proves to the other that
it came to the same key. One exchange tests one guess, so guesses are counted. An invite carries 64 random
bits, enough for a plain HMAC.
"""

import hmac
import unicodedata
from collections import deque
from dataclasses import dataclass, field

from spake2 import SPAKE2_A, SPAKE2_B
from spake2.ed25519_basic import NotOnCurve
from spake2.spake2 import SPAKEError

TRIES_OF_ONE = 5
"""Guesses of one identity at one table."""

TRIES_A_MINUTE = 20
"""Guesses of all together at one table in a minute; then it pauses."""

PAUSE = 60.0

_PROOF = 32
_PAKE = 33


class NotAdmitted(Exception):
    """No seat. The code says why: passcode, invite, many-tries, pause, shape."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def invite_proof(secret: bytes, table: bytes, opener: bytes, key: bytes) -> bytes:
    """The 32 bytes that show that `key` holds the invite of `opener` to the table; of no use to others."""
    return hmac.digest(secret, b"chabudai/invite/1\0" + table + opener + key, "sha256")


class Guess:
    """The side of a passcode exchange that wants a seat. `first` is its first message."""

    def __init__(self, passcode: str, table: bytes, opener: bytes, key: bytes) -> None:
        self._spake = SPAKE2_A(_settled(passcode), idA=key + table, idB=opener + table)
        self.first: bytes = self._spake.start()
        self._answer: bytes | None = None
        self._key = b""

    def confirm(self, second: bytes) -> bytes:
        """The third message, for the opener's second. NotAdmitted("shape") if that is none, or another than
        before.
        """
        if self._answer is None:
            self._key = _finish(self._spake, second)
            self._answer = second
        elif self._answer != second:
            raise NotAdmitted("shape")
        return _confirmation(self._key, b"knock", self.first, second)

    def check(self, fourth: bytes) -> None:
        """Raise NotAdmitted unless the opener too knew the passcode."""
        if self._answer is None:
            raise NotAdmitted("shape")
        if not hmac.compare_digest(fourth, _confirmation(self._key, b"admit", self.first, self._answer)):
            raise NotAdmitted("passcode")


@dataclass(slots=True)
class _Exchange:
    """One guess at the opener's: the messages, and the two confirmations that its key gives."""

    first: bytes
    second: bytes
    third: bytes = field(repr=False)
    fourth: bytes = field(repr=False)


class Door:
    """The opener's side: one table, its passcode (None: open to all) and its invite secret."""

    def __init__(self, table: bytes, opener: bytes, passcode: str | None, secret: bytes) -> None:
        self._table = table
        self._opener = opener
        self._passcode = None if passcode is None else _settled(passcode)
        self._secret = secret
        self._exchanges: dict[bytes, _Exchange] = {}
        self._tries: dict[bytes, int] = {}
        self._recent: deque[float] = deque()
        self._closed_until = float("-inf")

    def knock(self, key: bytes, proof: bytes, now: float) -> bytes | None:
        """None if this proof admits at once, else the second message of a passcode exchange. NotAdmitted if
        neither.
        """
        if len(proof) == _PROOF:
            # 64 random bits cannot be guessed: wrong ones count for nothing, and a pause keeps no guest out.
            if not hmac.compare_digest(proof, invite_proof(self._secret, self._table, self._opener, key)):
                raise NotAdmitted("invite")
            return None
        if self._passcode is None:
            return None
        if len(proof) != _PAKE:
            raise NotAdmitted("passcode")
        running = self._exchanges.get(key)
        if running is None or running.first != proof:
            self._count(key, now)
            running = self._exchanges[key] = self._begin(key, proof, self._passcode)
        return running.second

    def confirm(self, key: bytes, third: bytes) -> bytes:
        """The fourth message, if the third is right; else NotAdmitted, and the exchange is over."""
        running = self._exchanges.pop(key, None)
        if running is None or not hmac.compare_digest(third, running.third):
            raise NotAdmitted("passcode")
        self._tries.pop(key, None)
        return running.fourth

    def _begin(self, key: bytes, first: bytes, passcode: bytes) -> _Exchange:
        spake = SPAKE2_B(passcode, idA=key + self._table, idB=self._opener + self._table)
        second = spake.start()
        shared = _finish(spake, first)
        return _Exchange(
            first,
            second,
            _confirmation(shared, b"knock", first, second),
            _confirmation(shared, b"admit", first, second),
        )

    def _count(self, key: bytes, now: float) -> None:
        # Counted when a guess begins: whoever never sends the third message has used a try as well.
        while self._recent and self._recent[0] <= now - 60.0:
            self._recent.popleft()
        if now < self._closed_until:
            raise NotAdmitted("pause")
        if self._tries.get(key, 0) >= TRIES_OF_ONE:
            raise NotAdmitted("many-tries")
        if len(self._recent) >= TRIES_A_MINUTE:
            self._closed_until = now + PAUSE
            raise NotAdmitted("pause")
        self._recent.append(now)
        self._tries[key] = self._tries.get(key, 0) + 1


def _settled(passcode: str) -> bytes:
    # The same passcode typed with another keyboard (full width, decomposed) is the same passcode.
    return unicodedata.normalize("NFKC", passcode).strip().encode()


def _finish(spake: SPAKE2_A | SPAKE2_B, message: bytes) -> bytes:
    try:
        return bytes(spake.finish(message))
    except (SPAKEError, NotOnCurve, ValueError):
        raise NotAdmitted("shape") from None


def _confirmation(shared: bytes, side: bytes, first: bytes, second: bytes) -> bytes:
    return hmac.digest(shared, b"chabudai/passcode/1/" + side + b"\0" + first + second, "sha256")
