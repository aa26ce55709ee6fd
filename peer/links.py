"""Links: encrypted, authenticated connections to other peers, over ZeroMQ.

CURVE with a key pair of this run, and a signed hello that binds it to the identity (peer/hello.py). Both
sides dial (peer/dial.py) and can be dialled (peer/door.py), so there are up to two connections to a peer;
whichever lives is used, for both directions. What ZeroMQ has accepted has not arrived: whoever sends keeps
what matters (peer/table.py).
"""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence

import zmq
import zmq.asyncio
from zmq.utils import z85

from peer.connection import BYE, DATA, PING, Connection, written
from peer.dial import Dial
from peer.door import Caller, Door
from peer.hello import Hello, Introduction
from peer.identity import Identity
from peer.known import Bars, Peer
from peer.names import clean_name

log = logging.getLogger("chabudai.links")

DEAD_AFTER = 4.0
DIAL_PATIENCE = 3.0
MISBEHAVED_SECONDS = 30.0

_TICK = 0.5
_PING_EVERY = 1.0
_LATE = 2.0
_GONE_AFTER = 1.0
_MAX_PEERS = 64
_MAX_DIALS = 24
_MAX_PAUSE = 2.0
_REFUSED_PAUSE = 4.0
_FORGOTTEN_AFTER = 60.0


