"""The audit: whether a game was fair, from its transcript and nothing else.

*Sealed*: every signature, every step, every proof and every rule is checked as the players' peers checked
them, trusting none of them. *Open*: where the players have shown their seeds, every deal is made again from
them by hashing and re-encrypting, all hands are looked at, and every move and claim is checked again by
looking; the proofs are not needed for that.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import engines
from engines.table import IllegalFact, OptionError, SeatsError, audit, settle_options, winners
from engines.vocabulary import Slot
from peer.blame import Blame, Refusal
from peer.checks import check
from peer.evidence import judge
from peer.position import Deck, Position
from protocol import payloads as said
from protocol.deck import Card
from protocol.errors import BadSignature, Malformed, ProtocolError
from protocol.events import Body, Event, check_signature, read_body
from protocol.genesis import PROTOCOL_VERSION, Genesis, decode_genesis
from protocol.group import Q, base, mul, some
from protocol.seed import deal_key, factors, permutation
from protocol.shuffle import shuffle
from protocol.transcript import Transcript, read_transcript

FAIR = "fair"
REFUSED = "refused"
INCOMPLETE = "incomplete"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the audit found.

    `outcome` is "fair", "refused" or "incomplete". A refused transcript has a `code` (a code of peer.blame,
    or "file", "version", "genesis", "order", "missing", "evidence"), the `step` and the `seat` of the first
    bad event where there is one, and `detail`. `opened`: all hands were looked at. `waiting`: the seats
    that an incomplete game waits for.
    """

    outcome: str
    code: str = ""
    detail: str = ""
    step: int | None = None
    seat: int | None = None
    game: str = ""
    players: tuple[str, ...] = ()
    table: str = ""
    digest: str = ""
    events: int = 0
    deals: int = 0
    opened: bool = False
    waiting: tuple[int, ...] = ()
    totals: tuple[int | None, ...] = ()
    winners: tuple[int, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The verdict as a JSON object."""
        return {"version": 1, **asdict(self)}


@dataclass(frozen=True, slots=True)
class Audited:
    """A verdict, and for a game that could be read: where it came to, and every face if all was opened.

    A refused game came as far as it was found to be right.
    """

    verdict: Verdict
    position: Position | None = None
    faces: Mapping[Slot, int] | None = None


class _Bad(Exception):
    def __init__(self, code: str, detail: str = "", step: int | None = None, seat: int | None = None) -> None:
        super().__init__(code)
        self.found: dict[str, Any] = {"code": code, "detail": detail, "step": step, "seat": seat}


def audit_file(path: Path) -> Verdict:
    """The verdict on a transcript file. OSError if it cannot be read."""
    return audit_transcript(path.read_bytes()).verdict


def audit_transcript(data: bytes) -> Audited:
    """Check a transcript from its bytes."""
    known: dict[str, Any] = {}
    position = None
    try:
        transcript, genesis, position = _open(data)
        known = {
            "game": genesis.game,
            "players": tuple(player.name for player in genesis.players),
            "table": position.table.hex(),
            "events": len(transcript.events),
        }
        _replay(position, transcript.events)
        known |= _standing(position)
        if transcript.evidence:
            blame = judge(position, transcript.evidence)
            raise _blamed(blame) if blame else _Bad("evidence")
        if not position.finished:
            return Audited(Verdict(INCOMPLETE, waiting=tuple(position.waiting), **known), position)
        faces = None if genesis.sealed else _look(position)
        return Audited(Verdict(FAIR, opened=faces is not None, **known), position, faces)
    except _Bad as bad:
        return Audited(Verdict(REFUSED, **known, **bad.found), position)


def _blamed(blame: Blame) -> _Bad:
    # One file cannot tell who is at fault where events do not belong to one course of the game: its writer,
    # who may have put in another event than the one that was sent, or the author of the next one.
    seat = None if blame.code == "position" else blame.seat
    return _Bad(blame.code, blame.detail, blame.step, seat)


def _standing(position: Position) -> dict[str, Any]:
    return {
        "digest": position.digest.hex(),
        "deals": len(position.decks),
        "totals": position.rules.totals(position.state),
        "winners": tuple(winners(position.rules, position.state)) if position.finished else (),
    }


def _open(data: bytes) -> tuple[Transcript, Genesis, Position]:
    try:
        transcript = read_transcript(data)
    except Malformed as error:
        raise _Bad("file", str(error)) from None
    try:
        genesis = decode_genesis(transcript.genesis)
        if genesis.version != PROTOCOL_VERSION or genesis.game not in engines.GAMES:
            raise _Bad("version", genesis.game)
        rules = engines.load(genesis.game)
        if rules.version != genesis.rules_version:
            raise _Bad("version", genesis.game)
        options = dict(genesis.options)
        if tuple(sorted(settle_options(rules, len(genesis.players), options).items())) != genesis.options:
            raise _Bad("genesis", "options")
    except (Malformed, OptionError, SeatsError) as error:
        raise _Bad("genesis", str(error)) from None
    if len({player.key for player in genesis.players}) < len(genesis.players):
        raise _Bad("genesis", "players")
    return transcript, genesis, Position(transcript.genesis, genesis, rules)


def _replay(position: Position, events: tuple[Event, ...]) -> None:
    """First who signed what, of the whole file; then every step in its turn."""
    bodies = [_signed(position.genesis, position.table, event) for event in events]
    places = [(body.step, body.seat) for body in bodies]
    for before, place in pairwise(places):
        if place <= before:
            raise _Bad("order", "", *place)
    for event, body in zip(events, bodies, strict=True):
        if body.step > position.number and position.waiting:
            raise _Bad("missing", "", position.number, min(position.waiting))
        if body.step != position.number:
            raise _Bad("turn", "nothing", body.step, body.seat)
        try:
            position.accept(check(position, event, body))
        except Refusal as refusal:
            raise _blamed(Blame(body.seat, refusal.code, body.step, refusal.detail)) from None


def _signed(genesis: Genesis, table: bytes, event: Event) -> Body:
    try:
        body = read_body(event)
    except Malformed as error:
        raise _Bad("shape", str(error)) from None
    if body.seat >= len(genesis.players) or body.table != table:
        raise _Bad("shape", "table", body.step)
    try:
        check_signature(event, genesis.players[body.seat].key)
    except BadSignature:
        raise _Bad("signature", "", body.step, body.seat) from None
    return body


# the open audit


def _look(position: Position) -> dict[Slot, int]:
    """Make every deal again from the seeds, look at every card and seal, and judge every move by looking."""
    faces: dict[Slot, int] = dict(position.opened)
    keys = [_keys_of(position, place, deck) for place, deck in enumerate(position.decks)]
    for deck, secret in zip(position.decks, keys, strict=True):
        faces |= _faces_of(deck, sum(secret) % Q)
    for holding in position.holdings:
        held = holding.card
        if held.holder is not None:
            deck = position.decks[held.deck]
            face = _read(deck, held.card, keys[held.deck][held.holder])
            # A slot that a hand was mixed into is first read here; that the hand stayed the same is a rule.
            if faces.setdefault(holding.slot, face) != face:
                raise _Bad("deal", "cards", holding.step, held.holder)
    for answer in position.settled:
        assert isinstance(answer.payload, said.Settle)
        faces |= {slot: opening.value for slot, opening in answer.payload.openings}
    start = position.rules.start(len(position.seats), dict(position.genesis.options))
    try:
        audit(position.rules, start, position.facts, faces)
    except IllegalFact as illegal:
        step = position.fact_steps[illegal.index] if illegal.index is not None else None
        raise _Bad("rule", illegal.rule, step, illegal.seat) from None
    return faces


def _keys_of(position: Position, place: int, deck: Deck) -> list[int]:
    """The secret keys of a deal by seat, once each seat's key and shuffle have been made again from its
    seed.
    """
    secrets = []
    for answer in position.settled:
        seat = answer.seat
        assert isinstance(answer.payload, said.Settle)
        seed, ctx = answer.payload.seeds[place], position.deck_context(deck, seat)
        key, before = deal_key(ctx, seed), deck.stages[seat]
        if base(key) != deck.keys[seat]:
            raise _Bad("deal", "key", deck.step, seat)
        again = shuffle(
            deck.joint, before, permutation(ctx, seed, len(before)), factors(ctx, seed, len(before))
        )
        if tuple(again) != deck.stages[seat + 1]:
            raise _Bad("deal", "shuffle", deck.step + 1 + seat, seat)
        secrets.append(key)
    return secrets


def _faces_of(deck: Deck, key: int) -> dict[Slot, int]:
    faces = {
        slot: _read(deck, card, key) for slot, card in zip(deck.request.slots, deck.stages[-1], strict=True)
    }
    if sorted(faces.values()) != sorted(deck.request.faces):
        raise _Bad("deal", "cards", deck.step)
    return faces


def _read(deck: Deck, card: Card, key: int) -> int:
    share = some(mul(key, card.a))
    try:
        return deck.read(card, share)
    except ProtocolError:
        raise _Bad("deal", "cards", deck.step) from None
