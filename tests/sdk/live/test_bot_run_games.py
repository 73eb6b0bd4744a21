"""Playing live against a service: which games are taken, taken up again, and given up."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import threading
import time
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest
from citadels_engine.formats.record import steps
from citadels_sdk import Accepts, AsyncClient, Bot, View, errors
from citadels_sdk.client.model_base import DecisionClock, NoClock
from citadels_sdk.live import bot_run, seat_search, table_loop
from citadels_sdk.live.bot_run import RunReport, arun, run
from citadels_sdk.live.run_report import Voice
from citadels_sdk.live.runner import Plan, Runner

from tests.sdk.live.duels import First, clock, quick, record_of, runner_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from citadels_engine import Action
    from citadels_sdk import Outcome
    from citadels_sdk.bot import Start
    from citadels_sdk.client.models import Table
    from citadels_sdk.client.models_stream import InvitedNotice


def test_several_tables_are_played_at_once_and_a_slow_one_holds_up_no_other(url: str) -> None:
    stuck = threading.Event()
    ended: list[str] = []

    class Either(First):
        waits = False
        first: str | None = None

        def on_start(self, start: Start) -> None:
            Either.first = Either.first or start.game
            self.waits = Either.first == start.game

        def choose(self, view: View) -> Action:
            if self.waits:
                stuck.wait(120)
            return quick(view)

        def on_end(self, outcome: Outcome) -> None:
            ended.append("first" if self.waits else "second")
            stuck.set()

    limit = clock(150_000)

    async def three() -> RunReport:
        async with asyncio.timeout(200):
            options: dict[str, Any] = {"url": url, "seek": "others", "players": 2, "clock": limit, "tell": "quiet"}
            runs = [arun(Either, games=2, tables=2, **options), arun(First, games=2, tables=2, **options)]
            return (await asyncio.gather(*runs))[0]

    report = asyncio.run(three())
    assert ended == ["second", "first"]
    assert len(report.games) == 2


@pytest.mark.heavy
def test_one_object_never_has_two_thoughts_at_once(url: str) -> None:
    class Alone(First):
        inside = most = 0

        def choose(self, view: View) -> Action:
            self.inside += 1
            self.most = max(self.most, self.inside)
            time.sleep(0.002)
            self.inside -= 1
            return quick(view)

    alone, limit = Alone(), clock()

    async def both() -> RunReport:
        async with asyncio.timeout(200):
            options: dict[str, Any] = {
                "url": url,
                "seek": "others",
                "players": 2,
                "clock": limit,
                "tell": "quiet",
                "games": 2,
                "tables": 2,
            }
            return (await asyncio.gather(arun(alone, **options), arun(First, **options)))[0]

    assert len(asyncio.run(both()).games) == 2
    assert alone.most == 1


def test_invitations_are_accepted_or_declined_as_the_bot_declares(url: str) -> None:
    class Choosy(First):
        accepts = Accepts(editions=("classic",), players=(2,), least_ms=1000)

    async def scene() -> tuple[RunReport, list[str]]:
        async with AsyncClient(url) as host, AsyncClient(url) as invited, asyncio.timeout(200):
            for one in (host, invited):
                guest = await one.make_guest()
                one.sign_in(guest.credential.secret)
                account, secret = guest.account.id, guest.credential.secret
            playing = asyncio.create_task(
                arun(Choosy, url=url, token=secret, seek="invitations", games=1, tell="quiet")
            )
            wrong = [
                await host.create_table(players=3, edition="classic"),
                await host.create_table(players=2, edition="modern"),
                await host.create_table(players=2, edition="classic", clock=DecisionClock(limit_ms=500)),
            ]
            for table in wrong:
                await host.invite_to_table(table.id, account)
            right = await host.create_table(players=2, edition="classic", seats=["you"])
            await host.invite_to_table(right.id, account)
            secret_of_host = (await host.make_credential()).secret
            other = asyncio.create_task(arun(First, url=url, token=secret_of_host, table=right.id, tell="quiet"))
            report = await playing
            await other
            kinds = []
            for table in wrong:
                now = await host.get_table(table.id)
                kinds.append("/".join(str(seat.kind) for seat in now.seats))
                await host.abort_table(table.id)
            return report, kinds

    report, kinds = asyncio.run(scene())
    assert len(report.games) == 1
    assert kinds == ["open/open/open", "open/open", "open/open"]


def test_a_running_game_is_taken_up_again_with_all_its_events(url: str) -> None:
    heard: dict[str, list[Any]] = {"first": [], "second": []}
    drawn: list[float] = []

    def noting(name: str) -> type[Bot]:
        class Noting(First):
            def on_start(self, start: Start) -> None:
                drawn.append(self.random.random())

            def on_event(self, event: Mapping[str, object]) -> None:
                heard[name].append(event)

            def choose(self, view: View) -> Action:
                if name == "first" and view.n > 20:
                    cut.set()
                return quick(view)

        return Noting

    cut = threading.Event()
    limit = clock()

    async def scene() -> tuple[RunReport, str]:
        options: dict[str, Any] = {
            "url": url,
            "seek": "others",
            "players": 2,
            "games": 1,
            "clock": limit,
            "tell": "quiet",
        }
        async with AsyncClient(url) as client, asyncio.timeout(200):
            token = (await client.make_guest()).credential.secret
            other = asyncio.create_task(arun(First, **options))
            one = asyncio.create_task(arun(noting("first"), token=token, **options))
            await asyncio.to_thread(cut.wait, 30)
            one.cancel()
            await asyncio.gather(one, return_exceptions=True)
            report = await arun(noting("second"), token=token, **options)
            await other
            return report, token or ""

    report, _ = asyncio.run(scene())
    (game,) = report.games
    assert game.resumed
    assert drawn[0] == drawn[1]
    assert heard["second"][: len(heard["first"])] == heard["first"]
    record = record_of(url, game.table)
    assert all(one.by is None for one in record.taken)
    told = [event.for_seat(game.seat) for _, moment in steps(record, telling=True) for event in moment.events]
    assert heard["second"] == told


@pytest.mark.parametrize("hand_over", [False, True])
def test_a_game_that_was_asked_for_when_the_run_is_stopped_is_played_or_named(
    url: str, monkeypatch: pytest.MonkeyPatch, *, hand_over: bool
) -> None:
    quick_match = AsyncClient.quick_match
    made: list[str] = []

    async def scene() -> RunReport:
        asked = asyncio.Event()

        async def late(client: AsyncClient, **options: Any) -> Any:
            table = await quick_match(client, **options)
            made.append(table.id)
            asked.set()
            await asyncio.sleep(0.1)
            return table

        monkeypatch.setattr(AsyncClient, "quick_match", late)
        # nothing but the answer tells of the table
        monkeypatch.setattr(Runner, "_follow", lambda _: asyncio.sleep(60))
        async with AsyncClient(url) as client, asyncio.timeout(200):
            guest = await client.make_guest()
            client.sign_in(guest.credential.secret)
            runner = runner_of(
                client, guest.account.id, First, Plan(players=2, clock=NoClock(), fill="random", games=1)
            )
            going = asyncio.create_task(runner.go())
            await asked.wait()
            runner.stop(hand_over=hand_over)
            if hand_over:
                return await going
            while not (report := runner.report()).unfinished:
                assert not going.done()
                await asyncio.sleep(0.01)
            going.cancel()
            await asyncio.gather(going, return_exceptions=True)
            return report

    assert list(asyncio.run(scene()).unfinished) == made


def test_a_table_that_is_given_up_is_named_and_the_run_has_failed(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refused(_: Any) -> Any:
        raise errors.NotAllowed("not you")

    monkeypatch.setattr(table_loop.Sitting, "play", refused)
    report = run(First, url=url, clock=NoClock(), tell="quiet")
    assert len(report.unfinished) == 1
    assert report.failed


def test_the_third_signal_ends_a_run_whose_loop_is_blocked() -> None:
    program = """
