"""Whole games from deal to score, over HTTP, between two people and AIs, while every part of the service is killed again and again.

Every number of players is played, in ci size once and in full size in both editions. All games are played at the same time.
"""

from __future__ import annotations

import asyncio
import os
import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.recorded import Move, differing, opened
from tests.support.running import Caller, Service, offered
from tests.support.telling import run

if TYPE_CHECKING:
    from citadels_engine.formats.record import Record

pytestmark = pytest.mark.heavy

SIZE = os.environ.get("CITADELS_SIZE", "quick")
EDITIONS = ("modern", "classic")
ALL = [(players, edition) for players in range(2, 9) for edition in EDITIONS]
PATIENCE_S = 120.0 if SIZE != "full" else 1200.0
CHOSEN = {"quick": [(2, "modern"), (4, "classic")], "ci": ALL[::5], "full": ALL}[SIZE]
KILL_EVERY_S = 0.5
PAUSE_S = 0.02


@dataclass
class Game:
    """A game that was played: its table, what its people were answered, its record."""

    table: dict[str, Any]
    seats: list[int] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    text: str = ""

    def opened(self) -> Record:
        """The record, which has to be right."""
        record, faults = opened(self.text, self.table["id"], self.table["commitment"])
        assert not faults
        assert record is not None
        return record


@dataclass
class Evening:
    """All the games, and what was killed while they were played."""

    games: dict[tuple[int, str], Game] = field(default_factory=dict)
    killed: dict[str, int] = field(default_factory=dict)


async def play(caller: Caller, game: Game, seed: int) -> None:
    """One person, from the first decision to the end."""
    chance = random.Random(seed)
    name = game.table["id"]
    position = await caller.position(name)
    game.seats.append(position["seat"])
    async with asyncio.timeout(PATIENCE_S):
        while position["status"] == "running":
            if actions := offered(position):
                n, action = position["decision"]["n"], chance.choice(actions)["text"]
                answer = await caller.move(name, n, [action])
                assert answer.status == 200, answer
                game.moves.append((n, position["seat"], action))
                position = answer.json()["position"]
                await asyncio.sleep(PAUSE_S)
            else:
                await asyncio.sleep(2 * PAUSE_S)
                position = await caller.position(name)


async def one_game(callers: list[Caller], players: int, edition: str, evening: Evening) -> None:
    """Two people and AIs, from the table to the record."""
    ais = [{"kind": "ai", "level": ("greedy", "random")[seat % 2]} for seat in range(players - 2)]
    order = {"players": players, "edition": edition, "seats": [{"kind": "you"}, {"kind": "open"}, *ais]}
    game = Game(await callers[0].table(**order))
    evening.games[players, edition] = game
    await callers[1].join(game.table["id"])
    await asyncio.gather(*[play(caller, game, seed) for seed, caller in enumerate(callers)])
    game.text = await callers[0].record(game.table["id"])


async def kill(service: Service, evening: Evening) -> None:
    """Kill one part after the other; each is back before the next one dies."""
    apis, workers, clocks = service.named("api"), service.named("fast"), service.named("clock")
    turn = 0
    while True:
        for part in (apis[turn % 2], workers[turn % 2], None, clocks[turn % 2]):
            await asyncio.sleep(KILL_EVERY_S)
            if part is None:
                await asyncio.to_thread(service.store.restart)
            else:
                await asyncio.to_thread(part.restart)
                await asyncio.to_thread(part.wait)
            kind = "store" if part is None else part.name.rstrip("0123456789")
            evening.killed[kind] = evening.killed.get(kind, 0) + 1
            service.look_after()
        turn += 1


async def spend() -> Evening:
    """Play all games at once."""
    evening = Evening()
    service = Service(apis=2, workers=2, clocks=2, durable=True, linger_ms=600_000)
    async with service, Caller(service.ports) as one, Caller(service.ports) as other:
        callers = [await one.guest(), await other.guest()]
        killing = asyncio.create_task(kill(service, evening))
        try:
            await asyncio.gather(*[one_game(callers, *setup, evening) for setup in CHOSEN])
        finally:
            killing.cancel()
            await asyncio.wait([killing])
    return evening


def test_every_game_is_played_to_its_end_and_holds_what_was_acknowledged() -> None:
    evening = run(spend(), 400)
    for (players, edition), game in evening.games.items():
        record = game.opened()
        assert (record.header.players, record.header.edition) == (players, edition)
        assert sorted(game.seats) == [0, 1]
        assert not differing(record, game.moves, game.seats)
    assert set(evening.games) == set(CHOSEN)
    assert set(evening.killed) == {"api", "fast", "store", "clock"}
