"""Playing live against a service: what a bot is told, what becomes of one that fails, and which games it takes."""

from __future__ import annotations

import asyncio
import io
import itertools
import json
import random
import signal
import stat
import subprocess
import sys
import threading
import time
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest
from citadels_engine.record import steps
from citadels_sdk import Accepts, AsyncClient, Bot, View, errors
from citadels_sdk.bot import Start, harmless
from citadels_sdk.commands.bot import command as bot_command
from citadels_sdk.entrants import resolve
from citadels_sdk.live import run_asking, run_identity, running, seat_playing, seating
from citadels_sdk.live.models import BankClock, CorrespondenceClock, Decision, DecisionClock, NoClock, Position
from citadels_sdk.live.run_clock import ServerClock
from citadels_sdk.live.run_identity import become_guest
from citadels_sdk.live.run_telling import Voice
from citadels_sdk.live.runner import Plan, Runner
from citadels_sdk.live.running import RunReport, arun, run
from citadels_sdk.live.seated import Look
from citadels_sdk.live.seating import why_not
from citadels_sdk.testing import scenario
from click.testing import CliRunner

from tests.api.rest.world import living

if TYPE_CHECKING:
    from collections.abc import Awaitable, Mapping
    from pathlib import Path

    from citadels_engine import Action
    from citadels_sdk import Outcome
    from citadels_sdk.bot import Answer
    from citadels_sdk.live.models import Table
    from citadels_sdk.live.models_follow import InvitedNotice

KINDS = itertools.count(30_000)


def clock(limit_ms: int | None = None) -> DecisionClock:
    """A clock that no other test looks for."""
    return DecisionClock(limit_ms=limit_ms or next(KINDS))


class First(Bot):
    """Builds what it can, so that games are short."""

    def choose(self, view: View) -> Answer | Awaitable[Answer]:
        return quick(view)


def quick(view: View) -> Action:
    """An action that brings the end nearer: what can be built is built, the rest is left to chance."""
    for action in view.actions:
        if action.verb == "build":
            return action
    return random.Random(f"{view.seat}/{view.n}").choice(view.actions)


def duel(url: str, one: Any, other: Any = First, *, ours: DecisionClock | None = None, **options: Any) -> RunReport:
    """What the first of two bots comes to, that look for each other."""
    limit = ours or clock()

    async def both() -> RunReport:
        async with asyncio.timeout(60):
            runs = [
                arun(one, url=url, seek="others", players=2, games=1, clock=limit, tell="quiet", **options),
                arun(other, url=url, seek="others", players=2, games=1, clock=limit, tell="quiet"),
            ]
            return (await asyncio.gather(*runs))[0]

    return asyncio.run(both())


def record_of(url: str, table: str) -> Any:
    """The record of a game."""

    async def get() -> Any:
        async with AsyncClient(url) as client:
            return (await client.get_record(table)).record

    return asyncio.run(get())


# what a bot is told


def test_a_bot_is_told_all_and_keeps_what_it_likes(url: str) -> None:
    made: list[Any] = []

    class Keeper(First):
        def on_start(self, start: Start) -> None:
            made.append(self)
            self.started, self.heard, self.numbers = start, list[Any](), list[int]()
            self.result: Outcome | None = None

        def on_event(self, event: Mapping[str, object]) -> None:
            self.heard.append(event)

        def on_end(self, outcome: Outcome) -> None:
            self.result = outcome

        def choose(self, view: View) -> Action:
            assert list(view.events) == self.heard[: len(view.events)]
            assert view.time_left is not None
            assert 0 < view.time_left < 30
            self.numbers.append(view.n)
            return quick(view)

    report = duel(url, Keeper)
    (game,), (bot,) = report.games, made
    assert not report.faults
    record = record_of(url, game.table)
    told = [event.for_seat(game.seat) for _, moment in steps(record, telling=True) for event in moment.events]
    assert bot.heard == told
    assert bot.numbers == [one.n for one in record.taken if one.seat == game.seat]
    assert (bot.started.game, bot.started.seat, bot.started.players) == (game.table, game.seat, 2)
    assert bot.result is not None
    assert (bot.result.place, bot.result.scores[game.seat]) == (game.place, game.score)
    assert game.decisions == len(bot.numbers)


