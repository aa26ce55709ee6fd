"""The question in a view: what its seat has to answer, what it may answer, and why not something else."""

from collections.abc import Iterable
from typing import Any

from engines.table import Rules, State, choices, pending, reason
from engines.vocabulary import Choice, Choose, Faces, Give, Mix, Play, Seal, Seat, Show

_WORDS: dict[type, str] = {
    Give: "give",
    Mix: "mix",
    Seal: "seal",
    Play: "play",
    Show: "show",
    Choose: "choose",
}
"""What somebody may have to decide. To open what was sealed is no decision."""


def asked(
    rules: Rules, s: State, seat: Seat | None, faces: Faces, what: str, thinkable: Iterable[Choice] = ()
) -> dict[str, Any] | None:
    """`request`, `what`, `choices` in the order of the rules, and `refused`: of the thinkable choices those
    that the rules do not leave, each with its rule. None if the seat has nothing to decide.
    """
    request = next((r for r in pending(rules, s) if getattr(r, "seat", None) == seat), None)
    if seat is None or type(request) not in _WORDS:
        return None
    offered = choices(rules, s, seat, faces)
    return {
        "request": _WORDS[type(request)],
        "what": what,
        "choices": [_plain(choice) for choice in offered],
        "refused": [
            {"choice": _plain(choice), "rule": reason(rules, s, seat, faces, choice)}
            for choice in thinkable
            if choice not in offered
        ],
    }


def _plain(choice: Choice) -> Any:
    """As JSON has it."""
    return list(choice) if isinstance(choice, tuple) else choice
