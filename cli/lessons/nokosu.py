"""What there is to teach of Nokosu Dice: one round with four players."""

from collections.abc import Mapping
from typing import Any

from cli.coloured import number
from cli.language import N_, _
from cli.nokosu_trumps import in_words, strongest_first, suit_name, suit_of
from cli.talk import View
from cli.words import Names, listed, points, tricks
from engines.table import OptionValue
from engines.vocabulary import Chose, Fact, Played, Rolled
from peer.bots.nokosu import card_of, trick_of

SEATS = 4
SEED = 9
OPTIONS: Mapping[str, OptionValue] = {}

ABOUT = (
    N_("Nokosu Dice: the die that you keep to the end says how many tricks you should have taken."),
    N_(
        "In a trick everybody plays one card or one die, and the best takes all of them. The cards are "
        "hidden in your hand, the dice lie open before you."
    ),
    N_(
        "Each trick is 1 point. To have just as many tricks as your last die shows is worth 10, 20 or 30 - "
        "the more, the fewer others manage it."
    ),
    N_("We play one round of 14 tricks. The three others are bots."),
)
AFTERWARDS = (
    N_("A game has as many rounds as players, and the deal goes to the left. The most points win."),
    N_("With 3 players one colour and all 7s stay out, and there are 12 tricks."),
)

_NO = -1
_LOW = 0.25
_FEW_DICE = 5
"""So many dice in the middle, or fewer, are looked at one by one."""


def over(view: View) -> bool:
    """After one round."""
    return bool(view["rounds_detail"])


def _own(view: View) -> list[dict[str, Any]]:
    mine: list[dict[str, Any]] = view["dice"][view["seat"]]
    return mine


def _items(view: View) -> list[str]:
    return [thing["item"] for thing in (*view["hand"], *_own(view))]


# before the learner decides


def draft(view: View, names: Names) -> list[str]:
    """The first die is taken."""
    if view["ask"]["what"] != "draft":
        return []
    colours = [card["item"][0] for card in view["hand"]]
    longest = max(dict.fromkeys(colours), key=colours.count)
    text = _(
        "You hold {count} cards in {colour}, more than of any other colour. Dice in it go well with them."
    )
    return [
        _(
            "You take one die from the middle, three in all. A die is played like a card of its colour and "
            "number; and the last one that you have is your goal."
        ),
        _("So look for numbers that you could reach: with 14 tricks for 4 players most get 2 to 5."),
        text.format(count=colours.count(longest), colour=suit_name(longest)),
    ]


def trump_to_come(view: View, names: Names) -> list[str]:
    """One of the dice that are left will be the trump die."""
    if view["ask"]["what"] != "draft" or len(view["pool"]) > _FEW_DICE:
        return []
    best = max(view["pool"], key=lambda die: _many_trumps(view, die["item"]))["item"]
    text = _(
        "The die that nobody takes decides what is trump: its colour and its number. With the {die} left "
        "over, {count} of your cards and dice would be trumps."
    )
    return [text.format(die=in_words(best), count=_many_trumps(view, best))]


def _many_trumps(view: View, die: str) -> int:
    return sum(suit_of(item, die) == "trump" for item in _items(view) if item != die)


def zero(view: View, names: Names) -> list[str]:
    """The declaration."""
    if view["ask"]["what"] != "zero":
        return []
    trumps = [
        item
        for item in strongest_first([*view["hand"], *_own(view)], view["trump"])
        if suit_of(item, view["trump"]) == "trump"
    ]
    lines = [
        _(
            "Now you may declare that you will take no trick at all. If that comes true it counts as a goal, "
            "with 10 points on top. It takes a hand of low numbers with few trumps."
        )
    ]
    if trumps:
        text = _("You have {count} trumps: {items}. Each of them may take a trick, wanted or not.")
        lines.append(text.format(count=len(trumps), items=listed([in_words(item) for item in trumps])))
    else:
        lines.append(_("You have no trump at all: few of your cards will take a trick."))
    return lines


def lead(view: View, names: Names) -> list[str]:
    """The learner leads."""
    if view["ask"]["what"] != "tricks" or view["trick"]:
        return []
    return [
        _(
            "You lead: play any card or die. The others must play the same colour if they can; "
            "if you lead a trump, they must play a trump."
        ),
        _("The dice of the others lie open: you can see which colours they must follow with, and with what."),
    ]


def follow(view: View, names: Names) -> list[str]:
    """A suit is led that the learner can follow."""
    if not view["trick"] or view["led"] == "trump" or not _must_follow(view):
        return []
    text = _(
        "{name} led {suit}. Whoever has a card or a die of it must play one. What is trump is no longer "
        "{suit}, even if it is painted so."
    )
    return [text.format(name=names.of(view["trick"][0]["seat"]), suit=suit_name(view["led"]))]


