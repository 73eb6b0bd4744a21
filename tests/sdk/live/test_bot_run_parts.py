"""The parts of a run: its clock, how it asks, what it accepts, what it reports."""

from __future__ import annotations

import asyncio
import io
import re
import time
from dataclasses import fields, replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest
from citadels_sdk import Accepts, errors
from citadels_sdk.client.model_base import BankClock, CorrespondenceClock, DecisionClock, NoClock
from citadels_sdk.client.models import Decision
from citadels_sdk.live import bot_run, retry, runner, table_text
from citadels_sdk.live.bot_run import RunReport
from citadels_sdk.live.run_report import Fault, Voice
from citadels_sdk.live.seat_search import why_not
from citadels_sdk.live.server_clock import ServerClock
from citadels_sdk.live.table_loop import Sitting
from citadels_sdk.local.bot_loader import resolve

from tests.support.modules import replace_in

if TYPE_CHECKING:
    from citadels_sdk.client.model_base import Clock

FAULT = Fault("game_1", 0, 3, "turn", "bot_raised", "it raised ValueError: no")


def test_the_time_of_the_service_is_known_within_the_journey_of_an_answer() -> None:
    seen = ServerClock()
    seen.heard(100_000, sent=10.0, received=10.4)
    assert seen.ours(105_000, now=10.4) == pytest.approx(15.0)
    seen.heard(101_000, sent=11.1, received=11.2)
    assert seen.ours(105_000, now=11.2) == pytest.approx(15.1, abs=0.001)
    seen.heard(102_000, sent=12.0, received=14.0)
    assert seen.ours(105_000, now=14.0) == pytest.approx(15.1, abs=0.001)


def test_what_is_known_of_the_time_is_trusted_less_as_it_ages() -> None:
    """In an hour two clocks may go 0.72 s apart: a deadline may be so much earlier."""
    seen = ServerClock()
    assert seen.ours(105_000, now=10.4) is None
    seen.heard(100_000, sent=10.0, received=10.4)
    assert seen.ours(4_000_000, now=3610.4) == pytest.approx(3910.0 - 0.72)
    seen.heard(3_700_000, sent=3610.0, received=3610.6)  # within what is known: only as tight as this one is
    assert seen.ours(4_000_000, now=3610.6) == pytest.approx(3910.0)
    seen.heard(3_701_000, sent=3611.5, received=3611.6)
    assert seen.ours(4_000_000, now=3611.6) == pytest.approx(3910.5, abs=0.001)


def test_an_answer_within_what_the_drift_allows_is_no_clock_that_was_set() -> None:
    seen = ServerClock()
    seen.heard(100_000, sent=10.0, received=10.4)
    seen.heard(
        3_700_000, sent=3609.0, received=3610.5
    )  # at least 89.5 s ahead; known are 90 at most, and 0.72 for the hour
    assert seen.ours(4_000_000, now=3610.5) == pytest.approx(3910.0 - 0.72, abs=0.001)


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

    assert asyncio.run(retry.sure(ask, again=0.01)) == 2


def test_no_more_than_three_copies_are_under_way_and_the_others_end_with_the_first_answer() -> None:
    begun, ended = 0, 0

    async def ask() -> int:
        nonlocal begun, ended
        begun += 1
        mine = begun
        try:
            await (asyncio.sleep(0.1) if mine == 2 else asyncio.Event().wait())
        finally:
            ended += 1
        return mine

    assert asyncio.run(asyncio.wait_for(retry.sure(ask, again=0.005), 30)) == 2
    assert (begun, ended) == (3, 3)


def test_without_a_hurry_a_silent_request_is_not_doubled() -> None:
    calls = 0

    async def ask() -> None:
        nonlocal calls
        calls += 1
        await asyncio.sleep(0.02)

    asyncio.run(retry.sure(ask))
    assert calls == 1


