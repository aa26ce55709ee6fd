"""How No Loose Ends looks: bid cards and tricks beside each name, the trick in the middle, the hand."""

from collections.abc import Sequence
from typing import Any

from cli.app.frame import DIM, PLAIN, TRUMP, Line, line
from cli.app.picture import Picture, Thing, marked
from cli.coloured import ESCAPE, NO_LOOSE_ENDS, in_order, number
from cli.language import _
from cli.talk import View
from cli.talk_no_loose_ends import refusal
from cli.told_no_loose_ends import round_lines, suit_name
from cli.words import Names

ORDERS = ("suit", "number")
_TRUMP = "B"


def picture(view: View, names: Names, order: str = "") -> Picture:
    """See Painter."""
    what = view["ask"]["what"] if view["ask"] else ""
    held = _held(view, order)
    choosing = what in ("cross", "cover")
    return Picture(
        about=_about(view, names),
        heads=(_("bid cards"), _("tricks"), _("loose ends"), _("cards"), _("points")),
        seats=[_seat(view, seat) for seat in range(view["seats"])],
        table=_table(view, names) + (_hand_line(held) if choosing else []),
        things=_offered(view, what, held),
        pick=1 if what else 0,
        orders=ORDERS,
    )


def choice(view: View, parts: Sequence[Any]) -> Any:
    """See Painter."""
    if view["ask"]["request"] == "choose":
        return parts[0]
    return () if parts[0] is None else (parts[0],)


def explained(view: View, number: int, names: Names) -> list[Line]:
    """See Painter."""
    return [line(text) for text in round_lines(view, number, names)]


def _about(view: View, names: Names) -> list[Line]:
    start = names.of(view["start"]) if view["start"] is not None else "?"
    text = _("Round {round} of {rounds}. Start player: {name}.")
    first = line(text.format(round=view["round"], rounds=view["rounds"], name=start))
    second: Line = [(TRUMP, _("Trump: {suit} ({letter}).").format(suit=suit_name(_TRUMP), letter=_TRUMP))]
    if view["phase"] == "plan":
        limit = _("At most {count} bid cards each.").format(count=view["limit"])
        second.append((PLAIN, " " + limit))
    if view["led"]:
        led = f"{suit_name(view['led'])} ({view['led']})"
        second.append((PLAIN, " " + _("Led: {suit}.").format(suit=led)))
    return [first, second]


def _seat(view: View, seat: int) -> tuple[str, ...]:
    bids = " ".join(_bid(bid) for bid in view["bids"][seat])
    if seat in view["informants"]:
        bids = " ".join([_("informant"), bids]).strip()
    elif seat in view["passed"] and view["phase"] in ("plan", "cross"):
        bids = " ".join([bids, _("(passed)")])
    return bids, *(str(view[count][seat]) for count in ("tricks", "loose", "hand_sizes", "totals"))


def _bid(bid: dict[str, Any]) -> str:
    """A bid card: in brackets once it is covered, with a plus where a trick put it there."""
    text = bid["item"] + ("+" if bid["plan_b"] else "")
    return f"[{text}]" if bid["covered"] else text


def _table(view: View, names: Names) -> list[Line]:
    lines: list[Line] = []
    if view["trick"]:
        lines.append(line(_("On the table: {cards}").format(cards=_cards(view["trick"], names))))
    if view["last_trick"]:
        text = _("Last trick: {cards}. Taken by {name}.")
        cards, winner = _cards(view["last_trick"], names), names.of(view["last_winner"])
        last = text.format(cards=cards, name=winner)
        if view["phase"] != "cover":
            last += " " + _covered(view)
        lines.append(line(last, DIM if view["trick"] else PLAIN))
    return lines


def _covered(view: View) -> str:
    if view["last_plan_b"]:
        return _("Its winning card is a new bid card.")
    if view["last_cover"]:
        return _("It covers {card}.").format(card=view["last_cover"]["item"])
    return _("It covers nothing.")


def _cards(cards: Sequence[dict[str, Any]], names: Names) -> str:
    return "  ".join(f"{names.of(card['seat'])} {_label(card['item'])}" for card in cards)


def _label(item: str) -> str:
    return marked(item[0] == _TRUMP, item)


def _held(view: View, order: str) -> list[Thing]:
    refused = {
        tuple(each["choice"]): each["rule"] for each in _refused(view) if isinstance(each["choice"], list)
    }
    cards = sorted(view["hand"], key=lambda card: _place(view, card["item"]))
    if order == "number":
        cards.sort(key=lambda card: 0 if card["item"] == ESCAPE else -number(card["item"]))
    return [_thing(card, refused.get((card["slot"],)), view) for card in cards]


def _place(view: View, item: str) -> int:
    return in_order([card["item"] for card in view["hand"]], NO_LOOSE_ENDS).index(item)


def _refused(view: View) -> list[dict[str, Any]]:
    return view["ask"]["refused"] if view["ask"] else []


def _thing(card: dict[str, Any], rule: str | None, view: View) -> Thing:
    return Thing(_label(card["item"]), card["slot"], refusal(rule, view) if rule else "")


def _offered(view: View, what: str, held: list[Thing]) -> list[Thing]:
    if what == "cross":
        return [Thing(_("keep the bid cards"), False), Thing(_("take them back, as an informant"), True)]
    if what == "cover":
        rules = {each["choice"]: each["rule"] for each in _refused(view)}
        mine = [bid for bid in view["bids"][view["seat"]] if not bid["covered"]]
        return [_thing(bid, rules.get(bid["slot"]), view) for bid in mine]
    if what == "plan":
        rule = next((each["rule"] for each in _refused(view) if each["choice"] == []), "")
        return [*held, Thing(_("pass"), None, refusal(rule, view) if rule else "")]
    return held


def _hand_line(held: Sequence[Thing]) -> list[Line]:
    return [line(_("Your hand: {cards}").format(cards=" ".join(thing.label for thing in held)))]
