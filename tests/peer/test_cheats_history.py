"""Nobody says two things, and nobody rewrites what was said; and no honest peer is blamed for what others
made it believe.
"""

import copy

import pytest

from engines.vocabulary import Play
from peer.audit import FAIR, INCOMPLETE, audit_transcript
from peer.position import Checked
from protocol import payloads as said
from protocol.events import Body, Event, read_body
from protocol.payloads import encode_payload
from protocol.wire import encode
from tests.peer import lies_deals, lies_history, lies_play
from tests.peer.caught import TICKS, ends_well, is_caught, keeps_to_the_steps, names_the_liar, stops_the_game
from tests.peer.liars import Liar, Lie, LyingGame, answer, tell
from tests.peer.lies_history import (
    DIFFERENT,
    ENCODED,
    LIES,
    PLACES,
    another_chain,
    another_position,
    first_time,
    longer,
    two_encodings,
    two_events,
)
from tests.peer.recorded_game import Scene, events_sent, recorded

TWICE = [*map(two_events, DIFFERENT), *map(two_encodings, ENCODED)]


def named(lie: Lie) -> str:
    """The name of a lie, for the report of the tests."""
    return lie.name


@pytest.mark.parametrize("lie", LIES.values(), ids=named)
def test_who_rewrites_the_past_is_named(lie: Lie) -> None:
    """Who replaces, repeats or invents what was said is blamed by everybody."""
    is_caught(lie)


@pytest.mark.parametrize("lie", TWICE, ids=named)
def test_who_says_two_things_is_named(lie: Lie) -> None:
    """Two events of one seat in one step, each shown to one peer only, end the game as soon as the two
    compare.
    """
    gives_no_share_of_a_forked_deck(is_caught(lie))


def gives_no_share_of_a_forked_deck(game: LyingGame) -> None:
    """Where the peers do not have the same keys and shuffles, no honest one has given a share."""
    if game.lie.name in ("two-keys", "two-shuffles"):
        for table in game.honest:
            kinds = {type(said.decode_payload(body.payload)) for _, body, _ in events_sent(game, table.seat)}
            assert kinds <= {said.DeckKey, said.Shuffled, said.DeckAgree}


@pytest.mark.parametrize("lie", TWICE, ids=named)
def test_two_whom_only_the_liar_links_blame_nobody_until_they_meet(lie: Lie) -> None:
    """Where the liar is the only link between two peers, and shows neither what it told the other, the game
    stands still; no honest seat is blamed, by no peer and no audit. When the two have a link of their
    own, both name the liar.
    """
    game = tell(recorded("notice", 3), lie)
    liar = game.scene.seat
    game.links = lambda a, b: liar in (a, b)
    game.liar.partners = frozenset([next(table.seat for table in game.honest)])
    game.begin()
    game.run(3 * TICKS)
    for table in game.honest:
        assert table.halted is None
        assert table.position.waiting
        assert not table.position.finished
        verdict = audit_transcript(game.transcript(table.seat)).verdict
        assert (verdict.outcome, verdict.seat) == (INCOMPLETE, None)
    gives_no_share_of_a_forked_deck(game)
    first, second = (table.seat for table in game.honest)
    game.links = lambda a, b: True
    game.take(first, game.tables[first].linked(second))
    game.take(second, game.tables[second].linked(first))
    game.run(TICKS)
    names_the_liar(game)


@pytest.mark.parametrize("place", DIFFERENT)
def test_a_group_that_was_told_otherwise_finds_out(place: str) -> None:
    """At a table of four, one peer is told one thing and two another one: all three name the liar."""
    kind, second = DIFFERENT[place]

    def once(liar: Liar) -> list[object] | None:
        return liar.says_two(liar.honest, second(liar)) if first_time(liar) else None  # type: ignore[return-value]

    def freely(scene: Scene) -> bool:
        """Where the rules leave a choice: what must be shown cannot be something else."""
        return not isinstance(scene.payload, said.Play) or isinstance(scene.step.requests[0], Play)

    lie = Lie(place, "", answer(kind, freely=freely), once, "equivocation", "", game="mini")  # type: ignore[arg-type]
    is_caught(lie, seats=4)


@pytest.mark.parametrize("place", PLACES)
def test_who_answers_another_course_of_the_game_is_named(place: str) -> None:
    """Who names a position that nobody was in, and admits to have seen nothing else, is blamed by
    everybody. The audit of one file names nobody for it: the writer of a file could frame an honest seat
    in that way.
    """
    if place == "settle":
        game = tell(recorded("notice", 3), another_position(place))
        game.begin()
        game.run(TICKS)
        names_the_liar(game)
    else:
        is_caught(another_position(place))


@pytest.mark.parametrize("place", PLACES)
def test_who_leaves_out_what_it_said_is_named(place: str) -> None:
    """Who names another event as its last one is blamed."""
    is_caught(another_chain(place))


