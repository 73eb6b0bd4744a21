"""A run as a whole: what it starts, what ends it, what it asks now and then, and how its bots come to be."""

from __future__ import annotations

import asyncio
from hashlib import sha256
from types import SimpleNamespace
from typing import Any

import pytest
from citadels_sdk import errors
from citadels_sdk.live import runner as module
from citadels_sdk.live.run_report import RunReport
from citadels_sdk.live.runner import WATCH_S, Plan, Runner

from tests.sdk.live.test_runner import FAULT, Client, played, run, table, wait
from tests.support.modules import replace_in


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Answers that come once and at once; pauses that take no time."""
    pauses: list[float] = []
    real = asyncio.sleep

    async def sure(ask: Any, **_: Any) -> Any:
        return await ask()

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        await real(0)

    monkeypatch.setattr(module, "sure", sure)
    replace_in(monkeypatch, "citadels_sdk.live.runner", asyncio, sleep=sleep)
    return pauses


def test_a_plan_that_says_nothing_is_one_game_at_a_time_against_the_house() -> None:
    assert Plan() == Plan(
        "house", None, None, None, None, 1, "modern", 4, None, False, "greedy", True, None, None, None
    )  # fmt: skip


# how bots come to be


class Entrant:
    """Sits down where it is told to."""

    def __init__(self, kind: str) -> None:
        self.kind, self.name = kind, "mine"
        self.sat: list[tuple[Any, str]] = []

    def sit(self, start: Any, chance: str) -> Any:
        self.sat.append((start, chance))
        return f"player {len(self.sat)}"


@pytest.mark.parametrize(("kind", "workers", "shared"), [("object", 1, True), ("class", 2, False)])
def test_a_bot_of_a_class_thinks_by_itself_and_one_object_for_all_games(
    kind: str, workers: int, shared: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Any] = []

    def worker_for(entrant: Any, player: Any) -> Any:
        made.append((entrant, player))
        return f"worker {len(made)}"

    monkeypatch.setattr(module, "worker_for", worker_for)
    monkeypatch.setattr(module, "Mind", lambda player, worker, shared=False: (player, worker, shared))
    one = run()
    entrant = Entrant(kind)
    one.entrant = entrant  # type: ignore[assignment]  # as much of one as is asked
    starts = [SimpleNamespace(game=f"game_{at}", seat=at) for at in range(2)]
    minds: list[Any] = [one.mind(start) for start in starts]  # type: ignore[arg-type]  # as much of one as is asked
    assert minds == [("player 1", "worker 1", shared), ("player 2", f"worker {workers}", shared)]
    assert made == [(entrant, f"player {at + 1}") for at in range(workers)]
    assert entrant.sat == [(start, sha256(f"c|{start.game}|{start.seat}".encode()).hexdigest()) for start in starts]


def test_a_game_that_begins_is_told_with_its_link() -> None:
    async def act() -> Any:
        one = run()
        sitting: Any = SimpleNamespace(table=table("game_3", "running"), seat=2, resumed=True)
        waiting = asyncio.wait_for(one.bell.wait(), 20)
        one.begun(sitting, "no clock")
        await waiting
        return one.voice

    told = ("game_3", "http://host/table/game_3", 2, 4, "modern", "no clock", {"resumed": True})
    assert wait(act()).begun_with == [told]


# what is asked now and then


def test_what_is_owed_is_asked_every_few_seconds(at_once: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer that took so long to come tells nothing of now."""
    times = iter([0.0, 1.0, 10.0, 10.0 + WATCH_S + 0.1, 20.0, 20.0 + WATCH_S, 30.0])
    monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: next(times)))
    adopted: list[str] = []
    owed: list[tuple[Any, ...]] = []

    def items(*tables: str) -> Any:
        return SimpleNamespace(items=[SimpleNamespace(table=name, n=at + 5) for at, name in enumerate(tables)])

    one = run(Client(list_owed=[items("game_1", "game_2"), items("game_9"), items("game_3"), errors.NotFound("end")]))

    async def adopt(name: str, **_: Any) -> None:
        adopted.append(name)

    monkeypatch.setattr(one, "adopt", adopt)
    monkeypatch.setattr(one, "_owed", lambda name, n, overdue=False: owed.append((name, n, overdue)))
    with pytest.raises(errors.NotFound):
        wait(one._watch())
    assert adopted == ["game_1", "game_2", "game_3"]
    assert owed == [("game_1", 5, True), ("game_2", 6, True), ("game_3", 5, True)]
    assert (at_once[:3], WATCH_S) == ([2.5] * 3, 2.5)


def test_word_of_a_decision_goes_to_the_table_that_owes_it() -> None:
    one = run()
    told: list[tuple[Any, ...]] = []
    one.sittings = {"game_1": SimpleNamespace(owes=lambda n, overdue=False: told.append((n, overdue)))}  # type: ignore[dict-item]  # as much of one as is asked
    one._owed("game_1", 5)
    one._owed("game_1", 6, overdue=True)
    one._owed("game_2", 7)
    assert told == [(5, False), (6, True)]