def test_an_async_bot_thinks_in_the_loop(url: str) -> None:
    threads = set()

    async def patient(view: View) -> Action:
        await asyncio.sleep(0)
        threads.add(threading.current_thread())
        return quick(view)

    report = duel(url, patient, First)
    assert report.games[0].place
    assert not report.faults
    assert threads == {threading.current_thread()}


# what becomes of a bot that fails


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
    monkeypatch.setattr(seat_playing, "IN_A_ROW", 1000)

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
    assert len(asked) == seat_playing.IN_A_ROW
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
    from citadels_sdk.live.run_thinking import Mind, worker_for

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
    from citadels_sdk.live.pacing import Pacer

    waits: list[float] = []
    wait = Pacer.wait

    def noted(self: Pacer, cost: int, now: float) -> float:
        waits.append(wait(self, cost, now))
        return waits[-1]

    monkeypatch.setattr(Pacer, "wait", noted)
    with living(rate_per_second=70.0, rate_burst=40) as world:
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

    async def scene() -> seat_playing.Sitting:
        client = cast("AsyncClient", SimpleNamespace(url="http://x"))
        runner = runner_of(client, "me", slow, Plan(time_limit=limit))
        table = cast("Table", SimpleNamespace(id="game_1", status="running"))
        sitting = seat_playing.Sitting(runner, table, 0, resumed=False)
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
    monkeypatch.setattr(seat_playing, "OLDER_S", 0.0)
    asked = 0

    async def scene() -> seat_playing.Sitting:
        told = {"table": "game_1", "seat": 0, "status": "running", "view": {}, "decision": None, "result": None}

        async def get_position(_: str) -> Position:
            nonlocal asked
            asked += 1
            return Position.model_validate({**told, "number": 3})

        client = cast("AsyncClient", SimpleNamespace(url="http://x", get_position=get_position))
        runner = runner_of(client, "me", First, Plan())
        table = cast("Table", SimpleNamespace(id="game_1", status="running", clock=NoClock()))
        sitting = seat_playing.Sitting(runner, table, 0, resumed=False)
        sitting.clock_read = time.monotonic()
        sitting.seated.looked(Position.model_validate({**told, "number": 9}))
        sitting.seated.doubt()
        while isinstance(sitting.seated.next(), Look):
            await sitting._look()
        return sitting

    sitting = asyncio.run(scene())
    assert (asked, sitting.seated.known, sitting.keys) == (seat_playing.OLDER + 1, 3, 1)


# which games


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
                stuck.wait(30)
            return quick(view)

        def on_end(self, outcome: Outcome) -> None:
            ended.append("first" if self.waits else "second")
            stuck.set()

    limit = clock(40_000)

    async def three() -> RunReport:
        async with asyncio.timeout(60):
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
        async with asyncio.timeout(60):
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
        async with AsyncClient(url) as host, AsyncClient(url) as invited, asyncio.timeout(60):
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
        async with AsyncClient(url) as client, asyncio.timeout(60):
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


def runner_of(client: AsyncClient, account: str, bot: Any, plan: Plan, voice: Voice | None = None) -> Runner:
    """A run that is not begun yet."""
    voice = voice or Voice("quiet")
    return Runner(client, resolve(bot), plan, account=account, accepts=Accepts(), voice=voice, chance="chance")


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
        async with AsyncClient(url) as client, asyncio.timeout(60):
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

    monkeypatch.setattr(seat_playing.Sitting, "play", refused)
    report = run(First, url=url, clock=NoClock(), tell="quiet")
    assert len(report.unfinished) == 1
    assert report.failed


