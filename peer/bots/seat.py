"""A bot in a seat: it takes what comes out of a Sitting and chooses, at a pace that people can follow."""

import asyncio
from collections.abc import Callable, Sequence
from random import Random

from peer.bots import bot_for
from peer.gathering import Offer
from peer.home import Home
from peer.network import Network
from peer.node import LINGER_SECONDS, JoinRefused, Node
from peer.sitting import Notice, Sitting
from peer.table import Ask

PACE = 0.8
"""Seconds that a bot takes over a choice among people; 0 among bots."""

_LOOK_AGAIN = 0.3
_ELSEWHERE = frozenset({"full", "started", "withdrawn", "unknown", "no-table", "no-answer"})


async def hold_seat(
    sitting: Sitting,
    rng: Random,
    *,
    pace: float = PACE,
    tell: Callable[[Notice], None] = lambda notice: None,
) -> Notice:
    """Play a seat to its end and return the last notice. `tell` is called with every notice, before it is acted on."""
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


async def run_bot(
    home: Home,
    target: str | None = None,
    games: int = 1,
    *,
    name: str,
    interfaces: Sequence[str] | None = None,
    passcode: str | None = None,
    pace: float = PACE,
    rng: Random | None = None,
    tell: Callable[[Sitting, Notice], None] = lambda sitting, notice: None,
    network: type[Network] = Network,
) -> list[Sitting]:
    """A headless peer: hold a seat for that many games, at `target` or at any table that can be joined.

    JoinRefused if the target gives no seat. Without a target it waits until there is a table. The sittings are returned after
    each one's end, with their verdicts.
    """
    played = []
    async with Node(home, name=name, bot=True, interfaces=interfaces, network=network) as node:
        for _ in range(games):
            sitting = await (take_any_seat(node, passcode) if target is None else node.join(target, passcode))
            await hold_seat(
                sitting,
                rng or Random(),
                pace=pace,
                tell=lambda notice, at=sitting: tell(at, notice),  # type: ignore[misc]
            )
            await sitting.linger(LINGER_SECONDS)
            played.append(sitting)
    return played


async def take_any_seat(node: Node, passcode: str | None = None) -> Sitting:
    """Take a seat at the first table that has one: with a passcode, also at tables that ask for one."""
    tried: set[bytes] = set()
    while True:
        for offer in _playable(node.offers(), passcode):
            if offer.table in tried:
                continue
            try:
                return await node.join(offer, passcode)
            except JoinRefused as why:
                if why.code not in _ELSEWHERE:
                    tried.add(offer.table)
        await asyncio.sleep(_LOOK_AGAIN)


def _playable(offers: Sequence[Offer], passcode: str | None) -> list[Offer]:
    return [offer for offer in offers if not offer.why_not and (passcode is not None or not offer.passcode)]
