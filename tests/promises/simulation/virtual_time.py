"""Time that passes only when nobody has anything to do: an event loop that jumps to its next timer, and the doors of time and chance.

1. An hour of waiting costs nothing, and the same seed gives the same world: no thread, no socket, no clock of the machine takes part.
2. The service reaches time and chance through its modules' own names `time` and `secrets`. `simulated` replaces those names, in these
   modules only; a module that were to import a function of them by name would not be reached, and a test refuses that.
3. Each simulated process may have a monotonic clock of its own, ahead of the others or slow.
"""

from __future__ import annotations

import asyncio
import base64
import importlib
import pkgutil
import secrets
import selectors
import sys
import time
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Final

import citadels_api
import citadels_workers

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator


OURS: Final = ("citadels_api.", "citadels_workers.", "citadels_sdk.client")
"""The modules that are simulated."""
EPOCH_MS: Final = 1_800_000_000_000
SKEW: ContextVar[float] = ContextVar("SKEW", default=0.0)
"""How many seconds the clock of the present process is ahead."""


class Stuck(Exception):
    """Everybody waits, and nothing will ever happen."""


class _Jump(selectors.DefaultSelector):
    """A selector that does not wait: it tells the loop how far to jump."""

    jump: Callable[[float], None]

    def select(self, timeout: float | None = None) -> list[Any]:
        """Jump to the next timer; without one, nothing will ever happen."""
        if timeout is None:
            raise Stuck
        if timeout > 0:
            self.jump(timeout)
        return []


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop in virtual time; what other loops do in threads is done at once."""

    def __init__(self) -> None:
        self.passed = 0.0
        selector = _Jump()
        selector.jump = self.jump
        super().__init__(selector)

    def jump(self, seconds: float) -> None:
        """Let time pass."""
        self.passed += seconds

    def time(self) -> float:
        """Seconds since the world began."""
        return self.passed

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:  # type: ignore[override]
        """Do it at once."""
        future = self.create_future()
        try:
            future.set_result(func(*args))
        except Exception as error:  # noqa: BLE001  (it belongs to whoever waits for it)
            future.set_exception(error)
        return future


class SimulatedTime:
    """What the service sees as `time`."""

    def __init__(self, loop: VirtualLoop) -> None:
        self.loop = loop

    def __getattr__(self, name: str) -> Any:
        return getattr(time, name)

    def monotonic(self) -> float:
        """The clock of the present process."""
        return self.loop.passed + SKEW.get()

    perf_counter = monotonic

    def time(self) -> float:
        """The wall clock of the present process."""
        return EPOCH_MS / 1000 + self.loop.passed + SKEW.get()

    def time_ns(self) -> int:
        """The same in nanoseconds."""
        return int(self.time() * 1_000_000_000)


class SimulatedSecrets:
    """What the service sees as `secrets`: everything from one seed."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance

    def __getattr__(self, name: str) -> Any:
        return getattr(secrets, name)

    def token_bytes(self, size: int = 32) -> bytes:
        """Some bytes."""
        return self.chance.randbytes(size)

    def token_hex(self, size: int = 32) -> str:
        """The same in hexadecimal."""
        return self.token_bytes(size).hex()

    def token_urlsafe(self, size: int = 32) -> str:
        """The same for addresses."""
        return base64.urlsafe_b64encode(self.token_bytes(size)).rstrip(b"=").decode()

    def randbits(self, bits: int) -> int:
        """So many bits."""
        return self.chance.getrandbits(bits)

    def randbelow(self, bound: int) -> int:
        """A number below the bound."""
        return self.chance.randrange(bound)

    def choice(self, among: Any) -> Any:
        """One of these."""
        return self.chance.choice(among)


def load_all() -> None:
    """Import every module of the service: one that is first imported inside a world would have the real doors."""
    for package in (citadels_api, citadels_workers):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not found.name.endswith("__main__"):
                importlib.import_module(found.name)


def doors(name: str) -> Iterator[tuple[Any, Any]]:
    """The modules of ours that reach a module of the standard library by this name, each with what stands there."""
    standard = {"time": time, "secrets": secrets}[name]
    for module_name, module in list(sys.modules.items()):
        if module_name.startswith(OURS) and getattr(module, name, None) is standard:
            yield module, standard


@contextmanager
def simulated(loop: VirtualLoop, chance: random.Random) -> Iterator[None]:
    """The doors of time and chance lead into the world, as long as the block lasts."""
    opened = [(module, "time", was) for module, was in doors("time")]
    opened += [(module, "secrets", was) for module, was in doors("secrets")]
    seen: dict[str, Any] = {"time": SimulatedTime(loop), "secrets": SimulatedSecrets(chance)}
    for module, name, _ in opened:
        setattr(module, name, seen[name])
    try:
        yield
    finally:
        for module, name, was in opened:
            setattr(module, name, was)
