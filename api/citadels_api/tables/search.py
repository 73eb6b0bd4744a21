"""Finding tables: one, or lists of them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from citadels_api.context import need
from citadels_api.contract import Page
from citadels_api.ids import born, is_id
from citadels_api.play.step import open_game
from citadels_api.problems import Refusal
from citadels_api.store.keys import document
from citadels_api.tables.lobby import YOUNG_MS, closes_at, digest, put_right
from citadels_api.tables.serializer import answer_decision, answer_table
from citadels_api.tables.transaction import opened_table, players_of, table_of, unsealed

if TYPE_CHECKING:
    from citadels_api.context import House, Principal
    from citadels_api.store.ports import Snapshot
    from citadels_api.tables.contract import TableAnswer
    from citadels_api.tables.stored import Table


PAGE: Final = 100
SCANNED: Final = 400
"""How many tables a filter looks through for one page."""


async def table(house: House, who: Principal | None, table_id: str, *, invite: str | None = None) -> TableAnswer:
    """A table as the asker may know it."""
    found, snapshot = await table_of(house, who, table_id, seed=True, invite=digest(invite))
    return shown(house, found, snapshot, who)


def shown(house: House, found: Table, snapshot: Snapshot, who: Principal | None) -> TableAnswer:
    """The answer about a table that was loaded with its seed."""
    decision = None
    if found.status == "running" and snapshot.state is not None:
        decision = answer_decision(open_game(snapshot, telling=False), None, snapshot.asked, snapshot.deadline)
    return answer_table(found, snapshot.number, who, decision=decision, closes=closes_at(house, found))


async def tables(
    house: House,
    who: Principal | None,
    *,
    status: str | None = None,
    cursor: str | None = None,
    limit: int = 20,
    edition: str | None = None,
    players: int | None = None,
    rated: bool | None = None,
    mine: bool = False,
) -> Page[TableAnswer]:
    """Tables, newest first: one's own, or all that are public; of the public ones those that are open, where no status is named."""
    asker = need(who, "play") if mine else who
    if status is None and not mine:
        status = "open"
    wanted = max(1, min(limit, PAGE))
    before = read_cursor(cursor)
    found: list[TableAnswer] = []
    looked = 0
    while looked < SCANNED:
        if mine and asker is not None:
            listed = await house.store.ranked(document("mine", asker.account), before=before, limit=wanted)
        else:
            listed = await house.store.index(status or "open", before=before, limit=wanted)
        snapshots = await asyncio.gather(*[house.store.load(name) for _, name in listed])
        for place, snapshot in zip(listed, snapshots, strict=True):
            before = place
            looked += 1
            if snapshot is None:
                await pass_over(house, asker, place[1], None if mine else status)
                continue
            one = await unsealed(house, opened_table(snapshot))
            if (
                status in (None, one.status)
                and (asker.account in players_of(one) if mine and asker else one.visibility == "public")
                and edition in (None, one.edition)
                and players in (None, one.players)
                and rated in (None, one.rated)
            ):
                found.append(answer_table(one, snapshot.number, who, closes=closes_at(house, one)))
            if len(found) == wanted:
                return Page(found, f"{before[0]}.{before[1]}")
        if len(listed) < wanted:
            return Page(found, None)
    return Page(found, f"{before[0]}.{before[1]}" if before else None)


async def pass_over(house: House, asker: Principal | None, table_id: str, index: str | None) -> None:
    """Take a table that is no longer kept out of the list in which it was found."""
    if index is not None:
        await house.store.drop(table_id, index=index)
    elif asker is not None and is_id("game", table_id) and await house.store.now() - born(table_id) > YOUNG_MS:
        await put_right(house, asker.account, table_id)


def read_cursor(cursor: str | None) -> tuple[int, str] | None:
    """Where a page begins."""
    if cursor is None:
        return None
    rank, _, name = cursor.partition(".")
    if not (rank.isascii() and rank.isdigit() and len(rank) < 16 and name):
        raise Refusal("invalid", "cursor: not one that a page of this list has given", errors=[{"path": "cursor"}])
    return int(rank), name
