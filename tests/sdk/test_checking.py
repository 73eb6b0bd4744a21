"""The check of a bot: what it puts to it, what it finds, and that its commands bring the decisions back."""

from __future__ import annotations

import asyncio
import json
import os
import random
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest
from citadels_engine import SetupError, awaited
from citadels_engine.cards.registry import CHARACTERS
from citadels_sdk import Action, Bot, Outcome, Start, View, check_bot, play
from citadels_sdk.bot import Accepts, harmless
from citadels_sdk.checking import CheckReport, Coverage, Scope, bot_check, command_for
from citadels_sdk.checking.checked_seat import Sitting, sit
from citadels_sdk.checking.coverage import EVERYTHING, everything_with
from citadels_sdk.checking.plan import plan
from citadels_sdk.checking.positions import cases, deal_case
from citadels_sdk.cli import citadels
from citadels_sdk.errors import BotNotFound
from citadels_sdk.local.bot_loader import resolve
from click.testing import CliRunner

from tests.support.waits import until

if TYPE_CHECKING:
    from collections.abc import Callable

    from citadels_sdk.checking.plan import Planned


def first(view: View) -> Action:
    return view.actions[0]


def last(view: View) -> Action:
    return view.actions[-1]


def codes(report: CheckReport) -> list[str]:
    return sorted({found.code for found in report.findings})


def quick(bot: object, **more: object) -> CheckReport:
    return check_bot(bot, quick=True, **more)  # type: ignore[arg-type]  # all that a bot may be given as


def written(folder: Path, text: str) -> str:
    """The file of a bot."""
    (folder / "mine.py").write_text(text)
    return str(folder / "mine.py")


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> list[Planned]:
    """The made positions, one of each kind of decision, and two of the deals."""
    kinds = {awaited(deal_case(name, "s")).kind: name for name in reversed(cases())}
    games = plan(quick=True, seed="check")
    chosen = [*games[0:8:7], *[one for one in games if one.case in kinds.values()]]
    monkeypatch.setattr(bot_check, "plan", lambda **_: chosen)
    return chosen


# --- what is put to a bot --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bot", [first, last, harmless])
def test_everything_is_put_to_a_bot_whatever_it_chooses(bot: Callable[[View], Action]) -> None:
    report = quick(bot)
    assert report.ok, report
    assert not any(report.coverage.missing().values()), report.coverage.missing()
    assert report.coverage.counts()["characters"] == (45, 45)


def test_a_house_bot_is_clean() -> None:
    report = quick("greedy")
    assert report.ok, report
    assert report.games == len(plan(quick=True, seed="check"))
    assert report.decisions > 500


def test_every_kind_of_decision_of_the_notation_is_asked_for() -> None:
    modern = (
        "pick", "set_aside", "theater", "turn", "keep", "redraw", "pay", "take", "return", "threat", "expose", "warrant", "advise",
    )  # fmt: skip
    classic = ("ransom", "tribute", "chime", "search", "ward")
    assert set(EVERYTHING["kinds"]) >= {f"modern/{kind}" for kind in modern} | {f"classic/{kind}" for kind in classic}


@pytest.mark.parametrize("edition", ["modern", "classic"])
def test_a_made_position_puts_its_character_to_seat_0(edition: str) -> None:
    for name in CHARACTERS[edition]:
        game = deal_case(f"{edition}/{name}", "s")
        assert game.turn is not None
        assert (awaited(game).seat, awaited(game).kind, game.turn.character.id) == (0, "turn", name)


def test_every_made_position_asks_seat_0_first() -> None:
    assert {awaited(deal_case(name, "s")).seat for name in cases()} == {0}


def test_the_plan_has_every_number_of_players_in_both_editions_even_when_quick() -> None:
    dealt = {(one.players, one.edition) for one in plan(quick=True, seed="s") if one.case is None}
    assert dealt == {(players, edition) for players in range(2, 9) for edition in ("modern", "classic")}
    assert set(plan(quick=True, seed="s")) < set(plan(quick=False, seed="s"))


