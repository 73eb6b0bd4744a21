"""Who stands where, and which results count, after each thing that happened."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from citadels_contest.scorebook import in_order

from tests.contest.stories import STORIES, tell
from tests.support.kept import assert_kept

if TYPE_CHECKING:
    from citadels_contest import Tournament

KEPT = Path(__file__).parent / "kept"


def counted(event: Tournament) -> list[str]:
    """What counts, and what it adds up to."""
    results = [
        f"{one.fixture.id}={','.join(map(str, one.places))}{'' if not one.left else f'-{one.left}'}"
        for one in sorted(event.counted(), key=in_order)
    ]
    rows = [
        f"   {one.place} {one.entrant} {one.games} {one.points:.6g} {one.mean:.6g} {one.wins:.6g} {one.score:.6g} {one.margin:.6g}"
        f" {one.mean_place:.6g} {one.faults} {one.forfeits} {one.byes} {one.reached:.6g}"
        f" [{' '.join(f'{value:.6g}' for value in one.criteria)}] {one.withdrawn}"
        for one in event.standings()
    ]
    tables = [f"{number}.{table} {' '.join(names)}" for (number, table), names in event.books.tables().items()]
    return [f"   {' '.join(results)}", *rows, f"   {'; '.join(tables)}"]


@pytest.mark.parametrize("name", STORIES)
def test_who_stood_where_is_what_it_was(name: str) -> None:
    assert_kept(KEPT / f"counted_{name.replace(' ', '_')}.txt", tell(name, counted))
