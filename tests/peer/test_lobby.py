"""The lobby as a step machine: offers, seats, and the agreement on the genesis, in every order and with every
lie.
"""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peer.gathering import Admission, Begin, Closed, Departed, Gathering, Objection, short_name
from peer.lobby import NotPossible
from peer.opening import MEMBER_GRACE
from protocol.errors import Malformed
from protocol.genesis import Genesis, Player, decode_genesis, encode_genesis
from protocol.lobby import (
    Admitted,
    Again,
    Challenge,
    Confirm,
    Declined,
    Knock,
    Leave,
    LobbyMessage,
    Member,
    Offered,
    Roster,
    Start,
    Withdrawn,
    decode_lobby,
    encode_lobby,
    route,
)
from protocol.messages import Have, encode_message
from tests.peer.lobby_room import Room, key_of

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


# offers


def test_a_table_is_seen_with_its_terms() -> None:
    """Everybody who is linked sees game, options, seats, versions, passcode, and the name to type."""
    at = room(seats=4, passcode="x", sealed=True)
    (offer,) = at.lobbies["ken"].offers()
    assert (offer.host, offer.host_name, offer.game) == (key_of("aki"), "aki", "notice")
    assert (offer.seats, offer.taken, offer.passcode, offer.sealed) == (4, 1, True, True)
    assert offer.options == {"penalty": "other", "thirteen": False}
    assert offer.short == short_name(offer.table) and len(offer.short) == 9
    assert offer.why_not == ""
    assert at.lobbies["aki"].offers() == []


def test_who_comes_later_sees_the_table_too() -> None:
    """An offer is made to every new link, as it stands."""
    at = Room(FRIENDS)
    at.cut("aki", "mai")
    at.open("aki")
    at.join("ken", "aki")
    assert at.lobbies["mai"].offers() == []
    at.link("aki", "mai")
    at.run()
    (offer,) = at.lobbies["mai"].offers()
    assert offer.taken == 2


def test_offers_end_with_the_table_with_the_link_and_with_the_start() -> None:
    """Nobody sees a table that cannot be joined any more."""
    at = room()
    at.take("aki", at.lobbies["aki"].leave())
    at.run()
    assert at.lobbies["ken"].offers() == [] and closed(at, "aki") == "withdrawn"
    at.open("aki")
    at.cut("aki", "ken")
    assert at.lobbies["ken"].offers() == []
    at.link("aki", "ken")
    at.run()
    at.join("ken", "aki")
    at.join("mai", "aki")
    assert all(lobby.offers() == [] for lobby in at.lobbies.values())


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("version", 999, "version"),
        ("game", "whist", "game"),
        ("rules_version", 999, "rules-version"),
        ("seats", 9, "seats"),
        ("options", (), "options"),
        ("options", (("penalty", "other"), ("thirteen", 0)), "options"),
        ("options", (("penalty", "other"), ("thirteen", False), ("x", 1)), "options"),
        ("options", (("thirteen", False), ("penalty", "other")), "options"),
        ("taken", 3, "full"),
    ],
)
def test_an_offer_that_one_cannot_play_says_why(field: str, value: object, code: str) -> None:
    """Another version, an unknown game, impossible terms: seen, with the reason, and not knocked at."""
    at = Room(FRIENDS)

    def change(source: str, target: str, message: LobbyMessage) -> list[LobbyMessage]:
        assert not isinstance(message, Knock)
        return [
            msgspec.structs.replace(message, **{field: value}) if isinstance(message, Offered) else message
        ]

    at.tap = change
    at.open("aki")
    (offer,) = at.lobbies["ken"].offers()
    assert offer.why_not == code
    at.join("ken", "aki")
    assert admission(at, "ken") == code
    assert not at.lobbies["ken"].busy


def test_one_cannot_join_what_is_not_offered() -> None:
    """Without an offer there is nothing to knock at."""
    at = Room(FRIENDS)
    with pytest.raises(NotPossible, match="unknown"):
        at.knock("ken", "aki")


# seats


def test_three_sit_down_and_begin_the_same_game() -> None:
    """When the last seat is taken all members begin with the same genesis, each in its own seat."""
    at = room()
    at.join("ken", "aki")
    assert members(at, "aki") == members(at, "ken") == ["aki", "ken"]
    assert at.begun() == {}
    at.join("bot-rin", "aki")
    begun = at.begun()
    assert set(begun) == {"aki", "ken", "bot-rin"}
    assert len({each.genesis for each in begun.values()}) == 1
    assert [begun[name].seat for name in ("aki", "ken", "bot-rin")] == [0, 1, 2]
    genesis = decode_genesis(begun["aki"].genesis)
    assert genesis.players == tuple(
        Player(key_of(name), name, name == "bot-rin") for name in ("aki", "ken", "bot-rin")
    )
    assert dict(genesis.options) == {"penalty": "other", "thirteen": False}


