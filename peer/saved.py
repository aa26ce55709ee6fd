"""Saved games: which of those in the journal one can go on with."""

from typing import NamedTuple

from peer.gathering import short_name
from peer.home import Home
from peer.journal import Journal, SavedGame
from peer.sitting import transcript_of
from protocol.genesis import decode_genesis


class CannotResume(Exception):
    """There is no game to go on with: "none", "unknown", "ambiguous", "over", "broken", "left"."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def find_saved(home: Home, journal: Journal, table: str | None) -> SavedGame:
    """The game whose id or short name begins so, or the latest that can go on; CannotResume."""
    games = journal.games()
    if table is not None:
        wanted = table.strip().lower().replace("-", "")
        games = [game for game in games if any(name.startswith(wanted) for name in _names(game))]
        if len(games) > 1:
            raise CannotResume("ambiguous")
        if not games:
            raise CannotResume("unknown")
    open_games = [game for game in games if can_go_on(home, game)]
    if not open_games:
        raise CannotResume((games[0].closed or "none") if table is not None else "none")
    return open_games[0]


def all_others_are_own_bots(home: Home, table: str | None) -> bool:
    """Whether everybody else in the game that would go on is a bot of this machine.

    FolderInUse, CannotResume.
    """
    journal = Journal(home.journal)
    try:
        saved = find_saved(home, journal, table)
    finally:
        journal.close()
    return others_are_own_bots(home, saved)


def others_are_own_bots(home: Home, game: SavedGame) -> bool:
    """Whether everybody else in this game is a bot of this machine."""
    folder = home.bots / about(game).short
    own = sum(1 for _ in folder.iterdir()) if folder.is_dir() else 0
    return own == len(about(game).players) - 1


def _names(game: SavedGame) -> tuple[str, str]:
    """By what a game is asked for: its id and the short name of its table, without dashes."""
    return game.table.hex(), about(game).short.lower().replace("-", "")


class About(NamedTuple):
    """What a saved game is: the short name of its table, the game, and the names of the players by seat."""

    short: str
    game: str
    players: tuple[str, ...]


def about(game: SavedGame) -> About:
    """What a saved game says of itself."""
    genesis = decode_genesis(game.genesis)
    names = tuple(player.name for player in genesis.players)
    return About(short_name(genesis.nonce), genesis.game, names)


def can_go_on(home: Home, game: SavedGame) -> bool:
    """Whether something is still to be done in this game."""
    # A peer that was killed between its last event and the end of the game still has to tell it.
    unwritten = not transcript_of(home, game.table).exists()
    return game.closed is None or (game.closed == "over" and unwritten)
