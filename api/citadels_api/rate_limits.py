"""The cost of each operation, and the token buckets that pay for it.

1. Every operation of REST and GraphQL has an entry in `COSTS`; an operation without one cannot be declared. 1 is one plain read; 0 uses no
   bucket, no store and no credential.
2. Two buckets pay: the bucket of the address, before the caller is known, and the bucket of the credential. A bucket's name contains no
   address and no secret.
3. A bucket is one call to the store, so it travels with other calls of the same moment.
4. Without room in the store, each process has its own buckets (`spend_here`): a read then needs no write.
5. Operations that are the same for everybody and work without the store have a bucket of their own for each address. So monitoring is not
   refused because somebody else plays a lot from the same address. Without a store these operations are free.
"""

from __future__ import annotations

import asyncio
import time
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from citadels_api.meta.contract import LimitsAnswer
from citadels_api.problems import Refusal
from citadels_api.store import keys
from citadels_api.store.ports import StoreError, StoreFull
from citadels_api.store.token_bucket import Tariff

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from citadels_api.context import House, Principal
    from citadels_api.settings import Settings
    from citadels_api.store.ports import Bucket


COSTS: Final[dict[str, int]] = {
    # identity
    "makeGuest": 5,
    "makeAccount": 5,
    "claimAccount": 5,
    "recoverAccount": 20,
    "getMe": 1,
    "updateMe": 5,
    "getAccount": 1,
    "makeBot": 10,
    "listBots": 5,
    "getBot": 1,
    "updateBot": 5,
    "retireBot": 5,
    "listCredentials": 3,
    "makeCredential": 5,
    "rotateCredential": 5,
    "revokeCredential": 2,
    # tables
    "createTable": 10,
    "previewTable": 2,
    "listTables": 5,
    "getTable": 1,
    "joinTable": 3,
    "leaveTable": 3,
    "startTable": 3,
    "abortTable": 3,
    "resignTable": 3,
    "rematchTable": 10,
    "makeInviteLink": 2,
    "inviteToTable": 5,
    "declineInvitation": 2,
    "seatAi": 3,
    "quickMatch": 10,
    # play
    "getPosition": 1,
    "getDecision": 1,
    "submitActions": 1,
    "listOwed": 2,
    "whyNot": 2,
    # follow
    "followTable": 2,
    "followMe": 5,
    # records
    "getRecord": 5,
    "replay": 5,
    "exportRecords": 50,
    # tournaments
    "makeTournament": 20,
    "listTournaments": 5,
    "getTournament": 2,
    "updateTournament": 5,
    "conductTournament": 5,
    "enterTournament": 5,
    "withdrawEntrant": 3,
    "inviteToTournament": 5,
    "correctResult": 5,
    "setPairings": 10,
    "tournamentStandings": 3,
    "tournamentGames": 5,
    "followTournament": 3,
    "exportTournament": 50,
    "makeWebhook": 5,
    "listWebhooks": 3,
    "deleteWebhook": 2,
    "replayWebhook": 20,
    "listDeliveries": 3,
    # ratings
    "leaderboard": 5,
    "accountRatings": 3,
    "headToHead": 5,
    "profile": 3,
    # the house
    "listCharacters": 1,
    "listDistricts": 1,
    "listScenarios": 1,
    "getRules": 1,
    "getStatistics": 3,
    "getLimits": 1,
    "getHealth": 0,
    "getReadiness": 0,
    "getMetrics": 10,
    "getOpenApi": 10,
    "getGraphqlSchema": 10,
    "getProblem": 0,
}
"""The cost of each operation."""
MAKES: Final = frozenset({
    "makeGuest", "makeAccount", "makeBot", "makeCredential", "createTable", "startTable", "rematchTable", "quickMatch", "seatAi",
    "makeTournament", "enterTournament", "makeWebhook",
})  # fmt: skip
"""The operations that make something that is kept. They are refused while the store is nearly full."""
LOCAL: Final = 10_000
"""How many buckets a process keeps while the store takes no writes."""
CHARGED_S: Final = 0.5
"""How long the store may take before such an operation is free."""


@lru_cache(maxsize=4096)
def _address_key(address: str) -> str:
    return keys.document("bucket", sha256(address.encode()).hexdigest()[:24])


