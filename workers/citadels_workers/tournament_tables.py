"""The table of a tournament game: its players, its setup, its seed.

1. Everything follows from the log. So a table that is created again after a crash is the same table.
2. House bots take their seats at once. Seats are reserved for all others. An entrant who has left has a substitute, as the tournament's
   policy says.
3. The random seed of house bots comes from the deal, not from the entrants: two bots of one level play the same at the same seat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_api.context import Share
from citadels_api.store.log_codec import Entry, Told
from citadels_api.store.log_codec import pack as pack_entry
from citadels_api.stored import pack
from citadels_api.tables.contract import TableOrder
from citadels_api.tables.options import settle
from citadels_api.tables.stored import Player, SeatDoc, Table
from citadels_api.tournaments.ids import chance_of, entrant_account, seed_of, table_id
from citadels_contest.formats.context import is_filler
from citadels_engine import RULES
from citadels_engine.formats.record import commitment

if TYPE_CHECKING:
    from citadels_api.context import House
    from citadels_api.tournaments.log import Held
    from citadels_contest.tournament import Tournament
    from citadels_contest.types import Fixture


def outsiders(event: Tournament, fixture: Fixture) -> list[str]:
    """The entrants of a game who have to come to its table."""
    gone = event.substitutes(fixture)
    return [
        name
        for seat, name in enumerate(fixture.seats)
        if seat not in gone and not is_filler(name) and event.entrants[name].kind != "house"
    ]


def outside_of(event: Tournament) -> set[str]:
    """The entrants who have to come to their tables, while they take part."""
    return {name for name, one in event.entrants.items() if one.kind != "house" and name not in event.withdrawn}


def is_whole(event: Tournament, fixture: Fixture) -> bool:
    """Whether nobody has to come. Then a worker plays the whole game."""
    return not outsiders(event, fixture)


def level_at(event: Tournament, fixture: Fixture, seat: int) -> str | None:
    """The level of the house bot that plays a seat."""
    name = fixture.seats[seat]
    gone = event.substitutes(fixture).get(seat)
    if gone is not None:
        return event.settings.filler if gone == "house" else None
    if is_filler(name):
        return name.split(":")[1]
    entrant = event.entrants[name]
    return (entrant.level or "greedy") if entrant.kind == "house" else None


def thinks(event: Tournament, fixture: Fixture) -> bool:
    """Whether a bot that searches plays in the game."""
    return any(level_at(event, fixture, seat) == "planner" for seat in range(len(fixture.seats)))


def share_of(held: Held) -> Share:
    """Whose share of the workers the whole games of a tournament take: its organizer's. Nobody waits for one of them."""
    organizer = held.doc.organizer
    account = organizer.owner or organizer.account or ""
    return Share(account, account, awaited=False)


def unit_of(fixture: Fixture) -> str:
    """The unit that starts together: the games of one pairing with the same deal."""
    return f"{fixture.round}.{fixture.table}.{fixture.deal}"


def seat_of_entrant(event: Tournament, fixture: Fixture, seat: int) -> SeatDoc:
    """A seat of a table that has not started: an AI, a reserved seat, or a forfeited one."""
    name = fixture.seats[seat]
    level = level_at(event, fixture, seat)
    if level is not None:
        own = name in event.entrants and seat not in event.substitutes(fixture)
        return SeatDoc(kind="ai", player=Player(name=event.entrants[name].name if own else level, level=level))
    entrant = event.entrants[name]
    if seat in event.substitutes(fixture):
        account = entrant_account(name)
        return SeatDoc(
            kind="bot", player=Player(account=account, name=entrant.name, owner=entrant.owner), left="forfeited"
        )
    return SeatDoc(kind="reserved", reserved=entrant_account(name))


def table_of(held: Held, fixture: Fixture) -> tuple[Table, str]:
    """The new table of a game, and its seed."""
    doc, event = held.doc, held.event
    label = event.deal_label(fixture)
    seed = seed_of(held.secret, label)
    number = event.deal_number(fixture)
    players = len(fixture.seats)
    scenario = doc.scenarios[number % len(doc.scenarios)] if doc.scenarios else None
    settled = settle(
        TableOrder.model_construct(
            edition=doc.edition,
            players=players,
            scenario=scenario,
            cast=doc.cast,
            uniques=doc.uniques,
            options=doc.options,
        )
    )
    seats = [seat_of_entrant(event, fixture, seat) for seat in range(players)]
    owners = [event.entrants[name].owner or name for name in outsiders(event, fixture)]
    name = table_id(doc.id, fixture.id)
    made = Table(
        id=name,
        created=held.now,
        creator=doc.organizer,
        name=f"{doc.name} {fixture.id}".strip(),
        edition=settled.setup.edition,
        players=players,
        scenario=scenario,
        cast=settled.setup.cast,
        uniques=settled.setup.uniques,
        options=settled.setup.options,
        seats=seats,
        clock=doc.clock,
        timeout=doc.timeout,
        visibility=doc.visibility,
        delay_ms=doc.delay_ms,
        rated=doc.rated and len(set(owners)) == len(owners),
        start="demand" if event.settings.turns > 1 else "full",
        rules=RULES,
        commitment=commitment(name, RULES, seed),
        left=[number for number, seat in enumerate(seats) if seat.left is not None],
        chance=chance_of(held.secret, label),
        tournament=doc.id,
        fixture=fixture.id,
        sealed=event.settings.turns > 1 or event.settings.shared,
    )
    return made, seed


async def create(house: House, made: Table, seed: str) -> bool:
    """Create the table; false if it exists. Nothing of it is due yet."""
    return await house.store.create(
        made.id, pack(made), seed, pack_entry(created(made)), index="open", rank=made.created
    )


def created(made: Table) -> Entry:
    """The first entry of the table's log."""
    told = Told("created", -1, {"by": made.creator.account, "commitment": made.commitment}, [])
    return Entry(made.created, 1, [], [told])
