"""Which saved game one goes on with, and whether it concerns anybody else."""

from pathlib import Path

import pytest

from peer.gathering import short_name
from peer.home import Home
from peer.journal import Journal
from peer.saved import CannotResume, all_others_are_own_bots, find_saved
from protocol.genesis import PROTOCOL_VERSION, Genesis, Player, encode_genesis, table_id


def save(journal: Journal, number: int) -> tuple[bytes, str]:
    """Keep a game of three; its id and its short name."""
    nonce = bytes([number]) * 32
    players = tuple(Player(bytes([seat]) * 32, f"P{seat}", seat > 0) for seat in range(3))
    options = (("penalty", "other"), ("thirteen", False))
    genesis = encode_genesis(Genesis(PROTOCOL_VERSION, nonce, "notice", 1, options, players, False))
    table = table_id(genesis)
    journal.open_game(table, genesis, 0, b"s" * 32, number)
    return table, short_name(nonce)


def test_the_latest_that_can_go_on_or_the_one_that_is_named(tmp_path: Path) -> None:
    """Without a name the latest open game;

    By a short name or the beginning of an id just that one; else why not.
    """
    home = Home.at(tmp_path)
    journal = Journal(None)
    with pytest.raises(CannotResume, match="none"):
        find_saved(home, journal, None)
    first, short = save(journal, 1)
    second, _ = save(journal, 2)
    assert find_saved(home, journal, None).table == second
    assert find_saved(home, journal, short.lower()).table == first
    assert find_saved(home, journal, short.replace("-", "")[:6]).table == first
    assert find_saved(home, journal, first.hex()[:10]).table == first
    with pytest.raises(CannotResume, match="unknown"):
        find_saved(home, journal, "ABCD-EFGH")
    with pytest.raises(CannotResume, match="ambiguous"):
        find_saved(home, journal, "")
    journal.close_game(second, "broken")
    assert find_saved(home, journal, None).table == first
    with pytest.raises(CannotResume, match="broken"):
        find_saved(home, journal, second.hex())
    journal.close()


def test_a_game_against_own_bots_stays_here(tmp_path: Path) -> None:
    """Only where bots of this machine hold every other seat nobody else needs to hear that it goes on."""
    home = Home.at(tmp_path)
    journal = Journal(home.journal)
    _, short = save(journal, 1)
    journal.close()
    assert not all_others_are_own_bots(home, None)
    (home.bots / short / "Ben").mkdir(parents=True)
    assert not all_others_are_own_bots(home, None)
    (home.bots / short / "Chie").mkdir()
    assert all_others_are_own_bots(home, None)
