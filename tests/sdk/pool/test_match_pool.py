"""The crew of a match by itself: what it hands over, what it counts, when it plays again, sets aside and gives up."""

from __future__ import annotations

import io
import pickle
from typing import TYPE_CHECKING, Any, cast

import pytest
from citadels_sdk.errors import BotRaised, MatchBroken
from citadels_sdk.local.bot_loader import resolve
from citadels_sdk.local.match_plan import Plan, Played, Thought, broken_game
from citadels_sdk.pool import match_pool as crews
from citadels_sdk.pool.match_pool import LARGEST, LOST, Crew
from citadels_sdk.pool.processes import CannotTravel, Worker

from tests.support.waits import until

if TYPE_CHECKING:
    from collections.abc import Sequence

    from citadels_sdk.local.match_plan import Broken


class Fake(Worker):
    """A process that is none: it says what it is given, and has ended when it is asked to."""

    def __init__(self, said: Sequence[object] = (), how: str = "was ended by SIGKILL") -> None:
        heard = io.BytesIO(b"".join(pickle.dumps(one) for one in said))
        super().__init__(0, heard, io.BytesIO(), None)
        self.how = how

    def end(self) -> str:
        return self.how

    def orders(self) -> list[object]:
        """What it was told."""
        text = io.BytesIO(cast("io.BytesIO", self.told).getvalue())
        found = []
        while text.tell() < len(text.getvalue()):
            found.append(pickle.load(text))
        return found


class Small(Crew):
    """A crew whose processes are fakes that are not heard in threads."""

    def __init__(self, games: int, jobs: int = 2, on_fault: Any = "harmless") -> None:
        entrants = tuple(resolve(name) for name in ("greedy", "random"))
        super().__init__(Plan(entrants, (0, 1), games, "s", on_fault=on_fault), jobs, "fork", [])
        self.listened: list[Worker] = []

    def start(self) -> Worker:
        self.workers.append(Fake())
        return self.workers[-1]

    def listen(self, worker: Worker) -> None:
        self.listened.append(worker)

    def worker(self, has: Sequence[int] = (), begun: bool = True) -> Fake:
        """A process that was handed these games."""
        made = Fake()
        made.has, made.begun = list(has), begun
        return made


def result(number: int) -> Played:
    return Played(number, 9, (1, 2), (20, 10), (5, 5), (0.1, 0.1), (0.1, 0.1), (0, 0), ())


def nobody(_batch: Sequence[Played]) -> None:
    """Whom it does not matter."""


def test_the_lists_of_games_become_shorter_towards_the_end() -> None:
    crew, worker = Small(30, jobs=2), Fake()
    sizes = []
    while crew.next < 30:
        games, watched = crew.hand_over(worker)
        assert (worker.has, worker.begun, watched) == (games, False, False)
        assert games == list(range(crew.next - len(games), crew.next))
        sizes.append(len(games))
    assert sizes == [5, 4, 3, 3, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]


def test_no_list_is_longer_than_the_longest() -> None:
    crew = Small(6 * LARGEST + 60, jobs=1)
    assert len(crew.hand_over(Fake())[0]) == LARGEST == 64


def test_games_that_are_played_again_come_first_each_alone_and_watched() -> None:
    crew, worker = Small(30), Fake()
    crew.again.extend([7, 3])
    assert [crew.hand_over(worker) for _ in range(2)] == [([7], True), ([3], True)]
    assert crew.hand_over(worker) == ([0, 1, 2, 3, 4], False)


def test_no_game_is_handed_over_from_the_limit_on() -> None:
    crew = Small(30, jobs=2)
    crew.next, crew.limit = 8, 10
    assert [crew.hand_over(Fake())[0] for _ in range(2)] == [[8], [9]]
    crew.todo = set()
    assert crew.hand_over(Fake()) == ([], False)
    crew.todo, crew.closing = {29}, True
    assert crew.hand_over(Fake()) == ([], False)


def test_a_game_is_counted_once_whoever_has_played_it() -> None:
    crew, heard = Small(4), list[Played]()
    worker = crew.worker([0, 1, 2])
    crew.hear(worker, ("played", [result(0), result(1)]), heard.extend)
    assert (worker.has, crew.todo, crew.played) == ([2], {2, 3}, 2)
    crew.hear(worker, ("done", [result(1), result(2)]), heard.extend)
    assert (worker.has, crew.todo, crew.played) == ([], {3}, 3)
    crew.hear(worker, ("done", [result(2)]), lambda _batch: pytest.fail("nothing is new"))
    assert [one.number for one in heard] == [0, 1, 2]


def test_the_match_waits_for_the_games_before_the_one_that_ends_it() -> None:
    crew = Small(4)
    assert crew.waiting()
    first, second = MatchBroken("first"), MatchBroken("second")
    crew.stop(2, second)
    assert (crew.ends, crew.limit) == ((2, second), 2)
    crew.stop(3, first)
    crew.stop(2, first)
    assert crew.ends == (2, second)
    crew.stop(1, first)
    assert (crew.ends, crew.limit) == ((1, first), 1)
    assert crew.waiting()
    crew.todo = {1, 2, 3}
    assert not crew.waiting()


