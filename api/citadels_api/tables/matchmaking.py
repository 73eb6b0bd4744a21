"""Again, and at once: the rematch, and the quick match."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Final

from citadels_api.context import need
from citadels_api.problems import Refusal
from citadels_api.store.keys import document
from citadels_api.store.log_codec import Told
from citadels_api.tables.contract import DecisionClock, SeatOrder, TableOrder
from citadels_api.tables.creation import create
from citadels_api.tables.invitations import guest_of, unwelcome
from citadels_api.tables.lifecycle import abort, closed
from citadels_api.tables.lobby import seat_change
from citadels_api.tables.options import clock_as_ordered, order_of_clock
from citadels_api.tables.search import SCANNED, table
from citadels_api.tables.seats import join
from citadels_api.tables.serializer import seat_of
from citadels_api.tables.stored import Table
from citadels_api.tables.transaction import TRIES, change, match_key, opened_table, players_of, table_of

if TYPE_CHECKING:
    from citadels_api.context import House, Principal
    from citadels_api.store.ports import Change, Snapshot
    from citadels_api.tables.contract import ClockOrder, TableAnswer
    from citadels_api.tables.stored import SeatDoc


GONE: Final = ("table_full", "already_started", "already_seated", "not_open", "same_owner", "not_found")
"""Why a table that was just open may take the asker no more."""
GIVING_WAY_S: Final = 0.05
KEPT: Final = tuple(sorted(set(TableOrder.model_fields) & set(Table.__struct_fields__) - {"seats", "clock", "seed"}))
"""What a table keeps of its order."""


async def rematch(house: House, who: Principal | None, table_id: str) -> TableAnswer:
    """The same table again: the first who asks makes it, with seats kept for the others; the others get the one that was made."""
    asker = need(who, "table:create")
    found, _ = await table_of(house, asker, table_id)
    if seat_of(found, asker) is None and found.creator.account != asker.account:
        raise Refusal("not_seated", "a rematch is for those who sat at the table")
    if found.status not in ("over", "aborted"):
        raise Refusal("not_open", "the game is not over yet")
    before = await played_again(house, found)
    if before is not None and await lives(house, before):
        return await table(house, asker, before)
    seats = await asyncio.gather(*[again(house, found, seat, asker) for seat in found.seats])
    order = TableOrder.model_construct(
        **{name: getattr(found, name) for name in KEPT},
        seats=seats,
        clock=order_of_clock(found.clock),
        spectator_delay_ms=found.delay_ms,
    )
    made = await create(house, asker, order)
    linked = await link(house, asker, table_id, before, made.id)
    if linked == made.id:
        return made
    with contextlib.suppress(Refusal):
        await abort(house, asker, made.id)
    return await table(house, asker, linked)


async def played_again(house: House, found: Table) -> str | None:
    """The table of the rematch; of a table of which only the record is left, it stands in a note of its own."""
    noted = await house.store.get(document("rematch", found.id)) if found.archived else None
    return found.rematch if noted is None else noted.decode()


async def lives(house: House, table_id: str) -> bool:
    """Whether a table was not broken off."""
    snapshot = await house.store.load(table_id)
    return snapshot is not None and opened_table(snapshot).status != "aborted"


async def link(house: House, asker: Principal, table_id: str, before: str | None, made: str) -> str:
    """Note the rematch in the place of the one before; which it is, if somebody else was quicker."""

    def note(found: Table, seen: Snapshot) -> Change | None:
        if found.archived or found.rematch != before:
            return None
        found.rematch = made
        return seat_change(house, found, seen, Told("rematch", -1, {"table": made}, []))

    found, _, outcome = await change(house, asker, table_id, note)
    if outcome is None and found.archived:
        key = document("rematch", table_id)
        there = await house.store.get(key)
        known = found.rematch if there is None else there.decode()
        if known == before and await house.store.put(
            key, made.encode(), expects=there, ttl_ms=house.settings.idle_table_ms
        ):
            return made
        return await played_again(house, found) or made
    return found.rematch or made


async def again(house: House, found: Table, seat: SeatDoc, asker: Principal) -> SeatOrder:
    """A seat of the table that is played again; open where its player cannot be invited any more."""
    if seat.player is None:
        return SeatOrder()
    if seat.player.level is not None:
        return SeatOrder.model_construct(kind="ai", level=seat.player.level)
    if seat.player.account == asker.account:
        return SeatOrder(kind="you")
    account = await guest_of(house, seat.player.account or "")
    if account is None or unwelcome(found, account.accepts) is not None:
        return SeatOrder()
    return SeatOrder(kind="reserved", account=account.id)


async def quick_match(
    house: House,
    who: Principal | None,
    *,
    edition: str = "modern",
    players: int = 4,
    clock: ClockOrder | None = None,
    rated: bool = False,
    ai_fill: str | None = None,
) -> TableAnswer:
    """Sit at an open table of this kind, or make one; `ai_fill` gives the other seats to an AI at once."""
    asker = need(who, "table:create")
    need(who, "play")
    wanted = DecisionClock(kind="decision", limit_ms=30_000) if clock is None else clock
    kept = clock_as_ordered(wanted)
    match = f"{edition}/{players}/{kept.kind}/{kept.limit_ms}/{kept.bank_ms}/{kept.increment_ms}/{rated}"
    others = [SeatOrder() if ai_fill is None else SeatOrder(kind="ai", level=ai_fill)] * (players - 1)
    order = TableOrder(
        edition=edition,
        players=players,
        seats=[SeatOrder(kind="you"), *others],
        clock=wanted,
        rated=rated,
    )
    if ai_fill is not None:
        return await create(house, asker, order)
    passed: set[str] = set()
    for left in range(TRIES, 0, -1):
        for found in await waiting(house, match, passed):
            try:
                return await join(house, asker, found.id)
            except Refusal as refusal:
                if refusal.code not in GONE:
                    raise
                passed.add(found.id)
        made = await create(house, asker, order, match=match)
        rivals = await waiting(house, match, passed)
        if len(rivals) > 1 and rivals[0].id == made.id:  # the later one gives way, if it has seen this one
            await asyncio.sleep(GIVING_WAY_S)
            rivals = await waiting(house, match, passed)
        if left == 1 or all(one.id == made.id for one in rivals) or not await withdraw(house, asker, made.id):
            break
    return await table(house, asker, made.id)


async def waiting(house: House, match: str, passed: set[str]) -> list[Table]:
    """The open tables that answer to a quick match, so that all who look at once look at the same: those with players first, then the oldest.

    They have an index of their own: however many other tables are open, they hide none of these.
    """
    listed = await house.store.ranked(match_key(match), limit=SCANNED)
    snapshots = await asyncio.gather(*[house.store.load(name) for _, name in listed])
    found = [opened_table(snapshot) for snapshot in snapshots if snapshot is not None]
    open_ones = [one for one in found if one.status == "open"]
    gone = {name for _, name in listed} - {one.id for one in open_ones}
    await asyncio.gather(*[house.store.rank(match_key(match), name, None) for name in gone])
    return sorted(
        [one for one in open_ones if one.id not in passed], key=lambda one: (is_empty(one), one.created, one.id)
    )


def is_empty(table: Table) -> bool:
    """Whether nobody sits at the table."""
    return all(seat.player is None for seat in table.seats)


async def withdraw(house: House, asker: Principal, table_id: str) -> bool:
    """Close a table at which nobody but its maker sits; false where somebody does."""

    def close(found: Table, snapshot: Snapshot) -> Change | None:
        if found.status != "open" or players_of(found) != {asker.account}:
            return None
        return closed(house, found, snapshot, "another table was there before")

    _, _, outcome = await change(house, asker, table_id, close)
    return outcome is not None
