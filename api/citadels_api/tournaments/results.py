"""From the end of a table to the result in the tournament's log.

Whoever ends a table reports it, and whoever finds it ended reports it again: the log takes a game's result once.
"""

from __future__ import annotations

import asyncio
from hashlib import sha256
from typing import TYPE_CHECKING

from citadels_contest.log import result_entry
from citadels_contest.types import Result
from citadels_engine.formats.record import read, replay

from citadels_api.problems import Refusal
from citadels_api.tournaments.log import Held, Wanted, change, held

if TYPE_CHECKING:
    from collections.abc import Iterable

    from citadels_contest.log import Entry
    from citadels_contest.tournament import Tournament
    from citadels_contest.types import Fixture
    from citadels_engine.formats.record import Record

    from citadels_api.context import House
    from citadels_api.tables.stored import Table


async def report(house: House, table: Table) -> None:
    """Put the result of a table that is over into its tournament's log; one that was broken off counts for nobody.

    The clock looks at the tournament at once.
    """
    if table.tournament is None or table.fixture is None or table.status not in ("over", "aborted"):
        return
    there = await held(house, table.tournament)
    if there is None or not is_open(there.event, table.fixture):
        return
    game = table.fixture
    if table.status == "aborted":
        entry: Entry = {"kind": "void", "game": game, "why": "the game was broken off"}
    else:
        course = await course_of(house, table.id)
        if course is None:
            return
        entry = result_entry(result_of(there.event.fixtures[game], table, *course))

    def make(now: Held) -> Wanted | None:
        return Wanted([entry]) if is_open(now.event, game) else None

    await change(house, table.tournament, make, key=f"result-{game}", tried=False)


async def is_awaited(house: House, table: Table) -> bool:
    """Whether the game of a table of a tournament is still to be played: while it is paused, too."""
    there = None if table.tournament is None else await held(house, table.tournament)
    return there is not None and table.fixture is not None and is_open(there.event, table.fixture)


def is_open(event: Tournament, game: str) -> bool:
    """Whether the log still takes a result of the game: not once the tournament is cancelled."""
    return event.status in ("running", "paused") and game in event.unplayed


async def course_of(house: House, table_id: str) -> tuple[Record, int] | None:
    """The record of a table that is over, and how many rounds its game took; None where it is no longer kept."""
    # they stand on what stands on this
    from citadels_api.play.game_log import opened
    from citadels_api.play.step import open_game
    from citadels_api.records.service import opened_archive, written
    from citadels_api.tables.transaction import opened_table

    snapshot, log = await asyncio.gather(house.store.load(table_id, seed=True), house.store.log(table_id))
    if snapshot is None:
        return None
    table = opened_table(snapshot)
    if snapshot.state is not None and snapshot.seed is not None and log:
        made = written(table, snapshot.seed, [entry for _, entry in opened(log)])
        return made, open_game(snapshot, telling=False).round
    try:
        made = read(str((await opened_archive(house, table))["record"]))
    except Refusal:
        return None
    return made, replay(made).round


def result_of(fixture: Fixture, table: Table, record: Record, rounds: int) -> Result:
    """What came of the fixture, as its table and its record say."""
    assert table.places is not None
    assert table.totals is not None
    seats = len(fixture.seats)
    return Result(
        fixture,
        places_of(table.places, seats),
        tuple(table.totals),
        rounds,
        tuple(table.left),
        tuple([seat.missed for seat in table.seats]),
        picks_of([(taken.seat, taken.do) for taken in record.taken], seats),
        sha256(record.text().encode()).hexdigest(),
    )


def places_of(order: list[list[int]], seats: int) -> tuple[int, ...]:
    """The place of each seat, from the seats by place.

    >>> places_of([[2], [0, 1], [3]], 4)
    (2, 2, 1, 4)
    """
    found = [0] * seats
    before = 1
    for together in order:
        for seat in together:
            found[seat] = before
        before += len(together)
    return tuple(found)


def picks_of(said: Iterable[tuple[int, str]], seats: int) -> tuple[tuple[str, ...], ...]:
    """The characters that each seat has picked, in order, from the seats and texts of all decisions.

    >>> picks_of([(0, "pick king"), (1, "pick thief"), (1, "gold"), (0, "pick bishop")], 2)
    (('king', 'bishop'), ('thief',))
    """
    found: list[list[str]] = [[] for _ in range(seats)]
    for seat, text in said:
        if text.startswith("pick "):
            found[seat].append(text[5:])
    return tuple([tuple(one) for one in found])
