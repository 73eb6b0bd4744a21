"""The records of a tournament by their games, and what is known of a tournament as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import pytest
from citadels_sdk.tournaments.event import Games, Tournament
from citadels_sdk.tournaments.folder import LOG, RECORDS
from citadels_sdk.tournaments.outputs import page_of, results_json, table_html

from tests.support.small_tournament import copied, played, small

if TYPE_CHECKING:
    from pathlib import Path


def test_records_are_found_as_they_come_and_those_under_way_when_they_are_whole(tmp_path: Path) -> None:
    whole = (small() / RECORDS).read_bytes()
    file, games = tmp_path / RECORDS, Games(tmp_path)
    assert (list(games), len(games)) == ([], 0)
    known = list(played().games)
    second = whole.index(b'\n{"format"', 1) + 1
    for cut in (second - 1, second, second + 39, second + 200):
        file.write_bytes(whole[:cut])
        assert list(games) == known[: cut >= second]
    file.write_bytes(whole)
    assert list(games) == known
    assert len(games) == 6
    assert [games.text(one) for one in known] == [played().games.text(one) for one in known]
    assert games.read_to == len(whole)


@pytest.mark.parametrize("where", ["memory", "folder"])
def test_a_record_is_read_when_it_is_asked_for(where: str) -> None:
    games = played().games if where == "memory" else Games(small())
    assert isinstance(games, Mapping)
    assert (len(games), games.folder) == (6, None if where == "memory" else small())
    assert [games[one].header.id for one in games] == list(games)
    with pytest.raises(KeyError):
        games.text("9.9.9.9")


def test_a_tournament_is_loaded_as_it_was_played() -> None:
    loaded, first = Tournament.load(small()), played()
    assert (loaded.folder, first.folder) == (small(), None)
    assert (loaded.log, loaded.standings, loaded.results) == (first.log, first.standings, first.results)
    assert (loaded.settings, loaded.described, loaded.faults) == (first.settings, first.described, first.faults)
    assert loaded.entrants == first.entrants == tuple(one.entrant for one in first.described.entrants)
    assert (loaded.summary, loaded.ratings) == (first.summary, first.ratings)
    assert loaded.times.to_json() == first.times.to_json()
    assert (loaded.notes, loaded.over) == ((), True)


def test_a_tournament_is_shown_as_its_standings() -> None:
    event = played()
    assert str(event) == event.table()
    assert repr(event) == "<Tournament round-robin, 3 entrants: over>"
    assert event.to_json() == results_json(event)
    assert event._repr_html_() == table_html(event)


def test_one_that_is_not_over_tells_how_far_it_has_come(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    lines = (folder / LOG).read_text().splitlines(keepends=True)
    (folder / LOG).write_text("".join(lines[:8]))
    event = Tournament.load(folder)
    assert (event.over, len(event.results), repr(event)) == (
        False, 3, "<Tournament round-robin, 3 entrants: running, 3 games played>",
    )  # fmt: skip
    assert "Not over yet" in page_of(event, 0)


def test_faults_and_notes_are_a_tournament_s_own() -> None:
    event = played()
    faults: dict[str, Any] = {"a": []}
    notes = ["odd"]
    made = Tournament(event.described, event.contest, event.log, event.games, event.times, faults, notes)
    faults["b"] = []
    notes.append("more")
    assert (made.faults, made.notes) == ({"a": []}, ("odd",))
    assert Tournament(event.described, event.contest, [], event.games, event.times).faults == {}
