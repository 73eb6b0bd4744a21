"""Games of two, played live by a run that is looked at."""

from __future__ import annotations

import asyncio
import itertools
import random
from typing import TYPE_CHECKING, Any

from citadels_sdk import Accepts, AsyncClient, Bot, View
from citadels_sdk.client.model_base import DecisionClock
from citadels_sdk.live.bot_run import RunReport, arun
from citadels_sdk.live.run_report import Voice
from citadels_sdk.live.runner import Plan, Runner
from citadels_sdk.local.bot_loader import resolve

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from citadels_engine import Action
    from citadels_sdk.bot import Answer


KINDS = itertools.count(30_000)


def clock(limit_ms: int | None = None) -> DecisionClock:
    """A clock that no other test looks for."""
    return DecisionClock(limit_ms=limit_ms or next(KINDS))


class First(Bot):
    """Builds what it can, so that games are short."""

    def choose(self, view: View) -> Answer | Awaitable[Answer]:
        return quick(view)


def quick(view: View) -> Action:
    """An action that brings the end nearer: what can be built is built, the rest is left to chance."""
    for action in view.actions:
        if action.verb == "build":
            return action
    return random.Random(f"{view.seat}/{view.n}").choice(view.actions)


def duel(url: str, one: Any, other: Any = First, *, ours: DecisionClock | None = None, **options: Any) -> RunReport:
    """What the first of two bots comes to, that look for each other."""
    limit = ours or clock()

    async def both() -> RunReport:
        async with asyncio.timeout(60):
            runs = [
                arun(one, url=url, seek="others", players=2, games=1, clock=limit, tell="quiet", **options),
                arun(other, url=url, seek="others", players=2, games=1, clock=limit, tell="quiet"),
            ]
            return (await asyncio.gather(*runs))[0]

    return asyncio.run(both())


def record_of(url: str, table: str) -> Any:
    """The record of a game."""

    async def get() -> Any:
        async with AsyncClient(url) as client:
            return (await client.get_record(table)).record

    return asyncio.run(get())


def runner_of(client: AsyncClient, account: str, bot: Any, plan: Plan, voice: Voice | None = None) -> Runner:
    """A run that is not begun yet."""
    voice = voice or Voice("quiet")
    return Runner(client, resolve(bot), plan, account=account, accepts=Accepts(), voice=voice, chance="chance")
