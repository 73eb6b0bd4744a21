"""Starting a table, and ending it before its game does: the deal, abort, resign."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from citadels_api.context import need
from citadels_api.play.game_log import deal
from citadels_api.play.step import Step, open_game
from citadels_api.problems import Refusal
from citadels_api.store.log_codec import Told
from citadels_api.tables.lobby import is_full, needs_creator, needs_open, needs_own_table, seat_change
from citadels_api.tables.search import shown
from citadels_api.tables.serializer import answer_table, seat_of
from citadels_api.tables.transaction import change, table_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from citadels_api.context import House, Principal
    from citadels_api.store.ports import Change, Outcome, Snapshot
    from citadels_api.tables.contract import TableAnswer
    from citadels_api.tables.stored import Table


def start_step(house: House, found: Table, snapshot: Snapshot) -> Change:
    """Deal, and ask the first decision."""
    assert snapshot.seed is not None
    found.status = "running"
    found.started = snapshot.now
    for seat in found.seats:
        if found.clock.bank_ms is not None:
            seat.bank_ms = found.clock.bank_ms
        seat.reserved = None
    game = deal(found, snapshot.seed, telling=True)
    step = Step(found, game, snapshot, dealt=True)
    step.tell("start", crown=game.crown)
    step.events.extend([Told.of(event) for event in game.events])
    step.settle()
    return step.change(house)


async def start_if(house: House, asker: Principal, table_id: str) -> TableAnswer:
    """Start a table that is full, unless somebody else just has."""

    def begin(found: Table, snapshot: Snapshot) -> Change | None:
        return start_step(house, found, snapshot) if found.status == "open" and is_full(found) else None

    return await started(house, asker, table_id, begin)


async def start(house: House, who: Principal | None, table_id: str) -> TableAnswer:
    """Start on demand: every seat needs a player; only who made the table."""
    asker = need(who, "table:create", table=table_id)

    def begin(found: Table, snapshot: Snapshot) -> Change:
        needs_creator(found, asker)
        needs_open(found)
        if not is_full(found):
            free = [str(number) for number, seat in enumerate(found.seats) if seat.player is None]
            raise Refusal("not_open", f"seats {', '.join(free)} have no player yet")
        return start_step(house, found, snapshot)

    return await started(house, asker, table_id, begin)


async def started(
    house: House, asker: Principal, table_id: str, begin: Callable[[Table, Snapshot], Change | None]
) -> TableAnswer:
    """The table once it was started, its AI called."""
    _, _, outcome = await change(house, asker, table_id, begin)
    found, snapshot = await table_of(house, asker, table_id, seed=True)
    if outcome is not None:
        call(house, found, snapshot, outcome)
    return shown(house, found, snapshot, asker)


def call(house: House, found: Table, snapshot: Snapshot, outcome: Outcome) -> None:
    """Ring for the AI that is asked in a running game."""
    if found.status == "running" and snapshot.state is not None:
        Step(found, open_game(snapshot, telling=False), snapshot).call(house, outcome)


async def abort(house: House, who: Principal | None, table_id: str) -> TableAnswer:
    """Break a table off: an open one who made it, a running one any player, before the first turn."""
    asker = need(who, "play", table=table_id)

    def break_off(found: Table, snapshot: Snapshot) -> Change:
        if found.status == "open":
            needs_creator(found, asker)
            return closed(house, found, snapshot, "the table was closed")
        own = seat_of(found, asker)
        if found.status != "running":
            raise Refusal("game_over", f"the table is {found.status}")
        if own is None:
            raise Refusal("not_seated")
        needs_own_table(found)
        game = open_game(snapshot)
        if game.round > 1 or game.turn is not None:
            raise Refusal("already_started", "the first turn has begun: resign instead")
        step = Step(found, game, snapshot)
        step.break_off(f"seat {own} called it off before the first turn")
        return step.change(house)

    found, _, outcome = await change(house, asker, table_id, break_off)
    return answer_table(found, 0 if outcome is None else outcome.number, asker)


def closed(house: House, found: Table, snapshot: Snapshot, why: str) -> Change:
    """The end of a table that has not started."""
    found.status = "aborted"
    found.ended = snapshot.now
    made = seat_change(house, found, snapshot, Told("aborted", -1, {"why": why}, []))
    return msgspec.structs.replace(
        made, moves_from="open", moves_to="aborted", rank=found.created, due_in=house.settings.linger_ms
    )


async def resign(house: House, who: Principal | None, table_id: str) -> TableAnswer:
    """Give up: the default action plays on for the seat, which is placed after all who stayed."""
    asker = need(who, "play", table=table_id)

    def give_up(found: Table, snapshot: Snapshot) -> Change | None:
        own = seat_of(found, asker)
        if own is None:
            raise Refusal("not_seated")
        if found.status == "open":
            raise Refusal("not_started", "the game has not started: leave instead")
        if found.status != "running":
            raise Refusal("game_over", f"the table is {found.status}")
        if found.seats[own].left is not None:
            return None
        return leave_step(found, snapshot, own, "resigned").change(house)

    found, _, outcome = await change(house, asker, table_id, give_up)
    if outcome is not None and found.status == "running":
        _, snapshot = await table_of(house, asker, table_id, seed=True)
        call(house, found, snapshot, outcome)
    return answer_table(found, 0 if outcome is None else outcome.number, asker)


def leave_step(found: Table, snapshot: Snapshot, seat: int, why: str) -> Step:
    """The step in which a player goes for good."""
    step = Step(found, open_game(snapshot), snapshot)
    found.seats[seat].left = why
    found.seats[seat].level = None
    found.left.append(seat)
    step.doc_changed = True
    step.tell("resign" if why == "resigned" else "forfeit", seat)
    step.settle()
    return step
