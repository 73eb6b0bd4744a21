"""Who plays the games of a tournament, and how many processes do."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

import pytest
from citadels_sdk.tournaments import executors as module
from citadels_sdk.tournaments.executors import Alone, executor_for
from citadels_sdk.tournaments.game_run import Void


def hall(**kinds: str) -> Any:
    return SimpleNamespace(entrants={name: SimpleNamespace(kind=kind, name=name) for name, kind in kinds.items()})


class Pool:
    """Notes how it was made, and that it was closed."""

    def __init__(self, *told: Any) -> None:
        self.told = told
        self.closed = 0

    def close(self) -> None:
        self.closed += 1


@pytest.fixture(autouse=True)
def machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three cores, and bots that can be copied."""
    monkeypatch.setattr(module, "cores", lambda: 3)
    monkeypatch.setattr(module, "way_for", lambda _bots: ("fork", "why"))
    monkeypatch.setattr("citadels_sdk.pool.tournament_pool.TournamentPool", Pool)


@pytest.mark.parametrize(
    ("kinds", "jobs", "found"),
    [
        ({"greedy": "house"}, None, 3), ({"greedy": "house"}, 2, 2), ({"greedy": "house"}, 1, None), ({"greedy": "house", "mine": "class"}, 1, 1),
        ({"mine": "process"}, 1, 1), ({"mine": "class"}, None, 3),
    ],
)  # fmt: skip
def test_bots_that_may_hang_are_played_in_another_process(
    kinds: dict[str, str], jobs: int | None, found: int | None
) -> None:
    notes: list[str] = []
    one = hall(**kinds)
    with executor_for(one, jobs, notes) as executor:
        if found is None:
            assert isinstance(executor, Alone)
            assert executor.hall is one
            return
        made: Any = executor
        assert made.told == (one, found, "fork", notes)
        assert made.closed == 0
    assert (made.closed, notes) == (1, [])


def test_processes_are_ended_whatever_happens() -> None:
    entered = executor_for(hall(mine="class"), 2, [])
    made: Any = entered.__enter__()
    assert entered.__exit__(KeyboardInterrupt, KeyboardInterrupt(), None) is False
    assert made.closed == 1


def test_one_object_plays_one_game_after_the_other_and_that_is_said() -> None:
    notes: list[str] = []
    with executor_for(hall(mine="object", greedy="house", other="object"), None, notes) as executor:
        assert isinstance(executor, Alone)
    assert notes == [
        "played one game after the other, in one process: mine, other is one object for all games; a class is made anew for each"
    ]


def test_where_bots_cannot_go_elsewhere_they_play_here_and_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "way_for", lambda bots: ("one", f"{len(bots)} bots cannot go"))
    notes: list[str] = []
    with executor_for(hall(mine="class", other="class"), 2, notes) as executor:
        assert isinstance(executor, Alone)
    assert notes == ["2 bots cannot go"]


def test_games_are_played_one_after_the_other_and_what_bots_print_is_no_result(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def play(_hall: Any, task: Any) -> Any:
        print("hello")
        if task.game == "1.1":
            raise ValueError("odd")
        return f"done {task.game}"

    monkeypatch.setattr(module, "play_task", play)
    told: list[Any] = []
    Alone(hall()).play([SimpleNamespace(game=f"1.{at}") for at in range(3)], told.append)  # type: ignore[misc]  # as much of a task as is asked
    assert told == [["done 1.0"], [Void("1.1", "it could not be played: ValueError: odd")], ["done 1.2"]]
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", "hello\n" * 3)
    assert sys.stdout is not sys.stderr
