"""Dice And Domino in words: what happens at the table, what a seat is asked, and what may be asked about it.

Everything is read from views: `before` and `after` are what everybody sees around a fact, `view` is what one
seat sees now.
"""

from collections.abc import Sequence
from typing import Any

from cli.dominoes import chips, marked, numbered, tiles, together, typed
from cli.language import N_, _, ngettext
from cli.talk import Query, Refused, View, counted
from cli.words import RULES, Names, Words, listed, say
from engines.vocabulary import Chose, Dealt, Fact, Mixed, Played, Rolled

_GOES: Words = {
    "w0": N_(
        "The strongest special tile is a W0: only W0s are discarded, "
        "each with the tile beside it if that fits."
    ),
    "perfect": N_(
        "The strongest special tile is a perfect tile: only perfect tiles are discarded, "
        "each with the tile beside it if that fits."
    ),
    "perfect_alone": N_("The strongest special tile is a perfect tile: only perfect tiles are discarded."),
    "double_perfect": N_("There is a double perfect: only double perfects are discarded."),
}
"""What the strongest special tile means for the discard."""


def told(before: View, fact: Fact, after: View, names: Names) -> list[str]:
    """What there is to say about a fact."""
    match fact:
        case Dealt() if before["phase"] == "deal":
            return ["", *_round(after, names)]
        case Dealt():
            return [*_drawn(after, names), _held(after, names)]
        case Rolled() if before["phase"] == "roll":
            text = _("You roll {dice}.") if after["roller"] == names.me else _("{name} rolls {dice}.")
            return ["", text.format(name=names.of(after["roller"]), dice=_dice(after["dice"]))]
        case Mixed(seat):
            return _placed(before, seat, after, names)
        case Played(seat):
            lines = _turned_up(seat, after, names) if before["phase"] == "up" else _showed(seat, after, names)
            return [*lines, *_all_up(before, after, names)]
        case Chose(seat, choice):
            return _chosen(seat, choice, before, names)
    return []


def _round(view: View, names: Names) -> list[str]:
    text = _("Round {round} of {rounds}. In the pot: {chips}.")
    first = _("You roll first.") if view["roller"] == names.me else _("{name} rolls first.")
    return [
        text.format(round=view["round"], rounds=view["rounds"], chips=chips(view["pot"])),
        first.format(name=names.of(view["roller"])),
    ]


def _dice(dice: Sequence[int]) -> str:
    return _("{one} and {other}").format(one=dice[0], other=dice[1])


def _placed(before: View, seat: int, after: View, names: Names) -> list[str]:
    everybody = [_("Everybody has placed.")] if after["phase"] == "up" else []
    if seat == names.me:
        return everybody
    # When all have placed, those who have nothing to choose may have turned up already.
    count = min(2, before["hand_sizes"][seat])
    return [_("{name} has placed {tiles}.").format(name=names.of(seat), tiles=tiles(count)), *everybody]


def _turned_up(seat: int, after: View, names: Names) -> list[str]:
    up = after["up"][seat] if after["up"][seat] is not None else after["last"]["up"][seat]
    mine = seat == names.me
    if not up:
        text = _("You turn up nothing.") if mine else _("{name} turns up nothing.")
    else:
        text = _("You turn up {tiles}.") if mine else _("{name} turns up {tiles}.")
    return [text.format(name=names.of(seat), tiles=marked(up))]


def _showed(seat: int, after: View, names: Names) -> list[str]:
    shown = after["shown"][seat] or after["last"]["shown"][seat]
    text = _("You show {tiles}.") if seat == names.me else _("{name} shows {tiles}.")
    return [text.format(name=names.of(seat), tiles=together(shown))]


def _all_up(before: View, after: View, names: Names) -> list[str]:
    """What follows as soon as all have turned up, or shown, what they had to."""
    if after["phase"] == "show":
        return [] if before["phase"] == "show" else [_("There is a W0, so all others show what they placed.")]
    if after["last"] == before["last"]:
        return []
    lines = _result(after["last"], after, names)
    if after["last"]["out"]:
        return [*lines, *_out(after, names)]
    if after["phase"] == "draw":
        return lines
    nobody = [_("The boneyard is empty, so nobody draws.")] if after["boneyard"] == 0 else []
    return [*lines, *nobody, _held(after, names)]


def _result(last: dict[str, Any], view: View, names: Names) -> list[str]:
    """Who discards what and who takes what back, and why."""
    strongest = last["strongest"]
    if strongest == "perfect" and view["options"]["perfect_alone"]:
        strongest = "perfect_alone"
    if strongest:
        lines = [say(_GOES, strongest)]
    elif any(last["discarded"]):
        lines = [_("There is no special tile: what was turned up is discarded.")]
    else:
        lines = [_("No tile fits, so none is discarded.")]
    for seat, gone in enumerate(last["discarded"]):
        text = _("You discard {tiles}.") if seat == names.me else _("{name} discards {tiles}.")
        lines += [text.format(name=names.of(seat), tiles=together(gone))] if gone else []
    for seat, back in enumerate(last["returned"]):
        text = _("You take back {tiles}.") if seat == names.me else _("{name} takes back {tiles}.")
        lines += [text.format(name=names.of(seat), tiles=together(back))] if back else []
    return lines


