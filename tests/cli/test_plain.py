"""Line mode against a sitting that is only played: what is typed arrives, and every end is in order."""

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from cli.lines import Lines
from cli.plain import Plain
from cli.words import told_apart
from engines import load
from engines.table import settle_options, then
from engines.vocabulary import Dealt, Fact, Rolled, Seal, Sealed, Shuffled, TurnedUp
from peer.audit import Verdict
from peer.blame import Blame, Refusal
from peer.chat import Chatted
from peer.gathering import Closed, Gathering, SeatedPlayer
from peer.outcome import Ask, Halted, Happened, Over
from peer.presence import Presence
from peer.sitting import Began, Notice, Waiting

RULES = load("notice")
PLAYERS = tuple(SeatedPlayer(name, name != "Aki", name.encode()) for name in ("Aki", "Ben", "Chie"))
FACTS: tuple[Fact, ...] = (Rolled((0,)), Shuffled(), Dealt(), TurnedUp((12,)))
START = RULES.start(3, settle_options(RULES, 3, {}))


class FakeSitting:
    """A seat at a table for three that tells what it is given, and remembers what it is answered."""

    rules, options, players, seat, short = RULES, settle_options(RULES, 3, {}), PLAYERS, 0, "ABCD-EFGH"
    transcript_path = Path("/games/x.chabudai")
    verdict = Verdict("fair", opened=True)

    def __init__(self, *notices: Notice) -> None:
        self.queue: asyncio.Queue[Notice] = asyncio.Queue()
        for notice in notices:
            self.queue.put_nowait(notice)
        self.answers: list[Any] = []
        self.refuses = ""
        self.left = False
        self.state = START
        for fact in FACTS:
            self.state = then(RULES, self.state, fact)

    async def __aiter__(self) -> AsyncIterator[Notice]:
        while True:
            yield await self.queue.get()

    def view(self) -> dict[str, Any]:
        """The hand is all spades and hearts from the lowest."""
        return RULES.view(self.state, 0, {slot: 5 + at for at, slot in enumerate(self.state.hands[0])})

    def answer(self, choice: Any) -> None:
        """Take the choice, and let the game end."""
        if self.refuses:
            raise Refusal("rule", self.refuses)
        self.answers.append(choice)
        self.queue.put_nowait(Over())

    async def leave(self) -> None:
        """Remember it."""
        self.left = True

    def say(self, text: str) -> str:
        """What others get to read: the beginning."""
        return text[:5]


@contextmanager
def typing(text: str, *, ends: bool = True) -> Iterator[int]:
    """A pipe with this text in it, closed after it or not."""
    reading, writing = os.pipe()
    os.write(writing, text.encode())
    if ends:
        os.close(writing)
    try:
        yield reading
    finally:
        if not ends:
            os.close(writing)


def play(sitting: FakeSitting, text: str, *, ends: bool = True) -> tuple[int, list[str]]:
    """Play the seat with typed lines; the exit code and everything that was said."""
    said: list[str] = []

    async def main(descriptor: int) -> int:
        plain = Plain(sitting, Lines(descriptor), said.append)  # type: ignore[arg-type]
        return await asyncio.wait_for(plain.play(), 30)

    with typing(text, ends=ends) as descriptor:
        return asyncio.run(main(descriptor)), said


def asked() -> list[Notice]:
    """A table that has begun, and asks this seat for its first prediction."""
    happened = [Happened(step, fact) for step, fact in enumerate(FACTS)]
    return [Gathering(PLAYERS, 3), Began(0, ()), *happened, Ask(5, Seal(0, 60), tuple(range(11)))]


def test_a_line_becomes_a_choice() -> None:
    """What is typed is what the table is answered, and the game ends with its verdict and transcript."""
    sitting = FakeSitting(*asked())
    code, said = play(sitting, "3\n", ends=False)
    assert (code, sitting.answers) == (0, [3])
    assert said[0] == "At the table: Aki, Ben (bot), Chie (bot). 3 of 3 seats are taken."
    assert "How many tricks will Ben take, who gets this hand? 0 to 10" in said
    assert said[-2].startswith("The game is complete and fair")
    assert "/games/x.chabudai" in said[-1]


def test_windows_lines_and_wide_digits() -> None:
    """Lines may end as on Windows, and digits may be wide."""
    sitting = FakeSitting(*asked())
    assert play(sitting, "?\r\n\uff17\r\n", ends=False)[0] == 0
    assert sitting.answers == [7]


def test_players_talk() -> None:
    """A line after a slash is said to the others, and shown as they get to read it."""
    sitting = FakeSitting(*asked(), Chatted(1, "hello"))
    said = play(sitting, "/hi everybody\n3\n", ends=False)[1]
    assert "Aki says: hi ev" in said
    assert "Ben says: hello" in said
    assert sitting.answers == [3]


def test_a_last_line_without_end_counts() -> None:
    """A line that the end of the input cuts off is a line too."""
    sitting = FakeSitting(*asked())
    play(sitting, "4")
    assert sitting.answers == [4]


