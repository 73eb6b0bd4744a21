"""A bot's seat at a table, step by step: how it begins, what is looked at and when, what is told, and how it ends."""

from __future__ import annotations

import asyncio
import time
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from citadels_sdk import errors
from citadels_sdk.client.model_base import DecisionClock
from citadels_sdk.client.models import Position
from citadels_sdk.client.models_stream import EndFrame, EventsFrame, ViewFrame
from citadels_sdk.live import table_loop as module
from citadels_sdk.live import table_stream
from citadels_sdk.live.run_report import Fault, Played
from citadels_sdk.live.table_loop import CLOCK_AGE_S, FAREWELL_S, LET_GO_S, OLDER, OLDER_S, Sitting
from citadels_sdk.live.table_state import Ask, End, Fetch, Look, Return, Tell, Wait
from citadels_sdk.live.table_stream import CROWDED_S, hear

from tests.sdk.live.test_table_loop import NOW, Mind, committed, decision, fault, view
from tests.sdk.live.test_table_state import event, position
from tests.support.modules import replace_in

if TYPE_CHECKING:
    from pathlib import Path

CLOCK = DecisionClock(limit_ms=30_000)


class Client:
    """Answers each operation with what is laid up for it; the last answer stays."""

    def __init__(self, **answers: Any) -> None:
        self.answers = {name: list(told) if isinstance(told, list) else [told] for name, told in answers.items()}
        self.asked: list[tuple[Any, ...]] = []

    def __getattr__(self, name: str) -> Any:
        async def ask(*given: Any, **named: Any) -> Any:
            self.asked.append((name, *given, *((named,) if named else ())))
            laid = self.answers[name]
            found = laid.pop(0) if len(laid) > 1 else laid[0]
            if isinstance(found, Exception):
                raise found
            return found

        return ask


class Runner:
    """As much of a run as a seat needs, and what was asked of it."""

    def __init__(self, client: Any = None, *, folder: Any = None, source: str | None = None) -> None:
        self.client = client or Client()
        self.plan = SimpleNamespace(time_limit=None, faults=folder)
        self.entrant = SimpleNamespace(name="mine", source=source)
        self.heard: list[tuple[Any, ...]] = []
        self.clock = SimpleNamespace(ours=lambda _at, _now: None, heard=self.hear)
        self.notes: list[str] = []
        self.told: list[tuple[Any, ...]] = []
        self.voice = SimpleNamespace(note=self.notes.append, fault=lambda *what: self.told.append(what))
        self.failing: list[str] = []
        self.fails = self.failing.append
        self.starts: list[Any] = []
        self.begins: list[tuple[Any, ...]] = []
        self.mind_made = Thinking()

    def hear(self, at: int, *, sent: float, received: float) -> None:
        self.heard.append((at, sent, received))

    def link(self, table: str) -> str:
        return f"http://host/table/{table}"

    def mind(self, start: Any) -> Any:
        self.starts.append(start)
        return self.mind_made

    def begun(self, sitting: Any, clock: str) -> None:
        self.begins.append((sitting, clock))


class Thinking(Mind):
    """A mind that notes what it is told."""

    def __init__(self, *answers: Any) -> None:
        super().__init__(*answers)
        self.heard: list[Any] = []
        self.player = SimpleNamespace(started="the start")

    def start(self) -> None:
        self.heard.append("start")

    def event(self, told: Any) -> None:
        self.heard.append(told)

    async def end(self, outcome: Any, seconds: float) -> None:
        self.heard.append((outcome, seconds))


def table(status: str = "running", **more: Any) -> Any:
    seats = [
        SimpleNamespace(player=SimpleNamespace(name="ann"), left=None, level=None),
        SimpleNamespace(player=None, left=None, level=None),
    ]
    told = {"id": "game_1", "status": status, "players": 2, "clock": CLOCK, "edition": "modern", "cast": ("king",)}
    return SimpleNamespace(**{**told, "seats": seats, **more})


def sitting(client: Any = None, *, status: str = "running", seat: int = 0, **more: Any) -> tuple[Sitting, Any]:
    runner = Runner(client, **more)
    made = Sitting(runner, table(status), seat, resumed=False)  # type: ignore[arg-type]  # as much of a run as is asked
    made.seated._look = False
    return made, runner


