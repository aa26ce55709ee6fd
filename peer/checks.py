"""The edge of a game: whether an event may be accepted in the position that it answers.

`check` verifies everything that anybody can verify and raises Refusal; `trust` only reads, for events that
this peer has checked before. Everything else in the peer deals with what these two return.
"""

from collections.abc import Callable, Mapping
from typing import Any

from engines.table import allows, claims
from engines.vocabulary import (
    Chose,
    Claim,
    Fact,
    Gave,
    Mix,
    Mixed,
    Opened,
    Played,
    Sealed,
    Seat,
    SeatRequest,
    Slot,
)
from peer.blame import Refusal
from peer.position import Checked, Deck, HeldCard, Position
from protocol import payloads as said
from protocol.claims import NoSuitProof, check_no_suit
from protocol.commitments import check_opening
from protocol.deck import Card
from protocol.errors import BadOpening, Malformed, ProtocolError
from protocol.events import Body, Event
from protocol.give import check_give
from protocol.keys import check_key
from protocol.seed import check_seed
from protocol.set_claims import NoneOfProof, check_none_of
from protocol.shares import check_shares
from protocol.shuffle_proof import check_shuffle

NOBODY: Mapping[Slot, int] = {}


def check(position: Position, event: Event, body: Body) -> Checked:
    """The answer of an event whose signature is good, or Refusal with the code that blames its author."""
    position.frame(body)
    wanted = position.step.wanted[body.seat]
    try:
        payload = said.decode_payload(body.payload)
        if _tag(payload) != wanted:
            raise Refusal("turn", wanted)
        _CHECKS[type(payload)](position, body.seat, payload)
        fact = _fact(position, body.seat, payload)
    except BadOpening:
        raise Refusal("opening", wanted) from None
    except Malformed:
        raise Refusal("shape", wanted) from None
    except ProtocolError:
        raise Refusal("proof", wanted) from None
    if fact is not None:
        _check_rules(position, body.seat, payload, fact)
    return Checked(body.seat, event, payload, fact)


def trust(position: Position, seat: Seat, event: Event, payload: said.Payload) -> Checked:
    """The answer of an event of one's own, or of one that this peer checked before it kept it."""
    return Checked(seat, event, payload, _fact(position, seat, payload))


def owed_claims(position: Position, fact: Fact) -> tuple[Claim, ...]:
    """What the author of a fact owes a proof of, in this position."""
    return claims(position.rules, position.state, fact)


