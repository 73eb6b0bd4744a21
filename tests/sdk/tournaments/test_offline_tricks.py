"""What bots get by spoiling the process that they are played in, and what is left of them when whoever plays is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from citadels_engine import Game
from citadels_engine.formats.record import verify
from citadels_sdk import Bot, Tournament, View, tournament

from tests.support.waits import until

if TYPE_CHECKING:
    from citadels_engine import Action
    from citadels_sdk.local.bot_loader import BotLike

pytestmark = pytest.mark.heavy  # each test starts processes of its own

RUN = "from citadels_sdk.cli import main; main()"


class Trickster(Bot):
    """Plays on for a while, then does it."""

    def choose(self, view: View) -> Action:
        if view.n >= 20:
            self.trick()
        return view.actions[0]

    def trick(self) -> None:
        raise NotImplementedError


class EndsGently(Trickster):
    def trick(self) -> None:
        os.kill(os.getpid(), signal.SIGTERM)


class PretendsCtrlC(Trickster):
    def trick(self) -> None:
        raise KeyboardInterrupt


class ClosesFiles(Trickster):
    def trick(self) -> None:
        os.closerange(3, 200)


class ForgetsModules(Trickster):
    def trick(self) -> None:
        sys.modules.clear()


class ReachesTheGame(Trickster):
    """Finds the game that it sits at, as nothing in a process is hidden from anybody."""

    def trick(self) -> None:
        frame = sys._getframe()
        while not isinstance(frame.f_locals.get("game"), Game):
            assert frame.f_back is not None
            frame = frame.f_back
        self.change(frame.f_locals["game"])

    def change(self, game: Game) -> None:
        raise NotImplementedError


class TakesGold(ReachesTheGame):
    def change(self, game: Game) -> None:
        for seat in game.seats:
            seat.gold = 30


class BreaksTheGame(ReachesTheGame):
    def change(self, game: Game) -> None:
        game.pending = None
        game.seats.clear()


class Forks(Trickster):
    def trick(self) -> None:
        os.fork()


class StartsThreads(Trickster):
    def trick(self) -> None:
        threading.Thread(target=threading.Event().wait, daemon=True).start()


def field(bot: BotLike) -> Tournament:
    return tournament([bot, "random"], seats=2, deals=1, seed="s", jobs=1, progress=False)


@pytest.mark.parametrize("bot", [EndsGently, PretendsCtrlC, ClosesFiles, ForgetsModules, TakesGold, BreaksTheGame])
def test_no_game_is_lost_to_a_bot_that_spoils_its_process_and_it_alone_is_charged(bot: type[Bot]) -> None:
    played = field(bot)
    assert played.contest.voided == {}
    for result in played.results:
        seat = played.games[result.fixture.id].header.names.index(bot.name)
        assert result.left == (seat,)
        assert [bool(one) for one in result.faults] == [one == seat for one in range(2)]
        assert verify(played.games[result.fixture.id]).ok


@pytest.mark.parametrize("bot", [Forks, StartsThreads])
def test_what_a_bot_starts_changes_no_result(bot: type[Bot]) -> None:
    def plain(view: View) -> Action:
        return view.actions[0]

    played, same = field(bot), field(plain)
    assert [(one.scores, one.faults, one.left) for one in played.results] == [
        (one.scores, one.faults, one.left) for one in same.results
    ]


def test_the_next_game_is_played_without_the_threads_of_the_last_one(tmp_path: Path) -> None:
    class Counts(StartsThreads):
        def on_start(self, start: object) -> None:
            with (tmp_path / "threads").open("a") as file:
                file.write(f"{threading.active_count()}\n")

    assert len(field(Counts).results) == 2
    assert (tmp_path / "threads").read_text() == "1\n1\n"


HANGS = """
import os, pathlib

from tests.support.waits import until
def choose(view):
    pathlib.Path({file!r}).open("a").write(f"{{os.getpid()}}\\n")
    sum(range(10**14))
"""
PROGRAM = """#!/bin/sh
trap '' TERM
echo $$ >> {file}
while :; do :; done
"""


@pytest.mark.parametrize("command", ["tournament", "match"])
@pytest.mark.parametrize("kind", ["file", "program"])
def test_nothing_outlives_whoever_plays_not_even_what_hangs(tmp_path: Path, command: str, kind: str) -> None:
    told = tmp_path / "told"
    bot = tmp_path / ("hangs.py" if kind == "file" else "hangs.sh")
    bot.write_text((HANGS if kind == "file" else PROGRAM).format(file=str(told)))
    bot.chmod(0o755)
    words = [sys.executable, "-c", RUN, command, str(bot), "greedy"]
    words += (
        ["--out", str(tmp_path / "out"), "--seats", "2", "--jobs", "1", "--trust"] if command == "tournament" else []
    )
    with subprocess.Popen(words, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as runner:
        until(told.exists, "both games have begun")
        until(lambda: told.read_text().endswith("\n"), "both have told their processes")
        hanging = [int(pid) for pid in told.read_text().split()]
        assert all(lives(pid) for pid in hanging)
        runner.kill()
        runner.wait(300)
        until(lambda: not any(lives(pid) for pid in hanging), "they are gone with the runner")


def lives(pid: int) -> bool:
    """Whether that process is there, and is not a mere entry that nobody has asked about."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False
