"""The signed hello that binds a CURVE connection to the identities of its two ends. No sockets in here.

The one who dials says hello, naming both ends' Ed25519 and CURVE keys and a nonce; the one who is dialled
answers with a welcome, the same seen from the other side, with that nonce. Either is worth something on the
connection with these CURVE keys only.
"""

from dataclasses import dataclass
from typing import Annotated

import msgspec

from peer.identity import Identity, verify
from protocol.errors import BadSignature, Malformed
from protocol.genesis import PROTOCOL_VERSION, Name
from protocol.wire import Bytes32, Bytes64, Wired, decode, encode

MAX_HELLO = 1024
_SIGNED_AS = {"hello": b"chabudai/hello/1\0", "welcome": b"chabudai/welcome/1\0"}


class Hello(Wired, frozen=True):
    """The signed part. `what` is "hello" or "welcome";

    `dials_back` is the TCP port of the one who says it.
    """

    what: Annotated[str, msgspec.Meta(max_length=8)]
    version: Annotated[int, msgspec.Meta(ge=0, le=65535)]
    key: Bytes32
    curve: Bytes32
    epoch: Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]
    to_key: Bytes32
    to_curve: Bytes32
    nonce: Bytes32
    port: Annotated[int, msgspec.Meta(ge=1, le=65535)]
    name: Name
    bot: bool


class HelloRefused(Exception):
    """This hello admits nobody. `code` says why: "version", "cloned", "wrong-key", "own"."""

    def __init__(self, code: str, hello: Hello) -> None:
        super().__init__(code)
        self.code = code
        self.hello = hello


class _Signed(Wired, frozen=True):
    body: Annotated[bytes, msgspec.Meta(max_length=MAX_HELLO)]
    signature: Bytes64


@dataclass(frozen=True, slots=True)
class Introduction:
    """What this peer says of itself in every hello."""

    identity: Identity
    curve: bytes
    port: int
    name: str
    bot: bool

    def say(self, what: str, to_key: bytes, to_curve: bytes, nonce: bytes) -> bytes:
        """A signed hello or welcome to the peer with these keys."""
        hello = Hello(
            what,
            PROTOCOL_VERSION,
            self.identity.key,
            self.curve,
            self.identity.epoch,
            to_key,
            to_curve,
            nonce,
            self.port,
            self.name,
            self.bot,
        )
        body = encode(hello)
        return encode(_Signed(body, self.identity.sign(_SIGNED_AS[what] + body)))

    def read(self, what: str, data: bytes, curve: bytes) -> Hello:
        """Check a hello or welcome to this peer.

        `curve` is the CURVE key that the other end of the connection has proven. Malformed,
        BadSignature, or HelloRefused: "version" for another protocol version, "cloned" for this peer's own
        key in another run, "own" for itself, "wrong-key" where the hello is for somebody else or another
        connection.
        """
        signed = decode(data, _Signed, MAX_HELLO, items=16)
        hello = decode(signed.body, Hello, MAX_HELLO, items=16)
        if hello.what != what:
            raise Malformed(f"{hello.what!r} for {what!r}")
        if not verify(hello.key, _SIGNED_AS[what] + signed.body, signed.signature):
            raise BadSignature("a hello that its key did not sign")
        if hello.version != PROTOCOL_VERSION:
            raise HelloRefused("version", hello)
        # First, since only a hello to this very run shows that its speaker is alive now.
        if (hello.to_key, hello.to_curve, hello.curve) != (self.identity.key, self.curve, curve):
            raise HelloRefused("wrong-key", hello)
        if hello.key == self.identity.key:
            raise HelloRefused("own" if hello.epoch == self.identity.epoch else "cloned", hello)
        return hello