def trump_led(view: View, names: Names) -> list[str]:
    """Trump is led."""
    if not view["trick"] or view["led"] != "trump" or not _must_follow(view):
        return []
    return [
        _("A trump was led, so trumps must be played: by their number or by their colour, both are one suit.")
    ]


def _must_follow(view: View) -> bool:
    return any(each["rule"] == "follow" for each in view["ask"]["refused"])


def void(view: View, names: Names) -> list[str]:
    """The learner cannot follow."""
    if not view["trick"]:
        return []
    if any(suit_of(item, view["trump"]) == view["led"] for item in _items(view)):
        return []
    text = _(
        "You have nothing to follow {suit} with, so you may play anything: a trump to win, or something "
        "that you want to be rid of. You need not play a trump."
    )
    return [text.format(suit=suit_name(view["led"]))]


def with_a_die(view: View, names: Names) -> list[str]:
    """Only dice can be played, because suit must be followed."""
    slots = {die["slot"] for die in _own(view)}
    if view["ask"]["what"] != "tricks" or not all(choice[0] in slots for choice in view["ask"]["choices"]):
        return []
    return [
        _(
            "Here only a die will do, even if it is the one that you meant to keep. That is the trap of "
            "this game."
        )
    ]


def two_dice(view: View, names: Names) -> list[str]:
    """One of two dice will be the goal."""
    me = view["seat"]
    if view["ask"]["what"] != "tricks" or view["declared"][me] or len(_own(view)) != 2:
        return []
    one, other = (die["item"] for die in _own(view))
    text = _(
        "You have two dice left, the {one} and the {other}. When you play one, the other is your goal. "
        "So far you have {tricks}."
    )
    return [text.format(one=in_words(one), other=in_words(other), tricks=tricks(view["tricks"][me]))]


def goal(view: View, names: Names) -> list[str]:
    """The goal stands."""
    me = view["seat"]
    if view["ask"]["what"] != "tricks" or view["goals"][me] is None:
        return []
    missing, left = view["goals"][me] - view["tricks"][me], len(view["hand"])
    if missing > 0:
        text = _("You need {tricks} more, with {left} cards to play. Your last die stays before you.")
        return [text.format(tricks=tricks(missing), left=left)]
    if missing == 0:
        return [_("You have just what you need: from now on lose every trick, if you can.")]
    return [_("You have more tricks than you wanted. The goal is gone; every trick still is a point.")]


LOOKS = (draft, trump_to_come, zero, lead, follow, trump_led, void, with_a_die, two_dice, goal)


# after something happened


def rolled(before: View, fact: Fact, after: View, names: Names) -> list[str]:
    """The dice are there."""
    if not isinstance(fact, Rolled) or after["phase"] != "draft":
        return []
    return [
        _(
            "Everybody has two dice of their own now, and 13 lie in the middle. You will get 3 of them; "
            "what a die shows is never changed."
        ),
        _("R5 is the red card 5, and R5d is a red die that shows 5."),
    ]


def trump_found(before: View, fact: Fact, after: View, names: Names) -> list[str]:
    """The trump die is left over."""
    if before["phase"] != "draft" or after["phase"] == "draft":
        return []
    die = after["trump"]
    text = _(
        "A trump beats everything that is not one. The strongest is {colour} {number}; then come all other "
        "{number}s, which are equal; then the rest of {colour}, from the highest."
    )
    return [text.format(colour=suit_name(die[0]), number=number(die))]


def declared(before: View, fact: Fact, after: View, names: Names) -> list[str]:
    """Another player declares zero."""
    if before["phase"] != "zero" or not isinstance(fact, Chose):
        return []
    if fact.seat == names.me or not after["declared"][fact.seat]:
        return []
    text = _("{name} must not take a single trick now. If you can make {name} take one, that goal is gone.")
    return [text.format(name=names.of(fact.seat))]


def first_trick(before: View, fact: Fact, after: View, names: Names) -> list[str]:
    """Why the first trick went where it went."""
    item = _won_by(before, fact, after)
    if item is None:
        return []
    if suit_of(item, before["trump"]) == "trump":
        text = _("The {item} is the strongest trump of this trick, and takes it. {name} leads next.")
    else:
        text = _("Without a trump the highest of the colour led wins: the {item}. {name} leads next.")
    return [text.format(item=in_words(item), name=names.of(after["last_winner"]))]


