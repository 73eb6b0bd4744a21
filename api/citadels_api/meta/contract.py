"""Requests and responses about the service itself: rate limits, health, statistics, problem codes."""

from __future__ import annotations

import msgspec

from citadels_api.contract import Millis


class AiBudgetAnswer(msgspec.Struct, frozen=True):
    """Your budget for AIs of the service. Guests from one network share the workers with each other."""

    seats: int
    """The maximum number of AI seats at tables that you made and that are not over."""
    seats_used: int
    """The AI seats at these tables now."""
    time_ms: Millis
    """The time that your AIs may think at once. Beyond it their turns come after those of everybody else."""
    per_second_ms: float
    """The refill of this time per second, in milliseconds."""
    time_left_ms: Millis
    """The time that remains."""


class LimitsAnswer(msgspec.Struct, frozen=True):
    """Your rate limit: the size of the token bucket, its refill per second, what remains, and when the bucket is full again."""

    capacity: int
    """The size of the bucket."""
    per_second: float
    """The refill per second."""
    remaining: int
    """What remains in the bucket."""
    full_ms: Millis
    """The milliseconds until the bucket is full again."""
    costs: dict[str, int]
    """The cost of each operation."""
    ai: AiBudgetAnswer | None = None
    """Your budget for AIs of the service; null without a credential."""


class StatisticsAnswer(msgspec.Struct, frozen=True):
    """The counters of the service."""

    at: int
    """When the counters were read."""
    counts: dict[str, int]
    """Counters by name: `games:over`, `games:edition:modern`, `seats:ai:greedy`, `wins:ai:greedy`, `wins:seat:0`, ..."""


class Health(msgspec.Struct, frozen=True):
    """The health of a process."""

    status: str
    """ok."""
    full: bool = False
    """Whether the store is nearly full. Then nothing new is made; games that run go on."""


class ProblemKind(msgspec.Struct, frozen=True):
    """The documentation of a problem code."""

    code: str
    """The code."""
    status: int
    """The HTTP status of the code."""
    title: str
    """The title of the code."""
    description: str
    """The meaning of the code."""
