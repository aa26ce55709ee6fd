"""Whole peers: links, lobby, table, journal and bots together, over a network within this process."""

import asyncio
from collections.abc import Awaitable
from pathlib import Path
from random import Random

import pytest

from engines.vocabulary import Fact
from peer.audit import Verdict, audit_file
from peer.blame import Refusal
from peer.bots.seat import take_any_seat
from peer.chat import Chatted
from peer.finding import JoinRefused
from peer.gathering import Closed, Gathering
from peer.home import Home
from peer.invite import read_invite, write_invite
from peer.node import Node
from peer.outcome import Happened, Output, Over
from peer.presence import AWAY_AFTER, GONE_AFTER, Attendance, Presence
from peer.reaching import AddressBook
from peer.saved import CannotResume
from peer.sitting import Began, Cloned, Sitting, Waiting
from peer.table import Table
from protocol.messages import Chat, Have, encode_chat, encode_message
from tests.peer.memory_peers import Hub
from tests.peer.whole_peers import go_on, kill, node, play, run, sit_down, until


def test_three_peers_play_a_whole_game(tmp_path: Path) -> None:
    """They find the table, begin by themselves, and end with one transcript that each audit finds fair."""

    async def work() -> None:
        hub = Hub()
        async with (
            node(hub, tmp_path, "aki") as aki,
            node(hub, tmp_path, "ken") as ken,
            node(hub, tmp_path, "rin", bot=True) as rin,
        ):
            mine = await aki.open("notice", 3, {"penalty": "both"})
            others = [await take_any_seat(ken), await take_any_seat(rin)]
            assert {mine.short, *(sitting.short for sitting in others)} == {mine.short}
            told = await asyncio.gather(*(play(sitting) for sitting in (mine, *others)))
            for peer in (aki, ken, rin):
                assert hub.peers[peer.key].expected == {aki.key, ken.key, rin.key}
            verdicts = [sitting.verdict for sitting in (mine, *others)]
        files = {
            sitting.transcript_path.read_bytes() for sitting in (mine, *others) if sitting.transcript_path
        }
        assert len(files) == 1
        first = verdicts[0]
        assert isinstance(first, Verdict) and first.outcome == "fair" and first.opened
        assert len({verdict.digest for verdict in verdicts if verdict}) == 1
        assert first.players == ("aki", "ken", "rin")
        for seat, notices in enumerate(told):
            assert isinstance(notices[-1], Over)
            began = next(each for each in notices if isinstance(each, Began))
            assert began == Began(seat, ())
            facts = tuple(each.fact for each in notices if isinstance(each, Happened))
            assert facts == (mine, *others)[seat].facts()
            assert any(isinstance(each, Waiting) for each in notices)
        assert [each.members[-1].name for each in told[0] if isinstance(each, Gathering)] == [
            "aki",
            "ken",
            "rin",
        ]

    run(work())


def test_a_question_that_was_answered_is_not_put_again(tmp_path: Path) -> None:
    """While others still think, the view of a seat that has answered asks nothing, and a second answer is
    refused.
    """

    async def work() -> None:
        hub = Hub()
        async with (
            node(hub, tmp_path, "aki") as aki,
            node(hub, tmp_path, "ken") as ken,
            node(hub, tmp_path, "rin") as rin,
        ):
            mine = await aki.open("notice", 3, {})
            others = [await take_any_seat(ken), await take_any_seat(rin)]
            await until(lambda: all(sitting.asked() for sitting in (mine, *others)))
            assert mine.view()["ask"]["choices"]
            mine.answer(3)
            assert mine.view()["ask"] is None
            with pytest.raises(Refusal, match="turn"):
                mine.answer(4)
            assert all(sitting.view()["ask"] for sitting in others)

    run(work())