import asyncio, os, signal, time
from citadels_sdk.live.bot_run import Stop

async def main():
    with Stop(hand_over=False).on_signals([]):
        for _ in range(3):
            os.kill(os.getpid(), signal.SIGTERM)
            time.sleep(0.001)

asyncio.run(main())
"""
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert (ended.returncode, ended.stdout) == (128 + signal.SIGTERM, "")
    assert ended.stderr.startswith("left at once")


def test_games_are_not_handed_over_by_a_guest_whom_nobody_keeps(url: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="--keep"):
        run(First, url=url, hand_over=True, tell="quiet")
    assert "same command" in bot_run.resuming(tmp_path, lost=False)
    assert "next time, use --keep" in bot_run.resuming(None, lost=True)


def test_a_run_that_is_cancelled_leaves_no_thread(url: str) -> None:
    asked = threading.Event()

    def noting(view: View) -> Action:
        asked.set()
        return quick(view)

    def thinking() -> set[threading.Thread]:
        return {one for one in threading.enumerate() if one.name == "a bot thinks"}

    async def scene() -> None:
        limit, before = clock(), thinking()
        options: dict[str, Any] = {"url": url, "seek": "others", "players": 2, "clock": limit, "tell": "quiet"}
        runs = [asyncio.create_task(arun(noting, **options)) for _ in range(2)]
        await asyncio.to_thread(asked.wait, 30)
        for one in runs:
            one.cancel()
        await asyncio.gather(*runs, return_exceptions=True)
        for thread in thinking() - before:
            thread.join(5)
        assert not thinking() - before

    asyncio.run(scene())


def test_a_table_that_has_started_unheard_is_taken_as_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seat_search, "WAITED_S", 0.01)
    asked = 0

    async def leave_table(_: str) -> Any:
        nonlocal asked
        asked += 1
        raise errors.AlreadyStarted("the game has started")

    async def scene() -> bool:
        client = cast("AsyncClient", SimpleNamespace(url="http://x", leave_table=leave_table))
        runner = runner_of(client, "me", First, Plan(seek="others", tables=2))
        table = cast("Table", SimpleNamespace(id="game_1", status="open"))
        sitting = runner.sittings["game_1"] = table_loop.Sitting(runner, table, 0, resumed=False)
        async with asyncio.timeout(30):
            await runner.seating._room()
        return sitting.begun

    assert asyncio.run(scene())
    assert asked == 1


def test_an_invitation_that_cannot_be_taken_is_told_and_ends_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    table = SimpleNamespace(
        status="open", your_seat=None, seats=[SimpleNamespace(kind="reserved")], edition="modern", players=2, rated=False,
        clock=NoClock(),
    )  # fmt: skip

    async def get_table(_: str, **__: Any) -> Any:
        return table

    async def join_table(_: str, **__: Any) -> Any:
        raise errors.Invalid("it is a Monday")

    async def scene() -> None:
        client = cast("AsyncClient", SimpleNamespace(url="http://x", get_table=get_table, join_table=join_table))
        runner = runner_of(client, "me", First, Plan(seek="invitations"), Voice("lines"))
        notice = SimpleNamespace(table="game_1", invite=None, seat=0, by=None)
        await runner.seating._answer(cast("InvitedNotice", notice))

    asyncio.run(scene())
    assert "it is a Monday" in capfd.readouterr().err
