"""The allowance as it is told: no client is told to come back too early, or that there is more than there is."""

from __future__ import annotations

import pytest
from citadels_api.accounts.account_store import limit
from citadels_api.problems import Refusal
from citadels_api.rate_limits import COSTS, charge, check, headers, limits, policy, spend_address, spend_credential
from citadels_api.settings import Settings
from citadels_api.store.ports import Bucket, StoreDown

from tests.support.houses import guest, make_house

SETTINGS = Settings(
    redis_url="memory://",
    queue_redis_url=None,
    rate_burst=20,
    rate_per_second=2.0,
    address_burst=60,
    address_per_second=3.0,
)


def bucket(*, remaining: int = 7, full_ms: int = 0) -> Bucket:
    return Bucket(allowed=True, remaining=remaining, retry_ms=0, full_ms=full_ms)


@pytest.mark.parametrize(
    ("full_ms", "told"), [(0, 0), (1, 1), (499, 1), (1000, 1), (1001, 2), (1499, 2), (2000, 2), (59_001, 60)]
)
def test_the_time_until_it_is_full_is_rounded_up(full_ms: int, told: int) -> None:
    left = f'"credential";r=7;t={told}'.encode()
    assert dict(headers(SETTINGS, bucket(), bucket(full_ms=full_ms)))[b"ratelimit"] == left


def test_the_credential_s_allowance_is_told_where_there_is_one_and_else_the_address_s() -> None:
    address, credential = bucket(remaining=50, full_ms=3000), bucket(remaining=0, full_ms=9000)
    assert headers(SETTINGS, address, credential) == [
        (b"ratelimit-policy", b'"credential";q=20;w=10'),
        (b"ratelimit", b'"credential";r=0;t=9'),
    ]
    assert headers(SETTINGS, address, None) == [
        (b"ratelimit-policy", b'"address";q=60;w=20'),
        (b"ratelimit", b'"address";r=50;t=3'),
    ]


@pytest.mark.parametrize(
    ("retry_ms", "told"), [(0, 1), (1, 1), (499, 1), (1000, 1), (1001, 2), (1499, 2), (2000, 2), (99_001, 100)]
)
def test_the_time_to_come_back_is_rounded_up_and_at_least_a_second(retry_ms: int, told: int) -> None:
    with pytest.raises(Refusal, match="rate_limited") as refused:
        check(Bucket(allowed=False, remaining=0, retry_ms=retry_ms, full_ms=100_000))
    assert refused.value.extra["retry_after"] == told
    assert refused.value.headers()["Retry-After"] == str(told)


def test_what_is_allowed_goes_on_though_nothing_remains() -> None:
    check(bucket(remaining=0, full_ms=100_000))


@pytest.mark.parametrize(
    ("capacity", "per_second", "window"),
    [(2000, 200.0, 10), (10, 0.01, 1000), (20, 3.0, 7), (1, 1000.0, 1), (1, 2.5, 1)],
)
def test_the_window_of_a_policy_is_what_an_empty_bucket_takes_to_fill_and_at_least_a_second(
    capacity: int, per_second: float, window: int
) -> None:
    assert policy("address", capacity, per_second) == f'"address";q={capacity};w={window}'.encode()


@pytest.mark.anyio
async def test_what_is_limited_by_the_hour_comes_back_one_by_one_over_the_hour() -> None:
    house, _, clock = make_house()

    async def allowed(whose: str = "ann") -> int:
        try:
            await limit(house, "recover", whose, per_hour=6)
        except Refusal as refused:
            return int(refused.extra["retry_after"])
        return 0

    assert [await allowed() for _ in range(7)] == [0] * 6 + [600]
    assert await allowed("bea") == 0
    clock.now += 599_001
    assert await allowed() == 1
    clock.now += 999
    assert [await allowed() for _ in range(2)] == [0, 600]


@pytest.mark.anyio
async def test_an_allowance_is_the_asker_s_and_to_look_at_it_takes_nothing() -> None:
    house, _, clock = make_house(rate_burst=20, rate_per_second=2.0, address_burst=60, address_per_second=3.0)
    who = await guest(house)
    await spend_credential(house, who.credential.digest, 5)
    await spend_address(house, "10.0.0.9", 30)
    for _ in range(2):
        own, theirs = await limits(house, who, "10.0.0.9"), await limits(house, None, "10.0.0.9")
        assert (own.capacity, own.per_second, own.remaining, own.full_ms) == (20, 2.0, 15, 2500)
        assert (theirs.capacity, theirs.per_second, theirs.remaining, theirs.full_ms) == (60, 3.0, 30, 10_000)
    assert (await limits(house, None, "10.0.0.8")).remaining == 60
    assert own.costs == COSTS
    clock.now += 1000
    assert (await limits(house, who, "10.0.0.9")).remaining == 17


@pytest.mark.anyio
async def test_what_is_the_same_for_everybody_is_paid_for_from_a_bucket_of_its_own() -> None:
    house, _, _ = make_house(address_burst=10, address_per_second=1.0)
    assert (await spend_address(house, "10.0.0.9", 10)).allowed
    assert not (await spend_address(house, "10.0.0.9", 1)).allowed
    told: list[tuple[bytes, bytes]] = []
    await charge(house, "10.0.0.9", 10, told)
    assert told == [(b"ratelimit-policy", b'"public";q=10;w=10'), (b"ratelimit", b'"public";r=0;t=10')]
    with pytest.raises(Refusal, match="rate_limited"):
        await charge(house, "10.0.0.9", 1, told)
    await charge(house, "10.0.0.8", 1, told)

    async def down(*_: object, **__: object) -> Bucket:
        raise StoreDown

    before = list(told)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(house.store, "spend", down)
        await charge(house, "10.0.0.9", 10, told)
    assert told == before, "without a store nothing is taken, and nothing is told"