def _out(view: View, names: Names) -> list[str]:
    """Who is out and takes the pot; and where the round leaves everybody."""
    last, detail = view["last"], view["rounds_detail"][-1]
    out = last["out"]
    won = {"name": names.of(out[0]), "names": listed([names.of(seat) for seat in out])}
    won["chips"] = chips(last["won"][out[0]])
    if len(out) > 1:
        text = _("{names} are out together and share the pot: {chips} for each.")
    elif out[0] == names.me:
        text = _("You are out and take the pot: {chips}.")
    else:
        text = _("{name} is out and takes the pot: {chips}.")
    lines = [text.format(**won)]
    if detail["carried"]:
        over = view["phase"] == "over"
        text = (
            _("{chips} left in the pot, for nobody.")
            if over
            else _("{chips} left in the pot for the next round.")
        )
        lines.append(text.format(chips=chips(detail["carried"])))
    return [*lines, _("Chips: {chips}.").format(chips=counted(view["totals"], names))]


def _drawn(view: View, names: Names) -> list[str]:
    drew = [seat for seat, draws in enumerate(view["last"]["drew"]) if draws]
    text = ngettext(
        "{names} draws a tile. Boneyard: {tiles}.", "{names} draw a tile each. Boneyard: {tiles}.", len(drew)
    )
    drawers = listed([names.of(seat) for seat in drew])
    return [text.format(names=drawers, tiles=tiles(view["boneyard"]))]


def _held(view: View, names: Names) -> str:
    return _("Tiles in hand: {list}.").format(list=counted(view["hand_sizes"], names))


def _chosen(seat: int, choice: Any, before: View, names: Names) -> list[str]:
    mine = seat == names.me
    if choice == "roll":
        text = _("You roll next.") if mine else _("{name} rolls next.")
        return [text.format(name=names.of(seat))]
    text = _("You keep the dice: {dice} again.") if mine else _("{name} keeps the dice: {dice} again.")
    return ["", text.format(name=names.of(seat), dice=_dice(before["dice"]))]


def so_far(view: View, names: Names) -> list[str]:
    """Where a game stands that goes on. What is asked of the seat, with its hand, comes after this."""
    if view["phase"] in ("deal", "over"):
        return []
    text = _("Round {round} of {rounds}. In the pot: {chips}.")
    lines = ["", text.format(round=view["round"], rounds=view["rounds"], chips=chips(view["pot"]))]
    lines += [*standing(view, names)[1:], *table(view, names)]
    return lines if view["ask"] else [*lines, *hand(view, names)]


# what one seat is asked


def question(view: View, names: Names) -> list[str]:
    """What this seat has to decide, with its hand."""
    asked, dice = view["ask"], _dice(view["dice"])
    if asked["what"] == "place":
        return [*_draw(view), *hand(view, names), *_to_place(view)]
    if asked["what"] == "after":
        text = _("Your double perfect is discarded. 1: roll for the next turn; 2: keep the dice, {dice}.")
        return [text.format(dice=dice)]
    if len(asked["choices"]) == 1:
        return []
    fitting = numbered(_fitting(view))
    text = _("The dice show {dice}. Both your tiles fit the same die only. Which one do you turn up? {tiles}")
    return [text.format(dice=dice, tiles=fitting)]


def _draw(view: View) -> list[str]:
    """The tile drawn last: it is the last one of the hand before this is laid anew."""
    last = view["last"]
    if not (last and last["round"] == view["round"] and last["drew"][view["seat"]]):
        return []
    return [_("You drew {tile}.").format(tile=view["hand"][-1]["item"])]


def _to_place(view: View) -> list[str]:
    items = sorted(tile["item"] for tile in view["hand"])
    dice = _dice(view["dice"])
    if len(items) == 1:
        return [_("The dice show {dice}. Press Enter to place your last tile.").format(dice=dice)]
    if len(items) == 2:
        return [_("The dice show {dice}. Press Enter to place both tiles.").format(dice=dice)]
    text = _(
        "The dice show {dice}. Place two tiles: type them, such as {example}, or their numbers, such as 1 2."
    )
    return [text.format(dice=dice, example=" ".join(items[:2]))]


def _fitting(view: View) -> list[str]:
    slots = {slot for choice in view["ask"]["choices"] for slot in choice}
    return [tile["item"] for tile in view["hand"] if tile["slot"] in slots]


def understood(text: str, view: View) -> Any:
    """The choice that a person typed, legal or not, or Refused; None if it means nothing here."""
    asked = view["ask"]
    if not text:
        only = asked["choices"][0]
        return tuple(only) if len(asked["choices"]) == 1 and isinstance(only, list) else None
    if asked["what"] == "after":
        return {"1": "roll", "2": "keep"}.get(text, text if text in ("roll", "keep") else None)
    turning_up = asked["what"] == "up"
    wanted = typed(text, _fitting(view) if turning_up else [tile["item"] for tile in view["hand"]])
    if wanted is None:
        return None
    slots = _slots(wanted, view["hand"], view["placed_slots"] if turning_up else None)
    return Refused("not-held") if slots is None else slots


