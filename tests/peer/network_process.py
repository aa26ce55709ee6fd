"""One peer's network as a process of its own, for tests.

    python -m tests.peer.network_process FOLDER NAME

Says what happens as JSON lines, greets everybody it is linked to, and obeys lines on its standard input:
`reach ADDRESS`, `sweep`, `leave`.
"""

import asyncio
import json
import sys
from pathlib import Path

from peer.home import Home
from peer.identity import Identity
from peer.network import CannotReach, Changed, Linked, Network, Received, Unlinked


def say(event: str, **about: object) -> None:
    """One line."""
    print(json.dumps({"event": event, **about}), flush=True)


async def obey(network: Network, line: str) -> bool:
    """Do what a line asks for; False for `leave`."""
    match line.split():
        case ["reach", address]:
            try:
                key = await network.reach(address)
                # The link may be told only after this: the name is asked of the network itself.
                say("reached", name=next(peer.name for peer in network.peers() if peer.key == key))
            except CannotReach as refused:
                say("cannot-reach", code=refused.code)
        case ["sweep"]:
            await network.sweep()
            say("swept")
        case ["leave"]:
            return False
    return True


async def tell(network: Network, names: dict[bytes, str]) -> None:
    """What happens, as it happens."""
    states: dict[bytes, tuple[str, str]] = {}
    while True:
        happening = await network.next()
        match happening:
            case Linked(key, name):
                names[key] = name
                say("linked", name=name)
                network.send(key, b"hello")
            case Unlinked(key, reason):
                say("unlinked", name=names[key], reason=reason)
            case Received(key, data):
                say("received", name=names[key], text=data.decode())
            case Changed():
                pass
        for peer in network.peers():
            if states.get(peer.key) != (peer.state, peer.reason):
                states[peer.key] = (peer.state, peer.reason)
                say("state", name=peer.name, state=peer.state, reason=peer.reason)


async def main(folder: Path, name: str) -> None:
    """Until `leave` or the end of the input."""
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), sys.stdin
    )
    names: dict[bytes, str] = {}
    async with Network(Identity.load_or_create(Home.at(folder)), name) as network:
        say("ready", addresses=network.addresses(), port=network.port)
        telling = asyncio.create_task(tell(network, names))
        while line := (await reader.readline()).decode():
            if not await obey(network, line):
                break
        telling.cancel()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2]))
