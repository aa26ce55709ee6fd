"""Open records in words: their scores, and what is wrong with one that is refused."""

from typing import Any

from cli.games import written
from cli.language import N_, _
from cli.words import RULES, Words, listed, say, shown
from engines.record import RecordError
from engines.score import Score

WRONG: Words = {
    "json": N_("this is not JSON; a transcript becomes a record with 'chabudai export'"),
    "type": N_("the value of '{key}' is not of the right type"),
    "word": N_("{word} is not possible for '{key}'"),
    "key-twice": N_("the key '{key}' is there twice"),
    "key-unknown": N_("the key '{key}' is unknown"),
    "key-missing": N_("the key '{key}' is missing"),
    "length": N_("'{key}' has {count} entries, not {wanted}"),
    "players": N_("the game is not for {count} players"),
    "name": N_("a name is empty or has control characters"),
    "option": N_("the option {name}={value} is not possible"),
    "seat": N_("there is no seat {number}"),
    "dealer": N_("somebody else is the dealer"),
    "start": N_("somebody else starts the round"),
    "unfinished": N_("something is not finished and is followed by more"),
    "hand-size": N_("a hand has {count} cards, not {wanted}"),
    "card-twice": N_("the card {card} is there too often"),
    "card-foreign": N_("the card {card} is not in this game"),
    "turn-up": N_("the card {card} cannot be the one turned up"),
    "card": N_("the card {card} is not in the hand"),
    "cover-none": N_("the trick covers a bid card, and none is named"),
    "cover-missing": N_("what the trick covers is missing"),
    "die-foreign": N_("the die {die} is not in this game"),
    "die-gone": N_("no die of the colour of {die} is left in the bag"),
    "die-pool": N_("the die {die} is not in the middle"),
    "die-own": N_("the die {die} is not before this player"),
    "dice-count": N_("there are {count} dice, not {wanted}"),
    "face": N_("no die has a face {number}"),
    "marked": N_("there is no die {number} that could be the marked one"),
    "roller": N_("somebody else is the roller"),
    "hand-tiles": N_("a hand has {count} tiles, not {wanted}"),
    "tile-too-often": N_("the tile {tile} is there more often than in the game"),
    "dice-kept": N_("the faces of the dice are kept, and these are others"),
    "tile": N_("the tile {tile} is not in the hand"),
    "tile-not-placed": N_("the tile {tile} was not placed"),
    "draw-missing": N_("a tile must be drawn here"),
    "draw-not": N_("nothing may be drawn here, and {tile} was"),
    "draw-gone": N_("the tile {tile} cannot be in the boneyard any more"),
}

PHASES: Words = {
    "deal": N_("the deal"),
    "predict_other": N_("the predictions for others"),
    "pass": N_("the passing of hands"),
    "predict_own": N_("the predictions for oneself"),
    "dice": N_("the roll of the dice"),
    "draft": N_("a die from the middle"),
    "zero": N_("zero, or not"),
    "plan": N_("a bid card or a pass"),
    "tricks": N_("a play"),
    "cover": N_("the bid card that a trick covers"),
    "open": N_("the opening of predictions"),
    "roll": N_("the roll of the dice"),
    "place": N_("the tiles to place"),
    "up": N_("the tiles that fit"),
    "show": N_("the tiles to show"),
    "draw": N_("the draw"),
    "after": N_("to roll or to keep the faces"),
    "throw": N_("the throw"),
    "guess": N_("a face"),
}


def error(refused: RecordError) -> dict[str, Any]:
    """What is wrong, as records.md has it: the place as far as there is one, the rule, and a message."""
    place = {"round": refused.round, "trick": refused.trick, "seat": refused.seat}
    known = {name: number for name, number in place.items() if number is not None}
    part = _("turn {number}") if refused.game == "dice-and-domino" else _("trick {number}")
    texts = {"round": _("round {number}"), "trick": part, "seat": _("seat {number}")}
    where = [texts[name].format(number=number) for name, number in known.items()]
    what = _what(refused)
    message = _("{where}: {what}").format(where=listed(where), what=what) if where else what
    return {**known, "rule": refused.rule, "message": message}


def _what(refused: RecordError) -> str:
    values = {"key": "", **{name: written(value) for name, value in refused.values.items()}}
    return say(WRONG if refused.code in WRONG else RULES, refused.code, **values)


def lines(scored: Score) -> list[str]:
    """The scores of a record for a person."""
    told = [
        _("Round {round}: {points}").format(round=number, points=_each(scored, one["scores"]))
        for number, one in enumerate(scored.rounds, start=1)
    ]
    told.append(_("Total: {points}").format(points=_each(scored, scored.totals)))
    if scored.winners is not None:
        names = listed([shown(scored.players[seat]) for seat in scored.winners])
        told.append(_("Won by: {names}").format(names=names))
    elif scored.next is not None:
        told.append(_due(scored, scored.next))
    return told


def _due(scored: Score, due: dict[str, Any]) -> str:
    what = say(PHASES, due["phase"])
    if not due["seats"]:
        return _("Next, in round {round}: {what}.").format(round=due["round"], what=what)
    names = listed([shown(scored.players[seat]) for seat in due["seats"]])
    return _("Next, in round {round}: {what}, from {names}.").format(
        round=due["round"], what=what, names=names
    )


def _each(scored: Score, points: Any) -> str:
    """A number for each player; those who play for no score are left out."""
    pairs = zip(scored.players, points, strict=True)
    return listed([f"{shown(name)} {count}" for name, count in pairs if count is not None])
