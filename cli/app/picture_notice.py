"""How Notice looks: predictions and tricks beside the names, the trick in the middle, the hand by suit."""

from collections.abc import Sequence
from typing import Any

from cli import glyphs
from cli.app.frame import DIM, PLAIN, TRUMP, Line, line
from cli.app.picture import Picture, Thing, marked
from cli.cards import SUITS, in_order, short
from cli.language import _
from cli.talk import View
from cli.talk_notice import refusal, round_lines
from cli.words import Names

ORDERS = ("suit", "rank")
_RANKS = "AKQJT98765432"


def picture(view: View, names: Names, order: str = "") -> Picture:
    """See Painter."""
    ask = view["ask"]
    predicting = bool(ask) and ask["request"] == "seal"
    heads = (_("for other"), _("own"), _("tricks"), _("cards"), _("points"))
    return Picture(
        about=_about(view, names),
        heads=heads,
        seats=[_seat(view, seat) for seat in range(view["seats"])],
        table=_table(view, names) + (_hand_line(view, order) if predicting else []),
        things=_numbers(view) if predicting else _hand(view, order),
        pick=1 if ask and ask["request"] in ("seal", "play") else 0,
        orders=ORDERS,
        unmarked=predicting,
    )


def choice(view: View, parts: Sequence[Any]) -> Any:
    """See Painter."""
    return parts[0] if view["ask"]["request"] == "seal" else (parts[0],)


def explained(view: View, number: int, names: Names) -> list[Line]:
    """See Painter."""
    return [line(text) for text in round_lines(view, number, names)]


def _about(view: View, names: Names) -> list[Line]:
    dealer = names.of(view["dealer"]) if view["dealer"] is not None else "?"
    first = _("Round {round} of {rounds}. Dealer: {name}.").format(
        round=view["round"], rounds=view["rounds"], name=dealer
    )
    if not view["trump"]:
        return [line(first)]
    trump = _("Trump: {suit} ({letter}).").format(suit=_(SUITS[view["trump"]]), letter=view["trump"])
    led = (
        [(PLAIN, " " + _("Led: {suit}.").format(suit=_suit(view["trick"][0]["item"])))]
        if view["trick"]
        else []
    )
    return [[(PLAIN, first + " "), (TRUMP, trump), *led]]


def _suit(item: str) -> str:
    return f"{_(SUITS[item[1]])} ({item[1]})"


def _seat(view: View, seat: int) -> tuple[str, ...]:
    def said(which: str) -> str:
        value = view[f"predict_{which}"][seat]
        return str(value) if value is not None else "*" if view[f"predicted_{which}"][seat] else "-"

    counts = (view[count][seat] for count in ("tricks", "hand_sizes", "totals"))
    return said("other"), said("own"), *map(str, counts)


def _table(view: View, names: Names) -> list[Line]:
    lines = []
    if view["trick"]:
        lines.append(line(_("On the table: {cards}").format(cards=_cards(view["trick"], view, names))))
    if view["last_trick"]:
        text = _("Last trick: {cards}. Taken by {name}.")
        cards, winner = _cards(view["last_trick"], view, names), names.of(view["last_winner"])
        lines.append(line(text.format(cards=cards, name=winner), DIM if view["trick"] else PLAIN))
    if view["gives_to"] is not None and view["phase"] in ("predict_other", "pass"):
        lines.append(line(_("Your hand goes to {name}.").format(name=names.of(view["gives_to"]))))
    return lines


def _cards(cards: Sequence[dict[str, Any]], view: View, names: Names) -> str:
    return "  ".join(f"{names.of(card['seat'])} {_label(card['item'], view)}" for card in cards)


def _label(item: str, view: View) -> str:
    return marked(item[1] == view["trump"], short(item) + glyphs.suit(item[1]))


def _hand(view: View, order: str) -> list[Thing]:
    refused = {each["choice"][0]: each["rule"] for each in (view["ask"] or {}).get("refused", [])}
    slots = {card["item"]: card["slot"] for card in view["hand"]}
    return [
        Thing(
            _label(item, view),
            slots[item],
            refusal(refused[slots[item]], view) if slots[item] in refused else "",
        )
        for item in _sorted(list(slots), order)
    ]


def _sorted(items: list[str], order: str) -> list[str]:
    by_suit = in_order(items)
    return sorted(by_suit, key=lambda item: _RANKS.index(item[0])) if order == "rank" else by_suit


def _hand_line(view: View, order: str) -> list[Line]:
    labels = " ".join(thing.label for thing in _hand(view, order))
    return [line(_("Your hand: {cards}").format(cards=labels))]


def _numbers(view: View) -> list[Thing]:
    return [Thing(str(count), count) for count in view["ask"]["choices"]]
