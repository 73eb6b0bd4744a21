"""The AI seats of the practice server: they answer in this process, at once, and the same every time."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import structlog
from citadels_api.context import NOBODYS, Share
from citadels_api.play.game_log import opened
from citadels_api.play.step import Step, level_of, open_game
from citadels_api.records.service import TABLE_EVENTS
from citadels_api.tables.stored import unpack_table
from citadels_api.tables.transaction import settle_indexes
from citadels_engine import view

from citadels_workers.ai_seats import bot_of

if TYPE_CHECKING:
    from citadels_api.context import House
    from citadels_engine import Game


LOG = structlog.get_logger("practice")


class Players:
    """A bell whose ring is answered in a task of this loop; one table is played at by one task."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.tasks: dict[str, asyncio.Task[None]] = {}

    def call(self, table: str, n: int, seat: int, level: str, share: Share = NOBODYS) -> None:
        """Let the AIs of a table play on."""
        if table not in self.tasks:
            self.tasks[table] = asyncio.get_running_loop().create_task(self.play_on(table), name=f"practice {table}")

    def play(
        self, tournament: str, game: str, *, thinking: bool = False, again: bool = False, share: Share = NOBODYS
    ) -> None:
        """Whole games of tournaments are not played here: the clock stands still."""

    async def play_on(self, table: str) -> None:
        """Play for the AI seats of a table until a player is asked, or the game is over."""
        try:
            while await self.turn(table):
                await asyncio.sleep(0)
        except Exception as error:
            LOG.exception("the AIs of a table stopped", table=table, reason=type(error).__name__)
        finally:
            del self.tasks[table]

    async def turn(self, name: str) -> bool:
        """Answer the decisions that one AI seat is asked in a row; false where none is asked."""
        snapshot = await self.house.store.load(name, seed=True)
        if snapshot is None or snapshot.state is None:
            return False
        table = unpack_table(snapshot.doc)
        game = open_game(snapshot)
        seat = asked(game)
        if table.status != "running" or seat is None:
            return False
        level = level_of(table, seat)
        if level is None:
            return False
        seen = seen_by([event for _, entry in opened(await self.house.store.log(name)) for event in entry.events], seat)
        step = Step(table, game, snapshot)
        while asked(game) == seat and table.status == "running":
            told = len(step.events)
            bot = bot_of(self.house, table, level, seat, game.n)
            action = bot.choose(view(game, seat), seen)
            step.take(action, by=None if table.seats[seat].kind == "ai" else "ai")
            seen += seen_by(step.events[told:], seat)
        change = step.change(self.house)
        outcome = await self.house.store.commit(change)
        if outcome.kind == "ok" and change.moves_to is not None:
            await settle_indexes(self.house, table)
        return outcome.kind in ("ok", "stale")

    async def rest(self) -> None:
        """Wait until nobody plays."""
        while self.tasks:
            await asyncio.wait(list(self.tasks.values()))

    async def close(self) -> None:
        """Let nobody play any more."""
        tasks = list(self.tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def asked(game: Game) -> int | None:
    """Whose decision is awaited."""
    return None if game.pending is None else game.pending.seat


def seen_by(events: list[Any], seat: int) -> list[dict[str, Any]]:
    """The events of the game as a seat has seen them."""
    return [event.for_seat(seat) for event in events if event.kind not in TABLE_EVENTS]
