"""Nokosu Dice in words: what happens at the table, what a seat is asked, and what may be asked about it.

Everything is read from views: `before` and `after` are what everybody sees around a fact, `view` is what one
seat sees now.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from cli.coloured import NOKOSU, is_die, number, rows, typed
from cli.language import N_, _, ngettext
from cli.nokosu_trumps import grouped, in_words, named, shown_value, strongest_first, suit_name, suit_of
from cli.talk import Query, Refused, View, scores, seated, taken, yes_or_no
from cli.words import RULES, Names, Words, listed, points, say, tricks
from engines.vocabulary import Chose, Dealt, Fact, Played, Rolled

_NO = -1
"""The choice not to declare zero."""


def told(before: View, fact: Fact, after: View, names: Names) -> list[str]:
    """What there is to say about a fact."""
    match fact:
        case Dealt():
            return _dealt(after, names)
        case Rolled() if after["phase"] == "draft":
            return [_("The dice are rolled."), *dice(after, names), *_pool(after)]
        case Chose(seat, choice) if before["phase"] == "draft":
            return _drafted(before, seat, choice, after, names)
        case Chose(seat):
            return _declared(seat, after, names)
        case Played(seat):
            return _played(before, seat, after, names)
    return []


def _dealt(after: View, names: Names) -> list[str]:
    dealer = names.me == after["dealer"]
    text = (
        _("Round {round} of {rounds}. You are the dealer.")
        if dealer
        else _("Round {round} of {rounds}. Dealer: {name}.")
    )
    return ["", text.format(round=after["round"], rounds=after["rounds"], name=names.of(after["dealer"]))]


def _drafted(before: View, seat: int, slot: Any, after: View, names: Names) -> list[str]:
    item = next(die["item"] for die in before["pool"] if die["slot"] == slot)
    text = _("You take the {die}.") if seat == names.me else _("{name} takes the {die}.")
    lines = [text.format(name=names.of(seat), die=in_words(item))]
    return lines if after["pool"] else [*lines, "", *_trump(after), *dice(after, names)]


def _trump(view: View) -> list[str]:
    if not view["trump"]:
        return []
    colour, value = suit_name(view["trump"][0]), number(view["trump"])
    text = _("The trump die is the {die}. Trump: everything {colour}, and every {number}.")
    return [text.format(die=in_words(view["trump"]), colour=colour, number=value)]


def _declared(seat: int, after: View, names: Names) -> list[str]:
    mine, back = seat == names.me, after["put_back"][seat]
    if back is None:
        text = _("You do not declare zero.") if mine else _("{name} does not declare zero.")
        return [text.format(name=names.of(seat))]
    text = (
        _("You declare zero, and put the {die} back into the bag.")
        if mine
        else _("{name} declares zero, and puts the {die} back into the bag.")
    )
    return [text.format(name=names.of(seat), die=in_words(back))]


def _played(before: View, seat: int, after: View, names: Names) -> list[str]:
    complete, die = not after["trick"], before["trump"]
    item = (after["last_trick"] if complete else after["trick"])[-1]["item"]
    mine, led = seat == names.me, before["led"]
    if led is None:
        text = _("You lead {item}.") if mine else _("{name} leads {item}.")
    elif suit_of(item, die) != led:
        text = (
            _("You play {item}, with no {suit} to play.")
            if mine
            else _("{name} plays {item}, with no {suit} to play.")
        )
    else:
        text = _("You play {item}.") if mine else _("{name} plays {item}.")
    lines = [text.format(name=names.of(seat), item=named(item, die), suit=suit_name(led))]
    if before["goals"][seat] is None and after["goals"][seat] is not None:
        lines += _keeps(seat, after, names)
    if complete:
        winner = after["last_winner"]
        text = _("You take the trick.") if winner == names.me else _("{name} takes the trick.")
        lines += [text.format(name=names.of(winner)) + " " + taken(after, names), ""]
    if len(after["rounds_detail"]) > len(before["rounds_detail"]):
        lines += round_lines(after, len(before["rounds_detail"]), names)
    return lines


def _keeps(seat: int, after: View, names: Names) -> list[str]:
    """Somebody has come down to one die, so that everybody knows the goal."""
    text = (
        _("You have one die left, the {die}. Your goal: {tricks}.")
        if seat == names.me
        else _("{name} has one die left, the {die}. Goal: {tricks}.")
    )
    die = in_words(after["dice"][seat][0]["item"])
    return [text.format(name=names.of(seat), die=die, tricks=tricks(after["goals"][seat]))]


def round_lines(view: View, at: int, names: Names) -> list[str]:
    """What each player got for a finished round, and why."""
    detail, gained = view["rounds_detail"][at], view["scores"][at]
    reached = sum(detail["reached"])
    if reached:
        each = max(_points(lines)["goal"] for lines in detail["lines"])
        text = ngettext(
            "Round {round} is over. {count} player reached the goal, which gives {points}.",
            "Round {round} is over. {count} players reached their goals, which gives each of them {points}.",
            reached,
        )
        lines = [text.format(round=at + 1, count=reached, points=points(each))]
    else:
        lines = [_("Round {round} is over. Nobody reached their goal.").format(round=at + 1)]
    for seat in range(view["seats"]):
        line = _line_of(detail, seat)
        got = _points(detail["lines"][seat])
        values = {"name": names.of(seat), "won": tricks(detail["tricks"][seat]), **got}
        goal = tricks(detail["goals"][seat])
        lines.append(line.format(goal_of=goal, points=points(gained[seat]), **values))
    return lines


def _points(lines: Sequence[dict[str, Any]]) -> dict[str, int]:
    return {line["what"]: line["points"] for line in lines}


def _line_of(detail: dict[str, Any], seat: int) -> str:
    match detail["declared"][seat], detail["reached"][seat]:
        case True, True:
            return _(
                "{name}: no trick, as declared. {goal} for the goal, {zero} for the declaration: {points}."
            )
        case True, False:
            return _("{name}: {won} after declaring zero. {points}.")
        case False, True:
            return _("{name}: {won}, as many as wanted. {tricks} for tricks, {goal} for the goal: {points}.")
    return _("{name}: {won}; the goal was {goal_of}. {points}.")


def so_far(view: View, names: Names) -> list[str]:
    """Where a game stands that goes on. What is asked of the seat, with its hand, comes after this."""
    if view["phase"] == "over":
        return []
    lines = [*_dealt(view, names), *scores(view, names)[-1:], *dice(view, names), *_pool(view)]
    lines += goals(view, names)
    lines += trick(view, names) if view["trick"] else []
    return lines if view["ask"] else [*lines, *hand(view, names)]


# what one seat is asked


def question(view: View, names: Names) -> list[str]:
    """What this seat has to decide, with its hand."""
    what = view["ask"]["what"]
    if what == "draft":
        ask = _("Take a die from the middle: type its colour and number, such as {example}.")
        return [*hand(view, names), *_pool(view), ask.format(example=view["pool"][0]["item"])]
    if what == "zero":
        ask = _("Do you declare zero (no trick)? n: no; or type the die to put back, such as {example}.")
        return [*hand(view, names), ask.format(example=_own(view)[0]["item"])]
    if view["trick"]:
        return [*_playable(view), _("Your turn: type a card, such as R5, or a die, such as R5d.")]
    return [*hand(view, names), _("You lead: type a card, such as R5, or a die, such as R5d.")]


def _own(view: View) -> list[dict[str, Any]]:
    mine: list[dict[str, Any]] = view["dice"][view["seat"]]
    return mine


def _playable(view: View) -> list[str]:
    refused = {choice["choice"][0] for choice in view["ask"]["refused"]}
    may = [item for item in (*view["hand"], *_own(view)) if item["slot"] not in refused]
    return rows(_("You may play:"), grouped(may, view["trump"]))


def understood(text: str, view: View) -> Any:
    """The choice that a person typed, legal or not, or Refused; None if it means nothing here."""
    what, item = view["ask"]["what"], typed(text, NOKOSU)
    if what == "zero":
        declares = yes_or_no(text)
        if declares is not None:
            return Refused("which-die") if declares else _NO
    if item is None:
        return None
    if what == "tricks":
        return _slot([*view["hand"], *_own(view)], item, lambda slot: (slot,))
    # Where only dice can be meant, the d may be left out.
    there = view["pool"] if what == "draft" else _own(view)
    return _slot(there, item if is_die(item) else f"{item}d", lambda slot: slot)


def _slot(there: Iterable[dict[str, Any]], item: str, choice: Any) -> Any:
    return next((choice(thing["slot"]) for thing in there if thing["item"] == item), Refused("not-held"))


def refusal(rule: str, view: View) -> str:
    """Why a choice is not legal."""
    match rule, view["ask"]["what"] if view["ask"] else "":
        case "follow", _what:
            text = (
                _("You have a trump to play, so you must play one.")
                if view["led"] == "trump"
                else _("You have {suit} to play, so you must play {suit}. What is trump is not {suit}.")
            )
            return text.format(suit=suit_name(view["led"]))
        case "last-die", _what:
            return _("You did not declare zero, so you keep your last die to the end.")
        case "which-die", _what:
            return _("Then type the die that you put back into the bag.")
        case "not-held", "draft":
            return _("That die is not in the middle.")
        case "not-held", "zero":
            return _("You have no such die.")
        case "not-held", _what:
            return _("You have no such card or die. A die has a d after it, such as R5d.")
    return say(RULES, rule)


def done(choice: Any, view: View, names: Names) -> list[str]:
    """What to say at once when a choice was taken: nothing, because it is told as it happens."""
    return []


# what may be asked about


def hand(view: View, names: Names) -> list[str]:
    """One's own cards and dice."""
    if names.me is None or not (view["hand"] or _own(view)):
        return [_("You hold nothing.")]
    cards, mine = grouped(view["hand"], view["trump"]), grouped(_own(view), view["trump"])
    lines = rows(_("Your cards:"), cards) if cards else []
    return lines + (rows(_("Your dice:"), mine) if mine else [])


