"""`citadels play`: bots alone, a person at the keyboard, and every way to leave a game."""

import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from citadels_engine.formats import record
from citadels_sdk.cli import citadels
from click.testing import CliRunner

from tests.support.kept import assert_kept

COMMAND = [sys.executable, "-c", "from citadels_sdk.cli import main; main()", "play"]
END = "Write the record so far?"


def play(*arguments: str, text: str | None = None, color: bool = False) -> tuple[int, str]:
    result = CliRunner().invoke(citadels, ["play", *arguments], input=text, color=color)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


def surroundings(**more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path), **more}


def start(*arguments: str, **more: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*COMMAND, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=surroundings(PYTHONIOENCODING="utf-8", **more),
    )


# --- bots alone ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 8])
def test_bots_play_to_the_score(players: int) -> None:
    status, output = play("--players", str(players), "--seed", "s")
    assert status == 0
    assert re.search(rf"^Total( +\d+){{{players}}}$", output, re.MULTILINE)
    assert "1st: greedy-" in output
    assert output.endswith("The seed was s\n")


def test_a_game_of_bots_is_told_as_people_have_read_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The board of each round, each seat at the end of its turn, and the score."""
    monkeypatch.setenv("COLUMNS", "80")
    told = play("--players", "3", "--seed", "s")[1].splitlines()
    assert re.fullmatch("Game play-[0-9a-f]+, 3 players, modern edition[.]", told[0])
    assert re.fullmatch("Commitment [0-9a-f]{64}", told[1])
    assert_kept(Path(__file__).parent / "kept" / "played.txt", told[2:])


def test_without_any_seats_four_greedy_bots_play() -> None:
    output = play("--seed", "s")[1]
    assert [f"greedy-{seat}" in output for seat in range(5)] == [True] * 4 + [False]


def test_seats_are_in_order_and_greedy_bots_fill_the_others() -> None:
    output = play("random", "greedy", "--players", "4", "--seed", "s")[1]
    for name in ("random-0", "greedy-1", "greedy-2", "greedy-3"):
        assert name in output


def test_a_seed_repeats_the_game(tmp_path: Path) -> None:
    told = []
    for name in "ab":
        assert play("random", "greedy", "random", "--seed", "s", "--record", str(tmp_path / name))[0] == 0
        told.append([(one.seat, one.do) for one in record.read((tmp_path / name).read_text("utf-8")).taken])
    assert told[0] == told[1]


def test_a_fresh_seed_is_of_256_bits_and_commits_before_the_deal(tmp_path: Path) -> None:
    first, second = play()[1], play("--record", str(tmp_path / "r"))[1]
    seeds = [output.rsplit("The seed was ", 1)[1].strip() for output in (first, second)]
    assert seeds[0] != seeds[1]
    assert all(re.fullmatch("[0-9a-f]{64}", seed) for seed in seeds)
    written = record.read((tmp_path / "r").read_text("utf-8"))
    assert written.header.seed == seeds[1]
    assert second.index(written.header.commitment) < second.index("Round 1")


def test_a_recorded_game_is_verified(tmp_path: Path) -> None:
    file = tmp_path / "game.ndjson"
    status, output = play("greedy", "random", "--record", str(file))
    assert status == 0
    assert f"The record is in {file}." in output
    verdict = record.verify(record.read(file.read_text("utf-8")))
    assert verdict.ok, verdict.findings


def test_the_classic_edition_and_scenarios_are_played(tmp_path: Path) -> None:
    file = tmp_path / "game.ndjson"
    assert "classic edition" in play("--edition", "classic", "--seed", "s")[1]
    assert play("--scenario", "cunning_agents__001", "--seed", "s", "--record", str(file))[0] == 0
    assert record.read(file.read_text("utf-8")).header.cast[0] == "witch"


def test_names_are_shown_in_the_language() -> None:
    assert "Évêque" in play("--seed", "s", "--language", "fr")[1]
    assert "Bispo" in play("--seed", "s", "--language", "pt")[1]


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["--scenario", "nowhere"], "scenario: there is no 'nowhere'"),
        (["--scenario", "first_game", "--edition", "classic"], "is of the modern edition"),
        (["--players", "9"], "9 is not in the range"),
        (["me", "me"], "only one seat is yours"),
        (["greedy", "greedy", "greedy", "--players", "2"], "3 seats for 2 players"),
        (["greedy"] * 9, "9 seats"),
        (["chess"], "chess"),
        (["--players", "2", "--record", "/nowhere/at/all"], "/nowhere/at/all"),
    ],
)
def test_what_cannot_be_played_is_one_line(arguments: list[str], fault: str) -> None:
    status, output = play(*arguments, "--seed", "s")
    assert status in (1, 2)
    assert fault in output
    assert "Round 1" not in output
    assert "Traceback" not in output


# --- a person --------------------------------------------------------------------------------------------------------


def test_a_person_plays_by_number_to_the_end(tmp_path: Path) -> None:
    file = tmp_path / "game.ndjson"
    status, output = play(
        "--seat", "me", "greedy", "greedy", "random", "--seed", "s", "--record", str(file), text="1\n" * 900
    )
    assert status == 0
    assert "Total" in output
    assert record.verify(record.read(file.read_text("utf-8"))).ok


def test_the_person_sits_where_it_is_said() -> None:
    output = play("greedy", "me", "--seed", "s", text="q\n\n")[1]
    assert re.search(r"^.1 You ", output, re.MULTILINE)
    assert "greedy-0" in output
    assert re.search(r"^.0 You ", play("--seat", "me", "greedy", "--seed", "s", text="q\n\n")[1], re.MULTILINE)


def test_an_action_is_typed_by_its_text(tmp_path: Path) -> None:
    file = tmp_path / "game.ndjson"
    legal = re.search(r"^ +2  (pick \w+)  ", play("--seat", "me", "--seed", "s", text="q\n\n")[1], re.MULTILINE)
    assert legal is not None
    play("--seat", "me", "--seed", "s", "--record", str(file), text=f"  {legal[1].upper()} \nq\n")
    taken = record.read(file.read_text("utf-8")).taken
    assert next(one.do for one in taken if one.seat == 0) == legal[1]


def test_what_is_not_legal_is_said_with_its_rule_and_asked_again() -> None:
    status, output = play("--seat", "me", "--seed", "s", text="build castle\n99\n0\n\nq\n\n")
    assert status == 0
    assert "build castle: the decision awaited is 'pick'; it takes pick (P-4)" in output
    assert output.count("no action that there is") == 2
    assert output.count("Choose your character.") == 1


def test_the_beginning_of_an_action_lists_those_that_fit() -> None:
    output = play("--seat", "me", "--seed", "s", text="pick\nq\n\n")[1]
    assert output.count("   1  pick ") == 2


def test_a_long_list_is_shown_in_part_and_whole_when_asked() -> None:
    """The Magistrate has 105 ways to place the warrants."""
    scene = ["--scenario", "ambitious_aristocrats__001", "me", "random", "random", "random"]
    text = "pick magistrate\nwarrants thief\nl\nq\n\n"
    tries = (play(*scene, "--seed", str(seed), text=text)[1] for seed in range(40))
    parts = next(output for output in tries if "You showed the Magistrate" in output).split("\n> ")
    begun, some, everything = parts[-4:-1]
    assert "  20  warrants" in begun
    assert "  21  warrants" not in begun
    assert "more: l lists them all" in begun
    assert re.findall(r"^ +\d+  (\w+ \w+)", some, re.MULTILINE) == ["warrants thief"] * 15
    assert len(re.findall(r"^ +\d+  warrants ", everything, re.MULTILINE)) == 105


def test_a_question_mark_shows_what_cards_do() -> None:
    output = play("--seat", "me", "--seed", "s", text="?\n? keep\n? nonesuch\nq\n\n")[1]
    assert "Warlord (8): Destroy a district" in output
    assert "Keep (unique 3): " in output
    assert "There is no card 'nonesuch'." in output


def test_other_hands_stay_hidden(tmp_path: Path) -> None:
    output = play("--seat", "me", "--seed", "s", text="1\n" * 20 + "q\n\n")[1]
    assert "hand:" not in output.replace("Your hand:", "")
    assert not re.search(r"greedy-\d chose the ", output)


# --- leaving ---------------------------------------------------------------------------------------------------------


def test_quitting_offers_the_record_so_far(tmp_path: Path) -> None:
    file = tmp_path / "so far.ndjson"
    status, output = play("--seat", "me", "--seed", "s", text=f"1\nq\n{file}\n")
    assert status == 0
    assert END in output
    written = record.read(file.read_text("utf-8"))
    assert (written.header.seed, written.result) == (None, None)
    assert written.taken
    written.reveal("s")
    assert record.replay(written).n == len(written.taken)


def test_quitting_with_a_record_asked_for_asks_nothing(tmp_path: Path) -> None:
    file = tmp_path / "game.ndjson"
    output = play("--seat", "me", "--seed", "s", "--record", str(file), text="q\n")[1]
    assert END not in output
    assert record.read(file.read_text("utf-8")).result is None


def test_the_end_of_the_input_ends_the_game_cleanly(tmp_path: Path) -> None:
    file = tmp_path / "game.ndjson"
    running = start("--seat", "me", "greedy", "--seed", "s", "--record", str(file))
    output, errors = running.communicate("1\n1\n", timeout=60)
    assert running.returncode == 1
    assert errors == ""
    assert "The input has ended" in output
    assert "\x1b" not in output
    assert len(record.read(file.read_text("utf-8")).taken) >= 2


def test_a_game_is_played_through_a_pipe() -> None:
    running = start("me", "greedy", "--seed", "s")
    output, errors = running.communicate("1\n" * 900, timeout=60)
    assert (running.returncode, errors) == (0, "")
    assert output.endswith("The seed was s\n")


def test_an_interrupt_ends_the_game_cleanly(tmp_path: Path) -> None:
    file = tmp_path / "game.ndjson"
    running = start("--seat", "me", "greedy", "--seed", "s", "--record", str(file), PYTHONUNBUFFERED="1")
    assert running.stdout is not None
    while "Your hand:" not in running.stdout.readline():
        assert running.poll() is None
    time.sleep(0.2)
    running.send_signal(signal.SIGINT)
    output, errors = running.communicate(timeout=60)
    assert running.returncode == 130
    assert errors == ""
    assert "Interrupted." in output
    assert record.read(file.read_text("utf-8")).result is None


def test_a_reader_that_goes_away_is_no_traceback() -> None:
    running = start("--players", "8", "--seed", "s", PYTHONUNBUFFERED="1")
    assert running.stdout is not None
    assert running.stdin is not None
    running.stdout.readline()
    running.stdout.close()
    assert running.stderr is not None
    errors = running.stderr.read()
    running.stdin.close()
    running.stderr.close()
    assert running.wait(60) != 0
    assert "Traceback" not in errors


def on_a_terminal(*arguments: str, **more: str) -> str:
    """What the command shows on a terminal of its own."""
    lead, follow = pty.openpty()
    env = {**surroundings(**more), "TERM": more.get("TERM", "xterm")}
    running = subprocess.Popen([*COMMAND, *arguments], stdin=follow, stdout=follow, stderr=follow, env=env)
    os.close(follow)
    shown = b""
    while True:
        try:
            part = os.read(lead, 65536)
        except OSError:
            break
        if not part:
            break
        shown += part
    os.close(lead)
    assert running.wait(60) == 0
    return shown.decode()


def test_a_terminal_has_colours_and_no_color_takes_them_away() -> None:
    assert "\x1b[32m" in on_a_terminal("--players", "2", "--seed", "s", NO_COLOR="")
    assert "\x1b" not in on_a_terminal("--players", "2", "--seed", "s", NO_COLOR="1")
    assert "\x1b" not in on_a_terminal("--players", "2", "--seed", "s", TERM="dumb", NO_COLOR="")


# --- bots of one's own -----------------------------------------------------------------------------------------------

MASON = """
from citadels_sdk import Bot

