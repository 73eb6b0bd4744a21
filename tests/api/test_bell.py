"""The bell: which queue a ring goes to, how often a game is rung for, and what becomes of rings that nobody takes."""

from __future__ import annotations

import queue
import time
from typing import Any

import pytest
from citadels_api import bell
from citadels_api.bell import DEEP, FAST, GAME_JOB, GAMES, JOB, THINKING, RqBell, make_bell
from citadels_api.metrics import Metrics
from citadels_api.service.house import NoBell
from citadels_api.settings import Settings


class Silent(RqBell):
    """A bell whose rings nobody takes, at a time that is set by hand."""

    def __init__(self, room: int = 100) -> None:
        self.again_s = 5.0
        self.rung = {}
        self.waiting = queue.Queue(room)
        self.dropped = 0
        self.heard = True
        self.told: list[int] = []
        self.lost = self.told.append

    def rings(self) -> list[Any]:
        """What was rung for since."""
        found = []
        while not self.waiting.empty():
            found.append(self.waiting.get_nowait())
        return found


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    return now


def test_who_searches_is_rung_for_in_a_queue_of_his_own() -> None:
    silent = Silent()
    for level in ("random", "greedy", "planner"):
        silent.call("game_1", 7, 2, level)
    silent.play("tour_1", "1.1")
    silent.play("tour_1", "1.2", thinking=True)
    silent.play("tour_1", "1.3", again=True)
    assert silent.rings() == [
        (FAST, JOB, ("game_1", 7, 2), False),
        (FAST, JOB, ("game_1", 7, 2), False),
        (THINKING, JOB, ("game_1", 7, 2), False),
        (GAMES, GAME_JOB, ("tour_1", "1.1"), False),
        (DEEP, GAME_JOB, ("tour_1", "1.2"), False),
        (GAMES, GAME_JOB, ("tour_1", "1.3"), True),
    ]


def test_a_game_is_rung_for_again_after_pauses_that_double_up_to_eight_times(hands: list[float]) -> None:
    silent = Silent()
    for pause in (5.0, 10.0, 20.0, 40.0, 40.0):
        silent.play("tour_1", "1.1")
        assert len(silent.rings()) == 1
        hands[0] += pause - 0.001
        silent.play("tour_1", "1.1")
        assert silent.rings() == []
        silent.play("tour_1", "1.2", again=True)
        silent.play("tour_1", "1.2", again=True)
        assert len(silent.rings()) == 2, "the rest of a game waits for nothing"
        hands[0] += 0.001


def test_games_that_were_rung_for_long_ago_are_forgotten_when_there_are_many(
    hands: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bell, "WAITING", 2)
    silent = Silent()
    for number in range(5):
        silent.play("tour_1", f"1.{number}")
    hands[0] += 5
    silent.play("tour_1", "2.1")
    assert set(silent.rung) == {("tour_1", "2.1")}


def test_what_there_is_no_room_for_is_dropped_counted_and_told_of_once() -> None:
    silent = Silent(room=1)
    for _ in range(4):
        silent.call("game_1", 7, 2, "greedy")
    assert (silent.dropped, silent.told, silent.heard) == (3, [1, 1, 1], False)
    assert len(silent.rings()) == 1


def test_jobs_are_put_into_their_queues_with_their_limits() -> None:
    jobs = Silent().sorted([(FAST, JOB, ("game_1", 7, 2), False), (GAMES, GAME_JOB, ("tour_1", "1.1"), True)])
    assert set(jobs) == {FAST, GAMES}
    (first,), (second,) = jobs[FAST], jobs[GAMES]
    assert (first.func, first.args, first.at_front) == (JOB, ("game_1", 7, 2), False)
    assert (second.func, second.args, second.at_front) == (GAME_JOB, ("tour_1", "1.1"), True)
    assert {(one.timeout, one.result_ttl, one.failure_ttl) for one in (first, second)} == {(60, 0, 3600)}


@pytest.mark.parametrize("url", ["memory://", "redis+cluster://a:1"])
def test_where_there_is_no_queue_nobody_hears_the_bell(url: str) -> None:
    assert isinstance(make_bell(Settings(redis_url=url, queue_redis_url=None), Metrics()), NoBell)


def test_the_bell_that_is_made_rings_again_after_the_lease_of_a_game_and_counts_what_it_loses() -> None:
    metrics = Metrics()
    made = make_bell(
        Settings(redis_url="redis+cluster://a:1", queue_redis_url="redis://127.0.0.1:9", game_lease_ms=7000), metrics
    )
    assert isinstance(made, RqBell)
    assert (made.again_s, made.lost) == (7.0, metrics.dropped)
    made.close()
    assert not made.thread.is_alive()
