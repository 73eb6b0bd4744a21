"""Making a table."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING, Final

from citadels_engine import RULES
from citadels_engine.formats.record import commitment

from citadels_api.context import need
from citadels_api.ids import new_id
from citadels_api.store.log_codec import Entry, Told
from citadels_api.store.log_codec import pack as pack_entry
from citadels_api.stored import pack
from citadels_api.tables.ai_budget import ai_seats_of, reserve_ai_seats
from citadels_api.tables.contract import SeatOrder, TableOrder
from citadels_api.tables.invitations import check_guests, invited
from citadels_api.tables.lifecycle import start_if
from citadels_api.tables.lobby import closes_at, keep_at_hand, looked_at_in, needs_room, starts_itself
from citadels_api.tables.open_tables import reserve_open_table
from citadels_api.tables.options import seat_as_ordered, settle
from citadels_api.tables.serializer import answer_table
from citadels_api.tables.stored import Table
from citadels_api.tables.transaction import match_key, notify

if TYPE_CHECKING:
    from citadels_api.context import House, Principal
    from citadels_api.tables.contract import TableAnswer


SETTLED: Final = frozenset({"edition", "cast", "uniques", "options", "seats", "clock", "seed"})
"""What of an order the rules of the game complete."""
ORDERED: Final = tuple(sorted(set(TableOrder.model_fields) & set(Table.__struct_fields__) - SETTLED))
"""What of an order a table keeps as it is."""


async def create(house: House, who: Principal | None, order: TableOrder, *, match: str | None = None) -> TableAnswer:
    """Make a table; whoever makes it sits there only where a seat says `you`. It starts at once where that fills it.

    `match` says what quick matches it answers to.
    """
    asker = need(who, "table:create")
    settled = settle(order)
    setup = settled.setup
    now, _ = await asyncio.gather(house.store.now(), needs_room(house, asker.account))
    table_id = new_id("game", now)
    seed = secrets.token_hex(32) if order.seed is None else order.seed
    ordered = [*order.seats, *[SeatOrder()] * (order.players - len(order.seats))]
    made = Table(
        **{name: getattr(order, name) for name in ORDERED},
        id=table_id,
        created=now,
        creator=asker.player,
        edition=setup.edition,
        cast=setup.cast,
        uniques=setup.uniques,
        options=setup.options,
        seats=[seat_as_ordered(one, asker.player, asker.kind) for one in ordered],
        clock=settled.clock,
        delay_ms=order.spectator_delay_ms,
        rules=RULES,
        commitment=commitment(table_id, RULES, seed),
        seeded=order.seed is not None,
        match=match,
        chance=secrets.token_hex(16),
        origin=asker.credential.origin if asker.kind == "guest" else "",
    )
    await check_guests(house, made)
    entry = Entry(now, 1, [], [Told("created", -1, {"by": asker.account, "commitment": made.commitment}, [])])
    await reserve_ai_seats(house, made, 0, ai_seats_of(made))
    if not starts_itself(made):
        await reserve_open_table(house, made)
    await keep_at_hand(house, asker.account, made)
    due_in = looked_at_in(house, made, now)
    await house.store.create(table_id, pack(made), seed, pack_entry(entry), index="open", rank=now, due_in=due_in)
    if match is not None:
        await house.store.rank(match_key(match), table_id, now)
    await asyncio.gather(
        notify(house, asker.account),
        *[
            invited(house, made, number, seat.reserved, asker)
            for number, seat in enumerate(made.seats)
            if seat.reserved
        ],
    )
    if starts_itself(made):
        return await start_if(house, asker, table_id)
    return answer_table(made, 1, asker, closes=closes_at(house, made))
