"""What becomes of bots that raise, cheat, hang or end their process: they forfeit by policy, nobody else is charged, the event goes on."""

import os
import shlex
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from citadels_contest.log import dump
from citadels_engine import Action
from citadels_engine.formats.record import verify
from citadels_sdk import Bot, Tournament, View, tournament
from citadels_sdk.cli import citadels
from citadels_sdk.errors import MatchBroken
from citadels_sdk.pool import tournament_pool
from citadels_sdk.pool.heartbeat import Place
from citadels_sdk.tournaments import executors
from citadels_sdk.tournaments.game_run import LONGEST, Done, Hall, Task
from citadels_sdk.tournaments.sandbox_check import play_task
from citadels_sdk.tournaments.scheduler import Underway
from click.testing import CliRunner

from tests.support.children import children

pytestmark = pytest.mark.heavy  # each test starts processes of its own

FROM = 20
"""From this decision on the bots of this module misbehave."""


class Raises(Bot):
    def choose(self, view: View) -> Action:
        if view.n >= FROM:
            raise ValueError("stumbled")
        return view.actions[0]


class Cheats(Bot):
    def choose(self, view: View) -> Action | str:
        return view.actions[0] if view.n < FROM else "build everything"


class Dies(Bot):
    def choose(self, view: View) -> Action:
        if view.n >= FROM:
            os.kill(os.getpid(), signal.SIGKILL)
        return view.actions[0]


class Hangs(Bot):
    def choose(self, view: View) -> Action:
        while view.n >= FROM:
            pass
        return view.actions[0]


def hangs_at_the_start(view: View) -> Action:
    threading.Event().wait()
    return view.actions[0]


class HangsAtTheEnd(Bot):
    def choose(self, view: View) -> Action:
        return view.actions[0]

    def on_end(self, outcome: object) -> None:
        os.kill(os.getpid(), signal.SIGKILL)


@pytest.fixture(autouse=True)
def nobody_is_left() -> Iterator[None]:
    before = set(children())
    yield
    assert set(children()) <= before
    assert not [thread for thread in threading.enumerate() if thread.name == "citadels-tournament"]


def logged(played: Tournament) -> list[str]:
    return [dump(entry) for entry in played.log]


def seat_of(played: Tournament, game: str, name: str) -> int:
    return played.games[game].header.names.index(name)


@pytest.mark.parametrize("bot", [Raises, Cheats, Dies])
def test_who_fails_has_left_comes_last_and_is_charged_alone(bot: type[Bot]) -> None:
    played = tournament([bot, "greedy", "random"], seats=3, deals=1, seed="s", jobs=2, progress=False)
    assert played.over
    assert len(played.results) == 3
    for result in played.results:
        record = played.games[result.fixture.id]
        seat = record.header.names.index(bot.name)
        assert verify(record).ok
        assert result.left == (seat,)
        assert result.places[seat] == 3
        assert [bool(one) for one in result.faults] == [one == seat for one in range(3)]
        mine = [taken for taken in record.taken if taken.seat == seat]
        assert {taken.by for taken in mine if taken.n >= FROM} == {"default"}
        assert {taken.by for taken in record.taken if taken not in mine or taken.n < FROM} == {None}
    row = next(one for one in played.standings if one.entrant == bot.name)
    assert (row.place, row.forfeits, row.points) == (3, 3, 0)


def test_a_forfeit_is_the_same_however_many_processes_play() -> None:
    field: list[type[Bot] | str] = [Raises, Cheats, Dies, "greedy"]
    alone, together = (tournament(field, seats=4, deals=1, seed="s", jobs=jobs, progress=False) for jobs in (1, 2))
    assert logged(alone) == logged(together)
    assert {name: notes[0].what for name, notes in alone.faults.items()} == {
        name: notes[0].what for name, notes in together.faults.items()
    }


@pytest.mark.parametrize("bot", [Raises, Cheats])
def test_a_harmless_fault_costs_that_one_answer(bot: type[Bot]) -> None:
    played = tournament([bot, "greedy"], seats=2, deals=1, seed="s", fault="harmless", jobs=1, progress=False)
    for result in played.results:
        seat = seat_of(played, result.fixture.id, bot.name)
        taken = played.games[result.fixture.id].taken
        assert result.left == ()
        assert result.faults[seat] == sum(one.by == "default" for one in taken) > 1


def test_a_bot_that_hangs_is_ended_from_outside_and_the_others_play_the_game_on() -> None:
    field = ["greedy", "random"]
    played = tournament([Hangs, *field], seats=3, deals=1, time=1.0, seed="s", jobs=2, progress=False)
    same = tournament([Raises, *field], seats=3, deals=1, seed="s", jobs=1, progress=False)
    assert [(one.scores, one.left, one.faults) for one in played.results] == [
        (one.scores, one.left, one.faults) for one in same.results
    ]
    assert "did not come back" in played.faults["hangs"][0].what


def test_a_bot_that_hangs_at_its_first_decision_loses_that_game() -> None:
    played = tournament(
        [hangs_at_the_start, "greedy"], seats=2, deals=1, duplicate=False, time=0.3, seed="s", progress=False
    )
    (result,) = played.results
    assert result.left == (seat_of(played, result.fixture.id, "hangs_at_the_start"),)


