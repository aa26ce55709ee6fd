"""Where everything of a table stands on a screen of any size."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from cli.app.cells import width, wrapped
from cli.app.entry import Entry
from cli.app.frame import CHOSEN, KEY, PLAIN, TURN, Frame, Line, Size, bar, line, width_of
from cli.app.log import Log
from cli.language import _

PROMPT = ": "
"""Another sign than that of the cursor, which may stand in the line above."""

_LEAST_LOG = 4
"""Rows that are kept for the log where there is room for them."""

_MOST_THINGS, _MOST_QUESTION, _MOST_REASON = 5, 3, 2


@dataclass(slots=True)
class Parts:
    """What a table shows, from above: all lines are whole, and cut only here."""

    title: tuple[str, str]
    about: list[Line] = field(default_factory=list)
    seats: list[Line] = field(default_factory=list)
    table: list[Line] = field(default_factory=list)
    question: str = ""
    things: list[Line] = field(default_factory=list)
    reason: Line = field(default_factory=list)
    status: Line = field(default_factory=list)
    hints: Sequence[str] = ()


def hints(choosing: bool) -> list[str]:
    """What the keys do now, what is known best first."""
    choose = [_("arrows, Enter: choose")] if choosing else []
    return [*choose, _("? help"), _("Esc leave")]


def frame(parts: Parts, log: Log, entry: Entry, size: Size) -> Frame:
    """All parts from above to below. What is at the lower edge stays longest where there is little room."""
    columns = size.columns
    question = [line(text, TURN) for text in wrapped(parts.question, columns)] if parts.question else []
    typed, column = _typed(entry, columns)
    order = {
        "status": [ended(parts.status, parts.hints, columns)],
        "entry": [typed],
        "things": _around_cursor(parts.things, min(_MOST_THINGS, max(1, size.rows // 4))),
        "question": question[:_MOST_QUESTION],
        "reason": folded(parts.reason, columns)[:_MOST_REASON] if parts.reason else [],
        "title": [bar(*parts.title, columns)],
        "about": [row for each in parts.about for row in folded(each, columns)],
        "seats": parts.seats,
        "table": [row for each in parts.table for row in folded(each, columns)],
    }
    left, shown = size.rows, {}
    for name, lines in order.items():
        kept = _LEAST_LOG if name == "table" else 0
        shown[name] = lines[: max(0, left - kept)]
        left -= len(shown[name])
    above = [row for name in ("title", "about", "seats", "table") for row in shown[name]]
    log_lines = log.drawn(left - 1 if left > _LEAST_LOG else left, columns)
    space: list[Line] = [line("")] * (left - len(log_lines))
    below = [row for name in ("question", "things", "reason", "entry", "status") for row in shown[name]]
    rows = [*above, *space, *log_lines, *below]
    at = len(rows) - len(shown["status"]) - 1
    return Frame(rows, (at, column) if shown["entry"] else None)


def ended(left: Line, hints: Sequence[str], columns: int) -> Line:
    """A line with hints at its right end, as many of the last ones as there is room for."""
    for first in range(len(hints)):
        right = "  ".join(hints[first:])
        space = columns - width_of(left) - width(right)
        if space > 0:
            return [*left, (PLAIN, " " * space), (KEY, right)]
    return left


def folded(pieces: Line, columns: int) -> list[Line]:
    """A line, or several where it is too long, each piece in its style."""
    lines: list[Line] = [[]]
    for style, text in pieces:
        room = columns - width_of(lines[-1])
        if width(text) <= room:
            lines[-1].append((style, text))
            continue
        if lines[-1] and width(text.strip()) <= columns:
            lines.append([(style, text.strip())])
            continue
        first, *rest = wrapped(text, columns)
        lines[-1 if not lines[-1] else len(lines) :] = [[(style, first)]]
        lines += [[(style, part)] for part in rest]
    return lines


def _typed(entry: Entry, columns: int) -> tuple[Line, int]:
    """The line that one types, and the cell of the cursor: its beginning is left out where it is long."""
    room = max(1, columns - len(PROMPT) - 1)
    start = 0
    while width(entry.text[start : entry.place]) > room:
        start += 1
    text = entry.text[start:]
    column = len(PROMPT) + width(entry.text[start : entry.place])
    return [(KEY, PROMPT), (PLAIN, text)], min(column, max(0, columns - 1))


def _around_cursor(things: list[Line], rows: int) -> list[Line]:
    """As many lines of things as there is room for, with the one that the cursor is in."""
    at = next((row for row, pieces in enumerate(things) if any(style == CHOSEN for style, _ in pieces)), 0)
    top = min(max(0, at - rows + 1), max(0, len(things) - rows))
    return things[top : top + rows]
