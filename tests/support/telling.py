"""What every proof has in common: its size, its limit of time, how it tells what it found."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import sys
import threading
import time
import traceback
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

import uvloop

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Mapping


S = TypeVar("S")
T = TypeVar("T")
MOST_FAULTS = 20
LIMIT_S = 1200.0
SLACK = 4.0


@dataclass
class Findings:
    """What a proof has found: figures, and each fault as a sentence."""

    figures: dict[str, object] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def fault(self, sentence: str) -> None:
        """Note a fault; the first ones are printed at once."""
        self.faults.append(sentence)
        if len(self.faults) <= MOST_FAULTS:
            print(f"BROKEN {sentence}", file=sys.stderr, flush=True)

    def all(self, sentences: list[str]) -> None:
        """Note several."""
        for sentence in sentences:
            self.fault(sentence)


class Progress:
    """Says on the way how far a proof has come, every few seconds."""

    def __init__(self) -> None:
        self.last = time.monotonic()

    def __call__(self, line: str) -> None:
        """Say it, unless something was said a moment ago."""
        if time.monotonic() - self.last > 5:
            self.last = time.monotonic()
            print(line, file=sys.stderr, flush=True)


def share(values: list[float], part: float) -> float:
    """The value below which that part of all lies.

    >>> share([5.0, 1.0, 3.0], 0.99), share([], 0.5)
    (5.0, 0.0)
    """
    return sorted(values)[min(len(values) - 1, int(len(values) * part))] if values else 0.0


def chosen(sizes: Mapping[str, S]) -> S:
    """The size that `CITADELS_SIZE` asks for."""
    return sizes[os.environ.get("CITADELS_SIZE", "quick")]


def slack() -> float:
    """How many times the promised time something may take: in the suite, whose tests run beside each other, several."""
    return SLACK if "PYTEST_CURRENT_TEST" in os.environ else 1.0


def run(proof: Coroutine[object, object, T], limit_s: float = LIMIT_S) -> T:
    """Carry a proof out, within a limit of time; SIGTERM lets it clean up, as Ctrl-C does."""

    async def limited() -> T:
        task = asyncio.current_task()
        if task is not None and threading.current_thread() is threading.main_thread():
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
        async with asyncio.timeout(limit_s):
            return await proof

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(limited())


def given_up(error: TimeoutError, seconds: float, limit_s: float = LIMIT_S) -> str:
    """What was waited for in vain: the whole proof, or something in it, and where."""
    if seconds >= limit_s:
        return f"not done within {limit_s:.0f} s"
    own = [step for step in traceback.extract_tb(error.__traceback__) if "/promises/" in step.filename]
    where = f", at {own[-1].name}: {own[-1].line}" if own else ""
    return f"waited in vain, given up after {seconds:.0f} s{where}"


def main(
    name: str,
    described: str | None,
    sizes: Mapping[str, S],
    prove: Callable[[S, Callable[[str], None]], Coroutine[object, object, Findings]],
    limit_s: float = LIMIT_S,
) -> int:
    """The command of a proof: the figures are its last line; the exit status is 0 only if everything held."""
    parser = argparse.ArgumentParser(prog=f"./citadels prove {name}", description=(described or "").partition("\n")[0])
    parser.add_argument("--size", choices=tuple(sizes), default="quick", help="how much (default quick)")
    parser.add_argument("--json", action="store_true", help="one JSON object as the last line")
    asked = parser.parse_args()
    began = time.monotonic()
    try:
        found = run(prove(sizes[asked.size], Progress()), limit_s)
    except TimeoutError as error:
        found = Findings()
        found.fault(given_up(error, time.monotonic() - began, limit_s))
    figures = {
        "prove": name,
        "held": not found.faults,
        "size": asked.size,
        **found.figures,
        "faults": len(found.faults),
        "seconds": round(time.monotonic() - began, 1),
    }
    if asked.json:
        print(json.dumps(figures))
    else:
        print("; ".join(f"{key.replace('_', ' ')} {told(value)}" for key, value in figures.items()))
    return 0 if figures["held"] else 1


def told(value: object) -> str:
    """A figure in words.

    >>> told(12345), told({"200": 3}), told(True)
    ('12,345', '200: 3', 'yes')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{name}: {told(much)}" for name, much in value.items())
    return f"{value:,}" if isinstance(value, int) else str(value)
