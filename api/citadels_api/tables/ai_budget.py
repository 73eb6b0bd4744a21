"""The budget of an account for AIs of the house: how many seats they may have, and for how long they may think.

1. Seats limit what is made: beyond them no new AI seat is accepted. Those of tables that are over are given back.
2. Time limits nothing that runs: beyond it the turns of the account come after those of everybody else (`fair_queue`).
3. Guests cost nothing to make. So the guests of one network also have a budget of seats together.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import msgspec

from citadels_api import rate_limits
from citadels_api.meta.contract import AiBudgetAnswer
from citadels_api.problems import Refusal
from citadels_api.store.keys import document
from citadels_api.tables.lobby import ENDED, tidy
from citadels_api.tables.transaction import ai_seat_keys

if TYPE_CHECKING:
    from citadels_api.context import House, Principal
    from citadels_api.meta.contract import LimitsAnswer
    from citadels_api.store.ports import Bucket
    from citadels_api.tables.stored import Table


WHOSE: Final = ("your account", "your network")


def ai_seats_of(table: Table) -> int:
    """How many seats an AI of the house plays from the start."""
    return sum(seat.kind == "ai" for seat in table.seats)


async def reserve_ai_seats(house: House, table: Table, before: int, seats: int) -> None:
    """Count so many AI seats at a table that has had `before`; refused where its maker may not have as many.

    They are counted first, so that several requests at one moment do not take the same room.
    """
    if seats <= before:
        return
    await count_ai_seats(house, table, seats)
    try:
        for key, most, whose in zip(ai_seat_keys(table), most_seats(house), WHOSE, strict=False):
            await check(house, key, most, whose, seats - before)
    except BaseException:
        await count_ai_seats(house, table, before)
        raise


async def check(house: House, key: str, most: int, whose: str, more: int) -> None:
    """Refuse where more AI seats are counted than there may be; `more` of them are new."""
    used = sum(count for count, _ in await house.store.ranked(key, limit=most + 1))
    if used > most:
        used -= await tidy(house, key, most, ENDED)
    if used > most:
        raise Refusal(
            "too_many",
            f"the tables of {whose} that are not over have {used - more} AI seats; {more} more would exceed the limit of {most}: "
            "let games end, abort tables, or order fewer AI seats",
            limit=most,
            used=used - more,
        )


async def count_ai_seats(house: House, table: Table, seats: int) -> None:
    """Count so many AI seats at a table."""
    await asyncio.gather(*[house.store.rank(key, table.id, seats or None) for key in ai_seat_keys(table)])


def most_seats(house: House) -> tuple[int, int]:
    """How many AI seats an account may have, and the guests of one network."""
    return house.settings.ai_seats_per_account, house.settings.ai_seats_per_address


async def spend_time(house: House, account: str, ms: int) -> Bucket:
    """Take thinking time from the budget of an account, or look at it with 0."""
    settings = house.settings
    return await rate_limits.spend(house, f"thinking {account}", ms, settings.ai_burst_ms, settings.ai_ms_per_second)


async def limits(house: House, who: Principal | None, address: str) -> LimitsAnswer:
    """What limits the caller: the token bucket, and with a credential the budget for AIs."""
    bucket = rate_limits.limits(house, who, address)
    if who is None:
        return await bucket
    answer, budget = await asyncio.gather(bucket, ai_budget(house, who))
    return msgspec.structs.replace(answer, ai=budget)


async def ai_budget(house: House, who: Principal) -> AiBudgetAnswer:
    """The budget of the caller; a bot has its owner's."""
    settings = house.settings
    account = who.player.owner or who.account
    seats, time = await asyncio.gather(
        house.store.ranked(document("ai-seats", account), limit=settings.ai_seats_per_account + 1),
        spend_time(house, account, 0),
    )
    return AiBudgetAnswer(
        seats=settings.ai_seats_per_account,
        seats_used=sum(count for count, _ in seats),
        time_ms=settings.ai_burst_ms,
        per_second_ms=settings.ai_ms_per_second,
        time_left_ms=time.remaining,
    )
