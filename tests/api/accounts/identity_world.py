"""A house in memory, whose clock stands until it is told, and whose calls may pass each other."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING

from citadels_api.accounts.service import make_account, make_guest
from citadels_api.context import House, NoBell, Principal
from citadels_api.credentials.service import authenticate
from citadels_api.problems import Refusal
from citadels_api.settings import Settings
from citadels_api.store.memory import MemoryStore

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine

    from citadels_api.accounts.contract import GuestAnswer


ADDRESS = "203.0.113.7"
DAY = 86_400_000


class Passing(MemoryStore):
    """A store whose calls take differently long, so that they pass each other; it counts them."""

    def __init__(self, now: Callable[[], int], seed: int | None) -> None:
        super().__init__(now=now)
        self.dice = None if seed is None else random.Random(seed)
        self.calls: list[str] = []
        self.meanwhile: tuple[str, Callable[[], Awaitable[object]]] | None = None
        """What somebody else does just before the next call of that name."""

    async def _way(self, call: str) -> None:
        self.calls.append(call)
        if self.meanwhile is not None and self.meanwhile[0] == call:
            _, happens = self.meanwhile
            self.meanwhile = None
            await happens()
        for _ in range(0 if self.dice is None else self.dice.randrange(4)):
            await asyncio.sleep(0)

    async def get(self, key: str) -> bytes | None:
        await self._way("get")
        return await super().get(key)

    async def put(
        self, key: str, value: bytes | None, *, expects: bytes | bool | None = True, ttl_ms: int | None = None
    ) -> bool:
        await self._way("put")
        # not super().put: it would count its own reading
        held = await MemoryStore.get(self, key)
        if expects is not True and held != (expects if isinstance(expects, bytes) else None):
            return False
        return await super().put(key, value, ttl_ms=ttl_ms)

    async def rank(self, key: str, member: str, score: int | None) -> None:
        await self._way("rank")
        await super().rank(key, member, score)

    async def ranked(
        self, key: str, *, before: tuple[int, str] | None = None, limit: int = 100
    ) -> list[tuple[int, str]]:
        await self._way("ranked")
        return await super().ranked(key, before=before, limit=limit)


class World:
    """A house and its clock."""

    def __init__(self, *, seed: int | None = None, guests_per_hour: int = 100_000) -> None:
        self.time = 1_800_000_000_000
        self.store = Passing(lambda: self.time, seed)
        settings = Settings(redis_url="memory://", queue_redis_url=None, guests_per_hour=guests_per_hour)
        self.house = House(self.store, settings, NoBell())

    async def who(self, made: GuestAnswer | str | None) -> Principal:
        """Who shows this secret, or that of this newcomer."""
        secret = made if isinstance(made, str) or made is None else made.credential.secret
        principal = await authenticate(self.house, secret)
        assert principal is not None
        return principal

    async def guest(self) -> Principal:
        """A new guest."""
        return await self.who(await make_guest(self.house, name=None, address=ADDRESS))

    async def account(self, name: str) -> Principal:
        """A new account."""
        return await self.who(await make_account(self.house, name=name, address=ADDRESS))


def played(story: Callable[[], Coroutine[None, None, None]]) -> Callable[[], None]:
    """The story as a test without a loop."""

    def test() -> None:
        asyncio.run(story())

    test.__name__ = story.__name__
    test.__doc__ = story.__doc__
    test.__module__ = story.__module__
    return test


async def heard(bell: AsyncIterator[tuple[str, str]]) -> tuple[str, str]:
    """The next notice of a bell, which has to come at once."""
    return await asyncio.wait_for(anext(bell), 5)


async def refused(asked: Awaitable[object]) -> str:
    """The code that it is refused under."""
    try:
        await asked
    except Refusal as refusal:
        return refusal.code
    return "nothing is refused"


def scopes_of(principal: Principal) -> set[str]:
    """What the credential is good for."""
    return set(principal.credential.scopes)