def test_the_game_begins_before_anybody_is_told() -> None:
    """The opener has begun, and may have saved it, before the first Start leaves."""
    at = room()
    at.join("ken", "aki")
    seen = []
    at.tap = lambda s, t, m: seen.append("aki" in at.begun()) or [m] if isinstance(m, Start) else [m]  # type: ignore[func-returns-value]
    at.join("mai", "aki")
    assert seen == [True, True]


def test_a_seat_is_taken_once_by_one_identity() -> None:
    """Knocking twice gives one seat and the same answer."""
    at = room()
    at.join("ken", "aki")
    at.say("ken", "aki", Knock(nonce(at), 1, 1, "ken", False, (), b""))
    at.run()
    assert members(at, "aki") == ["aki", "ken"] and at.begun() == {}


def test_one_peer_has_one_seat() -> None:
    """Who sits at a table can neither open nor join another one."""
    at = room()
    at.open("mai")
    at.join("ken", "aki")
    with pytest.raises(NotPossible, match="busy"):
        at.knock("ken", "mai")
    with pytest.raises(NotPossible, match="busy"):
        at.open("ken")
    with pytest.raises(NotPossible, match="busy"):
        at.knock("aki", "mai")


def test_of_two_knocks_for_the_last_seat_the_first_gets_it() -> None:
    """The other is told that the table has begun without it, and is free to go elsewhere."""
    at = room()
    at.join("ken", "aki")
    at.knock("mai", "aki")
    at.knock("bot-rin", "aki")
    at.run()
    assert admission(at, "mai") == "" and admission(at, "bot-rin") == "started"
    assert set(at.begun()) == {"aki", "ken", "mai"} and not at.lobbies["bot-rin"].busy


def test_a_full_table_that_cannot_begin_yet_is_full() -> None:
    """While a member is away, the table neither begins nor takes in somebody else."""
    at = room()
    at.join("ken", "aki")
    at.cut("aki", "ken")
    at.join("mai", "aki")
    assert at.begun() == {}
    at.say("bot-rin", "aki", Knock(nonce(at), 1, 1, "bot-rin", True, (), b""))
    at.tap = lambda s, t, m: codes.append(m.code) or [m] if isinstance(m, Declined) else [m]  # type: ignore[func-returns-value]
    codes: list[str] = []
    at.run()
    assert codes == ["full"]
    at.link("aki", "ken")
    at.run()
    assert set(at.begun()) == {"aki", "ken", "mai"}


def test_who_stays_away_before_the_start_loses_the_seat() -> None:
    """The seat is free again after a while, and who comes back is told."""
    at = room()
    at.join("ken", "aki")
    at.cut("aki", "ken")
    at.wait(MEMBER_GRACE + 1)
    assert members(at, "aki") == ["aki"]
    at.link("aki", "ken")
    at.run()
    assert closed(at, "ken") == "dropped" and not at.lobbies["ken"].busy
    at.join("ken", "aki")
    assert members(at, "aki") == ["aki", "ken"]


def test_a_member_can_leave_and_come_back() -> None:
    """Leaving frees the seat at once; everybody sees it; the same person may sit down again."""
    at = room()
    at.join("ken", "aki")
    at.take("ken", at.lobbies["ken"].leave())
    at.run()
    assert members(at, "aki") == ["aki"] and closed(at, "ken") == "left"
    at.join("ken", "aki")
    assert members(at, "aki") == members(at, "ken") == ["aki", "ken"]


def test_the_opener_can_give_the_table_up() -> None:
    """Members are told and are free."""
    at = room()
    at.join("ken", "aki")
    at.take("aki", at.lobbies["aki"].leave())
    at.run()
    assert closed(at, "ken") == "withdrawn" and not at.lobbies["ken"].busy and not at.lobbies["aki"].busy


def test_a_withdrawal_that_was_lost_is_learnt_on_the_next_occasion() -> None:
    """A member that was away when the table was given up does not wait for ever."""
    at = room()
    at.join("ken", "aki")
    at.cut("aki", "ken")
    at.take("aki", at.lobbies["aki"].leave())
    at.link("aki", "ken")
    at.run()
    assert closed(at, "ken") == "dropped"


def test_an_opener_that_is_gone_frees_its_members() -> None:
    """After half a minute without the opener a table that has not begun is given up."""
    at = room()
    at.join("ken", "aki")
    at.cut("aki", "ken")
    at.wait(29)
    assert closed(at, "ken") is None
    at.wait(2)
    assert closed(at, "ken") == "opener-gone"


def test_a_knock_that_nobody_answers_ends() -> None:
    """Who gets no answer is told so, and would free a seat that was given without their knowledge."""
    at = room()
    at.tap = cut_kind(Admitted)
    at.join("ken", "aki")
    assert members(at, "aki") == ["aki", "ken"]
    at.wait(25)
    assert admission(at, "ken") == "no-answer" and members(at, "aki") == ["aki"]
    assert not at.lobbies["ken"].busy


