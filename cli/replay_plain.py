"""A replay line by line: the whole story at once, or step by step where somebody types."""

import unicodedata
from collections.abc import Callable, Iterable, Iterator

from cli.app.cells import columns
from cli.app.frame import text_of
from cli.language import _
from cli.replay import Eyes, Moment, Story, hand_line, part_title, round_title
from cli.replay_place import Place
from cli.talk_dice_watching import drawn
from cli.words import listed, shown
from cli.words_games import options, title

_BOX = (80, 24)
"""Columns and rows for a box of dice."""


def heading(story: Story, eyes: Eyes) -> list[str]:
    """What game it was, who played it, and with whose eyes it is told."""
    names = listed([story.names.full(seat) for seat in range(len(story.names.names))])
    text = _("{game}: {names}. Steps: {count}. Told {eyes}.")
    first = text.format(
        game=title(story.rules.name), names=names, count=len(story.moments), eyes=story.seen_by(eyes)
    )
    return [first, listed(options(story.rules.name, len(story.names.names), story.options))]


def whole(story: Story, eyes: Eyes, start: int = 0) -> Iterator[str]:
    """The story from a moment on, line by line."""
    yield from heading(story, eyes)
    before: Moment | None = None
    for moment in story.moments[start:]:
        yield from _headings(story, before, moment)
        yield from _told(story, eyes, before, moment)
        before = moment


def table_lines(story: Story, moment: Moment, eyes: Eyes) -> list[str]:
    """How the table looks after a moment: what stands beside every name, the middle, and the hands."""
    picture = story.picture(moment, eyes)
    waited = story.waited(moment)
    rows = [("", "", *picture.heads)]
    for seat, cells in enumerate(picture.seats):
        rows.append((">" if seat in waited else "", story.names.of(seat), *cells))
    lines = [*text_of(picture.about).splitlines(), *columns(rows)]
    box = story.box(moment)
    if box is not None:
        lines += drawn(*box, *_BOX)
    elif picture.table:
        lines += text_of(picture.table).splitlines()
    return [*lines, *hand_lines(story, moment, eyes)]


def hand_lines(story: Story, moment: Moment, eyes: Eyes) -> list[str]:
    """The hands that can be seen after a moment."""
    return [hand_line(story.names.of(seat), things) for seat, things in story.hands(moment, eyes)]


def _headings(story: Story, before: Moment | None, moment: Moment) -> list[str]:
    game = story.rules.name
    if moment.number == 0 or moment is story.moments[-1]:
        return [""]
    if before is None or before.number == 0 or before.round != moment.round:
        return ["", round_title(game, moment.round), *_part_heading(game, moment)]
    if moment.part != before.part:
        return ["", *_part_heading(game, moment)]
    return [""] if moment.fresh else []


def _part_heading(game: str, moment: Moment) -> list[str]:
    return [] if moment.part is None else [part_title(game, moment.part)]


def _told(story: Story, eyes: Eyes, before: Moment | None, moment: Moment) -> list[str]:
    first, *rest = story.told(moment, eyes)
    lines = [f"{moment.number + 1}: {first}", *rest]
    box = story.box(moment)
    if box is not None and (before is None or story.box(before) is None):
        lines += drawn(*box, *_BOX)
    return [*lines, *hand_lines(story, moment, eyes)] if moment.dealt else lines


class Typed:
    """A replay that goes where a person types."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self.done = False

    def begin(self) -> list[str]:
        """What to say first."""
        return [*heading(self._place.story, self._place.eyes), *self.shown()]

    def shown(self) -> list[str]:
        """The moment that one is at."""
        place = self._place
        where = _("{step} ({title})").format(step=place.count, title=place.title)
        return ["", where, *place.story.told(place.moment, place.eyes)]

    def typed(self, line: str) -> list[str]:
        """What follows from a typed line: Enter alone is the next step."""
        place = self._place
        word = unicodedata.normalize("NFKC", line).strip().lower()
        moves: dict[str, Callable[[], object]] = {
            "": lambda: place.step(1),
            "n": lambda: place.step(1),
            "p": lambda: place.step(-1),
            "]": lambda: place.round(1),
            "[": lambda: place.round(-1),
            "s": place.other_eyes,
            "o": place.open,
        }
        if word == "q":
            self.done = True
            return []
        if word == "?":
            return self.help()
        if word == "t":
            return table_lines(place.story, place.moment, place.eyes)
        if word.isdecimal():
            place.go(int(word[:9]) - 1)
            return self.shown()
        if word not in moves:
            return [_("{text} means nothing here.").format(text=shown(word[:40])), *self.help()]
        moves[word]()
        seen = [place.story.seen_by(place.eyes)] if word in ("s", "o") else []
        return [*seen, *self.shown()]

    def help(self) -> list[str]:
        """What may be typed."""
        return [
            _(
                "n or Enter: next step, p: back, ] and [: next round and back, a number: that step, "
                "t: the table, s: other eyes, o: open hands, q: leave."
            )
        ]


def run(typed: Typed, lines: Iterable[str], write: Callable[[str], None]) -> None:
    """Show a replay to somebody who types, until they have enough."""
    for line in typed.begin() + typed.help():
        write(line)
    for each in lines:
        for line in typed.typed(each):
            write(line)
        if typed.done:
            return
