"""Looking at tournaments: one, lists of them, how one stands, its games."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from citadels_api.context import need
from citadels_api.contract import Page
from citadels_api.problems import Refusal
from citadels_api.tables.search import read_cursor
from citadels_api.tables.stored import unpack_table
from citadels_api.tournaments.contract import TournamentAnswer, TournamentGame
from citadels_api.tournaments.creation import mine_key
from citadels_api.tournaments.ids import table_id
from citadels_api.tournaments.log import INDEXES, held
from citadels_api.tournaments.sealed_deals import is_withheld
from citadels_api.tournaments.serializer import (
    answer_final,
    answer_result,
    answer_tournament,
    may_run,
    may_see_doc,
    seen,
    takes_part,
)
from citadels_api.tournaments.statistics import worked_out
from citadels_api.tournaments.stored import unpack_tournament

if TYPE_CHECKING:
    from collections.abc import Iterable

    from citadels_contest.types import Entrant, Fixture

    from citadels_api.context import House, Principal
    from citadels_api.tournaments.contract import StandingsAnswer
    from citadels_api.tournaments.log import Held
    from citadels_api.tournaments.stored import EntrantDoc


PAGE: Final = 100
SCANNED: Final = 400
"""How many tournaments, or games that are not over, a filter looks through for one page."""


async def tournament(house: House, who: Principal | None, tour_id: str) -> TournamentAnswer:
    """A tournament as it stands now."""
    return answer_tournament(await seen(house, who, tour_id))


async def tournaments(
    house: House,
    who: Principal | None,
    *,
    cursor: str | None = None,
    limit: int = 20,
    status: str | None = None,
    format: str | None = None,  # noqa: A002 - the doors call it so
    edition: str | None = None,
    rated: bool | None = None,
    mine: bool = False,
) -> Page[TournamentAnswer]:
    """Tournaments, newest first: all that are public, or those that the asker has made or takes part in."""
    asker = need(who, "play") if mine else who
    wanted = max(1, min(limit, PAGE))
    before = read_cursor(cursor)
    found: list[TournamentAnswer] = []
    looked = 0
    while looked < SCANNED:
        listed = await places(house, asker if mine else None, status, before, wanted)
        for place in listed:
            before = place
            looked += 1
            one = await listed_one(house, asker, place[1], mine=mine)
            if one is not None and (
                status in (None, one.status)
                and format in (None, one.settings["format"])
                and edition in (None, one.edition)
                and rated in (None, one.rated)
            ):
                found.append(one)
            if len(found) == wanted:
                return Page(found, f"{place[0]}.{place[1]}")
        if len(listed) < wanted:
            return Page(found, None)
    return Page(found, f"{before[0]}.{before[1]}" if before else None)


async def places(
    house: House, asker: Principal | None, status: str | None, before: tuple[int, str] | None, limit: int
) -> list[tuple[int, str]]:
    """The next places of a list: of one's own, or of those of a status."""
    if asker is not None:
        return await house.store.ranked(mine_key(asker.account), before=before, limit=limit)
    names = {INDEXES[status]} if status in INDEXES else set(INDEXES.values())
    lists = await asyncio.gather(*[house.store.index(name, before=before, limit=limit) for name in sorted(names)])
    return sorted({place for one in lists for place in one}, reverse=True)[:limit]


async def listed_one(house: House, asker: Principal | None, name: str, *, mine: bool) -> TournamentAnswer | None:
    """A tournament of a list, if the asker is shown it: in his own what he has made or takes part in, else what is public."""
    snapshot = await house.store.load(name)
    if snapshot is None:
        return None
    doc = unpack_tournament(snapshot.doc)
    if doc.final is not None:
        entrants: Iterable[Entrant | EntrantDoc] = doc.final.entrants
        answer = answer_final(doc, doc.final, snapshot.number)
    else:
        there = await held(house, name)
        if there is None:
            return None
        entrants = there.event.entrants.values()
        answer = answer_tournament(there)
    if not mine:
        return answer if doc.visibility == "public" else None
    if asker is None or not may_see_doc(doc, entrants, asker):
        return None
    return answer if may_run(doc, asker) or takes_part(entrants, asker) else None


# how it stands


async def standings(house: House, who: Principal | None, tour_id: str) -> StandingsAnswer:
    """The standings and all statistics after an entry of the log: the newest, or one of a moment ago while games are played."""
    await seen(house, who, tour_id)
    return await worked_out(house, tour_id)


# games


async def games(
    house: House,
    who: Principal | None,
    tour_id: str,
    *,
    cursor: str | None = None,
    limit: int = 50,
    round: int | None = None,  # noqa: A002 - the doors call it so
    entrant: str | None = None,
    game: str | None = None,
    status: str | None = None,
) -> Page[TournamentGame]:
    """The games of the rounds made so far, in playing order; with `game`, the id of one of them, only that one."""
    there = await seen(house, who, tour_id)
    wanted = max(1, min(limit, PAGE))
    listed = list(there.event.fixtures)
    begin = 0
    if cursor is not None:
        if cursor not in there.event.fixtures:
            raise Refusal("invalid", "cursor: not one that a page of this list has given", errors=[{"path": "cursor"}])
        begin = listed.index(cursor) + 1
    found: list[TournamentGame] = []
    looked = 0
    last = cursor
    for name in listed[begin:]:
        if looked >= SCANNED:
            return Page(found, last)
        fixture = there.event.fixtures.get(name)
        last = name
        if fixture is None or game not in (None, name):
            continue
        if round not in (None, fixture.round) or entrant not in (None, *fixture.seats):
            continue
        kind = kind_of(there, name)
        if status is not None and status != kind and (kind != "waiting" or status not in ("open", "running")):
            continue
        looked += kind == "waiting"
        answer = await game_answer(house, there, fixture)
        if status in (None, answer.status):
            found.append(answer)
        if len(found) == wanted:
            return Page(found, name)
    return Page(found, None)


def kind_of(there: Held, game: str) -> str:
    """over, void, or waiting, which its table may know better."""
    event = there.event
    if game in event.voided or game in event.struck:
        return "void"
    return "over" if game in event.results else "waiting"


async def game_answer(house: House, there: Held, fixture: Fixture) -> TournamentGame:
    """A game as everybody who sees the tournament is told of it."""
    event, game = there.event, fixture.id
    status = kind_of(there, game)
    table = table_id(there.doc.id, game)
    if status == "waiting":
        snapshot = await house.store.load(table)
        if snapshot is not None:
            now = unpack_table(snapshot.doc).status
            status = now if now in ("open", "running") else "running" if now == "over" else "waiting"
    result = event.results.get(game) if status == "over" else None
    kept = house.folded.get(there.doc.id)
    correction = None if kept is None else kept.corrected.get(game)
    return TournamentGame(
        id=game,
        round=fixture.round,
        table=table,
        seats=list(fixture.seats),
        status=status,
        result=None if result is None else answer_result(result),
        why=event.voided.get(game) or event.struck.get(game) or "",
        corrected=correction is not None,
        correction=correction,
        sealed=is_withheld(event, fixture),
    )
