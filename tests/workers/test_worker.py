"""A worker process whose queue is restarted, goes away, or moves to another server: it goes on by itself."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest
from citadels_api.context import House
from citadels_api.job_queue import RqBell, queue_connection
from citadels_api.play.step import open_game
from citadels_api.settings import Settings
from citadels_api.store.connect import open_store
from citadels_api.store.ports import StoreError
from citadels_api.tables import service as tables
from citadels_workers.named_store import Unreachable, workers

from tests.support.houses import guest
from tests.support.orders import seat_order, table_order
from tests.support.running import Part
from tests.support.servers import Server, free_port, sentinels
from tests.support.waits import until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.heavy
PATIENCE_S = 60.0


@contextlib.contextmanager
def worker(games: str, queue: str, folder: Path) -> Iterator[Part]:
    """A worker process."""
    variables = {name: value for name, value in os.environ.items() if not name.startswith("CITADELS_")}
    variables |= {"REDIS_URL": games, "QUEUE_REDIS_URL": queue}
    part = Part("fast", ["work", "--queue", "fast"], variables, str(folder / "log"))
    part.start()
    try:
        yield part
    finally:
        part.shut()
        part.close()


async def is_answered(games: str, queue: str) -> None:
    """A bell is answered: a game of AI seats alone is played to its end. Bells may be lost, so it is rung until it is over."""
    settings = Settings(redis_url=games, queue_redis_url=queue)
    store = await open_store(games)
    bell = RqBell(queue_connection(settings))
    house = House(store, settings, bell)
    made = None
    try:
        async with asyncio.timeout(PATIENCE_S):
            while True:
                with contextlib.suppress(StoreError):
                    if made is None:
                        ann = await guest(house)
                        made = await tables.create(
                            house, ann, table_order(players=2, seats=[seat_order("ai", level="random")] * 2)
                        )
                    found = await tables.table(house, ann, made.id)
                    if found.status == "over":
                        return
                    snapshot = await store.load(made.id, seed=True)
                    assert snapshot is not None
                    bell.call(made.id, open_game(snapshot).n, 0, "random")
                await asyncio.sleep(0.3)
    finally:
        bell.close()
        await store.close()


def known(url: str) -> dict[str, int]:
    """The workers that a server knows; none where it does not answer."""
    try:
        return workers(url)
    except Unreachable:
        return {}


def places(watchers: list[Server]) -> str:
    return ",".join(f"127.0.0.1:{watcher.port}" for watcher in watchers)


def test_after_the_master_has_died_the_same_worker_answers_on_the_new_one(tmp_path: Path) -> None:
    with sentinels(password="hush", sentinel_password="hush2") as ((master, replica), watchers):
        url = f"redis+sentinel://:hush@{places(watchers)}/house?sentinel_password=hush2"
        with worker(url, url, tmp_path) as part:
            asyncio.run(is_answered(url, url))
            assert part.process is not None
            before = part.process.pid
            master.kill()
            asyncio.run(is_answered(url, url))
            assert part.alive, part.said()
            assert part.process.pid == before
            assert replica.cli("ROLE")[0] == b"master"
            until(
                lambda: known(url) == {"fast": 1, "games": 1},
                "the worker is known to the new master",
                patience_s=PATIENCE_S,
            )
            assert part.end() == 0


def test_a_master_that_becomes_a_replica_is_left(tmp_path: Path) -> None:
    with sentinels() as ((master, replica), watchers):
        url = f"redis+sentinel://{places(watchers)}/house"
        with worker(url, url, tmp_path) as part:
            asyncio.run(is_answered(url, url))
            watchers[0].cli("SENTINEL", "FAILOVER", "house")
            until(lambda: master.cli("ROLE")[0] == b"slave", "the master gives its place away", patience_s=PATIENCE_S)
            asyncio.run(is_answered(url, url))
            assert part.alive, part.said()
            assert replica.cli("ROLE")[0] == b"master"


def test_a_master_that_says_nothing_any_more_is_left(tmp_path: Path) -> None:
    with sentinels() as ((master, replica), watchers):
        url = f"redis+sentinel://{places(watchers)}/house"
        with worker(url, url, tmp_path) as part:
            asyncio.run(is_answered(url, url))
            master.pause()
            try:
                asyncio.run(is_answered(url, url))
                assert part.alive, part.said()
                assert replica.cli("ROLE")[0] == b"master"
            finally:
                master.resume()


def test_after_a_restart_of_a_queue_that_saves_nothing_the_same_worker_answers_and_is_known(tmp_path: Path) -> None:
    with Server() as games, Server(tcp=True) as queue, worker(games.url, queue.url, tmp_path) as part:
        asyncio.run(is_answered(games.url, queue.url))
        queue.restart()
        asyncio.run(is_answered(games.url, queue.url))
        assert part.alive, part.said()
        until(lambda: known(queue.url) == {"fast": 1, "games": 1}, "the worker is known again", patience_s=PATIENCE_S)


def test_a_queue_that_only_refuses_to_write_is_waited_for(tmp_path: Path) -> None:
    with (
        Server() as games,
        Server(tcp=True) as other,
        Server(tcp=True) as queue,
        worker(games.url, queue.url, tmp_path) as part,
    ):
        asyncio.run(is_answered(games.url, queue.url))
        queue.cli("REPLICAOF", "127.0.0.1", other.port)
        until(lambda: "does not answer" in part.said(), "the worker says so", patience_s=PATIENCE_S)
        queue.cli("REPLICAOF", "NO", "ONE")
        asyncio.run(is_answered(games.url, queue.url))
        assert part.alive, part.said()


def test_a_worker_that_comes_before_its_queue_waits_for_it(tmp_path: Path) -> None:
    port = free_port()
    with ExitStack() as held:
        games = held.enter_context(Server())
        part = held.enter_context(worker(games.url, f"redis://127.0.0.1:{port}", tmp_path))
        until(lambda: "does not answer" in part.said(), "the worker says so", patience_s=PATIENCE_S)
        queue = held.enter_context(Server(port=port))
        asyncio.run(is_answered(games.url, queue.url))
        assert part.alive, part.said()


def test_a_worker_without_its_queue_ends_when_it_is_told_to(tmp_path: Path) -> None:
    with Server() as games, Server(tcp=True) as queue, worker(games.url, queue.url, tmp_path) as part:
        until(lambda: bool(known(queue.url)), "the worker", patience_s=PATIENCE_S)
        queue.kill()
        until(lambda: "does not answer" in part.said(), "the worker says so", patience_s=PATIENCE_S)
        assert part.end() == 0


def test_a_worker_with_a_wrong_password_says_so_and_ends(tmp_path: Path) -> None:
    with ExitStack() as held:
        games, queue = (held.enter_context(Server(tcp=True, config={"requirepass": "hush"})) for _ in range(2))
        right, wrong = f"redis://:hush@127.0.0.1:{games.port}", f"redis://:hush2@127.0.0.1:{queue.port}"
        part = held.enter_context(worker(right, wrong, tmp_path))
        assert part.process is not None
        assert part.process.wait(PATIENCE_S) == 1
        assert "the queue refuses the name or the password" in part.said()
        assert "hush" not in part.said()


def test_a_worker_that_ends_takes_its_leave(tmp_path: Path) -> None:
    with Server(tcp=True) as server, worker(server.url, server.url, tmp_path) as part:
        asyncio.run(is_answered(server.url, server.url))
        part.signal(signal.SIGTERM)
        assert part.process is not None
        assert part.process.wait(PATIENCE_S) == 0
        assert known(server.url) == {}
