"""The port: what the service asks of a store.

1. `commit` is the only writer of a running table. It compares, and writes everything of one change in one step, or nothing.
2. Every key of a table, its due entry and its places in the indexes lie in the table's shard (`keys.py`), so that one node today and
   a cluster tomorrow run the same code.
3. The store's clock is the only one that deadlines are measured by. All times are milliseconds since 1970.
4. A call that was not answered in time raises `Unknown`: it may have been done. Every write can be sent again: a commit is known
   by its key, anything else is a compare-and-set or says the same twice.
5. Calls made at the same moment (`asyncio.gather`) travel together: one wait, not several.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import msgspec

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


class StoreError(Exception):
    """The store did not do what it was asked."""


class StoreDown(StoreError):
    """The store could not be reached, or refuses to work: nothing was done."""


class StoreFull(StoreError):
    """The store has no room left: nothing was done."""


class Unknown(StoreError):
    """No answer came in time: it may or may not have been done."""


class Known(msgspec.Struct, frozen=True):
    """What is remembered of an idempotency key: the digest of its request, the last event number and the deadline of its commit."""

    digest: bytes
    number: int
    deadline: int | None


class Snapshot(msgspec.Struct, frozen=True):
    """A table at one moment. `number` is that of its last event; `state` is None before the deal; `seed` only where asked for."""

    doc: bytes
    number: int
    state: bytes | None
    asked: int
    deadline: int | None
    now: int
    seed: str | None = None
    known: Known | None = None


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """One change of a table, to be written whole or not at all.

    `expects` is the number of the last event that the writer has read. `entry` holds the events `expects + 1` to `number`; there is
    at least one. `doc` and `state` are left as they are where they are None.

    The due set: `due_in` None leaves the table's entry and deadline as they are; a number sets the entry to the store's clock plus so
    many milliseconds, -1 takes it out. `allow` is the time that whoever is asked now has: with it `asked` becomes now and `deadline`
    now plus `allow`; None leaves both, -1 makes `asked` now and takes the deadline off.

    `moves_from` and `moves_to` are the names of indexes that the table leaves and enters, `rank` its place there (its creation).
    `counts` are added to the counters of the shard. `key` (seat or account, a colon, the client's key) and `digest` make it exactly-once.
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
    """What became of a change: `ok`, `replay` (its key was known with the same digest), `key_reused`, `stale` (somebody was quicker)
    or `gone` (there is no such table, or only its archive). `number` is the table's last event, in a replay that of the first commit; `now` the store's clock.
    """

    kind: str
    number: int
    now: int
    deadline: int | None = None


class Logged(msgspec.Struct, frozen=True):
    """One entry of a table's log: the number of its last event, when it was written, its bytes."""

    number: int
    at: int
    entry: bytes


class Bucket(msgspec.Struct, frozen=True):
    """A token bucket after an attempt: whether it was allowed, what remains, and in how many milliseconds the attempt would be allowed
    (0 where it was) and the bucket is full again.
    """

    allowed: bool
    remaining: int
    retry_ms: int
    full_ms: int


class Bells(Protocol):
    """Notices that something has changed: hints only, which may be lost. Whoever hears one reads the store."""

    def listen(self, *channels: str) -> AsyncIterator[tuple[str, str]]:
        """The notices on these channels from now on, as (channel, text), until the iterator is closed.

        ("", "") comes after a connection was lost and found again: anything may have been missed. The first item, also ("", ""),
        says that the subscription stands.
        """
        ...

    async def ring(self, channel: str, text: str) -> None:
        """Send a notice to all listeners of a channel, in all processes."""
        ...


class Store(Protocol):
    """All that the service keeps."""

    bells: Bells

    # tables

    async def create(
        self, table: str, doc: bytes, seed: str, entry: bytes, *, index: str, rank: int, due_in: int | None = None
    ) -> bool:
        """Make a table whose only event so far is number 1 (`entry`); false where it exists. It enters the index, and is due then."""
        ...

    async def load(self, table: str, *, key: str | None = None, seed: bool = False) -> Snapshot | None:
        """The table now, with its seed and what is known of a key where they are asked for."""
        ...

    async def commit(self, change: Change) -> Outcome:
        """Write a change, if nobody was quicker; rings the table's bell (`keys.bell`) with the table and the new number."""
        ...

    async def log(
        self, table: str, *, after: int = 0, until: int | None = None, limit: int | None = None
    ) -> list[Logged]:
        """The entries that hold events after the number `after` and up to the entry ending with `until`, oldest first."""
        ...

    async def index(self, name: str, *, before: tuple[int, str] | None, limit: int) -> list[tuple[int, str]]:
        """(rank, table) of an index, newest first, below `before`."""
        ...

    async def archive(self, table: str, blob: bytes, *, expects: int, keep_ms: int | None) -> bool:
        """Put the compressed record in the place of state, log, seed and keys of a table that is over; its doc stays. Both are kept so
        long (None: for ever). False where the table has moved on from number `expects`.
        """
        ...

    async def repack(self, table: str, entries: list[Logged], *, expects: int) -> bool:
        """Put these entries in the place of the log of a table from which nothing is left to be tried again, and forget the keys of its
        commits: the last of them ends with the same number. False where the table has moved on from number `expects`, or is archived.
        """
        ...

    async def archived(self, table: str) -> bytes | None:
        """The compressed record of a table, if it is archived."""
        ...

    async def drop(self, table: str, *, index: str | None) -> None:
        """Forget a table wholly."""
        ...

    # the due set

    async def claim(self, shard: int, *, lease_ms: int, limit: int) -> list[tuple[str, int]]:
        """Tables of a shard that are due, with the time since when; each is put off by the lease in the same step.

        Where more are due than asked for, half of them are those that have been due for the longest, the others for the shortest time:
        nothing waits for ever, and what has just become due does not wait until a pile is gone.
        """
        ...

    async def put_off(self, table: str, *, ms: int, expects: int) -> bool:
        """Set the due entry of a table to now plus so much, if its number is still `expects`."""
        ...

    async def oldest_due(self) -> int:
        """For how long the longest overdue table has been due, in milliseconds; 0 where none is."""
        ...

    # documents: accounts, credentials, names, invitations, ...

    async def get(self, key: str) -> bytes | None:
        """A document."""
        ...

    async def put(
        self, key: str, value: bytes | None, *, expects: bytes | bool | None = True, ttl_ms: int | None = None
    ) -> bool:
        """Write a document (None: delete it), if its value is still `expects` (None: it is not there; True: whatever it is)."""
        ...

    async def rank(self, key: str, member: str, score: int | None) -> None:
        """Put a member into a sorted set; None takes it out."""
        ...

    async def ranked(
        self, key: str, *, before: tuple[int, str] | None = None, limit: int = 100
    ) -> list[tuple[int, str]]:
        """(score, member) of a sorted set, highest first, below `before`."""
        ...

    async def tally(
        self, who: str, batch: int, counts: dict[str, int], *, floors: dict[str, int] | None = None
    ) -> None:
        """Add a batch of `who` to the house's counters, and lift those that are below their floor up to it.

        These counters are others than those that commits count, and only ever grow. A batch is numbered upwards from 1, and is added once, however often it is sent; a store that has lost counters gets them back by floors.
        """
        ...

    async def counts(self) -> dict[str, int]:
        """The house's counters, all shards together."""
        ...

    async def append(self, key: str, value: bytes, *, keep: int) -> int:
        """Append to a numbered list (an account's notices), keeping the newest; the number it got, from 1."""
        ...

    async def appended(self, key: str, *, after: int) -> list[tuple[int, bytes]]:
        """The items of a numbered list after a number."""
        ...

    # limits and health

    async def spend(self, bucket: str, *, cost: int, capacity: int, per_second: float) -> Bucket:
        """Take from a token bucket that fills by so much a second."""
        ...

    async def now(self) -> int:
        """The store's clock."""
        ...

    async def health(self) -> dict[str, object]:
        """What doctor and metrics show: version, mode, used and maximal memory, policy, aof, fsync, fsync delay, keys."""
        ...

    async def close(self) -> None:
        """Let go of all connections."""
        ...
