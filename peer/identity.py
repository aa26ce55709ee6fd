"""Who this peer is: one Ed25519 key for good, and a number that grows with every run."""

import base64
import time
from dataclasses import dataclass
from hashlib import sha256
from typing import Self

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from peer.home import Home

_LAST_EPOCH = 2**63 - 1


class BadIdentity(Exception):
    """The identity file does not hold a key. Move it away to start as somebody new."""


@dataclass(frozen=True, slots=True, repr=False)
class Identity:
    """`key` is the public key, 32 bytes: what others know this peer by. `epoch` is newer than in any run
    before.
    """

    key: bytes
    epoch: int
    _private: Ed25519PrivateKey

    @classmethod
    def load_or_create(cls, home: Home) -> Self:
        """The identity of a data folder, made at the first start. BadIdentity if its file is damaged."""
        try:
            seed = home.identity.read_bytes()
        except FileNotFoundError:
            seed = Ed25519PrivateKey.generate().private_bytes_raw()
            home.write(home.identity, seed)
        if len(seed) != 32:
            raise BadIdentity(str(home.identity))
        private = Ed25519PrivateKey.from_private_bytes(seed)
        key = private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        return cls(key, _next_epoch(home), private)

    def sign(self, data: bytes) -> bytes:
        """The signature, 64 bytes. What is signed begins with a label that says what it is."""
        return self._private.sign(data)

    def __repr__(self) -> str:
        return f"Identity({fingerprint(self.key)})"


def verify(key: bytes, data: bytes, signature: bytes) -> bool:
    """Whether the owner of `key` signed exactly this."""
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, data)
    except (InvalidSignature, ValueError):
        return False
    return True


def fingerprint(key: bytes) -> str:
    """A key as people can read it to each other: four groups of four letters and digits."""
    letters = base64.b32encode(sha256(key).digest()[:10]).decode("ascii")
    return "-".join(letters[i : i + 4] for i in range(0, 16, 4))


def _next_epoch(home: Home) -> int:
    try:
        last = int(home.epoch.read_text("ascii"))
    except (OSError, ValueError):
        last = 0
    epoch = max(time.time_ns(), last + 1 if last < _LAST_EPOCH else 0)
    home.write(home.epoch, str(epoch).encode("ascii"))
    return epoch