def test_players_say_lines_to_each_other(tmp_path: Path) -> None:
    """What one says at the table the others hear as one safe line; who says too much is not heard for a
    while, and rubbish costs the link.
    """

    async def work() -> None:
        hub = Hub()
        async with (
            node(hub, tmp_path, "aki") as aki,
            node(hub, tmp_path, "ken") as ken,
            node(hub, tmp_path, "rin") as rin,
        ):
            mine = await aki.open("notice", 3, {})
            others = [await take_any_seat(ken), await take_any_seat(rin)]
            await until(lambda: all(sitting.asked() for sitting in (mine, *others)))
            assert mine.say("\x1b[2J") == "[2J"
            assert mine.say("  ") == ""
            assert mine.say("good\nluck") == "good luck"
            for sitting in others:
                assert await said(sitting, 2) == [Chatted(0, "[2J"), Chatted(0, "good luck")]
            for _ in range(30):
                mine.say("x")
            mine.say("y" * 500)
            assert len(await said(others[0], 6)) == 6
            frame = encode_chat(Chat(bytes.fromhex(mine.table), "x"))
            aki.send(ken.key, frame[:-1])
            await until(lambda: not ken.is_linked(aki.key))

    run(work())


async def said(sitting: Sitting, count: int) -> list[Chatted]:
    heard: list[Chatted] = []
    async for notice in sitting:
        if isinstance(notice, Chatted):
            heard.append(notice)
            if len(heard) == count:
                break
    return heard


# getting a seat


async def refusal(work: Awaitable[Sitting]) -> str:
    with pytest.raises(JoinRefused) as refused:
        await work
    return refused.value.code


def test_a_seat_by_name_by_address_and_by_invite(tmp_path: Path) -> None:
    """Each of the three ways that a friend can type leads to the table; an invite goes past the passcode."""

    async def work() -> None:
        hub = Hub()
        hub.discovery = False
        async with (
            node(hub, tmp_path, "aki") as aki,
            node(hub, tmp_path, "ken") as ken,
            node(hub, tmp_path, "mai") as mai,
            node(hub, tmp_path, "rin") as rin,
        ):
            mine = await aki.open("notice", 4, {}, passcode="sakura")
            await ken.join(aki.network.addresses()[0], "sakura")
            await mai.join(aki.invite(mine).lower())
            hub.link(hub.peers[rin.key], hub.peers[aki.key])
            last = await rin.join(mine.short.lower(), "sakura")
            await until(lambda: last.seat == 3)
            assert [player.name for player in last.players] == ["aki", "ken", "mai", "rin"]
            await until(lambda: mine.table == last.table != "")

    run(work())


def test_a_refusal_names_its_reason_and_leaves_one_free(tmp_path: Path) -> None:
    """Wrong passcode, wrong invite, wrong machine, no table, no answer, bad code: each has its own word."""

    async def work() -> None:
        hub = Hub()
        async with (
            node(hub, tmp_path, "aki") as aki,
            node(hub, tmp_path, "ken") as ken,
            node(hub, tmp_path, "mai") as mai,
        ):
            mine = await aki.open("notice", 3, {}, passcode="sakura")
            await until(lambda: bool(ken.offers()))
            (offer,) = ken.offers()
            assert await refusal(ken.join(offer)) == "passcode"
            assert await refusal(ken.join(offer, "wrong")) == "passcode"
            invite = read_invite(aki.invite(mine))
            other = write_invite(invite.address, invite.port, aki.key, bytes(8))
            assert await refusal(ken.join(other)) == "invite"
            other = write_invite(invite.address, invite.port, mai.key, invite.secret)
            assert await refusal(ken.join(other)) == "wrong-host"
            assert await refusal(ken.join("A" * 45)) == "invite-checksum"
            assert await refusal(ken.join("10.9.9.9:1")) == "no-answer"
            sitting = await ken.join(offer, "sakura")
            assert await refusal(ken.join(offer, "sakura")) == "busy"
            await sitting.leave()
            assert [notice async for notice in sitting][-1] == Closed("left")
            await until(lambda: len(mine.players) == 1)
            assert (await ken.join(offer, "sakura")).ended is None

    run(work())


def test_a_game_that_nobody_here_knows_is_not_joined(tmp_path: Path) -> None:
    """A peer that links without offering a table is no opener, and is told apart from silence."""

    async def work() -> None:
        hub = Hub()
        async with node(hub, tmp_path, "aki") as aki, node(hub, tmp_path, "ken") as ken:
            assert await refusal(ken.join(aki.network.addresses()[0])) == "no-table"

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("peer.finding.OFFER_SECONDS", 0.2)
        run(work())


