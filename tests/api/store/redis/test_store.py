"""What the adapter says to a server, what it makes of the answers, and what it does where there is none."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from citadels_api.store import keys
from citadels_api.store.ports import Change, Logged, Outcome, Snapshot, StoreDown, StoreFull, Unknown
from citadels_api.store.redis import scripts
from citadels_api.store.redis.connection import Refused
from citadels_api.store.redis.store import COUNTS, RedisStore

from tests.support.kept import assert_kept

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from citadels_api.store.redis.connection import Command, Reply

pytestmark = pytest.mark.anyio

KEPT = Path(__file__).parent / "kept" / "calls_to_redis.txt"
NAMES = {one.sha: name for name, one in vars(scripts).items() if isinstance(one, scripts.Script)}
NEVER: list[Any] = [None, None, None]
"""A shard without a beat."""
TABLE = "game_1"
BASE = f"{keys.tag(keys.shard_of(TABLE))}:t:{TABLE}"


class Wire:
    """A wire that gives these answers in turn, then None, and remembers what was sent."""

    def __init__(self, *replies: Reply, mended: tuple[Reply, ...] = ()) -> None:
        self.replies = list(replies)
        self.mended = list(mended)
        self.sent: list[tuple[str, Command]] = []
        self.asked_to_mend: list[tuple[str, str, Command]] = []
        self.closed = False

    def answer(self, reply: Reply) -> asyncio.Future[Reply]:
        made: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        if reply is not ...:
            made.set_result(reply)
        return made

    def send(self, where: str, command: Command) -> asyncio.Future[Reply]:
        self.sent.append((where, command))
        return self.answer(self.replies.pop(0) if self.replies else None)

    def group(self, where: str) -> int:
        return 0

    async def mend(self, refusal: Refused, where: str, command: Command) -> asyncio.Future[Reply] | None:
        self.asked_to_mend.append((refusal.word, where, command))
        return self.answer(self.mended.pop(0)) if self.mended else None

    async def nodes(self) -> list[Any]:
        return []

    async def close(self) -> None:
        self.closed = True


class Bells:
    """Bells that can be closed."""

    closed = False

    async def close(self) -> None:
        self.closed = True


def store_on(wire: Wire, *, timeout: float = 5.0, bells: Any = None) -> RedisStore:
    """A store on this wire."""
    return RedisStore(wire, bells, timeout=timeout)


def told(where: str, command: Command) -> str:
    """A command on one line, scripts by their names."""
    parts = [NAMES.get(part, part) if isinstance(part, str) else part for part in command]
    return f"  {where or 'anywhere'} <- {' '.join(repr(part) for part in parts)}"


CHANGE = Change(table=TABLE, expects=3, number=5, entry=b"what happened")
WHOLE = Change(
    table=TABLE, expects=3, number=5, entry=b"what happened", doc=b"document", state=b"state", due_in=70, allow=90,
    key="0:first", digest=b"digest", moves_from="open", moves_to="running", rank=17, counts={"games": 1, "moves": 2},
)  # fmt: skip
OK = [0, 5, 1000, -1]

Ask = Any
CALLS: list[tuple[Ask, list[Reply]]] = [
    (lambda store: store.create(TABLE, b"doc", "seed", b"entry", index="open", rank=17), [1]),
    (lambda store: store.create(TABLE, b"doc", "seed", b"entry", index="open", rank=17, due_in=0), [0]),
    (lambda store: store.load(TABLE), [[None] * 5, [b"12", b"34567"], NEVER]),
    (lambda store: store.load(TABLE), [[b"doc", b"5", b"state", b"40", b"-1"], [b"12", b"34567"], NEVER]),
    (
        lambda store: store.load(TABLE, key="0:first", seed=True),
        [b"4 99 a digest", [b"doc", b"5", None, b"40", b"0"], [b"12", b"999999"], [b"12500", b"-3", None], b"seed"],
    ),
    (
        lambda store: store.load(TABLE, key="0:first", seed=True),
        [None, [b"doc", b"5", None, b"40", b"77"], [b"12", b"1000"], [b"9000", b"4", b"1"], None],
    ),
    (lambda store: store.load(TABLE, key="0:first"), [b"4 -1 a digest", [b"doc", b"5", None, b"40", b"7"], [b"0", b"0"], NEVER]),
    (lambda store: store.load(TABLE, seed=True), [[b"doc", b"5", None, b"0", b"7"], [b"0", b"0"], [b"1", b"20", None], b"seed"]),
    (lambda store: store.commit(CHANGE), [OK]),
    (lambda store: store.commit(WHOLE), [[1, 4, 1000, 0]]),
    (lambda store: store.commit(Change(table=TABLE, expects=3, number=4, entry=b"", due_in=-1, allow=-1)), [[2, 4, 9, 5]]),
    (lambda store: store.commit(Change(table=TABLE, expects=3, number=4, entry=b"", due_in=-7, allow=0)), [[3, 4, 9, 5]]),
    (lambda store: store.commit(Change(table=TABLE, expects=3, number=4, entry=b"", due_in=0, doc=b"")), [[4, 4, 9, 5]]),
    (lambda store: store.commit(Change(table=TABLE, expects=3, number=4, entry=b"", moves_from="open", state=b"")), [OK]),
    (lambda store: store.commit(Change(table=TABLE, expects=3, number=4, entry=b"", moves_to="over", rank=3)), [OK]),
    (
        lambda store: store.log(TABLE),
        [[[b"2-0", [b"e", b"two", b"t", b"20"]], [b"13-0", [b"e", b"more", b"t", b"30"]]]],
    ),
    (lambda store: store.log(TABLE, after=4, until=9, limit=0), [[]]),
    (lambda store: store.log(TABLE, after=4, limit=6), [[]]),
    (lambda store: store.archive(TABLE, b"blob", expects=9, keep_ms=None), [1]),
    (lambda store: store.archive(TABLE, b"blob", expects=9, keep_ms=0), [0]),
    (lambda store: store.repack(TABLE, [Logged(3, 30, b"one"), Logged(5, 50, b"two")], expects=5), [1]),
    (lambda store: store.repack(TABLE, [], expects=5), [0]),
    (lambda store: store.archived(TABLE), [b"blob"]),
    (lambda store: store.drop(TABLE, index=None), [None]),
    (lambda store: store.drop(TABLE, index="over"), [None]),
    (lambda store: store.claim(7, lease_ms=500, limit=9), [[b"one", b"12", b"other", b"13.0"]]),
    (lambda store: store.claim(0, lease_ms=500, limit=1), [[]]),
    (lambda store: store.put_off(TABLE, ms=250, expects=4), [1]),
    (lambda store: store.put_off(TABLE, ms=0, expects=4), [0]),
    (lambda store: store.get("key"), [b"value"]),
    (lambda store: store.put("key", b"value"), [b"OK"]),
    (lambda store: store.put("key", b"value", ttl_ms=0), [b"OK"]),
    (lambda store: store.put("key", None), [0]),
    (lambda store: store.put("key", None, ttl_ms=9), [1]),
    (lambda store: store.put("key", b"value", expects=None), [1]),
    (lambda store: store.put("key", b"value", expects=b"old", ttl_ms=60), [0]),
    (lambda store: store.put("key", b"value", expects=b"", ttl_ms=0), [0]),
    (lambda store: store.put("key", None, expects=b"old"), [1]),
    (lambda store: store.put("key", None, expects=None), [0]),
    (lambda store: store.rank("set", "member", 0), [1]),
    (lambda store: store.rank("set", "member", None), [1]),
    (lambda store: store.ranked("set"), [[b"one", b"9", b"other", b"8"]]),
    (
        lambda store: store.ranked("set", before=(9, "k"), limit=2),
        [[b"low", b"8", b"lower", b"7"], [b"a", b"9", b"k", b"9", b"z", b"9"]],
    ),
    (lambda store: store.tally("me", 4, {"games": 2, "moves": 1}, floors={"moves": 7, "most": 0}), [None]),
    (lambda store: store.tally("me", 4, {}), [None]),
    (lambda store: store.append("list", b"value", keep=50), [12]),
    (lambda store: store.appended("list", after=11), [[[b"12-0", [b"v", b"value"]]]]),
    (lambda store: store.spend("bucket", cost=2, capacity=5, per_second=2.0), [[1, 1_000_000]]),
    (lambda store: store.spend("bucket", cost=2, capacity=5, per_second=2.0), [[0, 2_000_000]]),
    (lambda store: store.now(), [[b"12", b"34999"]]),
]  # fmt: skip


async def test_each_call_says_the_same_to_the_server_and_makes_the_same_of_its_answer() -> None:
    lines = []
    for ask, replies in CALLS:
        wire = Wire(*replies)
        answer = await ask(store_on(wire))
        assert not wire.replies
        lines += [told(*one) for one in wire.sent]
        lines.append(f"    {answer!r}")
    assert_kept(KEPT, lines)


async def test_an_index_is_read_from_all_shards_and_put_in_order() -> None:
    replies: list[Any] = [[] for _ in range(keys.SHARDS)]
    replies[3], replies[60] = [b"c", b"7", b"a", b"5"], [b"b", b"7"]
    wire = Wire(*replies)
    assert await store_on(wire).index("open", before=None, limit=2) == [(7, "c"), (7, "b")]
    assert [where for where, _ in wire.sent] == [f"{keys.tag(shard)}:idx:open" for shard in range(keys.SHARDS)]
    assert wire.sent[3][1] == (
        "ZRANGE", f"{keys.tag(3)}:idx:open", "+inf", "-inf", "BYSCORE", "REV", "LIMIT", 0, 2, "WITHSCORES",
    )  # fmt: skip
    wire = Wire(*replies, *[[] for _ in range(keys.SHARDS)])
    await store_on(wire).index("open", before=(7, "c"), limit=2)
    assert wire.sent[3][1][2] == "(7"
    assert wire.sent[keys.SHARDS][1] == ("ZRANGE", f"{keys.tag(0)}:idx:open", 7, 7, "BYSCORE", "WITHSCORES")


async def test_the_oldest_that_is_due_is_looked_for_in_all_shards() -> None:
    firsts: list[Any] = [[] for _ in range(keys.SHARDS)]
    firsts[5], firsts[9], firsts[10] = [b"late", b"11000"], [b"later", b"11500"], [b"to come", b"99999"]
    beats: list[Any] = [NEVER] * keys.SHARDS
    beats[9] = [b"12000", b"-600", None]  # there it is later than elsewhere
    wire = Wire([b"12", b"34567"], *firsts, *beats)
    assert await store_on(wire).oldest_due() == 1134
    assert wire.sent[0] == ("", ("TIME",))
    assert wire.sent[6] == (f"{keys.tag(5)}:due", ("ZRANGE", f"{keys.tag(5)}:due", 0, 0, "WITHSCORES"))
    assert await store_on(Wire([b"12", b"0"], *[[] for _ in range(keys.SHARDS)], *beats)).oldest_due() == 0
    firsts = [[] for _ in range(keys.SHARDS)]
    firsts[0] = [b"to come", b"12001"]
    assert await store_on(Wire([b"12", b"0"], *firsts, *beats)).oldest_due() == 0


async def test_counters_are_added_up_over_all_shards() -> None:
    replies: list[Any] = [[] for _ in range(keys.SHARDS)]
    replies[0], replies[63] = [b"games", b"3", b"moves", b"8"], [b"games", b"4"]
    wire = Wire(*replies)
    assert await store_on(wire).counts() == {"games": 7, "moves": 8}
    assert wire.sent[0] == (COUNTS, ("HGETALL", COUNTS))
    assert wire.sent[63] == (f"{keys.tag(63)}:counts", ("HGETALL", f"{keys.tag(63)}:counts"))


# what can be done after a fault


async def raised(ask: Awaitable[Any]) -> tuple[type[Exception], str]:
    """The error that a call ends in."""
    with pytest.raises(Exception) as caught:  # noqa: PT011 - which one it is, is the claim
        await ask
    return type(caught.value), str(caught.value)


async def test_a_read_without_an_answer_is_asked_once_more_and_then_the_store_is_down() -> None:
    wire = Wire(Unknown("no answer"), b"value")
    assert await store_on(wire).get("key") == b"value"
    assert [command for _, command in wire.sent] == [("GET", "key")] * 2
    wire = Wire(Unknown("no answer"), Unknown("none again"), b"value")
    assert await raised(store_on(wire).get("key")) == (StoreDown, "none again")
    assert len(wire.sent) == 2
    wire = Wire(StoreDown("not connected"))
    assert await raised(store_on(wire).get("key")) == (StoreDown, "not connected")
    assert len(wire.sent) == 1


async def test_a_write_without_an_answer_is_unknown_where_the_second_time_is_in_vain_too() -> None:
    wire = Wire(Unknown("no answer"), StoreDown("gone"))
    assert await raised(store_on(wire).rank("set", "one", 4)) == (Unknown, "no answer from the store")
    assert len(wire.sent) == 2
    wire = Wire(StoreDown("gone"))
    assert await raised(store_on(wire).rank("set", "one", 4)) == (StoreDown, "gone")
    wire = Wire(Unknown("no answer"), 1)
    await store_on(wire).rank("set", "one", 4)
    assert len(wire.sent) == 2


async def test_a_second_attempt_says_that_it_is_one() -> None:
    asks: tuple[Ask, ...] = (
        lambda store: store.create(TABLE, b"doc", "seed", b"entry", index="open", rank=1),
        lambda store: store.archive(TABLE, b"blob", expects=9, keep_ms=None),
        lambda store: store.put("key", b"value", expects=b"old"),
        lambda store: store.put("key", None, expects=b"old"),
    )
    for ask in asks:
        wire = Wire(Unknown("no answer"), 1)
        assert await ask(store_on(wire)) is True
        (_, first), (_, second) = wire.sent
        assert (first[-1], second[-1], first[:-1] == second[:-1]) == (1, 2, True)


@pytest.mark.parametrize("value", [b"value", None])
async def test_who_replaced_or_removed_a_document_may_be_unknown(value: bytes | None) -> None:
    wire = Wire(Unknown("no answer"), 2)
    assert await raised(store_on(wire).put("key", value, expects=b"old")) == (
        Unknown,
        "somebody else may have written after us",
    )


async def test_a_change_without_a_key_is_not_sent_again_and_one_with_a_key_is() -> None:
    wire = Wire(Unknown("no answer"), OK)
    assert await raised(store_on(wire).commit(CHANGE)) == (Unknown, "no answer")
    assert len(wire.sent) == 1
    wire = Wire(Unknown("no answer"), [1, 5, 1000, -1])
    assert await store_on(wire).commit(WHOLE) == Outcome("replay", 5, 1000, None)
    assert wire.sent[0] == wire.sent[1]


async def test_a_script_that_the_server_has_forgotten_is_sent_whole() -> None:
    wire = Wire(Refused("NOSCRIPT no such script"), 12)
    assert await store_on(wire).append("list", b"value", keep=50) == 12
    (_, first), (where, second) = wire.sent
    assert (where, second) == ("list", ("EVAL", scripts.APPEND.text, *first[2:]))
    wire = Wire(Unknown("lost"), Refused("NOSCRIPT no such script"), 1)
    assert await store_on(wire).put("key", b"value", expects=b"old") is True
    assert wire.sent[2][1] == ("EVAL", scripts.PUT.text, *wire.sent[1][1][2:])


async def test_a_refusal_is_told_by_its_first_word_alone() -> None:
    wire = Wire(Refused("WRONGPASS the secret was wrong"))
    assert await raised(store_on(wire).get("key")) == (StoreDown, "the store refuses: WRONGPASS")
    assert wire.asked_to_mend == [("WRONGPASS", "key", ("GET", "key"))]
    assert await raised(store_on(Wire(Refused("OOM command not allowed"))).rank("set", "one", 1)) == (
        StoreFull,
        "the store is full",
    )


async def test_a_refusal_that_the_wire_mends_is_none() -> None:
    wire = Wire(Refused("MOVED 5 there"), mended=(Refused("ASK 5 elsewhere"), b"value"))
    assert await store_on(wire).get("key") == b"value"
    assert [word for word, _, _ in wire.asked_to_mend] == ["MOVED", "ASK"]


async def test_what_is_mended_five_times_in_vain_is_refused_the_sixth() -> None:
    moved = Refused("MOVED 5 there")
    wire = Wire(moved, mended=(*[moved] * 5, b"value", b"never"))
    assert await store_on(wire).get("key") == b"value"
    wire = Wire(moved, mended=(*[moved] * 6, b"value"))
    assert await raised(store_on(wire).get("key")) == (StoreDown, "the store refuses: MOVED")
    assert len(wire.asked_to_mend) == 6


async def test_what_is_not_mended_in_time_is_no_answer() -> None:
    wire = Wire(Unknown("lost"), ...)
    assert await raised(store_on(wire, timeout=0.01).rank("set", "one", 1)) == (Unknown, "no answer from the store")
    wire = Wire(Unknown("lost"), ...)
    assert await raised(store_on(wire, timeout=0.01).get("key")) == (StoreDown, "no answer from the store in time")
    wire = Wire(Refused("NOSCRIPT"), ...)
    assert await raised(store_on(wire, timeout=0.01).append("list", b"", keep=1)) == (
        Unknown,
        "no answer from the store in time",
    )


async def test_of_several_that_are_read_together_only_the_one_without_an_answer_is_asked_again() -> None:
    document = [b"doc", b"5", None, b"40", b"-1"]
    wire = Wire(document, Unknown("lost"), NEVER, [b"1", b"2000"])
    found = await store_on(wire).load(TABLE)
    assert found == Snapshot(b"doc", 5, None, 40, None, 1002)
    assert wire.sent[3] == (BASE, ("TIME",))
    wire = Wire(document, Unknown("lost"), NEVER, Unknown("again"))
    assert await raised(store_on(wire).load(TABLE)) == (StoreDown, "again")


# commits that replicas have


class Replicas:
    """Replicas that give these answers in turn."""

    def __init__(self, *replies: tuple[Reply, bool], wire: Wire | None = None) -> None:
        self.replies = list(replies)
        self.sent: list[tuple[str, Command]] = []
        self.wire = wire or Wire()
        self.closed = False

    async def send(self, where: str, command: Command) -> tuple[Reply, bool]:
        self.sent.append((where, command))
        return self.replies.pop(0)

    async def close(self) -> None:
        self.closed = True


def replicated(wire: Wire, replicas: Any) -> RedisStore:
    """A store whose commits these replicas have to have."""
    bells: Any = Bells()
    return RedisStore(wire, bells, timeout=5.0, replicated=replicas)


@pytest.mark.parametrize(
    ("kind", "enough", "told_as"),
    [
        (0, True, "ok"),
        (0, False, None),
        (1, True, "replay"),
        (1, False, None),
        (2, False, "key_reused"),
        (3, False, "stale"),
    ],
)
async def test_what_was_written_counts_once_enough_replicas_have_it(
    kind: int, enough: bool, told_as: str | None
) -> None:
    replicas = Replicas(([kind, 5, 1000, -1], enough))
    store = replicated(Wire(), replicas)
    if told_as is None:
        assert await raised(store.commit(WHOLE)) == (Unknown, "too few replicas have it")
    else:
        assert (await store.commit(WHOLE)).kind == told_as
    assert len(replicas.sent) == 1


async def test_a_forgotten_script_is_loaded_and_the_commit_sent_again() -> None:
    replicas = Replicas((Refused("NOSCRIPT none"), True), (OK, True))
    assert (await replicated(Wire(), replicas).commit(CHANGE)).kind == "ok"
    assert replicas.wire.sent == [(BASE, ("SCRIPT", "LOAD", scripts.COMMIT.text))]
    assert replicas.sent[0] == replicas.sent[1]


async def test_a_commit_without_an_answer_is_waited_for_again_behind_a_second_one() -> None:
    replay = [1, 5, 1000, -1]
    wire, replicas = Wire(replay), Replicas((Unknown("lost"), False), (replay, True))
    assert (await replicated(wire, replicas).commit(WHOLE)).kind == "replay"
    assert [command for _, command in wire.sent] == [replicas.sent[0][1]]
    for second in ((replay, False), (Unknown("lost"), True)):
        wire, replicas = Wire(replay), Replicas((Unknown("lost"), True), second)
        assert await raised(replicated(wire, replicas).commit(WHOLE)) == (Unknown, "too few replicas have it")
    wire, replicas = Wire([3, 5, 1000, -1]), Replicas((Unknown("lost"), False))
    assert (await replicated(wire, replicas).commit(WHOLE)).kind == "stale"
    wire, replicas = Wire(), Replicas((Unknown("lost"), False))
    assert await raised(replicated(wire, replicas).commit(CHANGE)) == (Unknown, "lost")
    wire, replicas = Wire(mended=(OK,)), Replicas((Refused("MOVED"), True))
    assert await raised(replicated(wire, replicas).commit(CHANGE)) == (Unknown, "too few replicas have it")


async def test_all_connections_are_let_go() -> None:
    wire, replicas = Wire(), Replicas()
    store = replicated(wire, replicas)
    await store.close()
    assert (wire.closed, replicas.closed, store.bells.closed) == (True, True, True)  # type: ignore[attr-defined]  # of ours
    wire = Wire()
    await store_on(wire, bells=object()).close()
    assert wire.closed
