"""The verdict of an audit in plain sentences."""

from typing import Any

from cli.language import N_, _
from cli.words import RULES, Words, listed, say, shown, told_apart
from cli.words_peer import BLAME, PROVEN, WAITING

FILE: Words = {
    "file": N_("The file is no transcript, or it is damaged."),
    "version": N_("The game, the rules or the protocol of the transcript are not known to this version."),
    "genesis": N_("What the players are said to have agreed on is not a possible game."),
    "order": N_("The events do not stand in the order in which they must have happened."),
    "missing": N_("Events are missing in the middle."),
    "evidence": N_("The file accuses a player and does not show anything against them."),
    "shape": N_("An event has no meaning in this game."),
    "deal": N_("The deal does not follow from what the players revealed."),
    "rule": N_("A move was against the rules."),
}
"""What is wrong with a transcript where no seat is to blame."""

FAIR_OPEN = N_(
    "The game is complete and fair: every deal was made again from what all players revealed, "
    "and every move was legal."
)
FAIR_SEALED = N_(
    "The game is complete and fair: every signature, proof and move holds. The hands stayed closed."
)
LIMITS = N_(
    "What no check can show: talk across the table, a second screen, a photograph, "
    "or two players who told each other their cards."
)


def sentence(verdict: Any) -> str:
    """The verdict in one sentence."""
    if verdict.outcome == "fair":
        return _(FAIR_OPEN) if verdict.opened else _(FAIR_SEALED)
    if verdict.outcome == "incomplete":
        return _("The game is not complete. All that is there holds.")
    return _("Refused: {why}").format(why=why(verdict))


def lines(verdict: Any) -> list[str]:
    """The verdict for a person: the sentence, what stands behind it, and what no check can show."""
    players = [shown(name) for name in told_apart(verdict.players)]
    told = [sentence(verdict)]
    if verdict.step is not None and verdict.outcome == "refused":
        told.append(_("First bad step: {step}").format(step=verdict.step))
    if verdict.players:
        told.append(_("Players: {names}").format(names=listed(players)))
    if verdict.digest:
        told.append(
            _("Signed events: {events}, deals: {deals}, digest: {digest}").format(
                events=verdict.events, deals=verdict.deals, digest=verdict.digest[:16]
            )
        )
    if verdict.waiting:
        names = [players[seat] for seat in verdict.waiting]
        told.append(_("It waits for: {names}").format(names=listed(names)))
    if verdict.totals and verdict.outcome != "refused":
        told.append(_("Points: {points}").format(points=_score(verdict)))
    if verdict.winners:
        names = [players[seat] for seat in verdict.winners]
        told.append(_("Won by: {names}").format(names=listed(names)))
    if verdict.outcome != "refused":
        told.append(_(LIMITS))
    return told


def why(verdict: Any) -> str:
    """Why a transcript is refused: who did what, or what is wrong with the file."""
    if verdict.seat is None or verdict.seat >= len(verdict.players) or verdict.code not in BLAME:
        return say(FILE, verdict.code)
    return blame(verdict.code, verdict.detail, told_apart(verdict.players)[verdict.seat])


def blame(code: str, detail: str, name: str) -> str:
    """Who broke the game, and how."""
    words = RULES if code == "rule" else PROVEN if detail in PROVEN else WAITING
    return say(BLAME, code, name=name, what=say(words, detail))


def _score(verdict: Any) -> str:
    """A number for each player; those who play for no score are left out."""
    pairs = zip(told_apart(verdict.players), verdict.totals, strict=True)
    return listed([f"{shown(name)} {total}" for name, total in pairs if total is not None])
