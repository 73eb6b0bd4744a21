"""A house on the memory store with its organizer, and tournaments in it: what the clock and the workers do is done by hand."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from citadels_api.accounts.service import make_account
from citadels_api.bots.service import make_bot
from citadels_api.credentials.service import authenticate
from citadels_api.tables import service as tables
from citadels_api.tables.lifecycle import start_step
from citadels_api.tables.transaction import opened_table
from citadels_api.tournaments import control, creation, entry
from citadels_api.tournaments.log import add, held
from citadels_api.tournaments.options import TournamentOrder
from citadels_api.tournaments.stored import Conditions
from citadels_workers.tournament_tables import create, table_of

from tests.support.houses import make_house

if TYPE_CHECKING:
    from citadels_api.context import House, Principal
    from citadels_api.store.ports import Store
    from citadels_api.tournaments.contract import TournamentAnswer
    from citadels_api.tournaments.log import Held
    from citadels_contest.log import Entry
    from citadels_contest.types import Fixture


class World:
    """A house, its organizer, and a name for everybody who comes."""

    def __init__(self, house: House, clock: Any, organizer: Principal) -> None:
        self.house = house
        self.clock = clock
        self.organizer = organizer
        self.named = 0

    async def account(self, name: str | None = None) -> Principal:
        """Somebody with an account."""
        self.named += 1
        made = await make_account(self.house, name=name or f"person-{self.named}", address=f"10.0.0.{self.named % 250}")
        who = await authenticate(self.house, made.credential.secret)
        assert who is not None
        return who

    async def bot(self, owner: Principal | None = None) -> Principal:
        """A bot with its own credential."""
        self.named += 1
        made = await make_bot(self.house, owner or await self.account(), name=f"bot-{self.named}")
        who = await authenticate(self.house, made.credential.secret)
        assert who is not None
        return who

    async def make(self, **order: Any) -> TournamentAnswer:
        """A tournament of two-player tables, unless something else is wanted; anybody may enter."""
        settings = {"seats": 2, **order.pop("settings", {})}
        conditions = order.pop("conditions", Conditions(kinds=["bot", "account", "guest"]))
        return await creation.make(
            self.house, self.organizer, TournamentOrder(settings=settings, conditions=conditions, **order)
        )

    async def there(self, tour_id: str) -> Held:
        """The tournament as it stands now."""
        found = await held(self.house, tour_id)
        assert found is not None
        return found

    async def rounds(self, tour_id: str) -> Held:
        """The tournament once all that follows by itself is in its log."""
        while (entry := (await self.there(tour_id)).event.due()) is not None:
            outcome = await add(self.house, await self.there(tour_id), [entry])
            assert outcome.kind == "ok"
        return await self.there(tour_id)

    async def table(self, tour_id: str, fixture: Fixture) -> str:
        """The table of a game, made as the clock does."""
        table, seed = table_of(await self.there(tour_id), fixture)
        await create(self.house, table, seed)
        return table.id

    async def play(self, tour_id: str, *, chance: int = 0) -> Held:
        """The tournament once results were made up for all of its games, round after round."""
        dice = random.Random(chance)
        there = await self.rounds(tour_id)
        while there.event.unplayed:
            entries = [result_for(fixture, dice) for fixture in there.event.open()]
            assert (await add(self.house, there, entries)).kind == "ok"
            there = await self.rounds(tour_id)
        return there


def result_for(fixture: Fixture, dice: random.Random) -> Entry:
    """A made-up result of a game without ties."""
    places = list(range(1, len(fixture.seats) + 1))
    dice.shuffle(places)
    return {
        "kind": "result",
        "game": fixture.id,
        "seats": list(fixture.seats),
        "places": places,
        "scores": [40 - 3 * place for place in places],
    }


async def made_world(store: Store | None = None, **settings: Any) -> World:
    """A house and its organizer."""
    house, _, clock = make_house(store, guests_per_hour=100_000, **settings)
    made = await make_account(house, name="organizer", address="10.0.0.1")
    who = await authenticate(house, made.credential.secret)
    assert who is not None
    return World(house, clock, who)


async def two_turns(world: World, people: list[Principal], **order: Any) -> tuple[str, list[str]]:
    """A tournament of one deal, which is played twice with the seats exchanged; both tables are dealt."""
    made = await world.make(settings={"duplicate": True}, name="twin", **order)
    for who in people:
        await entry.enter(world.house, who, made.id)
    await control.conduct(world.house, world.organizer, made.id, do="start")
    names = [await world.table(made.id, fixture) for fixture in (await world.rounds(made.id)).event.open()]
    for name in names:
        for who in people:
            await tables.join(world.house, who, name)
        snapshot = await world.house.store.load(name, seed=True)
        assert snapshot is not None
        if snapshot.state is None:
            await world.house.store.commit(start_step(world.house, opened_table(snapshot), snapshot))
    return made.id, names
