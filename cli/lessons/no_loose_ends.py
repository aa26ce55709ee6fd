"""What there is to teach of No Loose Ends: one round with four players."""

from collections.abc import Mapping
from typing import Any

from cli.coloured import NO_LOOSE_ENDS, in_order, number
from cli.language import N_, _
from cli.talk import View
from cli.told_no_loose_ends import named, suit_name, winning_card
from cli.words import Names, listed, points
from engines.table import OptionValue
from engines.vocabulary import Fact, Played
from peer.bots.no_loose_ends import card_of, trick_of

SEATS = 4
SEED = 33
OPTIONS: Mapping[str, OptionValue] = {}

ABOUT = (
    N_("No Loose Ends: lay out cards as evidence, then win just the tricks that cover it up."),
    N_(
        "You plan a bank robbery. Cards that lie open before you are evidence against you; a trick that "
        "fits one of them covers it. What stays uncovered, and a trick that covers nothing, is a loose end."
    ),
    N_(
        "A covered card is worth 2 points, a loose end costs 1. Without any loose end you get 5 more: a "
        "perfect crime."
    ),
    N_(
        "We play one round. The three others are bots, and nobody but you sees your hand. Blue is trump: "
        "it beats all other suits."
    ),
)
AFTERWARDS = (
    N_("A game has three rounds, everybody begins with 5 points, and the most points win."),
    N_("With other numbers of players the hands and the limit of bid cards differ."),
    N_("Options add escape cards, the double cross, the plan B and a simpler count."),
)

_TRUMP = "B"
_GOOD = 0.35
_PLANNED = 2
"""So many bid cards are a plan."""


def over(view: View) -> bool:
    """After one round."""
    return bool(view["rounds_detail"])


def _hand(view: View) -> list[str]:
    return in_order([card["item"] for card in view["hand"]], NO_LOOSE_ENDS)


def _open_bids(view: View, seat: int) -> list[str]:
    return [bid["item"] for bid in view["bids"][seat] if not bid["covered"]]


# before the learner decides


def plan(view: View, names: Names) -> list[str]:
    """The first bid card."""
    if view["ask"]["what"] != "plan":
        return []
    hand = _hand(view)
    strong = [item for item in hand if number(item) >= (10 if item[0] == _TRUMP else 15)]
    lines = [
        _(
            "Planning: lay one card after the other open before you, or pass. Such a bid card is no longer "
            "in your hand, so low cards go first: you keep what wins tricks."
        ),
        _(
            "A trick can cover a bid card if its winning card has the same number or the same suit, or if "
            "that suit was led. So every bid card wants one trick."
        ),
    ]
    if strong:
        text = _(
            "These of your cards will often take a trick: {cards}. That is about how many bid cards you "
            "can afford."
        )
        return [*lines, text.format(cards=listed([named(item) for item in strong]))]
    return [*lines, _("Hardly any card of yours will take a trick: one bid card, or none, is enough.")]


def more_bids(view: View, names: Names) -> list[str]:
    """There is a bid card already."""
    mine = view["bids"][view["seat"]]
    if view["ask"]["what"] != "plan" or not mine:
        return []
    text = _(
        "Your turn again, until all have passed. Bid cards may be {limit} at most. Whoever passes last "
        "leads the first trick."
    )
    return [text.format(limit=view["limit"])]


def informing(view: View, names: Names) -> list[str]:
    """One may pass without any bid card."""
    if view["ask"]["what"] != "plan" or view["bids"][view["seat"]]:
        return []
    return [
        _(
            "You may also pass at once, without a bid card. Then you are an informant, who must not take any "
            "trick: that is worth 10 points, and spoils the perfect crimes of the others."
        )
    ]


def enough_bids(view: View, names: Names) -> list[str]:
    """There are some bid cards."""
    if view["ask"]["what"] != "plan" or len(view["bids"][view["seat"]]) < _PLANNED:
        return []
    return [_("Now weigh it up: a bid card that you cover brings 2 points, one that you do not costs 1.")]