def test_a_fault_that_ends_the_match_says_where_it_was_played() -> None:
    crew, fault = Small(4), BotRaised("it raised")
    crew.hear(crew.worker([0, 1]), ("fault", [result(0)], 1, fault, "the trace"), nobody)
    assert (crew.played, crew.ends) == (1, (1, fault))
    assert fault.__notes__ == ["Where it was played:\nthe trace"]


def test_what_else_goes_wrong_ends_the_match_with_its_trace() -> None:
    crew = Small(4)
    crew.hear(crew.worker([0, 1]), ("broken", [result(0)], 1, "the trace"), nobody)
    assert crew.played == 1
    assert crew.ends is not None
    assert (crew.ends[0], str(crew.ends[1])) == (1, "game 1 could not be played:\nthe trace")


def test_what_a_bot_thinks_is_kept_and_bots_that_cannot_travel_are_said() -> None:
    crew, worker = Small(4), Fake()
    thought = Thought(1, 5, "turn", False)
    crew.hear(worker, ("thinks", thought), nobody)
    assert worker.thinks == thought
    with pytest.raises(CannotTravel, match="no such module"):
        crew.hear(worker, ("cannot", "no such module"), nobody)


def test_the_games_of_a_process_that_has_ended_are_played_again_by_another_one() -> None:
    crew = Small(9)
    crew.todo -= {2}
    worker = crew.worker([4, 2, 3])
    crew.hear(worker, (), nobody)
    assert (list(crew.again), dict(crew.deaths), worker.has) == ([3, 4], {3: 1, 4: 1}, [])
    assert (crew.listened, crew.idle_deaths) == (crew.workers, 0)
    assert len(crew.workers) == 1


def test_a_game_whose_process_has_ended_twice_is_set_aside() -> None:
    crew = Small(9)
    crew.lost(crew.worker([4, 5]))
    worker = crew.worker([4])
    worker.thinks = Thought(0, 3, "turn", False)
    crew.lost(worker)
    assert [(one.game, one.how) for one in crew.broken] == [(4, "was ended by SIGKILL")]
    assert crew.broken[0].note is not None
    assert crew.broken[0].note.seat == 0
    assert 4 not in crew.todo
    assert list(crew.again) == [4, 5]  # it was put there when the first process ended


def test_a_game_alone_whose_process_has_ended_once_is_played_again() -> None:
    crew = Small(9)
    crew.lost(crew.worker([4]))
    assert (crew.broken, list(crew.again)) == ([], [4])


def test_two_games_are_not_set_aside_together() -> None:
    crew = Small(9)
    for _ in range(2):
        crew.lost(crew.worker([4, 5]))
    assert (crew.broken, list(crew.again)) == ([], [4, 5, 4, 5])


def test_a_process_that_had_not_begun_does_not_count_for_its_games() -> None:
    crew = Small(9, jobs=2)
    for _ in range(4):
        crew.lost(crew.worker([4], begun=False))
    assert (crew.broken, dict(crew.deaths), crew.idle_deaths) == ([], {}, 4)
    with pytest.raises(MatchBroken, match="end before they play anything; the last was ended by SIGKILL"):
        crew.lost(crew.worker([4], begun=False))


def test_a_process_without_a_game_is_idle() -> None:
    crew = Small(9)
    crew.lost(crew.worker([]))
    assert crew.idle_deaths == 1
    assert crew.listened


def test_no_process_is_started_where_nothing_is_waited_for() -> None:
    crew = Small(2)
    crew.todo = set()
    crew.lost(crew.worker([]))
    assert crew.listened == []


def broken(crew: Crew, number: int) -> Broken:
    return broken_game(crew.plan, number, "ended with status 3", None)


def test_where_a_fault_is_to_end_the_match_such_a_game_does() -> None:
    crew = Small(9, on_fault="raise")
    one = broken(crew, 4)
    crew.set_aside(one)
    assert crew.broken == []
    assert crew.ends is not None
    assert (crew.ends[0], str(crew.ends[1])) == (4, f"{one}\nsee it again: {one.repro}")


def test_a_game_without_a_command_ends_the_match_without_one() -> None:
    crew = Small(9, on_fault="raise")
    one = broken(crew, 4)._replace(repro=None)
    crew.set_aside(one)
    assert crew.ends is not None
    assert str(crew.ends[1]) == str(one)


def test_a_match_is_given_up_when_more_games_are_set_aside_than_played() -> None:
    assert LOST == 10
    crew = Small(40)
    crew.played = 10
    for number in range(10):
        crew.set_aside(broken(crew, number))
    with pytest.raises(MatchBroken) as caught:
        crew.set_aside(broken(crew, 10))
    last = crew.broken[-1]
    assert (
        str(caught.value)
        == f"11 games ended their process, and 10 were played; the last was {last}\nsee it again: {last.repro}"
    )
    few = Small(40)
    for number in range(9):
        few.set_aside(broken(few, number))
    with pytest.raises(MatchBroken, match="10 games ended their process, and 0 were played"):
        few.set_aside(broken(few, 9))


