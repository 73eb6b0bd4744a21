"""The tables of the practice server that are in another state than a game's."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from citadels_workers.practice.determinism import NOW
from citadels_workers.practice.table_states import STATES, put_states

from tests.practice.contents import contents, put
from tests.support.kept import assert_kept

if TYPE_CHECKING:
    from citadels_workers.practice.server import Practice

KEPT = Path(__file__).parent / "kept"


def test_its_tables_in_other_states_are_what_they_were() -> None:
    async def work(practice: Practice) -> list[str]:
        found = await put_states(practice.house, practice.clock, practice.chance)
        assert (practice.clock.at, practice.chance.count) == (NOW, 0)
        assert list(found) == [one.name for one in STATES]
        return [*(f"{name} {table}" for name, table in found.items()), *contents(practice)]

    assert_kept(KEPT / "states.txt", put(work))