class Links:
    """All connections of this peer. `linked`, `unlinked` and `received` are called as things happen.

    `doubled` is called when this identity proves to run somewhere else as well, `failed` when a part of this
    has stopped, which is an error of this program. `best` ranks addresses, the lowest first.
    """

    def __init__(
        self,
        identity: Identity,
        name: str,
        bot: bool,
        linked: Callable[[Peer], None],
        unlinked: Callable[[Peer, str], None],
        received: Callable[[bytes, bytes], None],
        doubled: Callable[[], None],
        failed: Callable[[BaseException], None],
        best: Callable[[str], int],
    ) -> None:
        self.peers: dict[bytes, Peer] = {}
        self.expected: frozenset[bytes] = frozenset()
        """Peers for whom there is always a place, whoever else crowds in: the players of one's own table."""
        self._curve: tuple[bytes, bytes] = zmq.curve_keypair()
        self._identity, self._name, self._bot = identity, name, bot
        self._linked, self._unlinked, self._received = linked, unlinked, received
        self._doubled, self._failed, self._best = doubled, failed, best
        self._barred = Bars()
        self._double: Dial | None = None
        self._outdated = False
        self._pinged = self._ticked = time.monotonic()
        self._dials: set[Dial] = set()

    @property
    def curve(self) -> bytes:
        """The CURVE public key of this run, 32 bytes."""
        return bytes(z85.decode(self._curve[0]))

    async def start(self, port: int, hosts: Sequence[str]) -> None:
        """Listen for TCP at this port of these addresses of one's own ("*": all); zmq.ZMQError if it is
        taken.
        """
        self._context = zmq.asyncio.Context()
        self._me = Introduction(self._identity, self.curve, port, self._name, self._bot)
        self._door = Door(self._greet, self._take_call, self._lose_caller, self._meet_double)
        try:
            self._door.start(self._context, self._me, self._curve[1], hosts, self._stopped)
        except zmq.ZMQError:
            self._context.term()
            raise
        self._clock = asyncio.get_running_loop().create_task(self._keep_time())
        self._clock.add_done_callback(self._stopped)

    def listen_too(self, hosts: Sequence[str]) -> None:
        """Listen at these addresses of one's own as well."""
        self._door.listen_too(hosts)

    async def close(self) -> None:
        """Say goodbye on every link and close everything; what was just sent gets a moment to leave."""
        for peer in self.peers.values():
            for connection in peer.connections:
                connection.send(BYE)
        self._clock.cancel()
        dials = list(self._dials)
        for dial in dials:
            dial.close()
        self._door.close()
        try:
            await asyncio.gather(self._clock, return_exceptions=True)
            await self._door.closed()
            for dial in dials:
                await dial.closed()
        finally:
            # Waits as long as frames linger, so not on this thread; ends even if this is cancelled.
            await asyncio.shield(asyncio.to_thread(self._context.term))

    # what others ask for

    def send(self, key: bytes, data: bytes) -> bool:
        """Put data on a link; False if there is none, or if it takes no more at the moment."""
        peer = self.peers.get(key)
        return peer is not None and self._tell(peer, DATA + data)

    def saw(self, key: bytes, name: str, bot: bool, epoch: int, curve: bytes, address: str) -> None:
        """A verified beacon of a peer came, from which it can be dialled at this address."""
        if key == self._identity.key:
            self._seek_double(curve, address)
            return
        peer = self._peer(key)
        if peer is None or epoch < peer.epoch:
            return
        if epoch > peer.epoch or not peer.curve:
            self._new_run(peer, epoch, curve)
        new = address not in peer.addresses
        peer.name, peer.bot, peer.gone_at = name, bot, None
        peer.note(address)
        if peer.dial is None and (new or time.monotonic() >= peer.dial_at):
            self._dial(peer)

    def refuse(self, key: bytes, name: str, reason: str, address: str) -> None:
        """A peer is there, but cannot be linked, for this reason."""
        peer = self._peer(key)
        if peer is not None:
            peer.name, peer.reason = name, reason
            peer.addresses = {address: time.monotonic()}

    def leaves(self, key: bytes, epoch: int) -> None:
        """A peer has said goodbye. What it sent before may still be under way on its links."""
        peer = self.peers.get(key)
        if peer is not None and epoch >= peer.epoch:
            peer.gone_at = time.monotonic()
            if not peer.connections:
                self._cut(peer, "left")

    def drop(self, key: bytes, seconds: float) -> None:
        """End the link to a peer and have nothing to do with it for a while."""
        self._barred.add(key, seconds)
        peer = self.peers.get(key)
        if peer is not None:
            peer.reason = "dropped"
            self._cut(peer, "dropped")

    def _tell(self, peer: Peer, frame: bytes) -> bool:
        return any(connection.send(frame) for connection in peer.connections)

    def _peer(self, key: bytes) -> Peer | None:
        """What is known of a peer; None if too many are known and none of them gives way to it.

        Whoever has no link and was known first gives way; to one who is expected, whoever was linked last.
        """
        if key not in self.peers and len(self.peers) >= _MAX_PEERS:
            others = [peer for peer in self.peers.values() if peer.key not in self.expected]
            idle = [peer for peer in others if not peer.linked]
            gives_way = idle[:1] or (others[-1:] if key in self.expected else [])
            if not gives_way:
                return None
            self._cut(self.peers.pop(gives_way[0].key), "dropped")
        return self.peers.setdefault(key, Peer(key))

    # a link begins and ends

    def _settle(self, peer: Peer, reason: str) -> None:
        """Tell that there is a link now, or that there is none any more."""
        if peer.linked and not peer.connections:
            peer.linked = False
            self._unlinked(peer, "left" if peer.gone_at is not None else reason)
        elif not peer.linked and peer.connections:
            peer.linked, peer.tried, peer.reason, peer.gone_at = True, 0, "", None
            self._linked(peer)

    def _cut(self, peer: Peer, reason: str) -> None:
        dial, caller, peer.dial, peer.caller = peer.dial, peer.caller, None, None
        if dial is not None:
            dial.close()
        if caller is not None:
            caller.close()
        self._settle(peer, reason)

    def _new_run(self, peer: Peer, epoch: int, curve: bytes) -> None:
        """A peer runs anew: what was tied to its former run is of no more use."""
        self._cut(peer, "lost")
        peer.epoch, peer.curve, peer.reason, peer.tried, peer.dial_at = epoch, curve, "", 0, 0.0
        peer.addresses.clear()

    # dialling

    def _dial(self, peer: Peer) -> None:
        trying = sum(each.dial is not None and not each.dial.open for each in self.peers.values())
        crowded = trying >= _MAX_DIALS and peer.key not in self.expected
        if not peer.addresses or self._outdated or crowded or peer.key in self._barred:
            return
        dial = Dial(
            self._me,
            peer.key,
            peer.curve,
            peer.next_address(self._best),
            lambda dial, hello: self._welcomed(peer, dial, hello),
            lambda dial, frame: self._take(peer, dial, frame),
            lambda dial, reason: self._lose_dial(peer, dial, reason),
        )
        if self._try(dial):
            peer.dial = dial
            peer.reason = "" if peer.reason == "dropped" else peer.reason
        else:
            peer.pause(_MAX_PAUSE)

    def _try(self, dial: Dial) -> bool:
        try:
            dial.start(self._context, self._curve, self._stopped)
        except zmq.ZMQError as error:
            log.debug("cannot dial %s: %s", dial.address, error)
            return False
        self._dials = {each for each in self._dials if each.running} | {dial}
        return True

    def _welcomed(self, peer: Peer, dial: Dial, hello: Hello) -> None:
        if peer.dial is dial:
            peer.name, peer.bot = _name(hello), hello.bot
            self._settle(peer, "")

    def _lose_dial(self, peer: Peer, dial: Dial, reason: str) -> None:
        dial.close()
        if peer.dial is not dial:
            return
        peer.dial = None
        if reason == "malformed":
            self.drop(peer.key, MISBEHAVED_SECONDS)
            return
        if reason == "refused":
            peer.pause(_REFUSED_PAUSE)
        self._settle(peer, reason)

    # being dialled

    def _greet(self, caller: Caller, hello: Hello) -> bool:
        peer = self._peer(hello.key)
        if peer is None or hello.key in self._barred:
            return False
        if hello.epoch < peer.epoch:
            peer.reason = "cloned"  # it runs now, and so does or did a later one
            return False
        if hello.epoch > peer.epoch or not peer.curve:
            self._new_run(peer, hello.epoch, hello.curve)
        elif hello.curve != peer.curve:
            return False
        if peer.caller is not None:
            former, peer.caller = peer.caller, None
            former.close()
            self._settle(peer, "lost")
        peer.note(written(caller.tap.host, hello.port))
        peer.name, peer.bot, peer.caller = _name(hello), hello.bot, caller
        self._door.welcome(caller, hello)
        self._settle(peer, "")
        if peer.dial is None:
            self._dial(peer)
        return True

    def _take_call(self, caller: Caller, frame: bytes) -> None:
        peer = self.peers.get(caller.key)
        if peer is not None and peer.caller is caller:
            self._take(peer, caller, frame)

    def _lose_caller(self, caller: Caller, reason: str) -> None:
        peer = self.peers.get(caller.key)
        if peer is None or peer.caller is not caller:
            return
        peer.caller = None
        if reason == "malformed":
            self.drop(peer.key, MISBEHAVED_SECONDS)
        else:
            self._settle(peer, reason)

    # the same identity twice

    def _seek_double(self, curve: bytes, address: str) -> None:
        """A beacon may be an old one that somebody repeats; a hello shows who is alive, so say one.

        Also when this peer knows already, since the other one learns it from this hello only.
        """
        if self._double is None:
            dial = Dial(
                self._me,
                self._identity.key,
                curve,
                address,
                lambda dial, hello: None,
                lambda dial, frame: None,
                lambda dial, reason: None,
            )
            if self._try(dial):
                self._double = dial

    def _meet_double(self, hello: Hello) -> None:
        """Two runs of one identity: the older one dials no more, since nobody would let it in."""
        self._outdated = self._outdated or hello.epoch > self._identity.epoch
        self._doubled()

    # both

    def _take(self, peer: Peer, connection: Connection, frame: bytes) -> None:
        now = time.monotonic()
        connection.heard = now
        kind = frame[:1]
        if not connection.intake.allows(len(frame), now):
            self.drop(peer.key, MISBEHAVED_SECONDS)
        elif kind == DATA:
            self._received(peer.key, frame[1:])
        elif frame == BYE:
            # There may be another connection, on which something from before is still under way.
            peer.gone_at = now
            if peer.caller is connection:
                peer.caller = None
            else:
                peer.dial = None
            connection.close()
            self._settle(peer, "left")
        elif frame != PING:
            self.drop(peer.key, MISBEHAVED_SECONDS)

    def _stopped(self, task: "asyncio.Task[None]") -> None:
        """No part of this stops without a word."""
        if not task.cancelled() and (error := task.exception()) is not None:
            self._failed(error)

    async def _keep_time(self) -> None:
        while True:
            await asyncio.sleep(_TICK)
            now = time.monotonic()
            late = now - self._ticked > _LATE
            ping = late or now - self._pinged >= _PING_EVERY
            self._ticked, self._pinged = now, now if ping else self._pinged
            if self._double is not None and now - self._double.since > DIAL_PATIENCE:
                self._double.close()
                self._double = None
            for peer in list(self.peers.values()):
                for connection in peer.connections if ping else ():
                    connection.send(PING)
                    if late:  # this machine was busy or asleep: nobody else was silent
                        connection.heard = now
                self._check(peer, now)

    def _check(self, peer: Peer, now: float) -> None:
        """Give up what is silent, try again what failed, forget what was not heard of for long."""
        dial, caller = peer.dial, peer.caller
        if peer.gone_at is not None and now - peer.gone_at > _GONE_AFTER:
            self._cut(peer, "left")
        elif caller is not None and now - caller.heard > DEAD_AFTER:
            peer.caller = None
            caller.close()
        if dial is not None and peer.dial is dial:
            if dial.overflows(now):
                self._lose_dial(peer, dial, "malformed")
            elif now - dial.heard > (DEAD_AFTER if dial.open else DIAL_PATIENCE):
                if not dial.open and not peer.linked:
                    peer.reason = peer.reason or "no-answer"
                peer.pause(min(_MAX_PAUSE, 0.25 * 2 ** min(peer.tried, 3)))
                peer.dial = None
                dial.close()
        self._settle(peer, "silent")
        seen = max(peer.addresses.values(), default=0.0)
        if not peer.linked and now - seen > _FORGOTTEN_AFTER:
            self._cut(self.peers.pop(peer.key), "")
        elif peer.dial is None and peer.curve and now >= peer.dial_at and peer.gone_at is None:
            self._dial(peer)


def _name(hello: Hello) -> str:
    return clean_name(hello.name) or "?"
