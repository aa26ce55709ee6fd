"""No Loose Ends as it happens: what there is to say about every fact, and about a finished round."""

from typing import Any

from cli.coloured import ESCAPE, NO_LOOSE_ENDS
from cli.coloured import named as plainly
from cli.language import _, ngettext
from cli.talk import View, counted
from cli.words import Names, listed, points, tricks
from engines.vocabulary import Chose, Dealt, Fact, Played


def told(before: View, fact: Fact, after: View, names: Names) -> list[str]:
    """What there is to say about a fact."""
    match fact, before["phase"]:
        case Dealt(), _phase:
            return dealt(after, names)
        case Played(seat), "plan":
            return [*_planned(before, seat, after, names), *_plans_made(after, names)]
        case Chose(seat, crosses), "cross":
            return [*_crossed(seat, crosses, names), *_plans_made(after, names)]
        case Played(seat), _phase:
            return [*_played(before, seat, after, names), *_round_over(before, after, names)]
        case Chose(), _phase:
            return [*became(after, names), "", *_round_over(before, after, names)]
    return []


def dealt(after: View, names: Names) -> list[str]:
    """A round begins."""
    first = names.me == after["start"]
    text = (
        _("Round {round} of {rounds}. You are the start player.")
        if first
        else _("Round {round} of {rounds}. Start player: {name}.")
    )
    return ["", text.format(round=after["round"], rounds=after["rounds"], name=names.of(after["start"]))]


def _planned(before: View, seat: int, after: View, names: Names) -> list[str]:
    mine, name = seat == names.me, names.of(seat)
    count = len(after["bids"][seat])
    if count > len(before["bids"][seat]):
        text = (
            _("You bid {card}: bid card {count} of at most {limit}.")
            if mine
            else _("{name} bids {card}: bid card {count} of at most {limit}.")
        )
        card = named(after["bids"][seat][-1]["item"])
        return [text.format(name=name, card=card, count=count, limit=after["limit"])]
    if count:
        return [_("You pass.") if mine else _("{name} passes.").format(name=name)]
    text = (
        _("You pass without a bid card: you are an informant.")
        if mine
        else _("{name} passes without a bid card: an informant.")
    )
    return [text.format(name=name)]


def _crossed(seat: int, crosses: Any, names: Names) -> list[str]:
    mine = seat == names.me
    if crosses:
        text = (
            _("You double-cross: you take all your bid cards back, and are an informant.")
            if mine
            else _("{name} double-crosses: takes all bid cards back, and is an informant.")
        )
    else:
        text = _("You do not double-cross.") if mine else _("{name} does not double-cross.")
    return [text.format(name=names.of(seat))]


def _plans_made(after: View, names: Names) -> list[str]:
    if after["phase"] != "tricks":
        return []
    leads = (
        _("You passed last and lead.") if after["leader"] == names.me else _("{name} passed last and leads.")
    )
    return [
        "",
        _("The planning is over."),
        *[plan(after, seat, names) for seat in range(after["seats"])],
        leads.format(name=names.of(after["leader"])),
        "",
    ]


def plan(view: View, seat: int, names: Names) -> str:
    """The bid cards of a seat, or that it is an informant."""
    bids = view["bids"][seat]
    if bids:
        each = listed([_bid(bid) for bid in bids])
        return _("Bid cards of {name}: {cards}").format(name=names.of(seat), cards=each)
    if seat in view["informants"]:
        return _("{name} is an informant.").format(name=names.of(seat))
    return _("{name} has no bid card yet.").format(name=names.of(seat))


def _bid(bid: dict[str, Any]) -> str:
    text = _("{card} (covered)") if bid["covered"] else "{card}"
    return text.format(card=named(bid["item"]))


def _played(before: View, seat: int, after: View, names: Names) -> list[str]:
    complete = not after["trick"]
    item = (after["last_trick"] if complete else after["trick"])[-1]["item"]
    mine, led = seat == names.me, before["led"]
    if not before["trick"]:
        text = _("You lead {card}.") if mine else _("{name} leads {card}.")
    elif item != ESCAPE and led is None:
        text = (
            _("You play {card}; {suit} must be followed.")
            if mine
            else _("{name} plays {card}; {suit} must be followed.")
        )
    elif item != ESCAPE and item[0] != led:
        text = _("You play {card}, with no {suit}.") if mine else _("{name} plays {card}, with no {suit}.")
    else:
        text = _("You play {card}.") if mine else _("{name} plays {card}.")
    suit = "" if item == ESCAPE else suit_name(led or item[0])
    lines = [text.format(name=names.of(seat), card=named(item), suit=suit)]
    return [*lines, *_taken(before, after, names)] if complete else lines


