"""What an event can say: one shape for every answer to a step.

| step of | payloads |
|---|---|
| the genesis | Agree |
| joint numbers | CoinCommit of every seat, then CoinReveal of every seat |
| a shuffle | DeckKey of every seat, Shuffled of one seat after the other, DeckAgree of every seat |
| a deal, a card turned up | Shares |
| an answer of one or several seats | Give, Seal, Open, Play, Mixed, Choose |
| the end | Settle |
"""

from typing import Annotated

import msgspec

from protocol.claims import NoSuitProof
from protocol.give import GiveProof
from protocol.keys import KeyProof
from protocol.set_claims import NoneOfProof
from protocol.shares import SharesProof
from protocol.shuffle_proof import ShuffleProof
from protocol.wire import Bytes32, SlotNumber, Wired, decode, encode

_MAX_SLOTS = 128

CardBytes = tuple[Bytes32, Bytes32]
Cards = Annotated[tuple[CardBytes, ...], msgspec.Meta(min_length=1, max_length=_MAX_SLOTS)]
Slots = Annotated[tuple[SlotNumber, ...], msgspec.Meta(max_length=_MAX_SLOTS)]
Points = Annotated[tuple[Bytes32, ...], msgspec.Meta(max_length=_MAX_SLOTS)]
SealedValue = Annotated[int, msgspec.Meta(ge=0, le=2**32 - 1)]
_Small = Annotated[int, msgspec.Meta(ge=-(2**31), le=2**31)]
_Word = Annotated[str, msgspec.Meta(max_length=32)]
_Atom = bool | _Small | _Word
PlainChoice = _Atom | Annotated[tuple[_Atom, ...], msgspec.Meta(max_length=16)]


class Agree(Wired, frozen=True, tag="agree"):
    """I play at this table, with these players, game and options."""


class CoinCommit(Wired, frozen=True, tag="coin"):
    """The commitment to my contribution to joint numbers."""

    commitment: Bytes32


class CoinReveal(Wired, frozen=True, tag="coin-open"):
    """My contribution: it is the nonce of the commitment."""

    nonce: Bytes32


class DeckKey(Wired, frozen=True, tag="key"):
    """The commitment to my seed of this deal, my key of this deal, and the proof that I know its secret."""

    seed: Bytes32
    key: Bytes32
    proof: KeyProof


class Shuffled(Wired, frozen=True, tag="shuffle"):
    """The deck after my shuffle, and the proof that it is the deck before, permuted and re-encrypted."""

    deck: Cards
    proof: ShuffleProof


class DeckAgree(Wired, frozen=True, tag="deck"):
    """I have seen every shuffle and checked it; the position that I name says which deck I mean."""


class Shares(Wired, frozen=True, tag="shares"):
    """My decryption shares for the cards that I owe one for in this step, in order, and one proof for all."""

    shares: Points
    proof: SharesProof


class Give(Wired, frozen=True, tag="give"):
    """These slots of mine, re-encrypted to the seat that the rules name."""

    slots: Slots
    cards: Cards
    proof: GiveProof


class Seal(Wired, frozen=True, tag="seal"):
    """The commitment to a secret answer."""

    commitment: Bytes32


class Opening(Wired, frozen=True):
    """What a seal held."""

    nonce: Bytes32
    value: SealedValue


class Open(Wired, frozen=True, tag="open"):
    """The openings of the slots that the rules name, in their order."""

    openings: Annotated[tuple[Opening, ...], msgspec.Meta(min_length=1, max_length=16)]


class Play(Wired, frozen=True, tag="play"):
    """Slots of mine turned up by my shares, and the proof of every claim that the rules ask for with it.

    Slots that lie face up already have no share. Without any share there is no proof of shares either.
    """

    slots: Slots
    shares: Points
    proof: SharesProof | None
    claims: Annotated[tuple[NoSuitProof | NoneOfProof, ...], msgspec.Meta(max_length=4)]


class Mixed(Wired, frozen=True, tag="mix"):
    """My hidden hand laid anew: the cards after a shuffle under my key alone, and the proof of it."""

    cards: Cards
    proof: ShuffleProof


class Choose(Wired, frozen=True, tag="choose"):
    """A public choice."""

    choice: PlainChoice


class Settle(Wired, frozen=True, tag="settle"):
    """The end: my seed of every deal, and every seal of mine that the rules never opened, in slot order.

    Both empty at a sealed table.
    """

    seeds: Annotated[tuple[Bytes32, ...], msgspec.Meta(max_length=64)]
    openings: Annotated[tuple[tuple[SlotNumber, Opening], ...], msgspec.Meta(max_length=256)]


Payload = (
    Agree
    | CoinCommit
    | CoinReveal
    | DeckKey
    | Shuffled
    | DeckAgree
    | Shares
    | Give
    | Seal
    | Open
    | Play
    | Mixed
    | Choose
    | Settle
)


def encode_payload(payload: Payload) -> bytes:
    """The bytes that an event's body carries."""
    return encode(payload)


def decode_payload(data: bytes) -> Payload:
    """Read a payload; Malformed if it is none."""
    return decode(data, Payload)  # type: ignore[arg-type]
