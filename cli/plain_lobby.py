"""The lobby line by line: a few questions, whose answers are one of the other commands."""

import os
import sys
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import replace

from cli.exits import OK
from cli.files import data_folder
from cli.games import USUAL_SEATS
from cli.language import N_, _, language
from cli.peering import login_name, settled
from cli.settings import save
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
    "r": N_("rules"),
    "q": N_("quit"),
}


class _Ended(Exception):
    """There is no more input, or the person has had enough."""


def run() -> int:
    """Ask what to do, and do it; the exit code of that."""
    try:
        _introduce()
        while True:
            asked = _asked()
            code = _command(*asked)
            if asked[0] != "rules":
                return code
    except _Ended:
        return OK


def _introduce() -> None:
    """Ask who has never said so for a name, and keep it. Where no person sits there, nothing is asked."""
    now = settled()
    if now.name or not sys.stdin.isatty():
        return
    usual = login_name()
    _put(_("What shall the others call you?") + " " + _("(Enter: {usual})").format(usual=usual))
    name = clean_name(_read()) or usual
    with data_folder() as home:
        save(home, replace(now, name=name))


def _asked() -> list[str]:
    """The command that the person wants, as it is typed."""
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
        case "r":
            return ["rules", _game()]
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


def _one_of(choices: Sequence[str] | dict[str, str], said: Callable[[str], str]) -> str:
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
