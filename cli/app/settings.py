"""The settings as a form, and the first start, which asks for a name and nothing else."""

from collections.abc import Mapping, Sequence
from typing import Any

from cli import language
from cli.app.doing import why
from cli.app.fields import Choice, Field, Words
from cli.app.form import Form
from cli.app.house import House
from cli.app.screen import Back, Effect, Quit, Work
from cli.exits import INTERRUPTED, OK
from cli.language import N_, _
from cli.settings import GLYPHS, SPOKEN, Settings
from peer.names import clean_name

_LANGUAGES = {"": N_("as the system says"), **SPOKEN}
_GLYPHS = {"ascii": N_("letters, the same in every terminal"), "unicode": N_("signs of suits")}


class SettingsForm(Form):
    """Everything that one can settle."""

    title = N_("Settings")
    action = N_("Keep these settings")

    def __init__(self, house: House) -> None:
        self._house = house
        super().__init__()

    def fields(self, values: Mapping[str, Any]) -> list[Field]:
        """A field for each setting, filled in as it is."""
        now = self._house.settings
        fields: list[Field] = [
            Words("name", _("Name"), _(_NAME_NOTE), text=now.name, plain=False),
            Choice(
                "language",
                _("Language"),
                _("Also of the commands; --lang and CHABUDAI_LANG go before it."),
                values=list(_LANGUAGES),
                said=lambda value: _(_LANGUAGES[value]),
            ),
            Choice(
                "glyphs",
                _("Cards"),
                _("How their suits are written; --glyphs goes before it."),
                values=GLYPHS,
                said=lambda value: _(_GLYPHS[value]),
            ),
            Choice(
                "ambiguous",
                _("Width of signs"),
                _("Cells that this terminal gives to signs of suits: 2 if columns are crooked with 1."),
                values=(1, 2),
            ),
            Choice(
                "colour", _("Colour"), _("No colour where NO_COLOR is set."), values=(True, False), said=_on
            ),
            Choice("sound", _("Sound"), _("A bell when it is your turn."), values=(True, False), said=_on),
        ]
        for field in fields[1:]:
            field.put(getattr(now, field.name))
        return fields

    def done(self, values: Mapping[str, Any]) -> Sequence[Effect]:
        """Keep them, and go by them at once."""
        name = clean_name(values["name"])
        if not name:
            self.error = _(NAMELESS)
            return ()
        settings = Settings(**{**values, "name": name})

        def then(_nothing: None) -> Sequence[Effect]:
            if settings.language:
                language.use(settings.language)
            return [Back()]

        return [Work(lambda: self._house.settle(settings), then, self._failed)]

    def _failed(self, error: Exception) -> Sequence[Effect] | None:
        if not isinstance(error, OSError):
            return None
        self.error = why(error)
        return ()


_NAME_NOTE = N_("What the others call you: up to 12 letters, or 6 kanji.")
NAMELESS = N_("A name needs at least one letter that can be shown.")


class FirstStart(Form):
    """Asks for the name. `given` is it afterwards."""

    title = N_("Welcome to Chabudai")
    action = N_("Begin")
    help = N_(
        "Any name will do: it tells your friends at the table who you are. It can be changed later, in the "
        "settings. Type it and press Enter."
    )

    def __init__(self, name: str) -> None:
        self.given = ""
        self._name = name
        super().__init__()

    def above(self) -> Sequence[str]:
        """What this is, in two sentences."""
        return [
            _("Japanese table games with hidden hands, between friends on one network."),
            "",
            _("What shall the others call you?"),
            "",
        ]

    def fields(self, values: Mapping[str, Any]) -> list[Field]:
        """The name and nothing else."""
        return [Words("name", _("Name"), _(_NAME_NOTE), text=self._name, plain=False, suggested=True)]

    def done(self, values: Mapping[str, Any]) -> Sequence[Effect]:
        """Take the name."""
        self.given = clean_name(values["name"])
        if not self.given:
            self.error = _(NAMELESS)
            return ()
        return [Quit(OK)]

    def _keys(self) -> str:
        return _("Enter: go on. Escape: quit. F1: help.")

    def back(self) -> Sequence[Effect]:
        """Without a name there is nothing to do here."""
        return [Quit(INTERRUPTED)]


def _on(value: bool) -> str:
    return _("on") if value else _("off")