# the report


def test_a_report_counts_what_was_played_what_runs_on_and_all_faults() -> None:
    one = run()
    one.played = [played(faults=(FAULT,)), played("game_2")]
    one.given_up, one.failed = ["game_3"], True
    sittings: Any = {
        "game_4": SimpleNamespace(begun=True, faults=[FAULT]), "game_5": SimpleNamespace(begun=False, faults=[]),
    }  # fmt: skip
    one.sittings = sittings
    assert one.report() == RunReport(tuple(one.played), ("game_3", "game_4"), True, (FAULT, FAULT))


# from beginning to end


class Scene:
    """A run whose helpers are replaced: they wait until they are told how to end."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, **plan: Any) -> None:
        self.one: Runner = run(**plan)
        self.did: list[str] = []
        self.ends: dict[str, Any] = {}

        def helper(name: str) -> Any:
            async def go(*_: Any) -> None:
                self.did.append(name)
                try:
                    found = self.ends.get(name)
                    if isinstance(found, Exception):
                        raise found
                    if found is None:
                        await asyncio.Event().wait()
                except asyncio.CancelledError:
                    self.did.append(f"{name} is cancelled")
                    raise

            return go

        def part(name: str) -> Any:
            async def go() -> None:
                self.did.append(name)

            return go

        monkeypatch.setattr(self.one, "_follow", helper("follow"))
        monkeypatch.setattr(self.one, "_watch", helper("watch"))
        monkeypatch.setattr(self.one.seating, "seek", helper("seek"))
        monkeypatch.setattr(self.one, "_resume", part("resume"))
        monkeypatch.setattr(self.one.seating, "leave_open_tables", part("leave"))
        monkeypatch.setattr(self.one.seating, "decline_all", part("decline"))

    async def later(self, act: Any) -> RunReport:
        """The run, and something that happens when it waits."""
        task = asyncio.create_task(self.one.go())
        for _ in range(9):
            await asyncio.sleep(0)
        act()
        return await asyncio.wait_for(task, 20)


STARTED = ["resume", "follow", "watch", "seek"]
CANCELLED = ["follow is cancelled", "watch is cancelled", "seek is cancelled"]


def test_a_run_goes_on_until_there_is_nothing_more_to_seek(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene(monkeypatch)

    def act() -> None:
        assert scene.did == STARTED
        scene.one.seating.exhausted = True
        scene.one.bell.ring()

    assert wait(scene.later(act)) == RunReport()
    assert scene.did == [*STARTED, "decline", *CANCELLED]


def test_a_run_that_is_stopped_gets_up_from_what_has_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene(monkeypatch)
    sittings: Any = {"game_1": SimpleNamespace(begun=False, faults=())}
    scene.one.sittings = sittings
    plain = scene.one.seating.leave_open_tables

    async def leave() -> None:
        await plain()
        scene.one.sittings = {}

    monkeypatch.setattr(scene.one.seating, "leave_open_tables", leave)
    assert wait(scene.later(scene.one.stop)) == RunReport()
    assert scene.did == [*STARTED, "leave", "decline", *CANCELLED]


@pytest.mark.parametrize("name", ["follow", "watch", "seek"])
def test_a_helper_that_fails_ends_the_run(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene(monkeypatch)
    scene.ends[name] = errors.NotSignedIn("who")
    with pytest.raises(errors.NotSignedIn):
        wait(scene.one.go())
    assert "decline" not in scene.did
    assert f"{name} is cancelled" not in scene.did
    assert len([one for one in scene.did if one.endswith("is cancelled")]) == 2


def test_one_that_is_through_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene(monkeypatch)
    scene.ends["seek"] = "through"

    def act() -> None:
        scene.one.seating.exhausted = True
        scene.one.bell.ring()

    assert wait(scene.later(act)) == RunReport()


def test_what_concerns_all_games_ends_the_run_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene(monkeypatch)
    fatal = ValueError("odd")

    def act() -> None:
        scene.one._fatal = fatal
        scene.one.bell.ring()

    with pytest.raises(ValueError, match="odd"):
        wait(scene.later(act))
    assert "decline" not in scene.did
    again = Scene(monkeypatch)
    again.one._fatal = fatal
    with pytest.raises(ValueError, match="odd"):
        wait(again.one.go())


def test_in_the_end_all_tables_and_the_bot_are_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[bool] = []

    async def act() -> bool:
        scene = Scene(monkeypatch)
        game = asyncio.create_task(asyncio.Event().wait())
        scene.one._tasks.add(game)  # type: ignore[arg-type]  # it is only cancelled
        scene.one._shared = SimpleNamespace(close=lambda: closed.append(True))  # type: ignore[assignment]  # as much of one as is asked
        scene.one.seating.exhausted = True
        await scene.one.go()
        return game.cancelled()

    assert (wait(act()), closed) == (True, [True])
