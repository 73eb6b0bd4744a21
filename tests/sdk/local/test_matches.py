"""`match`: who sits where, the same report however it is played, and every way in which a match can be disturbed."""

import contextlib
import functools
import json
import os
import pickle
import shlex
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest
from citadels_engine import SetupError
from citadels_sdk import Bot, View, match
from citadels_sdk.cli import citadels
from citadels_sdk.errors import BotNotFound, BotRaised, MatchBroken
from citadels_sdk.local.bot_loader import resolve
from citadels_sdk.local.match_plan import KEPT, Plan, broken_game
from citadels_sdk.local.matches import Interrupted
from citadels_sdk.pool import processes, supervisor
from citadels_sdk.pool.heartbeat import Board
from citadels_sdk.pool.match_pool import MatchPool, play
from citadels_sdk.pool.processes import way_for
from citadels_sdk.pool.supervisor import Slot
from citadels_sdk.pool.worker import BOOT, serve
from citadels_sdk.report import Report, Took
from click.testing import CliRunner

from tests.support.children import children

pytestmark = pytest.mark.interpreter

BOT = """
from citadels_sdk import Bot, match
class Mason(Bot):
    def choose(self, view):
        return max(view.actions, key=lambda action: view.cost(action) if action.verb == "build" else 0)
"""
PLAYED = "print(match(Mason, 'greedy', games=8, seats=4, seed='s', jobs=2).rows[0].told)\n"
THREAD = "import threading, time\nthreading.Thread(target=time.sleep, args=(60,), daemon=True).start()\n"


class First(Bot):
    def choose(self, view: View) -> str:
        return view.actions[0].text


def last(view: View) -> str:
    return view.actions[-1].text


def stumbles(view: View) -> str:
    if view.n == 12:
        raise ValueError("stumbled")
    return view.actions[0].text


@pytest.fixture(autouse=True)
def nobody_is_left() -> Iterator[None]:
    before = set(children())
    yield
    assert set(children()) <= before
    assert not [thread for thread in threading.enumerate() if thread.name == "citadels-match"]


