"""Lists of tournaments and of games: what is in them, page by page."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import pytest
from citadels_api.problems import Refusal
from citadels_api.tables import service as tables
from citadels_api.tournaments import control, entry, search
from citadels_api.tournaments.ids import table_id
from citadels_api.tournaments.search import kind_of

from tests.support.tournament_world import made_world
from tests.support.tournaments_played import end_games

if TYPE_CHECKING:
    from citadels_api.context import Principal
    from citadels_api.tournaments.contract import TournamentGame

    from tests.support.tournament_world import World

pytestmark = pytest.mark.anyio

HOUSE = ["random", "greedy", "random"]


async def named(world: World, who: Principal | None = None, **asked: Any) -> list[str]:
    """The names of the tournaments of all pages of a list."""
    found: list[str] = []
    cursor = None
    for _ in range(50):
        page = await search.tournaments(world.house, who, cursor=cursor, **asked)
        assert len(page.items) <= max(1, asked.get("limit", 20))
        found += [one.name for one in page.items]
        cursor = page.next
        if cursor is None:
            return found
    raise AssertionError("a list without an end")


async def several(world: World) -> dict[str, str]:
    """Tournaments in all states, a second apart; the ids by name."""
    made: dict[str, str] = {}

    async def make(name: str, **order: Any) -> str:
        world.clock.now += 1_000
        made[name] = (await world.make(name=name, **order)).id
        return made[name]

    async def start(name: str, do: str | None = None) -> None:
        await control.conduct(world.house, world.organizer, made[name], do="start")
        await world.rounds(made[name])
        if do is not None:
            await control.conduct(world.house, world.organizer, made[name], do=do)

    await make("entry")
    await make("hidden", visibility="private")
    await make("unlisted", visibility="unlisted")
    await make("rated", rated=True, edition="classic")
    await make("running", house=HOUSE, settings={"format": "swiss", "rounds": 1})
    await start("running")
    await make("paused", house=HOUSE)
    await start("paused", "pause")
    await make("cancelled", house=HOUSE)
    await start("cancelled", "cancel")
    await make("over", house=HOUSE)
    await start("over")
    await end_games(world.house, made["over"])
    await make("hidden over", house=HOUSE, visibility="private")
    await start("hidden over")
    await end_games(world.house, made["hidden over"])
    return made


async def test_all_that_are_public_are_listed_newest_first() -> None:
    world = await made_world()
    await several(world)
    public = ["over", "cancelled", "paused", "running", "rated", "entry"]
    for who in (None, world.organizer, await world.account()):
        assert await named(world, who) == public
    for limit in (1, 2, 3, 5, 6, 7):
        assert await named(world, limit=limit) == public
    for limit in (0, -3):
        assert await named(world, limit=limit) == public
        assert len((await search.tournaments(world.house, None, limit=limit)).items) == 1


async def test_a_page_of_tournaments_has_twenty_unless_said_and_a_hundred_at_most(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world = await made_world()
    for _ in range(21):
        world.clock.now += 1
        await world.make()
        await control.conduct(world.house, world.organizer, (await world.make()).id, do="cancel")
    assert len((await search.tournaments(world.house, None)).items) == 20
    assert len((await search.tournaments(world.house, None, limit=42)).items) == 42
    assert search.PAGE == 100
    monkeypatch.setattr(search, "PAGE", 40)
    assert len((await search.tournaments(world.house, None, limit=42)).items) == 40


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({"status": "entry"}, ["rated", "entry"]),
        ({"status": "running"}, ["running"]),
        ({"status": "paused"}, ["paused"]),
        ({"status": "over"}, ["over"]),
        ({"status": "cancelled"}, ["cancelled"]),
        ({"status": "no such"}, []),
        ({"format": "swiss"}, ["running"]),
        ({"format": "arena"}, []),
        ({"edition": "classic"}, ["rated"]),
        ({"rated": True}, ["rated"]),
        ({"rated": False, "status": "entry"}, ["entry"]),
        ({"rated": True, "edition": "modern"}, []),
    ],
)
async def test_a_filter_leaves_those_for_which_it_holds(asked: dict[str, Any], found: list[str]) -> None:
    world = await made_world()
    await several(world)
    assert await named(world, **asked) == found
    assert await named(world, limit=1, **asked) == found


async def test_one_s_own_are_those_one_has_made_or_takes_part_in() -> None:
    world = await made_world()
    made = await several(world)
    mine = ["hidden over", "over", "cancelled", "paused", "running", "rated", "unlisted", "hidden", "entry"]
    assert await named(world, world.organizer, mine=True) == mine
    assert await named(world, world.organizer, mine=True, limit=2) == mine
    other = await world.account()
    assert await named(world, other, mine=True) == []
    await entry.enter(world.house, other, made["unlisted"])
    await entry.enter(world.house, other, made["entry"])
    assert await named(world, other, mine=True) == ["unlisted", "entry"]
    bot = await world.bot(other)
    await entry.invite(world.house, world.organizer, made["hidden"], other.account)
    assert await named(world, other, mine=True) == ["unlisted", "entry"]
    await entry.enter(world.house, bot, made["hidden"])
    assert await named(world, other, mine=True) == ["unlisted", "hidden", "entry"]
    assert await named(world, bot, mine=True) == ["hidden"]
    with pytest.raises(Refusal) as refused:
        await search.tournaments(world.house, None, mine=True)
    assert refused.value.code == "unauthenticated"


async def test_a_filter_looks_through_so_many_and_goes_on_with_the_next_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "SCANNED", 4)
    world = await made_world()
    made = await several(world)
    assert await named(world, format="swiss", limit=2) == ["running"]
    page = await search.tournaments(world.house, None, format="arena", limit=2)
    assert page.items == []
    assert page.next is not None
    assert page.next.partition(".")[2] == made["paused"]


async def test_what_is_gone_is_in_no_list() -> None:
    world = await made_world()
    made = await several(world)
    await world.house.store.drop(made["paused"], index=None)
    await world.house.store.drop(made["over"], index=None)
    assert await named(world) == ["cancelled", "running", "rated", "entry"]


async def test_a_tournament_is_told_to_who_may_see_it() -> None:
    world = await made_world()
    made = await several(world)
    assert (await search.tournament(world.house, None, made["unlisted"])).name == "unlisted"
    assert (await search.tournament(world.house, world.organizer, made["hidden"])).name == "hidden"
    for ask in (search.tournament, search.standings, search.games):
        with pytest.raises(Refusal) as refused:
            await ask(world.house, None, made["hidden"])
        assert refused.value.code == "not_found"


# games


async def played_some(world: World) -> str:
    """A tournament of twelve games: five over, one of them void, one open, one running."""
    made = await world.make(settings={"deals": 2, "duplicate": True}, house=HOUSE, name="twelve")
    await control.conduct(world.house, world.organizer, made.id, do="start")
    await world.rounds(made.id)
    await end_games(world.house, made.id, most=5)
    return made.id


async def ids(world: World, tour_id: str, **asked: Any) -> list[str]:
    """The ids of the games of all pages of a list."""
    found: list[TournamentGame] = []
    cursor = None
    for _ in range(50):
        page = await search.games(world.house, None, tour_id, cursor=cursor, **asked)
        found += page.items
        cursor = page.next
        if cursor is None:
            return [one.id for one in found]
    raise AssertionError("a list without an end")


async def test_games_are_listed_in_playing_order_page_by_page() -> None:
    world = await made_world()
    tour_id = await played_some(world)
    event = (await world.there(tour_id)).event
    every = list(event.fixtures)
    assert len(every) == 12
    for limit in (1, 5, 11, 12, 13, 100, 101):
        assert await ids(world, tour_id, limit=limit) == every
    assert len((await search.games(world.house, None, tour_id, limit=0)).items) == 1
    first = await search.games(world.house, None, tour_id, limit=3)
    assert first.next == every[2]
    with pytest.raises(Refusal, match="cursor: not one that a page of this list has given") as refused:
        await search.games(world.house, None, tour_id, cursor="9.9.9.9")
    assert refused.value.code == "invalid"
    assert refused.value.to_json()["errors"][0]["path"] == "cursor"


async def test_a_page_of_games_has_fifty_unless_said_and_a_hundred_at_most() -> None:
    world = await made_world()
    made = await world.make(settings={"deals": 34, "duplicate": False}, house=HOUSE)
    await control.conduct(world.house, world.organizer, made.id, do="start")
    await world.rounds(made.id)
    assert len((await search.games(world.house, None, made.id)).items) == 50
    assert len((await search.games(world.house, None, made.id, limit=1_000)).items) == 100
    assert len((await search.games(world.house, None, made.id, limit=99)).items) == 99


async def test_games_are_found_by_id_by_round_by_entrant_and_by_status() -> None:
    world = await made_world()
    tour_id = await played_some(world)
    await control.correct(
        world.house, world.organizer, tour_id, next(iter((await world.there(tour_id)).event.fixtures)), why="broken"
    )
    event = (await world.there(tour_id)).event
    fixtures = event.fixtures
    every = list(fixtures)
    assert await ids(world, tour_id, game=every[4]) == [every[4]]
    assert await ids(world, tour_id, game="9.9.9.9") == []
    for round_, name in itertools.product((1, 2, 3), (None, "greedy", "nobody")):
        found = [one.id for one in fixtures.values() if one.round == round_ and (name is None or name in one.seats)]
        assert await ids(world, tour_id, round=round_, entrant=name) == found
    for status in ("void", "over", "waiting"):
        found = [name for name in every if kind_of(await world.there(tour_id), name) == status]
        assert await ids(world, tour_id, status=status) == found
        assert await ids(world, tour_id, status=status, limit=1) == found
        assert found
    assert await ids(world, tour_id, status="open") == []


async def test_games_that_may_be_under_way_are_looked_through_so_many_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(search, "SCANNED", 3)
    world = await made_world()
    tour_id = await played_some(world)
    event = (await world.there(tour_id)).event
    unplayed = [name for name in event.fixtures if name not in event.results]
    page = await search.games(world.house, None, tour_id, status="running")
    assert (page.items, page.next) == ([], unplayed[2])
    assert await ids(world, tour_id, status="running") == []
    assert len((await search.games(world.house, None, tour_id, status="over")).items) == 5


async def test_a_game_is_told_with_its_table_and_what_its_table_knows() -> None:
    world = await made_world()
    people = [await world.account() for _ in range(3)]
    made = await world.make(settings={"deals": 1, "duplicate": False})
    for who in people:
        await entry.enter(world.house, who, made.id)
    await control.conduct(world.house, world.organizer, made.id, do="start")
    there = await world.rounds(made.id)
    first, second, third = there.event.open()
    for fixture in (first, second):
        assert await world.table(made.id, fixture) == table_id(made.id, fixture.id)
    for who in people:
        if who.account in first.seats:
            await tables.join(world.house, who, table_id(made.id, first.id))
    page = await search.games(world.house, None, made.id)
    told = {one.id: one for one in page.items}
    assert [told[one.id].status for one in (first, second, third)] == ["running", "open", "waiting"]
    assert [told[one.id].table for one in (first, second, third)] == [
        table_id(made.id, one.id) for one in (first, second, third)
    ]
    assert [(one.seats, one.round) for one in page.items] == [
        (list(one.seats), one.round) for one in there.event.fixtures.values()
    ]
    assert await ids(world, made.id, status="running") == [first.id]
    assert await ids(world, made.id, status="open") == [second.id]
    assert await ids(world, made.id, status="waiting") == [third.id]


async def test_a_game_says_how_it_ended_and_what_was_corrected() -> None:
    world = await made_world()
    tour_id = await played_some(world)
    one, two, three, *_ = (await world.there(tour_id)).event.results
    await control.correct(
        world.house, world.organizer, tour_id, one, places=[2, 1], scores=[5, 9], why="told the wrong way"
    )
    await control.correct(world.house, world.organizer, tour_id, two, why="void")
    told = {game.id: game for game in (await search.games(world.house, None, tour_id)).items}
    assert (told[one].corrected, told[one].correction, told[one].why) == (True, "told the wrong way", "")
    result = told[one].result
    assert result is not None
    assert (result.places, result.totals) == ([[1], [0]], [5, 9])
    assert (told[two].status, told[two].result, told[two].why) == ("void", None, "void")
    assert (told[three].corrected, told[three].correction, told[three].status) == (False, None, "over")
