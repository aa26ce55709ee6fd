"""Lies about what was said before: two things at once, another course of the game, answers left out or
replaced.
"""

from collections.abc import Callable, Mapping
from secrets import token_bytes
from typing import Any

from peer.outcome import Output
from protocol import payloads as said
from protocol.commitments import commit
from protocol.events import Event, read_body, sign_event
from protocol.payloads import encode_payload
from protocol.shuffle import shuffle
from protocol.shuffle_proof import prove_shuffle
from tests.peer.liars import Liar, Lie, Lies, answer
from tests.peer.recorded_game import Scene
from tests.protocol.chance import random_scalar

LIES = Lies()


def longer(data: bytes) -> bytes:
    """The same MessagePack array in an encoding that is longer than it need be."""
    assert 0x90 <= data[0] <= 0x9F
    return b"\xdc\x00" + bytes([data[0] & 0x0F]) + data[1:]


# two events under one step


def other_coin(liar: Liar) -> said.Payload:
    """A commitment to another contribution."""
    return said.CoinCommit(commit(liar.context, "coin", token_bytes(32), b""))


def other_shuffle(liar: Liar) -> said.Payload:
    """Another shuffle of the same deck, as good as the first one."""
    place, before = liar.deck, liar.deck.stages[-1]
    order, secrets = tuple(range(len(before)))[::-1], tuple(random_scalar() for _ in before)
    deck = shuffle(place.joint, before, order, secrets)
    return said.Shuffled(deck, prove_shuffle(liar.context, place.joint, before, deck, order, secrets))


def other_seal(liar: Liar) -> said.Payload:
    """A seal of another number."""
    return said.Seal(commit(liar.context, "seal", bytes(32), (4).to_bytes(4, "big")))


def other_card(liar: Liar) -> said.Payload:
    """Another of its cards."""
    return liar.own.speak(liar.position, (liar.position.state.hands[liar.seat][-1],))


def other_proof(liar: Liar) -> said.Payload:
    """The same answer with another proof, both of them good."""
    choice = getattr(liar.honest, "slots", None)
    return liar.own.speak(liar.position, choice)


Second = Callable[[Liar], said.Payload]
DIFFERENT: Mapping[str, tuple[type, Second]] = {
    "coin": (said.CoinCommit, other_coin),
    "key": (said.DeckKey, other_proof),
    "shuffle": (said.Shuffled, other_shuffle),
    "shares": (said.Shares, other_proof),
    "seal": (said.Seal, other_seal),
    "give": (said.Give, other_proof),
    "play": (said.Play, other_card),
    "last-card-of-a-trick": (said.Play, other_proof),
}


def _last_of_trick(scene: Scene) -> bool:
    return len(scene.state.trick) == 2


def two_events(name: str) -> Lie:
    """Two different good answers to two peers."""
    kind, second = DIFFERENT[name]
    when = answer(kind, last=_last_of_trick) if name.startswith("last") else answer(kind, first=_fresh)

    def tell(liar: Liar) -> list[Output] | None:
        return liar.says_two(liar.honest, second(liar)) if first_time(liar) else None

    return Lie(f"two-{name}s", "Two answers in one step.", when, tell, "equivocation", "")


def _fresh(scene: Scene) -> bool:
    """Where a liar has more than one card to lead."""
    return not getattr(scene.state, "trick", ())


ENCODED: Mapping[str, type] = {
    "agree": said.Agree,
    "coin-open": said.CoinReveal,
    "deck": said.DeckAgree,
    "open": said.Open,
}


def two_encodings(name: str) -> Lie:
    """One answer in two encodings: the only way to say two things where there is one thing to say."""

    def tell(liar: Liar) -> list[Output] | None:
        second = liar.event(longer(encode_payload(liar.honest)))
        return liar.says_two(liar.event(), second) if first_time(liar) else None

    return Lie(f"two-encodings-of-{name}", "Two encodings.", answer(ENCODED[name]), tell, "equivocation", "")


def first_time(liar: Liar) -> bool:
    """Whether this is the answer of the scene."""
    return liar.position.number == liar.scene.number


def _body_again(liar: Liar, event: Event) -> Event:
    return Event(longer(event.body), liar.table.signing(b"chabudai/event/1\0" + longer(event.body)))


