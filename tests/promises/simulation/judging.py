"""What has to be true of a world that has come to its end, whatever went wrong on the way."""

from __future__ import annotations

import json
import zlib
from typing import TYPE_CHECKING, Any

from citadels_api.context import House, NoBell
from citadels_api.ratings.rated_games import is_rated
from citadels_api.ratings.stored import LADDER
from citadels_api.store.memory import MemoryStore
from citadels_api.tables.stored import unpack_table
from citadels_api.tournaments.log import held
from citadels_engine.formats.record import read
from citadels_workers.rating_fold import BATCHES

from tests.promises import history
from tests.support.recorded import faulty

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.promises.simulation.world import Game, World


def judge(world: World) -> list[str]:
    """Everything that is wrong, the first of each kind."""
    checks: list[Callable[[World], Iterator[str]]] = [games, due, indexes, followers, ratings, tournaments]
    return [fault for check in checks for fault in list(check(world))[:3]]


def record_of(world: World, name: str) -> tuple[Any, dict[str, Any]] | None:
    """A table that is over, and what its archive holds."""
    row = world.space.tables.get(name)
    if row is None or row.record is None:
        return None
    found: dict[str, Any] = json.loads(zlib.decompress(row.record))
    return unpack_table(row.doc), found


def games(world: World) -> Iterator[str]:
    """Every game has ended, is archived, verifies, holds each acknowledged move once, and its history is linearizable (R3, R4)."""
    for game in world.games:
        row = world.space.tables.get(game.table)
        if row is None and game.table in world.aborted:
            world.sometimes("a game was broken off")
            continue
        if row is None:
            yield f"{game.table} is gone"
            continue
        table = unpack_table(row.doc)
        if table.status != "over" or row.record is None:
            yield f"{game.table} is {table.status} and {'not ' * (row.record is None)}archived at the end of the world"
            continue
        yield from game_faults(world, game, zlib.decompress(row.record))


def game_faults(world: World, game: Game, blob: bytes) -> Iterator[str]:
    """What is wrong with one game that is over."""
    found: dict[str, Any] = json.loads(blob)
    record = read(found["record"])
    yield from faulty(record, game.table, game.commitment)
    numbers = [number for note in found["log"] for number in range(note["first"], note["number"] + 1)]
    if numbers != list(range(1, len(numbers) + 1)):
        yield f"{game.table}: the events are not numbered from 1 without a gap"
    for by in {taken.by for taken in record.taken}:
        world.sometimes(f"taken by {by}")
    yield from out_of_turn(game, record)
    by_others = {taken.seat for taken in record.taken if taken.by is not None}
    own = {player.seat for player in game.players} - by_others
    asked = [one for player in game.players for one in player.asked if one.move is None or one.seat in own]
    yield from history.judge(record, asked, own)
    acknowledged = list(world.moves.get(game.table, {}).values())
    written = {(taken.n, taken.seat, taken.do) for taken in record.taken}
    for move in acknowledged:
        if move not in written:
            yield f"{game.table}: {move} was acknowledged, and is not in the record"
    if len({n for n, _, _ in acknowledged}) != len(acknowledged):
        yield f"{game.table}: one decision was acknowledged under two keys"


def out_of_turn(game: Game, record: Any) -> Iterator[str]:
    """Decisions of people that somebody else took: only where their time was over, or they had given up."""
    limit = game.order.get("clock", {}).get("limit_ms")
    gone = {player.seat for player in game.players if player.resigns is not None}
    for taken in record.taken:
        if taken.by is None or taken.seat in gone or game.table_seats[taken.seat] == "ai":
            continue
        if limit is None:
            yield f"{game.table}: decision {taken.n} was taken for seat {taken.seat} by {taken.by}, and it had all the time it wanted"
        elif taken.by == "default" and taken.seat not in record.result.left and taken.received - taken.asked < limit:
            yield f"{game.table}: seat {taken.seat} had {taken.received - taken.asked} ms for decision {taken.n}, not {limit}"


def due(world: World) -> Iterator[str]:
    """No table is due any more: what is over needs nobody."""
    for shard in world.space.due:
        for name in shard:
            if name.startswith("game_"):
                yield f"{name} is still due, {shard[name] - world.now()} ms from now"


def indexes(world: World) -> Iterator[str]:
    """Every table is in the one list that it belongs to, and in no player's list of what is played."""
    for name, row in world.space.tables.items():
        if not name.startswith("game_"):
            continue
        status = unpack_table(row.doc).status
        listed = [index for index, members in world.space.indexes.items() if name in members]
        if listed != [status]:
            yield f"{name} is {status}, and listed as {listed}"
    for key, members in world.space.sets.items():
        if ":active:" in key and not world.space.tables.keys().isdisjoint(members):
            yield f"{key} still names {list(members)}"


def followers(world: World) -> Iterator[str]:
    """Whoever followed a table saw each event once, in order."""
    for table, seen in world.followed:
        numbers = [number for number, _ in seen]
        if numbers != list(range(1, len(numbers) + 1)):
            yield f"{table}: a follower saw {numbers[:3]}...{numbers[-3:]}, {len(numbers)} events"
        kept = record_of(world, table)
        if kept is not None and kept[1]["log"][-1]["number"] != len(numbers):
            yield f"{table}: a follower saw {len(numbers)} of {kept[1]['log'][-1]['number']} events"
        world.sometimes("followed to the end")


def ratings(world: World) -> Iterator[str]:
    """Every rated game that is over has changed the ratings once."""
    row = world.space.tables.get(LADDER)
    folded = [] if row is None else [game.table for logged in row.log for game in BATCHES.decode(logged.entry)]
    tables = [unpack_table(row.doc) for name, row in world.space.tables.items() if name.startswith("game_")]
    rated = [table.id for table in tables if is_rated(table)]
    if sorted(folded) != sorted(rated):
        yield f"rated games {sorted(rated)}, folded {sorted(folded)}"
    if rated:
        world.sometimes("rated")


def tournaments(world: World) -> Iterator[str]:
    """Every tournament is over, its secret is published, and its log has the result of each game once, as the record of its table tells it."""
    store = MemoryStore(now=world.now, space=world.space)
    house = House(store, world.settings, NoBell())
    for name in world.tournaments:
        there = world.loop.run_until_complete(held(house, name))
        if there is None or there.doc.status != "over":
            yield f"{name} is {'gone' if there is None else there.doc.status}"
            continue
        if there.doc.secret is None:
            yield f"{name} has not published its secret"
        results: dict[str, int] = {}
        for row in [row for key, row in world.space.tables.items() if key == name]:
            for logged in row.log:
                for entry in entries_of(logged.entry):
                    if entry.get("kind") == "result":
                        results[str(entry["game"])] = results.get(str(entry["game"]), 0) + 1
        for game, times in results.items():
            if times != 1:
                yield f"{name}: game {game} has {times} results"
        tables = [unpack_table(row.doc) for key, row in world.space.tables.items() if key.startswith("game_")]
        played = {table.fixture for table in tables if table.fixture is not None and table.tournament == name}
        if results and played != set(results):
            yield f"{name}: tables of {sorted(played)}, results of {sorted(results)}"
        world.sometimes("tournament ended")


def entries_of(packed: bytes) -> list[dict[str, Any]]:
    """The entries of a batch of a tournament's log, where it is not packed away."""
    try:
        found: list[dict[str, Any]] = json.loads(packed)
    except ValueError:
        return []
    return found
