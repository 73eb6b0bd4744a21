"""A run from what was asked for to its report: who plays, what is said, and what a signal does; no service is there."""

from __future__ import annotations

import asyncio
import signal
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from citadels_sdk import Accepts, errors
from citadels_sdk.client.model_base import DecisionClock, NoClock
from citadels_sdk.live import bot_run as module
from citadels_sdk.live.bot_run import RunReport, Stop, arun, attempt, greet, looping, resuming, run
from citadels_sdk.live.runner import Plan
from citadels_sdk.local.bot_loader import resolve

from tests.sdk.live.test_bot_run_parts import wish
from tests.support.modules import replace_in

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

GREEDY = resolve("greedy")


class Scene:
    """Everything that a run starts, replaced: what was made of it, and what was said."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, *, kind: str = "guest", signed: bool = True, **more: Any
    ) -> None:
        self.said: list[tuple[Any, ...]] = []
        self.clients: list[tuple[Any, ...]] = []
        self.runners: list[tuple[Any, ...]] = []
        self.declared: list[Any] = []
        self.guests: list[Any] = []
        self.me = more.get("me", SimpleNamespace(id="acct_1", name="ann", kind=kind))
        self.report = more.get("report", RunReport())
        self.signed = signed
        scene = self

        class Voice:
            def __init__(self, manner: str) -> None:
                scene.said.append(("manner", manner))

            def note(self, text: str) -> None:
                scene.said.append(("note", text))

            def say(self, event: str, line: str, **facts: Any) -> None:
                scene.said.append((event, line, facts))

            def summary(self, report: Any) -> None:
                scene.said.append(("summary", report))

        class Runner:
            def __init__(self, client: Any, entrant: Any, plan: Plan, **given: Any) -> None:
                scene.runners.append((client, entrant, plan, given))

            async def go(self) -> Any:
                assert scene.runners[-1][0].presence.url == "http://host"
                return scene.report

        @asynccontextmanager
        async def client(url: Any, token: Any, **given: Any) -> AsyncIterator[Any]:
            scene.clients.append((url, token, given))
            yield SimpleNamespace(signed_in=scene.signed, url="http://host", get_me=scene.get_me, presence=None)

        async def become(_client: Any, keep: Any, _voice: Any) -> str:
            scene.guests.append(keep)
            return "a guest's"

        async def declare(_client: Any, me: Any, accepts: Any, _voice: Any) -> None:
            scene.declared.append((me.id, accepts))

        for name, made in (("Voice", Voice), ("Runner", Runner), ("HeardClient", client), ("become_guest", become), ("declare", declare)):  # fmt: skip
            monkeypatch.setattr(module, name, made)
        monkeypatch.setattr(module, "Presence", lambda _voice, url: SimpleNamespace(url=url))

    async def get_me(self) -> Any:
        if isinstance(self.me, Exception):
            raise self.me
        return self.me

    def play(self, stop: Stop | None = None, **given: Any) -> RunReport:
        return asyncio.run(attempt(GREEDY, wish(**given), stop or Stop(hand_over=False)))


@pytest.fixture(autouse=True)
def nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CITADELS_TOKEN", raising=False)


def test_who_has_a_credential_plays_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene(monkeypatch)
    assert scene.play(url="http://host", token="secret", tell="json") is scene.report
    assert scene.clients == [("http://host", "secret", {"timeout": 5.0, "patience": 8.0})]
    ((_, entrant, plan, given),) = scene.runners
    assert (entrant, plan) == (GREEDY, wish().plan(GREEDY.accepts()))
    assert (given["account"], given["accepts"], given["chance"]) == ("acct_1", GREEDY.accepts(), "secret")
    assert (scene.guests, scene.declared) == ([], [])
    assert [one[0] for one in scene.said] == ["manner", "playing", "summary"]
    assert scene.said[0] == ("manner", "json")


@pytest.mark.parametrize(("token", "variable", "chance"), [("a", "b", "a"), (None, "b", "b"), (None, None, "")])
def test_chance_comes_from_the_credential(
    token: str | None, variable: str | None, chance: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if variable is not None:
        monkeypatch.setenv("CITADELS_TOKEN", variable)
    scene = Scene(monkeypatch)
    scene.play(token=token)
    assert scene.runners[0][3]["chance"] == chance


@pytest.mark.parametrize("keep", [None, "guest.json"])
def test_who_has_none_becomes_a_guest(keep: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene(monkeypatch, signed=False)
    scene.play(keep=keep)
    assert (scene.guests, scene.runners[0][3]["chance"]) == ([keep], "a guest's")


def test_a_guest_who_is_not_kept_hands_no_game_over(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene(monkeypatch, signed=False)
    with pytest.raises(ValueError, match="hand_over: nobody could go on with the games of a guest who is not kept"):
        scene.play(Stop(hand_over=True))
    assert scene.guests == []
    scene.play(Stop(hand_over=True), keep="guest.json")
    scene.signed = True
    scene.play(Stop(hand_over=True))


def test_only_a_bot_s_service_is_told_what_it_accepts(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene(monkeypatch, kind="bot")
    scene.play()
    assert scene.declared == [("acct_1", GREEDY.accepts())]


def test_a_guest_who_is_known_no_more_is_told_with_the_way_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = errors.NotSignedIn("who are you?", code="unauthenticated", status=401)
    scene = Scene(monkeypatch, me=gone)
    for keep in (None, tmp_path / "nowhere"):
        with pytest.raises(errors.NotSignedIn) as caught:
            scene.play(keep=keep)
        assert caught.value is gone
    (tmp_path / "guest").touch()
    with pytest.raises(errors.NotSignedIn) as caught:
        scene.play(keep=tmp_path / "guest")
    assert caught.value.what == f"who are you?; remove {tmp_path / 'guest'} to begin as somebody else"
    assert (caught.value.code, caught.value.status) == ("unauthenticated", 401)


@pytest.mark.parametrize(
    ("signed", "keep", "said"),
    [
        (False, None, "nobody can go on with the running games, as the guest was not kept: next time, use --keep FILE"),
        (False, "x.json", "to go on with the running games: the same command, with --keep x.json"),
        (True, "x.json", "to go on with the running games: the same command, with --keep x.json"),
        (True, None, "to go on with the running games: the same command with the same credential (CITADELS_TOKEN)"),
    ],
)  # fmt: skip
def test_how_games_that_run_on_are_taken_up_is_said_in_the_end(
    signed: bool, keep: str | None, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = Scene(monkeypatch, signed=signed, report=RunReport(unfinished=("game_1",)))
    stop = Stop(hand_over=False)
    scene.play(stop, keep=keep)
    assert scene.said[-2:] == [("summary", scene.report), ("note", said)]
    assert stop.advice == said
    assert resuming(keep, lost=not signed and keep is None) == said


@pytest.mark.parametrize(
    ("plan", "what"),
    [
        ({"seek": "house", "fill": "planner"}, "against planner bots of the house"), ({"seek": "others"}, "with others who look for a game"), ({"seek": "invitations"}, "by invitation"),
        ({"seek": "table", "table": "game_1"}, "at game_1"), ({"seek": "tournament", "tournament": "tour_1"}, "in tour_1"),
    ],
)  # fmt: skip
def test_a_run_says_who_plays_where(plan: dict[str, Any], what: str) -> None:
    said: list[Any] = []
    voice: Any = SimpleNamespace(say=lambda *told, **facts: said.append((*told, facts)))
    me: Any = SimpleNamespace(id="acct_1", name="ann")
    greet(voice, GREEDY, me, "http://host", Plan(**plan))
    facts = {"bot": "greedy", "account": "acct_1", "name": "ann", "url": "http://host", "seek": plan["seek"]}
    line = f"greedy plays as ann at http://host, {what}; Ctrl-C ends it after the running games"
    assert said == [("playing", line, facts)]


def test_a_plan_has_what_was_wished_for() -> None:
    given: dict[str, Any] = {
        "seek": "others", "invite": "word", "games": 3, "tables": 2, "edition": "classic", "players": 5, "clock": NoClock(), "rated": True, "fill": "random", "resume": False,
        "time_limit": 1.5, "faults": "faults", "save": "records",
    }  # fmt: skip
    plan = wish(**given).plan(Accepts(editions=("modern", "classic")))
    told = {**given, "faults": Path("faults"), "save": Path("records"), "table": None, "tournament": None}
    assert {name: getattr(plan, name) for name in told} == told
    bare = wish().plan(Accepts())
    assert (bare.faults, bare.save, bare.resume, bare.fill, bare.invite) == (None, None, True, "greedy", None)
    assert bare.clock == DecisionClock(limit_ms=30_000)
    assert wish(rated=False).plan(Accepts(rated=None)).rated is False


# stopping


class Running:
    """As much of a run as a signal needs."""

    def __init__(self, *, begun: tuple[bool, ...] = (), busy: bool = False, unfinished: tuple[str, ...] = ()) -> None:
        self.stopped: list[bool] = []
        self.notes: list[str] = []
        self.sittings = {str(at): SimpleNamespace(begun=one) for at, one in enumerate(begun)}
        self.seating = SimpleNamespace(busy=busy)
        self.voice = SimpleNamespace(note=self.notes.append)
        self.report = lambda: RunReport(unfinished=unfinished)

    def stop(self, *, hand_over: bool) -> None:
        self.stopped.append(hand_over)


def signalled(stop: Stop, runner: Any, count: int, number: int = signal.SIGINT) -> tuple[list[int], bool]:
    """What came of so many signals, one after the other: those that came, and whether the run was cancelled."""

    async def main() -> list[int]:
        came: list[int] = []
        with stop.on_signals(came):
            if runner is not None:
                stop.tell(runner, "how to go on")
            for _ in range(count):
                signal.raise_signal(number)
                await asyncio.sleep(0)
            caught.extend(came)
        return came

    caught: list[int] = []
    before = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)
    try:
        return asyncio.run(main()), False
    except (asyncio.CancelledError, KeyboardInterrupt):
        return caught, True
    finally:
        assert (signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)) == before


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize(
    ("runner", "hand_over", "note"),
    [
        ({"begun": (True, False, True)}, False, "stopping: no new games; 2 still running (once more, and they are left as they stand)"),
        ({"begun": (True,)}, True, None), ({"begun": (False,)}, False, None), ({"busy": True}, False, "stopping: a seat was asked for; waiting for the answer"),
        ({"begun": (True,), "busy": True}, True, "stopping: a seat was asked for; waiting for the answer"),
    ],
)  # fmt: skip
def test_the_first_signal_stops_the_run(runner: dict[str, Any], hand_over: bool, note: str | None, number: int) -> None:
    running = Running(**runner)
    came, cancelled = signalled(Stop(hand_over=hand_over), running, 1, number)
    assert (came, cancelled, running.stopped) == ([number], False, [hand_over])
    assert running.notes == ([] if note is None else [note])


@pytest.mark.parametrize(
    ("unfinished", "said"), [((), []), (("game_1", "game_2"), ["still running: game_1, game_2; how to go on"])]
)
def test_the_second_one_leaves_the_games_as_they_stand(unfinished: tuple[str, ...], said: list[str]) -> None:
    running = Running(unfinished=unfinished)
    _, cancelled = signalled(Stop(hand_over=False), running, 2)
    assert (cancelled, running.stopped, running.notes) == (True, [False], said)


def test_before_there_is_a_run_the_first_one_ends_it() -> None:
    assert signalled(Stop(hand_over=False), None, 1)[1] is True


def test_a_run_that_begins_after_it_was_to_stop_stops_at_once() -> None:
    for asked, hand_over in ((True, False), (True, True), (False, True)):
        stop, running = Stop(hand_over=hand_over), Running()
        stop.asked = asked
        stop.tell(running, "how")  # type: ignore[arg-type]  # as much of a run as is asked
        assert (running.stopped, stop.advice) == ([hand_over] if asked else [], "how")


@pytest.mark.parametrize(
    ("runner", "told"),
    [
        (None, b"left at once, since the bot does not let the run end\n"), (Running(), b"left at once, since the bot does not let the run end\n"),
        (Running(unfinished=("game_1", "game_2")), b"left at once, since the bot does not let the run end; still running: game_1, game_2\n"),
    ],
)  # fmt: skip
def test_the_third_one_ends_the_program(runner: Any, told: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    did: list[tuple[Any, ...]] = []
    system = SimpleNamespace(
        write=lambda *what: did.append(("write", *what)), _exit=lambda *what: did.append(("exit", *what))
    )
    monkeypatch.setattr(module, "os", system)
    replace_in(monkeypatch, "citadels_sdk.live.bot_run", signal, signal=lambda *what: did.append(what))
    stop: Any = Stop(hand_over=False)
    stop.runner = runner
    stop.leave(15)
    assert did == [
        (signal.SIGINT, signal.SIG_DFL), (signal.SIGTERM, signal.SIG_DFL), ("write", 2, told), ("exit", 143),
    ]  # fmt: skip


def test_whoever_ends_a_run_finds_the_signal_in_what_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    async def endless(_entrant: Any, _wish: Any, stop: Stop) -> RunReport:
        stop.tell(Running(), "")  # type: ignore[arg-type]  # as much of a run as is asked
        for _ in range(2):
            signal.raise_signal(signal.SIGTERM)
            await asyncio.sleep(0)
        raise AssertionError("it was not cancelled")

    monkeypatch.setattr(module, "attempt", endless)
    with pytest.raises(KeyboardInterrupt) as caught:
        run("greedy")
    assert caught.value.args == (15,)


def test_what_is_asked_for_reaches_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[Any, ...]] = []

    async def noted(entrant: Any, asked: Any, stop: Stop) -> RunReport:
        seen.append((entrant.name, asked, stop.hand_over))
        return RunReport(failed=True)

    monkeypatch.setattr(module, "attempt", noted)
    given: dict[str, Any] = {
        "url": "u", "token": "t", "keep": "k", "seek": "others", "table": "g", "tournament": "o", "invite": "i", "games": 1, "tables": 2, "edition": "classic", "players": 3,
        "clock": NoClock(), "rated": True, "fill": "random", "resume": False, "time_limit": 4.0, "faults": "f", "tell": "json", "save": "s",
    }  # fmt: skip
    assert run("greedy", hand_over=True, **given) == RunReport(failed=True)
    assert asyncio.run(arun("greedy", **given)) == RunReport(failed=True)
    run("greedy")
    asyncio.run(arun("greedy"))
    plain = wish(tell="lines")
    assert seen == [
        ("greedy", wish(**given), True), ("greedy", wish(**given), False), ("greedy", plain, False), ("greedy", plain, False),
    ]  # fmt: skip


def test_a_loop_that_runs_is_seen() -> None:
    async def inside() -> bool:
        return looping()

    assert (looping(), asyncio.run(inside())) == (False, True)