def test_what_cannot_be_read_is_asked_for_five_times_and_no_more() -> None:
    calls = 0

    async def ask() -> None:
        nonlocal calls
        calls += 1
        raise errors.Misread("what is this", retry_after=0.0)

    with pytest.raises(errors.Misread):
        asyncio.run(retry.sure(ask))
    assert calls == 5


def test_a_pause_is_as_told_or_grows_up_to_three_seconds() -> None:
    assert retry.pause_after(9, errors.TooMany("wait", retry_after=7.5)) == 7.5
    lost = errors.Unreachable("nobody")
    for attempt, most in ((1, 0.2), (2, 0.4), (3, 0.8), (5, 3.0), (99, 3.0)):
        drawn = {retry.pause_after(attempt, lost) for _ in range(50)}
        assert len(drawn) > 40
        assert most / 2 <= min(drawn) <= max(drawn) <= most


def test_what_is_not_definite_is_asked_again() -> None:
    outcomes: list[Exception | str] = [
        errors.Unreachable("nobody"), errors.UnknownOutcome("lost"), errors.TooMany("wait", retry_after=0.0), "done",
    ]  # fmt: skip

    async def ask() -> str:
        one = outcomes.pop(0)
        if isinstance(one, Exception):
            raise one
        return one

    assert asyncio.run(retry.sure(ask)) == "done"
    with pytest.raises(errors.Conflict):
        asyncio.run(retry.sure(lambda: refuse(errors.Conflict("moved on"))))


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
    assert bot_run.clock_for(accepts) == chosen


@pytest.mark.parametrize(
    ("accepts", "clock", "rated", "why"),
    [
        (Accepts(rated=False), NoClock(), True, "rated games"),
        (Accepts(rated=True), NoClock(), True, None),
        (Accepts(least_ms=9_000), BankClock(bank_ms=8_999), False, "with less than 9000 ms"),
        (Accepts(least_ms=9_000), BankClock(bank_ms=9_000, limit_ms=500), False, None),
        (Accepts(least_ms=86_400_001), CorrespondenceClock(days=1), False, "with less than 86400001 ms"),
        (Accepts(least_ms=9_000), NoClock(), False, None),
    ],
)
def test_a_time_or_a_rating_that_a_bot_does_not_accept_is_named(
    accepts: Accepts, clock: Clock, rated: bool, why: str | None
) -> None:
    assert why_not(accepts, edition="modern", players=4, clock=clock, rated=rated) == why


def wish(**given: Any) -> bot_run.Wish:
    """What is asked for of a run, where it is not the default."""
    names = [one.name for one in fields(bot_run.Wish)]
    rest: dict[str, Any] = dict.fromkeys(names)
    return bot_run.Wish(**{**rest, "seek": "house", "fill": "greedy", "resume": True, "tell": "quiet", **given})


def test_a_run_plays_what_the_bot_accepts_unless_it_is_told() -> None:
    plan = wish().plan(Accepts())
    assert (plan.seek, plan.games, plan.tables, plan.edition, plan.players, plan.rated) == (
        "house", 1, Accepts().tables, "modern", 4, False,
    )  # fmt: skip
    narrow = Accepts(editions=("classic",), players=(6, 7), tables=3, rated=True)
    plan = wish(seek="others").plan(narrow)
    assert (plan.games, plan.tables, plan.edition, plan.players, plan.rated) == (None, 3, "classic", 6, True)
    plan = wish(seek="others", games=5, tables=2, players=7).plan(narrow)
    assert (plan.games, plan.tables, plan.players) == (5, 2, 7)


