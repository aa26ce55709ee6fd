"""The question whether to leave a game that goes on."""

from collections.abc import Callable, Sequence

from cli.app.menu import Item, Question
from cli.app.screen import Back, Effect
from cli.language import _


class Leaving(Question):
    """The choices of plain mode: `answered` takes their letters, and nothing for who stays."""

    def __init__(self, answered: Callable[[str], Sequence[Effect]]) -> None:
        self._answered = answered
        items = [
            Item("stay", _("Stay at the table"), self.back, "s"),
            Item("away", _("Leave, and come back later"), lambda: answered("y"), "y"),
            Item("gone", _("Give up the seat for good"), lambda: answered("g"), "g"),
        ]
        super().__init__(_("Leave?"), [_("The others cannot go on without you.")], items)

    def back(self) -> Sequence[Effect]:
        """Stay."""
        return [Back(), *self._answered("")]