def _taken(before: View, after: View, names: Names) -> list[str]:
    winner = after["last_winner"]
    text = _("You take the trick.") if winner == names.me else _("{name} takes the trick.")
    over = len(after["rounds_detail"]) > len(before["rounds_detail"])
    counts = after["rounds_detail"][-1]["tricks"] if over else after["tricks"]
    total = _("Tricks: {list}.").format(list=counted(counts, names))
    lines = [text.format(name=names.of(winner)) + " " + total]
    if after["phase"] != "cover":
        return [*lines, *became(after, names), ""]
    if winner == names.me:
        return lines
    return [*lines, _("{name} may choose which bid card to cover.").format(name=names.of(winner))]


def became(after: View, names: Names) -> list[str]:
    """What has become of the last trick: what it covers, or that it covers nothing."""
    winner, covered = after["last_winner"], after["last_cover"]
    mine, card = winner == names.me, winning_card(after)
    if covered is not None:
        text = _("You cover {card} with it.") if mine else _("{name} covers {card} with it.")
        card = covered["item"]
    elif after["last_plan_b"]:
        text = (
            _("It covers nothing: {card} becomes a bid card of yours.")
            if mine
            else _("It covers nothing: {card} becomes a bid card of {name}.")
        )
    else:
        text = (
            _("It covers nothing: a loose end for you.")
            if mine
            else _("It covers nothing: a loose end for {name}.")
        )
    return [text.format(name=names.of(winner), card=named(card))]


def winning_card(view: View) -> str:
    """The card that took the last trick."""
    cards: dict[int, str] = {card["seat"]: card["item"] for card in view["last_trick"]}
    return cards[view["last_winner"]]


# the points of a round


def _round_over(before: View, after: View, names: Names) -> list[str]:
    at = len(before["rounds_detail"])
    if len(after["rounds_detail"]) == at:
        return []
    lines = round_lines(after, at, names)
    return [*lines, *_tie(after, names)] if after["phase"] == "over" else lines


def round_lines(view: View, at: int, names: Names) -> list[str]:
    """How a finished round (from 0) was scored, a line for each player."""
    detail, gained = view["rounds_detail"][at], view["scores"][at]
    lines = [_("Round {round} is over.").format(round=at + 1)]
    if detail["informed"]:
        lines.append(_("An informant took no trick: no perfect crime, and each loose end costs 2."))
    for seat in range(view["seats"]):
        why = listed(_reasons(detail, seat))
        text = _("{name}: {why}. {points}.")
        lines.append(text.format(name=names.of(seat), why=why, points=points(gained[seat])))
    return lines


def _reasons(detail: dict[str, Any], seat: int) -> list[str]:
    """What a seat has done in a round, with the points for it."""
    got = {line["what"]: line["points"] for line in detail["lines"][seat]}
    bids, covered, loose = detail["bids"][seat], detail["covered"][seat], detail["loose"][seat]
    reasons = []
    if seat in detail["informants"]:
        text = _("informant with {tricks}").format(tricks=tricks(detail["tricks"][seat]))
        reasons.append(_worth(text, got.get("informant", 0)))
    if bids:
        text = ngettext(
            "{covered} of {count} bid card covered", "{covered} of {count} bid cards covered", len(bids)
        )
        reasons.append(_worth(text.format(covered=covered, count=len(bids)), got.get("covered", 0)))
    if "informant" not in got:
        reasons.append(_worth(_loose(loose), got.get("loose", got.get("simple", 0))))
    if got.get("perfect"):
        reasons.append(_worth(_("perfect crime"), got["perfect"]))
    return reasons


def _worth(what: str, got: int) -> str:
    return _("{what} ({points:+d})").format(what=what, points=got) if got else what


def _loose(count: int) -> str:
    if not count:
        return _("no loose end")
    return ngettext("{count} loose end", "{count} loose ends", count).format(count=count)


def _tie(after: View, names: Names) -> list[str]:
    totals, last = after["totals"], after["scores"][-1]
    ahead = [seat for seat, total in enumerate(totals) if total == max(totals)]
    if len({last[seat] for seat in ahead}) == 1:
        return []
    equal = listed([names.of(seat) for seat in ahead])
    return [_("{names} have equal points; the points of the last round decide.").format(names=equal)]


# words for cards


def suit_name(letter: str) -> str:
    """A suit by its letter."""
    return _(NO_LOOSE_ENDS[letter].name)


def named(item: str) -> str:
    """A card in words."""
    return plainly(item, NO_LOOSE_ENDS)