@pytest.mark.usefixtures("brief")
def test_the_bot_remembers_within_a_game_and_starts_anew_in_the_next() -> None:
    class Counting(Bot):
        def on_start(self, start: Start) -> None:
            assert not hasattr(self, "asked")
            self.asked = 0

        def choose(self, view: View) -> Action:
            self.asked += 1
            return view.actions[self.asked % len(view.actions)]

    assert quick(Counting).ok


@pytest.mark.usefixtures("brief")
def test_the_bots_own_chance_is_no_fault() -> None:
    class Chancy(Bot):
        def choose(self, view: View) -> Action:
            return self.random.choice(view.actions)

    assert quick(Chancy).ok


# --- what is found ---------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("brief")
def test_a_crash_is_found_and_does_not_end_the_check() -> None:
    def crashing(view: View) -> Action:
        if view.kind == "turn":
            raise IndexError("there")
        return view.actions[0]

    report = quick(crashing)
    found = report.findings[0]
    assert (len(report.findings), found.code, found.kind) == (1, "raised", "turn")
    assert found.count > 1
    assert report.games > 10
    assert "IndexError" in found.trace
    assert found.place.startswith("test_checking.py:")
    assert "citadels_sdk" not in found.trace


@pytest.mark.usefixtures("brief")
def test_two_crashes_in_different_lines_are_two_faults() -> None:
    def crashing(view: View) -> Action:
        if view.kind == "keep":
            raise IndexError("there")
        if view.kind == "chime":
            raise IndexError("and here")
        return view.actions[0]

    assert [found.kind for found in quick(crashing).findings] == ["keep", "chime"]


@pytest.mark.parametrize("answer", ["destroy 9 keep", "no action at all", None, 7])
@pytest.mark.usefixtures("brief")
def test_what_is_not_legal_is_found(answer: object) -> None:
    def illegal(view: View) -> object:
        return answer if view.kind == "theater" else view.actions[0]

    report = quick(illegal)
    assert [(found.code, found.kind) for found in report.findings] == [("illegal", "theater")]


@pytest.mark.usefixtures("brief")
def test_a_bot_that_takes_chance_from_elsewhere_is_found() -> None:
    chance = random.Random(1)

    def unsteady(view: View) -> Action:
        return chance.choice(view.actions)

    report = quick(unsteady)
    assert codes(report) == ["nondeterministic"]
    assert "self.random" in report.findings[0].advice


@pytest.mark.usefixtures("brief")
def test_a_bot_that_keeps_something_from_game_to_game_is_found() -> None:
    class Keeping(Bot):
        games = 0

        def on_start(self, start: Start) -> None:
            Keeping.games += 1

        def choose(self, view: View) -> Action:
            return view.actions[Keeping.games % len(view.actions)]

    assert codes(quick(Keeping)) == ["nondeterministic"]


@pytest.mark.parametrize("answer", ["max(view.actions, key=lambda a: hash(a.text))", "next(iter(set(view.actions)))"])
@pytest.mark.usefixtures("brief")
def test_a_bot_that_hangs_on_the_order_of_a_set_is_found(tmp_path: Path, answer: str) -> None:
    report = quick(written(tmp_path, f"def choose(view):\n    return {answer}\n"))
    assert codes(report) == ["nondeterministic"]
    assert "another process" in report.findings[0].what


@pytest.mark.usefixtures("brief")
def test_the_order_of_a_set_is_seen_again(tmp_path: Path) -> None:
    bot = written(tmp_path, "def choose(view):\n    return max(view.actions, key=lambda a: hash(a.text))\n")
    command = quick(bot).findings[0].repro
    assert command is not None
    seen = CliRunner().invoke(citadels, shlex.split(command)[1:])
    assert seen.exit_code == 1, seen.output
    assert "in one game and" in seen.output


