"""Finding a table from the command line, and taking a seat at it."""

import argparse
import asyncio
import unicodedata

from cli import peering
from cli.exits import OK, Stop
from cli.games import described
from cli.language import _
from cli.lines import Lines
from cli.plain import Plain, put
from cli.words import say, shown
from cli.words_peer import JOINING
from peer.gathering import Offer
from peer.node import Node

LOOK_SECONDS = 3.0


def run(arguments: argparse.Namespace) -> int:
    """Take a seat and play to the end."""

    async def work(node: Node) -> int:
        lines = Lines()
        target: Offer | str | None = arguments.table or await _choose(node, lines)
        if target is None:
            return OK
        passcode = arguments.passcode
        if passcode is None and isinstance(target, Offer) and target.passcode:
            put(_("The passcode of this table:"))
            passcode = await lines.next()
        sitting = await node.join(target, passcode)
        return await Plain(sitting, lines).play()

    return peering.run(arguments, work)


async def found(node: Node, seconds: float) -> list[Offer]:
    """The tables that are found in so many seconds, those that one can play at first."""
    await asyncio.sleep(seconds)
    return sorted(node.offers(), key=lambda offer: (bool(offer.why_not), offer.host_name, offer.short))


def described_offer(offer: Offer) -> str:
    """A table in one line."""
    text = _("{table}  {game}, {taken} of {seats} seats taken, opened by {name}").format(
        table=offer.short, game=offer.game, taken=offer.taken, seats=offer.seats, name=shown(offer.host_name)
    )
    parts = [text, *([described(dict(offer.options))] if offer.options else [])]
    parts += [_("passcode")] if offer.passcode else []
    parts += [_("hands stay closed")] if offer.sealed else []
    parts += [say(JOINING, offer.why_not)] if offer.why_not else []
    return "; ".join(parts)


async def _choose(node: Node, lines: Lines) -> Offer | None:
    """Show the tables and let the person choose one; None if they leave."""
    while True:
        offers = await found(node, LOOK_SECONDS)
        for number, offer in enumerate(offers, start=1):
            put(f"{number}: {described_offer(offer)}")
        if not offers:
            put(_("No table found on this network."))
        put(_("Number of the table, r: look again, q: leave"))
        line = await lines.next()
        word = unicodedata.normalize("NFKC", line or "").strip().lower()
        if line is None and not offers:
            raise Stop(_("No table found. Try the address of the opener, or an invite."))
        if line is None or word == "q":
            return None
        if word.isdecimal() and 1 <= int(word) <= len(offers):
            return offers[int(word) - 1]