class Mason(Bot):
    def choose(self, view):
        return max(view.actions, key=lambda action: view.cost(action) if action.verb == "build" else 0)

class Broken(Bot):
    def choose(self, view):
        return 1 // (3 - view.round)

class Slow(Bot):
    async def choose(self, view):
        import asyncio
        await asyncio.sleep(3600)
"""


@pytest.fixture
def mason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "mason.py"
    file.write_text(MASON)
    return file


def test_a_bot_of_a_file_plays(mason: Path) -> None:
    status, output = play("mason.py:Mason", "greedy", "mason.py:Mason#2", "--seed", "s")
    assert status == 0
    assert re.search(r"^Total( +\d+){3}$", output, re.MULTILINE)
    assert "mason-0" in output
    assert "mason#2-2" in output


def test_a_person_plays_against_it(mason: Path) -> None:
    status, output = play("me", "mason.py:Mason", "--seed", "s", text="1\n" * 900)
    assert status == 0
    assert "Total" in output


def test_a_program_plays(mason: Path, tmp_path: Path) -> None:
    example = Path(__file__).parents[3] / "examples" / "stdio" / "bot.py"
    status, output = play(f"{sys.executable} {example}", "greedy", "--seed", "s")
    assert status == 0, output
    assert re.search(r"^Total( +\d+){2}$", output, re.MULTILINE)


def test_a_bot_that_fails_ends_the_game_with_the_command_that_brings_it_back(mason: Path, tmp_path: Path) -> None:
    status, output = play("mason.py:Broken", "greedy", "--seed", "s", "--record", "game.ndjson")
    assert status == 1
    assert "it answered 0, an int; one of view.actions was expected" in output
    assert re.search(
        r"^see it again: citadels bot repro mason.py:Broken --seat 0 --n \d+ --seed s --players 2 .*--against greedy$",
        output,
        re.MULTILINE,
    )
    assert "Traceback" not in output
    assert output.endswith("The seed was s\n")
    assert record.read((tmp_path / "game.ndjson").read_text("utf-8")).result is None


def test_where_it_raised_is_told(mason: Path) -> None:
    mason.write_text(
        MASON.replace("return 1 // (3 - view.round)", "return view.actions[0] if view.round < 3 else 1 // 0")
    )
    output = play("mason.py:Broken", "greedy", "--seed", "s")[1]
    assert "it raised ZeroDivisionError" in output
    assert re.search(r"^raised at .*mason.py:10$", output, re.MULTILINE)


def test_a_game_goes_on_where_it_is_asked_to(mason: Path) -> None:
    status, output = play("mason.py:Broken", "greedy", "--seed", "s", "--harmless")
    assert status == 0
    assert "Total" in output
    assert output.count("see it again: ") == 3
    assert re.search(r"^and \d+ more faults$", output, re.MULTILINE)


def test_a_limit_is_kept(mason: Path) -> None:
    status, output = play("mason.py:Slow", "greedy", "--seed", "s", "--limit", "0.01")
    assert status == 1
    assert "it was still thinking after 0.01 s" in output


def test_what_is_no_bot_is_said_before_the_deal(mason: Path) -> None:
    status, output = play("masn.py", "greedy", "--seed", "s")
    assert status == 2
    assert "there is no file 'masn.py'" in output
    assert "Commitment" not in output
