"""The page docs/STDIO.md and the programs of examples/stdio: what it says is so, to the letter, and they play whole games."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from citadels_engine import new_game
from citadels_engine.actions.types import NOBODY, Build, Warrants
from citadels_sdk import __version__
from citadels_sdk import errors as faults
from citadels_sdk.bot import Accepts, Start
from citadels_sdk.cli import citadels
from citadels_sdk.local.game_loop import play
from citadels_sdk.render.sentences import Teller
from citadels_sdk.stdio import PROTOCOL, Limits, child, end_idle, introduce, lines
from citadels_sdk.view.view import View
from click.testing import CliRunner

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "STDIO.md").read_text(encoding="utf-8")
FOLDER = ROOT / "examples" / "stdio"

PYTHON = f"python3 {FOLDER / 'bot.py'}"
NODE = f"node {FOLDER / 'bot.js'}"
SHELL = f"sh {FOLDER / 'bot.sh'}"
EXAMPLES = [
    pytest.param(PYTHON, id="python"),
    pytest.param(NODE, id="node", marks=pytest.mark.skipif(not shutil.which("node"), reason="there is no node here")),
    pytest.param(SHELL, id="sh"),
]


@pytest.fixture(autouse=True)
def _nothing_is_kept() -> Iterator[None]:
    yield
    end_idle()


def block(heading: str, kind: str = "") -> str:
    """The first block of code below a heading of the page."""
    found = re.search(rf"^##+ {re.escape(heading)}$.*?^```{kind}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert found, heading
    return found[1]


# --- the examples ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_plays_both_editions_with_any_number(example: str) -> None:
    for edition in ("modern", "classic"):
        for players in range(2, 9):
            game = play(
                [example, "random"], players=players, edition=edition, seed=f"{players} {edition}", on_fault="harmless"
            )
            assert game.faults == ()
            assert game.decisions[0].count > 5


@pytest.mark.heavy
@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_is_better_than_chance(example: str) -> None:
    won = sum(0 in play([example, "random", "random", "random"], seed=f"{number}").winners for number in range(20))
    assert won > 8, f"{won} of 20 games of four"


@pytest.mark.heavy
@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_plays_the_same_game_again(example: str) -> None:
    first, second = (play([example, example, "greedy"], seed="again") for _ in range(2))
    assert first.taken == second.taken


@pytest.mark.heavy
@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_plays_in_the_terminal(example: str) -> None:
    result = CliRunner().invoke(citadels, ["play", example, "greedy", "random", "--seed", "s"])
    assert result.exit_code == 0, result.output
    assert "1st: " in result.output


def test_the_examples_may_be_run_by_their_names() -> None:
    for file in FOLDER.iterdir():
        if file.suffix in (".py", ".js", ".sh"):
            assert file.stat().st_mode & 0o111, file
            assert file.read_text().startswith("#!"), file


# --- the page ----------------------------------------------------------------------------------------------------------


def talk(bot: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """All that is said in the game of the page."""
    log = tmp_path / "talk.log"
    monkeypatch.setenv("CITADELS_STDIO_LOG", str(log))
    monkeypatch.chdir(ROOT)
    play([bot, "greedy"], seed="an example", game_id="example")
    end_idle()
    return log.read_text(encoding="utf-8")


def test_the_whole_game_of_the_page_is_what_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = re.sub(r'"version":"[^"]*"', f'"version":"{__version__}"', block("A whole game"))
    assert talk("examples/stdio/bot.sh", tmp_path, monkeypatch) == told


def test_the_events_and_the_choose_of_the_page_are_what_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = talk("python3 examples/stdio/bot.py", tmp_path, monkeypatch).splitlines()
    events = block("`event`").splitlines()
    assert len(events) == 3
    assert set(events) <= set(said)
    shown = json.loads(block("`choose`, and your answer", "json"))
    line = next(one for one in said if '"type":"choose"' in one and f'"n":{shown["n"]},' in one)
    assert json.dumps(json.loads(line.removeprefix("> "))) == json.dumps(shown), "the order of the members counts too"


def test_the_answers_of_the_page_are_answers() -> None:
    answers = block("`choose`, and your answer").splitlines()
    assert [lines.answered(lines.read(answer.encode())) for answer in answers] == ["build castle", 3, "build castle"]


def test_the_figures_of_the_page_are_those_in_force() -> None:
    limits = Limits()
    assert (limits.hello, limits.choose, limits.bye) == (10, 10, 1)
    assert child.LONGEST == 64 * 1024
    assert (lines.SHOWN, child.TAIL_LINES) == (200, 12)
    assert PROTOCOL == "citadels-stdio/1"
    for figure in (
        "within 10 seconds",
        "End within a second",
        "64 KiB",
        "first 200 characters",
        "last 12 lines",
        PROTOCOL,
    ):
        assert figure in PAGE


def test_the_faults_of_the_page_are_those_that_there_are() -> None:
    kinds = (faults.BotNotFound, faults.BotTimeout, faults.BotDied, faults.BotBabbled, faults.IllegalChoice)
    assert re.findall(r"^\| `([a-z_]+)` \|", block_of("What goes wrong"), re.MULTILINE) == [kind.code for kind in kinds]


def block_of(heading: str) -> str:
    """A section of the page."""
    return PAGE.partition(f"## {heading}\n")[2].partition("\n## ")[0]


def test_what_a_program_may_say_of_itself_stands_on_the_page() -> None:
    section = block_of("Lines").partition("### `start`")[0]
    named = set(re.findall(r"`\"?([a-z_]+)\"?`", section))
    assert named >= {"protocol", "name", "games", "without", "accepts", *lines.OPTIONAL, *lines.GAMES}
    assert named >= set(Accepts.__dataclass_fields__)


def test_every_example_says_what_it_is() -> None:
    assert introduce(["sh", str(FOLDER / "bot.sh")]).without == {"events", "options", "view"}
    assert introduce(["python3", str(FOLDER / "bot.py")]).games == "next"


def test_what_a_game_begins_with_stands_on_the_page() -> None:
    told = json.loads(lines.start(Start("g", 0, 2, "modern", (), ()), "a text"))
    assert (
        re.findall(r"`([a-z]+)`", block_of("Lines").partition("### `start`\n")[2].partition("Seed your")[0])
        == [*told][1:]
    )


def test_the_longest_line_is_as_long_as_the_page_says() -> None:
    """No list has more than 1,024 actions, and none has longer ones than these."""
    view = View.of(new_game(8, seed="an example", crown=0), 0)
    assert view.raw.own is not None
    build = Build("imperial_treasury", cards=8, lender=7)
    view.raw.own.actions = tuple(
        [build, Warrants("tax_collector", ("alchemist", "abbot"))][number % 2] for number in range(1024)
    )
    assert build.lender != NOBODY
    line = lines.choose(
        "g" * 64,
        view,
        10_000,
        Teller("modern", ["a name of forty letters, to say the least"] * 8, viewer=0),
        frozenset(),
    )
    assert len(line) < 2**20
