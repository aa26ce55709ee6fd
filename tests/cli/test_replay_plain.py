"""`chabudai replay` line by line, and how it ends."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cli import language
from cli.__main__ import main
from cli.children import command
from cli.replay import OPEN, PUBLIC
from cli.replay_place import Place
from cli.replay_plain import Typed, run, table_lines, whole
from engines import GAMES
from peer.home import Home
from peer.journal import Journal
from tests.cli.replayed import real, record, shortened, story, without


def written(folder: Path, data: bytes) -> str:
    """A file with these bytes; its name."""
    path = folder / "game"
    path.write_bytes(data)
    return str(path)


@pytest.mark.parametrize("lang", language.LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_whole_story(game: str, lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In a pipe the whole story is on stdout, every moment with its number, in the language asked for."""
    assert main(["--lang", lang, "replay", written(tmp_path, record(game)), "--plain"]) == 0
    told = capsys.readouterr()
    lines = told.out.splitlines()
    numbers = [line.partition(":")[0] for line in lines]
    wanted = [str(moment.number + 1) for moment in story(game).moments]
    assert [number for number in numbers if number.isdecimal()] == wanted
    assert all(line.isprintable() for line in lines)
    assert told.err == ""


def test_hands_stand_where_they_are_dealt() -> None:
    """With open eyes the hands follow on the deal and on the passing of hands, by name; else there are
    none.
    """
    told = story("notice")
    lines = list(whole(told, OPEN))
    deal = next(at for at, line in enumerate(lines) if "Round 1 of 4." in line)
    assert [line.partition(":")[0] for line in lines[deal + 1 : deal + 5]] == ["Aki", "Ben", "Chie", "Dai"]
    assert len(lines[deal + 1].split()) == 1 + 12
    assert not any(line.startswith("Aki: ") and "trick" not in line for line in whole(told, PUBLIC))


def test_a_box_of_dice_is_drawn_once_a_stage() -> None:
    """The open box is in the story once in each stage."""
    edges = [line for line in whole(story("dice-watching"), PUBLIC) if line.startswith("+---")]
    assert len(edges) == 2 * 4


def test_exit_codes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As `verify` has them: fair 0, refused 3, incomplete 4; without a game to tell 3, and no story."""
    data = real("dice-and-domino").transcript()
    for code, each in ((0, data), (4, shortened(data, 60)), (3, without(data, 60))):
        assert main(["replay", written(tmp_path, each)]) == code
        assert capsys.readouterr().out.startswith("Dice And Domino: P0 (bot), P1 (bot), P2 (bot).")
    for each in (b"hello", record("notice").replace(b'"dealer": 0', b'"dealer": 7')):
        assert main(["replay", written(tmp_path, each)]) == 3
        told = capsys.readouterr()
        assert told.out == "" and told.err


def test_whose_eyes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A seat, from 1, or open; what the file does not show is refused with 2."""
    path = written(tmp_path, record("notice"))
    assert main(["replay", path, "--seat", "2"]) == 0
    assert "as Ben saw it" in capsys.readouterr().out
    assert main(["replay", path, "--open", "--at", "9999"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "all hands open" in lines[0]
    assert lines[3].endswith(lines[3].partition(": ")[2]) and "The game is over." in lines[3]
    for wrong in (["--seat", "0"], ["--seat", "5"]):
        assert main(["replay", path, *wrong]) == 2
        assert "1 to 4" in capsys.readouterr().err
    closed = written(tmp_path, shortened(real("dice-and-domino").transcript(), 60))
    for wrong in (["--seat", "1"], ["--open"]):
        assert main(["replay", closed, *wrong]) == 2
        assert "did not open" in capsys.readouterr().err


def test_ones_own_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of a game in one's own journal that was not opened one's own seat is shown, unless another program of
    one's own holds the journal.
    """
    game = real("dice-and-domino")
    path = written(tmp_path, shortened(game.transcript(), 60))
    (saved,) = game.journals[1].games()
    journal = Journal(Home.at(Home.place()).journal)
    journal.open_game(saved.table, saved.genesis, 1, saved.secret, 0)
    assert main(["replay", path]) == 4
    assert "as everybody saw it" in capsys.readouterr().out
    journal.close()
    assert main(["replay", path]) == 4
    told = capsys.readouterr().out
    assert "as P1 saw it" in told and "\nP1: " in told and "\nP0: " not in told
    assert main(["replay", path, "--seat", "2"]) == 4
    assert capsys.readouterr().out == told
    assert main(["replay", path, "--seat", "1"]) == 2


def test_going_where_one_types() -> None:
    """n and p, the brackets, a number, full-width as well; what means nothing is answered with the help."""
    typed = Typed(Place(story("nokosu"), OPEN))
    assert "(The beginning)" in typed.begin()[3]

    def at(line: str) -> str:
        return typed.typed(line)[1]

    assert at("n").startswith("step 2 of")
    assert at("").startswith("step 3 of")
    assert at("ｐ").startswith("step 2 of")
    assert at("p").startswith(at("p"))
    assert "Round 1" in at("]") and "Round 2" in at("]") and "Round 1" in at("[")
    assert at("１２").startswith("step 12 of")
    assert at("999999999999").endswith("(The end)")
    assert typed.typed("x\x1b")[0] == "x? means nothing here."
    assert typed.typed("?") == typed.help()
    assert typed.typed("s")[0] == "as Aki saw it"
    assert typed.typed("o")[0] == "all hands open"
    assert not typed.done
    assert typed.typed("q") == [] and typed.done


@pytest.mark.parametrize("game", GAMES)
def test_the_table_in_lines(game: str) -> None:
    """The table can be asked for at every moment, and shows who is to act."""
    told = story(game)
    for moment in told.moments:
        for eyes in (OPEN, 1, PUBLIC):
            lines = table_lines(told, moment, eyes)
            marked = [line.split()[1] for line in lines if line.startswith("> ")]
            assert marked == [told.names.of(seat) for seat in told.waited(moment)]


def test_the_end_of_the_input_ends_it() -> None:
    """Where no more is typed, it is over."""
    said: list[str] = []
    run(Typed(Place(story("notice"), OPEN)), ["n", "t"], said.append)
    assert any(line.startswith("step 2 of") for line in said)


if sys.platform != "win32":
    from tests.cli.terminal import OnTerminal

    @pytest.fixture
    def terminal(tmp_path: Path) -> Iterator[Any]:
        """Start a command on a terminal; it is ended with the test."""
        started: list[OnTerminal] = []

        def start(*arguments: str) -> OnTerminal:
            started.append(OnTerminal([*command(), *arguments], tmp_path / "home", {}))
            return started[-1]

        yield start
        for each in started:
            each.close()

    def test_step_by_step_on_a_terminal(tmp_path: Path, terminal: Any) -> None:
        """On a terminal plain mode waits for what is typed, and ends with q."""
        at = terminal("replay", written(tmp_path, record("dice-watching")), "--plain")
        at.until("step 1 of")
        at.type("n\n")
        at.until("step 2 of")
        at.type("q\n")
        at.rest()
        assert at.process.returncode == 0
