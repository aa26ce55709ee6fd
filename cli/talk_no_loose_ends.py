"""No Loose Ends in words: what a seat is asked, and what may be asked about the game.

`view` is what one seat sees now. What happens is told in `cli/told_no_loose_ends.py`.
"""

from collections.abc import Iterable
from typing import Any

from cli.coloured import ESCAPE, NO_LOOSE_ENDS, in_order, rows, typed
from cli.language import N_, _
from cli.talk import Query, Refused, View, counted, scores, seated, yes_or_no
from cli.told_no_loose_ends import became, dealt, named, plan, suit_name, told, winning_card
from cli.words import RULES, Names, Words, listed, say

__all__ = ["ENDING", "OWED", "SHOWS", "done", "question", "refusal", "so_far", "told", "understood"]

_PASS = ("p", "pass", "パス", "ぱす")
_TRUMP = "B"


def so_far(view: View, names: Names) -> list[str]:
    """Where a game stands that goes on. What is asked of the seat, with its hand, comes after this."""
    if view["phase"] == "over":
        return []
    lines = [*dealt(view, names), *scores(view, names)[-1:], *bids(view, names)]
    lines += trick(view, names) if view["trick"] else []
    return lines if view["ask"] else [*lines, *hand(view, names)]


# what one seat is asked


def question(view: View, names: Names) -> list[str]:
    """What this seat has to decide, with its hand."""
    match view["ask"]["what"]:
        case "plan":
            return _ask_toplan(view, names)
        case "cross":
            return [_("Do you take all your bid cards back, and become an informant? y: yes; n: no.")]
        case "cover":
            return _ask_to_cover(view)
    if view["trick"]:
        return [*_playable(view), _("Your turn: type a card, such as R5.")]
    return [*hand(view, names), _("You lead: type a card, such as R5.")]


def _ask_toplan(view: View, names: Names) -> list[str]:
    mine = view["bids"][view["seat"]]
    lines = hand(view, names)
    if mine:
        lines += rows(_("Your bid cards:"), _grouped(mine))
    if [] not in view["ask"]["choices"]:
        return [*lines, _("There is an informant already, so you must bid: type a card, such as R5.")]
    if len(mine) == view["limit"]:
        return [*lines, _("You have as many bid cards as one may have. p: pass.")]
    text = _("Type a card to bid, such as R5, or p to pass. Bid cards: {count} of at most {limit}.")
    return [*lines, text.format(count=len(mine), limit=view["limit"])]


def _ask_to_cover(view: View) -> list[str]:
    choices = view["ask"]["choices"]
    may = [bid for bid in view["bids"][view["seat"]] if bid["slot"] in choices]
    text = _("You took the trick with {card}; {suit} was led. Which bid card do you cover?")
    return [
        *rows(_("You may cover:"), _grouped(may)),
        text.format(card=named(winning_card(view)), suit=suit_name(_was_led(view))),
    ]


def _was_led(view: View) -> str:
    """The led suit of the last trick, which was not all of escape cards."""
    suits: list[str] = [card["item"][0] for card in view["last_trick"] if card["item"] != ESCAPE]
    return suits[0]


def _playable(view: View) -> list[str]:
    refused = [choice["choice"] for choice in view["ask"]["refused"]]
    may = [card for card in view["hand"] if [card["slot"]] not in refused]
    return rows(_("You may play:"), _grouped(may))


def understood(text: str, view: View) -> Any:
    """The choice that a person typed, legal or not, or Refused; None if it means nothing here."""
    what = view["ask"]["what"]
    if what == "cross":
        return yes_or_no(text)
    if what == "plan" and text.lower() in _PASS:
        return ()
    item = typed(text, NO_LOOSE_ENDS)
    if item is None:
        return None
    if what == "cover":
        mine = view["bids"][view["seat"]]
        return next((bid["slot"] for bid in mine if bid["item"] == item), Refused("not-held"))
    return next(((card["slot"],) for card in view["hand"] if card["item"] == item), Refused("not-held"))


