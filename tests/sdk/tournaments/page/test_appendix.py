"""What a tournament's page says of its settings."""

from __future__ import annotations

from typing import Any

import pytest
from citadels_sdk.tournaments.page.appendix import list_settings
from citadels_sdk.tournaments.page.context import PageContext

from tests.support.small_tournament import played

CHOSEN: dict[str, Any] = {
    "edition": "classic", "cast": ["king"], "uniques": ["keep"], "options": {"some_option": True}, "time": 1.5, "game_time": 77.0,
}  # fmt: skip


@pytest.mark.parametrize("name", CHOSEN)
def test_what_was_chosen_is_told_and_nothing_else(name: str) -> None:
    event = {**played().described.to_json(), **dict.fromkeys(CHOSEN), name: CHOSEN[name]}
    shown = list_settings(PageContext(event, played().contest, played().summary))
    assert [one for one in CHOSEN if f"<b>{one}</b>" in shown] == [name]
    assert all(f"<b>{one}</b>" in shown for one in played().settings.to_json())
