"""What the doors to a tournament hand on, and what they make of it."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from citadels_api.problems import Refusal
from citadels_api.rest.request import Reply, Stream
from citadels_api.rest.streaming import NDJSON
from citadels_api.tournaments import control, search
from citadels_api.tournaments import rest_views as views
from citadels_api.tournaments import stream as following
from citadels_api.tournaments.contract import TournamentFrames

from tests.support.tournament_world import made_world

if TYPE_CHECKING:
    from tests.support.tournament_world import World

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class Running:
    """Streams that are open, counted."""

    def __init__(self) -> None:
        self.opened: list[object] = []
        self.closed = 0

    def open(self, who: object, address: str) -> Any:
        self.opened.append((who, address))
        return SimpleNamespace(ended=asyncio.get_running_loop().create_future())

    def close(self, opened: object) -> None:
        self.closed += 1


def asked(
    world: World,
    tour_id: str,
    who: Any = None,
    *,
    media: str = "application/json",
    after: int | None = None,
    **more: Any,
) -> Any:
    """A request about a tournament."""
    query = dict.fromkeys(("cursor", "round", "entrant", "game", "status")) | {"limit": 50, "wait_ms": 0}
    headers = more.pop("headers", {})

    def identified(name: str, prefix: str) -> str:
        assert (name, prefix) == ("tournament", "tour")
        return tour_id

    return SimpleNamespace(
        house=world.house,
        who=who,
        id=identified,
        headers=headers,
        media=media,
        after=lambda: after,
        address="127.0.0.1",
        running=Running(),
        query=SimpleNamespace(**{**query, **more}),
    )


async def begun(visibility: Any = "public") -> tuple[World, str]:
    """A tournament of three bots of the house that has begun."""
    world = await made_world()
    made = await world.make(house=["random", "greedy", "random"], visibility=visibility)
    await control.conduct(world.house, world.organizer, made.id, do="start")
    await world.rounds(made.id)
    return world, made.id


async def test_standings_have_a_tag_and_are_not_sent_again_to_who_has_them() -> None:
    world, tour_id = await begun()
    number = (await world.there(tour_id)).number
    tag = b'"%d"' % number
    for headers in ({}, {b"if-none-match": b'"0"'}):
        reply: Reply = await views.tournament_standings(asked(world, tour_id, headers=headers))
        assert (reply.status, reply.headers, reply.media) == (None, ((b"etag", tag),), "application/json")
        assert reply.body == await search.standings(world.house, None, tour_id)
    for said in (tag, b"W/" + tag, b"*", b'"0", ' + tag):
        reply = await views.tournament_standings(asked(world, tour_id, headers={b"if-none-match": said}))
        assert (reply.body, reply.status, reply.headers) == (None, 304, ((b"etag", tag),))


async def test_games_are_asked_for_by_all_that_the_address_says() -> None:
    world, tour_id = await begun()
    every = list((await world.there(tour_id)).event.fixtures)
    fixture = (await world.there(tour_id)).event.fixtures[every[1]]

    async def ids(**said: Any) -> list[str]:
        return [one.id for one in (await views.tournament_games(asked(world, tour_id, **said))).items]

    assert await ids() == every
    assert await ids(limit=1) == every[:1]
    assert await ids(cursor=every[0]) == every[1:]
    assert await ids(game=every[1]) == [every[1]]
    assert await ids(round=99) == []
    assert await ids(status="over") == []
    named = fixture.seats[0]
    found = [one.id for one in (await world.there(tour_id)).event.fixtures.values() if named in one.seats]
    assert await ids(entrant=named) == found
    assert found != every


async def test_what_has_happened_comes_with_the_number_to_go_on_from() -> None:
    world, tour_id = await begun()
    number = (await world.there(tour_id)).number
    first = await views.follow_tournament(asked(world, tour_id))
    assert isinstance(first, TournamentFrames)
    assert ([one.type for one in first.items], first.after) == (["state"], number)
    rest = await views.follow_tournament(asked(world, tour_id, after=1))
    assert isinstance(rest, TournamentFrames)
    assert [entry.number for frame in rest.items for entry in frame.entries] == list(range(2, number + 1))
    assert rest.after == number
    nothing = await views.follow_tournament(asked(world, tour_id, after=number))
    assert nothing == TournamentFrames([], number)


async def test_without_a_number_and_without_a_frame_one_goes_on_from_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    world, tour_id = await begun()

    async def events(*_: Any, **__: Any) -> list[Any]:
        return []

    monkeypatch.setattr(following, "events", events)
    assert await views.follow_tournament(asked(world, tour_id)) == TournamentFrames([], 0)


async def test_a_long_poll_counts_as_an_open_stream_and_one_that_does_not_wait_does_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world, tour_id = await begun()
    waits: list[tuple[int | None, int]] = []

    async def events(*_: Any, after: int | None = None, wait_ms: int = 0) -> list[Any]:
        waits.append((after, wait_ms))
        return []

    monkeypatch.setattr(following, "events", events)
    for wait_ms, opened in ((0, 0), (1, 1), (900, 1)):
        request = asked(world, tour_id, after=4, wait_ms=wait_ms)
        assert await views.follow_tournament(request) == TournamentFrames([], 4)
        assert (len(request.running.opened), request.running.closed) == (opened, opened)
    assert waits == [(4, 0), (4, 1), (4, 900)]


async def test_a_stream_begins_after_the_number_and_in_the_medium_that_was_asked_for() -> None:
    world, tour_id = await begun()
    stream = await views.follow_tournament(asked(world, tour_id, media=NDJSON, after=1))
    assert isinstance(stream, Stream)
    assert (stream.media, stream.ends) == (NDJSON, False)
    first = await anext(stream.pieces)
    assert b'"type":"entries"' in first
    assert first.endswith(b"}\n")


async def test_who_may_not_see_it_is_refused_before_a_stream_begins() -> None:
    world, tour_id = await begun("private")
    for ask, media in (
        (views.follow_tournament, NDJSON),
        (views.follow_tournament, "application/json"),
        (views.export_tournament, NDJSON),
    ):
        with pytest.raises(Refusal) as refused:
            await ask(asked(world, tour_id, media=media))
        assert refused.value.code == "not_found"


async def test_all_of_it_comes_line_by_line_and_ends() -> None:
    world, tour_id = await begun()
    stream = await views.export_tournament(asked(world, tour_id, world.organizer, media="text/plain"))
    assert (stream.media, stream.ends) == ("text/plain", True)
    lines = [piece async for piece in stream.pieces]
    assert lines[0].startswith(b'{"format":"citadels-tournament/1"')
    assert all(line.endswith(b"}\n") and line.count(b"\n") == 1 for line in lines)
    assert len(lines) > 3
