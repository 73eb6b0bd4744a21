"""Whole games of tournaments: if only house bots play, one job plays the game from deal to score.

1. A job contains a tournament and one of its games, nothing else. If the game no longer needs to be played, the job is stale and does
   nothing.
2. A worker holds a lease on the game while it plays, and renews it. Another worker with the same job leaves the game alone. The lease of a
   killed worker soon expires.
3. The worker writes the finished table in one commit, with all events. Then it archives the table as its record. Then it adds the result to
   the tournament's log. A worker may be killed after any of these steps: the next worker that finds the table does the rest.
4. A game is left when a seat waits for the worker, and a game of bots that search after a while, too. The decisions are saved and the job
   is queued again, behind seats that somebody waits for and before the other games of its organizer. A killed worker loses one slice.
5. If two workers play the same game after all, only one table is written: the second commit is refused. The result always comes from that
   table.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from datetime import UTC, datetime
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec
import redis
import structlog
from citadels_api.jobs import DEEP, GAMES
from citadels_api.play.game_log import deal
from citadels_api.play.step import counted, level_of
from citadels_api.problems import Refusal
from citadels_api.records.service import shrink
from citadels_api.store.keys import document
from citadels_api.store.log_codec import Entry, Taken, Told
from citadels_api.store.log_codec import pack as pack_entry
from citadels_api.store.ports import Change, Logged, StoreError
from citadels_api.stored import pack
from citadels_api.tables.transaction import opened_table
from citadels_api.tournaments.log import Held, Wanted, change, held
from citadels_api.tournaments.results import is_open, picks_of, places_of, report
from citadels_contest.log import result_entry
from citadels_contest.types import Fixture, Result
from citadels_engine import is_over, scores, view
from citadels_engine.actions.default import default_action
from citadels_engine.formats.codec import encode
from citadels_engine.formats.record import begin, final_places

from citadels_workers.ai_seats import bot_of, desk
from citadels_workers.live_tournaments import follow
from citadels_workers.tournament_tables import create, created, is_whole, share_of, table_of, thinks

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from citadels_api.context import House
    from citadels_api.tables.stored import Table
    from citadels_engine import Action

    from citadels_workers.ai_seats import Desk


SLICE_S: Final = 1.0
"""How long a slice of a game between bots that search may take."""
LOG: Final = structlog.get_logger("games")
LOOK_S: Final = 0.02
"""How often a worker looks whether a seat waits for it."""
BEGUN_MS: Final = 3_600_000
Begun = list[tuple[str, int]]
"""The decisions of an unfinished game, with their times."""
BEGUN: Final = msgspec.msgpack.Decoder(Begun)


class Played(NamedTuple):
    """A finished game: its table and its state, the events, the record, the number of rounds."""

    table: Table
    state: bytes
    entry: Entry
    record: str
    rounds: int


def play_out(
    house: House,
    table: Table,
    seed: str,
    now: int,
    begun: Begun | None = None,
    slice_s: float | None = None,
    leaves: Callable[[], bool] | None = None,
) -> Played | Begun:
    """Play a game from where it was left, to its end, for a limited time, or until it has to be left. Each bot gets the view and the events
    of its seat.
    """
    game = deal(table, seed, telling=True)
    names = [seat.player.name if seat.player is not None else "" for seat in table.seats]
    day = datetime.fromtimestamp(now / 1000, UTC).date().isoformat()
    record = begin(game, game_id=table.id, names=names, date=day, crown=table.crown)
    played = [level_of(table, seat) for seat in range(table.players)]
    seen: list[list[dict[str, Any]]] = [[] for _ in played]
    told = [Told("start", -1, {"crown": game.crown}, [])]
    taken: list[Taken] = []
    tell(game.events, told, seen, played)
    began = time.monotonic()
    known = [] if begun is None else begun
    action: Action | str
    while not is_over(game):
        assert game.pending is not None
        seat = game.pending.seat
        level = played[seat]
        if game.n < len(known):
            action, at = known[game.n]
        else:
            over = slice_s is not None and time.monotonic() - began > slice_s
            if game.n > len(known) and (over or (leaves is not None and leaves())):
                return [(one.do, one.received) for one in taken]
            if level is None:
                action = default_action(game)
            else:
                action = bot_of(house, table, level, seat, game.n).choose(view(game, seat), seen[seat])
            at = now + int((time.monotonic() - began) * 1000)
        by = "default" if level is None else None
        record.take(game, action, ms=0, asked=at, received=at, by=by or "ai")
        taken.append(Taken(game.n - 1, seat, str(action), 0, at, at, by))
        tell(game.events, told, seen, played)
    record.finish(game, table.left)
    table.status = "over"
    table.started, table.ended = now, now + int((time.monotonic() - began) * 1000)
    table.places = final_places(game, table.left)
    table.totals = [sheet.total for sheet in scores(game)]
    table.decisions = game.n
    table.seed = None if table.sealed else seed
    end = {"places": table.places, "totals": table.totals, "left": table.left, "seed": table.seed}
    told.append(Told("end", -1, end, []))
    state = msgspec.msgpack.encode(encode(game))
    return Played(table, state, Entry(table.ended, 2, taken, told), record.text(), game.round)


def tell(events: list[Any], told: list[Told], seen: list[list[dict[str, Any]]], played: list[str | None]) -> None:
    """Append the events, and show each bot what its seat sees of them. Random bots do not look."""
    for event in events:
        one = Told.of(event)
        told.append(one)
        for seat, level in enumerate(played):
            if level not in (None, "random"):
                seen[seat].append(one.for_seat(seat))


# in the store


def lease_key(table: str) -> str:
    """The lease on a game."""
    return document("playing", table)


def begun_key(table: str) -> str:
    """The saved decisions of a game that is played in slices. They expire."""
    return document("begun", table)


@contextlib.asynccontextmanager
async def leased(house: House, table: str) -> AsyncIterator[bool]:
    """Hold and renew the lease on a game; false if another worker has it."""
    key, own, lasts = lease_key(table), secrets.token_bytes(8), house.settings.game_lease_ms
    if not await house.store.put(key, own, expects=None, ttl_ms=lasts):
        yield False
        return
    renewing = asyncio.create_task(renew(house, key, own, lasts))
    try:
        yield True
    finally:
        renewing.cancel()
        with contextlib.suppress(StoreError, asyncio.CancelledError):
            await renewing
        with contextlib.suppress(StoreError):
            await house.store.put(key, None, expects=own)


async def renew(house: House, key: str, own: bytes, lasts: int) -> None:
    """Renew a lease until it is lost."""
    while True:
        await asyncio.sleep(lasts / 3000)
        with contextlib.suppress(StoreError):
            if not await house.store.put(key, own, expects=own, ttl_ms=lasts):
                return


async def play_game(house: House, tour_id: str, game: str, leaves: Callable[[], bool] | None = None) -> str:
    """Play a game of a tournament until it has to be left, or finish what another worker began. Returns the outcome in one word."""
    there = await held(house, tour_id)
    if there is None:
        return "gone"
    fixture = there.event.unplayed.get(game)
    if there.event.status != "running" or fixture is None or not is_whole(there.event, fixture):
        return "stale"
    table, seed = table_of(there, fixture)
    found = await house.store.load(table.id)
    if found is None or opened_table(found).status == "open":
        async with leased(house, table.id) as own:
            if not own:
                return "taken"
            if found is None:
                await create(house, table, seed)
                number = 1
            else:
                number = found.number
            thinking = thinks(there.event, fixture)
            slice_s = SLICE_S if thinking else None
            kept = await house.store.get(begun_key(table.id))
            begun = None if kept is None else BEGUN.decode(kept)
            played = await asyncio.to_thread(play_out, house, table, seed, there.now, begun, slice_s, leaves)
            if isinstance(played, list):
                await house.store.put(begun_key(table.id), msgspec.msgpack.encode(played), ttl_ms=BEGUN_MS)
            elif await write(house, played, number):
                await told(house, tour_id, fixture, played)
                return "over"
        if isinstance(played, list):
            house.bell.play(tour_id, game, thinking=thinking, again=True, share=share_of(there))
            return "passed on"
        found = await house.store.load(table.id)
    if found is None or opened_table(found).status not in ("over", "aborted"):
        return "running"
    await report(house, opened_table(found))
    return "over"


async def write(house: House, played: Played, number: int) -> bool:
    """Write the finished table over its version with this number, and archive it as its record; false if another writer was faster."""
    table, entry = played.table, played.entry
    entry = Entry(entry.at, number + 1, entry.taken, entry.events)
    outcome = await house.store.commit(
        Change(
            table=table.id,
            expects=number,
            number=entry.last,
            entry=pack_entry(entry),
            doc=pack(table),
            state=played.state,
            due_in=house.settings.linger_ms,
            key="whole-game",
            digest=secrets.token_bytes(8),
            moves_from="open",
            moves_to="over",
            rank=table.created,
            counts=counted(table) | {"decisions": len(entry.taken)},
        )
    )
    if outcome.kind in ("ok", "replay"):
        log = [(Logged(1, table.created, b""), created(table)), (Logged(outcome.number, outcome.now, b""), entry)]
        await shrink(house, table.id, outcome.number, played.record, log)
        return True
    return False


async def told(house: House, tour_id: str, fixture: Fixture, played: Played) -> None:
    """Add the result and its consequences to the tournament's log, once."""
    table, seats = played.table, len(fixture.seats)
    assert table.places is not None
    assert table.totals is not None
    result = Result(
        fixture,
        places_of(table.places, seats),
        tuple(table.totals),
        played.rounds,
        tuple(table.left),
        picks=picks_of([(taken.seat, taken.do) for taken in played.entry.taken], seats),
        record=sha256(played.record.encode()).hexdigest(),
    )
    entry = result_entry(result)

    def make(now: Held) -> Wanted | None:
        return Wanted([entry], due_in=0) if is_open(now.event, fixture.id) else None

    there, _ = await change(house, tour_id, make, key=f"result-{fixture.id}", tried=False)
    if not there.event.unplayed:
        await follow(house, there)


# the job


def seat_waits(own: Desk) -> Callable[[], bool]:
    """Whether a seat waits for this worker, as it was a moment ago. Where the queue does not say, none does."""
    looked = time.monotonic()

    def waits() -> bool:
        nonlocal looked
        if time.monotonic() - looked < LOOK_S:
            return False
        looked = time.monotonic()
        with contextlib.suppress(redis.RedisError):
            return own.seats.waits()
        return False

    return waits


def play(tournament: str, game: str) -> None:
    """The job: play the game that comes next; where none waits, this game of this tournament."""
    own = desk()
    with own.work(DEEP if own.thinking else GAMES) as work:
        if work is not None:
            tournament, game = work.arguments
        try:
            ended = own.do(play_game(own.house, tournament, game, seat_waits(own)))
        except (StoreError, Refusal) as error:
            LOG.warning("a game was broken off", tournament=tournament, game=game, reason=type(error).__name__)
            return
        LOG.debug("game", tournament=tournament, game=game, reason=ended)
