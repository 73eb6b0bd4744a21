"""Sitting down and getting up."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from citadels_engine.bots import NAMES as LEVELS

from citadels_api.context import need
from citadels_api.context import needs_room as needs_room_in_store
from citadels_api.play.step import Step, open_game
from citadels_api.problems import Refusal
from citadels_api.store.log_codec import Told
from citadels_api.tables.ai_budget import ai_seats_of, count_ai_seats, reserve_ai_seats
from citadels_api.tables.lifecycle import start_if
from citadels_api.tables.lobby import (
    closes_at,
    digest,
    keep_at_hand,
    needs_calm,
    needs_creator,
    needs_open,
    needs_own_owner,
    needs_own_table,
    needs_room,
    put_right,
    seat_change,
    starts_itself,
)
from citadels_api.tables.options import ai_seat
from citadels_api.tables.serializer import answer_table, seat_of
from citadels_api.tables.stored import SeatDoc, Table
from citadels_api.tables.transaction import change, notify, table_of

if TYPE_CHECKING:
    from citadels_api.context import House, Principal
    from citadels_api.store.ports import Change, Snapshot
    from citadels_api.tables.contract import TableAnswer


async def join(
    house: House, who: Principal | None, table_id: str, *, seat: int | None = None, invite: str | None = None
) -> TableAnswer:
    """Sit down, on the seat named, on one that is kept for the asker, or on the first that is free.

    Whoever sits there already and was replaced by an AI when out of time, takes his seat back.
    """
    asker = need(who, "play", table=table_id)
    secret = digest(invite)

    def sit(found: Table, snapshot: Snapshot) -> Change | None:
        own = seat_of(found, asker)
        if own is not None:
            return come_back(house, found, snapshot, own)
        needs_open(found)
        needs_room_in_store(house)
        needs_calm(snapshot)
        number = free_seat(found, asker, seat, may_sit(found, asker, secret))
        needs_own_owner(found, asker.account, asker.player.owner)
        found.seats[number] = SeatDoc(kind="bot" if asker.kind == "bot" else "human", player=asker.player)
        player = {"account": asker.account, "name": asker.player.name, "is": found.seats[number].kind}
        told = [Told("declined", place, {}, []) for place in give_back(found, asker)]
        return seat_change(house, found, snapshot, *told, Told("join", number, player, []))

    found, _ = await table_of(house, who, table_id, invite=secret)
    if found.status in ("open", "running"):
        if seat_of(found, asker) is None:
            await needs_room(house, asker.account, table_id)
        await keep_at_hand(house, asker.account, found)
    try:
        found, snapshot, outcome = await change(house, asker, table_id, sit, invite=secret)
    except Refusal as refusal:
        if refusal.code != "unknown_outcome":
            await put_right(house, asker.account, table_id)
        raise
    if outcome is not None:  # once more: another request of his may have taken the note away before the seat was his
        await asyncio.gather(keep_at_hand(house, asker.account, found), notify(house, asker.account))
    if starts_itself(found):
        return await start_if(house, asker, table_id)
    return answer_table(
        found, snapshot.number if outcome is None else outcome.number, asker, closes=closes_at(house, found)
    )


def may_sit(found: Table, asker: Principal, secret: str | None) -> bool:
    """Whether the asker may have a seat that is kept for nobody."""
    if found.visibility != "private" or found.creator.account == asker.account:
        return True
    return secret is not None and secret == found.invite


def give_back(found: Table, asker: Principal) -> list[int]:
    """Open the seats that are kept for the asker; which they were."""
    kept = [number for number, one in enumerate(found.seats) if one.reserved == asker.account]
    for number in kept:
        found.seats[number] = SeatDoc()
    return kept


def come_back(house: House, found: Table, snapshot: Snapshot, own: int) -> Change | None:
    """Take the seat back from the AI that plays on; another seat that is being asked gets no more time by it."""
    if found.status != "running" or found.seats[own].level is None:
        if found.status == "open":
            return None
        if found.status != "running":
            raise Refusal("game_over", f"the table is {found.status}")
        raise Refusal("already_seated")
    if found.seats[own].stays:
        raise Refusal("forbidden", "a bot of the house plays this game to its end: its tournament has decided so")
    game = open_game(snapshot)
    step = Step(found, game, snapshot)
    found.seats[own].level = None
    step.doc_changed = True
    step.asks = game.pending is not None and game.pending.seat == own
    step.tell("return", own)
    return step.change(house)


def free_seat(found: Table, asker: Principal, wanted: int | None, may_sit: bool) -> int:
    """The seat that the asker gets."""
    kept = [number for number, one in enumerate(found.seats) if one.reserved == asker.account and one.player is None]
    if wanted is not None:
        if not 0 <= wanted < len(found.seats):
            raise Refusal("invalid", f"seat: there is no seat {wanted}", errors=[{"path": "seat"}])
        kept = [number for number in kept if number == wanted]
    if kept:
        return kept[0]
    if not may_sit:
        raise Refusal("forbidden", "the table is private: it takes whoever is invited")
    free = [number for number, one in enumerate(found.seats) if one.kind == "open" and wanted in (None, number)]
    if not free:
        raise Refusal("table_full", "no seat is free" if wanted is None else f"seat {wanted} is not free")
    return free[0]


async def leave(house: House, who: Principal | None, table_id: str) -> TableAnswer:
    """Get up from a table that has not started."""
    asker = need(who, "play", table=table_id)

    def get_up(found: Table, snapshot: Snapshot) -> Change:
        number = seat_of(found, asker)
        if number is None:
            raise Refusal("not_seated")
        if found.status == "running":
            raise Refusal("already_started", "the game has started: resign, or abort it before the first turn")
        needs_open(found)
        needs_own_table(found)
        found.seats[number] = SeatDoc()
        return seat_change(house, found, snapshot, Told("get_up", number, {"account": asker.account}, []))

    found, _, outcome = await change(house, asker, table_id, get_up)
    await put_right(house, asker.account, table_id)
    await notify(house, asker.account)
    return answer_table(found, 0 if outcome is None else outcome.number, asker, closes=closes_at(house, found))


async def add_ai(house: House, who: Principal | None, table_id: str, seat: int | None, level: str) -> TableAnswer:
    """Let an AI of the house play a free seat; only who made the table."""
    asker = need(who, "table:create", table=table_id)
    if level not in LEVELS:
        raise Refusal("invalid", f"level: {level!r} is not one of {', '.join(LEVELS)}", errors=[{"path": "level"}])

    def free_in(found: Table, snapshot: Snapshot) -> int:
        needs_creator(found, asker)
        needs_open(found)
        needs_calm(snapshot)
        free = [number for number, one in enumerate(found.seats) if one.player is None and seat in (None, number)]
        if not free:
            raise Refusal("table_full", "no seat is free" if seat is None else f"seat {seat} is not free")
        return free[0]

    def put(found: Table, snapshot: Snapshot) -> Change:
        number = free_in(found, snapshot)
        found.seats[number] = ai_seat(level)
        return seat_change(
            house, found, snapshot, Told("join", number, {"account": None, "name": level, "is": "ai"}, [])
        )

    before, snapshot = await table_of(house, asker, table_id)
    free_in(before, snapshot)  # what is refused counts nothing
    await reserve_ai_seats(house, before, ai_seats_of(before), ai_seats_of(before) + 1)
    try:
        found, _, outcome = await change(house, asker, table_id, put)
    except Refusal:
        await count_ai_seats(house, before, ai_seats_of(before))
        raise
    await count_ai_seats(house, found, ai_seats_of(found))
    if starts_itself(found):
        return await start_if(house, asker, table_id)
    return answer_table(found, 0 if outcome is None else outcome.number, asker, closes=closes_at(house, found))
