"""A bot's process as the referee sees it: orders, answers in time, its standard error, its end.

1. The pipes never block the referee: whoever waits for an answer reads the standard error meanwhile, and writes what there is room for.
2. The first wrong line, the first answer that is late, and the end of its output end the process (`Failure`).
3. Of its standard error the end is kept, and a part of it written to its log. Who says more than `MOST_SAID` is not read any more.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from citadels_sdk.errors import BotBabbled, BotDied, BotTimeout
from citadels_sdk.isolated import wire
from citadels_sdk.stdio.child import TAIL, Failure, last_words
from citadels_sdk.stdio.lines import plain

if TYPE_CHECKING:
    from pathlib import Path

    from citadels_sdk.isolated.launcher import Connection
    from citadels_sdk.sandbox.policy import Policy


PIECE: Final = 1 << 16
LONGEST: Final = 1 << 16
"""So many bytes may an answer have."""
MOST_SAID: Final = 64 << 20
MOST_LOGGED: Final = 1 << 20
"""So many bytes may the log of a bot have."""
LAST_BREATH_S: Final = 0.5
NEVER_S: Final = 3600.0
"""So long is waited at once where nothing is limited."""


class BotLink:
    """One process of one bot."""

    def __init__(self, connection: Connection, policy: Policy, log: Path | None, core: int | None = None) -> None:
        orders, self.orders = os.pipe()
        self.answers, answers = os.pipe()
        self.errors, errors = os.pipe()
        try:
            self.pid, self.scratch = connection.start(policy, (orders, answers, errors), core)
        except BaseException:
            for file in (self.orders, self.answers, self.errors):
                os.close(file)
            raise
        finally:
            for file in (orders, answers, errors):
                os.close(file)
        for file in (self.orders, self.answers, self.errors):
            os.set_blocking(file, False)
        self.connection = connection
        self.log = log
        self.poller = select.poll()
        self.poller.register(self.answers, select.POLLIN)
        self.poller.register(self.errors, select.POLLIN)
        self.held = b""
        self.waiting: list[wire.Message] = []
        """Orders that go with the next one that is answered."""
        self.number = 0
        self.said = 0
        self.logged = 0
        self.tail = bytearray()
        self.how: str | None = None
        """How it ended."""
        self.deals: set[str] = set()
        """The deals that it has been told of."""
        self.facts: dict[str, Any] = {}
        """What it has said of its bot."""

    # --- orders ---------------------------------------------------------------------------------------------------------

    def put(self, kind: str, what: Any) -> None:
        """An order without an answer: it goes with the next one."""
        self.waiting.append((0, kind, what))

    def ask(self, kind: str, what: Any, seconds: float | None) -> Any:
        """What is answered in time; a list where it is a fault."""
        if self.how is not None:
            raise Failure(BotDied, f"its process {self.how} before")
        self.number += 1
        messages, self.waiting = [*self.waiting, (self.number, kind, what)], []
        deadline = monotonic() + (seconds or 0.0)
        self.write(wire.frame(messages), deadline, seconds)
        while b"\n" not in self.held:
            self.wait(deadline, seconds)
        said, _, self.held = self.held.partition(b"\n")
        return self.understood(said)

    def understood(self, said: bytes) -> Any:
        """The answer that a line is."""
        try:
            line = json.loads(said)
            number, word, *rest = line
        except (ValueError, TypeError, RecursionError):
            raise self.failure(BotBabbled, f"it said what is no answer: {plain(said)}") from None
        if word == "missing":
            raise self.failure(BotDied, f"missing: {plain(str(rest[:1]))}")
        if self.held or number != self.number or word not in ("ok", "fault"):
            raise self.failure(BotBabbled, f"it said what it was not asked for: {plain(said)}")
        if word == "ok":
            return rest[0] if rest else None
        if len(rest) < 2 or not all(isinstance(one, str) for one in rest):
            raise self.failure(BotBabbled, f"it said what is no fault: {plain(said)}")
        return rest

    def write(self, said: bytes, deadline: float, seconds: float | None) -> None:
        """Write all of it."""
        done = self.write_some(said)
        if done == len(said):
            return
        self.poller.register(self.orders, select.POLLOUT)
        try:
            while done < len(said):
                self.wait(deadline, seconds)
                done += self.write_some(said[done:])
        finally:
            self.poller.unregister(self.orders)

    def write_some(self, said: bytes) -> int:
        """Write what there is room for."""
        try:
            return os.write(self.orders, said)
        except BlockingIOError:
            return 0
        except OSError:
            raise self.died() from None

    def wait(self, deadline: float, seconds: float | None) -> None:
        """Wait until something can be read or written."""
        left = NEVER_S if seconds is None else deadline - monotonic()
        if left <= 0:
            raise self.failure(BotTimeout, f"it did not answer within {seconds:g} s")
        for file, _ in self.poller.poll(max(0.0, left) * 1000):
            if file == self.errors:
                self.overhear()
            elif file == self.answers:
                self.hear()

    def hear(self) -> None:
        """Read what it answers."""
        try:
            said = os.read(self.answers, PIECE)
        except BlockingIOError:
            return
        if not said:
            raise self.died()
        self.held += said
        if len(self.held) > LONGEST:
            raise self.failure(BotBabbled, f"it said more than {LONGEST} bytes: {plain(self.held)}")

    def overhear(self) -> None:
        """Read its standard error."""
        try:
            said = os.read(self.errors, PIECE)
        except BlockingIOError:
            return
        self.said += len(said)
        if not said or self.said > MOST_SAID:
            with contextlib.suppress(KeyError):
                self.poller.unregister(self.errors)
        self.tail += said
        del self.tail[:-TAIL]
        if self.log is not None and said and self.logged < MOST_LOGGED:
            self.logged += len(said)
            note(self.log, said)

    # --- the end --------------------------------------------------------------------------------------------------------

    def died(self) -> Failure:
        """What its end is to be called."""
        return self.failure(BotDied, None)

    def failure(self, kind: Any, what: str | None) -> Failure:
        """End it for what it did."""
        if what is None:
            self.await_end()
        how = self.end()
        told = f"its process {how}" if what is None else what
        return Failure(kind, told + last_words(self.tail))

    def await_end(self) -> None:
        """Give it a moment to end by itself, so that it is known how it did: its standard error ends with it."""
        until = monotonic() + LAST_BREATH_S
        while (left := until - monotonic()) > 0:
            ready = [file for file, _ in self.poller.poll(left * 1000)]
            if self.errors not in ready:
                if not ready:
                    return
                with contextlib.suppress(KeyError):
                    self.poller.unregister(self.answers)
                continue
            before = self.said
            self.overhear()
            if self.said == before:
                return

    def end(self) -> str:
        """Make sure that it has ended; how it did."""
        if self.how is None:
            self.how = "was ended"
            try:
                for _ in range(16):
                    before = self.said
                    self.overhear()
                    if self.said == before:
                        break
                self.how = self.connection.end(self.pid)
            finally:
                for file in (self.orders, self.answers, self.errors):
                    os.close(file)
        return self.how


def note(log: Path, said: bytes) -> None:
    """Write it to a log, as long as there is room in it."""
    with contextlib.suppress(OSError):
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("ab") as file:
            if file.tell() < MOST_LOGGED:
                file.write(said)