def test_a_table_or_a_tournament_that_is_named_is_what_is_sought() -> None:
    plan = wish(table="game_1").plan(Accepts(players=(2,), tables=3))
    assert (plan.seek, plan.table, plan.games, plan.tables) == ("table", "game_1", None, 3)
    plan = wish(tournament="tour_1").plan(Accepts(tables=3))
    assert (plan.seek, plan.tournament, plan.games, plan.tables) == ("tournament", "tour_1", None, 16)
    assert wish(tournament="tour_1", tables=2).plan(Accepts()).tables == 2
    with pytest.raises(ValueError, match="leave out the table"):
        wish(table="game_1", tournament="tour_1").plan(Accepts())


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"tables": 0}, "tables: 0 is none"),
        ({"games": 0}, "games: 0 is none"),
        ({"time_limit": 0.0}, "time_limit: 0.0 is no time to think"),
        ({"time_limit": float("nan")}, "time_limit: nan is no time to think"),
        ({"players": 5}, "the bot does not play games of 5: see its `accepts`"),
        ({"players": 5, "seek": "others"}, "the bot does not play games of 5: see its `accepts`"),
        ({"rated": True}, "the bot does not play rated games"),
    ],
)
def test_what_makes_no_sense_is_refused_before_anything_is_asked_for(given: dict[str, Any], said: str) -> None:
    accepts = Accepts(players=(4,), rated=False)
    with pytest.raises(ValueError, match=re.escape(said)):
        wish(**given).plan(accepts)
    assert wish(seek="invitations", time_limit=0.001).plan(accepts).time_limit == 0.001


@pytest.mark.parametrize(
    ("clock", "words", "hurried"),
    [
        (DecisionClock(limit_ms=500), "0.5 s a decision", True),
        (DecisionClock(limit_ms=60_000), "60 s a decision", True),
        (DecisionClock(limit_ms=60_001), "60.001 s a decision", False),
        (BankClock(bank_ms=3_600_000), "3600 s a game", True),
        (CorrespondenceClock(days=1), "1 day a decision", False),
        (CorrespondenceClock(days=3), "3 days a decision", False),
        (NoClock(), "no clock", False),
    ],
)
def test_a_clock_is_told_in_words_and_a_short_one_is_hurried(clock: Clock, words: str, hurried: bool) -> None:
    assert (table_text.clock_in_words(clock), table_text.hurried(clock)) == (words, hurried)


@pytest.mark.parametrize(
    ("round_trip", "whole", "margin"), [(0.0, 30, 1.0), (0.5, 30, 2.0), (0.5, 4, 1.0), (9, 2, 0.5)]
)
def test_an_answer_is_sent_four_journeys_before_its_deadline_but_three_quarters_are_for_thinking(
    round_trip: float, whole: float, margin: float
) -> None:
    sitting = SimpleNamespace(round_trip=round_trip)
    assert Sitting._margin(cast("Sitting", sitting), whole) == margin