# nothing is lost


def facts_of(at: Node) -> tuple[Fact, ...]:
    return at._sitting.facts() if at._sitting else ()


async def end_alike(peers: "dict[str, tuple[Node, asyncio.Task[Sitting]]]") -> None:
    """All reach the same end of a fair game."""
    sittings = [await task for _, task in peers.values()]
    for at, _ in peers.values():
        await at.__aexit__(None, None, None)
    assert {sitting.verdict.outcome for sitting in sittings if sitting.verdict} == {"fair"}
    files = {sitting.transcript_path.read_bytes() for sitting in sittings if sitting.transcript_path}
    assert len(files) == 1 and len({sitting.table for sitting in sittings}) == 1


def test_peers_that_are_killed_go_on_with_the_same_game(tmp_path: Path) -> None:
    """One after the other, and then all at once, at many moments: the game that they end is the one they
    began.
    """

    async def work() -> None:
        hub, rng, names = Hub(), Random(4), ("aki", "ken", "rin")
        peers = await sit_down(hub, tmp_path, names)
        for turn in range(40):
            for _ in range(rng.randrange(40)):
                await asyncio.sleep(0)
            if max(len(facts_of(at)) for at, _ in peers.values()) > 150:
                assert turn > 10
                break
            victims = names if turn % 4 == 3 else (rng.choice(names),)
            for name in victims:
                await kill(hub, *peers[name])
            for name in victims:
                peers[name] = await go_on(hub, tmp_path, name)
        await end_alike(peers)

    run(work())


def test_an_end_that_was_saved_but_not_said_is_said_after_all(tmp_path: Path) -> None:
    """Killed between the last event and its telling: the others wait for it, and get it from the resumed
    peer.
    """

    async def work() -> None:
        hub, names = Hub(), ("aki", "ken", "rin")
        peers = await sit_down(hub, tmp_path, names)
        aki = peers["aki"][0]
        hub.lose = lambda source, target, data: source == "aki" and b"settle" in data
        await until(lambda: bool((sitting := aki._sitting) and sitting.transcript_path.exists()))  # type: ignore[union-attr]
        await kill(hub, *peers["aki"])
        assert aki._sitting and aki._sitting.transcript_path
        aki._sitting.transcript_path.unlink()
        assert not any(peers[name][1].done() for name in ("ken", "rin"))
        hub.lose = lambda source, target, data: False
        peers["aki"] = await go_on(hub, tmp_path, "aki")
        await end_alike(peers)

    run(work())


def test_lost_frames_and_cut_links_lead_to_the_same_end(tmp_path: Path) -> None:
    """Frames of the lobby and of the table get lost, and links are cut and mended."""

    async def work() -> None:
        hub, rng, names = Hub(), Random(9), ("aki", "ken", "rin")
        hub.lose = lambda source, target, data: rng.random() < 0.03
        peers = await sit_down(hub, tmp_path, names)
        keys = [at.key for at, _ in peers.values()]
        while not all(task.done() for _, task in peers.values()):
            one, other = rng.sample(keys, 2)
            hub.cut(one, other)
            await asyncio.sleep(0.2)
            hub.mend(one, other)
            await asyncio.sleep(0.4)
        await end_alike(peers)

    run(work())


def test_players_find_each_other_again_without_discovery(tmp_path: Path) -> None:
    """Where nothing is discovered, those who were killed dial the addresses that they knew before."""

    async def work() -> None:
        hub, names = Hub(), ("aki", "ken", "rin")
        peers = await sit_down(hub, tmp_path, names)
        await asyncio.sleep(0.3)
        hub.discovery = False
        for name in names:
            await kill(hub, *peers[name])
        for name in names:
            peers[name] = await go_on(hub, tmp_path, name)
        await end_alike(peers)

    run(work())