def run(arguments: list[str], text: str | None = None, folder: Path | None = None) -> tuple[int, str, str]:
    surroundings = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    done = subprocess.run(
        [sys.executable, *arguments],
        input=text,
        capture_output=True,
        text=True,
        timeout=60,
        env=surroundings,
        cwd=folder,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


# --- who sits where --------------------------------------------------------------------------------------------------


def seatings(plan: Plan) -> list[tuple[int, ...]]:
    return [plan.seating(index) for index in range(plan.games)]


@pytest.mark.parametrize("lineup", [(0, 1), (0, 1, 2, 3), (0, 1, 1, 1), (0, 1, 2, 2, 2, 2, 2, 2)])
def test_within_each_deal_everybody_sits_at_each_seat_equally_often(lineup: tuple[int, ...]) -> None:
    seats = len(lineup)
    plan = Plan((), lineup, 5 * seats, "s")
    for deal in range(5):
        games = range(deal * seats, (deal + 1) * seats)
        assert len({plan.seed_of(index) for index in games}) == 1
        for seat in range(seats):
            assert Counter(plan.seating(index)[seat] for index in games) == Counter(lineup)


def test_other_deals_have_other_seeds_and_other_neighbours() -> None:
    plan = Plan((), (0, 1, 2, 3), 80, "s")
    assert len({plan.seed_of(index) for index in range(80)}) == 20
    after_the_first = {seats[(seats.index(0) + 1) % 4] for seats in seatings(plan)}
    assert after_the_first == {1, 2, 3}


def test_the_last_bot_fills_the_seats_that_are_left() -> None:
    report = match(First, last, games=4, seats=4, seed="s", jobs=1)
    assert [(row.name, row.seats, row.fair) for row in report.rows] == [("first", 1, 0.25), ("last", 3, 0.75)]


def test_a_list_and_one_by_one_are_the_same() -> None:
    assert match([First, "greedy"], games=2, seed="s", jobs=1) == match(First, "greedy", games=2, seed="s", jobs=1)


def test_one_bot_alone_meets_three_greedy_ones() -> None:
    report = match(First, games=4, seed="s", jobs=1)
    assert [(row.name, row.seats) for row in report.rows] == [("first", 1), ("greedy", 3)]


def test_equal_bots_are_told_apart() -> None:
    assert [row.name for row in match("greedy", "greedy", games=2, seed="s", jobs=1).rows] == ["greedy", "greedy#2"]


def test_all_players_counts_are_played() -> None:
    for seats in range(2, 9):
        assert len(match(First, "greedy", games=2, seats=seats, seed="s", jobs=1).games) == 2


@pytest.mark.parametrize(
    ("bots", "settings", "error", "said"),
    [
        ([], {}, BotNotFound, "a match needs a bot"),
        (["gredy"], {}, BotNotFound, "did you mean 'greedy'"),
        (["greedy"] * 3, {"seats": 2}, SetupError, "3 bots for 2 seats"),
        (["greedy"], {"seats": 9}, SetupError, "2 to 8"),
        (["greedy"], {"games": 0}, ValueError, "games: 0"),
        (["greedy"], {"jobs": 0}, ValueError, "jobs: 0"),
        (["greedy"], {"scenario": "nowhere"}, SetupError, "there is no 'nowhere'"),
        (["greedy"], {"on_fault": "shrug"}, ValueError, "on_fault"),
    ],
)
def test_what_cannot_be_played_is_refused_at_once(
    bots: list[str], settings: dict[str, object], error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=said):
        match(bots, **settings)  # type: ignore[arg-type]  # what a user may get wrong


# --- the same report -------------------------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_report_whatever_the_processes() -> None:
    one = match(First, last, "random", games=18, seats=4, seed="s", jobs=1)
    two = match(First, last, "random", games=18, seats=4, seed="s", jobs=2)
    assert one == two
    assert (one.took.jobs, two.took.jobs) == (1, 2)
    assert match(First, last, "random", games=18, seats=4, seed="t", jobs=1) != one


def test_fresh_processes_give_the_same_report_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "mason.py"
    file.write_text(BOT)
    monkeypatch.setattr(processes, "threads", lambda: 2)
    assert way_for([resolve(str(file)), resolve("greedy")])[0] == "fresh"
    fresh = match(str(file), "greedy", games=8, seats=4, seed="s", jobs=2)
    assert fresh == match(str(file), "greedy", games=8, seats=4, seed="s", jobs=1)


def test_bots_that_cannot_travel_are_played_in_copies_or_in_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    one = match(lambda view: view.actions[0], "greedy", games=4, seed="s", jobs=1)
    monkeypatch.setattr(processes, "threads", lambda: 2)
    assert match(lambda view: view.actions[0], "greedy", games=4, seed="s", jobs=2) == one
    monkeypatch.setattr(processes, "can_fork", lambda: False)
    alone = match(lambda view: view.actions[0], "greedy", games=4, seed="s", jobs=2)
    assert alone == one
    assert alone.took.jobs == 1
    assert "function can only be found here" in alone.notes[0]


def test_bots_that_fail_to_arrive_are_played_in_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "threads", lambda: 2)
    monkeypatch.setattr(processes, "can_fork", lambda: False)
    monkeypatch.setattr(supervisor, "can_fork", lambda: False)
    ghost = ModuleType("a_module_of_this_process")
    exec(BOT, ghost.__dict__)
    monkeypatch.setitem(sys.modules, ghost.__name__, ghost)
    report = match(ghost.Mason, "greedy", games=4, seed="s", jobs=2)
    assert report.took.jobs == 1
    assert "could not be brought into another one" in report.notes[0]


def test_an_object_is_the_same_in_all_games_played_one_after_the_other() -> None:
    class Counting(Bot):
        games = 0

        def choose(self, view: View) -> str:
            return view.actions[0].text

        def on_end(self, outcome: object) -> None:
            self.games += 1

    bot = Counting()
    report = match(bot, "greedy", games=6, seed="s", jobs=2)
    assert bot.games == 6
    assert "counting is one object for all games" in report.notes[0]


