"""The tables of the catalogue in the store: as if they had been played there."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from citadels_api.store.ports import Change
from citadels_workers.practice.catalogue import catalogue
from citadels_workers.practice.determinism import NOW
from citadels_workers.practice.table_builder import put_tables, stand, take_table_away

from tests.practice.contents import contents, put
from tests.support.kept import assert_kept

if TYPE_CHECKING:
    from citadels_workers.practice.server import Practice

KEPT = Path(__file__).parent / "kept"
NAMES = ("pick_2_third", "warrant", "over", "open", "wait_pick", "classic_ward", "clock")


def test_its_tables_are_what_they_were() -> None:
    async def work(practice: Practice) -> list[str]:
        await put_tables(practice.house, practice.clock, [catalogue()[name] for name in NAMES])
        assert practice.clock.at == NOW
        return contents(practice)

    assert_kept(KEPT / "tables.txt", put(work))


def test_a_table_that_was_taken_away_has_left_nothing_behind() -> None:
    async def work(practice: Practice) -> None:
        before = contents(practice)
        entries = [catalogue()[name] for name in NAMES]
        await put_tables(practice.house, practice.clock, entries)
        for entry in entries:
            await take_table_away(practice.house, entry)
        lines = [line for line in contents(practice) if not line.endswith(" {}")]
        assert lines == before

    put(work)


@pytest.mark.parametrize("kind", ["stale", "gone"])
def test_a_change_that_does_not_stand_is_told_with_its_table(kind: str) -> None:
    async def work(_: Practice) -> None:
        async def commit(_change: Change) -> Any:
            return SimpleNamespace(kind=kind)

        house: Any = SimpleNamespace(store=SimpleNamespace(commit=commit))
        with pytest.raises(RuntimeError, match=f"^game_1: {kind}$"):
            await stand(house, Change(table="game_1", expects=1, number=2, entry=b""))

    put(work)