def _slots(wanted: list[str], held: list[dict[str, Any]], among: list[int] | None) -> tuple[int, ...] | None:
    """Slots of these tiles, in order; None if one of them is not there."""
    free = [tile for tile in held if among is None or tile["slot"] in among]
    found = []
    for item in wanted:
        tile = next((tile for tile in free if tile["item"] == item), None)
        if tile is None:
            return None
        free.remove(tile)
        found.append(tile["slot"])
    return tuple(sorted(found))


def refusal(rule: str, view: View) -> str:
    """Why a choice is not legal."""
    asked = view["ask"]["what"] if view["ask"] else ""
    if rule == "not-held":
        return _("You did not place that tile.") if asked == "up" else _("You do not hold that tile.")
    if rule == "place":
        return _("Place two tiles at once, such as 2-5 3-3.")
    if rule == "fit":
        return _("One of the tiles that fit must be turned up, and no other one.")
    return say(RULES, rule)


def done(choice: Any, view: View, names: Names) -> list[str]:
    """What to say at once when a choice was taken."""
    if view["ask"]["what"] != "place":
        return []
    placed = [tile["item"] for tile in view["hand"] if tile["slot"] in choice]
    return [_("You place {tiles}.").format(tiles=together(sorted(placed)))]


# what may be asked about


def hand(view: View, names: Names) -> list[str]:
    """One's own hand."""
    if not view["hand"]:
        return [_("You hold no tiles.")]
    return [_("Your hand: {tiles}").format(tiles=numbered(tile["item"] for tile in view["hand"]))]


def table(view: View, names: Names) -> list[str]:
    """The dice, who has placed, and what is turned up."""
    if not view["dice"]:
        return [_("The dice have not been rolled.")]
    lines = [_("The dice show {dice}.").format(dice=_dice(view["dice"]))]
    slots = view["placed_slots"]
    mine = sorted(tile["item"] for tile in view["hand"] if tile["slot"] in slots)
    lines += [_("You have placed {tiles}.").format(tiles=together(mine))] if mine else []
    for seat, count in enumerate(view["placed"]):
        if view["up"][seat] is not None:
            lines += _turned_up(seat, view, names)
        elif count and seat != names.me:
            lines.append(_("{name} has placed {tiles}.").format(name=names.of(seat), tiles=tiles(count)))
    return lines


def last_turn(view: View, names: Names) -> list[str]:
    """The turn before: its dice, what was turned up, and what became of it."""
    last = view["last"]
    if last is None:
        return [_("No turn has been played yet.")]
    lines = [_("The turn before: the dice showed {dice}.").format(dice=_dice(last["dice"]))]
    for seat in range(view["seats"]):
        up, shown = last["up"][seat], last["shown"][seat]
        if up:
            text = _("{name} turned up {tiles}.")
            lines.append(text.format(name=names.of(seat), tiles=marked(up)))
        if shown:
            lines.append(_("{name} showed {tiles}.").format(name=names.of(seat), tiles=together(shown)))
    return [*lines, *_result(last, view, names)]


def standing(view: View, names: Names) -> list[str]:
    """Pot, chips, and how many tiles everybody has."""
    return [
        _("In the pot: {chips}.").format(chips=chips(view["pot"])),
        _("Chips: {chips}.").format(chips=counted(view["chips"], names)),
        _held(view, names),
        _("Boneyard: {tiles}.").format(tiles=tiles(view["boneyard"])),
    ]


def known(view: View, names: Names) -> list[str]:
    """The tiles of this round that everybody has seen: those discarded, and those taken back."""
    gone = view["discarded"]
    lines = [_("Discarded in this round: {tiles}.").format(tiles=together(sorted(gone)))] if gone else []
    for seat, held in enumerate(view["known"]):
        if held:
            text = _("Everybody has seen that {name} holds {tiles}.")
            lines.append(text.format(name=names.of(seat), tiles=together(held)))
    return lines or [_("No tile of this round has been seen yet.")]


def scores(view: View, names: Names) -> list[str]:
    """Chips won and lost by round, and what everybody has now."""
    lines = [
        _("Round {round}: {points}").format(round=number, points=counted(gained, names))
        for number, gained in enumerate(view["scores"], start=1)
    ]
    return [*lines, *standing(view, names)[:2]]


OWED: Words = {
    "place": N_("tiles to be placed"),
    "up": N_("tiles to be turned up"),
    "show": N_("the placed tiles to be shown"),
    "after": N_("to roll or to keep the dice"),
}
ENDING = N_("The game is over. Chips: {points}.")
SHOWS = (
    Query("h", N_("h your hand"), hand),
    Query("k", N_("k dice and placed tiles"), table),
    Query("l", N_("l the turn before"), last_turn),
    Query("b", N_("b pot, chips and numbers of tiles"), standing),
    Query("v", N_("v tiles that were seen"), known),
    Query("s", N_("s chips by round"), scores),
)
