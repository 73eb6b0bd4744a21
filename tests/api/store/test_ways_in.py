"""Every client of a store comes in by its address: with passwords, over TLS, past Sentinels that ask for both.

The games' own wire, their bells and admin's store, the queue's client and what `doctor` and `citadels up` ask with are all tried at real
servers. Debian's redis-server speaks TLS; the Valkey that comes with the tests does not.
"""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
import redis
from citadels_api.job_queue import RqBell, queue_connection
from citadels_api.jobs import FAST
from citadels_api.settings import Settings
from citadels_api.store.addresses import BadAddress
from citadels_api.store.connect import open_store
from citadels_api.store.ports import StoreDown
from citadels_api.store.pubsub import MISSED
from citadels_api.store.redis.clients import client_of
from citadels_workers.named_store import Unreachable, facts, workers
from citadels_workers.store_choice import NoStore, choose

from tests.support.certificates import make_certificates
from tests.support.servers import KINDS, Server, cluster, sentinels

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.certificates import Certificates

pytestmark = pytest.mark.anyio
KEY = "{s:00}:account:ada"


@pytest.fixture
def certificates(tmp_path: Path) -> Certificates:
    if "redis" not in KINDS or shutil.which("openssl") is None:
        pytest.skip("redis-server, which speaks TLS, and openssl are not both here")
    return make_certificates(tmp_path / "certificates")


async def comes_in(url: str) -> None:
    """All clients do their work at an address."""
    chosen = choose(url)
    store = await open_store(chosen.url, timeout_ms=3000)
    heard = store.bells.listen("a")
    assert await anext(heard) == MISSED
    assert await store.put(KEY, b"one")
    assert (await store.health())["nodes"] == 1
    await store.bells.ring("a", "1")
    assert await anext(heard) == ("a", "1")
    await store.close()
    bell = RqBell(queue_connection(Settings(redis_url=chosen.url, queue_redis_url=chosen.queue_url)))
    bell.call("game_x", 7, 2, "greedy")
    bell.close()
    assert (bell.dropped, bell.queues[FAST].count) == (0, 1)
    (one,) = facts(chosen.queue_url)
    assert one.usable
    assert workers(chosen.queue_url) == {}


async def stays_out(url: str, *, games: str = "store", doctor: str = "does not answer") -> None:
    """No client comes in, each says so, and none tells a secret."""
    store = await open_store(url, timeout_ms=3000)
    with pytest.raises(StoreDown, match=games) as down:
        await store.get(KEY)
    await store.close()
    queue = queue_connection(Settings(redis_url=url, queue_redis_url=None))
    with pytest.raises(redis.ConnectionError):
        queue.ping()
    with pytest.raises(Unreachable, match=doctor) as away:
        facts(url)
    assert "hush" not in f"{down.value} {away.value}"


@pytest.mark.parametrize("kind", sorted(KINDS))
async def test_a_server_that_asks_for_a_password(kind: str) -> None:
    with Server(kind, tcp=True, config={"requirepass": "right/@:"}) as server:
        await comes_in(f"redis://:right%2F%40%3A@127.0.0.1:{server.port}/2")
        await stays_out(
            f"redis://:hush@127.0.0.1:{server.port}/2",
            games="refuses AUTH: WRONGPASS",
            doctor="refuses the name or the password",
        )
        await stays_out(f"redis://127.0.0.1:{server.port}/2", games="NOAUTH", doctor="refuses the name or the password")


async def test_a_server_that_speaks_tls_and_asks_for_a_certificate(certificates: Certificates, tmp_path: Path) -> None:
    with Server("redis", tcp=True, tls=certificates, config={"requirepass": "hush"}) as server:
        place = f"rediss://:hush@127.0.0.1:{server.port}/1"
        await comes_in(f"{place}?{certificates.options}")
        await stays_out(f"{place}?ca={certificates.ca}")  # and shows none
        stranger = make_certificates(tmp_path / "stranger")
        await stays_out(f"{place}?ca={stranger.ca}&cert={certificates.cert}&key={certificates.key}")
        await stays_out(f"{place}?cert={certificates.cert}&key={certificates.key}")
        await stays_out(f"redis://:hush@127.0.0.1:{server.port}/1")


