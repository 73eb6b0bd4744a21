"""Records: of games that are over, and what they shrink to."""

from __future__ import annotations

import asyncio
import json
import zlib
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from citadels_engine import RULES, new_game
from citadels_engine.formats.record import Record, begin, read, replay, steps

from citadels_api.play.game_log import opened
from citadels_api.problems import Refusal
from citadels_api.store.log_codec import Entry, Told
from citadels_api.tables.lobby import digest
from citadels_api.tables.stored import Table, unpack_table
from citadels_api.tables.transaction import needs_open_seal, table_of, unsealed

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from citadels_engine import Game

    from citadels_api.context import House, Principal
    from citadels_api.store.ports import Logged, Snapshot


PAGE: Final = 50


def written(table: Table, seed: str, entries: list[Entry]) -> Record:
    """The record of a game that is over, from its log."""
    game = new_game(
        table.players,
        edition=table.edition,
        cast=table.cast,
        uniques=table.uniques,
        options=table.options,
        crown=table.crown,
        seed=seed,
    )
    names = [seat.player.name if seat.player is not None else "" for seat in table.seats]
    day = datetime.fromtimestamp((table.started or table.created) / 1000, UTC).date().isoformat()
    made = begin(game, game_id=table.id, names=names, date=day, crown=table.crown)
    ais = {number for number, seat in enumerate(table.seats) if seat.kind == "ai"}
    for entry in entries:
        for taken in entry.taken:
            by = "ai" if taken.by is None and taken.seat in ais else taken.by
            made.take(game, taken.do, ms=taken.ms, asked=taken.asked, received=taken.received, by=by)
    made.finish(game, table.left)
    return made


async def record(house: House, who: Principal | None, table_id: str, *, invite: str | None = None) -> str:
    """The record of a game that is over, as newline-delimited JSON."""
    return await text_of(house, *await finished(house, who, table_id, invite=invite))


async def finished(
    house: House, who: Principal | None, table_id: str, *, invite: str | None = None
) -> tuple[Table, Snapshot]:
    """A table whose game is over and open to whoever may see the table."""
    table, snapshot = await table_of(house, who, table_id, seed=True, invite=digest(invite))
    if table.status != "over":
        raise Refusal(
            "not_found" if table.status == "aborted" else "not_open",
            "a game that was broken off has no record" if table.status == "aborted" else "the game is not over yet",
        )
    needs_open_seal(table)
    return table, snapshot


async def text_of(house: House, table: Table, snapshot: Snapshot) -> str:
    """The record of a table that is over."""
    if table.archived:
        return str((await opened_archive(house, table))["record"])
    if snapshot.seed is None:
        raise Refusal("not_found", "the record is no longer kept")
    log = opened(await house.store.log(table.id))
    if not log:  # it was archived since
        return str((await opened_archive(house, table))["record"])
    return written(table, snapshot.seed, [entry for _, entry in log]).text()


async def records(
    house: House, *, cursor: tuple[int, str] | None = None, limit: int = 1000
) -> AsyncIterator[tuple[str, str]]:
    """The records of all public games that are over, newest first, each with the cursor after it."""
    sent = 0
    before = cursor
    while sent < limit:
        listed = await house.store.index("over", before=before, limit=PAGE)
        snapshots = await asyncio.gather(*[house.store.load(name, seed=True) for _, name in listed])
        for place, snapshot in zip(listed, snapshots, strict=True):
            before = place
            if snapshot is None:
                continue
            table = unpack_table(snapshot.doc)
            if table.visibility == "public" and table.status == "over":
                if (await unsealed(house, table)).sealed:
                    continue
                try:
                    text = await text_of(house, table, snapshot)
                except Refusal:
                    continue
                yield text, f"{place[0]}.{place[1]}"
                sent += 1
                if sent == limit:
                    return
        if len(listed) < PAGE:
            return


# archives


def notes_of(log: list[tuple[Logged, Entry]]) -> list[dict[str, Any]]:
    """What of a log the record cannot tell: when its entries were written, and the events of the table among those of the game."""
    return [
        {
            "first": entry.first,
            "number": logged.number,
            "at": logged.at,
            "taken": len(entry.taken),
            "events": [
                [number, event.kind, event.seat, event.facts]
                for number, event in enumerate(entry.events, entry.first)
                if event.kind in TABLE_EVENTS
            ],
        }
        for logged, entry in log
    ]


