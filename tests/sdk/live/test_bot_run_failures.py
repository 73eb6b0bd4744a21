"""Playing live against a service: what becomes of a bot that fails, is late, or is held up by the network."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest
from citadels_sdk import AsyncClient, View, errors
from citadels_sdk.bot import Start, harmless
from citadels_sdk.client.model_base import NoClock
from citadels_sdk.client.models import Decision, Position
from citadels_sdk.live import table_loop
from citadels_sdk.live.bot_run import RunReport, arun
from citadels_sdk.live.runner import Plan
from citadels_sdk.live.table_state import Look
from citadels_sdk.local.bot_loader import resolve
from citadels_sdk.testing import scenario
from citadels_sdk.verbs.bot import command as bot_command
from click.testing import CliRunner

from tests.sdk.live.duels import First, clock, duel, quick, record_of, runner_of
from tests.support.world import living

if TYPE_CHECKING:
    from pathlib import Path

    from citadels_engine import Action
    from citadels_sdk.bot import Answer
    from citadels_sdk.client.models import Table

pytestmark = pytest.mark.interpreter


class Raising(First):
    """Fails always."""

    def choose(self, view: View) -> Answer:
        raise ValueError("always")


class Failing(First):
    """Raises, answers what is illegal, thinks too long: once each."""

    def on_start(self, start: Start) -> None:
        self.count = 0

    def choose(self, view: View) -> Answer:
        self.count += 1
        match self.count:
            case 2:
                raise ZeroDivisionError("by nothing")
            case 4:
                return "build the moon"
            case 6:
                time.sleep(0.4)
        return quick(view)


def test_the_harmless_action_is_played_for_a_bot_that_fails(url: str, tmp_path: Path) -> None:
    report = duel(url, Failing, time_limit=0.2, faults=tmp_path)
    (game,) = report.games
    assert [one.code for one in game.faults] == ["bot_raised", "illegal_choice", "bot_timeout"]
    assert game.place
    assert not report.failed
    record = record_of(url, game.table)
    for fault in game.faults:
        file = tmp_path / f"citadels-fault-{game.table}-{fault.n}.json"
        saved = json.loads(file.read_text())
        played = next(one for one in record.taken if one.n == fault.n)
        assert played.by is None
        assert played.do == str(harmless(View.read(saved["view"], game.seat, saved["actions"])))
        again = CliRunner().invoke(bot_command, ["repro", f"{__file__}:Raising", "--view", str(file)])
        assert again.exit_code == 1, again.output
        assert f"decision {fault.n}" in again.output
        assert "it raised ValueError: always" in again.output
        again = CliRunner().invoke(bot_command, ["repro", f"{__file__}:First", "--view", str(file)])
        assert again.exit_code == 0, again.output
        assert (saved["n"], saved["seat"], saved["fault"]["code"]) == (fault.n, game.seat, fault.code)


def test_a_late_answer_is_thrown_away_and_the_bot_asked_on(url: str) -> None:
    asked: list[int] = []

    class Slow(First):
        def choose(self, view: View) -> Action:
            asked.append(view.n)
            if len(asked) == 3:
                time.sleep(0.35)
            return quick(view)

    report = duel(url, Slow, time_limit=0.2)
    (game,) = report.games
    assert {one.code for one in game.faults} == {"bot_timeout"}
    assert asked == sorted(set(asked))
    assert len(asked) > 6


def test_an_async_bot_that_is_late_is_cancelled(url: str) -> None:
    ended: list[str] = []

    class Sleeper(First):
        slept = False

        async def choose(self, view: View) -> Action:
            if not ended:
                try:
                    await asyncio.sleep(60)
                finally:
                    ended.append("cancelled")
            return quick(view)

    report = duel(url, Sleeper, time_limit=0.1)
    assert ended == ["cancelled"]
    assert [one.code for one in report.faults] == ["bot_timeout"]


@pytest.mark.heavy
def test_a_slow_bot_never_loses_a_decision_to_the_clock(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_loop, "IN_A_ROW", 1000)

    class Dreamer(First):
        count = 0

        def choose(self, view: View) -> Action:
            Dreamer.count += 1
            assert view.time_left is not None
            if Dreamer.count in (2, 4):
                time.sleep(view.time_left + 0.2)
            elif Dreamer.count == 6:
                time.sleep(view.time_left * 0.5)
            return quick(view)

    report = duel(url, Dreamer, ours=clock(1200))
    (game,) = report.games
    record = record_of(url, game.table)
    assert {one.code for one in game.faults} == {"bot_timeout"}
    assert len(game.faults) <= 4
    assert game.overtaken == 0
    assert all(one.by is None for one in record.taken)


def test_a_bot_that_always_fails_is_not_asked_any_more_and_takes_no_new_game(url: str) -> None:
    asked: list[int] = []

    def broken(view: View) -> Action:
        asked.append(view.n)
        raise RuntimeError("broken")

    limit = clock()

    async def both() -> RunReport:
        async with asyncio.timeout(60):
            options: dict[str, Any] = {"url": url, "seek": "others", "players": 2, "clock": limit, "tell": "quiet"}
            return (await asyncio.gather(arun(broken, games=3, **options), arun(First, games=1, **options)))[0]

    report = asyncio.run(both())
    assert report.failed
    assert len(report.games) == 1
    assert len(asked) == table_loop.IN_A_ROW
    assert report.games[0].decisions > len(asked)


def test_a_hook_that_raises_is_a_fault_and_costs_nothing(url: str) -> None:
    class Clumsy(First):
        def on_start(self, start: Start) -> None:
            raise KeyError("nothing is there")

    report = duel(url, Clumsy)
    (fault,) = report.faults
    assert (fault.code, fault.n, fault.kind) == ("bot_raised", None, "on_start")
    assert report.games[0].place


@pytest.mark.parametrize("awaits", [False, True])
def test_a_bot_that_wants_to_end_the_program_does_not(awaits: bool) -> None:
    from citadels_sdk.live.bot_executor import Mind, worker_for

    def leaves(view: View) -> Action:
        sys.exit(3)

    async def leaves_later(view: View) -> Action:
        sys.exit(3)

    async def scene() -> None:
        entrant = resolve(leaves_later if awaits else leaves)
        player = entrant.sit(Start("g", 0, 2, "modern", (), ("a", "b")), "chance")
        mind = Mind(player, worker_for(entrant, player))
        mind.start()
        with pytest.raises(errors.BotRaised, match="SystemExit"):
            await mind.choose(scenario("bishop gold=5; -; turn=bishop gathered"), 10.0)
        await mind.end(None, 1.0)

    asyncio.run(scene())


@pytest.mark.heavy
def test_a_bot_is_paced_by_the_limits_of_the_service(monkeypatch: pytest.MonkeyPatch) -> None:
    from citadels_sdk.client.rate_limit import Pacer

    waits: list[float] = []
    wait = Pacer.wait

    def noted(self: Pacer, cost: int, now: float) -> float:
        waits.append(wait(self, cost, now))
        return waits[-1]

    monkeypatch.setattr(Pacer, "wait", noted)
    with living(rate_per_second=15.0, rate_burst=30) as world:
        report = duel(f"http://127.0.0.1:{world.port}", First)
    assert report.games[0].place
    assert not report.faults
    assert any(one > 0 for one in waits)


@pytest.mark.heavy
def test_no_game_is_given_up_where_no_more_streams_may_be_opened() -> None:
    with living(streams_per_credential=2) as world:
        url, limit = f"http://127.0.0.1:{world.port}", clock()

        async def two() -> list[RunReport]:
            async with asyncio.timeout(60):
                options: dict[str, Any] = {"url": url, "seek": "others", "players": 2, "clock": limit, "tell": "quiet"}
                runs = [arun(First, games=3, tables=3, **options) for _ in range(2)]
                return await asyncio.gather(*runs)

        for report in asyncio.run(two()):
            assert len(report.games) == 3
            assert all(game.place and not game.overtaken for game in report.games)


@pytest.mark.parametrize(("gone_ms", "limit", "rescued"), [(700, None, 1), (0, None, 0), (700, 0.03, 0)])
def test_a_bot_is_not_blamed_for_the_time_that_the_network_took(
    gone_ms: int, limit: float | None, rescued: int
) -> None:
    def slow(view: View) -> Action:
        time.sleep(1.0)
        return quick(view)

    async def scene() -> table_loop.Sitting:
        client = cast("AsyncClient", SimpleNamespace(url="http://x"))
        runner = runner_of(client, "me", slow, Plan(time_limit=limit))
        table = cast("Table", SimpleNamespace(id="game_1", status="running"))
        sitting = table_loop.Sitting(runner, table, 0, resumed=False)
        sitting.mind = runner.mind(Start("game_1", 0, 2, "modern", (), ("a", "b")))
        runner.clock.heard(gone_ms, sent=time.monotonic(), received=time.monotonic())
        decision = Decision(seat=0, kind="turn", n=1, asked=0, deadline=1000)
        view = scenario("bishop gold=5; -; turn=bishop gathered")
        assert await sitting._chosen(view, decision, sitting._seconds(decision)) == harmless(view)
        await sitting.mind.end(None, 1.0)
        return sitting

    sitting = asyncio.run(scene())
    assert (sitting.rescued, len(sitting.faults), sitting.in_a_row) == (rescued, 1 - rescued, 1 - rescued)


def test_an_older_position_is_believed_after_a_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_loop, "OLDER_S", 0.0)
    asked = 0

    async def scene() -> table_loop.Sitting:
        told = {"table": "game_1", "seat": 0, "status": "running", "view": {}, "decision": None, "result": None}

        async def get_position(_: str) -> Position:
            nonlocal asked
            asked += 1
            return Position.model_validate({**told, "number": 3})

        client = cast("AsyncClient", SimpleNamespace(url="http://x", get_position=get_position))
        runner = runner_of(client, "me", First, Plan())
        table = cast("Table", SimpleNamespace(id="game_1", status="running", clock=NoClock()))
        sitting = table_loop.Sitting(runner, table, 0, resumed=False)
        sitting.clock_read = time.monotonic()
        sitting.seated.looked(Position.model_validate({**told, "number": 9}))
        sitting.seated.doubt()
        while isinstance(sitting.seated.next(), Look):
            await sitting._look()
        return sitting

    sitting = asyncio.run(scene())
    assert (asked, sitting.seated.known, sitting.keys) == (table_loop.OLDER + 1, 3, 1)
