"""Live tournaments: the steps that follow by themselves. The clock executes them.

1. The log is the truth. The tournament's entry in the due set of the games' store says when the clock looks at it. RQ jobs are only hints:
   a lost job is queued again.
2. Every step may run several times, on several clocks, and may be interrupted anywhere. Each step is a commit that only one clock can make,
   or writes what is already there.
3. Starts at a given time and repeated starts are handled here too, not by RQ's scheduler. RQ's scheduler keeps its schedule in RQ's store,
   which may be lost completely. It runs inside a worker, which keeps a lock for minutes after it was killed. An entry of the due set lives
   as long as the tournament's log, is written in the same commit, and any clock finds it.
4. The next tournament of a series is created when this one starts, so that accounts can enter. Its id is derived from this one's, so that
   it is created once.
5. When no game is played any more, the secret that all deals come from is published. A day later the log is packed.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Final

import msgspec
import structlog
from citadels_api.problems import Refusal
from citadels_api.tournaments.creation import begins_at, begun, house_entries, keep
from citadels_api.tournaments.ids import next_id
from citadels_api.tournaments.log import Held, Wanted, add, change, held
from citadels_api.tournaments.log_archive import pack_log
from citadels_api.tournaments.subprocess_call import worked_out_beside
from citadels_contest.types import ContestError

from citadels_workers.player_calls import calls_of, see_to_tables
from citadels_workers.tournament_tables import is_whole, outside_of, share_of, thinks
from citadels_workers.webhook_delivery import see_to_hooks

if TYPE_CHECKING:
    from citadels_api.context import House
    from citadels_api.tournaments.stored import TournamentDoc
    from citadels_contest.log import Entry


LOG: Final = structlog.get_logger("tournaments")
RING_MS: Final = 1000
FULL_MS: Final = 5000
"""When the next games are looked at while the store is nearly full."""
"""How often to look while whole games are played."""
IDLE_MS: Final = 60_000
"""How often to look while the tournament waits for its organizer."""
LARGE: Final = 64
"""Above this number of entrants it takes seconds to create a round."""
FAR_MS: Final = 10 * 366 * 86_400_000
"""When to look again if nothing is expected any more."""


def is_tournament(name: str) -> bool:
    """Whether the due item is a tournament, not a table."""
    return name.startswith("tour_")


async def attend(house: House, tour_id: str) -> str:
    """Do what is due in a tournament. Returns what it was in one word, for the metrics."""
    there = await held(house, tour_id)
    if there is None:
        await house.store.drop(tour_id, index=None)
        return "gone"
    if there.doc.status == "entry":
        if not await begin(house, there):
            return "waiting"
        there = await again(house, there)
    there = await carry_on_series(house, there)
    if there.doc.status == "running":
        there = await follow(house, there)
    waits = [await ring(house, there), await see_to_tables(house, there), await see_to_hooks(house, there)]
    if there.doc.status in ("over", "cancelled"):
        if waits[1] is None:
            await reveal(house, there)
            there = await again(house, there)
        waits.append(await pack(house, there) if waits[1] is None and waits[2] is None else FAR_MS)
    wait = min([wait for wait in waits if wait is not None] or [IDLE_MS])
    await house.store.put_off(tour_id, ms=wait, expects=there.number)
    if wait >= IDLE_MS and (owes := await see_to_hooks(house, there)) is not None:
        # a replay was ordered since its webhooks were looked at: it rings once, and that has just been put off
        await house.store.put_off(tour_id, ms=min(wait, owes), expects=there.number)
    return "tournament"


async def again(house: House, there: Held) -> Held:
    """The current state of the tournament."""
    found = await held(house, there.doc.id)
    assert found is not None
    return found


# what follows by itself


async def follow(house: House, there: Held) -> Held:
    """Add the entries that follow from the log, until there are none. If the contest refuses one, the tournament is paused."""
    while there.doc.status == "running":
        try:
            entry = await due(house, there)
            if entry is None:
                break
            there = await written(house, there, entry)
        except (ContestError, Refusal) as error:
            why = str(error) if isinstance(error, ContestError) else error.message
            if isinstance(error, Refusal) and error.code != "not_possible":
                raise
            LOG.warning("a round could not be made", tournament=there.doc.id, reason=error.code)
            await add(house, there, [{"kind": "paused", "why": why[:1000]}], due_in=0)
            there = await again(house, there)
    return there


async def due(house: House, there: Held) -> Entry | None:
    """The next entry that follows from the log. For a large field, a shared subprocess computes the next round."""
    event = there.event
    if len(event.entrants) <= LARGE or event.unplayed:
        return event.due()
    found: Entry | None = await worked_out_beside(house, there, "due")
    return found


async def written(house: House, there: Held, entry: Entry) -> Held:
    """The tournament with this entry. A faster writer has written the same entry."""

    def make(now: Held) -> Wanted | None:
        return Wanted([entry]) if now.number == there.number else None

    return (await change(house, there.doc.id, make))[0]


async def ring(house: House, there: Held) -> int | None:
    """Queue jobs for the next whole games. Returns the milliseconds until the next time, None without games."""
    event = there.event
    if there.doc.status != "running" or not event.unplayed:
        return None
    if house.room.low:
        return FULL_MS
    _, calls = await calls_of(house, there.doc.id)
    outside = outside_of(event)
    rung = 0
    for game, fixture in event.unplayed.items():
        if rung == house.settings.games_ahead:
            break
        whole = outside.isdisjoint(fixture.seats) or (game in event.forfeited and is_whole(event, fixture))
        if whole and game not in calls:
            house.bell.play(there.doc.id, fixture.id, thinking=thinks(event, fixture), share=share_of(there))
            rung += 1
    return RING_MS if rung else None


async def reveal(house: House, there: Held) -> None:
    """Publish the secret of a tournament when no game is played any more."""

    def make(found: Held) -> Wanted | None:
        if found.doc.secret is not None:
            return None
        return Wanted([{"kind": "revealed"}], msgspec.structs.replace(found.doc, secret=found.secret))

    await change(house, there.doc.id, make, tried=False)


async def pack(house: House, there: Held) -> int:
    """Pack the log of a tournament that has been over for long enough. Returns the milliseconds until the next look."""
    lingers = house.settings.tournament_linger_ms
    left = (there.doc.ended or there.doc.created) + lingers - there.now
    if left > 0:
        return left
    younger = await pack_log(house, there.doc.id, there.number, before=there.now - lingers)
    return max(lingers, 1000) if younger else FAR_MS


# when it begins


async def begin(house: House, there: Held) -> bool:
    """Start a tournament if its time has come; false if it has not."""
    at = begins_at(there.doc)
    if at is None or at > there.now:
        left = IDLE_MS if at is None else min(at - there.now, FAR_MS)
        await house.store.put_off(there.doc.id, ms=max(left, 1), expects=there.number)
        return False
    there = await carry_on_series(house, there, now=True)

    def start(found: Held) -> Wanted | None:
        return begun(found, house_entries(found)) if found.doc.status == "entry" else None

    try:
        await change(house, there.doc.id, start)
    except Refusal as refusal:
        if refusal.code not in ("not_possible", "bad_setup"):
            raise
        why = f"it could not start: {refusal.message}"[:1000]

        def give_up(found: Held) -> Wanted | None:
            return Wanted([{"kind": "cancelled", "why": why}], due_in=0) if found.doc.status == "entry" else None

        await change(house, there.doc.id, give_up)
    return True


async def carry_on_series(house: House, there: Held, *, now: bool = False) -> Held:
    """Create the next tournament of a series when this one starts."""
    doc = there.doc
    if doc.next is not None or doc.schedule.every_ms is None or doc.status == "cancelled":
        return there
    if doc.status == "entry" and not now:
        return there
    successor = following(doc, there.now)
    if successor is None:
        return there
    await keep(house, successor, secrets.token_hex(32), there.now, by=doc.organizer)

    def complete(found: Held) -> Wanted | None:
        entries = house_entries(found) if found.doc.status == "entry" else []
        return Wanted(entries) if entries else None

    await change(house, successor.id, complete)

    def point(found: Held) -> Wanted | None:
        if found.doc.next is not None:
            return None
        after = msgspec.structs.replace(found.doc, next=successor.id, series=found.doc.series or found.doc.id)
        return Wanted([{"kind": "changed", "what": ["next"]}], after)

    return (await change(house, doc.id, point, tried=False))[0]


def following(doc: TournamentDoc, now: int) -> TournamentDoc | None:
    """The next tournament of a series; None after the last. Times in the past are skipped."""
    every, at = doc.schedule.every_ms, doc.schedule.at
    assert every is not None
    number = doc.in_series + 1
    if doc.schedule.count is not None and number > doc.schedule.count:
        return None
    first = doc.series or doc.id
    begins = (doc.created if at is None else at) + every
    begins += max(0, -(-(now - begins) // every)) * every
    schedule = msgspec.structs.replace(doc.schedule, at=begins)
    return msgspec.structs.replace(
        doc,
        id=next_id(first, number, doc.created),
        created=now,
        schedule=schedule,
        status="entry",
        entry_open=True,
        started=None,
        ended=None,
        why="",
        series=first,
        in_series=number,
        next=None,
        commitment="",
        secret=None,
    )
