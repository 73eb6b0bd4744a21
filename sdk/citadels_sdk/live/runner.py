"""All tables of one run: what is played, what is taken up again, what is looked for.

1. Whatever game the account has a seat in is played, however the run came to know of it: what is owed first, then what runs, then
   what waits. So nothing is lost when an answer was, or the run before this one.
2. The stream of the account says what is new; every few seconds the service is asked what is owed, should the stream be silent.
3. Each table is a task of its own. One that fails for a reason of this toolkit is begun again, without touching the others.
4. After `stop` nothing new is taken, and the run ends with its last game. `hand_over` ends it at once, and leaves the games as they stand.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TYPE_CHECKING, Final, Literal

from citadels_sdk.client.models_stream import InvitedNotice, OwedNotice, SnapshotNotice, TableNotice
from citadels_sdk.errors import Misread, NotFound, NotSignedIn, Refused, ServiceError
from citadels_sdk.live.bot_executor import Mind, worker_for
from citadels_sdk.live.retry import definite, pause_after, sure
from citadels_sdk.live.run_report import Fault, Played, RunReport, Voice
from citadels_sdk.live.seat_search import Seating
from citadels_sdk.live.server_clock import ServerClock
from citadels_sdk.live.table_loop import Sitting
from citadels_sdk.live.wakeup import Bell

if TYPE_CHECKING:
    from pathlib import Path

    from citadels_sdk.bot import Accepts, Start
    from citadels_sdk.client.async_client import AsyncClient
    from citadels_sdk.client.calls import ClockOrder
    from citadels_sdk.client.models import Table
    from citadels_sdk.client.words import Edition, Level
    from citadels_sdk.live.bot_executor import Worker
    from citadels_sdk.local.bot_loader import Entrant

__all__ = ["Plan", "Runner", "Seek"]

Seek = Literal["house", "others", "invitations", "table", "tournament"]
WATCH_S: Final = 2.5
"""How often the service is asked what is owed."""
TRIES: Final = 3
"""How often a table is begun anew that failed for a reason of this toolkit."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run is to do."""

    seek: Seek = "house"
    """Games against AIs of the `house`, with `others` who look for a game, by `invitations`, at one `table`, or in one `tournament`."""
    table: str | None = None
    tournament: str | None = None
    invite: str | None = None
    games: int | None = None
    """How many games are begun; None: until the run is stopped."""
    tables: int = 1
    """At how many tables at once."""
    edition: Edition = "modern"
    players: int = 4
    clock: ClockOrder | None = None
    rated: bool = False
    fill: Level = "greedy"
    """The level of the AIs of the house."""
    resume: bool = True
    """Whether the games that run already are taken up."""
    time_limit: float | None = None
    """How many seconds the bot may think at most."""
    faults: Path | None = None
    """Where the decisions are saved at which the bot fails."""
    save: Path | None = None
    """Where the records of the games are saved that are over."""


