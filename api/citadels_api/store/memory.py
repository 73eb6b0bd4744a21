"""The in-memory adapter: one process, nothing is persistent. Tests, simulators and first steps use it.

1. No method awaits, so each call is atomic.
2. Several stores may share a `Space`, as several processes share a Redis.
3. The clock is `now`. Nobody else's outage can stop it, so the game clock goes by it, unless `beats` asks for the beats of a real store.
"""

from __future__ import annotations

import heapq
import time
from typing import TYPE_CHECKING

from citadels_api.store import keys
from citadels_api.store.game_clock import Beat
from citadels_api.store.ports import Bells, Bucket, Change, Known, Logged, Outcome, Paused, Snapshot
from citadels_api.store.pubsub import Exchange
from citadels_api.store.token_bucket import Tariff

if TYPE_CHECKING:
    from collections.abc import Callable


class _Row:
    """A table."""

    __slots__ = ("asked", "deadline", "doc", "keys", "log", "number", "record", "seed", "state", "until")

    def __init__(self, doc: bytes, seed: str, entry: Logged) -> None:
        self.doc = doc
        self.seed: str | None = seed
        self.state: bytes | None = None
        self.number = entry.number
        self.asked = 0
        self.deadline: int | None = None
        self.log = [entry]
        self.keys: dict[str, Known] = {}
        self.record: bytes | None = None
        self.until: int | None = None


class Space:
    """The data that stores share."""

    def __init__(self) -> None:
        self.tables: dict[str, _Row] = {}
        self.due: list[dict[str, int]] = [{} for _ in range(keys.SHARDS)]
        self.indexes: dict[str, dict[str, int]] = {}
        self.documents: dict[str, tuple[bytes, int | None]] = {}
        self.sets: dict[str, dict[str, int]] = {}
        self.counts: dict[str, int] = {}
        self.tallied: dict[str, int] = {}
        self.lists: dict[str, tuple[int, list[tuple[int, bytes]]]] = {}
        self.buckets: dict[str, int] = {}
        self.bells = Exchange()
        self.beats: list[Beat] = [Beat() for _ in range(keys.SHARDS)]


def _wall() -> int:
    return time.time_ns() // 1_000_000


def _page(members: dict[str, int], before: tuple[int, str] | None, limit: int) -> list[tuple[int, str]]:
    pairs = ((score, member) for member, score in members.items())
    return heapq.nlargest(limit, pairs if before is None else (pair for pair in pairs if pair < before))


