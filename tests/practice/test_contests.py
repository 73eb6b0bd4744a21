"""The tournaments and the ratings of the practice server: what is played, by whom, when."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from citadels_workers.practice.determinism import NOW
from citadels_workers.practice.tournaments import CONTESTS, RATED, REGULAR, put_contests

from tests.practice.contents import contents, in_short, put
from tests.support.kept import assert_kept

if TYPE_CHECKING:
    from citadels_workers.practice.server import Practice

KEPT = Path(__file__).parent / "kept"


def test_its_tournaments_and_ratings_are_what_they_were() -> None:
    async def work(practice: Practice) -> list[str]:
        found = await put_contests(practice.house, practice.clock, practice.chance)
        assert (practice.clock.at, practice.chance.count) == (NOW, 0)
        assert list(found) == [one.name for one in CONTESTS]
        return [*(f"{name} {tournament}" for name, tournament in found.items()), *in_short(contents(practice))]

    assert (RATED, REGULAR) == (12, 24)
    assert_kept(KEPT / "contests.txt", put(work))
