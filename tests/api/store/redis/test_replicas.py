"""Commits with a WAIT behind them, over a wire that answers by hand."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from citadels_api.store import keys
from citadels_api.store.ports import Change, Store, Unknown
from citadels_api.store.redis import scripts
from citadels_api.store.redis.connection import Refused
from citadels_api.store.redis.replicas import Replicated
from citadels_api.store.redis.store import UNPROMISED, RedisStore

if TYPE_CHECKING:
    from collections.abc import Callable

    from citadels_api.store.redis.connection import Command, Reply

pytestmark = pytest.mark.anyio


class Wire:
    """Remembers what was sent; answers when it is told to. A key's first letter is its group."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, Command, asyncio.Future[Reply]]] = []
        self.closed = False

    def group(self, where: str) -> int:
        return ord(where[0])

    def send(self, where: str, command: Command) -> asyncio.Future[Reply]:
        made: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self.sent.append((where, command, made))
        return made

    async def close(self) -> None:
        self.closed = True
        for _, _, answer in self.sent:
            if not answer.done():
                answer.set_result(Unknown("closed"))


async def turns(count: int = 6) -> None:
    """So many turns of the loop."""
    for _ in range(count):
        await asyncio.sleep(0)


def replicated(replicas: int = 2) -> tuple[Replicated, Any]:
    """Commits that so many replicas have to have."""
    wire: Any = Wire()
    return Replicated(wire, replicas, 250), wire


async def test_what_comes_together_waits_behind_one_wait_for_each_connection() -> None:
    store, wire = replicated()
    for where in ("a1", "b1", "a2"):
        _ = store.send(where, ("SET", where))
    await turns()
    wait = ("WAIT", 2, 250)
    assert [(where, command) for where, command, _ in wire.sent] == [
        ("a1", ("SET", "a1")),
        ("a2", ("SET", "a2")),
        ("a1", ("SET", "a1:mark", 1)),
        ("a1", wait),
        ("b1", ("SET", "b1")),
        ("b1", ("SET", "b1:mark", 1)),
        ("b1", wait),
    ]
    await store.close()
    assert wire.closed


@pytest.mark.parametrize(
    ("mark", "reached", "enough"),
    [
        (b"OK", 0, False),
        (b"OK", 1, False),
        (b"OK", 2, True),
        (b"OK", 3, True),
        (b"OK", Unknown("lost"), False),
        (b"OK", None, False),
        (Refused("READONLY it is a replica"), 2, False),
    ],
)
async def test_enough_is_as_many_as_are_wanted(mark: Reply, reached: Reply, enough: bool) -> None:
    store, wire = replicated()
    one, gone = store.send("a1", ("SET", "a1")), store.send("a2", ("SET", "a2"))
    await turns()
    gone.cancel()
    for (_, _, answer), reply in zip(wire.sent, (b"one", b"two", mark, reached), strict=True):
        answer.set_result(reply)
    assert await one == (b"one", enough)
    await turns()
    assert store._tasks == {}


async def test_what_comes_meanwhile_waits_for_its_turn_on_the_same_connection() -> None:
    store, wire = replicated(1)
    first = store.send("a1", ("SET", "a1"))
    await turns()
    second = store.send("a2", ("SET", "a2"))
    await turns()
    assert len(wire.sent) == 3
    for (_, _, answer), reply in zip(wire.sent, (b"one", b"OK", 1), strict=True):
        answer.set_result(reply)
    assert await first == (b"one", True)
    await turns()
    sent = [command for _, command, _ in wire.sent[3:]]
    assert sent == [("SET", "a2"), ("SET", "a2:mark", 1), ("WAIT", 1, 250)]
    for (_, _, answer), reply in zip(wire.sent[3:], (b"two", b"OK", 0), strict=True):
        answer.set_result(reply)
    assert await second == (b"two", False)


async def test_everything_is_safe_when_each_server_says_so() -> None:
    store, wire = replicated(1)
    wire.group = lambda where: int(where[3:5]) % 2
    for reached, safe in ((1, True), (0, False)):
        wire.sent.clear()
        asked = asyncio.ensure_future(store.everything())
        await turns()
        sent = [(where, command[0]) for where, command, _ in wire.sent]
        assert sorted(sent) == sorted([(tag, word) for tag in ("{s:62}", "{s:63}") for word in ("SET", "WAIT")])
        for where, command, answer in wire.sent:
            answer.set_result(b"OK" if command[0] == "SET" else 1 if where == "{s:62}" else reached)
        assert await asked is safe


# which writes wait


