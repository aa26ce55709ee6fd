"""Dice Watching in words, and the box as it is seen for a moment.

Everything is read from views: `before` and `after` are what everybody sees around a fact, `view` is what one
seat sees now. The dice are in none of the lines before all have guessed.
"""

from typing import Any

from cli.glimpse import Glimpse
from cli.language import N_, _, ngettext
from cli.talk import Query, View, counted, scores
from cli.words import RULES, Names, Words, listed, points, say
from engines.vocabulary import Chose, Fact, Opened, Rolled, Sealed

_DIE = 3
"""The characters of a die."""

_PRINTED = (80, 24)
"""Columns and rows for a box that stays."""

SCORING: Words = {
    "count": N_("Every die with your face is a point."),
    "not-largest": N_(
        "Every die with your face is a point, but the face that is there most often gives nothing."
    ),
    "smallest": N_(
        "Few dice are wanted: 4 points a die for the face that is there least often, 2 for the next one, "
        "nothing for the others."
    ),
    "double": N_("Every die with your face is 2 points, but the face that is there most often costs 10."),
}

_GAINED: Words = {
    "count": N_("{name} chose {face}, which counts {count}: {points}."),
    "largest": N_("{name} chose {face}, which is there most often: {points}."),
    "smallest": N_("{name} chose {face}, which is there least often and counts {count}, times 4: {points}."),
    "second": N_(
        "{name} chose {face}, which is there second least often and counts {count}, times 2: {points}."
    ),
    "too-many": N_("{name} chose {face}, which counts {count} and is there too often: {points}."),
    "double": N_("{name} chose {face}, which counts {count}, times 2: {points}."),
}


def told(before: View, fact: Fact, after: View, names: Names) -> list[str]:
    """What there is to say about a fact."""
    match fact:
        case Chose(seat):
            text = _("You throw the dice.") if seat == names.me else _("{name} throws the dice.")
            # Who throws first has read it with the question.
            known = before["rounds_detail"] or seat == names.me
            first = [] if known else ["", *_stage(before, names)]
            return [*first, text.format(name=names.of(seat))]
        case Rolled():
            return [_("The dice are in the box.")]
        case Sealed(seat):
            return [] if seat == names.me else [_("{name} has chosen a face.").format(name=names.of(seat))]
        case Opened():
            return _opened(before, after, names)
    return []


def _stage(view: View, names: Names) -> list[str]:
    """The stage that begins, and what is wanted in it."""
    mine = view["referee"] == names.me
    text = (
        _("Stage {stage} of {stages}: {seconds}. You are the referee.")
        if mine
        else _("Stage {stage} of {stages}: {seconds}. Referee: {name}.")
    )
    name = names.of(view["referee"])
    which = {"stage": view["round"], "stages": view["rounds"], "seconds": _seconds(view["seconds"])}
    return [text.format(name=name, **which), say(SCORING, view["scoring"])]


def _seconds(count: float) -> str:
    return ngettext("{count} second", "{count} seconds", 1 if count == 1 else 2).format(count=f"{count:g}")


def _opened(before: View, after: View, names: Names) -> list[str]:
    if len(after["rounds_detail"]) == len(before["rounds_detail"]):
        return []
    following = [] if after["phase"] == "over" else ["", *_stage(after, names)]
    return [_("All choices are opened, and so is the box."), *_counted(after, names), *following]


def _counted(view: View, names: Names) -> list[str]:
    """The stage counted last, and the standing."""
    lines = stage_lines(view, len(view["rounds_detail"]) - 1, names)
    return [*lines, _("Total: {points}").format(points=counted(view["totals"], names))]


def stage_lines(view: View, number: int, names: Names) -> list[str]:
    """The box and the choices of a finished stage (from 0), and what they gave."""
    detail, gained = view["rounds_detail"][number], view["scores"][number]
    lines = [_("Dice: {faces}.").format(faces=_by_face(detail["dice"]))]
    if detail["marked"] is not None:
        lines.append(_("The marked die shows {face} and counts as three.").format(face=detail["marked"]))
    if view["options"]["odd_plus_one"]:
        lines.append(_("Every odd face counts one more."))
    if detail["counts"] != detail["dice"]:
        lines.append(_("So they count: {faces}.").format(faces=_by_face(detail["counts"])))
    for seat, reasons in enumerate(detail["lines"]):
        for reason in reasons:
            face = detail["guesses"][seat]
            counts = {"face": face, "count": detail["counts"][face - 1], "points": points(gained[seat])}
            lines.append(say(_GAINED, reason["what"], name=names.of(seat), **counts))
    return lines


def _by_face(counts: list[int]) -> str:
    return listed(
        [_("face {face}: {count}").format(face=at, count=count) for at, count in enumerate(counts, 1)]
    )


