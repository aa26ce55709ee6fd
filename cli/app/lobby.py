"""The lobby: the tables on the network, what else one can do, and who is there."""

from collections.abc import Sequence
from functools import partial

from cli import __version__
from cli.app.cells import columns
from cli.app.gathering import go_on, sit_down
from cli.app.house import House
from cli.app.join import Passcode, Target
from cli.app.lesson import Lessons
from cli.app.menu import Heading, Item, Menu, Question, Row, Text
from cli.app.open_table import OpenTable, Practice
from cli.app.past import Past, named
from cli.app.rules import Rulebook
from cli.app.screen import Back, Effect, Open, Quit, Replace, Screen, Work
from cli.app.settings import SettingsForm
from cli.exits import OK
from cli.language import N_, _
from cli.words import Words, listed, say, shown
from cli.words_games import options, title
from cli.words_peer import JOINING
from peer.gathering import Offer
from peer.identity import fingerprint
from peer.network import PeerState

LINK: Words = {
    "seen": N_("seen, no link yet"),
    "connecting": N_("connecting"),
    "linked": N_("linked"),
    "unreachable": N_("seen, but cannot connect"),
}
"""What there is between this peer and another one."""

WHAT_TO_DO: Words = {
    "version": N_("Their program speaks another version of the protocol: use the same version of Chabudai."),
    "no-answer": N_(
        "Their machine does not answer. Let its firewall allow Python (TCP and UDP), "
        "or give them your address or an invite. 'chabudai doctor' checks a machine."
    ),
    "dropped": N_("Their program sent what no honest one does; it is refused for half a minute."),
    "cloned": N_("The same player runs twice: one of the two programs has to be ended."),
}
"""Why there is no link, and what to do about it."""

HELP = N_(
    "A table is a game that somebody opens; when all seats are taken, it begins. Choose a table to take a "
    "seat at it, or open one yourself and tell your friends. Where a table is not seen, type the address or "
    "the invite that its opener reads to you. Practice is against bots, and nobody else hears of it."
)


