"""Calling outside players to the tables of a tournament.

1. One document of the games' store says which games are in progress and how long they have waited. It is written before a table is created.
   So after a crash the expected tables are known, and missing ones are created again, each once.
2. Nobody is called to more tables at a time than the tournament allows. Games wait in playing order. A game whose players are free passes
   one whose players are not, so a slow bot delays only its own games.
3. A player who has not come after the grace time forfeits the game. The log records it, and the table follows the log. The table also
   follows the log when an entrant withdraws, when a game is void, or when the tournament is cancelled. The grace time runs only while a
   clock runs: an hour without a clock costs nobody a game.
4. The games of one deal start together, when all of their tables are full.
5. If `fault` is `forfeit`, a player who lets several decisions time out forfeits the game. One lost packet costs nobody a game, and a bot
   that hangs does not delay the others for long.
6. Players who never build would play forever. After `LONGEST` rounds house bots finish the game.
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
"""How often to look at tables that wait for players."""
SLOW_LOOK_MS: Final = 3000
"""How often to look at running tables. The end of a game is reported at once."""
REMIND_MS: Final = 5000
"""How often an invitation is repeated for players who have just come online. The interval grows, so that a long wait does not crowd out
other notices.
"""
REMIND_SHARE: Final = 10
"""An interval of one tenth of the time waited so far, if that is longer."""
LONGEST: Final = 100
"""The maximum number of rounds of a game, as offline. Games of random bots have at most 25."""
AT_A_TIME: Final = 500
"""The maximum number of tables that one look creates."""


class Call(msgspec.Struct, frozen=True, array_like=True):
    """A game whose players were called to its table."""

    seen: int
    """When the clock last looked at it."""
    waited: int = 0
    """How long it has waited for its players, in milliseconds."""
    told: int = 0
    """When its players were last notified."""
    begun: bool = False


TRIES: Final = 20
"""How often to retry after a move of a faster player."""
MISSED: Final = 3
"""After this number of timeouts a seat is forfeited."""
Calls = dict[str, Call]
READER: Final = msgspec.msgpack.Decoder(Calls)


def calls_key(tour_id: str) -> str:
    """The key of the document about the games in progress."""
    return document("calls", tour_id)


async def calls_of(house: House, tour_id: str) -> tuple[bytes | None, Calls]:
    """The games in progress: the stored bytes and the decoded value."""
    kept = await house.store.get(calls_key(tour_id))
    return kept, {} if kept is None else READER.decode(kept)


async def see_to_tables(house: House, there: Held) -> int | None:
    """Process all tables in progress, and create new ones. Returns the milliseconds until the next look, None without tables."""
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
    """The next games to call players for: in playing order, if their players are free."""
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
    """The unplayed games of a unit."""
    names = [f"{unit}.{turn}" for turn in range(event.settings.turns)]
    return [event.unplayed[name] for name in names if name in event.unplayed]


async def make_table(house: House, there: Held, fixture: Fixture) -> None:
    """Create the table of a game if it does not exist, and call its players."""
    table, seed = table_of(there, fixture)
    if await create(house, table, seed):
        await house.store.put_off(table.id, ms=looked_at_in(house, table, there.now), expects=1)
        await invite(house, there, table)


async def invite(house: House, there: Held, table: Table) -> None:
    """Notify the players that a seat is reserved for."""
    by = there.doc.organizer
    for number, seat in enumerate(table.seats):
        if seat.reserved is not None:
            told = {"table": table.id, "seat": number, "by": by.account, "name": by.name, "bot": False}
            await house.store.append(document("notices", seat.reserved), json.dumps(told).encode(), keep=200)
            await notify(house, seat.reserved)


# a table under way


async def see_to_table(house: House, there: Held, game: str, before: Call, snapshot: Snapshot | None) -> Call | None:
    """Make a table follow the log; None when nothing remains to be done."""
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
    """Wait for missing players, remind them, and after the grace time let them forfeit."""
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
    """Fill the seats of a table that has not started, as the log says. Returns the notices to send."""
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
    """Replace a player who has withdrawn or hangs with a house bot or default actions."""

    def follow(table: Table, snapshot: Snapshot) -> Change | None:
        return None if table.status != "running" else followed(house, there, fixture, table, snapshot)

    await insist(house, table, snapshot, follow)


def followed(house: House, there: Held, fixture: Fixture, table: Table, snapshot: Snapshot) -> Change | None:
    """The change that replaces these players, or only the first of them who forfeits; None if none is left."""
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
    """Whether a game has exceeded the maximum number of rounds. Each round has at least one event per seat."""
    return snapshot.number > LONGEST * table.players and open_game(snapshot, telling=False).round > LONGEST


async def start_together(house: House, there: Held, calls: Calls) -> None:
    """Start the tables of each unit when all of them are full."""
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
    """Cancel a table that no longer needs to be played."""

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
    """Commit the change that `make` returns for a table. If a player was faster, repeat with the new table."""
    for _ in range(TRIES):
        change_ = make(table, snapshot)
        if change_ is None or await stand(house, table, change_):
            return
        after = await house.store.load(table.id, seed=True)
        if after is None:
            return
        table, snapshot = opened_table(after), after


async def stand(house: House, table: Table, change_: Change) -> bool:
    """Commit, and queue a job for the AI that decides next; false if another writer was faster."""
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
    """Why a game is no longer played."""
    return event.voided.get(game) or event.struck.get(game) or event.why or "the tournament does not need it any more"


async def void(house: House, tour_id: str, game: str, why: str) -> None:
    """Make a game void, unless it has a result or is void already."""

    def make(there: Held) -> Wanted | None:
        return Wanted([{"kind": "void", "game": game, "why": why}]) if game in there.event.unplayed else None

    await change(house, tour_id, make, tried=False)


async def forfeit(house: House, tour_id: str, game: str, names: list[str]) -> None:
    """Record who did not come to a game."""
    for name in names:

        def make(there: Held, name: str = name) -> Wanted | None:
            event = there.event
            if game not in event.unplayed or name in event.forfeited.get(game, {}) or name in event.withdrawn:
                return None
            return Wanted([{"kind": "forfeited", "game": game, "entrant": name, "why": "did not come to the table"}])

        await change(house, tour_id, make, tried=False)
