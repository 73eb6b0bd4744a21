"""What the service may rely on when the store misbehaves: an answer in time, and nothing done twice."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest
from citadels_api.store import keys
from citadels_api.store.ports import Change, Logged, StoreDown, StoreError, StoreFull, Unknown
from citadels_api.store.pubsub import MISSED
from citadels_api.store.redis import scripts

from tests.api.store.trying import begin, change, opened, outcome_of, until_up, warm
from tests.support.servers import KINDS, FlakyProxy, Server
from tests.support.waits import until_async

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from citadels_api.store.ports import Store

pytestmark = pytest.mark.anyio
DOCUMENT = keys.document("account", "ada")
PATIENT_MS = 5000
"""How long an answer may take where one that is lost is known at once, since the line is cut with it."""


@pytest.fixture(params=sorted(KINDS))
def server(request: pytest.FixtureRequest) -> Iterator[Server]:
    """A server of each kind that a test may maltreat."""
    with Server(request.param) as held:
        yield held


async def test_a_frozen_server_makes_the_outcome_unknown_and_the_change_is_done_once(server: Server) -> None:
    async with opened(server.url) as store:
        await begin(store)
        server.pause()
        assert await outcome_of(store, change()) == "Unknown"
        with pytest.raises(StoreDown):
            async with asyncio.timeout(30):
                await store.load("t")
        server.resume()
        await until_up(store)
        assert (await store.commit(change())).kind in {"ok", "replay"}
        assert (await store.commit(change())).kind == "replay"
        assert [logged.number for logged in await store.log("t")] == [1, 2]
        assert await store.counts() == {"moves": 1}


async def test_many_calls_to_a_frozen_server_all_end(server: Server) -> None:
    async with opened(server.url) as store:
        await begin(store)
        server.pause()
        async with asyncio.timeout(30):
            ends = await asyncio.gather(*(outcome_of(store, change(key=f"0:{place}")) for place in range(200)))
        assert set(ends) <= {"Unknown", "StoreDown"}
        server.resume()


async def test_a_killed_server_is_down_and_the_store_finds_it_again(server: Server) -> None:
    async with opened(server.url) as store:
        await store.put(DOCUMENT, b"one")
        server.kill()
        for _ in range(3):
            with pytest.raises(StoreError):
                async with asyncio.timeout(30):
                    await store.put(DOCUMENT, b"two")
        with pytest.raises(StoreDown):
            await store.get(DOCUMENT)
        server.start()
        await until_up(store)
        assert await store.put(DOCUMENT, b"three")


async def test_a_store_may_be_opened_before_its_server_is_up() -> None:
    server = Server()
    try:
        async with opened(server.url) as store:
            with pytest.raises(StoreDown):
                await store.now()
            server.start()
            await until_up(store)
    finally:
        server.close()


async def test_while_the_store_is_down_calls_do_not_knock(server: Server) -> None:
    async with FlakyProxy(server) as proxy, opened(proxy.url) as store:
        proxy.refuse = True
        for _ in range(500):
            with pytest.raises(StoreDown):
                await store.now()
        assert proxy.connections < 10
        proxy.refuse = False
        await until_up(store)


async def test_a_lost_answer_is_asked_for_again_and_the_change_is_done_once(server: Server) -> None:
    async with FlakyProxy(server) as proxy, opened(proxy.url, PATIENT_MS) as store:
        await warm(store)
        await begin(store)
        proxy.swallow = 1
        outcome = await store.commit(change())
        assert (outcome.kind, outcome.number, proxy.dropped) == ("replay", 2, 1)
        assert [logged.number for logged in await store.log("t")] == [1, 2]
        assert await store.counts() == {"moves": 1}


async def test_a_change_without_a_key_is_not_sent_twice(server: Server) -> None:
    async with FlakyProxy(server) as proxy, opened(proxy.url, PATIENT_MS) as store:
        await warm(store)
        await begin(store)
        proxy.swallow = 1
        assert await outcome_of(store, change(key=None)) == "Unknown"
        assert [logged.number for logged in await store.log("t")] == [1, 2]


async def test_what_adds_up_is_not_sent_twice(server: Server) -> None:
    async with FlakyProxy(server) as proxy, opened(proxy.url, PATIENT_MS) as store:
        await warm(store)
        proxy.swallow = 1
        with pytest.raises(Unknown):
            await store.append(DOCUMENT, b"notice", keep=5)
        assert await store.appended(DOCUMENT, after=0) == [(1, b"notice")]


async def test_a_batch_of_counts_whose_answer_was_lost_is_sent_again_and_counted_once(server: Server) -> None:
    async with FlakyProxy(server) as proxy, opened(proxy.url, PATIENT_MS) as store:
        await store.tally("me", 1, {"guests": 1})  # the script is known from now on
        proxy.swallow = 1
        await store.tally("me", 2, {"guests": 1})
        assert await store.counts() == {"guests": 2}


async def test_a_batch_of_counts_that_a_frozen_store_gets_several_times_is_counted_once(server: Server) -> None:
    async with opened(server.url, 1500) as store:
        await store.tally("me", 1, {"guests": 1})
        server.pause()
        try:
            for _ in range(2):
                with pytest.raises(StoreError):
                    await store.tally("me", 2, {"guests": 10})
        finally:
            server.resume()
        await until_up(store)
        await store.tally("me", 2, {"guests": 10})
        assert await store.counts() == {"guests": 11}


async def test_a_lost_answer_to_what_compares_is_still_told_right(server: Server) -> None:
    for (
        script
    ) in scripts.Script.by_sha.values():  # else the lost answer is that the script is not known, and nothing was done
        server.cli("SCRIPT", "LOAD", script.text)
    async with FlakyProxy(server) as proxy, opened(proxy.url, PATIENT_MS) as store:
        await store.now()

        async def lossy(call: Any) -> Any:
            proxy.swallow = 1
            return await call

        assert await lossy(store.create("t", b"doc", "secret", b"first", index="open", rank=1))
        assert not await lossy(store.create("t", b"doc", "another", b"first", index="open", rank=1))
        assert await lossy(store.put(DOCUMENT, b"one", expects=None))
        assert await lossy(store.put(DOCUMENT, b"two", expects=b"one"))
        assert await lossy(store.put(DOCUMENT, b"three"))
        assert await lossy(store.put(DOCUMENT, None, expects=b"three"))
        assert await lossy(store.put_off("t", ms=0, expects=1))
        assert await lossy(store.repack("t", [Logged(1, 5, b"packed")], expects=1))
        assert await lossy(store.log("t")) == [Logged(1, 5, b"packed")]
        assert await lossy(store.archive("t", b"blob", expects=1, keep_ms=None))
        assert await lossy(store.archived("t")) == b"blob"
        assert proxy.dropped == 11


async def test_whether_it_was_us_who_replaced_a_document_may_be_unknown(server: Server) -> None:
    async with FlakyProxy(server) as proxy, opened(proxy.url, PATIENT_MS) as store:
        await store.put(DOCUMENT, b"other")
        proxy.swallow = 1
        with pytest.raises(Unknown):
            await store.put(DOCUMENT, b"ours", expects=b"old")


async def test_whether_it_was_us_who_removed_a_document_may_be_unknown(server: Server) -> None:
    async with FlakyProxy(server) as proxy, opened(proxy.url, PATIENT_MS) as store:
        await store.put(DOCUMENT, b"other")
        proxy.swallow = 1
        with pytest.raises(Unknown):
            await store.put(DOCUMENT, None, expects=b"old")
        assert (await store.get(DOCUMENT), proxy.dropped) == (b"other", 1)
        assert not await store.put(DOCUMENT, None, expects=b"old"), "an answer that comes is certain"


@pytest.mark.parametrize(
    ("held", "first", "second", "left"),
    [("old", 1, 1, None), (None, 0, 1, None), ("other", 0, 2, "other")],
    ids=["still there", "gone", "written anew"],
)
async def test_a_second_removal_tells_what_is_certain(
    held: str | None, first: int, second: int, left: str | None, server: Server
) -> None:
    """The document is gone, which was asked for; or somebody else has written, and it is not known whether the first try came before."""
    for attempt, told in ((1, first), (2, second)):
        server.cli(*(("DEL", DOCUMENT) if held is None else ("SET", DOCUMENT, held)))
        assert server.cli("EVAL", scripts.REMOVE.text, 1, DOCUMENT, 1, "old", attempt) == told
        assert server.cli("GET", DOCUMENT) == (None if left is None else left.encode())


async def test_moves_over_a_bad_line_are_each_done_once(server: Server) -> None:
    """Clients that send again with the same key, as the SDK does, over a line that loses every tenth answer."""
    async with FlakyProxy(server, seed=7) as proxy, opened(proxy.url) as one, opened(proxy.url) as two:
        await begin(one)
        proxy.drop = 0.1

        async def play(store: Store, name: str) -> int:
            done = 0
            async with asyncio.timeout(60):
                while done < 25:
                    try:
                        found = await store.load("t", key=f"{name}:{done}")
                        if found is None:
                            continue
                        if found.known is not None:
                            done += 1
                            continue
                        outcome = await store.commit(change(found.number, key=f"{name}:{done}"))
                    except StoreError:
                        await asyncio.sleep(0.01)
                        continue
                    done += outcome.kind in {"ok", "replay"}
            return done

        assert sum(await asyncio.gather(play(one, "0"), play(two, "1"), play(one, "2"), play(two, "3"))) == 100
        proxy.drop = 0
        await until_up(one)
        assert [logged.number for logged in await one.log("t")] == list(range(1, 102))
        assert await one.counts() == {"moves": 100}
        assert proxy.dropped > 0


async def test_a_full_store_takes_nothing_and_can_still_be_read_and_emptied(server: Server) -> None:
    async with opened(server.url) as store:
        for table in ("t", "u"):
            await begin(store, table)
        await store.commit(Change(table="t", expects=1, number=2, entry=b"entry", due_in=0, state=b"state"))
        await store.put(DOCUMENT, b"one")
        before = await store.load("t", key="0:a")
        server.cli("CONFIG", "SET", "maxmemory", "100kb")
        for call in (
            store.commit(change(2)),
            store.create("new", b"doc", "secret", b"first", index="open", rank=1),
            store.put(DOCUMENT, b"two"),
            store.put(DOCUMENT, b"two", expects=b"one"),
            store.append(DOCUMENT, b"two", keep=2),
        ):
            with pytest.raises(StoreFull):
                await call
        after = await store.load("t", key="0:a")
        assert before is not None
        assert after is not None
        assert (after.number, after.state, after.known) == (before.number, before.state, None)
        assert len(await store.log("t")) == 2
        assert await store.get(DOCUMENT) == b"one"
        assert [table for table, _ in await store.claim(keys.shard_of("t"), lease_ms=0, limit=9)] == ["t"]
        assert await store.put_off("t", ms=0, expects=2)
        assert await store.put(DOCUMENT, None, expects=b"one")
        assert await store.archive("t", b"blob", expects=2, keep_ms=None)
        await store.drop("u", index="open")
        server.cli("CONFIG", "SET", "maxmemory", "0")
        assert await store.load("new") is None
        assert await store.load("u") is None


async def test_forgotten_scripts_are_sent_again(server: Server) -> None:
    async with opened(server.url) as store:
        await begin(store)
        for number in range(1, 4):
            server.cli("SCRIPT", "FLUSH")
            assert (await store.commit(change(number, key=f"0:{number}"))).kind == "ok"
            assert (await store.spend("b", cost=1, capacity=9, per_second=1)).allowed
        assert len(await store.log("t")) == 4


async def test_what_a_server_keeps_on_disk_is_there_after_it_was_killed() -> None:
    with Server(config={"appendonly": "yes", "appendfsync": "always"}) as server:
        async with opened(server.url, 2000) as store:
            await begin(store)
            for number in range(1, 20):
                assert (await store.commit(change(number, key=f"0:{number}"))).kind == "ok"
            server.restart()
            await until_up(store)
            assert (await store.commit(change(19, key="0:19"))).kind == "replay"
            assert [logged.number for logged in await store.log("t")] == list(range(1, 21))


async def test_a_replica_is_no_store(server: Server) -> None:
    with Server(server.kind, tcp=True) as master:
        async with opened(server.url) as store:
            await begin(store)
            server.cli("REPLICAOF", "127.0.0.1", master.port)
            for call in (store.commit(change()), store.put(DOCUMENT, b"one")):
                with pytest.raises(StoreDown):
                    await call
            server.cli("REPLICAOF", "NO", "ONE")
            await until_up(store)
            assert await store.put(DOCUMENT, b"one")


async def test_the_password_is_given_and_never_told() -> None:
    with Server(config={"requirepass": "sesame"}) as server:
        server.path = f":sesame@{server.path}"
        async with opened(server.url) as store:
            await begin(store)
            assert await store.load("t") is not None
        server.path = server.path.replace("sesame", "s%C3%A4same")
        async with opened(server.url) as store:
            with pytest.raises(StoreDown) as refused:
                await store.now()
        assert "same" not in str(refused.value)


@asynccontextmanager
async def saying(reply: bytes) -> AsyncIterator[Store]:
    """A store whose server lets everybody in and then says always the same."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            writer.write(b"+PONG\r\n" if b"PING" in data else reply)
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as listener:
        port = listener.sockets[0].getsockname()[1]
        async with opened(f"redis://127.0.0.1:{port}") as store:
            yield store