WRITES: dict[str, Callable[[Any], Any]] = {
    "create": lambda s: s.create("game_1", b"doc", "seed", b"entry", index="open", rank=5),
    "commit": lambda s: s.commit(Change(table="game_1", expects=1, number=3, entry=b"entry")),
    "archive": lambda s: s.archive("game_1", b"blob", expects=3, keep_ms=9),
    "repack": lambda s: s.repack("game_1", [], expects=3),
    "drop": lambda s: s.drop("game_1", index=None),
    "claim": lambda s: s.claim(7, lease_ms=9, limit=5),
    "pause": lambda s: s.pause(paused=True),
    "put_off": lambda s: s.put_off("game_1", ms=9, expects=3),
    "put": lambda s: s.put(keys.document("cred", "cred_1"), b"value"),
    "rank": lambda s: s.rank(keys.document("mine", "acct_1"), "game_1", None),
    "append": lambda s: s.append(keys.document("notices", "acct_1"), b"value", keep=9),
    "tally": lambda s: s.tally("7-process", 2, {"moves": 1}),
    "spend": lambda s: s.spend("guests:127.0.0.1", cost=2, capacity=10, per_second=5),
    "secure": lambda s: s.secure(),
}
"""Every call that writes, or that an answer to a write waits for."""
READS = {
    "load",
    "log",
    "index",
    "archived",
    "oldest_due",
    "get",
    "ranked",
    "counts",
    "free",
    "appended",
    "now",
    "health",
    "close",
}
PROMISED = {
    "acct", "active", "ai-seats", "board", "bots", "calls", "copied", "cred", "creds", "deliveries", "folded", "hooks", "match", "met", "mine", "name", "notices",
    "open-tables",
    "pair", "profile", "rated", "rated-pending", "rating", "rematch", "sorted", "tours", "tours-active",
}  # fmt: skip
"""The kinds of documents that answers rely on."""
LIMITS = {"bucket"}
"""The kinds that only calls write on which no answer relies."""


class Short:
    """Too few replicas, whatever is sent."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        self.sent = 0

    async def send(self, _where: str, command: Command) -> tuple[Reply, bool]:
        self.sent += 1
        return REPLIES.get(command[0], 1), False

    async def everything(self) -> bool:
        self.sent += 1
        return False


REPLIES: dict[Any, Reply] = {"SET": b"OK", "ZREM": 0}


class Done(Wire):
    """A wire on which everything is done at once."""

    def send(self, where: str, command: Command) -> asyncio.Future[Reply]:
        made = super().send(where, command)
        made.set_result([] if command[1] == scripts.CLAIM.sha else [1, 2] if command[1] == scripts.SPEND.sha else 1)
        return made


def store_of(wire: Any) -> tuple[RedisStore, Short]:
    """A store with too few replicas."""
    short: Any = Short(wire)
    bells: Any = None
    return RedisStore(wire, bells, timeout=1.0, replicated=short), short


def test_of_every_call_of_the_store_it_is_decided_whether_it_waits() -> None:
    calls = {name for name in vars(Store) if not name.startswith("_")}
    assert calls == READS | WRITES.keys()
    assert not READS & WRITES.keys()


def test_of_every_kind_of_document_it_is_decided_whether_it_waits() -> None:
    import citadels_api
    import citadels_workers

    folders = [Path(package.__file__).parent for package in (citadels_api, citadels_workers) if package.__file__]
    texts = [path.read_text(encoding="utf-8") for folder in folders for path in folder.rglob("*.py")]
    kinds = {kind for text in texts for kind in re.findall(r'\bdocument\(\s*"([a-z-]+)"', text)}
    assert kinds == PROMISED | LIMITS | (UNPROMISED - WRITES.keys())
    assert not PROMISED & UNPROMISED


@pytest.mark.parametrize("name", sorted(WRITES))
async def test_a_write_on_which_an_answer_relies_is_unknown_until_replicas_have_it(name: str) -> None:
    store, short = store_of(Done())
    if name in UNPROMISED:
        await WRITES[name](store)
        assert short.sent == 0
    else:
        with pytest.raises(Unknown, match="too few replicas"):
            await WRITES[name](store)
        assert short.sent == (keys.SHARDS if name == "pause" else 1)


@pytest.mark.parametrize("kind", sorted(UNPROMISED - WRITES.keys()))
async def test_a_document_on_which_no_answer_relies_waits_for_nothing(kind: str) -> None:
    store, short = store_of(Done())
    assert await store.put(keys.document(kind, "a"), b"value", expects=None)
    await store.rank(keys.document(kind, "a"), "member", 5)
    assert short.sent == 0


@pytest.mark.parametrize("name", ["create", "archive", "put_off"])
async def test_what_was_declined_waits_for_nothing(name: str) -> None:
    store, short = store_of(Done())
    short.send = lambda *_: declined()  # type: ignore[method-assign]  # another answer
    assert await WRITES[name](store) is False


async def declined() -> tuple[Reply, bool]:
    return 0, False


async def test_without_replicas_nothing_is_waited_for() -> None:
    bells: Any = None
    store = RedisStore(Done(), bells, timeout=1.0)  # type: ignore[arg-type]  # of a wire it only sends
    await store.secure()
    assert await store.put(keys.document("cred", "a"), b"value")
