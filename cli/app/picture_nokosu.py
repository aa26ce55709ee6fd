"""How Nokosu Dice looks: goal, tricks and dice beside each name, the draft and the trick in the middle."""

from collections.abc import Sequence
from typing import Any

from cli.app.frame import DIM, PLAIN, TRUMP, Line, line
from cli.app.picture import Picture, Thing, marked
from cli.coloured import NOKOSU, is_die, number
from cli.language import _
from cli.nokosu_trumps import strongest_first, suit_name, suit_of
from cli.talk import View
from cli.talk_nokosu import refusal, round_lines
from cli.words import Names

ORDERS = ("suit", "number")
_NO = -1


def picture(view: View, names: Names, order: str = "") -> Picture:
    """See Painter."""
    what = view["ask"]["what"] if view["ask"] else ""
    held = _held(view, order)
    choosing = what in ("draft", "zero")
    return Picture(
        about=_about(view, names),
        heads=(_("goal"), _("tricks"), _("cards"), _("points"), _("dice")),
        seats=[_seat(view, seat) for seat in range(view["seats"])],
        table=_table(view, names) + (_hand_line(held) if choosing else []),
        things=_offered(view, what) if choosing else held,
        pick=1 if what else 0,
        orders=ORDERS,
    )


def choice(view: View, parts: Sequence[Any]) -> Any:
    """See Painter."""
    return (parts[0],) if view["ask"]["what"] == "tricks" else parts[0]


def explained(view: View, number: int, names: Names) -> list[Line]:
    """See Painter."""
    return [line(text) for text in round_lines(view, number, names)]


def _about(view: View, names: Names) -> list[Line]:
    dealer = names.of(view["dealer"]) if view["dealer"] is not None else "?"
    text = _("Round {round} of {rounds}. Dealer: {name}.")
    first = line(text.format(round=view["round"], rounds=view["rounds"], name=dealer))
    if not view["trump"]:
        return [first]
    die = view["trump"]
    text = _("Trump die {die}: all {colour}, and every {number}.")
    colour = _(NOKOSU[die[0]].name)
    trump: Line = [(TRUMP, text.format(die=_label(die, view), colour=colour, number=number(die)))]
    if view["led"]:
        trump.append((PLAIN, " " + _("Led: {suit}.").format(suit=suit_name(view["led"]))))
    return [first, trump]


def _seat(view: View, seat: int) -> tuple[str, ...]:
    goal = view["goals"][seat]
    wanted = "?" if goal is None else _("zero") if view["declared"][seat] else str(goal)
    dice = " ".join(_label(item, view) for item in strongest_first(view["dice"][seat], view["trump"]))
    return wanted, *(str(view[count][seat]) for count in ("tricks", "hand_sizes", "totals")), dice


def _table(view: View, names: Names) -> list[Line]:
    lines: list[Line] = []
    if view["pool"]:
        dice = " ".join(_label(die["item"], view) for die in _pool(view))
        lines.append(line(_("In the middle: {dice}").format(dice=dice)))
    if view["trick"]:
        lines.append(line(_("On the table: {cards}").format(cards=_items(view["trick"], view, names))))
    if view["last_trick"]:
        text = _("Last trick: {cards}. Taken by {name}.")
        cards, winner = _items(view["last_trick"], view, names), names.of(view["last_winner"])
        lines.append(line(text.format(cards=cards, name=winner), DIM if view["trick"] else PLAIN))
    return lines


def _items(items: Sequence[dict[str, Any]], view: View, names: Names) -> str:
    return "  ".join(f"{names.of(item['seat'])} {_label(item['item'], view)}" for item in items)


def _label(item: str, view: View) -> str:
    """A card as `R5`, a die as `[R5]`, a trump with a star."""
    text = f"[{item[:-1]}]" if is_die(item) else item
    return marked(suit_of(item, view["trump"]) == "trump", text)


def _held(view: View, order: str) -> list[Thing]:
    """The cards in hand, then the dice before this seat."""
    if view["seat"] is None:
        return []
    refused = {each["choice"][0]: each["rule"] for each in (view["ask"] or {}).get("refused", ())}
    things = [*view["hand"], *view["dice"][view["seat"]]]
    place = {item: at for at, item in enumerate(strongest_first(things, view["trump"]))}
    things.sort(key=lambda thing: place[thing["item"]])
    if order == "number":
        things.sort(key=lambda thing: -number(thing["item"]))
    return [_thing(thing, refused, view) for thing in sorted(things, key=lambda thing: is_die(thing["item"]))]


def _thing(thing: dict[str, Any], refused: dict[int, str], view: View) -> Thing:
    slot, label = thing["slot"], _label(thing["item"], view)
    return Thing(label, slot, refusal(refused[slot], view) if slot in refused else "")


def _offered(view: View, what: str) -> list[Thing]:
    if what == "draft":
        return [Thing(_label(die["item"], view), die["slot"]) for die in _pool(view)]
    own = [
        Thing(_("put back {die}").format(die=_label(d["item"], view)), d["slot"])
        for d in view["dice"][view["seat"]]
    ]
    return [Thing(_("no"), _NO), *own]


def _pool(view: View) -> list[dict[str, Any]]:
    """The dice in the middle by colour, as those that one holds are."""
    order = strongest_first(view["pool"], view["trump"])
    return sorted(view["pool"], key=lambda die: order.index(die["item"]))


def _hand_line(held: Sequence[Thing]) -> list[Line]:
    return [line(_("Your hand: {cards}").format(cards=" ".join(thing.label for thing in held)))]