@pytest.mark.parametrize(
    "word", ["LOADING", "BUSY", "MASTERDOWN", "MISCONF", "NOREPLICAS", "CLUSTERDOWN", "NOPERM", "ERR"]
)
async def test_a_server_that_refuses_to_work_is_down(word: str) -> None:
    async with saying(f"-{word} not now\r\n".encode()) as store:
        for call in (store.commit(change()), store.get(DOCUMENT), store.put(DOCUMENT, b"one")):
            with pytest.raises(StoreDown):
                await call


@pytest.mark.parametrize("reply", [b"HTTP/1.1 400 Bad Request\r\n\r\n", b"", b"$5\r\nhal"])
async def test_a_server_that_is_no_redis_is_an_error_in_time(reply: bytes) -> None:
    async with saying(reply) as store, asyncio.timeout(30):
        with pytest.raises(StoreDown):
            await store.get(DOCUMENT)
        with pytest.raises(Unknown):
            await store.tally("me", 1, {"one": 1})


async def test_a_caller_that_gives_up_does_not_mix_up_the_answers_of_others(server: Server) -> None:
    async with opened(server.url, 2000) as store:
        for place in range(40):
            await store.put(keys.document("number", str(place)), b"%d" % place)
        asked = [asyncio.ensure_future(store.get(keys.document("number", str(place)))) for place in range(40)]
        await asyncio.sleep(0)
        for task in asked[::3]:
            task.cancel()
        told = await asyncio.gather(*asked, return_exceptions=True)
        assert all(
            isinstance(answer, asyncio.CancelledError) if place % 3 == 0 else answer == b"%d" % place
            for place, answer in enumerate(told)
        )
        assert await store.get(keys.document("number", "7")) == b"7"


