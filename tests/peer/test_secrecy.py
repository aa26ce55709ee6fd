"""Nobody sees: a closed card and a sealed prediction are known to those who hold them, and to nobody else."""

import traceback
from collections.abc import Callable

import pytest

import engines
from peer.journal import Journal, SavedGame
from peer.outcome import Ask, Send
from peer.own import Own
from protocol.group import mul, some
from protocol.messages import Have, decode_message
from protocol.wire import encode
from tests.peer.eavesdropping import Coalition, held_by_others, hidden, others, printed, secrets_of, undealt
from tests.peer.memory_network import MemoryGame
from tests.peer.mini_game import MINI
from tests.peer.weak_peers import WithBrokenRandomness, WithChattyNonces, WithOneNonce, WithoutSealNonces

NOTICE = engines.load("notice")


def play_until(game: MemoryGame, step: int, begin: bool = True) -> MemoryGame:
    """Play until everybody is in this step, with nothing on the way and nobody having answered it by
    choice.
    """
    if begin:
        game.begin()
    for _ in range(10_000):
        while game.wire:
            game.step()
        if min(table.position.number for table in game.tables) >= step:
            return game
        game.answer_all()
    raise AssertionError("the game does not get there")


AFTER_DEAL, AFTER_GIVING, IN_PLAY = 10, 12, 22
NEXT_ROUND = 44 + 7


@pytest.fixture(scope="module")
def moments() -> dict[int, MemoryGame]:
    """Games of Notice for three that stand at several moments of two rounds: one game each, all alike."""
    return {
        step: play_until(MemoryGame(NOTICE, 3, seed=21), step)
        for step in (AFTER_DEAL, AFTER_GIVING, IN_PLAY, NEXT_ROUND)
    }


@pytest.mark.parametrize("step", [AFTER_DEAL, NEXT_ROUND])
def test_all_others_together_see_no_card_and_no_prediction(moments: dict[int, MemoryGame], step: int) -> None:
    """Before the hands are passed, all other peers together, with their keys, their journals and every
    frame of the game, cannot tell one card of a hand, one card of the rest, or one prediction. (They can
    tell their own.)
    """
    game = moments[step]
    for victim in range(3):
        spies = Coalition(game, others(game, victim), victim)
        hand = hidden(game, victim)
        assert len(hand) == 10
        assert spies.keys == {}
        assert spies.faces(hand | undealt(game)) == {}
        open_now = set(spies.position.opened)
        assert set(spies.predictions()) <= open_now
        for member in spies.members:
            own = game.tables[member].own.faces
            assert spies.faces(hidden(game, member)) == {slot: own[slot] for slot in hidden(game, member)}


def test_who_gave_a_hand_knows_it_and_nobody_else_does(moments: dict[int, MemoryGame]) -> None:
    """A hand that was passed is known to its giver and its receiver; the third peer cannot tell one card of
    it, before or while it is played out, except the cards that lie face up.
    """
    for step in (AFTER_GIVING, IN_PLAY):
        game = moments[step]
        for giver, receiver, third in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
            hand, truth = hidden(game, receiver), game.tables[receiver].own.faces
            assert len(hand) == 10 if step == AFTER_GIVING else 0 < len(hand) < 10
            assert Coalition(game, (third,), receiver).faces(hand) == {}
            assert Coalition(game, (giver,), receiver).faces(hand) == {slot: truth[slot] for slot in hand}
            spies = Coalition(game, (giver, third), receiver)
            sealed = [seal for seal in spies.position.seals.values() if seal.seat == receiver]
            assert len(sealed) == (1 if step == AFTER_GIVING else 2)
            assert spies.keys == {}
            assert spies.predictions() == {}


def test_what_is_turned_up_is_seen_by_all(moments: dict[int, MemoryGame]) -> None:
    """The same search finds every card that was played or turned up, and every prediction that was opened."""
    game = moments[NEXT_ROUND]
    first_round = set(range(30))
    for victim in range(3):
        spies = Coalition(game, others(game, victim)[:1], victim)
        assert set(spies.faces(range(31))) == first_round | {30}
        assert set(spies.predictions()) == {60 + victim, 70 + victim}


def test_no_secret_is_in_anything_that_another_peer_holds(moments: dict[int, MemoryGame]) -> None:
    """No seed, key, nonce, share of an own card or secret of a seat is in a frame, or in the journal, the
    memory or the words of another peer.
    """
    for game in (moments[IN_PLAY], moments[NEXT_ROUND]):
        for victim in range(3):
            assert held_by_others(game, victim) == []
            own = Coalition(game, (victim,), others(game, victim)[0])
            assert secrets_of(game, victim)["secret"] in own.blob


# peers that were made weak on purpose


def with_own(kind: type[Own], step: int) -> MemoryGame:
    """A game in which seat 1 answers in this way."""
    game = MemoryGame(NOTICE, 3, seed=21)
    table = game.tables[1]
    table.own = kind(table.own._secret, 1)
    return play_until(game, step)


@pytest.mark.parametrize("kind", [WithChattyNonces, WithOneNonce])
def test_a_leaked_nonce_of_a_proof_is_found(kind: type[Own]) -> None:
    """The search finds the whole hand at once of a peer whose proofs use nonces that can be guessed, or one
    nonce twice.
    """
    game = with_own(kind, AFTER_DEAL)
    spies, truth = Coalition(game, (0, 2), 1), game.tables[1].own.faces
    assert spies.faces(hidden(game, 1)) == {slot: truth[slot] for slot in hidden(game, 1)}


def test_a_leaked_nonce_of_a_seal_is_found() -> None:
    """The search finds the predictions at once of a peer that seals without a secret nonce."""
    game = with_own(WithoutSealNonces, AFTER_GIVING + 1)
    assert Coalition(game, (0, 2), 1).predictions() == game.tables[1].own.sealed
    assert len(game.tables[1].own.sealed) == 2


