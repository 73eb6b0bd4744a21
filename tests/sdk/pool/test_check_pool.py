"""The policy for a check: how often a game is played where, and what it means when a process ends or nothing happens in it."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest
from citadels_sdk.checking.checked_seat import Asked, Mishap, Sat
from citadels_sdk.checking.plan import Planned
from citadels_sdk.errors import BotDied, BotNotFound, BotTimeout
from citadels_sdk.local.bot_loader import resolve
from citadels_sdk.pool import check_pool, supervisor
from citadels_sdk.pool.check_pool import (
    NOT_EXIT,
    CheckPool,
    CheckPools,
    Order,
    can_play_apart,
    ended,
    fatal,
    play,
    playing,
)
from citadels_sdk.pool.heartbeat import NEVER, Board, Thought
from citadels_sdk.pool.processes import CannotTravel

from tests.sdk.bots import First
from tests.sdk.pool.fakes import Fake

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from citadels_sdk.pool.processes import Worker

PLANNED = Planned("s", 0, 2)
HUNG = Sat(hung=True)
FATAL = Mishap("bot_died", "it died", "", 3, "turn", fatal=True)


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[Any]]:
    """Have processes that say these things, in order; what they were started with, and they themselves."""
    started: list[Any] = []

    def have(*said: Sequence[object] | None, how: str = "ended with status 3") -> list[Any]:
        left = list(said)

        def start(job: Any, way: str, others: list[Worker], **variables: str) -> Worker:
            assert (way, others) == ("fresh", [])
            worker = Fake(left.pop(0), how)
            started.append((job.args[0], variables, worker))
            return worker

        monkeypatch.setattr(supervisor, "start", start)
        return started

    return have


def sats(number: int = 1) -> Sat:
    return Sat(asked=(Asked(number, "pick", "pick king", 1.0, False),))


def done(number: int, *sats: Sat) -> list[tuple[str, Any]]:
    """What a process says of a game."""
    return [*(("says", sat) for sat in sats), ("done", [(number, None)])]


def orders(worker: Fake) -> list[Any]:
    """What the process was told to play."""
    return [game for order in worker.read for game in order]


def test_a_game_is_played_twice_in_one_process_and_once_in_the_other(processes: Callable[..., list[Any]]) -> None:
    started = processes([("ready",), *done(1, sats(1), sats(2))], [("ready",), *done(1, sats(3))])
    with CheckPools(resolve(First), 0.5) as both:
        both.prepare()
        assert [one.asked[0].n for one in both.play(PLANNED)] == [1, 2, 3]
    assert [(job.args[0].name, job.args[1]) for job, _, _ in started] == [("first", 0.5)] * 2
    assert [variables for _, variables, _ in started] == [{"PYTHONHASHSEED": "0"}, {"PYTHONHASHSEED": "1"}]
    assert [orders(worker) for *_, worker in started] == [
        [(1, Order(PLANNED, 2))], [(1, Order(PLANNED, 1))],
    ]  # fmt: skip


def test_a_game_that_hung_is_not_played_in_the_other_process(processes: Callable[..., list[Any]]) -> None:
    processes([("ready",), *done(1, HUNG)], [("ready",)])
    with CheckPools(resolve(First), 0.5) as both:
        assert both.play(PLANNED) == [HUNG]


def pool(kind: str = "turn", n: int = 4) -> CheckPool:
    """One that is prepared, and in whose process the first game is at that decision or hook."""
    one = CheckPool(resolve(First), 0.5, "0")
    one.prepare()
    place = one.slots[0].place
    place.begin(1)
    place.think(0, n, NEVER, kind)
    return one


def test_a_process_that_ends_is_the_end_of_its_game_and_the_next_game_has_another(
    processes: Callable[..., list[Any]],
) -> None:
    started = processes([("ready",), ("says", sats(1))], [("ready",), *done(2, sats(7))])
    with closing(pool()) as one:
        first, sat = one.play(Order(PLANNED, 2))
        assert first == sats(1)
        assert (sat.hung, sat.mishaps) == (
            True, (Mishap("bot_died", "its process ended with status 3", NOT_EXIT, 4, "turn", fatal=True),),
        )  # fmt: skip
        assert one.play(Order(PLANNED, 1, 7)) == [sats(7)]
    assert [orders(worker) for *_, worker in started] == [[(1, Order(PLANNED, 2))], [(2, Order(PLANNED, 1, 7))]]


def test_a_process_that_has_ended_between_games_is_the_end_of_the_next_one(
    processes: Callable[..., list[Any]],
) -> None:
    processes([("ready",)])
    with closing(CheckPool(resolve(First), 0.5, "0")) as one:
        mishap = one.play(Order(PLANNED, 1))[0].mishaps[0]
    assert (mishap.code, mishap.kind, mishap.n) == ("bot_died", "on_start", 0)


def test_a_process_in_which_nothing_happens_is_ended(processes: Callable[..., list[Any]]) -> None:
    processes([("ready",)])
    with closing(pool()) as one:
        one.todo[1] = Order(PLANNED, 1)
        assert not one.judge(1, None, Thought(1, 0, 9, 1.0, "on_end"), "was ended by SIGKILL")
        mishap = one.sats[0].mishaps[0]
    assert (mishap.code, mishap.fatal, mishap.advice) == ("bot_timeout", True, BotTimeout.advice)
    assert mishap.what == "it did not come back in 6 s, could not be interrupted, and its process was ended"
    assert (mishap.n, mishap.kind, one.todo) == (9, "on_end", {})


@pytest.mark.parametrize(
    ("said", "error", "told"),
    [
        ([("cannot", "ImportError: no")], CannotTravel, "ImportError: no"),
        ([], BotNotFound, "first ends the process that reads it: it ended with status 3"),
        ([("odd", "turn", 1)], BotNotFound, "first ends the process that reads it: it ended with status 3"),
    ],
)
def test_a_bot_that_cannot_be_read_there_is_told(
    processes: Callable[..., list[Any]], said: Sequence[object], error: type[Exception], told: str
) -> None:
    processes(said, [("ready",)])
    with CheckPools(resolve(First), 0.5) as both, pytest.raises(error, match=f"^{told}$"):
        both.prepare()


def test_a_bot_whose_file_is_read_too_long_is_told(
    processes: Callable[..., list[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    processes(None, None)
    monkeypatch.setattr(check_pool, "READY_S", 0.0)
    with CheckPools(resolve(First), 0.5) as both, pytest.raises(BotNotFound, match=r"^first could not be read in 0 s$"):
        both.prepare()


def test_a_process_that_runs_is_started_once(processes: Callable[..., list[Any]]) -> None:
    started = processes([("ready",)], [("ready",)])
    with CheckPools(resolve(First), 0.5) as both:
        both.prepare()
        both.prepare()
    assert len(started) == 2


def test_a_game_that_ended_with_its_process_has_its_fault() -> None:
    assert ended(BotDied("how"), 4, "turn", "do not").mishaps == (
        Mishap("bot_died", "how", "do not", 4, "turn", fatal=True),
    )
    assert ended(BotDied("how"), 4, "turn").mishaps[0].advice == BotDied.advice
    assert ended(BotDied("how"), 4, "turn").hung is True


def test_bots_that_can_be_imported_play_apart(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def choose(view):\n    return view.actions[0]\n")
    assert can_play_apart(resolve(str(tmp_path / "mine.py")))
    assert can_play_apart(resolve(First))
    assert not can_play_apart(resolve("greedy"))
    assert not can_play_apart(resolve(First()))
    assert not can_play_apart(resolve(lambda view: view.actions[0]))


def test_who_can_be_brought_there_plays_apart_and_the_others_here(processes: Callable[..., list[Any]]) -> None:
    processes([("ready",)], [("ready",)])
    with playing(resolve(First), 60.0) as play:
        assert isinstance(getattr(play, "__self__", None), CheckPools)
    with playing(resolve(First()), 60.0) as play:
        assert not isinstance(getattr(play, "__self__", None), CheckPools)
        found = play(Planned("s", 0, 5, case="modern/king"))
    assert len(found) == 2
    assert [one.answer for one in found[0].asked] == [one.answer for one in found[1].asked]


def test_who_fails_to_arrive_plays_here(processes: Callable[..., list[Any]]) -> None:
    processes([("cannot", "no")], [("ready",)])
    with playing(resolve(First), 60.0) as play:
        assert not isinstance(getattr(play, "__self__", None), CheckPools)


def test_a_game_that_hung_here_is_played_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_pool, "sit", lambda planned, entrant, limit: HUNG)
    assert check_pool.play_here(resolve(First), 1.0, PLANNED) == [HUNG]


@pytest.mark.parametrize(
    ("sat", "found"), [(sats(), None), (Sat(mishaps=(Mishap("bot_raised", "x", "", 1, "turn"), FATAL)), FATAL), (Sat(mishaps=(Mishap("x", "x", "", 1, "turn"),)), None)]
)  # fmt: skip
def test_what_ends_the_process_is_found_up_to_a_decision(
    processes: Callable[..., list[Any]], sat: Sat, found: Mishap | None
) -> None:
    started = processes([("ready",), *done(1, sat)], [("ready",)])
    assert fatal(resolve(First), 0.5, PLANNED, 9) == found
    assert orders(started[0][2]) == [(1, Order(PLANNED, 1, 9))]


def test_of_who_cannot_be_brought_there_nothing_is_found(processes: Callable[..., list[Any]]) -> None:
    assert fatal(resolve("greedy"), 0.5, PLANNED, 9) is None
    processes([("cannot", "no")], [("ready",)])
    assert fatal(resolve(First), 0.5, PLANNED, 9) is None


@pytest.mark.parametrize(("first", "times"), [(sats(1), 2), (HUNG, 1)])
def test_in_its_process_a_game_is_played_until_it_hangs_and_what_the_bot_does_is_written_down_with_a_deadline(
    monkeypatch: pytest.MonkeyPatch, first: Sat, times: int
) -> None:
    seen: list[Any] = []
    said: list[Sat] = []
    place = Board.open(1, shared_file=False).place(0)
    place.begin(3)

    def sit(planned: Planned, entrant: object, limit: float, tell: Callable[[str, int], None], until: int) -> Sat:
        assert (planned, limit, until) == (PLANNED, 0.5, 7)
        seen.append(place.read())
        tell("turn", 4)
        seen.append(place.read())
        return sats(2) if said else first

    monkeypatch.setattr(check_pool, "sit", sit)
    monkeypatch.setattr(check_pool, "perf_counter", lambda: 10.0)
    play(resolve(First), 0.5, 3, Order(PLANNED, 2, 7), place, said.append)
    assert said == [first, sats(2)][:times]
    assert seen == [Thought(3, 0, 0, 16.0, "on_start"), Thought(3, 0, 4, 16.0, "turn")] * times
    assert place.read() is None
