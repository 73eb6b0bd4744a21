"""A bot's seat at a table: how long it may think, what is sent, and what comes of each answer of the service."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from types import SimpleNamespace
from typing import Any

import pytest
from citadels_sdk import View, errors
from citadels_sdk.bot import harmless
from citadels_sdk.client.model_base import BankClock, DecisionClock, NoClock
from citadels_sdk.live import table_loop as module
from citadels_sdk.live.table_loop import IN_A_ROW, Sitting

from tests.support.decisions import decisions
from tests.support.modules import replace_in

RAW = next(one for one in decisions() if one.decision and one.decision.kind == "turn" and len(one.actions) > 2)
NOW = 1000.0


class Runner:
    """As much of a run as a seat needs."""

    def __init__(self, *answers: Any, limit: float | None = None) -> None:
        self.answers = deque(answers)
        self.sent: list[tuple[Any, ...]] = []
        self.plan = SimpleNamespace(time_limit=limit, faults=None)
        self.clock = SimpleNamespace(
            ours=lambda at, _now: None if at is None else at / 1000, heard=lambda *_, **__: None
        )
        self.entrant = SimpleNamespace(name="mine", source=None)
        self.notes: list[str] = []
        self.told: list[Any] = []
        self.voice = SimpleNamespace(note=self.notes.append, fault=lambda *told: self.told.append(told))
        self.failing: list[str] = []
        self.client = self
        self.link = lambda table: f"http://host/table/{table}"
        self.fails = self.failing.append

    async def submit_actions(self, table: str, n: int, text: str, *, key: str) -> Any:
        self.sent.append((table, n, text, key))
        found = self.answers.popleft()
        if isinstance(found, Exception):
            raise found
        return found

    async def join_table(self, table: str) -> Any:
        return await self.submit_actions(table, 0, "join", key="")


def sitting(runner: Runner, clock: Any = None) -> Sitting:
    table: Any = SimpleNamespace(id="game_1", status="running", players=4, clock=clock or NoClock(kind="none"))
    return Sitting(runner, table, RAW.own.seat if RAW.own else 0, resumed=False)  # type: ignore[arg-type]  # as much of a run as is asked


def decision(n: int = 7, *, asked: int = 990_000, deadline: int | None = None) -> Any:
    return SimpleNamespace(n=n, asked=asked, deadline=deadline, kind="turn", seat=0, actions=())


def view() -> View:
    assert RAW.own is not None
    return View.read(RAW.to_json(), RAW.own.seat, [action.text for action in RAW.actions], [])


@pytest.fixture(autouse=True)
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that stands at `NOW`, and answers that come at once and once."""

    async def sure(ask: Any, *, again: float | None = None) -> Any:
        return await ask()

    monkeypatch.setattr(module, "sure", sure)
    replace_in(monkeypatch, "citadels_sdk.live.table_loop", time, monotonic=lambda: NOW)


@pytest.mark.parametrize(
    ("deadline", "limit", "round_trip", "found"),
    [
        (None, None, 0.0, None),
        (None, 3.0, 0.0, 3.0),
        (1_010_000, None, 0.0, 9.0),
        (1_010_000, 3.0, 0.0, 3.0),
        (1_010_000, None, 0.5, 8.0),
        (1_010_000, None, 9.0, 5.0),
        (992_000, None, 0.0, -8.5),
    ],
)
def test_a_bot_may_think_up_to_a_margin_before_the_deadline(
    deadline: int | None, limit: float | None, round_trip: float, found: float | None
) -> None:
    """A second, or four round trips, or a quarter of the time: 20 s are given here, and 10 are left."""
    seat = sitting(Runner(limit=limit))
    seat.round_trip = round_trip
    assert seat._seconds(decision(deadline=deadline)) == found


def test_without_a_clock_of_the_service_the_whole_time_counts() -> None:
    runner = Runner()
    runner.clock.ours = lambda *_: None
    assert sitting(runner)._seconds(decision(deadline=1_010_000)) == 19.0


