"""Joining a table that asks for a passcode, or that is not seen: what has to be typed for that."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from cli.app.doing import why
from cli.app.fields import Field, Words
from cli.app.form import Form
from cli.app.gathering import sit_down
from cli.app.house import House
from cli.app.screen import Effect, Replace
from cli.language import N_, _
from cli.words import shown
from peer.finding import JoinRefused
from peer.gathering import Offer


class Passcode(Form):
    """The passcode of a table."""

    title = N_("This table has a passcode")
    action = N_("Join the table")

    def __init__(self, house: House, offer: Offer) -> None:
        self._house = house
        self._offer = offer
        super().__init__()

    def above(self) -> Sequence[str]:
        """Who knows it."""
        return [_("{name} has opened it, and can tell you.").format(name=shown(self._offer.host_name)), ""]

    def fields(self, values: Mapping[str, Any]) -> list[Field]:
        """One field."""
        return [Words("passcode", _("Passcode"))]

    def done(self, values: Mapping[str, Any]) -> Sequence[Effect]:
        """Knock with it."""
        house, offer, passcode = self._house, self._offer, values["passcode"]
        if not passcode:
            self.error = _("a passcode needs at least one letter or digit")
            return ()
        return [Replace(sit_down(house, lambda: house.join(offer, passcode), partial(_again, self)))]


class Target(Form):
    """An address, an invite or the name of a table."""

    title = N_("Join a table that is not seen here")
    action = N_("Join the table")

    def __init__(self, house: House) -> None:
        self._house = house
        super().__init__()

    def above(self) -> Sequence[str]:
        """What can be typed."""
        return [
            _("The opener of the table sees these: an address, an invite, and the name of the table."),
            "",
        ]

    def fields(self, values: Mapping[str, Any]) -> list[Field]:
        """What was told, and the passcode."""
        return [
            Words(
                "target",
                _("Address or invite"),
                _("Like 192.168.1.5:40123, or like ABCDE-FGHIJ-..., or the table's name, like ABCD-EFGH."),
            ),
            Words("passcode", _("Passcode"), _("Only if the table has one. An invite needs none.")),
        ]

    def done(self, values: Mapping[str, Any]) -> Sequence[Effect]:
        """Look for it, and knock."""
        house, target, passcode = self._house, values["target"], values["passcode"]
        if not target:
            self.error = _("Type an address or an invite first.")
            return ()
        return [Replace(sit_down(house, lambda: house.join(target, passcode or None), partial(_again, self)))]


def _again(form: Form, error: Exception) -> Sequence[Effect]:
    """A passcode that is not right can be typed once more."""
    wrong = isinstance(error, JoinRefused) and error.code == "passcode"
    return form.again("passcode", why(error)) if wrong else ()
