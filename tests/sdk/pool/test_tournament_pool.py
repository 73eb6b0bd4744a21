"""The policy for a tournament by itself: who is charged for a process that has ended, and which games are void; no process is started."""

from __future__ import annotations

import os
from types import SimpleNamespace
from typing import Any

import pytest
from citadels_sdk.pool import tournament_pool as module
from citadels_sdk.pool.heartbeat import Thought
from citadels_sdk.pool.processes import CannotTravel
from citadels_sdk.pool.tournament_pool import ENDS, KNOWN, TournamentPool, play
from citadels_sdk.tournaments.game_run import Gone, Task, Void

from tests.support.modules import replace_in

NAMES = ("ann", "bob")


def task(number: int, **more: Any) -> Task:
    return Task(f"1.0.0.{number}", NAMES, NAMES, "s", **more)


def pool(games: int = 3) -> TournamentPool:
    """A tournament with so many games to play, and no process."""
    one = TournamentPool("a hall", 1, "fork", [])  # type: ignore[arg-type]  # it is only handed on
    one.todo = {number: task(number) for number in range(1, games + 1)}
    return one


def crash(one: TournamentPool, number: int, thought: tuple[int, int] | None, *, late: Thought | None = None) -> bool:
    """The process that plays this game ends, while that seat thinks at that decision; whether the game is played again."""
    at = None if thought is None else Thought(number, *thought, 99.0)
    return one.judge(number, at, late, "was killed")


def test_who_did_not_come_back_has_left_there_and_the_second_time_from_the_beginning() -> None:
    one = pool()
    assert crash(one, 2, (1, 17), late=Thought(2, 1, 17, 0.0))
    what = "it did not come back in time"
    assert list(one.todo[2].gone) == [Gone(1, 17, what)]
    crash(one, 2, (0, 4), late=Thought(2, 0, 4, 0.0))
    assert list(one.todo[2].gone) == [Gone(1, 17, what), Gone(0, 4, what)]
    crash(one, 2, (1, 30), late=Thought(2, 1, 30, 0.0))
    assert list(one.todo[2].gone) == [Gone(0, 4, what), Gone(1, 0, what)]


@pytest.mark.parametrize(
    ("thought", "late"),
    [(None, Thought(2, 1, 17, 0.0)), ((0, 17), Thought(2, 1, 17, 0.0)), ((1, 18), Thought(2, 1, 17, 0.0)), ((1, 17), Thought(1, 1, 17, 0.0))],
)  # fmt: skip
def test_who_answered_just_when_the_process_was_ended_is_not_charged(thought: Any, late: Thought) -> None:
    one = pool()
    assert crash(one, 2, thought, late=late)
    assert (one.todo[2].gone, one.todo[2].watched, one.ends.total()) == ((), False, 0)


def test_a_bot_that_ends_its_process_twice_at_a_decision_has_left() -> None:
    one = pool()
    assert crash(one, 2, (1, 17))
    assert (one.todo[2].gone, one.todo[2].watched, one.crashes) == ((), False, {})
    assert crash(one, 2, (1, 17))
    assert one.todo[2].gone == (Gone(1, 17, "the process that it was played in was killed"),)
    assert one.crashes == {"bob": 1}


def test_so_has_one_that_ends_it_three_times_at_any() -> None:
    one = pool()
    for at, n in enumerate((17, 18, 19), 1):
        assert one.todo[2].gone == ()
        crash(one, 2, (1, n))
        assert one.ends["1.0.0.2", 1, -1] == at
    assert (ENDS, one.todo[2].gone[0].n) == (3, 19)


def test_one_that_is_known_for_it_has_left_at_once() -> None:
    one = pool()
    one.crashes["bob"] = KNOWN - 1
    crash(one, 1, (1, 5))
    assert one.todo[1].gone == ()
    one.crashes["bob"] = KNOWN
    crash(one, 2, (0, 5))
    assert one.todo[2].gone == ()
    crash(one, 3, (1, 5))
    assert (KNOWN, len(one.todo[3].gone), one.crashes["bob"]) == (3, 1, 4)


def test_a_game_that_ends_its_processes_while_nobody_thinks_is_watched_and_void_in_the_end() -> None:
    one, told = pool(), list[Any]()
    one.heard = told.extend
    for _ in range(2):
        assert crash(one, 2, None)
        assert (one.todo[2].watched, told) == (True, [])
    assert not crash(one, 2, None)
    assert told == [Void("1.0.0.2", "3 processes have ended in it while no bot was thinking; the last was killed")]
    assert (list(one.todo), one.crashes) == ([1, 3], {})


# all of it


def test_games_are_numbered_through_all_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    one, asked, told = pool(0), list[Any](), list[Any]()
    done: Any = ["done"]

    def run(tasks: dict[int, Task]) -> None:
        asked.append(tasks)
        one.take(done)

    monkeypatch.setattr(one, "run", run)
    one.play([task(1), task(2)], told.append)
    one.play([task(3)], told.append)
    assert asked == [{1: task(1), 2: task(2)}, {3: task(3)}]
    assert told == [done, done]


def test_bots_that_cannot_be_brought_elsewhere_are_played_here(monkeypatch: pytest.MonkeyPatch) -> None:
    one, played = pool(0), list[Any]()

    def run(tasks: dict[int, Task]) -> None:
        one.todo.update(tasks)
        one.queue.append(1)
        raise CannotTravel("no such module")

    class Alone:
        def __init__(self, hall: Any) -> None:
            assert hall == "a hall"

        def play(self, tasks: Any, heard: Any) -> None:
            played.append((tasks, heard))

    monkeypatch.setattr(one, "run", run)
    monkeypatch.setattr(module, "Alone", Alone)
    one.play([task(1), task(2)], print)
    assert played == [([task(1), task(2)], print)]
    assert one.notes == ["played in one process: the bots could not be brought into another one (no such module)"]
    assert (one.todo, list(one.queue)) == ({}, [])


# in the process


def play_here(monkeypatch: pytest.MonkeyPatch, do: Any, say: Any = None) -> Any:
    """A game of which the process does that."""
    monkeypatch.setattr(module, "play_task", do)
    place: Any = SimpleNamespace()
    return play("a hall", 7, task(7), place, say)  # type: ignore[arg-type]  # it is only handed on


def test_a_process_says_that_it_is_well_when_the_game_asks_it_to(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Any] = []

    def do(hall: Any, one: Task, _place: Any, well: Any) -> str:
        assert (hall, one) == ("a hall", task(7))
        well()
        return "done"

    assert play_here(monkeypatch, do, told.append) == "done"
    assert told == [Void("", "")]


def test_a_process_that_cannot_say_that_it_is_well_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[int] = []
    replace_in(monkeypatch, "citadels_sdk.pool.tournament_pool", os, _exit=ended.append)

    def broken(_what: object) -> None:
        raise KeyboardInterrupt

    play_here(monkeypatch, lambda _hall, _task, _place, well: well(), broken)
    assert ended == [1]


def test_a_game_that_breaks_is_void(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def do(*_: object) -> None:
        raise ValueError("odd")

    assert play_here(monkeypatch, do) == Void("1.0.0.7", "it could not be played: ValueError: odd")
    assert "ValueError: odd" in capsys.readouterr().err
