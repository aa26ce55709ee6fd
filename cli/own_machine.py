"""Games that stay on this machine: the loopback interface alone, and a discovery port of their own."""

import os


def environment() -> dict[str, str]:
    """What keeps peers to this machine, and apart from other games on it."""
    from peer.health import free_port

    return {"CHABUDAI_INTERFACES": "lo", "CHABUDAI_PORT": str(free_port())}


def stay_here() -> None:
    """Keep this process and those that it starts to this machine."""
    os.environ.update(environment())