def spend_address(house: House, address: str, cost: int) -> Awaitable[Bucket]:
    """Take from the bucket of an address."""
    settings = house.settings
    return spend(house, _address_key(address), cost, settings.address_burst, settings.address_per_second)


async def spend(house: House, name: str, cost: int, capacity: int, per_second: float) -> Bucket:
    """Take from a bucket. While the store is full, each process has buckets of its own, so that reads need no write."""
    if not house.room.low:
        try:
            return await house.store.spend(name, cost=cost, capacity=capacity, per_second=per_second)
        except StoreFull:
            pass
    return spend_here(house, name, Tariff.of(cost, capacity, per_second))


def spend_here(house: House, name: str, tariff: Tariff) -> Bucket:
    """Take from a bucket of this process."""
    now = time.monotonic_ns() // 1000
    if len(house.spent) >= LOCAL:
        full = [one for one, full_at in house.spent.items() if full_at <= now]
        for one in full or list(house.spent)[: LOCAL // 2]:
            del house.spent[one]
    allowed, ahead = tariff.spend(house.spent.get(name, 0), now)
    if allowed:
        house.spent[name] = now + ahead
    return tariff.bucket(allowed=allowed, ahead=ahead)


async def charge(house: House, address: str, cost: int, fields: list[tuple[bytes, bytes]]) -> None:
    """Take from the public bucket of an address, and add the rate-limit headers.

    It refuses if the bucket is empty. If the store does not answer at once, nothing is taken and no headers are added.
    """
    settings = house.settings
    spent = spend(house, _address_key(f"public {address}"), cost, settings.address_burst, settings.address_per_second)
    try:
        bucket = await asyncio.wait_for(spent, CHARGED_S)
    except (StoreError, TimeoutError):
        return
    fields += told("public", settings.address_burst, settings.address_per_second, bucket)
    check(bucket)


def digest(secret: str) -> bytes:
    """The digest that identifies a credential's bucket. Only its holder knows it, unlike the public id, so nobody can empty another one's
    bucket.
    """
    return sha256(secret.encode()).digest()


def spend_credential(house: House, digest: bytes, cost: int) -> Awaitable[Bucket]:
    """Take from the bucket of the credential with this digest."""
    settings = house.settings
    return spend(house, keys.document("bucket", digest[:12].hex()), cost, settings.rate_burst, settings.rate_per_second)


def check(bucket: Bucket) -> None:
    """Refuse if the bucket was empty, with the time until it has enough."""
    if not bucket.allowed:
        raise Refusal("rate_limited", retry_after=max(1, -(-bucket.retry_ms // 1000)))


@lru_cache(maxsize=8)
def policy(name: str, capacity: int, per_second: float) -> bytes:
    """The header `RateLimit-Policy`: `q` units in `w` seconds.

    >>> policy("credential", 2000, 200.0)
    b'"credential";q=2000;w=10'
    """
    seconds = max(1, round(capacity / per_second)) if per_second > 0 else 1
    return f'"{name}";q={capacity};w={seconds}'.encode()


def headers(settings: Settings, address: Bucket, credential: Bucket | None) -> list[tuple[bytes, bytes]]:
    """The rate-limit headers: of the credential if there is one, otherwise of the address."""
    if credential is None:
        return told("address", settings.address_burst, settings.address_per_second, address)
    return told("credential", settings.rate_burst, settings.rate_per_second, credential)


def told(name: str, capacity: int, per_second: float, bucket: Bucket) -> list[tuple[bytes, bytes]]:
    """The rate-limit headers of a bucket."""
    left = f'"{name}";r={bucket.remaining};t={-(-bucket.full_ms // 1000)}'
    return [(b"ratelimit-policy", policy(name, capacity, per_second)), (b"ratelimit", left.encode())]


async def limits(house: House, who: Principal | None, address: str) -> LimitsAnswer:
    """The caller's rate limit: of the credential, or without one of the address."""
    settings = house.settings
    if who is None:
        bucket = await spend_address(house, address, 0)
        capacity, per_second = settings.address_burst, settings.address_per_second
    else:
        bucket = await spend_credential(house, who.credential.digest, 0)
        capacity, per_second = settings.rate_burst, settings.rate_per_second
    return LimitsAnswer(
        capacity=capacity,
        per_second=per_second,
        remaining=bucket.remaining,
        full_ms=bucket.full_ms,
        costs=dict(COSTS),
    )
