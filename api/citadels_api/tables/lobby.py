"""What all changes of a table that has not started have in common."""

from __future__ import annotations

import asyncio
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from citadels_api.ids import born
from citadels_api.problems import Refusal
from citadels_api.store.keys import document
from citadels_api.store.log_codec import Entry, Told
from citadels_api.store.log_codec import pack as pack_entry
from citadels_api.store.ports import Change
from citadels_api.stored import pack
from citadels_api.tables.stored import Table, unpack_table
from citadels_api.tables.transaction import ai_seat_keys, players_of, waiting_keys

if TYPE_CHECKING:
    from citadels_api.context import House, Principal
    from citadels_api.store.ports import Snapshot


YOUNG_MS: Final = 60_000
"""A table is noted among those of its maker before it is there: for so long it may be on its way."""
ENDED: Final = ("over", "aborted")
LOOKED_AT: Final = 20
"""How many of the noted tables are looked at before somebody is refused: one that was never made or is over may be among them."""
MOST_CHANGES: Final = 10_000
"""With so many events a table that has not started takes nobody more: its log does not grow without bound."""


def seat_change(house: House, found: Table, snapshot: Snapshot, *events: Told) -> Change:
    """A change of a table that is not running: its document and these events; the clock looks at it when it has to."""
    entry = Entry(snapshot.now, snapshot.number + 1, [], list(events))
    number = snapshot.number + len(events)
    return Change(
        table=found.id,
        expects=snapshot.number,
        number=number,
        entry=pack_entry(entry),
        doc=pack(found),
        due_in=looked_at_in(house, found, snapshot.now) if found.status == "open" else None,
    )


def looked_at_in(house: House, found: Table, now: int) -> int:
    """When the clock looks at an open table: soon, where it is full and only has to be started; else when it has waited too long."""
    if starts_itself(found):
        return house.settings.ai_lease_ms
    return max(0, found.created + waits_for_ms(house, found) - now)


def waits_for_ms(house: House, found: Table) -> int:
    """For how long after it was made an open table waits for players: longer, where somebody has come or is invited."""
    others = players_of(found) - {found.creator.account}
    invited = found.tournament is not None or any(seat.reserved is not None for seat in found.seats)
    settings = house.settings
    return settings.idle_table_ms if others or invited else min(settings.lonely_table_ms, settings.idle_table_ms)


def closes_at(house: House, found: Table) -> int | None:
    """When an open table is closed unless it starts before. A tournament decides that for its own tables."""
    open_ = found.status == "open" and found.tournament is None
    return found.created + waits_for_ms(house, found) if open_ else None


def starts_itself(found: Table) -> bool:
    """Whether nothing is left but to deal."""
    return found.status == "open" and found.start == "full" and is_full(found)


def needs_open(found: Table) -> None:
    """Refuse what only an open table allows."""
    if found.status != "open":
        code = "already_started" if found.status == "running" else "not_open"
        raise Refusal(code, f"the table is {found.status}")


def needs_calm(snapshot: Snapshot) -> None:
    """Refuse what would let the log of a table that does not start grow for ever."""
    if snapshot.number >= MOST_CHANGES:
        raise Refusal("too_many", "this table has changed too often before its game: make another")


def needs_creator(found: Table, asker: Principal) -> None:
    """Refuse what only the table's maker may do, and nobody at a table of a tournament."""
    needs_own_table(found)
    if found.creator.account != asker.account and not asker.may("admin"):
        raise Refusal("forbidden", "only who made the table may do this")


def needs_own_table(found: Table) -> None:
    """Refuse what is settled by a tournament at its tables."""
    if found.tournament is not None:
        raise Refusal("forbidden", "the table is a tournament's, which decides this")


async def needs_room(house: House, account: str, table_id: str = "") -> None:
    """Refuse one more table to an account that has as many as it may have that are not over."""
    most = house.settings.tables_per_account
    active = await house.store.ranked(document("active", account), limit=most)
    if len(active) < most or table_id in [name for _, name in active]:
        return
    if not await tidy(house, document("active", account), most, ENDED):
        raise Refusal("too_many", f"you have {len(active)} tables that are not over; end some first")


async def tidy(house: House, key: str, most: int, ended: tuple[str, ...]) -> int:
    """Take back what was counted for tables that have `ended` or were never made; the oldest are looked at. Returns how much that was."""
    now = await house.store.now()
    counted = await house.store.ranked(key, limit=most + 1)
    oldest = sorted(counted, key=lambda one: born(one[1]))[:LOOKED_AT]
    snapshots = await asyncio.gather(*[house.store.load(name) for _, name in oldest])
    back = 0
    for (seats, name), snapshot in zip(oldest, snapshots, strict=True):
        gone = now - born(name) > YOUNG_MS if snapshot is None else unpack_table(snapshot.doc).status in ended
        if gone:
            await house.store.rank(key, name, None)
            back += seats
    return back


def needs_own_owner(found: Table, account: str, owner: str | None) -> None:
    """Refuse a second seat of one owner at a rated table."""
    answers = owner or account
    if found.rated and any(
        seat.player is not None and answers in (seat.player.owner, seat.player.account) for seat in found.seats
    ):
        raise Refusal("same_owner", "a rated game takes one seat of an owner")


def is_full(found: Table) -> bool:
    """Whether every seat has a player."""
    return all(seat.player is not None for seat in found.seats)


def digest(secret: str | None) -> str | None:
    """What is kept of an invitation's secret."""
    return None if secret is None else sha256(secret.encode()).hexdigest()


async def keep_at_hand(house: House, account: str, made: Table) -> None:
    """Note the table among those of an account, before it is there: a note too many is passed over, one too few would lose it."""
    await asyncio.gather(
        house.store.rank(document("active", account), made.id, made.created),
        house.store.rank(document("mine", account), made.id, made.created),
    )


async def put_right(house: House, account: str, table_id: str) -> None:
    """Note the table among those of an account where it belongs, as it stands now, and only there."""
    if await own_table(house, account, table_id) is None:
        await asyncio.gather(
            house.store.rank(document("active", account), table_id, None),
            house.store.rank(document("mine", account), table_id, None),
        )
    found = await own_table(house, account, table_id)  # again: he may have sat down meanwhile
    if found is not None:
        active = found.status in ("open", "running")
        await asyncio.gather(
            house.store.rank(document("active", account), table_id, found.created if active else None),
            house.store.rank(document("mine", account), table_id, found.created),
        )


async def own_table(house: House, account: str, table_id: str) -> Table | None:
    """The table, if the account sits there or made it."""
    snapshot = await house.store.load(table_id)
    found = None if snapshot is None else unpack_table(snapshot.doc)
    return None if found is None or account not in players_of(found) else found


async def forget(house: House, found: Table) -> None:
    """Take a table from those of everybody who sat there or made it."""
    await asyncio.gather(
        *[
            house.store.rank(document(which, account), found.id, None)
            for account in players_of(found)
            for which in ("active", "mine")
        ],
        *[house.store.rank(key, found.id, None) for key in ai_seat_keys(found) + waiting_keys(found)],
    )