def test_a_game_of_a_match_can_be_played_again() -> None:
    report = match(First, "random", games=6, seats=3, seed="s", jobs=2)
    assert [game.scores for game in report.games] == [one.scores for one in report.played]
    assert report.games[-1].places == report.played[-1].places
    assert len(report.games[1:3]) == 2


def test_a_scenario_by_lot_is_another_one_for_each_deal() -> None:
    report = match("greedy", "random", games=12, seed="s", scenario="random", jobs=1)
    casts = {tuple(one.id for one in game.final.cast) for game in report.games}
    assert len(casts) > 2
    assert report == match("greedy", "random", games=12, seed="s", scenario="random", jobs=2)


def test_a_scenario_says_the_edition() -> None:
    assert match("greedy", games=1, scenario="classic_basic", jobs=1).edition == "classic"


# --- faults ----------------------------------------------------------------------------------------------------------


def test_faults_are_counted_and_the_first_ones_kept_with_their_command(tmp_path: Path) -> None:
    file = tmp_path / "stumbling.py"
    file.write_text(
        "def choose(view):\n    if view.n > 40:\n        raise ValueError('stumbled')\n    return view.actions[0]\n"
    )
    report = match(str(file), "greedy", games=16, seats=4, seed="s", jobs=2)
    row, other = report.rows
    assert row.faults > KEPT
    assert len(row.first_faults) == KEPT
    assert [note.game for note in row.first_faults] == sorted(note.game for note in row.first_faults)
    note = row.first_faults[0]
    assert (note.code, note.what) == ("bot_raised", "it raised ValueError: stumbled")
    assert note.repro is not None
    assert note.repro.startswith(f"citadels bot repro {file}")
    assert f"--seat {note.seat} --n {note.n} --seed s/{note.game // 4}" in note.repro
    assert other.faults == 0
    assert report == match(str(file), "greedy", games=16, seats=4, seed="s", jobs=1)


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_first_fault_ends_the_match_where_that_is_asked_for(jobs: int) -> None:
    with pytest.raises(BotRaised, match="it raised ValueError: stumbled") as caught:
        match(stumbles, "greedy", games=20, seats=4, seed="s", jobs=jobs, on_fault="raise")
    first = match(stumbles, "greedy", games=20, seats=4, seed="s", jobs=1).rows[0].first_faults[0]
    assert caught.value.seat == first.seat


def test_the_fault_told_is_that_of_the_earliest_game_though_a_later_one_is_faster() -> None:
    where = Plan((), (0, 1), 2, "s").seating(0).index(0)

    def hasty(view: View) -> str:
        if view.seat == where:
            threading.Event().wait(0.2)
        raise ValueError("the first game" if view.seat == where else "a later game")

    with pytest.raises(BotRaised, match="the first game"):
        match(hasty, "greedy", games=2, seed="s", jobs=2, on_fault="raise")


# --- scripts and sessions --------------------------------------------------------------------------------------------


@functools.cache
def expected() -> str:
    namespace: dict[str, object] = {"__name__": "somewhere"}
    exec(BOT, namespace)
    mason = namespace["Mason"]
    assert isinstance(mason, type)
    return match(mason, "greedy", games=8, seats=4, seed="s", jobs=1).rows[0].told + "\n"


@pytest.mark.parametrize("guard", ["", "if __name__ == '__main__':\n    "], ids=["bare", "guarded"])
@pytest.mark.parametrize("thread", ["", pytest.param(THREAD, marks=pytest.mark.heavy)], ids=["alone", "threads"])
def test_a_script_plays_its_own_bot(tmp_path: Path, guard: str, thread: str) -> None:
    script = tmp_path / "script.py"
    script.write_text(f"print('read')\n{BOT}{thread}{guard}{PLAYED}")
    assert run(["-W", "error", str(script)]) == (0, "read\n" + expected(), "")


@pytest.mark.parametrize("thread", ["", pytest.param(THREAD, marks=pytest.mark.heavy)], ids=["alone", "threads"])
def test_a_bot_typed_in_is_played(thread: str) -> None:
    assert run(["-W", "error", "-"], BOT + thread + PLAYED) == (0, expected(), "")