def so_far(view: View, names: Names) -> list[str]:
    """Where a game stands that goes on. What is asked of the seat comes after this."""
    if view["phase"] == "over":
        return []
    asked = view["ask"]["what"] if view["ask"] else ""
    stage = _stage(view, names)
    # What the question says itself is left out.
    if asked == "guess":
        stage = stage[:1]
    elif asked == "throw" and not view["rounds_detail"]:
        stage = []
    lines = ["", *stage, _("Total: {points}").format(points=counted(view["totals"], names))]
    if view["phase"] == "throw":
        return lines
    lines.append(_("The lid is on the box. Nobody is shown the dice of a stage a second time."))
    own = None if names.me is None else view["guesses"][names.me]
    return lines if own is None else [*lines, _("You have chosen {face}.").format(face=own)]


# what is seen for a moment


def glimpse(before: View, after: View, names: Names) -> Glimpse | None:
    """The open box, when the dice have been thrown."""
    if before["box"] is not None or after["box"] is None:
        return None

    def draw(columns: int, rows: int, *, covered: bool) -> list[str]:
        # A function of its own, for its text in a log names no die.
        return drawn(after["box"], after["grid"], columns, rows, covered=covered)

    title = _("Stage {stage} of {stages}: {seconds}")
    seconds = _seconds(after["seconds"])
    return Glimpse(
        title.format(stage=after["round"], stages=after["rounds"], seconds=seconds),
        draw,
        after["seconds"],
        lambda left: _("The lid opens in {left}").format(left=left),
        _("The lid is closed."),
        _("The dice are not shown here, because what is written here stays. You can choose all the same."),
    )


def drawn(
    box: list[dict[str, Any]], grid: list[int], columns: int, rows: int, *, covered: bool = False
) -> list[str]:
    """The box as lines. Where it does not fit, the dice lie close together, in the same order."""
    wide, high = grid
    if columns < wide * _DIE + 2 or rows < high + 2:
        wide = max((columns - 2) // _DIE, 1)
        high = -(-len(box) // wide)
        box = [{**die, "place": at} for at, die in enumerate(box)]
    cells = {} if covered else {die["place"]: _die(die) for die in box}
    lines = [
        "".join(cells.get(row * wide + column, " " * _DIE) for column in range(wide)) for row in range(high)
    ]
    edge = "+" + "-" * wide * _DIE + "+"
    return [edge, *[f"|{line}|" for line in lines], edge]


def _die(die: dict[str, Any]) -> str:
    return f"<{die['face']}>" if die["marked"] else f"[{die['face']}]"


# what one seat is asked


def question(view: View, names: Names) -> list[str]:
    """What this seat has to decide."""
    if view["ask"]["what"] == "throw":
        first = [] if view["rounds_detail"] else _stage(view, names)
        return [*first, _("You are the referee: press Enter to throw the dice.")]
    lines = [say(SCORING, view["scoring"])]
    if view["options"]["marked_die"]:
        lines.append(_("The marked die counts as three."))
    if view["options"]["odd_plus_one"]:
        lines.append(_("Every odd face counts one more."))
    return [*lines, _("Which face do you choose? 1 to 6")]


def understood(text: str, view: View) -> Any:
    """The choice that a person typed, legal or not; None if it means nothing here."""
    if view["ask"]["what"] == "throw":
        return "throw" if text.lower() in ("", "1", "throw") else None
    return int(text) if text.isdecimal() else None


def refusal(rule: str, view: View) -> str:
    """Why a choice is not legal."""
    return _("A die has the faces 1 to 6.") if rule == "range" else say(RULES, rule)


def done(choice: Any, view: View, names: Names) -> list[str]:
    """What to say at once when a choice was taken; that the dice are thrown, everybody is told."""
    return [_("You have chosen {face}.").format(face=choice)] if view["ask"]["request"] == "seal" else []


# what may be asked about


def box(view: View, names: Names) -> list[str]:
    """The box: open after the counting, until the next throw."""
    if view["last_box"] is not None:
        return drawn(view["last_box"], view["grid"], *_PRINTED)
    return [_("The box is empty.") if view["phase"] == "throw" else _("The lid is on the box.")]


def last_stage(view: View, names: Names) -> list[str]:
    """The stage before: its dice, and what everybody chose."""
    if not view["rounds_detail"]:
        return [_("No stage has been counted yet.")]
    return _counted(view, names)


OWED: Words = {
    "throw": N_("the throw of the dice"),
    "guess": N_("a face to be chosen"),
    "open": N_("the chosen face to be opened"),
}
ENDING = N_("The game is over. Points: {points}.")
SHOWS = (
    Query("k", N_("k the box"), box),
    Query("l", N_("l the stage before"), last_stage),
    Query("s", N_("s scores"), scores),
)
