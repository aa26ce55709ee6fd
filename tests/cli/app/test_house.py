"""The house with a real peer in it: who sees what of it, and what is left of a table when it is over."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from cli import own_machine
from cli.app.house import House, Terms
from cli.settings import Settings, load
from peer.home import Home
from peer.node import Node
from peer.saved import CannotResume
from tests.cli.running import start

WAIT = 60.0


@pytest.fixture(autouse=True)
def _own_port(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in own_machine.environment().items():
        monkeypatch.setenv(name, value)


def in_house(tmp_path: Path, work: Callable[[House, Node], Awaitable[None]]) -> None:
    """A house, and a peer on the same network that looks at it."""

    async def main() -> None:
        house = House(Home.at(tmp_path / "aki"), Settings(name="Aki"))
        async with asyncio.timeout(WAIT), Node(Home.at(tmp_path / "ben"), name="Ben") as ben, house:
            await work(house, ben)

    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
        runner.run(main())


async def so(condition: Callable[[], bool]) -> None:
    """Wait until something is so."""
    while not condition():  # noqa: ASYNC110
        await asyncio.sleep(0.05)


def names(node: Node) -> list[str]:
    """Whom a peer is linked to."""
    return [peer.name for peer in node.network.peers() if peer.state == "linked"]


def test_a_table_with_bots_and_once_more(tmp_path: Path) -> None:
    """An open table is seen, with the bots that came; opened again it is another one, with as many bots."""

    async def work(house: House, ben: Node) -> None:
        first = await house.open(Terms("notice", 4, {}, bots=1))
        await so(lambda: [offer.taken for offer in ben.offers()] == [2])
        assert house.bots_sent == 1 and len(house.ways_in()) >= 2
        assert not house.untidy
        assert house.sitting is first
        await first.leave()
        second = await house.again()
        assert second is not None and second.short != first.short and house.bots_sent == 1
        await so(lambda: [(offer.short, offer.taken) for offer in ben.offers()] == [(second.short, 2)])
        await house.leave()
        assert house.sitting is None and not house.untidy
        await so(lambda: ben.offers() == [])

    in_house(tmp_path, work)


@pytest.mark.parametrize("part", ["__aexit__", "__aenter__"])
def test_who_quits_while_it_changes_leaves_no_half_peer(
    part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When a change of the network is broken off by the end of the program, it is brought to its end first:
    all of the peer is closed, and the data folder is free again.
    """
    whole = getattr(Node, part)
    changing: list[asyncio.Future[None]] = []

    async def broken_off(node: Node, *how: object) -> Node | None:
        if changing:
            changing.pop().cancel()
            await asyncio.sleep(0)
        done: Node | None = await whole(node, *how)
        return done

    async def main() -> None:
        async with asyncio.timeout(WAIT):
            async with House(Home.at(tmp_path / "aki"), Settings(name="Aki")) as house:
                await house.open(Terms("notice", 3, {}, alone=True))
                leaving = asyncio.ensure_future(house.leave())
                changing.append(leaving)
                await asyncio.gather(leaving, return_exceptions=True)
                assert leaving.cancelled()
            async with House(Home.at(tmp_path / "aki"), Settings(name="Aki")):
                pass

    monkeypatch.setattr(Node, part, broken_off)
    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
        runner.run(main())


def test_practice_is_seen_by_nobody(tmp_path: Path) -> None:
    """While one practises one is not on the network of the others; afterwards one is again."""

    async def main() -> None:
        house = House(Home.at(tmp_path / "aki"), Settings(name="Aki"))
        async with asyncio.timeout(WAIT), house:
            await so(lambda: names(house.node) == ["Zoe"])
            sitting = await house.open(Terms("notice", 3, {}, alone=True))
            await so(lambda: bool(sitting.table))
            assert [player.bot for player in sitting.players].count(True) == 2
            assert "Zoe" not in names(house.node) and house.offers() == []
            await house.leave()
            await so(lambda: names(house.node) == ["Zoe"])

    # In a process of its own, since the port of discovery is one for a whole process.
    other = start(tmp_path / "ben", "bot", "--open", "nokosu", "--name", "Zoe", "--with-input")
    try:
        with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
            runner.run(main())
    finally:
        other.communicate(timeout=WAIT)


def test_a_new_name(tmp_path: Path) -> None:
    """A name that was changed is the one that others see; one that cannot be shown changes nothing."""

    async def work(house: House, ben: Node) -> None:
        told: list[Settings] = []
        house.when_settled = told.append
        await house.settle(Settings(name="\u79cb\u5b50", sound=False))
        await so(lambda: names(ben) == ["\u79cb\u5b50"])
        await house.settle(Settings(name="\u202e"))
        assert house.name == "\u79cb\u5b50" and [each.sound for each in told] == [False, True]

    in_house(tmp_path, work)


def test_nothing_to_go_on_with(tmp_path: Path) -> None:
    """Where there is no game, that is refused; the house goes on."""

    async def work(house: House, ben: Node) -> None:
        with pytest.raises(CannotResume, match="none"):
            await house.resume(None)
        assert (house.saved, house.unfinished, house.sitting) == ([], [], None)

    in_house(tmp_path, work)


def test_settings_are_those_of_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the house keeps is what the commands read."""
    monkeypatch.setenv("CHABUDAI_HOME", str(tmp_path / "aki"))

    async def work(house: House, ben: Node) -> None:
        await house.settle(Settings(name="Chie", language="ja"))

    in_house(tmp_path, work)
    assert load() == Settings(name="Chie", language="ja")
