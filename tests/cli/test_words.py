"""Words: the catalogue is whole, every code has its sentence, nothing from peers disturbs the screen."""

import re
import string
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

from cli import language, words, words_peer, words_verdict
from cli.words import shown
from peer.blame import CODES
from peer.steps import AGREE, ANSWERS, COIN, COIN_OPEN, DECK, KEY, SETTLE, SHARES, SHUFFLE

CLI = Path(language.__file__).parent
JAPANESE = CLI / "locale" / "ja" / "LC_MESSAGES" / "chabudai.po"
KEYWORDS = {"_": None, "N_": None, "ngettext": (1, 2)}

Text = str | tuple[str, ...]


def source_texts() -> set[Text]:
    """Every text in the program that is marked for translation."""
    found = extract_from_dir(CLI, method_map=[("**.py", "python")], keywords=KEYWORDS)
    return {_plain(text) for _file, _line, text, _comments, _context in found}


def catalogue() -> Catalog:
    """The Japanese catalogue."""
    with JAPANESE.open("rb") as file:
        return read_po(file, locale="ja")


def entries(catalog: Catalog) -> dict[Text, Text]:
    """Texts and their translations."""
    return {_plain(message.id): _plain(message.string) for message in catalog if message.id}


def _plain(text: Any) -> Text:
    """One text, or its forms for one and many."""
    return text if isinstance(text, str) else tuple(text)


def placeholders(text: str) -> set[str]:
    """The names that a text leaves room for, in both styles."""
    braces = {field for _literal, field, _spec, _conversion in string.Formatter().parse(text) if field}
    return braces | set(re.findall(r"%(?:\(\w+\))?[sr]", text))


def test_nothing_is_missing() -> None:
    """The catalogue has exactly the texts of the program, each translated, none fuzzy, none left over."""
    catalog = catalogue()
    assert set(entries(catalog)) == source_texts()
    assert not catalog.obsolete
    for message in catalog:
        if message.id:
            assert not message.fuzzy, message.id
    for text, said in entries(catalog).items():
        assert all([said] if isinstance(said, str) else said), text


def test_placeholders_match() -> None:
    """A translation leaves room for the same things as its text, with the same specifications."""
    for text, said in entries(catalogue()).items():
        many = text if isinstance(text, tuple) else (text,)
        for each in said if isinstance(said, tuple) else (said,):
            assert placeholders(each) == set().union(*map(placeholders, many)), text


def test_compiled_catalogue_is_that_of_the_source() -> None:
    """What the program reads is what translators wrote."""
    with JAPANESE.with_suffix(".mo").open("rb") as file:
        compiled = read_mo(file)
    assert entries(compiled) == entries(catalogue())


def test_no_text_hides_in_an_f_string() -> None:
    """A call inside an f-string would not be found by every version of the extractor."""
    for path in CLI.rglob("*.py"):
        for line in path.read_text(encoding="utf-8").splitlines():
            assert not re.search(r"""\bf["'].*\{_\(["']""", line), (path, line)


@pytest.mark.parametrize("lang", language.LANGUAGES)
def test_every_code_has_its_words(lang: str) -> None:
    """Whatever peers, rules and audits say in codes is said in words, in both languages."""
    language.use(lang)
    waiting = {AGREE, COIN, COIN_OPEN, KEY, SHUFFLE, DECK, SHARES, SETTLE, *ANSWERS}
    joining = (
        "full started version rules-version game seats options passcode invite many-tries pause shape "
        "unknown withdrawn no-answer no-table not-found wrong-host busy begun no-address invite-letters "
        "invite-length invite-checksum invite-kind address self unreachable left opener-gone dropped "
        "roster internal wrong-players wrong-options"
    )
    for table, codes in (
        (words_peer.WAITING, waiting),
        (words_peer.BLAME, CODES),
        (words_peer.PROVEN, {KEY, SHUFFLE, SHARES, "give", "mix", "play", "claim"}),
        (words_peer.PRESENCE, {"here", "away", "gone"}),
        (words_peer.JOINING, set(joining.split())),
        (words_peer.RESUMING, {"none", "unknown", "ambiguous", "over", "broken", "left"}),
        (words_verdict.FILE, {"file", "version", "genesis", "order", "missing", "evidence"}),
    ):
        for code in codes:
            assert words.say(table, code, name="Aki", what="x") not in ("", code)


def test_unknown_codes_are_shown() -> None:
    """A code of a newer peer is shown as it is, made safe; nothing fails."""
    assert words.say(words_peer.BLAME, "telepathy", name="Aki") == "telepathy"
    assert words.say(words_peer.JOINING, "a\x1b[2Jb") == "a?[2Jb"


def test_values_are_not_read_as_texts() -> None:
    """A name with braces in it is a name, not a placeholder."""
    told = words.say(words_peer.BLAME, "turn", name="{what} {0}")
    assert told.startswith("{what} {0} ")


@pytest.mark.parametrize(
    "nasty",
    ["\x1b[31m", "\r\n", "\u202e", "\u200d", "\x00", "\x9b2J", "\ue000", "\u2028", "\ud800", "\u2066"],
)
def test_nothing_moves_the_cursor(nasty: str) -> None:
    """Control, bidirectional, invisible, private and broken characters never reach the screen."""
    assert nasty not in shown(f"Aki{nasty}!")
    assert shown(f"Aki{nasty}!").startswith("Aki?")
    assert all(letter.isprintable() for letter in shown(nasty))


def test_names_stay_what_they_are() -> None:
    """Names in any script are shown as they are."""
    for name in ("Aki", "あき", "Zoë", "秋子", "Ола", "Ken 2"):
        assert shown(name) == name
