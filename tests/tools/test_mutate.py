"""Mutation testing plants what it says, where it says, notices what tests notice, and leaves the sources alone."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from tests.support.marks import TRIES_TOOLS
from tools import mutate
from tools.mutants import javascript_tokens, mutants

if TYPE_CHECKING:
    from pathlib import Path

SUMS = '''\
"""Sums."""


def add(a: int, b: int) -> int:
    """Both together."""
    return a + b


def idle() -> bool:
    """Look for a number in an empty row; with another end the row has none."""
    return any(iter(int, 0))


def unused() -> str:
    """Nobody asks."""
    return "seven"
'''
TESTS = """\
import subprocess
import sys


def test_another_process_adds() -> None:
    code = "from citadels_engine.sums import add, idle; assert add(2, 3) == 5; assert idle() is False"
    subprocess.run([sys.executable, "-I", "-c", code], check=True)
"""
OPTIONS = tomllib.loads((mutate.ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["pytest"]["ini_options"]
"""What pytest is told here: what it does not take, it does not take from a mutant either."""
FILES = {
    "engine/citadels_engine/__init__.py": "",
    "engine/citadels_engine/sums.py": SUMS,
    "sdk/citadels_sdk/__init__.py": "",
    "sdk/citadels_sdk/pytest_plugin.py": "",  # the environment names it to pytest
    "tests/engine/test_sums.py": TESTS,
    "pyproject.toml": "[tool.pytest.ini_options]\n"
    + "".join(f"{name} = {json.dumps(OPTIONS[name])}\n" for name in ("addopts", "markers")),
}
LISTED = """\
[[survivor]]
file = "engine/citadels_engine/sums.py"
from = 'return "seven"'
to = "return None"
reason = "{reason}"
"""


class Ran(NamedTuple):
    """What a run of the command left."""

    status: int
    report: dict[str, Any]
    output: str


def tree(root: Path, **changed: str) -> Path:
    for name, text in {**FILES, **changed}.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tree(tmp_path_factory.mktemp("tree"))


@pytest.fixture
def run(small: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(mutate, "SLACK_S", 1.0)

    def ran(*words: str) -> Ran:
        status = mutate.main(["engine", "--json", *words], small)
        said = capsys.readouterr()
        return Ran(status, json.loads(said.out.splitlines()[-1]), said.out + said.err)

    return ran


@pytest.fixture(scope="module")
def first(small: Path) -> Ran:
    """A whole run, as a person starts it."""
    code = "import sys; from tools import mutate; from pathlib import Path; mutate.SLACK_S = 1.0; sys.exit(mutate.main(sys.argv[2:], Path(sys.argv[1])))"
    command = [sys.executable, "-c", code, str(small), "engine", "--json"]
    done = subprocess.run(command, cwd=mutate.ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout, done.stderr
    return Ran(done.returncode, json.loads(done.stdout.splitlines()[-1]), done.stdout + done.stderr)


@TRIES_TOOLS
def test_a_fault_that_only_another_process_meets_is_noticed(first: Ran) -> None:
    assert "killed: engine/citadels_engine/sums.py:6 (arithmetic): tests/engine/test_sums.py::" in first.output


@TRIES_TOOLS
def test_a_fault_that_hangs_is_killed_by_time(first: Ran) -> None:
    assert "killed by time: engine/citadels_engine/sums.py:11 (number)" in first.output
    assert first.report["packages"]["engine"] == {"mutants": 7, "killed": 4, "killed by time": 1, "survived": 2}


@TRIES_TOOLS
def test_a_fault_that_no_test_notices_survives(first: Ran) -> None:
    left = [(one["line"], one["to"]) for one in first.report["survivors"]]
    assert left == [(16, "return None"), (16, 'return "XXseven"')]
    assert '  - return "seven"\n  + return None' in first.output
    assert first.status == 1


@TRIES_TOOLS
def test_the_sources_stay_as_they_are(small: Path, first: Ran) -> None:
    assert {name: (small / name).read_text() for name in FILES} == FILES
    assert not list((small / ".citadels" / "tmp").iterdir())


@TRIES_TOOLS
def test_what_was_found_is_not_looked_for_again(first: Ran, run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutate, "Overlay", None)
    assert run().report == first.report


@TRIES_TOOLS
def test_a_listed_survivor_is_spared(small: Path, first: Ran, run: Any) -> None:
    place = small / mutate.LISTED
    place.write_text(LISTED.format(reason="equivalent: nobody asks"))
    again = run()
    assert "return None" not in [one["to"] for one in again.report["survivors"]]
    assert again.report["listed"] == 1
    place.write_text(LISTED.format(reason="no time"))
    assert "the reason must begin with one of" in run().report["wrong"][0]
    place.unlink()


@TRIES_TOOLS
def test_a_listed_survivor_that_fits_no_mutant_is_an_error(small: Path, first: Ran, run: Any) -> None:
    (small / mutate.LISTED).write_text(LISTED.format(reason="equivalent").replace("None", "Nothing"))
    again = run("--sample", "0")
    assert again.status == 1
    assert "fits no mutant any more" in again.report["wrong"][0]
    (small / mutate.LISTED).unlink()


@TRIES_TOOLS
def test_a_test_that_fails_without_a_fault_kills_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tree(
        tmp_path,
        **{"tests/engine/test_sums.py": "import citadels_engine.sums\n\ndef test_no() -> None:\n    assert 0\n"},
    )
    assert mutate.main(["engine", "--sample", "1"], tmp_path) == 1
    said = capsys.readouterr()
    assert "left out: tests/engine/test_sums.py: it fails as it is: tests/engine/test_sums.py::test_no" in said.err
    assert "survived (no test reaches it)" in said.out


def test_the_same_seed_picks_the_same_mutants(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def picked(seed: str) -> str:
        assert mutate.main(["engine", "--sample", "3", "--seed", seed, "--list"], small) == 0
        return capsys.readouterr().out

    assert picked("1") == picked("1")
    assert len({picked(str(seed)) for seed in range(5)}) > 1


@TRIES_TOOLS
def test_only_changed_files_are_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tree(tmp_path, **{"engine/citadels_engine/other.py": "A = 1\n"})
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "All"]):
        subprocess.run([*git, *words], cwd=tmp_path, check=True, timeout=30)
    (tmp_path / "engine/citadels_engine/other.py").write_text("A = 2\n")
    (tmp_path / "engine/citadels_engine/new.py").write_text("B = True\n")
    assert mutate.main(["--since", "HEAD", "--list"], tmp_path) == 0
    found = {line.split(":")[0] for line in capsys.readouterr().out.splitlines() if not line.startswith(" ")}
    assert found == {"engine/citadels_engine/other.py", "engine/citadels_engine/new.py"}


@pytest.mark.parametrize("words", [[], ["nowhere"], ["--since", "no-such-commit"], ["engine", "--jobs", "many"]])
def test_misuse_is_told(small: Path, words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        mutate.main(words, small)
    assert ended.value.code == 2
    assert "citadels mutate: error:" in capsys.readouterr().err


def test_each_listed_survivor_is_a_fault_that_could_be_planted_and_has_its_reason() -> None:
    listed, wrong = mutate.accepted(mutate.ROOT)
    assert listed
    assert wrong == []


def test_the_nearest_tests_come_first() -> None:
    chosen = mutate.choose(mutate.ROOT, "engine/citadels_contest/tie_breaks.py")
    assert chosen[:2] == ["engine/citadels_contest/tie_breaks.py", "tests/contest/test_tie_breaks.py"]
    chosen = mutate.choose(
        mutate.ROOT, "engine/citadels_engine/formats/position_reader.py"
    )  # no test is named after it
    assert chosen[0] == "tests/rulebook/test_cases.py"
    assert "tests/engine/formats/test_strict_reader.py" in chosen[:5]
    assert "tests/web/test_static.py" in mutate.choose(mutate.ROOT, "api/citadels_api/http/page.py")[:4]
    assert mutate.choose(mutate.ROOT, "api/citadels_api/tables/rest.py")[0] == "tests/contract/test_openapi.py"
    chosen = mutate.choose(
        mutate.ROOT, "workers/citadels_workers/practice/table_states.py"
    )  # which has a folder of tests of its own
    assert "tests/practice/test_start.py" in chosen[:4]
    assert (
        mutate.choose(mutate.ROOT, "web/board/board_description.mjs")[0]
        == "tests/web/unit/board/board_description.test.mjs"
    )
    assert "tests/web/verify/test_verification.py" in mutate.choose(mutate.ROOT, "web/verify/game_check.mjs")


def made(source: str, file: str = "a.py") -> set[str]:
    """The source with each fault planted, by itself."""
    return {
        one.planted(source.encode()).decode() for one in mutants(file, source.encode()) if one.compiles(source.encode())
    }


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a < b", {"a <= b", "a >= b"}),
        ("(a) not in (b)", {"(a) in (b)"}),
        ("a is b == c", {"a is not b == c", "a is b != c"}),
        ("é = a and b", {"é = a or b"}),
        ("b = not a", {"b =   a"}),
        ("-a", {"+a"}),
        ("a + b * c", {"a - b * c", "a + b + c"}),
        ("a.b += 1", {"pass", "a.b -= 1", "a.b += 2", "a.b += 0"}),
        ("f(0, 2.5)", {"pass", "f(1, 2.5)", "f(0, 3.5)"}),
        ("a = True", {"a = False"}),
        ("a = b if c else d", {"a = b if True else d", "a = b if False else d"}),
        ("if a:\n    b = c", {"if True:\n    b = c", "if False:\n    b = c"}),
        ("while a:\n    break", {"while False:\n    break", "while a:\n    pass"}),
        ("for a in b:\n    continue", {"for a in b:\n    pass"}),
        ("def f(a=1):\n    return a", {"def f(a=2):\n    return a", "def f(a=0):\n    return a", "def f(a=1):\n    return None"}),
        ("def f():\n    if a:\n        return\n    b", {"def f():\n    if a:\n        pass\n    b", "def f():\n    if True:\n        return\n    b", "def f():\n    if False:\n        return\n    b"}),
        ("a.b = c", {"pass"}),
        ("del a", {"pass"}),
        ("a = min(b)", {"a = max(b)"}),
        ("a = all(b)", {"a = any(b)"}),
        ("a = sorted(b)", {"a = sorted(b)[::-1]"}),
        ("a = f(b, c=d)", {"a = f(b, )"}),
        ("a = 'word'", {"a = 'XXword'"}),
        ("a = [b for b in c if d]", {"a = [b for b in c if True]"}),
        ("raise ValueError('word')", {"pass", "raise ArithmeticError('word')"}),
    ],
)  # fmt: skip
def test_plants_each_kind_of_fault(source: str, expected: set[str]) -> None:
    assert made(source) - {source} == expected


@pytest.mark.parametrize(
    "source",
    [
        '"""What it is."""',
        "__all__ = ['a']",
        "a: int | None",
        "def f(a: Literal['b'] | None) -> tuple[int, Literal[3]]: ...",
        "if TYPE_CHECKING:\n    from a import b",
        "assert a == 1",
        "log.info('word', extra)",
        "LOG = structlog.get_logger('word')",
        "a = f'{b + 1} words'",
        "a = 'some words'",
        "@dataclass(frozen=True)\nclass A: ...",
        "class A(Struct, frozen=True, kw_only=True): ...",
        "a = f(help='word')",
        "Size = int | str",
        "a = zip(b, c, strict=True)",
    ],
)
def test_leaves_alone_what_no_program_reads(source: str) -> None:
    assert made(source) == set()


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("let a = b === c;", {"let a = b !== c;"}),
        ("let a = b < c;", {"let a = b <= c;"}),
        ("let a = b && c;", {"let a = b || c;"}),
        ("let a = b ?? c;", {"let a = b && c;"}),
        ("let a = b - c;", {"let a = b + c;"}),
        ("let a = b / c / d;", {"let a = b * c / d;", "let a = b / c * d;"}),
        ("let a = !b;", {"let a = b;"}),
        ("let a = 4;", {"let a = 5;"}),
        ("let a = true;", {"let a = false;"}),
        ("let a = Math.min(b);", {"let a = Math.max(b);"}),
        ("if (a(b)) c;", {"if (true) c;", "if (false) c;"}),
        ("return a;", {"return; a;"}),
        ("; a.push(b);", {"; ;"}),
    ],
)
def test_plants_faults_in_scripts(source: str, expected: set[str]) -> None:
    assert made(source, "a.mjs") == expected


SCRIPT = r"""
// a < b && 1
/* a === 2 */
const one = "a < 3", two = 'it\'s && 4', three = /[/"'`<]+5\/(?:6)/g.test(x), four = x.replace(/7`/g, `8 < ${nine`9 < ${{ a: "}" }}`} && `);
"""


def test_leaves_strings_comments_templates_and_expressions_of_scripts_alone() -> None:
    assert made(SCRIPT, "a.mjs") == set()
    source = SCRIPT.encode()
    kinds = {kind: source[start:end].decode() for kind, start, end in javascript_tokens(source)}
    assert kinds["regex"] == "/7`/g"
    assert kinds["template"] == '`8 < ${nine`9 < ${{ a: "}" }}`} && `'
