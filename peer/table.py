"""The table: one peer's part in one game, as a step machine without sockets or clocks.

Inputs are what the links bring, what the person at this seat chooses, and ticks (one about every half
second). Each input returns the outputs that follow from it. Whatever an output tells others is in the
journal before it is returned.

Nothing is ever assumed to have arrived. Peers tell each other what they have (`Have`) when they are linked,
when they lack something and when nothing moves, and send what the other one lacks; that is reconnecting,
resuming and passing on, all in one.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator

from engines.table import Rules, among, reason
from engines.vocabulary import Choice, Give, Open, Seat, Show
from peer.blame import Blame, Refusal
from peer.checks import check, trust
from peer.evidence import judge, refuse_late
from peer.journal import Journal
from peer.lacking import Placed, frames_for, require_heads
from peer.outcome import Ask, Halted, Happened, Misbehaved, Moved, Output, Over, Send
from peer.own import Own
from peer.position import Checked, Position
from peer.steps import ANSWERS
from protocol.errors import BadSignature, Malformed
from protocol.events import FIRST, Body, Event, Sign, check_signature, read_body, sign_event
from protocol.genesis import decode_genesis
from protocol.messages import Have, Head, Said, decode_message, encode_message
from protocol.payloads import Payload, decode_payload, encode_payload
from protocol.transcript import write_transcript

_EARLY_EACH = 16
_ANSWERS_A_TICK = 8
_PATIENT_TICKS = 10
_EAGER_TICKS = 4


class Table:
    """The part of `seat` in the game of `genesis`.

    `secret` is the seat's own for this game; `sign` signs as the seat.
    """

    def __init__(
        self, genesis: bytes, rules: Rules, seat: Seat, secret: bytes, sign: Sign, journal: Journal
    ) -> None:
        self.seat = seat
        self.position = Position(genesis, decode_genesis(genesis), rules)
        self.halted: Blame | None = None
        self.evidence: tuple[Event, ...] = ()
        self.own = Own(secret, seat, journal.sealed(self.position.table))
        self._sign = sign
        self._journal = journal
        self._events: list[dict[Seat, Event]] = [{}]
        self._early: dict[Seat, dict[int, Event]] = {}
        self._disputes: dict[Seat, Event] = {}
        self._links: dict[Seat, frozenset[Seat]] = {}
        self._asked: set[Seat] = set()
        self._answered: Counter[Seat] = Counter()
        self._told = -1
        self._still = 0
        for event in journal.events(self.position.table):
            body = read_body(event)
            self._keep(trust(self.position, body.seat, event, decode_payload(body.payload)))

    # inputs

    def start(self) -> list[Output]:
        """Begin, or go on from the journal."""
        self.evidence = self._journal.evidence(self.position.table)
        self.halted = judge(self.position, self.evidence)
        return [Halted(self.halted)] if self.halted else self._speak()

    def linked(self, seat: Seat) -> list[Output]:
        """There is a link to this seat now."""
        self._links[seat] = frozenset()
        return [self._have(seat)]

    def unlinked(self, seat: Seat) -> list[Output]:
        """The link to this seat is gone."""
        self._links.pop(seat, None)
        return []

    def tick(self) -> list[Output]:
        """Some time has passed: make what was received durable, and ask again where nothing moves."""
        self._journal.flush()
        self._asked.clear()
        self._answered.clear()
        self._still += 1
        every = _EAGER_TICKS if self._still > _EAGER_TICKS and not self.position.finished else 1
        if self.position.finished or self.halted:
            every = _PATIENT_TICKS
        return [self._have(seat) for seat in sorted(self._links)] if self._still % every == 0 else []

    def answer(self, choice: Choice) -> list[Output]:
        """The person at this seat has chosen. Raises Refusal with the rule's code, and nothing is lost."""
        asked = self.ask()
        if asked is None:
            raise Refusal("turn", "nothing")
        if not among(choice, asked.choices):
            rule = reason(
                self.position.rules, self.position.state, self.seat, self.own.known(self.position), choice
            )
            raise Refusal("rule", rule)
        return self._say(self.own.speak(self.position, choice)) + self._speak()

    def receive(self, sender: Seat, data: bytes) -> list[Output]:
        """A frame came over the link of `sender`."""
        try:
            message = decode_message(data)
            if message.table != self.position.table:
                raise Malformed("another table")
            if isinstance(message, Have):
                return self._answer_have(sender, message)
            return self._hear([message.event], sender)
        except Malformed:
            return [Misbehaved(sender, "malformed")]
        except BadSignature:
            return [Misbehaved(sender, "signature")]

    # what is shown

    @property
    def within_reach(self) -> frozenset[Seat]:
        """The seats to which there is a link, from here or from somebody who is linked and says so."""
        return frozenset(self._links).union(*self._links.values())

    def ask(self) -> Ask | None:
        """What this seat has to choose now, if anything."""
        position = self.position
        if self.halted or position.waiting.get(self.seat) not in ANSWERS:
            return None
        request = position.step.request_of(self.seat)
        if isinstance(request, Open):
            return None
        left = self.own.choices(position)
        forced = isinstance(request, Give | Show) and len(left) == 1
        return None if forced else Ask(position.number, request, left)

    def view(self) -> dict[str, object]:
        """What this seat may know of the game, as plain JSON."""
        position = self.position
        return position.rules.view(position.state, self.seat, self.own.known(position))

    def events(self) -> tuple[Event, ...]:
        """All events so far, in the order of a transcript."""
        return tuple(event for _, _, event in self._placed())

    def transcript(self) -> bytes:
        """The transcript file of the game as it stands."""
        return write_transcript(self.position.genesis_bytes, self.events(), self.evidence)

    # events

    def _hear(self, events: Iterable[Event], sender: Seat | None = None) -> list[Output]:
        out: list[Output] = []
        for event in events:
            body = read_body(event)
            if body.table != self.position.table or body.seat not in self.position.seats:
                raise Malformed("an event of another table")
            if self._known(event, body):
                continue
            check_signature(event, self.position.genesis.players[body.seat].key)
            out += self._place(event, body, sender)
        return out

    def _known(self, event: Event, body: Body) -> bool:
        other = self._heard(body.step, body.seat)
        return (other is not None and other.body == event.body) or event in self.evidence

    def _heard(self, step: int, seat: Seat) -> Event | None:
        """What a seat is known to have said in a step, whether it could be taken or not."""
        disputed = self._disputes.get(seat)
        if disputed is not None and read_body(disputed).step == step:
            return disputed
        return self._kept(step, seat) or self._early.get(seat, {}).get(step)

    def _kept(self, step: int, seat: Seat) -> Event | None:
        return self._events[step].get(seat) if step < len(self._events) else None

    def _place(self, event: Event, body: Body, sender: Seat | None) -> list[Output]:
        """Put a signed event where it belongs: to its step, aside for later, or to the evidence."""
        other = self._heard(body.step, body.seat)
        if other is not None:
            return self._blame(Refusal("equivocation", ""), body.seat, other, event)
        if body.step > self.position.number:
            return self._set_aside(event, body, sender)
        return self._take(event, body, sender) + self._speak()

    def _set_aside(self, event: Event, body: Body, sender: Seat | None) -> list[Output]:
        early = self._early.setdefault(body.seat, {})
        if len(early) < _EARLY_EACH:
            early[body.step] = event
        return self._ask_for_more(sender)

    def _take(self, event: Event, body: Body, sender: Seat | None) -> list[Output]:
        """An event for this step: check it, keep it, pass it on, and go on with what was waiting for it."""
        if self.halted:
            return []
        try:
            if body.step < self.position.number:
                refuse_late(self.position, body)
            checked = check(self.position, event, body)
        except Refusal as refusal:
            if refusal.code == "position":
                return self._dispute(event, body)
            return self._blame(refusal, body.seat, event)
        self._journal.keep(self.position.table, body.step, body.seat, event)
        out = self._pass_on(event, body.seat, sender)
        if self._keep(checked):
            out += self._moved()
        return out

    def _keep(self, checked: Checked) -> bool:
        """Take a checked event into the position; True if the step is complete."""
        step, before = self.position.step, len(self.position.facts)
        self._events[-1][checked.seat] = checked.event
        if not self.position.accept(checked):
            return False
        self._events.append({})
        for fact in self.position.facts[before:]:
            self.own.hear(step.requests, fact)
        self.own.look(self.position)
        return True

    def _moved(self) -> list[Output]:
        done = self.position.number - 1
        self._asked.clear()
        self._disputes.clear()
        self._still = 0
        first = bisect_left(self.position.fact_steps, done)
        out: list[Output] = [Happened(done, fact) for fact in self.position.facts[first:]]
        out.append(Moved(self.position.number))
        if self.position.finished:
            self._journal.close_game(self.position.table, "over")
            out.append(Over())
        now = self.position.number
        for event in [early.pop(now) for early in self._early.values() if now in early]:
            out += self._place(event, read_body(event), None)
        return out

    # what this seat says

    def _speak(self) -> list[Output]:
        """Say everything that needs no choice, and ask once for what does."""
        out: list[Output] = []
        while not self.halted:
            wanted = self.position.waiting.get(self.seat)
            asked = self.ask()
            if asked is not None and asked.step > self._told:
                self._told = asked.step
                out.append(asked)
            if wanted is None or asked is not None:
                break
            out += self._say(self._unasked(wanted))
        return out

    def _unasked(self, wanted: str) -> Payload:
        """What this seat says without being asked, because it has no choice."""
        forced = self.own.choices(self.position)[0] if wanted in ("give", "play") else None
        return self.own.speak(self.position, forced)

    def _say(self, payload: Payload) -> list[Output]:
        position = self.position
        previous = position.heads[self.seat][1]
        body = Body(
            position.table, self.seat, position.number, previous, position.digest, encode_payload(payload)
        )
        event = sign_event(self._sign, body)
        self._journal.keep_own(position.table, position.number, self.seat, event, self.own.sealed)
        out = self._pass_on(event, self.seat, None)
        if self._keep(trust(position, self.seat, event, payload)):
            out += self._moved()
        return out

    def _pass_on(self, event: Event, author: Seat, sender: Seat | None) -> list[Output]:
        """To everybody of one's own, and of others' to those who are not known to be linked to the author."""
        data = encode_message(Said(self.position.table, event))
        return [
            Send(seat, data)
            for seat, links in sorted(self._links.items())
            if seat not in (author, sender) and (author == self.seat or author not in links)
        ]

    # what others lack

    def _placed(self, first: int = 0) -> Iterator[Placed]:
        """The events from this step on."""
        for step, events in enumerate(self._events[first:], first):
            for seat, event in sorted(events.items()):
                yield step, seat, event

    def _have(self, seat: Seat) -> Output:
        heads = tuple(Head(step, id) for step, id in self.position.heads)
        links = tuple(sorted(self._links))
        have = Have(self.position.table, self.position.number, self.position.digest, heads, links)
        return Send(seat, encode_message(have))

    def _ask_for_more(self, seat: Seat | None) -> list[Output]:
        if seat is None or seat in self._asked:
            return []
        self._asked.add(seat)
        return [self._have(seat)]

    def _answer_have(self, sender: Seat, have: Have) -> list[Output]:
        require_heads(have, len(self.position.seats))
        if sender in self._links:
            self._links[sender] = frozenset(have.links)
        self._answered[sender] += 1
        if self._answered[sender] > _ANSWERS_A_TICK:
            return []
        first = max(0, min(head.step for head in have.heads))
        frames = frames_for(have, self._placed(first), self.evidence)
        out: list[Output] = [Send(sender, data) for data in frames]
        if any(head.step > mine[0] for head, mine in zip(have.heads, self.position.heads, strict=True)):
            out += self._ask_for_more(sender)
        return out + self._judge(sender, have)

    # who broke the game

    def _dispute(self, event: Event, body: Body) -> list[Output]:
        """The author saw another course of the game.

        Either somebody told us two different things, or the author lies.
        """
        self._disputes[body.seat] = event
        return [have for seat in sorted(self._links) for have in self._ask_for_more(seat)]

    def _judge(self, sender: Seat, have: Have) -> list[Output]:
        """If the author of a disputed event has nothing that we lack, the position that it names is a lie.

        What it has must be told after it spoke; and only the author itself can tell. Time proves nothing.
        """
        event = self._disputes.get(sender)
        if event is None or have.heads[sender].step < read_body(event).step:
            return []
        alike = all(self._agrees(seat, head) for seat, head in enumerate(have.heads) if seat != sender)
        return self._blame(Refusal("position", ""), sender, event) if alike else []

    def _agrees(self, seat: Seat, head: Head) -> bool:
        if head.step < 0:
            return head.id == FIRST
        kept = self._kept(head.step, seat)
        return kept is not None and kept.id == head.id

    def _blame(self, refusal: Refusal, seat: Seat, *evidence: Event) -> list[Output]:
        """End the game, once, and show everybody why. What is said after the end is nobody's business."""
        if self.position.finished:
            return []
        if self.halted and not (self.halted.code == "position" and refusal.code == "equivocation"):
            return []
        step = read_body(evidence[-1]).step
        self.halted = Blame(seat, refusal.code, step, refusal.detail)
        self.evidence = evidence
        self._journal.keep_evidence(self.position.table, evidence)
        self._journal.close_game(self.position.table, "broken")
        data = [encode_message(Said(self.position.table, event)) for event in evidence]
        shown: list[Output] = [Send(to, each) for to in sorted(self._links) for each in data if to != seat]
        return [*shown, Halted(self.halted)]
