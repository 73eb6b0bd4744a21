"""The parts of a run: its clock, how it asks, what it accepts, what it reports."""

from __future__ import annotations

import asyncio
import io

import pytest
from citadels_sdk import Accepts, errors
from citadels_sdk.live import run_asking, running
from citadels_sdk.live.models import BankClock, CorrespondenceClock, DecisionClock, NoClock
from citadels_sdk.live.run_clock import ServerClock
from citadels_sdk.live.run_telling import Voice
from citadels_sdk.live.running import RunReport
from citadels_sdk.live.seating import why_not


def test_the_time_of_the_service_is_known_within_the_journey_of_an_answer() -> None:
    seen = ServerClock()
    seen.heard(100_000, sent=10.0, received=10.4)
    assert seen.ours(105_000, now=10.4) == pytest.approx(15.0)
    seen.heard(101_000, sent=11.1, received=11.2)
    assert seen.ours(105_000, now=11.2) == pytest.approx(15.1, abs=0.001)
    seen.heard(102_000, sent=12.0, received=14.0)
    assert seen.ours(105_000, now=14.0) == pytest.approx(15.1, abs=0.001)


@pytest.mark.parametrize("by", [-100.0, 100.0])
def test_a_clock_that_was_set_is_believed_anew(by: float) -> None:
    seen = ServerClock()
    seen.heard(100_000, sent=10.0, received=10.1)
    seen.heard(round(1000 * (101 + by)), sent=11.0, received=11.1)
    assert seen.ours(round(1000 * (105 + by)), now=11.1) == pytest.approx(15.0)


def test_a_request_that_is_silent_is_doubled_and_the_first_answer_counts() -> None:
    calls = 0

    async def ask() -> int:
        nonlocal calls
        calls += 1
        mine = calls
        await asyncio.sleep(30 if mine == 1 else 0)
        return mine

    assert asyncio.run(run_asking.sure(ask, again=0.01)) == 2


def test_what_is_not_definite_is_asked_again() -> None:
    outcomes: list[Exception | str] = [
        errors.Unreachable("nobody"), errors.UnknownOutcome("lost"), errors.TooMany("wait", retry_after=0.0), "done",
    ]  # fmt: skip

    async def ask() -> str:
        one = outcomes.pop(0)
        if isinstance(one, Exception):
            raise one
        return one

    assert asyncio.run(run_asking.sure(ask)) == "done"
    with pytest.raises(errors.Conflict):
        asyncio.run(run_asking.sure(lambda: refuse(errors.Conflict("moved on"))))


async def refuse(error: Exception) -> None:
    raise error


@pytest.mark.parametrize(
    ("accepts", "why"),
    [
        (Accepts(), None),
        (Accepts(editions=("classic",)), "the modern edition"),
        (Accepts(players=(2,)), "games of 4"),
        (Accepts(clocks=("none",)), "with a clock of the kind decision"),
        (Accepts(least_ms=30_001), "with less than 30001 ms"),
        (Accepts(least_ms=30_000), None),
        (Accepts(rated=True), "games that are not rated"),
        (Accepts(rated=False), None),
    ],
)
def test_why_a_game_is_not_accepted(accepts: Accepts, why: str | None) -> None:
    assert why_not(accepts, edition="modern", players=4, clock=DecisionClock(limit_ms=30_000), rated=False) == why


@pytest.mark.parametrize(
    ("accepts", "chosen"),
    [
        (Accepts(), DecisionClock(limit_ms=30_000)),
        (Accepts(least_ms=60_000), DecisionClock(limit_ms=60_000)),
        (Accepts(clocks=("bank",)), BankClock(bank_ms=600_000, increment_ms=2_000)),
        (Accepts(clocks=("correspondence",)), CorrespondenceClock(days=1)),
        (Accepts(clocks=("none",)), NoClock()),
    ],
)
def test_a_clock_is_looked_for_that_the_bot_accepts(accepts: Accepts, chosen: object) -> None:
    assert running.clock_for(accepts) == chosen


def test_a_report_is_told_in_a_sentence() -> None:
    out = io.StringIO()
    voice = Voice("lines", out)
    played = running.Played("game_1", "http://x/v1/tables/game_1", 0, 4, 2, 20)
    voice.ended(played)
    voice.summary(RunReport((played,), ("game_2",)))
    assert out.getvalue().splitlines() == [
        "ended   game_1  2nd of 4 with 20 points  http://x/v1/tables/game_1",
        "1 game: 2nd once; 20.0 points in the mean; 1 still running: game_2",
    ]
