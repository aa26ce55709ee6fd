"""Games that were played: who was there, how they ended, and what the check of their transcripts says."""

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path

from cli import words_verdict
from cli.app.cells import columns
from cli.app.doing import Doing
from cli.app.gathering import go_on
from cli.app.house import House
from cli.app.menu import Item, Menu, Question, Row
from cli.app.replay_screen import ReplayScreen
from cli.app.screen import Back, Effect, Open, Replace, Work
from cli.language import N_, _
from cli.played import Unreadable, read_played
from cli.replay import Story
from cli.replay_place import Place
from cli.words import Words, listed, say, shown, told_apart
from cli.words_games import title
from peer.audit import Verdict, audit_file
from peer.journal import SavedGame
from peer.saved import about
from peer.sitting import transcript_of

ENDED: Words = {
    "open": N_("goes on"),
    "broken": N_("broken by a player"),
    "left": N_("given up"),
    "over": N_("over, not checked yet"),
    "fair": N_("complete and fair"),
    "incomplete": N_("not complete"),
    "refused": N_("REFUSED"),
    "missing": N_("over, but no transcript"),
}
"""How a saved game ended, and for one that is over, what the check of its transcript found."""


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
        self._checking = False
        house.look()

    def above(self) -> Sequence[str]:
        """What it means if there are none."""
        return () if self._house.saved else [_("No game has been played yet.")]

    def rows(self) -> Sequence[Row]:
        """One game in each row."""
        saved = self._house.saved
        return [
            self._item(game, text)
            for game, text in zip(saved, columns(list(map(self._cells, saved))), strict=True)
        ]

    def tick(self, now: float) -> Sequence[Effect]:
        """Check one transcript after the other while this screen is shown."""
        house = self._house
        rest = [
            game for game in house.saved if game not in house.unfinished and game.table not in house.found
        ]
        if self._checking or not rest:
            return ()
        self._checking, game = True, rest[0]
        path = transcript_of(house.home, game.table)
        return [
            Work(
                lambda: asyncio.to_thread(audit_file, path),
                lambda verdict: self._checked(game, verdict.outcome),
                lambda error: self._checked(game, "missing") if isinstance(error, OSError) else None,
            )
        ]

    def _checked(self, game: SavedGame, outcome: str) -> Sequence[Effect]:
        self._house.found[game.table] = outcome
        self._checking = False
        return ()

    def _cells(self, saved: SavedGame) -> tuple[str, ...]:
        day = time.strftime("%Y-%m-%d %H:%M", time.localtime(saved.opened / 1e9))
        return day, title(about(saved).game), say(ENDED, self._ended(saved)), _players(saved)

    def _ended(self, saved: SavedGame) -> str:
        """A code of ENDED."""
        if saved in self._house.unfinished:
            return "open"
        return (
            self._house.found.get(saved.table, "over") if saved.closed == "over" else saved.closed or "over"
        )

    def _item(self, saved: SavedGame, text: str) -> Item:
        to_do = (
            _("Enter: go on with it.")
            if saved in self._house.unfinished
            else _("Enter: check the transcript.")
        )
        note = f"{named(saved)}. {to_do}"
        return Item(saved.table.hex(), text, lambda: self._choose(saved), note=note)

    def _choose(self, saved: SavedGame) -> Sequence[Effect]:
        if saved in self._house.unfinished:
            if self._house.sitting is not None:
                self.said = _("You have a seat at a table already.")
                return ()
            return go_on(self._house, saved.table.hex())
        return [Open(checked(transcript_of(self._house.home, saved.table), named(saved)))]


def checked(path: Path, name: str) -> Doing:
    """The verdict on a transcript, once it was checked, and a way to look at the game again."""

    def then(result: tuple[Verdict | None, Story | None]) -> Sequence[Effect]:
        verdict, story = result
        kept = _("The transcript: {path} (check it with 'chabudai verify')").format(path=shown(path))
        told = [*words_verdict.lines(verdict), kept, ""]
        items = [Item("back", _("Back"), lambda: [Back()], "b")]
        if story is not None:
            place = Place(story, story.eyes[0])
            again = Item(
                "replay", _("Look at the game again, step by step"), lambda: [Open(ReplayScreen(place))], "r"
            )
            items.insert(0, again)
        return [Replace(Question(name, told, items))]

    return Doing(_("Checking {game}").format(game=name), lambda: asyncio.to_thread(_read, path), then)


def _read(path: Path) -> tuple[Verdict | None, Story | None]:
    try:
        played = read_played(path.read_bytes())
    except Unreadable as unreadable:
        return unreadable.verdict, None
    return played.verdict, Story(played)


def named(saved: SavedGame) -> str:
    """A game with its players and the name of its table."""
    of = about(saved)
    text = _("{game} with {players} ({table})")
    return text.format(table=of.short, game=title(of.game), players=_players(saved))


def _players(saved: SavedGame) -> str:
    return listed([shown(name) for name in told_apart(about(saved).players)])