def claimed_cards(position: Position, claim: Claim) -> tuple[Deck, list[Card], int | None]:
    """The deck and the cards that a claim is about, and the suit if its faces are one whole suit of the deck.

    The cards are looked up here, never taken from the prover.
    """
    held = [position.cards[slot] for slot in claim.slots]
    deck = position.decks[held[0].deck]
    suit = claim.faces[0] // deck.request.ranks
    whole = sorted({face for face in deck.request.faces if face // deck.request.ranks == suit})
    return deck, [h.card for h in held], suit if list(claim.faces) == whole else None


def unopened(position: Position, seat: Seat) -> tuple[Slot, ...]:
    """The seals of a seat that the rules never opened, in slot order."""
    return tuple(
        sorted(
            slot for slot, seal in position.seals.items() if seal.seat == seat and slot not in position.opened
        )
    )


def sealed_bytes(value: int) -> bytes:
    """A sealed answer as it goes into its commitment."""
    return value.to_bytes(4, "big")


def _tag(payload: said.Payload) -> str:
    return str(type(payload).__struct_config__.tag)


# what is verified, by kind of answer


def _nothing(position: Position, seat: Seat, payload: Any) -> None:
    """The signature and the position that it names are all there is to check."""


def _check_reveal(position: Position, seat: Seat, payload: said.CoinReveal) -> None:
    commitment = position.coins[seat]
    check_opening(position.context(seat, position.number - 1), "coin", commitment, payload.nonce, b"")


def _check_key(position: Position, seat: Seat, payload: said.DeckKey) -> None:
    check_key(position.context(seat), payload.key, payload.proof)
    if any(
        isinstance(other.payload, said.DeckKey) and other.payload.key == payload.key
        for other in position.said.values()
    ):
        raise Refusal("proof", "key")


def _check_shuffled(position: Position, seat: Seat, payload: said.Shuffled) -> None:
    deck = position.deck
    shuffled = [Card(*card) for card in payload.deck]
    check_shuffle(position.context(seat), deck.joint, deck.stages[-1], shuffled, payload.proof)


def _check_shares(position: Position, seat: Seat, payload: said.Shares) -> None:
    assert position.step.owed is not None
    slots = position.step.owed[seat]
    held = [position.cards[slot] for slot in slots]
    _check_turned(position, seat, held, payload.shares, payload.proof)


def _check_give(position: Position, seat: Seat, payload: said.Give) -> None:
    held = _own(position, seat, payload.slots)
    deck = position.decks[held[0].deck]
    to = _request(position, seat).to  # type: ignore[union-attr]
    given = [Card(*card) for card in payload.cards]
    cards = [h.card for h in held]
    check_give(position.context(seat), deck.keys[seat], deck.keys[to], cards, given, payload.proof)


def _check_mix(position: Position, seat: Seat, payload: said.Mixed) -> None:
    request = _request(position, seat)
    assert isinstance(request, Mix)
    held = _own(position, seat, request.slots)
    key = position.decks[held[0].deck].keys[seat]
    mixed = [Card(*card) for card in payload.cards]
    check_shuffle(position.context(seat), key, [h.card for h in held], mixed, payload.proof)


def _check_open(position: Position, seat: Seat, payload: said.Open) -> None:
    slots = _request(position, seat).slots  # type: ignore[union-attr]
    if len(payload.openings) != len(slots):
        raise Refusal("shape", "open")
    for slot, opening in zip(slots, payload.openings, strict=True):
        _check_seal_opening(position, seat, slot, opening)


def _check_play(position: Position, seat: Seat, payload: said.Play) -> None:
    up = position.face_up
    hidden = tuple(slot for slot in payload.slots if slot not in up)
    if (payload.proof is None) != (not hidden) or len(payload.shares) != len(hidden):
        raise Refusal("shape", "play")
    if hidden:
        _check_turned(position, seat, _own(position, seat, hidden), payload.shares, payload.proof)


def _check_settle(position: Position, seat: Seat, payload: said.Settle) -> None:
    decks = () if position.genesis.sealed else position.decks
    slots = () if position.genesis.sealed else unopened(position, seat)
    if len(payload.seeds) != len(decks) or tuple(slot for slot, _ in payload.openings) != slots:
        raise Refusal("opening", "settle")
    for deck, seed in zip(decks, payload.seeds, strict=True):
        check_seed(position.deck_context(deck, seat), deck.seeds[seat], seed)
    for slot, opening in payload.openings:
        _check_seal_opening(position, seat, slot, opening)


_CHECKS: Mapping[type, Callable[[Position, Seat, Any], None]] = {
    said.Agree: _nothing,
    said.CoinCommit: _nothing,
    said.CoinReveal: _check_reveal,
    said.DeckKey: _check_key,
    said.Shuffled: _check_shuffled,
    said.DeckAgree: _nothing,
    said.Shares: _check_shares,
    said.Give: _check_give,
    said.Mixed: _check_mix,
    said.Seal: _nothing,
    said.Open: _check_open,
    said.Play: _check_play,
    said.Choose: _nothing,
    said.Settle: _check_settle,
}


def _check_rules(position: Position, seat: Seat, payload: said.Payload, fact: Fact) -> None:
    rule = allows(position.rules, position.state, fact, NOBODY)
    if rule is not None:
        raise Refusal("rule", rule)
    if not isinstance(payload, said.Play):
        return
    owed = owed_claims(position, fact)
    if len(owed) != len(payload.claims):
        raise Refusal("proof", "claim")
    for claim, proof in zip(owed, payload.claims, strict=True):
        try:
            _check_claim(position, claim, proof)
        except ProtocolError:
            raise Refusal("proof", "claim") from None


def _check_claim(position: Position, claim: Claim, proof: NoSuitProof | NoneOfProof) -> None:
    deck, cards, suit = claimed_cards(position, claim)
    ctx, key, ranks = position.context(claim.seat), deck.keys[claim.seat], deck.request.ranks
    if suit is not None and isinstance(proof, NoSuitProof):
        check_no_suit(ctx, key, ranks, cards, suit, proof)
    elif suit is None and isinstance(proof, NoneOfProof):
        check_none_of(ctx, key, ranks, cards, claim.faces, proof)
    else:
        raise Refusal("proof", "claim")


# what the answers are about


def _request(position: Position, seat: Seat) -> SeatRequest:
    return position.step.request_of(seat)


def _own(position: Position, seat: Seat, slots: tuple[Slot, ...]) -> list[HeldCard]:
    """The cards of these slots: at least one, all of one deck, all held by this seat."""
    held = [position.cards[slot] for slot in slots if slot in position.cards]
    if len(held) < len(slots) or {h.holder for h in held} != {seat} or len({h.deck for h in held}) > 1:
        raise Refusal("rule", "not-held")
    return held


def _check_turned(
    position: Position, seat: Seat, held: list[HeldCard], shares: tuple[bytes, ...], proof: Any
) -> None:
    deck = position.decks[held[0].deck]
    check_shares(position.context(seat), deck.keys[seat], [h.card for h in held], shares, proof)


def _check_seal_opening(position: Position, seat: Seat, slot: Slot, opening: said.Opening) -> None:
    seal = position.seals[slot]
    ctx = position.context(seat, seal.step)
    check_opening(ctx, "seal", seal.commitment, opening.nonce, sealed_bytes(opening.value))


def _fact(position: Position, seat: Seat, payload: said.Payload) -> Fact | None:
    """What an answer of one seat says in the rules' own words. None for a part of a joint ceremony."""
    match payload:
        case said.Seal():
            return Sealed(seat)
        case said.Give(slots=slots):
            return Gave(seat, slots)
        case said.Choose(choice=choice):
            return Chose(seat, choice)
        case said.Open(openings=openings):
            return Opened(seat, tuple(opening.value for opening in openings))
        case said.Mixed():
            return Mixed(seat)
        case said.Play(slots=slots, shares=shares):
            up, share = position.face_up, iter(shares)
            return Played(
                seat, slots, tuple(up[n] if n in up else _read(position, n, next(share)) for n in slots)
            )
    return None


def _read(position: Position, slot: Slot, share: bytes) -> int:
    held = position.cards[slot]
    return position.decks[held.deck].read(held.card, share)
