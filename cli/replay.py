"""A game told again: its moments, what was said of each, and how the table looked to everybody, to one seat,
or with all hands open.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from cli import words_verdict
from cli.app.picture import Picture, Thing, painter
from cli.language import _
from cli.played import Played
from cli.table_talk import TableTalk
from cli.talk import View
from cli.words import listed, shown
from engines.record import record_module
from engines.table import State, answered, looked_at, pending, then, turned_up
from engines.vocabulary import (
    Dealt,
    Face,
    Fact,
    Gave,
    Mix,
    Mixed,
    Request,
    Seal,
    Sealed,
    Seat,
    SeatRequest,
    Slot,
)
from peer.outcome import Happened, Over

Eyes = Seat | Literal["open", "public"]
"""With whose eyes a game is looked at: a seat's, all together, or everybody's, who see no hand."""

Box = tuple[list[dict[str, Any]], list[int]]
"""Dice as they lie, and the columns and rows of their box."""

STAGED = "dice-watching"
"""The game that has stages, not rounds. Its next stage is told together with the end of the one before."""

OPEN: Eyes = "open"
PUBLIC: Eyes = "public"


class Secret(NamedTuple):
    """Something that a seat did and only it could see, in words."""

    seat: Seat
    text: str


@dataclass(frozen=True, slots=True)
class Moment:
    """One thing that there is something to say about.

    `number` counts from 0, which is before anything happened; `facts` have happened by then, and the game is
    in `state`. `round` (from 0) and `part` (the trick or turn in it, from 1; None outside of them) are those
    in which it happened. `fresh`: something new begins with it. `dealt`: hands have changed by more than a
    play.
    """

    number: int
    facts: int
    round: int
    part: int | None
    lines: tuple[str, ...]
    secrets: tuple[Secret, ...] = field(repr=False)
    state: State = field(repr=False)
    fresh: bool = False
    dealt: bool = False


class Story:
    """A played game as moments. `standings`: the totals at the start and after each finished round."""

    def __init__(self, played: Played) -> None:
        self.rules, self.names, self.verdict = played.rules, played.names, played.verdict
        self.options = played.options
        self.start: State = played.rules.start(len(played.names.names), played.options)
        self._faces: dict[Slot, Face] = dict(played.faces)
        self._seats = played.seats
        self._seen: list[dict[Slot, int]] = [{} for _ in played.names.names]
        self._viewed = -1
        self._views: dict[Eyes, View] = {}
        self.standings: list[tuple[int | None, ...]] = [self.rules.totals(self.start)]
        self.moments: list[Moment] = list(_Telling(self, played.facts).moments())
        self.eyes: tuple[Eyes, ...] = self._possible_eyes()
        """With whose eyes the game can be looked at, those that see most first."""

    def __repr__(self) -> str:
        return f"Story({self.rules.name}, {len(self.moments)} moments)"

    @property
    def over(self) -> bool:
        """Whether the game came to its end."""
        return not pending(self.rules, self.moments[-1].state)

    @property
    def rounds(self) -> list[list[Moment]]:
        """The moments of each round; the first moment and the last, beginning and end, belong to none."""
        told: list[list[Moment]] = []
        for moment in self.moments[1:-1]:
            if moment.round == len(told):
                told.append([])
            told[-1].append(moment)
        return told

    def told(self, moment: Moment, eyes: Eyes) -> list[str]:
        """What there is to say of a moment, as these eyes saw it."""
        mine = [each.text for each in moment.secrets if eyes in (OPEN, each.seat)]
        return [*moment.lines, *mine]

    def seen_by(self, eyes: Eyes) -> str:
        """Whose eyes these are, in words."""
        if eyes == OPEN:
            return _("all hands open")
        if eyes == PUBLIC:
            return _("as everybody saw it")
        return _("as {name} saw it").format(name=self.names.of(_seat(eyes)))

    def waited(self, moment: Moment) -> tuple[Seat, ...]:
        """The seats whose turn it is after a moment."""
        return _waited(self, moment.state)

    # what can be seen

    def view(self, moment: Moment, eyes: Eyes) -> View:
        """The game as these eyes see it; nobody is asked for anything any more. It is not to be changed."""
        if self._viewed != moment.number:
            self._viewed, self._views = moment.number, {}
        if eyes not in self._views:
            seat = None if eyes in (OPEN, PUBLIC) else _seat(eyes)
            self._views[eyes] = (
                self._open(moment) if eyes == OPEN else self._view(moment.state, moment.facts, seat)
            )
        return self._views[eyes]

    def picture(self, moment: Moment, eyes: Eyes) -> Picture:
        """How the table looks to these eyes."""
        return painter(self.rules.name).picture(self.view(moment, eyes), self.names)

    def hands(self, moment: Moment, eyes: Eyes) -> list[tuple[Seat, list[Thing]]]:
        """The hands that these eyes see, each sorted; none where a seat holds nothing."""
        seats = self._seats if eyes == OPEN else () if eyes == PUBLIC else (_seat(eyes),)
        hands = [(seat, self.picture(moment, seat).things) for seat in seats]
        return [(seat, things) for seat, things in hands if things]

    def box(self, moment: Moment) -> Box | None:
        """The dice that everybody saw for a time, if there are any."""
        view = self.view(moment, PUBLIC)
        return (view["box"], view["grid"]) if view.get("box") else None

    def _possible_eyes(self) -> tuple[Eyes, ...]:
        if len(self._seats) == len(self.names.names):
            return (OPEN, *self._seats)
        return (*self._seats, PUBLIC)

    def _open(self, moment: Moment) -> View:
        """What everybody sees, and by seat what each seat alone knows."""
        view = {**self.view(moment, PUBLIC)}
        for seat in self._seats:
            for key, value in self.view(moment, seat).items():
                known = view[key]
                if isinstance(known, list) and len(known) == len(self._seen) and known[seat] is None:
                    view[key] = [*known[:seat], value[seat], *known[seat + 1 :]]
        return view

    def _view(self, state: State, facts: int, seat: Seat | None) -> View:
        known: dict[Slot, Face] = {}
        if seat is not None:
            seen = self._seen[seat].items()
            known = {slot: self._faces[slot] for slot, at in seen if at < facts and slot in self._faces}
        return {**self.rules.view(state, seat, known), "ask": None}

    # what is learnt while it is told

    def learn(self, number: int, request: Request, fact: Fact) -> None:
        """Note who saw which faces with the fact of this number."""
        for slot, face in turned_up(request, fact).items():
            self._faces[slot] = face
            for seen in self._seen:
                seen.setdefault(slot, number)
        for seat, slots in looked_at(request, fact):
            for slot in slots:
                self._seen[seat].setdefault(slot, number)

    def secret(self, number: int, request: Request, fact: Fact, state: State) -> list[Secret]:
        """What a seat did with a fact that only it could see, as far as it is known; `state` is after it."""
        text = _("In secret: {what}.")
        match request, fact:
            case Seal(seat=seat, slot=slot), Sealed() if seat in self._seats:
                return [Secret(seat, text.format(what=self._faces[slot]))]
            case Mix(seat=seat), Mixed() if seat in self._seats:
                view = self._view(state, number + 1, seat)
                placed = [each["item"] for each in view["hand"] if each["slot"] in view["placed_slots"]]
                return [Secret(seat, text.format(what=listed(placed)))]
        return []


class _Telling:
    """The facts of a game, told one after the other."""

    def __init__(self, story: Story, facts: Sequence[Fact]) -> None:
        self._story, self._facts = story, facts
        self._rules = story.rules
        self._talk = TableTalk(story.rules, story.options, story.names)
        self._round_of = record_module(story.rules.name).round_of
        self._staged = story.rules.name == STAGED
        self._told = 0
        self._part: int | None = None
        self._fresh = True

    def moments(self) -> Iterator[Moment]:
        """All moments. Facts without anything to say belong to the next moment."""
        story, s = self._story, self._story.start
        yield self._moment(0, s, s, self._talk.began())
        before, dealt = s, False
        for number, fact in enumerate(self._facts):
            request = answered(self._rules, s, fact)
            assert request is not None
            lines = self._talk.heard(Happened(number, fact))
            story.learn(number, request, fact)
            after = then(self._rules, s, fact)
            ended = self._round_of(after) > self._round_of(s)
            if ended:
                story.standings.append(self._rules.totals(after))
            secrets = story.secret(number, request, fact, after)
            s, dealt = after, dealt or isinstance(fact, Dealt | Gave)
            if lines or secrets:
                lines, following = _parted(lines) if ended and self._staged else (lines, [])
                yield self._moment(number + 1, before, s, lines, secrets, dealt)
                if following:
                    yield self._moment(number + 1, s, s, following)
                before, dealt = s, False
        yield self._moment(len(self._facts), before, s, self._ending(s))

    def _moment(
        self,
        facts: int,
        before: State,
        s: State,
        lines: Sequence[str],
        secrets: Sequence[Secret] = (),
        dealt: bool = False,
    ) -> Moment:
        part = _part(self._rules.view(before, None, {}))
        fresh = self._fresh or lines[:1] == [""] or part != self._part
        self._fresh, self._part = lines[-1:] == [""], part
        number, self._told = self._told, self._told + 1
        said = tuple([each for each in lines if each])
        return Moment(number, facts, self._round_of(before), part, said, tuple(secrets), s, fresh, dealt)

    def _ending(self, s: State) -> list[str]:
        verdict = self._story.verdict
        lines = [""]
        if not pending(self._rules, s):
            lines += self._talk.heard(Over())
        else:
            names = listed([self._story.names.of(seat) for seat in _waited(self._story, s)])
            text = _("Here the game stops; {names} had to go on.") if names else _("Here the game stops.")
            lines.append(text.format(names=names))
        return [*lines, words_verdict.sentence(verdict)] if verdict else lines


def _seat(eyes: Eyes) -> Seat:
    assert isinstance(eyes, int)
    return eyes


def _waited(story: Story, s: State) -> tuple[Seat, ...]:
    requests = pending(story.rules, s)
    return tuple(sorted({each.seat for each in requests if isinstance(each, SeatRequest)}))


def _parted(lines: list[str]) -> tuple[list[str], list[str]]:
    """What is said of a stage that is over, and what then follows of the next one."""
    at = next((place for place, each in enumerate(lines) if place and not each), len(lines))
    return lines[:at], lines[at:] if any(lines[at:]) else []


def _part(view: View) -> int | None:
    """The trick or turn that a view is in, from 1."""
    if view["phase"] in ("tricks", "cover"):
        return int(sum(view["tricks"]) + (view["phase"] == "tricks"))
    return int(view.get("turn", 0)) or None


def part_title(game: str, part: int) -> str:
    """A trick or turn as a heading."""
    text = _("Turn {number}") if game == "dice-and-domino" else _("Trick {number}")
    return text.format(number=part)


def round_title(game: str, number: int) -> str:
    """A round (from 0) as a heading."""
    text = _("Stage {number}") if game == STAGED else _("Round {number}")
    return text.format(number=number + 1)


def hand_line(name: str, things: Sequence[Thing]) -> str:
    """A hand in one line."""
    held = " ".join(thing.label + (f" ({thing.note})" if thing.note else "") for thing in things)
    return _("{name}: {cards}").format(name=name, cards=shown(held))