def refusal(rule: str, view: View) -> str:
    """Why a choice is not legal."""
    match rule:
        case "follow":
            text = (
                _("You hold {colour}, so you must play {colour} or an escape card.")
                if view["options"]["escape"]
                else _("You hold {colour}, so you must play {colour}.")
            )
            return text.format(colour=suit_name(view["led"]))
        case "must-bid":
            return _("There is an informant already, so you may not pass without a bid card.")
        case "bid-limit":
            return _("You have as many bid cards as one may have: {limit}.").format(limit=view["limit"])
        case "escape-bid":
            return _("An escape card cannot be a bid card.")
        case "cover":
            text = _("It must have the number or the suit of {card}, or be {suit}, which was led.")
            return text.format(card=named(winning_card(view)), suit=suit_name(_was_led(view)))
        case "not-held" if view["phase"] == "cover":
            return _("That is no uncovered bid card of yours.")
        case "not-held":
            return _("You do not hold that card.")
    return say(RULES, rule)


def done(choice: Any, view: View, names: Names) -> list[str]:
    """What to say at once when a choice was taken: nothing, because it is told as it happens."""
    return []


# what may be asked about


def hand(view: View, names: Names) -> list[str]:
    """One's own hand."""
    if not view["hand"]:
        return [_("You hold no cards.")]
    return rows(_("Your hand:"), _grouped(view["hand"]))


def trick(view: View, names: Names) -> list[str]:
    """The cards on the table."""
    if not view["trick"]:
        return [_("No card is on the table.")]
    return [_("On the table: {cards}").format(cards=seated(view["trick"], names, named))]


def last_trick(view: View, names: Names) -> list[str]:
    """The trick before, who took it, and what it covered."""
    if not view["last_trick"]:
        return [_("There has been no trick yet.")]
    text = _("Last trick: {cards}. Taken by {name}.")
    cards = seated(view["last_trick"], names, named)
    lines = [text.format(cards=cards, name=names.of(view["last_winner"]))]
    return lines if view["phase"] == "cover" else [*lines, *became(view, names)]


def bids(view: View, names: Names) -> list[str]:
    """Everybody's bid cards, tricks and loose ends so far."""
    lines = []
    for seat in range(view["seats"]):
        lines.append(plan(view, seat, names))
        if view["known"][seat]:
            text = _("Taken back by {name} and still in the hand: {cards}")
            known = listed([named(item) for item in in_order(view["known"][seat], NO_LOOSE_ENDS)])
            lines.append(text.format(name=names.of(seat), cards=known))
    lines.append(_("Tricks: {list}.").format(list=counted(view["tricks"], names)))
    loose = counted(view["loose"], names)
    return [*lines, _("Tricks that covered nothing: {list}.").format(list=loose)]


def voids(view: View, names: Names) -> list[str]:
    """Who surely has no card of a suit."""
    lines = []
    for seat, suits in enumerate(view["voids"]):
        if suits:
            each = listed([suit_name(suit) for suit in suits])
            lines.append(_("{name} has nothing to play of: {suits}").format(name=names.of(seat), suits=each))
    return lines or [_("Nobody is known to be out of a suit.")]


def played(view: View, names: Names) -> list[str]:
    """What has been played in this round."""
    if not view["played"]:
        return [_("Nothing has been played in this round.")]
    return rows(_("Played:"), _grouped({"item": item} for item in view["played"]))


OWED: Words = {
    "plan": N_("a bid card or a pass"),
    "cross": N_("whether they double-cross"),
    "tricks": N_("a card"),
    "cover": N_("which bid card to cover"),
}
ENDING = N_("The game is over. Points: {points}.")
SHOWS = (
    Query("h", N_("h your hand"), hand),
    Query("k", N_("k the cards on the table"), trick),
    Query("l", N_("l the last trick"), last_trick),
    Query("b", N_("b bid cards and tricks"), bids),
    Query("v", N_("v who is out of what"), voids),
    Query("c", N_("c what has been played"), played),
    Query("s", N_("s scores"), scores),
)


def _grouped(cards: Iterable[dict[str, Any]]) -> list[str]:
    """Cards as they are typed, by suit, each from the highest."""
    groups: dict[str, list[str]] = {}
    for item in in_order([card["item"] for card in cards], NO_LOOSE_ENDS):
        groups.setdefault(item[0], []).append(item)
    return [f"{_title(letter)} {' '.join(items)}" for letter, items in groups.items()]


def _title(letter: str) -> str:
    if letter == ESCAPE:
        return _("escape cards")
    text = _("{suit} (trump)") if letter == _TRUMP else "{suit}"
    return text.format(suit=suit_name(letter))
