"""Ways of doing the same, measured in turns: only the ratios within one run hold on a machine that does other things too."""

import asyncio
import statistics
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

import uvloop

Way = Callable[[int], float]
"""Does its work so many times; how many seconds of the processor that took."""

SPAN_S: Final = 0.15
"""How many seconds of the processor a turn of one way takes, about."""
MOST: Final = 1 << 20


def repeated(call: Callable[[], object]) -> Way:
    """A way that calls a function."""

    def way(count: int) -> float:
        began = time.process_time()
        for _ in range(count):
            call()
        return time.process_time() - began

    return way


def awaited(runner: asyncio.Runner, work: Callable[[int], Awaitable[object]]) -> Way:
    """A way that awaits work of so many times on the loop of the runner."""

    async def timed(count: int) -> float:
        began = time.process_time()
        await work(count)
        return time.process_time() - began

    return lambda count: runner.run(timed(count))


def loop() -> asyncio.Runner:
    """A runner on the loop that the service has."""
    return asyncio.Runner(loop_factory=uvloop.new_event_loop)


class Costs:
    """What each way costs, in microseconds a time, turn by turn."""

    def __init__(self, turns: Mapping[str, list[float]]) -> None:
        self.turns = turns

    def ratio(self, one: str, other: str) -> float:
        """How many times as much the one costs: the median of the turns."""
        ratios = [first / second for first, second in zip(self.turns[one], self.turns[other], strict=True)]
        return round(statistics.median(ratios), 2)

    def figures(self, ours: str = "ours") -> dict[str, Any]:
        """The microseconds of each way, and how many times as much as ours it costs."""
        return {
            "us": {name: round(statistics.median(each), 2) for name, each in self.turns.items()},
            "over_ours": {name: self.ratio(name, ours) for name in self.turns if name != ours},
        }


def in_turns(ways: Mapping[str, Way], rounds: int, span_s: float = SPAN_S) -> Costs:
    """Measure each way once a round; before the first round each finds out how often it is to be done."""
    counts = {name: enough(way, span_s) for name, way in ways.items()}
    turns: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, way in ways.items():
            turns[name].append(way(counts[name]) / counts[name] * 1e6)
    return Costs(turns)


def enough(way: Way, span_s: float) -> int:
    """How often a way is done in such a time, once where there is none. Its first time does not count: that fills its caches."""
    way(1)
    if not span_s:
        return 1
    count = 1
    while count < MOST:
        seconds = way(count)
        if seconds >= span_s / 4:
            return max(1, round(count * span_s / seconds))
        count *= 4
    return count
