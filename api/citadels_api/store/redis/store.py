"""The adapter for Redis or Valkey: one server, a master behind Sentinel, or a cluster.

1. A call without a reply is repeated if a repetition does no harm. All attempts take less than three times the time limit of one call.
2. A failed read is `StoreDown`. A write whose outcome is unknown is `Unknown`.
3. With `replicas`, a write counts only after so many replicas have it, except for what no answer promises (`UNPROMISED`).
4. It uses only features of Redis 7.0.
"""

from __future__ import annotations

import asyncio
from hashlib import blake2b
from heapq import nlargest
from typing import TYPE_CHECKING, Final

from citadels_api.store import keys
from citadels_api.store.game_clock import Beat
from citadels_api.store.ports import (
    Bells,
    Bucket,
    Change,
    Known,
    Logged,
    Outcome,
    Paused,
    Snapshot,
    StoreDown,
    StoreError,
    StoreFull,
    Unknown,
)
from citadels_api.store.redis import scripts
from citadels_api.store.redis.connection import Command, Refused, Reply, Wire
from citadels_api.store.redis.health import free_part, health_of
from citadels_api.store.token_bucket import Tariff

if TYPE_CHECKING:
    from citadels_api.store.redis.replicas import Replicated
    from citadels_api.store.redis.scripts import Script


PATIENCE: Final = 1.4
"""How many time limits of a call may be spent on recovery: a new connection and a second attempt."""
TAGS: Final = [keys.tag(shard) for shard in range(keys.SHARDS)]
BEAT: Final = ("beat", "lag", "paused")
"""What a shard keeps of its game clock."""
COUNTS: Final = f"{TAGS[0]}:counts"
"""The shard of counters that belong to no table."""
UNPROMISED: Final = frozenset({
    "claim", "spend", "tally",  # leases of due tables, token buckets, metrics
    "begun", "hooking", "playing",  # what a worker has in hand: another one begins again
    "document", "here",  # GraphQL texts that clients send again, who has a stream open
    "gauges", "processes",  # metrics
})  # fmt: skip
"""The calls, and the kinds of documents, on which no answer relies. A fail-over may undo them: they do not wait for replicas."""
WHY_PAUSED: Final = "the operator has paused the games: nothing is lost, and no time is charged"
MARKED_MS: Final = 86_400_000
"""How long the last batch number of each process is remembered: longer than a batch is repeated."""


def _base(table: str) -> str:
    return f"{TAGS[keys.shard_of(table)]}:t:{table}"


def _brief(key: str) -> bytes:
    """An idempotency key in twelve bytes. All have the same length, so that no client can make a table large."""
    return blake2b(key.encode(), digest_size=12).digest()


def _moment(text: Reply, lag: int = 0) -> int | None:
    """A moment that is kept as a number, in the time of the store's clock."""
    number = int(text)
    return None if number < 0 else number + lag


def _now(time: Reply) -> int:
    """The moment of a reply to TIME."""
    return int(time[0]) * 1000 + int(time[1]) // 1000


def _lag(reply: Reply, now: int) -> int:
    """The lag at a moment, after the last beat."""
    at, lag, paused = reply
    return 0 if at is None else Beat(int(at), int(lag), paused is not None).lag_at(now)


def _run(script: Script, names: tuple[str, ...], *arguments: str | bytes | int) -> Command:
    return ("EVALSHA", script.sha, len(names), *names, *arguments)


def _kind(name: str) -> str:
    """The kind of document that a key names."""
    return name[7:].partition(":")[0]


def _declined(command: Command, reply: Reply) -> bool:
    """Whether a script has written nothing, because what it compared was not as expected."""
    if command[0] != "EVALSHA" or command[1] == scripts.PAUSE.sha:
        return False
    first = reply[0] if isinstance(reply, list) else reply
    return bool(first == scripts.PAUSED or (first > 1 if isinstance(reply, list) else first == 0))


def _said(refusal: Refused) -> StoreError:
    """A refusal as the service's error. The server's own text is left out, because it may quote the command."""
    return StoreFull("the store is full") if refusal.word == "OOM" else StoreDown(f"the store refuses: {refusal.word}")


