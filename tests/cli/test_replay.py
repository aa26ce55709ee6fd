"""A played game told again: every moment, whoever looks, as far as the file can be read."""

import json
from typing import Any

import pytest

from cli.app.frame import text_of
from cli.played import Unreadable, read_played
from cli.replay import OPEN, PUBLIC, Eyes, Moment, Story
from engines import GAMES
from engines.record import RecordError, replay
from engines.table import pending
from tests.cli.replayed import real, real_story, record, remembered, shortened, story, without


def seen(story: Story, moment: Moment, eyes: Eyes) -> tuple[Any, ...]:
    """All that there is of a moment for these eyes."""
    return story.told(moment, eyes), story.picture(moment, eyes), story.hands(moment, eyes)


@pytest.mark.parametrize("game", GAMES)
def test_a_story_is_the_whole_game(game: str) -> None:
    """Every fact belongs to one moment, every moment says something, and the last state is that of the
    rules.
    """
    told, played = story(game), replay(record(game))
    assert [moment.number for moment in told.moments] == list(range(len(told.moments)))
    assert all(moment.lines and all(moment.lines) for moment in told.moments)
    facts = [moment.facts for moment in told.moments]
    assert facts == sorted(facts) and facts[-1] == len(played.facts)
    assert told.moments[-1].state == played.state and told.over
    listed = [moment for each in told.rounds for moment in each]
    assert [told.moments[0], *listed, told.moments[-1]] == told.moments
    view = told.view(told.moments[-1], PUBLIC)
    assert len(told.rounds) == len(view["scores"])
    assert list(told.standings[-1]) == view["totals"]
    for number, gained in enumerate(view["scores"]):
        before, after = told.standings[number], told.standings[number + 1]
        for seat, points in enumerate(gained):
            if points is not None and after[seat] is not None:
                assert (after[seat] or 0) - (before[seat] or 0) == points


@pytest.mark.parametrize("game", GAMES)
def test_rounds_and_tricks_go_up(game: str) -> None:
    """Round by round, and in each the tricks or turns from the first on."""
    for number, told in enumerate(story(game).rounds):
        assert {moment.round for moment in told} == {number}
        parts = [moment.part for moment in told if moment.part is not None]
        assert parts == sorted(parts)
        assert set(parts) == set(range(1, max(parts, default=0) + 1))


@pytest.mark.parametrize("game", GAMES)
def test_everybody_sees_no_hand(game: str) -> None:
    """Who looks as everybody does sees no card in a hand, and is told no secret."""
    told = story(game)
    for moment in told.moments:
        assert not told.hands(moment, PUBLIC)
        assert told.told(moment, PUBLIC) == list(moment.lines)


@pytest.mark.parametrize("game", ["nokosu", "dice-and-domino", "notice", "no-loose-ends"])
def test_hands_are_those_of_the_game(game: str) -> None:
    """With open eyes every hand lies there whole, as large as everybody knows it to be."""
    told = story(game)
    for moment in told.moments:
        sizes = told.view(moment, PUBLIC)["hand_sizes"]
        hands = [len(told.view(moment, seat)["hand"]) for seat in range(len(sizes))]
        assert hands == sizes
        held = [size for size in sizes if size]
        assert len(told.hands(moment, OPEN)) >= len(held)


def test_nobody_sees_what_is_to_come() -> None:
    """A prediction is seen by who made it from then on, not before; by open eyes as well; by all when it is
    opened.
    """
    told = story("notice")
    made = next(moment for moment in told.moments if moment.secrets)
    seat = made.secrets[0].seat
    before = told.moments[made.number - 1]
    other = (seat + 1) % 4

    def prediction(moment: Moment, eyes: Eyes) -> Any:
        return told.view(moment, eyes)["predict_other"][seat]

    assert prediction(before, seat) is prediction(before, OPEN) is None
    assert prediction(made, seat) == prediction(made, OPEN) is not None
    assert prediction(made, other) is prediction(made, PUBLIC) is None
    assert told.told(made, seat) == told.told(made, OPEN) != told.told(made, other)


def test_placed_tiles_are_told_to_who_may_know() -> None:
    """Which tiles were placed is told with open eyes, and to the seat itself."""
    told = story("dice-and-domino")
    placed = next(moment for moment in told.moments if moment.secrets)
    (secret,) = placed.secrets
    assert sum(secret.text.count(tile["item"]) for tile in told.view(placed, secret.seat)["hand"]) >= 2
    assert secret.text in told.told(placed, OPEN)


