"""One peer as a process, for tests: a bot in a seat that can be told to die at a message of its own.

    python -m tests.peer.seat_process HOME NAME HOW [KIND (before | after)]

HOW is `join`, `resume`, `host GAME SEATS OPTIONS` with the options of the game as JSON, or `look`: be there
without a seat until it is killed.

It kills itself with SIGKILL when it is about to send its next event of this kind, or right after it has.
The last line that it prints is the path of its transcript.
"""

import asyncio
import json
import os
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

from peer.bots.seat import hold_seat, take_any_seat
from peer.home import Home
from peer.identity import Identity
from peer.network import Network
from peer.node import LINGER_SECONDS, Node
from protocol.errors import BadSignature, Malformed
from protocol.events import check_signature, read_body
from protocol.messages import Said, decode_message
from protocol.payloads import decode_payload


def dying(identity: Identity, kind: str, when: str) -> type[Network]:
    """A network over which this peer dies at its next event of a kind."""

    class Dying(Network):
        def send(self, key: bytes, data: bytes) -> bool:
            fatal = says(identity, data) == kind
            if fatal and when == "before":
                os.kill(os.getpid(), signal.SIGKILL)
            sent = super().send(key, data)
            if fatal:
                time.sleep(0.03)
                os.kill(os.getpid(), signal.SIGKILL)
            return sent

    return Dying


def says(identity: Identity, data: bytes) -> str:
    """The kind of an event of one's own in a frame; empty for anything else."""
    try:
        message = decode_message(data)
        if not isinstance(message, Said):
            return ""
        check_signature(message.event, identity.key)
    except (Malformed, BadSignature):
        return ""
    payload = decode_payload(read_body(message.event).payload)
    return str(type(payload).__struct_config__.tag)


async def play(home: Home, name: str, how: str, table: Sequence[str], network: type[Network]) -> None:
    """Hold a seat to the end of one game."""
    async with Node(home, name=name, bot=True, network=network) as node:
        if how == "look":
            await asyncio.Event().wait()
        if how == "host":
            game, seats, options = table
            sitting = await node.open(game, int(seats), json.loads(options))
        elif how == "join":
            sitting = await take_any_seat(node)
        else:
            sitting = await node.resume()
        end = await hold_seat(sitting, Random(name), pace=0)
        await sitting.linger(LINGER_SECONDS)
        print(type(end).__name__, sitting.transcript_path, flush=True)


def main() -> None:
    """See the module."""
    home = Home.at(Path(sys.argv[1]))
    name, how = sys.argv[2], sys.argv[3]
    of_table = 3 if how == "host" else 0
    table, rest = sys.argv[4 : 4 + of_table], sys.argv[4 + of_table :]
    network = dying(Identity.load_or_create(home), *rest) if rest else Network
    asyncio.run(play(home, name, how, table, network))


if __name__ == "__main__":
    main()
