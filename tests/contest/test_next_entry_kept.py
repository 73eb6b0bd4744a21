"""What is due, how far it is and what a test says, after each thing that happened."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from citadels_contest.next_entry import due, idle, progress, time_to_look, verdict

from tests.contest.stories import STORIES, tell
from tests.support.kept import assert_kept

if TYPE_CHECKING:
    from citadels_contest import Tournament

KEPT = Path(__file__).parent / "kept"


def next_things(event: Tournament) -> list[str]:
    """What follows from it."""
    said = verdict(event)
    return [
        f"   due {due(event)}",
        f"   {progress(event)}",
        f"   idle {' '.join(idle(event))} look {time_to_look(event)} verdict {said and (said.verdict, said.deals, said.told)}",
    ]


@pytest.mark.parametrize("name", STORIES)
def test_what_follows_is_what_followed(name: str) -> None:
    assert_kept(KEPT / f"followed_{name.replace(' ', '_')}.txt", tell(name, next_things))