def test_dice_are_shown_until_all_have_chosen() -> None:
    """The box is open in a replay from the throw to the last choice of a stage."""
    told = story("dice-watching")
    for moments in told.rounds:
        boxes = [told.box(moment) for moment in moments]
        shown = [box for box in boxes if box]
        assert len(shown) == 1 + 2
        assert all(len(box[0]) == 30 for box in shown)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("share", [0.0, 0.3, 0.7])
def test_a_record_that_stops(game: str, share: float) -> None:
    """A record that stops anywhere is told up to there, and who had to go on."""
    facts = int(len(replay(record(game)).facts) * share)
    told = Story(read_played(record(game, facts=facts)))
    assert not told.over
    assert told.moments[-1].lines[0].startswith("Here the game stops")
    for moment in told.moments:
        seen(told, moment, OPEN)


def test_a_record_that_is_refused() -> None:
    """What is against the rules is no game to be told."""
    data = json.loads(record("notice"))
    data["rounds"][0]["plays"][0] = data["rounds"][0]["plays"][1]
    with pytest.raises(RecordError):
        read_played(json.dumps(data).encode())


@pytest.mark.parametrize("game", ["dice-and-domino", "dice-watching"])
def test_an_opened_transcript(game: str) -> None:
    """Of a fair and opened transcript every hand can be seen, and the verdict stands at the end."""
    told = real_story(game)
    assert told.eyes == (OPEN, 0, 1, 2)
    assert told.moments[-1].lines[-1].startswith("The game is complete and fair: every deal")
    assert told.over
    for moment in told.moments:
        seen(told, moment, OPEN)


@pytest.mark.parametrize(
    ("game", "seat"), [("dice-and-domino", 0), ("dice-and-domino", 2), ("dice-watching", 2), ("notice", 1)]
)
def test_ones_own_seat_is_remembered(game: str, seat: int) -> None:
    """Of a game that is not opened one's own machine shows one's own seat, just as the opened one does."""
    played = real(game)
    whole = real_story(game)
    mine = Story(remembered(played, seat, shortened(played.transcript(), -3)))
    assert mine.eyes == (seat, PUBLIC)
    assert len(mine.moments) == len(whole.moments)
    for ours, theirs in zip(mine.moments[:-1], whole.moments[:-1], strict=True):
        assert seen(mine, ours, seat) == seen(whole, theirs, seat)
        assert seen(mine, ours, PUBLIC) == seen(whole, theirs, PUBLIC)


def test_a_sealed_game_of_others() -> None:
    """Of a sealed game there is what everybody saw, and the verdict says that the hands stayed closed."""
    told = Story(read_played(real("dice-and-domino", sealed=True).transcript()))
    assert told.eyes == (PUBLIC,)
    assert told.moments[-1].lines[-1].endswith("The hands stayed closed.")
    assert told.over
    assert not any(moment.secrets for moment in told.moments)


def test_a_broken_off_game_is_told_as_far_as_it_came() -> None:
    """Of an incomplete transcript all that is there is told, and then for whom it waits."""
    data = real("dice-and-domino").transcript()
    told = Story(read_played(shortened(data, 60)))
    assert 3 < len(told.moments) < len(real_story("dice-and-domino").moments)
    assert told.moments[-1].lines[0].startswith("Here the game stops")
    assert told.moments[-1].lines[-1].startswith("The game is not complete.")


def test_a_refused_game_is_told_as_far_as_it_is_right() -> None:
    """Of a transcript with a hole the moments before it are told, and the verdict at the end says why."""
    data = real("dice-and-domino").transcript()
    whole, told = real_story("dice-and-domino"), Story(read_played(without(data, 60)))
    assert 3 < len(told.moments) < len(whole.moments)
    assert told.moments[-1].lines[-1].startswith("Refused: ")
    for ours, theirs in zip(told.moments[:-1], whole.moments, strict=False):
        assert ours.lines == theirs.lines


@pytest.mark.parametrize("data", [b"", b"hello", b"\x94\x00"])
def test_nothing_to_tell(data: bytes) -> None:
    """A file that is neither has no story, but a verdict."""
    with pytest.raises(Unreadable) as refused:
        read_played(data)
    assert refused.value.verdict.outcome == "refused"


def test_no_card_in_a_name_for_programmers() -> None:
    """What stands in a log of a story or of a played game shows no face."""
    told = story("notice")
    hands = text_of(
        [[("", thing.label)] for _seat, hand in told.hands(told.moments[1], OPEN) for thing in hand]
    )
    assert "A" in hands
    assert "faces" not in repr(read_played(record("notice")))
    assert repr(told) == f"Story(notice, {len(told.moments)} moments)"
    assert "State" not in repr(told.moments[1])
    assert pending(told.rules, told.moments[1].state)