@LIES.lie(answer(said.Seal), "equivocation", "")
def one_body_in_two_encodings(liar: Liar) -> list[Output] | None:
    """Signs one body in two encodings."""
    event = liar.event()
    return liar.says_two(event, _body_again(liar, event)) if first_time(liar) else None


@LIES.lie(answer(said.Play), "equivocation", "")
def takes_a_card_back(liar: Liar) -> list[Output] | None:
    """Plays a card, and then another one in its place, to everybody."""
    sent = liar.goes_on(liar.honest)
    scene = liar.scene.event
    body = read_body(scene)
    second = sign_event(
        liar.table.signing,
        type(body)(
            body.table, body.seat, body.step, body.previous, body.position, encode_payload(said.Agree())
        ),
    )
    return sent + liar.send(second) + liar.table.stop()


@LIES.lie(answer(said.Play, 1), "equivocation", "")
def rewrites_an_old_step(liar: Liar) -> list[Output] | None:
    """Says something else about a step of a round that is over."""
    old = next(read_body(event) for event in liar.table.events() if read_body(event).seat == liar.seat)
    return liar.says(said.Choose(1), step=old.step, previous=old.previous, position=old.position)


@LIES.lie(answer(said.Play), "turn", "nothing")
def speaks_in_a_step_that_was_not_its(liar: Liar) -> list[Output] | None:
    """Adds an answer to a step of the game in which it was not asked."""
    position = liar.position
    step = next(
        number
        for number in range(position.number)
        if not any(
            (body.step, body.seat) == (number, liar.seat) for body in map(read_body, liar.table.events())
        )
    )
    return liar.says(liar.honest, step=step, position=position.was(step))


# another course of the game


def answers_elsewhere(liar: Liar, **changes: Any) -> list[Output]:
    """Send the honest answer as one to another course of the game, and go on."""
    event = liar.event(**changes)
    return liar.send(event) + liar.table.go_on(event, liar.honest)


PLACES: Mapping[str, type] = {
    "coin": said.CoinCommit,
    "shuffle": said.Shuffled,
    "deck": said.DeckAgree,
    "shares": said.Shares,
    "seal": said.Seal,
    "give": said.Give,
    "play": said.Play,
    "open": said.Open,
    "settle": said.Settle,
}


def another_position(name: str) -> Lie:
    """An answer that names a position that nobody was in."""

    def tell(liar: Liar) -> list[Output] | None:
        return answers_elsewhere(liar, position=token_bytes(32)) if first_time(liar) else None

    return Lie(f"another-position-{name}", "Another position.", answer(PLACES[name]), tell, "position", "")


def another_chain(name: str) -> Lie:
    """An answer that names another event than the liar's last one as the one before."""

    def tell(liar: Liar) -> list[Output] | None:
        return liar.says(previous=bytes(32))

    return Lie(f"another-chain-{name}", "Another chain.", answer(PLACES[name]), tell, "chain", name)


@LIES.lie(answer(said.Seal), "equivocation", "")
def wrong_position_then_the_right_one(liar: Liar) -> list[Output] | None:
    """Names a wrong position, and then says the same with the right one."""
    if not first_time(liar):
        return None
    event = liar.event(said.Seal(bytes(32)), position=token_bytes(32))
    return liar.send(event) + liar.goes_on(liar.honest)


@LIES.lie(answer(said.Shares, 1), "proof", "shares")
def shares_of_an_earlier_deal(liar: Liar) -> list[Output] | None:
    """Says again what it said in the deal of the round before."""
    return liar.says(_said_before(liar, said.Shares))


@LIES.lie(answer(said.Shuffled, 1), "proof", "shuffle")
def shuffle_of_an_earlier_deal(liar: Liar) -> list[Output] | None:
    """Shows its deck of the round before again."""
    return liar.says(_said_before(liar, said.Shuffled))


@LIES.lie(answer(said.DeckKey, 1), "proof", "key")
def key_of_an_earlier_deal(liar: Liar) -> list[Output] | None:
    """Uses its key of the round before again, with the proof of then."""
    return liar.says(_said_before(liar, said.DeckKey))


def _said_before(liar: Liar, kind: type) -> said.Payload:
    return next(
        payload
        for body in map(read_body, liar.table.events())
        if body.seat == liar.seat and isinstance(payload := said.decode_payload(body.payload), kind)
    )
