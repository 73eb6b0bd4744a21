"""Wherever a tournament was broken off, it goes on to the very end that it would have had, and its folder is whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from citadels_contest import ContestError
from citadels_sdk import Bot, Tournament, View, tournament
from citadels_sdk.cli import citadels
from citadels_sdk.tournaments.folder import FAULTS
from citadels_sdk.tournaments.scheduler import Driver, Underway
from citadels_sdk.tournaments.storage import Folder, Keeper, Kept, Lock
from citadels_sdk.tournaments.verification import verify_tournament
from citadels_sdk.verbs import tournament as commanded
from click.testing import CliRunner

from tests.support.small_tournament import played
from tests.support.telling import chosen

if TYPE_CHECKING:
    from pathlib import Path

    from citadels_engine import Action

FILES = ("event.json", "log.ndjson", "records.ndjson")
EVENTS: dict[str, dict[str, Any]] = {
    "forfeits": {"seats": 2, "deals": 2, "forfeits": 2},
    "arena": {"format": "arena", "seats": 2, "deals": 2, "rounds": 2},
    "knock-out": {"format": "knock-out", "seats": 2, "deals": 1, "duplicate": False},
    "sequential": {"format": "sequential", "seats": 2, "deals": 1, "bound": 0.5, "most": 8},
}
EVERY = chosen({"quick": 4, "ci": 4, "full": 1})
"""Of so many lines of a log, one is the last that was written."""


class Stumbles(Bot):
    def choose(self, view: View) -> Action:
        if view.n > 10:
            raise ValueError
        return view.actions[0]


@pytest.mark.heavy
@pytest.mark.parametrize("event", EVENTS)
def test_it_ends_the_same_wherever_it_was_broken_off(tmp_path: Path, event: str) -> None:
    def play(out: Path) -> list[bytes]:
        tournament(
            [Stumbles, "random", "greedy"], seed="s", jobs=1, out=out, progress=False, page_games=0, **EVENTS[event]
        )
        return [(out / name).read_bytes() for name in FILES]

    whole = play(tmp_path / "whole")
    described, log, records = whole
    lines = log.splitlines(keepends=True)
    for end in range(4, len(lines), EVERY):
        out = tmp_path / f"broken-{end}"
        out.mkdir()
        for name, found in zip(FILES, (described, b"".join(lines[:end]), records), strict=True):
            (out / name).write_bytes(found)
        assert play(out) == whole, lines[end]


def names(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir() if not file.name.startswith(".")}


def test_a_call_a_command_and_saving_leave_the_same_folder(tmp_path: Path) -> None:
    bot = tmp_path / "stumbles.py"
    bot.write_text("def choose(view):\n    if view.n > 10:\n        raise ValueError\n    return view.actions[0]\n")
    given: dict[str, Any] = {"seats": 2, "deals": 1, "seed": "s", "jobs": 1, "progress": False}
    called = tournament([str(bot), "random"], out=tmp_path / "called", page_games=1, **given)
    tournament([str(bot), "random"], **given).save(tmp_path / "saved")
    words = (
        f"tournament {bot} random --seats 2 --deals 1 --seed s --jobs 1 --out {tmp_path / 'commanded'} --page-games 1"
    )
    assert CliRunner().invoke(citadels, words.split()).exit_code == 0
    assert {"index.html", "results.json", "standings.csv", "faults.json"} < names(tmp_path / "called")
    assert names(tmp_path / "called") == names(tmp_path / "commanded") == names(tmp_path / "saved")
    for name in names(tmp_path / "called") - {"times.json"}:
        assert (tmp_path / "called" / name).read_bytes() == (tmp_path / "commanded" / name).read_bytes(), name
    assert verify_tournament(tmp_path / "called").ok
    assert Tournament.load(tmp_path / "saved").faults == called.faults


def test_a_full_disk_is_told_with_the_way_out_and_lets_the_folder_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = f"tournament random random --seats 2 --deals 1 --seed s --jobs 1 --page-games 0 --out {tmp_path / 'out'}".split()
    with monkeypatch.context() as patched:

        def full(*_: object) -> None:
            raise OSError(28, "No space left on device")

        patched.setattr(Folder, "write", full)
        result = CliRunner().invoke(citadels, words)
    assert result.exit_code == 1
    assert f"Error: {tmp_path / 'out'}: there is no room left; what was played is kept: make room" in result.output
    assert CliRunner().invoke(citadels, words).exit_code == 0


def test_a_folder_that_cannot_be_written_is_told_with_the_way_out(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file")
    result = CliRunner().invoke(citadels, ["tournament", "random", "random", "--seats=2", f"--out={tmp_path / 'out'}"])
    assert f"Error: {tmp_path / 'out'}: file exists; name another folder with --out" in result.output


def test_a_second_run_in_a_folder_is_told_with_the_way_out(tmp_path: Path) -> None:
    words = ["tournament", "random", "random", "--seats=2", "--deals=1", f"--out={tmp_path}"]
    lock = Lock(tmp_path)
    try:
        result = CliRunner().invoke(citadels, words)
    finally:
        lock.close()
    assert (
        f"Error: {tmp_path}: another run plays there: wait for its end, or name another folder with --out"
        in result.output
    )


def test_ctrl_c_while_the_command_is_being_read_is_told_like_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(commanded, "from_file", interrupted)
    result = CliRunner().invoke(citadels, ["tournament", "random", "random"])
    assert result.exit_code == 130
    assert "the same command goes on" in result.output


def test_no_folder_is_begun_with_a_field_that_cannot_play(tmp_path: Path) -> None:
    with pytest.raises(ContestError, match="focus: 'nobody' has not entered"):
        tournament(
            ["random", "greedy"], format="gauntlet", seats=2, focus=["nobody"], out=tmp_path / "out", progress=False
        )
    assert not (tmp_path / "out").exists()


def test_faults_are_kept_when_they_happen(tmp_path: Path) -> None:
    noted: list[bool] = []

    def tell(underway: Underway) -> None:
        if underway.played:
            noted.append((tmp_path / "out" / "faults.json").exists())

    tournament(
        [Stumbles, "random"], seats=2, deals=1, seed="s", jobs=1, out=tmp_path / "out", progress=tell, page_games=0
    )
    assert noted[0]


def test_faults_of_games_that_were_finished_before_an_earlier_one_are_kept_too(tmp_path: Path) -> None:
    def play(out: Path) -> Path:
        tournament([Stumbles, "random"], seats=2, deals=3, seed="s", jobs=1, out=out, progress=False, page_games=0)
        return out / FAULTS

    right = play(tmp_path / "whole").read_text()
    whole = Tournament.load(tmp_path / "whole")
    start = next(at for at, entry in enumerate(whole.log) if entry["kind"] == "result")
    out = tmp_path / "out"
    folder = Folder.open(whole.described, out)
    folder.add([Kept(entry) for entry in whole.log[:start]])
    waiting: dict[str, Kept] = {}
    for entry in whole.log[start + 1 : start + 3]:
        game = str(entry["game"])
        notes = tuple((one.seat, one.n, one.what) for one in whole.faults["stumbles"] if one.game == game)
        waiting[game] = Kept(entry, whole.games.text(game).encode(), notes)
    folder.set_by(waiting)
    folder.close()
    assert play(out).read_text() == right


def test_games_of_an_earlier_run_do_not_count_for_the_time_that_is_left() -> None:
    keeper = Keeper(played().described)
    keeper.ahead["1.0.0.1"] = Kept({"kind": "void", "game": "1.0.0.1", "why": "kept by an earlier run"})
    driver = Driver(keeper)
    driver.begin()
    driver.follow()
    driver.waiting = dict(keeper.ahead)
    assert driver.underway(10.0).left is None
