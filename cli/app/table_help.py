"""Help at a table: what keys do and signs mean, and the rules of the game with those of this moment first."""

from collections.abc import Collection, Mapping, Sequence

from cli.app.rules import TEXTS, Rules, paragraphs
from cli.language import N_, _, language
from cli.words_games import title

_KEYS = (
    (N_("arrows"), N_("move among what can be chosen")),
    (N_("Enter"), N_("choose; or send what is typed")),
    (N_("space"), N_("pick one, or put it back, where two are wanted")),
    (N_("Tab"), N_("sort the hand another way")),
    (N_("/"), N_("say something to the others: / and a text, then Enter")),
    (N_("PgUp PgDn"), N_("read what was said before")),
    (N_("? F1"), N_("this help")),
    (N_("Esc"), N_("clear the line; leave the table")),
)

_SIGNS = (
    (">", N_("the cursor; before a name: the table waits for them")),
    (":", N_("what you type stands after it")),
    ("-", N_("before a card: it may not be chosen now; go to it to read why")),
    ("+", N_("picked")),
    ("*", N_("before a card or a die: trump; beside a name: chosen, and not open yet")),
    ("[5]", N_("a die, or what lies before a player; a bid card in brackets is covered")),
)

PASSAGES: Mapping[str, Mapping[str, Sequence[tuple[int, int | None]]]] = {
    "notice": {
        "deal": [(1, 0)],
        "predict_other": [(1, 1), (1, 2)],
        "pass": [(1, 2)],
        "predict_own": [(1, 3)],
        "tricks": [(1, 4), (2, None)],
        "open": [(1, 5), (2, None)],
    },
    "nokosu": {
        "deal": [(1, 0)],
        "dice": [(1, 1)],
        "draft": [(1, 1)],
        "zero": [(1, 2), (6, None)],
        "tricks": [(2, None), (3, None), (4, None), (5, None)],
    },
    "dice-and-domino": {
        "deal": [(1, None)],
        "roll": [(2, 0)],
        "place": [(2, 1), (3, None), (4, None)],
        "up": [(2, 2), (3, None)],
        "show": [(2, 2), (4, None)],
        "draw": [(2, 5)],
        "after": [(4, None)],
    },
    "no-loose-ends": {
        "deal": [(1, None)],
        "plan": [(1, 0), (2, None)],
        "cross": [(1, 0), (3, None)],
        "tricks": [(1, 1), (1, 2)],
        "cover": [(1, 2), (2, None)],
    },
    "dice-watching": {
        "throw": [(1, 0), (1, 1)],
        "guess": [(1, 2), (2, None)],
        "open": [(1, 3), (1, 4)],
    },
}
"""By game and phase: sections of its rules by number, and the item of the list in them, or the whole one."""


class TableHelp(Rules):
    """What is asked, the keys, the rules of this moment, the signs, and after them all rules.

    `without`: keys that mean nothing here.
    """

    def __init__(self, game: str, phase: str, asked: Sequence[str], without: Collection[str] = ()) -> None:
        super().__init__(game)
        keys = [f"- {_(key)}: {_(what)}" for key, what in _KEYS if key not in without]
        letters = _("The letters of the plain mode can be typed as well; ? and Enter lists them.")
        now = moment(game, phase)
        self._title = _("Help: {game}").format(game=title(game))
        self._paragraphs = [
            *asked,
            *["# " + _("Keys"), *keys, letters],
            *(["# " + _("The rules of this moment"), *now] if now else []),
            *["# " + _("Signs"), *[f"{sign:<5}{_(what)}" for sign, what in _SIGNS]],
            *["# " + _("All the rules"), *paragraphs(_text(game))],
        ]


def moment(game: str, phase: str) -> list[str]:
    """The paragraphs of the rules that are about a phase of the game."""
    sections: list[list[str]] = []
    for each in paragraphs(_text(game))[1:]:
        if each.startswith("#"):
            sections.append([])
        elif sections and each:
            sections[-1].append(each)
    found: list[str] = []
    for section, item in PASSAGES[game].get(phase, ()):
        items = [each for each in sections[section] if each[0].isdecimal()]
        found += sections[section] if item is None else [items[item].partition(".")[2].strip()]
    return found


def _text(game: str) -> str:
    return (TEXTS / language() / f"{game}.md").read_text(encoding="utf-8")
