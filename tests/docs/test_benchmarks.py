"""docs/benchmarks.json and the pages that quote it: every figure is what a command has printed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bench._decisions.turns import enough, in_turns
from bench.decisions import PARTS, measure
from tests.support.pages import ROOT
from tools import benchmarks
from tools.modules import listing

KEPT = benchmarks.load(ROOT)
PAGES = {str(page.relative_to(ROOT)): page.read_text(encoding="utf-8") for page in benchmarks.pages(ROOT)}
QUOTING = [name for name, text in PAGES.items() if benchmarks.runs_quoted(text)]
RECORDS = [name for name in QUOTING if name.startswith("docs/decisions/")]
BENCHMARKS = PAGES["docs/BENCHMARKS.md"]
WRITTEN = re.compile(r"<!-- (?:figure|table): .*?<!-- end -->", re.DOTALL)
HELD = re.compile(r"`[^`]*`|\]\([^)]*\)")
"""Commands and the targets of links."""
PARAMETERS = {
    "15 measurements", "23 proofs", "15 distributions", "13 of others", "4 players", "95 %", "400 playouts",
    "2, 4 and 7 seats", "before 2026-11-20", "2 and 4 seats", "at 7", "7 players", "64 games", "4-seat game", "16 at once",
}  # fmt: skip
"""The numbers of BENCHMARKS.md that say what is measured; `test_counts.py` looks after what is counted."""


def by_hand(text: str) -> str:
    """A page without what is written into it, and without commands."""
    return " ".join(HELD.sub("", WRITTEN.sub("", text)).split())


@pytest.mark.parametrize("page", QUOTING)
def test_every_figure_of_a_page_is_what_is_kept(page: str) -> None:
    assert benchmarks.write_page(PAGES[page], KEPT) == PAGES[page], "./citadels bench --write writes the pages anew"


def test_no_figure_of_the_benchmarks_is_written_by_hand() -> None:
    rest = by_hand(BENCHMARKS)
    for words in PARAMETERS:
        assert words in rest, f"{words!r} is there no more"
        rest = rest.replace(words, "")
    assert re.findall(r"\S*\d\S*", rest) == []


def test_a_figure_that_is_edited_by_hand_is_seen() -> None:
    edited = re.sub(r"(engine\.games_per_second\.4 -->)[\d,]+", r"\g<1>9,999", BENCHMARKS)
    assert edited != BENCHMARKS
    assert benchmarks.write_page(edited, KEPT) == BENCHMARKS


def test_a_comment_that_is_no_figure_and_no_table_is_a_mistake() -> None:
    for name, text in PAGES.items():
        if name in QUOTING:
            begun = len(re.findall(r"<!-- (?:figure|table)\b", text))
            assert begun == text.count("<!-- end -->") == len(WRITTEN.findall(text)), name


@pytest.mark.parametrize("name", KEPT)
def test_a_run_says_how_when_and_where_it_was_measured(name: str) -> None:
    run = KEPT[name]
    assert run["command"].startswith(benchmarks.RUNS[name].partition(" -")[0])
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", run["date"])
    assert re.fullmatch(r"[0-9a-f]{8,}\+?", run["commit"])
    assert re.fullmatch(r"\d+ cores?, [\w-]+, Python [\d.]+", run["machine"])


@pytest.mark.parametrize("name", benchmarks.RUNS)
def test_a_run_is_a_command_that_there_is(name: str) -> None:
    verb, module, *_ = benchmarks.RUNS[name].split()
    assert module in dict(listing(ROOT / verb))


def test_what_is_kept_is_quoted_somewhere() -> None:
    assert {name for text in PAGES.values() for name in benchmarks.runs_quoted(text)} == set(KEPT)


def test_no_proof_that_is_kept_has_found_a_fault() -> None:
    assert [name for name, run in KEPT.items() if run["figures"].get("faults") or run["figures"].get("leaks")] == []


@pytest.mark.parametrize("record", RECORDS)
def test_a_record_names_its_command_and_its_status_and_is_short(record: str) -> None:
    lines = PAGES[record].splitlines()
    assert "./citadels bench decisions --only " in PAGES[record]
    assert re.search(r"^\*\*Status\.\*\* (Holds|To be taken back)", PAGES[record], re.MULTILINE)
    assert len(lines) <= 60


def test_every_part_of_the_bench_has_its_record() -> None:
    told = {found for text in PAGES.values() for found in re.findall(r"bench decisions --only (\w+)", text)}
    assert told == set(PARTS)
    assert len(RECORDS) == len(PARTS)
    assert all(Path(ROOT / "bench" / "_decisions" / f"{part}.py").is_file() for part in PARTS)


@pytest.mark.heavy
@pytest.mark.parametrize("part", ["projection", "doors"])
def test_a_part_of_the_bench_measures_what_its_record_quotes(part: str) -> None:
    found = {"decisions": {"figures": measure([part], "quick", silent=True)}}
    quoted = {
        place for text in PAGES.values() for place in benchmarks.places(text) if place.startswith(f"decisions.{part}.")
    }
    assert quoted
    assert all(benchmarks.look_up(found, place) is not None for place in quoted)


def test_a_ratio_is_the_median_of_the_turns_and_not_of_the_figures() -> None:
    seconds = {"one": iter([1, 2, 30, 4]), "other": iter([1, 1, 10, 4])}
    costs = in_turns({name: lambda _, name=name: next(seconds[name]) for name in seconds}, 3, span_s=0)  # type: ignore[misc]  # bound at once
    assert costs.turns == {"one": [2e6, 30e6, 4e6], "other": [1e6, 10e6, 4e6]}
    assert costs.ratio("one", "other") == 2.0
    assert costs.figures("other")["over_ours"] == {"one": 2.0}


def test_a_way_is_done_as_often_as_fills_its_time_and_the_first_time_does_not_count() -> None:
    done: list[int] = []

    def way(count: int) -> float:
        done.append(count)
        return 10.0 if len(done) == 1 else count * 0.001

    assert enough(way, 0.1) == 100
    assert done[0] == 1
