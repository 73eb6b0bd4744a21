"""Invitations: a link for whoever has it, a seat kept for an account."""

from __future__ import annotations

import asyncio
import json
import secrets
from typing import TYPE_CHECKING

from citadels_api.accounts.stored import unpack_account
from citadels_api.context import need
from citadels_api.problems import Refusal
from citadels_api.store.keys import document
from citadels_api.store.log_codec import Told
from citadels_api.tables.lobby import (
    closes_at,
    digest,
    needs_calm,
    needs_creator,
    needs_open,
    needs_own_owner,
    needs_own_table,
    seat_change,
)
from citadels_api.tables.serializer import answer_table
from citadels_api.tables.stored import SeatDoc, Table
from citadels_api.tables.transaction import change, notify

if TYPE_CHECKING:
    from citadels_api.accounts.stored import Accepts, Account
    from citadels_api.context import House, Principal
    from citadels_api.store.ports import Change, Snapshot
    from citadels_api.tables.contract import TableAnswer


async def invite_link(house: House, who: Principal | None, table_id: str) -> str:
    """A new secret that lets whoever has it see and join the table; the one before is no longer good."""
    asker = need(who, "table:create", table=table_id)
    secret = secrets.token_urlsafe(18)

    def link(found: Table, snapshot: Snapshot) -> Change:
        needs_creator(found, asker)
        needs_open(found)
        needs_calm(snapshot)
        found.invite = digest(secret)
        return seat_change(house, found, snapshot, Told("invitation", -1, {}, []))

    await change(house, asker, table_id, link)
    return secret


async def invite(
    house: House, who: Principal | None, table_id: str, account_id: str, *, seat: int | None = None
) -> TableAnswer:
    """Keep a free seat for an account (a bot, say) and tell it."""
    asker = need(who, "table:create", table=table_id)
    account = await guest_of(house, account_id)
    if account is None:
        raise Refusal("not_found", "there is no such account")
    taken: list[int] = []

    def keep(found: Table, snapshot: Snapshot) -> Change | None:
        needs_creator(found, asker)
        needs_open(found)
        needs_calm(snapshot)
        why = unwelcome(found, account.accepts)
        if why is not None:
            raise Refusal("bad_setup", f"account: {account.name} does not play {why}")
        own = [number for number, one in enumerate(found.seats) if account_id in (one.reserved, sitting(one))]
        if own and seat not in (None, own[0]):
            raise Refusal("already_seated", f"seat {own[0]} is the account's already")
        if own:
            taken[:] = [number for number in own if found.seats[number].reserved is not None]
            return None  # nothing changes; where it has not come yet, it is told again
        needs_own_owner(found, account_id, account.owner)
        free = [number for number, one in enumerate(found.seats) if one.kind == "open" and seat in (None, number)]
        if not free:
            raise Refusal("table_full", "no seat is free" if seat is None else f"seat {seat} is not free")
        taken[:] = free[:1]
        found.seats[free[0]] = SeatDoc(kind="reserved", reserved=account_id)
        return seat_change(house, found, snapshot, Told("reserved", free[0], {"account": account_id}, []))

    found, snapshot, outcome = await change(house, asker, table_id, keep)
    for number in taken:
        await invited(house, found, number, account_id, asker)
    return answer_table(
        found, snapshot.number if outcome is None else outcome.number, asker, closes=closes_at(house, found)
    )


async def guest_of(house: House, account_id: str) -> Account | None:
    """The account, if it can be invited."""
    kept = await house.store.get(document("acct", account_id))
    account = None if kept is None else unpack_account(kept)
    return None if account is None or account.retired else account


async def check_guests(house: House, made: Table) -> None:
    """Refuse a new table that keeps seats for accounts that are not there, sit there already, or do not play such games."""
    kept = [(number, seat.reserved) for number, seat in enumerate(made.seats) if seat.reserved is not None]
    known = [sitting(seat) for seat in made.seats]
    owners: set[str] = set()
    accounts = await asyncio.gather(*[guest_of(house, name) for _, name in kept])
    for (number, name), account in zip(kept, accounts, strict=True):
        if account is None:
            raise Refusal("bad_setup", f"seats.{number}.account: there is no such account")
        if name in known:
            raise Refusal("bad_setup", f"seats.{number}.account: an account has one seat only")
        why = unwelcome(made, account.accepts)
        if why is not None:
            raise Refusal("bad_setup", f"seats.{number}.account: {account.name} does not play {why}")
        needs_own_owner(made, account.id, account.owner)
        answers = account.owner or account.id
        if made.rated and answers in owners:
            raise Refusal("same_owner", f"seats.{number}.account: a rated game takes one seat of an owner")
        owners.add(answers)
        known.append(name)


def sitting(seat: SeatDoc) -> str | None:
    """The account that sits there."""
    return None if seat.player is None else seat.player.account


def unwelcome(found: Table, accepts: Accepts | None) -> str | None:
    """What of a table a bot does not accept; None where it takes it all."""
    if accepts is None:
        return None
    if found.edition not in accepts.editions:
        return f"the {found.edition} edition"
    if found.players not in accepts.players:
        return f"with {found.players} players"
    if found.clock.kind not in accepts.clocks:
        return f"with a clock of the kind {found.clock.kind}"
    time = found.clock.limit_ms if found.clock.bank_ms is None else found.clock.bank_ms
    if time is not None and time < accepts.least_ms:
        return f"with less than {accepts.least_ms} ms"
    if found.rated and not accepts.rated:
        return "rated games"
    return None


async def invited(house: House, found: Table, seat: int, account: str | None, by: Principal) -> None:
    """Tell an account that a seat is kept for it."""
    if account is not None:
        told = {"table": found.id, "seat": seat, "by": by.account, "name": by.player.name, "bot": by.kind == "bot"}
        await house.store.append(document("notices", account), json.dumps(told).encode(), keep=200)
        await notify(house, account)


async def decline(house: House, who: Principal | None, table_id: str) -> TableAnswer:
    """Give back a seat that was kept for the asker."""
    asker = need(who, "play", table=table_id)

    def give_back(found: Table, snapshot: Snapshot) -> Change:
        needs_open(found)
        kept = [number for number, one in enumerate(found.seats) if one.reserved == asker.account]
        if not kept:
            raise Refusal("not_seated", "no seat is kept for you at this table")
        needs_own_table(found)
        for number in kept:
            found.seats[number] = SeatDoc()
        return seat_change(house, found, snapshot, *[Told("declined", number, {}, []) for number in kept])

    found, _, outcome = await change(house, asker, table_id, give_back)
    return answer_table(found, 0 if outcome is None else outcome.number, None, closes=closes_at(house, found))
