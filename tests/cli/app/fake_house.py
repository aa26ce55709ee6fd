"""A house without a network: tables and players as they are put there, and a memory of what was asked for."""

from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from cli.app.house import Terms
from cli.app.screen import Screen
from cli.settings import Settings
from engines import load
from engines.table import OptionValue, settle_options
from peer.finding import JoinRefused
from peer.gathering import Closed, Offer, SeatedPlayer, short_name
from peer.home import Home
from peer.journal import SavedGame
from peer.network import PeerState
from protocol.genesis import PROTOCOL_VERSION, Genesis, Player, encode_genesis, table_id

ME = b"\x01" * 32


class FakeSitting:
    """A seat at a table where people gather."""

    def __init__(self, game: str, seats: int, options: Mapping[str, OptionValue], *names: str) -> None:
        self.rules = load(game)
        self.game, self.seats, self.options = game, seats, settle_options(self.rules, seats, options)
        self.short = "ABCD-EFGH"
        self.table = ""
        self.ended: Closed | None = None
        self.players: tuple[SeatedPlayer, ...] = ()
        self.come(*names)

    def come(self, *names: str) -> None:
        """More players; names that end in ! are bots, the name Aki is one's own."""
        self.players += tuple(
            SeatedPlayer(name.rstrip("!"), name.endswith("!"), ME if name == "Aki" else name.encode())
            for name in names
        )


class FakeHouse:
    """What screens ask of `cli.app.house.House`."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.home = Home.at(folder)
        self.settings = Settings(**{"name": "Aki", **settings})
        self.node = SimpleNamespace(key=ME)
        self.table: Screen | None = None
        self.sitting: FakeSitting | None = None
        self.saved: list[SavedGame] = []
        self.unfinished: list[SavedGame] = []
        self.found: dict[bytes, str] = {}
        self.untidy = False
        self.bots_sent: int | None = None
        self.asked: list[Any] = []
        self.refuses = ""
        self.passcode: str | None = None
        self._offers: list[Offer] = []
        self._peers: list[PeerState] = []

    @property
    def name(self) -> str:
        return self.settings.name

    def offers(self) -> list[Offer]:
        return self._offers

    def peers(self) -> list[PeerState]:
        return self._peers

    def ways_in(self) -> list[str]:
        return ["192.168.1.5:40123", "ABCDE-FGHIJ-KLMNO-PQRST-UVWXY-Z2345-6723A-BCDEF-GHIJK"]

    async def open(self, terms: Terms) -> FakeSitting:
        self.asked.append(terms)
        self.bots_sent = 0
        self.sitting = FakeSitting(terms.game, terms.seats, terms.options, "Aki")
        return self.sitting

    async def join(self, target: Offer | str, passcode: str | None = None) -> FakeSitting:
        self.asked.append((target if isinstance(target, str) else target.short, passcode))
        if self.refuses:
            raise JoinRefused(self.refuses)
        self.sitting = FakeSitting("notice", 3, {}, "Ben", "Aki")
        return self.sitting

    async def resume(self, table: str | None) -> FakeSitting:
        self.asked.append(table)
        self.sitting = FakeSitting("notice", 3, {}, "Aki", "Ben", "Chie")
        return self.sitting

    def look(self) -> None:
        pass

    def fill(self, bots: int) -> None:
        self.asked.append(bots)
        self.bots_sent = (self.bots_sent or 0) + bots

    async def leave(self) -> None:
        self.asked.append("left")
        self.sitting = None

    async def tidy(self) -> None:
        self.asked.append("tidied")
        self.untidy = False

    async def settle(self, settings: Settings) -> None:
        self.asked.append(settings)
        self.settings = settings

    # what a test puts there

    def offer(self, number: int = 1, **changes: Any) -> Offer:
        """A table of somebody else."""
        usual: dict[str, Any] = {
            "table": bytes([number]) * 32,
            "host": bytes([100 + number]) * 32,
            "host_name": f"Ben{number}",
            "game": "notice",
            "seats": 4,
            "taken": 2,
            "options": {"penalty": "both", "thirteen": False},
            "passcode": False,
            "sealed": False,
            "rules_version": 1,
            "version": PROTOCOL_VERSION,
            "why_not": "",
        }
        self._offers.append(Offer(**{**usual, **changes}))
        return self._offers[-1]

    def meet(self, name: str, state: str = "linked", reason: str = "", *, bot: bool = False) -> None:
        """Somebody on the network."""
        self._peers.append(
            PeerState(name.encode().ljust(32), name, bot, state, reason, ("192.168.1.7:40123",))
        )

    def remember(self, number: int, closed: str | None, *names: str) -> SavedGame:
        """A game that was played, or is not over."""
        nonce = bytes([number]) * 32
        players = tuple(Player(bytes([seat]) * 32, name, False) for seat, name in enumerate(names))
        options = tuple(sorted(settle_options(load("notice"), len(names), {}).items()))
        genesis = encode_genesis(Genesis(PROTOCOL_VERSION, nonce, "notice", 1, options, players, False))
        game = SavedGame(table_id(genesis), genesis, 0, b"", closed, 1_700_000_000_000_000_000)
        self.saved.append(game)
        if closed is None:
            self.unfinished.append(game)
        assert short_name(nonce)
        return game
