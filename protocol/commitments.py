"""Commitments by hash: say now what is shown later."""

from protocol.context import Context, tagged_hash
from protocol.errors import BadOpening, Malformed

NONCE_BYTES = 32


def commit(ctx: Context, domain: str, nonce: bytes, value: bytes) -> bytes:
    """The commitment, 32 bytes, to a value under a secret nonce of 32 random bytes.

    It binds table, step and seat, so that nobody can copy another seat's commitment or use one again.
    """
    if len(nonce) != NONCE_BYTES:
        raise Malformed(f"a nonce of {len(nonce)} bytes")
    return tagged_hash("commitment", ctx.bytes(domain), nonce, value)


def check_opening(ctx: Context, domain: str, commitment: bytes, nonce: bytes, value: bytes) -> None:
    """Raise BadOpening unless the commitment of this context is to this value under this nonce."""
    if commit(ctx, domain, nonce, value) != commitment:
        raise BadOpening(domain)