def test_there_must_be_something_to_go_on_with(tmp_path: Path) -> None:
    """Resuming nothing, something unknown, or a game that one left, is refused by name."""

    async def work() -> None:
        hub = Hub()
        async with (
            node(hub, tmp_path, "aki") as aki,
            node(hub, tmp_path, "ken") as ken,
            node(hub, tmp_path, "rin") as rin,
        ):
            with pytest.raises(CannotResume, match="none"):
                await aki.resume()
            mine = await aki.open("notice", 3, {})
            others = [await take_any_seat(ken), await take_any_seat(rin)]
            await until(lambda: bool(mine.table and all(sitting.table for sitting in others)))
            await mine.leave()
            assert [notice async for notice in mine][-1] == Closed("left")
            with pytest.raises(CannotResume, match="unknown"):
                await aki.resume("zzzz")
            with pytest.raises(CannotResume, match="left"):
                await aki.resume(mine.table[:8])
            await until(lambda: all(sitting.presence(0) == "gone" for sitting in others))
            assert mine.transcript_path is not None
            assert audit_file(mine.transcript_path).outcome == "incomplete"

    run(work())


# bad company


def test_frames_that_no_honest_peer_sends_cost_the_link(tmp_path: Path) -> None:
    """Malformed bytes, table frames of a stranger and floods end the link of their sender, no other."""

    async def work() -> None:
        hub = Hub()
        async with (
            node(hub, tmp_path, "aki") as aki,
            node(hub, tmp_path, "ken") as ken,
            node(hub, tmp_path, "rin") as rin,
            node(hub, tmp_path, "mal") as mal,
            node(hub, tmp_path, "nul") as nul,
            node(hub, tmp_path, "xen") as xen,
        ):
            mine = await aki.open("notice", 3, {})
            others = [await take_any_seat(ken), await take_any_seat(rin)]
            await until(lambda: bool(mine.table and all(sitting.table for sitting in others)))
            mal.network.send(aki.key, b"\x93no message")
            have = Have(bytes.fromhex(mine.table), 0, bytes(32), (), ())
            nul.network.send(aki.key, encode_message(have))
            other_table = encode_message(Have(bytes(32), 0, bytes(32), (), ()))
            for _ in range(3000):
                xen.network.send(aki.key, other_table)
            await until(
                lambda: {each[1] for each in hub.dropped if each[0] == "aki"} == {"mal", "nul", "xen"}
            )
            await asyncio.gather(*(play(sitting) for sitting in (mine, *others)))
            assert mine.verdict is not None and mine.verdict.outcome == "fair"

    run(work())


def test_a_player_who_is_cut_off_is_named(tmp_path: Path) -> None:
    """When a player's link is ended for what came over it, the table says so of that seat."""

    async def work() -> None:
        hub = Hub()
        async with (
            node(hub, tmp_path, "aki") as aki,
            node(hub, tmp_path, "ken") as ken,
            node(hub, tmp_path, "rin") as rin,
        ):
            mine = await aki.open("notice", 3, {})
            others = [await take_any_seat(ken), await take_any_seat(rin)]
            await until(lambda: bool(mine.table and all(sitting.table for sitting in others)))
            rin.network.send(aki.key, b"\x93no message")
            async for notice in mine:
                if notice == Presence(mine.seat_of(rin.key) or 0, "cut-off"):
                    return

    run(work())


