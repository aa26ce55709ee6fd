"""Invite codes: everything that a friend needs to reach a table and be let in, as letters and digits to type.

The code is base32 (A-Z, 2-7) of: one byte for the kind of address (4 or 6), the address (4 or 16 bytes), the
port (2), the first 10 bytes of the hash of the opener's key, 8 random bytes, and a checksum of 3. It works
without discovery, and pins the opener: no other machine at that address will do.
"""

import base64
import binascii
import hashlib
import ipaddress
import unicodedata
from dataclasses import dataclass, field

SECRET_BYTES = 8
_HOST_BYTES = 10
_CHECK_BYTES = 3
_ADDRESS_BYTES = {4: 4, 6: 16}
_GROUP = 5
_TYPED_FOR = str.maketrans({"0": "O", "1": "I", "8": "B"})


class BadInvite(ValueError):
    """This is no invite. The code says why: letters, length, checksum, kind."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Invite:
    """Where the opener is, which key it must have, and the secret that admits. `host` are the bytes of
    `host_mark`.
    """

    address: str
    port: int
    host: bytes
    secret: bytes = field(repr=False)

    @property
    def target(self) -> str:
        """The address as links take it: "192.168.1.5:40123" or "[fd00::5]:40123"."""
        return f"[{self.address}]:{self.port}" if ":" in self.address else f"{self.address}:{self.port}"

    def pins(self, key: bytes) -> bool:
        """Whether a peer with this identity key is the one that wrote the invite."""
        return host_mark(key) == self.host


def host_mark(key: bytes) -> bytes:
    """The 10 bytes of an identity key that an invite pins."""
    return hashlib.sha256(b"chabudai/invite-host/1\0" + key).digest()[:_HOST_BYTES]


def write_invite(address: str, port: int, key: bytes, secret: bytes) -> str:
    """The code, in groups of five, for a literal address without zone; ValueError if it is none."""
    literal = ipaddress.ip_address(address)
    if isinstance(literal, ipaddress.IPv6Address) and literal.scope_id:
        raise ValueError("an address with a zone means nothing on another machine")
    body = bytes([literal.version]) + literal.packed + port.to_bytes(2, "big") + host_mark(key) + secret
    text = base64.b32encode(body + _checksum(body)).decode().rstrip("=")
    return "-".join(text[at : at + _GROUP] for at in range(0, len(text), _GROUP))


def read_invite(text: str) -> Invite:
    """Read a typed code, in any case, with any spaces and hyphens; BadInvite with the reason."""
    letters = _letters(text)
    try:
        data = base64.b32decode(letters + "=" * (-len(letters) % 8))
    except binascii.Error:
        raise BadInvite("length") from None
    # The last letter has bits to spare: only the one that they are zero in is a code.
    if base64.b32encode(data).decode().rstrip("=") != letters:
        raise BadInvite("checksum")
    body, check = data[:-_CHECK_BYTES], data[-_CHECK_BYTES:]
    size = _ADDRESS_BYTES.get(body[0]) if body else None
    if len(body) not in {_body_size(known) for known in _ADDRESS_BYTES.values()}:
        raise BadInvite("length")
    if check != _checksum(body):
        raise BadInvite("checksum")
    if size is None or len(body) != _body_size(size):
        raise BadInvite("kind")
    packed, rest = body[1 : 1 + size], body[1 + size :]
    return Invite(
        str(ipaddress.ip_address(packed)),
        int.from_bytes(rest[:2], "big"),
        rest[2 : 2 + _HOST_BYTES],
        rest[2 + _HOST_BYTES :],
    )


def looks_like_invite(text: str) -> bool:
    """Whether a typed word was meant as an invite, rather than as an address or the short name of a table."""
    try:
        return len(_letters(text)) >= 32
    except BadInvite:
        return False


def _letters(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text).upper()
    letters = "".join(plain.split()).replace("-", "").translate(_TYPED_FOR)
    if not letters:
        raise BadInvite("length")
    if any(letter not in "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567" for letter in letters):
        raise BadInvite("letters")
    return letters


def _body_size(address: int) -> int:
    return 1 + address + 2 + _HOST_BYTES + SECRET_BYTES


def _checksum(body: bytes) -> bytes:
    return hashlib.sha256(b"chabudai/invite-check/1\0" + body).digest()[:_CHECK_BYTES]