TABLE_EVENTS: Final = frozenset(
    (
        "created", "join", "get_up", "start", "ask", "end", "aborted", "resign", "forfeit", "takeover", "return", "timeout",
        "reserved", "declined", "invitation", "rematch",
    )
)  # fmt: skip


async def archive(house: House, table: Table, snapshot: Snapshot) -> bool:
    """Shrink a finished table to its record; false where it has moved on.

    A long game takes a while to be played again and pressed: that happens in a thread, so that what else the process has to see to goes on.
    """
    assert snapshot.seed is not None
    logged = await house.store.log(table.id)
    if not logged:
        return False
    blob = await asyncio.to_thread(shrunk, table, snapshot.seed, logged)
    return await keep(house, table.id, snapshot.number, blob)


def shrunk(table: Table, seed: str, logged: list[Logged]) -> bytes:
    """What is kept of a finished table with this log."""
    log = opened(logged)
    return pressed(written(table, seed, [entry for _, entry in log]).text(), log)


def pressed(text: str, log: list[tuple[Logged, Entry]]) -> bytes:
    """What is kept of a table with this record and log."""
    held = {"format": 1, "rules": RULES, "record": text, "log": notes_of(log)}
    return zlib.compress(json.dumps(held, separators=(",", ":")).encode(), 9)


async def shrink(house: House, table_id: str, number: int, text: str, log: list[tuple[Logged, Entry]]) -> bool:
    """Put the record in the place of a finished table's log; false where the table has moved on from that number."""
    return await keep(house, table_id, number, pressed(text, log))


async def keep(house: House, table_id: str, number: int, blob: bytes) -> bool:
    """Put what is kept in the place of a finished table's log; false where the table has moved on from that number."""
    days = house.settings.keep_records_days
    return await house.store.archive(
        table_id, blob, expects=number, keep_ms=None if days is None else days * 86_400_000
    )


async def opened_archive(house: House, table: Table) -> dict[str, Any]:
    """What is kept of a table that was archived."""
    blob = await house.store.archived(table.id)
    if blob is None:
        raise Refusal("not_found", "the record is no longer kept")
    held: dict[str, Any] = json.loads(zlib.decompress(blob))
    return held


async def archived_game(house: House, table: Table) -> Game:
    """The game of an archived table at its end."""
    return replay(read((await opened_archive(house, table))["record"]))


async def archived_log(house: House, table: Table) -> list[tuple[int, int, Entry]]:
    """The log of an archived table, (number, at, entry), told again by playing the record again."""
    held = await opened_archive(house, table)
    return [
        (note["number"], note["at"], Entry(note["at"], note["first"], [], [event for _, event, _ in events]))
        for note, events in told_again(read(held["record"]), held["log"])
    ]


def told_again(
    record: Record, notes: list[dict[str, Any]]
) -> Iterator[tuple[dict[str, Any], list[tuple[int, Told, int]]]]:
    """Each of the notes of a log with all its events, (number, event, decision after which it came: -1 before the first)."""
    course = steps(record, telling=True)
    _, game = next(course)
    dealt = [Told.of(event) for event in game.events]
    at = -1
    taken = 0
    for note in notes:
        own = {number: Told(kind, seat, facts, []) for number, kind, seat, facts in note["events"]}
        of_game: list[tuple[Told, int]] = []
        if any(event.kind == "start" for event in own.values()):
            of_game.extend((event, -1) for event in dealt)
        for _ in range(note["taken"]):
            next(course)
            of_game.extend((Told.of(event), taken) for event in game.events)
            taken += 1
        waiting = iter(of_game)
        events: list[tuple[int, Told, int]] = []
        for number in range(note["first"], note["number"] + 1):
            event = own.get(number)
            if event is None:
                event, at = next(waiting)
            elif event.kind == "ask":
                at = event.facts["n"] - 1
            events.append((number, event, at))
        yield note, events