@pytest.mark.parametrize(
    ("limit", "clock", "seconds"), [(None, None, 9.5), (None, 12.0, 11.5), (3.0, 12.0, 3.0), (20.0, 12.0, 11.5)]
)
def test_a_bot_may_think_up_to_the_margin_by_the_clock_of_the_service_and_no_longer_than_its_own_limit(
    limit: float | None, clock: float | None, seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace_in(monkeypatch, "citadels_sdk.live.table_loop", time, monotonic=lambda: 100.0)
    runner = SimpleNamespace(
        plan=SimpleNamespace(time_limit=limit),
        clock=SimpleNamespace(ours=lambda at, now: None if clock is None else now + clock),
    )
    sitting = cast("Sitting", SimpleNamespace(runner=runner, _margin=lambda whole: whole / 20))
    decision = Decision(seat=0, kind="turn", n=1, asked=50_000, deadline=60_000)
    assert Sitting._seconds(sitting, decision) == seconds
    untimed = Decision(seat=0, kind="turn", n=1, asked=50_000, deadline=None)
    assert Sitting._seconds(sitting, untimed) == limit


@pytest.mark.parametrize(
    ("fails", "played", "failed"), [(0, 1, False), (2, 1, False), (3, 0, True)], ids=["never", "twice", "always"]
)
def test_a_table_that_fails_for_a_reason_of_the_toolkit_is_begun_again_twice(
    fails: int, played: int, failed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[bool] = []

    class Failing:
        def __init__(self, _run: object, table: Any, seat: int, *, resumed: bool) -> None:
            self.table, self.seat, self.resumed, self.mind = table, seat, resumed, None

        async def play(self) -> bot_run.Played:
            begun.append(self.resumed)
            if len(begun) <= fails:
                raise ZeroDivisionError("in the toolkit")
            return bot_run.Played("game_1", "", 0, 4, 1, 20)

    async def at_once(_seconds: float) -> None:
        pass

    async def go() -> runner.Runner:
        plan = wish(seek="others").plan(Accepts())
        entrant = resolve("greedy")
        run = runner.Runner(
            cast("Any", SimpleNamespace(url="http://host")), entrant, plan, account="acct_1", accepts=Accepts(), voice=Voice("quiet"), chance="c",
        )  # fmt: skip
        run.take(cast("Any", SimpleNamespace(id="game_1", your_seat=None, status="running")))
        run.take(cast("Any", SimpleNamespace(id="game_1", your_seat=1, status="over")))
        assert (run.sittings, run.count) == ({}, 0)
        table = cast("Any", SimpleNamespace(id="game_1", your_seat=1, status="running"))
        run.take(table)
        run.take(table)
        assert run.count == 1
        await asyncio.gather(*run._tasks)
        return run

    monkeypatch.setattr(runner, "Sitting", Failing)
    replace_in(monkeypatch, "citadels_sdk.live.runner", asyncio, sleep=at_once)
    run = asyncio.run(go())
    assert begun == [False, True, True][: fails + 1]
    assert (len(run.played), run._fatal is not None, run.sittings) == (played, failed, {})


@pytest.mark.parametrize(
    ("error", "fatal"),
    [(errors.NotSignedIn("who?"), True), (errors.Misread("what?"), True), (errors.NotAllowed("not you"), False)],
)
def test_a_refusal_gives_up_one_table_and_what_concerns_all_ends_the_run(
    error: errors.ServiceError, fatal: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Refusing:
        def __init__(self, _run: object, table: Any, seat: int, *, resumed: bool) -> None:
            self.table, self.mind = table, None

        async def play(self) -> None:
            raise error

    async def go() -> runner.Runner:
        run = runner.Runner(
            cast("Any", SimpleNamespace()), resolve("greedy"), wish(seek="others").plan(Accepts()), account="acct_1", accepts=Accepts(),
            voice=Voice("quiet"), chance="c",
        )  # fmt: skip
        table = cast("Any", SimpleNamespace(id="game_1", your_seat=1, status="running"))
        run.take(table)
        await asyncio.gather(*run._tasks)
        run.take(table)  # it was passed over for good
        assert run.sittings == {}
        return run

    monkeypatch.setattr(runner, "Sitting", Refusing)
    run = asyncio.run(go())
    assert (run._fatal is error, run.failed, run.given_up) == (fatal, not fatal, [] if fatal else ["game_1"])


def test_a_report_is_told_in_a_sentence() -> None:
    out = io.StringIO()
    voice = Voice("lines", out)
    played = bot_run.Played("game_1", "http://x/v1/tables/game_1", 0, 4, 2, 20)
    voice.ended(played)
    voice.summary(RunReport((played,), ("game_2",)))
    broken = bot_run.Played("game_3", "", 0, 4, None, None)
    whole = RunReport((played, broken, replace(played, place=1, score=31)), (), faults=(FAULT, FAULT))
    assert str(whole) == "3 games: 1st once, 2nd once; 25.5 points in the mean; 1 broken off; the bot failed twice"
    assert out.getvalue().splitlines() == [
        "ended   game_1  2nd of 4 with 20 points  http://x/v1/tables/game_1",
        "1 game: 2nd once; 20.0 points in the mean; 1 still running: game_2",
    ]
