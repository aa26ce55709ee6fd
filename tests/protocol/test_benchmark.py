"""What is measured is a whole deal, a claim and a played card that hold."""

import pytest

from protocol import benchmark
from protocol.benchmark import time_claim, time_deal, time_play_card
from protocol.context import Context
from protocol.errors import BadProof


def test_the_benchmarks_run() -> None:
    """Small ones give positive seconds."""
    claim, play = time_claim(cards=2, repeats=1), time_play_card(repeats=1)
    times = [time_deal(cards=5, seats=3, repeats=1), claim.prove, claim.check, play.prove, play.check]
    assert all(seconds > 0 for seconds in times)


@pytest.mark.parametrize("name", ["check_key", "check_shuffle", "check_shares"])
def test_the_deal_is_measured_with_every_check_of_every_seat(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each seat's keys, shuffle and shares are checked once by each of the others."""
    calls: list[Context] = []
    real = getattr(benchmark, name)

    def counted(ctx: Context, *rest: object) -> None:
        calls.append(ctx)
        real(ctx, *rest)

    monkeypatch.setattr(benchmark, name, counted)
    time_deal(cards=4, seats=3, repeats=1)
    assert len(calls) == 6
    assert {calls.count(ctx) for ctx in calls} == {2}


def test_a_false_proof_would_stop_the_measurement(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is measured that does not hold."""
    monkeypatch.setattr(benchmark, "shuffle", lambda X, deck, order, r: tuple(deck))
    with pytest.raises(BadProof):
        time_deal(cards=4, seats=2, repeats=1)
