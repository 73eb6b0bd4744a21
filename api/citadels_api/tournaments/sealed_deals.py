"""Sealed tables: while a deal is still played at one table, nothing of it is told at another.

1. Games of one label have one deal. Once one of them has an end, its seed, its record and everybody's cards would tell those who still
   play what lies in the deck. So until all of them are over, a sealed table shows a seat what that seat sees, and spectators nothing.
2. What a table's document says (`sealed`) stays; whether that still holds follows from the tournament's log, wherever it is asked.
3. Where only bots of the house play a deal, nobody can learn anything: nothing is withheld.
4. The log says which characters were picked in a game, and the characters of a round are dealt from the seed too: until then that is left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_api.tournaments.ids import entrant_account, seed_of
from citadels_api.tournaments.log import held

if TYPE_CHECKING:
    from collections.abc import Iterator

    from citadels_contest.log import Entry
    from citadels_contest.tournament import Tournament
    from citadels_contest.types import Fixture

    from citadels_api.context import House
    from citadels_api.tables.stored import Table


def siblings(event: Tournament, fixture: Fixture) -> Iterator[Fixture]:
    """All games of the fixture's deal, itself among them."""
    tables = range(len(event.rounds[fixture.round - 1].pairings)) if event.settings.shared else (fixture.table,)
    for table in tables:
        for turn in range(event.settings.turns):
            one = event.fixtures.get(f"{fixture.round}.{table}.{fixture.deal}.{turn}")
            if one is not None:
                yield one


def is_withheld(event: Tournament, fixture: Fixture) -> bool:
    """Whether the deal of the fixture is still played somewhere, and what is known of it would be worth something."""
    if not event.unplayed or event.status in ("over", "cancelled"):
        return False
    goes_on, outside = False, False
    for count, one in enumerate(siblings(event, fixture)):
        goes_on = goes_on or one.id in event.unplayed
        outside = outside or any(entrant_account(name) is not None for name in one.seats)
        if count > 0 and goes_on and outside:
            return True
    return False


def withheld(event: Tournament) -> set[str]:
    """All games of which that is so."""
    if not event.unplayed or event.status in ("over", "cancelled"):
        return set()
    deals: dict[str, list[Fixture]] = {}
    for fixture in event.fixtures.values():
        deals.setdefault(event.deal_label(fixture), []).append(fixture)
    return {one.id for together in deals.values() if is_withheld(event, together[0]) for one in together}


def open_entry(event: Tournament, entry: Entry) -> Entry:
    """The entry of the log as it may be told now: which characters were picked, only once their deal is over everywhere."""
    if entry.get("kind") != "result" or "picks" not in entry:
        return entry
    fixture = event.fixtures.get(str(entry["game"]))
    if fixture is None or not is_withheld(event, fixture):
        return entry
    return {name: value for name, value in entry.items() if name != "picks"}


async def unseal(house: House, table: Table) -> Table:
    """The table as it may be shown now: one whose deal is over everywhere is sealed no more, and has its seed."""
    if not table.sealed or table.tournament is None or table.fixture is None:
        return table
    there = await held(house, table.tournament)
    fixture = None if there is None else there.event.fixtures.get(table.fixture)
    if there is None or fixture is None or is_withheld(there.event, fixture):
        return table
    if there.event.status == "cancelled" and table.status in ("open", "running"):
        return table  # it is about to be broken off
    table.sealed = False
    if table.status == "over":
        table.seed = seed_of(there.secret, there.event.deal_label(fixture))
    return table
