"""Room in the store: when nothing new is made, what goes on, and how often a process looks."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from citadels_api import rate_limits, room
from citadels_api.accounts.service import make_guest
from citadels_api.problems import Refusal
from citadels_api.room import LOOK_S, NEAR_S, Room, keep_looking
from citadels_api.routes import OPERATIONS
from citadels_api.store.memory import MemoryStore
from citadels_api.store.ports import StoreDown, StoreFull

from tests.support.houses import make_house
from tests.support.modules import replace_in
from tests.support.world import living

MAKERS = {one.id for one in OPERATIONS if one.makes}


def test_nothing_is_made_below_a_tenth_until_a_little_more_is_free() -> None:
    noted = Room()
    found = []
    for free in (None, 0.5, 0.1, 0.099, 0.11, 0.12, 0.11, 0.0, None):
        noted.note(free)
        found.append(noted.low)
    assert found == [False, False, False, True, True, False, False, True, False]


def test_a_process_looks_more_often_near_the_limit() -> None:
    noted = Room()
    found = []
    for free in (None, 0.31, 0.29, 0.05):
        noted.note(free)
        found.append(noted.look_s)
    assert found == [LOOK_S, LOOK_S, NEAR_S, NEAR_S]


def test_a_process_keeps_looking_also_while_the_store_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    answers: list[Any] = [0.5, StoreDown("away"), 0.05]
    pauses: list[float] = []

    async def free() -> float:
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return float(answer)

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        if not answers:
            raise asyncio.CancelledError

    replace_in(monkeypatch, room, asyncio, sleep=sleep)
    noted = Room()
    store: Any = SimpleNamespace(free=free)
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(keep_looking(noted, store))
    assert pauses == [LOOK_S, LOOK_S, NEAR_S]
    assert noted.low


def test_what_is_kept_is_made_by_operations_that_say_so() -> None:
    assert {one.id for one in OPERATIONS if "store_full" in one.all_codes} == MAKERS | {"joinTable"}
    assert {"createTable", "makeGuest", "makeAccount", "makeTournament", "makeWebhook"} <= MAKERS
    assert not {"submitActions", "getTable", "resignTable", "rotateCredential"} & MAKERS


class Full(MemoryStore):
    """A store that takes no token of a bucket."""

    async def spend(self, *_: Any, **__: Any) -> Any:
        raise StoreFull("the store is full")


def test_without_room_each_process_has_its_own_buckets() -> None:
    async def scenario() -> list[bool]:
        house, _, _ = make_house(Full(), address_burst=3, address_per_second=0.001)
        return [(await rate_limits.spend_address(house, "192.0.2.7", 1)).allowed for _ in range(5)]

    assert asyncio.run(scenario()) == [True, True, True, False, False]


def test_a_store_that_is_nearly_full_is_not_asked_for_buckets() -> None:
    async def scenario() -> tuple[int, int]:
        store = MemoryStore()
        house, _, _ = make_house(store)
        house.room.note(0.05)
        await rate_limits.spend_address(house, "192.0.2.7", 1)
        return len(store.space.buckets), len(house.spent)

    assert asyncio.run(scenario()) == (0, 1)


def test_the_buckets_of_a_process_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "LOCAL", 10)

    async def scenario() -> int:
        house, _, _ = make_house(Full(), address_burst=3, address_per_second=0.001)
        for number in range(50):
            await rate_limits.spend_address(house, f"192.0.2.{number}", 1)
        return len(house.spent)

    assert asyncio.run(scenario()) <= 10


def test_an_address_makes_no_more_guests_than_may_be_kept_of_it() -> None:
    async def scenario() -> list[str]:
        house, _, _ = make_house(guests_kept_per_address=2)
        found = []
        for address in ("192.0.2.7", "192.0.2.7", "192.0.2.7", "198.51.100.9"):
            try:
                await make_guest(house, name=None, address=address)
                found.append("made")
            except Refusal as refusal:
                found.append(refusal.code)
        return found

    assert asyncio.run(scenario()) == ["made", "made", "rate_limited", "made"]


def test_both_doors_refuse_to_make_things_and_answer_reads_while_the_store_is_nearly_full() -> None:
    with living() as world:
        person = world.guest()
        world.server.running.house.room.note(0.05)
        found: list[Any] = []
        for method, path, body in (
            ("POST", "/v1/guests", {}),
            ("POST", "/v1/tables", {"players": 2}),
            ("GET", "/v1/tables", None),
            ("GET", "/v1/limits", None),
        ):
            answer = person.ask(method, path, body)
            found.append((answer.status_code, answer.headers.get("retry-after")))
        query = {"query": "mutation { createTable(input: {players: 2}) { __typename } }"}
        answer = world.client.post("/graphql", json=query, headers={"Authorization": f"Bearer {person.secret}"})
        found.append((answer.status_code, answer.json()["errors"][0]["extensions"]["code"]))
        found.append(person.get("/readyz").json())
    assert found == [
        (503, "15"), (503, "15"), (200, None), (200, None), (503, "store_full"), {"status": "ok", "full": True},
    ]  # fmt: skip
