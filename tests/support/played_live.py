"""Tournaments on the memory store: clock and workers in one loop, the store's time moved by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from citadels_api.accounts.service import make_account
from citadels_api.credentials.service import authenticate
from citadels_api.tables import service as tables
from citadels_api.tables.transaction import opened_table
from citadels_api.tournaments.control import conduct
from citadels_api.tournaments.creation import make
from citadels_api.tournaments.entry import enter
from citadels_api.tournaments.ids import table_id
from citadels_api.tournaments.log import entries_of, held
from citadels_api.tournaments.options import TournamentOrder
from citadels_api.tournaments.stored import Conditions, Schedule
from citadels_workers.ai_games import play_game
from citadels_workers.clock import go_round

from tests.support.houses import guest, playing

if TYPE_CHECKING:
    from citadels_api.context import House, Principal
    from citadels_api.tournaments.log import Held

    from tests.support.houses import Clock, Rings


async def organizer(house: House) -> Principal:
    """Somebody who may run tournaments."""
    made = await make_account(house, name="Ann", address="127.0.0.1")
    who = await authenticate(house, made.credential.secret)
    assert who is not None
    return who


async def made(at: House, who: Principal, **order: Any) -> str:
    """A tournament of his."""
    begins = order.pop("begins", "demand")
    schedule = Schedule(begins=begins, **order.pop("schedule", {}))
    return (await make(at, who, TournamentOrder(schedule=schedule, **order))).id


async def now_of(house: House, tour: str) -> Held:
    """The tournament as it stands now."""
    there = await held(house, tour)
    assert there is not None
    return there


async def pass_time(house: House, clock: Clock, seconds: float, *, step_s: float = 1.0) -> None:
    """Let time go by, with a clock that goes round."""
    until = clock.now + int(seconds * 1000)
    while clock.now < until:
        clock.now = min(until, clock.now + int(step_s * 1000))
        await go_round(house)


async def play_rung(house: House, rings: Rings) -> list[str]:
    """Play the whole games that were rung for; how each job ended."""
    rung, rings.games = rings.games, []
    return [await play_game(house, tour, game) for tour, game, _ in rung]


async def play_to_the_end(house: House, rings: Rings, clock: Clock, tour: str, *, looks: int = 200) -> Held:
    """Go round and play until a tournament is over."""
    for _ in range(looks):
        await pass_time(house, clock, 1)
        await play_rung(house, rings)
        there = await now_of(house, tour)
        if there.doc.status in ("over", "cancelled"):
            return there
    raise AssertionError("the tournament does not end")


async def log_of(house: House, tour: str) -> list[dict[str, object]]:
    """Everything in the log."""
    return [entry for one in await house.store.log(tour) for entry in entries_of(one)]


async def event_of_people(house: House, count: int, **order: Any) -> tuple[str, list[Principal], Principal]:
    """A tournament of so many people, entered and started; its organizer comes last."""
    ann = await organizer(house)
    tour = await made(house, ann, conditions=Conditions(kinds=["guest"]), **order)
    people = [await guest(house) for _ in range(count)]
    for who in people:
        await enter(house, who, tour)
    await conduct(house, ann, tour, do="start")
    return tour, people, ann


async def open_tables(house: House, tour: str) -> list[str]:
    """The tables of a tournament that wait for their players or are played at."""
    there = await now_of(house, tour)
    names = [table_id(tour, game) for game in there.event.fixtures]
    loaded = [(name, await house.store.load(name)) for name in names]
    return [name for name, one in loaded if one is not None and opened_table(one).status in ("open", "running")]


async def come(house: House, who: Principal, tour: str) -> list[str]:
    """Sit down wherever a seat is kept for him; at which tables."""
    joined = []
    for name in await open_tables(house, tour):
        snapshot = await house.store.load(name)
        assert snapshot is not None
        if any(seat.reserved == who.account for seat in opened_table(snapshot).seats):
            await tables.join(house, who, name)
            joined.append(name)
    return joined


async def play_running(house: House, tour: str, people: list[Principal], *, without: Principal | None = None) -> int:
    """Play the games that have begun, as these people, but none of his; how many came to an end."""
    ended = 0
    for name in await open_tables(house, tour):
        snapshot = await house.store.load(name)
        assert snapshot is not None
        table = opened_table(snapshot)
        sitting = {seat.player.account for seat in table.seats if seat.player is not None}
        if table.status == "running" and (without is None or without.account not in sitting):
            await playing(house, name, [who for who in people if who.account in sitting])
            ended += 1
    return ended
