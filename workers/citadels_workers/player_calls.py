"""Calling outside players to the tables of a tournament.

1. Which games are under way, and for how long they have waited, stands in one document of the games' store, written before a table is
   made: so that after any kill the tables that should be there are known, and those that are missing are made again, each once.
2. Nobody is called to more tables at a time than the tournament says. Games wait in playing order, and one whose players are free
   passes one whose players are not: a slow bot holds up its own games only.
3. Who has not come after the grace time has forfeited the game: the log says so, and the table follows the log, as it does when
   somebody withdraws, when a game is void, when all is cancelled. Grace runs only while somebody sees to the tables: an hour
   without a clock costs nobody a game.
4. The turns of one deal begin together, when all of their tables are full.
5. Where `fault` is `forfeit`, who has let the time of several decisions run out has forfeited the game: one lost packet costs nobody a game,
   and one that hangs keeps the others waiting no longer.
6. Players of whom none builds would play for ever: after `LONGEST` rounds bots of the house play the game to its end.
"""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Final

import msgspec
from citadels_api.play.step import Step, open_game
from citadels_api.store.keys import document
from citadels_api.store.log_codec import Told
from citadels_api.tables.lifecycle import call, closed, start_step
from citadels_api.tables.lobby import is_full, looked_at_in, seat_change
from citadels_api.tables.transaction import notify, opened_table, settle_soon
from citadels_api.tournaments.ids import table_id
from citadels_api.tournaments.log import Wanted, change
from citadels_api.tournaments.results import report

