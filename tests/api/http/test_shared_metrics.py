"""Figures of several processes, put together through the store."""

import asyncio

from citadels_api.http.metrics import Metrics
from citadels_api.http.shared_metrics import publisher
from citadels_api.store.memory import MemoryStore


def test_any_process_shows_the_figures_of_all_and_of_those_that_are_gone() -> None:
    async def scenario() -> str:
        now = [1_000_000]
        store = MemoryStore(now=lambda: now[0])
        first, second = Metrics(["getMe"]), Metrics(["getMe"])
        first.request("getMe", 200, 0.25)
        first._streams.labels("sse").inc(5)
        second.request("getMe", 200, 0.5)
        second._streams.labels("sse").inc(2)
        gone = publisher(first, store)
        await gone.publish()
        await gone.publish()
        now[0] += 70_000  # the first process has died
        return (await publisher(second, store).render())[0].decode()

    told = asyncio.run(scenario())
    assert 'citadels_requests_total{operation="getMe",status="200"} 2.0' in told
    assert 'citadels_request_seconds_sum{operation="getMe"} 0.75' in told
    assert 'citadels_streams_open{transport="sse"} 2.0' in told
