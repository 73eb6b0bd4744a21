"""What the service exports of a tournament, anybody can check; and every change of it is found."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from citadels_api.tournaments import control, exporter
from citadels_sdk.tournaments.verification import verify_tournament
from citadels_workers.ai_games import play_game
from citadels_workers.live_tournaments import attend

from tests.support.tournament_world import made_world

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.anyio


async def test_an_export_holds_until_anything_in_it_is_changed(tmp_path: Path) -> None:
    world = await made_world()
    made = await world.make(house=["greedy", "random"], scenarios=["all"], settings={"deals": 2})
    await control.conduct(world.house, world.organizer, made.id, do="start")
    while (there := await world.there(made.id)).doc.secret is None:
        await attend(world.house, made.id)
        for fixture in (await world.there(made.id)).event.open():
            await play_game(world.house, made.id, fixture.id)
    assert len(there.event.results) == 4
    lines = [line async for line in exporter.export(world.house, world.organizer, made.id)]
    file = tmp_path / "export.ndjson"

    def holds(text: str) -> bool:
        file.write_text(text, encoding="utf-8")
        return verify_tournament(file).holds

    whole = "".join(f"{line}\n" for line in lines)
    assert holds(whole)
    assert there.doc.secret is not None
    digit = "1" if there.doc.secret[0] == "0" else "0"
    for old, new in (
        (f'"secret":"{there.doc.secret}"', f'"secret":"{digit}{there.doc.secret[1:]}"'),
        ('"places":[1,2]', '"places":[2,1]'),
        ('"scores":[', '"scores":[1'),
        ("gold\\", "cards\\"),
    ):
        changed = whole.replace(old, new, 1)
        assert changed != whole or old.startswith('"places"')
        assert changed == whole or not holds(changed), old
