"""The start of a table: all sign what all agreed on, whatever gets lost and whoever lies."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peer.gathering import Begin, Departed, Objection
from protocol.genesis import Genesis, Player, decode_genesis, encode_genesis
from protocol.lobby import (
    Again,
    Declined,
    Leave,
    LobbyMessage,
    Member,
    Roster,
    Start,
    Withdrawn,
)
from tests.peer.lobby_room import Room, closed, cut_kind, key_of, members, nonce, room

# the start


def test_a_lost_start_is_got_from_any_member() -> None:
    """When the opener is gone after the start, another member has the genesis too."""
    at = room()
    at.tap = lambda s, t, m: [] if isinstance(m, Start) and (s, t) == ("aki", "ken") else [m]
    at.join("ken", "aki")
    at.join("mai", "aki")
    assert set(at.begun()) == {"aki", "mai"}
    at.cut("aki", "ken")
    at.wait(4)
    assert at.begun()["ken"].genesis == at.begun()["aki"].genesis


def test_a_resumed_opener_still_has_the_start() -> None:
    """An opener that was killed right after the start tells it again to who missed it."""
    at = room()
    at.tap = cut_kind(Start)
    at.join("ken", "aki")
    at.join("mai", "aki")
    genesis = decode_genesis(at.begun()["aki"].genesis)
    at.cut("aki", "ken")
    fresh = Room(("aki",)).lobbies["aki"]
    fresh.resumed(genesis)
    at.lobbies["aki"] = fresh
    at.tap = lambda s, t, m: [m]
    at.cut("aki", "mai")
    at.link("aki", "ken")
    at.link("aki", "mai")
    at.run()
    at.wait(5)
    assert set(at.begun()) == {"aki", "ken", "mai"}


def wrong(genesis: Genesis) -> dict[str, Genesis]:
    """One genesis with a lie in each field."""
    replace = msgspec.structs.replace
    players = genesis.players
    return {
        "version": replace(genesis, version=2),
        "nonce": replace(genesis, nonce=bytes(32)),
        "game": replace(genesis, game="whist"),
        "rules-version": replace(genesis, rules_version=2),
        "options": replace(genesis, options=(("penalty", "both"), ("thirteen", False))),
        "sealed": replace(genesis, sealed=not genesis.sealed),
        "players order": replace(genesis, players=(players[1], players[0], players[2])),
        "players key": replace(genesis, players=(*players[:2], replace(players[2], key=bytes(32)))),
        "players name": replace(genesis, players=(*players[:2], replace(players[2], name="who"))),
        "players bot": replace(genesis, players=(*players[:2], replace(players[2], bot=True))),
        "players fewer": replace(genesis, players=players[:2]),
        "players more": replace(genesis, players=(*players, replace(players[2], key=bytes(32)))),
    }


LIES = sorted(wrong(Genesis(1, bytes(32), "x", 1, (), (Player(bytes(32), "x", False),) * 3, False)))


@pytest.mark.parametrize("lie", LIES)
def test_a_genesis_with_a_lie_in_any_field_is_not_signed(lie: str) -> None:
    """The member names the field, leaves, and the opener hears of it."""
    at = room()

    def change(source: str, target: str, message: LobbyMessage) -> list[LobbyMessage]:
        if isinstance(message, Start) and target == "mai":
            false = encode_genesis(wrong(decode_genesis(message.genesis))[lie])
            return [Start(message.table, false)]
        return [message]

    at.tap = change
    at.join("ken", "aki")
    at.join("mai", "aki")
    code = lie.split()[0]
    assert set(at.begun()) == {"aki", "ken"}
    assert closed(at, "mai") == f"wrong-{code}"
    assert at.last("aki", Objection) == Objection(key_of("mai"), code)
    assert at.last("aki", Departed) == Departed(key_of("mai"))


def test_bytes_that_are_no_genesis_are_not_signed() -> None:
    """Also the right genesis in another encoding is refused: all must sign the same bytes."""
    for false in (b"", b"\x90", None):
        at = room()
        at.tap = (
            lambda s, t, m, false=false: (  # type: ignore[misc]
                [Start(m.table, b"\xdc\x00\x07" + m.genesis[1:] if false is None else false)]
                if isinstance(m, Start) and t == "mai"
                else [m]
            )
        )
        at.join("ken", "aki")
        at.join("mai", "aki")
        assert closed(at, "mai") == "wrong-shape"


def test_a_false_start_of_a_member_changes_nothing() -> None:
    """Only the opener can spoil the start for a member; what others make up is ignored."""
    at = room()
    at.tap = lambda s, t, m: [] if isinstance(m, Start) and t == "mai" else [m]
    at.join("ken", "aki")
    at.join("mai", "aki")
    genuine = decode_genesis(at.begun()["aki"].genesis)
    at.tap = lambda s, t, m: [m]
    for false in wrong(genuine).values():
        at.say("ken", "mai", Start(genuine.nonce, encode_genesis(false)))
        at.say("bot-rin", "mai", Start(genuine.nonce, encode_genesis(genuine)))
    at.run()
    assert closed(at, "mai") is None and "mai" not in at.begun()
    at.wait(3)
    assert set(at.begun()) == {"aki", "ken", "mai"}


def roster_lies(members: tuple[Member, ...]) -> dict[str, tuple[Member, ...]]:
    replace = msgspec.structs.replace
    return {
        "twice": (*members, members[1]),
        "without me": (members[0],),
        "opener not first": members[::-1],
        "renamed": (members[0], replace(members[1], name="other")),
        "marked as bot": (members[0], replace(members[1], bot=True)),
        "unclean": (*members, Member(bytes(32), "\x07", False, ())),
        "too many": (*members, *(Member(bytes([n]) * 32, "x", False, ()) for n in range(2))),
    }


@pytest.mark.parametrize("lie", sorted(roster_lies((Member(bytes(32), "x", False, ()),) * 2)))
def test_a_roster_that_cannot_be_is_left(lie: str) -> None:
    """A member leaves an opener whose list of members cannot be true."""
    at = room()
    at.tap = lambda s, t, m: [Roster(m.table, roster_lies(m.members)[lie])] if isinstance(m, Roster) else [m]
    at.join("ken", "aki")
    assert closed(at, "ken") == "roster" and members(at, "aki") == ["aki"]


def test_only_the_opener_speaks_for_the_table() -> None:
    """Rosters, admissions and withdrawals of others are ignored."""
    at = room()
    at.join("ken", "aki")
    table = nonce(at)
    for message in (
        Roster(table, (Member(key_of("mai"), "mai", False, ()),)),
        Declined(table, "full"),
        Withdrawn(table, "withdrawn"),
    ):
        at.say("mai", "ken", message)
    at.run()
    assert closed(at, "ken") is None and members(at, "ken") == ["aki", "ken"]
    assert len(at.lobbies["mai"].offers()) == 1


def test_who_left_while_the_game_began_does_not_begin() -> None:
    """Leave and Start cross: the one who left stays away, and the others are told so."""
    at = room()
    at.join("ken", "aki")
    at.knock("mai", "aki")
    at.take("ken", at.lobbies["ken"].leave())
    at.run()
    assert "ken" not in at.begun() and not at.lobbies["ken"].busy
    if "aki" in at.begun():
        assert at.last("aki", Departed) == Departed(key_of("ken"))


def test_leaving_a_game_is_told_to_all_players() -> None:
    """After the start a leave goes to everybody at the table."""
    at = room()
    at.join("ken", "aki")
    at.join("mai", "aki")
    at.take("ken", at.lobbies["ken"].leave())
    at.run()
    assert at.last("aki", Departed) == at.last("mai", Departed) == Departed(key_of("ken"))
    assert closed(at, "ken") == "left"


def test_strangers_cannot_speak_for_players() -> None:
    """A stranger's leave, objection or question at a table that has begun is not heard."""
    at = room()
    at.join("ken", "aki")
    at.join("mai", "aki")
    table = at.lobbies["aki"]._begun.nonce  # type: ignore[union-attr]
    got: list[LobbyMessage] = []
    at.tap = lambda s, t, m: got.append(m) or [m] if t == "bot-rin" else [m]  # type: ignore[func-returns-value]
    for message in (Leave(table), Again(table)):
        at.say("bot-rin", "aki", message)
    at.run()
    assert at.last("aki", Departed) is None and got == []


