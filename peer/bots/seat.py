"""A bot in a seat: it takes what comes out of a Sitting and chooses, at a pace that people can follow."""

import asyncio
from collections.abc import Callable
from random import Random

from peer.bots import bot_for
from peer.finding import JoinRefused
from peer.node import Node
from peer.outcome import Ask
from peer.sitting import Notice, Sitting

PACE = 0.8
"""Seconds that a bot takes over a choice among people; 0 among bots."""

_LOOK_AGAIN = 0.3
_FOR_NOW = frozenset({"full", "no-answer", "no-table", "pause"})
"""Refusals that another try at the same table may not meet."""


async def hold_seat(
    sitting: Sitting,
    rng: Random,
    *,
    pace: float = PACE,
    tell: Callable[[Notice], None] = lambda notice: None,
) -> Notice:
    """Play a seat to its end and return the last notice. `tell` is called with every notice, before it is
    acted on.
    """
    bot = bot_for(sitting.game)
    async for notice in sitting:
        tell(notice)
        if isinstance(notice, Ask):
            if len(notice.choices) > 1:
                await asyncio.sleep(pace)
            asked = sitting.asked()
            if asked is not None and asked.step == notice.step:
                sitting.answer(asked.choices[bot(sitting.view(), rng)])
    assert sitting.ended is not None
    return sitting.ended


async def take_any_seat(node: Node, passcode: str | None = None) -> Sitting:
    """A seat at the first table that has one for this peer, as soon as there is one."""
    tried: set[bytes] = set()
    while True:
        for offer in node.offers():
            if offer.why_not or offer.table in tried or (offer.passcode and passcode is None):
                continue
            try:
                return await node.join(offer, passcode)
            except JoinRefused as why:
                if why.code not in _FOR_NOW:
                    tried.add(offer.table)
        await asyncio.sleep(_LOOK_AGAIN)
