"""Changing a table: read, change, commit, and again where somebody was quicker."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from citadels_api.problems import Refusal
from citadels_api.ratings.rated_games import note
from citadels_api.store.keys import bell, document
from citadels_api.store.ports import StoreError, Unknown
from citadels_api.tables.serializer import seat_of
from citadels_api.tables.stored import unpack_table

if TYPE_CHECKING:
    from collections.abc import Callable

    from citadels_api.context import House, Principal
    from citadels_api.store.ports import Change, Outcome, Snapshot
    from citadels_api.tables.stored import Table


TRIES: Final = 20
"""How often a change is tried against quicker ones: more than any table has seats that could hurry at one moment."""


def may_see(table: Table, who: Principal | None, invite: str | None = None) -> bool:
    """Whether the asker may know that the table exists: a private one is for those who sit there, made it, or are invited."""
    if table.visibility != "private" or seat_of(table, who) is not None:
        return True
    if invite is not None and table.invite is not None and secrets.compare_digest(invite, table.invite):
        return True
    if who is None or who.credential.table not in (None, table.id):
        return False
    return who.may("admin") or who.account == table.creator.account or reserved(table, who)


def reserved(table: Table, who: Principal) -> bool:
    """Whether a seat is kept for the asker."""
    return any(seat.reserved == who.account for seat in table.seats)


def opened_table(snapshot: Snapshot) -> Table:
    """The table of a snapshot; one that is over and has no state any more is archived."""
    table = unpack_table(snapshot.doc)
    table.archived = table.status == "over" and snapshot.state is None
    return table


def see(snapshot: Snapshot | None, who: Principal | None, invite: str | None = None) -> Table:
    """The table of a snapshot, if it exists and the asker may know that."""
    if snapshot is not None:
        table = opened_table(snapshot)
        if may_see(table, who, invite):
            return table
    raise Refusal("not_found", "there is no such table, or none that you may see")


async def table_of(
    house: House, who: Principal | None, table_id: str, *, seed: bool = False, invite: str | None = None
) -> tuple[Table, Snapshot]:
    """A table that the asker may see, as it stands now."""
    snapshot = await house.store.load(table_id, seed=seed)
    table = await unsealed(house, see(snapshot, who, invite))
    assert snapshot is not None
    return table, snapshot


async def unsealed(house: House, table: Table) -> Table:
    """The table, sealed no more if its deal is over at every table of its tournament."""
    if not table.sealed:
        return table
    from citadels_api.tournaments.sealed_deals import unseal  # tournaments stand on what stands on this

    return await unseal(house, table)


async def is_wanted(house: House, table: Table) -> bool:
    """Whether the table is of a tournament that waits for its game, for however long that is."""
    if table.tournament is None:
        return False
    from citadels_api.tournaments.results import is_awaited  # tournaments stand on what stands on this

    return await is_awaited(house, table)


def needs_open_seal(table: Table) -> None:
    """Refuse what would tell of a deal that is still played at another table."""
    if table.sealed:
        raise Refusal("sealed")


async def commit(house: House, change: Change) -> Outcome:
    """Commit; where no answer came, the same thing can be asked for again with the same key."""
    try:
        return await house.store.commit(change)
    except Unknown as error:
        raise Refusal(
            "unknown_outcome", "the store did not answer in time: send the same again with the same key", retry_after=1
        ) from error


async def change(
    house: House,
    who: Principal | None,
    table_id: str,
    make: Callable[[Table, Snapshot], Change | None],
    *,
    invite: str | None = None,
) -> tuple[Table, Snapshot, Outcome | None]:
    """Change a table as `make` says, on what it finds; None from it means that there is nothing to do."""
    key = f"table:{secrets.token_hex(12)}"  # by which the store knows its own second attempt where the first had no answer
    for attempt in range(TRIES):
        table, snapshot = await table_of(house, who, table_id, seed=True, invite=invite)
        wanted = make(table, snapshot)
        if wanted is None:
            return table, snapshot, None
        outcome = await commit(house, replace(wanted, key=key))
        if outcome.kind in ("ok", "replay"):
            if wanted.moves_to in ("over", "aborted"):
                await settle_soon(house, table)
            elif wanted.moves_to == "running":
                with contextlib.suppress(StoreError):  # whoever is refused for it looks again
                    await count_no_more(house, table)
            return table, snapshot, outcome
        await asyncio.sleep(secrets.randbelow(10 * (attempt + 1)) / 1000)
    raise Refusal("unavailable", "too many changes at this table at once: try again", retry_after=1)


def players_of(table: Table) -> set[str]:
    """The accounts that sit at a table, and the one that made it."""
    players = [table.creator, *[seat.player for seat in table.seats if seat.player is not None]]
    return {player.account for player in players if player.account is not None}


def ai_seat_keys(table: Table) -> list[str]:
    """Where the AI seats of a table are counted: for its maker, and for the network of the guest who made it."""
    account = table.creator.owner or table.creator.account
    names = [name for name in (account, table.origin) if name]
    return [document("ai-seats", name) for name in names] if table.tournament is None else []


def open_table_keys(table: Table) -> list[str]:
    """Where an open table is counted: for its maker, and for the network of the guest who made it."""
    account = table.creator.owner or table.creator.account
    names = [name for name in (account, table.origin) if name]
    return [document("open-tables", name) for name in names] if table.tournament is None else []


def waiting_keys(table: Table) -> list[str]:
    """Where an open table is listed: among those of its maker and of his network, and for the quick matches that it answers to."""
    return open_table_keys(table) + ([match_key(table.match)] if table.match is not None else [])


def match_key(match: str) -> str:
    """The open tables that answer to a quick match."""
    return document("match", match)


async def count_no_more(house: House, table: Table) -> None:
    """A table that has started or was closed is no longer among the open ones."""
    await asyncio.gather(*[house.store.rank(key, table.id, None) for key in waiting_keys(table)])


async def settle_indexes(house: House, table: Table) -> None:
    """A table that is over is no longer among the active ones of its players; ladder and tournament learn how it ended."""
    await asyncio.gather(
        *[house.store.rank(document("active", account), table.id, None) for account in players_of(table)],
        *[house.store.rank(key, table.id, None) for key in ai_seat_keys(table) + waiting_keys(table)],
        note(house, table),
    )
    if table.tournament is not None:
        from citadels_api.tournaments.results import report  # tournaments stand on what stands on this

        await report(house, table)


async def settle_soon(house: House, table: Table) -> None:
    """The same after a change that stands, whatever the store does now: the clock does it again."""
    with contextlib.suppress(StoreError, Refusal):
        await settle_indexes(house, table)


async def notify(house: House, account: str, text: str = "tables") -> None:
    """Tell the streams of an account to look again: a hint, which may be lost."""
    with contextlib.suppress(StoreError):
        await house.store.bells.ring(bell(account), f"{text} {account}")