def test_a_refusal_of_the_table_is_said() -> None:
    """What the table itself refuses is explained, and the seat is asked no less than before."""
    sitting = FakeSitting(*asked())
    sitting.refuses = "range"
    _code, said = play(sitting, "3\n")
    assert "That is not from 0 to 10." in said
    assert sitting.answers == []


def test_end_of_input_in_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    """When the input ends, the seat is left so that it can be taken again: 4, and how to go on."""
    sitting = FakeSitting(*asked())
    assert play(sitting, "")[0] == 4
    assert not sitting.left
    assert "chabudai resume ABCD-EFGH" in capsys.readouterr().err


def test_end_of_input_before_a_game() -> None:
    """When the input ends before the game begins, the seat is given back."""
    sitting = FakeSitting(Gathering(PLAYERS[:2], 3))
    assert play(sitting, "") == (
        0,
        sitting.left and ["At the table: Aki, Ben (bot). 2 of 3 seats are taken."],
    )


def test_leaving(capsys: pytest.CaptureFixture[str]) -> None:
    """`q` and `y` go away for now, `q` and `g` for good."""
    away, gone = FakeSitting(*asked()), FakeSitting(*asked())
    assert play(away, "q\ny\n", ends=False)[0] == 4
    assert not away.left
    assert play(gone, "q\ng\n", ends=False)[0] == 4
    assert gone.left


def test_interrupting(capsys: pytest.CaptureFixture[str]) -> None:
    """Ctrl-C in a game says how to go on with it; before a game it gives the seat back."""

    async def interrupted(sitting: FakeSitting, at: int) -> None:
        said: list[str] = []
        with typing("", ends=False) as descriptor:
            plain = Plain(sitting, Lines(descriptor), said.append)  # type: ignore[arg-type]
            playing = asyncio.ensure_future(plain.play())
            async with asyncio.timeout(30):
                while len(said) < at:  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
            playing.cancel()
            with pytest.raises(asyncio.CancelledError):
                await playing

    waiting, playing = FakeSitting(Gathering(PLAYERS[:1], 3)), FakeSitting(*asked())
    asyncio.run(interrupted(waiting, 1))
    assert (waiting.left, capsys.readouterr().err) == (True, "")
    asyncio.run(interrupted(playing, 3))
    assert not playing.left and "chabudai resume ABCD-EFGH" in capsys.readouterr().err


def test_namesakes_are_told_apart() -> None:
    """Players with one name have numbers after it, in the order of their seats, and nobody's own name."""
    assert told_apart(["Aki", "root", "root", "root#2", "root"]) == (
        "Aki",
        "root",
        "root#2",
        "root#2#2",
        "root#3",
    )
    sitting = FakeSitting(Gathering((PLAYERS[1], PLAYERS[1], PLAYERS[2]), 3))
    said = play(sitting, "q\n", ends=False)[1]
    assert said[0] == "At the table: Ben (bot), Ben#2 (bot), Chie (bot). 3 of 3 seats are taken."


def test_leaving_before_a_game() -> None:
    """`q` gives the seat back; any other line says that the game has not begun."""
    sitting = FakeSitting(Gathering(PLAYERS[:1], 3))
    code, said = play(sitting, "h\nq\n", ends=False)
    assert (code, sitting.left) == (0, True)
    assert "The game has not begun. q: leave the table." in said


def test_a_broken_game() -> None:
    """A game that somebody broke ends with 3 and a sentence that names them."""
    sitting = FakeSitting(
        *asked(), Waiting(5, (1,), "seal"), Presence(1, "away"), Halted(Blame(1, "opening", 9, "open"))
    )
    code, said = play(sitting, "", ends=False)
    assert code == 3
    assert "The game is stopped: Ben opened something other than what they had committed to." in said


def test_a_table_given_up() -> None:
    """A table that its opener gives up ends with 1 and says so."""
    code, said = play(FakeSitting(Gathering(PLAYERS[:1], 3), Closed("withdrawn")), "", ends=False)
    assert (code, said[-1]) == (1, "The table was given up.")


def test_going_on() -> None:
    """A game that is resumed is told from where it was, and where that is, without repeating what had
    happened.
    """
    sitting = FakeSitting(Began(0, FACTS), Ask(5, Seal(0, 60), tuple(range(11))))
    code, said = play(sitting, "0\n", ends=False)
    assert (code, sitting.answers) == (0, [0])
    assert not [line for line in said if line.startswith("Turned up")]
    at = said.index("Round 1 of 6. You are the dealer.")
    assert said[at + 1 : at + 4] == [
        "Total: Aki 0, Ben 0, Chie 0",
        "Trump: spades.",
        "Tricks: Aki 0, Ben 0, Chie 0.",
    ]
    assert said[at + 4].startswith("Your hand: ")


def test_own_seal_is_not_told_twice() -> None:
    """One's own prediction is confirmed when it is typed, not again when the table has it."""
    sitting = FakeSitting(*asked(), Happened(6, Sealed(0)), Happened(7, Sealed(2)))
    _code, said = play(sitting, "3\n", ends=False)
    assert said.count("Aki has predicted.") == 0
    assert said.count("Chie has predicted.") == 1
