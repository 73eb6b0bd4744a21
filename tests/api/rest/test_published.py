"""What the service tells everybody of itself: it is told from a cache, costs something, and answers while the store is away."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from citadels_api.http import metrics_text
from citadels_api.http.metrics import Metrics
from citadels_api.http.shared_metrics import publisher
from citadels_api.store.memory import MemoryStore
from citadels_api.store.ports import StoreDown

from tests.support.world import World, living

DESCRIPTIONS = ("/schema.graphql", "/openapi.json", "/schema.json", "/possibleTypes.json", "/persisted.json")
EVERYTHING = (*DESCRIPTIONS, "/metrics")


@pytest.mark.parametrize("path", DESCRIPTIONS)
@pytest.mark.parametrize("encoding", ["gzip", "identity"])
def test_a_description_that_has_not_changed_is_not_sent_again(world: World, path: str, encoding: str) -> None:
    first = world.client.get(path, headers={"accept-encoding": encoding})
    assert (first.status_code, first.headers["cache-control"]) == (200, "no-cache")
    assert first.headers.get("content-encoding", "identity") == encoding
    assert "accept-encoding" in first.headers["vary"].lower()
    told = {"accept-encoding": encoding, "if-none-match": first.headers["etag"]}
    again = world.client.get(path, headers=told)
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", first.headers["etag"])
    assert again.headers["cache-control"] == "no-cache"
    assert world.client.get(path, headers={**told, "if-none-match": '"other"'}).status_code == 200


@pytest.mark.parametrize("path", EVERYTHING)
def test_who_asks_over_and_over_is_turned_away_and_nobody_else(path: str) -> None:
    with living(address_burst=60, address_per_second=0.01, trust_proxy=True) as world:

        def ask(address: str, where: str = path) -> int:
            return world.client.get(where, headers={"x-forwarded-for": address}).status_code

        assert [ask("192.0.2.1") for _ in range(7)] == [200] * 6 + [429]
        assert ask("192.0.2.2") == 200
        assert ask("192.0.2.1", "/v1/catalogue/rules") == 200, "games are paid for from another bucket"


def test_who_plays_a_lot_does_not_keep_the_figures_from_a_watcher_at_the_same_address() -> None:
    with living(address_burst=20, address_per_second=0.01) as world:
        while world.client.get("/v1/catalogue/rules").status_code == 200:
            pass
        assert world.client.get("/metrics").status_code == 200


class Counting(MemoryStore):
    """A store that counts how often it is asked for what is due, and may be away."""

    asked = 0
    away = False

    async def oldest_due(self) -> int:
        self.asked += 1
        await asyncio.sleep(0)
        return await super().oldest_due()

    async def spend(self, *given: Any, **named: Any) -> Any:
        if self.away:
            raise StoreDown
        return await super().spend(*given, **named)


def test_a_flood_of_scrapes_costs_one_look_at_the_store(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics_text, "KEPT_S", 3600.0)
    store = Counting()
    with living(store) as world:
        assert len({world.client.get("/metrics").text for _ in range(5)}) == 1
        assert store.asked == 1


@pytest.mark.parametrize("path", EVERYTHING)
def test_what_everybody_is_told_is_told_while_the_store_is_away(path: str) -> None:
    store = Counting()
    store.away = True
    with living(store, address_burst=1) as world:
        assert world.client.get(path).status_code == 200


def test_a_credential_that_is_no_good_keeps_nobody_from_the_figures(world: World) -> None:
    assert world.client.get("/metrics", headers={"authorization": "Bearer nonsense"}).status_code == 200


def test_the_oldest_turn_that_is_due_is_told_whether_a_clock_has_taken_it_up_or_not() -> None:
    now = [1_800_000_000_000]
    store = MemoryStore(now=lambda: now[0])
    with living(store) as world:
        store.space.due[3]["game_x"] = now[0]
        now[0] += 30_000
        assert "citadels_oldest_due_seconds 30.0\n" in world.client.get("/metrics").text
    clock = Metrics()
    clock.held(42)
    asyncio.run(publisher(clock, store).publish())
    with living(store) as world:
        assert "citadels_oldest_due_seconds 42.0\n" in world.client.get("/metrics").text
