"""Again, and at once: the rematch, and the quick match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_api.problems import Refusal
from citadels_api.service.changing import change, opened_table, table_of
from citadels_api.service.finding import SCANNED, table
from citadels_api.service.house import need
from citadels_api.service.lobby import seat_change
from citadels_api.service.making import create
from citadels_api.service.orders import (
    ClockOrder,
    SeatOrder,
    TableOrder,
    check_clock,
)
from citadels_api.service.seating import join
from citadels_api.service.shaping import seat_of
from citadels_api.service.starting import abort
from citadels_api.store.packing import Told

if TYPE_CHECKING:
    from citadels_api.answers import TableAnswer
    from citadels_api.documents import SeatDoc, Table
    from citadels_api.service.house import House, Principal
    from citadels_api.store.ports import Change, Snapshot

__all__ = ["quick_match", "rematch"]


async def rematch(house: House, who: Principal | None, table_id: str) -> TableAnswer:
    """The same table again: the first who asks makes it, with seats kept for the others; the others get the one that was made."""
    asker = need(who, "table:create")
    found, _ = await table_of(house, asker, table_id)
    if seat_of(found, asker) is None and found.creator.account != asker.account:
        raise Refusal("not_seated", "a rematch is for those who sat at the table")
    if found.status not in ("over", "aborted"):
        raise Refusal("not_open", "the game is not over yet")
    if found.rematch is not None:
        return await table(house, asker, found.rematch)
    clock = found.clock
    order = TableOrder(
        name=found.name,
        edition=found.edition,
        players=found.players,
        cast=found.cast,
        uniques=found.uniques,
        options=found.options,
        seats=[again(seat, asker) for seat in found.seats],
        clock=ClockOrder(clock.kind, clock.limit_ms, clock.bank_ms, clock.increment_ms)
        if clock.kind != "correspondence"
        else ClockOrder("correspondence", days=(clock.limit_ms or 0) // 86_400_000),
        timeout=found.timeout,
        visibility=found.visibility,
        spectator_delay_ms=found.delay_ms,
        rated=found.rated,
        start=found.start,
        crown=found.crown,
    )
    made = await create(house, asker, order)
    if found.archived:
        return made

    def link(before: Table, seen: Snapshot) -> Change | None:
        if before.rematch is not None:
            return None
        before.rematch = made.id
        return seat_change(house, before, seen, Told("rematch", -1, {"table": made.id}, []))

    before, _, outcome = await change(house, asker, table_id, link)
    if outcome is None and before.rematch is not None and before.rematch != made.id:
        if made.status == "open":
            await abort(house, asker, made.id)
        return await table(house, asker, before.rematch)
    return made


def again(seat: SeatDoc, asker: Principal) -> SeatOrder:
    """A seat of the table that is played again."""
    if seat.player is None:
        return SeatOrder()
    if seat.player.level is not None:
        return SeatOrder("ai", level=seat.player.level)
    if seat.player.account == asker.account:
        return SeatOrder("you")
    return SeatOrder("reserved", account=seat.player.account)


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
    wanted = ClockOrder("decision", limit_ms=30_000) if clock is None else clock
    kept = check_clock(wanted)
    match = f"{edition}/{players}/{kept.kind}/{kept.limit_ms}/{kept.bank_ms}/{kept.increment_ms}/{rated}"
    if ai_fill is None:
        for _, name in await house.store.index("open", before=None, limit=SCANNED):
            snapshot = await house.store.load(name)
            if snapshot is None or opened_table(snapshot).match != match:
                continue
            try:
                return await join(house, asker, name)
            except Refusal as refusal:
                if refusal.code not in ("table_full", "already_started", "not_open", "same_owner", "not_found"):
                    raise
    others = [SeatOrder() if ai_fill is None else SeatOrder("ai", level=ai_fill)] * (players - 1)
    order = TableOrder(
        edition=edition,
        players=players,
        seats=[SeatOrder("you"), *others],
        clock=wanted,
        rated=rated,
        match=match if ai_fill is None else None,
    )
    return await create(house, asker, order)