def test_a_match_of_which_nothing_could_be_played_is_given_up() -> None:
    crew = Small(2)
    crew.set_aside(broken(crew, 0))
    with pytest.raises(MatchBroken, match="2 games ended their process, and 0 were played"):
        crew.set_aside(broken(crew, 1))
    some = Small(2)
    some.count(Fake(), [result(0)], nobody)
    some.set_aside(broken(some, 1))
    assert (some.todo, len(some.broken)) == (set(), 1)


def said(crew: Crew) -> list[tuple[Any, ...]]:
    """All that was said to the crew so far."""
    found = []
    while not crew.said.empty():
        found.append(crew.said.get()[1])
    return found


def test_a_process_is_handed_games_when_it_is_ready_and_when_it_has_done_them() -> None:
    crew = Small(8, jobs=1)
    worker = Fake([("ready",), ("begun",), ("played", [result(0)]), ("done", [result(1)])])
    crew.attend(worker)
    assert worker.orders() == [([0, 1], False), ([2, 3], False)]
    assert said(crew) == [("played", [result(0)]), ("done", [result(1)]), ()]
    assert worker.begun is False


def test_a_process_has_begun_when_it_says_so() -> None:
    crew, worker = Small(8, jobs=1), Fake([("ready",), ("begun",)])
    crew.attend(worker)
    assert worker.begun is True


@pytest.mark.parametrize("last", [("fault", [], 0, None, ""), ("broken", [], 0, ""), ("cannot", "why")])
def test_nothing_is_heard_after_the_last_word_of_a_process(last: tuple[Any, ...]) -> None:
    crew, worker = Small(8), Fake([("ready",), ("thinks", None), last, ("thinks", None)])
    crew.attend(worker)
    assert said(crew) == [("thinks", None), last]


def test_a_process_that_has_nothing_more_to_play_is_left_alone() -> None:
    crew, worker = Small(8), Fake([("ready",)])
    crew.closing = True
    crew.next = 8
    crew.attend(worker)
    assert (worker.orders(), said(crew)) == ([], [])


def test_what_is_no_message_is_the_end_of_a_process() -> None:
    crew, worker = Small(8), Fake()
    worker.heard = io.BytesIO(b"no pickle")
    crew.attend(worker)
    assert said(crew) == [()]


def test_each_process_is_heard_in_a_thread_of_its_own() -> None:
    crew, worker = Small(8), Fake([("cannot", "why")])
    Crew.listen(crew, worker)
    assert worker.thread is not None
    assert (worker.thread.name, worker.thread.daemon) == ("citadels-match", True)
    until(lambda: not crew.said.empty(), "the thread says something")
    worker.thread.join(30)
    assert said(crew) == [("cannot", "why")]


class Talking(Small):
    """A crew to which its processes have said all already."""

    def __init__(self, games: int, *messages: tuple[Any, ...]) -> None:
        super().__init__(games)
        self.closed = 0
        for message in messages:
            self.said.put((self.worker(), message))

    def close(self) -> None:
        self.closed += 1


def test_a_match_is_played_until_all_is_heard() -> None:
    crew, heard = Talking(2, ("played", [result(0)]), ("done", [result(1)])), list[Played]()
    crew.play(heard.extend)
    assert ([one.number for one in heard], crew.closed) == ([0, 1], 1)
    assert crew.listened == crew.workers
    assert len(crew.workers) == crew.jobs == 2


def test_a_match_ends_with_the_error_of_its_first_game_and_is_closed() -> None:
    crew = Talking(2, ("broken", [], 0, "the trace"))
    with pytest.raises(MatchBroken, match="game 0 could not be played"):
        crew.play(nobody)
    assert crew.closed == 1


def test_processes_are_copies_or_fresh_as_the_way_says(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[Any, ...]] = []

    def copy(job: object, others: Sequence[Worker]) -> Worker:
        made.append(("fork", job, list(others)))
        return Fake()

    def begin(packed: bytes) -> Worker:
        made.append(("fresh", packed))
        return Fake()

    monkeypatch.setattr(crews, "start_fork", copy)
    monkeypatch.setattr(crews, "start_fresh", begin)
    monkeypatch.setattr(crews, "end_all", lambda workers: made.append(("end", len(workers))))
    plan = Plan((resolve("greedy"), resolve("random")), (0, 1), 4, "s")
    copied, fresh = Crew(plan, 2, "fork", []), Crew(plan, 2, "fresh", [])
    first = copied.start()
    copied.start()
    assert made == [("fork", copied.job, []), ("fork", copied.job, [first])]
    assert (copied.packed, len(copied.workers)) == (b"", 2)
    del made[:]
    fresh.start()
    fresh.close()
    assert [one[0] for one in made] == ["fresh", "end"]
    assert made[1:] == [("end", 1)]
    assert pickle.loads(made[0][1]).args[0].seed == "s"
    assert fresh.closing is True
