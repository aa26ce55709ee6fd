"""Lies about the dice and the declarations of Nokosu Dice."""

from engines.nokosu_state import (
    BAG,
    DRAFT,
    NOTHING,
    TRICKS,
    ZERO,
    dice,
    draw_count,
    first_die,
    trick,
)
from engines.vocabulary import Played
from protocol import payloads as said
from protocol.events import read_body
from tests.peer.false_answers import (
    better_contribution,
    laid,
    state,
    with_a_share,
)
from tests.peer.liars import Liar, Lies, Told, answer, section
from tests.peer.recorded_game import Scene

LIES = Lies("nokosu")


# dice


@LIES.lie(answer(said.CoinReveal, bag=section(BAG)), "opening", "coin-open", patient=True)
def dice_rolled_again(liar: Liar) -> Told:
    """Having seen what all others contribute to the dice, shows a number with which its own die is a six."""
    mine = 2 * liar.seat + 1
    return liar.says(better_contribution(liar, lambda numbers: numbers[mine] == 5))


@LIES.lie(answer(said.CoinReveal, bag=section(BAG)), "opening", "coin-open", patient=True)
def dice_of_another_colour(liar: Liar) -> Told:
    """Having seen what all others contribute, draws the first die from another place in the bag."""
    return liar.says(better_contribution(liar, lambda numbers: numbers[0] == 0))


@LIES.lie(answer(said.CoinReveal, bag=section(BAG)), "turn", "coin-open")
def dice_named_by_hand(liar: Liar) -> Told:
    """Says what its dice are, in the place of its part of the roll."""
    return liar.says(said.Choose((0, 5)))


@LIES.lie(answer(said.Choose, draft=section(DRAFT)), "rule", "not-held")
def die_that_is_still_in_the_bag(liar: Liar) -> Told:
    """Takes a die that was not drawn."""
    return liar.says(said.Choose(first_die(state(liar)) + draw_count(state(liar))))


@LIES.lie(
    answer(said.Choose, draft=section(DRAFT), later=lambda s: len(s.state.pool) < 9), "rule", "not-held"
)
def pool_die_taken_twice(liar: Liar) -> Told:
    """Takes a die from the middle that it has taken already."""
    return liar.says(said.Choose(dice(state(liar), liar.seat)[-1]))


@LIES.lie(
    answer(said.Choose, draft=section(DRAFT), later=lambda s: len(s.state.pool) < 9), "rule", "not-held"
)
def pool_die_of_another(liar: Liar) -> Told:
    """Takes a die that another seat has taken from the middle."""
    return liar.says(said.Choose(dice(state(liar), liar.others[0])[-1]))


@LIES.lie(answer(said.Choose, draft=section(DRAFT)), "rule", "not-held")
def two_dice_at_once(liar: Liar) -> Told:
    """Takes two dice from the middle."""
    return liar.says(said.Choose(state(liar).pool[:2]))


@LIES.lie(answer(said.Choose, draft=section(DRAFT)), "rule", "not-held")
def no_die(liar: Liar) -> Told:
    """Takes none, so that another die is left for the trump."""
    return liar.says(said.Choose(NOTHING))


@LIES.lie(answer(said.Choose, draft=section(DRAFT)), "turn", "nothing", by_another=True)
def die_out_of_turn(liar: Liar) -> Told:
    """Takes a die before the seat whose turn it is."""
    return liar.says(said.Choose(state(liar).pool[0]))


# declarations


@LIES.lie(answer(said.Choose, zero=section(ZERO)), "turn", "nothing", by_another=True)
def zero_out_of_turn(liar: Liar) -> Told:
    """Declares zero before the seat whose turn it is."""
    return liar.says(said.Choose(dice(state(liar), liar.seat)[0]))


def declares(scene: Scene) -> bool:
    """It declares zero."""
    return bool(scene.state.section == ZERO and scene.payload.choice != NOTHING)


@LIES.lie(answer(said.Choose, zero=section(ZERO)), "rule", "not-held")
def zero_with_the_trump_die(liar: Liar) -> Told:
    """Declares zero and puts the trump die back into the bag."""
    return liar.says(said.Choose(state(liar).pool[0]))


@LIES.lie(answer(said.Choose, zero=section(ZERO)), "rule", "not-held")
def zero_with_the_die_of_another(liar: Liar) -> Told:
    """Declares zero and puts back a die of another seat."""
    return liar.says(said.Choose(dice(state(liar), liar.others[0])[0]))


@LIES.lie(answer(said.Choose, zero=section(ZERO)), "rule", "not-held")
def zero_with_a_card(liar: Liar) -> Told:
    """Declares zero and puts a card into the bag."""
    return liar.says(said.Choose(state(liar).hands[liar.seat][0]))


