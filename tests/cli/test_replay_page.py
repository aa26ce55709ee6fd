"""The page of a replay: well formed, whole, safe, and in need of nothing else."""

import re
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest

from cli import language
from cli.__main__ import main
from cli.played import read_played
from cli.replay import OPEN, PUBLIC, Story
from cli.replay_page import page
from cli.replay_plot import plot
from cli.words import shown
from engines import GAMES
from tests.cli.replayed import real, real_story, record, shortened, story, without

VOID = {"meta", "br"}
NASTY = ("<script>alert(1)</script>", "\"'&amp;<!--", "</style></p>", "A" * 300)


class Strict(HTMLParser):
    """Reads a page of which every element must be closed in its turn."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.styles: set[str] = set()
        self.text: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _value in attrs]
        assert len(names) == len(set(names)), (tag, attrs)
        assert not any(name.startswith("on") for name in names)
        for name, value in attrs:
            if name == "id":
                self.ids.append(str(value))
            if name in ("href", "src"):
                self.links.append(str(value))
            if name == "class":
                self.styles.update(str(value).split())
        self.tags.append(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open[-1] == tag, (tag, self.open, self.getpos())
        self.open.pop()

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] not in ("script", "style"):
            self.text.append(data)


@pytest.mark.parametrize("lang", language.LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_page_is_whole_and_well_formed(game: str, lang: str) -> None:
    """Every element is closed, every id is there once, every step is there, and nothing points outside."""
    language.use(lang)
    told = Story(read_played(record(game)))
    text = page(told, OPEN)
    read = Strict(text)
    assert f'<html lang="{lang}">' in text
    assert "://" not in text and not re.search(r"@import|url\(|src=", text)
    assert all(link.startswith("#d") for link in read.links)
    assert len(read.ids) == len(set(read.ids))
    assert [each for each in read.ids if re.fullmatch(r"s\d+", each)] == [
        f"s{number}" for number in range(1, len(told.moments) + 1)
    ]
    assert {link[1:] for link in read.links} <= set(read.ids)
    words = " ".join(" ".join(read.text).split())
    for moment in told.moments:
        for line in told.told(moment, OPEN):
            assert " ".join(line.split()) in words
    assert read.tags.count("script") == 1
    assert "svg" in read.tags and "plot" in read.styles


@pytest.mark.parametrize("game", GAMES)
def test_names_cannot_do_anything(game: str) -> None:
    """Whatever stands in a name stands on the page as text, and nowhere as anything else."""
    names = tuple(NASTY[seat % 4] + "\u202e" * (seat == 2) for seat in range(10))
    told = Story(read_played(record(game, names=names)))
    text = page(told, OPEN)
    read, usual = Strict(text), Strict(page(story(game), OPEN))
    assert read.tags == usual.tags
    assert read.styles == usual.styles
    assert "alert(1)</script>" not in text
    assert "\u202e" not in text
    assert shown(NASTY[0]) in "".join(read.text)


def test_a_page_of_closed_hands() -> None:
    """What the eyes do not see is not in the page either: no hand, no secret."""
    told = story("notice")
    read = Strict(page(told, PUBLIC))
    assert not read.styles & {"hands", "thing", "secret"}
    assert {"hands", "thing", "secret"} <= Strict(page(told, OPEN)).styles
    one = "".join(Strict(page(told, 0)).text)
    for moment in told.moments:
        for secret in moment.secrets:
            assert secret.text.startswith("In secret")
    made = [secret for moment in told.moments for secret in moment.secrets]
    assert one.count("In secret") == len([secret for secret in made if secret.seat == 0])


def test_the_verdict_stands_on_the_page() -> None:
    """The sentence of the audit, of whatever kind it is; of a record, that it proves nothing."""
    data = real("dice-and-domino").transcript()
    for kind, told in (
        ("fair", real_story("dice-and-domino")),
        ("incomplete", Story(read_played(shortened(data, 60)))),
        ("refused", Story(read_played(without(data, 60)))),
    ):
        read = Strict(page(told, told.eyes[0]))
        assert kind in read.styles
        assert told.verdict is not None
        assert any("What no check can show" in text for text in read.text) == (kind != "refused")
    assert any("no proof" in text for text in Strict(page(story("notice"), OPEN)).text)


def test_a_game_that_has_hardly_begun() -> None:
    """Without a finished round there are no standings, and the page is still one."""
    told = Story(read_played(record("notice", facts=5)))
    read = Strict(page(told, OPEN))
    assert "plot" not in read.styles and "standings" not in read.ids


def test_the_file_is_written_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The page is written where it was asked for; a file that is there is left as it is."""
    game, out = tmp_path / "game.json", tmp_path / "out.html"
    game.write_bytes(record("dice-watching"))
    assert main(["replay", str(game), "--html", str(out)]) == 0
    told = capsys.readouterr()
    assert told.out == "" and str(out) in told.err
    assert out.read_text(encoding="utf-8") == page(story("dice-watching"), OPEN)
    out.write_text("mine")
    assert main(["replay", str(game), "--html", str(out)]) == 1
    assert "left as it is" in capsys.readouterr().err
    assert out.read_text() == "mine"
    assert main(["replay", str(game), "--html", str(tmp_path / "none" / "out.html")]) == 1
    assert "cannot be written" in capsys.readouterr().err


@pytest.mark.parametrize(
    "standings",
    [
        [(0, 0), (0, 0)],
        [(5, 5, 5), (-2000, 7, 7), (3000, 7, 7)],
        [(None, 0), (None, 3)],
        [tuple(range(10))] * 2,
        [(0,) * 10] * 30,
        [(0,) * 10, (5,) * 10],
    ],
)
def test_a_plot_stays_in_its_frame(standings: list[tuple[int | None, ...]]) -> None:
    """Every line and name is inside of the drawing, no name on another one, whatever the numbers are."""
    names = [f"Player{seat}" for seat in range(len(standings[0]))]
    text = plot(standings, names)
    Strict(text)
    places = [float(y) for y in re.findall(r'<text class="name p\d" x="[\d.]+" y="([\d.]+)"', text)]
    assert len(places) == len([total for total in standings[-1] if total is not None])
    assert all(0 < y < 300 for y in places)
    places.sort()
    assert all(after - before > 14 for before, after in pairwise(places))
    assert all(0 <= float(y) <= 300 for y in re.findall(r'cy="(-?[\d.]+)"', text))
    assert 2 <= text.count('text-anchor="end"') <= 8


def test_nothing_to_plot() -> None:
    """Without a finished round, or without any score, there is no plot."""
    assert plot([(0, 0)], ["Aki", "Ben"]) == plot([(None,), (None,)], ["Aki"]) == ""