def later_wins(before: View, fact: Fact, after: View, names: Names) -> list[str]:
    """Of two that are equal the later one wins."""
    item = _won_by(before, fact, after)
    if item is None:
        return []
    card = card_of(item, before["trump"])
    for thing in after["last_trick"]:
        other = card_of(thing["item"], before["trump"])
        if thing["item"] != item and (other.suit, other.rank) == (card.suit, card.rank):
            text = _("The {other} and the {item} are equally strong, and then the later one wins.")
            return [text.format(other=in_words(thing["item"]), item=in_words(item))]
    return []


def mine(before: View, fact: Fact, after: View, names: Names) -> list[str]:
    """The learner's first trick."""
    if _won_by(before, fact, after) is None or after["last_winner"] != names.me:
        return []
    return [_("Your first trick: 1 point, and one step towards the goal. Whoever wins, leads.")]


def _won_by(before: View, fact: Fact, after: View) -> str | None:
    """The item that takes the trick which this fact completes."""
    if not isinstance(fact, Played) or after["trick"]:
        return None
    return next(str(thing["item"]) for thing in after["last_trick"] if thing["seat"] == after["last_winner"])


def known_goal(before: View, fact: Fact, after: View, names: Names) -> list[str]:
    """Everybody can see what another player wants."""
    for seat, wanted in enumerate(after["goals"]):
        if seat != names.me and wanted and before["goals"][seat] is None and not after["rounds_detail"]:
            text = _(
                "Now everybody knows what {name} wants. Whoever spoils that gets more for their own goal: "
                "30 alone, 20 each for two, 10 each for three."
            )
            return [text.format(name=names.of(seat))]
    return []


def scored(before: View, fact: Fact, after: View, names: Names) -> list[str]:
    """Where the learner's points come from."""
    if not after["rounds_detail"]:
        return []
    detail, me = after["rounds_detail"][-1], names.me or 0
    got = {line["what"]: line["points"] for line in detail["lines"][me]}
    won, wanted = detail["tricks"][me], detail["goals"][me]
    lines = [_("Your points: {tricks}, {points}.").format(tricks=tricks(won), points=points(won))]
    if detail["reached"][me]:
        text = _("You wanted just so many, and {count} of 4 players reached their goal: {points} more.")
        lines.append(text.format(count=sum(detail["reached"]), points=points(got.get("goal", 0))))
    else:
        lines.append(_("Your goal was {goal}, so there is nothing more.").format(goal=tricks(wanted)))
    if got.get("zero"):
        lines.append(_("And {points} because you had declared it.").format(points=points(got["zero"])))
    return lines


COMMENTS = (rolled, trump_found, declared, first_trick, later_wins, mine, known_goal, scored)


# hints


def typed(choice: Any, view: View) -> str:
    """What one types to choose this."""
    if choice == _NO:
        return "n"
    slot = choice[0] if isinstance(choice, list | tuple) else choice
    things = [*view["hand"], *_own(view), *view["pool"]]
    return next(str(thing["item"]) for thing in things if thing["slot"] == slot)


def why(choice: Any, view: View, names: Names) -> str:
    """A reason, by rule of thumb."""
    if view["ask"]["what"] == "draft":
        return _("With it the dice show numbers that your cards can reach, whatever becomes trump.")
    if choice == _NO:
        return _("Some of your cards would take a trick against your will.")
    if view["ask"]["what"] == "zero":
        return _("Your cards are low, and this die would be the hardest to lose with.")
    return _why_play(choice, view)


def _why_play(choice: Any, view: View) -> str:
    if len(view["ask"]["choices"]) == 1:
        return _("Nothing else may be played.")
    me, item = view["seat"], typed(choice, view)
    chance = trick_of(view, view["trick"]).chance(card_of(item, view["trump"]))
    wanted = view["goals"][me]
    if wanted is None:
        # The goal is still to be made: the highest die is the most that may come of it.
        dice = listed([str(number(die["item"])) for die in _own(view) if die["item"] != item])
        if chance > _LOW:
            text = _(
                "It may well win, and what may still be your goal ({dice}) leaves room for another trick."
            )
        else:
            text = _("It will hardly win, and what may still be your goal ({dice}) stays within reach.")
        return text.format(dice=dice)
    if view["tricks"][me] < wanted:
        if chance > _LOW:
            return _("You still need tricks, and this one can win.")
        return _("It will hardly win: better to lose this one cheaply and keep what is strong.")
    if view["tricks"][me] == wanted:
        return _("You want no more tricks, and this is the best to be rid of now.")
    return _("The goal is gone, so every trick is simply a point.")