@LIES.lie(answer(said.Choose, zero=section(ZERO)), "rule", "not-held")
def zero_without_a_die(liar: Liar) -> Told:
    """Declares zero and keeps all its dice."""
    return liar.says(said.Choose(True))


@LIES.lie(answer(said.Choose, declares=declares), "turn", "nothing")
def zero_declared_twice(liar: Liar) -> Told:
    """Declares, and puts another die back before the seat whose turn it is."""
    return liar.goes_on(liar.honest) + liar.says(said.Choose(dice(state(liar), liar.seat)[0]))


@LIES.lie(answer(said.Play, tricks=section(TRICKS)), "turn", "play")
def zero_declared_late(liar: Liar) -> Told:
    """Declares zero when the tricks have begun."""
    return liar.says(said.Choose(dice(state(liar), liar.seat)[0]))


@LIES.lie(answer(said.Play, first=lambda s: not s.state.plays), "equivocation", "")
def zero_declared_after_the_first_card(liar: Liar) -> Told:
    """Leads, and then says that it had declared zero when it was asked."""
    if liar.position.number != liar.scene.number:
        return None
    sent = liar.goes_on(liar.honest)
    mine = [body for body in map(read_body, liar.table.events()) if body.seat == liar.seat]
    body = next(body for body in reversed(mine) if isinstance(said.decode_payload(body.payload), said.Choose))
    choice = said.Choose(dice(state(liar), liar.seat)[0])
    second = liar.event(choice, step=body.step, previous=body.previous, position=body.position)
    return sent + liar.send(second) + liar.table.stop()


# dice in the tricks


@LIES.lie(answer(said.Play, tricks=section(TRICKS)), "turn", "nothing", by_another=True)
def card_out_of_turn(liar: Liar) -> Told:
    """Plays a card before the seat whose turn it is."""
    return liar.says(laid(liar, state(liar).hands[liar.seat][0]))


def on_its_last(scene: Scene) -> bool:
    """It has one die left, which it may not play, and leads."""
    s = scene.state
    return bool(
        s.section == TRICKS
        and s.zero[scene.seat] == NOTHING
        and len(dice(s, scene.seat)) == 1
        and not trick(s)
    )


@LIES.lie(answer(said.Play, last=on_its_last), "rule", "last-die")
def last_die_played(liar: Liar) -> Told:
    """Plays its last die though it has not declared zero."""
    return liar.says(laid(liar, *dice(state(liar), liar.seat)))


@LIES.lie(answer(said.Play, tricks=section(TRICKS)), "rule", "not-held")
def trump_die_played(liar: Liar) -> Told:
    """Plays the die that lies in the middle."""
    return liar.says(laid(liar, state(liar).pool[0]))


@LIES.lie(answer(said.Play, tricks=section(TRICKS)), "rule", "not-held")
def die_of_another_played(liar: Liar) -> Told:
    """Plays a die that lies before another seat."""
    return liar.says(laid(liar, dice(state(liar), liar.others[0])[0]))


def has_played_a_die(scene: Scene) -> bool:
    """It has played one of its dice, or put one back."""
    s = scene.state
    held = 4 if s.zero[scene.seat] == NOTHING else 3
    return bool(s.section == TRICKS and len(dice(s, scene.seat)) < held)


@LIES.lie(answer(said.Play, gone=has_played_a_die), "rule", "not-held")
def die_played_twice(liar: Liar) -> Told:
    """Plays a die that it has played already."""
    s = state(liar)
    held = {*(die for seat in liar.position.seats for die in dice(s, seat)), *s.zero, *s.pool}
    facts = (f for f in liar.position.facts if isinstance(f, Played) and f.seat == liar.seat)
    gone = next(fact.slots for fact in facts if first_die(s) <= fact.slots[0] < first_die(s) + 50)
    assert gone[0] not in held
    return liar.says(laid(liar, *gone))


@LIES.lie(answer(said.Play, zero=lambda s: s.state.zero[s.seat] >= 0), "rule", "not-held")
def die_that_was_put_back_played(liar: Liar) -> Told:
    """Plays the die that it has put back when it declared zero."""
    return liar.says(laid(liar, state(liar).zero[liar.seat]))


@LIES.lie(answer(said.Play, dice=lambda s: len(dice(s.state, s.seat)) > 1), "shape", "play")
def die_with_a_share(liar: Liar) -> Told:
    """Plays a die with the share of a card, so that it might be read as that card."""
    return liar.says(with_a_share(liar, dice(state(liar), liar.seat)[0], state(liar).hands[liar.seat][0]))


@LIES.lie(answer(said.Play, leads=lambda s: not trick(s.state)), "rule", "not-held")
def card_and_die_at_once(liar: Liar) -> Told:
    """Plays a card and a die together."""
    return liar.says(laid(liar, state(liar).hands[liar.seat][0], dice(state(liar), liar.seat)[0]))