KINDS = {
    "agree": said.Agree,
    "coin": said.CoinCommit,
    "coin-open": said.CoinReveal,
    "key": said.DeckKey,
    "shuffle": said.Shuffled,
    "deck": said.DeckAgree,
    "shares": said.Shares,
    "seal": said.Seal,
    "give": said.Give,
    "play": said.Play,
    "open": said.Open,
    "settle": said.Settle,
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("last", [False, True], ids=["before-hearing-the-others", "after-hearing-the-others"])
def test_whoever_stops_is_named_and_learns_nothing_more(kind: str, last: bool) -> None:
    """Where a seat withholds its answer nothing moves: everybody waits for this seat and this kind, nobody
    is blamed, no honest peer says a word of a later step, and the audit calls the game incomplete and
    names the seat.
    """
    stops_the_game("notice", 3, kind, answer(KINDS[kind]), last)


def test_nothing_is_said_before_its_gate() -> None:
    """No share leaves a peer before all have signed the deck, no coin before all are committed to, no
    prediction before the last seal: nobody answers a step before everybody has answered the one before.
    """
    keeps_to_the_steps(recorded("notice", 3).game)


def test_a_share_given_early_gains_nothing() -> None:
    """Who guesses the next position and gives its shares before the deck is signed shows only its own: they
    are kept aside, no honest share comes earlier for it, and the game goes on.
    """

    def early(liar: Liar) -> list[object] | None:
        if not isinstance(liar.honest, said.DeckAgree) or not first_time(liar):
            return None
        guess = copy.deepcopy(liar.position)
        number, digest = guess.number, guess.digest
        for seat in guess.seats:
            previous = guess.heads[seat][1]
            body = Body(guess.table, seat, number, previous, digest, encode_payload(said.DeckAgree()))
            guess.accept(Checked(seat, Event(encode(body), bytes(64)), said.DeckAgree()))
        shares = liar.own.speak(guess)
        honest = liar.event()
        ahead = liar.event(shares, step=guess.number, position=guess.digest, previous=honest.id)
        liar.table.promised = {guess.number: ahead}  # type: ignore[attr-defined]
        return [*liar.send(ahead), *liar.send(honest), *liar.table.go_on(honest, liar.honest)]

    def again(liar: Liar) -> list[object] | None:
        promised = getattr(liar.table, "promised", {}).get(liar.position.number)
        if promised is None:
            return early(liar)
        return [*liar.send(promised), *liar.table.go_on(promised, liar.honest)]

    game = tell(recorded("notice", 3), Lie("early", "", answer(said.DeckAgree, 4), again, "", ""))  # type: ignore[arg-type]
    game.begin()
    game.run(TICKS)
    ends_well(game)
    keeps_to_the_steps(game)


def test_what_was_said_before_can_be_said_again() -> None:
    """Events that are sent again, one's own and others', in any number, change nothing."""

    def repeat(liar: Liar) -> list[object] | None:
        return [*liar.send(*liar.table.events()), *liar.goes_on(liar.honest)] if first_time(liar) else None

    game = tell(recorded("notice", 3), Lie("again", "", answer(said.Play, 5), repeat, "", ""))  # type: ignore[arg-type]
    game.begin()
    game.run(TICKS)
    ends_well(game)


def test_a_finished_game_stays_finished() -> None:
    """Whatever a member signs after the end - for a later step, a second answer to an old one, rubbish -
    neither halts the table nor changes its transcript; and the last answer in two encodings leaves both
    peers with a fair game.
    """
    settle = two_encodings("open")
    twice = Lie("two-settles", "", answer(said.Settle), settle.tell, "", "")
    game = tell(recorded("notice", 3), twice)
    game.begin()
    game.run(TICKS)
    before = [game.transcript(table.seat) for table in game.honest]
    liar = Liar(game.liar, said.Agree())
    old = read_body(game.liar.events()[0])
    for event in (
        liar.event(),
        liar.event(step=liar.position.number + 3),
        liar.event(said.Choose(3), step=0, previous=old.previous, position=old.position),
        liar.event(b"\xc1"),
        liar.event(longer(encode_payload(said.Agree())), step=7),
    ):
        game.take(liar.seat, liar.send(event))
        game.run(2)
        game.quiet()
    assert [table.halted for table in game.honest] == [None, None]
    assert [game.transcript(table.seat) for table in game.honest] == before
    assert {audit_transcript(data).verdict.outcome for data in before} == {FAIR}


@pytest.mark.parametrize(
    "lie",
    [
        lies_deals.LIES["replaced-card"],
        lies_play.LIES["revoke-without-a-proof"],
        lies_play.LIES["out-of-turn"],
        lies_play.LIES["copied-seal"],
        lies_history.LIES["one-body-in-two-encodings"],
        lies_history.LIES["takes-a-card-back"],
        two_events("shuffle"),
        another_chain("play"),
        another_position("seal"),
    ],
    ids=named,
)
def test_a_halted_game_stays_halted(lie: Lie) -> None:
    """A peer that is started again after it has named a liar knows it still, and says nothing new."""
    game = is_caught(lie)
    blame = game.honest[0].halted
    for table in game.honest:
        said_before = {event.id for _, _, event in events_sent(game, table.seat)}
        game.restart(table.seat)
        game.quiet()
        again = game.tables[table.seat]
        assert again.halted == blame
        assert again.ask() is None
        assert {event.id for _, _, event in events_sent(game, table.seat)} == said_before


def test_a_good_answer_comes_too_late_after_a_bad_one() -> None:
    """A liar that is caught, and then says what it should have said, changes nothing: nobody goes on."""
    game = is_caught(lies_deals.LIES["replaced-card"])
    before = [game.transcript(table.seat) for table in game.honest]
    liar = Liar(game.liar, game.liar.own.speak(game.liar.position))
    game.take(liar.seat, liar.send(liar.event()))
    game.run(2)
    game.quiet()
    assert [game.transcript(table.seat) for table in game.honest] == before
    assert {table.position.number for table in game.honest} == {game.scene.number}