def lead(view: View, names: Names) -> list[str]:
    """The learner leads."""
    if view["ask"]["what"] != "tricks" or view["trick"]:
        return []
    wanted = dict.fromkeys(item[0] for item in _open_bids(view, view["seat"]))
    lines = [
        _(
            "You lead: play any card. The others must play the same suit if they hold it; the highest blue "
            "wins."
        )
    ]
    if wanted:
        text = _(
            "If you win with, or after a lead in, one of these suits, the trick covers something: {suits}."
        )
        lines.append(text.format(suits=listed([suit_name(suit) for suit in wanted])))
    return lines


def follow(view: View, names: Names) -> list[str]:
    """A suit is led that the learner holds."""
    if view["ask"]["what"] != "tricks" or not (view["trick"] and view["ask"]["refused"]):
        return []
    text = _("{name} led {suit}. You hold that suit, so you must play it.")
    return [text.format(name=names.of(view["trick"][0]["seat"]), suit=suit_name(view["led"]))]


def void(view: View, names: Names) -> list[str]:
    """The learner has nothing of the led suit."""
    if view["ask"]["what"] != "tricks" or not view["trick"]:
        return []
    if any(item[0] == view["led"] for item in _hand(view)):
        return []
    text = _(
        "You have no {suit}, so you may play anything. A blue card takes the trick, unless a higher blue "
        "one falls; any other card is thrown away, which is good for one that would win at the wrong time."
    )
    return [text.format(suit=suit_name(view["led"]))]


def wanted(view: View, names: Names) -> list[str]:
    """Which trick would cover something."""
    if view["ask"]["what"] != "tricks" or not view["trick"]:
        return []
    mine, led = _open_bids(view, view["seat"]), view["led"]
    if not mine:
        return []
    if any(item[0] == led for item in mine):
        text = _(
            "{suit} was led and you have an uncovered bid card in it: this trick is worth winning, with "
            "whatever card."
        )
        return [text.format(suit=_capital(suit_name(led)))]
    return []


def unwanted(view: View, names: Names) -> list[str]:
    """Everything is covered."""
    me = view["seat"]
    if view["ask"]["what"] != "tricks" or not view["bids"][me] or _open_bids(view, me):
        return []
    return [
        _(
            "All your bid cards are covered. From now on every trick that you take is a loose end: try to "
            "lose."
        )
    ]


def as_informant(view: View, names: Names) -> list[str]:
    """The learner is an informant."""
    if view["ask"]["what"] != "tricks" or view["seat"] not in view["informants"]:
        return []
    return [
        _(
            "You are an informant: stay below the others in every trick, and throw high cards away when "
            "you cannot follow."
        )
    ]


def cover(view: View, names: Names) -> list[str]:
    """Which bid card to cover."""
    if view["ask"]["what"] != "cover":
        return []
    return [
        _(
            "Your trick fits several of your bid cards, and covers one of them. Cover the one that will be "
            "harder to cover later, because you have fewer winners left for it."
        )
    ]


LOOKS = (plan, informing, more_bids, enough_bids, lead, follow, void, wanted, unwanted, as_informant, cover)


# after something happened


def planned(before: View, fact: Fact, after: View, names: Names) -> list[str]:
    """The planning is over."""
    if before["phase"] != "plan" or after["phase"] != "tricks":
        return []
    return [
        _(
            "Everybody's plans lie open: you can see which suits the others want to win in, and which they "
            "do not."
        )
    ]


def informant(before: View, fact: Fact, after: View, names: Names) -> list[str]:
    """Another player is an informant."""
    new = [seat for seat in after["informants"] if seat not in before["informants"] and seat != names.me]
    if before["phase"] != "plan" or not new:
        return []
    text = _(
        "{name} wants no trick at all. If that succeeds, nobody has a perfect crime and every loose end "
        "costs 2. So make {name} take one."
    )
    return [text.format(name=names.of(new[0]))]


def informant_fails(before: View, fact: Fact, after: View, names: Names) -> list[str]:
    """An informant takes a trick."""
    won = _winner(fact, after)
    if won is None or won == names.me or won not in before["informants"] or before["tricks"][won]:
        return []
    return [_("An informant with a trick has failed: that is good for all others.")]


