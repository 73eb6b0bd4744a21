"""The files of a tournament's folder, as they are read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from citadels_contest.types import ContestError
from citadels_sdk.tournaments.folder import (
    AHEAD,
    EVENT,
    FAULTS,
    HEADER,
    LOG,
    RECORDS,
    TIMES,
    FaultNote,
    Times,
    faults_text,
    read_described,
    read_faults,
    read_log,
    read_records,
    read_times,
)

from tests.support.small_tournament import played, small

if TYPE_CHECKING:
    from pathlib import Path


def test_files_have_the_names_that_are_told() -> None:
    assert (EVENT, LOG, RECORDS, AHEAD, TIMES, FAULTS) == (
        "event.json", "log.ndjson", "records.ndjson", "ahead.ndjson", "times.json", "faults.json",
    )  # fmt: skip
    assert HEADER == b'{"format": "citadels-record/'


def test_times_add_up_and_the_slowest_is_kept() -> None:
    times = Times()
    assert (times.seconds, times.entrants) == (0.0, {})
    times.note("a", 3, 1.5, 1.0)
    times.note("a", 2, 0.25, 0.125)
    times.note("b", 1, 2.0, 2.0)
    times.note("a", 1, 3.0, 3.0)
    times.note("quick", 1, 0.25, 0.125)
    assert times.entrants == {"a": [6, 4.75, 3.0], "b": [1, 2.0, 2.0], "quick": [1, 0.25, 0.125]}


def test_times_are_rounded_where_they_are_told_and_read_again(tmp_path: Path) -> None:
    times = Times(1.23456, {"a": [6, 4.75049, 3.1234567]})
    assert times.to_json() == {
        "seconds": 1.235, "entrants": {"a": {"decisions": 6, "seconds": 4.75, "slowest": 3.123457}},
    }  # fmt: skip
    (tmp_path / TIMES).write_text(json.dumps(times.to_json()))
    again = read_times(tmp_path)
    assert (again.seconds, again.entrants) == (1.235, {"a": [6, 4.75, 3.123457]})


@pytest.mark.parametrize(
    "text",
    [None, "", "[]", "{}", '{"seconds": 1}', '{"seconds": "x", "entrants": {}}', '{"seconds": 1, "entrants": []}',
     '{"seconds": 1, "entrants": {"a": {"decisions": 1, "seconds": 1}}}', '{"seconds": 1, "entrants": {"a": 3}}'],
)  # fmt: skip
def test_times_that_cannot_be_read_are_none(text: str | None, tmp_path: Path) -> None:
    if text is not None:
        (tmp_path / TIMES).write_text(text)
    assert (read_times(tmp_path).seconds, read_times(tmp_path).entrants) == (0.0, {})


def test_faults_are_read_as_they_were_written(tmp_path: Path) -> None:
    faults = {
        "é": [FaultNote("1.0.0.0", 1, 17, "it raised é", "citadels bot repro"), FaultNote("1.0.0.1", 0, 2, "odd")]
    }
    text = faults_text(faults)
    assert text.startswith('{\n "é": [\n  {\n   "game": "1.0.0.0",\n   "seat": 1,\n   "n": 17,')
    assert text.endswith('"repro": null\n  }\n ]\n}\n')
    (tmp_path / FAULTS).write_text(text)
    assert read_faults(tmp_path) == faults
    assert read_faults(tmp_path / "nowhere") == {}


@pytest.mark.parametrize("text", ["", "[]", '{"a": [3]}', '{"a": [{"game": "x"}]}', '{"a": 3}', '{"a": [{"odd": 1}]}'])
def test_faults_that_cannot_be_read_are_none(text: str, tmp_path: Path) -> None:
    (tmp_path / FAULTS).write_text(text)
    assert read_faults(tmp_path) == {}


def test_what_is_no_tournament_is_told(tmp_path: Path) -> None:
    with pytest.raises(ContestError) as caught:
        read_described(tmp_path)
    assert (str(caught.value), caught.value.code) == (f"{tmp_path}: there is no {EVENT}", "no_tournament")
    (tmp_path / EVENT).write_text("{")
    with pytest.raises(ContestError) as caught:
        read_described(tmp_path)
    assert (str(caught.value).startswith(f"{tmp_path / EVENT}: "), caught.value.code) == (True, "bad_file")
    assert read_described(small()) == played().described


def test_a_log_is_read_line_by_line_and_one_that_is_none_is_named(tmp_path: Path) -> None:
    assert list(read_log(small())) == played().log
    lines = (small() / LOG).read_text().splitlines(keepends=True)
    (tmp_path / LOG).write_text("".join([*lines[:2], '{"kind": "odd"}\n', *lines[2:]]))
    entries = read_log(tmp_path)
    assert [next(entries), next(entries)] == played().log[:2]
    with pytest.raises(ContestError, match=rf"^{LOG}: line 3: "):
        next(entries)


def test_records_are_read_one_after_the_other(tmp_path: Path) -> None:
    assert list(read_records(small())) == [played().games.text(one) for one in played().games]
    (tmp_path / RECORDS).write_text("")
    assert list(read_records(tmp_path)) == []