class Runner:
    """A run, from its first table to its last."""

    def __init__(
        self,
        client: AsyncClient,
        entrant: Entrant,
        plan: Plan,
        *,
        account: str,
        accepts: Accepts,
        voice: Voice,
        chance: str,
    ) -> None:
        self.client = client
        self.account = account
        self.entrant = entrant
        self.plan = plan
        self.accepts = accepts
        self.voice = voice
        self.clock = ServerClock()
        self.sittings: dict[str, Sitting] = {}
        self.played: list[Played] = []
        self.stopping = False
        self.handing_over = False
        self.failed = False
        self.given_up: list[str] = []
        """The tables at which the service refused what a run needs."""
        self.count = 0
        """How many games were taken, those that were taken up again included."""
        self.bell = Bell()
        self.seating = Seating(self)
        self._chance = chance
        self._tasks: set[asyncio.Task[None]] = set()
        self._passed: set[str] = set()
        self._shared: Worker | None = None
        self._fatal: Exception | None = None

    # --- what a table asks of its run -----------------------------------------------------------------------------------

    def mind(self, start: Start) -> Mind:
        """The bot at a seat of a game; its chance is its own and cannot be guessed, and the same when the game is taken up again."""
        chance = sha256(f"{self._chance}|{start.game}|{start.seat}".encode()).hexdigest()
        player = self.entrant.sit(start, chance)
        if self.entrant.kind != "object":
            return Mind(player, worker_for(self.entrant, player))
        if self._shared is None:
            self._shared = worker_for(self.entrant, player)
        return Mind(player, self._shared, shared=True)

    def link(self, table: str) -> str:
        """The page of the table; once the game is over it leads to the replay."""
        return f"{self.client.url}/table/{table}"

    def begun(self, sitting: Sitting, clock: str) -> None:
        """A game has begun."""
        table = sitting.table
        self.voice.begun(
            table.id,
            self.link(table.id),
            sitting.seat,
            table.players,
            str(table.edition),
            clock,
            resumed=sitting.resumed,
        )
        self.bell.ring()

    def fails(self, table: str) -> None:
        """The bot has failed too often in a row at a table."""
        self.failed = True
        self.voice.note(f"the bot is not asked any more at {table}; no new games are taken")
        self.stop()

    def stop(self, *, hand_over: bool = False) -> None:
        """Take nothing new, and end with the last game; or now."""
        self.stopping = True
        self.handing_over = self.handing_over or hand_over
        self.bell.ring()

    # --- tables ---------------------------------------------------------------------------------------------------------

    @property
    def room(self) -> bool:
        """Whether another game may be begun."""
        enough = self.plan.games is not None and self.count >= self.plan.games
        return not self.stopping and not enough and len(self.sittings) < self.plan.tables

    async def adopt(self, table_id: str, *, resumed: bool = False) -> None:
        """Play at the table, if the account has a seat there and nobody here plays it yet."""
        if table_id in self.sittings or table_id in self._passed:
            return
        try:
            table = await sure(lambda: self.client.get_table(table_id))
        except NotFound:
            return
        self.take(table, resumed=resumed)

    def take(self, table: Table, *, resumed: bool = False) -> None:
        """Play at the table, if the account has a seat there and nobody here plays it yet."""
        seat = table.your_seat
        if seat is None or table.status not in ("open", "running"):
            return
        if table.id in self.sittings or table.id in self._passed:
            return
        sitting = Sitting(self, table, seat, resumed=resumed)
        self.sittings[table.id] = sitting
        self.count += 1
        task = asyncio.create_task(self._play(sitting), name=f"plays {table.id}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        self.bell.ring()

    async def _play(self, sitting: Sitting) -> None:
        """One table to its end."""
        table = sitting.table.id
        try:
            for left in range(TRIES - 1, -1, -1):
                try:
                    await self._ended(sitting, await sitting.play())
                except ServiceError as error:
                    self._passed.add(table)
                    if isinstance(error, NotSignedIn) or not definite(error):
                        self._fatal = error
                    else:
                        self.failed = True
                        self.given_up.append(table)
                        self.voice.note(f"{table} is given up: {error}")
                except Exception as error:  # noqa: BLE001  # one table must not end the others
                    if left:
                        self.voice.note(f"{table} is begun again after {type(error).__name__}: {error}")
                        await asyncio.sleep(1.0)
                        sitting = self.sittings[table] = Sitting(self, sitting.table, sitting.seat, resumed=True)
                        continue
                    self._fatal = error
                return
        finally:
            if self.sittings.get(table) is sitting:
                del self.sittings[table]
            self.bell.ring()

    async def _ended(self, sitting: Sitting, game: Played) -> None:
        """A table is through."""
        if game.place is None and sitting.mind is None:
            self.count -= 1  # it never began
            return
        if self.plan.save is not None and game.place is not None:
            game = replace(game, record=await self._saved(self.plan.save, game.table))
        self.played.append(game)
        self.voice.ended(game)

    async def _saved(self, folder: Path, table: str) -> str | None:
        """The file in which the record of a game that is over was saved; None, and a note, where that cannot be."""
        path = folder / f"{table}.ndjson"
        try:
            record = await sure(lambda: self.client.get_record(table))
            folder.mkdir(parents=True, exist_ok=True)
            record.save(path)
        except (Refused, Misread, OSError) as error:
            self.voice.note(f"the record of {table} is not saved: {error}")
            return None
        return str(path)

    def drop(self, table: str) -> None:
        """The seat was given back before the game."""
        if self.sittings.pop(table, None) is None:
            return
        self.count -= 1
        for task in self._tasks:
            if task.get_name() == f"plays {table}":
                task.cancel()
        self.bell.ring()

    # --- the run --------------------------------------------------------------------------------------------------------

    async def go(self) -> RunReport:
        """Play until there is no more to do."""
        await self._resume()
        helpers = [
            asyncio.create_task(self._follow(), name="follows the account"),
            asyncio.create_task(self._watch(), name="asks what is owed"),
            asyncio.create_task(self.seating.seek(), name="seeks games"),
        ]
        try:
            while not self._finished():
                for helper in helpers:
                    if helper.done() and (error := helper.exception()) is not None:
                        raise error
                if self._fatal is not None:
                    raise self._fatal
                if self.stopping:
                    await self.seating.leave_open_tables()
                    if self._finished():
                        break
                waiting = asyncio.create_task(self.bell.wait())
                alive = [helper for helper in helpers if not helper.done()]
                await asyncio.wait([waiting, *alive], return_when=asyncio.FIRST_COMPLETED)
                waiting.cancel()
            if self._fatal is not None:
                raise self._fatal
            await self.seating.decline_all()
            return self.report()
        finally:
            tasks = [*helpers, *self._tasks]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            if self._shared is not None:
                self._shared.close()

    def _finished(self) -> bool:
        if self._fatal is not None:
            return True
        if self.handing_over:
            return not self.seating.busy and all(one.begun for one in self.sittings.values())
        if self.sittings:
            return False
        enough = self.plan.games is not None and self.count >= self.plan.games
        return ((self.stopping or enough) and not self.seating.busy) or self.seating.exhausted

    def report(self) -> RunReport:
        """What the run has come to so far."""
        unfinished = (*self.given_up, *(table for table, one in self.sittings.items() if one.begun))
        faults: tuple[Fault, ...] = sum((game.faults for game in self.played), ())
        faults += tuple(fault for one in self.sittings.values() for fault in one.faults)
        return RunReport(tuple(self.played), unfinished, self.failed, faults)

    async def _resume(self) -> None:
        """Take up what runs already: what is owed first."""
        standing = await sure(self._standing)
        for table in dict.fromkeys(standing):
            if self.plan.resume:
                await self.adopt(table, resumed=True)
            else:
                self._passed.add(table)

    async def _standing(self) -> list[str]:
        """The tables of the account that are not over."""
        found = [one.table for one in (await self.client.list_owed()).items]
        for status in ("running", "open"):
            tables = self.client.all_tables(mine=True, status=status)
            found += [table.id async for table in tables if table.your_seat is not None]
        return found

    async def _follow(self) -> None:
        """Hear what concerns the account; a bot is there for others as long as this goes on."""
        attempt = 0
        after: int | None = 0 if self.plan.seek in ("invitations", "tournament") else None
        while True:
            try:
                async with self.client.follow_me(after=after) as notices:
                    async for notice in notices:
                        attempt = 0
                        if isinstance(notice, SnapshotNotice):
                            for table in notice.tables:
                                await self.adopt(table)
                            for one in notice.owed:
                                self._owed(one.table, one.n)
                        elif isinstance(notice, OwedNotice):
                            await self.adopt(notice.table)
                            for one in notice.owed:
                                self._owed(one.table, one.n)
                        elif isinstance(notice, TableNotice) and notice.seat is not None:
                            await self.adopt(notice.table)
                        elif isinstance(notice, InvitedNotice):
                            after = notice.number
                            await self.seating.invited(notice)
                error: ServiceError | None = None
            except ServiceError as raised:
                error = raised
            if error is not None:
                if isinstance(error, NotSignedIn):
                    raise error
                attempt += 1
                await asyncio.sleep(pause_after(attempt, error) if not isinstance(error, Refused) else WATCH_S)

    async def _watch(self) -> None:
        """Ask now and then what is owed, should nobody have said it."""
        while True:
            await asyncio.sleep(WATCH_S)
            sent = time.monotonic()
            owed = await sure(self.client.list_owed)
            if time.monotonic() - sent > WATCH_S:
                continue  # what took so long to come may be old
            for one in owed.items:
                await self.adopt(one.table)
                self._owed(one.table, one.n, overdue=True)

    def _owed(self, table: str, n: int, *, overdue: bool = False) -> None:
        sitting = self.sittings.get(table)
        if sitting is not None:
            sitting.owes(n, overdue=overdue)