def test_the_third_signal_ends_a_run_whose_loop_is_blocked() -> None:
    program = """
import asyncio, os, signal, time
from citadels_sdk.live.running import Stop

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
    assert "same command" in running.resuming(tmp_path, lost=False)
    assert "next time, use --keep" in running.resuming(None, lost=True)


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
    monkeypatch.setattr(seating, "WAITED_S", 0.01)
    asked = 0

    async def leave_table(_: str) -> Any:
        nonlocal asked
        asked += 1
        raise errors.AlreadyStarted("the game has started")

    async def scene() -> bool:
        client = cast("AsyncClient", SimpleNamespace(url="http://x", leave_table=leave_table))
        runner = runner_of(client, "me", First, Plan(seek="others", tables=2))
        table = cast("Table", SimpleNamespace(id="game_1", status="open"))
        sitting = runner.sittings["game_1"] = seat_playing.Sitting(runner, table, 0, resumed=False)
        async with asyncio.timeout(20):
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


# who plays


def test_a_guest_is_kept_in_a_file_that_nobody_else_reads(url: str, tmp_path: Path) -> None:
    file = tmp_path / "guest.json"

    async def twice() -> list[str]:
        names = []
        for _ in range(2):
            async with AsyncClient(url) as client:
                token = await become_guest(client, file, Voice("quiet"))
                names.append((await client.get_me()).name)
                assert stat.S_IMODE(file.stat().st_mode) == 0o600
                assert token
        return names

    one, again = asyncio.run(twice())
    assert one == again


@pytest.mark.parametrize("content", ["", "{}", '{"url": "http://elsewhere:1", "token": "x"}'])
def test_a_file_that_holds_no_guest_of_this_service_is_refused(url: str, tmp_path: Path, content: str) -> None:
    file = tmp_path / "guest.json"
    file.write_text(content)
    with pytest.raises(ValueError, match="guest"):
        run(First, url=url, keep=file, tell="quiet")


def test_a_file_that_cannot_be_written_is_refused(url: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ValueError, match="kept"):
        run(First, url=url, keep=tmp_path / "file" / "guest.json", tell="quiet")


def test_nothing_secret_is_told(url: str, capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "guest.json"
    limit = clock()

    async def both() -> None:
        options: dict[str, Any] = {"url": url, "seek": "others", "players": 2, "games": 1, "clock": limit}
        await asyncio.gather(arun(First, keep=file, tell="json", **options), arun(First, tell="lines", **options))

    asyncio.run(both())
    told = "".join(capfd.readouterr())
    secret = json.loads(file.read_text())["token"]
    assert "begun" in told
    assert secret not in told
    assert secret.split("_")[-1] not in told


def test_a_service_that_is_not_there_is_an_error_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "PATIENCE_S", 0.1)
    with pytest.raises(errors.Unreachable):
        run(First, url="http://127.0.0.1:9", tell="quiet")


def test_what_answers_nothing_is_an_error_and_not_asked_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_identity, "pause_after", lambda *_: 0.0)
    asked = 0

    async def hang_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal asked
        asked += 1
        await reader.read(1)
        writer.close()

    async def scene() -> None:
        server = await asyncio.start_server(hang_up, "127.0.0.1", 0)
        async with server, asyncio.timeout(20):
            await arun(First, url=f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", tell="quiet")

    with pytest.raises(errors.UnknownOutcome):
        asyncio.run(scene())
    assert asked < 20


def test_where_a_loop_runs_already_the_other_way_is_named() -> None:
    async def scene() -> None:
        with pytest.raises(RuntimeError, match="await arun"):
            run(First)

    asyncio.run(scene())


def test_what_a_bot_does_not_accept_is_not_looked_for(url: str) -> None:
    class Classic(First):
        accepts = Accepts(editions=("classic",))

    with pytest.raises(ValueError, match="does not play the modern edition"):
        run(Classic, url=url, edition="modern", tell="quiet")


def test_a_file_that_is_only_read_does_not_play(tmp_path: Path) -> None:

    file = tmp_path / "mybot.py"
    file.write_text(
        "from citadels_sdk import Bot, run\n"
        "class Mine(Bot):\n    def choose(self, view):\n        return view.actions[0]\n"
        "told = run(Mine, url='http://127.0.0.1:9')\n"
    )
    assert resolve(str(file)).name == "mine"


# the parts


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
