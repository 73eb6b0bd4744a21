"""A tournament in a folder: killed at any moment it goes on where it was, and never as another one than it began."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from citadels_contest import ContestError
from citadels_engine import Action
from citadels_sdk import Bot, Tournament, View, tournament
from citadels_sdk.tournaments import executors, scheduler
from citadels_sdk.tournaments.event_spec import Described
from citadels_sdk.tournaments.folder import AHEAD, LOG, RECORDS, read_log
from citadels_sdk.tournaments.game_run import Done, Hall, Task
from citadels_sdk.tournaments.local_run import Interrupted
from citadels_sdk.tournaments.sandbox_check import play_task
from citadels_sdk.tournaments.scheduler import Underway
from citadels_sdk.tournaments.storage import Changed, Folder, Locked
from citadels_sdk.tournaments.verification import verify_tournament

pytestmark = pytest.mark.heavy  # each test starts processes of its own

FILES = ("event.json", LOG, RECORDS)
WRITER = """
import os
from citadels_sdk import Bot
class Writer(Bot):
    def on_start(self, start):
        with open(os.environ["PLAYED"], "a") as file:
            file.write(f"{start.game} {start.seat}\\n")
    def choose(self, view):
        return view.actions[-1]
"""
KILLED = """
import os, signal, sys
from citadels_sdk import tournament
def tell(underway):
    if underway.played >= int(sys.argv[3]):
        os.kill(os.getpid(), signal.SIGKILL)
if __name__ == "__main__":
    tournament([sys.argv[1], "random", "greedy"], seats=3, deals=8, seed="s", jobs=2, out=sys.argv[2], progress=tell)