def test_an_error_at_a_table_ends_it_and_tells_no_card(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The seat hears that its table is closed, the log names places but not what the error said; the node
    lives.
    """

    async def work() -> None:
        hub = Hub()
        async with (
            node(hub, tmp_path, "aki") as aki,
            node(hub, tmp_path, "ken") as ken,
            node(hub, tmp_path, "rin") as rin,
        ):
            mine = await aki.open("notice", 3, {})
            others = [await take_any_seat(ken), await take_any_seat(rin)]
            await until(lambda: bool(mine.table and all(sitting.table for sitting in others)))

            def break_down(self: Table) -> list[Output]:
                raise RuntimeError("the queen of hearts") if self.seat == 0 else KeyError

            monkeypatch.setattr(Table, "tick", break_down)
            assert [notice async for notice in mine][-1] == Closed("internal")
            monkeypatch.undo()
            assert "RuntimeError" in caplog.text and "queen" not in caplog.text
            assert (await aki.open("notice", 3, {})).ended is None

    run(work())


# the parts


def test_an_identity_that_runs_elsewhere_too_is_told_to_its_player(tmp_path: Path) -> None:
    """When the network finds a clone of this peer, whoever sits at a table hears of it."""

    async def work() -> None:
        hub = Hub()
        async with node(hub, tmp_path, "aki") as aki:
            sitting = await aki.open("notice", 3, {})
            hub.clone(aki.key)
            async for notice in sitting:
                if isinstance(notice, Cloned):
                    return

    run(work())


def test_presence_goes_from_here_to_away_to_gone() -> None:
    """Seconds without a link make a seat away, minutes make it gone, and a new link brings it back."""
    at = Attendance({1, 2}, 0.0)
    assert at.linked(1, 1.0) == [] and at.linked(2, 1.0) == []
    assert at.look(100.0) == []
    at.unlinked(1, 100.0)
    assert at.look(100.0 + AWAY_AFTER) == []
    assert at.look(101.0 + AWAY_AFTER) == [Presence(1, "away")]
    assert at.look(102.0 + AWAY_AFTER) == []
    assert at.look(101.0 + GONE_AFTER) == [Presence(1, "gone")]
    assert at.linked(1, 2000.0) == [Presence(1, "here")]
    assert at.departed(2, 2001.0) == [Presence(2, "gone")]
    assert at.state(2) == "gone" and at.state(1) == "here" and at.state(0) == "here"


def test_whoever_can_be_reached_by_way_of_others_is_here() -> None:
    """Without a link a seat is here for as long as somebody else is known to reach it, and no longer."""
    at = Attendance({1, 2}, 0.0)
    assert at.unlinked(1, 1.0) == []
    for second in range(2, 100):
        assert at.reached({0, 1}, float(second)) == [Presence(2, "away")] * (second == 6)
    assert at.look(99.0 + AWAY_AFTER) == []
    assert at.look(100.0 + AWAY_AFTER) == [Presence(1, "away")]
    assert at.reached({1}, 200.0) == [Presence(1, "here")]
    assert at.departed(1, 201.0) == [Presence(1, "gone")]
    assert at.reached({1}, 202.0) == []


def test_a_seat_that_only_one_can_reach_is_here_for_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two players without a link see each other at the table by way of the third, until that way is gone."""
    monkeypatch.setattr("peer.presence.AWAY_AFTER", 1.0)

    async def work() -> None:
        hub = Hub()
        async with (
            node(hub, tmp_path, "aki") as aki,
            node(hub, tmp_path, "ken") as ken,
            node(hub, tmp_path, "rin") as rin,
        ):
            sittings = [
                await aki.open("notice", 3, {}),
                await take_any_seat(ken),
                await take_any_seat(rin),
            ]
            await until(lambda: all(sitting.asked() for sitting in sittings))
            hub.cut(ken.key, rin.key)
            await asyncio.sleep(2.5)
            assert [sitting.presence(seat) for sitting in sittings for seat in range(3)] == ["here"] * 9
            hub.cut(aki.key, rin.key)
            await until(lambda: [sitting.presence(2) for sitting in sittings] == ["away", "away", "here"])
            hub.mend(aki.key, rin.key)
            await until(lambda: [sitting.presence(2) for sitting in sittings] == ["here"] * 3)

    run(work())


def test_the_address_book_outlives_the_program_and_is_bounded(tmp_path: Path) -> None:
    """Latest addresses first; a damaged file is an empty book."""
    home = Home.at(tmp_path)
    book = AddressBook(home.addresses, home.write)
    book.note(b"k" * 32, ["a:1", "b:2"])
    book.note(b"k" * 32, ["b:2", "c:3"])
    assert AddressBook(home.addresses, home.write).of(b"k" * 32) == ["b:2", "c:3", "a:1"]
    for n in range(100):
        book.note(bytes([n]) * 32, [f"h:{port}" for port in range(50)])
    again = AddressBook(home.addresses, home.write)
    assert again.of(b"k" * 32) == [] and again.of(b"\0" * 32) == []
    assert len(again.of(bytes([99]) * 32)) == 6
    for damage in (b"\xff", b"[]", b'{"00": 3}'):
        home.addresses.write_bytes(damage)
        assert AddressBook(home.addresses, home.write).of(b"\0") == []
