"""A replay as one page for a browser, which needs nothing but itself: it loads nothing, and without its
script it is a list to be read.

Whatever comes from others goes through `_text`, and there is no other way for it into the page.
"""

from collections.abc import Sequence
from html import escape
from itertools import groupby
from pathlib import Path

from cli import words_verdict
from cli.app.cells import cut
from cli.app.frame import text_of
from cli.app.picture import Thing
from cli.language import _, language
from cli.replay import Box, Eyes, Moment, Story, part_title, round_title
from cli.replay_plot import plot
from cli.words import listed, shown
from cli.words_games import GAMES, options, title

_FOLDER = Path(__file__).parent / "page"
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
_LONGEST_TITLE = 90

_SECRET, _MARKED = ' class="secret"', ' class="marked"'

_PIPS = {
    1: "c",
    2: "ai",
    3: "aci",
    4: "agdi",
    5: "agcdi",
    6: "agbhdi",
}
_SPOTS = {"a": (6, 6), "b": (6, 12), "d": (6, 18), "c": (12, 12), "g": (18, 6), "h": (18, 12), "i": (18, 18)}
"""Where the pips of a die are, in a square of 24."""

_CELL = 28
"""The side of a place in the box, with room around a die."""


def page(story: Story, eyes: Eyes) -> str:
    """The whole page, in the language in use."""
    names = listed([story.names.of(seat) for seat in range(len(story.names.names))])
    heading = cut(f"{title(story.rules.name)}: {names}", _LONGEST_TITLE)
    style, script = [(_FOLDER / name).read_text(encoding="utf-8") for name in ("replay.css", "replay.js")]
    return f"""<!doctype html>
<html lang="{language()}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{_text(heading)}</title>
<style>
{style}</style>
</head>
<body>
{_dice(story)}
<header>
{_head(story, eyes)}
</header>
<main>
{_standings(story)}
{_player()}
{_steps(story, eyes)}
</main>
<footer>
{_foot(story)}
</footer>
<script>
{script}</script>
</body>
</html>
"""


def _text(value: object) -> str:
    """Text of anybody's, as it is written in a page."""
    return escape(shown(value))


def _paragraphs(lines: Sequence[str]) -> str:
    return "".join(f"<p>{_text(each)}</p>" for each in lines)


# above


def _head(story: Story, eyes: Eyes) -> str:
    game = story.rules.name
    players = [story.names.full(seat) for seat in range(len(story.names.names))]
    settled = options(game, len(players), story.options)
    rows = [(_("Players"), [listed(players)]), (_("Options"), settled), (_("Shown"), [story.seen_by(eyes)])]
    listing = "".join(
        f"<dt>{_text(term)}</dt><dd>{'<br>'.join(map(_text, each))}</dd>" for term, each in rows if each
    )
    return f"""<h1>{_text(title(game))}</h1>
<p class="lead">{_text(_(GAMES[game].about))}</p>
{_verdict(story)}
<dl>{listing}</dl>"""


def _verdict(story: Story) -> str:
    """The sentence of the audit; of a record, that it proves nothing."""
    if story.verdict is None:
        sentence, kind = _("This page was made from an open record, which is no proof."), "record"
    else:
        sentence, kind = words_verdict.sentence(story.verdict), story.verdict.outcome
    return f'<p class="verdict {kind}">{_text(sentence)}</p>'


def _foot(story: Story) -> str:
    lines = words_verdict.lines(story.verdict)[1:] if story.verdict else []
    return _paragraphs([*lines, _("Written by Chabudai from the file of the game.")])


# scores


def _standings(story: Story) -> str:
    names = [story.names.of(seat) for seat in range(len(story.names.names))]
    if len(story.standings) < 2:
        return ""
    heading = _text(_("Standings"))
    last = _paragraphs(story.moments[-1].lines[:2] if story.over else [])
    return f"""<section id="standings">
<h2>{heading}</h2>
{last}
<div class="result">
{plot(story.standings, names)}
{_table(story, names)}
</div>
</section>"""


def _table(story: Story, names: Sequence[str]) -> str:
    """By round and player what was gained, then the standing at the end."""
    view = story.view(story.moments[-1], "public")
    heads = "".join(f'<th scope="col" class="p{seat}">{_text(name)}</th>' for seat, name in enumerate(names))
    rows = [
        _row(round_title(story.rules.name, number), gained, signed=True)
        for number, gained in enumerate(view["scores"])
    ]
    if any(story.standings[0]):
        rows.insert(0, _row(_("At the start"), story.standings[0], signed=False))
    total = _row(_("Total"), view["totals"], signed=False)
    return f"""<div class="wide"><table class="scores">
<thead><tr><td></td>{heads}</tr></thead>
<tbody>{"".join(rows)}</tbody>
<tfoot>{total}</tfoot>
</table></div>"""


def _row(head: str, counts: Sequence[int | None], *, signed: bool) -> str:
    cells = "".join(f"<td>{_count(count, signed)}</td>" for count in counts)
    return f'<tr><th scope="row">{_text(head)}</th>{cells}</tr>'


def _count(count: int | None, signed: bool) -> str:
    return "-" if count is None else f"{count:+d}" if signed and count else str(count)


# the steps


