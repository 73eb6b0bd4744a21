"""Bots that write down what they choose and what they hear, for the proof of playing live: plain, async, and with a memory."""

from __future__ import annotations

import asyncio
import json
import os
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from citadels_sdk import Bot

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TextIO

    from citadels_engine import Action
    from citadels_sdk import Outcome, Start, View


NOTES = "CITADELS_PROOF_NOTES"
"""The variable that names the file to write into."""


def digest(events: list[Any]) -> str:
    """What a list of events comes to."""
    return sha256(json.dumps(events, sort_keys=True).encode()).hexdigest()[:16]


class Noting(Bot):
    """Notes everything: each choice, and at the end what was heard."""

    file: TextIO | None = None

    def on_start(self, start: Start) -> None:
        self.start = start
        self.heard: list[Mapping[str, object]] = []
        self.note(what="start")

    def on_event(self, event: Mapping[str, object]) -> None:
        self.heard.append(event)

    def on_end(self, outcome: Outcome) -> None:
        self.note(what="end", events=len(self.heard), digest=digest(self.heard), place=outcome.place)

    def note(self, **told: object) -> None:
        if Noting.file is None:
            Noting.file = Path(os.environ[NOTES]).open("a", encoding="utf-8")  # noqa: SIM115  # as long as the process
        Noting.file.write(json.dumps({"table": self.start.game, "seat": self.start.seat, **told}) + "\n")
        Noting.file.flush()

    def pick(self, view: View) -> Action:
        if list(view.events) != self.heard[: len(view.events)]:
            raise AssertionError("what was heard is not what the view has seen")
        action = self.random.choice(view.actions)
        self.note(what="choice", n=view.n, do=str(action))
        return action


class Plain(Noting):
    """Answers at once."""

    def choose(self, view: View) -> Action:
        return self.pick(view)


class Async(Noting):
    """Awaits something before it answers."""

    async def choose(self, view: View) -> Action:
        await asyncio.sleep(0.001)
        return self.pick(view)


class Unhurried(Noting):
    """Takes its time, so that its game is still running when something happens."""

    async def choose(self, view: View) -> Action:
        await asyncio.sleep(0.3)
        return self.pick(view)


class Memory(Noting):
    """Keeps what it has done, and fails where that does not go on as it should."""

    def on_start(self, start: Start) -> None:
        super().on_start(start)
        self.seen: list[int] = []

    def choose(self, view: View) -> Action:
        if self.seen and view.n <= self.seen[-1]:
            raise AssertionError(f"decision {view.n} after {self.seen[-1]}")
        self.seen.append(view.n)
        return self.pick(view)