def test_a_script_without_a_guard_ends_where_processes_cannot_be_copied(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    there = "import citadels_sdk.pool.processes, citadels_sdk.pool.supervisor\ncitadels_sdk.pool.processes.can_fork = citadels_sdk.pool.supervisor.can_fork = lambda: False\n"
    script.write_text(f"print('read')\n{there}{BOT}{PLAYED}")
    assert run([str(script)]) == (0, "read\n" + expected(), "")


def test_a_file_that_plays_while_it_is_read_is_refused(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(BOT + PLAYED)
    with pytest.raises(BotNotFound, match="__main__"):
        match(str(script), "greedy", games=2)


def test_what_bots_print_goes_to_the_standard_error(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import sys\nfrom citadels_sdk import match\ndef loud(view):\n    print('loud')\n    return view.actions[0]\n"
        "match(loud, 'greedy', games=2, jobs=int(sys.argv[1]))\nprint('done')\n"
    )
    for jobs in ("1", "2"):
        status, out, err = run([str(script), jobs])
        assert (status, out) == (0, "done\n")
        assert "loud" in err


# --- disturbances ----------------------------------------------------------------------------------------------------


def kill_all(processes: list[int]) -> None:
    for pid in processes:
        os.kill(pid, signal.SIGKILL)


class Once:
    """Does something when the first games have been played."""

    def __init__(self, what: Callable[[], object]) -> None:
        self.what = what
        self.calls: list[tuple[int, int]] = []

    def __call__(self, done: int, games: int) -> None:
        self.calls.append((done, games))
        if len(self.calls) == 1:
            self.what()


@pytest.mark.parametrize("fresh", [False, pytest.param(True, marks=pytest.mark.heavy)], ids=["copies", "fresh"])
def test_a_process_killed_from_outside_costs_nothing(monkeypatch: pytest.MonkeyPatch, fresh: bool) -> None:
    monkeypatch.setattr(processes, "threads", lambda: 2 if fresh else 1)
    before = set(children())
    kill = Once(lambda: kill_all([pid for pid in children() if pid not in before]))
    report = match("greedy", "random", games=60, seats=3, seed="s", jobs=2, progress=kill)
    assert report.finished
    assert report == match("greedy", "random", games=60, seats=3, seed="s", jobs=1)
    assert kill.calls[-1] == (60, 60)


def test_a_game_that_no_process_has_begun_is_no_game_that_ends_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    right = MatchPool.feed
    ended: list[list[int]] = []

    def wrong(pool: MatchPool, slot: Slot[bool]) -> None:
        if slot.ready and not slot.lists and pool.queue and pool.queue[0] == 0 and len(ended) < 3:
            slot.worker.end()
            right(pool, slot)
            ended.append(list(slot.games))
        else:
            right(pool, slot)

    monkeypatch.setattr(MatchPool, "feed", wrong)
    report = match("greedy", "random", games=60, seats=3, seed="s", jobs=2)
    assert [games[0] for games in ended] == [0] * 3, "how many games follow depends on how far the other process is"
    assert report.finished


DEADLY = """
import os
from citadels_sdk import Bot
class Deadly(Bot):
    deadly = ("game-3",)
    def on_start(self, start):
        self.dies = start.game in self.deadly
    def choose(self, view):
        if self.dies and view.n > 20:
            os._exit(7)
        return view.actions[0]
class Harmless(Deadly):
    name = "deadly"
    deadly = ()
class Hooked(Deadly):
    deadly = ()
    def on_end(self, outcome):
        if outcome.scores:
            os.kill(os.getpid(), 9)
"""


@pytest.fixture
def deadly(tmp_path: Path) -> str:
    (tmp_path / "deadly.py").write_text(DEADLY)
    return str(tmp_path / "deadly.py")


@pytest.mark.parametrize("fresh", [False, pytest.param(True, marks=pytest.mark.heavy)], ids=["copies", "fresh"])
def test_a_game_that_ends_its_process_twice_is_set_aside_and_the_bot_that_was_thinking_is_named(
    monkeypatch: pytest.MonkeyPatch, deadly: str, fresh: bool
) -> None:
    monkeypatch.setattr(processes, "threads", lambda: 2 if fresh else 1)
    report = match(f"{deadly}:Deadly", "greedy", games=8, seats=4, seed="s", jobs=2)
    whole = match(f"{deadly}:Harmless", "greedy", games=8, seats=4, seed="s", jobs=1)
    assert [one.scores for one in report.played] == [one.scores for one in whole.played if one.number != 3]
    (broken,) = report.broken
    seat = broken.names.index("deadly")
    assert (broken.game, broken.seed, broken.how) == (3, "s/0", "ended with status 7")
    assert broken.names == whole.games[3].names
    note = report.rows[0].first_faults[0]
    assert (report.rows[0].faults, report.rows[1].faults, note) == (1, 0, broken.note)
    assert (note.code, note.seat, note.what) == (
        "bot_died",
        seat,
        "the process that it was played in ended with status 7",
    )
    assert note.n is not None
    assert note.n > 20
    assert note.repro is not None
    assert note.repro.startswith(
        f"citadels bot repro {deadly}:Deadly --seat {seat} --n {note.n} --seed s/0 --players 4"
    )
    assert not report.finished
    assert report.title.startswith("7 of 8 games")
    assert f"while deadly was thinking at seat {seat}" in report.notes[-1]
    assert report.to_json()["broken"][0]["note"]["code"] == "bot_died"
    assert "set aside: game 3" in " ".join(report.table(100).split())


def test_a_hook_that_ends_the_process_is_named(deadly: str) -> None:
    with pytest.raises(
        MatchBroken, match=r"2 games ended their process, and 0 were played; .*was ended by SIGKILL"
    ) as caught:
        match(f"{deadly}:Hooked", "greedy", games=2, seed="s", jobs=2)
    assert caught.value.report is not None
    notes = [one.note for one in caught.value.report.broken]
    assert [(note.kind, note.n) for note in notes if note is not None] == [("on_end", None), ("on_end", None)]


def test_a_game_that_ends_its_process_ends_the_match_where_that_is_asked_for(deadly: str) -> None:
    with pytest.raises(
        MatchBroken, match=r"(?s)game 3 \(.*deadly.*; seed s/0\).*see it again: citadels bot repro"
    ) as caught:
        match(f"{deadly}:Deadly", "greedy", games=8, seats=4, seed="s", jobs=2, on_fault="raise")
    report = caught.value.report
    assert report is not None
    assert {one.number for one in report.played} >= {0, 1, 2}
    assert "ended before its time" in report.notes[0]


def test_a_match_in_which_most_games_end_their_process_is_given_up(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("citadels_sdk.pool.match_pool.LOST", 3)
    file = tmp_path / "always.py"
    file.write_text("import os\ndef choose(view):\n    os._exit(7)\n")
    with pytest.raises(MatchBroken, match=r"3 games ended their process, and 0 were played") as caught:
        match(str(file), "greedy", games=100, seed="s", jobs=2)
    report = caught.value.report
    assert report is not None
    assert len(report.broken) == 3
    assert report.rows[0].faults == 3
    command = report.broken[0].repro
    assert command is not None
    again = CliRunner().invoke(citadels, shlex.split(command)[1:])
    assert again.exit_code == 1
    assert "its process ended with status 7" in again.output


def test_a_game_that_ends_where_no_bot_was_thinking_has_a_command_too() -> None:
    plan = Plan((resolve("greedy"), resolve("random")), (0, 1, 1), 6, "s", scenario="cunning_agents__001")
    broken = broken_game(plan, 4, "was ended by SIGKILL", None)
    assert broken.note is None
    assert broken.repro is not None
    report = Report(plan, [], Took(1.0, 2), (), [broken] * 7)
    assert report.faults == 0
    assert broken.repro in report.notes[0]
    assert report.notes[-1].startswith("set aside: 2 games more")
    played = CliRunner().invoke(citadels, shlex.split(broken.repro)[1:])
    assert played.exit_code == 0
    assert "The seed was s/1" in played.output


def test_a_process_that_is_ended_while_it_reads_the_bots_says_nothing(tmp_path: Path) -> None:
    file = tmp_path / "slow.py"
    file.write_text(
        "import os, sys, time\nif 'SLOW' in os.environ:\n    print('reading', file=sys.stderr, flush=True)\n    time.sleep(60)\n"
        "def choose(view):\n    return view.actions[0]\n"
    )
    plan = Plan((resolve(str(file)), resolve("greedy")), (0, 1), 2, "s")
    board = Board.open(1, shared_file=True)
    with (
        contextlib.closing(board),
        subprocess.Popen(
            [sys.executable, "-c", BOOT, json.dumps(sys.path)],
            env=os.environ | {"SLOW": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as process,
    ):
        assert process.stdin is not None
        assert process.stderr is not None
        pickle.dump(functools.partial(serve, functools.partial(play, plan), board, 0, False), process.stdin)
        process.stdin.flush()
        assert process.stderr.readline() == b"reading\n"
        process.terminate()
        assert process.communicate(timeout=300) == (b"", b"")
    assert process.returncode == 0


def test_processes_that_cannot_even_begin_end_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "threads", lambda: 2)
    monkeypatch.setattr(processes, "BOOT", "import sys; sys.exit(3)")
    with pytest.raises(MatchBroken, match="end before they play anything; the last ended with status 3"):
        match("greedy", "random", games=6, seed="s", jobs=2)


def test_no_more_processes_are_started_than_there_are_games() -> None:
    assert match("greedy", "random", games=2, seed="s", jobs=5).took.jobs == 2


def test_what_else_goes_wrong_in_a_process_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def spoilt(_plan: Plan, _index: int, _watch: object) -> None:
        raise ZeroDivisionError("spoilt")

    monkeypatch.setattr(processes, "threads", lambda: 1)
    monkeypatch.setattr("citadels_sdk.pool.match_pool.play_game", spoilt)
    with pytest.raises(MatchBroken, match=r"(?s)could not be played:.*ZeroDivisionError: spoilt"):
        match("greedy", "random", games=6, seed="s", jobs=2)


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_ends_all_processes_and_tells_what_was_finished(jobs: int) -> None:
    stop = Once(lambda: os.kill(os.getpid(), signal.SIGINT))
    with pytest.raises(Interrupted) as caught:
        match("greedy", "random", games=600, seats=4, seed="s", jobs=jobs, progress=stop)
    report = caught.value.report
    assert 0 < len(report.games) < 600
    assert not report.finished
    assert str(caught.value).startswith(f"{len(report.games)} of 600 games were finished")
    assert "interrupted" in report.notes[-1]
    whole = match("greedy", "random", games=max(one.number for one in report.played) + 1, seats=4, seed="s", jobs=1)
    known = {one.number: one.scores for one in whole.played}
    assert all(known[one.number] == one.scores for one in report.played)


def test_a_bot_that_swallows_everything_is_ended_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "GRACE_S", 0.1)
    where = Plan((), (0, 1), 2, "s").seating(0).index(0)

    def stubborn(view: View) -> str:
        if view.seat == where and view.n > 10:
            threading.Event().wait(0.2)
            raise ValueError("in the first game")
        while view.seat != where:
            with contextlib.suppress(BaseException):
                threading.Event().wait(10)
        return view.actions[0].text

    with pytest.raises(BotRaised, match="in the first game"):
        match(stubborn, "greedy", games=2, seed="s", jobs=2, on_fault="raise")


def test_progress_is_told_game_by_game() -> None:
    told: list[tuple[int, int]] = []
    match("greedy", "random", games=3, jobs=1, progress=lambda done, games: told.append((done, games)))
    assert told == [(1, 3), (2, 3), (3, 3)]


def test_no_bar_is_drawn_where_there_is_no_terminal(capfd: pytest.CaptureFixture[str]) -> None:
    match("greedy", "random", games=3, jobs=2, progress=True)
    assert capfd.readouterr() == ("", "")