def test_broken_random_numbers_leak_nothing() -> None:
    """The nonces of proofs are hashed from secrets and statements as well: a computer without random
    numbers shows no card.
    """
    game = with_own(WithBrokenRandomness, AFTER_DEAL)
    spies = Coalition(game, (0, 2), 1)
    assert (spies.keys, spies.faces(hidden(game, 1)), spies.predictions()) == ({}, {}, {})


def a_share(game: MemoryGame) -> bytes:
    """The share of one card of seat 1."""
    own, position = game.tables[1].own, game.tables[1].position
    slot = min(hidden(game, 1))
    return some(mul(own._key(position, position.deck), position.cards[slot].card.a))


LEAKS: dict[str, Callable[[MemoryGame], bytes]] = {
    "share": a_share,
    "key": lambda game: (
        game.tables[1].own._key(game.tables[1].position, game.tables[1].position.deck).to_bytes(32, "little")
    ),
    "seed": lambda game: game.tables[1].own._seed(game.tables[1].position.deck),
    "secret": lambda game: game.tables[1].own._secret,
}


@pytest.mark.parametrize("what", LEAKS)
def test_a_leaked_share_key_or_seed_is_found(moments: dict[int, MemoryGame], what: str) -> None:
    """The search finds the card at once whose share a weak peer lets slip in some frame, and the hand whose
    key, seed or secret it lets slip.
    """
    game = moments[AFTER_DEAL]
    game.frames.append((1, 0, encode(["event", b"..." if what == "share" else b"", [LEAKS[what](game)]])))
    try:
        spies, truth = Coalition(game, (0, 2), 1), game.tables[1].own.faces
    finally:
        game.frames.pop()
    hand = hidden(game, 1)
    found = {min(hand)} if what == "share" else hand
    assert spies.faces(hand) == {slot: truth[slot] for slot in found}


@pytest.mark.parametrize("sealed", [False, True], ids=["open", "sealed"])
def test_the_end_opens_an_open_table_and_no_sealed_one(sealed: bool) -> None:
    """After the game the frames alone show every card of an open table; of a sealed one, none that was not
    turned up.
    """
    game = MemoryGame(MINI, 3, seed=4, sealed=sealed)
    game.play()
    spies = Coalition(game, (0, 2), 1)
    rest = undealt(game)
    assert rest
    assert set(spies.faces(rest)) == (set() if sealed else rest)


# words


def test_nothing_that_can_be_printed_shows_a_secret(moments: dict[int, MemoryGame]) -> None:
    """The text of no object of a peer, and of nothing that it puts out, shows a closed card, a choice or a
    secret.
    """
    for game in moments.values():
        for seat in range(3):
            assert any(isinstance(output, Ask) for who, output in game.heard if who == seat)
            assert printed(game, seat) == []


def test_the_text_of_own_secrets_depends_on_none_of_them() -> None:
    """Two peers with other secrets, hands and predictions print alike."""
    one, two = Own(bytes(32), 1, {60: 3}), Own(b"x" * 32, 1, {61: 4})
    one.faces[5] = 17
    assert repr(one) == repr(two)
    assert str(one) == str(two)
    saved = [SavedGame(b"t" * 32, b"g", 0, secret, None, 0) for secret in (b"a" * 32, b"b" * 32)]
    assert repr(saved[0]) == repr(saved[1])


def test_errors_show_no_secret(moments: dict[int, MemoryGame]) -> None:
    """What is raised over a choice that is not allowed, a journal that cannot be written or a shape that is
    wrong tells the place, and no card.
    """
    game = moments[IN_PLAY]
    seat = next(seat for seat in range(3) if game.tables[seat].ask())
    table = game.tables[seat]
    closed = Journal(None)
    closed.close()
    broken = MemoryGame(NOTICE, 3, seed=21)
    broken.tables[1]._journal = closed
    attempts: list[Callable[[], object]] = [
        lambda: table.answer((999,)),
        lambda: table.answer(True),
        lambda: table.own.speak(table.position, (999,)),
        lambda: broken.tables[1].start(),
        lambda: table.own._held(table.position, (999,)),
    ]
    secrets = secrets_of(game, seat)
    for attempt in attempts:
        try:
            attempt()
        except Exception as error:
            words = "".join(traceback.format_exception(error)) + repr(error)
        else:
            raise AssertionError("nothing was raised")
        assert [name for name, secret in secrets.items() if repr(secret)[2:-1] in words] == []
        faces = [f"{slot}: {face}" for slot, face in table.own.faces.items() if slot in hidden(game, seat)]
        assert [text for text in faces if text in words] == []


def test_who_asks_for_everything_gets_events_only(moments: dict[int, MemoryGame]) -> None:
    """Whatever one asks a peer for, it sends nothing but events that it had said before, and its own
    `have`.
    """
    game = moments[AFTER_DEAL]
    table = game.tables[1]
    known = {event.body for event in table.events()}
    for step in (-1, 0, 9, 1000):
        for output in game.tables[0].tick():
            if isinstance(output, Send) and isinstance(have := decode_message(output.data), Have):
                heads = tuple(type(head)(step, bytes(32)) for head in have.heads)
                asked = type(have)(have.table, have.step, have.position, heads, have.links)
                table.tick()
                for sent in table.receive(0, encode_have(asked)):
                    assert isinstance(sent, Send)
                    message = decode_message(sent.data)
                    assert isinstance(message, Have) or message.event.body in known


def encode_have(have: Have) -> bytes:
    """The frame of a `have`."""
    from protocol.messages import encode_message

    return encode_message(have)