def _player() -> str:
    """What the script fills; without it there is nothing to be seen here."""
    buttons = [
        ("first", "|<", _("Beginning")),
        ("back", "<<", _("Round back")),
        ("previous", "<", _("Step back")),
        ("next", ">", _("Next step")),
        ("forward", ">>", _("Next round")),
        ("last", ">|", _("End")),
    ]
    row = "".join(
        f'<button type="button" data-go="{go}" title="{_text(label)}" aria-label="{_text(label)}">'
        f"{escape(sign)}</button>"
        for go, sign, label in buttons
    )
    hint = _text(_("Arrow keys step as well; choosing a step in the list goes there."))
    name = _text(_("Step by step"))
    return f"""<section id="player" hidden aria-label="{name}">
<div class="buttons">{row}<output id="count"></output></div>
<div id="stage" aria-live="polite"></div>
<p class="hint">{hint}</p>
</section>"""


def _steps(story: Story, eyes: Eyes) -> str:
    first, last = story.moments[0], story.moments[-1]
    every, end = _text(_("Every step")), _text(_("The end"))
    parts = [f'<section id="steps"><h2>{every}</h2>', _listed(story, eyes, [first])]
    for told in story.rounds:
        heading = _text(round_title(story.rules.name, told[0].round))
        parts.append(f'<section class="round"><h3>{heading}</h3>')
        for part, moments in groupby(told, key=lambda moment: moment.part):
            if part is not None:
                parts.append(f"<h4>{_text(part_title(story.rules.name, part))}</h4>")
            parts.append(_listed(story, eyes, list(moments)))
        parts.append("</section>")
    parts += [f'<section class="round"><h3>{end}</h3>', _listed(story, eyes, [last])]
    return "\n".join([*parts, "</section>", "</section>"])


def _listed(story: Story, eyes: Eyes, moments: Sequence[Moment]) -> str:
    items = "\n".join(_step(story, eyes, moment) for moment in moments)
    return f'<ol start="{moments[0].number + 1}">\n{items}\n</ol>'


def _step(story: Story, eyes: Eyes, moment: Moment) -> str:
    number = moment.number + 1
    secrets = [each.text for each in moment.secrets]
    words = "".join(
        f"<p{' class=secret' if each in secrets else ''}>{_text(each)}</p>"
        for each in story.told(moment, eyes)
    )
    summary = _text(_("The table after this step"))
    return (
        f'<li id="s{number}"><div class="words">{words}</div><details><summary>{summary}</summary>'
        f'<div class="board">{_board(story, eyes, moment)}</div></details></li>'
    )


def _board(story: Story, eyes: Eyes, moment: Moment) -> str:
    """The state of the game, what is beside every name, the middle of the table, and the hands."""
    picture, waited = story.picture(moment, eyes), story.waited(moment)
    heads = "".join(f'<th scope="col">{_text(head)}</th>' for head in picture.heads)
    rows = []
    for seat, cells in enumerate(picture.seats):
        style = ' class="turn"' if seat in waited else ""
        row = "".join(f"<td>{_text(cell)}</td>" for cell in cells)
        rows.append(f'<tr{style}><th scope="row">{_text(story.names.of(seat))}</th>{row}</tr>')
    box = story.box(moment)
    middle = _box(box) if box else _paragraphs(text_of(picture.table).splitlines())
    hands = "".join(
        f"<dt>{_text(story.names.of(seat))}</dt><dd>{_hand(story.rules.name, things)}</dd>"
        for seat, things in story.hands(moment, eyes)
    )
    return (
        f"{_paragraphs(text_of(picture.about).splitlines())}"
        f'<div class="wide"><table class="seats"><thead><tr><td></td>{heads}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
        f'<div class="middle">{middle}</div>' + (f'<dl class="hands">{hands}</dl>' if hands else "")
    )


def _hand(game: str, things: Sequence[Thing]) -> str:
    return " ".join(
        f'<span class="thing{_suit(game, thing)}">{_text(thing.label)}</span>' for thing in things
    )


def _suit(game: str, thing: Thing) -> str:
    """A class for the colour of a card or die, for beauty only, and one for what was chosen."""
    label = thing.label.strip("*[]")
    suit = {"notice": label[-1:], "nokosu": label[:1], "no-loose-ends": label[:1]}.get(game, "")
    colour = f" suit-{suit}" if suit.isascii() and suit.isalpha() else ""
    return colour + (" noted" if thing.note else "")


# dice


def _dice(story: Story) -> str:
    """The faces of dice, drawn once, to be used wherever a die lies in a box."""
    if not any(story.box(moment) for moment in story.moments):
        return ""
    faces = "".join(
        f'<symbol id="d{face}" viewBox="0 0 24 24">'
        f'<rect class="die" x="1" y="1" width="22" height="22" rx="4"/>{_pips(face)}</symbol>'
        for face in _PIPS
    )
    return f'<svg class="symbols" aria-hidden="true">{faces}</svg>'


def _pips(face: int) -> str:
    spots = [_SPOTS[spot] for spot in _PIPS[face]]
    return "".join(f'<circle class="pip" cx="{x}" cy="{y}" r="2.4"/>' for x, y in spots)


def _box(box: Box) -> str:
    dice, (wide, high) = box
    label = _text(_("Dice: {faces}.").format(faces=listed([str(die["face"]) for die in dice])))
    size = f"0 0 {wide * _CELL} {high * _CELL}"
    lying = "".join(
        f'<use href="#d{die["face"]}" x="{die["place"] % wide * _CELL + 2}"'
        f' y="{die["place"] // wide * _CELL + 2}" width="24" height="24"{_MARKED if die["marked"] else ""}/>'
        for die in dice
    )
    return f'<svg class="box" viewBox="{size}" role="img" aria-label="{label}">{lying}</svg>'
