"""Putting the tables of the catalogue into a store, as the service itself would have made them: made, dealt, and played move by move.

1. A table's log, its times, and what everybody may see of it are those of a game that was played; nothing tells it from one.
2. Its moves were taken a second apart, the last of them now.
3. None is rated.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Final

from citadels_api.play.step import Step, open_game
from citadels_api.store.keys import document
from citadels_api.store.log_codec import Entry as Logged
from citadels_api.store.log_codec import Told
from citadels_api.store.log_codec import pack as pack_entry
from citadels_api.stored import pack
from citadels_api.tables.lifecycle import start_step
from citadels_api.tables.lobby import keep_at_hand
from citadels_api.tables.options import ai_seat
from citadels_api.tables.stored import SeatDoc, Table, unpack_table
from citadels_api.tables.transaction import settle_indexes
from citadels_engine import RULES
from citadels_engine.formats.record import commitment

from citadels_workers.practice.accounts import OTHERS, PRACTICE
from citadels_workers.practice.ai_players import asked
from citadels_workers.practice.catalogue import catalogue
from citadels_workers.practice.determinism import NOW

if TYPE_CHECKING:
    from collections.abc import Iterable

    from citadels_api.context import House
    from citadels_api.store.ports import Change, Snapshot

    from citadels_workers.practice.catalogue import Entry
    from citadels_workers.practice.determinism import Clock


MINUTE: Final = 60_000
SECOND: Final = 1000


def seat_of(entry: Entry, number: int) -> SeatDoc:
    """Who sits at a seat."""
    if number == entry.seat:
        return SeatDoc(kind="human", player=PRACTICE.player)
    if entry.others == "play":
        return ai_seat("greedy")
    if entry.kind == "open":
        return SeatDoc()
    return SeatDoc(kind="human", player=OTHERS[number].player)


def table_of(entry: Entry) -> Table:
    """The table as it was made: those that stand first in the catalogue are the newest."""
    dealt = entry.deal()
    place = list(catalogue()).index(entry.name)
    return Table(
        id=entry.table,
        created=NOW - 60 * MINUTE - place * MINUTE,
        creator=PRACTICE.player,
        name=entry.title,
        edition=entry.edition,
        players=entry.players,
        cast=[character.id for character in dealt.cast],
        uniques=[card.id for card in dealt.uniques],
        options=dict(dealt.options.values),
        seats=[seat_of(entry, number) for number in range(entry.players)],
        clock=entry.clock,
        rules=RULES,
        commitment=commitment(entry.table, RULES, entry.seed),
        seeded=True,
        chance=sha256(entry.name.encode()).hexdigest(),
    )


async def put_tables(house: House, clock: Clock, entries: Iterable[Entry]) -> None:
    """Put several tables in."""
    for entry in entries:
        await put_table(house, clock, entry)


async def put_table(house: House, clock: Clock, entry: Entry) -> None:
    """Put one table in, and set the clock to now again."""
    made = table_of(entry)
    clock.at = made.created
    event = Told("created", -1, {"by": PRACTICE.account, "commitment": made.commitment}, [])
    for person in (PRACTICE, *OTHERS):
        if any(seat.player == person.player for seat in made.seats):
            await keep_at_hand(house, person.account, made)
    await house.store.create(
        made.id,
        pack(made),
        entry.seed,
        pack_entry(Logged(made.created, 1, [], [event])),
        index="open",
        rank=made.created,
    )
    if entry.kind != "open":
        await play(house, clock, entry)
    clock.at = NOW


async def play(house: House, clock: Clock, entry: Entry) -> None:
    """Deal, and take the decisions; those that a seat takes in a row come together, as a player's do."""
    actions = entry.actions
    clock.at = NOW - (len(actions) + 1) * SECOND
    snapshot = await loaded(house, entry)
    await stand(house, start_step(house, unpack_table(snapshot.doc), snapshot))
    done = 0
    game = open_game(await loaded(house, entry))
    while done < len(actions):
        snapshot = await loaded(house, entry)
        step = Step(unpack_table(snapshot.doc), game, snapshot)
        seat = asked(game)
        while done < len(actions) and asked(game) == seat:
            done += 1
            step.clock(NOW - (len(actions) - done) * SECOND)
            step.take(actions[done - 1])
        clock.at = step.now
        change = step.change(house)
        await stand(house, change)
        if change.moves_to is not None:
            await settle_indexes(house, step.table)


async def loaded(house: House, entry: Entry) -> Snapshot:
    """The table as it stands."""
    snapshot = await house.store.load(entry.table, seed=True)
    assert snapshot is not None
    return snapshot


async def stand(house: House, change: Change) -> None:
    """Commit a change, which nobody is quicker than."""
    outcome = await house.store.commit(change)
    if outcome.kind != "ok":
        raise RuntimeError(f"{change.table}: {outcome.kind}")


async def take_table_away(house: House, entry: Entry) -> None:
    """Forget a table, whatever became of it."""
    for person in (PRACTICE, *OTHERS):
        for kind in ("active", "mine"):
            await house.store.rank(document(kind, person.account), entry.table, None)
    for index in ("open", "running", "over", "aborted"):
        await house.store.drop(entry.table, index=index)
