"""The allowance as it is told: no client is told to come back too early, or that there is more than there is."""

from __future__ import annotations

import pytest
from citadels_api.problems import Refusal
from citadels_api.service.limits import check, headers, policy
from citadels_api.settings import Settings
from citadels_api.store.ports import Bucket

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