@pytest.mark.parametrize(
    ("deadline", "seconds", "limit", "late"),
    [
        (None, 1.0, None, False), (1_010_000, None, None, False), (1_010_000, 9.0, None, True), (1_010_000, 9.5, None, False), (1_010_000, 9.6, None, False),
        (1_010_000, 3.0, 3.0, False), (1_010_000, 3.0, 4.0, True),
    ],
)  # fmt: skip
def test_it_is_late_where_most_of_the_time_was_gone_before(
    deadline: int | None, seconds: float | None, limit: float | None, late: bool
) -> None:
    """Of 20 s, less the margin of one, half is 9.5 s; what the run itself takes is no delay."""
    assert sitting(Runner(limit=limit))._late(decision(deadline=deadline), seconds) is late


@pytest.mark.parametrize(
    ("clock", "deadline", "ours", "found"),
    [
        (NoClock(kind="none"), None, 0.0, None),
        (DecisionClock(kind="decision", limit_ms=30_000), 1_016_000, 1016.0, 2.0),
        (DecisionClock(kind="decision", limit_ms=30_000), 1_008_000, 1008.0, 1.0),
        (DecisionClock(kind="decision", limit_ms=30_000), 1_001_000, 1001.0, 0.5),
        (DecisionClock(kind="decision", limit_ms=30_000), 1_001_000, None, 0.5),
    ],
)
def test_a_silent_request_is_doubled_sooner_the_less_time_is_left(
    clock: Any, deadline: int | None, ours: float | None, found: float | None
) -> None:
    runner = Runner()
    runner.clock.ours = lambda *_: ours
    assert sitting(runner, clock)._again(decision(deadline=deadline)) == found


def test_what_is_no_decision_is_doubled_where_the_table_is_in_a_hurry() -> None:
    assert sitting(Runner(), NoClock(kind="none"))._again(None) is None
    assert sitting(Runner(), BankClock(kind="bank", bank_ms=60_000, increment_ms=0))._again(None) == 1.5


def committed(n: int = 8, *, replayed: bool = False) -> Any:
    position: Any = SimpleNamespace(number=50, decision=decision(n), status="running", told={})
    return SimpleNamespace(events=(), position=position, replayed=replayed)


def send(runner: Runner, seat: Sitting | None = None) -> Sitting:
    one = seat or sitting(runner)
    seen = view()
    asyncio.run(one._send(seen, decision(), seen.actions[-1]))
    return one


def test_an_answer_is_sent_with_a_key_of_its_own_and_counted() -> None:
    runner = Runner(committed())
    seat = send(runner)
    text = view().actions[-1].text
    assert runner.sent == [("game_1", 7, text, f"run:game_1:7:{seat.seat}")]
    assert (seat.taken, seat.overtaken, seat.seated.answered) == (1, 0, 7)


def test_round_trips_are_averaged_with_the_last_one_counting_a_fifth(monkeypatch: pytest.MonkeyPatch) -> None:
    seat = sitting(Runner())
    for sent, found in ((NOW - 1, 1.0), (NOW - 2, 1.2), (NOW, 0.96)):
        seat._took(7, committed(), sent)
        assert seat.round_trip == pytest.approx(found)


@pytest.mark.parametrize("fault", [errors.Conflict("no"), errors.TimeIsUp("late")])
def test_an_answer_that_comes_too_late_is_counted_and_looked_after(fault: Exception) -> None:
    seat = send(Runner(fault))
    assert (seat.overtaken, seat.taken, seat.seated.answered, seat.seated._look) == (1, 0, 7, True)


def test_a_key_that_was_used_is_followed_by_another() -> None:
    runner = Runner(errors.KeyReused("no"), committed())
    seat = send(runner)
    assert (seat.overtaken, seat.keys, seat.seated._look, seat.seated.answered) == (1, 1, True, -1)
    send(runner, seat)
    assert runner.sent[1][3] == f"run:game_1:7:{seat.seat}:1"


@pytest.mark.parametrize(
    ("fault", "away", "left", "look"),
    [
        (errors.NotYourTurn("no"), True, False, False), (errors.NotSeated("no"), False, True, False), (errors.NotStarted("no"), False, False, True),
        (errors.NotFound("no"), False, False, True),
    ],
)  # fmt: skip
def test_what_the_service_refuses_tells_how_the_seat_stands(
    fault: Exception, away: bool, left: bool, look: bool
) -> None:
    seat = sitting(Runner(fault))
    seat.seated._look = False
    send(seat.runner, seat)  # type: ignore[arg-type]  # as much of a run as is asked
    assert (seat.seated.away, seat.seated.left, seat.seated._look, seat.overtaken) == (away, left, look, 0)


