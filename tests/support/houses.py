"""A house on the memory store, its people, and games played through the use cases."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from citadels_api.accounts.service import make_guest
from citadels_api.context import NOBODYS, House, Principal, Share
from citadels_api.credentials.service import authenticate
from citadels_api.play import service as play
from citadels_api.settings import Settings
from citadels_api.store.memory import MemoryStore
from citadels_api.tables import service as tables
from citadels_workers.ai_seats import Memory, burst

from tests.support.orders import seat_order, table_order

if TYPE_CHECKING:
    from citadels_api.play.contract import Committed
    from citadels_api.store.ports import Store
    from citadels_api.tables.contract import TableAnswer


class Rings:
    """A bell that remembers who was called."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, int, int, str]] = []
        self.games: list[tuple[str, str, bool]] = []

        self.shares: list[Share] = []

    def call(self, table: str, n: int, seat: int, level: str, share: Share = NOBODYS) -> None:
        self.calls.append((table, n, seat, level))
        self.shares.append(share)

    def play(
        self, tournament: str, game: str, *, thinking: bool = False, again: bool = False, share: Share = NOBODYS
    ) -> None:
        self.games.append((tournament, game, thinking))
        self.shares.append(share)


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now


def make_house(store: Store | None = None, **settings: Any) -> tuple[House, Rings, Clock]:
    """A house with a clock that stands still until it is moved."""
    clock = Clock()
    rings = Rings()
    chosen: dict[str, Any] = {"redis_url": "memory://", **settings}
    return House(store or MemoryStore(now=clock), Settings(**chosen), rings), rings, clock


LONGEST = 5000
"""So many moves no game has."""


async def guest(house: House) -> Principal:
    """A guest, with his credential shown."""
    made = await make_guest(house, name=None, address="127.0.0.1")
    who = await authenticate(house, made.credential.secret)
    assert who is not None
    return who


async def table_for(house: House, people: list[Principal], *, ai: int = 0, level: str = "greedy", **order: Any) -> str:
    """A running table of these people, the first of whom makes it, and of AI seats."""
    seats = [seat_order("you"), *[seat_order()] * (len(people) - 1), *[seat_order("ai", level=level)] * ai]
    made = await tables.create(house, people[0], table_order(players=len(seats), seats=seats, **order))
    for who in people[1:]:
        await tables.join(house, who, made.id)
    found = await tables.table(house, people[0], made.id)
    assert found.status == "running"
    return made.id


async def seats_of(house: House, table: str, people: list[Principal]) -> dict[int, Principal]:
    """Who sits where."""
    found: TableAnswer = await tables.table(house, people[0], table)
    by_account = {who.account: who for who in people}
    return {
        seat.seat: by_account[seat.player.id]
        for seat in found.seats
        if seat.player is not None and seat.player.id in by_account
    }


async def move(house: House, who: Principal, table: str, chance: random.Random, **more: Any) -> Committed | None:
    """Take the decision awaited, if it is this player's."""
    position = await play.position(house, who, table)
    decision = position.decision
    if decision is None or decision.actions is None:
        return None
    action = chance.choice(decision.actions).text
    return await play.submit(house, who, table, n=decision.n, actions=[action], **more)


async def playing(house: House, table: str, people: list[Principal], seed: int = 0) -> int:
    """Play a table to its end, AI seats included; how many moves the people made."""
    chance = random.Random(seed)
    for moves in range(LONGEST):
        if not await play_on(house, table, people, chance):
            return moves
    raise AssertionError(f"{table} is not over after {LONGEST} moves")


async def play_on(house: House, table: str, people: list[Principal], chance: random.Random) -> bool:
    """One move of the people, after those of the AI seats; false once the game is over."""
    memory = Memory()
    for _ in range(LONGEST):
        snapshot = await house.store.load(table)
        assert snapshot is not None
        found = await tables.table(house, people[0], table)
        if found.status != "running":
            return False
        assert found.decision is not None
        for who in people:
            if await move(house, who, table, chance) is not None:
                return True
        await burst(house, memory, table, found.decision.n, thinking=False)
    raise AssertionError(f"no person of {table} is asked, and it is not over")
