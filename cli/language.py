"""Which language the program speaks, and how texts are looked up in it.

The source texts are English; `cli/locale/LANG/LC_MESSAGES/chabudai.mo` holds the others. Tables of texts mark
them with `N_` where
they stand and translate them with `_` where they are used, because the language is known only after the
modules are read.
"""

import gettext
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

DOMAIN = "chabudai"
LANGUAGES = ("en", "ja")
LOCALES = Path(__file__).parent / "locale"

_JAPANESE_ON_WINDOWS = 0x11
_translation: gettext.NullTranslations = gettext.NullTranslations()
_language = "en"


def _(text: str) -> str:
    """The text in the language in use."""
    return _translation.gettext(text)


def ngettext(one: str, many: str, count: int) -> str:
    """The text for this many things in the language in use."""
    return _translation.ngettext(one, many, count)


def N_(text: str) -> str:  # noqa: N802  (the name that translators' programs look for)
    """Mark a text for translation at the place where it is used."""
    return text


def language() -> str:
    """The language in use: one of LANGUAGES."""
    return _language


def use(name: str) -> None:
    """Speak this language from now on: here, in what argparse says, and in processes started from here."""
    global _translation, _language
    _language = name
    _translation = gettext.translation(DOMAIN, LOCALES, [name], fallback=True)
    os.environ["LANGUAGE"] = name
    gettext.bindtextdomain(DOMAIN, str(LOCALES))
    gettext.textdomain(DOMAIN)


def choose(arguments: Sequence[str], environment: Mapping[str, str], settled: str = "") -> str:
    """The language wished for: `--lang`, CHABUDAI_LANG, what the person has settled, the usual variables, the
    system's setting, or English.

    A wish for a language that there is no catalogue for means English.
    """
    asked = _asked(arguments)
    if asked is not None:
        return _known(asked) or "en"
    wishes = [environment.get("CHABUDAI_LANG"), settled]
    wishes += [environment.get(name) for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")]
    for value in wishes:
        if value:
            return next((known for each in value.split(":") if (known := _known(each))), "en")
    return _of_the_system()


def _asked(arguments: Sequence[str]) -> str | None:
    asked = None
    for place, argument in enumerate(arguments):
        if argument == "--":
            break
        if argument.startswith("--lang="):
            asked = argument.partition("=")[2]
        elif argument == "--lang" and place + 1 < len(arguments):
            asked = arguments[place + 1]
    return asked


def _known(name: str) -> str | None:
    head = name.replace("-", "_").partition("_")[0].partition(".")[0].lower()
    return head if head in LANGUAGES else None


def _of_the_system() -> str:
    if sys.platform == "win32":
        import ctypes

        # The low ten bits of a LANGID are the language, whatever the country.
        japanese = ctypes.windll.kernel32.GetUserDefaultUILanguage() & 0x3FF == _JAPANESE_ON_WINDOWS
        return "ja" if japanese else "en"
    if sys.platform == "darwin":
        return _of_macos(Path.home() / "Library/Preferences/.GlobalPreferences.plist")
    return "en"


def _of_macos(preferences: Path) -> str:
    import plistlib

    try:
        wanted = plistlib.loads(preferences.read_bytes()).get("AppleLanguages", [])
    except (OSError, ValueError, plistlib.InvalidFileException):
        return "en"
    return next((known for each in wanted if (known := _known(str(each)))), "en")
