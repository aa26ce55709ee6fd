"""How Dice Watching looks while nothing is seen: the stage, who has chosen, and the box once it is open."""

from collections.abc import Sequence
from typing import Any

from cli.app.frame import DIM, PLAIN, TURN, Line, line
from cli.app.picture import Picture, Thing
from cli.language import _
from cli.talk import View
from cli.talk_dice_watching import SCORING, stage_lines
from cli.words import Names, say

_FACES = range(1, 7)


def picture(view: View, names: Names, order: str = "") -> Picture:
    """See Painter."""
    ask = view["ask"]
    return Picture(
        about=[line(_stage(view, names), TURN), line(say(SCORING, view["scoring"]))],
        heads=(_("points"), _("last"), _("chosen")),
        seats=[_seat(view, seat) for seat in range(view["seats"])],
        table=_table(view, names),
        things=_things(view) if ask else [],
        pick=1 if ask else 0,
        unmarked=bool(ask) and ask["request"] == "seal",
    )


def choice(view: View, parts: Sequence[Any]) -> Any:
    """See Painter."""
    return parts[0]


def explained(view: View, number: int, names: Names) -> list[Line]:
    """See Painter."""
    return [line(text) for text in stage_lines(view, number, names)]


def _stage(view: View, names: Names) -> str:
    text = _("Stage {stage} of {stages}, {seconds:g} s. Referee: {name}.")
    name = names.of(view["referee"])
    return text.format(stage=view["round"], stages=view["rounds"], seconds=view["seconds"], name=name)


def _seat(view: View, seat: int) -> tuple[str, ...]:
    total = view["totals"][seat]
    last = view["scores"][-1][seat] if view["scores"] else None
    return "-" if total is None else str(total), "-" if last is None else str(last), _chosen(view, seat)


def _chosen(view: View, seat: int) -> str:
    """The face that a seat has chosen where it is known, `*` where it has chosen one."""
    if view["phase"] not in ("guess", "open"):
        return ""
    if seat == view["referee"]:
        return _("referee")
    guess = view["guesses"][seat]
    return str(guess) if guess is not None else "*" if view["sealed"][seat] else "-"


def _table(view: View, names: Names) -> list[Line]:
    if view["phase"] in ("guess", "open"):
        return [line(_("The lid is on the box."))]
    if not view["rounds_detail"]:
        return [line(_("The box is empty."))]
    detail = view["rounds_detail"][-1]
    lines = [line(_("The last stage:"), DIM)]
    most = max(detail["counts"])
    for face in _FACES:
        count = detail["counts"][face - 1]
        chose = [names.of(seat) for seat, guess in enumerate(detail["guesses"]) if guess == face]
        bar = "#" * count + (" " if count else "") + (_("(most)") if count == most else "")
        lines.append([(PLAIN, f"[{face}] {count:2} {bar} "), (DIM, " ".join(chose))])
    return lines


def _things(view: View) -> list[Thing]:
    if view["ask"]["what"] == "throw":
        return [Thing(_("throw the dice"), "throw")]
    return [Thing(f"[{face}]", face) for face in _FACES]