class MemoryStore:
    """A store in this process."""

    bells: Bells

    def __init__(self, *, now: Callable[[], int] = _wall, space: Space | None = None, beats: bool = False) -> None:
        self._now = now
        self._beats = beats
        self.space = Space() if space is None else space
        self.bells = self.space.bells
        self.free_part: float | None = None

    def _row(self, table: str) -> _Row | None:
        row = self.space.tables.get(table)
        if row is not None and row.until is not None and row.until <= self._now():
            del self.space.tables[table]
            return None
        return row

    def _beat(self, table: str) -> Beat:
        """The last beat of a table's shard."""
        return self.space.beats[keys.shard_of(table)]

    def _due(self, table: str) -> dict[str, int]:
        return self.space.due[keys.shard_of(table)]

    # tables

    async def create(
        self, table: str, doc: bytes, seed: str, entry: bytes, *, index: str, rank: int, due_in: int | None = None
    ) -> bool:
        """Create a table whose only event so far is number 1; false if it exists."""
        if self._row(table) is not None:
            return False
        if self._beat(table).paused:
            raise Paused("paused")
        self.space.tables[table] = _Row(doc, seed, Logged(1, self._now(), entry))
        self.space.indexes.setdefault(index, {})[table] = rank
        if due_in is not None:
            self._due(table)[table] = self._now() - self._beat(table).lag_at(self._now()) + due_in
        return True

    async def load(self, table: str, *, key: str | None = None, seed: bool = False) -> Snapshot | None:
        """The current table, on request with its seed and what is known of a key."""
        row = self._row(table)
        if row is None:
            return None
        now = self._now()
        lag = self._beat(table).lag_at(now)
        return Snapshot(
            row.doc,
            row.number,
            row.state,
            row.asked and row.asked + lag,
            None if row.deadline is None else row.deadline + lag,
            now,
            row.seed if seed else None,
            None if key is None else row.keys.get(key),
        )

    async def commit(self, change: Change) -> Outcome:
        """Write a change, unless another writer was faster; then notify the table's channel."""
        now = self._now()
        table = change.table
        row = self._row(table)
        beat = self._beat(table)
        lag = beat.lag_at(now)
        deadline = None if row is None or row.deadline is None else row.deadline + lag
        known = None if change.key is None or row is None else row.keys.get(change.key)
        if known is not None and row is not None:
            if known.digest != change.digest:
                return Outcome("key_reused", row.number, now, deadline)
            return Outcome("replay", known.number, now, known.deadline)
        if row is None or row.record is not None:
            return Outcome("gone", 0, now)
        if beat.paused:
            raise Paused("paused")
        if row.number != change.expects:
            return Outcome("stale", row.number, now, deadline)
        row.log.append(Logged(change.number, now, change.entry))
        row.number = change.number
        if change.doc is not None:
            row.doc = change.doc
        if change.state is not None:
            row.state = change.state
        if change.allow is not None:
            row.asked = now - lag
            deadline = None if change.allow < 0 else now + change.allow
            row.deadline = None if deadline is None else deadline - lag
        if change.key is not None:
            row.keys[change.key] = Known(change.digest, change.number, deadline)
        if change.due_in is not None:
            if change.due_in < 0:
                self._due(table).pop(table, None)
            else:
                self._due(table)[table] = now - lag + change.due_in
        if change.moves_from is not None:
            self.space.indexes.get(change.moves_from, {}).pop(table, None)
        if change.moves_to is not None:
            self.space.indexes.setdefault(change.moves_to, {})[table] = change.rank
        self._count(change.counts)
        self.space.bells.deliver(keys.bell(table), f"{table} {change.number}")
        return Outcome("ok", change.number, now, deadline)

    async def log(
        self, table: str, *, after: int = 0, until: int | None = None, limit: int | None = None
    ) -> list[Logged]:
        """The entries that hold events after the number `after`, up to the entry that ends with `until`, oldest first."""
        row = self._row(table)
        if row is None:
            return []
        found = [entry for entry in row.log if entry.number > after and (until is None or entry.number <= until)]
        return found if limit is None else found[:limit]

    async def index(self, name: str, *, before: tuple[int, str] | None, limit: int) -> list[tuple[int, str]]:
        """(rank, table) of an index, newest first, below `before`."""
        return _page(self.space.indexes.get(name, {}), before, limit)

    async def archive(self, table: str, blob: bytes, *, expects: int, keep_ms: int | None) -> bool:
        """Replace state, log, seed and keys of a table with its compressed record. The table takes no more changes."""
        row = self._row(table)
        if row is None or row.number != expects or row.record is not None:
            return False
        row.record = blob
        row.state = row.seed = None
        row.log = []
        row.keys = {}
        row.deadline = None
        row.until = None if keep_ms is None else self._now() + keep_ms
        self._due(table).pop(table, None)
        return True

    async def repack(self, table: str, entries: list[Logged], *, expects: int) -> bool:
        """Replace a table's log with these entries, and forget the keys of its commits; false if the table has changed."""
        row = self._row(table)
        if row is None or row.record is not None or row.number != expects:
            return False
        row.log = list(entries)
        row.keys = {}
        return True

    async def archived(self, table: str) -> bytes | None:
        """The compressed record of a table, if it is archived."""
        row = self._row(table)
        return None if row is None else row.record

    async def drop(self, table: str, *, index: str | None) -> None:
        """Delete a table completely."""
        self.space.tables.pop(table, None)
        self._due(table).pop(table, None)
        if index is not None:
            self.space.indexes.get(index, {}).pop(table, None)

    # the due set

    async def pause(self, *, paused: bool) -> bool:
        """Pause all games, or let them go on; whether they were paused before."""
        now = self._now()
        before = self.space.beats[0].paused
        for shard, beat in enumerate(self.space.beats):
            # without beats the clock is judged by no gap, except while it is paused
            lag = beat.lag_at(now) if beat.paused or self._beats else beat.lag
            self.space.beats[shard] = Beat(now if paused or self._beats else None, lag, paused)
        return before

    async def claim(self, shard: int, *, lease_ms: int, limit: int) -> list[tuple[str, int]]:
        """The due tables of a shard, with the time since when. The same step postpones each by the lease."""
        now, due = self._now(), self.space.due[shard]
        beat = self.space.beats[shard]
        if beat.paused:
            return []
        lag = beat.lag_at(now)
        if self._beats and due and beat.due(now):
            self.space.beats[shard] = Beat(now, lag, beat.paused)
        found = sorted((at, table) for table, at in due.items() if at <= now - lag)
        if len(found) > limit:
            found = [*found[: limit - limit // 2], *found[len(found) - limit // 2 :]]
        for _, table in found:
            due[table] = now - lag + lease_ms
        return [(table, at + lag) for at, table in found]

    async def put_off(self, table: str, *, ms: int, expects: int) -> bool:
        """Set a table's due time to now plus these milliseconds, if its number is still `expects`."""
        row = self._row(table)
        if row is None or row.record is not None or row.number != expects:
            return False
        self._due(table)[table] = self._now() - self._beat(table).lag_at(self._now()) + ms
        return True

    async def oldest_due(self) -> int:
        """How long the longest overdue table has been due, in milliseconds; 0 if none is."""
        now = self._now()
        shards = zip(self.space.due, self.space.beats, strict=True)
        return max([0, *(now - beat.lag_at(now) - at for due, beat in shards for at in due.values())])

    # documents

    async def get(self, key: str) -> bytes | None:
        """A document."""
        found = self.space.documents.get(key)
        if found is None:
            return None
        if found[1] is not None and found[1] <= self._now():
            del self.space.documents[key]
            return None
        return found[0]

    async def put(
        self, key: str, value: bytes | None, *, expects: bytes | bool | None = True, ttl_ms: int | None = None
    ) -> bool:
        """Write a document (None deletes it), if its value is still `expects` (None: it does not exist; True: any value)."""
        if expects is not True and await self.get(key) != (expects if isinstance(expects, bytes) else None):
            return False
        if value is None:
            self.space.documents.pop(key, None)
        else:
            self.space.documents[key] = value, None if ttl_ms is None else self._now() + ttl_ms
        return True

    async def rank(self, key: str, member: str, score: int | None) -> None:
        """Put a member into a sorted set; None removes it."""
        members = self.space.sets.setdefault(key, {})
        if score is None:
            members.pop(member, None)
        else:
            members[member] = score

    async def ranked(
        self, key: str, *, before: tuple[int, str] | None = None, limit: int = 100
    ) -> list[tuple[int, str]]:
        """(score, member) of a sorted set, highest first, below `before`."""
        return _page(self.space.sets.get(key, {}), before, limit)

    def _count(self, counts: dict[str, int]) -> None:
        held = self.space.counts
        for name, much in counts.items():
            held[name] = held.get(name, 0) + much

    async def tally(
        self, who: str, batch: int, counts: dict[str, int], *, floors: dict[str, int] | None = None
    ) -> None:
        """Add a batch of `who` to the counters of the service, and raise those below their floor."""
        if self.space.tallied.get(who, 0) < batch:
            self.space.tallied[who] = batch
            self._count(counts)
        for name, floor in (floors or {}).items():
            self.space.counts[name] = max(floor, self.space.counts.get(name, 0))

    async def counts(self) -> dict[str, int]:
        """The counters of the service."""
        return dict(self.space.counts)

    async def append(self, key: str, value: bytes, *, keep: int) -> int:
        """Append to a numbered list, and keep only the newest items. Returns the item's number, from 1."""
        last, items = self.space.lists.get(key, (0, []))
        self.space.lists[key] = last + 1, [*items, (last + 1, value)][-keep:]
        return last + 1

    async def appended(self, key: str, *, after: int) -> list[tuple[int, bytes]]:
        """The items of a numbered list after a number."""
        return [item for item in self.space.lists.get(key, (0, []))[1] if item[0] > after]

    # limits and health

    async def spend(self, bucket: str, *, cost: int, capacity: int, per_second: float) -> Bucket:
        """Take from a token bucket with this refill per second."""
        tariff = Tariff.of(cost, capacity, per_second)
        now = self._now() * 1000
        allowed, ahead = tariff.spend(self.space.buckets.get(bucket, 0), now)
        if allowed:
            self.space.buckets[bucket] = now + ahead
        return tariff.bucket(allowed=allowed, ahead=ahead)

    async def now(self) -> int:
        """The store's clock."""
        return self._now()

    async def free(self) -> float | None:
        """The free part of the memory; a test says what it is."""
        return self.free_part

    async def health(self) -> dict[str, object]:
        """The figures for doctor and metrics."""
        return {"version": "memory", "mode": "memory", "keys": len(self.space.tables) + len(self.space.documents)}

    async def secure(self) -> None:
        """There are no replicas."""

    async def close(self) -> None:
        """There is nothing to close."""
