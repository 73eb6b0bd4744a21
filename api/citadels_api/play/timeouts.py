"""What the clock does about a table that is due: call the AI again, end what ran out of time, shrink what is over.

It may run in several places at once: every change is a commit like any other, so that nothing happens twice.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Final

from citadels_engine.actions.default import default_action

from citadels_api.play.step import Step, level_of, open_game, share_of
from citadels_api.records.service import archive
from citadels_api.tables.lifecycle import closed, leave_step, start_step
from citadels_api.tables.lobby import forget, looked_at_in, starts_itself
from citadels_api.tables.transaction import commit, count_no_more, is_wanted, opened_table, settle_indexes, settle_soon

if TYPE_CHECKING:
    from citadels_api.context import House
    from citadels_api.store.ports import Change, Snapshot
    from citadels_api.tables.stored import Table


SHRUNK_WITHIN_MS: Final = 10_000
"""A game that is put off, to be shrunk by and by, is due again after so long, or up to twice that: not all of them at one moment."""


async def attend(house: House, table_id: str, *, shrinks: bool = True) -> str:
    """Do what is due at a table; one word that says what it was, for the metrics.

    A finished game that is to be shrunk to its record takes much longer than anything else, and nobody waits for it. Without `shrinks` it is
    put off for a while, and the word is `over`.
    """
    snapshot = await house.store.load(table_id, seed=True)
    if snapshot is None:
        await house.store.drop(table_id, index=None)
        return "gone"
    table = opened_table(snapshot)
    if table.status == "running":
        return await attend_game(house, table, snapshot)
    if table.status == "open":
        return await attend_open(house, table, snapshot)
    return await attend_ended(house, table, snapshot, shrinks=shrinks)


async def attend_open(house: House, table: Table, snapshot: Snapshot) -> str:
    """Close a table that has waited too long; start one that is full, where whoever filled it could not."""
    if starts_itself(table):
        await finish(house, table, start_step(house, table, snapshot))
        return "started"
    left = looked_at_in(house, table, snapshot.now)
    if left <= 0 and await is_wanted(house, table):
        left = house.settings.idle_table_ms  # its tournament decides how long it waits
    if left > 0:
        await house.store.put_off(table.id, ms=left, expects=snapshot.number)
        return "early"
    await finish(house, table, closed(house, table, snapshot, "nobody started it in time"))
    return "closed"


async def attend_ended(house: House, table: Table, snapshot: Snapshot, *, shrinks: bool) -> str:
    """Shrink a finished game to its record; forget one that was broken off."""
    left = (table.ended or table.created) + house.settings.linger_ms - snapshot.now
    if left > 0:
        await house.store.put_off(table.id, ms=left, expects=snapshot.number)
        return "early"
    if table.status == "aborted":
        await forget(house, table)
        await house.store.drop(table.id, index="aborted")
        return "dropped"
    if not shrinks:
        await house.store.put_off(
            table.id, ms=SHRUNK_WITHIN_MS + secrets.randbelow(SHRUNK_WITHIN_MS), expects=snapshot.number
        )
        return "over"
    await settle_indexes(house, table)
    if not table.archived:
        await archive(house, table, snapshot)
    return "archived"


async def attend_game(house: House, table: Table, snapshot: Snapshot) -> str:
    """See to the decision awaited."""
    game = open_game(snapshot)
    decision = game.pending
    if decision is None:
        return "early"
    seat = decision.seat
    level = level_of(table, seat)
    if level is not None:
        if snapshot.now - snapshot.asked < house.settings.ai_limit_ms:
            house.bell.call(table.id, game.n, seat, level, share_of(table))
            return "called"
        step = Step(table, game, snapshot)
        table.fallbacks += 1
        step.take(default_action(game), by="default")
        await finish(house, table, step.change(house), step)
        return "fallback"
    if snapshot.deadline is None:
        left = snapshot.asked + house.settings.idle_game_ms - snapshot.now
        if left > 0:
            await house.store.put_off(table.id, ms=left, expects=snapshot.number)
            return "early"
        step = Step(table, game, snapshot)
        step.break_off("nobody has moved for too long")
        await finish(house, table, step.change(house), step)
        return "broken off"
    late = snapshot.deadline + house.settings.grace_ms - snapshot.now
    if late > 0:
        await house.store.put_off(table.id, ms=late, expects=snapshot.number)
        return "early"
    step = timed_out(table, snapshot, seat)
    await finish(house, table, step.change(house), step)
    return {"forfeit": "forfeit", "ai_takes_over": "takeover"}.get(table.timeout, "timeout")


def timed_out(table: Table, snapshot: Snapshot, seat: int) -> Step:
    """What the table's policy does when a seat's time is over."""
    if table.timeout == "forfeit":
        return leave_step(table, snapshot, seat, "forfeited")
    step = Step(table, open_game(snapshot), snapshot)
    game = step.game
    assert game is not None
    table.seats[seat].missed += 1
    step.doc_changed = True
    if table.timeout == "ai_takes_over":
        step.charge(seat, snapshot.now - snapshot.asked)
        table.seats[seat].level = "greedy"
        step.asks = True
        step.tell("takeover", seat, level="greedy")
        return step
    step.tell("timeout", seat, n=game.n)
    step.take(default_action(game), by="default")
    return step


async def finish(house: House, table: Table, change: Change, step: Step | None = None) -> None:
    """Commit; who was quicker has seen to it."""
    outcome = await commit(house, change)
    if outcome.kind != "ok":
        return
    if step is not None:
        step.call(house, outcome)
    if change.moves_to in ("over", "aborted"):
        await settle_soon(house, table)
    elif change.moves_to == "running":
        await count_no_more(house, table)
