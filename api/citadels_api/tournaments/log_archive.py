"""Packed logs: what the log of a tournament shrinks to some time after its end. Nothing of it is lost, and it can still go on.

1. `PAGE` batches of the log become one entry of the store, compressed, under the number of the last of them. Read again (`batches`) they
   are what they were: the same numbers, times and bytes. So exports, statistics, streams from any number and replays go on as before.
2. Only batches of some age are packed, so that nobody reads up to a number in the middle of them. What is added later, as a correction
   is, stands behind them as usual.
3. A log that would fill more than `MOST` is left as it is: whoever reads a part of it would have to fetch too much.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Final

import msgspec

from citadels_api.store.ports import Logged

if TYPE_CHECKING:
    from citadels_api.context import House


PAGE: Final = 500
MOST: Final = 4_000_000
MARK: Final = b"\0"
"""How packed batches begin; others are JSON."""
PACKER: Final = msgspec.msgpack.Encoder()
UNPACKER: Final = msgspec.msgpack.Decoder(list[Logged])


async def batches(
    house: House, tour_id: str, *, after: int = 0, until: int | None = None, limit: int = PAGE
) -> list[Logged]:
    """The batches that hold entries after a number, oldest first, packed or not."""
    found: list[Logged] = []
    for one in await house.store.log(tour_id, after=after, until=until, limit=limit):
        found.extend(batch for batch in unpacked(one) if batch.number > after)
        if len(found) >= limit:
            break
    return found[:limit]


def unpacked(one: Logged) -> list[Logged]:
    """The batches of an entry of the store."""
    return UNPACKER.decode(zlib.decompress(one.entry[1:])) if one.entry.startswith(MARK) else [one]


def packed(batch: list[Logged]) -> Logged:
    """Batches as one entry of the store."""
    return Logged(batch[-1].number, batch[-1].at, MARK + zlib.compress(PACKER.encode(batch), 9))


async def pack_log(house: House, tour_id: str, number: int, *, before: int) -> bool:
    """Pack what was written before a time in a log that ends with this number; whether younger batches are left."""
    whole: list[Logged] = []
    while not whole or whole[-1].number < number:
        read = await house.store.log(tour_id, after=whole[-1].number if whole else 0, limit=PAGE)
        if not read:
            return False
        whole.extend(read)
    plain = [one for one in whole if not one.entry.startswith(MARK)]
    old = [one for one in plain if one.at < before]
    pages = [packed(old[begin : begin + PAGE]) for begin in range(0, len(old), PAGE)]
    after = [one for one in whole if one.entry.startswith(MARK)] + pages + plain[len(old) :]
    if len(old) > 1 and sum(len(one.entry) for one in after) <= MOST:
        await house.store.repack(tour_id, after, expects=number)
    return len(old) < len(plain)
