"""What there is to teach of Notice: one round, whose hand goes to the left."""

from collections.abc import Mapping
from typing import Any

from cli.cards import ONE_OF, SUITS, in_order, named
from cli.language import N_, _
from cli.talk import View
from cli.words import Names, listed, points, tricks
from engines.table import OptionValue
from engines.vocabulary import Fact, Gave, Opened, Played, TurnedUp
from peer.bots.notice import card_of, trick_of

SEATS = 4
SEED = 221
OPTIONS: Mapping[str, OptionValue] = {}

ABOUT = (
    N_("Notice: look at a hand of cards, say how many tricks it will take, and give it away."),
    N_(
        "In a trick everybody plays one card, and the best one takes all of them. A trick is worth 1 point, "
        "but a prediction that comes true exactly is worth 5."
    ),
    N_("There are two predictions in a round: one about another player, and one about yourself."),
    N_("We play one round. The three others are bots, and nobody but you sees your cards."),
)
AFTERWARDS = (
    N_("A game has four rounds. The hand goes to the left, then to the right, then twice across the table."),
    N_("With 3, 5 or 6 players there are other numbers of cards and rounds. The most points win."),
)

_ORDER = "AKQJT98765432"
_GOOD = 0.5
"""From this chance on to take a trick a card is called a good one for that."""


def over(view: View) -> bool:
    """After one round."""
    return bool(view["rounds_detail"])


# before the learner decides


def dealt(view: View, names: Names) -> list[str]:
    """The first prediction."""
    if view["ask"]["what"] != "predict_other":
        return []
    whom = names.of(view["gives_to"])
    return [
        _(
            "These are your cards, but only for now: {whom} will play them. You say in secret how many "
            "tricks {whom} takes with them."
        ).format(whom=whom),
        _("There are 12 tricks for 4 players, so 3 is what a hand takes on average."),
        *_strength(view),
    ]


def own_prediction(view: View, names: Names) -> list[str]:
    """The second prediction."""
    if view["ask"]["what"] != "predict_own":
        return []
    giver = names.of(view["gets_from"])
    text = _(
        "These cards came from {giver}, who knows them and has predicted what you take with them. "
        "Nobody else knows anything of them."
    )
    return [
        text.format(giver=giver),
        _("Now say how many tricks you will take yourself. One too many is as wrong as one too few."),
        *_strength(view),
    ]


def _strength(view: View) -> list[str]:
    """What to count in a hand."""
    hand, trump = [card["item"] for card in view["hand"]], view["trump"]
    top = _sure(hand, trump)
    aces = [item for item in hand if item[0] == "A" and item[1] != trump]
    lines = []
    if top:
        text = _("A sure trick each, because nothing beats them: {cards}.")
        lines.append(text.format(cards=listed([named(item) for item in top])))
    if aces:
        text = _("Very likely a trick each, unless somebody plays a trump on them: {cards}.")
        lines.append(text.format(cards=listed([named(item) for item in in_order(aces)])))
    count = sum(item[1] == trump for item in hand)
    text = _("Trumps in this hand: {count}. Kings and high trumps often take a trick, low cards seldom do.")
    return [*lines, text.format(count=count)]


def _sure(hand: list[str], trump: str | None) -> list[str]:
    """The highest trumps in a row."""
    top: list[str] = []
    for rank in _ORDER:
        if f"{rank}{trump}" not in hand:
            return top
        top.append(f"{rank}{trump}")
    return top


def lead(view: View, names: Names) -> list[str]:
    """The learner leads."""
    if view["ask"]["what"] != "tricks" or view["trick"]:
        return []
    return [
        _("You lead: play any card. The others must play the same suit if they hold it."),
        _("To win the trick, lead an ace or a high trump; not to win it, lead something low."),
    ]


def follow(view: View, names: Names) -> list[str]:
    """A suit is led that the learner holds."""
    if not (view["trick"] and view["ask"]["refused"]):
        return []
    suit = view["trick"][0]["item"][1]
    text = _("{name} led {suit}. You hold that suit, so you must play it. The highest card of it wins.")
    name = names.of(view["trick"][0]["seat"])
    return [text.format(name=name, suit=_(SUITS[suit]))]


def void(view: View, names: Names) -> list[str]:
    """The learner has nothing of the led suit."""
    if not view["trick"]:
        return []
    suit = view["trick"][0]["item"][1]
    if any(card["item"][1] == suit for card in view["hand"]):
        return []
    text = _(
        "Not {suit} in your hand: so you may play anything. A trump ({trump}) takes the trick, unless a "
        "higher one falls. Any other card loses: the way to be rid of a high card that you do not want."
    )
    return [text.format(suit=_(ONE_OF[suit]), trump=_(SUITS[view["trump"]]))]


def halfway(view: View, names: Names) -> list[str]:
    """How far the predictions are from coming true."""
    if view["ask"]["what"] != "tricks" or len(view["hand"]) > 6:
        return []
    me, whom = view["seat"], view["gives_to"]
    own = _("You predicted {wanted} for yourself and have taken {won}. Cards left: {left}.")
    other = _(
        "For {whom} you predicted {wanted}, and it is {won} so far. "
        "You may help that along, or hold it up: each trick that it is off costs you a point."
    )
    return [
        own.format(wanted=view["predict_own"][me], won=view["tricks"][me], left=len(view["hand"])),
        other.format(whom=names.of(whom), wanted=view["predict_other"][me], won=view["tricks"][whom]),
    ]


