"""How Dice And Domino looks: the dice, what lies before everybody, chips and tiles beside the names."""

from collections.abc import Sequence
from typing import Any

from cli.app.frame import DIM, TURN, Line, line
from cli.app.picture import Picture, Thing
from cli.dominoes import chips, marked, tiles
from cli.language import _
from cli.talk import View
from cli.talk_dice_and_domino import last_turn, refusal
from cli.words import Names

ORDERS = ("tile", "fit")
_TURNING_UP = ("up", "show")


def picture(view: View, names: Names, order: str = "") -> Picture:
    """See Painter."""
    what = view["ask"]["what"] if view["ask"] else ""
    return Picture(
        about=_about(view, names),
        heads=(_("chips"), _("tiles"), _("before them")),
        seats=[_seat(view, seat) for seat in range(view["seats"])],
        table=_table(view, names),
        things=_things(view, what, order),
        pick=_pick(view, what),
        orders=ORDERS,
    )


def choice(view: View, parts: Sequence[Any]) -> Any:
    """See Painter."""
    return parts[0] if view["ask"]["what"] == "after" else tuple(sorted(parts))


def explained(view: View, number: int, names: Names) -> list[Line]:
    """See Painter."""
    detail = view["rounds_detail"][number]
    lines = [line(_("Round {round} is over.").format(round=number + 1))]
    for seat in range(view["seats"]):
        got = {each["what"]: each["points"] for each in detail["lines"][seat]}
        text = _("{name}: ante {ante:+d}, pot {pot:+d}: {gained:+d}.")
        gained = view["scores"][number][seat]
        values = {"ante": got.get("ante", 0), "pot": got.get("pot", 0), "gained": gained}
        lines.append(line(text.format(name=names.of(seat), **values)))
    if detail["carried"]:
        lines.append(line(_("Left in the pot: {chips}.").format(chips=chips(detail["carried"]))))
    return lines


def _about(view: View, names: Names) -> list[Line]:
    text = _("Round {round} of {rounds}. In the pot: {chips}. Boneyard: {tiles}.")
    pot, rest = chips(view["pot"]), tiles(view["boneyard"])
    first = line(text.format(round=view["round"], rounds=view["rounds"], chips=pot, tiles=rest))
    roller = names.of(view["roller"]) if view["roller"] is not None else "?"
    if not view["dice"]:
        return [first, line(_("Roller: {name}.").format(name=roller))]
    text = _("Kept dice: {dice}. Roller: {name}.") if view["kept"] else _("Dice: {dice}. Roller: {name}.")
    dice = " ".join(f"[{face}]" for face in view["dice"])
    return [first, line(text.format(dice=dice, name=roller), TURN)]


def _seat(view: View, seat: int) -> tuple[str, ...]:
    return str(view["chips"][seat]), str(view["hand_sizes"][seat]), _before(view, seat)


def _before(view: View, seat: int) -> str:
    """What a seat has placed: closed tiles as `[?]`, then what of them is turned up or shown."""
    up = view["up"][seat]
    if up is not None:
        return " ".join([marked(up) if up else "-", *view["shown"][seat]])
    return " ".join(["[?]"] * view["placed"][seat])


def _table(view: View, names: Names) -> list[Line]:
    if view["phase"] in _TURNING_UP or not view["last"]:
        return []
    return [line(text, DIM) for text in last_turn(view, names)]


def _things(view: View, what: str, order: str) -> list[Thing]:
    if what == "after":
        return [Thing(_("roll the dice"), "roll"), Thing(_("keep the dice"), "keep")]
    hand = sorted(view["hand"], key=lambda tile: tile["item"])
    if order == "fit" and view["dice"]:
        hand.sort(key=lambda tile: not _bears(tile["item"], view["dice"]))
    refused = _refused(view) if _chooses(view, what) else {}
    return [
        Thing(tile["item"], tile["slot"], refused.get(tile["slot"], ""), _note(view, tile["slot"]))
        for tile in hand
    ]


def _bears(item: str, dice: Sequence[int]) -> bool:
    return any(str(face) in item for face in dice)


def _refused(view: View) -> dict[int, str]:
    """Of the hand, only a placed tile that fits may be turned up."""
    may = {slot for each in view["ask"]["choices"] for slot in each}
    placed = view["placed_slots"]
    return {
        tile["slot"]: refusal("fit" if tile["slot"] in placed else "not-held", view)
        for tile in view["hand"]
        if tile["slot"] not in may
    }


def _note(view: View, slot: int) -> str:
    return _("placed") if slot in view["placed_slots"] else ""


def _pick(view: View, what: str) -> int:
    if what == "place":
        return min(2, len(view["hand"]))
    return 1 if what == "after" or _chooses(view, what) else 0


def _chooses(view: View, what: str) -> bool:
    """Whether this seat chooses which tile it turns up. Where there is no choice, nobody is asked."""
    return what == "up" and len(view["ask"]["choices"]) > 1