def _pool(view: View) -> list[str]:
    return rows(_("In the middle:"), grouped(view["pool"], None)) if view["pool"] else []


def dice(view: View, names: Names) -> list[str]:
    """The dice before everybody."""
    lines = []
    for seat, there in enumerate(view["dice"]):
        if there:
            each = listed(
                [named(item, view["trump"], shown_value) for item in strongest_first(there, view["trump"])]
            )
            lines.append(_("Dice of {name}: {dice}").format(name=names.of(seat), dice=each))
    return lines or [_("No dice are on the table.")]


def trick(view: View, names: Names) -> list[str]:
    """What is on the table, or in the middle."""
    if view["pool"]:
        return _pool(view)
    if not view["trick"]:
        return [_("Nothing has been played to this trick.")]
    items = seated(view["trick"], names, lambda item: named(item, view["trump"]))
    suit = suit_name(view["led"])
    return [_("On the table: {items}. To be followed: {suit}.").format(items=items, suit=suit)]


def last_trick(view: View, names: Names) -> list[str]:
    """The trick before, and who took it."""
    if not view["last_trick"]:
        return [_("There has been no trick yet.")]
    items = seated(view["last_trick"], names, lambda item: named(item, view["trump"]))
    text = _("Last trick: {cards}. Taken by {name}.")
    return [text.format(cards=items, name=names.of(view["last_winner"]))]


