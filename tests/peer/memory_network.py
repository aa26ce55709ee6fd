"""A whole table in one process, over an in-memory network that can be as bad as a test wants, from a seed.

The tables, their journals, their cryptography and their frames are the real ones; only the wires and the
clock are made up.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from engines.table import Options, Rules, settle_options
from engines.vocabulary import Choice
from peer.journal import Journal
from peer.outcome import Ask, Halted, Misbehaved, Output, Send
from peer.table import Table
from protocol.genesis import PROTOCOL_VERSION, Genesis, Player, encode_genesis, table_id


def power_cut(journal: Journal) -> None:
    """Lose whatever the journal has not made durable."""
    if journal._db.in_transaction:
        journal._db.execute("ROLLBACK")


@dataclass
class Weather:
    """How bad the network is: the part of frames that is lost, sent twice, or delayed past others, and how
    often links are cut.
    """

    lost: float = 0.0
    doubled: float = 0.0
    reordered: float = 0.0
    cut: float = 0.0


@dataclass
class MemoryGame:
    """`seats` tables of one game.

    `choose` picks an answer for whoever is asked; `weather` is played from `seed`.
    """

    rules: Rules
    seats: int
    options: Options = field(default_factory=dict)
    seed: int = 0
    weather: Weather = field(default_factory=Weather)
    sealed: bool = False
    links: Callable[[int, int], bool] = lambda a, b: True

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        self.signers = [
            Ed25519PrivateKey.from_private_bytes(self.rng.randbytes(32)) for _ in range(self.seats)
        ]
        keys = [key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw) for key in self.signers]
        players = tuple(Player(key, f"P{seat}", True) for seat, key in enumerate(keys))
        options = tuple(sorted(settle_options(self.rules, self.seats, self.options).items()))
        nonce, name, version = self.rng.randbytes(32), self.rules.name, self.rules.version
        genesis = Genesis(PROTOCOL_VERSION, nonce, name, version, options, players, self.sealed)
        self.genesis = encode_genesis(genesis)
        self.table = table_id(self.genesis)
        self.journals = [Journal(None) for _ in range(self.seats)]
        for seat, journal in enumerate(self.journals):
            journal.open_game(self.table, self.genesis, seat, self.rng.randbytes(32), 0)
        self.tables = [self.sit(seat) for seat in range(self.seats)]
        self.wire: list[tuple[int, int, bytes]] = []
        self.cuts: set[frozenset[int]] = set()
        self.dead: set[int] = set()
        self.misbehaved: list[Misbehaved] = []
        self.heard: list[tuple[int, Output]] = []
        self.frames: list[tuple[int, int, bytes]] = []
        self.before: Callable[[int, Output], bool] = lambda seat, output: True

    def sit(self, seat: int) -> Table:
        """The table of a seat, from its journal."""
        game = self.journals[seat].games()[0]
        return Table(
            self.genesis, self.rules, seat, game.secret, self.signers[seat].sign, self.journals[seat]
        )

    def begin(self) -> None:
        """Everybody links to everybody, then starts."""
        for seat, table in enumerate(self.tables):
            for other in range(self.seats):
                if other != seat and self.links(seat, other):
                    self.take(seat, table.linked(other))
        for seat, table in enumerate(self.tables):
            self.take(seat, table.start())

    def restart(self, seat: int) -> None:
        """Kill this peer, whatever it was doing, and start it again from its journal."""
        power_cut(self.journals[seat])
        self.dead.discard(seat)
        self.wire = [frame for frame in self.wire if seat not in frame[:2]]
        self.tables[seat] = self.sit(seat)
        for other in range(self.seats):
            if other != seat and self.links(seat, other) and frozenset((seat, other)) not in self.cuts:
                self.take(other, self.tables[other].unlinked(seat))
                self.take(other, self.tables[other].linked(seat))
                self.take(seat, self.tables[seat].linked(other))
        self.take(seat, self.tables[seat].start())

    def restart_all(self) -> None:
        """Kill everybody at once, and start everybody again."""
        self.wire.clear()
        for journal in self.journals:
            power_cut(journal)
        self.tables = [self.sit(seat) for seat in range(self.seats)]
        self.begin()

    def take(self, seat: int, outputs: list[Output]) -> None:
        """Put what a table sends on the wire, and answer what it asks."""
        for output in outputs:
            self.heard.append((seat, output))
            if not self.before(seat, output):
                continue
            if isinstance(output, Send):
                self.send(seat, output.seat, output.data)
            elif isinstance(output, Misbehaved):
                self.misbehaved.append(output)

    def send(self, sender: int, to: int, data: bytes) -> None:
        """Put one frame on the wire, in this weather."""
        if frozenset((sender, to)) in self.cuts or not self.links(sender, to):
            return
        self.frames.append((sender, to, data))
        if self.rng.random() < self.weather.lost:
            return
        self.wire.append((sender, to, data))
        if self.rng.random() < self.weather.doubled:
            self.wire.append((sender, to, data))

    def step(self) -> None:
        """Deliver one frame."""
        late = self.rng.random() < self.weather.reordered
        sender, to, data = self.wire.pop(self.rng.randrange(len(self.wire)) if late else 0)
        if frozenset((sender, to)) not in self.cuts and to not in self.dead:
            self.take(to, self.tables[to].receive(sender, data))

    def choose(self, seat: int, asked: Ask) -> Choice:
        """What the person at a seat answers: anything that is allowed."""
        return self.rng.choice(asked.choices)

    def answer_all(self) -> bool:
        """Everybody who is asked answers once; whether anybody was."""
        asked = [(seat, table.ask()) for seat, table in enumerate(self.tables) if seat not in self.dead]
        for seat, ask in asked:
            if ask is not None:
                self.take(seat, self.tables[seat].answer(self.choose(seat, ask)))
        return any(ask is not None for _, ask in asked)

    def turns(self, limit: int = 400) -> Iterator[int]:
        """Let the network run until it is quiet, again and again, with a tick between;

        At most `limit` ticks.
        """
        for tick in range(limit):
            yield tick
            busy = True
            while busy:
                while self.wire:
                    self.step()
                busy = self.answer_all()
            if self.done:
                return
            self.change_links()
            for seat, table in enumerate(self.tables):
                if seat not in self.dead:
                    self.take(seat, table.tick())
        raise AssertionError(f"the table stands still: {[dict(t.position.waiting) for t in self.tables]}")

    def play(self, limit: int = 400) -> None:
        """From the start to the end."""
        self.begin()
        self.play_on(limit)

    def play_on(self, limit: int = 400) -> None:
        """From here to the end."""
        for _ in self.turns(limit):
            pass

    @property
    def done(self) -> bool:
        """Whether nobody has anything left to do."""
        return all(table.position.finished or table.halted for table in self.tables)

    def change_links(self) -> None:
        """Cut some links and mend others, as the weather has it."""
        for a in range(self.seats):
            for b in range(a):
                pair = frozenset((a, b))
                if pair in self.cuts and self.rng.random() < 0.5:
                    self.cuts.discard(pair)
                    self.take(a, self.tables[a].linked(b))
                    self.take(b, self.tables[b].linked(a))
                elif pair not in self.cuts and self.links(a, b) and self.rng.random() < self.weather.cut:
                    self.cuts.add(pair)
                    self.take(a, self.tables[a].unlinked(b))
                    self.take(b, self.tables[b].unlinked(a))

    def halts(self) -> list[Halted]:
        """Every halt that was announced, in order."""
        return [output for _, output in self.heard if isinstance(output, Halted)]

    def transcript(self, seat: int = 0) -> bytes:
        """The transcript file of a seat, as it stands."""
        return self.tables[seat].transcript()
