"""What becomes of a tournament's document by what is written, and how its games are listed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from citadels_api.problems import Refusal
from citadels_api.tournaments import control, search
from citadels_api.tournaments.log import final_of, followed

from tests.support.tournament_world import made_world

if TYPE_CHECKING:
    from citadels_api.tournaments.log import Held

    from tests.support.tournament_world import World

pytestmark = pytest.mark.anyio


async def over(games: int = 3) -> tuple[World, str, Held]:
    """A tournament of the house that has been played."""
    world = await made_world()
    made = await world.make(house=["greedy", "random", "greedy"], settings={"seats": 2, "duplicate": False})
    await control.conduct(world.house, world.organizer, made.id, do="start")
    await world.play(made.id)
    there = await world.there(made.id)
    assert len(there.event.fixtures) == games
    return world, made.id, there


@pytest.mark.parametrize(
    ("kind", "status", "at"),
    [
        ("started", "running", "started"),
        ("paused", "paused", None),
        ("resumed", "running", None),
        ("ended", "over", "ended"),
        ("cancelled", "cancelled", "ended"),
        ("result", None, None),
        ("entered", None, None),
    ],
)
async def test_the_status_of_a_tournament_is_that_of_the_last_entry_that_has_one(
    kind: str, status: str | None, at: str | None
) -> None:
    _, _, there = await over()
    before = msgspec.structs.replace(
        there.doc, status="entry", why="before", started=None, ended=None, entry_open=True, final=None
    )
    after = followed(before, [{"kind": kind, "why": "rain"}], 77, there.event)
    if status is None:
        assert after == before
        return
    assert (after.status, after.why) == (status, "rain")
    assert (after.started, after.ended) == (77 if at == "started" else None, 77 if at == "ended" else None)
    assert after.entry_open is (at != "ended"), "nobody enters what is over"
    assert after.final == (final_of(there.event) if at == "ended" else None)
    both = followed(before, [{"kind": "paused", "why": "rain"}, {"kind": "resumed"}], 77, there.event)
    assert (both.status, both.why) == ("running", "")


async def test_what_is_over_says_who_took_part_and_how_much_was_played() -> None:
    _, _, there = await over()
    final = final_of(there.event)
    assert (final.played, final.known, final.rounds) == (3, 3, 1)
    assert [(one.id, one.kind, one.level, one.owner, one.withdrawn) for one in final.entrants] == [
        ("greedy", "house", "greedy", None, None),
        ("random", "house", "random", None, None),
        ("greedy#2", "house", "greedy", None, None),
    ]


async def test_games_are_listed_page_by_page_and_a_cursor_that_no_page_gave_is_refused() -> None:
    world, tour, there = await over()
    every = list(there.event.fixtures)

    async def page(**asked: Any) -> tuple[list[str], str | None]:
        found = await search.games(world.house, world.organizer, tour, **asked)
        return [one.id for one in found.items], found.next

    first, cursor = await page(limit=2)
    assert first == every[:2]
    assert cursor is not None
    assert await page(limit=2, cursor=cursor) == (every[2:], None)
    assert (await page(limit=0))[0] == every[:1]
    assert await page(game=every[1]) == ([every[1]], None)
    assert await page(game="9.9.9.9") == ([], None)
    assert await page(entrant="random") == (
        [name for name in every if "random" in there.event.fixtures[name].seats],
        None,
    )
    assert (await page(round=1))[0] == every
    assert (await page(round=2))[0] == []
    assert (await page(status="over"))[0] == every
    assert (await page(status="void"))[0] == []
    with pytest.raises(Refusal, match="invalid") as refused:
        await page(cursor="1.9.9.9")
    assert [one["path"] for one in refused.value.extra["errors"]] == ["cursor"]