def goals(view: View, names: Names) -> list[str]:
    """The trump, and what everybody wants and has."""
    lines = _trump(view)
    for seat, wanted in enumerate(view["goals"]):
        has = tricks(view["tricks"][seat])
        if view["declared"][seat]:
            text = _("{name} has declared zero; {tricks} so far.")
        elif wanted is not None:
            text = _("{name} wants {goal}; {tricks} so far.")
        elif view["phase"] != "tricks":
            continue
        else:
            text = _("{name} may still choose which die to keep; {tricks} so far.")
        lines.append(text.format(name=names.of(seat), goal=wanted, tricks=has))
    return lines or [_("There is neither a trump nor a goal before all dice are taken.")]


def voids(view: View, names: Names) -> list[str]:
    """Who surely has nothing of a suit."""
    lines = []
    for seat, suits in enumerate(view["voids"]):
        if suits:
            text = _("{name} has nothing to play of: {suits}")
            lines.append(text.format(name=names.of(seat), suits=listed([suit_name(suit) for suit in suits])))
    return lines or [_("Nobody is known to be out of a suit.")]


def played(view: View, names: Names) -> list[str]:
    """What has been played in this round."""
    if not view["played"]:
        return [_("Nothing has been played in this round.")]
    return rows(_("Played:"), grouped(view["played"], view["trump"]))


OWED: Words = {
    "draft": N_("a die from the middle"),
    "zero": N_("to declare zero or not"),
    "tricks": N_("a card or a die"),
}
ENDING = N_("The game is over. Points: {points}.")
SHOWS = (
    Query("h", N_("h your cards and dice"), hand),
    Query("d", N_("d everybody's dice"), dice),
    Query("k", N_("k what is on the table"), trick),
    Query("l", N_("l the last trick"), last_trick),
    Query("b", N_("b trump, goals and tricks"), goals),
    Query("v", N_("v who is out of what"), voids),
    Query("c", N_("c what has been played"), played),
    Query("s", N_("s scores"), scores),
)
