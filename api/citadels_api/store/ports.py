"""The port: what the service requires of a store.

1. `commit` is the only writer of a running table. It compares, and writes everything of one change in one step, or nothing.
2. Every key of a table, its due entry and its places in the indexes lie in the table's shard (`keys.py`). So the same code runs on one node
   and on a cluster.
3. Only the store's clock measures deadlines, without the time in which nobody looked after the games (`game_clock.py`). All times are
   milliseconds since 1970.
4. A call without a reply in time raises `Unknown`: it may have been executed. Every write can be repeated: a commit is recognized by its
   key; any other write is a compare-and-set or idempotent.
5. Calls made at the same moment (`asyncio.gather`) travel together: one wait, not several.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import msgspec

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


class StoreError(Exception):
    """The store did not do what was requested."""


class StoreDown(StoreError):
    """The store could not be reached or refused to work. Nothing was done."""


class Paused(StoreDown):
    """The operator has paused the games. Nothing was done."""


class StoreFull(StoreError):
    """The store is full. Nothing was done."""


class Unknown(StoreError):
    """No reply came in time. The call may or may not have been executed."""


class Known(msgspec.Struct, frozen=True):
    """What is stored for an idempotency key: the digest of its request, the last event number and the deadline of its commit."""

    digest: bytes
    number: int
    deadline: int | None


class Snapshot(msgspec.Struct, frozen=True):
    """A table at one moment. `number` is the number of its last event. `state` is None before the deal. `seed` is there only on request."""

    doc: bytes
    number: int
    state: bytes | None
    asked: int
    deadline: int | None
    now: int
    seed: str | None = None
    known: Known | None = None


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """One change of a table. It is written completely or not at all.

    `expects` is the number of the last event that the writer has read. `entry` holds the events `expects + 1` to `number`; there is at
    least one. If `doc` or `state` is None, it stays as it is.

    The due set: `due_in` None keeps the table's entry and deadline. A number sets the entry to the store's clock plus these milliseconds;
    -1 removes it. `allow` is the time for the current decision: it sets `asked` to now and `deadline` to now plus `allow`. None keeps both;
    -1 sets `asked` to now and removes the deadline.

    The table leaves the indexes `moves_from` and enters the indexes `moves_to`; `rank` is its place there (its creation time). `counts` are
    added to the counters of the shard. `key` (seat or account, a colon, the client's key) and `digest` make the change exactly-once.
    """

    table: str
    expects: int
    number: int
    entry: bytes
    doc: bytes | None = None
    state: bytes | None = None
    due_in: int | None = None
    allow: int | None = None
    key: str | None = None
    digest: bytes = b""
    moves_from: str | None = None
    moves_to: str | None = None
    rank: int = 0
    counts: dict[str, int] = {}


class Outcome(msgspec.Struct, frozen=True):
    """The result of a change: `ok`, `replay` (its key was known with the same digest), `key_reused`, `stale` (another writer was faster) or
    `gone` (the table does not exist, or only its archive does). `number` is the table's last event, in a replay that of the first commit;
    `now` is the store's clock.
    """

    kind: str
    number: int
    now: int
    deadline: int | None = None


class Logged(msgspec.Struct, frozen=True):
    """One entry of a table's log: the number of its last event, the time when it was written, its bytes."""

    number: int
    at: int
    entry: bytes


class Bucket(msgspec.Struct, frozen=True):
    """A token bucket after an attempt: whether it was allowed, what remains, the milliseconds until the attempt would be allowed (0 if it
    was), and the milliseconds until the bucket is full again.
    """

    allowed: bool
    remaining: int
    retry_ms: int
    full_ms: int


class Bells(Protocol):
    """Pub/sub notices about changes. They are only hints and may be lost: a listener reads the store."""

    def listen(self, *channels: str) -> AsyncIterator[tuple[str, str]]:
        """The notices on these channels from now on, as (channel, text), until the iterator is closed.

        ("", "") arrives after a lost connection was restored: notices may have been missed. The first item, also ("", ""), says that the
        subscription is active.
        """
        ...

    async def ring(self, channel: str, text: str) -> None:
        """Send a notice to all listeners of a channel, in all processes."""
        ...


class Store(Protocol):
    """The storage of the service."""

    bells: Bells

    # tables

    async def create(
        self, table: str, doc: bytes, seed: str, entry: bytes, *, index: str, rank: int, due_in: int | None = None
    ) -> bool:
        """Create a table whose only event so far is number 1 (`entry`); false if it exists. It enters the index, and gets its due time."""
        ...

    async def load(self, table: str, *, key: str | None = None, seed: bool = False) -> Snapshot | None:
        """The current table, on request with its seed and what is known of a key."""
        ...

    async def commit(self, change: Change) -> Outcome:
        """Write a change, unless another writer was faster; then notify the table's channel (`keys.bell`) with the table and the new
        number.
        """
        ...

    async def log(
        self, table: str, *, after: int = 0, until: int | None = None, limit: int | None = None
    ) -> list[Logged]:
        """The entries that hold events after the number `after`, up to the entry that ends with `until`, oldest first."""
        ...

    async def index(self, name: str, *, before: tuple[int, str] | None, limit: int) -> list[tuple[int, str]]:
        """(rank, table) of an index, newest first, below `before`."""
        ...

    async def archive(self, table: str, blob: bytes, *, expects: int, keep_ms: int | None) -> bool:
        """Replace state, log, seed and keys of a finished table with its compressed record; its doc stays. Both are kept for this time
        (None: forever). False if the table's number is no longer `expects`.
        """
        ...

    async def repack(self, table: str, entries: list[Logged], *, expects: int) -> bool:
        """Replace the log of a table whose commits nobody repeats any more with these entries, and forget the keys of the commits. The last
        entry ends with the same number. False if the table's number is no longer `expects`, or if it is archived.
        """
        ...

    async def archived(self, table: str) -> bytes | None:
        """The compressed record of a table, if it is archived."""
        ...

    async def drop(self, table: str, *, index: str | None) -> None:
        """Delete a table completely."""
        ...

    # the due set

    async def pause(self, *, paused: bool) -> bool:
        """Pause all games, or let them go on; whether they were paused before.

        While they are paused, the game clock stands still, nothing is due, and `create` and `commit` raise `Paused`, except for a change whose
        key is known.
        """
        ...

    async def claim(self, shard: int, *, lease_ms: int, limit: int) -> list[tuple[str, int]]:
        """The due tables of a shard, with the time since when. The same step postpones each by the lease.

        If more tables are due than requested, half of the result has been due for the longest time, the other half for the shortest. So no
        table waits forever, and a table that has just become due does not wait behind a backlog.
        """
        ...

    async def put_off(self, table: str, *, ms: int, expects: int) -> bool:
        """Set a table's due time to now plus these milliseconds, if its number is still `expects`."""
        ...

    async def oldest_due(self) -> int:
        """How long the longest overdue table has been due, in milliseconds; 0 if none is."""
        ...

    # documents: accounts, credentials, names, invitations, ...

    async def get(self, key: str) -> bytes | None:
        """A document."""
        ...

    async def put(
        self, key: str, value: bytes | None, *, expects: bytes | bool | None = True, ttl_ms: int | None = None
    ) -> bool:
        """Write a document (None deletes it), if its value is still `expects` (None: it does not exist; True: any value)."""
        ...

    async def rank(self, key: str, member: str, score: int | None) -> None:
        """Put a member into a sorted set; None removes it."""
        ...

    async def ranked(
        self, key: str, *, before: tuple[int, str] | None = None, limit: int = 100
    ) -> list[tuple[int, str]]:
        """(score, member) of a sorted set, highest first, below `before`."""
        ...

    async def tally(
        self, who: str, batch: int, counts: dict[str, int], *, floors: dict[str, int] | None = None
    ) -> None:
        """Add a batch of `who` to the counters of the service, and raise those below their floor.

        These counters are separate from those of commits, and only increase. Batches are numbered from 1. Each is added once, even if it is
        sent again. If a store has lost counters, the floors restore them.
        """
        ...

    async def counts(self) -> dict[str, int]:
        """The counters of the service, from all shards."""
        ...

    async def append(self, key: str, value: bytes, *, keep: int) -> int:
        """Append to a numbered list (an account's notices), and keep only the newest items. Returns the item's number, from 1."""
        ...

    async def appended(self, key: str, *, after: int) -> list[tuple[int, bytes]]:
        """The items of a numbered list after a number."""
        ...

    # limits and health

    async def spend(self, bucket: str, *, cost: int, capacity: int, per_second: float) -> Bucket:
        """Take from a token bucket with this refill per second."""
        ...

    async def now(self) -> int:
        """The store's clock."""
        ...

    async def free(self) -> float | None:
        """The free part of the memory, of the fullest server; None if no server has a limit."""
        ...

    async def health(self) -> dict[str, object]:
        """The figures for doctor and metrics: version, mode, used and maximum memory, policy, aof, fsync, fsync delay, keys."""
        ...

    async def secure(self) -> None:
        """Wait until all that was written before survives a fail-over, if the address of the store asks for replicas; `Unknown` if that does not
        come in time. A door calls it before it acknowledges a write: what the use case has found done may not have been waited for.
        """
        ...

    async def close(self) -> None:
        """Close all connections."""
        ...