async def test_a_certificate_for_another_name_is_taken_where_the_address_says_so(
    certificates: Certificates, tmp_path: Path
) -> None:
    other = make_certificates(tmp_path / "other", "DNS:store.example")
    with Server("redis", tcp=True, tls=other) as server:
        place = f"rediss://127.0.0.1:{server.port}?{other.options}"
        await stays_out(place)
        await comes_in(f"{place}&check_hostname=no")
        await stays_out(f"{place}&check_hostname=no&ca={certificates.ca}")


@pytest.mark.heavy
async def test_every_server_of_a_cluster_is_asked_over_tls(certificates: Certificates) -> None:
    with cluster("redis", tls=certificates) as nodes:
        url = f"rediss+cluster://127.0.0.1:{nodes[0].port}?{certificates.options}"
        store = await open_store(url, timeout_ms=3000)
        keys = [f"{{s:{shard:02d}}}:x:y" for shard in range(20)]
        for key in keys:
            await store.put(key, key.encode())
        assert [await store.get(key) for key in keys] == [key.encode() for key in keys]
        await store.close()
        assert [one.usable for one in facts(url)] == [True] * 3


@pytest.mark.heavy
@pytest.mark.parametrize("kind", sorted(KINDS))
async def test_sentinels_that_ask_for_a_password_of_their_own(kind: str) -> None:
    with sentinels(kind, password="hush", sentinel_password="hush2") as (_, watchers):
        place = f"redis+sentinel://:hush@{places(watchers)}/house"
        await comes_in(f"{place}?sentinel_password=hush2")
        refused = "its Sentinels refuse the name or the password in sentinel_username and sentinel_password"
        await stays_out(
            f"{place}?sentinel_password=hush3", games="no sentinel .* refuses AUTH: WRONGPASS", doctor=refused
        )
        await stays_out(place, games="no sentinel .* NOAUTH", doctor=refused)
        wrong = f"redis+sentinel://:hush3@{places(watchers)}/house?sentinel_password=hush2"
        await stays_out(wrong, games="refuses AUTH: WRONGPASS", doctor="refuses the name or the password")


@pytest.mark.heavy
async def test_sentinels_that_speak_tls(certificates: Certificates) -> None:
    with sentinels("redis", password="hush", sentinel_password="hush2", tls=certificates) as (_, watchers):
        place = f"sentinel://:hush@{places(watchers)}/house?sentinel_password=hush2&{certificates.options}"
        await comes_in(f"rediss+{place}")
        await stays_out(f"rediss+{place}&sentinel_tls=no", games="no sentinel", doctor="its Sentinels do not answer")
        await stays_out(f"redis+{place}&sentinel_tls=yes")


async def test_sentinels_that_are_dead_or_do_not_answer_are_passed_over() -> None:
    with sentinels() as (_, watchers):
        watchers[0].kill()
        watchers[1].pause()
        await comes_in(f"redis+sentinel://{places(watchers)}/house")


def test_the_queue_needs_one_server() -> None:
    with pytest.raises(BadAddress, match="a single server is needed"):
        client_of("redis+cluster://a:1")


def test_a_file_that_is_not_there_is_told_before_anything_starts(tmp_path: Path) -> None:
    with pytest.raises(NoStore, match=r"names a file that cannot be used: .*missing") as fault:
        choose(f"rediss://:hush@a?ca={tmp_path / 'missing'}")
    assert "hush" not in str(fault.value)


def places(watchers: list[Server]) -> str:
    return ",".join(f"127.0.0.1:{watcher.port}" for watcher in watchers)
