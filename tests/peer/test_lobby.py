"""The lobby as a step machine: offers and seats, in every order and with every lie."""

import msgspec
import pytest

from peer.gathering import short_name
from peer.lobby import NotPossible
from peer.opening import MEMBER_GRACE
from protocol.genesis import Player, decode_genesis
from protocol.lobby import (
    Admitted,
    Again,
    Challenge,
    Confirm,
    Declined,
    Knock,
    LobbyMessage,
    Offered,
    Roster,
    Start,
)
from tests.peer.lobby_room import FRIENDS, Room, admission, closed, cut_kind, key_of, members, nonce, room

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
