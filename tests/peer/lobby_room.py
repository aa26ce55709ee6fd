"""Several lobbies in one room: messages go through a queue, links can be cut, and every message can be seen
or replaced.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from peer.gathering import Admission, Begin, Closed, Drop, Gathering, Output, Send
from peer.lobby import Lobby
from protocol.lobby import LobbyMessage, decode_lobby, encode_lobby

Tap = Callable[[str, str, LobbyMessage], list[LobbyMessage]]


def key_of(name: str) -> bytes:
    """A key by which a test tells peers apart."""
    return name.encode().ljust(32, b".")


@dataclass
class Room:
    """`told` keeps what each lobby told its own person; `tap` may replace what is on its way from one to
    another.
    """

    names: tuple[str, ...]
    now: float = 0.0
    tap: Tap = field(default=lambda source, target, message: [message])

    def __post_init__(self) -> None:
        self.lobbies = {name: Lobby(key_of(name), name, name.startswith("bot")) for name in self.names}
        self.told: dict[str, list[Output]] = {name: [] for name in self.names}
        self.links: set[frozenset[str]] = set()
        self._queue: deque[tuple[str, str, LobbyMessage]] = deque()
        for at, one in enumerate(self.names):
            for other in self.names[at + 1 :]:
                self.link(one, other)
        self.run()

    def link(self, one: str, other: str) -> None:
        """Both are told that they are linked."""
        self.links.add(frozenset((one, other)))
        self.take(one, self.lobbies[one].linked(key_of(other), other, self.now))
        self.take(other, self.lobbies[other].linked(key_of(one), one, self.now))

    def cut(self, one: str, other: str) -> None:
        """The link is gone, with everything on its way over it."""
        self.links.discard(frozenset((one, other)))
        self._queue = deque(each for each in self._queue if {each[0], each[1]} != {one, other})
        self.take(one, self.lobbies[one].unlinked(key_of(other), self.now))
        self.take(other, self.lobbies[other].unlinked(key_of(one), self.now))

    def say(self, source: str, target: str, message: LobbyMessage) -> None:
        """Put a message on its way, as a peer that does what it likes."""
        self._queue.append((source, target, message))

    def take(self, name: str, outputs: list[Output]) -> None:
        """Carry out what a lobby put out."""
        for output in outputs:
            if isinstance(output, Send):
                target = next(other for other in self.names if key_of(other) == output.key)
                if frozenset((name, target)) in self.links:
                    self._queue.append((name, target, output.message))
            else:
                self.told[name].append(output)

    def run(self) -> None:
        """Deliver until nothing is on its way."""
        for _ in range(2000):
            if not self._queue:
                return
            source, target, message = self._queue.popleft()
            for passed in self.tap(source, target, message):
                received = decode_lobby(encode_lobby(passed))
                self.take(target, self.lobbies[target].received(key_of(source), received, self.now))
        raise AssertionError("the room never gets quiet")

    def wait(self, seconds: float) -> None:
        """Let time pass, in ticks of half a second."""
        for _ in range(int(seconds * 2)):
            self.now += 0.5
            for name, lobby in self.lobbies.items():
                self.take(name, lobby.tick(self.now))
            self.run()

    def open(self, name: str, seats: int = 3, passcode: str | None = None, sealed: bool = False) -> None:
        """Open a table of Notice."""
        lobby = self.lobbies[name]
        self.take(
            name, lobby.open("notice", seats, {}, passcode=passcode, sealed=sealed, addresses=("10.0.0.1:1",))
        )
        self.run()

    def knock(self, name: str, host: str, passcode: str | None = None, secret: bytes | None = None) -> None:
        """Ask for a seat; nothing is delivered yet."""
        lobby = self.lobbies[name]
        self.take(
            name, lobby.join(key_of(host), passcode=passcode, secret=secret, addresses=(), now=self.now)
        )

    def join(self, name: str, host: str, passcode: str | None = None, secret: bytes | None = None) -> None:
        """Ask for a seat and deliver everything."""
        self.knock(name, host, passcode, secret)
        self.run()

    def last(self, name: str, kind: type) -> object:
        """The latest thing of this kind that a lobby told its person; None if there is none."""
        return next((each for each in reversed(self.told[name]) if isinstance(each, kind)), None)

    def begun(self) -> dict[str, Begin]:
        """The games that began, by peer."""
        return {name: each for name in self.names for each in self.told[name] if isinstance(each, Begin)}

    def dropped(self, name: str) -> list[Drop]:
        """Whom a lobby wants to be rid of."""
        return [each for each in self.told[name] if isinstance(each, Drop)]


FRIENDS = ("aki", "ken", "mai", "bot-rin")


def room(*names: str, opener: str = "aki", **kwargs: Any) -> Room:
    at = Room(names or FRIENDS)
    at.open(opener, **kwargs)
    return at


def members(at: Room, name: str) -> list[str]:
    told = at.last(name, Gathering)
    return [] if told is None else [member.name for member in told.members]  # type: ignore[attr-defined]


def admission(at: Room, name: str) -> str | None:
    told = at.last(name, Admission)
    return None if told is None else told.code  # type: ignore[attr-defined]


def closed(at: Room, name: str) -> str | None:
    told = at.last(name, Closed)
    return None if told is None else told.code  # type: ignore[attr-defined]


def nonce(at: Room, opener: str = "aki") -> bytes:
    seen = (offer for lobby in at.lobbies.values() for offer in lobby.offers())
    return next(offer.table for offer in seen if offer.host == key_of(opener))


def cut_kind(kind: type) -> Callable[[str, str, LobbyMessage], list[LobbyMessage]]:
    return lambda source, target, message: [] if isinstance(message, kind) else [message]
