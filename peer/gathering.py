"""Players gathering at a table: its terms, its members, and what the lobby puts out until it begins."""

import base64
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from protocol.errors import Malformed
from protocol.genesis import Genesis, OptionValue, Player, decode_genesis
from protocol.lobby import LobbyMessage, Member, Offered
from protocol.wire import encode

RETRY = 2.0
"""Seconds after which a question that was not answered is asked again."""


class SeatedPlayer(NamedTuple):
    """Who sits in a seat."""

    name: str
    bot: bool
    key: bytes


@dataclass(frozen=True, slots=True)
class Offer:
    """A table that somebody offers. `why_not` is empty if one can play there, else the code why not."""

    table: bytes
    host: bytes
    host_name: str
    game: str
    seats: int
    taken: int
    options: Mapping[str, OptionValue]
    passcode: bool
    sealed: bool
    rules_version: int
    version: int
    why_not: str

    @property
    def short(self) -> str:
        """The name of the table that people type."""
        return short_name(self.table)


# What the lobby puts out


@dataclass(frozen=True, slots=True)
class Send:
    """Send this message to a peer, if there is a link."""

    key: bytes
    message: LobbyMessage = field(repr=False)


@dataclass(frozen=True, slots=True)
class Drop:
    """Close the link of this peer, and refuse it for a while: it does what no honest peer does."""

    key: bytes
    code: str


@dataclass(frozen=True, slots=True)
class Begin:
    """Sit down in `seat` of the game of this genesis. To be done before the messages that follow it."""

    genesis: bytes
    seat: int


@dataclass(frozen=True, slots=True)
class OffersChanged:
    """The tables that one can see are others now."""


@dataclass(frozen=True, slots=True)
class Admission:
    """The answer to a knock: an empty code is a seat."""

    code: str


@dataclass(frozen=True, slots=True)
class Gathering:
    """Who has a seat at this peer's table, in the order of seats."""

    members: tuple[SeatedPlayer, ...]
    seats: int


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where a member of this peer's table says that it can be reached."""

    key: bytes
    addresses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Objection:
    """A member does not sign the genesis that this peer made."""

    key: bytes
    code: str


@dataclass(frozen=True, slots=True)
class Departed:
    """Somebody of the table that has begun says that they will not come back to it."""

    key: bytes


@dataclass(frozen=True, slots=True)
class Closed:
    """This peer is no longer at the table; the code says why."""

    code: str


Output = (
    Send | Drop | Begin | OffersChanged | Admission | Gathering | Whereabouts | Objection | Departed | Closed
)


class WrongGenesis(Exception):
    """The genesis is not what was agreed on. The code names the field, or is "shape"."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def short_name(table: bytes) -> str:
    """The eight letters and digits by which people tell tables apart, from the table's nonce."""
    text = base64.b32encode(table[:5]).decode()
    return f"{text[:4]}-{text[4:]}"


def seated(members: tuple[Member, ...]) -> tuple[SeatedPlayer, ...]:
    """The members as the screens take them."""
    return tuple(SeatedPlayer(member.name, member.bot, member.key) for member in members)


def genesis_of(terms: Offered, members: tuple[Member, ...]) -> Genesis:
    """What all sign when `members` play the offered game."""
    return Genesis(
        version=terms.version,
        nonce=terms.table,
        game=terms.game,
        rules_version=terms.rules_version,
        options=terms.options,
        players=tuple(Player(member.key, member.name, member.bot) for member in members),
        sealed=terms.sealed,
    )


def check_genesis(data: bytes, agreed: Genesis) -> None:
    """Raise WrongGenesis unless these bytes are the genesis that this peer agreed to."""
    try:
        given = decode_genesis(data)
    except Malformed:
        raise WrongGenesis("shape") from None
    for name in Genesis.__struct_fields__:
        # Compared as bytes: True is not 1, and 1.0 is not 1.
        if encode(getattr(given, name)) != encode(getattr(agreed, name)):
            raise WrongGenesis(name.replace("_", "-"))
