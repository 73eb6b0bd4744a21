"""`./citadels bench --write`: what it keeps, and what it writes into the pages."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.pages import ROOT
from tools import benchmarks

if TYPE_CHECKING:
    from pathlib import Path

PAGE = "fast: <!-- figure: engine.games | ,.0f -->?<!-- end --> games\n\n<!-- table: runs -->\n<!-- end -->\n"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "PAGE.md").write_text(PAGE)
    (tmp_path / "docs" / "benchmarks.json").write_text("{}")
    for words in ("init --quiet", "add .", "-c user.name=a -c user.email=a@b commit --quiet --message a"):
        subprocess.run(["git", *words.split()], cwd=tmp_path, check=True, timeout=60)
    return tmp_path


def kept(tree: Path) -> Any:
    return json.loads((tree / "docs" / "benchmarks.json").read_text())


def page(tree: Path) -> str:
    return (tree / "docs" / "PAGE.md").read_text()


def test_a_run_is_kept_with_its_command_and_written_into_the_page(tree: Path) -> None:
    asked: list[str] = []

    def measure(command: str) -> dict[str, Any]:
        asked.append(command)
        return {"games": 7454.3}

    assert benchmarks.main(["engine", "--", "--rounds", "1"], tree, measure) == 0
    assert asked == ["bench engine --rounds 1"]
    assert kept(tree)["engine"]["command"] == "bench engine --rounds 1"
    assert kept(tree)["engine"]["figures"] == {"games": 7454.3}
    assert "-->7,454<!--" in page(tree)
    assert f"| `./citadels bench engine --rounds 1` | {kept(tree)['engine']['date']} |" in page(tree)


def test_a_second_run_takes_the_place_of_the_first(tree: Path) -> None:
    for games in (1, 2):
        benchmarks.main(["engine"], tree, lambda _, games=games: {"games": games})  # type: ignore[misc]  # bound at once
    assert kept(tree)["engine"]["figures"] == {"games": 2}
    assert "-->2<!--" in page(tree)


def test_a_run_without_a_figure_that_a_page_quotes_is_not_kept(tree: Path) -> None:
    with pytest.raises(SystemExit, match=r"engine\.games is not in"):
        benchmarks.main(["engine"], tree, lambda _: {"other": 1})
    assert kept(tree) == {}
    assert page(tree) == PAGE


def test_what_is_quoted_of_a_run_that_is_not_kept_stays_as_it_stands(tree: Path) -> None:
    (tree / "docs" / "OTHER.md").write_text(
        "<!-- figure: bots.wins -->?<!-- end -->\n<!-- table: anchors -->\nhere\n<!-- end -->\n"
    )
    benchmarks.main(["engine"], tree, lambda _: {"games": 5})
    assert (tree / "docs" / "OTHER.md").read_text().count("?") == 1
    assert "\nhere\n" in (tree / "docs" / "OTHER.md").read_text()


def test_a_table_is_written_of_its_run(tree: Path) -> None:
    (tree / "docs" / "OTHER.md").write_text("<!-- table: anchors -->\n<!-- end -->\n")
    levels = {"planner": {"mu": 41.1, "low": 36.8, "high": 45.4}, "greedy": {"mu": 25.0, "low": 25.0, "high": 25.0}}
    with pytest.raises(SystemExit, match="the table 'anchors' lacks 'random'"):
        benchmarks.main(["anchors"], tree, lambda _: {"levels": levels})
    benchmarks.main(
        ["anchors"], tree, lambda _: {"levels": levels | {"random": {"mu": -5.3, "low": -8.5, "high": -2.1}}}
    )
    rows = (tree / "docs" / "OTHER.md").read_text().splitlines()
    assert rows[3] == "| planner, 100 playouts a decision | 1836 | 1746 to 1925 | 41.1 |"
    assert rows[4] == "| greedy | 1500 | the middle | 25.0 |"


def test_without_names_only_the_pages_are_written(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    benchmarks.main(["engine"], tree, lambda _: {"games": 5})
    (tree / "docs" / "PAGE.md").write_text(PAGE)
    assert benchmarks.main([], tree, lambda _: pytest.fail("measured")) == 0
    assert "-->5<!--" in page(tree)
    assert "docs/PAGE.md is written anew" in capsys.readouterr().out


def test_changes_that_are_not_committed_are_told_but_not_those_of_pages(tree: Path) -> None:
    clean = benchmarks.commit(tree)
    benchmarks.main(["engine"], tree, lambda _: {"games": 5})
    assert page(tree) != PAGE
    assert benchmarks.commit(tree) == clean
    (tree / "engine.py").write_text("")
    assert benchmarks.commit(tree) == f"{clean}+"


def test_an_unknown_run_is_answered_with_all_that_there_are(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        benchmarks.main(["nothing"], tree, lambda _: {})
    assert "there is no run nothing; there are engine, bots" in capsys.readouterr().err


def test_figures_of_an_engine_that_does_not_compile_are_refused(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CITADELS_BUILD_FAULT", "no compiler")
    with pytest.raises(SystemExit, match="does not compile"):
        benchmarks.main(["engine"], tree, lambda _: {"games": 1})


def test_a_command_that_fails_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmarks, "ROOT", ROOT)
    with pytest.raises(SystemExit, match="prove nothing has failed"):
        benchmarks.measured("prove nothing")


def test_what_a_command_prints_is_measured() -> None:
    assert benchmarks.measured("prove games --games 1 --probes 0 --workers 1")["prove"] == "games"


@pytest.mark.parametrize(
    "place",
    ["other.games", "engine.games.4", "engine.rows.n=5.us", "engine.rows.9", "engine.none", "engine.rows.n=4.s"],
)
def test_a_place_that_is_not_kept_is_named(place: str) -> None:
    found = {"engine": {"figures": {"games": 1, "none": None, "rows": [{"n": 4, "us": 2}]}}}
    assert benchmarks.look_up(found, "engine.rows.n=4.us") == 2
    with pytest.raises(benchmarks.Missing, match=place.replace(".", r"\.")):
        benchmarks.look_up(found, place)


def test_the_command_bench_lists_what_is_kept() -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-m", "tools.modules", "bench", "--help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert "bench --write [NAME ...]" in done.stdout
