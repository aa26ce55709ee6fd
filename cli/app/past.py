"""Games that were played: who was there, how they ended, and what the check of their transcripts says."""

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path

from cli import words_verdict
from cli.app.doing import Doing
from cli.app.gathering import go_on
from cli.app.house import House
from cli.app.menu import Item, Menu, Row, Text
from cli.app.screen import Effect, Open, Replace
from cli.language import N_, _
from cli.words import Words, listed, say, shown, told_apart
from cli.words_games import title
from peer.audit import Verdict, audit_file
from peer.gathering import short_name
from peer.journal import SavedGame
from peer.sitting import transcript_of
from protocol.genesis import decode_genesis

ENDED: Words = {
    "open": N_("goes on"),
    "over": N_("over"),
    "broken": N_("broken by a player"),
    "left": N_("given up"),
}
"""How a saved game ended."""


class Past(Menu):
    """The games of this data folder, the latest first."""

    title = N_("Past games")
    help = N_(
        "Choose a game to have its transcript checked, or to go on with it if it is not over. The transcript "
        "is a file that anybody can check with 'chabudai verify'; where it lies is shown with the verdict."
    )

    def __init__(self, house: House) -> None:
        super().__init__()
        self._house = house
        house.look()

    def above(self) -> Sequence[str]:
        """What it means if there are none."""
        return () if self._house.saved else [_("No game has been played yet.")]

    def rows(self) -> Sequence[Row]:
        """One game in each row."""
        return [self._row(saved) for saved in self._house.saved]

    def _row(self, saved: SavedGame) -> Item:
        ended = say(ENDED, "open" if saved in self._house.unfinished else saved.closed or "open")
        day = time.strftime("%Y-%m-%d %H:%M", time.localtime(saved.opened / 1e9))
        text = _("{day}  {game}: {ended}").format(day=day, game=named(saved), ended=ended)
        note = _("Enter: check the transcript.")
        if saved in self._house.unfinished:
            note = _("Enter: go on with it.")
        return Item(saved.table.hex(), text, lambda: self._choose(saved), note=note)

    def _choose(self, saved: SavedGame) -> Sequence[Effect]:
        if saved in self._house.unfinished:
            if self._house.sitting is not None:
                self.said = _("You have a seat at a table already.")
                return ()
            return go_on(self._house, saved.table.hex())
        return [Open(checked(transcript_of(self._house.home, saved.table), named(saved)))]


def checked(path: Path, name: str) -> Doing:
    """The verdict on a transcript, once it was checked."""

    def then(verdict: Verdict) -> Sequence[Effect]:
        kept = _("The transcript: {path} (check it with 'chabudai verify')").format(path=shown(path))
        return [Replace(Text(name, [*words_verdict.lines(verdict), kept]))]

    return Doing(_("Checking {game}").format(game=name), lambda: asyncio.to_thread(audit_file, path), then)


def named(saved: SavedGame) -> str:
    """A game with the name of its table and its players."""
    genesis = decode_genesis(saved.genesis)
    players = listed([shown(name) for name in told_apart([player.name for player in genesis.players])])
    text = _("{table} {game} with {players}")
    return text.format(table=short_name(genesis.nonce), game=title(genesis.game), players=players)
