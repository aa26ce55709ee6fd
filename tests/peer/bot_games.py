"""Whole games in which each seat is played by a function, without network or cryptography."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from engines.simulate import answer, reply
from engines.table import Options, Rules, choices, pending, settle_options, then
from engines.vocabulary import JointRequest, Open
from peer.bots import Bot


def at_random(view: Mapping[str, Any], rng: Random) -> int:
    """The weakest bot: any legal choice."""
    return rng.randrange(len(view["ask"]["choices"]))


def scores(rules: Rules, options: Options, bots: Sequence[Bot], rng: Random) -> tuple[int, ...]:
    """Play one game, a bot in each seat that sees its own view alone, and give the totals."""
    s = rules.start(len(bots), settle_options(rules, len(bots), options))
    faces: dict[int, int] = {}
    own: list[dict[int, int]] = [{} for _ in bots]
    while requests := pending(rules, s):
        request = requests[0]
        if isinstance(request, JointRequest | Open):
            fact = reply(rules, request, s, faces, rng)
        else:
            seat = request.seat
            known = {slot: faces[slot] for slot in s.hands[seat] if slot in faces} | own[seat]
            legal = choices(rules, s, seat, known)
            at = bots[seat](rules.view(s, seat, known), rng)
            assert 0 <= at < len(legal)
            sealed = dict(faces)
            fact = answer(rules, s, request, legal[at], sealed)
            own[seat] |= {slot: face for slot, face in sealed.items() if slot not in faces}
            faces.update(sealed)
        s = then(rules, s, fact)
    return rules.totals(s)
