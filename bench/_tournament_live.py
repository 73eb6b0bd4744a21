"""Live games a second of a tournament of the house's bots, with one worker and with two: real processes, a real Valkey.

The same service plays both, turn by turn: one worker ends, and starts again for the next turn. What counts is the time from the first tenth of the results
to the last one, as the tournament's log has it, so that neither the start of a process nor the first round is in it. Workers, store, clock and API share
the machine: with as many workers as cores there is less than a core for each.
"""

import asyncio
import statistics
import time
from typing import Any

from citadels_api.store.connect import open_store
from citadels_api.tournaments.log import entries_of
from citadels_workers.named_store import workers

from tests.support.running import Caller, Part, Service

FIELD = 8
PAIRINGS = 70
"""The tables of four that eight can make."""
PATIENCE_S = 600.0


def measure(*, games: int = 280, rounds: int = 3, level: str = "greedy") -> dict[str, Any]:
    """Games a second with one and with two workers, the median of some rounds, and their ratio, of which the median is taken too.

    `games` are those of one tournament of four-seat games, rounded up to whole deals of 70.
    """
    return asyncio.run(measured(-(-games // PAIRINGS), rounds, level))


async def measured(deals: int, rounds: int, level: str) -> dict[str, Any]:
    """The same."""
    rates: dict[int, list[float]] = {1: [], 2: []}
    async with Service(apis=1, workers=2, clocks=1) as service, Caller(service.ports) as caller:
        made = (await caller.call("POST", "/v1/accounts", {"name": "Bench"})).json()
        caller.secret = made["credential"]["secret"]
        first, second = service.named("fast")
        await working(service, 2)
        await played(service, caller, 1, level)  # whatever happens once is over
        for _ in range(rounds):
            for count in (1, 2):
                await staffed(service, second, count)
                rates[count].append(await played(service, caller, deals, level))
        assert first.alive
    ratios = [two / one for one, two in zip(rates[1], rates[2], strict=True)]
    return {
        "games": deals * PAIRINGS,
        "level": level,
        "games_a_second": {str(count): round(statistics.median(found), 1) for count, found in rates.items()},
        "scaling": round(statistics.median(ratios), 2),
        "rounds": {str(count): [round(one, 1) for one in found] for count, found in rates.items()},
    }


async def staffed(service: Service, second: Part, count: int) -> None:
    """Have one worker, or two."""
    if count == 1 and second.alive:
        await asyncio.to_thread(second.end)
    elif count == 2 and not second.alive:
        second.start()
    await working(service, count)


async def working(service: Service, count: int) -> None:
    """Wait until so many workers listen."""
    until = time.monotonic() + 60
    while await asyncio.to_thread(lambda: workers(service.queue.url).get("games", 0)) != count:
        if time.monotonic() > until:
            raise TimeoutError(f"there are not {count} workers")
        await asyncio.sleep(0.05)


async def played(service: Service, caller: Caller, deals: int, level: str) -> float:
    """Play a tournament; its games a second."""
    order = {
        "name": "Bench",
        "house": [level] * FIELD,
        "settings": {"format": "round-robin", "seats": 4, "deals": deals, "duplicate": False},
        "schedule": {"begins": "now"},
    }
    answer = await caller.call("POST", "/v1/tournaments", order)
    tour = str(answer.json()["id"])
    until = time.monotonic() + PATIENCE_S
    while (await caller.call("GET", f"/v1/tournaments/{tour}")).json()["status"] != "over":
        if time.monotonic() > until:
            raise TimeoutError("the tournament does not end")
        await asyncio.sleep(0.5)
    store = await open_store(service.store.url)
    try:
        at = [one.at for one in await store.log(tour) for entry in entries_of(one) if entry["kind"] == "result"]
    finally:
        await store.close()
    if len(at) != deals * PAIRINGS:
        raise RuntimeError(f"{len(at)} results of {deals * PAIRINGS} games")
    skipped = len(at) // 10
    return (len(at) - skipped - 1) * 1000 / max(1, at[-1] - at[skipped])