class Lobby(Menu):
    """The lowest screen."""

    help = HELP

    def __init__(self, house: House) -> None:
        super().__init__()
        self._house = house
        self._tidying = False

    def named(self) -> tuple[str, str]:
        """The program, and how one is called."""
        return _("Chabudai {version}: lobby").format(version=__version__), shown(self._house.name)

    def keys(self) -> str:
        """Which keys do what."""
        return _("Arrows and Enter, or a letter. ?: help. Q: quit.")

    def rows(self) -> Sequence[Row]:
        """A game that waits, tables, what one can do, people."""
        offers, peers = self._house.offers(), self._house.peers()
        tables = self._tables(offers)
        people = [self._peer(peer) for peer in sorted(peers, key=lambda peer: (peer.name, peer.key))]
        return [
            *self._unfinished(),
            Heading(_("Tables on this network") if tables else _("Tables on this network: none yet")),
            *tables,
            Heading(_("What to do")),
            *self._deeds(),
            Heading(_("Players on this network") if people else _("Players on this network: nobody yet")),
            *people,
        ]

    def back(self) -> Sequence[Effect]:
        """There is nothing below: leaving the lobby is leaving the program, which one may not have meant."""
        table = self._game
        told: list[str] = []
        stay = Item("stay", _("Stay in the lobby"), lambda: [Back()], "s")
        if table is not None:
            waits = N_(
                "A game goes on. If you quit, it waits for you: choose to go on with it in this lobby later."
            )
            told = [_(waits)]
            stay = Item("back", _("Back to the game"), lambda: [Replace(table)], "b")
        return [Open(Question(_("Quit?"), told, [stay, Item("quit", _("Quit"), lambda: [Quit(OK)], "q")]))]

    def _quit(self) -> Sequence[Effect]:
        """Who says so in so many words is asked only where a game goes on."""
        return [Quit(OK)] if self._game is None else self.back()

    @property
    def _game(self) -> Screen | None:
        """The table of a game that goes on."""
        return None if self._house.untidy else self._house.table

    def tick(self, now: float) -> Sequence[Effect]:
        """Where a game has ended, clear it away, and be on the network again."""
        if not self._house.untidy or self._tidying:
            return ()
        self._tidying = True
        return [Work(self._house.tidy, self._tidied)]

    def _tidied(self, _nothing: None) -> Sequence[Effect]:
        self._tidying = False
        return ()

    def _tables(self, offers: Sequence[Offer]) -> list[Item]:
        rows = [
            (
                offer.short,
                title(offer.game),
                f"{offer.taken}/{offer.seats}",
                shown(offer.host_name),
                _marks(offer),
            )
            for offer in offers
        ]
        return [
            Item(f"table {offer.table.hex()}", text, partial(self._join, offer), note=_noted(offer))
            for offer, text in zip(offers, columns(rows), strict=True)
        ]

    def _join(self, offer: Offer) -> Sequence[Effect]:
        if offer.why_not:
            self.said = say(JOINING, offer.why_not)
            return ()
        if offer.passcode:
            return [Open(Passcode(self._house, offer))]
        return [Open(sit_down(self._house, lambda: self._house.join(offer)))]

    def _deeds(self) -> list[Item]:
        house, game = self._house, self._game
        if game is not None:
            first = [Item("back", _("Back to the game"), lambda: [Open(game)], "b")]
        else:
            first = [
                Item(
                    "open",
                    _("Open a table"),
                    lambda: [Open(OpenTable(house))],
                    "o",
                    _("For friends, bots or both."),
                ),
                Item(
                    "join",
                    _("Type an address or an invite"),
                    lambda: [Open(Target(house))],
                    "j",
                    _("For a table that is not seen here."),
                ),
                Item(
                    "practice",
                    _("Practice against bots"),
                    lambda: [Open(Practice(house))],
                    "p",
                    _("Nobody else on the network sees it."),
                ),
                Item(
                    "learn",
                    _("Learn a game"),
                    lambda: [Open(Lessons(house.name, Practice(house).begin))],
                    "l",
                    _("A first round against bots, explained as it goes."),
                ),
            ]
        return [
            *first,
            Item(
                "past", _("Past games"), lambda: [Open(Past(house))], "g", _("With the verdict of the check.")
            ),
            Item("rules", _("Rules"), lambda: [Open(Rulebook())], "r", _("How the games are played.")),
            Item(
                "settings",
                _("Settings"),
                lambda: [Open(SettingsForm(house))],
                "s",
                _("Name, language, letters, colour, sound."),
            ),
            Item("quit", _("Quit"), self._quit, "q"),
        ]

    def _unfinished(self) -> list[Item]:
        """The latest game that can go on. Who has one came for it."""
        house = self._house
        if not house.unfinished or self._game is not None:
            return []
        saved = house.unfinished[0]
        return [
            Item(
                "resume",
                _("Go on with {game}").format(game=named(saved)),
                lambda: go_on(house, saved.table.hex()),
                "c",
            )
        ]

    def _peer(self, peer: PeerState) -> Item:
        name = (
            _("{name} ({marks})").format(name=shown(peer.name), marks=_("bot"))
            if peer.bot
            else shown(peer.name)
        )
        text = f"{name}  {say(LINK, peer.state)}"
        reason = peer.reason if peer.reason in WHAT_TO_DO else ""
        note = say(WHAT_TO_DO, reason) if reason else ""
        return Item(f"peer {peer.key.hex()}", text, lambda: [Open(_about(peer))], note=note)


def _marks(offer: Offer) -> str:
    """What one should know before one chooses a table."""
    marks = [_("passcode")] if offer.passcode else []
    marks += [_("hands stay closed")] if offer.sealed else []
    marks += [_("cannot be played here")] if offer.why_not else []
    return listed(marks)


def _noted(offer: Offer) -> str:
    """A table in sentences."""
    told = [say(JOINING, offer.why_not)] if offer.why_not else []
    taken = _("{taken} of {seats} seats are taken; opened by {name}.")
    told.append(taken.format(taken=offer.taken, seats=offer.seats, name=shown(offer.host_name)))
    told += [_("It asks for a passcode.")] if offer.passcode else []
    told += (
        [_("All hands stay closed after the game, which makes for a weaker check.")] if offer.sealed else []
    )
    settled = listed(options(offer.game, offer.seats, offer.options)) or _("none")
    told.append(_("Options: {options}.").format(options=settled))
    versions = _("Rules {rules}, protocol {protocol}.")
    told.append(versions.format(rules=offer.rules_version, protocol=offer.version))
    return " ".join(told)


def _about(peer: PeerState) -> Text:
    told = [say(LINK, peer.state)]
    told += [say(WHAT_TO_DO, peer.reason)] if peer.reason else []
    told.append(_("Addresses: {addresses}").format(addresses=shown(listed(list(peer.addresses)))))
    told.append(_("Key: {key}").format(key=fingerprint(peer.key)))
    return Text(shown(peer.name), told)
