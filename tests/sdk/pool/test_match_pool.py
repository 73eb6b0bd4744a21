"""The policy for a match by itself: which games are played again, set aside or end the match, and when it is given up."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING, Any

import pytest
from citadels_sdk.errors import BotRaised, MatchBroken
from citadels_sdk.local.bot_loader import resolve
from citadels_sdk.local.match_plan import Plan, Played, broken_game
from citadels_sdk.pool import match_pool as module
from citadels_sdk.pool.heartbeat import NEVER, Thought
from citadels_sdk.pool.match_pool import LOST, MatchPool, play

if TYPE_CHECKING:
    from citadels_sdk.local.match_plan import Broken


def pool(games: int = 9, on_fault: Any = "harmless") -> MatchPool:
    """A match that has begun, with no process."""
    entrants = tuple(resolve(name) for name in ("greedy", "random"))
    one = MatchPool(Plan(entrants, (0, 1), games, "s", on_fault=on_fault), 2, "fork", [])
    one.todo = dict.fromkeys(range(games), False)
    one.queue.extend(one.todo)
    return one


def result(number: int) -> Played:
    return Played(number, 9, (1, 2), (20, 10), (5, 5), (0.1, 0.1), (0.1, 0.1), (0, 0), ())


def thought(number: int) -> Thought:
    return Thought(number, 0, 3, NEVER, "turn")


def test_results_are_told_and_counted() -> None:
    one, heard = pool(), list[Any]()
    one.heard = heard.append
    one.take([result(0), result(1)])
    one.take(())
    assert (heard, one.played) == ([[result(0), result(1)]], 2)


def test_a_game_that_has_ended_its_process_once_is_played_again_and_watched() -> None:
    one = pool()
    assert one.judge(4, thought(4), None, "was ended by SIGKILL")
    assert (one.todo[4], one.todo[5], one.broken) == (True, False, [])


def test_a_game_whose_process_has_ended_twice_is_set_aside() -> None:
    one = pool()
    one.judge(4, None, None, "was ended by SIGKILL")
    one.judge(5, None, None, "was ended by SIGKILL")
    assert not one.judge(4, thought(4), None, "ended with status 3")
    assert [(broken.game, broken.how) for broken in one.broken] == [(4, "ended with status 3")]
    assert one.broken[0].note is not None
    assert (one.broken[0].note.seat, one.broken[0].note.kind) == (0, "turn")
    assert list(one.todo) == [0, 1, 2, 3, 5, 6, 7, 8]


def broken(one: MatchPool, number: int) -> Broken:
    return broken_game(one.plan, number, "ended with status 3", None)


def test_where_a_fault_is_to_end_the_match_such_a_game_does() -> None:
    one = pool(on_fault="raise")
    lost = broken(one, 4)
    one.set_aside(lost)
    assert (one.broken, list(one.todo), list(one.queue)) == ([], [0, 1, 2, 3], [0, 1, 2, 3])
    assert one.ends is not None
    assert (one.ends[0], str(one.ends[1])) == (4, f"{lost}\nsee it again: {lost.repro}")


def test_a_game_without_a_command_ends_the_match_without_one() -> None:
    one = pool(on_fault="raise")
    lost = broken(one, 4)._replace(repro=None)
    one.set_aside(lost)
    assert one.ends is not None
    assert str(one.ends[1]) == str(lost)


def test_a_match_is_given_up_when_more_games_are_set_aside_than_played() -> None:
    assert LOST == 10
    one = pool(40)
    one.played = 10
    for number in range(10):
        one.set_aside(broken(one, number))
    with pytest.raises(MatchBroken) as caught:
        one.set_aside(broken(one, 10))
    last = one.broken[-1]
    assert (
        str(caught.value)
        == f"11 games ended their process, and 10 were played; the last was {last}\nsee it again: {last.repro}"
    )
    few = pool(40)
    for number in range(9):
        few.set_aside(broken(few, number))
    with pytest.raises(MatchBroken, match="10 games ended their process, and 0 were played"):
        few.set_aside(broken(few, 9))


def test_a_match_of_which_nothing_could_be_played_is_given_up() -> None:
    one = pool(2)
    one.set_aside(broken(one, 0))
    with pytest.raises(MatchBroken, match="2 games ended their process, and 0 were played"):
        one.set_aside(broken(one, 1))
    some = pool(2)
    del some.todo[0]
    some.take([result(0)])
    some.set_aside(broken(some, 1))
    assert (some.todo, len(some.broken)) == ({}, 1)


def test_the_match_waits_for_the_games_before_the_one_that_ends_it() -> None:
    one = pool(4)
    first, second = MatchBroken("first"), MatchBroken("second")
    one.stop(2, second)
    assert (one.ends, list(one.todo), list(one.queue)) == ((2, second), [0, 1], [0, 1])
    one.stop(3, first)
    one.stop(2, first)
    assert one.ends == (2, second)
    one.stop(1, first)
    assert (one.ends, list(one.todo), list(one.queue)) == ((1, first), [0], [0])


def test_a_fault_that_ends_the_match_says_where_it_was_played() -> None:
    one, fault = pool(4), BotRaised("it raised")
    one.fail(1, fault, "the trace")
    assert one.ends == (1, fault)
    assert fault.__notes__ == ["Where it was played:\nthe trace"]


def test_what_else_goes_wrong_ends_the_match_with_its_trace() -> None:
    one = pool(4)
    one.fail(1, None, "the trace")
    assert one.ends is not None
    assert (one.ends[0], str(one.ends[1])) == (1, "game 1 could not be played:\nthe trace")


def test_a_match_ends_with_the_error_of_its_first_game_and_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    one, heard, asked, closed = pool(3), list[Played](), list[Any](), list[int]()

    def run(tasks: dict[int, bool]) -> None:
        asked.append(tasks)
        one.take([result(0)])
        one.fail(1, None, "the trace")

    monkeypatch.setattr(one, "run", run)
    monkeypatch.setattr(one, "close", lambda: closed.append(1))
    with pytest.raises(MatchBroken, match="game 1 could not be played"):
        one.play(heard.extend)
    assert (heard, asked, closed) == ([result(0)], [{0: False, 1: False, 2: False}], [1])
    one.ends = None
    monkeypatch.setattr(one, "run", lambda _tasks: None)
    one.play(heard.extend)
    assert closed == [1, 1]


def test_a_game_is_written_down_in_its_process_where_it_is_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(module, "play_game", lambda *given: asked.append(given))
    one = pool()
    place = one.board.place(0)
    play(one.plan, 3, False, place, None)
    play(one.plan, 4, True, place, None)
    assert asked == [(one.plan, 3, None), (one.plan, 4, place)]
    assert pickle.loads(pickle.dumps(one.play_one)).args[0].seed == "s"