@pytest.mark.parametrize(
    ("field", "value", "code"), [("version", 2, "version"), ("rules_version", 2, "rules-version")]
)
def test_a_knock_of_another_version_is_declined_by_name(field: str, value: int, code: str) -> None:
    """Both versions are compared at the door as well, and the reason is told."""
    at = room()
    at.tap = lambda s, t, m: [msgspec.structs.replace(m, **{field: value})] if isinstance(m, Knock) else [m]
    at.join("ken", "aki")
    assert admission(at, "ken") == code and members(at, "aki") == ["aki"]


def test_a_name_that_cannot_be_shown_costs_the_link() -> None:
    """An honest peer knocks under a clean name; control characters never get to the other screens."""
    at = room()
    at.say("ken", "aki", Knock(nonce(at), 1, 1, "k\x1b[2Jen", False, (), b""))
    at.run()
    assert [each.key for each in at.dropped("aki")] == [key_of("ken")] and members(at, "aki") == ["aki"]


def test_too_many_messages_cost_the_link() -> None:
    """A flood is noticed and its sender dropped; the table lives on."""
    at = room()
    for _ in range(100):
        at.say("ken", "aki", Again(nonce(at)))
    at.run()
    assert at.dropped("aki")[0].code == "too-many"
    at.now += 60
    at.join("mai", "aki")
    assert members(at, "aki") == ["aki", "mai"]


# admission


def test_a_passcode_opens_the_table() -> None:
    """The right one gives a seat, a wrong one a reason, and none is asked for before knocking."""
    at = room(passcode="sakura")
    at.join("ken", "aki", passcode="sakura")
    at.join("mai", "aki", passcode="wrong")
    at.join("bot-rin", "aki")
    assert [admission(at, name) for name in ("ken", "mai", "bot-rin")] == ["", "passcode", "passcode"]
    assert members(at, "aki") == ["aki", "ken"]
    at.join("mai", "aki", passcode="sakura")
    assert set(at.begun()) == {"aki", "ken", "mai"}


def test_an_invite_opens_the_table() -> None:
    """Its secret admits without the passcode; a wrong one does not."""
    at = room(passcode="sakura")
    at.join("ken", "aki", secret=at.lobbies["aki"].invite_secret)
    at.join("mai", "aki", secret=b"12345678")
    assert [admission(at, "ken"), admission(at, "mai")] == ["", "invite"]


@pytest.mark.parametrize("kind", [Knock, Challenge, Confirm, Roster, Start], ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("passcode", [None, "sakura"])
def test_each_message_may_be_lost_once(kind: type, passcode: str | None) -> None:
    """Whatever is lost on the way to a seat is asked for again, until all have begun."""
    at = room(passcode=passcode)
    lost = []

    def lose(source: str, target: str, message: LobbyMessage) -> list[LobbyMessage]:
        if isinstance(message, kind) and (source, target) not in lost:
            lost.append((source, target))
            return []
        return [message]

    at.tap = lose
    at.join("ken", "aki", passcode)
    at.wait(3)
    at.join("mai", "aki", passcode)
    at.wait(6)
    assert set(at.begun()) == {"aki", "ken", "mai"}
    assert len({each.genesis for each in at.begun().values()}) == 1


def test_an_opener_that_does_not_know_the_passcode_gets_no_member() -> None:
    """Admission without the fourth message is not believed at a table with a passcode."""
    at = room(passcode="sakura")
    at.tap = lambda s, t, m: [Admitted(m.table, b"")] if isinstance(m, Challenge) else [m]
    at.join("ken", "aki", passcode="sakura")
    assert admission(at, "ken") in ("shape", "passcode") and not at.lobbies["ken"].busy


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


# shapes


def test_frames_are_told_apart_by_tag_and_table() -> None:
    """Lobby and table messages share the links; the first two elements say where a frame belongs."""
    assert route(encode_lobby(Leave(b"t" * 32))) == ("leave", b"t" * 32)
    assert route(encode_message(Have(b"t" * 32, 0, bytes(32), (), ()))) == ("have", b"t" * 32)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x00",
        b"\x92",
        b"\x92\xa5leave",
        b"\x92\x01\xc4\x01a",
        b"\xdd\xff\xff\xff\xff",
        b"\x81\x90\x01",
        b"\xc1" * 9,
    ],
)
def test_frames_that_belong_nowhere_are_malformed(data: bytes) -> None:
    """Neither routing nor reading breaks on what is no message."""
    with pytest.raises(Malformed):
        route(data)
    with pytest.raises(Malformed):
        decode_lobby(data)


@given(st.binary(max_size=200))
def test_random_bytes_never_break_the_routing(data: bytes) -> None:
    """Whatever arrives is read or refused as malformed."""
    for read in (route, decode_lobby):
        try:
            read(data)
        except Malformed:
            continue
