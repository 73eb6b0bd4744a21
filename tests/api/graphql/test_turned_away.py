"""A socket that is turned away says why: another credential is needed, or it is to be tried again."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from citadels_api.app import build
from citadels_api.context import House, NoBell
from citadels_api.credentials.secrets import new_secret
from citadels_api.settings import Settings
from citadels_api.store.memory import MemoryStore
from citadels_api.store.ports import Bucket, StoreDown

from tests.support.direct import Door


class Away(MemoryStore):
    """A store that does not answer."""

    async def spend(self, *_: object, **__: object) -> Any:
        raise StoreDown


class Spent(MemoryStore):
    """A store in which every bucket is empty."""

    async def spend(self, *_: object, **__: object) -> Any:
        return Bucket(allowed=False, remaining=0, retry_ms=1000, full_ms=1000)


def closed(store: MemoryStore, *, draining: bool = False, authorization: str | None = None) -> tuple[int, str]:
    """With what a socket is closed that has asked to be let in."""

    async def go() -> tuple[int, str]:
        settings = Settings.model_validate({"redis_url": "memory://"})
        app = build(settings, House(store, settings, NoBell()))
        app.running.draining = draining
        socket = Door(app).socket()
        payload = {} if authorization is None else {"authorization": authorization}
        socket.say(json.dumps({"type": "connection_init", "payload": payload}))
        await asyncio.wait_for(socket.task, 30)
        return socket.messages[-1]["code"], socket.messages[-1]["reason"]

    return asyncio.run(go())


def test_while_the_process_ends_or_the_store_is_away_it_is_to_be_tried_again() -> None:
    assert closed(MemoryStore(), draining=True) == (1013, "unavailable")
    assert closed(Away()) == (1013, "unavailable")


@pytest.mark.parametrize("said", ["nonsense", "Bearer nonsense", "Bearer ctd_guest_" + "x" * 49])
def test_a_credential_that_is_not_good_is_named_as_the_reason(said: str) -> None:
    assert closed(MemoryStore(), authorization=said) == (4403, "unauthenticated")


@pytest.mark.parametrize("said", [None, "nonsense", f"Bearer {new_secret('guest')}"], ids=["none", "nonsense", "guess"])
def test_who_guesses_credentials_is_limited_before_they_are_looked_at(said: str | None) -> None:
    assert closed(Spent(), authorization=said) == (4429, "rate_limited")
