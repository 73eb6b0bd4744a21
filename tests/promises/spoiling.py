"""Runs a part of the service with a fault planted: `python -m tests.promises.spoiling FAULT serve ...`.

A proof that finds nothing has to be shown to find something. Each fault is a sentence of a script, or a function, left out.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable


def respell(name: str, old: str, new: str) -> None:
    """Replace a sentence of one of the store's scripts."""
    from citadels_api.store.redis import scripts

    script: scripts.Script = getattr(scripts, name)
    if old not in script.text:
        raise AssertionError(f"{name} does not say {old!r}")
    body = script.text.partition("\n")[2].replace(old, new)
    setattr(scripts, name, scripts.Script(body, frees="allow-oom" in script.text))


def plant(where: Any, name: str, fault: Any) -> None:
    """Put a fault in the place of a function that is there."""
    if not callable(getattr(where, name)):
        raise TypeError(f"{where} has no function {name}")
    setattr(where, name, fault)


def no_key() -> None:
    """The commit does not ask whether the key came before, and neither does the service."""
    from citadels_api.store.redis.store import RedisStore
    from msgspec.structs import replace

    respell("COMMIT", "if known then", "if false then")
    load = RedisStore.load

    async def forgetful(self: RedisStore, table: str, **named: Any) -> Any:
        snapshot = await load(self, table, **named)
        return None if snapshot is None else replace(snapshot, known=None)

    plant(RedisStore, "load", forgetful)


def no_number() -> None:
    """The commit does not ask whether somebody was quicker; the log, which would notice, takes any name."""
    respell("COMMIT", "if row[1] ~= ARGV[1] then", "if false then")
    respell("COMMIT", "ARGV[2] .. '-0'", "'*'")


def no_ring() -> None:
    """The clock goes round, and never rings."""
    from citadels_workers import clock

    async def deaf(*_: object, **__: object) -> str:
        return "called"

    plant(clock, "attend", deaf)


def no_drain() -> None:
    """The API process ends at once, whatever is under way."""
    import os
    import signal

    from citadels_api import app

    plant(app.Server, "handle_exit", lambda *_: os.kill(os.getpid(), signal.SIGKILL))


def no_write() -> None:
    """Every tenth move is answered as if it had been taken, and is not."""
    from citadels_api.play import service as play
    from citadels_api.store.ports import Outcome
    from citadels_api.tables.transaction import commit

    commits = 0

    async def hopeful(house: Any, change: Any) -> Outcome:
        nonlocal commits
        commits += 1
        if commits % 10 == 0:
            return Outcome("ok", change.number, await house.store.now(), None)
        return await commit(house, change)

    plant(play, "commit", hopeful)


def no_secure() -> None:
    """A write is acknowledged although what it has found done is on no replica."""
    from citadels_api.store.redis.store import RedisStore

    async def hasty(_: RedisStore) -> None:
        return None

    plant(RedisStore, "secure", hasty)


def only_commits() -> None:
    """Only a move waits for the replicas, and no other write does."""
    from citadels_api.store.redis import scripts
    from citadels_api.store.redis.store import RedisStore

    no_secure()
    write = RedisStore._write

    async def quick(self: RedisStore, where: str, command: Any, second: Any = None) -> Any:
        if command[1] == scripts.COMMIT.sha:
            return await write(self, where, command, second)
        return await self._ask(where, command, second)

    plant(RedisStore, "_write", quick)


OF_THE_GAME = ("CREATE", "COMMIT", "CLAIM", "PUT_OFF")
LAG = "if last[3] or gap < 0 then lag = lag + gap else lag = lag + math.max(0, gap - 1000) end"


def no_game_clock() -> None:
    """Deadlines go by the store's clock alone."""
    from citadels_api.store.game_clock import Beat

    for name in OF_THE_GAME:
        respell(name, LAG, "")
    plant(Beat, "lag_at", lambda beat, _now: beat.lag)


def no_time() -> None:
    """No time is charged at all, whoever looks after the games."""
    from citadels_api.store.game_clock import Beat

    for name in OF_THE_GAME:
        respell(name, LAG, "lag = lag + gap")
    plant(Beat, "lag_at", lambda beat, now: beat.lag + (0 if beat.at is None else now - beat.at))


def no_turns() -> None:
    """A worker does the work that its ticket names: first come, first served."""
    from citadels_api.fair_queue import FairQueue

    plant(FairQueue, "take", lambda _: None)


def no_look() -> None:
    """Nobody looks how much memory the store has left."""
    from citadels_api.room import Room

    plant(Room, "note", lambda *_: None)


FAULTS: Final[dict[str, Callable[[], None]]] = {
    fault.__name__: fault
    for fault in (
        no_key,
        no_number,
        no_ring,
        no_drain,
        no_write,
        no_secure,
        only_commits,
        no_game_clock,
        no_time,
        no_turns,
        no_look,
    )
}


def main() -> None:
    """Plant the fault, and run the part."""
    FAULTS[sys.argv.pop(1)]()
    from citadels_workers.cli import parts

    parts()


if __name__ == "__main__":
    main()