def test_an_answer_that_is_not_legal_is_a_fault_and_the_harmless_one_is_sent() -> None:
    runner = Runner(errors.IllegalMove("no such action"), committed())
    seat = send(runner)
    assert len(runner.sent) == 2
    assert (seat.in_a_row, seat.taken, [one.code for one in seat.faults], len(runner.told)) == (
        1,
        1,
        [seat.faults[0].code],
        1,
    )
    always = Runner(*[errors.IllegalMove("no")] * 3)
    with pytest.raises(errors.IllegalChoice, match="nothing is legal at decision 7"):
        send(always)
    assert len(always.sent) == 3


class Mind:
    """Answers what was laid up for it."""

    def __init__(self, *answers: Any) -> None:
        self.answers = deque(answers)
        self.faults: list[Any] = []
        self.asked: list[float | None] = []

    async def choose(self, seen: View, seconds: float | None) -> Any:
        self.asked.append(seconds)
        found = self.answers.popleft()
        if isinstance(found, Exception):
            raise found
        return found


def choose(seat: Sitting, seconds: float | None = None, deadline: int | None = None) -> Any:
    seen = view()
    return asyncio.run(seat._chosen(seen, decision(deadline=deadline), seconds))


def test_the_answer_of_the_bot_is_taken_and_its_time_noted() -> None:
    chosen = view().actions[-1]
    seat = sitting(Runner())
    mind: Any = Mind(chosen)
    seat.mind = mind
    seat.in_a_row = 3
    assert choose(seat, 2.5) is chosen
    assert (seat.in_a_row, seat.thought, mind.asked, seat.rescued) == (0, [0.0], [2.5], 0)


@pytest.mark.parametrize(("seconds", "asked", "rescued"), [(0.019, 0, 1), (0.02, 1, 0), (None, 1, 0), (-1.0, 0, 1)])
def test_with_no_time_left_a_bot_is_not_even_asked(seconds: float | None, asked: int, rescued: int) -> None:
    seat = sitting(Runner())
    mind: Any = Mind(view().actions[-1])
    seat.mind = mind
    assert str(choose(seat, seconds)) == str(view().actions[-1] if asked else harmless(view()))
    assert (len(mind.asked), seat.rescued, len(seat.faults)) == (asked, rescued, 0)


def fault(kind: type[errors.BotFault] = errors.BotRaised) -> errors.BotFault:
    return kind("it raised ValueError: no", bot="mine", seat=0, n=7, kind="turn")


def test_a_bot_that_fails_five_times_in_a_row_is_asked_no_more() -> None:
    runner = Runner()
    seat = sitting(runner)
    mind: Any = Mind(*[fault() for _ in range(9)])
    seat.mind = mind
    safe = str(harmless(view()))
    for _ in range(IN_A_ROW + 2):
        assert str(choose(seat)) == safe
    assert (len(mind.asked), seat.in_a_row, len(seat.faults), runner.failing) == (
        IN_A_ROW,
        IN_A_ROW,
        IN_A_ROW,
        ["game_1"],
    )


def test_a_bot_is_not_blamed_for_time_that_was_gone_before() -> None:
    seat = sitting(Runner())
    mind: Any = Mind(fault(errors.BotTimeout), fault(errors.BotTimeout))
    seat.mind = mind
    choose(seat, 3.0, 1_010_000)
    assert (seat.rescued, len(seat.faults)) == (1, 0)
    choose(seat, 12.0, 1_010_000)
    assert (seat.rescued, len(seat.faults), seat.in_a_row) == (1, 1, 1)


@pytest.mark.parametrize(
    ("answer", "left", "notes"),
    [(None, False, 1), (errors.AlreadySeated("you do"), False, 0), (errors.Conflict("no"), True, 0)],
)
def test_a_seat_is_taken_back_from_the_ai_that_played_on(answer: Any, left: bool, notes: int) -> None:
    runner = Runner(answer)
    seat = sitting(runner)
    seat.seated.away, seat.seated._look = True, False
    asyncio.run(seat._return())
    assert (seat.seated.away, seat.seated.left, seat.seated._look, len(runner.notes)) == (False, left, True, notes)
