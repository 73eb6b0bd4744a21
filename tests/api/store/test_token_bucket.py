"""The arithmetic of token buckets: what is told is there, and who comes back when he is told to is let in."""

from __future__ import annotations

import random

import pytest
from citadels_api.store.ports import Bucket
from citadels_api.store.token_bucket import Tariff

SECOND = 1_000_000


@pytest.mark.parametrize(
    ("ahead", "remaining"),
    [(0, 10), (1, 9), (SECOND // 2, 9), (SECOND - 1, 9), (SECOND, 9), (SECOND + 1, 8), (9 * SECOND + 1, 0)],
)
def test_what_is_there_in_part_does_not_remain(ahead: int, remaining: int) -> None:
    assert Tariff.of(1, 10, 1.0).bucket(allowed=True, ahead=ahead).remaining == remaining


def test_a_bucket_that_is_full_later_than_an_empty_one_can_be_is_full() -> None:
    tariff = Tariff.of(1, 10, 1.0)
    assert tariff.spend(10 * SECOND, 0) == (False, 10 * SECOND)
    assert tariff.spend(10 * SECOND + 1, 0) == (True, SECOND), "its clock has jumped back"


def test_nothing_remains_of_a_bucket_that_was_larger_once() -> None:
    assert Tariff.of(1, 10, 1.0).bucket(allowed=False, ahead=12 * SECOND).remaining == 0


@pytest.mark.parametrize(("short", "told"), [(1, 1), (999, 1), (1000, 1), (1001, 2), (SECOND, 1000)])
def test_the_times_are_rounded_up_to_milliseconds(short: int, told: int) -> None:
    tariff = Tariff.of(1, 10, 1.0)
    assert tariff.bucket(allowed=True, ahead=short) == Bucket(allowed=True, remaining=9, retry_ms=0, full_ms=told)
    refused = tariff.bucket(allowed=False, ahead=9 * SECOND + short)
    assert refused == Bucket(allowed=False, remaining=0, retry_ms=told, full_ms=9000 + told)


@pytest.mark.parametrize("per_second", [0.01, 0.3, 1.5, 3.0, 7.0, 200.0, 333.3])
def test_what_remains_can_be_spent_and_who_waits_as_told_is_allowed(per_second: float) -> None:
    dice = random.Random(7)
    full_at = now = 0
    refusals = 0
    for _ in range(1000):
        now += dice.randrange(round(4 * SECOND / per_second))
        tariff = Tariff.of(dice.randint(0, 4), 10, per_second)
        allowed, ahead = tariff.spend(full_at, now)
        told = tariff.bucket(allowed=allowed, ahead=ahead)
        assert Tariff.of(told.remaining, 10, per_second).spend(now + ahead, now)[0]
        assert not Tariff.of(told.remaining + 1, 10, per_second).spend(now + ahead, now)[0]
        assert Tariff.of(0, 10, per_second).spend(now + ahead, now + told.full_ms * 1000) == (True, 0)
        if allowed:
            full_at = now + ahead
        else:
            refusals += 1
            assert told.retry_ms > 0
            assert tariff.spend(full_at, now + told.retry_ms * 1000)[0]
    assert refusals > 0
