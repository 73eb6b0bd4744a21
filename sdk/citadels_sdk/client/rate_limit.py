"""What is left of the allowance, as far as the answers have told: the fields `RateLimit` and `RateLimit-Policy`, and `Retry-After`.

>>> pacer = Pacer()
>>> pacer.told('"credential";r=0;t=10', '"credential";q=2000;w=10', now=100.0)
>>> pacer.wait(cost=10, now=100.0), pacer.wait(cost=10, now=100.05)
(0.05, 0.0)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from citadels_sdk.client.request_cycle import Response

__all__ = ["Pacer"]


class Pacer:
    """The bucket of one client: how full it is by what was told last, what was spent since, and how fast it fills."""

    def __init__(self) -> None:
        self._level: float | None = None
        self._capacity = 0.0
        self._per_second = 0.0
        self._at = 0.0
        self._not_before = 0.0

    def wait(self, cost: int, now: float) -> float:
        """In how many seconds so much may be spent; 0 where it may be now, or nothing is known."""
        held = max(0.0, self._not_before - now) if cost else 0.0
        if self._level is None or not cost or self._per_second <= 0:
            return held
        missing = min(cost, self._capacity) - self._filled(now)
        return max(held, round(missing / self._per_second, 4), 0.0)

    def spend(self, cost: int, now: float) -> None:
        """Something is sent that costs so much."""
        if self._level is not None:
            self._level = self._filled(now) - cost
            self._at = now

    def heed(self, response: Response, now: float) -> None:
        """What an answer tells."""
        headers = response.headers
        self.told(headers.get("ratelimit", ""), headers.get("ratelimit-policy", ""), now)
        again = headers.get("retry-after", "")
        if response.status == 429 and again.isascii() and again.isdigit():
            self._not_before = max(self._not_before, now + int(again))

    def told(self, left: str, policy: str, now: float) -> None:
        """The two fields; what cannot be read tells nothing."""
        remaining, capacity, window = _parameter(left, "r"), _parameter(policy, "q"), _parameter(policy, "w")
        if remaining is None or not capacity or not window:
            return
        self._level, self._capacity, self._per_second, self._at = float(remaining), capacity, capacity / window, now

    def _filled(self, now: float) -> float:
        assert self._level is not None
        return min(self._capacity, self._level + max(0.0, now - self._at) * self._per_second)


def _parameter(field: str, name: str) -> int | None:
    """A whole number among the parameters of a field.

    >>> _parameter('"credential";r=1999;t=1', "r"), _parameter('"credential"', "r"), _parameter('"a";r=x', "r")
    (1999, None, None)
    """
    for part in field.split(";")[1:]:
        key, _, value = part.strip().partition("=")
        if key == name and value.isascii() and value.isdigit():
            return int(value)
    return None