async def test_listeners_are_told_when_the_line_was_cut_and_hear_again(server: Server) -> None:
    async with FlakyProxy(server) as proxy, opened(proxy.url) as store, opened(server.url) as other:
        heard = store.bells.listen("a")
        assert await anext(heard) == MISSED
        for text in ("one", "two"):
            proxy.cut()
            assert await anext(heard) == MISSED
            await other.bells.ring("a", text)
            assert await anext(heard) == ("a", text)


async def test_a_listener_that_comes_while_the_line_is_cut_waits_until_it_stands(server: Server) -> None:
    async with FlakyProxy(server) as proxy, opened(proxy.url) as store, opened(server.url) as other:
        early = store.bells.listen("a")
        assert await anext(early) == MISSED
        proxy.refuse = True
        before = proxy.connections
        proxy.cut()
        await until_async(lambda: proxy.connections >= before + 3, "it has tried again and again")
        late = store.bells.listen("a")
        waits = asyncio.ensure_future(anext(late))
        await other.bells.ring("a", "lost")
        assert not waits.done()
        proxy.refuse = False
        assert await waits == await anext(early) == MISSED
        await other.bells.ring("a", "found")
        assert await anext(late) == await anext(early) == ("a", "found")


async def test_what_a_server_quotes_of_a_call_is_not_told() -> None:
    async with saying(b"-ERR unknown command 'SET', with args beginning with: 'secret'\r\n") as store:
        for call in (store.put(DOCUMENT, b"secret"), store.get(DOCUMENT), store.commit(change()), store.health()):
            with pytest.raises(StoreDown) as refused:
                await call
            assert "secret" not in str(refused.value)


async def test_a_store_that_is_closed_answers_nothing_more(server: Server) -> None:
    async with opened(server.url) as store:
        await store.now()
    with pytest.raises(StoreDown):
        await store.now()
