"""What a person has settled once: name, language and looks, in one file of the data folder."""

import json
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from cli.language import LANGUAGES
from cli.words import shown
from peer.home import Home
from peer.names import clean_name

GLYPHS = ("ascii", "unicode")
SPOKEN = {"en": "English", "ja": "\u65e5\u672c\u8a9e"}
"""The languages, each as its speakers call it."""

_MOST = 10_000


class BadSettings(Exception):
    """The file of settings cannot be read, or something in it is not possible. It is left as it is."""

    def __init__(self, path: Path, what: str) -> None:
        super().__init__(path, what)
        self.path, self.what = path, what


@dataclass(frozen=True, slots=True)
class Settings:
    """`name` and `language` are empty where nothing is settled. `glyphs`: one of GLYPHS. `ambiguous`: how
    many cells the terminal gives to letters that have one in some terminals and two in others.
    """

    name: str = ""
    language: str = ""
    glyphs: str = "ascii"
    ambiguous: int = 1
    colour: bool = True
    sound: bool = True


_POSSIBLE: dict[str, Any] = {
    "name": lambda value: isinstance(value, str) and value == clean_name(value),
    "language": lambda value: value in ("", *LANGUAGES),
    "glyphs": lambda value: value in GLYPHS,
    "ambiguous": lambda value: type(value) is int and value in (1, 2),
    "colour": lambda value: type(value) is bool,
    "sound": lambda value: type(value) is bool,
}


def load() -> Settings:
    """The settings of this account, the usual ones where there are none. BadSettings."""
    path = Home.place() / Home.SETTINGS
    try:
        with path.open("rb") as file:
            data = file.read(_MOST + 1)
    except (FileNotFoundError, NotADirectoryError):
        return Settings()
    except OSError as error:
        raise BadSettings(path, error.strerror or type(error).__name__) from None
    return _read(path, data)


def load_or_usual() -> Settings:
    """The settings, or the usual ones where they cannot be read; who needs them says so then."""
    try:
        return load()
    except BadSettings:
        return Settings()


def save(home: Home, settings: Settings) -> None:
    """Keep the settings. OSError."""
    text = json.dumps({"version": 1, **asdict(settings)}, ensure_ascii=False, indent=1)
    home.write(home.root / Home.SETTINGS, (text + "\n").encode())


def _read(path: Path, data: bytes) -> Settings:
    try:
        found = json.loads(data.decode("utf-8-sig")) if len(data) <= _MOST else None
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise BadSettings(path, "JSON")
    settings = Settings()
    for field in fields(Settings):
        if field.name in found:
            value = found[field.name]
            if not _POSSIBLE[field.name](value):
                raise BadSettings(path, f"{field.name} = {shown(json.dumps(value))[:40]}")
            settings = replace(settings, **{field.name: value})
    return settings
