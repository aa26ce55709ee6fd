"""Notice in words: what happens at the table, what a seat is asked, and what may be asked about the game.

Everything is read from views: `before` and `after` are what everybody sees around a fact, `view` is what one
seat sees now.
"""

from typing import Any

from cli.cards import ONE_OF, SUITS, by_suit, in_order, named, short, typed
from cli.language import N_, _
from cli.talk import Query, Refused, View, scores, seated, taken
from cli.words import RULES, Names, Words, points, say, tricks
from engines.vocabulary import Dealt, Fact, Gave, Opened, Played, Sealed, TurnedUp


def told(before: View, fact: Fact, after: View, names: Names) -> list[str]:
    """What there is to say about a fact."""
    match fact:
        case Dealt():
            return _dealt(after, names)
        case TurnedUp():
            turned = after["turned"]
            suit = _(SUITS[after["trump"]])
            return [_("Turned up: {card}. Trump: {suit}.").format(card=named(turned), suit=suit)]
        case Sealed(seat):
            return [] if seat == names.me else [_("{name} has predicted.").format(name=names.of(seat))]
        case Gave():
            return _passed(before, after, names)
        case Played(seat):
            return _played(before, seat, after, names)
        case Opened():
            return _opened(before, after, names)
    return []


def _dealt(after: View, names: Names) -> list[str]:
    dealer = names.me == after["dealer"]
    text = (
        _("Round {round} of {rounds}. You are the dealer.")
        if dealer
        else _("Round {round} of {rounds}. Dealer: {name}.")
    )
    return ["", text.format(round=after["round"], rounds=after["rounds"], name=names.of(after["dealer"]))]


def _passed(before: View, after: View, names: Names) -> list[str]:
    if before["phase"] == after["phase"]:
        return []
    if names.me is None:
        return [_("All hands have been passed.")]
    text = _("All hands have been passed. {to} has yours now, and you have the hand of {giver}.")
    return [text.format(to=names.of(before["gives_to"]), giver=names.of(before["gets_from"]))]


def _played(before: View, seat: int, after: View, names: Names) -> list[str]:
    complete = not after["trick"]
    card = (after["last_trick"] if complete else after["trick"])[-1]["item"]
    mine = seat == names.me
    if not before["trick"]:
        text = _("You lead {card}.") if mine else _("{name} leads {card}.")
    elif card[1] != before["trick"][0]["item"][1]:
        text = _("You play {card}, with no {suit}.") if mine else _("{name} plays {card}, with no {suit}.")
    else:
        text = _("You play {card}.") if mine else _("{name} plays {card}.")
    led = _(SUITS[(before["trick"][0]["item"] if before["trick"] else card)[1]])
    lines = [text.format(name=names.of(seat), card=named(card), suit=led)]
    if complete:
        winner = after["last_winner"]
        text = _("You take the trick.") if winner == names.me else _("{name} takes the trick.")
        # When the last trick of a round is taken, nobody has opened yet, so the tricks still stand.
        lines += [text.format(name=names.of(winner)) + " " + taken(after, names), ""]
    return lines


def _opened(before: View, after: View, names: Names) -> list[str]:
    finished = len(after["rounds_detail"])
    if finished == len(before["rounds_detail"]):
        return []
    return [
        _("All predictions are opened. Round {round}:").format(round=finished),
        *round_lines(after, finished - 1, names),
    ]


def round_lines(view: View, number: int, names: Names) -> list[str]:
    """How a finished round (from 0) was scored, a line for each player."""
    detail, scores = view["rounds_detail"][number], view["scores"][number]
    lines = []
    for seat in range(view["seats"]):
        text = _(
            "{name}: {tricks}, predicted {own}; predicted {other} for {whom}, who took {taken}. {points}."
        )
        whom = detail["gives_to"][seat]
        lines.append(
            text.format(
                name=names.of(seat),
                tricks=tricks(detail["tricks"][seat]),
                own=detail["predict_own"][seat],
                other=detail["predict_other"][seat],
                whom=names.of(whom),
                taken=detail["tricks"][whom],
                points=points(scores[seat]),
            )
        )
    return lines


def so_far(view: View, names: Names) -> list[str]:
    """Where a game stands that goes on. What is asked of the seat, with its hand, comes after this."""
    if view["phase"] == "over":
        return []
    lines = [*_dealt(view, names), *scores(view, names)[-1:], *bids(view, names)]
    lines += trick(view, names) if view["trick"] else []
    return lines if view["ask"] else [*lines, *hand(view, names)]


# what one seat is asked