"""


class Last(Bot):
    def choose(self, view: View) -> Action:
        return view.actions[-1]


def small(out: Path, **more: Any) -> Tournament:
    given: dict[str, Any] = {"seats": 2, "deals": 4, "seed": "s", "jobs": 1, "progress": False, "page_games": 0, **more}
    return tournament(["random", Last], out=out, **given)


def bytes_of(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in FILES}


def test_killed_at_any_moment_it_goes_on_and_plays_nothing_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot, script, log = tmp_path / "writer.py", tmp_path / "script.py", tmp_path / "played"
    bot.write_text(WRITER)
    script.write_text(KILLED)
    monkeypatch.setenv("PLAYED", str(log))
    out = tmp_path / "out"
    kept: set[str] = set()
    for until in (1, 10, 18):
        log.write_text("")
        surroundings = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
        done = subprocess.run(
            [sys.executable, str(script), str(bot), str(out), str(until)],
            env=surroundings,
            capture_output=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == -signal.SIGKILL, done.stderr.decode()
        begun = [line.split()[0] for line in log.read_text().splitlines()]
        assert not kept & set(begun)
        assert len(begun) == len(set(begun))
        kept = {str(entry["game"]) for entry in Tournament.load(out).log if entry["kind"] == "result"}
        assert len(kept) >= until - 8
    log.write_text("")
    field = [str(bot), "random", "greedy"]
    resumed = tournament(field, seats=3, deals=8, seed="s", jobs=2, out=out, progress=False, page_games=0)
    assert len(resumed.results) == 24
    assert not kept & {line.split()[0] for line in log.read_text().splitlines()}
    tournament(field, seats=3, deals=8, seed="s", jobs=1, out=tmp_path / "whole", progress=False, page_games=0)
    assert bytes_of(out) == bytes_of(tmp_path / "whole")


@pytest.mark.parametrize("cut", [1, 300, 30_000])
@pytest.mark.parametrize("name", [LOG, RECORDS])
def test_what_a_crash_has_left_half_written_is_mended(tmp_path: Path, name: str, cut: int) -> None:
    small(tmp_path)
    before = bytes_of(tmp_path)
    size = (tmp_path / name).stat().st_size
    os.truncate(tmp_path / name, max(0, size - cut))
    small(tmp_path, jobs=2)
    assert bytes_of(tmp_path) == before


def test_games_that_were_finished_before_an_earlier_one_are_kept_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = small(tmp_path / "whole")
    log, records = tmp_path / "out" / LOG, tmp_path / "out" / RECORDS
    small(tmp_path / "out")
    entries = list(read_log(tmp_path / "out"))
    first = next(at for at, entry in enumerate(entries) if entry["kind"] == "result")
    log.write_text("".join(log.read_text().splitlines(keepends=True)[:first]))
    records.write_text("")
    with (tmp_path / "out" / AHEAD).open("w") as ahead:
        for entry in entries[first + 2 : first + 5]:
            ahead.write(json.dumps({"entry": entry, "record": whole.games.text(str(entry["game"]))}) + "\n")
        ahead.write('{"entry": {"kind": "res')
    played: list[str] = []
    plain = play_task

    def counted(hall: Hall, task: Task) -> Done:
        played.append(task.game)
        return plain(hall, task)

    monkeypatch.setattr(executors, "play_task", counted)
    monkeypatch.setattr(executors, "way_for", lambda _bots: ("one", ""))
    small(tmp_path / "out")
    games = [str(entry["game"]) for entry in entries[first:] if entry["kind"] == "result"]
    assert played == games[:2] + games[5:]
    assert bytes_of(tmp_path / "out") == bytes_of(tmp_path / "whole")
    assert not (tmp_path / "out" / AHEAD).exists()


def test_a_tournament_that_is_over_is_not_played_again(tmp_path: Path) -> None:
    first = small(tmp_path)
    before = bytes_of(tmp_path)
    told: list[Underway] = []
    again = small(tmp_path, progress=told.append)
    assert bytes_of(tmp_path) == before
    assert again.standings == first.standings
    assert {one.played for one in told} <= {8}


def test_another_name_is_taken_on_and_none_keeps_the_one_there_was(tmp_path: Path) -> None:
    small(tmp_path, name="Spring")
    before = (tmp_path / LOG).read_bytes()
    assert Tournament.load(tmp_path).described.name == "Spring"
    small(tmp_path)
    assert Tournament.load(tmp_path).described.name == "Spring"
    again = small(tmp_path, name="Autumn")
    assert again.described.name == Tournament.load(tmp_path).described.name == "Autumn"
    assert "Autumn" in (tmp_path / "index.html").read_text()
    assert verify_tournament(tmp_path).ok
    assert (tmp_path / LOG).read_bytes() == before


def test_without_a_seed_it_goes_on_with_its_own(tmp_path: Path) -> None:
    first = small(tmp_path, seed=None)
    assert small(tmp_path, seed=None).settings.seed == first.settings.seed


@pytest.mark.parametrize(
    ("more", "name"),
    [({"deals": 5}, "deals"), ({"seed": "t"}, "seed"), ({"edition": "classic"}, "edition"), ({"time": 1.0}, "time")],
)
def test_other_options_are_refused_by_name(tmp_path: Path, more: dict[str, Any], name: str) -> None:
    small(tmp_path)
    before = bytes_of(tmp_path)
    with pytest.raises(Changed, match=f"it was begun otherwise: {name} was") as caught:
        small(tmp_path, **more)
    assert caught.value.what == (name,)
    assert bytes_of(tmp_path) == before


def test_another_field_is_refused_whatever_is_accepted(tmp_path: Path) -> None:
    small(tmp_path)
    with pytest.raises(Changed, match="the bots were random, last and are random, greedy"):
        tournament(["random", "greedy"], seats=2, deals=4, seed="s", out=tmp_path, changed="accept", progress=False)


def test_a_bot_s_file_that_has_changed_is_refused_unless_it_is_accepted(tmp_path: Path) -> None:
    bot = tmp_path / "mine.py"
    bot.write_text("def choose(view):\n    return view.actions[0]\n")

    def go(**more: Any) -> Tournament:
        return tournament(
            [str(bot), "random"], seats=2, deals=2, seed="s", out=tmp_path / "out", progress=False, page_games=0, **more
        )

    go()
    bot.write_text("def choose(view):\n    return view.actions[-1]  # better\n")
    with pytest.raises(Changed, match=r"mine\.py has changed") as caught:
        go()
    assert caught.value.what == (str(bot),)
    assert go(changed="accept").over
    assert go().over
    with pytest.raises(Changed, match="edition was None and is 'classic'"):
        go(changed="accept", edition="classic")
    bot.write_text("def choose(view):\n    return view.actions[0]\n")
    assert go(fresh=True).over
    go()


def test_so_is_one_that_it_imports_from_its_folder(tmp_path: Path) -> None:
    bot, helper = tmp_path / "mine.py", tmp_path / "its_own_helper.py"
    bot.write_text("from its_own_helper import AT\n\ndef choose(view):\n    return view.actions[AT]\n")
    helper.write_text("AT = 0\n")

    def go(bot: str) -> Tournament:
        return tournament(
            [bot, "random"], seats=2, deals=1, seed="s", out=tmp_path / "out", progress=False, page_games=0
        )

    assert list(go(str(bot)).described.entrants[0].files) == [str(bot), str(helper)]
    helper.write_text("AT = -1\n")
    with pytest.raises(Changed, match=r"its_own_helper\.py has changed"):
        go(str(bot))


def test_fresh_forgets_what_was_played(tmp_path: Path) -> None:
    small(tmp_path)
    assert len(small(tmp_path, deals=1, fresh=True).results) == 2


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / LOG).write_text("precious\n")
    with pytest.raises(ContestError, match=r"there is log\.ndjson, but no event\.json"):
        small(tmp_path)
    assert (tmp_path / LOG).read_text() == "precious\n"


def test_two_runs_in_one_folder_are_refused(tmp_path: Path) -> None:
    refused: list[str] = []

    def meddle(_underway: object) -> None:
        try:
            small(tmp_path)
        except Locked as error:
            refused.append(str(error))

    small(tmp_path, progress=meddle)
    assert refused
    assert "another run plays there" in refused[0]
    small(tmp_path)


def test_the_lock_holds_against_other_processes_and_goes_with_its_own(tmp_path: Path) -> None:
    described = small(tmp_path).described
    code = (
        "import json, os, pathlib, sys\nfrom citadels_sdk.tournaments.storage import Folder\n"
        "from citadels_sdk.tournaments.folder import read_described\n"
        "path = pathlib.Path(sys.argv[1])\nfolder = Folder.open(read_described(path), path)\n"
        "print('locked', flush=True)\nsys.stdin.read()\n"
    )
    surroundings = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    with subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path)], env=surroundings, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"locked\n"
        with pytest.raises(Locked):
            Folder.open(described, tmp_path)
        other.kill()
        other.wait(300)
        Folder.open(described, tmp_path).close()


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_keeps_what_was_played_and_the_same_call_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jobs: int
) -> None:
    def stop(underway: Underway) -> None:
        if len(underway.contest.results) >= 3:
            os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(scheduler, "TELL_S", 0.0)  # however fast the games are played
    with pytest.raises(Interrupted) as caught:
        small(tmp_path / "out", deals=8, jobs=jobs, progress=stop)
    so_far = caught.value.tournament
    assert 3 <= len(so_far.results) < 16
    assert not so_far.over
    assert len(Tournament.load(tmp_path / "out").results) == len(so_far.results)
    small(tmp_path / "out", deals=8, jobs=jobs)
    small(tmp_path / "whole", deals=8)
    assert bytes_of(tmp_path / "out") == bytes_of(tmp_path / "whole")


def test_a_description_is_the_same_when_it_is_read_again(tmp_path: Path) -> None:
    played = small(tmp_path, scenario=["cunning_agents__001", "first_game"], game_time=5.0)
    told = json.loads((tmp_path / "event.json").read_text())
    assert Described.from_json(told) == played.described
    assert list(Described.from_json(told).differences(played.described)) == []
