"""Lies about the throw and the guesses of Dice Watching."""

from secrets import token_bytes

from engines.dice_watching_state import guess_slot
from protocol import payloads as said
from protocol.commitments import commit
from tests.peer.false_answers import better_contribution, request, state
from tests.peer.liars import AT_OPENING, Liar, Lies, Told, answer, changed
from tests.peer.recorded_game import Scene

LIES = Lies("dice-watching")


# the throw


@LIES.lie(answer(said.Choose), "turn", "nothing", by_another=True)
def throw_by_another(liar: Liar) -> Told:
    """Throws the dice without being the referee."""
    return liar.says(said.Choose("throw"))


@LIES.lie(answer(said.Choose), "rule", "turn")
def throw_of_its_choice(liar: Liar) -> Told:
    """Says, as the referee, how the dice fall."""
    return liar.says(said.Choose((6,) * 10))


@LIES.lie(answer(said.CoinCommit, referee=lambda s: s.seat == s.state.referee), "turn", "coin")
def thrown_twice(liar: Liar) -> Told:
    """Throws the dice again before they have landed."""
    return liar.says(said.Choose("throw"))


@LIES.lie(answer(said.CoinReveal), "opening", "coin-open", patient=True)
def dice_thrown_again(liar: Liar) -> Told:
    """Having seen what all others contribute, shows a number with which there are many sixes."""
    return liar.says(better_contribution(liar, lambda numbers: numbers[:10].count(5) > 4))


@LIES.lie(answer(said.CoinReveal), "opening", "coin-open", patient=True)
def dice_moved(liar: Liar) -> Told:
    """Having seen what all others contribute, shows a number with which a die lies in the first corner."""
    return liar.says(better_contribution(liar, lambda numbers: numbers[10] == 0))


# guesses


def last(scene: Scene) -> bool:
    """Of the player after whom the referee sits."""
    return scene.seat == scene.step.requests[-1].seat  # type: ignore[union-attr]


@LIES.lie(answer(said.Seal, last=last), "turn", "nothing", by_another=True)
def guess_of_the_referee(liar: Liar) -> Told:
    """Seals a guess as the referee, who has none."""
    assert liar.seat == state(liar).referee
    return liar.says(said.Seal(commit(liar.context, "seal", bytes(32), (6).to_bytes(4, "big"))))


@LIES.lie(answer(said.Open, last=last), "turn", "nothing", by_another=True)
def guess_opened_by_the_referee(liar: Liar) -> Told:
    """Opens a guess as the referee, who has none."""
    return liar.says(said.Open((said.Opening(bytes(32), 6),)))


@LIES.lie(answer(said.Seal), "turn", "seal")
def guess_opened_before_all_have_sealed(liar: Liar) -> Told:
    """Opens a guess where it should seal one."""
    return liar.says(said.Open((said.Opening(bytes(32), 3),)))


@LIES.lie(answer(said.Seal), "equivocation", "")
def guess_opened_while_others_seal(liar: Liar) -> Told:
    """Seals its guess, and opens it at once, so that others might see it before they seal theirs."""
    event = liar.event()
    nonce = liar.own._nonce("seal", liar.position.number)
    early = liar.event(said.Open((said.Opening(nonce, liar.own.sealed[request(liar).slot]),)))
    return liar.send(event, early) + liar.table.go_on(event, liar.honest) + liar.table.stop()


@LIES.lie(answer(said.Seal), "equivocation", "")
def guess_sealed_again(liar: Liar) -> Told:
    """Seals a guess, and then another one, to everybody."""
    if liar.position.number != liar.scene.number:
        return None
    event = liar.event()
    second = liar.event(said.Seal(commit(liar.context, "seal", bytes(32), (6).to_bytes(4, "big"))))
    return liar.send(event, second) + liar.table.go_on(event, liar.honest) + liar.table.stop()


@LIES.lie(answer(said.Open), "opening", "open", AT_OPENING, patient=True)
def guess_changed(liar: Liar) -> Told:
    """Having seen the others' guesses, opens its own as another face."""
    (opening,) = liar.honest.openings
    return liar.says(said.Open((changed(opening, value=opening.value % 6 + 1),)))


@LIES.lie(answer(said.Open), "opening", "open", AT_OPENING)
def guess_opened_with_another_nonce(liar: Liar) -> Told:
    """Opens its guess with a nonce that does not fit."""
    (opening,) = liar.honest.openings
    return liar.says(said.Open((changed(opening, nonce=token_bytes(32)),)))


@LIES.lie(answer(said.Open), "shape", "open", AT_OPENING)
def two_guesses_opened(liar: Liar) -> Told:
    """Opens two guesses, to have the better one."""
    return liar.says(said.Open(liar.honest.openings * 2))


@LIES.lie(answer(said.Open), "opening", "open", AT_OPENING, patient=True)
def guess_of_another(liar: Liar) -> Told:
    """Opens the guess of another player in the place of its own."""
    (other,) = [seat for seat in liar.others if seat in liar.position.said]
    return liar.says(liar.said_now(other))


@LIES.lie(answer(said.Seal), "opening", "open", AT_OPENING, patient=True)
def copied_seal(liar: Liar) -> Told:
    """Seals the same bytes as another player, and opens them as that player does."""
    (other,) = [seat for seat in liar.others if seat in liar.position.said]
    if isinstance(liar.honest, said.Seal):
        return liar.goes_on(said.Seal(liar.said_now(other).commitment))
    return liar.says(liar.said_now(other)) if isinstance(liar.honest, said.Open) else None


@LIES.lie(answer(said.Seal, later=lambda s: s.state.stage == 1), "opening", "open", AT_OPENING)
def seal_of_an_earlier_stage(liar: Liar) -> Told:
    """Seals the bytes of its guess of the stage before, and opens them as it did then."""
    position = liar.position
    slot = guess_slot(state(liar), liar.seat) - state(liar).seats
    before = position.seals[slot]
    if isinstance(liar.honest, said.Seal):
        return liar.goes_on(said.Seal(before.commitment))
    return liar.says(said.Open((liar.own._opening(position, slot),)))


@LIES.lie(answer(said.Seal), "opening", "open", AT_OPENING)
def seal_of_nothing(liar: Liar) -> Told:
    """Seals random bytes, to decide when the others have opened."""
    return liar.goes_on(said.Seal(token_bytes(32))) if isinstance(liar.honest, said.Seal) else None


@LIES.lie(answer(said.Seal), "rule", "range", AT_OPENING)
def guess_of_no_face(liar: Liar) -> Told:
    """Guesses a face that no die has."""
    if not isinstance(liar.honest, said.Seal):
        return None
    liar.own.sealed[request(liar).slot] = 7
    nonce = liar.own._nonce("seal", liar.position.number)
    return liar.goes_on(said.Seal(commit(liar.context, "seal", nonce, (7).to_bytes(4, "big"))))