@pytest.mark.usefixtures("brief")
def test_a_slow_choice_is_found_with_its_time() -> None:
    def slow(view: View) -> Action:
        if view.kind == "ward":
            time.sleep(0.6)
        return view.actions[0]

    report = quick(slow, time_limit=0.5)
    assert ("slow", "ward") in [(found.code, found.kind) for found in report.findings]
    assert any(one.kind == "ward" and one.ms >= 600 for one in report.slowest)


@pytest.mark.usefixtures("brief")
def test_a_bot_that_never_comes_back_is_interrupted() -> None:
    def hanging(view: View) -> Action:
        while view.kind == "ward":
            pass
        return view.actions[0]

    report = quick(hanging, time_limit=0.05)
    found = next(one for one in report.findings if one.kind == "ward")
    assert (found.code, found.count) == ("slow", 1)
    assert "while view.kind" in found.trace


@pytest.mark.usefixtures("brief")
def test_an_alarm_that_was_set_before_stays_set() -> None:
    rung: list[int] = []
    before = signal.signal(signal.SIGALRM, lambda number, frame: rung.append(number))
    left = signal.setitimer(signal.ITIMER_REAL, 60)
    try:
        assert quick(lambda view: view.actions[0]).ok  # one that plays in this process
        assert 0 < signal.getitimer(signal.ITIMER_REAL)[0] < 60
        signal.setitimer(signal.ITIMER_REAL, 0.01)
        until(lambda: bool(rung), "the alarm rings")
    finally:
        signal.signal(signal.SIGALRM, before)
        signal.setitimer(signal.ITIMER_REAL, *left)


@pytest.mark.parametrize("hook", ["on_start", "turn"])
def test_an_alarm_that_rings_as_the_bot_comes_back_is_a_slow_answer_and_nothing_worse(hook: str) -> None:
    """It may ring between any two steps, the last ones before it is off included."""
    planned, bot = plan(quick=True, seed="check")[-1], resolve(first)
    rung: list[int] = []
    before = signal.signal(signal.SIGALRM, lambda number, frame: rung.append(number))
    try:
        ends = set()
        for moment in range(60):
            sitting = Sitting(planned, bot, 60.0)
            with sitting.table:
                if hook == "turn":
                    sitting.begin()
                lines = 0

                def ring(frame: Any, event: str, _: object, moment: int = moment) -> Any:
                    nonlocal lines
                    if Path(frame.f_code.co_filename).name not in ("checked_seat.py", "contextlib.py"):
                        return None
                    lines += event == "line"
                    if lines == moment + 1:
                        sys.settrace(None)
                        signal.raise_signal(signal.SIGALRM)
                    return ring

                sys.settrace(ring)
                try:
                    sitting.begin() if hook == "on_start" else sitting.step()
                finally:
                    sys.settrace(None)
            assert signal.getsignal(signal.SIGALRM) not in (signal.SIG_DFL, None)
            assert signal.getitimer(signal.ITIMER_REAL)[0] == 0
            ends.add((sitting.hung, [type(fault).__name__ for fault in sitting.table.faults] == ["BotTimeout"]))
            signal.raise_signal(signal.SIGALRM)  # to whom it was before
        assert ends == {(True, True), (False, False)}
        assert len(rung) >= 60
    finally:
        sys.settrace(None)
        signal.signal(signal.SIGALRM, before)


def test_a_bot_that_hangs_everywhere_stops_the_check() -> None:
    def hanging(view: View) -> Action:
        while True:
            pass

    report = quick(hanging, time_limit=0.02)
    assert report.stopped
    assert not report.ok
    assert report.games == 3


STUBBORN = """
import time

def choose(view):
    while view.kind == "ward":
        try:
            time.sleep(0.01)
        except:
            pass
    return view.actions[0]
"""
STUBBORN_ASYNC = """
import asyncio

async def choose(view):
    while view.kind == "ward":
        try:
            await asyncio.sleep(0.01)
        except asyncio.CancelledError:
            pass
    return view.actions[0]
"""


