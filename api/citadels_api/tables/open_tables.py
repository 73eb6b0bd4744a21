"""How many tables that have not started an account may have, and all guests of one network: strangers' empty tables do not fill the store."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from citadels_api.problems import Refusal
from citadels_api.tables.ai_budget import WHOSE
from citadels_api.tables.lobby import tidy
from citadels_api.tables.transaction import count_no_more, open_table_keys

if TYPE_CHECKING:
    from citadels_api.context import House
    from citadels_api.tables.stored import Table


STARTED: Final = ("running", "over", "aborted")


async def reserve_open_table(house: House, table: Table) -> None:
    """Count a new open table; refused where its maker may not have one more.

    It is counted first, so that several requests at one moment do not take the same room.
    """
    settings = house.settings
    keys = open_table_keys(table)
    await asyncio.gather(*[house.store.rank(key, table.id, 1) for key in keys])
    try:
        limits = (settings.open_tables_per_account, settings.open_tables_per_address)
        for key, most, whose in zip(keys, limits, WHOSE, strict=False):
            await check(house, key, most, whose)
    except BaseException:
        await count_no_more(house, table)
        raise


async def check(house: House, key: str, most: int, whose: str) -> None:
    """Refuse where more open tables are counted than there may be."""
    used = len(await house.store.ranked(key, limit=most + 1))
    if used > most and used - await tidy(house, key, most, STARTED) > most:
        raise Refusal(
            "too_many",
            f"{whose} has {most} tables that have not started, and may have no more: start or abort some",
            limit=most,
            used=most,
        )