def covered(before: View, fact: Fact, after: View, names: Names) -> list[str]:
    """Why a trick covers something."""
    card = after["last_cover"]
    if card is None or before["last_cover"] == card:
        return []
    winning, bid, name = winning_card(after), card["item"], names.of(after["last_winner"])
    if bid[0] == winning[0]:
        text = _("{winning} and {bid} have the same suit: so the trick of {name} covers that bid card.")
    elif number(bid) == number(winning):
        text = _("{winning} and {bid} have the same number: so the trick of {name} covers that bid card.")
    else:
        text = _("The suit of {bid} was led: so the trick of {name}, won by {winning}, covers that bid card.")
    return [_capital(text.format(winning=named(winning), bid=named(bid), name=name))]


def loose_end(before: View, fact: Fact, after: View, names: Names) -> list[str]:
    """A trick that covers nothing."""
    won = _winner(fact, after)
    if won is None or after["rounds_detail"] or after["loose"][won] <= before["loose"][won]:
        return []
    if after["phase"] == "cover":
        return []
    text = _("The trick of {name} fits none of their uncovered bid cards: a loose end, 1 point less.")
    return [text.format(name=names.of(won))]


def _winner(fact: Fact, after: View) -> int | None:
    """Who takes the trick which this fact completes."""
    if not isinstance(fact, Played) or after["trick"] or not after["last_trick"]:
        return None
    return int(after["last_winner"])


def scored(before: View, fact: Fact, after: View, names: Names) -> list[str]:
    """Where the learner's points come from."""
    if not after["rounds_detail"]:
        return []
    detail, me = after["rounds_detail"][-1], names.me or 0
    got = {line["what"]: line["points"] for line in detail["lines"][me]}
    if got.get("informant"):
        return [
            _("You told on the others and took no trick: {points}.").format(points=points(got["informant"]))
        ]
    text = _("You covered {covered} of {count} bid cards, which gives {points}.")
    lines = [
        text.format(
            covered=detail["covered"][me], count=len(detail["bids"][me]), points=points(got.get("covered", 0))
        )
    ]
    if detail["loose"][me]:
        text = _(
            "Your loose ends, uncovered cards and tricks that covered nothing: {count}. Each costs {each}."
        )
        each = points(2 if detail["informed"] else 1)
        return [*lines, text.format(count=detail["loose"][me], each=each)]
    if got.get("perfect"):
        return [*lines, _("And no loose end: a perfect crime, 5 points more.")]
    return [*lines, _("No loose end, but an informant succeeded: so there is no perfect crime.")]


COMMENTS = (planned, informant, informant_fails, covered, loose_end, scored)


# hints


def typed(choice: Any, view: View) -> str:
    """What one types to choose this."""
    if view["ask"]["what"] == "cover":
        return next(str(bid["item"]) for bid in view["bids"][view["seat"]] if bid["slot"] == choice)
    if not choice:
        return "p"
    return next(str(card["item"]) for card in view["hand"] if card["slot"] == choice[0])


def why(choice: Any, view: View, names: Names) -> str:
    """A reason, by rule of thumb."""
    asked, me = view["ask"]["what"], view["seat"]
    if len(view["ask"]["choices"]) == 1:
        return _("There is no other choice.")
    if asked == "plan":
        return _why_plan(choice, view)
    if asked == "cover":
        return _("The other cards are easier to cover with what you still hold.")
    chance = trick_of(view, view["trick"]).chance(card_of(typed(choice, view)))
    mine = _open_bids(view, me)
    if me in view["informants"]:
        return _("An informant loses: this is the best to be rid of without winning.")
    if not mine:
        return _("You want no more tricks, and this is the best to be rid of now.")
    if chance >= _GOOD:
        text = _("It may well win. Uncovered bid cards: {cards}.")
        return text.format(cards=listed([named(item) for item in mine]))
    return _("It will hardly win, and what is strong stays for a trick that covers something.")


def _why_plan(choice: Any, view: View) -> str:
    if choice:
        text = _("In {suit} you have what can win a trick, and this card itself will hardly be missed.")
        return text.format(suit=suit_name(typed(choice, view)[0]))
    if not view["bids"][view["seat"]]:
        return _("This hand can stay without a trick: be an informant.")
    return _("With what you hold, another bid card would rather stay uncovered.")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