def test_who_has_used_up_the_time_of_a_game_has_left_it() -> None:
    def slow(view: View) -> Action:
        time.sleep(0.02)
        return view.actions[0]

    played = tournament(
        [slow, "greedy"], seats=2, deals=1, duplicate=False, game_time=0.1, seed="s", jobs=1, progress=False
    )
    (result,) = played.results
    seat = seat_of(played, result.fixture.id, "slow")
    assert result.left == (seat,)
    own = [taken for taken in played.games[result.fixture.id].taken if taken.seat == seat]
    assert 1 <= sum(taken.by is None for taken in own) <= 5
    assert "0.1 s for the game" in played.faults["slow"][0].what


def test_what_a_bot_does_after_the_end_changes_no_result() -> None:
    played = tournament([HangsAtTheEnd, "greedy"], seats=2, deals=1, seed="s", jobs=1, progress=False)
    for result in played.results:
        seat = seat_of(played, result.fixture.id, "hangsattheend")
        assert result.left == ()
        assert result.faults[seat] == 1


class Slow(Bot):
    """Is thinking nearly all the time."""

    def choose(self, view: View) -> Action:
        time.sleep(0.001)
        return view.actions[0]


def test_processes_killed_from_outside_cost_nobody_anything() -> None:
    def kill(underway: Underway) -> None:
        if underway.played and not killed:
            killed.extend(set(children()) - before)
            for pid in killed:
                os.kill(pid, signal.SIGKILL)

    killed: list[int] = []
    before = set(children())
    played = tournament([Slow, Slow], seats=2, deals=4, seed="s", jobs=2, progress=kill)
    same = tournament([Slow, Slow], seats=2, deals=4, seed="s", jobs=1, progress=False)
    assert len(killed) == 2
    assert logged(played) == logged(same)


@pytest.mark.parametrize("jobs", [1, 2])
def test_who_forfeits_too_often_is_out_and_a_bot_of_the_house_sits_there(jobs: int) -> None:
    played = tournament([Raises, "random", "greedy"], seats=3, deals=2, seed="s", forfeits=3, jobs=jobs, progress=False)
    assert played.contest.withdrawn == {"raises": "forfeited 3 games"}
    assert len(played.contest.results) == 6
    after = [game for game in played.games if "fill:greedy:" in " ".join(played.games[game].header.names)]
    assert after == [f"1.0.1.{turn}" for turn in range(3)]
    assert [dump(entry) for entry in played.log if entry["kind"] == "withdrew"] == [
        '{"kind":"withdrew","entrant":"raises","why":"forfeited 3 games"}'
    ]


def test_a_game_that_everybody_has_left_is_brought_to_its_end() -> None:
    played = tournament([Raises, Cheats], seats=2, deals=1, seed="s", jobs=1, progress=False)
    for result in played.results:
        record = played.games[result.fixture.id]
        assert verify(record).ok
        assert len(result.left) == 2
        assert record.result is not None
        assert record.result.places == [[result.left[1]], [result.left[0]]]
        assert {taken.by for taken in record.taken[-5:]} == {"ai"}


def test_a_game_without_an_end_is_ended() -> None:
    def miser(view: View) -> Action:
        return next((one for one in view.actions if one.verb in ("gold", "end", "pass", "done")), view.actions[0])

    played = tournament([miser, miser], seats=2, deals=1, duplicate=False, seed="s", jobs=1, progress=False)
    (result,) = played.results
    assert LONGEST < result.rounds < LONGEST + 30
    assert result.left == ()
    assert verify(played.games[result.fixture.id]).ok


def test_a_game_that_ends_its_processes_through_nobody_s_fault_is_void(monkeypatch: pytest.MonkeyPatch) -> None:
    def spoilt(hall: Hall, task: Task, place: Place | None = None, well: Callable[[], object] | None = None) -> Done:
        if task.game == "1.0.1.0":
            os.kill(os.getpid(), signal.SIGKILL)
        return play_task(hall, task, place, well)

    monkeypatch.setattr(tournament_pool, "play_task", spoilt)
    monkeypatch.setattr(executors, "way_for", lambda _: ("fork", ""))  # a fresh interpreter would not be spoilt
    played = tournament(["random", "random"], seats=2, deals=3, seed="s", jobs=2, progress=False)
    assert played.over
    assert list(played.contest.voided) == ["1.0.1.0"]
    assert len(played.results) == 5


def test_where_nothing_can_be_played_the_tournament_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def spoilt(*_: object) -> None:
        raise ZeroDivisionError("spoilt")

    monkeypatch.setattr("citadels_sdk.tournaments.executors.play_task", spoilt)
    with pytest.raises(MatchBroken, match=r"games could not be played; of the last one: .*ZeroDivisionError: spoilt"):
        tournament(["random", "random"], seats=2, deals=10, seed="s", jobs=1, progress=False)


def test_a_fault_is_told_with_the_command_that_brings_it_back(tmp_path: Path) -> None:
    file = tmp_path / "stumbles.py"
    file.write_text(
        "def choose(view):\n    if view.n >= 20:\n        raise ValueError('stumbled')\n    return view.actions[0]\n"
    )
    played = tournament(
        [str(file), "greedy"], seats=2, deals=1, seed="s", jobs=1, out=tmp_path / "out", progress=False, page_games=0
    )
    note = Tournament.load(tmp_path / "out").faults["stumbles"][0]
    assert note == played.faults["stumbles"][0]
    assert note.repro is not None
    told = CliRunner().invoke(citadels, shlex.split(note.repro)[1:])
    assert "it raised ValueError: stumbled" in told.output