@pytest.fixture(autouse=True)
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock that stands at `NOW`; pauses that take no time; answers that come at once, asked for once."""
    pauses: list[float] = []
    real = asyncio.sleep

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        await real(0)

    async def sure(ask: Any, *, again: float | None = None) -> Any:
        doubled.append(again)
        return await ask()

    doubled.clear()
    for one in (module, table_stream):
        monkeypatch.setattr(one, "sure", sure)
        replace_in(monkeypatch, one, asyncio, sleep=sleep)
    monkeypatch.setattr(table_stream, "pause_after", lambda attempt, _error: 10.0 + attempt)
    replace_in(monkeypatch, "citadels_sdk.live.table_loop", time, monotonic=lambda: NOW)
    return pauses


doubled: list[float | None] = []
"""After how many seconds each request would have been doubled."""


def wait(coroutine: Any) -> Any:
    return asyncio.run(asyncio.wait_for(coroutine, 20))


def frames(*found: Any) -> Any:
    return SimpleNamespace(items=found)


def view_frame(number: int, at: int = 5_000) -> ViewFrame:
    return ViewFrame.model_construct(table="game_1", number=number, at=at, events=(), position=position(number, None))


# how it begins


@pytest.mark.parametrize(("status", "started"), [("open", False), ("running", True)])
def test_a_seat_at_a_table_that_runs_has_begun(status: str, started: bool) -> None:
    one, _ = sitting(status=status)
    assert (one.begun, one.let_go, one.thought, one.faults) == (started, False, [], [])
    assert (one.rescued, one.overtaken, one.taken, one.in_a_row, one.keys, one.older) == (0, 0, 0, 0, 0, 0)
    assert (one.round_trip, one.clock_read) == (0.0, 0.0)
    one.seated._look = False
    one.has_started()
    assert (one.begun, one.seated._look, one.changed.is_set()) == (True, True, True)


@pytest.mark.parametrize(("status", "over", "made"), [("running", False, 1), ("over", False, 1), ("aborted", True, 0), ("open", False, 0)])  # fmt: skip
def test_the_bot_is_made_when_the_game_has_started(status: str, over: bool, made: int) -> None:
    one, runner = sitting(Client(get_table=table(status)))
    wait(one._begin())
    assert (one.seated.over, len(runner.starts)) == (over, made)
    assert (runner.mind_made.heard, len(runner.begins)) == (["start"] * made, made)
    assert one.table.status == status
    if made:
        (start,) = runner.starts
        assert (start.game, start.seat, start.players, start.edition, start.cast, start.names, start.clock) == (
            "game_1", 0, 2, "modern", ("king",), ("ann", "nobody"), "30 s a decision",
        )  # fmt: skip
        assert runner.begins == [(one, "30 s a decision")]
        assert one.mind is runner.mind_made


@pytest.mark.parametrize(
    ("left", "level", "gone", "away"),
    [(None, None, False, False), ("resigned", None, True, False), (None, "greedy", False, True), ("resigned", "greedy", True, False)],
)  # fmt: skip
def test_how_the_seat_stands_is_seen_at_the_beginning(left: Any, level: Any, gone: bool, away: bool) -> None:
    told = table()
    told.seats[0].left, told.seats[0].level = left, level
    one, _ = sitting(Client(get_table=told))
    wait(one._begin())
    assert (one.seated.left, one.seated.away) == (gone, away)


# what is looked at


def test_the_position_is_asked_for_with_the_time_where_that_is_not_known() -> None:
    client = Client(poll_table=frames(view_frame(7)))
    one, runner = sitting(client)
    wait(one._look())
    assert client.asked == [("poll_table", "game_1")]
    assert (one.seated.known, one.seated._look, runner.heard, one.clock_read) == (7, False, [(5_000, NOW, NOW)], NOW)


@pytest.mark.parametrize(
    ("read", "asked"),
    [(0.0, "poll_table"), (NOW, "get_position"), (NOW - CLOCK_AGE_S + 0.1, "get_position"), (NOW - CLOCK_AGE_S, "poll_table")],
)  # fmt: skip
def test_where_it_was_told_within_a_minute_the_position_is_enough(read: float, asked: str) -> None:
    client = Client(poll_table=frames(view_frame(7)), get_position=position(7, None))
    one, _ = sitting(client)
    one.clock_read = read
    wait(one._look())
    assert client.asked == [(asked, "game_1")]
    assert one.seated.known == 7
    assert CLOCK_AGE_S == 60.0


@pytest.mark.parametrize(
    ("answer", "over", "known"),
    [(frames(), False, -1), (errors.NotStarted("no"), False, -1), (errors.NotFound("gone"), True, -1)],
)
def test_where_there_is_no_position_nothing_is_known(answer: Any, over: bool, known: int) -> None:
    one, runner = sitting(Client(poll_table=answer))
    one.seated._look, one.older = True, 2
    wait(one._look())
    assert (one.seated.over, one.seated.known, one.seated._look, one.older) == (over, known, False, 0)
    assert runner.heard == []


def test_a_table_in_a_hurry_doubles_what_is_silent() -> None:
    one, _ = sitting(Client(poll_table=frames(view_frame(7)), get_position=position(7, None)))
    wait(one._look())
    wait(one._look())
    wait(one._do(Fetch(3)))
    assert doubled == [1.5, 1.5, 1.5]


def test_a_position_that_is_older_is_believed_when_it_comes_again(slept: list[float]) -> None:
    client = Client(get_position=[position(3, None), position(9, None), *[position(3, None)] * 9])
    one, runner = sitting(client)
    one.clock_read = NOW
    one.seated.looked(position(9, None))
    for older, keys, known in ((1, 0, 9), (0, 0, 9), (1, 0, 9), (2, 0, 9), (0, 1, 3)):
        wait(one._look())
        assert (one.older, one.keys, one.seated.known) == (older, keys, known)
    assert slept == [OLDER_S] * 3
    assert (OLDER, OLDER_S) == (2, 0.5)
    assert runner.notes == ["the service has lost the last events of game_1: going on from what it has"]


def test_then_the_stream_is_opened_anew() -> None:
    async def act() -> bool:
        one, _ = sitting(Client(get_position=position(3, None)))
        one.clock_read, one.older = NOW, OLDER
        one.seated.looked(position(9, None))
        one.hearing = asyncio.create_task(asyncio.Event().wait())  # type: ignore[arg-type]  # it is only cancelled
        await one._look()
        await asyncio.gather(one.hearing, return_exceptions=True)
        return one.hearing.cancelled()

    assert wait(act()) is True


def test_what_was_missed_is_fetched_and_where_no_more_may_be_asked_later(slept: list[float]) -> None:
    found = EventsFrame(table="game_1", number=2, at=0, events=(event(1, "start", None), event(2)), decision=None)
    client = Client(poll_table=[errors.QuotaReached("no"), frames(found)])
    one, _ = sitting(client)
    wait(one._do(Fetch(0)))
    assert (slept, one.seated.heard) == ([CROWDED_S], 0)
    wait(one._do(Fetch(0)))
    assert (len(slept), one.seated.heard) == (1, 2)
    assert client.asked == [("poll_table", "game_1", {"after": 0})] * 2


def test_an_event_is_told_to_the_bot_and_done_with() -> None:
    one, _ = sitting()
    one.seated.started = True
    one.seated.events([event(1, amount=3), event(2, amount=4)])
    thinking = Thinking()
    one.mind = thinking  # type: ignore[assignment]  # as much of one as is asked
    step = one.seated.next()
    assert isinstance(step, Tell)
    wait(one._do(step))
    assert thinking.heard == [step.event]
    later = one.seated.next()
    assert isinstance(later, Tell)
    assert later.event["amount"] == 4
    one.mind = None
    wait(one._do(later))
    assert one.seated.next() == Wait()


def test_each_step_is_done_by_its_own_part(monkeypatch: pytest.MonkeyPatch) -> None:
    one, _ = sitting()
    done: list[Any] = []

    def part(name: str) -> Any:
        async def do(*given: Any) -> None:
            done.append((name, *given))

        return do

    for name in ("_look", "_ask", "_return"):
        monkeypatch.setattr(one, name, part(name))
    asked = position(3, None)
    for step in (Look(), Ask(asked, 4), Return(), Wait(), End(None)):
        wait(one._do(step))
    assert done == [("_look",), ("_ask", asked, 4), ("_return",)]


# what the service says by other ways


@pytest.mark.parametrize(
    ("overdue", "news", "cancelled"), [(False, True, False), (True, True, True), (True, False, False)]
)
def test_a_decision_that_is_overdue_opens_the_stream_anew(overdue: bool, news: bool, cancelled: bool) -> None:
    async def act() -> tuple[bool, bool]:
        one, _ = sitting()
        one.hearing = asyncio.create_task(asyncio.Event().wait())  # type: ignore[arg-type]  # it is only cancelled
        if not news:
            one.seated.answered = 9
        one.owes(5, overdue=overdue)
        await asyncio.sleep(0)
        found = one.hearing.cancelled(), one.changed.is_set()
        one.hearing.cancel()
        return found

    assert wait(act()) == (cancelled, news)


# a decision


def test_a_decision_is_put_to_the_bot_and_its_answer_sent() -> None:
    from tests.sdk.live.test_table_loop import RAW

    seen = view()
    assert RAW.own is not None
    actions = [SimpleNamespace(text=action.text) for action in seen.actions]
    asked: Any = SimpleNamespace(
        told=RAW.to_json(), number=5, decision=decision(deadline=None), result=None, status="running"
    )
    asked.decision.actions = actions
    client = Client(submit_actions=committed())
    one, runner = sitting(client, seat=RAW.own.seat)
    thinking = Thinking(seen.actions[-1])
    thinking.faults = [fault()]
    one.mind = thinking  # type: ignore[assignment]  # as much of one as is asked
    one.seated.history.append({"kind": "gain"})
    wait(one._ask(asked, 1))
    assert client.asked == [
        ("submit_actions", "game_1", 7, seen.actions[-1].text, {"key": f"run:game_1:7:{RAW.own.seat}"})
    ]
    assert (one.taken, thinking.faults, len(one.faults), one.in_a_row) == (1, [], 1, 0)
    assert runner.told[0][2] is None
    assert doubled == [None]


def test_an_answer_tells_the_time_of_the_service_unless_it_came_before() -> None:
    for replayed, heard in ((False, [(990_000, NOW - 1, NOW)]), (True, [])):
        one, runner = sitting()
        one._took(7, committed(replayed=replayed), NOW - 1)
        assert (runner.heard, one.taken, one.round_trip) == (heard, 1, 1.0)


@pytest.mark.parametrize(
    ("code", "raised"), [("game_over", False), ("scope", True)]
)  # fmt: skip
def test_a_game_that_is_over_is_looked_at_and_another_refusal_is_no_answer(code: str, raised: bool) -> None:
    error = errors.Refused("no", code=code)
    one, _ = sitting(Client(submit_actions=error))
    seen = view()
    if raised:
        with pytest.raises(errors.Refused):
            wait(one._send(seen, decision(), seen.actions[-1]))
        return
    wait(one._send(seen, decision(), seen.actions[-1]))
    assert (one.seated._look, one.seated.answered, one.overtaken) == (True, -1, 0)


def test_an_action_that_is_not_legal_gives_way_to_the_harmless_one_and_that_to_any() -> None:
    from citadels_sdk.bot import harmless

    seen = view()
    safe = str(harmless(seen))
    refused = errors.IllegalMove("no", problem={"legal": ["other", "more"]})
    client = Client(submit_actions=[refused, refused, committed()])
    one, _ = sitting(client)
    other = next(action for action in seen.actions if str(action) != safe)
    wait(one._send(seen, decision(), other))
    texts = [told[3] for told in client.asked]
    assert texts[:2] == [str(other), safe]
    assert texts[2] == (refused.legal or (safe,))[0]
    assert [(one.n, one.kind, one.seat) for one in one.faults] == [(7, seen.kind, 0)] * 2


def test_a_fault_is_told_counted_and_saved_where_that_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved: list[tuple[Any, ...]] = []

    def save(*given: Any) -> str:
        saved.append(given)
        return str(tmp_path / "a fault.json")

    monkeypatch.setattr(module, "save", save)
    one, runner = sitting(folder=tmp_path, source="my bot.py")
    thinking, seen, found = Thinking(), view(), fault()
    one._failed(found, seen, seen.actions[0])
    assert (saved, found.repro, one.in_a_row) == ([], None, 1)
    one.mind = thinking  # type: ignore[assignment]  # as much of one as is asked
    one._failed(found, seen, seen.actions[0])
    assert saved == [(tmp_path, seen, "the start", found)]
    path = str(tmp_path / "a fault.json")
    assert found.repro == f"citadels bot repro 'my bot.py' --view '{path}'"
    told = Fault("game_1", 0, 7, "turn", found.code, found.what, path)
    assert (one.faults[-1], runner.told[-1]) == (told, (told, found, str(seen.actions[0])))
    other = fault()
    one._failed(other, None, None)
    assert (len(saved), one.in_a_row, one.faults[-1].file, runner.told[-1][2]) == (1, 2, None, None)
    runner.entrant.source = None
    last = fault()
    one._failed(last, seen, None)
    assert (last.repro, one.faults[-1].file, len(saved)) == (None, path, 2)
    plain, _ = sitting()
    plain.mind = thinking  # type: ignore[assignment]  # as much of one as is asked
    plain._failed(fault(), seen, None)
    assert (len(saved), plain.faults[0].file) == (2, None)


def test_only_a_decision_counts_towards_too_many_in_a_row() -> None:
    one, runner = sitting()
    one.in_a_row = module.IN_A_ROW
    one._failed(fault(), None, None)
    assert (one.in_a_row, runner.failing) == (module.IN_A_ROW, [])
    one.in_a_row = module.IN_A_ROW - 1
    one._failed(fault(), view(), None)
    assert (one.in_a_row, runner.failing) == (5, ["game_1"])
    one._failed(fault(), view(), None)
    assert (one.in_a_row, runner.failing) == (6, ["game_1"])


# the end


def over(places: tuple[tuple[int, ...], ...] = ((1,), (0,)), totals: tuple[int, ...] = (12, 20)) -> Position:
    result: Any = SimpleNamespace(places=places, totals=totals, left=())
    return Position.model_construct(number=9, status="over", result=result, decision=None)


def test_a_game_that_is_over_is_told_to_the_bot_and_summed_up() -> None:
    one, _ = sitting(seat=1)
    thinking = Thinking()
    thinking.faults = [fault()]
    one.mind = thinking  # type: ignore[assignment]  # as much of one as is asked
    one.thought, one.taken, one.rescued, one.overtaken = [0.001, 0.00226], 3, 1, 2
    one.seated.left, one.resumed = True, True
    played = wait(one._end(over()))
    assert played == Played(
        "game_1", "http://host/table/game_1", 1, 2, 1, 20, (2, 1), (12, 20), 3, 1.6, 2.3, 1, 2, tuple(one.faults), True, True,
    )  # fmt: skip
    ((outcome, seconds),) = thinking.heard
    assert (outcome.seat, outcome.place, outcome.scores, seconds) == (1, 1, (12, 20), FAREWELL_S)
    assert (len(played.faults), one.let_go, FAREWELL_S) == (1, True, 2.0)


@pytest.mark.parametrize("found", [None, Position.model_construct(number=9, status="aborted", result=None)])
def test_a_game_that_was_broken_off_has_no_result(found: Any) -> None:
    one, _ = sitting(seat=1)
    thinking = Thinking()
    one.mind = thinking  # type: ignore[assignment]  # as much of one as is asked
    assert wait(one._end(found)) == Played("game_1", "http://host/table/game_1", 1, 2, None, None)
    assert thinking.heard == [(None, FAREWELL_S)]
    alone, _ = sitting(seat=1)
    assert wait(alone._end(None)).place is None
    assert alone.let_go is False


# from beginning to end


class Following(Client):
    """A client whose streams are laid up too."""

    def __init__(self, *streams: Any, **answers: Any) -> None:
        super().__init__(**answers)
        self.streams = list(streams)
        self.after: list[int | None] = []

    def follow_table(self, name: str, *, after: int | None) -> Any:
        assert name == "game_1"
        self.after.append(after)
        return Stream(self.streams.pop(0) if self.streams else None)


class Stream:
    """Brings its frames, then breaks, ends, or stays silent."""

    def __init__(self, told: Any) -> None:
        self.told = told

    async def __aenter__(self) -> Any:
        if isinstance(self.told, Exception):
            raise self.told
        return self.frames()

    async def __aexit__(self, *_: object) -> None:
        pass

    async def frames(self) -> Any:
        for one in self.told or ():
            if isinstance(one, Exception):
                raise one
            yield one
        if self.told is None:
            await asyncio.Event().wait()


def events(*numbers: int) -> EventsFrame:
    found = tuple(event(number, "start" if number == 1 else "gain", None) for number in numbers)
    return EventsFrame(table="game_1", number=numbers[-1], at=0, events=found, decision=None)


END = EndFrame(table="game_1", number=2, at=0, events=())


def test_a_game_is_played_from_its_start_to_its_end() -> None:
    last = over()
    last = last.model_copy(update={"number": 2, "seat": 0})
    client = Following([events(1, 2), END], get_table=table(), poll_table=frames(), get_position=last)
    one, runner = sitting(client)
    one.clock_read = NOW
    played = wait(one.play())
    assert (played.place, played.score) == (2, 12)
    assert runner.mind_made.heard[0] == "start"
    assert [told["kind"] for told in runner.mind_made.heard[1:-1]] == ["gain"]
    assert runner.mind_made.heard[-1][1] == FAREWELL_S
    assert client.after == [0]


def test_a_run_that_is_ended_before_the_game_lets_the_bot_go_soon() -> None:
    async def act() -> Runner:
        one, runner = sitting(Following(None, get_table=table()))
        task = asyncio.create_task(one.play())
        for _ in range(9):
            await asyncio.sleep(0)
        assert one.hearing is not None
        assert one.hearing.get_name() == "hears game_1"
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert one.hearing.cancelled()
        assert task.cancelled()
        made: Runner = runner
        return made

    assert wait(act()).mind_made.heard == ["start", (None, LET_GO_S)]
    assert LET_GO_S == 0.2


def test_what_the_service_refuses_for_good_ends_the_game_here() -> None:
    one, runner = sitting(Following(errors.NotAllowed("no"), get_table=table()))
    with pytest.raises(errors.NotAllowed):
        wait(one.play())
    assert runner.mind_made.heard in ([], ["start", (None, LET_GO_S)])


# hearing


def heard(*streams: Any, **answers: Any) -> tuple[Sitting, Any]:
    """What becomes of a seat that hears these streams."""
    client = Following(*streams, **answers)
    one, _ = sitting(client)
    wait(hear(one))
    return one, client


def test_a_table_is_heard_to_its_end_over_as_many_streams_as_it_takes(slept: list[float]) -> None:
    gone = errors.Unreachable("nobody")
    one, client = heard(gone, gone, [events(1, 2), gone], gone, [events(3), END])
    assert (client.after, one.seated.heard, one.seated.over) == ([0, 0, 0, 2, 2], 3, True)
    assert slept == [11.0, 12.0, 11.0, 12.0]
    assert (one.broken, one.changed.is_set(), one.seated._look) == (None, True, True)


def test_a_stream_that_ends_by_itself_is_enough() -> None:
    one, client = heard([events(1)])
    assert (client.after, one.seated.over, one.changed.is_set()) == ([0], False, True)


def test_after_a_break_the_position_is_doubted() -> None:
    one, _ = heard(errors.Unreachable("nobody"), [])
    assert (one.seated._look, one.changed.is_set(), one.broken) == (True, True, None)


def test_a_refusal_that_is_definite_breaks_the_seat() -> None:
    no = errors.NotAllowed("no")
    one, client = heard(no)
    assert (one.broken, one.changed.is_set(), client.after) == (no, True, [0])


def test_where_no_more_streams_may_be_opened_it_is_asked_now_and_then(slept: list[float]) -> None:
    full = errors.QuotaReached("no")
    one, client = heard(full, full, full, poll_table=[frames(events(1, 2)), full, frames(END)])
    assert client.asked == [("poll_table", "game_1", {"after": after}) for after in (0, 2, 2)]
    assert slept == [CROWDED_S] * 3
    assert (one.seated.heard, one.seated.over, one.changed.is_set(), CROWDED_S) == (2, True, True, 0.5)
