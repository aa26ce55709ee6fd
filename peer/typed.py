"""Addresses that people type."""

import asyncio
import contextlib
import ipaddress
import socket

from peer.udp import udp_port

_RESOLVE_SECONDS = 5.0


class CannotReach(Exception):
    """Nobody could be linked at a typed address: "address", "no-answer", "self", "version",
    "unreachable".
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


async def resolve(address: str) -> tuple[str, int]:
    """The host, as a number, and the port of a typed address."""
    text = address.strip()
    host, port = text, udp_port()
    if text.startswith("["):
        host, _, rest = text[1:].partition("]")
        digits = rest.removeprefix(":")
    elif text.count(":") == 1:
        host, _, digits = text.partition(":")
    else:
        digits = ""
    if digits:
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 5 and 0 < int(digits) < 65536):
            raise CannotReach("address")
        port = int(digits)
    plain, _, zone = host.partition("%")
    with contextlib.suppress(ValueError):
        number = ipaddress.ip_address(plain)
        return (f"{number}%{zone}" if zone else str(number)), port
    if not plain or len(plain) > 253 or zone:
        raise CannotReach("address")
    try:
        async with asyncio.timeout(_RESOLVE_SECONDS):
            found = await asyncio.get_running_loop().getaddrinfo(plain, port, type=socket.SOCK_DGRAM)
    except (OSError, UnicodeError):
        raise CannotReach("address") from None
    return str(found[0][4][0]), port
