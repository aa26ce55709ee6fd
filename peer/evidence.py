"""Evidence: signed events that show, to anybody who knows the game so far, who broke it."""

from collections.abc import Sequence
from typing import NoReturn

from peer.blame import Blame, Refusal
from peer.checks import check
from peer.position import Position
from protocol.errors import BadSignature, Malformed
from protocol.events import Body, Event, check_signature, read_body


def judge(position: Position, evidence: Sequence[Event]) -> Blame | None:
    """Whom this evidence blames, in a game that has come as far as `position`; None if it shows nothing.

    Two events show equivocation. One event shows whatever is wrong with it in the step that the game
    stopped in.
    """
    try:
        bodies = [_signed(position, event) for event in evidence]
    except (Malformed, BadSignature):
        return None
    if len(bodies) == 2:
        first, second = bodies
        same = (first.seat, first.step) == (second.seat, second.step)
        two = evidence[0].body != evidence[1].body
        return Blame(first.seat, "equivocation", first.step, "") if same and two else None
    if len(bodies) == 1:
        return _judge_one(position, evidence[0], bodies[0])
    return None


def _signed(position: Position, event: Event) -> Body:
    body = read_body(event)
    if body.table != position.table or body.seat not in position.seats:
        raise Malformed("an event of another table")
    check_signature(event, position.genesis.players[body.seat].key)
    return body


def _judge_one(position: Position, event: Event, body: Body) -> Blame | None:
    if body.step > position.number or position.spoke(body.seat, body.step):
        return None
    try:
        if body.step == position.number:
            check(position, event, body)
            return None
        refuse_late(position, body)
    except Refusal as refusal:
        return Blame(body.seat, refusal.code, body.step, refusal.detail)


def refuse_late(position: Position, body: Body) -> NoReturn:
    """Say what is wrong with an event for a step that is over without it: nobody was waiting for it.

    That is the author's doing only if the author named the position that everybody was in.
    """
    if body.position != position.was(body.step):
        raise Refusal("position", "")
    raise Refusal("turn", "nothing")