def _pairs(reply: Reply) -> list[tuple[int, str]]:
    """(score, member) of a reply with scores."""
    return [(int(float(reply[at + 1])), reply[at].decode()) for at in range(0, len(reply), 2)]


class RedisStore:
    """A store on Redis. With `replicated`, a write counts only after replicas have it."""

    bells: Bells

    def __init__(self, wire: Wire, bells: Bells, *, timeout: float, replicated: Replicated | None = None) -> None:
        self._wire = wire
        self.bells = bells
        self._timeout = timeout
        self._replicated = replicated

    # how calls are made

    async def _ask(self, where: str, command: Command, second: Command | None = None, *, read: bool = False) -> Reply:
        """The reply to a command. `second` is the command to send if the first attempt got no reply."""
        reply = await self._wire.send(where, command)
        if isinstance(reply, Exception):
            return await self._mend(reply, where, command, second, read=read)
        return reply

    async def _write(self, where: str, command: Command, second: Command | None = None) -> Reply:
        """The reply to a write that an answer may promise: with replicas, once enough of them have it.

        It is sent again until a WAIT behind it was answered by the server that has executed it.
        """
        replicated = self._replicated
        if replicated is None or _kind(where) in UNPROMISED:
            return await self._ask(where, command, second)
        reply, enough = await replicated.send(where, command)
        if isinstance(reply, Refused) and reply.word == "NOSCRIPT":
            await replicated.wire.send(where, ("SCRIPT", "LOAD", scripts.Script.by_sha[str(command[1])].text))
            reply, enough = await replicated.send(where, command)
        if isinstance(reply, Exception):
            reply = await self._mend(reply, where, command, second, read=False)
            if not _declined(command, reply):
                again, enough = await replicated.send(where, second) if second is not None else (None, False)
                enough = enough and not isinstance(again, Exception)
        if not enough and not _declined(command, reply):
            raise Unknown("too few replicas have it")
        return reply

    async def secure(self) -> None:
        """Wait until enough replicas have all that was written before; `Unknown` if they do not in time."""
        if self._replicated is not None and not await self._replicated.everything():
            raise Unknown("too few replicas have what was written")

    async def _read(self, asked: list[tuple[str, Command]]) -> list[Reply]:
        """The replies to several read commands, sent together."""
        answers = [self._wire.send(where, command) for where, command in asked]
        replies = [await answer for answer in answers]
        for place, reply in enumerate(replies):
            if isinstance(reply, Exception):
                replies[place] = await self._mend(reply, *asked[place], asked[place][1], read=True)
        return replies

    async def _mend(
        self, fault: Exception, where: str, command: Command, second: Command | None, *, read: bool
    ) -> Reply:
        """Recover from a fault: the reply after all, or the right error."""
        unsure = False
        reply: Reply = fault
        try:
            async with asyncio.timeout(PATIENCE * self._timeout):
                for _ in range(6):
                    if isinstance(reply, Refused):
                        if reply.word == "NOSCRIPT":
                            script = scripts.Script.by_sha[str(command[1])]
                            answer = self._wire.send(where, ("EVAL", script.text, *command[2:]))
                        else:
                            found = await self._wire.mend(reply, where, command)
                            if found is None:
                                break
                            answer = found
                    elif isinstance(reply, Unknown) and second is not None:
                        unsure = not read
                        command, second = second, None
                        answer = self._wire.send(where, command)
                    elif isinstance(reply, Exception):
                        break
                    else:
                        return reply
                    reply = await answer
                if not isinstance(reply, Exception):
                    return reply
        except TimeoutError:
            reply = Unknown("no answer from the store in time")
        if unsure:
            raise Unknown("no answer from the store")
        if isinstance(reply, Refused):
            raise _said(reply)
        if read:
            raise StoreDown(str(reply))
        raise type(reply)(str(reply))

    # tables

    async def create(
        self, table: str, doc: bytes, seed: str, entry: bytes, *, index: str, rank: int, due_in: int | None = None
    ) -> bool:
        """Create a table whose only event so far is number 1; false if it exists."""
        base = _base(table)
        names = base, f"{base}:seed", f"{base}:log", f"{base[:6]}:idx:{index}", f"{base[:6]}:due", f"{base[:6]}:clock"
        due = "" if due_in is None else due_in
        first, second = (_run(scripts.CREATE, names, doc, seed, entry, table, rank, due, attempt) for attempt in (1, 2))
        made = await self._write(base, first, second)
        if made == scripts.PAUSED:
            raise Paused(WHY_PAUSED)
        return bool(made)

    async def load(self, table: str, *, key: str | None = None, seed: bool = False) -> Snapshot | None:
        """The current table, on request with its seed and what is known of a key."""
        base = _base(table)
        asked: list[tuple[str, Command]] = [
            (base, ("HMGET", base, "doc", "number", "state", "asked", "deadline")),
            (base, ("TIME",)),
            (base, ("HMGET", f"{base[:6]}:clock", *BEAT)),
        ]
        # What is known of the key is read first: a key that is missing here while the table has moved on is found by the commit.
        if key is not None:
            asked.insert(0, (base, ("HGET", f"{base}:keys", _brief(key))))
        if seed:
            asked.append((base, ("GET", f"{base}:seed")))
        replies = await self._read(asked)
        known = None
        if key is not None:
            known = replies.pop(0)
        doc, number, state, since, deadline = replies[0]
        if doc is None:
            return None
        if known is not None:
            first, until, digest = known.split(b" ", 2)
            known = Known(digest, int(first), _moment(until))
        seconds, micros = replies[1]
        now = int(seconds) * 1000 + int(micros) // 1000
        lag = _lag(replies[2], now)
        asked_at = int(since) and int(since) + lag  # 0 before the first decision
        secret = replies[3].decode() if seed and replies[3] is not None else None
        return Snapshot(doc, int(number), state, asked_at, _moment(deadline, lag), now, secret, known)

    async def commit(self, change: Change) -> Outcome:
        """Write a change, unless another writer was faster; then notify the table's channel."""
        table = change.table
        base = _base(table)
        tag = base[:6]
        names = [base, f"{base}:log", f"{base}:keys", f"{tag}:due", f"{tag}:counts", f"{tag}:clock"]
        if change.moves_from is not None:
            names.append(f"{tag}:idx:{change.moves_from}")
        if change.moves_to is not None:
            names.append(f"{tag}:idx:{change.moves_to}")
        command: list[str | bytes | int] = ["EVALSHA", scripts.COMMIT.sha, len(names), *names]
        command += (
            change.expects,
            change.number,
            change.entry,
            b"" if change.key is None else _brief(change.key),
            change.digest,
            "" if change.due_in is None else max(change.due_in, -1),
            "" if change.allow is None else change.allow,
            table,
            f"{tag}:bell",
            1 if change.moves_from is not None else 0,
            1 if change.moves_to is not None else 0,
            change.rank,
            len(change.counts),
        )
        for name, much in change.counts.items():
            command += (name, much)
        if change.doc is not None:
            command += ("doc", change.doc)
        if change.state is not None:
            command += ("state", change.state)
        packed = tuple(command)
        again = None if change.key is None else packed
        kind, number, now, deadline = await self._write(base, packed, again)
        if kind == scripts.PAUSED:
            raise Paused(WHY_PAUSED)
        return Outcome(scripts.KINDS[kind], number, now, None if deadline < 0 else deadline)

    async def log(
        self, table: str, *, after: int = 0, until: int | None = None, limit: int | None = None
    ) -> list[Logged]:
        """The entries that hold events after the number `after`, up to the entry that ends with `until`, oldest first."""
        base = _base(table)
        command: Command = ("XRANGE", f"{base}:log", after + 1, "+" if until is None else until)
        if limit is not None:
            command += ("COUNT", limit)
        reply = await self._ask(base, command, command, read=True)
        return [Logged(int(name[:-2]), int(fields[3]), fields[1]) for name, fields in reply]

    async def index(self, name: str, *, before: tuple[int, str] | None, limit: int) -> list[tuple[int, str]]:
        """(rank, table) of an index, newest first, below `before`."""
        return await self._page([f"{tag}:idx:{name}" for tag in TAGS], before, limit)

    async def _page(self, names: list[str], before: tuple[int, str] | None, limit: int) -> list[tuple[int, str]]:
        """The highest pairs of several sorted sets below `before`, which may lie between pairs of one score."""
        top = "+inf" if before is None else f"({before[0]}"
        below = ("-inf", "BYSCORE", "REV", "LIMIT", 0, limit, "WITHSCORES")
        asked: list[tuple[str, Command]] = [(name, ("ZRANGE", name, top, *below)) for name in names]
        if before is not None:
            alike = before[0], before[0], "BYSCORE", "WITHSCORES"
            asked += [(name, ("ZRANGE", name, *alike)) for name in names]
        replies = await self._read(asked)
        pairs = [pair for reply in replies for pair in _pairs(reply)]
        return nlargest(limit, pairs if before is None else [pair for pair in pairs if pair < before])

    async def archive(self, table: str, blob: bytes, *, expects: int, keep_ms: int | None) -> bool:
        """Replace state, log, seed and keys of a table with its compressed record. The table takes no more changes."""
        base = _base(table)
        keep = "" if keep_ms is None else keep_ms
        first, second = (
            _run(scripts.ARCHIVE, self._all_of(base), blob, expects, keep, table, attempt) for attempt in (1, 2)
        )
        return bool(await self._write(base, first, second))

    @staticmethod
    def _all_of(base: str) -> tuple[str, ...]:
        return base, f"{base}:log", f"{base}:keys", f"{base}:seed", f"{base}:record", f"{base[:6]}:due"

    async def repack(self, table: str, entries: list[Logged], *, expects: int) -> bool:
        """Replace a table's log with these entries, and forget the keys of its commits; false if the table has changed."""
        base = _base(table)
        said = [part for one in entries for part in (one.number, one.entry, one.at)]
        script = _run(scripts.REPACK, (base, f"{base}:log", f"{base}:keys"), expects, *said)
        return bool(await self._write(base, script, script))

    async def archived(self, table: str) -> bytes | None:
        """The compressed record of a table, if it is archived."""
        return await self.get(f"{_base(table)}:record")

    async def drop(self, table: str, *, index: str | None) -> None:
        """Delete a table completely."""
        base = _base(table)
        names = self._all_of(base)
        if index is not None:
            names += (f"{base[:6]}:idx:{index}",)
        command = _run(scripts.DROP, names, table)
        await self._write(base, command, command)

    # the due set

    async def pause(self, *, paused: bool) -> bool:
        """Pause all games, or let them go on; whether they were paused before."""
        commands = [(tag, _run(scripts.PAUSE, (f"{tag}:clock",), int(paused))) for tag in TAGS]
        return any(await asyncio.gather(*[self._write(tag, command, command) for tag, command in commands]))

    async def claim(self, shard: int, *, lease_ms: int, limit: int) -> list[tuple[str, int]]:
        """The due tables of a shard, with the time since when. The same step postpones each by the lease."""
        due = f"{TAGS[shard]}:due"
        command = _run(scripts.CLAIM, (due, f"{TAGS[shard]}:clock"), lease_ms, limit - limit // 2, limit // 2)
        return [(table, at) for at, table in _pairs(await self._ask(due, command, command))]

    async def put_off(self, table: str, *, ms: int, expects: int) -> bool:
        """Set a table's due time to now plus these milliseconds, if its number is still `expects`."""
        base = _base(table)
        command = _run(scripts.PUT_OFF, (base, f"{base[:6]}:due", f"{base[:6]}:clock"), expects, ms, table)
        return bool(await self._write(base, command, command))

    async def oldest_due(self) -> int:
        """How long the longest overdue table has been due, in milliseconds; 0 if none is."""
        asked: list[tuple[str, Command]] = [("", ("TIME",))]
        asked += [(f"{tag}:due", ("ZRANGE", f"{tag}:due", 0, 0, "WITHSCORES")) for tag in TAGS]
        asked += [(tag, ("HMGET", f"{tag}:clock", *BEAT)) for tag in TAGS]
        moment, *replies = await self._read(asked)
        now = _now(moment)
        firsts = zip(replies[: len(TAGS)], replies[len(TAGS) :], strict=True)
        return max(0, *(now - _lag(beat, now) - at for reply, beat in firsts for at, _ in _pairs(reply)), 0)

    # documents

    async def get(self, key: str) -> bytes | None:
        """A document."""
        command = "GET", key
        reply: bytes | None = await self._ask(key, command, command, read=True)
        return reply

    async def put(
        self, key: str, value: bytes | None, *, expects: bytes | bool | None = True, ttl_ms: int | None = None
    ) -> bool:
        """Write a document (None deletes it), if its value is still `expects` (None: it does not exist; True: any value)."""
        if expects is True:
            plain: Command = ("DEL", key) if value is None else ("SET", key, value)
            if value is not None and ttl_ms is not None:
                plain += ("PX", ttl_ms)
            await self._write(key, plain, plain)
            return True
        compared = (1, expects) if isinstance(expects, bytes) else (0, b"")
        if value is None:
            first, second = (_run(scripts.REMOVE, (key,), *compared, attempt) for attempt in (1, 2))
        else:
            ttl = "" if ttl_ms is None else ttl_ms
            first, second = (_run(scripts.PUT, (key,), *compared, value, ttl, attempt) for attempt in (1, 2))
        done = await self._write(key, first, second)
        if done == 2:
            raise Unknown("somebody else may have written after us")
        return bool(done)

    async def rank(self, key: str, member: str, score: int | None) -> None:
        """Put a member into a sorted set; None removes it."""
        command: Command = ("ZREM", key, member) if score is None else ("ZADD", key, score, member)
        await self._write(key, command, command)

    async def ranked(
        self, key: str, *, before: tuple[int, str] | None = None, limit: int = 100
    ) -> list[tuple[int, str]]:
        """(score, member) of a sorted set, highest first, below `before`."""
        return await self._page([key], before, limit)

    async def tally(
        self, who: str, batch: int, counts: dict[str, int], *, floors: dict[str, int] | None = None
    ) -> None:
        """Add a batch of `who` to the counters of the service, and raise those below their floor."""
        lowest = floors or {}
        said = [part for name in {**counts, **lowest} for part in (name, counts.get(name, 0), lowest.get(name, ""))]
        command = _run(scripts.TALLY, (COUNTS, f"{TAGS[0]}:tally:{who}"), batch, MARKED_MS, *said)
        await self._ask(COUNTS, command, command)

    async def counts(self) -> dict[str, int]:
        """The counters of the service, from all shards."""
        total: dict[str, int] = {}
        for reply in await self._read([(f"{tag}:counts", ("HGETALL", f"{tag}:counts")) for tag in TAGS]):
            for at in range(0, len(reply), 2):
                name = reply[at].decode()
                total[name] = total.get(name, 0) + int(reply[at + 1])
        return total

    async def append(self, key: str, value: bytes, *, keep: int) -> int:
        """Append to a numbered list, and keep only the newest items. Returns the item's number, from 1."""
        number: int = await self._write(key, _run(scripts.APPEND, (key,), value, keep))
        return number

    async def appended(self, key: str, *, after: int) -> list[tuple[int, bytes]]:
        """The items of a numbered list after a number."""
        command = "XRANGE", key, after + 1, "+"
        return [(int(name[:-2]), fields[1]) for name, fields in await self._ask(key, command, command, read=True)]

    # limits and health

    async def spend(self, bucket: str, *, cost: int, capacity: int, per_second: float) -> Bucket:
        """Take from a token bucket with this refill per second. After a lost reply the cost may be charged twice."""
        tariff = Tariff.of(cost, capacity, per_second)
        name = keys.document("bucket", bucket)
        command = _run(scripts.SPEND, (name,), tariff.cost, tariff.capacity)
        allowed, ahead = await self._ask(name, command, command)
        return tariff.bucket(allowed=bool(allowed), ahead=ahead)

    async def now(self) -> int:
        """The store's clock."""
        return _now(await self._ask("", ("TIME",), ("TIME",), read=True))

    async def free(self) -> float | None:
        """The free part of the memory, of the fullest server; None if no server has a limit."""
        return await free_part(await self._wire.nodes())

    async def health(self) -> dict[str, object]:
        """The figures for doctor and metrics. For several servers: the sums and the worst values."""
        return await health_of(await self._wire.nodes())

    async def close(self) -> None:
        """Close all connections."""
        close = getattr(self.bells, "close", None)
        if close is not None:
            await close()
        if self._replicated is not None:
            await self._replicated.close()
        await self._wire.close()
