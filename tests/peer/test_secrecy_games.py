"""Nobody sees a hidden card, tile or guess of the other games, nor which tile of a hand came from where, nor
dice before they have fallen.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import permutations
from typing import Any

import pytest

import engines
from engines import dice_and_domino_state as domino
from engines import dice_watching_state as watching
from engines import no_loose_ends_state as loose
from engines import nokosu_state as nokosu
from peer.outcome import Output, Send
from peer.own import Own
from peer.position import Position
from protocol import payloads as said
from protocol.coins import numbers
from protocol.context import Context
from protocol.deck import Card
from protocol.events import read_body
from protocol.group import mul, some
from protocol.messages import Said, decode_message
from protocol.seed import factors
from protocol.wire import encode
from tests.peer.eavesdropping import Coalition, held_by_others, hidden, others, printed, undealt
from tests.peer.memory_network import MemoryGame
from tests.peer.recorded_game import OPTIONS
from tests.peer.weak_peers import WithBrokenRandomness, WithChattyNonces

Reached = Callable[[Position], bool]


def new_game(name: str) -> MemoryGame:
    """A game of three."""
    return MemoryGame(engines.load(name), 3, OPTIONS.get(name, {}), seed=21)


def play_to(game: MemoryGame, reached: Reached) -> MemoryGame:
    """Play until all are there, with nothing on the way and nobody having answered by choice."""
    game.begin()
    for _ in range(10_000):
        while game.wire:
            game.step()
        if all(reached(table.position) for table in game.tables):
            return game
        game.answer_all()
    raise AssertionError("the game does not get there")


def at(section: int, **fields: object) -> Reached:
    """In this section, and with these fields of the state."""
    return lambda position: (
        position.state.section == section
        and all(getattr(position.state, name) == value for name, value in fields.items())
    )


def in_second_round(section: int) -> Reached:
    """In this section of the second round of Nokosu Dice."""
    return lambda position: position.state.section == section and len(position.state.past) == 1


MOMENTS: dict[str, tuple[str, Reached]] = {
    "nokosu-draft": ("nokosu", at(nokosu.DRAFT)),
    "nokosu-tricks": ("nokosu", in_second_round(nokosu.TRICKS)),
    "domino-placing": ("dice-and-domino", at(domino.PLACE, turn=0)),
    "domino-later": ("dice-and-domino", at(domino.PLACE, turn=3)),
    "loose-ends-plan": ("no-loose-ends", at(loose.PLAN)),
    "loose-ends-tricks": ("no-loose-ends", lambda p: p.state.round == 1 and len(p.state.played) > 6),
    "guesses": ("dice-watching", at(watching.GUESS, stage=1)),
}


@pytest.fixture(scope="module")
def moments() -> dict[str, MemoryGame]:
    """Games of three that stand at these moments."""
    return {what: play_to(new_game(name), reached) for what, (name, reached) in MOMENTS.items()}


WITH_CARDS = [what for what, (name, _) in MOMENTS.items() if name != "dice-watching"]


@pytest.mark.parametrize("what", WITH_CARDS)
def test_all_others_together_see_no_card_and_no_tile(moments: dict[str, MemoryGame], what: str) -> None:
    """All other peers together, with their keys, their journals and every frame of the game, cannot tell one
    card or tile of a hand, nor one of the rest. (They can tell their own.)
    """
    game = moments[what]
    for victim in range(3):
        spies = Coalition(game, others(game, victim), victim)
        assert hidden(game, victim)
        assert undealt(game)
        assert spies.keys == {}
        assert spies.faces(hidden(game, victim) | undealt(game)) == {}
        for member in spies.members:
            own = game.tables[member].own.faces
            assert spies.faces(hidden(game, member)) == {slot: own[slot] for slot in hidden(game, member)}


@pytest.mark.parametrize("what", ["nokosu-draft", "domino-later", "loose-ends-tricks"])
def test_a_leaked_share_is_found(moments: dict[str, MemoryGame], what: str) -> None:
    """The same search finds the card or tile at once whose share a weak peer lets slip in some frame."""
    game = moments[what]
    own, position = game.tables[1].own, game.tables[1].position
    slot = min(hidden(game, 1))
    leak = some(mul(own._key(position, position.deck), position.cards[slot].card.a))
    with leaked(game, leak) as spies:
        assert spies.faces(hidden(game, 1)) == {slot: own.faces[slot]}


@pytest.mark.parametrize("what", MOMENTS)
def test_no_secret_is_in_anything_that_another_peer_holds(moments: dict[str, MemoryGame], what: str) -> None:
    """No seed, key, nonce or share of an own card of a seat is in a frame, or in the journal or the memory of
    another peer.
    """
    for victim in range(3):
        assert held_by_others(moments[what], victim) == []


@pytest.mark.parametrize("what", MOMENTS)
def test_nothing_that_can_be_printed_shows_a_secret(moments: dict[str, MemoryGame], what: str) -> None:
    """The text of no object of a peer, and of nothing that it puts out, shows a closed card, tile or guess, a
    choice or a secret.
    """
    for seat in range(3):
        assert printed(moments[what], seat) == []


@contextmanager
def leaked(game: MemoryGame, secret: bytes) -> Iterator[Coalition]:
    """What the seats 0 and 2 find out about seat 1 if it lets this slip."""
    game.frames.append((1, 0, encode(["event", b"", [secret]])))
    try:
        yield Coalition(game, (0, 2), 1)
    finally:
        game.frames.pop()


# hands laid anew


def mixes(game: MemoryGame, seat: int) -> list[int]:
    """The steps in which a seat laid its hand anew."""
    bodies = [body for body in map(read_body, game.tables[seat].events()) if body.seat == seat]
    return [body.step for body in bodies if isinstance(said.decode_payload(body.payload), said.Mixed)]


def test_nobody_else_can_tell_where_a_tile_was_laid(moments: dict[str, MemoryGame]) -> None:
    """All other peers together cannot tell of one tile of a hand that was laid anew in which slot it lay
    before, hence neither a drawn tile from a dealt one nor a placed one that went back.
    """
    game = moments["domino-later"]
    assert any(turn_draws(game, victim) for victim in range(3))
    for victim in range(3):
        spies = Coalition(game, others(game, victim), victim)
        assert len(mixes(game, victim)) == 3
        for step in mixes(game, victim):
            assert spies.traced(step) == {}


def turn_draws(game: MemoryGame, seat: int) -> bool:
    """Whether the hand of a seat that was laid anew had a drawn tile in it."""
    holdings = [holding for holding in game.tables[0].position.holdings if holding.card.holder == seat]
    steps = mixes(game, seat)
    return any(steps[0] < holding.step < steps[-1] and holding.step not in steps for holding in holdings)


def test_a_leaked_factor_of_a_mix_is_found(moments: dict[str, MemoryGame]) -> None:
    """The search finds at once where a tile was laid whose factor a weak peer lets slip, and the whole hand
    from the seed of a mix, or the secret of the game.
    """
    game = moments["domino-later"]
    own, position, step = game.tables[1].own, game.tables[1].position, mixes(game, 1)[1]
    seed = own._nonce("mix", step)
    with leaked(game, own._secret) as spies:
        whole = spies.traced(step)
    with leaked(game, seed) as spies:
        assert spies.traced(step) == whole
    ctx, size = position.context(1, step), len(whole)
    assert size > 2
    with leaked(game, factors(ctx, seed, size)[0].to_bytes(32, "little")) as spies:
        (one,) = spies.traced(step).items()
    assert one in whole.items()
    assert sorted(own.faces[new] for new in whole) == sorted(own.faces[old] for old in whole.values())
    assert all(own.faces[new] == own.faces[old] for new, old in whole.items())


@pytest.mark.parametrize(("kind", "found"), [(WithChattyNonces, 4), (WithBrokenRandomness, 0)])
def test_only_guessed_nonces_tell_where_a_tile_was_laid(kind: type[Own], found: int) -> None:
    """The search finds a whole hand at once whose proof has nonces that can be guessed; at a computer without
    random numbers they cannot.
    """
    game = new_game("dice-and-domino")
    game.tables[1].own = kind(game.tables[1].own._secret, 1)
    play_to(game, at(domino.PLACE, turn=1))
    (step,) = mixes(game, 1)
    assert len(Coalition(game, (0, 2), 1).traced(step)) == found


def test_a_tile_may_come_to_lie_anywhere(moments: dict[str, MemoryGame]) -> None:
    """Each of the tiles that are placed may come first or second, and each of the others into any slot behind
    them: the place tells nothing.
    """
    game = moments["domino-placing"]
    position = game.tables[1].position
    key = game.tables[1].own._key(position, position.deck)
    request: Any = position.step.request_of(1)
    first = request.slots[1:3]
    seen = set()
    for secret in range(60):
        mixed = Own(bytes([secret]) * 32, 1)._mix(position, first)
        order = [position.deck.read(Card(*card), some(mul(key, card[0]))) for card in mixed.cards]
        seen.add(tuple(order))
    faces = [game.tables[1].own.faces[slot] for slot in request.slots]
    placed, kept = faces[1:3], [faces[0], faces[3]]
    assert seen == {(*a, *b) for a in permutations(placed) for b in permutations(kept)}


# dice and guesses


def held_back(name: str, section: int, kind: type) -> MemoryGame:
    """A game in which seat 1 does not show this in this section of the rules, and everybody waits for it."""
    game = new_game(name)

    def may(seat: int, output: Output) -> bool:
        if seat != 1 or not isinstance(output, Send) or game.tables[1].position.state.section != section:
            return True
        message = decode_message(output.data)
        if not isinstance(message, Said):
            return True
        body = read_body(message.event)
        return body.seat != 1 or not isinstance(said.decode_payload(body.payload), kind)

    game.before = may
    tag = str(kind.__struct_config__.tag)  # type: ignore[attr-defined]
    waits: Reached = lambda position: dict(position.waiting) == {1: tag}  # noqa: E731
    game.begin()
    for _ in range(10_000):
        while game.wire:
            game.step()
        if all(waits(game.tables[seat].position) for seat in (0, 2)):
            return game
        game.answer_all()
    raise AssertionError("nobody waits for it")


DICE = {
    "nokosu": nokosu.BAG,
    "dice-and-domino": domino.ROLL,
    "dice-watching": watching.LANDING,
}


@pytest.mark.parametrize("name", DICE)
def test_dice_are_not_known_before_the_last_has_shown_its_part(name: str) -> None:
    """While one contribution to the dice is closed, all others together cannot find it out, and each value of
    it would give other dice. The search finds it at once if it slips.
    """
    game = held_back(name, DICE[name], said.CoinReveal)
    spies = Coalition(game, (0, 2), 1)
    assert spies.contribution() is None
    assert held_by_others(game, 1) == []
    position = game.tables[0].position
    sides = position.step.requests[0].sides  # type: ignore[union-attr]
    parts = [game.tables[seat].own._nonce("coin", position.number - 1) for seat in range(3)]
    everyone = Context(position.table, position.number, 0)
    rolled = {numbers(everyone, [parts[0], bytes([n]) * 32, parts[2]], sides) for n in range(100)}
    assert len(rolled) > (20 if name == "dice-and-domino" else 99)
    with leaked(game, parts[1]) as spies:
        assert spies.contribution() == parts[1]


def test_no_guess_is_known_before_it_is_opened() -> None:
    """When all guesses are sealed, and all others have opened theirs, nobody can tell the one that is not
    open. The search finds it at once if its nonce slips.
    """
    game = held_back("dice-watching", watching.OPENING, said.Open)
    spies, own = Coalition(game, (0, 2), 1), game.tables[1].own
    assert len(own.sealed) == 1
    assert spies.predictions() == {}
    assert held_by_others(game, 1) == []
    assert printed(game, 1) == []
    seal = game.tables[1].position.seals[next(iter(own.sealed))]
    with leaked(game, own._nonce("seal", seal.step)) as spies:
        assert spies.predictions() == own.sealed


def test_no_guess_can_be_seen_before_all_are_sealed(moments: dict[str, MemoryGame]) -> None:
    """Where one player has sealed a guess and another still thinks, the guess is not known to anybody else;
    those of the stage before are.
    """
    game = moments["guesses"]
    seat = next(seat for seat in range(3) if game.tables[seat].ask())
    game.take(seat, game.tables[seat].answer(3))
    while game.wire:
        game.step()
    spies = Coalition(game, others(game, seat), seat)
    (before,) = spies.predictions()
    assert game.tables[seat].own.sealed.keys() - {before} == {before + 3}