@pytest.mark.parametrize("text", [STUBBORN, STUBBORN_ASYNC])
def test_a_bot_that_cannot_be_interrupted_is_ended_and_the_check_goes_on(
    tmp_path: Path, brief: list[Planned], text: str
) -> None:
    report = quick(written(tmp_path, text), time_limit=0.05)
    found = next(one for one in report.findings if one.kind == "ward")
    assert (found.code, found.count, report.stopped) == ("slow", 1, "")
    assert found.repro is not None
    assert "--case classic/ward" in found.repro
    seen = CliRunner().invoke(citadels, shlex.split(found.repro)[1:])
    assert (seen.exit_code, "Seat 0 is asked: ward" in seen.output) == (1, True), seen.output
    assert "could not be interrupted" in seen.output
    assert report.games == len(brief)


@pytest.mark.parametrize("end", ["os._exit(0)", "os.kill(os.getpid(), 9)", "raise KeyboardInterrupt"])
@pytest.mark.usefixtures("brief")
def test_a_bot_that_ends_its_process_is_found_and_the_check_goes_on(tmp_path: Path, end: str) -> None:
    text = f"import os\ndef choose(view):\n    if view.kind == 'chime':\n        {end}\n    return view.actions[0]\n"
    report = quick(written(tmp_path, text))
    assert [(found.code, found.kind, found.count) for found in report.findings] == [("died", "chime", 1)]
    how = {"os._exit(0)": "ended with status 0", "os.kill(os.getpid(), 9)": "was ended by SIGKILL"}
    assert report.findings[0].what == f"its process {how.get(end, 'was ended by SIGINT')}"
    assert not report.stopped
    command = report.findings[0].repro
    assert command is not None
    seen = CliRunner().invoke(citadels, shlex.split(command)[1:])
    assert (seen.exit_code, "Seat 0 is asked: chime" in seen.output) == (1, True), seen.output
    written(tmp_path, "def choose(view):\n    return view.actions[0]\n")
    assert CliRunner().invoke(citadels, shlex.split(command)[1:]).exit_code == 0


def test_a_bot_that_always_ends_its_process_stops_the_check(tmp_path: Path) -> None:
    report = quick(written(tmp_path, "import os\ndef choose(view):\n    os._exit(0)\n"))
    assert report.stopped
    assert (report.games, codes(report)) == (3, ["died"])


