"""Records and archives: which games are told to everybody, how long they are kept, when the clock shrinks them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from citadels_api.play import timeouts
from citadels_api.play.timeouts import attend
from citadels_api.problems import Refusal
from citadels_api.records import service as records
from citadels_api.store.keys import document, shard_of
from citadels_api.tables import service as tables
from citadels_engine.formats.record import read

from tests.support.houses import guest, make_house, playing, table_for
from tests.support.orders import seat_order, table_order

if TYPE_CHECKING:
    from citadels_api.context import House

pytestmark = pytest.mark.anyio
DAY_MS = 86_400_000


async def told(house: House, **which: Any) -> list[tuple[str, str]]:
    """The ids of the records of all public games, each with the cursor after it."""
    return [(read(text).header.id, cursor) async for text, cursor in records.records(house, **which)]


async def test_records_of_public_games_are_told_newest_first_from_a_cursor_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "PAGE", 2)
    house, _, clock = make_house()
    people = [await guest(house) for _ in range(2)]
    made: list[str] = []
    for visibility in ("public", "unlisted", "public", "private", "public"):
        clock.now += 1000
        seats = [seat_order("you"), seat_order("reserved", account=people[1].account)]
        order = table_order(players=2, seats=seats, visibility=visibility)
        table = (await tables.create(house, people[0], order)).id
        await tables.join(house, people[1], table)
        await playing(house, table, people)
        if visibility == "public":
            made.insert(0, table)
    await table_for(house, people)
    found = await told(house)
    assert [name for name, _ in found] == made
    score, _, name = found[0][1].partition(".")
    assert await told(house, cursor=(int(score), name)) == found[1:]
    assert await told(house, limit=2) == found[:2]


async def test_a_record_has_the_day_on_which_its_game_began() -> None:
    house, _, clock = make_house()
    ann, bea = await guest(house), await guest(house)
    made = await tables.create(house, ann, table_order(players=2, seats=[seat_order("you")]))
    clock.now += DAY_MS
    await tables.join(house, bea, made.id)
    clock.now += DAY_MS
    await playing(house, made.id, [ann, bea])
    assert read(await records.record(house, None, made.id)).header.date == "2027-01-16"


@pytest.mark.parametrize("days", [2, None])
async def test_what_is_left_of_a_game_is_kept_for_as_many_days_as_the_settings_say(days: int | None) -> None:
    house, _, clock = make_house(keep_records_days=days)
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people)
    await playing(house, table, people)
    clock.now += house.settings.linger_ms
    assert await attend(house, table) == "archived"
    clock.now += 2 * DAY_MS - 1
    assert read(await records.record(house, None, table)).header.id == table
    clock.now += 1
    if days is None:
        assert read(await records.record(house, None, table)).header.id == table
    else:
        with pytest.raises(Refusal, match="not_found"):
            await records.record(house, None, table)


async def test_a_game_that_is_over_lingers_from_its_end_on_and_is_put_off_where_it_is_not_shrunk_now() -> None:
    house, _, clock = make_house()
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people)
    clock.now += house.settings.linger_ms
    await playing(house, table, people)
    clock.now += house.settings.linger_ms - 1
    assert await attend(house, table) == "early"
    clock.now += 1
    assert await attend(house, table, shrinks=False) == "over"
    clock.now += timeouts.SHRUNK_WITHIN_MS - 1
    assert await house.store.claim(shard_of(table), lease_ms=0, limit=9) == []
    clock.now += timeouts.SHRUNK_WITHIN_MS
    assert [name for name, _ in await house.store.claim(shard_of(table), lease_ms=0, limit=9)] == [table]
    assert await attend(house, table) == "archived"


async def test_a_game_that_the_clock_ends_is_at_nobodys_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    house, _, clock = make_house()
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people)
    clock.now += house.settings.idle_game_ms
    assert await attend(house, table) == "broken off"
    for who in people:
        assert await house.store.ranked(document("active", who.account)) == []
    assert [name for _, name in await house.store.index("aborted", before=None, limit=9)] == [table]
    clock.now += house.settings.linger_ms
    assert await attend(house, table) == "dropped"
    assert await house.store.index("aborted", before=None, limit=9) == []
    assert await house.store.load(table) is None
    assert await attend(house, table) == "gone"
