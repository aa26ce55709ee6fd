"""The lobby line by line: a few questions, whose answers are one of the other commands."""

import os
import sys
import unicodedata
from collections.abc import Callable, Collection
from dataclasses import replace

from cli.exits import OK
from cli.files import data_folder
from cli.games import USUAL_SEATS
from cli.language import N_, _, language, use
from cli.peering import explained, login_name, settled
from cli.settings import SPOKEN, Settings, save
from cli.words import say
from cli.words_games import GAMES, title
from engines import GAMES as NAMES
from engines import load
from peer.names import clean_name

_DEEDS = {
    "j": N_("join a table"),
    "o": N_("open a table"),
    "p": N_("practice against bots"),
    "l": N_("learn a game"),
    "c": N_("go on with the latest game"),
    "g": N_("past games"),
    "r": N_("rules"),
    "s": N_("settings"),
    "q": N_("quit"),
}


_COMES_BACK = ("rules", "verify")
"""Commands that only tell something."""


class _Ended(Exception):
    """There is no more input, or the person has had enough."""


def run() -> int:
    """Ask what to do, and do it; the exit code of that."""
    try:
        _introduce()
        while True:
            asked = _asked()
            if not asked:
                continue
            code = _command(*asked)
            if asked[0] not in _COMES_BACK:
                return code
    except _Ended:
        return OK


def _introduce() -> None:
    """Ask who has never said so for a name, and keep it. Where no person sits there, nothing is asked."""
    now = settled()
    if now.name or not sys.stdin.isatty():
        return
    _keep(replace(now, name=_name(login_name())))


def _name(usual: str) -> str:
    _put(_("What shall the others call you?") + " " + _("(Enter: {usual})").format(usual=usual))
    return clean_name(_read()) or usual


def _keep(settings: Settings) -> None:
    with data_folder() as home:
        save(home, settings)


def _settle() -> None:
    """The name and the language. What else can be settled is about screens."""
    now = settled()
    name = _name(now.name or login_name())
    spoken = _one_of(SPOKEN, lambda code: SPOKEN[code])
    _keep(replace(now, name=name, language=spoken))
    use(spoken)


def _past() -> list[str]:
    """The command for a game that was played, or is not over; nothing if none is chosen."""
    # Only here, because they take a moment to load.
    from cli.app.past import ENDED, named
    from peer.journal import Journal
    from peer.saved import about, can_go_on
    from peer.sitting import transcript_of

    with explained(), data_folder() as home:
        journal = Journal(home.journal)
        try:
            games = journal.games()
        finally:
            journal.close()
        unfinished = [game for game in games if can_go_on(home, game)]
    if not games:
        _put(_("No game has been played yet."))
        return []
    told = {
        str(number): f"{named(game)}: {say(ENDED, 'open' if game in unfinished else game.closed or 'over')}"
        for number, game in enumerate(games, start=1)
    }
    typed = _one_of({**told, "b": _("back")}, lambda key: told.get(key, _("back")))
    if typed == "b":
        return []
    game = games[int(typed) - 1]
    if game in unfinished:
        return ["resume", about(game).short, "--plain"]
    path = transcript_of(home, game.table)
    if path.exists():
        return ["verify", str(path)]
    _put(say(ENDED, "missing"))
    return []


def _asked() -> list[str]:
    """The command that the person wants, as it is typed; nothing if there is none to carry out."""
    match _one_of(_DEEDS, lambda deed: _(_DEEDS[deed])):
        case "j":
            return ["join", "--plain"]
        case "o":
            game, seats = _table()
            bots = _number(_("How many of the others are bots? {least} to {most}"), 0, seats - 1, 0)
            return ["host", game, "--seats", str(seats), "--bots", str(bots), "--plain"]
        case "p":
            game, seats = _table()
            return ["practice", game, "--seats", str(seats), "--plain"]
        case "l":
            return ["learn", _game(), "--plain"]
        case "c":
            return ["resume", "--plain"]
        case "g":
            return _past()
        case "r":
            return ["rules", _game()]
        case "s":
            _settle()
            return []
    raise _Ended


def _command(*words: str) -> int:
    from cli.arguments import build

    arguments = build().parse_args(["--lang", language(), *words])
    code: int = arguments.run(arguments)
    return code


def _table() -> tuple[str, int]:
    game = _game()
    few, *_rest, many = load(game).seats
    seats = _number(_("How many play, you among them? {least} to {most}"), few, many, USUAL_SEATS)
    return game, seats


def _game() -> str:
    numbered = dict(zip(map(str, range(1, len(NAMES) + 1)), NAMES, strict=True))
    said = _one_of(numbered, lambda number: f"{title(numbered[number])}. {_(GAMES[numbered[number]].about)}")
    return numbered[said]


def _one_of(choices: Collection[str], said: Callable[[str], str]) -> str:
    """One of these, each told in a line."""
    while True:
        for choice in choices:
            _put(f"{choice}: {said(choice)}")
        typed = _line()
        if typed in choices:
            return typed
        _put(_("Type one of these, and Enter."))


def _number(question: str, least: int, most: int, usual: int) -> int:
    """A number within bounds; Enter alone is the usual one."""
    usual = max(least, min(most, usual))
    while True:
        _put(question.format(least=least, most=most) + " " + _("(Enter: {usual})").format(usual=usual))
        typed = _line()
        if not typed:
            return usual
        if typed.isdecimal() and least <= int(typed) <= most:
            return int(typed)


def _put(text: str) -> None:
    print(text, flush=True)


def _line() -> str:
    """What is typed to choose something: capital and full-width letters are as good."""
    return unicodedata.normalize("NFKC", _read()).strip().lower()


def _read() -> str:
    """A line that is typed, not one letter more: the rest of the input is for the command that follows."""
    line = bytearray()
    while not line.endswith(b"\n"):
        try:
            letter = os.read(0, 1)
        except OSError:
            letter = b""
        if not letter and not line:
            raise _Ended
        if not letter:
            break
        line += letter
    return line.decode(getattr(sys.stdin, "encoding", None) or "utf-8", "replace")