ORDERS = st.permutations(
    [("join", "ken"), ("join", "mai"), ("join", "bot-rin"), ("leave", "ken"), ("cut", "mai"), ("link", "mai")]
)


@settings(max_examples=60, deadline=None)
@given(ORDERS, st.booleans())
def test_in_every_order_who_begins_begins_the_same(order: list[tuple[str, str]], settle: bool) -> None:
    """Joins, leaves and cuts in any order: in the end nobody hangs, and all that begin do so with one
    genesis.
    """
    at = room()
    for what, who in order:
        linked = frozenset(("aki", who)) in at.links
        if what == "join" and linked and not at.lobbies[who].busy and at.lobbies[who].offers():
            at.knock(who, "aki")
        elif what == "leave":
            at.take(who, at.lobbies[who].leave())
        elif what == "cut" and linked:
            at.cut("aki", who)
        elif what == "link" and not linked:
            at.link("aki", who)
        if settle:
            at.run()
    at.run()
    at.wait(40)
    begun = at.begun()
    assert len({each.genesis for each in begun.values()}) <= 1
    for name, each in begun.items():
        assert isinstance(each, Begin)
        assert decode_genesis(each.genesis).players[each.seat].key == key_of(name)
    if begun:
        assert {p.name for p in decode_genesis(begun["aki"].genesis).players} >= set(begun)
    sitting = {name for name in at.names if at.lobbies[name].busy} - set(begun)
    assert sitting == set(members(at, "aki")) or begun
