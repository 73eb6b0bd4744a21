"""The arithmetic of token buckets, in whole microseconds, the same for every adapter.

A bucket is one number: the time when it will be full again. Spending moves this time later, at most as far ahead as an empty bucket takes
to refill.
"""

from __future__ import annotations

import msgspec

from citadels_api.store.ports import Bucket


class Tariff(msgspec.Struct, frozen=True):
    """The cost of an attempt and the capacity of the bucket, in microseconds of refilling."""

    cost: int
    capacity: int
    each: float

    @classmethod
    def of(cls, cost: int, capacity: int, per_second: float) -> Tariff:
        """The cost and capacity of an attempt."""
        each = 1_000_000 / per_second
        return cls(cost=round(cost * each), capacity=round(capacity * each), each=each)

    def spend(self, full_at: int, now: int) -> tuple[bool, int]:
        """Whether the attempt is allowed, and how far ahead the full time lies after it."""
        ahead = max(full_at - now, 0)
        if ahead > self.capacity:  # the clock has jumped back: an empty bucket needs less
            ahead = 0
        if ahead + self.cost <= self.capacity:
            return True, ahead + self.cost
        return False, ahead

    def bucket(self, *, allowed: bool, ahead: int) -> Bucket:
        """The result of the attempt."""
        short = 0 if allowed else ahead + self.cost - self.capacity
        left = max(self.capacity - ahead, 0)
        remaining = int(left / self.each)
        if round((remaining + 1) * self.each) <= left:  # costs are rounded, so that one more may be there
            remaining += 1
        return Bucket(
            allowed=allowed,
            remaining=remaining,
            retry_ms=-(-short // 1000),
            full_ms=-(-ahead // 1000),
        )