def enough(view: View, names: Names) -> list[str]:
    """The own prediction is reached and tricks are left."""
    me = view["seat"]
    if view["ask"]["what"] != "tricks" or view["tricks"][me] != view["predict_own"][me]:
        return []
    return [_("You have just the tricks that you predicted. From now on it is good for you to lose.")]


def too_many(view: View, names: Names) -> list[str]:
    """The own prediction is missed for good."""
    me = view["seat"]
    if view["ask"]["what"] != "tricks" or view["tricks"][me] <= view["predict_own"][me]:
        return []
    return [
        _(
            "That is more tricks than you predicted for yourself, so those 5 points are gone. "
            "Every further trick still is a point."
        )
    ]


LOOKS = (dealt, own_prediction, lead, follow, void, enough, too_many, halfway)


# after something happened


def turned(before: View, fact: Fact, after: View, names: Names) -> list[str]:
    """The trump suit is found."""
    if not isinstance(fact, TurnedUp):
        return []
    text = _(
        "The card turned up decides the trump suit. Even the lowest of {suit} beats an ace of another suit."
    )
    return [text.format(suit=_(SUITS[after["trump"]]))]


def passed(before: View, fact: Fact, after: View, names: Names) -> list[str]:
    """All hands are passed."""
    if not isinstance(fact, Gave) or before["phase"] == after["phase"]:
        return []
    return [_("Every hand has gone one seat to the left, all at once and face down.")]


def first_trick(before: View, fact: Fact, after: View, names: Names) -> list[str]:
    """Why the first trick went where it went."""
    card = _won_by(before, fact, after)
    if card is None:
        return []
    led = after["last_trick"][0]["item"][1]
    if card[1] == led:
        text = _(
            "{card} is the highest card of the suit that was led, and takes the trick. {name} leads next."
        )
    else:
        text = _("{card} is a trump, and takes the trick. {name} leads next.")
    return [text.format(card=_capital(named(card)), name=names.of(after["last_winner"]))]


def trumped(before: View, fact: Fact, after: View, names: Names) -> list[str]:
    """A trick is taken by a trump that did not have to follow."""
    card = _won_by(before, fact, after)
    if card is None or after["last_trick"][0]["item"][1] == card[1]:
        return []
    led = after["last_trick"][0]["item"]
    text = _("That is what trumps are for: {card} beats {led}, because {name} had none of that suit.")
    return [text.format(card=named(card), led=named(led), name=names.of(after["last_winner"]))]


def mine(before: View, fact: Fact, after: View, names: Names) -> list[str]:
    """The learner's first trick."""
    if _won_by(before, fact, after) is None or after["last_winner"] != names.me:
        return []
    return [_("Your first trick: 1 point. Mind how many you said that you would take.")]


def _won_by(before: View, fact: Fact, after: View) -> str | None:
    """The card that takes the trick which this fact completes."""
    if not isinstance(fact, Played) or after["trick"]:
        return None
    return next(str(card["item"]) for card in after["last_trick"] if card["seat"] == after["last_winner"])


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def opened(before: View, fact: Fact, after: View, names: Names) -> list[str]:
    """Where the learner's points come from."""
    if not isinstance(fact, Opened) or not after["rounds_detail"]:
        return []
    detail, me = after["rounds_detail"][-1], names.me or 0
    whom = detail["gives_to"][me]
    won, own = detail["tricks"][me], detail["predict_own"][me]
    theirs, other = detail["tricks"][whom], detail["predict_other"][me]
    off = abs(theirs - other)
    first = _("Your points: {tricks}, {points}.").format(tricks=tricks(won), points=points(won))
    if won == own:
        second = _("You predicted exactly that for yourself: 5 more.")
    else:
        second = _("You had predicted {own} for yourself: nothing for that, but no loss.").format(own=own)
    if off:
        text = _("You had predicted {other} for {whom}, who took {theirs}: {off} less, 1 for each trick.")
    else:
        text = _("You had predicted {other} for {whom}, who took just so many: 5 more.")
    third = text.format(other=other, whom=names.of(whom), theirs=theirs, off=off)
    return [first, second, third]


COMMENTS = (turned, passed, first_trick, trumped, mine, opened)


# hints


def typed(choice: Any, view: View) -> str:
    """What one types to choose this."""
    if view["ask"]["request"] == "seal":
        return str(choice)
    return next(str(card["item"]) for card in view["hand"] if [card["slot"]] == list(choice))


def why(choice: Any, view: View, names: Names) -> str:
    """A reason, by rule of thumb."""
    if view["ask"]["request"] == "seal":
        return _("That is what the aces, kings and trumps of this hand should come to.")
    card, me = typed(choice, view), view["seat"]
    if len(view["ask"]["choices"]) == 1:
        return _("It is the only card that may be played.")
    missing = view["predict_own"][me] - view["tricks"][me]
    if missing > 0:
        if view["trick"] and not _beats_all(card, view):
            return _("It cannot win this trick, so it should be a card that is not missed.")
        if trick_of(view).chance(card_of(card)) < _GOOD:
            return _("Nothing is likely to win here, so keep what is strong for later.")
        text = _("You still need {tricks}, and this card has a good chance to take one.")
        return text.format(tricks=tricks(missing))
    if missing == 0:
        return _("You want no more tricks: away with what is dangerous, where it does not win.")
    return _("Your own prediction is missed, so simply take what can be taken.")


def _beats_all(card: str, view: View) -> bool:
    led, trump = view["trick"][0]["item"][1], view["trump"]

    def strength(item: str) -> tuple[bool, bool, int]:
        return item[1] == trump, item[1] == led, -_ORDER.index(item[0])

    return all(strength(card) > strength(played["item"]) for played in view["trick"])