def question(view: View, names: Names) -> list[str]:
    """What this seat has to decide, with its hand."""
    what, most = view["ask"]["what"], view["hand_size"]
    if what == "predict_other":
        whom = names.of(view["gives_to"])
        if view["gives_to"] == names.me:
            asked = _("First prediction: how many tricks will you take with this hand? 0 to {most}")
        else:
            asked = _("How many tricks will {whom} take, who gets this hand? 0 to {most}")
        return [*hand(view, names), asked.format(whom=whom, most=most)]
    if what == "predict_own":
        return [
            *hand(view, names),
            _("How many tricks will you take with this hand? 0 to {most}").format(most=most),
        ]
    if view["trick"]:
        return [_playable(view), _("Your turn: type a card, such as 9H, or its number.")]
    return [*hand(view, names), _("You lead: type a card, such as 9H, or its number.")]


def _playable(view: View) -> str:
    refused = {choice["choice"][0] for choice in view["ask"]["refused"]}
    may = [card["item"] for card in view["hand"] if card["slot"] not in refused]
    return _("You may play: {cards}").format(cards=_numbered(view, may))


def understood(text: str, view: View) -> Any:
    """The choice that a person typed, legal or not, or Refused; None if it means nothing here."""
    if view["ask"]["request"] == "seal":
        return int(text) if text.isdecimal() else None
    items = in_order([card["item"] for card in view["hand"]])
    wanted = typed(text)
    if wanted is None and text.isdecimal() and 1 <= int(text) <= len(items):
        wanted = items[int(text) - 1]
    if wanted is None:
        return None
    return next(((card["slot"],) for card in view["hand"] if card["item"] == wanted), Refused("not-held"))


def refusal(rule: str, view: View) -> str:
    """Why a choice is not legal."""
    if rule == "follow":
        suit = _(ONE_OF[view["trick"][0]["item"][1]])
        return _("You hold {suit}, so you must play {suit}.").format(suit=suit)
    if rule == "not-held":
        return _("You do not hold that card.")
    if rule == "range":
        return _("That is not from 0 to {most}.").format(most=view["hand_size"])
    return say(RULES, rule)


def done(choice: Any, view: View, names: Names) -> list[str]:
    """What to say at once when a choice was taken."""
    what = view["ask"]["what"]
    if what == "predict_other" and view["gives_to"] != names.me:
        return [_("You predict {count} for {whom}.").format(count=choice, whom=names.of(view["gives_to"]))]
    return [_("You predict {count}.").format(count=choice)] if view["ask"]["request"] == "seal" else []


# what may be asked about


def hand(view: View, names: Names) -> list[str]:
    """One's own hand."""
    if not view["hand"]:
        return [_("You hold no cards.")]
    return [_("Your hand: {cards}").format(cards=_numbered(view, [card["item"] for card in view["hand"]]))]


def _numbered(view: View, chosen: list[str]) -> str:
    items = in_order([card["item"] for card in view["hand"]])
    parts = []
    for suit, cards in by_suit(in_order(chosen)).items():
        title = _("{suit} (trump)") if suit == view["trump"] else "{suit}"
        each = [f"{items.index(card) + 1}={short(card)}" for card in cards]
        parts.append(title.format(suit=_(SUITS[suit])) + " " + " ".join(each))
    return "; ".join(parts)


def trick(view: View, names: Names) -> list[str]:
    """The cards on the table."""
    if not view["trick"]:
        return [_("No card is on the table.")]
    return [_("On the table: {cards}").format(cards=seated(view["trick"], names, named))]


def last_trick(view: View, names: Names) -> list[str]:
    """The trick before, and who took it."""
    if not view["last_trick"]:
        return [_("There has been no trick yet.")]
    text = _("Last trick: {cards}. Taken by {name}.")
    return [text.format(cards=seated(view["last_trick"], names, named), name=names.of(view["last_winner"]))]


def bids(view: View, names: Names) -> list[str]:
    """One's own predictions, who has predicted, and the tricks so far."""
    lines = []
    own, other = (
        None if names.me is None else view[key][names.me] for key in ("predict_own", "predict_other")
    )
    if other is not None:
        text = _("Your prediction for {whom}: {count}")
        lines.append(text.format(whom=names.of(view["gives_to"]), count=other))
    if own is not None:
        lines.append(_("Your prediction for yourself: {count}").format(count=own))
    if view["trump"]:
        lines.append(_("Trump: {suit}.").format(suit=_(SUITS[view["trump"]])))
    return [*lines, taken(view, names)]


OWED: Words = {}
ENDING = N_("The game is over. Points: {points}.")
SHOWS = (
    Query("h", N_("h your hand"), hand),
    Query("k", N_("k the cards on the table"), trick),
    Query("l", N_("l the last trick"), last_trick),
    Query("b", N_("b predictions and tricks"), bids),
    Query("s", N_("s scores"), scores),
)