from citadels_workers.tournament_tables import (
    create,
    is_whole,
    outside_of,
    outsiders,
    seat_of_entrant,
    table_of,
    unit_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from citadels_api.context import House
    from citadels_api.store.ports import Change, Snapshot
    from citadels_api.tables.stored import Table
    from citadels_api.tournaments.log import Held
    from citadels_contest.tournament import Tournament
    from citadels_contest.types import Fixture


LOOK_MS: Final = 1000
"""How often the tables that are waiting are looked at."""
SLOW_LOOK_MS: Final = 3000
"""How often those that are playing are; the end of a game is told at once."""
REMIND_MS: Final = 5000
"""How often an invitation is sent again, for who has only just come: later each time, so that a long wait does not crowd out all else."""
REMIND_SHARE: Final = 10
"""After a tenth of what has been waited so far, where that is longer."""
LONGEST: Final = 100
"""So many rounds may a game have, as offline: those of random bots have at most 25."""
AT_A_TIME: Final = 500
"""How many tables one look makes at most."""


class Call(msgspec.Struct, frozen=True, array_like=True):
    """A game to whose table players were called."""

    seen: int
    """When it was last looked at."""
    waited: int = 0
    """For how long it has waited for its players, in milliseconds."""
    told: int = 0
    """When its players were last told."""
    begun: bool = False


TRIES: Final = 20
"""How often the move of a quick player is let go before."""
MISSED: Final = 3
"""With so many decisions out of time a seat is forfeited."""
Calls = dict[str, Call]
READER: Final = msgspec.msgpack.Decoder(Calls)


def calls_key(tour_id: str) -> str:
    """The document that says what is under way."""
    return document("calls", tour_id)


async def calls_of(house: House, tour_id: str) -> tuple[bytes | None, Calls]:
    """The games under way, as they are kept and as they are read."""
    kept = await house.store.get(calls_key(tour_id))
    return kept, {} if kept is None else READER.decode(kept)


async def see_to_tables(house: House, there: Held) -> int | None:
    """See to all tables that are under way, and call to new ones; in how many milliseconds to look again, None where there is none."""
    kept, before = await calls_of(house, there.doc.id)
    calls: Calls = {}
    names = list(before)
    snapshots = await asyncio.gather(*[house.store.load(table_id(there.doc.id, game), seed=True) for game in names])
    for game, snapshot in zip(names, snapshots, strict=True):
        call_ = await see_to_table(house, there, game, before[game], snapshot)
        if call_ is not None:
            calls[game] = call_
    await start_together(house, there, calls)
    fresh = chosen(there, calls) if there.event.status == "running" else []
    calls.update({fixture.id: Call(there.now, told=there.now) for fixture in fresh})
    if calls != before:
        written = msgspec.msgpack.encode(calls) if calls else None
        if not await house.store.put(calls_key(there.doc.id), written, expects=kept):
            return LOOK_MS  # another one sees to it
    await asyncio.gather(*[make_table(house, there, fixture) for fixture in fresh])
    if not calls:
        return None
    return SLOW_LOOK_MS if all(one.begun for one in calls.values()) else LOOK_MS


def chosen(there: Held, calls: Calls) -> list[Fixture]:
    """The games to whose tables players are called now: in playing order, as far as they are free."""
    event, most = there.event, max(1, there.doc.at_once)
    outside = outside_of(event)
    busy = dict.fromkeys(outside, 0)
    for game in calls:
        for name in event.fixtures[game].seats:
            if name in outside:
                busy[name] += 1
    full = {name for name, count in busy.items() if count >= most}
    found: list[Fixture] = []
    looked: set[str] = set()
    for fixture in event.unplayed.values():
        if not full.isdisjoint(fixture.seats) or outside.isdisjoint(fixture.seats):
            continue  # most of a large field's games are passed over here
        unit = unit_of(fixture)
        if unit in looked:
            continue
        looked.add(unit)
        wanted = [one for one in games_of(event, unit) if one.id not in calls and not is_whole(event, one)]
        names = {name for one in wanted for name in outsiders(event, one)}
        if wanted and all(busy[name] <= max(0, most - len(wanted)) for name in names):
            found.extend(wanted)
            for name in names:
                busy[name] += len(wanted)
                if busy[name] >= most:
                    full.add(name)
            if len(found) >= AT_A_TIME or len(full) == len(outside):
                break
    return found


def games_of(event: Tournament, unit: str) -> list[Fixture]:
    """The games of a unit that are still to be played."""
    names = [f"{unit}.{turn}" for turn in range(event.settings.turns)]
    return [event.unplayed[name] for name in names if name in event.unplayed]


async def make_table(house: House, there: Held, fixture: Fixture) -> None:
    """Make the table of a game, unless it is there, and call its players."""
    table, seed = table_of(there, fixture)
    if await create(house, table, seed):
        await house.store.put_off(table.id, ms=looked_at_in(house, table, there.now), expects=1)
        await invite(house, there, table)


async def invite(house: House, there: Held, table: Table) -> None:
    """Tell those for whom a seat is kept."""
    by = there.doc.organizer
    for number, seat in enumerate(table.seats):
        if seat.reserved is not None:
            told = {"table": table.id, "seat": number, "by": by.account, "name": by.name, "bot": False}
            await house.store.append(document("notices", seat.reserved), json.dumps(told).encode(), keep=200)
            await notify(house, seat.reserved)


# a table under way


async def see_to_table(house: House, there: Held, game: str, before: Call, snapshot: Snapshot | None) -> Call | None:
    """Let a table follow the log; None where nothing is left to do about it."""
    event = there.event
    fixture = event.unplayed.get(game)
    live = fixture is not None and event.status in ("running", "paused")
    if snapshot is None:
        if not live or fixture is None:
            return None
        await make_table(house, there, fixture)
        return msgspec.structs.replace(before, seen=there.now, told=there.now)
    table = opened_table(snapshot)
    if table.status == "over":
        if fixture is not None:
            await report(house, table)
        return None
    if table.status == "aborted":
        if live:
            await void(house, there.doc.id, game, "the game was broken off")
        return None
    if not live or fixture is None:
        await break_off(house, table, snapshot, told_why(event, game))
        return msgspec.structs.replace(before, seen=there.now)
    if table.status == "running":
        await follow_running(house, there, fixture, table, snapshot)
        return msgspec.structs.replace(before, seen=there.now, begun=True)
    return await see_to_open(house, there, fixture, before, table, snapshot)


async def see_to_open(
    house: House, there: Held, fixture: Fixture, before: Call, table: Table, snapshot: Snapshot
) -> Call:
    """Wait for who has not come, tell him again, and after the grace time let him have forfeited."""
    event, now = there.event, there.now
    waited = before.waited
    if event.status == "running":
        waited += min(now - before.seen, 3 * LOOK_MS)
    if waited >= there.doc.grace_ms:
        gone = event.substitutes(fixture)
        missing = [
            fixture.seats[number]
            for number, seat in enumerate(table.seats)
            if seat.player is None and number not in gone
        ]
        if missing:
            await forfeit(house, there.doc.id, fixture.id, missing)
    if fixture.id not in event.unplayed:  # by that it is void
        await break_off(house, table, snapshot, told_why(event, fixture.id))
    elif told_of := follow_open(event, fixture, table):
        await house.store.commit(seat_change(house, table, snapshot, *told_of))
    told = before.told
    if now - told >= max(REMIND_MS, waited // REMIND_SHARE) and event.status == "running":
        told = now
        await invite(house, there, table)
    return Call(now, waited, told)


def follow_open(event: Tournament, fixture: Fixture, table: Table) -> list[Told]:
    """Put at each seat of a table that has not started who is to sit there by the log; what is to be told of it."""
    told: list[Told] = []
    gone = event.substitutes(fixture)
    for number, seat in enumerate(table.seats):
        due = seat_of_entrant(event, fixture, number)
        right = (due.kind, due.left) == (seat.kind, seat.left) if number in gone else seat.player is not None
        if right or (seat.reserved is not None and seat.reserved == due.reserved):
            continue
        table.seats[number] = due
        if due.reserved is not None:
            told.append(Told("reserved", number, {"account": due.reserved}, []))
        elif due.left is not None:
            told.append(Told("forfeit", number, {}, []))
        elif due.player is not None:
            told.append(Told("join", number, {"account": None, "name": due.player.name, "is": "ai"}, []))
    table.left = [number for number, seat in enumerate(table.seats) if seat.left is not None]
    return told


async def follow_running(house: House, there: Held, fixture: Fixture, table: Table, snapshot: Snapshot) -> None:
    """Somebody who has withdrawn, or hangs, plays no more: a bot of the house plays on, or the default action."""

    def follow(table: Table, snapshot: Snapshot) -> Change | None:
        return None if table.status != "running" else followed(house, there, fixture, table, snapshot)

    await insist(house, table, snapshot, follow)


def followed(house: House, there: Held, fixture: Fixture, table: Table, snapshot: Snapshot) -> Change | None:
    """The change after which those play no more, or the first of them who forfeits; None where none is left."""
    gone = there.event.substitutes(fixture)
    if there.event.settings.fault == "forfeit":
        gone |= {number: "absent" for number, seat in enumerate(table.seats) if seat.missed >= MISSED}
    if has_no_end(table, snapshot):
        gone = dict.fromkeys(range(table.players), "house")  # all at once, so that it helps nobody
    still = [number for number, seat in enumerate(table.seats) if seat.kind != "ai" and seat.left is None]
    replaced = [number for number in still if gone.get(number) == "house" and not table.seats[number].stays]
    absent = [number for number in still if gone.get(number) == "absent" and table.seats[number].level is None]
    if not replaced and not absent:
        return None
    step = Step(table, open_game(snapshot), snapshot)
    step.doc_changed = True
    for number in replaced:
        seat = table.seats[number]
        seat.level, seat.stays = there.event.settings.filler, True
        step.asks |= step.game is not None and step.game.pending is not None and step.game.pending.seat == number
        step.tell("takeover", number, level=seat.level)
    if absent and not replaced:  # another one is seen to next time, on what the table is then
        table.seats[absent[0]].left = "forfeited"
        table.left.append(absent[0])
        step.tell("forfeit", absent[0])
        step.settle()
    return step.change(house)


def has_no_end(table: Table, snapshot: Snapshot) -> bool:
    """Whether a game has had more rounds than it may have; each has an event for every seat at least."""
    return snapshot.number > LONGEST * table.players and open_game(snapshot, telling=False).round > LONGEST


async def start_together(house: House, there: Held, calls: Calls) -> None:
    """Start the tables of each unit that are full, once all of them are."""
    event = there.event
    if event.status != "running":
        return
    units: dict[str, list[str]] = {}
    for game, one in calls.items():
        if not one.begun and game in event.unplayed:
            units.setdefault(unit_of(event.fixtures[game]), []).append(game)
    for games in units.values():
        names = [table_id(there.doc.id, game) for game in games]
        loaded = await asyncio.gather(*[house.store.load(name, seed=True) for name in names])
        found = [(opened_table(one), one) for one in loaded if one is not None]
        if len(found) == len(games) and all(table.status != "open" or is_full(table) for table, _ in found):
            for game, (table, snapshot) in zip(games, found, strict=True):
                if table.status == "open":
                    await stand(house, table, start_step(house, table, snapshot))
                calls[game] = msgspec.structs.replace(calls[game], begun=True)


async def break_off(house: House, table: Table, snapshot: Snapshot, why: str) -> None:
    """End a table that is not to be played any more."""

    def end(table: Table, snapshot: Snapshot) -> Change | None:
        if table.status == "open":
            return closed(house, table, snapshot, why)
        if table.status != "running":
            return None
        step = Step(table, open_game(snapshot), snapshot)
        step.break_off(why)
        return step.change(house)

    await insist(house, table, snapshot, end)


async def insist(
    house: House, table: Table, snapshot: Snapshot, make: Callable[[Table, Snapshot], Change | None]
) -> None:
    """Commit what `make` says of a table; where a player was quicker, what it says of the table after that."""
    for _ in range(TRIES):
        change_ = make(table, snapshot)
        if change_ is None or await stand(house, table, change_):
            return
        after = await house.store.load(table.id, seed=True)
        if after is None:
            return
        table, snapshot = opened_table(after), after


async def stand(house: House, table: Table, change_: Change) -> bool:
    """Commit and call the AI that is asked then; false where somebody was quicker."""
    outcome = await house.store.commit(change_)
    if outcome.kind != "ok":
        return False
    if change_.moves_to in ("over", "aborted"):
        await settle_soon(house, table)
        return True
    after = await house.store.load(table.id, seed=True)
    if after is not None:
        call(house, opened_table(after), after, outcome)
    return True


# what the log is told


def told_why(event: Tournament, game: str) -> str:
    """Why a game is not played any more."""
    return event.voided.get(game) or event.struck.get(game) or event.why or "the tournament does not need it any more"


async def void(house: House, tour_id: str, game: str, why: str) -> None:
    """Let a game count for nobody, unless it has a result or is void already."""

    def make(there: Held) -> Wanted | None:
        return Wanted([{"kind": "void", "game": game, "why": why}]) if game in there.event.unplayed else None

    await change(house, tour_id, make, tried=False)


async def forfeit(house: House, tour_id: str, game: str, names: list[str]) -> None:
    """Write down who did not come to a game."""
    for name in names:

        def make(there: Held, name: str = name) -> Wanted | None:
            event = there.event
            if game not in event.unplayed or name in event.forfeited.get(game, {}) or name in event.withdrawn:
                return None
            return Wanted([{"kind": "forfeited", "game": game, "entrant": name, "why": "did not come to the table"}])

        await change(house, tour_id, make, tried=False)
