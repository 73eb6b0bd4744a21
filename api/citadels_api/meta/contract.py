"""What requests may say, and what is answered, about the house itself: limits, health, statistics, kinds of problems."""

from __future__ import annotations

import msgspec

from citadels_api.contract import Millis


class LimitsAnswer(msgspec.Struct, frozen=True):
    """The allowance of the asker: the size of its bucket, what it refills by in a second, what remains, when it is full again."""

    capacity: int
    """The size of the bucket."""
    per_second: float
    """What it refills by in a second."""
    remaining: int
    """What remains."""
    full_ms: Millis
    """In how many milliseconds it is full again."""
    costs: dict[str, int]
    """What each operation costs."""


class StatisticsAnswer(msgspec.Struct, frozen=True):
    """The counters of the house."""

    at: int
    """When they were read."""
    counts: dict[str, int]
    """Counters by name: `games:over`, `games:edition:modern`, `seats:ai:greedy`, `wins:ai:greedy`, `wins:seat:0`, ..."""


class Health(msgspec.Struct, frozen=True):
    """How a process is."""

    status: str
    """ok."""


class ProblemKind(msgspec.Struct, frozen=True):
    """What holds for every refusal under one code."""

    code: str
    """The code."""
    status: int
    """The HTTP status that goes with it."""
    title: str
    """What it is called."""
    description: str
    """What it means."""
