"""Nobody cheats in Nokosu Dice, Dice And Domino, No Loose Ends or Dice Watching."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from engines.dice_and_domino_state import DRAW
from engines.nokosu_state import BAG
from peer.outcome import Output
from protocol import payloads as said
from protocol.commitments import commit
from tests.peer import (
    lies_deals,
    lies_dice_and_domino,
    lies_dice_and_domino_tiles,
    lies_dice_watching,
    lies_history,
    lies_no_loose_ends,
    lies_no_loose_ends_tricks,
    lies_nokosu,
    lies_nokosu_trumps,
    lies_play,
)
from tests.peer.caught import is_caught, keeps_to_the_steps, names_the_liar, stops_the_game
from tests.peer.false_answers import cards, laid, mixed, request, state
from tests.peer.liars import Liar, Lie, answer, section, tell
from tests.peer.lies_dice_and_domino_tiles import fits, must
from tests.peer.lies_history import first_time
from tests.peer.lies_no_loose_ends import covers, plans
from tests.peer.recorded_game import When, recorded

SEATS = {"nokosu": 3, "dice-and-domino": 2, "no-loose-ends": 2, "dice-watching": 3}
"""At how many seats the recorded games are played."""

LIES = (
    lies_nokosu.LIES,
    lies_nokosu_trumps.LIES,
    lies_dice_and_domino.LIES,
    lies_dice_and_domino_tiles.LIES,
    lies_no_loose_ends.LIES,
    lies_no_loose_ends_tricks.LIES,
    lies_dice_watching.LIES,
)
OWN = [lie for lies in LIES for lie in lies.values()]


def named(lie: Lie) -> str:
    """The game and the name of a lie."""
    return f"{lie.game}-{lie.name}"


@pytest.mark.parametrize("lie", OWN, ids=named)
def test_who_lies_in_a_game_is_named(lie: Lie) -> None:
    """Every honest peer stops the game, at once or when guesses are opened, and names the liar only."""
    is_caught(lie, SEATS[lie.game])


AT_THREE = {
    "dice-and-domino": (
        "dice-rolled-again",
        "mix-with-a-tile-exchanged",
        "mix-with-a-tile-left-out",
        "mix-taken-back",
        "matching-tile-kept-down",
        "tile-that-does-not-fit-turned-up",
        "tile-in-its-old-slot",
    ),
    "no-loose-ends": (
        "escape-bid",
        "bid-card-played",
        "bids-taken-back-by-another",
        "revoke-that-everybody-sees",
        "revoke-with-a-lying-witness",
        "cover-of-two-cards",
    ),
}
"""Of the games that are recorded with two seats, lies that can be told with three."""

WAYS = [
    *{(lie.game, lie.code, lie.detail): lie for lie in OWN if SEATS[lie.game] == 3}.values(),
    *(lie for lie in OWN if lie.name in AT_THREE.get(lie.game, ())),
]
"""Of the other games, one lie for each way of being caught."""


@pytest.mark.parametrize("lie", WAYS, ids=named)
def test_who_lies_in_a_game_is_named_also_by_those_who_only_hear_of_it(lie: Lie) -> None:
    """At a table of three, a peer that has no link to the liar blames the same seat for the same reason."""
    record = recorded(lie.game, 3)
    liar = (record.first(lie.when).seat + lie.by_another) % 3
    far = (liar + 1) % 3
    game = tell(record, lie, lambda a, b: {a, b} != {liar, far})
    game.begin()
    game.quiet()
    assert game.tables[far].halted, "it was not told at once"
    names_the_liar(game)


# two things to two peers


def another_die(liar: Liar) -> said.Payload:
    """Another of the dice in the middle."""
    return said.Choose(next(slot for slot in state(liar).pool if slot != liar.honest.choice))


def another_mix(liar: Liar) -> said.Payload:
    """The same hand, laid otherwise."""
    return mixed(liar, cards(liar, request(liar).slots))


def another_tile(liar: Liar) -> said.Payload:
    """The other of two tiles of which either may be turned up."""
    return liar.own.speak(liar.position, next(c for c in liar.own.choices(liar.position) if c != must(liar)))


def another_bid(liar: Liar) -> said.Payload:
    """A pass in the place of a bid card."""
    return laid(liar)


def another_guess(liar: Liar) -> said.Payload:
    """The seal of another face."""
    return said.Seal(commit(liar.context, "seal", bytes(32), (6).to_bytes(4, "big")))


def two_things(game: str, when: When, second: Callable[[Liar], said.Payload]) -> Lie:
    """One good answer to one peer, another good one to the other."""

    def tell(liar: Liar) -> list[Output] | None:
        return liar.says_two(liar.honest, second(liar)) if first_time(liar) else None

    return Lie(
        second.__name__.replace("_", "-"), str(second.__doc__), when, tell, "equivocation", "", game=game
    )


TWICE = [
    two_things("nokosu", answer(said.Choose), another_die),
    two_things("dice-and-domino", answer(said.Mixed), another_mix),
    two_things("dice-and-domino", answer(said.Play, either=fits(1, possible=2)), another_tile),
    two_things("no-loose-ends", plans(bid=lambda s: s.payload.slots != ()), another_bid),
    two_things("dice-watching", answer(said.Seal), another_guess),
]


@pytest.mark.parametrize("lie", TWICE, ids=named)
def test_who_says_two_things_in_a_game_is_named(lie: Lie) -> None:
    """Two good answers of one seat, each shown to one peer only, end the game as soon as the two compare."""
    is_caught(lie, 3)


# too early, or nothing at all


@pytest.mark.parametrize("game", SEATS)
def test_nothing_is_said_before_its_gate_in_any_game(game: str) -> None:
    """Nobody turns up a tile before all have placed, gives a share before all have signed the deck, shows its
    part of a roll before all are committed to or a guess before all are sealed: nobody answers a step before
    everybody has answered the one before.
    """
    keeps_to_the_steps(recorded(game, SEATS[game]).game)


WITHHELD = {
    "nokosu-die": ("nokosu", "choose", answer(said.Choose)),
    "nokosu-dice": ("nokosu", "coin-open", answer(said.CoinReveal, bag=section(BAG))),
    "mix": ("dice-and-domino", "mix", answer(said.Mixed)),
    "fitting-tile": ("dice-and-domino", "play", answer(said.Play, fits=fits(1))),
    "share-of-a-drawn-tile": ("dice-and-domino", "shares", answer(said.Shares, drawn=section(DRAW))),
    "cover": ("no-loose-ends", "choose", covers()),
    "dice": ("dice-watching", "coin-open", answer(said.CoinReveal)),
    "guess": ("dice-watching", "open", answer(said.Open)),
}


@pytest.mark.parametrize("what", WITHHELD)
@pytest.mark.parametrize("last", [False, True], ids=["before-hearing-the-others", "after-hearing-the-others"])
def test_whoever_stops_in_a_game_is_waited_for(what: str, last: bool) -> None:
    """Who keeps an answer back - a part of the roll, a tile that fits, a share, a guess - stops the game, is
    named as the one who is waited for, and hears nothing more.
    """
    game, kind, when = WITHHELD[what]
    stops_the_game(game, SEATS[game], kind, when, last)


# lies that can be told in any game

COINS = ("another-contribution", "copied-contribution", "commitment-to-nothing")
ABOUT_NOTICE = ("another-trump", "exchanged-seeds", "opening-of-no-seal")
DEALS = [name for name in lies_deals.LIES if name not in ABOUT_NOTICE]
PLAYS = ("card-of-another-hand", "card-of-the-rest", "card-that-does-not-exist", "another-kind-of-answer")
HISTORY = ("takes-a-card-back", "speaks-in-a-step-that-was-not-its")


def generic() -> list[Lie]:
    """Of each game, the lies that can be told in it."""
    found = [lies_deals.LIES[name] for name in DEALS]
    found += [lies_play.LIES[name] for name in PLAYS]
    found += [lies_history.LIES[name] for name in HISTORY]
    with_cards = [replace(lie, game=game) for game in SEATS if game != "dice-watching" for lie in found]
    return with_cards + [replace(lies_deals.LIES[name], game="dice-watching") for name in COINS]


@pytest.mark.parametrize("lie", generic(), ids=named)
def test_who_lies_about_what_all_games_have_is_named(lie: Lie) -> None:
    """Joint numbers, keys, shuffles, shares, seeds, cards that are not held: whatever the game, the liar is
    named.
    """
    is_caught(lie, SEATS[lie.game])
