"""`citadels admin`: the only way to a credential with the scope admin, for whoever can reach the store."""

from __future__ import annotations

import asyncio

from citadels_api.service.house import House, NoBell
from citadels_api.service.identity import authenticate
from citadels_api.settings import Settings
from citadels_api.store.opening import open_store
from citadels_workers.cli import admin
from click.testing import CliRunner

from tests.support.servers import Server, free_port
from tests.workers.test_cli import NO_STORE


def test_the_credential_that_is_printed_is_good_for_everything() -> None:
    async def scopes(url: str, secret: str) -> list[str]:
        house = House(await open_store(url), Settings(redis_url=url, queue_redis_url=None), NoBell())
        who = await authenticate(house, secret)
        await house.store.close()
        assert who is not None
        return who.credential.scopes

    with Server("valkey") as server:
        done = CliRunner().invoke(admin, env=NO_STORE, args=["--redis-url", server.url])
        assert done.exit_code == 0, done.output
        assert "admin" in asyncio.run(scopes(server.url, done.output.strip()))


def test_without_a_store_it_says_so() -> None:
    done = CliRunner().invoke(admin, env=NO_STORE, args=["--redis-url", f"redis://127.0.0.1:{free_port()}"])
    assert done.exit_code == 1
    assert "the store does not answer" in done.output