@pytest.mark.usefixtures("brief")
def test_a_bot_that_cannot_be_imported_elsewhere_is_checked_here(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def here(view: View) -> Action:
        asked.append(view.n)
        return view.actions[0]

    module = ModuleType("only_here")
    monkeypatch.setitem(sys.modules, "only_here", module)
    here.__module__, here.__qualname__ = "only_here", "here"
    module.here = here  # type: ignore[attr-defined]  # a module made here
    assert quick(here).ok
    assert asked


@pytest.mark.parametrize("hook", ["on_start", "on_event", "on_end"])
@pytest.mark.usefixtures("brief")
def test_a_hook_that_raises_is_found(hook: str) -> None:
    def raising(self: Bot, told: Outcome) -> None:
        raise ValueError("no")

    bot = type("Hooked", (Bot,), {"choose": lambda self, view: view.actions[0], hook: raising})
    report = quick(bot)
    assert [(found.code, found.kind) for found in report.findings] == [("raised", hook)]


@pytest.mark.usefixtures("brief")
def test_an_async_bot_is_checked() -> None:
    class Waiting(Bot):
        async def choose(self, view: View) -> Action:
            if view.kind == "keep":
                raise KeyError("here")
            return view.actions[0]

    report = quick(Waiting)
    assert [(found.code, found.kind) for found in report.findings] == [("raised", "keep")]
    assert report.findings[0].trace.count("test_checking.py") == 1


@pytest.mark.usefixtures("brief")
def test_an_async_bot_is_checked_where_a_loop_is_running() -> None:
    class Waiting(Bot):
        async def choose(self, view: View) -> Action:
            await asyncio.sleep(0)
            return view.actions[0]

    async def check_it() -> CheckReport:
        return quick(Waiting, time_limit=60)

    report = asyncio.run(check_it())
    assert report.ok, report


@pytest.mark.usefixtures("brief")
def test_a_program_that_says_nonsense_is_found_once(tmp_path: Path) -> None:
    (tmp_path / "babbler.sh").write_text("while read line; do echo nonsense; done\n")
    report = quick(f"sh {tmp_path}/babbler.sh")
    assert set(codes(report)) <= {"babbled", "died"}
    assert 1 <= len(report.findings) <= 3
    assert report.findings[0].count > 10
    assert report.coverage.kinds


def test_no_such_bot_is_said_at_once() -> None:
    with pytest.raises(BotNotFound):
        quick("nobody_at_all")


# --- the report ------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("brief")
def test_the_report_can_be_read_by_people_programs_and_notebooks() -> None:
    def illegal(view: View) -> str:
        return "<nonsense>"

    report = quick(illegal)
    assert "illegal" in str(report)
    assert "\x1b" not in str(report)
    assert "\x1b[31m" in report.text(colour=True)
    told = json.loads(json.dumps(report.to_json()))
    assert (told["ok"], told["findings"][0]["code"]) == (False, "illegal")
    assert told["coverage"]["characters"]["of"] == 45
    assert "&lt;nonsense&gt;" in report._repr_html_()
    assert "<nonsense>" not in report._repr_html_()


@pytest.mark.usefixtures("brief")
def test_what_a_bot_says_in_its_errors_does_nothing_to_the_terminal() -> None:
    class Loud(Bot):
        name = "loud\x1b[31m"

        def choose(self, view: View) -> Action:
            raise ValueError("one\n\ntwo\r\x1b]0;title\x07\u202e")

    report = quick(Loud)
    assert "one two" in report.findings[0].what
    text = str(report)
    assert all(sign.isprintable() for sign in text.replace("\n", "")), text
    assert len([line for line in text.splitlines() if line.startswith("raised")]) == 1


@pytest.mark.usefixtures("brief")
def test_the_same_seed_checks_the_same_games() -> None:
    one, other = quick(last), quick(last)
    assert (one.games, one.decisions) == (other.games, other.decisions)


@pytest.mark.usefixtures("brief")
def test_progress_is_told_to_its_end() -> None:
    told: list[tuple[int, int]] = []
    check_bot(first, quick=True, progress=lambda done, there: told.append((done, there)))
    assert told[0][0] == 0
    assert told[-1][0] == told[-1][1]


# --- the commands ----------------------------------------------------------------------------------------------------

AWKWARD = """
import time
from citadels_sdk import Bot

from tests.support.waits import until

GAMES = [0]

class Awkward(Bot):
    def on_start(self, start):
        self.asked = 0
        GAMES.append(GAMES[-1] + 1)
    def choose(self, view):
        self.asked += 1
        if view.kind == "keep" and self.asked > 2:
            raise ValueError(f"asked {self.asked} times")
        if view.kind == "chime":
            time.sleep(0.6)
        if view.kind == "theater":
            return "theater 9"
        if view.kind == "pick" and view.n == 0 and view.seats[0].hand_size == 0:
            return view.actions[GAMES[-1] % len(view.actions)]
        return view.actions[-1]
    def on_end(self, outcome):
        raise RuntimeError("at the end")
"""
MENDED = AWKWARD.partition("        if")[0] + "        return view.actions[-1]\n"


def in_a_shell(line: str, folder: Path, path: Path) -> subprocess.CompletedProcess[str]:
    """Run a line as it would be pasted."""
    command = path / "citadels"
    if not command.exists():
        path.mkdir(exist_ok=True)
        command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "from citadels_sdk.cli import main; main()" "$@"\n')
        command.chmod(0o755)
    variables = {
        **os.environ,
        "PATH": f"{path}:{os.environ['PATH']}",
        "PYTHONPATH": os.pathsep.join(one for one in sys.path if one),
    }
    return subprocess.run(
        line, shell=True, cwd=folder, env=variables, capture_output=True, text=True, timeout=60, check=False
    )


@pytest.mark.heavy
def test_each_command_brings_its_fault_back_until_it_is_mended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    bot = tmp_path / "it's my bot.py"
    bot.write_text(AWKWARD)
    report = check_bot(str(bot), quick=True, time_limit=0.5, seed="a seed; $HOME")
    assert codes(report) == ["illegal", "nondeterministic", "raised", "slow"]
    faults = [found for found in report.findings if found.code != "slow" or found.kind == "chime"]
    for found in faults:
        assert found.repro is not None
        seen = in_a_shell(found.repro, tmp_path, tmp_path / "bin")
        assert seen.returncode == 1, (found.repro, seen.stdout, seen.stderr)
        assert not seen.stderr
        if found.code == "raised":
            assert found.what.rpartition(" ")[2] in seen.stdout
            assert found.place.partition(" in ")[0].rpartition(":")[2] in seen.stdout
    bot.write_text(MENDED)
    for found in faults:
        assert found.repro is not None
        mended = CliRunner().invoke(citadels, shlex.split(found.repro)[1:])
        assert mended.exit_code == 0, (found.repro, mended.output)


@pytest.mark.heavy
def test_the_command_of_a_fault_in_a_game_brings_it_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    bot = tmp_path / "mine.py"
    bot.write_text(AWKWARD.replace('view.kind == "keep"', 'view.kind == "turn"'))
    game = play(["greedy", "mine.py", "random"], seed="-1", edition="classic", on_fault="harmless")
    fault = next(one for one in game.faults if one.n is not None)
    assert fault.repro is not None
    seen = in_a_shell(fault.repro, tmp_path, tmp_path / "bin")
    assert seen.returncode == 1, (fault.repro, seen.stdout, seen.stderr)
    assert "asked 3 times" in seen.stdout


def test_a_command_quotes_what_a_shell_would_read() -> None:
    told = command_for(["my bot.py", "./other --fast", "greedy"], seat=0, n=1, seed="-s $x")
    assert told == (
        "citadels bot repro 'my bot.py' --seat 0 --n 1 '--seed=-s $x' --players 3 --edition modern "
        "--against './other --fast' --against greedy"
    )


@pytest.mark.usefixtures("brief")
def test_a_bot_that_no_command_line_can_name_has_no_command() -> None:
    class Local(Bot):
        def choose(self, view: View) -> str:
            return "nothing"

    report = quick(Local)
    assert report.findings[0].repro is None
    assert "see it again" not in str(report)


# --- what a bot accepts ----------------------------------------------------------------------------------------------


class Narrow(Bot):
    """Plays the modern edition with 4 and 6, and cannot do anything else."""

    accepts = Accepts(editions=("modern",), players=(4, 6))

    def choose(self, view: View) -> Action:
        if view.players not in (4, 6) or view.edition != "modern":
            raise ValueError(f"{view.players} players, {view.edition}")
        return view.actions[-1]


def test_what_a_bot_does_not_accept_is_not_put_to_it() -> None:
    report = quick(Narrow)
    assert report.ok, report
    assert report.scope == Scope((4, 6), ("modern",), "accepted", "accepted")
    assert "checked  4 and 6 players, which is what it accepts; the modern edition, which is what it accepts" in str(
        report
    )
    assert report.to_json()["scope"] == {
        "players": [4, 6],
        "editions": ["modern"],
        "players_by": "accepted",
        "editions_by": "accepted",
    }
    assert report.coverage.counts()["players"] == (2, 2)
    assert report.coverage.complete, report.coverage.missing()


def test_what_is_asked_for_is_put_to_a_bot_whatever_it_accepts(monkeypatch: pytest.MonkeyPatch) -> None:
    report = quick(Narrow, players=[5], edition="modern")
    assert [one.code for one in report.findings] == ["raised"]
    assert report.scope == Scope((5,), ("modern",), "asked", "asked")
    assert (report.coverage.players, report.coverage.editions) == ({"5"}, {"modern"})
    monkeypatch.setattr(
        bot_check, "plan", lambda **asked: plan(**asked)[:1]
    )  # the scope is the same whatever is played
    assert quick(Narrow, edition="classic").scope == Scope((4, 6), ("classic",), "accepted", "asked")


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"players": 9}, "players: 9 is not 2 to 8"),
        ({"players": ()}, "is not 2 to 8"),
        ({"edition": "new"}, "modern, classic"),
    ],
)
def test_games_that_there_are_not_cannot_be_asked_for(asked: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        quick(first, **asked)


def test_a_bot_that_accepts_nothing_is_told_so() -> None:
    class Nothing(Bot):
        accepts = Accepts(players=())

    with pytest.raises(ValueError, match="players: the bot accepts none"):
        quick(Nothing)


@pytest.mark.parametrize("players", range(2, 9))
def test_every_number_of_players_alone_has_what_there_is_with_so_many(players: int) -> None:
    for edition in ("modern", "classic"):
        covered = Coverage(there=everything_with((players,), (edition,)))
        games = plan(quick=False, seed="check", players=(players,), editions=(edition,))
        assert {planned.players for planned in games} == {players}
        for planned in sorted(games, key=lambda planned: planned.case is None):  # the made positions are short
            covered.add(sit(planned, resolve("random"), 60).coverage)
            if covered.complete:
                break
        assert covered.complete, covered.missing()


def test_as_many_deals_are_played_whatever_a_bot_accepts() -> None:
    for players in ((2,), (4, 5), (2, 3, 4, 5, 6, 7, 8)):
        dealt = [one for one in plan(quick=True, seed="s", players=players) if one.case is None]
        assert (len(dealt), {one.players for one in dealt}) == (14, set(players))


def test_a_made_position_may_have_another_number_of_players() -> None:
    """The command that brings a fault back names it so."""
    assert len(deal_case("modern/king@7", "s").seats) == 7
    assert len(deal_case("modern/king@2", "s").seats) == 2
    with pytest.raises(SetupError, match="modern/queen"):
        deal_case("modern/queen@4", "s")
    for name in ("modern/king@9", "modern/king@", "modern/king@x", "modern/tribute@1"):
        with pytest.raises(SetupError, match="case: "):
            deal_case(name, "s")


def test_the_command_brings_back_a_fault_in_a_made_position_of_another_size(tmp_path: Path) -> None:
    text = (
        "from citadels_sdk import Accepts, Bot\n\nclass Narrow(Bot):\n    accepts = Accepts(players=(6,), editions=('classic',))\n"
        "    def choose(self, view):\n        assert view.kind != 'ransom'\n        return view.actions[0]\n"
    )
    report = quick(written(tmp_path, text))
    assert [(one.code, one.kind) for one in report.findings] == [("raised", "ransom")]
    command = report.findings[0].repro
    assert command is not None
    assert "--case classic/ransom@6" in command
    seen = CliRunner().invoke(citadels, shlex.split(command)[1:])
    assert (seen.exit_code, "The fault is there" in seen.output) == (1, True), seen.output


def test_the_command_takes_the_numbers_of_players_and_the_edition(tmp_path: Path) -> None:
    bot = written(
        tmp_path,
        "def choose(view):\n    assert (view.players, view.edition) == (2, 'classic')\n    return view.actions[0]\n",
    )
    done = CliRunner().invoke(
        citadels, ["bot", "check", bot, "--quick", "--players", "2", "--edition", "classic", "--json"]
    )
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["scope"]["players_by"] == "asked"
    wrong = CliRunner().invoke(citadels, ["bot", "check", bot, "--players", "2-4"])
    assert (wrong.exit_code, "several of them with commas" in wrong.output) == (2, True), wrong.output
